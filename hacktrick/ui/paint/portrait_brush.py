"""A brush for portraits: shapes in hundredths of the picture's edge, and parts of faces made of
them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from hacktrick.app.themes import Colour
from hacktrick.ui.paint.canvas import BLACK, WHITE, Point, Rgba, mix, vertical_gradient, with_alpha

Points = Sequence[Point]

FACTOR = 3  # how much too large everything is drawn
STEPS = 6  # pieces of a curve between two points


@dataclass(frozen=True, slots=True)
class Material:
    """What a picture is made of.

    Attributes:
        grade: a colour by daylight as it looks in this material.
        outline: colour and width of the edge of a shape; a width of 0: none.
        shadow: colour and strength at the lower right of a shape.
        light: the same at the upper left.
        hatch: the distance of the lines that a shadow is made of; 0: it is a tone.
        round: how much lighter a shape is above than below, 0 to 1.
    """

    grade: Callable[[Colour], Colour]
    outline: tuple[Colour, float]
    shadow: tuple[Colour, float]
    light: tuple[Colour, float]
    hatch: float = 0.0
    round: float = 0.0


class Brush:
    """A square picture of ``pixels`` edge in the making."""

    def __init__(self, pixels: int, material: Material) -> None:
        self.pixels, self.material = pixels, material
        self.unit = pixels * FACTOR / 100
        self.surface = pygame.Surface((pixels * FACTOR,) * 2, pygame.SRCALPHA)

    def finish(self) -> pygame.Surface:
        return pygame.transform.smoothscale(self.surface, (self.pixels,) * 2)

    # Shapes

    def form(
        self,
        points: Points,
        colour: Colour,
        depth: float = 3.0,
        inside: Points | None = None,
        line: float = 1.0,
    ) -> None:
        """A solid shape.

        Args:
            depth: how far its shadow reaches into it; 0: it is flat.
            inside: only what lies in this other shape is seen.
            line: its outline as a share of the usual one.
        """
        corner, mask = self._mask(points, inside)
        self._fill(mask, corner, self.material.grade(colour))
        if depth:
            self._shadow(mask, corner, depth)
            self._light(mask, corner, depth * 0.45)
        if line and inside is None:
            self._outline(points, line)

    def flat(self, points: Points, colour: Colour, inside: Points | None = None) -> None:
        """A shape without shadow or edge."""
        self.form(points, colour, 0, inside, 0)

    def stroke(self, points: Points, colour: Colour, width: float, closed: bool = False) -> None:
        """A line with round ends."""
        self._line(points, self.material.grade(colour), width, closed)

    def glow(self, centre: Point, radius: float, colour: Colour, strength: float = 0.5) -> None:
        """A soft light."""
        edge = max(2, round(2 * radius * self.unit))
        small = pygame.Surface((48, 48), pygame.SRCALPHA)
        graded = self.material.grade(colour)
        for n in range(24, 0, -1):
            level = strength * (1 - n / 24) ** 1.6
            pygame.draw.circle(small, with_alpha(graded, level), (24, 24), n)
        picture = pygame.transform.smoothscale(small, (edge, edge))
        x, y = self._at(centre)
        self.surface.blit(picture, (x - edge / 2, y - edge / 2))

    # How a shape is made

    def _at(self, point: Point) -> Point:
        return point[0] * self.unit, point[1] * self.unit

    def _mask(
        self, points: Points, inside: Points | None
    ) -> tuple[tuple[int, int], pygame.Surface]:
        """White where the shape is, and where its corner lies on the surface."""
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
        rest = self._crescent(mask, -depth, -depth * 0.8)
        if self.material.hatch:
            rest.blit(self._hatching(rest.get_size(), corner), (0, 0), None, pygame.BLEND_RGBA_MULT)
        self._tint(rest, corner, with_alpha(colour, strength))

    def _light(self, mask: pygame.Surface, corner: tuple[int, int], depth: float) -> None:
        colour, strength = self.material.light
        if strength:
            self._tint(
                self._crescent(mask, depth, depth * 0.8), corner, with_alpha(colour, strength)
            )

    def _crescent(self, mask: pygame.Surface, dx: float, dy: float) -> pygame.Surface:
        """What a shape leaves uncovered of itself when it moves by so much."""
        rest = mask.copy()
        by = round(dx * self.unit), round(dy * self.unit)
        rest.blit(mask, by, special_flags=pygame.BLEND_RGBA_SUB)
        return rest

    def _tint(self, rest: pygame.Surface, corner: tuple[int, int], colour: Rgba) -> None:
        rest.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(rest, corner)

    def _hatching(self, size: tuple[int, int], corner: tuple[int, int]) -> pygame.Surface:
        """Slanting lines that go on from one shape to the next."""
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
    """A curve through all points (Catmull and Rom's)."""
    n = len(points)
    found: list[Point] = []
    for i in range(n if closed else n - 1):
        if closed:
            four = [points[(i + k) % n] for k in (-1, 0, 1, 2)]
        else:
            four = [points[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2)]
        found += [_between(four, step / STEPS) for step in range(STEPS)]
    return found if closed else [*found, points[-1]]


def _between(four: Points, t: float) -> Point:
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
    """A symmetric shape from its right half: (distance from the middle, height), downwards."""
    right = [(middle + x, y) for x, y in half]
    left = [(middle - x, y) for x, y in reversed(half)]
    return right + left


def symmetric_curve(half: Points, middle: float = 50.0) -> list[Point]:
    """The same with a curve for an outline."""
    return smooth_curve(symmetric(half, middle))


def oval(
    x: float, y: float, wide: float, tall: float, start: float = 0.0, end: float = 1.0
) -> list[Point]:
    """An ellipse or, from one share of a full turn to another, a part of its edge; 0: at the
    right, going down."""
    n = max(8, round(40 * (end - start)))
    last = n if end - start >= 1 else n + 1
    turns = [2 * math.pi * (start + (end - start) * k / n) for k in range(last)]
    return [(x + wide * math.cos(turn), y + tall * math.sin(turn)) for turn in turns]


def rotated(points: Points, centre: Point, turn: float) -> list[Point]:
    """Turned clockwise around a point, by a share of a full turn."""
    sine, cosine = math.sin(2 * math.pi * turn), math.cos(2 * math.pi * turn)
    moved = [(x - centre[0], y - centre[1]) for x, y in points]
    return [
        (centre[0] + x * cosine - y * sine, centre[1] + x * sine + y * cosine) for x, y in moved
    ]


def box(x: float, y: float, wide: float, tall: float) -> list[Point]:
    """A rectangle by its middle."""
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


def bust(brush: Brush, skin: Colour, cloth: Colour, wide: float = 36, top: float = 79) -> None:
    """Neck and shoulders."""
    brush.form(symmetric([(8, 60), (8, 76), (15, 86), (0, 90)]), skin, 4)
    brush.form(
        symmetric_curve(
            [(9, top), (wide * 0.62, top + 4), (wide, top + 13), (wide + 4, 106), (0, 108)]
        ),
        cloth,
        5,
    )


def collar(brush: Brush, skin: Colour, deep: float = 12, wide: float = 10) -> None:
    """Skin in an open collar."""
    brush.form(symmetric([(wide, 78), (0, 78 + deep)]), skin, 0, line=0.7)


def head(
    brush: Brush, skin: Colour, wide: float = 18, top: float = 22, jaw: float = 12, chin: float = 70
) -> list[Point]:
    """The face; returns its outline."""
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
        line = smooth_curve([(x + side * dx * size, y + dy * size) for dx, dy in lid], closed=False)
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
        brush.stroke(smooth_curve([inner, bend, outer], closed=False), colour, thick)


def nose(brush: Brush, skin: Colour, y: float = 55, wide: float = 3.6, long: float = 9) -> None:
    shape = smooth_curve(
        [(49.6, y - long), (50 + wide, y - 0.5), (50, y + 1.6), (50 - wide, y - 0.5)]
    )
    brush.form(shape, skin, 2.2, line=0)
    edge = oval(50, y - 1.6, wide, 3.0, 0.03, 0.47)
    brush.stroke(edge, INK, 0.9)


def smile(
    brush: Brush, y: float = 62, wide: float = 7, deep: float = 2.4, thick: float = 1.3
) -> None:
    line = smooth_curve(
        [(50 - wide, y - deep * 0.4), (50, y + deep), (50 + wide, y - deep * 0.4)], False
    )
    brush.stroke(line, INK, thick)


def lips(brush: Brush, colour: Colour, y: float = 62, wide: float = 6, tall: float = 3) -> None:
    upper = [(50 - wide, y), (50 - wide * 0.35, y - tall * 0.9), (50, y - tall * 0.55)]
    right = [(100 - px, py) for px, py in reversed(upper[:2])]
    shape = [*upper, *right, (50 + wide * 0.5, y + tall), (50, y + tall * 1.2)]
    brush.form(smooth_curve([*shape, (50 - wide * 0.5, y + tall)]), colour, 1, line=0.5)
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
    brush.form(smooth_curve(symmetric([*half, *low])), colour, 1.6, line=0.8)


def beard(brush: Brush, colour: Colour, points: Points) -> None:
    """Its right half from the ear down to the tip."""
    brush.form(symmetric_curve(points), colour, 4)


def spectacle_lens(
    brush: Brush, shape: Points, colour: Colour, frame: Colour, thick: float = 2.0
) -> None:
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


def marker_disc(
    brush: Brush, x: float, y: float, size: float, colour: Colour, double: bool = False
) -> None:
    """A marker, seen from above."""
    brush.form(oval(x, y, size, size), colour, size * 0.5)
    inner = size * 0.62
    brush.stroke(oval(x, y, inner, inner), tuple(c * 2 // 3 for c in colour), 1.0, closed=True)  # type: ignore[arg-type]
    if double:
        brush.flat(oval(x, y, size * 0.3, size * 0.3), tuple(c // 2 for c in colour))  # type: ignore[arg-type]


def playing_card(brush: Brush, shape: Points, colour: Colour, spot: Colour) -> None:
    """A playing card by its four corners."""
    brush.form(shape, colour, 1.5)
    middle = sum(x for x, _y in shape) / 4, sum(y for _x, y in shape) / 4
    brush.flat(oval(*middle, 2.6, 2.6), spot)
