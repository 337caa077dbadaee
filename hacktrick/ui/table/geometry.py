"""Where everything on the table lies, in pixels: cards, piles, panels and the signs of markers."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from pygame import Rect

from hacktrick.ui.layout.boxes import sign_rects
from hacktrick.ui.layout.table_layout import TableLayout

Px = Callable[[float], int]

ROW_GAP = 6.0  # units between cards of the row
HAND_GAP = 10.0
LIFT = 8.0  # units that a chosen card is lifted
SIGN = 17.0  # units of the sign of a marker in a panel
SMALL_SIGN = 13.0
DOUBLE_WIDTH = 104.0


class TableGeometry:
    """The places of one window. Slot 0 is the seat at the lower edge, then clockwise."""

    def __init__(self, table: TableLayout, px: Px, n_seats: int, opened: bool = False) -> None:
        """Work out the places.

        Args:
            px: turns units into pixels.
            opened: the folded panels lie open over the rest.
        """
        self.opened = opened and bool(table.folded)
        table = table.opened() if self.opened else table
        self.table = table
        self.px = px
        self.n_seats = n_seats

    def result(self) -> Rect:
        """Where the result of a round stands: beside or below the board."""
        return self.table.result

    def panel(self, slot: int) -> Rect:
        """The panel of a player."""
        return self.table.own if slot == 0 else self.table.seats[slot - 1]

    def is_half(self, slot: int) -> bool:
        """Whether a player's panel has room for three lines only."""
        return self.panel(slot).height < self.px(120)

    def is_line(self, slot: int) -> bool:
        """Whether a player's panel has room for one line only."""
        return self.panel(slot).height < self.px(50)

    def is_narrow(self, slot: int) -> bool:
        """Whether a player's panel is too narrow for long words."""
        return self.panel(slot).width < self.px(180)

    def lines(self, slot: int) -> list[Rect]:
        """The lines of a player's panel: seven, or three in a half panel, or one."""
        panel = self.panel(slot)
        if self.is_line(slot):
            return [panel.inflate(-2 * self.px(10), 0)]
        inner = panel.inflate(-2 * self.px(12), -2 * self.px(8))
        n = 3 if self.is_half(slot) else 7
        edges = [inner.y + round(inner.height * k / n) for k in range(n + 1)]
        return [Rect(inner.x, a, inner.width, b - a) for a, b in itertools.pairwise(edges)]

    def supply(self, slot: int) -> Rect:
        """The line with the signs of the supply; a half panel has the captured markers at its
        right."""
        if self.is_line(slot):
            return self.lines(slot)[0]
        if not self.is_half(slot):
            return self.lines(slot)[1]
        line = self.lines(slot)[1 if slot == 0 else 2]
        return Rect(line.x, line.y, round(line.width * 0.78), line.height)

    def sign(self, slot: int) -> float:
        """The size of the signs of markers in a panel, in units."""
        return SMALL_SIGN if self.is_half(slot) else SIGN

    def big_marker(self, n_markers: int) -> Rect:
        """The double marker at the end of the own supply, with a margin for fingers."""
        line = self.supply(0)
        last = sign_rects(self.px, line.midleft, n_markers, self.sign(0), line.width)[-1]
        return last.inflate(self.px(8), self.px(8))

    def double(self) -> Rect:
        """The button that chooses the double marker, at the right of the line below the supply."""
        line = self.lines(0)[2]
        width = min(self.px(DOUBLE_WIDTH), round(line.width * 0.5))
        rect = Rect(0, 0, width, self.px(24))
        rect.midright = line.right, line.centery + self.px(1.5)
        return rect

    def captured(self, slot: int) -> Rect:
        """The line with the signs of the captured markers."""
        lines = self.lines(slot)
        if not self.is_half(slot):
            return lines[3]
        return lines[min(len(lines) - 1, 1 if slot == 0 else 2)]

    def own_hand(self, n: int) -> list[Rect]:
        """The places of ``n`` own cards, in the middle of their zone."""
        zone, gap = self.table.hand, self.px(HAND_GAP)
        width = round(zone.height * 0.75)
        pitch = width + gap
        if n > 1:
            pitch = min(pitch, (zone.width - width) // (n - 1))
        left = zone.centerx - (pitch * (n - 1) + width) // 2
        return [Rect(left + k * pitch, zone.y, width, zone.height) for k in range(n)]

    def backs(self, slot: int, n: int) -> list[Rect]:
        """The places of the ``n`` cards of another seat, in the middle of the board's column."""
        zone = self.table.hands[slot - 1]
        width = round(zone.height * 0.69)
        gap = self.px(6)
        pitch = width + gap
        room = zone.width
        if n > 1:
            pitch = min(pitch, (room - width) // (n - 1))
        total = pitch * (n - 1) + width
        left = zone.centerx - total // 2
        if self.n_seats == 3:
            left = zone.x
        return [Rect(left + k * pitch, zone.y, width, zone.height) for k in range(n)]

    def hand(self, slot: int, n: int) -> list[Rect]:
        """The places of the ``n`` cards of a seat."""
        return self.own_hand(n) if slot == 0 else self.backs(slot, n)

    def row(self, n: int) -> list[Rect]:
        """The places of ``n`` cards in the row. None lies under the place of the result beside the
        board."""
        zone, result, gap = self.table.row, self.table.result, self.px(ROW_GAP)
        size = (round(zone.height * 0.76), zone.height)
        keys = self.table.keys.values()
        free = (zone.x, zone.right)
        if result.left >= max(key.right for key in keys) - gap:
            free = (zone.x, result.left - gap)
        elif result.right <= min(key.left for key in keys) + gap:
            free = (result.right + gap, zone.right)
        return row_card_rects(zone, n, size, gap, free)

    def _pile(self) -> Rect:
        """The zone of deck and set-aside cards: in the panel of unseen cards, or beside the row
        while that panel is folded."""
        if self.table.pile.width:
            return self.table.pile
        zone = self.table.unseen.inflate(-2 * self.px(14), -2 * self.px(10))
        height = self.px(56)
        return Rect(zone.x, zone.bottom - height, zone.width, height)

    def deck(self) -> Rect:
        """The place of the deck."""
        zone = self._pile()
        height = min(self.px(50), zone.height - self.px(6))
        return Rect(zone.x + self.px(4), zone.bottom - height, round(height * 0.72), height)

    def aside(self, n: int = 2) -> list[Rect]:
        """The places of the ``n`` cards set aside, at the right of the deck."""
        zone, deck = self._pile(), self.deck()
        pitch = deck.width + self.px(6)
        left = zone.right - pitch * n + self.px(6)
        return [Rect(left + k * pitch, deck.y, *deck.size) for k in range(n)]

    def code(self, slot: int) -> Rect:
        """The place of a code card in force: beside the own hand, as a plate where there is no room
        for a card, or a plate in the other player's panel."""
        px = self.px
        if slot == 0:
            return self.table.code
        lines = self.lines(slot)
        line = lines[min(len(lines) - 1, 1 if self.is_half(slot) else 2)]
        width = min(px(124), line.width - px(84))
        return Rect(line.right - width, line.centery - px(12), width, px(24))

    def key(self, number: int) -> Rect:
        """The place of a key of the board."""
        return self.table.keys[number]


def row_card_rects(
    row: Rect, n: int, card: tuple[int, int], gap: int, free: tuple[int, int] | None = None
) -> list[Rect]:
    """The places of ``n`` cards in the row, centred; they overlap where there is no room for gaps.

    Args:
        card: width and height of a card.
        free: the left and right limits where something lies on the row; the cards move aside for
            it.
    """
    start, end = free or (row.x, row.right)
    start, end = max(row.x, start), min(row.right, end)
    pitch = float(card[0] + gap)
    if n > 1:
        pitch = min(pitch, (end - start - card[0]) / (n - 1))
    width = pitch * (n - 1) + card[0] if n else 0
    left = max(start, min(row.x + (row.width - width) / 2, end - width))
    return [Rect(round(left + k * pitch), row.y, *card) for k in range(n)]
