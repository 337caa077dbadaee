"""A short answer near what was pressed, for a moment: mostly why something cannot be done."""

from __future__ import annotations

import pygame

from hacktrick.app.turn_draft import Refusal
from hacktrick.i18n.table_frame import TableFrame
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.geometry import TableGeometry

TOAST_SECONDS = 2.5  # seconds


class Toast:
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
        self._left, self._at = TOAST_SECONDS, at

    def update(self, dt: float) -> bool:
        """True when the sentence goes."""
        if self._left <= 0:
            return False
        self._left -= dt
        return self._left <= 0

    def place(self, frame: TableFrame, places: TableGeometry) -> pygame.Rect:
        """Where the sentence stands: what it speaks of stays in sight."""
        width, height = self.context.fonts.size(self._sentence, styles.STRONG)
        n_cards = len(frame.hand(frame.bottom))
        return places.answer((width, height), self._at, len(frame.public.row), n_cards)

    def draw(self, surface: pygame.Surface, frame: TableFrame, places: TableGeometry) -> None:
        if self._left <= 0:
            return
        context, px = self.context, self.context.px
        rect = self.place(frame, places)
        look = PanelLook(edge=context.theme.colours.bad, edge_width=1.6, raised=True)
        context.sprites.panel(look, rect.size).draw(surface, rect.topleft)
        place = (rect.centerx, rect.centery - px(1))
        ink = context.theme.colours.text
        context.fonts.text(surface, self._sentence, place, styles.STRONG, ink, "center")
