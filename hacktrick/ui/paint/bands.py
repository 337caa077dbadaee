"""A length shared out among bands that stand in a line, and boxes in units.

Pure arithmetic: it must not draw and knows nothing of the table. Lengths are in any unit, as long
as it is the same for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

NO_LIMIT = 1e9


class Box(NamedTuple):
    """A rectangle whose edges need not be whole numbers."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> float:
        """Of its width."""
        return self.x + self.width / 2


NOTHING = Box(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Band:
    """One of the parts of a length.

    Attributes:
        least: without so much it is of no use.
        best: what it is given before anything grows beyond it.
        most: where it stops growing.
        grow: its share of what is left when all have their best.
    """

    name: str
    least: float
    best: float = 0.0
    most: float = NO_LIMIT
    grow: float = 0.0


def fits(bands: Sequence[Band], room: float, gap: float) -> bool:
    """Whether every band can have its least."""
    return sum(band.least for band in bands) + gap * (len(bands) - 1) <= room


def share(bands: Sequence[Band], room: float, gap: float) -> list[float]:
    """The lengths of the bands: first the least of each, then up to the best of each at the same
    pace, then what is left by their shares. Where not even the least fit, all shrink alike."""
    room -= gap * (len(bands) - 1)
    needed = sum(band.least for band in bands)
    if needed > room:
        return [band.least * room / needed for band in bands]
    wishes = [max(0.0, band.best - band.least) for band in bands]
    pace = min(1.0, (room - needed) / sum(wishes)) if any(wishes) else 0.0
    lengths = [band.least + wish * pace for band, wish in zip(bands, wishes, strict=True)]
    return _grown(bands, lengths, room - sum(lengths))


def _grown(bands: Sequence[Band], lengths: list[float], left: float) -> list[float]:
    """What is left goes to those who grow, each up to its most."""
    while left > 0.01:
        able = [n for n, band in enumerate(bands) if band.grow and lengths[n] < band.most - 0.01]
        if not able:
            break
        whole = sum(bands[n].grow for n in able)
        part = left
        for n in able:
            more = min(part * bands[n].grow / whole, bands[n].most - lengths[n])
            lengths[n] += more
            left -= more
    return lengths


def down(bands: Sequence[Band], zone: Box, gap: float) -> dict[str, Box]:
    """The bands below each other, each as wide as the zone."""
    found, y = {}, zone.y
    for band, height in zip(bands, share(bands, zone.height, gap), strict=True):
        found[band.name] = Box(zone.x, y, zone.width, height)
        y += height + gap
    return found


def across(bands: Sequence[Band], zone: Box, gap: float) -> dict[str, Box]:
    """The bands beside each other, each as high as the zone."""
    found, x = {}, zone.x
    for band, width in zip(bands, share(bands, zone.width, gap), strict=True):
        found[band.name] = Box(x, zone.y, width, zone.height)
        x += width + gap
    return found
