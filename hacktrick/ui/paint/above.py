"""The table of a high window in units: panels stand above and below the board.

Pure arithmetic; ``beside`` is the same for wide windows.
"""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.ui.paint.bands import Band, Box, across, down
from hacktrick.ui.paint.middle import BOARD_SHARE, Kind, Way, Zones, commands_of, lines, middle
from hacktrick.ui.paint.panels import HALF, LINE, NARROWEST, WHOLE, in_line, stacked, sums

COLUMN = 214.0  # units: the least width of one of three panels beside each other
TWO_COLUMNS = 600.0  # units of width from which the end of a round is told in two columns
LEAST_ROW, LEAST_COLUMN = 345.0, 470.0  # units of height that it needs in two columns, and in one
TALLEST = 300.0  # of a strip; more height is the board's


@dataclass(frozen=True, slots=True)
class Plan:
    """What stands in the strips above and below the board, and how high they must be.

    Attributes:
        columns: that must fit beside each other.
        form: of the panels of the others: whole, half or line.
    """

    upper: tuple[str, ...]
    lower: tuple[str, ...]
    columns: int
    form: str
    low: float


PLANS = (
    Plan(("opp", "announcements", "log"), ("own", "unseen", "coach"), 3, "whole", 200),
    Plan(("opp", "announcements"), ("own", "unseen", "log"), 3, "half", 200),
    Plan(("opp", "announcements"), ("own", "unseen"), 2, "half", 200),
    Plan(("opp", "announcements"), ("own", "log"), 3, "half", WHOLE),
    Plan(("opp", "announcements"), ("own",), 2, "half", HALF),
    Plan(("opp",), ("own",), 1, "half", HALF),
    Plan(("opp",), ("own",), 1, "line", HALF),
)


def table(kind: Kind) -> Zones:
    """The zones of a high window."""
    zone = _whole(kind)
    for plan in PLANS:
        way = _way(kind, plan)
        if zone.width >= plan.columns * COLUMN and _room(kind, plan, way) >= 0:
            return _laid(kind, plan, way)
    return _laid(kind, PLANS[-1], _way(kind, PLANS[-1]))


def _whole(kind: Kind) -> Box:
    top = kind.bar + kind.gap
    width, height = kind.size
    return Box(kind.edge, top, width - 2 * kind.edge, height - top - kind.edge)


def _way(kind: Kind, plan: Plan) -> Way:
    commands = commands_of(kind, 0 if kind.size[0] < 2 * kind.command + 240 else 700, True)
    piled = "unseen" not in plan.upper + plan.lower
    return Way(kind.seats == 2, False, piled, commands)


def _upper(kind: Kind, plan: Plan) -> Band:
    """The strip above: with four players one line of panels and the rest below them."""
    n, width = kind.seats, _whole(kind).width
    gap = kind.gap
    if plan.form == "line":
        rows = -(-(n - 1) // 2)
        return Band("upper", rows * LINE + (rows - 1) * gap)
    if n == 4:
        rest = [name for name in plan.upper if name != "opp"]
        below = sums(kind, width / max(1, len(rest))).least + gap if rest else 0.0
        return Band("upper", HALF + below, 92 + (130 + gap if rest else 0.0), TALLEST, 0.3)
    least = max(HALF * (n - 1) + gap * (n - 2), 0.0)
    if plan.form == "whole":
        least = max(least, WHOLE)
    if "announcements" in plan.upper:
        least = max(least, sums(kind, width / plan.columns).least)
    best = 188.0 if plan.form == "whole" else max(least, 120.0)
    return Band("upper", least, best, TALLEST, 0.3)


def _lower(plan: Plan) -> Band:
    best = 250.0 if plan.low >= 200 else plan.low + 30
    return Band("lower", plan.low, best, TALLEST if plan.low > HALF else 110.0, 0.35)


def _strips(kind: Kind, plan: Plan, way: Way) -> list[Band]:
    centre = lines(kind, way, kind.size[1])
    rest = sum(band.least for band in centre) + kind.gap * (len(centre) - 1)
    board = next(band for band in centre if band.name == "board")
    rest += max(0.0, BOARD_SHARE * kind.size[1] - board.least)
    wish = sum(band.best for band in centre) - sum(band.least for band in centre)
    return [
        _upper(kind, plan),
        Band("centre", rest, rest + max(0.0, wish), grow=1.0),
        _lower(plan),
    ]


def _room(kind: Kind, plan: Plan, way: Way) -> float:
    """Height that is left when all have their least."""
    strips = _strips(kind, plan, way)
    return _whole(kind).height - sum(band.least for band in strips) - 2 * kind.gap


def _laid(kind: Kind, plan: Plan, way: Way) -> Zones:
    strips = down(_strips(kind, plan, way), _whole(kind), kind.gap)
    zones = middle(kind, strips["centre"], way)
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
        zones.seats = stacked(found.pop("opp"), kind.seats - 1, kind.gap)
    zones.named |= found | _beside(kind, plan.lower, strips["lower"])
    zones.named["result"] = _result(kind, zones)
    return zones


def _beside(kind: Kind, names: tuple[str, ...], strip: Box) -> dict[str, Box]:
    """Panels beside each other: the log gets what the others do not want."""
    wishes = {"log": 1.4, "coach": 1.4, "announcements": 1.1}
    bands = [Band(name, NARROWEST / 2, grow=wishes.get(name, 1.0)) for name in names]
    return across(bands, strip, kind.gap)


def _four_in_line(kind: Kind, plan: Plan, upper: Box, zones: Zones) -> Box:
    """Three panels beside each other; returns what is left below them."""
    alone = plan.upper == ("opp",)
    height = upper.height if alone else max(HALF, min(104.0, upper.height * 0.4))
    line = Box(upper.x, upper.y, upper.width, height)
    zones.seats = in_line(line, 3, kind.gap)
    top = line.bottom + kind.gap
    return Box(upper.x, top, upper.width, max(0.0, upper.bottom - top))


def _in_lines(kind: Kind, upper: Box) -> list[Box]:
    """Panels of one line, two beside each other."""
    n = kind.seats - 1
    rows = -(-n // 2)
    cells = [
        cell
        for line in stacked(upper, rows, kind.gap)
        for cell in in_line(line, 2 if n > 1 else 1, kind.gap)
    ]
    return cells[:n]


def _result(kind: Kind, zones: Zones) -> Box:
    """The end of a round: all that is below the row where it can be told in two columns there,
    else what is below the board, or nearly everything where that is little."""
    whole = _whole(kind)
    least = LEAST_ROW if whole.width >= TWO_COLUMNS else LEAST_COLUMN
    tops = [zones.named[name].bottom + kind.gap for name in ("row", "keypad")]
    below = next((top for top in tops if whole.bottom - top >= least), whole.bottom - least)
    top = max(whole.y, below)
    return Box(whole.x, top, whole.width, whole.bottom - top)
