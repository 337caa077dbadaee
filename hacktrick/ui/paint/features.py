"""What faces are made of: heads, eyes, brows, mouths, beards, and the shoulders below."""

from __future__ import annotations

from hacktrick.themes import Colour
from hacktrick.ui.paint.brush import Brush, Points, both, oval, smooth, soft
from hacktrick.ui.paint.tools import Point

INK: Colour = (26, 22, 32)
CREAM: Colour = (250, 244, 232)
PALE: Colour = (246, 214, 190)
FAIR: Colour = (238, 196, 160)
TAN: Colour = (206, 152, 108)
BROWN: Colour = (150, 98, 66)
DEEP: Colour = (112, 72, 52)
ROSE: Colour = (206, 84, 84)
GOLD: Colour = (240, 190, 62)
STEEL: Colour = (150, 166, 184)


def bust(brush: Brush, skin: Colour, cloth: Colour, wide: float = 36, top: float = 79) -> None:
    """Neck and shoulders."""
    brush.form(both([(8, 60), (8, 76), (15, 86), (0, 90)]), skin, 4)
    brush.form(
        soft([(9, top), (wide * 0.62, top + 4), (wide, top + 13), (wide + 4, 106), (0, 108)]),
        cloth,
        5,
    )


def collar(brush: Brush, skin: Colour, deep: float = 12, wide: float = 10) -> None:
    """Skin in an open collar."""
    brush.form(both([(wide, 78), (0, 78 + deep)]), skin, 0, line=0.7)


def head(
    brush: Brush, skin: Colour, wide: float = 18, top: float = 22, jaw: float = 12, chin: float = 70
) -> list[Point]:
    """The face; returns its outline."""
    tall = chin - top
    outline = soft(
        [
            (wide * 0.55, top + 1.5),
            (wide * 0.95, top + tall * 0.25),
            (wide, top + tall * 0.5),
            (wide * 0.92, top + tall * 0.7),
            (jaw, top + tall * 0.9),
            (jaw * 0.45, chin),
        ]
    )
    brush.form(outline, skin, 4.5)
    return outline


def ears(brush: Brush, skin: Colour, wide: float = 18.5, y: float = 48, size: float = 4.5) -> None:
    for side in (-1, 1):
        brush.form(oval(50 + side * wide, y, size * 0.75, size * 1.25), skin, 1.5)


def eyes(
    brush: Brush, y: float = 46, gap: float = 8, size: float = 2.7, iris: Colour = INK
) -> None:
    """White, iris and the light in it."""
    for side in (-1, 1):
        x = 50 + side * gap
        brush.form(oval(x, y, size * 1.5, size * 1.12), CREAM, 0, line=0.7)
        brush.flat(oval(x, y, size * 0.92, size * 1.02), iris)
        brush.flat(oval(x, y, size * 0.5, size * 0.55), INK)
        brush.flat(oval(x - size * 0.3, y - size * 0.35, size * 0.28, size * 0.28), CREAM)


def lashes(brush: Brush, y: float = 46, gap: float = 8, size: float = 2.7) -> None:
    """A heavy upper lid that ends in a wing."""
    for side in (-1, 1):
        x = 50 + side * gap
        lid = [(-1.6, 0.0), (-0.8, -1.15), (0.6, -1.2), (1.6, -0.3), (2.3, -1.1)]
        line = smooth([(x + side * dx * size, y + dy * size) for dx, dy in lid], closed=False)
        brush.stroke(line, INK, 1.5)


def lids(
    brush: Brush, skin: Colour, y: float = 46, gap: float = 8, size: float = 2.7, part: float = 0.5
) -> None:
    """Eyes half closed: tired, or sly."""
    for side in (-1, 1):
        x = 50 + side * gap
        upper = oval(x, y, size * 1.65, size * 1.3, 0.5, 1.0)
        cut = [(px, min(py, y - size * (0.6 - part))) for px, py in upper]
        brush.flat([*cut, (x + size * 1.65, y - size * (0.6 - part))], skin)
        low = y - size * (0.6 - part)
        brush.stroke([(x - size * 1.6, low), (x + size * 1.6, low)], INK, 1.0)


def brows(
    brush: Brush,
    colour: Colour,
    y: float = 40,
    gap: float = 8,
    long: float = 9,
    thick: float = 2.2,
    tilt: float = 0.0,
) -> None:
    """tilt: how much higher the outer end is; below 0 it looks worried."""
    for side in (-1, 1):
        x = 50 + side * gap
        inner = (x - side * long / 2, y + tilt / 2)
        bend = (x, y - 1.2)
        outer = (x + side * long / 2, y - tilt / 2)
        brush.stroke(smooth([inner, bend, outer], closed=False), colour, thick)


