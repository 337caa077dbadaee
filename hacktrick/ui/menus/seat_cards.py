"""How the seats of a new match stand in their panel: large plates for two, lines for more.

Rectangles and pictures only; what the widgets do is the business of the screen.
"""

from __future__ import annotations

import pygame

from hacktrick.ui.controls.widgets import Widget
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import columns
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context

ROW = 42.0  # units: height of a field or a choice
GAP = 8.0
SIGN = 92.0  # the largest plate of a marker
BUTTON = 150.0, 36.0
LOWEST = 26.0
MARGIN = 16.0  # of a card
ROOMY = 150.0  # units a seat needs to have a card
CARD = 164.0  # units: no seat needs more
LINE = 108.0  # ... without a card


class SeatCards:
    """Places for the sign, name and player of every seat.

    Args:
        area: all the room there is for seats, in pixels.
    """

    def __init__(self, context: Context, area: pygame.Rect, n_seats: int) -> None:
        self.context = context
        px = context.px
        each = area.height // n_seats
        self.roomy = each >= px(ROOMY)
        step = min(each, px(CARD if self.roomy else LINE))
        spare = (area.height - step * n_seats) // max(1, n_seats)
        step += min(spare, px(14))
        self.cards = [
            pygame.Rect(area.left, area.top + n * step, area.width, step - px(GAP))
            for n in range(n_seats)
        ]

    def place(self, seat: int, sign: Widget, name: Widget, player: Widget) -> None:
        """Give the widgets of a seat their rectangles."""
        px, card = self.context.px, self.cards[seat]
        row = px(ROW)
        if self.roomy:
            inner = card.inflate(-2 * px(MARGIN), -2 * px(MARGIN - 2))
            sign.rect = pygame.Rect(inner.left, inner.top, 2 * row + px(GAP), 2 * row + px(GAP))
            left = sign.rect.right + px(14)
            name.rect = pygame.Rect(left, inner.top, inner.right - left, row)
            player.rect = name.rect.move(0, row + px(GAP))
            return
        size = min(card.height, px(SIGN))
        sign.rect = pygame.Rect(card.left, card.top, size, size)
        left = sign.rect.right + px(10)
        line = pygame.Rect(left, card.top, card.right - left, row)
        name.rect, player.rect = columns(line, (0.42, 0.58), px(8))

    def text_room(
        self, seat: int, sign: Widget, player: Widget, beside: bool = False
    ) -> pygame.Rect:
        """Where the sentence about a seat's player stands.

        Args:
            beside: a button stands there too.
        """
        room = self._below(seat, sign, player)
        if beside:
            room.width -= self.context.px(BUTTON[0] + 10)
        return room

    def button_room(self, seat: int, sign: Widget, player: Widget) -> pygame.Rect:
        """Where a button beside that sentence stands; nowhere, if it would be too low to press."""
        px, room = self.context.px, self._below(seat, sign, player)
        high = min(px(BUTTON[1]), room.height)
        if high < px(LOWEST):
            return pygame.Rect(room.right, room.top, 0, 0)
        return pygame.Rect(room.right - px(BUTTON[0]), room.top, px(BUTTON[0]), high)

    def _below(self, seat: int, sign: Widget, player: Widget) -> pygame.Rect:
        px, card = self.context.px, self.cards[seat]
        if self.roomy:
            top, left = sign.rect.bottom + px(7), sign.rect.left + px(4)
            return pygame.Rect(left, top, card.right - px(MARGIN) - left, card.bottom - top)
        top, left = player.rect.bottom + px(4), sign.rect.right + px(12)
        return pygame.Rect(left, top, card.right - left, card.bottom + px(GAP) - top)

    def paint(self, surface: pygame.Surface) -> None:
        """The plates under the widgets."""
        if self.roomy:
            for card in self.cards:
                picture = self.context.sprites.panel(PanelLook(), card.size)
                picture.draw(surface, card.topleft)

    def paint_text(self, surface: pygame.Surface, room: pygame.Rect, text: str) -> None:
        colour = self.context.theme.colours.muted
        self.context.fonts.paragraph(surface, text, room, styles.SMALL, colour)
