"""The people of the codes who are told by their hair, or by having it all over."""

from __future__ import annotations

import math

from hacktrick.themes import Colour
from hacktrick.ui.paint import features as f
from hacktrick.ui.paint.brush import Brush, both, box, oval, smooth, soft, tilted
from hacktrick.ui.paint.features import CREAM, GOLD, INK


def god(brush: Brush) -> None:
    """White hair and beard, dark glasses, and a halo with the four keys he loves."""
    white: Colour = (236, 238, 242)
    brush.stroke(oval(50, 13, 25, 7.5), INK, 6.2, closed=True)
    brush.stroke(oval(50, 13, 25, 7.5), GOLD, 4.2, closed=True)
    brush.form(soft([(13, 15), (24, 26), (27, 48), (30, 76), (24, 88), (0, 90)]), white, 5)
    f.bust(brush, f.TAN, (120, 88, 168), 37, 82)
    f.head(brush, f.TAN, wide=17, top=21, jaw=13, chin=70)
    fringe = [(32, 42), (34, 26), (50, 17), (66, 26), (68, 42), (61, 31), (50, 27), (39, 31)]
    brush.form(smooth(fringe), white, 3)
    f.beard(brush, white, [(17, 50), (19, 60), (18, 76), (12, 92), (5, 101), (0, 104)])
    brush.flat(soft([(10, 42), (13, 50), (9.5, 58), (0, 60)]), f.TAN)
    f.nose(brush, (190, 136, 96), 57, 3.8, 8)
    f.moustache(brush, (250, 250, 252), 62, 12, 5, -2)
    brush.stroke(smooth([(46, 67), (50, 68.4), (54, 67)], False), (120, 60, 50), 1.6)
    for x in (41.5, 58.5):
        f.glass(brush, oval(x, 47, 7.2, 6.2), (40, 34, 54), INK, 1.5)
    brush.stroke([(48, 46), (52, 46)], INK, 1.8)
    for line in ([(43, 76), (46, 92)], [(50, 78), (50, 97)], [(57, 76), (54, 92)]):
        brush.stroke(line, (190, 194, 206), 1.2)
    for x, y in ((26, 14.5), (41, 19.6), (59, 19.6), (74, 14.5)):
        f.disc(brush, x, y, 3.7, (255, 232, 150))


def huang(brush: Brush) -> None:
    """Two buns, big round glasses, and one marker more than anybody else."""
    black: Colour = (38, 34, 52)
    for x in (27.0, 73.0):
        brush.form(oval(x, 19, 12, 11.5), black, 3)
        brush.stroke(oval(x, 19, 6.5, 6, 0.5, 0.95), (86, 78, 112), 1.5)
    brush.form(soft([(14, 14), (24, 26), (25, 46), (22, 62), (0, 66)]), black, 4)
    f.bust(brush, f.FAIR, (242, 118, 92), 32)
    f.collar(brush, f.FAIR, 11, 9)
    f.head(brush, f.FAIR, wide=17.5, top=22, jaw=10, chin=70)
    fringe = [(32, 45), (32, 28), (50, 17), (68, 28), (68, 45)]
    brush.form(
        [*smooth(fringe[:5], False), (65, 38), (58, 37), (50, 38), (42, 37), (35, 38)], black, 2
    )
    for x in (32.0, 68.0):
        brush.form(oval(x, 24.5, 4, 2.6), (242, 118, 92), 1)
    f.eyes(brush, 50, 8.4, 2.7, (70, 44, 30))
    f.brows(brush, black, 42, 8.4, 7, 1.4, 0.4)
    for x in (41.3, 58.7):
        brush.stroke(oval(x, 50, 7.6, 7.6), (222, 72, 62), 1.9, closed=True)
    brush.stroke([(48.8, 49), (51.2, 49)], (222, 72, 62), 1.9)
    f.nose(brush, (228, 182, 146), 57.5, 2.6, 5)
    f.grin(brush, 62, 5.2, 4)
    hand = smooth([(69, 104), (68, 90), (72, 84), (79, 83), (84, 88), (84, 104)])
    brush.form(hand, f.FAIR, 2.4)
    for n in range(4):
        brush.stroke([(70.5 + n * 3.6, 86), (70.7 + n * 3.5, 91)], (204, 154, 118), 0.9)
    f.disc(brush, 77, 75, 9.6, GOLD)
    brush.form(box(77, 75, 2.2, 9), CREAM, 0, line=0)
    brush.form(box(77, 75, 9, 2.2), CREAM, 0, line=0)
    for x, y in ((90, 64), (64, 66), (91, 80)):
        brush.stroke([(x, y - 2), (x, y + 2)], GOLD, 1.0)
        brush.stroke([(x - 2, y), (x + 2, y)], GOLD, 1.0)


