"""Arithmetic of layouts: lengths shared among bands in units, and rectangles divided in pixels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pygame import Rect

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
        """The horizontal middle."""
        return self.x + self.width / 2


NOTHING = Box(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Band:
    """A part of a length that is shared.

    Attributes:
        least: the length below which it is of no use.
        best: what it gets before anything grows further.
        most: where it stops growing.
        grow: its share of what is left when all bands have their best.
    """

    name: str
    least: float
    best: float = 0.0
    most: float = NO_LIMIT
    grow: float = 0.0


def bands_fit(bands: Sequence[Band], room: float, gap: float) -> bool:
    """Whether every band can have its least length."""
    return sum(band.least for band in bands) + gap * (len(bands) - 1) <= room


def share_length(bands: Sequence[Band], room: float, gap: float) -> list[float]:
    """The lengths of bands in a room.

    Each gets its least, then all grow towards their best at the same pace, then what is left goes
    out by shares. Where not even the least fit, all shrink alike.
    """
    room -= gap * (len(bands) - 1)
    needed = sum(band.least for band in bands)
    if needed > room:
        return [band.least * room / needed for band in bands]
    wishes = [max(0.0, band.best - band.least) for band in bands]
    pace = min(1.0, (room - needed) / sum(wishes)) if any(wishes) else 0.0
    lengths = [band.least + wish * pace for band, wish in zip(bands, wishes, strict=True)]
    return _grown(bands, lengths, room - sum(lengths))


def _grown(bands: Sequence[Band], lengths: list[float], left: float) -> list[float]:
    """Give what is left to the growing bands, each up to its most."""
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


def bands_down(bands: Sequence[Band], zone: Box, gap: float) -> dict[str, Box]:
    """Place bands below each other, each as wide as the zone."""
    found, y = {}, zone.y
    for band, height in zip(bands, share_length(bands, zone.height, gap), strict=True):
        found[band.name] = Box(zone.x, y, zone.width, height)
        y += height + gap
    return found


def bands_across(bands: Sequence[Band], zone: Box, gap: float) -> dict[str, Box]:
    """Place bands beside each other, each as high as the zone."""
    found, x = {}, zone.x
    for band, width in zip(bands, share_length(bands, zone.width, gap), strict=True):
        found[band.name] = Box(x, zone.y, width, zone.height)
        x += width + gap
    return found


REFERENCE_KEY = 84.0  # units: a smaller key has finer edges


def inset(rect: Rect, margin: int) -> Rect:
    return rect.inflate(-2 * margin, -2 * margin)


def small_key_rect(rect: Rect, board: str) -> Rect:
    """The place of a key in a small drawing of a board; a server is round and takes a square."""
    if board != "servers":
        return rect
    edge = min(rect.size)
    square = Rect(0, 0, edge, edge)
    square.center = rect.center
    return square


def key_unit(size: tuple[int, int], scale: float) -> float:
    """Pixels of one unit of a key's edges; small keys beside large text have finer edges."""
    return min(scale, min(size) / REFERENCE_KEY)


def columns(rect: Rect, shares: tuple[float, ...], gap: int) -> list[Rect]:
    """Divide a rectangle into columns with widths in proportion to ``shares``."""
    room = rect.width - gap * (len(shares) - 1)
    left = float(rect.x)
    result: list[Rect] = []
    for share in shares:
        width = room * share / sum(shares)
        result.append(Rect(round(left), rect.y, round(left + width) - round(left), rect.height))
        left += width + gap
    return result


def rows(rect: Rect, height: int, gap: int, n: int) -> list[Rect]:
    """Place ``n`` rows of the same height from the top of a rectangle."""
    return [Rect(rect.x, rect.y + k * (height + gap), rect.width, height) for k in range(n)]


def sign_rects(
    px: Callable[[float], int], midleft: tuple[int, int], n: int, size: float, width: int | None
) -> list[Rect]:
    """The places of ``n`` signs in a line.

    Args:
        size: of a sign, in units.
        width: in pixels; signs move together until they fit.
    """
    edge, step = px(size), float(px(size + 3.5))
    if width is not None and n > 1:
        step = min(step, (width - edge) / (n - 1))
    left, top = midleft[0], midleft[1] - edge // 2
    return [Rect(round(left + k * step), top, edge, edge) for k in range(n)]


def centred_box(size: tuple[int, int], width: int, height: int) -> Rect:
    """A box in the middle of a window, never larger than the window."""
    box = Rect(0, 0, min(width, size[0]), min(height, size[1]))
    box.center = size[0] // 2, size[1] // 2
    return box
