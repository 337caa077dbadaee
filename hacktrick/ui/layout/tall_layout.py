"""The table in a tall window, in units: panels stand above and below the board."""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.ui.layout.boxes import Band, Box, bands_across, bands_down
from hacktrick.ui.layout.table_areas import (
    BOARD_SHARE,
    HALF,
    LINE,
    NARROWEST,
    WHOLE,
    MiddleArrangement,
    TableKind,
    Zones,
    commands_of,
    lay_out_middle,
    middle_lines,
    panels_in_line,
    stacked_panels,
    sums_panel,
)

COLUMN = 214.0  # units: the least width of one of three panels beside each other
TWO_COLUMNS = 600.0  # units: from this width the result has two columns
LEAST_ROW, LEAST_COLUMN = (
    345.0,
    470.0,
)  # units of height that the result needs in two columns, and in one
TALLEST = 300.0  # of a strip; the board gets the rest


@dataclass(frozen=True, slots=True)
class TallPlan:
    """What stands in the strips above and below the board, and how high they must be.

    Attributes:
        columns: how many must fit beside each other.
        form: of the other players' panels: whole, half or line.
    """

    upper: tuple[str, ...]
    lower: tuple[str, ...]
    columns: int
    form: str
    low: float


TALL_PLANS = (
    TallPlan(("opp", "announcements", "log"), ("own", "unseen", "coach"), 3, "whole", 200),
    TallPlan(("opp", "announcements"), ("own", "unseen", "log"), 3, "half", 200),
    TallPlan(("opp", "announcements"), ("own", "unseen"), 2, "half", 200),
    TallPlan(("opp", "announcements"), ("own", "log"), 3, "half", WHOLE),
    TallPlan(("opp", "announcements"), ("own",), 2, "half", HALF),
    TallPlan(("opp",), ("own",), 1, "half", HALF),
    TallPlan(("opp",), ("own",), 1, "line", HALF),
)


def tall_table(kind: TableKind) -> Zones:
    """The zones of a tall window."""
    zone = _whole(kind)
    for plan in TALL_PLANS:
        way = _way(kind, plan)
        if zone.width >= plan.columns * COLUMN and _room(kind, plan, way) >= 0:
            return _laid(kind, plan, way)
    return _laid(kind, TALL_PLANS[-1], _way(kind, TALL_PLANS[-1]))


def _whole(kind: TableKind) -> Box:
    top = kind.bar + kind.gap
    width, height = kind.size
    return Box(kind.edge, top, width - 2 * kind.edge, height - top - kind.edge)


def _way(kind: TableKind, plan: TallPlan) -> MiddleArrangement:
    commands = commands_of(kind, 0 if kind.size[0] < 2 * kind.command + 240 else 700, True)
    piled = "unseen" not in plan.upper + plan.lower
    return MiddleArrangement(kind.seats == 2, False, piled, commands)


