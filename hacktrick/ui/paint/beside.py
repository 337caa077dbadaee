"""The table of a wide window in units: panels stand left and right of the board.

Pure arithmetic; ``above`` is the same for high windows.
"""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.ui.paint.bands import Band, Box, down, fits
from hacktrick.ui.paint.middle import (
    BACKS,
    BOARD_SHARE,
    LEAST_SIDE_PANEL,
    Kind,
    Way,
    Zones,
    commands_of,
    has_room_for_hands,
    middle,
)
from hacktrick.ui.paint.panels import NARROWEST, growing, others, own, stacked, sums

SPLIT_WIDTH = 1600.0  # from here on the right column is two
FLAT_ENOUGH = 1.6  # times as wide as high for that
LEAST_RESULT, RESULT = 320.0, 360.0  # units: width that the end of a round needs, and would like
NARROW_RESULT = 230.0  # that it bears, rather than lie on keys
FLAT = 2.0  # times as wide as high: the other hands go beside the display for the board's sake


@dataclass(frozen=True, slots=True)
class Plan:
    """What stands in the columns; ``form`` of the players' panels: whole, half or line."""

    form: str
    own_form: str
    left: tuple[str, ...]
    right: tuple[str, ...] = ()
    far: tuple[str, ...] = ()


PLANS = (
    Plan("whole", "whole", ("opp", "unseen", "own"), ("announcements", "log"), ("coach",)),
    Plan("whole", "whole", ("opp", "unseen", "own"), ("announcements", "log", "coach")),
    Plan("whole", "whole", ("opp", "unseen", "own"), ("announcements", "log")),
    Plan("whole", "whole", ("opp", "own"), ("announcements", "unseen")),
    Plan("whole", "whole", ("opp", "announcements", "unseen", "own")),
    Plan("half", "half", ("opp", "announcements", "unseen", "own")),
    Plan("whole", "whole", ("opp", "announcements", "own")),
    Plan("half", "whole", ("opp", "announcements", "own")),
    Plan("half", "half", ("opp", "announcements", "own")),
    Plan("whole", "whole", ("opp", "own")),
    Plan("half", "half", ("opp", "own")),
    Plan("line", "half", ("opp", "announcements", "own")),
    Plan("line", "half", ("opp", "own")),
)


@dataclass(frozen=True, slots=True)
class Columns:
    """Widths; far and right are 0 where there is none."""

    left: float
    middle: float
    right: float = 0.0
    far: float = 0.0


def table(kind: Kind) -> Zones:
    """The zones of a wide window."""
    for plan in PLANS:
        columns = _columns(kind, plan)
        if columns is not None and _is_tall_enough(kind, plan, columns):
            return _laid(kind, plan, columns)
    return _laid(kind, PLANS[-1], _one_column(kind))


def _height(kind: Kind) -> float:
    return kind.size[1] - kind.bar - kind.gap - kind.edge


def _columns(kind: Kind, plan: Plan) -> Columns | None:
    """None: there is not room for so many columns."""
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
    return Columns(left, wide, right)


def _usual_middle(width: float, height: float) -> float:
    """Its width between two columns; 0: it takes what these leave."""
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


def _narrowest_middle(kind: Kind) -> float:
    """What a board of its least height needs with commands beside it, or beside the hand."""
    board = BOARD_SHARE * kind.size[1]
    return max(2 * (kind.command + 10) + board / 1.15, 440.0)


def _four(kind: Kind, inner: float, gap: float) -> Columns:
    """Left, middle, log, coach: the middle as wide as its board wants, the rest readable."""
    left = 280.0
    board = kind.size[1] * 0.62
    wide = max(640.0, 2 * (kind.command + 10) + board)
    if kind.board == "servers":
        wide = max(wide, kind.size[1] * 1.15)
    rest = inner - left - wide - 3 * gap
    half = min(460.0, max(300.0, rest / 2))
    return Columns(left, inner - left - 2 * half - 3 * gap, half, half)


