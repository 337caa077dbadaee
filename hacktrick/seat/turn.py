"""The turn of the player at the screen: what he has chosen, and how it becomes final.

It joins a session with a draft; no pixels, no words. Whatever is refused is answered by a reason
and changes nothing.
"""

from __future__ import annotations

from dataclasses import replace

from hacktrick.game.actions import COMMAND_GUARD, COMMAND_PLAY, DRAW, PASS, Action, Draw, Play
from hacktrick.game.cards import Card
from hacktrick.game.keypad import Key
from hacktrick.game.legal import legal_actions
from hacktrick.game.reasons import Reason
from hacktrick.game.refusals import why_not
from hacktrick.game.state import Observation
from hacktrick.seat import draft as drafts
from hacktrick.seat.draft import NOTHING, Draft, Offer
from hacktrick.seat.session import Session

Refusal = Reason | drafts.Missing
ENDS: tuple[Action, ...] = (PASS, COMMAND_PLAY, COMMAND_GUARD)


class Turn:
    """What the player at the screen has in mind. ``draft`` is forgotten with every change of the
    match or of the player."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._draft = NOTHING
        self._made_for: tuple[int, int | None] = (-1, None)

    @property
    def seen(self) -> Observation | None:
        """What the player sees, if it is his turn."""
        return self.session.observation if self.session.may_act else None

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
            return self._not_mine()
        return self._take(drafts.choose_card(seen, self.draft, card))

    def choose_key(self, key: Key) -> Refusal | None:
        """The card that leads to ``key``."""
        seen = self.seen
        if seen is None:
            return self._not_mine()
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
            return self._not_mine()
        if seen.public.phase == "start":
            return "NOT_NOW"
        return self._take(drafts.toggle_double(seen, self.draft))

    def choose_draw(self) -> Refusal | None:
        """Chosen, or in editions where a command may follow a draw, done at once."""
        seen = self.seen
        if seen is None:
            return self._not_mine()
        if seen.public.rules.command_after_draw:
            return self.do(DRAW)
        return self._take(drafts.choose_draw(seen, self.draft))

    def do(self, action: Action) -> Refusal | None:
        """Do one action at once."""
        seen = self.seen
        if seen is None:
            return self._not_mine()
        if action not in legal_actions(seen):
            return why_not(seen, action)
        self.session.submit(action)
        return None

    def end(self, end: Action) -> tuple[Action, ...] | Refusal:
        """What makes the draft final and ends the turn with ``end``, or why that cannot be. The
        caller submits the actions one by one, so that each of them can be seen."""
        seen = self.seen
        if seen is None:
            return self._not_mine()
        actions = drafts.commit(seen, self.draft, end)
        if actions:
            return actions
        if self.draft == NOTHING and end not in legal_actions(seen):
            return drafts.missing(seen)
        offered = next((offer for offer in self.offers() if offer.action == end), None)
        return (offered and offered.refusal) or "NOT_NOW"

    def first_card(self) -> Action | None:
        """The drafted card alone, where a second one may follow it in the same turn."""
        seen = self.seen
        if seen is None or not seen.public.again or seen.public.phase != "turn":
            return None
        action = drafts.play_of(seen, self.draft)
        if not isinstance(action, Play) or action not in legal_actions(seen):
            return None
        return action if drafts.after_draft(seen, self.draft) is not None else None

    def offers(self) -> tuple[Offer, ...]:
        """The three ends of the turn as they would stand after the draft."""
        seen = self.seen
        if seen is None:
            reason = self._not_mine()
            return tuple(Offer(action, reason) for action in ENDS)
        return drafts.ends(seen, self.draft)

    def may_draw(self) -> bool:
        seen = self.seen
        return seen is not None and any(isinstance(a, Draw) for a in legal_actions(seen))

    def _take(self, wanted: Draft | Reason) -> Refusal | None:
        if not isinstance(wanted, Draft):
            return wanted
        had = self.draft
        self._draft = replace(wanted)
        # A double that was only waiting for a card stays wanted; one without a card is shown too.
        return None if wanted != had else "NOT_NOW"

    def _not_mine(self) -> Refusal:
        return "ROUND_IS_OVER" if self.session.is_round_over else "NOT_YOUR_TURN"
