"""The layout of the table for a window: all zones of the table as rectangles in pixels.

Lengths are in table units. One table unit is the window's height, or in a tall window the table's
width. Only text follows the text size that the player has chosen. With large text or in a small
window, parts that the notebook also shows are folded away.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pygame import Rect

from hacktrick.game.keypad import KEY_ORDER

# Offset of each server from a regular grid, as fractions of the map's size, in KEY_ORDER.
MAP_SHIFT = (
    *((-0.01, 0.01), (0.0, -0.005), (0.01, 0.015)),
    *((0.02, 0.0), (0.01, 0.0), (0.015, 0.01)),
    *((0.03, -0.01), (0.02, 0.0), (0.03, -0.015)),
)

DESIGN_SIZE = (1280.0, 720.0)  # size in units of a wide scene that fills its window at 100 per cent
# Size in units of a tall scene that fills its window at 100 per cent.
TALL_DESIGN_SIZE = (860.0, 1180.0)
MINIMUM_SIZE = (1066.6, 666.6)  # minimum width and height of a scene, in units
MIN_PIXELS_PER_UNIT = 0.9  # minimum pixels per unit; with less, text of 14 units is hard to read
MIN_WINDOW = (720, 600)  # minimum width and height of the window, in pixels
MIN_TARGET_PIXELS = 44  # minimum width and height of controls, in pixels

MAX_TABLE_RATIO = 16 / 9  # maximum width-to-height ratio of the table
TALL_WINDOW_RATIO = 1.12  # width-to-height ratio below which a window gets the tall layout
# Width-to-height ratio of a window from which the notebook stays open beside the table, unless the
# text is large.
OPEN_NOTEBOOK_RATIO = 2.3
SIDE_NOTEBOOK_WIDTH = 0.49  # width of the notebook beside the table, in window heights
# In a window smaller than this many pixels, as much is folded away as with huge text.
MIN_ROOMY_WINDOW = (960, 540)
# In a tall window narrower than this many pixels, as much is folded away as with huge text.
MIN_ROOMY_TALL_WIDTH = 600
# Text sizes above which parts are folded away; 1 is 100 per cent.
LARGE_TEXT, HUGE_TEXT = 1.25, 1.66
# In a side column narrower than this many table units, captures do not fit beside a rack.
NARROW_COLUMN_WIDTH = 0.48
SHELF_WIDTH = 0.062  # minimum width of a shelf for captured markers beside a rack, in table units
TALL_TABLE_HEIGHT = 1.556  # minimum height of the table in a tall window, in table widths
# Only in a side column narrower than this many table units may the result of a round cover a part
# of the board.
MIN_RESULT_COLUMN_WIDTH = 0.36
MIN_NOTEBOOK_WIDTH, MIN_RESULT_WIDTH = 340.0, 200.0  # minimum widths, in layout units

FoldLevel = Literal[0, 1, 2]


def is_tall_window(size: tuple[int, int]) -> bool:
    """Return whether a window of ``size`` is tall, so that its width determines the text size."""
    return size[0] <= 1.02 * size[1]


def pixels_per_unit_of_window(size: tuple[int, int], text_scale: float = 1.0) -> float:
    """Return the pixels per layout unit of a window.

    Args:
        size: width and height of the window in pixels.
        text_scale: the text size that the player has chosen; 1 is 100 per cent.
    """
    design = TALL_DESIGN_SIZE if is_tall_window(size) else DESIGN_SIZE
    natural = min(size[0] / design[0], size[1] / design[1])
    return max(natural, MIN_PIXELS_PER_UNIT) * text_scale


def _empty_rect() -> Rect:
    return Rect(0, 0, 0, 0)


@dataclass(slots=True)
class TableLayout:
    """All zones of the table in pixels; a zone that is not shown has a width of 0.

    Attributes:
        scale: pixels per layout unit, for text.
        unit: pixels per table unit, for everything else.
        fold: 0 shows everything, 1 omits descriptions, 2 also omits parts that the notebook shows.
        is_tall: whether the panels stand above and below the board.
        is_narrow: whether the side columns have no room for captures beside the racks.
        housing: the housing in which the keypad and its display are set.
        lcd: the display below the keys.
        double: the button that chooses the double.
        dock: the command buttons.
        stacks: the stacks of unseen cards, one for each value.
        aside: the cards set aside.
        kept: the codes that the player holds (Battle of Wits).
        codes: the codes in force of the lower and of the upper side (Battle of Wits).
        faces, speech, hands: one for each other seat, clockwise from the player.
        names: the name of each other player, if there is no room for it on the face.
        racks, captures, locks: one for the lower and one for the upper side.
        rack_names: the names of the sides above their racks, if more than two play.
        turn_order: the order of the next turns, if more than two play.
        status: the number of the round and the target.
        notebook: the open notebook.
        ceiling: the upper edge of the space that the coach's panel may take, in pixels.
        is_notebook_beside: whether the notebook lies beside the table and covers nothing.
    """

    scale: float
    unit: float
    fold: FoldLevel
    is_tall: bool
    is_narrow: bool
    keypad: Rect
    keys: dict[int, Rect]
    housing: Rect
    lcd: Rect
    row: Rect
    hand: Rect
    prompt: Rect
    double: Rect
    dock: Rect
    icons: Rect
    status: Rect
    deck: Rect
    stacks: Rect
    aside: Rect
    coach: Rect
    notebook: Rect
    result: Rect
    kept: Rect
    codes: tuple[Rect, Rect]
    faces: tuple[Rect, ...]
    names: tuple[Rect, ...]
    speech: tuple[Rect, ...]
    hands: tuple[Rect, ...]
    racks: tuple[Rect, Rect]
    captures: tuple[Rect, Rect]
    locks: tuple[Rect, Rect]
    rack_names: tuple[Rect, Rect]
    turn_order: Rect
    ceiling: int
    small_buttons: Rect = field(default_factory=_empty_rect)
    is_notebook_beside: bool = False


def lay_out_table(
    size: tuple[int, int],
    text_scale: float = 1.0,
    seats: int = 2,
    board: str = "keypad",
    has_codes: bool = True,
    is_coached: bool = False,
    reduction: float = 1.0,
    dock_rows: int = 1,
) -> TableLayout:
    """Lay out the table for a window of ``size`` pixels and 2 to 4 seats.

    Args:
        size: width and height of the window in pixels.
        text_scale: the text size that the player has chosen; 1 is 100 per cent.
        seats: the number of seats.
        board: the kind of board: "keypad" or "servers".
        has_codes: whether code cards need places; ignored unless there are two seats.
        is_coached: whether the coach always shows text; the coach's panel must then cover nothing.
        reduction: the size of a thumbnail as a fraction of the window that it shows; 1 in a window.
        dock_rows: the minimum number of rows of buttons in the dock of a tall window.
    """
    scale = pixels_per_unit_of_window(size, text_scale)
    wanted = _TableLayoutInput(
        size, scale, seats, board, has_codes and seats == 2, is_coached, reduction, dock_rows
    )
    return (
        _lay_out_tall_window(wanted)
        if size[0] < TALL_WINDOW_RATIO * size[1]
        else _lay_out_wide_window(wanted)
    )


@dataclass(frozen=True, slots=True)
class _TableLayoutInput:
    """The input of a layout; see ``lay_out_table``."""

    size: tuple[int, int]
    scale: float
    seats: int
    board: str
    has_codes: bool
    is_coached: bool = False
    reduction: float = 1.0
    dock_rows: int = 1

    @property
    def min_control_size(self) -> float:
        """The minimum width and height of controls, in pixels."""
        return MIN_TARGET_PIXELS * self.reduction

    def fold_level_at_scale(self, natural: float) -> FoldLevel:
        """Return the fold level; see ``TableLayout.fold``.

        Args:
            natural: the pixels per layout unit at which text of 100 per cent fits this window.
        """
        text = self.scale / natural
        width, height = (round(edge / self.reduction) for edge in self.size)
        small = (
            width < MIN_ROOMY_TALL_WIDTH
            if height > width
            else width < MIN_ROOMY_WINDOW[0] or height < MIN_ROOMY_WINDOW[1]
        )
        return 2 if text > HUGE_TEXT or small else 1 if text > LARGE_TEXT else 0


@dataclass(frozen=True, slots=True)
class _PixelConverter:
    """Converts table units to pixels.

    Attributes:
        unit: pixels per table unit.
        x, y: the origin in pixels.
    """

    unit: float
    x: float = 0.0
    y: float = 0.0

    def box_of_size(self, x: float, y: float, width: float, height: float) -> Rect:
        """Return a rectangle in pixels; rectangles that touch still touch after rounding."""
        left, top = round(self.x + x * self.unit), round(self.y + y * self.unit)
        right = round(self.x + (x + width) * self.unit)
        bottom = round(self.y + (y + height) * self.unit)
        return Rect(left, top, max(0, right - left), max(0, bottom - top))

    def box_between_edges(self, left: float, top: float, right: float, bottom: float) -> Rect:
        """Return the rectangle between four edges in table units."""
        return self.box_of_size(left, top, right - left, bottom - top)


def _key_rects_of_board(board: str, keypad: Rect, gap: float) -> dict[int, Rect]:
    """Return the rectangles of the keys: a grid of three by three, or the servers on the map.

    Args:
        board: the kind of board: "servers", or a grid of keys.
        keypad: the rectangle of all keys.
        gap: the gap between two keys.
    """
    if board == "servers":
        return _round_key_rects(keypad)
    ruler, key = _PixelConverter(1.0, keypad.x, keypad.y), (keypad.width - 2 * gap) / 3
    return {
        number: ruler.box_of_size(n % 3 * (key + gap), n // 3 * (key + gap), key, key)
        for n, number in enumerate(KEY_ORDER)
    }


def _round_key_rects(zone: Rect) -> dict[int, Rect]:
    """Return the rectangles of the servers on the map, each a little off the grid of the keypad."""
    diameter = zone.width * 0.27
    places = {}
    for n, key in enumerate(KEY_ORDER):
        x = zone.x + zone.width * (0.155 + 0.335 * (n % 3) + MAP_SHIFT[n][0])
        y = zone.y + zone.height * (0.165 + 0.335 * (n // 3) + MAP_SHIFT[n][1])
        places[key] = Rect(0, 0, round(diameter), round(diameter))
        places[key].center = round(x), round(y)
    return places


# Layout of wide windows, in which a table unit is the window's height.

PANEL_GAP = 0.0115
# Width of the board in table units: usually, and at fold level 2.
BOARD_WIDTH, FOLDED_BOARD_WIDTH = 0.606, 0.5
RIM_WIDTH = 0.0135  # width of the housing's rim around the keys, in table units


def _lay_out_wide_window(wanted: _TableLayoutInput) -> TableLayout:
    """Lay out a wide window: opponents at the left of the board, cards and dock at the right."""
    width, height = wanted.size
    ratio = width / height
    beside = ratio >= OPEN_NOTEBOOK_RATIO and wanted.scale * DESIGN_SIZE[1] / height <= LARGE_TEXT
    room = ratio - SIDE_NOTEBOOK_WIDTH - 0.044 if beside else ratio
    whole = min(room, MAX_TABLE_RATIO)
    fold = wanted.fold_level_at_scale(min(height / DESIGN_SIZE[1], room * height / DESIGN_SIZE[0]))
    ruler = _PixelConverter(float(height), (room - whole) / 2 * height)
    table = _WideTableLayout(wanted, ruler, whole, fold, wanted.min_control_size / height)
    found = table.lay_out()
    if beside:
        left = room + 0.022
        found.notebook = _PixelConverter(float(height)).box_between_edges(
            left, 0.022, ratio - 0.022, 0.978
        )
        found.is_notebook_beside = True
    return found


class _WideTableLayout:
    """Computes the layout of a wide window; a table unit is the window's height.

    Args:
        whole: the width of the table, in table units.
        min_control_size: the minimum width and height of controls, in table units.
    """

    def __init__(
        self,
        wanted: _TableLayoutInput,
        ruler: _PixelConverter,
        whole: float,
        fold: FoldLevel,
        min_control_size: float,
    ) -> None:
        self.wanted, self.ruler, self.whole, self.fold = wanted, ruler, whole, fold
        self.min_control_size = min_control_size
        self.is_large = fold == 2
        least = 0.33 if self.is_large else 0.36
        board = FOLDED_BOARD_WIDTH if self.is_large else BOARD_WIDTH
        self.board = min(board, whole - 2 * RIM_WIDTH - 2 * least)
        self.side = (whole - self.board - 2 * RIM_WIDTH) / 2
        self.is_narrow = self.side < NARROW_COLUMN_WIDTH
        # In a compact layout, the names of the players stand beside their faces.
        self.is_compact = self.is_large or self.is_narrow
        self.is_single = self.is_compact  # whether the dock has a single column of buttons
        self.edge = 0.022 if not self.is_narrow else 0.016
        self.display = 0.09 if self.is_large else 0.078
        self.icon = max(0.091 if self.is_large and not self.is_narrow else 0.061, min_control_size)
        case = self.board + self.display + 2 * PANEL_GAP + 0.009
        spare = max(0.0, 0.716 - case)
        self.top = 0.12 + spare * (0.05 if self.is_large else 0.5)
        # Left and right edge of the housing.
        self.left, self.right = (
            self.side,
            self.side + self.board + 2 * RIM_WIDTH,
        )
        self.lcd_y = self.top + PANEL_GAP + self.board + 0.009
        self.bottom = self.lcd_y + self.display + PANEL_GAP  # the lower edge of the housing
        self.column = self.right + (0.028 if not self.is_narrow else 0.016)
        self.end = whole - self.edge

    def lay_out(self) -> TableLayout:
        """Return the layout with all zones."""
        box, between = self.ruler.box_of_size, self.ruler.box_between_edges
        keypad = box(self.left + RIM_WIDTH, self.top + PANEL_GAP, self.board, self.board)
        icons = self._icons_bottom()
        dock = self._dock_top()
        deck, stacks, aside, low = self._deck_stack_and_aside_zones(icons)
        if self.wanted.has_codes and self.is_compact:
            dock = max(dock, low + 2 * (max(0.058, self.min_control_size) + 0.006) + PANEL_GAP)
        seats = self._other_seat_zones()
        last = self.left - 0.0125  # the right edge of the left column
        rack_y = self.lcd_y - 0.1495
        own_rack, own_captures = self._rack_and_capture_zones(last, rack_y, above=True)
        hand_y = self.bottom + 0.018
        hand_width = min(0.56, self.board + 2 * RIM_WIDTH + 0.02)
        low_y = self.bottom + 0.008
        double_h = max(0.0625, self.min_control_size)
        most = last - self.edge - (0.15 if self.wanted.has_codes else 0.0)
        wide = 0.33 * max(1.0, 0.85 * self.wanted.scale * DESIGN_SIZE[1] / self.ruler.unit)
        double = box(self.edge, 0.993 - double_h, min(wide, most), double_h)
        locks = min(0.205, (last - self.edge) * 0.45)
        own_locks = box(last - locks, low_y + 0.006, locks, 0.042)
        if self.is_compact:
            over = own_captures.y if own_captures.bottom <= own_rack.y else own_rack.y
            over_y = (over - self.ruler.y) / self.ruler.unit - 0.044
            own_locks = between(max(self.edge, last - 0.3), over_y, last, over_y + 0.038)
        elif self.wanted.seats > 2:
            own_locks = box(last - locks, rack_y - 0.04, locks, 0.036)
        prompt = between(self.edge, low_y, last, 0.993 - double_h - 0.006)
        coach = between(self.column, low, self.end, dock - PANEL_GAP)
        table_codes = self._code_card_zones(rack_y, last, low)
        text = self.wanted.scale
        open_width = max(self.end - self.column, MIN_NOTEBOOK_WIDTH * text / self.ruler.unit)
        notebook_y = icons + PANEL_GAP
        notebook_end = dock - PANEL_GAP if dock - notebook_y > 0.5 else hand_y - 0.008
        notebook = between(max(0.016, self.end - open_width), notebook_y, self.end, notebook_end)
        result_width = self.end - self.column
        if result_width < MIN_RESULT_COLUMN_WIDTH:
            result_width = max(result_width, MIN_RESULT_WIDTH * text / self.ruler.unit)
        result = between(max(0.016, self.end - result_width), notebook_y, self.end, 0.989)
        icon_width = 4 * self.icon + 3 * 0.011
        status_end = self.end - icon_width - 0.011
        status = between(self.column, 0.017, max(self.column, status_end), 0.017 + self.icon)
        if self.is_large:
            status = _empty_rect()
        return TableLayout(
            scale=text,
            unit=self.ruler.unit,
            fold=self.fold,
            is_tall=False,
            is_narrow=self.is_narrow,
            keypad=keypad,
            keys=_key_rects_of_board(self.wanted.board, keypad, 0.0135 * self.ruler.unit),
            housing=between(self.left, self.top, self.right, self.bottom),
            lcd=box(
                self.left + 0.0165, self.lcd_y, self.board + 2 * RIM_WIDTH - 0.033, self.display
            ),
            row=between(self.edge, self.lcd_y, self.left, self.lcd_y + self.display),
            hand=between(
                self.whole / 2 - hand_width / 2, hand_y, self.whole / 2 + hand_width / 2, 1.0
            ),
            prompt=prompt,
            double=double,
            dock=between(self.column, dock, self.end, 0.989),
            icons=box(self.end - icon_width, 0.017, icon_width, self.icon),
            status=status,
            deck=deck,
            stacks=stacks,
            aside=aside,
            coach=coach,
            notebook=notebook,
            result=result,
            kept=between(last - 0.14, low_y + 0.055, last, 1.0),
            codes=table_codes,
            faces=tuple(seats.faces),
            names=tuple(seats.names),
            speech=tuple(seats.speech),
            hands=tuple(seats.hands),
            racks=(own_rack, seats.rack),
            captures=(own_captures, seats.captures),
            locks=(own_locks, seats.locks),
            rack_names=(
                self._name_zone_above_rack(own_rack, own_captures, own_locks),
                seats.rack_name,
            ),
            turn_order=self._turn_order_zone(seats, own_rack, own_captures, own_locks),
            ceiling=self.ruler.box_of_size(0, notebook_y, 1, 1).y,
        )

    def _icons_bottom(self) -> float:
        """Return the lower edge of the icons."""
        return 0.017 + self.icon

    def _dock_top(self) -> float:
        """Return the upper edge of the dock."""
        if self.is_single:
            return 0.61 if self.wanted.seats > 2 else 0.416 if self.is_large else 0.55
        rows = (0.083, 0.075, 0.061)
        return 0.989 - sum(max(row, self.min_control_size) for row in rows) - 2 * PANEL_GAP

    def _deck_stack_and_aside_zones(self, icons: float) -> tuple[Rect, Rect, Rect, float]:
        """Return the zones of deck, stacks and set-aside cards, and the top of the next zone.

        Args:
            icons: the lower edge of the icons.
        """
        box, x = self.ruler.box_of_size, self.column
        nothing = box(0, 0, 0, 0)
        if self.is_large:
            y, height = icons + 0.027, 0.125
            aside = box(x + 0.125, y + 0.03, 0.15, 0.075)
            return box(x, y, 0.09, height), nothing, aside, y + height + PANEL_GAP
        y = max(0.117, icons + 0.024)
        deck = box(x, y, 0.1, 0.14)
        if self.is_narrow and self.wanted.seats > 2:
            return deck, nothing, box(x + 0.13, y + 0.035, 0.14, 0.075), y + 0.14 + PANEL_GAP
        if self.is_narrow:
            stacks = box(x, y + 0.19, self.end - x, 0.125)
            return deck, stacks, box(x + 0.13, y + 0.035, 0.14, 0.075), y + 0.19 + 0.125 + PANEL_GAP
        stacks = box(x + 0.14, y - 0.012, self.end - x - 0.14, 0.145)
        aside = box(x + 0.14, y + 0.146, self.end - x - 0.14, 0.078)
        return deck, stacks, aside, y + 0.146 + 0.078 + PANEL_GAP

    def _rack_and_capture_zones(self, last: float, y: float, *, above: bool) -> tuple[Rect, Rect]:
        """Return the zones of a rack in the left column and of its captured markers.

        The captured markers stand beside the rack if there is room, else above or below the rack.

        Args:
            last: the right edge of the column.
            y: the top of the rack.
            above: whether captured markers that have no room beside the rack stand above the rack.
        """
        box, between = self.ruler.box_of_size, self.ruler.box_between_edges
        if self.is_narrow and self.is_large:
            shelf = box(self.edge, y, SHELF_WIDTH, 0.136)
            return between(self.edge + 0.07, y, last, y + 0.136), shelf
        width = min(0.345, last - self.edge)
        rack = box(last - width, y, width, 0.136)
        beside = last - width - self.edge - 0.01
        if not self.is_narrow and beside >= 0.085:
            return rack, box(self.edge, y, beside, 0.136)
        return rack, box(last - width, y - 0.061 if above else y + 0.142, width, 0.055)

    def _name_zone_above_rack(self, rack: Rect, captures: Rect, locks: Rect) -> Rect:
        """Return the zone of the side's name above the player's rack; empty if there is no room."""
        high = self.ruler.box_of_size(0, 0, 1, 0.036).height
        line = Rect(rack.x, rack.y - high, rack.width, high)
        if captures.bottom <= rack.y:
            return _empty_rect()
        if locks.colliderect(line):
            left = self.ruler.box_of_size(self.edge, 0, 1, 1).x
            line = Rect(left, locks.y, locks.x - left - high // 3, locks.height)
        return line

    def _turn_order_zone(
        self, seats: _OtherSeatZones, rack: Rect, captures: Rect, locks: Rect
    ) -> Rect:
        """Return the zone of the turn order, in the left column above the player's rack."""
        if self.wanted.seats == 2:
            return _empty_rect()
        between, unit, y = self.ruler.box_between_edges, self.ruler.unit, self.ruler.y
        west = seats.names[0] if seats.names[0].width else seats.faces[0]
        foot = min(rack.y, captures.y, locks.y) if self.is_compact else rack.y - 0.036 * unit
        top, bottom = (
            (west.bottom - y) / unit + (0.012 if self.is_compact else 0.04),
            (foot - y) / unit - 0.012,
        )
        return between(self.edge, top, self.left - 0.0125, max(top, bottom))

    def _code_card_zones(self, rack_y: float, last: float, low: float) -> tuple[Rect, Rect]:
        """Return the zones of the codes in force: between the racks, or in the right column."""
        box = self.ruler.box_of_size
        if not self.wanted.has_codes:
            return box(0, 0, 0, 0), box(0, 0, 0, 0)
        if self.is_compact:
            width, high = self.end - self.column, max(0.058, self.min_control_size)
            return (
                box(self.column, low + high + 0.006, width, high),
                box(self.column, low, width, high),
            )
        width = min(0.345, last - self.edge)
        free = rack_y - 0.006 - (self._rack_top() + 0.136 + 0.006)
        high = (free - 0.006) / 2
        return (
            box(last - width, rack_y - 0.006 - high, width, high),
            box(last - width, rack_y - 0.012 - 2 * high, width, high),
        )

    def _rack_top(self) -> float:
        """Return the upper edge of the opponent's rack."""
        return 0.283 if not self.is_large else 0.272

    def _other_seat_zones(self) -> _OtherSeatZones:
        if self.wanted.seats == 2:
            return self._zones_of_single_opponent()
        return self._zones_of_several_opponents()

    def _add_zones_of_opposite_player(
        self, found: _OtherSeatZones, edge: float, last: float
    ) -> float:
        """Add the zones of the face, speech and hand of the player opposite.

        Args:
            found: the zones, to which these are added.
            edge: the width and height of the face.
            last: the right edge of the column.

        Returns:
            The lower edge of face and speech, which are at the upper left.
        """
        box, between = self.ruler.box_of_size, self.ruler.box_between_edges
        found.faces.append(box(last - edge, 0.017, edge, edge))
        fan = 0.097 if self.is_large else 0.11
        middle = self.whole / 2
        found.hands.append(box(middle - 0.24, 0.005, 0.48, min(fan, self.top - 0.008)))
        if self.is_compact:
            found.names.append(between(self.edge, 0.02, last - edge - 0.012, 0.075))
            below = 0.017 + edge + 0.014
            found.speech.append(between(self.edge, below, last, below + 0.088))
            return below + 0.088
        found.names.append(box(0, 0, 0, 0))
        found.speech.append(between(self.edge, 0.017, last - edge - 0.012, 0.017 + edge))
        return 0.017 + edge

    def _zones_of_single_opponent(self) -> _OtherSeatZones:
        """Return the zones of a single opponent: face, speech and rack in the left column."""
        box, between, last = (
            self.ruler.box_of_size,
            self.ruler.box_between_edges,
            self.left - 0.0125,
        )
        edge = 0.135 if self.is_compact else 0.205 if self.fold == 0 else 0.19
        found = _OtherSeatZones()
        self._add_zones_of_opposite_player(found, edge, last)
        if self.is_compact:
            before = last - edge - 0.012
            found.locks = between(max(self.edge, before - 0.3), 0.085, before, 0.13)
        else:
            found.locks = box(last - 0.205, 0.017 + edge + 0.008, 0.205, 0.042)
        found.rack, found.captures = self._rack_and_capture_zones(
            last, self._rack_top(), above=False
        )
        return found

    def _zones_of_several_opponents(self) -> _OtherSeatZones:
        """Return the zones of two or three other seats: at the left, opposite, and at the right."""
        box, between, last = (
            self.ruler.box_of_size,
            self.ruler.box_between_edges,
            self.left - 0.0125,
        )
        edge = 0.13 if self.is_compact else 0.17
        found = _OtherSeatZones()
        left_y = self._add_zones_of_opposite_player(found, edge, last) + 0.03
        west = box(self.edge, left_y, edge, edge)
        beside = self.edge + edge + 0.014
        found.faces.insert(0, west)
        card = 0.06 if self.is_compact else 0.08
        name_y = left_y + edge + 0.004
        under = between(self.edge, name_y, last, name_y + 0.036)
        found.names.insert(0, under if self.is_compact else box(0, 0, 0, 0))
        found.speech.insert(0, between(beside, left_y, last, left_y + edge - card - 0.004))
        found.hands.insert(0, between(beside, left_y + edge - card, last, left_y + edge))
        width = min(0.345, self.end - self.column)
        rack_y = self._dock_top() - 0.136 - 0.016
        found.rack = box(self.column, rack_y, width, 0.136)
        name_end = self.end
        if self.end - self.column - width >= 0.01 + SHELF_WIDTH:
            found.captures = between(self.column + width + 0.01, rack_y, self.end, rack_y + 0.136)
        else:
            name_end -= 0.116
            found.captures = between(self.end - 0.11, rack_y - 0.055, self.end, rack_y - 0.006)
        locks_y = rack_y - 0.05
        locks_end = min(self.column + 0.22, self.end - 0.12)
        found.locks = between(self.column, locks_y, locks_end, locks_y + 0.042)
        beside_locks = between(locks_end + 0.012, locks_y, name_end, locks_y + 0.042)
        if not self.is_compact:
            found.rack_name = beside_locks
        if self.wanted.seats == 4:
            east_y = locks_y - 0.012 - edge
            found.faces.append(box(self.end - edge, east_y, edge, edge))
            before = self.end - edge - 0.014
            has_name = self.is_compact and not self.is_narrow
            found.names.append(beside_locks if has_name else box(0, 0, 0, 0))
            low = east_y + edge - card
            found.speech.append(between(self.column, east_y, before, low - 0.004))
            found.hands.append(between(self.column, low, before, east_y + edge))
        return found