def vaeck(brush: Brush) -> None:
    """A thief at a ball: a sharp black bob, a mask, and two cards that change hands."""
    black: Colour = (24, 22, 34)
    bob = [(13, 12), (25, 22), (29, 44), (31, 69), (20, 71), (0, 66)]
    brush.form(soft(bob), black, 4)
    f.bust(brush, f.PALE, (122, 34, 92), 32)
    brush.form(both([(13, 79), (9, 88), (0, 98)]), f.PALE, 0, line=0.7)
    for n in range(7):  # pearls
        brush.flat(oval(38 + n * 4, 79.5 + (3 - abs(n - 3)) * 1.5, 1.9, 1.9), CREAM)
    f.head(brush, f.PALE, wide=17, top=20, jaw=9.5, chin=71)
    sides = [(17, 24), (18.5, 36), (17, 50), (21, 69), (25, 66), (23, 30)]
    for side in (-1, 1):
        brush.form([(50 + side * x, y) for x, y in sides], black, 1, line=0)
    brush.form(
        [*smooth([(31, 39), (33, 22), (50, 15), (67, 22), (69, 39)], False), (50, 40.5)], black, 2
    )
    mask = soft([(3, 44.5), (12, 41), (20, 40), (17, 51), (9, 55.5), (2, 51.5)])
    brush.form(mask, (214, 60, 120), 2)
    for x in (41.6, 58.4):
        hole = smooth([(x - 4.6, 48), (x, 45.2), (x + 4.6, 47.4), (x, 50.8)])
        brush.form(hole, CREAM, 0, line=0.8)
        brush.flat(oval(x, 48, 2.1, 2.4), (44, 92, 74))
        brush.flat(oval(x, 48, 1.0, 1.2), INK)
    for x, y in ((36.0, 42.8), (64.0, 42.8), (43.0, 44.0), (57.0, 44.0)):
        brush.flat(oval(x, y, 0.9, 0.9), GOLD)
    f.nose(brush, (236, 186, 164), 58, 2.6, 5)
    f.lips(brush, (190, 30, 60), 64, 5.2, 2.8)
    brush.flat(oval(57.5, 61, 0.9, 0.9), INK)
    for x in (30.5, 69.5):
        brush.form([(x, 66), (x + 2.4, 71), (x, 77), (x - 2.4, 71)], (110, 214, 190), 0.8, line=0.6)
    f.card(brush, tilted(box(76, 87, 16, 22), (76, 104), 0.09), CREAM, (214, 60, 120))
    f.card(brush, tilted(box(24, 87, 16, 22), (24, 104), -0.09), (90, 96, 150), CREAM)


def sun(brush: Brush) -> None:
    """Hair like rays, shades, a wide grin; the cards go under, cooler ones come up."""
    gold: Colour = (252, 196, 48)
    rays = []
    for n in range(29):  # from the left ear over the top to the right one
        turn = math.pi * (0.84 + n / 28 * 1.32)
        far = 24 if n % 2 == 0 else 35 + 3 * math.sin(n * 2.4)
        rays.append((50 + far * math.cos(turn), 41 + far * math.sin(turn)))
    brush.form(rays, gold, 4)
    f.bust(brush, f.TAN, (38, 150, 160), 37)
    f.collar(brush, f.TAN, 14, 11)
    for side in (-1, 1):
        lapel = [(50 + side * x, y) for x, y in ((10, 78), (17, 80), (15, 96), (2, 92))]
        brush.form(lapel, (30, 120, 132), 1.5)
    f.ears(brush, f.TAN, 18, 49)
    f.head(brush, f.TAN, wide=18, top=23, jaw=13, chin=71)
    fringe = smooth([(32, 43), (33, 28), (50, 19), (67, 28), (68, 43)], False)
    points = [(62, 34), (57, 39), (51, 32), (45, 39), (39, 33)]
    brush.form([*fringe, *points], gold, 2)
    for side in (-1, 1):
        lens = [(50 + side * x, y) for x, y in ((1.6, 45), (15.5, 44), (14.5, 52), (5, 53.5))]
        f.glass(brush, lens, (214, 70, 40), INK, 1.7)
    brush.stroke([(46, 45.4), (54, 45.4)], INK, 2.2)
    f.nose(brush, (188, 134, 92), 58, 3.2, 6)
    f.grin(brush, 61.5, 8.5, 6)
    for n in range(4):
        shape = both([(16, 88 + n * 4), (18, 92 + n * 4), (0, 92.4 + n * 4)], 78)
        brush.form(shape, (232, 236, 244) if n % 2 else (150, 176, 210), 0.6, line=0.6)
    arrow = [(78, 86), (73.5, 80), (76.4, 80), (76.4, 73), (79.6, 73), (79.6, 80), (82.5, 80)]
    brush.form(arrow, CREAM, 0.8, line=0.7)


