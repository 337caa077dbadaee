"""The people of the codes who are told by what they wear on their heads."""

from __future__ import annotations

from hacktrick.themes import Colour
from hacktrick.ui.paint import features as f
from hacktrick.ui.paint.brush import Brush, both, box, oval, smooth, soft, tilted
from hacktrick.ui.paint.features import CREAM, GOLD, INK


def slavic(brush: Brush) -> None:
    """A fur hat with its flaps down, the double on it, and a moustache."""
    fur: Colour = (104, 74, 54)
    f.bust(brush, f.PALE, (74, 92, 82))
    brush.form(both([(4, 79), (13, 86), (20, 108), (9, 108)]), (48, 62, 56), 2, line=0.7)
    for side in (-1, 1):  # the flaps
        x = 50 + side * 22
        flap = [(x - side * 4, 34), (x + side * 6, 36), (x + side * 8, 58), (x + side * 2, 70)]
        brush.form(smooth([*flap, (x - side * 5, 64)]), fur, 3)
    f.head(brush, f.PALE, wide=18.5, top=24, jaw=14, chin=71)
    f.eyes(brush, 47, 8.2, 2.5, (70, 110, 150))
    f.brows(brush, (70, 48, 36), 41.5, 8.5, 11, 3.2, -1)
    f.nose(brush, (236, 178, 156), 57, 4.6, 9)
    f.moustache(brush, (84, 58, 42), 62.5, 16, 7.5, -3)
    f.smile(brush, 68, 4, 0.8)
    crown = soft([(14, 5), (23, 13), (25, 26), (20, 32)])
    brush.form(crown, (126, 92, 66), 4)
    band = soft([(18, 20), (27, 24), (28, 34), (22, 41), (10, 38)])
    brush.form(band, fur, 3)
    for x, y in ((30, 27), (37, 35), (64, 34), (71, 27), (31, 35), (69, 35)):
        brush.stroke([(x, y), (x + 1.6, y + 3)], (142, 106, 78), 1.2)
    f.disc(brush, 50, 28, 8.2, GOLD, double=True)


def baltic(brush: Brush) -> None:
    """A captain: white cap, full beard, a striped shirt, and the three that he caught."""
    skin: Colour = f.FAIR
    f.bust(brush, skin, (238, 240, 244), 37)
    shirt = soft([(9, 79), (23, 83), (37, 92), (41, 106), (0, 108)])
    for y in (84, 90, 96, 102):
        upper, lower = [(8, y + 6), (50, y), (92, y + 6)], [(92, y + 9), (50, y + 3), (8, y + 9)]
        brush.flat(smooth([*upper, *lower]), (46, 76, 140), shirt)
    f.ears(brush, skin, 18.5, 47)
    f.head(brush, skin, wide=18.5, top=22, jaw=14, chin=70)
    rusty: Colour = (176, 86, 40)
    f.beard(
        brush,
        rusty,
        [(17.5, 47), (19.5, 56), (18.5, 70), (11, 80), (0, 83)],
    )
    brush.flat(soft([(9, 44), (12.5, 50), (10, 58), (0, 60)]), skin)
    f.eyes(brush, 46.5, 8, 2.4, (60, 120, 140))
    f.brows(brush, (140, 66, 30), 41.5, 8, 9, 2.6, 1)
    f.nose(brush, (230, 160, 126), 55.5, 4, 8)
    f.moustache(brush, (194, 100, 48), 60, 12, 5, -1)
    brush.stroke(smooth([(45, 66), (50, 67.4), (55, 66)], False), (96, 40, 22), 1.6)
    brush.form(soft([(10, 6), (27, 13), (29, 22), (20, 27), (0, 28)]), (248, 248, 250), 4)
    brush.form(both([(20, 24), (20, 33), (0, 35)]), (34, 42, 66), 2)
    brush.form(soft([(19, 32), (22, 36), (12, 40), (0, 41)]), (20, 22, 30), 2)
    brush.stroke(smooth([(30, 31), (50, 33.5), (70, 31)], False), GOLD, 1.5)
    f.disc(brush, 50, 22, 4.4, GOLD)
    for x, y in ((35, 90), (50, 94), (65, 90)):
        f.disc(brush, x, y, 5.4, (226, 74, 62))