def _one_column(kind: Kind) -> Columns:
    inner = kind.size[0] - 2 * kind.edge - 8
    left = 232.0 if inner >= 760 else 200.0 if inner >= 600 else max(150.0, inner * 0.33)
    return Columns(left, inner - left)


def _is_tall_enough(kind: Kind, plan: Plan, columns: Columns) -> bool:
    room = _height(kind)
    widths = ((plan.left, columns.left), (plan.right, columns.right), (plan.far, columns.far))
    return all(
        fits(_bands(kind, plan, names, width), room, kind.gap) for names, width in widths if names
    )


def _bands(kind: Kind, plan: Plan, names: tuple[str, ...], width: float) -> list[Band]:
    return [_band(kind, plan, name, width) for name in names]


def _band(kind: Kind, plan: Plan, name: str, width: float) -> Band:
    if name == "opp":
        return others(kind, plan.form, _sides(kind))
    if name == "own":
        return own(plan.own_form)
    return sums(kind, width) if name == "announcements" else growing(name)


def _sides(kind: Kind) -> bool:
    """Whether two of four players have room beside the board, or above the corners of the map."""
    if kind.seats != 4 or kind.size[0] < 640:
        return False
    if kind.board == "servers":
        return has_room_for_hands(kind, _height(kind)) and kind.size[0] >= 1000
    return kind.size[1] * BOARD_SHARE >= LEAST_SIDE_PANEL + BACKS - 8


def _laid(kind: Kind, plan: Plan, columns: Columns) -> Zones:
    gap = 16.0 if kind.size[0] >= 1200 else 12.0 if plan.right else 8.0
    top, room = kind.bar + kind.gap, _height(kind)
    left = Box(kind.edge, top, columns.left, room)
    centre = Box(left.right + gap, top, columns.middle, room)
    zones = middle(kind, centre, _way(kind, plan, columns.middle))
    found = down(_bands(kind, plan, plan.left, left.width), left, kind.gap)
    right = Box(centre.right + gap, top, columns.right, room)
    found |= down(_bands(kind, plan, plan.right, right.width), right, kind.gap)
    far = Box(right.right + gap, top, columns.far, room)
    found |= down(_bands(kind, plan, plan.far, far.width), far, kind.gap)
    _seat(kind, found.pop("opp"), zones)
    zones.named |= found
    zones.named["result"] = _result(kind, right, zones)
    return zones


def _way(kind: Kind, plan: Plan, width: float) -> Way:
    sides = _sides(kind)
    flat = kind.seats == 2 and kind.size[0] >= FLAT * kind.size[1] and bool(plan.far)
    merged = flat or not has_room_for_hands(kind, _height(kind))
    shown = (*plan.left, *plan.right, *plan.far)
    return Way(merged, sides, "unseen" not in shown, commands_of(kind, width, sides))


def _seat(kind: Kind, box: Box, zones: Zones) -> None:
    """Panels of the others: below each other, or two beside the board and the partner here."""
    if zones.seats:
        west, east = zones.seats
        zones.seats = [west, box, east]
    else:
        zones.seats = stacked(box, kind.seats - 1, kind.gap)


def _result(kind: Kind, right: Box, zones: Zones) -> Box:
    """The end of a round: just over the panels right of the board where they are wide enough, else
    also over the commands beside it, or over its right side; but where it would lie on keys, over
    the panels left of them if there is room."""
    end, keys, board = kind.size[0] - kind.edge, zones.keys.values(), zones.named["keypad"]
    width = end - right.x if right.width else 0.0
    if width < LEAST_RESULT:
        width = min(max(LEAST_RESULT, min(RESULT, end - board.right - kind.gap)), end - kind.edge)
    left = min(key.x for key in keys) - kind.gap - kind.edge
    if end - width < max(key.right for key in keys) and left >= NARROW_RESULT:
        return Box(kind.edge, right.y, left, right.height)
    return Box(end - width, right.y, width, right.height)
