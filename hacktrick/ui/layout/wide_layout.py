"""The table in a wide window, in units: panels stand left and right of the board."""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.ui.layout.boxes import Band, Box, bands_down, bands_fit
from hacktrick.ui.layout.table_areas import (
    BACKS,
    BOARD_SHARE,
    LEAST_SIDE_PANEL,
    NARROWEST,
    MiddleArrangement,
    TableKind,
    Zones,
    commands_of,
    growing_panel,
    has_room_for_hands,
    lay_out_middle,
    other_panels,
    own_panel,
    stacked_panels,
    sums_panel,
)

SPLIT_WIDTH = 1600.0  # from this width there are two right columns
FLAT_ENOUGH = 1.6  # at least so many times as wide as high for that
LEAST_RESULT, RESULT = 320.0, 360.0  # units: least and best width of the result
NARROW_RESULT = 230.0  # its least width where it would otherwise lie on keys
FLAT = 2.0  # times as wide as high: the other hands go beside the display for the board's sake


@dataclass(frozen=True, slots=True)
class WidePlan:
    """What stands in the columns.

    Attributes:
        form, own_form: of the players' panels: whole, half or line.
    """

    form: str
    own_form: str
    left: tuple[str, ...]
    right: tuple[str, ...] = ()
    far: tuple[str, ...] = ()


WIDE_PLANS = (
    WidePlan("whole", "whole", ("opp", "unseen", "own"), ("announcements", "log"), ("coach",)),
    WidePlan("whole", "whole", ("opp", "unseen", "own"), ("announcements", "log", "coach")),
    WidePlan("whole", "whole", ("opp", "unseen", "own"), ("announcements", "log")),
    WidePlan("whole", "whole", ("opp", "own"), ("announcements", "unseen")),
    WidePlan("whole", "whole", ("opp", "announcements", "unseen", "own")),
    WidePlan("half", "half", ("opp", "announcements", "unseen", "own")),
    WidePlan("whole", "whole", ("opp", "announcements", "own")),
    WidePlan("half", "whole", ("opp", "announcements", "own")),
    WidePlan("half", "half", ("opp", "announcements", "own")),
    WidePlan("whole", "whole", ("opp", "own")),
    WidePlan("half", "half", ("opp", "own")),
    WidePlan("line", "half", ("opp", "announcements", "own")),
    WidePlan("line", "half", ("opp", "own")),
)


@dataclass(frozen=True, slots=True)
class ColumnWidths:
    """The widths of the columns; ``far`` and ``right`` are 0 where there is none."""

    left: float
    middle: float
    right: float = 0.0
    far: float = 0.0


def wide_table(kind: TableKind) -> Zones:
    """The zones of a wide window."""
    for plan in WIDE_PLANS:
        columns = _columns(kind, plan)
        if columns is not None and _is_tall_enough(kind, plan, columns):
            return _laid(kind, plan, columns)
    return _laid(kind, WIDE_PLANS[-1], _one_column(kind))


def _height(kind: TableKind) -> float:
    return kind.size[1] - kind.bar - kind.gap - kind.edge


def _columns(kind: TableKind, plan: WidePlan) -> ColumnWidths | None:
    """The widths for a plan; None where so many columns do not fit."""
    width, height = kind.size
    if not plan.right:
        return _one_column(kind)
    inner = width - 2 * kind.edge
    gap = 16.0 if width >= 1200 else 12.0
    if plan.far:
        has_four = width >= max(SPLIT_WIDTH, FLAT_ENOUGH * height)
        return _four(kind, inner, gap) if has_four else None
    left = _left(width)
    wide = _usual_middle(width, height) or inner - 2 * gap - left - 210
    right = inner - 2 * gap - left - wide
    if wide < _narrowest_middle(kind) or right < NARROWEST:
        return None
    return ColumnWidths(left, wide, right)


def _usual_middle(width: float, height: float) -> float:
    """The width of the middle between two columns; 0 to take what these leave."""
    if width < 1040:
        return 0.0
    if width < 1200:
        return max(584.0, width - 696.0)
    # The board may only use width that its height can follow.
    return 640.0 + min(max(0.0, width - 1280) * 0.45, max(0.0, (height - 720) * 0.9))


def _left(width: float) -> float:
    if width >= 1200:
        return 232.0 + min(40.0, max(0.0, width - 1280) * 0.12)
    return 216.0 if width >= 1040 else 200.0


def _narrowest_middle(kind: TableKind) -> float:
    """The width of a middle with the smallest board, with commands beside board or hand."""
    board = BOARD_SHARE * kind.size[1]
    return max(2 * (kind.command + 10) + board / 1.15, 440.0)


