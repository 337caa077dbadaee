"""A brush for pictures of people: shapes in hundredths of the picture's edge, in a material.

It must not know whom it paints. Light comes from the upper left, everywhere and in every material:
a shape gets its shadow at the lower right and its light at the upper left by itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from hacktrick.themes import Colour
from hacktrick.ui.paint.tools import BLACK, WHITE, Point, Rgba, alpha, mix, vertical

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
            pygame.draw.circle(small, alpha(graded, level), (24, 24), n)
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
            body = vertical(mask.get_size(), ((0, alpha(top, 1)), (1, alpha(low, 1))))
        else:
            body = pygame.Surface(mask.get_size(), pygame.SRCALPHA)
            body.fill(alpha(colour, 1))
        body.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(body, corner)

    def _shadow(self, mask: pygame.Surface, corner: tuple[int, int], depth: float) -> None:
        colour, strength = self.material.shadow
        rest = self._crescent(mask, -depth, -depth * 0.8)
        if self.material.hatch:
            rest.blit(self._hatching(rest.get_size(), corner), (0, 0), None, pygame.BLEND_RGBA_MULT)
        self._tint(rest, corner, alpha(colour, strength))

    def _light(self, mask: pygame.Surface, corner: tuple[int, int], depth: float) -> None:
        colour, strength = self.material.light
        if strength:
            self._tint(self._crescent(mask, depth, depth * 0.8), corner, alpha(colour, strength))

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


def smooth(points: Points, closed: bool = True) -> list[Point]:
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


def both(half: Points, middle: float = 50.0) -> list[Point]:
    """A symmetric shape from its right half: (distance from the middle, height), downwards."""
    right = [(middle + x, y) for x, y in half]
    left = [(middle - x, y) for x, y in reversed(half)]
    return right + left


def soft(half: Points, middle: float = 50.0) -> list[Point]:
    """The same with a curve for an outline."""
    return smooth(both(half, middle))


def oval(
    x: float, y: float, wide: float, tall: float, start: float = 0.0, end: float = 1.0
) -> list[Point]:
    """An ellipse or, from one share of a full turn to another, a part of its edge; 0: at the
    right, going down."""
    n = max(8, round(40 * (end - start)))
    last = n if end - start >= 1 else n + 1
    turns = [2 * math.pi * (start + (end - start) * k / n) for k in range(last)]
    return [(x + wide * math.cos(turn), y + tall * math.sin(turn)) for turn in turns]


def tilted(points: Points, centre: Point, turn: float) -> list[Point]:
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
