"""A brush for portraits, and the parts of faces drawn with it.

All coordinates and lengths are in hundredths of the picture's edge.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from hacktrick.app.themes import Colour
from hacktrick.ui.paint.canvas import BLACK, WHITE, Point, Rgba, mix, vertical_gradient, with_alpha

Points = Sequence[Point]

OVERSAMPLING = 3  # everything is drawn this many times too large, then scaled down
CURVE_STEPS = 6  # segments of a curve between two of its points


@dataclass(frozen=True, slots=True)
class Material:
    """The graphic style of portraits in a theme.

    Attributes:
        grade: converts a natural colour to one of this style.
        outline: colour and width of the outline of a shape; width 0 for none.
        shadow: colour and opacity of the shadow at the lower right of a shape.
        light: colour and opacity of the light at the upper left of a shape.
        hatch: distance of the lines of a hatched shadow; 0 for a solid one.
        round: how much lighter a shape is at the top than at the bottom, 0 to 1.
    """

    grade: Callable[[Colour], Colour]
    outline: tuple[Colour, float]
    shadow: tuple[Colour, float]
    light: tuple[Colour, float]
    hatch: float = 0.0
    round: float = 0.0


class Brush:
    """Draws on a square picture with an edge of ``pixels``."""

    def __init__(self, pixels: int, material: Material) -> None:
        self.pixels, self.material = pixels, material
        self.unit = pixels * OVERSAMPLING / 100
        self.surface = pygame.Surface((pixels * OVERSAMPLING,) * 2, pygame.SRCALPHA)

    def finish(self) -> pygame.Surface:
        return pygame.transform.smoothscale(self.surface, (self.pixels,) * 2)

    # Shapes

    def shape(
        self,
        points: Points,
        colour: Colour,
        depth: float = 3.0,
        inside: Points | None = None,
        line: float = 1.0,
    ) -> None:
        """Draw a shape with shadow, light and outline.

        Args:
            depth: how far the shadow reaches into the shape; 0 for none.
            inside: another shape that clips this one.
            line: width of the outline, as a multiple of the material's.
        """
        corner, mask = self._mask(points, inside)
        self._fill(mask, corner, self.material.grade(colour))
        if depth:
            self._shadow(mask, corner, depth)
            self._light(mask, corner, depth * 0.45)
        if line and inside is None:
            self._outline(points, line)

    def flat_shape(self, points: Points, colour: Colour, inside: Points | None = None) -> None:
        """Draw a shape without shadow or outline."""
        self.shape(points, colour, 0, inside, 0)

    def stroke(self, points: Points, colour: Colour, width: float, closed: bool = False) -> None:
        """Draw a line with round ends."""
        self._line(points, self.material.grade(colour), width, closed)

    def glow(self, centre: Point, radius: float, colour: Colour, strength: float = 0.5) -> None:
        """Draw a soft round light."""
        edge = max(2, round(2 * radius * self.unit))
        small = pygame.Surface((48, 48), pygame.SRCALPHA)
        graded = self.material.grade(colour)
        for n in range(24, 0, -1):
            level = strength * (1 - n / 24) ** 1.6
            pygame.draw.circle(small, with_alpha(graded, level), (24, 24), n)
        picture = pygame.transform.smoothscale(small, (edge, edge))
        x, y = self._at(centre)
        self.surface.blit(picture, (x - edge / 2, y - edge / 2))

    # Layers of a shape

    def _at(self, point: Point) -> Point:
        return point[0] * self.unit, point[1] * self.unit

    def _mask(
        self, points: Points, inside: Points | None
    ) -> tuple[tuple[int, int], pygame.Surface]:
        """The corner of a shape on the surface, and a mask that is white where the shape is."""
        places = [self._at(point) for point in points]
        left, top = min(x for x, _y in places), min(y for _x, y in places)
        right, low = max(x for x, _y in places), max(y for _x, y in places)
        box = pygame.Rect(math.floor(left), math.floor(top), 0, 0)
        box.size = math.ceil(right - left) + 2, math.ceil(low - top) + 2
        mask = _polygon(box, places)
        if inside is not None:
            other = _polygon(box, [self._at(point) for point in inside])
            mask.blit(other, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return box.topleft, mask

    def _fill(self, mask: pygame.Surface, corner: tuple[int, int], colour: Colour) -> None:
        round_ = self.material.round
        if round_:
            top, low = mix(colour, WHITE, 0.16 * round_), mix(colour, BLACK, 0.22 * round_)
            body = vertical_gradient(
                mask.get_size(), ((0, with_alpha(top, 1)), (1, with_alpha(low, 1)))
            )
        else:
            body = pygame.Surface(mask.get_size(), pygame.SRCALPHA)
            body.fill(with_alpha(colour, 1))
        body.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(body, corner)

    def _shadow(self, mask: pygame.Surface, corner: tuple[int, int], depth: float) -> None:
        colour, strength = self.material.shadow
        crescent = self._uncovered(mask, -depth, -depth * 0.8)
        if self.material.hatch:
            crescent.blit(
                self._hatching(crescent.get_size(), corner), (0, 0), None, pygame.BLEND_RGBA_MULT
            )
        self._tint(crescent, corner, with_alpha(colour, strength))

    def _light(self, mask: pygame.Surface, corner: tuple[int, int], depth: float) -> None:
        colour, strength = self.material.light
        if strength:
            self._tint(
                self._uncovered(mask, depth, depth * 0.8), corner, with_alpha(colour, strength)
            )

    def _uncovered(self, mask: pygame.Surface, dx: float, dy: float) -> pygame.Surface:
        """The crescent of a shape that the same shape, moved by (dx, dy), does not cover."""
        crescent = mask.copy()
        by = round(dx * self.unit), round(dy * self.unit)
        crescent.blit(mask, by, special_flags=pygame.BLEND_RGBA_SUB)
        return crescent

    def _tint(self, crescent: pygame.Surface, corner: tuple[int, int], colour: Rgba) -> None:
        crescent.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(crescent, corner)

    def _hatching(self, size: tuple[int, int], corner: tuple[int, int]) -> pygame.Surface:
        """Slanting lines that continue seamlessly from one shape to the next."""
        lines = pygame.Surface(size, pygame.SRCALPHA)
        step = max(3, round(self.material.hatch * self.unit))
        width, height = size
        first = -((corner[0] + corner[1]) % step)
        for start in range(first, width + height + step, step):
            ends = (start, 0), (start - height, height)
            pygame.draw.line(lines, (255, 255, 255, 255), *ends, max(2, step // 2))
        return lines

    def _outline(self, points: Points, share: float) -> None:
        colour, width = self.material.outline
        if width:
            self._line(points, colour, width * share, True)

    def _line(self, points: Points, colour: Colour, width: float, closed: bool) -> None:
        places = [self._at(point) for point in points]
        thick = max(1, round(width * self.unit))
        if len(places) > 1:
            pygame.draw.lines(self.surface, colour, closed, places, thick)
        if thick > 2:
            for place in places:
                pygame.draw.circle(self.surface, colour, place, (thick - 1) / 2)


def _polygon(box: pygame.Rect, places: Points) -> pygame.Surface:
    mask = pygame.Surface(box.size, pygame.SRCALPHA)
    moved = [(x - box.x, y - box.y) for x, y in places]
    pygame.draw.polygon(mask, (255, 255, 255, 255), moved)
    return mask


# Outlines


def smooth_curve(points: Points, closed: bool = True) -> list[Point]:
    """A Catmull-Rom spline through all points."""
    n = len(points)
    found: list[Point] = []
    for i in range(n if closed else n - 1):
        if closed:
            four = [points[(i + k) % n] for k in (-1, 0, 1, 2)]
        else:
            four = [points[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2)]
        found += [_catmull_rom(four, step / CURVE_STEPS) for step in range(CURVE_STEPS)]
    return found if closed else [*found, points[-1]]


def _catmull_rom(four: Points, t: float) -> Point:
    weights = (
        -0.5 * t + t**2 - 0.5 * t**3,
        1 - 2.5 * t**2 + 1.5 * t**3,
        0.5 * t + 2 * t**2 - 1.5 * t**3,
        -0.5 * t**2 + 0.5 * t**3,
    )
    x = sum(w * point[0] for w, point in zip(weights, four, strict=True))
    y = sum(w * point[1] for w, point in zip(weights, four, strict=True))
    return x, y


def symmetric(half: Points, middle: float = 50.0) -> list[Point]:
    """A symmetric outline from its right half, given from top to bottom as (distance from the
    middle, y)."""
    right = [(middle + x, y) for x, y in half]
    left = [(middle - x, y) for x, y in reversed(half)]
    return right + left


def symmetric_curve(half: Points, middle: float = 50.0) -> list[Point]:
    """A symmetric outline like symmetric(), but with a smooth curve."""
    return smooth_curve(symmetric(half, middle))


def oval(
    x: float, y: float, wide: float, tall: float, start: float = 0.0, end: float = 1.0
) -> list[Point]:
    """The outline of an ellipse with radii ``wide`` and ``tall``, or a part of it; ``start`` and
    ``end`` are in full turns, clockwise from the right."""
    n = max(8, round(40 * (end - start)))
    last = n if end - start >= 1 else n + 1
    turns = [2 * math.pi * (start + (end - start) * k / n) for k in range(last)]
    return [(x + wide * math.cos(turn), y + tall * math.sin(turn)) for turn in turns]


def rotated(points: Points, centre: Point, turn: float) -> list[Point]:
    """The points rotated clockwise around a centre; ``turn`` is in full turns."""
    sine, cosine = math.sin(2 * math.pi * turn), math.cos(2 * math.pi * turn)
    moved = [(x - centre[0], y - centre[1]) for x, y in points]
    return [
        (centre[0] + x * cosine - y * sine, centre[1] + x * sine + y * cosine) for x, y in moved
    ]


def box(x: float, y: float, wide: float, tall: float) -> list[Point]:
    """The corners of a rectangle around (x, y)."""
    w, h = wide / 2, tall / 2
    return [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]


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


def paint_bust(
    brush: Brush, skin: Colour, cloth: Colour, wide: float = 36, top: float = 79
) -> None:
    """Paint neck and shoulders."""
    brush.shape(symmetric([(8, 60), (8, 76), (15, 86), (0, 90)]), skin, 4)
    brush.shape(
        symmetric_curve(
            [(9, top), (wide * 0.62, top + 4), (wide, top + 13), (wide + 4, 106), (0, 108)]
        ),
        cloth,
        5,
    )


def paint_collar(brush: Brush, skin: Colour, deep: float = 12, wide: float = 10) -> None:
    """Paint the skin in an open collar."""
    brush.shape(symmetric([(wide, 78), (0, 78 + deep)]), skin, 0, line=0.7)


def paint_head(
    brush: Brush, skin: Colour, wide: float = 18, top: float = 22, jaw: float = 12, chin: float = 70
) -> list[Point]:
    """Paint the face; returns its outline."""
    tall = chin - top
    outline = symmetric_curve(
        [
            (wide * 0.55, top + 1.5),
            (wide * 0.95, top + tall * 0.25),
            (wide, top + tall * 0.5),
            (wide * 0.92, top + tall * 0.7),
            (jaw, top + tall * 0.9),
            (jaw * 0.45, chin),
        ]
    )
    brush.shape(outline, skin, 4.5)
    return outline


def paint_ears(
    brush: Brush, skin: Colour, wide: float = 18.5, y: float = 48, size: float = 4.5
) -> None:
    for side in (-1, 1):
        brush.shape(oval(50 + side * wide, y, size * 0.75, size * 1.25), skin, 1.5)


def paint_eyes(
    brush: Brush, y: float = 46, gap: float = 8, size: float = 2.7, iris: Colour = INK
) -> None:
    """Paint both eyes: white, iris, pupil and highlight."""
    for side in (-1, 1):
        x = 50 + side * gap
        brush.shape(oval(x, y, size * 1.5, size * 1.12), CREAM, 0, line=0.7)
        brush.flat_shape(oval(x, y, size * 0.92, size * 1.02), iris)
        brush.flat_shape(oval(x, y, size * 0.5, size * 0.55), INK)
        brush.flat_shape(oval(x - size * 0.3, y - size * 0.35, size * 0.28, size * 0.28), CREAM)


def paint_lashes(brush: Brush, y: float = 46, gap: float = 8, size: float = 2.7) -> None:
    """Paint heavy upper lashes that end in a wing."""
    for side in (-1, 1):
        x = 50 + side * gap
        lid = [(-1.6, 0.0), (-0.8, -1.15), (0.6, -1.2), (1.6, -0.3), (2.3, -1.1)]
        line = smooth_curve([(x + side * dx * size, y + dy * size) for dx, dy in lid], closed=False)
        brush.stroke(line, INK, 1.5)


def paint_lids(
    brush: Brush, skin: Colour, y: float = 46, gap: float = 8, size: float = 2.7, part: float = 0.5
) -> None:
    """Paint half-closed lids over the eyes, for a tired or sly look."""
    for side in (-1, 1):
        x = 50 + side * gap
        upper = oval(x, y, size * 1.65, size * 1.3, 0.5, 1.0)
        cut = [(px, min(py, y - size * (0.6 - part))) for px, py in upper]
        brush.flat_shape([*cut, (x + size * 1.65, y - size * (0.6 - part))], skin)
        low = y - size * (0.6 - part)
        brush.stroke([(x - size * 1.6, low), (x + size * 1.6, low)], INK, 1.0)


def paint_brows(
    brush: Brush,
    colour: Colour,
    y: float = 40,
    gap: float = 8,
    long: float = 9,
    thick: float = 2.2,
    tilt: float = 0.0,
) -> None:
    """Paint eyebrows; ``tilt`` is how much higher the outer ends are, negative looks worried."""
    for side in (-1, 1):
        x = 50 + side * gap
        inner = (x - side * long / 2, y + tilt / 2)
        bend = (x, y - 1.2)
        outer = (x + side * long / 2, y - tilt / 2)
        brush.stroke(smooth_curve([inner, bend, outer], closed=False), colour, thick)


def paint_nose(
    brush: Brush, skin: Colour, y: float = 55, wide: float = 3.6, long: float = 9
) -> None:
    shape = smooth_curve(
        [(49.6, y - long), (50 + wide, y - 0.5), (50, y + 1.6), (50 - wide, y - 0.5)]
    )
    brush.shape(shape, skin, 2.2, line=0)
    edge = oval(50, y - 1.6, wide, 3.0, 0.03, 0.47)
    brush.stroke(edge, INK, 0.9)


def paint_smile(
    brush: Brush, y: float = 62, wide: float = 7, deep: float = 2.4, thick: float = 1.3
) -> None:
    line = smooth_curve(
        [(50 - wide, y - deep * 0.4), (50, y + deep), (50 + wide, y - deep * 0.4)], False
    )
    brush.stroke(line, INK, thick)


def paint_lips(
    brush: Brush, colour: Colour, y: float = 62, wide: float = 6, tall: float = 3
) -> None:
    upper = [(50 - wide, y), (50 - wide * 0.35, y - tall * 0.9), (50, y - tall * 0.55)]
    right = [(100 - px, py) for px, py in reversed(upper[:2])]
    shape = [*upper, *right, (50 + wide * 0.5, y + tall), (50, y + tall * 1.2)]
    brush.shape(smooth_curve([*shape, (50 - wide * 0.5, y + tall)]), colour, 1, line=0.5)
    brush.stroke([(50 - wide, y), (50, y + 0.5), (50 + wide, y)], INK, 0.8)


def paint_grin(brush: Brush, y: float = 61, wide: float = 8, deep: float = 5) -> None:
    """Paint an open mouth with teeth."""
    mouth = [*oval(50, y, wide, deep, 0.0, 0.5), (50 - wide, y)]
    brush.shape(mouth, INK, 0, line=0.8)
    narrow = wide * 0.8
    teeth = [(50 - wide, y), (50 + wide, y), (50 + narrow, y + 2), (50 - narrow, y + 2)]
    brush.flat_shape(teeth, CREAM, mouth)


def paint_moustache(
    brush: Brush, colour: Colour, y: float = 60, wide: float = 14, tall: float = 5, curl: float = 0
) -> None:
    """Paint a moustache; ``curl`` is how much higher its ends are than the middle."""
    half = [(0.0, y - tall * 0.45), (wide * 0.45, y - tall * 0.5), (wide, y - curl)]
    low = [(wide * 0.5, y + tall * 0.75), (0.0, y + tall * 0.35)]
    brush.shape(smooth_curve(symmetric([*half, *low])), colour, 1.6, line=0.8)


def paint_beard(brush: Brush, colour: Colour, points: Points) -> None:
    """Paint a beard; ``points`` is its right half, from the ear down to the tip."""
    brush.shape(symmetric_curve(points), colour, 4)


def paint_spectacle_lens(
    brush: Brush, shape: Points, colour: Colour, frame: Colour, thick: float = 2.0
) -> None:
    """Paint a lens of a pair of glasses, with a reflection."""
    brush.shape(shape, colour, 0, line=0)
    left, top = min(x for x, _y in shape), min(y for _x, y in shape)
    wide, tall = max(x for x, _y in shape) - left, max(y for _x, y in shape) - top
    gleam = [
        (left + wide * 0.22, top),
        (left + wide * 0.5, top),
        (left + wide * 0.28, top + tall),
        (left, top + tall),
    ]
    brush.flat_shape(gleam, tuple(min(255, c + 70) for c in colour), shape)  # type: ignore[arg-type]
    brush.stroke(shape, frame, thick, closed=True)


def paint_marker_disc(
    brush: Brush, x: float, y: float, size: float, colour: Colour, double: bool = False
) -> None:
    """Paint a marker seen from above."""
    brush.shape(oval(x, y, size, size), colour, size * 0.5)
    inner = size * 0.62
    brush.stroke(oval(x, y, inner, inner), tuple(c * 2 // 3 for c in colour), 1.0, closed=True)  # type: ignore[arg-type]
    if double:
        brush.flat_shape(oval(x, y, size * 0.3, size * 0.3), tuple(c // 2 for c in colour))  # type: ignore[arg-type]


def paint_playing_card(brush: Brush, shape: Points, colour: Colour, spot: Colour) -> None:
    """Paint a playing card with these four corners."""
    brush.shape(shape, colour, 1.5)
    middle = sum(x for x, _y in shape) / 4, sum(y for _x, y in shape) / 4
    brush.flat_shape(oval(*middle, 2.6, 2.6), spot)