@dataclass(slots=True)
class _OtherSeatZones:
    """The zones of the other seats."""

    faces: list[Rect] = field(default_factory=list)
    names: list[Rect] = field(default_factory=list)
    speech: list[Rect] = field(default_factory=list)
    hands: list[Rect] = field(default_factory=list)
    rack: Rect = field(default_factory=_empty_rect)
    rack_name: Rect = field(default_factory=_empty_rect)
    turn_order: Rect = field(default_factory=_empty_rect)
    captures: Rect = field(default_factory=_empty_rect)
    locks: Rect = field(default_factory=_empty_rect)


# Layout of tall windows, in which a table unit is the table's width.


def _lay_out_tall_window(wanted: _TableLayoutInput) -> TableLayout:
    """Lay out a tall window, in which everything lies above or below the board."""
    width, height = wanted.size
    unit = min(width, height / TALL_TABLE_HEIGHT)
    natural = min(width / TALL_DESIGN_SIZE[0], height / TALL_DESIGN_SIZE[1])
    fold = wanted.fold_level_at_scale(natural)
    spare = height / unit - TALL_TABLE_HEIGHT
    ruler = _PixelConverter(unit, (width - unit) / 2)
    return _TallTableLayout(wanted, ruler, spare, fold, wanted.min_control_size / unit).lay_out()