def nose(brush: Brush, skin: Colour, y: float = 55, wide: float = 3.6, long: float = 9) -> None:
    shape = smooth([(49.6, y - long), (50 + wide, y - 0.5), (50, y + 1.6), (50 - wide, y - 0.5)])
    brush.form(shape, skin, 2.2, line=0)
    edge = oval(50, y - 1.6, wide, 3.0, 0.03, 0.47)
    brush.stroke(edge, INK, 0.9)


def smile(
    brush: Brush, y: float = 62, wide: float = 7, deep: float = 2.4, thick: float = 1.3
) -> None:
    line = smooth([(50 - wide, y - deep * 0.4), (50, y + deep), (50 + wide, y - deep * 0.4)], False)
    brush.stroke(line, INK, thick)


def lips(brush: Brush, colour: Colour, y: float = 62, wide: float = 6, tall: float = 3) -> None:
    upper = [(50 - wide, y), (50 - wide * 0.35, y - tall * 0.9), (50, y - tall * 0.55)]
    right = [(100 - px, py) for px, py in reversed(upper[:2])]
    shape = [*upper, *right, (50 + wide * 0.5, y + tall), (50, y + tall * 1.2)]
    brush.form(smooth([*shape, (50 - wide * 0.5, y + tall)]), colour, 1, line=0.5)
    brush.stroke([(50 - wide, y), (50, y + 0.5), (50 + wide, y)], INK, 0.8)


def grin(brush: Brush, y: float = 61, wide: float = 8, deep: float = 5) -> None:
    """An open mouth with teeth."""
    mouth = [*oval(50, y, wide, deep, 0.0, 0.5), (50 - wide, y)]
    brush.form(mouth, INK, 0, line=0.8)
    narrow = wide * 0.8
    teeth = [(50 - wide, y), (50 + wide, y), (50 + narrow, y + 2), (50 - narrow, y + 2)]
    brush.flat(teeth, CREAM, mouth)


def moustache(
    brush: Brush, colour: Colour, y: float = 60, wide: float = 14, tall: float = 5, curl: float = 0
) -> None:
    """curl: how much higher the ends are than the middle; below 0 they hang."""
    half = [(0.0, y - tall * 0.45), (wide * 0.45, y - tall * 0.5), (wide, y - curl)]
    low = [(wide * 0.5, y + tall * 0.75), (0.0, y + tall * 0.35)]
    brush.form(smooth(both([*half, *low])), colour, 1.6, line=0.8)


def beard(brush: Brush, colour: Colour, points: Points) -> None:
    """Its right half from the ear down to the tip."""
    brush.form(soft(points), colour, 4)


def glass(brush: Brush, shape: Points, colour: Colour, frame: Colour, thick: float = 2.0) -> None:
    """A lens with a reflection."""
    brush.form(shape, colour, 0, line=0)
    left, top = min(x for x, _y in shape), min(y for _x, y in shape)
    wide, tall = max(x for x, _y in shape) - left, max(y for _x, y in shape) - top
    gleam = [
        (left + wide * 0.22, top),
        (left + wide * 0.5, top),
        (left + wide * 0.28, top + tall),
        (left, top + tall),
    ]
    brush.flat(gleam, tuple(min(255, c + 70) for c in colour), shape)  # type: ignore[arg-type]
    brush.stroke(shape, frame, thick, closed=True)


def disc(
    brush: Brush, x: float, y: float, size: float, colour: Colour, double: bool = False
) -> None:
    """A marker, seen from above."""
    brush.form(oval(x, y, size, size), colour, size * 0.5)
    inner = size * 0.62
    brush.stroke(oval(x, y, inner, inner), tuple(c * 2 // 3 for c in colour), 1.0, closed=True)  # type: ignore[arg-type]
    if double:
        brush.flat(oval(x, y, size * 0.3, size * 0.3), tuple(c // 2 for c in colour))  # type: ignore[arg-type]


def card(brush: Brush, shape: Points, colour: Colour, spot: Colour) -> None:
    """A playing card by its four corners."""
    brush.form(shape, colour, 1.5)
    middle = sum(x for x, _y in shape) / 4, sum(y for _x, y in shape) / 4
    brush.flat(oval(*middle, 2.6, 2.6), spot)