def gorilla(brush: Brush) -> None:
    """A gorilla with a golden chain, on which hangs what counts twice."""
    fur, hide = (56, 56, 70), (126, 116, 118)
    brush.form(soft([(14, 70), (38, 74), (48, 90), (50, 108), (0, 110)]), fur, 5)
    brush.form(soft([(9, 7), (20, 14), (28, 32), (30, 54), (26, 72), (14, 79), (0, 81)]), fur, 5)
    for x in (20.5, 79.5):
        brush.form(oval(x, 45, 4.6, 6.4), hide, 2)
    face = [(0, 33), (10, 30), (20, 35), (21.5, 46), (17, 53), (20, 63), (15, 74), (0, 77)]
    brush.form(smooth(both(face)), hide, 4)
    brow = [(0, 34.5), (10, 30), (22, 36), (22, 42), (13, 41.5), (0, 44)]
    brush.form(smooth(both(brow)), (94, 86, 92), 3)
    for side in (-1, 1):
        x = 50 + side * 9
        brush.form(oval(x, 46, 3.5, 2.9), (250, 214, 120), 0, line=0.9)
        brush.flat(oval(x, 46.2, 1.9, 2.2), INK)
        brush.flat(oval(x - 0.7, 45.4, 0.6, 0.6), CREAM)
    brush.form(soft([(4, 50), (9, 55), (8.5, 60), (0, 61)]), (104, 94, 98), 2)
    for x in (45.4, 54.6):
        brush.flat(oval(x, 57.6, 2.2, 1.7), INK)
    brush.stroke(smooth([(35, 67), (50, 69.4), (65, 67)], False), INK, 1.9)
    brush.stroke(smooth([(45, 72.6), (50, 73.4), (55, 72.6)], False), (84, 74, 80), 1.2)
    for x, y in ((41, 16), (50, 12), (59, 16), (46, 21), (54, 21)):
        brush.stroke([(x, y), (x + (50 - x) * 0.06, y + 5)], (92, 92, 112), 1.4)
    chain = smooth([(22, 80), (33, 85), (50, 88), (67, 85), (78, 80)], False)
    brush.stroke(chain, INK, 4.6)
    brush.stroke(chain, GOLD, 2.6)
    f.disc(brush, 50, 88.5, 10.8, GOLD)
    for ends in ([(43, 86.4), (47.4, 91.2)], [(47.4, 86.4), (43, 91.2)]):
        brush.stroke(ends, INK, 1.7)
    two = [(50.6, 85.6), (53.4, 83.6), (56.4, 85.8), (54.6, 89), (50.6, 92.6), (56.8, 92.6)]
    brush.stroke([*smooth(two[:5], False), two[5]], INK, 1.9)


def rukowski(brush: Brush) -> None:
    """A cloud of hair, a visor, and a bar across everything."""
    curls, skin = (92, 44, 60), (178, 122, 86)
    for n in range(15):
        turn = 2 * math.pi * (n / 15 + 0.25)
        brush.form(oval(50 + 26 * math.cos(turn), 34 + 25 * math.sin(turn), 9, 9), curls, 2.5)
    brush.flat(oval(50, 34, 28, 27), curls)
    for n in range(9):
        turn = math.pi * (1.05 + n * 0.113)
        x, y = 50 + 25 * math.cos(turn), 33 + 24 * math.sin(turn)
        brush.stroke(oval(x, y, 3.4, 3.4, 0.45, 0.95), (148, 82, 98), 1.3)
    f.bust(brush, skin, (62, 70, 84), 38)
    brush.form(both([(10, 79), (16, 84), (12, 108), (0, 108)]), (94, 104, 122), 2)
    f.head(brush, skin, wide=17, top=24, jaw=11.5, chin=71)
    brush.form(
        smooth([(32, 42), (35, 29), (50, 25), (65, 29), (68, 42), (59, 34), (41, 34)]), curls, 2
    )
    visor = smooth(
        [(28, 43), (50, 41), (72, 43), (71, 52.5), (58, 54), (50, 51.5), (42, 54), (29, 52.5)]
    )
    brush.form(visor, (30, 34, 46), 1.5)
    brush.stroke(smooth([(31, 47.6), (50, 46.2), (69, 47.6)], False), (255, 66, 66), 2.4)
    brush.glow((50, 47), 20, (255, 80, 70), 0.4)
    f.nose(brush, (160, 104, 72), 58.5, 3.8, 6)
    f.lips(brush, (150, 56, 60), 64.5, 5.6, 3)
    for x in (31, 69):
        brush.stroke(oval(x, 62, 3.8, 4.4), GOLD, 1.5, closed=True)
    brush.form(oval(78, 86, 12.5, 12.5), CREAM, 2)
    brush.stroke(oval(78, 86, 9.4, 9.4), (222, 52, 52), 3.4, closed=True)
    brush.stroke([(71.4, 92.6), (84.6, 79.4)], (222, 52, 52), 3.4)


HAIR = {
    "god": god,
    "huang": huang,
    "vaeck": vaeck,
    "sun": sun,
    "gorilla": gorilla,
    "rukowski": rukowski,
}
