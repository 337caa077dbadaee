"""Sizes and places of what lies on the table, in units: the middle with the board, the row and
the own hand, and the panels around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hacktrick.ui.layout.boxes import NOTHING, Band, Box, bands_across, bands_down

KEY_ORDER = (8, 1, 6, 3, 5, 7, 4, 9, 2)

# How far the servers of the map lie off a regular grid, as shares of its size, in KEY_ORDER.
MAP_SHIFT = (
    *((-0.01, 0.01), (0.0, -0.005), (0.01, 0.015)),
    *((0.02, 0.0), (0.01, 0.0), (0.015, 0.01)),
    *((0.03, -0.01), (0.02, 0.0), (0.03, -0.015)),
)

BOARD_SHARE = 0.39  # of the window's height: what the board takes at least, text up to 150 %
KEY_GAP = 10.0
HAND_GAP = 10.0
ROOMY = 1000.0  # height from which commands beside the hand have price and effect
WIDE_COMMAND, LEAST_CARD = 160.0, 112.0
CODE_PLATE = 130.0  # width of the name of a code where there is no room for a card
SIDE_PANEL = 170.0  # height of the panel of an opponent beside the board
LEAST_SIDE_PANEL = 142.0
BACKS = 44.0  # height of the cards under such a panel


@dataclass(frozen=True, slots=True)
class TableKind:
    """The table that is to be laid out.

    Attributes:
        size: of the window, in units.
        tight: edges and gaps are narrow.
        codes: places for code cards are needed.
    """

    size: tuple[float, float]
    seats: int
    board: str
    tight: bool
    codes: bool = True

    @property
    def gap(self) -> float:
        return 6.0 if self.tight else 8.0

    @property
    def edge(self) -> float:
        return 10.0 if self.tight else 16.0

    @property
    def bar(self) -> float:
        return 34.0 if self.tight else 40.0

    @property
    def command(self) -> float:
        """The width of a column of commands."""
        width = self.size[0]
        return 132.0 if width >= 1200 else 116.0 if width >= 640 else 106.0


@dataclass(slots=True)
class Zones:
    """The named zones, the keys, and panels and cards of the other seats in playing order."""

    named: dict[str, Box] = field(default_factory=dict)
    seats: list[Box] = field(default_factory=list)
    hands: list[Box] = field(default_factory=list)
    keys: dict[int, Box] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MiddleArrangement:
    """One way to arrange the middle of the table.

    Attributes:
        merged: the other hands share a line with the display.
        sides: of four players two sit beside the board.
        piled: deck and set-aside cards lie beside the row.
        commands: stand beside the "board", beside the "hand", or in "rows" above it.
    """

    merged: bool = False
    sides: bool = False
    piled: bool = False
    commands: str = "board"


def commands_of(kind: TableKind, width: float, sides: bool) -> str:
    """Where the commands fit in a middle of this width."""
    if kind.board != "servers" and not sides and width >= 2 * kind.command + 110:
        return "board"
    return "hand" if width >= 2 * kind.command + 200 else "rows"


def middle_lines(kind: TableKind, way: MiddleArrangement, room: float) -> list[Band]:
    """The lines of the middle as bands, for a height."""
    ease = min(1.0, max(0.0, (kind.size[1] - 520) / 200))  # where windows are not low
    heads = [Band("heads", 36, 42, 44, 0.02)]
    if not way.merged:
        heads = [Band("hands", 40, 44 + 20 * ease, 84, 0.06), Band("lcd", 32, 34, 44, 0.04)]
    under = [Band("row", 38 if kind.tight else 50, 44 + 14 * ease, 78, 0.06)]
    if way.commands == "rows":
        under.append(Band("rows", 92, 112, 120, 0.02))
    roomy = way.commands == "hand" and kind.size[1] >= ROOMY
    under.append(
        Band("hand", 80 if kind.tight else 120, 168 if roomy else 100 + 32 * ease, 186, 0.14)
    )
    rest = [*heads, *under]
    left = room - sum(band.least for band in rest) - kind.gap * len(rest)
    least = max(60.0, min(BOARD_SHARE * kind.size[1], left))
    return [*heads, Band("board", least, least, grow=1.0), *under]


def has_room_for_hands(kind: TableKind, room: float) -> bool:
    """Whether the board stays large when the other hands get a line of their own."""
    return room - 4 * kind.gap - 240 >= (BOARD_SHARE + 0.01) * kind.size[1]


def lay_out_middle(kind: TableKind, zone: Box, way: MiddleArrangement) -> Zones:
    """Place everything in the middle."""
    found = bands_down(middle_lines(kind, way, zone.height), zone, kind.gap)
    zones = Zones(named={"middle": zone})
    keypad = _keypad(kind, way, found["board"])
    zones.named["keypad"] = keypad
    zones.keys = _keys(kind, keypad)
    hand = _hand(kind, way, found["hand"])
    zones.named |= {"hand": hand, "targets": _targets(found["hand"], hand)}
    zones.named |= _row(found["row"], way)
    zones.named |= _commands(kind, way, found, keypad, hand)
    zones.named |= _heads(kind, way, found, keypad, zones)
    if kind.seats == 2 and way.commands == "board":
        zones.named["code"] = _code(found["hand"], hand) or zones.named.get("code", NOTHING)
    return zones


def key_gap(kind: TableKind) -> float:
    return KEY_GAP if kind.size[1] >= 600 else 6.0


def _keypad(kind: TableKind, way: MiddleArrangement, zone: Box) -> Box:
    """The board: as tall as possible, hardly taller than wide; a map takes everything."""
    if kind.board == "servers":
        return zone
    gap = key_gap(kind)
    tall = (zone.height - 2 * gap) / 3
    beside = way.commands == "board" or way.sides
    room = zone.width - (2 * (kind.command + KEY_GAP) if beside else 0)
    wide = min((room - 2 * gap) / 3, tall * (1.35 if kind.size[1] < 600 else 1.08))
    tall = min(tall, wide * 1.25)
    width, height = 3 * wide + 2 * gap, 3 * tall + 2 * gap
    return Box(zone.middle - width / 2, zone.y + (zone.height - height) / 2, width, height)


def _keys(kind: TableKind, keypad: Box) -> dict[int, Box]:
    if kind.board == "servers":
        return _nodes(keypad)
    gap = key_gap(kind)
    wide, tall = (keypad.width - 2 * gap) / 3, (keypad.height - 2 * gap) / 3
    return {
        key: Box(keypad.x + n % 3 * (wide + gap), keypad.y + n // 3 * (tall + gap), wide, tall)
        for n, key in enumerate(KEY_ORDER)
    }


def _nodes(zone: Box) -> dict[int, Box]:
    """Servers on the map: in the order of the keypad, a little out of line."""
    diameter = min(zone.height * 0.285, zone.width * 0.17)
    places = {}
    for n, key in enumerate(KEY_ORDER):
        cx = zone.x + zone.width * (0.17 + 0.33 * (n % 3) + MAP_SHIFT[n][0] - 0.01)
        cy = zone.y + zone.height * (0.165 + 0.335 * (n // 3) + MAP_SHIFT[n][1])
        places[key] = Box(cx - diameter / 2, cy - diameter / 2, diameter, diameter)
    return places


def _hand(kind: TableKind, way: MiddleArrangement, zone: Box) -> Box:
    """The own cards: four beside each other, closer together where the commands need room."""
    height = zone.height - _above(zone)
    if way.commands == "hand" and kind.size[1] >= ROOMY:
        most = (zone.width - 2 * (WIDE_COMMAND + kind.gap) - 3 * HAND_GAP) / 3
        height = min(height, max(LEAST_CARD, most))
    width = 3 * height + 3 * HAND_GAP
    least = 2 * (kind.command + kind.gap) if way.commands == "hand" else 0
    width = min(width, zone.width - least)
    return Box(zone.middle - width / 2, zone.bottom - height, width, height)


def _above(zone: Box) -> float:
    """The line above the own cards that says where each leads."""
    return 20.0 if zone.height >= 100 else 18.0


def _targets(line: Box, hand: Box) -> Box:
    height = min(hand.y - line.y, _above(line))
    return Box(hand.x, hand.y - height, hand.width, height)


def _row(line: Box, way: MiddleArrangement) -> dict[str, Box]:
    if not way.piled:
        return {"row": line, "pile": NOTHING}
    pile = min(line.height * 2.3 + 30, line.width * 0.4)
    row = Box(line.x + pile + 8, line.y, line.width - pile - 8, line.height)
    return {"row": row, "pile": Box(line.x, line.y, pile, line.height)}


def _commands(
    kind: TableKind, way: MiddleArrangement, found: dict[str, Box], keypad: Box, hand: Box
) -> dict[str, Box]:
    if way.commands == "rows":
        rows = found["rows"]
        half = (rows.height - kind.gap) / 2
        ends = Box(rows.x, rows.y, rows.width, half)
        firsts = Box(rows.x, rows.y + half + kind.gap, rows.width, half)
        return {"left_commands": firsts, "right_commands": ends, "threats": NOTHING}
    if way.commands == "hand":
        line = found["hand"]
        width = hand.x - kind.gap - line.x
        left = Box(line.x, line.y, width, line.height)
        right = Box(line.right - width, line.y, width, line.height)
        return {"left_commands": left, "right_commands": right, "threats": NOTHING}
    return _beside_the_board(kind, found["board"], keypad)


def _beside_the_board(kind: TableKind, zone: Box, keypad: Box) -> dict[str, Box]:
    width, right = kind.command, zone.right - kind.command
    threats = 56.0 if keypad.height >= 280 else 0.0
    commands = keypad.height - (threats + kind.gap if threats else 0)
    warning = Box(right, keypad.y + commands + kind.gap, width, threats) if threats else NOTHING
    return {
        "left_commands": Box(zone.x, keypad.y, width, keypad.height),
        "right_commands": Box(right, keypad.y, width, commands),
        "threats": warning,
    }


def _code(line: Box, hand: Box) -> Box | None:
    """The own code card, left of the own hand where there is room."""
    room = hand.x - line.x - 12
    if room < 70:
        return None
    width = min(hand.height * 0.75, room)
    height = width / 0.75
    return Box(line.x + (room - width) / 2, line.bottom - height, width, height)


def _heads(
    kind: TableKind, way: MiddleArrangement, found: dict[str, Box], keypad: Box, zones: Zones
) -> dict[str, Box]:
    """Display and other hands, and beside them the name of the own code where its card has no
    place."""
    if way.merged:
        return _merged(kind, way, found["heads"], keypad, zones)
    line, display = found["hands"], found["lcd"]
    plate = NOTHING
    if kind.codes and kind.seats == 2:
        plate = Box(line.right - CODE_PLATE, line.y + line.height / 2 - 14, CODE_PLATE, 28)
        line = Box(line.x, line.y, line.width - 2 * CODE_PLATE - 16, line.height)
        line = Box(line.x + CODE_PLATE + 8, *line[1:])
    zones.hands = _hands(kind, way, line, keypad, zones)
    beside = way.sides or way.commands == "board"
    most = display.width - (2 * (kind.command + KEY_GAP) if beside else 0)
    width = max(min(352.0, most), min(most, keypad.width))
    lcd = Box(display.middle - width / 2, display.y, width, display.height)
    return {"lcd": lcd, "code": plate}


def _merged(
    kind: TableKind, way: MiddleArrangement, line: Box, keypad: Box, zones: Zones
) -> dict[str, Box]:
    """One line: hands, display, and hands or the name of the own code."""
    beside = 1 if way.sides else kind.seats - 1
    left = [n for n in range(beside) if n == 0 or n < beside - 1]
    coded = kind.codes and kind.seats == 2
    n_right = beside - len(left) + coded
    usual = min(440.0, max(300.0, keypad.width))
    one = min(150.0, max(62.0, (line.width - usual) / (len(left) + n_right) - kind.gap))
    code = CODE_PLATE if coded else one
    places = [Box(line.x + n * (one + kind.gap), line.y, one, line.height) for n in left]
    start = places[-1].right + kind.gap
    end = line.right
    plate = NOTHING
    if n_right:
        end -= code + kind.gap
        last = Box(end + kind.gap, line.y, code, line.height)
        if coded:
            plate = Box(last.x, line.y + line.height / 2 - 14, code, 28)
        else:
            places.append(last)
    width = min(max(usual, 240.0), end - start)
    x = min(max(line.middle - width / 2, start), end - width)
    if width < 300:
        x, width = start, end - start
    zones.hands = _hands(kind, way, places[0], keypad, zones) if way.sides else places
    return {"lcd": Box(x, line.y, width, line.height), "code": plate}


def _hands(
    kind: TableKind, way: MiddleArrangement, line: Box, keypad: Box, zones: Zones
) -> list[Box]:
    """The cards of the other players; opponents beside the board have theirs under their panels."""
    n = kind.seats - 1
    if way.sides and kind.board == "keypad":
        zones.seats, (west, east) = _beside_the_keypad(kind, keypad, zones)
        return [west, line, east]
    if way.sides:
        line = _above_the_map(kind, line, zones)
    each = (line.width - (n - 1) * kind.gap) / n
    return [Box(line.x + k * (each + kind.gap), line.y, each, line.height) for k in range(n)]


def _beside_the_keypad(kind: TableKind, keypad: Box, zones: Zones) -> tuple[list[Box], list[Box]]:
    """Panels of two opponents beside the board, and the places of their cards."""
    zone, width = zones.named["middle"], kind.command
    height = min(SIDE_PANEL, keypad.height - BACKS - kind.gap)
    low = keypad.y + height + kind.gap
    card = min(64.0, keypad.bottom - low)
    edges = (zone.x, zone.right - width)
    panels = [Box(x, keypad.y, width, height) for x in edges]
    return panels, [Box(x, low, width, card) for x in edges]


def _above_the_map(kind: TableKind, line: Box, zones: Zones) -> Box:
    """Panels over the corners of the map; returns what is left for cards."""
    zone, width, board = zones.named["middle"], kind.command, zones.named["keypad"]
    height = board.y - line.y - kind.gap
    zones.seats = [Box(x, line.y, width, height) for x in (zone.x, zone.right - width)]
    return Box(zone.x + width + kind.gap, line.y, zone.width - 2 * (width + kind.gap), line.height)


FOLDING = ("coach", "log", "unseen", "announcements")
"""The panels that can be folded away, in the order in which they are."""

HALF, WHOLE = 82.0, 150.0  # heights of a player's panel: three lines, or seven
LINE = 28.0
WIDE_SUMS = 300.0  # from this width on two sums stand beside each other
NARROWEST = 196.0  # a panel of text

Bands = list[Band]


def own_panel(form: str) -> Band:
    return Band("own", HALF, 96, 110) if form != "whole" else Band("own", WHOLE, 188, 230, 0.3)


def other_panels(kind: TableKind, form: str, sides: bool) -> Band:
    """The panels of the other players below each other, as one band."""
    n = 1 if sides else kind.seats - 1
    gaps = (n - 1) * kind.gap
    if form == "line":
        return Band("opp", n * LINE + gaps, n * 32 + gaps, n * 40 + gaps)
    if n > 1 or form == "half":
        best = 188.0 if n == 2 else n * 92 + gaps
        return Band("opp", n * HALF + gaps, best if n > 1 else 96, n * 110 + gaps)
    return Band("opp", WHOLE, 188, 230, 0.3)


def sums_panel(kind: TableKind, width: float) -> Band:
    """The band of the announced sums: a line each, or two beside each other."""
    n = kind.seats
    if width >= WIDE_SUMS:
        least = 92 if n == 2 else 48 + 21.0 * n
        return Band("announcements", least, least, 132)
    if n == 4:
        return Band("announcements", 128, 132, 132)
    return Band("announcements", 44 + 21.0 * n if kind.tight else 128, 132, 132)


def growing_panel(name: str) -> Band:
    """The band of a panel that can use any height."""
    return {
        "unseen": Band("unseen", 196, 264, 340, 1.0),
        "log": Band("log", 120, 300, grow=1.2),
        "coach": Band("coach", 180, 248, grow=1.0),
    }[name]


def stacked_panels(box: Box, n: int, gap: float) -> list[Box]:
    """The bands of panels below each other."""
    height = (box.height - (n - 1) * gap) / n
    return [Box(box.x, box.y + k * (height + gap), box.width, height) for k in range(n)]


def panels_in_line(box: Box, n: int, gap: float) -> list[Box]:
    """The bands of panels beside each other."""
    width = (box.width - (n - 1) * gap) / n
    return [Box(box.x + k * (width + gap), box.y, width, box.height) for k in range(n)]


def unfolded_panels(folded: Sequence[str], area: Box, kind: TableKind) -> dict[str, Box]:
    """Where folded panels lie when they are opened, in one to three columns of ``area``."""
    columns = _columns(folded, area.width)
    widest = 360.0 * len(columns)
    zone = area
    if area.width > widest:
        zone = Box(area.middle - widest / 2, area.y, widest, area.height)
    found: dict[str, Box] = {}
    bands = [Band(str(n), 1, grow=1) for n in range(len(columns))]
    for names, column in zip(columns, bands_across(bands, zone, kind.gap).values(), strict=True):
        tall = [
            sums_panel(kind, column.width) if name == "announcements" else growing_panel(name)
            for name in names
        ]
        found |= bands_down(tall, column, kind.gap)
    return found


def _columns(folded: Sequence[str], width: float) -> list[list[str]]:
    """The columns of opened panels: cards and sums, log, coach; the last two share one in a narrow
    area."""
    first = [name for name in ("unseen", "announcements") if name in folded]
    rest = [[name] for name in ("log", "coach") if name in folded]
    columns = ([first] if first else []) + rest
    if len(columns) * (NARROWEST + 8) > width and len(rest) > 1:
        columns = ([first] if first else []) + [["log", "coach"]]
    return columns