def popescu(brush: Brush) -> None:
    """A private eye: wide hat, collar up, a thin moustache, and the coin that buys an answer."""
    coat: Colour = (186, 152, 104)
    f.bust(brush, f.TAN, (120, 96, 70), 38)
    f.head(brush, f.TAN, wide=16.5, top=24, jaw=11, chin=72)
    f.eyes(brush, 49, 7.5, 2.3, (60, 40, 30))
    f.lids(brush, (186, 134, 94), 49, 7.5, 2.3, 0.35)
    brush.flat(both([(17, 40), (16.5, 45), (0, 47)]), (148, 104, 72))  # the shadow of the hat
    f.brows(brush, INK, 45, 7.5, 9, 2.2, 2)
    f.nose(brush, (190, 134, 92), 58.5, 3.2, 10)
    f.moustache(brush, INK, 63, 8.5, 2.2, -0.6)
    f.smile(brush, 67, 4.5, 0.6, 1.1)
    for side in (-1, 1):  # the collar, up
        wing = [(50 + side * x, y) for x, y in ((6, 86), (14, 74), (25, 60), (28, 74), (34, 88))]
        brush.form([*wing, (50 + side * 20, 108), (50 + side * 4, 108)], coat, 4)
    crown = soft([(8, 9), (16, 8), (19, 18), (20, 32), (0, 34)])
    brush.form(crown, (92, 78, 74), 4)
    brush.form(both([(19.4, 25), (20.5, 33), (0, 36)]), (44, 34, 36), 2, crown)
    brush.form(soft([(24, 31), (40, 35), (36, 40), (20, 40), (0, 42)]), (104, 88, 82), 3)
    brush.stroke(smooth([(50, 8), (47, 13), (50, 20)], False), (60, 50, 50), 1.6)
    f.disc(brush, 80, 76, 11, GOLD)
    hook = smooth([(76.5, 73), (77.5, 70), (80.5, 69.2), (83, 71.5), (80.5, 75), (80, 78)], False)
    brush.stroke(hook, INK, 2.2)
    brush.flat(oval(80, 82, 1.5, 1.5), INK)


def grigorova(brush: Brush) -> None:
    """A high headdress set with stones, a long braid, and a finger on her lips."""
    red, blond = (176, 44, 58), (222, 178, 92)
    arch = smooth([(13, 47), (10, 26), (24, 8), (50, 1.5), (76, 8), (90, 26), (87, 47), (50, 40)])
    brush.form(arch, red, 4)
    inner = smooth([(19, 42), (17, 27), (29, 13), (50, 7), (71, 13), (83, 27), (81, 42), (50, 38)])
    brush.stroke(inner, GOLD, 1.6, closed=True)
    for x, y in ((24, 28), (34.5, 17), (65.5, 17), (76, 28)):
        f.disc(brush, x, y, 3.4, (92, 196, 190))
    f.disc(brush, 50, 15, 5.4, GOLD)
    f.bust(brush, f.PALE, (56, 96, 118), 33)
    brush.form(both([(10, 78), (15, 84), (0, 98)]), CREAM, 2, line=0.8)
    f.head(brush, f.PALE, wide=17, top=24, jaw=11, chin=71)
    hair = smooth([(33, 46), (34, 34), (50, 27), (66, 34), (67, 46), (60, 37), (50, 34), (40, 37)])
    brush.form(hair, blond, 2)
    f.eyes(brush, 48, 7.8, 2.6, (74, 128, 96))
    f.lashes(brush, 48, 7.8, 2.5)
    f.brows(brush, (164, 116, 52), 42.5, 8, 8, 1.6, 0.6)
    f.nose(brush, (238, 188, 164), 56.5, 2.8, 7)
    for x in (38.5, 61.5):
        brush.glow((x, 57), 5, f.ROSE, 0.4)
    f.lips(brush, (196, 52, 66), 63.5, 6.4, 3)
    for n in range(5):  # the braid
        x, y = 71 + (n % 2) * 1.6, 62 + n * 9
        brush.form(tilted(oval(x, y, 6.2, 6.4), (x, y), 0.06 if n % 2 else -0.06), blond, 2)
    brush.form(box(71.5, 103, 9, 5), red, 1)
    sleeve = smooth([(20, 112), (27, 92), (42, 86), (55, 95), (50, 112)])
    brush.form(sleeve, (44, 78, 98), 3)
    hand = smooth([(41, 92), (40.5, 83), (46, 77.5), (54, 77.5), (57.5, 83), (55, 92), (48, 95)])
    brush.form(hand, (250, 216, 192), 2.4)
    finger = smooth([(47.2, 83), (47.2, 65), (49.7, 61), (52.2, 65), (52.6, 83)])
    brush.form(finger, (252, 220, 198), 1.6)
    for y in (84, 88):
        brush.stroke([(52.4, y), (56.8, y - 0.5)], (190, 130, 104), 1.0)


