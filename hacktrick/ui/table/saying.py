"""A short answer near what was pressed, for a moment: mostly why something cannot be done.

It must not know what it is about.
"""

from __future__ import annotations

import pygame

from hacktrick.seat.offers import Refusal
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.places import Places
from hacktrick.words.frame import Frame

SAID_FOR = 2.5  # seconds


class Saying:
    """What is said now. ``refusal``: what the sentence refuses, where it does."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._sentence = ""
        self._refusal: Refusal | None = None
        self._left = 0.0
        self._at = pygame.Rect(0, 0, 0, 0)

    @property
    def sentence(self) -> str:
        """Empty when nothing is said any more."""
        return self._sentence if self._left > 0 else ""

    @property
    def refusal(self) -> Refusal | None:
        return self._refusal if self._left > 0 else None

    def say(self, sentence: str, at: pygame.Rect, refusal: Refusal | None = None) -> None:
        self._sentence, self._refusal = sentence, refusal
        self._left, self._at = SAID_FOR, at

    def update(self, dt: float) -> bool:
        """True when the sentence goes."""
        if self._left <= 0:
            return False
        self._left -= dt
        return self._left <= 0

    def place(self, frame: Frame, places: Places) -> pygame.Rect:
        """Where the sentence stands: what it speaks of stays in sight."""
        width, height = self.context.fonts.size(self._sentence, styles.STRONG)
        n_cards = len(frame.hand(frame.bottom))
        return places.answer((width, height), self._at, len(frame.public.row), n_cards)

    def draw(self, surface: pygame.Surface, frame: Frame, places: Places) -> None:
        if self._left <= 0:
            return
        context, px = self.context, self.context.px
        rect = self.place(frame, places)
        look = PanelLook(edge=context.theme.colours.bad, edge_width=1.6, raised=True)
        context.sprites.panel(look, rect.size).draw(surface, rect.topleft)
        place = (rect.centerx, rect.centery - px(1))
        ink = context.theme.colours.text
        context.fonts.text(surface, self._sentence, place, styles.STRONG, ink, "center")
