"""From a window size to rectangles: the grid of the table.

Pure arithmetic: it must not draw, and it knows of the game only how many seats and keys there are.
The grid is thought in units of 1280 x 720; everything returned is in whole pixels.
"""

from dataclasses import dataclass

from pygame import Rect

DESIGN = (1280.0, 720.0)
SMALLEST = (1066.6, 666.6)  # units; what the table needs at least, and 960 x 600 at scale 0.9
LEGIBLE = 0.9  # pixels per unit below which 14-unit text is hard to read
COMPACT_WIDTH = 1200.0
SPLIT_WIDTH = 1600.0
MIN_WINDOW = (960, 600)
KEY_ORDER = (8, 1, 6, 3, 5, 7, 4, 9, 2)

# How far the servers of the map lie off a regular grid, as shares of its size, in KEY_ORDER.
MAP_SHIFT = (
    *((-0.01, 0.01), (0.0, -0.005), (0.01, 0.015)),
    *((0.02, 0.0), (0.01, 0.0), (0.015, 0.01)),
    *((0.03, -0.01), (0.02, 0.0), (0.03, -0.015)),
)

EDGE = 16.0
GAP = 8.0
BAR = 40.0
KEY_GAP = 10.0
FOUR_SUMS = 132.0  # height of the announcements where there is no room for two beside each other


def scale_for(size: tuple[int, int], user: float = 1.0) -> float:
    """Pixels per unit. The user's factor counts as far as the table still fits."""
    natural = min(size[0] / DESIGN[0], size[1] / DESIGN[1])
    most = min(size[0] / SMALLEST[0], size[1] / SMALLEST[1])
    return max(0.5, min(most, max(natural, LEGIBLE) * user))


@dataclass(frozen=True, slots=True)
class Table:
    """All zones of the table in pixels.

    seats are the panels of the other seats in playing order (one with two seats), hands their cards
    in the same order; left commands are asking and drawing, right ones end the turn. targets is the
    line above the own hand. code and their_code are the places of code cards (Battle of Wits).
    """

    scale: float
    compact: bool
    top_bar: Rect
    seats: tuple[Rect, ...]
    own: Rect
    unseen: Rect
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
    their_code: Rect
    announcements: Rect
    log: Rect
    coach: Rect


@dataclass(frozen=True, slots=True)
class _Columns:
    """Left edges and widths in units."""

    left: float
    left_width: float
    middle: float
    middle_width: float
    right: float
    right_width: float


@dataclass(frozen=True, slots=True)
class _Lines:
    """Tops and heights of the middle column in units."""

    hands: float
    hands_height: float
    lcd: float
    lcd_height: float
    board: float
    board_height: float
    row: float
    row_height: float
    targets: float
    targets_height: float
    hand: float
    hand_height: float


def table(size: tuple[int, int], user: float = 1.0, seats: int = 2, board: str = "keypad") -> Table:
    """The table for a window of `size` pixels with 2 to 4 seats."""
    scale = scale_for(size, user)
    width, height = size[0] / scale, size[1] / scale
    columns, lines = _columns(width, height), _lines(height)
    beside = seats == 4 or board == "servers"
    return _Grid(scale, width, height, columns, lines, seats, board, beside).table()


def _columns(width: float, height: float) -> _Columns:
    compact = width < COMPACT_WIDTH
    spare = max(0.0, width - DESIGN[0])
    gap = 12.0 if compact else 16.0
    left = 216.0 if compact else 232.0 + min(40.0, spare * 0.12)
    # The board may only use width that its height can follow, or keys would be wide and flat.
    grow = min(max(0.0, spare * 0.45), max(0.0, (height - DESIGN[1]) * 0.9))
    middle = min(640.0, max(584.0, width - 696.0)) if compact else 640.0 + grow
    start = EDGE + left + gap
    right = start + middle + gap
    return _Columns(EDGE, left, start, middle, right, width - EDGE - right)


def _lines(height: float) -> _Lines:
    spare = height - DESIGN[1]
    less, more = min(0.0, spare), max(0.0, spare)
    card = 112.0 + less * 0.12 + min(50.0, more * 0.14)
    row = 58.0 + min(20.0, more * 0.06)
    backs = 64.0 + less * 0.20 + min(20.0, more * 0.06)
    lcd = 34.0 + min(10.0, more * 0.04)
    gap = GAP + less * 0.02
    targets = 20.0
    hand_top = height - EDGE - card
    targets_top = hand_top - targets
    row_top = targets_top - row - gap * 0.75
    hands_top = BAR + gap + 1
    lcd_top = hands_top + backs + gap
    board_top = lcd_top + lcd + gap
    board = row_top - (gap + 3) - board_top
    return _Lines(
        hands_top,
        backs,
        lcd_top,
        lcd,
        board_top,
        board,
        row_top,
        row,
        targets_top,
        targets,
        hand_top,
        card,
    )


