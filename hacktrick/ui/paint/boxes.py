"""Small helpers to divide rectangles: pixels in, pixels out.

Pure arithmetic: it must not draw and knows nothing of the game.
"""

from collections.abc import Callable

from pygame import Rect

USUAL_KEY = 84.0  # units: a smaller key has finer edges


def inset(rect: Rect, margin: int) -> Rect:
    return rect.inflate(-2 * margin, -2 * margin)


def key_place(rect: Rect, board: str) -> Rect:
    """The room of a key in a small drawn board: a server is round, so it takes a square."""
    if board != "servers":
        return rect
    edge = min(rect.size)
    square = Rect(0, 0, edge, edge)
    square.center = rect.center
    return square


def key_unit(size: tuple[int, int], scale: float) -> float:
    """Pixels of one unit of a key's edges: where text is large, keys are small beside it."""
    return min(scale, min(size) / USUAL_KEY)


def columns(rect: Rect, shares: tuple[float, ...], gap: int) -> list[Rect]:
    """Side by side, with widths in proportion to `shares`."""
    room = rect.width - gap * (len(shares) - 1)
    left = float(rect.x)
    result: list[Rect] = []
    for share in shares:
        width = room * share / sum(shares)
        result.append(Rect(round(left), rect.y, round(left + width) - round(left), rect.height))
        left += width + gap
    return result


def rows(rect: Rect, height: int, gap: int, n: int) -> list[Rect]:
    """`n` lines of the same height from the top of `rect`."""
    return [Rect(rect.x, rect.y + k * (height + gap), rect.width, height) for k in range(n)]


def sign_places(
    px: Callable[[float], int], midleft: tuple[int, int], n: int, size: float, width: int | None
) -> list[Rect]:
    """Places of `n` signs in a line; size in units. With a `width` in pixels they move together
    until they fit."""
    edge, step = px(size), float(px(size + 3.5))
    if width is not None and n > 1:
        step = min(step, (width - edge) / (n - 1))
    left, top = midleft[0], midleft[1] - edge // 2
    return [Rect(round(left + k * step), top, edge, edge) for k in range(n)]


def centred(size: tuple[int, int], width: int, height: int) -> Rect:
    """A box in the middle of a window, never larger than the window."""
    box = Rect(0, 0, min(width, size[0]), min(height, size[1]))
    box.center = size[0] // 2, size[1] // 2
    return box


def ways_between(places: list[Rect], elsewhere: list[Rect]) -> tuple[float, ...]:
    """How far to the right of its place each box would lie elsewhere."""
    return tuple(float(there.x - here.x) for here, there in zip(places, elsewhere, strict=True))
