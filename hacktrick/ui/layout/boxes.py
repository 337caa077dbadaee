"""Arithmetic of layouts: rectangles divided in pixels."""

from __future__ import annotations

from pygame import Rect

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


def centred_box(size: tuple[int, int], width: int, height: int) -> Rect:
    """A box in the middle of a window, never larger than the window."""
    box = Rect(0, 0, min(width, size[0]), min(height, size[1]))
    box.center = size[0] // 2, size[1] // 2
    return box
