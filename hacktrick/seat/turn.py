"""The turn of the player at the screen: what he has chosen, and how it becomes final.

It joins a session with a draft; no pixels, no words. Whatever is refused is answered by a reason
and changes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hacktrick.seat import draft as drafts
from hacktrick.seat.draft import NOTHING, Draft
from hacktrick.seat.offers import Offers, Refusal, offers, why_closed

if TYPE_CHECKING:
    from hacktrick.game.cards import Card
    from hacktrick.game.keypad import Key
    from hacktrick.game.reasons import Reason
    from hacktrick.game.state import Observation
    from hacktrick.seat.session import Session


class Turn:
    """What the player at the screen has in mind. ``draft`` is forgotten with every change of the
    match or of the player."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.veiled = False  # the player has hidden his cards
        self._draft = NOTHING
        self._made_for: tuple[int, int | None] = (-1, None)

    @property
    def seen(self) -> Observation | None:
        """What the player sees, if it is his turn and he has not hidden his cards."""
        return self.session.observation if self.session.may_act and not self.veiled else None

    @property
    def draft(self) -> Draft:
        now = (self.session.version, self.session.viewer)
        if now != self._made_for:
            self._draft, self._made_for = NOTHING, now
        return self._draft

    def clear(self) -> bool:
        """Let go of what is chosen; False if nothing was."""
        had = self.draft != NOTHING
        self._draft = NOTHING
        return had

    def choose_card(self, card: Card) -> Refusal | None:
        seen = self.seen
        if seen is None:
            return self._closed()
        return self._take(drafts.choose_card(seen, self.draft, card))

    def choose_key(self, key: Key) -> Refusal | None:
        """The card that leads to ``key``."""
        seen = self.seen
        if seen is None:
            return self._closed()
        if not seen.public.row:
            return "NOT_NOW"
        card = drafts.card_for_key(seen, key)
        if card is None:
            return "NO_CARD_LEADS_THERE"
        if not seen.hand[card]:
            return "NOT_IN_HAND"
        return self._take(drafts.choose_card(seen, self.draft, card))

    def toggle_double(self) -> Refusal | None:
        seen = self.seen
        if seen is None:
            return self._closed()
        if seen.public.phase == "start":
            return "NOT_NOW"
        return self._take(drafts.toggle_double(seen, self.draft))

    def choose_draw(self) -> Refusal | None:
        seen = self.seen
        if seen is None:
            return self._closed()
        return self._take(drafts.choose_draw(seen))

    def offers(self) -> Offers:
        """Every control as it stands after the draft."""
        public, viewer, seen = self.session.public, self.session.viewer, self.seen
        seat = public.seat if viewer is None else viewer
        return offers(public, max(seat, 0), seen, self.draft, self._closed())

    def _take(self, wanted: Draft | Reason) -> Refusal | None:
        if not isinstance(wanted, Draft):
            return wanted
        had = self.draft
        self._draft = replace(wanted)
        # A double that was only waiting for a card stays wanted; one without a card is shown too.
        return None if wanted != had else "NOT_NOW"

    def _closed(self) -> Refusal:
        """Why nothing can be chosen, when nothing can."""
        return why_closed(self.session.public, self.session.may_act and self.veiled)