@dataclass(frozen=True, slots=True)
class _Grid:
    scale: float
    width: float
    height: float
    columns: _Columns
    lines: _Lines
    n_seats: int
    board: str
    beside: bool  # commands stand beside the hand instead of beside the board

    def table(self) -> Table:
        c, y = self.columns, self.lines
        keypad, keys = self._keys()
        hand = self._hand()
        left, right, threats = self._commands(keypad, hand)
        announcements, log, coach = self._right_column()
        own, unseen, seats = self._left_column(keypad)
        code, their_code = self._codes(hand)
        lcd_width = min(c.middle_width - 2 * self._side(), max(352.0, keypad[2]))
        middle = c.middle + c.middle_width / 2
        return Table(
            scale=self.scale,
            compact=self.width < COMPACT_WIDTH,
            top_bar=self._px(0, 0, self.width, BAR),
            seats=seats,
            own=own,
            unseen=unseen,
            hands=self._hands(their_code),
            lcd=self._px(middle - lcd_width / 2, y.lcd, lcd_width, y.lcd_height),
            keypad=self._px(*keypad),
            keys=keys,
            left_commands=left,
            right_commands=right,
            threats=threats,
            row=self._px(c.middle, y.row, c.middle_width, y.row_height),
            targets=self._px(hand[0], y.targets, hand[2], y.targets_height),
            hand=self._px(*hand),
            code=code,
            their_code=their_code,
            announcements=announcements,
            log=log,
            coach=coach,
        )

    def _px(self, x: float, y: float, width: float, height: float) -> Rect:
        left, top = round(x * self.scale), round(y * self.scale)
        return Rect(
            left,
            top,
            round((x + width) * self.scale) - left,
            round((y + height) * self.scale) - top,
        )

    def _keys(self) -> tuple[tuple[float, float, float, float], dict[int, Rect]]:
        """The keypad in units and its keys: as tall as there is room, and hardly taller than
        wide."""
        c, y = self.columns, self.lines
        if self.board == "servers":
            zone = (c.middle, y.board, c.middle_width, y.board_height)
            return zone, self._nodes(zone)
        tall = (y.board_height - 2 * KEY_GAP) / 3
        room = c.middle_width - (2 * self._side() if not self.beside or self.n_seats == 4 else 0)
        wide = min((room - 2 * KEY_GAP) / 3, tall * 1.08)
        tall = min(tall, wide * 1.12)
        width, height = 3 * wide + 2 * KEY_GAP, 3 * tall + 2 * KEY_GAP
        left = c.middle + (c.middle_width - width) / 2
        top = y.board + (y.board_height - height) / 2
        steps = [(n % 3, n // 3) for n in range(9)]
        keys = {
            key: self._px(left + i * (wide + KEY_GAP), top + j * (tall + KEY_GAP), wide, tall)
            for key, (i, j) in zip(KEY_ORDER, steps, strict=True)
        }
        return (left, top, width, height), keys

    def _nodes(self, zone: tuple[float, float, float, float]) -> dict[int, Rect]:
        """Servers on the map: the same order as the keypad, a little out of line as places are."""
        x, y, width, height = zone
        diameter = min(132.0, height * 0.285, width * 0.17)
        shift = MAP_SHIFT
        places = {}
        for n, key in enumerate(KEY_ORDER):
            cx = x + width * (0.17 + 0.33 * (n % 3) + shift[n][0] - 0.01)
            cy = y + height * (0.165 + 0.335 * (n // 3) + shift[n][1])
            places[key] = self._px(cx - diameter / 2, cy - diameter / 2, diameter, diameter)
        return places

    def _side(self) -> float:
        """Width of a command column beside the board, gap included."""
        return (116.0 if self.width < COMPACT_WIDTH else 132.0) + 10.0

    def _hand(self) -> tuple[float, float, float, float]:
        c, y = self.columns, self.lines
        card = y.hand_height * 0.75
        width = 4 * card + 3 * 10.0
        return c.middle + (c.middle_width - width) / 2, y.hand, width, y.hand_height

    def _commands(
        self, keypad: tuple[float, float, float, float], hand: tuple[float, float, float, float]
    ) -> tuple[Rect, Rect, Rect]:
        c, y = self.columns, self.lines
        if self.beside:
            top = y.row + y.row_height + GAP / 2
            height = y.hand + y.hand_height - top
            width = hand[0] - GAP - c.middle
            right = hand[0] + hand[2] + GAP
            nothing = Rect(0, 0, 0, 0)
            left = self._px(c.middle, top, width, height)
            return left, self._px(right, top, c.middle + c.middle_width - right, height), nothing
        width = self._side() - 10.0
        right = c.middle + c.middle_width - width
        threats = 56.0
        commands = keypad[3] - threats - GAP
        return (
            self._px(c.middle, keypad[1], width, keypad[3]),
            self._px(right, keypad[1], width, commands),
            self._px(right, keypad[1] + commands + GAP, width, threats),
        )

    def _right_column(self) -> tuple[Rect, Rect, Rect]:
        c, top = self.columns, BAR + GAP
        whole = self.height - EDGE - top
        if self.width >= SPLIT_WIDTH:
            half = (c.right_width - GAP) / 2
            said = FOUR_SUMS
            coach = self._px(c.right + half + GAP, top, half, whole)
            log = self._px(c.right, top + said + GAP, half, whole - said - GAP)
            return self._px(c.right, top, half, said), log, coach
        said = FOUR_SUMS if self.width < COMPACT_WIDTH else 92.0
        rest = whole - said - 2 * GAP
        log_height = rest * 0.55
        return (
            self._px(c.right, top, c.right_width, said),
            self._px(c.right, top + said + GAP, c.right_width, log_height),
            self._px(c.right, top + said + 2 * GAP + log_height, c.right_width, rest - log_height),
        )

    def _left_column(
        self, keypad: tuple[float, float, float, float]
    ) -> tuple[Rect, Rect, tuple[Rect, ...]]:
        c, top = self.columns, BAR + GAP
        whole = self.height - EDGE - top
        panel = 188.0 + min(0.0, self.height - DESIGN[1]) * 0.16
        own_top = top + whole - panel
        own = self._px(c.left, own_top, c.left_width, panel)
        unseen = self._px(c.left, top + panel + GAP, c.left_width, own_top - top - panel - 2 * GAP)
        upper = self._px(c.left, top, c.left_width, panel)
        if self.n_seats == 2:
            return own, unseen, (upper,)
        if self.n_seats == 3:
            half = (panel - GAP) / 2
            tops = (top, top + half + GAP)
            return own, unseen, tuple(self._px(c.left, y, c.left_width, half) for y in tops)
        return own, unseen, self._four_panels(upper, keypad)

    def _four_panels(
        self, partner: Rect, keypad: tuple[float, float, float, float]
    ) -> tuple[Rect, ...]:
        """Opponents left and right of the board, the partner at the top left, in playing order."""
        c, y = self.columns, self.lines
        width, height = self._side() - 10.0, 170.0
        right = c.middle + c.middle_width - width
        sides = [self._px(x, keypad[1], width, height) for x in (c.middle, right)]
        if self.board == "servers":
            # The map needs the whole width below: the two panels stand above its corners.
            top = y.hands
            sides = [self._px(x, top, width, y.board - top - GAP) for x in (c.middle, right)]
        return sides[0], partner, sides[1]

    def _hands(self, their_code: Rect) -> tuple[Rect, ...]:
        c, y = self.columns, self.lines
        if self.n_seats == 2:
            left = their_code.right / self.scale + GAP
            width = c.middle + c.middle_width - left
            return (self._px(left, y.hands, width, y.hands_height),)
        if self.n_seats == 3:
            half = (c.middle_width - GAP) / 2
            return tuple(
                self._px(c.middle + n * (half + GAP), y.hands, half, y.hands_height) for n in (0, 1)
            )
        return self._four_hands()

    def _four_hands(self) -> tuple[Rect, ...]:
        """The partner's cards above the board, the opponents' under their panels beside it."""
        c, y = self.columns, self.lines
        side = self._side() - 10.0
        card = min(y.hands_height, 64.0)
        right = c.middle + c.middle_width - side
        if self.board == "servers":
            inner = c.middle_width - 2 * side - 2 * GAP
            third = inner / 3
            return tuple(
                self._px(c.middle + side + GAP + n * third, y.hands, third - 4, y.hands_height)
                for n in (0, 1, 2)
            )
        keypad = self._keys()[0]
        low = keypad[1] + 170.0 + GAP
        partner = self._px(c.middle, y.hands, c.middle_width, y.hands_height)
        return self._px(c.middle, low, side, card), partner, self._px(right, low, side, card)

    def _codes(self, hand: tuple[float, float, float, float]) -> tuple[Rect, Rect]:
        """Places for code cards: left of the own hand and left of the opponent's cards."""
        c, y = self.columns, self.lines
        nothing = Rect(0, 0, 0, 0)
        if self.n_seats != 2:
            return nothing, nothing
        theirs = self._px(c.middle, y.hands, y.hands_height * 0.69, y.hands_height)
        if self.beside:
            return nothing, theirs
        room = hand[0] - c.middle - 12
        width = min(y.hand_height * 0.75, room)
        left, height = c.middle + (room - width) / 2, width / 0.75
        top = y.hand + y.hand_height - height
        return self._px(left, top, width, height), theirs


def row_places(row: Rect, n: int, card: tuple[int, int], gap: int) -> list[Rect]:
    """Places of `n` cards in the row, centred; they overlap when there is no room for gaps."""
    pitch = float(card[0] + gap)
    if n > 1:
        pitch = min(pitch, (row.width - card[0]) / (n - 1))
    left = row.x + (row.width - (pitch * (n - 1) + card[0])) / 2 if n else 0
    return [Rect(round(left + k * pitch), row.y, *card) for k in range(n)]
