"""Where the parts of a review lie: columns, pages on small windows, below each other on tall ones.

Pure arithmetic in units.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from hacktrick.ui.stage.context import Context

EDGE, GAP = 16.0, 8.0
TOP = 64.0  # units of the line with the title
WIDE = 1200.0  # from this width on all columns fit beside each other
TALL = 1000.0  # from this height on they fit below each other
BUTTON = 46.0
TAB = 44.0


BUTTONS = ("next", "retry", "branch", "swap", "figures", "back")
FEW = tuple(name for name in BUTTONS if name != "figures")  # where figures are a page


@dataclass(frozen=True, slots=True)
class Places:
    """Rectangles in pixels by name; ``paged``: only one of the columns is there at a time."""

    rects: dict[str, pygame.Rect]
    paged: bool


def is_paged(context: Context) -> bool:
    """Whether there is room for one of the columns only."""
    width, height = context.units
    return width < WIDE and height < TALL


def places_for(context: Context, page: str) -> Places:
    """The places for this window.

    Args:
        page: the column that is shown where there is room for one only.
    """
    width, height = context.units
    rects = _head(context, width)
    if width >= WIDE:
        rects |= _wide(context, width, height)
    elif height >= TALL:
        rects |= _tall(context, width, height)
    else:
        return _with_inner(context, rects | _small(context, width, height, page), True)
    return _with_inner(context, rects, False)


def _with_inner(context: Context, rects: dict[str, pygame.Rect], paged: bool) -> Places:
    """The curve without the title of its panel."""
    px, rect = context.px, rects["curve"]
    inner = pygame.Rect(rect.left, rect.top + px(32), rect.width, rect.height - px(38))
    return Places({**rects, "curve inner": inner}, paged)


def _head(context: Context, width: float) -> dict[str, pygame.Rect]:
    """The line with the title: which round, and seen by whom."""
    rect = context.rect
    return {
        "eye": rect(width - EDGE - 300, 14, 300, 42),
        "round": rect(width - EDGE - 300 - 12 - 260, 14, 260, 42),
    }


def _buttons(
    context: Context, left: float, width: float, top: float, bottom: float, names: tuple[str, ...]
) -> dict[str, pygame.Rect]:
    """One below the other, at the lower end."""
    step = min(BUTTON + GAP, (bottom - top + GAP) / len(names))
    first = bottom - step * len(names) + GAP
    return {
        name: context.rect(left, first + n * step, width, step - GAP)
        for n, name in enumerate(names)
    }


def _wide(context: Context, width: float, height: float) -> dict[str, pygame.Rect]:
    rect, bottom = context.rect, height - EDGE
    side = min(420.0, max(340.0, width * 0.28))
    room = width - 2 * EDGE - GAP - side
    curve = min(320.0, (bottom - TOP) * 0.38)
    low = TOP + curve + GAP
    shares = (0.33, 0.39, 0.28)
    widths = [(room - 2 * GAP) * share for share in shares]
    lefts = [EDGE, EDGE + widths[0] + GAP, EDGE + widths[0] + widths[1] + 2 * GAP]
    names = zip(("moments", "turn", "hands"), lefts, widths, strict=True)
    columns = {name: rect(left, low, wide, bottom - low) for name, left, wide in names}
    left = width - EDGE - side
    board = min(320.0, (bottom - TOP) * 0.5)
    below = _buttons(context, left, side, TOP + board + GAP, bottom, BUTTONS)
    return {
        "curve": rect(EDGE, TOP, room, curve),
        "board": rect(left, TOP, side, board),
        **columns,
        **below,
    }


def _tall(context: Context, width: float, height: float) -> dict[str, pygame.Rect]:
    rect, room = context.rect, width - 2 * EDGE
    half = (room - GAP) / 2
    second = EDGE + half + GAP
    curve = min(380.0, height * 0.22)
    middle = TOP + curve + GAP
    board = min(400.0, height * 0.27)
    low = middle + board + GAP
    buttons = 2 * (BUTTON + GAP)
    columns = height - EDGE - buttons - low
    top = height - EDGE - buttons + GAP
    third = (room - 2 * GAP) / 3
    below = {
        name: rect(EDGE + n % 3 * (third + GAP), top + n // 3 * (BUTTON + GAP), third, BUTTON)
        for n, name in enumerate(BUTTONS)
    }
    return {
        "curve": rect(EDGE, TOP, room, curve),
        "moments": rect(EDGE, middle, half, board),
        "board": rect(second, middle, half, board),
        "turn": rect(EDGE, low, half, columns),
        "hands": rect(second, low, half, columns),
        **below,
    }


def _small(context: Context, width: float, height: float, page: str) -> dict[str, pygame.Rect]:
    rect, bottom = context.rect, height - EDGE
    side = 330.0
    room = width - 2 * EDGE - GAP - side
    curve = (bottom - TOP) * 0.34
    tabs = TOP + curve + GAP
    names = ("moments", "turn", "hands", "sum")
    wide = (room - GAP * (len(names) - 1)) / len(names)
    marks = {
        f"page {name}": rect(EDGE + n * (wide + GAP), tabs, wide, TAB)
        for n, name in enumerate(names)
    }
    low = tabs + TAB + GAP
    left = width - EDGE - side
    board = (bottom - TOP) * 0.56
    return {
        "curve": rect(EDGE, TOP, room, curve),
        page: rect(EDGE, low, room, bottom - low),
        "board": rect(left, TOP, side, board),
        **marks,
        **_buttons(context, left, side, TOP + board + GAP, bottom, FEW),
    }
