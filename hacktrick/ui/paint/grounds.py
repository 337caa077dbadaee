"""What stands behind the people of the codes: a colour and a pattern each, told from afar."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from hacktrick.themes import Colour
from hacktrick.ui.paint.brush import Brush, box, oval

Pattern = Callable[[Brush, Colour], None]


@dataclass(frozen=True, slots=True)
class Ground:
    """A colour, a pattern, and the colour of that."""

    colour: Colour
    pattern: Pattern
    second: Colour

    def paint(self, brush: Brush) -> None:
        brush.flat(box(50, 50, 104, 104), self.colour)
        self.pattern(brush, self.second)


def rays(brush: Brush, colour: Colour) -> None:
    for n in range(12):
        a, b = 2 * math.pi * n / 12, 2 * math.pi * (n + 0.5) / 12
        ends = [(50 + 90 * math.cos(t), 45 + 90 * math.sin(t)) for t in (a, b)]
        brush.flat([(50, 45), *ends], colour)


def rings(brush: Brush, colour: Colour) -> None:
    for radius in (18, 34, 50, 66):
        brush.stroke(oval(50, 44, radius, radius), colour, 5, closed=True)


def bars(brush: Brush, colour: Colour) -> None:
    for n in range(-4, 8):
        x = n * 18
        brush.flat([(x, -2), (x + 9, -2), (x + 59, 102), (x + 50, 102)], colour)


def waves(brush: Brush, colour: Colour) -> None:
    for n in range(7):
        line = [(x, 6 + n * 15 + 3 * math.sin(x / 6.4 + n)) for x in range(-4, 106, 3)]
        brush.stroke(line, colour, 3.4)


def keys(brush: Brush, colour: Colour) -> None:
    """The keys of the board."""
    for x in (14, 50, 86):
        for y in (14, 50, 86):
            brush.flat(box(x, y, 27, 27), colour)


def blinds(brush: Brush, colour: Colour) -> None:
    for n in range(7):
        brush.flat(box(50, 5 + n * 15, 104, 7), colour)


def dots(brush: Brush, colour: Colour) -> None:
    for row in range(8):
        for column in range(8):
            x = column * 14 + (7 if row % 2 else 0)
            brush.flat(oval(x, 1 + row * 14, 3, 3), colour)


def halves(brush: Brush, colour: Colour) -> None:
    """Two colours that meet: what changes hands."""
    brush.flat([(50, -2), (102, -2), (102, 102), (50, 102)], colour)


def moon(brush: Brush, colour: Colour) -> None:
    """One large disc behind the head."""
    brush.flat(oval(50, 42, 41, 41), colour)


def line(brush: Brush, colour: Colour) -> None:
    """A line across, as 8-5-2 runs."""
    brush.stroke([(-4, 20), (104, 80)], colour, 16)
    brush.stroke([(-4, 80), (104, 20)], colour, 16)


GROUNDS: dict[str, Ground] = {
    "slavic": Ground((196, 220, 228), keys, (222, 238, 242)),
    "baltic": Ground((30, 84, 112), waves, (58, 122, 148)),
    "god": Ground((56, 38, 104), rays, (92, 70, 150)),
    "huang": Ground((250, 206, 150), dots, (244, 176, 110)),
    "popescu": Ground((226, 202, 138), blinds, (196, 164, 96)),
    "vaeck": Ground((232, 178, 208), halves, (150, 198, 196)),
    "sun": Ground((126, 206, 222), rays, (178, 230, 236)),
    "kriskaya": Ground((58, 54, 84), bars, (92, 84, 128)),
    "grigorova": Ground((206, 222, 190), rings, (182, 206, 164)),
    "gorilla": Ground((112, 160, 92), line, (150, 192, 112)),
    "doo": Ground((16, 62, 66), moon, (226, 196, 112)),
    "rukowski": Ground((206, 208, 214), moon, (244, 206, 96)),
}