COACH_STRIP_HEIGHT = 0.23  # height of a coach's panel that always shows text of usual size
# Height of the opponents' area with this panel and large text, as a fraction of its usual height.
CROWDED_OPPONENTS_SHARE = 0.8
# Heights of the opponents' area with this panel and huge text: one opponent, or several.
OPPONENT_LINE_HEIGHT, OPPONENTS_LINE_HEIGHT = 0.125, 0.196
MIN_HAND_HEIGHT = 0.15  # minimum height of the hand with this panel and huge text
MIN_BOARD_WIDTH = 0.39  # minimum width of the board, at which its display has room for a sentence
MIN_SMALL_BOARD_WIDTH = 0.36  # minimum width of the board with huge text


class _TallTableLayout:
    """Computes the layout of a tall window; a table unit is the table's width.

    Args:
        spare: how much taller the window is than the table needs, in table units.
        min_control_size: the minimum width and height of controls, in table units.
    """

    def __init__(
        self,
        wanted: _TableLayoutInput,
        ruler: _PixelConverter,
        spare: float,
        fold: FoldLevel,
        min_control_size: float,
    ) -> None:
        self.wanted, self.ruler, self.spare, self.fold = wanted, ruler, spare, fold
        self.min_control_size = min_control_size
        self.is_party = wanted.seats > 2
        self.icon = max(0.058, min_control_size)
        self.is_in_line = wanted.is_coached and fold == 2
        big = max(0.068 if self.is_in_line else 0.078, min_control_size)
        self.dock = max(0.08, min_control_size) if fold < 2 else 2 * big + 0.01
        self.dock = max(self.dock, wanted.dock_rows * (min_control_size + 0.012) - 0.012)
        self.board = 0.667 - (0.06 if self.is_party else 0.0) - (self.dock - 0.08)
        self.board = min(0.76, self.board + min(0.5 * spare, 0.06))
        self.strip_y = 0.017 + self.icon + 0.012 + 0.1 * spare
        self.strip = 0.0
        # Factor on the usual height of the opponents' area.
        self.crowd = CROWDED_OPPONENTS_SHARE if wanted.is_coached and fold else 1.0
        usual = 0.3 if self.is_party else 0.24
        opponents = usual * self.crowd
        if self.is_in_line:
            opponents = (
                OPPONENTS_LINE_HEIGHT
                if self.is_party
                else OPPONENT_LINE_HEIGHT + self._code_card_height()
            )
        if wanted.is_coached:
            text = wanted.scale * TALL_DESIGN_SIZE[0] / ruler.unit
            spared = usual - opponents
            least = max(
                MIN_SMALL_BOARD_WIDTH if self.is_in_line else MIN_BOARD_WIDTH,
                3.1 * min_control_size,
            )
            most = self.board + spared - least
            if self.is_in_line:
                most += max(0.0, self._hand_height(usual) - MIN_HAND_HEIGHT)
            self.strip = min(COACH_STRIP_HEIGHT * text, most)
            self.board = max(least, self.board - max(0.0, self.strip - spared))
        self.head = self.strip_y + self.strip
        self.top = self.head + opponents + 0.15 * spare  # the upper edge of the housing
        self.side = (1 - self.board - 2 * RIM_WIDTH) / 2
        self.lcd_y = self.top + PANEL_GAP + self.board + 0.012
        self.bottom = self.lcd_y + 0.068 + PANEL_GAP
        self.row_y = self.bottom + 0.01 + 0.05 * spare
        self.prompt_y = self.row_y + 0.08 + 0.014
        self.dock_y = TALL_TABLE_HEIGHT + spare - 0.016 - self.dock
        self.hand_y = self.prompt_y + 0.082

    def _code_card_height(self) -> float:
        """Return the height of the codes in force above the board, with the gap below them."""
        return max(0.05, self.min_control_size) + 0.008 if self.wanted.has_codes else 0.0

    def _hand_height(self, opponents: float) -> float:
        """Return the height of the hand if the opponents' area has the height ``opponents``."""
        above = self.strip_y + opponents + self.board + 2 * PANEL_GAP + 0.266 + 0.2 * self.spare
        return TALL_TABLE_HEIGHT + self.spare - self.dock - 0.028 - above

    def lay_out(self) -> TableLayout:
        """Return the layout with all zones."""
        box, between = self.ruler.box_of_size, self.ruler.box_between_edges
        keypad = box(self.side + RIM_WIDTH, self.top + PANEL_GAP, self.board, self.board)
        end = 0.983
        hand = between(0.017, self.hand_y, 0.455, self.dock_y - 0.012)
        icon_width = 4 * self.icon + 3 * 0.011
        seats = (
            self._zones_of_several_opponents()
            if self.is_party
            else self._zones_of_single_opponent()
        )
        small_y, small_end = self.hand_y, self.dock_y - 0.01
        double_h = max(0.05, self.min_control_size)
        kept = _empty_rect()
        if self.wanted.has_codes:
            kept_h = max(self.min_control_size, small_end - small_y - 2 * double_h - 0.016)
            kept = between(0.61, small_end - kept_h, end, small_end)
            small_end -= kept_h + 0.008
        rack_h = min(0.11, small_end - 0.002 - self.hand_y)
        rack = box(0.467, self.hand_y, 0.276, rack_h)
        captures_end = 0.6 if self.wanted.has_codes else 0.743
        captures = between(0.467, self.hand_y + rack_h + 0.004, captures_end, self.dock_y - 0.01)
        stacks_w = self.side - 0.034
        has_stacks = self.fold < 2 and stacks_w > 0.07
        text = self.wanted.scale
        deck_x = self.side + self.board + 2 * RIM_WIDTH + 0.03
        deck_w = min(0.098, 0.985 - deck_x)
        return TableLayout(
            scale=text,
            unit=self.ruler.unit,
            fold=self.fold,
            is_tall=True,
            is_narrow=True,
            keypad=keypad,
            keys=_key_rects_of_board(self.wanted.board, keypad, 0.0135 * self.ruler.unit),
            housing=between(self.side, self.top, 1 - self.side, self.bottom),
            lcd=box(self.side + 0.0165, self.lcd_y, 1 - 2 * self.side - 0.033, 0.068),
            row=between(0.017, self.row_y, end, self.row_y + 0.08),
            hand=hand,
            prompt=between(0.022, self.prompt_y, end, self.prompt_y + 0.07),
            double=box(0.76, small_y, end - 0.76, double_h),
            small_buttons=between(0.76, small_y + double_h + 0.008, end, small_end),
            dock=between(0.017, self.dock_y, end, self.dock_y + self.dock),
            icons=box(end - icon_width, 0.014, icon_width, self.icon),
            status=between(0.03, 0.014, end - icon_width - 0.02, 0.014 + self.icon),
            deck=box(deck_x, self.top + 0.06, deck_w, deck_w * 1.36),
            stacks=between(0.022, self.top + 0.02, 0.022 + stacks_w, self.bottom - 0.12)
            if has_stacks
            else box(0, 0, 0, 0),
            aside=box(deck_x, self.top + 0.26, deck_w, 0.09),
            coach=self._coach_zone(seats, end),
            notebook=between(0.022, self.head, end, self.row_y + 0.08),
            result=between(0.015, self.row_y + 0.092, 0.985, TALL_TABLE_HEIGHT + self.spare - 0.01),
            kept=kept,
            codes=self._code_card_zones(),
            faces=tuple(seats.faces),
            names=tuple(seats.names),
            speech=tuple(seats.speech),
            hands=tuple(seats.hands),
            racks=(rack, seats.rack),
            captures=(captures, seats.captures),
            locks=(box(0.785, self.prompt_y + 0.012, 0.195, 0.042), seats.locks),
            rack_names=(_empty_rect(), seats.rack_name),
            turn_order=seats.turn_order,
            ceiling=self.ruler.box_of_size(0, self.strip_y, 1, 1).y,
        )

    def _coach_zone(self, seats: _OtherSeatZones, end: float) -> Rect:
        """Return the zone of the coach's panel: its own strip, or beside or below the faces."""
        between = self.ruler.box_between_edges
        if self.strip:
            return between(0.022, self.strip_y, end, self.head - 0.012)
        zone = between(0.022, self.strip_y, end, self.top - 0.008)
        face, gap = seats.faces[0], round(0.014 * self.ruler.unit)
        if self.is_party:
            return Rect(zone.x, face.bottom + gap, zone.width, zone.bottom - face.bottom - gap)
        return Rect(face.right + gap, zone.y, zone.right - face.right - gap, zone.height)

    def _code_card_zones(self) -> tuple[Rect, Rect]:
        """Return the zones of the codes in force, above the board."""
        box = self.ruler.box_of_size
        if not self.wanted.has_codes:
            return box(0, 0, 0, 0), box(0, 0, 0, 0)
        high = self._code_card_height() - 0.008
        return (
            box(0.415, self.top - 0.008 - high, 0.172, high),
            box(0.235, self.top - 0.008 - high, 0.172, high),
        )

    def _zones_of_single_opponent(self) -> _OtherSeatZones:
        """Return the zones of a single opponent.

        Face and speech are at the left, hand and rack at the right.
        """
        box, between, y, size = (
            self.ruler.box_of_size,
            self.ruler.box_between_edges,
            self.head,
            self.crowd,
        )
        found = _OtherSeatZones()
        if self.is_in_line:
            low = y + OPPONENT_LINE_HEIGHT - 0.01
            found.faces.append(between(0.03, y, 0.03 + low - y, low))
            found.names.append(between(0.43, low - 0.042, 0.68, low))
            found.speech.append(between(0.16, y, 0.42, low))
            found.hands.append(between(0.43, y, 0.61, y + 0.068))
            found.captures = between(0.615, y, 0.685, y + 0.068)
            found.rack = between(0.69, y, 0.983, y + 0.068)
            found.locks = between(0.69, low - 0.042, 0.983, low)
            return found
        edge = 0.18 * size
        found.faces.append(box(0.03, y, edge, edge))
        found.names.append(box(0, 0, 0, 0))
        codes = max(0.05, self.min_control_size) if self.wanted.has_codes else 0.0
        found.speech.append(between(0.235, y, 0.59, self.top - 0.016 - codes))
        found.locks = box(0.03, y + edge + 0.006, 0.18, 0.042)
        rack_y = y + 0.118 * size
        found.hands.append(box(0.67, y, 0.313, 0.112 * size))
        found.rack = box(0.69, rack_y, 0.28, 0.11 * size)
        found.captures = between(0.6, rack_y, 0.682, rack_y + 0.11 * size)
        return found

    def _zones_of_several_opponents(self) -> _OtherSeatZones:
        """Return the zones of two or three other seats, side by side above the opposing rack."""
        box, between, y = self.ruler.box_of_size, self.ruler.box_between_edges, self.head
        n = self.wanted.seats - 1
        step, edge = 0.966 / n, 0.08 if self.is_in_line else 0.115 * self.crowd
        found = _OtherSeatZones()
        for k in range(n):
            x = 0.02 + k * step
            found.faces.append(box(x, y, edge, edge))
            found.names.append(between(x + edge + 0.01, y, x + step - 0.012, y + 0.036))
            found.hands.append(between(x + edge + 0.01, y + 0.04, x + step - 0.012, y + edge))
            speech_y = y + edge + 0.008
            speech_h = 0.05 if self.is_in_line else 0.06
            found.speech.append(between(x, speech_y, x + step - 0.012, speech_y + speech_h))
        low = y + edge + speech_h + (0.008 if self.is_in_line else 0.016)
        found.rack = between(0.69, low, 0.97, self.top - 0.01)
        shelf_y = low if self.is_in_line else low + 0.032
        found.captures = between(0.5, shelf_y, 0.68, self.top - 0.01)
        found.locks = box(0.3, low + (0.004 if self.is_in_line else 0.03), 0.19, 0.042)
        if not self.is_in_line:
            found.rack_name = box(0.3, low - 0.006, 0.38, 0.036)
        found.turn_order = between(0.022, low, 0.28, self.top - 0.01)
        return found