def _four(kind: TableKind, inner: float, gap: float) -> ColumnWidths:
    """The widths of left column, middle, log and coach, as wide as the board wants."""
    left = 280.0
    board = kind.size[1] * 0.62
    wide = max(640.0, 2 * (kind.command + 10) + board)
    if kind.board == "servers":
        wide = max(wide, kind.size[1] * 1.15)
    rest = inner - left - wide - 3 * gap
    half = min(460.0, max(300.0, rest / 2))
    return ColumnWidths(left, inner - left - 2 * half - 3 * gap, half, half)


def _one_column(kind: TableKind) -> ColumnWidths:
    inner = kind.size[0] - 2 * kind.edge - 8
    left = 232.0 if inner >= 760 else 200.0 if inner >= 600 else max(150.0, inner * 0.33)
    return ColumnWidths(left, inner - left)


def _is_tall_enough(kind: TableKind, plan: WidePlan, columns: ColumnWidths) -> bool:
    room = _height(kind)
    widths = ((plan.left, columns.left), (plan.right, columns.right), (plan.far, columns.far))
    return all(
        bands_fit(_bands(kind, plan, names, width), room, kind.gap)
        for names, width in widths
        if names
    )


def _bands(kind: TableKind, plan: WidePlan, names: tuple[str, ...], width: float) -> list[Band]:
    return [_band(kind, plan, name, width) for name in names]


def _band(kind: TableKind, plan: WidePlan, name: str, width: float) -> Band:
    if name == "opp":
        return other_panels(kind, plan.form, _sides(kind))
    if name == "own":
        return own_panel(plan.own_form)
    return sums_panel(kind, width) if name == "announcements" else growing_panel(name)


def _sides(kind: TableKind) -> bool:
    """Whether two of four players fit beside the board, or above the corners of the map."""
    if kind.seats != 4 or kind.size[0] < 640:
        return False
    if kind.board == "servers":
        return has_room_for_hands(kind, _height(kind)) and kind.size[0] >= 1000
    return kind.size[1] * BOARD_SHARE >= LEAST_SIDE_PANEL + BACKS - 8


def _laid(kind: TableKind, plan: WidePlan, columns: ColumnWidths) -> Zones:
    gap = 16.0 if kind.size[0] >= 1200 else 12.0 if plan.right else 8.0
    top, room = kind.bar + kind.gap, _height(kind)
    left = Box(kind.edge, top, columns.left, room)
    centre = Box(left.right + gap, top, columns.middle, room)
    zones = lay_out_middle(kind, centre, _way(kind, plan, columns.middle))
    found = bands_down(_bands(kind, plan, plan.left, left.width), left, kind.gap)
    right = Box(centre.right + gap, top, columns.right, room)
    found |= bands_down(_bands(kind, plan, plan.right, right.width), right, kind.gap)
    far = Box(right.right + gap, top, columns.far, room)
    found |= bands_down(_bands(kind, plan, plan.far, far.width), far, kind.gap)
    _seat(kind, found.pop("opp"), zones)
    zones.named |= found
    zones.named["result"] = _result(kind, right, zones)
    return zones


def _way(kind: TableKind, plan: WidePlan, width: float) -> MiddleArrangement:
    sides = _sides(kind)
    flat = kind.seats == 2 and kind.size[0] >= FLAT * kind.size[1] and bool(plan.far)
    merged = flat or not has_room_for_hands(kind, _height(kind))
    shown = (*plan.left, *plan.right, *plan.far)
    return MiddleArrangement(merged, sides, "unseen" not in shown, commands_of(kind, width, sides))


def _seat(kind: TableKind, box: Box, zones: Zones) -> None:
    """Panels of the other players: below each other, or two beside the board and the
    partner here."""
    if zones.seats:
        west, east = zones.seats
        zones.seats = [west, box, east]
    else:
        zones.seats = stacked_panels(box, kind.seats - 1, kind.gap)


def _result(kind: TableKind, right: Box, zones: Zones) -> Box:
    """The place of the result: over the panels right of the board, else also over commands or the
    right side of the board; over the panels at the left where it would lie on keys."""
    end, keys, board = kind.size[0] - kind.edge, zones.keys.values(), zones.named["keypad"]
    width = end - right.x if right.width else 0.0
    if width < LEAST_RESULT:
        width = min(max(LEAST_RESULT, min(RESULT, end - board.right - kind.gap)), end - kind.edge)
    left = min(key.x for key in keys) - kind.gap - kind.edge
    if end - width < max(key.right for key in keys) and left >= NARROW_RESULT:
        return Box(kind.edge, right.y, left, right.height)
    return Box(end - width, right.y, width, right.height)