def _upper(kind: TableKind, plan: TallPlan) -> Band:
    """The strip above the board: with four players one line of panels and the rest below."""
    n, width = kind.seats, _whole(kind).width
    gap = kind.gap
    if plan.form == "line":
        rows = -(-(n - 1) // 2)
        return Band("upper", rows * LINE + (rows - 1) * gap)
    if n == 4:
        rest = [name for name in plan.upper if name != "opp"]
        below = sums_panel(kind, width / max(1, len(rest))).least + gap if rest else 0.0
        return Band("upper", HALF + below, 92 + (130 + gap if rest else 0.0), TALLEST, 0.3)
    least = max(HALF * (n - 1) + gap * (n - 2), 0.0)
    if plan.form == "whole":
        least = max(least, WHOLE)
    if "announcements" in plan.upper:
        least = max(least, sums_panel(kind, width / plan.columns).least)
    best = 188.0 if plan.form == "whole" else max(least, 120.0)
    return Band("upper", least, best, TALLEST, 0.3)


def _lower(plan: TallPlan) -> Band:
    best = 250.0 if plan.low >= 200 else plan.low + 30
    return Band("lower", plan.low, best, TALLEST if plan.low > HALF else 110.0, 0.35)


def _strips(kind: TableKind, plan: TallPlan, way: MiddleArrangement) -> list[Band]:
    centre = middle_lines(kind, way, kind.size[1])
    rest = sum(band.least for band in centre) + kind.gap * (len(centre) - 1)
    board = next(band for band in centre if band.name == "board")
    rest += max(0.0, BOARD_SHARE * kind.size[1] - board.least)
    wish = sum(band.best for band in centre) - sum(band.least for band in centre)
    return [
        _upper(kind, plan),
        Band("centre", rest, rest + max(0.0, wish), grow=1.0),
        _lower(plan),
    ]


def _room(kind: TableKind, plan: TallPlan, way: MiddleArrangement) -> float:
    """The height left when all have their least."""
    strips = _strips(kind, plan, way)
    return _whole(kind).height - sum(band.least for band in strips) - 2 * kind.gap


def _laid(kind: TableKind, plan: TallPlan, way: MiddleArrangement) -> Zones:
    strips = bands_down(_strips(kind, plan, way), _whole(kind), kind.gap)
    zones = lay_out_middle(kind, strips["centre"], way)
    upper = strips["upper"]
    if kind.seats == 4 and plan.form != "line":
        upper = _four_in_line(kind, plan, upper, zones)
        names = tuple(name for name in plan.upper if name != "opp")
    elif plan.form == "line":
        zones.seats = _in_lines(kind, upper)
        names = ()
    else:
        names = plan.upper
    found = _beside(kind, names, upper) if names else {}
    if "opp" in found:
        zones.seats = stacked_panels(found.pop("opp"), kind.seats - 1, kind.gap)
    zones.named |= found | _beside(kind, plan.lower, strips["lower"])
    zones.named["result"] = _result(kind, zones)
    return zones


def _beside(kind: TableKind, names: tuple[str, ...], strip: Box) -> dict[str, Box]:
    """Panels beside each other; the log gets what the others do not need."""
    wishes = {"log": 1.4, "coach": 1.4, "announcements": 1.1}
    bands = [Band(name, NARROWEST / 2, grow=wishes.get(name, 1.0)) for name in names]
    return bands_across(bands, strip, kind.gap)


def _four_in_line(kind: TableKind, plan: TallPlan, upper: Box, zones: Zones) -> Box:
    """Three panels beside each other; returns what is left below them."""
    alone = plan.upper == ("opp",)
    height = upper.height if alone else max(HALF, min(104.0, upper.height * 0.4))
    line = Box(upper.x, upper.y, upper.width, height)
    zones.seats = panels_in_line(line, 3, kind.gap)
    top = line.bottom + kind.gap
    return Box(upper.x, top, upper.width, max(0.0, upper.bottom - top))


def _in_lines(kind: TableKind, upper: Box) -> list[Box]:
    """Panels of one line, two beside each other."""
    n = kind.seats - 1
    rows = -(-n // 2)
    cells = [
        cell
        for line in stacked_panels(upper, rows, kind.gap)
        for cell in panels_in_line(line, 2 if n > 1 else 1, kind.gap)
    ]
    return cells[:n]


def _result(kind: TableKind, zones: Zones) -> Box:
    """The place of the result: below the row in two columns, else below the board, else nearly
    everywhere."""
    whole = _whole(kind)
    least = LEAST_ROW if whole.width >= TWO_COLUMNS else LEAST_COLUMN
    tops = [zones.named[name].bottom + kind.gap for name in ("row", "keypad")]
    below = next((top for top in tops if whole.bottom - top >= least), whole.bottom - least)
    top = max(whole.y, below)
    return Box(whole.x, top, whole.width, whole.bottom - top)