def doo(brush: Brush) -> None:
    """A gambler in a hood cut like a shark, fin and teeth and all, and the stake in his fingers."""
    blue: Colour = (84, 122, 158)
    brush.form(smooth([(42, 14), (50, 6), (68, 2.5), (64, 10), (67, 20), (50, 22)]), blue, 3)
    f.bust(brush, f.FAIR, blue, 41, 77)
    brush.form(soft([(12, 12), (24, 19), (30, 36), (29, 60), (34, 82), (0, 88)]), blue, 5)
    for side in (-1, 1):
        brush.form(oval(50 + side * 24.5, 27, 3.2, 3.6), CREAM, 0, line=0.8)
        brush.flat(oval(50 + side * 24, 27.6, 1.7, 2), INK)
    mouth = soft([(8, 25), (18, 31), (21, 46), (19, 62), (10, 76), (0, 79)])
    brush.form(mouth, (58, 26, 40), 0)
    f.head(brush, f.FAIR, wide=15.5, top=31, jaw=11, chin=73)
    brush.form(
        smooth([(34, 45), (36, 34), (50, 31), (64, 34), (66, 45), (58, 38), (46, 40)]), INK, 1
    )
    for side in (-1, 1):
        lens = smooth([(50 + side * x, y) for x, y in ((1.5, 46), (13.5, 45), (13, 52), (6, 54))])
        f.glass(brush, lens, (36, 40, 56), INK, 1.6)
    brush.stroke([(47, 46.6), (53, 46.6)], INK, 1.8)
    f.nose(brush, (226, 178, 138), 58.5, 3, 6)
    brush.stroke(smooth([(43, 65), (50, 66), (57, 63)], False), INK, 1.5)
    for n in range(7):  # the teeth, along the edge of the hood
        x = 33.5 + n * 5.5
        y = 30.5 + abs(n - 3) ** 2 * 0.55
        brush.form([(x - 2.7, y - 1.5), (x + 2.7, y - 1.5), (x, y + 6)], CREAM, 0, line=0.6)
    for n in range(5):
        x, y = 38 + n * 6, 77.6 - abs(n - 2) ** 2 * 0.9
        brush.form([(x - 2.8, y + 2), (x + 2.8, y + 2), (x, y - 5)], CREAM, 0, line=0.6)
    f.disc(brush, 79, 84, 11.5, (222, 66, 66))
    for n in range(6):
        mark = tilted(box(79, 74.6, 4, 4.4), (79, 84), n / 6)
        brush.flat(mark, CREAM)
    brush.flat(oval(79, 84, 4.6, 4.6), CREAM)


def kriskaya(brush: Brush) -> None:
    """A crest like that of a Trojan helmet, shaved sides, rings, and two cards at once."""
    crest, skin = (232, 56, 96), f.PALE
    f.bust(brush, skin, (44, 42, 54), 34)
    brush.form(both([(6, 79), (20, 84), (9, 104), (0, 108)]), (72, 68, 84), 2)
    f.ears(brush, skin, 17.5, 49)
    f.head(brush, skin, wide=17.5, top=20, jaw=10.5, chin=71)
    brush.flat(smooth([(33, 44), (34, 30), (42, 24), (41, 36), (36, 44)]), (204, 168, 156))
    brush.flat(smooth([(67, 44), (66, 30), (58, 24), (59, 36), (64, 44)]), (204, 168, 156))
    ridge = [(41, 38), (30, 13), (39.5, 18), (42, 3), (50, 13), (58, 3), (60.5, 18), (70, 13)]
    brush.form([*ridge, (59, 38), (54.5, 31), (50, 38), (45.5, 31)], crest, 4)
    for line in ([(45, 31), (43, 13)], [(50, 33), (50, 18)], [(55, 31), (57, 13)]):
        brush.stroke(line, (150, 24, 60), 1.3)
    f.eyes(brush, 49, 7.8, 2.6, (120, 90, 170))
    f.lashes(brush, 49, 7.8, 2.9)
    f.brows(brush, (90, 30, 48), 43, 8, 8, 1.8, 3.2)
    f.nose(brush, (238, 188, 166), 57.5, 2.9, 7)
    brush.stroke(oval(52.6, 58.6, 1.7, 1.7), f.STEEL, 0.9, closed=True)
    f.lips(brush, (120, 34, 70), 64, 5, 2.4)
    for y in (50, 54.5):
        brush.stroke(oval(32, y, 2, 2.2), f.STEEL, 1.1, closed=True)
    brush.stroke(smooth([(38, 79), (50, 83), (62, 79)], False), INK, 3.2)
    for x in (42, 46, 50, 54, 58):
        brush.form([(x - 1.4, 82.6), (x + 1.4, 82.6), (x, 78.2)], f.STEEL, 0, line=0.4)
    f.card(brush, tilted(box(77, 80, 17, 24), (77, 100), 0.085), CREAM, (80, 140, 220))
    f.card(brush, tilted(box(72, 81, 17, 24), (72, 102), -0.03), CREAM, (232, 56, 96))


HATS = {
    "slavic": slavic,
    "baltic": baltic,
    "popescu": popescu,
    "grigorova": grigorova,
    "doo": doo,
    "kriskaya": kriskaya,
}
