"""The layout of the table for a window: all its zones as rectangles in pixels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pygame import Rect

from hacktrick.ui.layout import tall_layout, wide_layout
from hacktrick.ui.layout.boxes import NOTHING, Box
from hacktrick.ui.layout.table_areas import FOLDING, HALF, TableKind, Zones, unfolded_panels

DESIGN_SIZE = (1280.0, 720.0)
TALL_DESIGN_SIZE = (860.0, 1180.0)  # units that fill a high window at 100 per cent
LEAST_SIZE = (1066.6, 666.6)  # units that every menu has at least
LEGIBLE = 0.9  # pixels per unit below which 14-unit text is hard to read
SQUARE = (0.95, 1.15)  # width by height: nearly square windows
COACH_OVERLAY_WIDTH = 360.0  # units: width of the coach who lies over the table
READABLE_LOG_WIDTH = 560.0  # units: width of the log where it is opened to be read
MIN_WINDOW = (720, 600)


def is_upright(size: tuple[int, int]) -> bool:
    """Whether panels stand above and below the board."""
    return size[0] <= 1.02 * size[1]


def scale_for(size: tuple[int, int], user: float = 1.0) -> float:
    """Pixels per unit of a window.

    Args:
        user: the text size that the player wants, 1 for 100 per cent.
    """
    design = TALL_DESIGN_SIZE if is_upright(size) else DESIGN_SIZE
    natural = min(size[0] / design[0], size[1] / design[1])
    return max(natural, LEGIBLE) * user


@dataclass(frozen=True, slots=True)
class TableLayout:
    """All zones of the table in pixels; a zone that is not there has no width.

    Attributes:
        seats, hands: panels and cards of the other seats in playing order.
        left_commands, right_commands: asking and drawing; ending the turn.
        targets: the line above the own hand.
        code: the own code card (Battle of Wits), or its name.
        pile: the deck, while the panel of unseen cards is folded.
        reading: the log when it is opened to be read.
        aside: the coach who has something to say while the panel is folded.
        ceiling: how high the coach may grow below the board.
        result: the result of a round.
        folded, sheet: the names of the folded panels, and where each lies when they are opened.
    """

    scale: float
    top_bar: Rect
    middle: Rect
    seats: tuple[Rect, ...]
    own: Rect
    unseen: Rect
    pile: Rect
    hands: tuple[Rect, ...]
    lcd: Rect
    keypad: Rect
    keys: dict[int, Rect]
    left_commands: Rect
    right_commands: Rect
    threats: Rect
    row: Rect
    targets: Rect
    hand: Rect
    code: Rect
    announcements: Rect
    log: Rect
    coach: Rect
    reading: Rect
    aside: Rect
    ceiling: int
    result: Rect
    folded: tuple[str, ...]
    sheet: dict[str, Rect]

    def opened(self) -> TableLayout:
        """The layout with the folded panels lying open over the rest."""
        zones: dict[str, Any] = {"pile": Rect(0, 0, 0, 0), **self.sheet}
        return replace(self, **zones)


def lay_out_table(
    size: tuple[int, int],
    user: float = 1.0,
    seats: int = 2,
    board: str = "keypad",
    codes: bool = True,
) -> TableLayout:
    """Lay out the table for a window of ``size`` pixels and 2 to 4 seats.

    Args:
        codes: whether code cards need places (two seats only).
    """
    scale = scale_for(size, user)
    units = size[0] / scale, size[1] / scale
    tight = min(units[0] / 760, units[1] / 560) < 1
    kind = TableKind(units, seats, board, tight, codes)
    return _in_pixels(kind, _arranged(kind), scale)


def with_coach_strip(table: TableLayout) -> TableLayout:
    """The layout with a visible coach: instead of that panel the log folds away, or else the
    announced sums."""
    shown = [name for name in ("log", "announcements") if getattr(table, name).width]
    if table.coach.width or not shown:
        return table
    other = shown[0]
    zones: dict[str, Any] = {"coach": getattr(table, other), other: Rect(0, 0, 0, 0)}
    folded = tuple(other if name == "coach" else name for name in table.folded)
    sheet = {other if name == "coach" else name: zone for name, zone in table.sheet.items()}
    return replace(table, folded=folded, sheet=sheet, **zones)


def _arranged(kind: TableKind) -> Zones:
    """The zones: panels beside the board in a wide window, above and below in a tall one. In a
    nearly square window, whichever shows more panels."""
    ratio = kind.size[0] / kind.size[1]
    if not SQUARE[0] < ratio < SQUARE[1]:
        return tall_layout.tall_table(kind) if ratio <= SQUARE[0] else wide_layout.wide_table(kind)
    return max(
        (tall_layout.tall_table(kind), wide_layout.wide_table(kind)),
        key=lambda zones: len(_shown(zones)),
    )


def _shown(zones: Zones) -> list[str]:
    """The panels that are not folded."""
    return [name for name in FOLDING if name in zones.named]


def _in_pixels(kind: TableKind, zones: Zones, scale: float) -> TableLayout:
    def px(box: Box) -> Rect:
        left, top = round(box.x * scale), round(box.y * scale)
        right, bottom = round(box.right * scale), round(box.bottom * scale)
        return Rect(left, top, right - left, bottom - top)

    folded = tuple(name for name in FOLDING if name not in _shown(zones))
    area = _area(kind)
    reading = Box(
        max(area.x, area.right - READABLE_LOG_WIDTH),
        area.y,
        min(READABLE_LOG_WIDTH, area.width),
        area.height,
    )
    width = min(COACH_OVERLAY_WIDTH, area.width)
    aside = Box(area.right - width, area.bottom - HALF, width, HALF)
    named = {name: px(box) for name, box in zones.named.items()}
    named |= dict.fromkeys(folded, px(NOTHING))
    return TableLayout(
        scale=scale,
        top_bar=px(Box(0, 0, kind.size[0], kind.bar)),
        seats=tuple(map(px, zones.seats)),
        hands=tuple(map(px, zones.hands)),
        keys={key: px(box) for key, box in zones.keys.items()},
        reading=px(reading),
        aside=px(aside),
        ceiling=_ceiling(zones, area, px),
        folded=folded,
        sheet={name: px(box) for name, box in unfolded_panels(folded, area, kind).items()},
        **named,
    )


def _ceiling(zones: Zones, area: Box, px: Callable[[Box], Rect]) -> int:
    """How high the coach may grow: over commands below the board, or over everything when the panel
    is folded."""
    if "coach" not in zones.named:
        return px(area).y
    below = zones.named["coach"].y > zones.named["keypad"].bottom
    return px(zones.named["keypad"]).bottom + 4 if below else px(zones.named["coach"]).y


def _area(kind: TableKind) -> Box:
    """Everything below the bar."""
    width, height = kind.size
    top = kind.bar + kind.gap
    return Box(kind.edge, top, width - 2 * kind.edge, height - top - kind.edge)
