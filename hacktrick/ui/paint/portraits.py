"""Portraits of the twelve people on the code cards, in the material of a theme."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import pygame

from hacktrick.app.themes import Colour, Theme
from hacktrick.ui.paint import portrait_brush as parts
from hacktrick.ui.paint.canvas import BLACK, WHITE, mix
from hacktrick.ui.paint.portrait_brush import (
    CREAM,
    GOLD,
    INK,
    Brush,
    Material,
    box,
    oval,
    rotated,
    smooth_curve,
    symmetric,
    symmetric_curve,
)

Pattern = Callable[[Brush, Colour], None]


@dataclass(frozen=True, slots=True)
class Backdrop:
    """The backdrop of a portrait: a colour, and a pattern in a second colour."""

    colour: Colour
    pattern: Pattern
    second: Colour

    def paint(self, brush: Brush) -> None:
        brush.flat_shape(box(50, 50, 104, 104), self.colour)
        self.pattern(brush, self.second)


def paint_rays(brush: Brush, colour: Colour) -> None:
    for n in range(12):
        a, b = 2 * math.pi * n / 12, 2 * math.pi * (n + 0.5) / 12
        ends = [(50 + 90 * math.cos(t), 45 + 90 * math.sin(t)) for t in (a, b)]
        brush.flat_shape([(50, 45), *ends], colour)


def paint_rings(brush: Brush, colour: Colour) -> None:
    for radius in (18, 34, 50, 66):
        brush.stroke(oval(50, 44, radius, radius), colour, 5, closed=True)


def paint_bars(brush: Brush, colour: Colour) -> None:
    for n in range(-4, 8):
        x = n * 18
        brush.flat_shape([(x, -2), (x + 9, -2), (x + 59, 102), (x + 50, 102)], colour)


def paint_waves(brush: Brush, colour: Colour) -> None:
    for n in range(7):
        line = [(x, 6 + n * 15 + 3 * math.sin(x / 6.4 + n)) for x in range(-4, 106, 3)]
        brush.stroke(line, colour, 3.4)


def paint_keys(brush: Brush, colour: Colour) -> None:
    """Paint nine squares like the keys of the board."""
    for x in (14, 50, 86):
        for y in (14, 50, 86):
            brush.flat_shape(box(x, y, 27, 27), colour)


def paint_blinds(brush: Brush, colour: Colour) -> None:
    for n in range(7):
        brush.flat_shape(box(50, 5 + n * 15, 104, 7), colour)


def paint_dots(brush: Brush, colour: Colour) -> None:
    for row in range(8):
        for column in range(8):
            x = column * 14 + (7 if row % 2 else 0)
            brush.flat_shape(oval(x, 1 + row * 14, 3, 3), colour)


def paint_halves(brush: Brush, colour: Colour) -> None:
    """Paint the right half in the second colour."""
    brush.flat_shape([(50, -2), (102, -2), (102, 102), (50, 102)], colour)


def paint_moon(brush: Brush, colour: Colour) -> None:
    """Paint one large disc behind the head."""
    brush.flat_shape(oval(50, 42, 41, 41), colour)


def paint_line(brush: Brush, colour: Colour) -> None:
    """Paint two crossing diagonals, like the rows through key 5."""
    brush.stroke([(-4, 20), (104, 80)], colour, 16)
    brush.stroke([(-4, 80), (104, 20)], colour, 16)


BACKDROPS: dict[str, Backdrop] = {
    "slavic": Backdrop((196, 220, 228), paint_keys, (222, 238, 242)),
    "baltic": Backdrop((30, 84, 112), paint_waves, (58, 122, 148)),
    "god": Backdrop((56, 38, 104), paint_rays, (92, 70, 150)),
    "huang": Backdrop((250, 206, 150), paint_dots, (244, 176, 110)),
    "popescu": Backdrop((226, 202, 138), paint_blinds, (196, 164, 96)),
    "vaeck": Backdrop((232, 178, 208), paint_halves, (150, 198, 196)),
    "sun": Backdrop((126, 206, 222), paint_rays, (178, 230, 236)),
    "kriskaya": Backdrop((58, 54, 84), paint_bars, (92, 84, 128)),
    "grigorova": Backdrop((206, 222, 190), paint_rings, (182, 206, 164)),
    "gorilla": Backdrop((112, 160, 92), paint_line, (150, 192, 112)),
    "doo": Backdrop((16, 62, 66), paint_moon, (226, 196, 112)),
    "rukowski": Backdrop((206, 208, 214), paint_moon, (244, 206, 96)),
}


def paint_slavic(brush: Brush) -> None:
    """Paint a fur hat with its flaps down and a double on it, and a moustache."""
    fur: Colour = (104, 74, 54)
    parts.paint_bust(brush, parts.PALE, (74, 92, 82))
    brush.shape(symmetric([(4, 79), (13, 86), (20, 108), (9, 108)]), (48, 62, 56), 2, line=0.7)
    for side in (-1, 1):  # the flaps
        x = 50 + side * 22
        flap = [(x - side * 4, 34), (x + side * 6, 36), (x + side * 8, 58), (x + side * 2, 70)]
        brush.shape(smooth_curve([*flap, (x - side * 5, 64)]), fur, 3)
    parts.paint_head(brush, parts.PALE, wide=18.5, top=24, jaw=14, chin=71)
    parts.paint_eyes(brush, 47, 8.2, 2.5, (70, 110, 150))
    parts.paint_brows(brush, (70, 48, 36), 41.5, 8.5, 11, 3.2, -1)
    parts.paint_nose(brush, (236, 178, 156), 57, 4.6, 9)
    parts.paint_moustache(brush, (84, 58, 42), 62.5, 16, 7.5, -3)
    parts.paint_smile(brush, 68, 4, 0.8)
    crown = symmetric_curve([(14, 5), (23, 13), (25, 26), (20, 32)])
    brush.shape(crown, (126, 92, 66), 4)
    band = symmetric_curve([(18, 20), (27, 24), (28, 34), (22, 41), (10, 38)])
    brush.shape(band, fur, 3)
    for x, y in ((30, 27), (37, 35), (64, 34), (71, 27), (31, 35), (69, 35)):
        brush.stroke([(x, y), (x + 1.6, y + 3)], (142, 106, 78), 1.2)
    parts.paint_marker_disc(brush, 50, 28, 8.2, GOLD, double=True)


def paint_baltic(brush: Brush) -> None:
    """Paint a captain: white cap, full beard, striped shirt, and three captured markers."""
    skin: Colour = parts.FAIR
    parts.paint_bust(brush, skin, (238, 240, 244), 37)
    shirt = symmetric_curve([(9, 79), (23, 83), (37, 92), (41, 106), (0, 108)])
    for y in (84, 90, 96, 102):
        upper, lower = [(8, y + 6), (50, y), (92, y + 6)], [(92, y + 9), (50, y + 3), (8, y + 9)]
        brush.flat_shape(smooth_curve([*upper, *lower]), (46, 76, 140), shirt)
    parts.paint_ears(brush, skin, 18.5, 47)
    parts.paint_head(brush, skin, wide=18.5, top=22, jaw=14, chin=70)
    rusty: Colour = (176, 86, 40)
    parts.paint_beard(
        brush,
        rusty,
        [(17.5, 47), (19.5, 56), (18.5, 70), (11, 80), (0, 83)],
    )
    brush.flat_shape(symmetric_curve([(9, 44), (12.5, 50), (10, 58), (0, 60)]), skin)
    parts.paint_eyes(brush, 46.5, 8, 2.4, (60, 120, 140))
    parts.paint_brows(brush, (140, 66, 30), 41.5, 8, 9, 2.6, 1)
    parts.paint_nose(brush, (230, 160, 126), 55.5, 4, 8)
    parts.paint_moustache(brush, (194, 100, 48), 60, 12, 5, -1)
    brush.stroke(smooth_curve([(45, 66), (50, 67.4), (55, 66)], False), (96, 40, 22), 1.6)
    brush.shape(
        symmetric_curve([(10, 6), (27, 13), (29, 22), (20, 27), (0, 28)]), (248, 248, 250), 4
    )
    brush.shape(symmetric([(20, 24), (20, 33), (0, 35)]), (34, 42, 66), 2)
    brush.shape(symmetric_curve([(19, 32), (22, 36), (12, 40), (0, 41)]), (20, 22, 30), 2)
    brush.stroke(smooth_curve([(30, 31), (50, 33.5), (70, 31)], False), GOLD, 1.5)
    parts.paint_marker_disc(brush, 50, 22, 4.4, GOLD)
    for x, y in ((35, 90), (50, 94), (65, 90)):
        parts.paint_marker_disc(brush, x, y, 5.4, (226, 74, 62))


def paint_popescu(brush: Brush) -> None:
    """Paint a private eye: wide hat, raised collar, thin moustache, and the coin for an answer."""
    coat: Colour = (186, 152, 104)
    parts.paint_bust(brush, parts.TAN, (120, 96, 70), 38)
    parts.paint_head(brush, parts.TAN, wide=16.5, top=24, jaw=11, chin=72)
    parts.paint_eyes(brush, 49, 7.5, 2.3, (60, 40, 30))
    parts.paint_lids(brush, (186, 134, 94), 49, 7.5, 2.3, 0.35)
    brush.flat_shape(
        symmetric([(17, 40), (16.5, 45), (0, 47)]), (148, 104, 72)
    )  # the shadow of the hat
    parts.paint_brows(brush, INK, 45, 7.5, 9, 2.2, 2)
    parts.paint_nose(brush, (190, 134, 92), 58.5, 3.2, 10)
    parts.paint_moustache(brush, INK, 63, 8.5, 2.2, -0.6)
    parts.paint_smile(brush, 67, 4.5, 0.6, 1.1)
    for side in (-1, 1):  # the collar, up
        wing = [(50 + side * x, y) for x, y in ((6, 86), (14, 74), (25, 60), (28, 74), (34, 88))]
        brush.shape([*wing, (50 + side * 20, 108), (50 + side * 4, 108)], coat, 4)
    crown = symmetric_curve([(8, 9), (16, 8), (19, 18), (20, 32), (0, 34)])
    brush.shape(crown, (92, 78, 74), 4)
    brush.shape(symmetric([(19.4, 25), (20.5, 33), (0, 36)]), (44, 34, 36), 2, crown)
    brush.shape(
        symmetric_curve([(24, 31), (40, 35), (36, 40), (20, 40), (0, 42)]), (104, 88, 82), 3
    )
    brush.stroke(smooth_curve([(50, 8), (47, 13), (50, 20)], False), (60, 50, 50), 1.6)
    parts.paint_marker_disc(brush, 80, 76, 11, GOLD)
    hook = smooth_curve(
        [(76.5, 73), (77.5, 70), (80.5, 69.2), (83, 71.5), (80.5, 75), (80, 78)], False
    )
    brush.stroke(hook, INK, 2.2)
    brush.flat_shape(oval(80, 82, 1.5, 1.5), INK)


def paint_grigorova(brush: Brush) -> None:
    """Paint a high headdress set with stones, a long braid, and a finger on the lips."""
    red, blond = (176, 44, 58), (222, 178, 92)
    arch = smooth_curve(
        [(13, 47), (10, 26), (24, 8), (50, 1.5), (76, 8), (90, 26), (87, 47), (50, 40)]
    )
    brush.shape(arch, red, 4)
    inner = smooth_curve(
        [(19, 42), (17, 27), (29, 13), (50, 7), (71, 13), (83, 27), (81, 42), (50, 38)]
    )
    brush.stroke(inner, GOLD, 1.6, closed=True)
    for x, y in ((24, 28), (34.5, 17), (65.5, 17), (76, 28)):
        parts.paint_marker_disc(brush, x, y, 3.4, (92, 196, 190))
    parts.paint_marker_disc(brush, 50, 15, 5.4, GOLD)
    parts.paint_bust(brush, parts.PALE, (56, 96, 118), 33)
    brush.shape(symmetric([(10, 78), (15, 84), (0, 98)]), CREAM, 2, line=0.8)
    parts.paint_head(brush, parts.PALE, wide=17, top=24, jaw=11, chin=71)
    hair = smooth_curve(
        [(33, 46), (34, 34), (50, 27), (66, 34), (67, 46), (60, 37), (50, 34), (40, 37)]
    )
    brush.shape(hair, blond, 2)
    parts.paint_eyes(brush, 48, 7.8, 2.6, (74, 128, 96))
    parts.paint_lashes(brush, 48, 7.8, 2.5)
    parts.paint_brows(brush, (164, 116, 52), 42.5, 8, 8, 1.6, 0.6)
    parts.paint_nose(brush, (238, 188, 164), 56.5, 2.8, 7)
    for x in (38.5, 61.5):
        brush.glow((x, 57), 5, parts.ROSE, 0.4)
    parts.paint_lips(brush, (196, 52, 66), 63.5, 6.4, 3)
    for n in range(5):  # the braid
        x, y = 71 + (n % 2) * 1.6, 62 + n * 9
        brush.shape(rotated(oval(x, y, 6.2, 6.4), (x, y), 0.06 if n % 2 else -0.06), blond, 2)
    brush.shape(box(71.5, 103, 9, 5), red, 1)
    sleeve = smooth_curve([(20, 112), (27, 92), (42, 86), (55, 95), (50, 112)])
    brush.shape(sleeve, (44, 78, 98), 3)
    hand = smooth_curve(
        [(41, 92), (40.5, 83), (46, 77.5), (54, 77.5), (57.5, 83), (55, 92), (48, 95)]
    )
    brush.shape(hand, (250, 216, 192), 2.4)
    finger = smooth_curve([(47.2, 83), (47.2, 65), (49.7, 61), (52.2, 65), (52.6, 83)])
    brush.shape(finger, (252, 220, 198), 1.6)
    for y in (84, 88):
        brush.stroke([(52.4, y), (56.8, y - 0.5)], (190, 130, 104), 1.0)


def paint_doo(brush: Brush) -> None:
    """Paint a gambler in a hood shaped like a shark, with the stake between the fingers."""
    blue: Colour = (84, 122, 158)
    brush.shape(smooth_curve([(42, 14), (50, 6), (68, 2.5), (64, 10), (67, 20), (50, 22)]), blue, 3)
    parts.paint_bust(brush, parts.FAIR, blue, 41, 77)
    brush.shape(
        symmetric_curve([(12, 12), (24, 19), (30, 36), (29, 60), (34, 82), (0, 88)]), blue, 5
    )
    for side in (-1, 1):
        brush.shape(oval(50 + side * 24.5, 27, 3.2, 3.6), CREAM, 0, line=0.8)
        brush.flat_shape(oval(50 + side * 24, 27.6, 1.7, 2), INK)
    mouth = symmetric_curve([(8, 25), (18, 31), (21, 46), (19, 62), (10, 76), (0, 79)])
    brush.shape(mouth, (58, 26, 40), 0)
    parts.paint_head(brush, parts.FAIR, wide=15.5, top=31, jaw=11, chin=73)
    brush.shape(
        smooth_curve([(34, 45), (36, 34), (50, 31), (64, 34), (66, 45), (58, 38), (46, 40)]), INK, 1
    )
    for side in (-1, 1):
        lens = smooth_curve(
            [(50 + side * x, y) for x, y in ((1.5, 46), (13.5, 45), (13, 52), (6, 54))]
        )
        parts.paint_spectacle_lens(brush, lens, (36, 40, 56), INK, 1.6)
    brush.stroke([(47, 46.6), (53, 46.6)], INK, 1.8)
    parts.paint_nose(brush, (226, 178, 138), 58.5, 3, 6)
    brush.stroke(smooth_curve([(43, 65), (50, 66), (57, 63)], False), INK, 1.5)
    for n in range(7):  # the teeth, along the edge of the hood
        x = 33.5 + n * 5.5
        y = 30.5 + abs(n - 3) ** 2 * 0.55
        brush.shape([(x - 2.7, y - 1.5), (x + 2.7, y - 1.5), (x, y + 6)], CREAM, 0, line=0.6)
    for n in range(5):
        x, y = 38 + n * 6, 77.6 - abs(n - 2) ** 2 * 0.9
        brush.shape([(x - 2.8, y + 2), (x + 2.8, y + 2), (x, y - 5)], CREAM, 0, line=0.6)
    parts.paint_marker_disc(brush, 79, 84, 11.5, (222, 66, 66))
    for n in range(6):
        mark = rotated(box(79, 74.6, 4, 4.4), (79, 84), n / 6)
        brush.flat_shape(mark, CREAM)
    brush.flat_shape(oval(79, 84, 4.6, 4.6), CREAM)


def paint_kriskaya(brush: Brush) -> None:
    """Paint a crest of hair like a Trojan helmet, shaved sides, rings, and two cards at once."""
    crest, skin = (232, 56, 96), parts.PALE
    parts.paint_bust(brush, skin, (44, 42, 54), 34)
    brush.shape(symmetric([(6, 79), (20, 84), (9, 104), (0, 108)]), (72, 68, 84), 2)
    parts.paint_ears(brush, skin, 17.5, 49)
    parts.paint_head(brush, skin, wide=17.5, top=20, jaw=10.5, chin=71)
    brush.flat_shape(
        smooth_curve([(33, 44), (34, 30), (42, 24), (41, 36), (36, 44)]), (204, 168, 156)
    )
    brush.flat_shape(
        smooth_curve([(67, 44), (66, 30), (58, 24), (59, 36), (64, 44)]), (204, 168, 156)
    )
    ridge = [(41, 38), (30, 13), (39.5, 18), (42, 3), (50, 13), (58, 3), (60.5, 18), (70, 13)]
    brush.shape([*ridge, (59, 38), (54.5, 31), (50, 38), (45.5, 31)], crest, 4)
    for line in ([(45, 31), (43, 13)], [(50, 33), (50, 18)], [(55, 31), (57, 13)]):
        brush.stroke(line, (150, 24, 60), 1.3)
    parts.paint_eyes(brush, 49, 7.8, 2.6, (120, 90, 170))
    parts.paint_lashes(brush, 49, 7.8, 2.9)
    parts.paint_brows(brush, (90, 30, 48), 43, 8, 8, 1.8, 3.2)
    parts.paint_nose(brush, (238, 188, 166), 57.5, 2.9, 7)
    brush.stroke(oval(52.6, 58.6, 1.7, 1.7), parts.STEEL, 0.9, closed=True)
    parts.paint_lips(brush, (120, 34, 70), 64, 5, 2.4)
    for y in (50, 54.5):
        brush.stroke(oval(32, y, 2, 2.2), parts.STEEL, 1.1, closed=True)
    brush.stroke(smooth_curve([(38, 79), (50, 83), (62, 79)], False), INK, 3.2)
    for x in (42, 46, 50, 54, 58):
        brush.shape([(x - 1.4, 82.6), (x + 1.4, 82.6), (x, 78.2)], parts.STEEL, 0, line=0.4)
    parts.paint_playing_card(
        brush, rotated(box(77, 80, 17, 24), (77, 100), 0.085), CREAM, (80, 140, 220)
    )
    parts.paint_playing_card(
        brush, rotated(box(72, 81, 17, 24), (72, 102), -0.03), CREAM, (232, 56, 96)
    )


def paint_god(brush: Brush) -> None:
    """Paint white hair and beard, dark glasses, and a halo with four keys on it."""
    white: Colour = (236, 238, 242)
    brush.stroke(oval(50, 13, 25, 7.5), INK, 6.2, closed=True)
    brush.stroke(oval(50, 13, 25, 7.5), GOLD, 4.2, closed=True)
    brush.shape(
        symmetric_curve([(13, 15), (24, 26), (27, 48), (30, 76), (24, 88), (0, 90)]), white, 5
    )
    parts.paint_bust(brush, parts.TAN, (120, 88, 168), 37, 82)
    parts.paint_head(brush, parts.TAN, wide=17, top=21, jaw=13, chin=70)
    fringe = [(32, 42), (34, 26), (50, 17), (66, 26), (68, 42), (61, 31), (50, 27), (39, 31)]
    brush.shape(smooth_curve(fringe), white, 3)
    parts.paint_beard(brush, white, [(17, 50), (19, 60), (18, 76), (12, 92), (5, 101), (0, 104)])
    brush.flat_shape(symmetric_curve([(10, 42), (13, 50), (9.5, 58), (0, 60)]), parts.TAN)
    parts.paint_nose(brush, (190, 136, 96), 57, 3.8, 8)
    parts.paint_moustache(brush, (250, 250, 252), 62, 12, 5, -2)
    brush.stroke(smooth_curve([(46, 67), (50, 68.4), (54, 67)], False), (120, 60, 50), 1.6)
    for x in (41.5, 58.5):
        parts.paint_spectacle_lens(brush, oval(x, 47, 7.2, 6.2), (40, 34, 54), INK, 1.5)
    brush.stroke([(48, 46), (52, 46)], INK, 1.8)
    for line in ([(43, 76), (46, 92)], [(50, 78), (50, 97)], [(57, 76), (54, 92)]):
        brush.stroke(line, (190, 194, 206), 1.2)
    for x, y in ((26, 14.5), (41, 19.6), (59, 19.6), (74, 14.5)):
        parts.paint_marker_disc(brush, x, y, 3.7, (255, 232, 150))


def paint_huang(brush: Brush) -> None:
    """Paint two buns, big round glasses, and an extra marker held up."""
    black: Colour = (38, 34, 52)
    for x in (27.0, 73.0):
        brush.shape(oval(x, 19, 12, 11.5), black, 3)
        brush.stroke(oval(x, 19, 6.5, 6, 0.5, 0.95), (86, 78, 112), 1.5)
    brush.shape(symmetric_curve([(14, 14), (24, 26), (25, 46), (22, 62), (0, 66)]), black, 4)
    parts.paint_bust(brush, parts.FAIR, (242, 118, 92), 32)
    parts.paint_collar(brush, parts.FAIR, 11, 9)
    parts.paint_head(brush, parts.FAIR, wide=17.5, top=22, jaw=10, chin=70)
    fringe = [(32, 45), (32, 28), (50, 17), (68, 28), (68, 45)]
    brush.shape(
        [*smooth_curve(fringe[:5], False), (65, 38), (58, 37), (50, 38), (42, 37), (35, 38)],
        black,
        2,
    )
    for x in (32.0, 68.0):
        brush.shape(oval(x, 24.5, 4, 2.6), (242, 118, 92), 1)
    parts.paint_eyes(brush, 50, 8.4, 2.7, (70, 44, 30))
    parts.paint_brows(brush, black, 42, 8.4, 7, 1.4, 0.4)
    for x in (41.3, 58.7):
        brush.stroke(oval(x, 50, 7.6, 7.6), (222, 72, 62), 1.9, closed=True)
    brush.stroke([(48.8, 49), (51.2, 49)], (222, 72, 62), 1.9)
    parts.paint_nose(brush, (228, 182, 146), 57.5, 2.6, 5)
    parts.paint_grin(brush, 62, 5.2, 4)
    hand = smooth_curve([(69, 104), (68, 90), (72, 84), (79, 83), (84, 88), (84, 104)])
    brush.shape(hand, parts.FAIR, 2.4)
    for n in range(4):
        brush.stroke([(70.5 + n * 3.6, 86), (70.7 + n * 3.5, 91)], (204, 154, 118), 0.9)
    parts.paint_marker_disc(brush, 77, 75, 9.6, GOLD)
    brush.shape(box(77, 75, 2.2, 9), CREAM, 0, line=0)
    brush.shape(box(77, 75, 9, 2.2), CREAM, 0, line=0)
    for x, y in ((90, 64), (64, 66), (91, 80)):
        brush.stroke([(x, y - 2), (x, y + 2)], GOLD, 1.0)
        brush.stroke([(x - 2, y), (x + 2, y)], GOLD, 1.0)


def paint_vaeck(brush: Brush) -> None:
    """Paint a thief at a ball: a sharp black bob, a mask, and two cards to be swapped."""
    black: Colour = (24, 22, 34)
    bob = [(13, 12), (25, 22), (29, 44), (31, 69), (20, 71), (0, 66)]
    brush.shape(symmetric_curve(bob), black, 4)
    parts.paint_bust(brush, parts.PALE, (122, 34, 92), 32)
    brush.shape(symmetric([(13, 79), (9, 88), (0, 98)]), parts.PALE, 0, line=0.7)
    for n in range(7):  # pearls
        brush.flat_shape(oval(38 + n * 4, 79.5 + (3 - abs(n - 3)) * 1.5, 1.9, 1.9), CREAM)
    parts.paint_head(brush, parts.PALE, wide=17, top=20, jaw=9.5, chin=71)
    sides = [(17, 24), (18.5, 36), (17, 50), (21, 69), (25, 66), (23, 30)]
    for side in (-1, 1):
        brush.shape([(50 + side * x, y) for x, y in sides], black, 1, line=0)
    brush.shape(
        [*smooth_curve([(31, 39), (33, 22), (50, 15), (67, 22), (69, 39)], False), (50, 40.5)],
        black,
        2,
    )
    mask = symmetric_curve([(3, 44.5), (12, 41), (20, 40), (17, 51), (9, 55.5), (2, 51.5)])
    brush.shape(mask, (214, 60, 120), 2)
    for x in (41.6, 58.4):
        hole = smooth_curve([(x - 4.6, 48), (x, 45.2), (x + 4.6, 47.4), (x, 50.8)])
        brush.shape(hole, CREAM, 0, line=0.8)
        brush.flat_shape(oval(x, 48, 2.1, 2.4), (44, 92, 74))
        brush.flat_shape(oval(x, 48, 1.0, 1.2), INK)
    for x, y in ((36.0, 42.8), (64.0, 42.8), (43.0, 44.0), (57.0, 44.0)):
        brush.flat_shape(oval(x, y, 0.9, 0.9), GOLD)
    parts.paint_nose(brush, (236, 186, 164), 58, 2.6, 5)
    parts.paint_lips(brush, (190, 30, 60), 64, 5.2, 2.8)
    brush.flat_shape(oval(57.5, 61, 0.9, 0.9), INK)
    for x in (30.5, 69.5):
        brush.shape(
            [(x, 66), (x + 2.4, 71), (x, 77), (x - 2.4, 71)], (110, 214, 190), 0.8, line=0.6
        )
    parts.paint_playing_card(
        brush, rotated(box(76, 87, 16, 22), (76, 104), 0.09), CREAM, (214, 60, 120)
    )
    parts.paint_playing_card(
        brush, rotated(box(24, 87, 16, 22), (24, 104), -0.09), (90, 96, 150), CREAM
    )


def paint_sun(brush: Brush) -> None:
    """Paint hair like rays, sunglasses, a wide grin, and a stack of cards under an arrow."""
    gold: Colour = (252, 196, 48)
    rays = []
    for n in range(29):  # from the left ear over the top to the right one
        turn = math.pi * (0.84 + n / 28 * 1.32)
        far = 24 if n % 2 == 0 else 35 + 3 * math.sin(n * 2.4)
        rays.append((50 + far * math.cos(turn), 41 + far * math.sin(turn)))
    brush.shape(rays, gold, 4)
    parts.paint_bust(brush, parts.TAN, (38, 150, 160), 37)
    parts.paint_collar(brush, parts.TAN, 14, 11)
    for side in (-1, 1):
        lapel = [(50 + side * x, y) for x, y in ((10, 78), (17, 80), (15, 96), (2, 92))]
        brush.shape(lapel, (30, 120, 132), 1.5)
    parts.paint_ears(brush, parts.TAN, 18, 49)
    parts.paint_head(brush, parts.TAN, wide=18, top=23, jaw=13, chin=71)
    fringe = smooth_curve([(32, 43), (33, 28), (50, 19), (67, 28), (68, 43)], False)
    points = [(62, 34), (57, 39), (51, 32), (45, 39), (39, 33)]
    brush.shape([*fringe, *points], gold, 2)
    for side in (-1, 1):
        lens = [(50 + side * x, y) for x, y in ((1.6, 45), (15.5, 44), (14.5, 52), (5, 53.5))]
        parts.paint_spectacle_lens(brush, lens, (214, 70, 40), INK, 1.7)
    brush.stroke([(46, 45.4), (54, 45.4)], INK, 2.2)
    parts.paint_nose(brush, (188, 134, 92), 58, 3.2, 6)
    parts.paint_grin(brush, 61.5, 8.5, 6)
    for n in range(4):
        shape = symmetric([(16, 88 + n * 4), (18, 92 + n * 4), (0, 92.4 + n * 4)], 78)
        brush.shape(shape, (232, 236, 244) if n % 2 else (150, 176, 210), 0.6, line=0.6)
    arrow = [(78, 86), (73.5, 80), (76.4, 80), (76.4, 73), (79.6, 73), (79.6, 80), (82.5, 80)]
    brush.shape(arrow, CREAM, 0.8, line=0.7)


def paint_gorilla(brush: Brush) -> None:
    """Paint a gorilla with a golden chain and a medallion that says "x2"."""
    fur, hide = (56, 56, 70), (126, 116, 118)
    brush.shape(symmetric_curve([(14, 70), (38, 74), (48, 90), (50, 108), (0, 110)]), fur, 5)
    brush.shape(
        symmetric_curve([(9, 7), (20, 14), (28, 32), (30, 54), (26, 72), (14, 79), (0, 81)]), fur, 5
    )
    for x in (20.5, 79.5):
        brush.shape(oval(x, 45, 4.6, 6.4), hide, 2)
    face = [(0, 33), (10, 30), (20, 35), (21.5, 46), (17, 53), (20, 63), (15, 74), (0, 77)]
    brush.shape(smooth_curve(symmetric(face)), hide, 4)
    brow = [(0, 34.5), (10, 30), (22, 36), (22, 42), (13, 41.5), (0, 44)]
    brush.shape(smooth_curve(symmetric(brow)), (94, 86, 92), 3)
    for side in (-1, 1):
        x = 50 + side * 9
        brush.shape(oval(x, 46, 3.5, 2.9), (250, 214, 120), 0, line=0.9)
        brush.flat_shape(oval(x, 46.2, 1.9, 2.2), INK)
        brush.flat_shape(oval(x - 0.7, 45.4, 0.6, 0.6), CREAM)
    brush.shape(symmetric_curve([(4, 50), (9, 55), (8.5, 60), (0, 61)]), (104, 94, 98), 2)
    for x in (45.4, 54.6):
        brush.flat_shape(oval(x, 57.6, 2.2, 1.7), INK)
    brush.stroke(smooth_curve([(35, 67), (50, 69.4), (65, 67)], False), INK, 1.9)
    brush.stroke(smooth_curve([(45, 72.6), (50, 73.4), (55, 72.6)], False), (84, 74, 80), 1.2)
    for x, y in ((41, 16), (50, 12), (59, 16), (46, 21), (54, 21)):
        brush.stroke([(x, y), (x + (50 - x) * 0.06, y + 5)], (92, 92, 112), 1.4)
    chain = smooth_curve([(22, 80), (33, 85), (50, 88), (67, 85), (78, 80)], False)
    brush.stroke(chain, INK, 4.6)
    brush.stroke(chain, GOLD, 2.6)
    parts.paint_marker_disc(brush, 50, 88.5, 10.8, GOLD)
    for ends in ([(43, 86.4), (47.4, 91.2)], [(47.4, 86.4), (43, 91.2)]):
        brush.stroke(ends, INK, 1.7)
    two = [(50.6, 85.6), (53.4, 83.6), (56.4, 85.8), (54.6, 89), (50.6, 92.6), (56.8, 92.6)]
    brush.stroke([*smooth_curve(two[:5], False), two[5]], INK, 1.9)


def paint_rukowski(brush: Brush) -> None:
    """Paint a cloud of curls, a glowing visor, and a prohibition sign."""
    curls, skin = (92, 44, 60), (178, 122, 86)
    for n in range(15):
        turn = 2 * math.pi * (n / 15 + 0.25)
        brush.shape(oval(50 + 26 * math.cos(turn), 34 + 25 * math.sin(turn), 9, 9), curls, 2.5)
    brush.flat_shape(oval(50, 34, 28, 27), curls)
    for n in range(9):
        turn = math.pi * (1.05 + n * 0.113)
        x, y = 50 + 25 * math.cos(turn), 33 + 24 * math.sin(turn)
        brush.stroke(oval(x, y, 3.4, 3.4, 0.45, 0.95), (148, 82, 98), 1.3)
    parts.paint_bust(brush, skin, (62, 70, 84), 38)
    brush.shape(symmetric([(10, 79), (16, 84), (12, 108), (0, 108)]), (94, 104, 122), 2)
    parts.paint_head(brush, skin, wide=17, top=24, jaw=11.5, chin=71)
    brush.shape(
        smooth_curve([(32, 42), (35, 29), (50, 25), (65, 29), (68, 42), (59, 34), (41, 34)]),
        curls,
        2,
    )
    visor = smooth_curve(
        [(28, 43), (50, 41), (72, 43), (71, 52.5), (58, 54), (50, 51.5), (42, 54), (29, 52.5)]
    )
    brush.shape(visor, (30, 34, 46), 1.5)
    brush.stroke(smooth_curve([(31, 47.6), (50, 46.2), (69, 47.6)], False), (255, 66, 66), 2.4)
    brush.glow((50, 47), 20, (255, 80, 70), 0.4)
    parts.paint_nose(brush, (160, 104, 72), 58.5, 3.8, 6)
    parts.paint_lips(brush, (150, 56, 60), 64.5, 5.6, 3)
    for x in (31, 69):
        brush.stroke(oval(x, 62, 3.8, 4.4), GOLD, 1.5, closed=True)
    brush.shape(oval(78, 86, 12.5, 12.5), CREAM, 2)
    brush.stroke(oval(78, 86, 9.4, 9.4), (222, 52, 52), 3.4, closed=True)
    brush.stroke([(71.4, 92.6), (84.6, 79.4)], (222, 52, 52), 3.4)


PORTRAIT_PAINTERS: dict[str, Callable[[Brush], None]] = {
    "slavic": paint_slavic,
    "baltic": paint_baltic,
    "popescu": paint_popescu,
    "grigorova": paint_grigorova,
    "doo": paint_doo,
    "kriskaya": paint_kriskaya,
    "god": paint_god,
    "huang": paint_huang,
    "vaeck": paint_vaeck,
    "sun": paint_sun,
    "gorilla": paint_gorilla,
    "rukowski": paint_rukowski,
}
NORMAL_EDGE, LARGE_EDGE = 240, 480  # pixels of the edge; all other sizes are scaled from these


@lru_cache(maxsize=60)
def portrait(theme: Theme, code: str, is_large: bool = False) -> pygame.Surface:
    """The portrait of a code, opaque and square, with an edge of NORMAL_EDGE or LARGE_EDGE."""
    brush = Brush(LARGE_EDGE if is_large else NORMAL_EDGE, MATERIALS[theme.material](theme))
    BACKDROPS[code].paint(brush)
    PORTRAIT_PAINTERS[code](brush)
    FINISHES[theme.material](brush, theme)
    return brush.finish()


def scaled_portrait(theme: Theme, code: str, edge: int) -> pygame.Surface:
    """The portrait of a code scaled to an edge of ``edge`` pixels."""
    return pygame.transform.smoothscale(portrait(theme, code), (edge, edge))


# Materials


def lightness(colour: Colour) -> float:
    """The perceived lightness of a colour, 0 to 1."""
    return (0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]) / 255


def _colour_at(stops: tuple[Colour, ...], light: float) -> Colour:
    place = min(0.9999, max(0.0, light)) * (len(stops) - 1)
    return mix(stops[int(place)], stops[int(place) + 1], place % 1)


def _glass_material(theme: Theme) -> Material:
    """The material of a lit display: deep colours with a bright upper edge."""
    deep, accent = theme.colours.background, theme.colours.accent
    ramp = (deep, mix(deep, accent, 0.34), mix(accent, WHITE, 0.2), WHITE)

    def grade(colour: Colour) -> Colour:
        return mix(colour, _colour_at(ramp, lightness(colour)), 0.17)

    return Material(
        grade,
        outline=(mix(deep, BLACK, 0.4), 1.25),
        shadow=(mix(deep, accent, 0.08), 0.42),
        light=(mix(accent, WHITE, 0.6), 0.42),
        round=1.0,
    )


def _wire_material(theme: Theme) -> Material:
    """The material of glowing wires at night: two colours and the shades between them."""
    night, accent, text = theme.colours.background, theme.colours.accent, theme.colours.text
    violet = theme.colours.players[1]
    ramp = (night, mix(night, violet, 0.42), mix(violet, accent, 0.55), mix(accent, text, 0.75))

    def grade(colour: Colour) -> Colour:
        return mix(_colour_at(ramp, lightness(colour) * 0.95), colour, 0.4)

    return Material(
        grade,
        outline=(mix(accent, text, 0.35), 0.85),
        shadow=(mix(night, violet, 0.1), 0.5),
        light=(text, 0.3),
        round=0.5,
    )


def _paper_material(theme: Theme) -> Material:
    """The material of a print on paper: flat inks and hatched shadows."""
    paper, ink = theme.colours.card_light, theme.colours.text

    def grade(colour: Colour) -> Colour:
        return mix(mix(ink, paper, 0.12 + 0.88 * lightness(colour)), colour, 0.62)

    return Material(grade, outline=(ink, 1.15), shadow=(ink, 0.55), light=(paper, 0.0), hatch=2.0)


def _wood_material(theme: Theme) -> Material:
    """The material of a woodcut: black, white, two greys, and strong colours toned down."""
    tones = (BLACK, (72, 72, 72), (172, 172, 172), WHITE)

    def grade(colour: Colour) -> Colour:
        strong = max(colour) - min(colour)
        tone = tones[min(3, int(lightness(colour) * 4.2))]
        return mix(tone, colour, 0.7) if strong > 110 else tone

    return Material(grade, outline=(BLACK, 1.7), shadow=(BLACK, 0.9), light=(WHITE, 0.0), hatch=2.6)


MATERIALS: dict[str, Callable[[Theme], Material]] = {
    "glass": _glass_material,
    "wire": _wire_material,
    "paper": _paper_material,
    "wood": _wood_material,
}


# Finishes drawn over the whole picture


def _finish_glass(brush: Brush, theme: Theme) -> None:
    """Draw the scan lines of a display and the reflection of its glass."""
    edge = brush.surface.get_width()
    step = max(4, round(1.7 * brush.unit))
    line = pygame.Surface((edge, step // 2), pygame.SRCALPHA)
    line.fill((0, 0, 0, 30))
    for y in range(0, edge, step):
        brush.surface.blit(line, (0, y))
    _add_reflection(brush, 26)


def _add_reflection(brush: Brush, strength: int) -> None:
    edge = brush.surface.get_width()
    layer = pygame.Surface((edge, edge), pygame.SRCALPHA)
    slant = [(0, 0), (edge, 0), (edge, edge * 0.1), (0, edge * 0.5)]
    pygame.draw.polygon(layer, (255, 255, 255, strength), slant)
    brush.surface.blit(layer, (0, 0))


def _finish_wire(brush: Brush, theme: Theme) -> None:
    """Darken the corners and add a faint reflection."""
    edge = brush.surface.get_width()
    small = pygame.Surface((32, 32), pygame.SRCALPHA)
    for y in range(32):
        for x in range(32):
            far = ((x - 15.5) ** 2 + (y - 13.5) ** 2) ** 0.5 / 22
            small.set_at((x, y), (*theme.colours.background, round(190 * max(0.0, far - 0.45))))
    brush.surface.blit(pygame.transform.smoothscale(small, (edge, edge)), (0, 0))
    _add_reflection(brush, 16)


def _finish_plain(brush: Brush, theme: Theme) -> None:
    """Leave the picture as it is."""


FINISHES: dict[str, Callable[[Brush, Theme], None]] = {
    "glass": _finish_glass,
    "wire": _finish_wire,
    "paper": _finish_plain,
    "wood": _finish_plain,
}
