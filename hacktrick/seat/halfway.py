"""Glances halfway between two of the session's: what the table shows while an event is under way.

Pure functions: nothing here is drawn, and a hand is seen only as one of the two glances shows it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hacktrick.game.actions import Play, Start
from hacktrick.game.cards import Card, minus
from hacktrick.seat.glance import Glance

if TYPE_CHECKING:
    from hacktrick.game.state import PublicState
    from hacktrick.game.view import Event


def between(before: Glance, public: PublicState, event: Event) -> Glance:
    """Halfway between two glances: the old one with another public state."""
    card = event.action.card if isinstance(event.action, (Play, Start)) else None
    seen = before.seen
    if seen is not None:
        hand = seen.hand
        if card is not None and seen.seat == event.seat:
            hand = minus(hand, card)
        seen = seen._replace(public=public, hand=hand)
    return Glance(
        before.viewer,
        public,
        seen,
        before.entries,
        before.seats,
        before.looks,
        before.version,
        _without(before.hands, event, card),
        before.thoughts,
    )


def _without(
    hands: tuple[tuple[Card, ...], ...] | None, event: Event, card: Card | None
) -> tuple[tuple[Card, ...], ...] | None:
    """Hands that lie open, without the card that has left one of them."""
    if hands is None or card is None:
        return hands
    left = list(hands[event.seat])
    if card in left:
        left.remove(card)
    return (*hands[: event.seat], tuple(left), *hands[event.seat + 1 :])


def landed(before: Glance, after: Glance, event: Event) -> Glance:
    """The marker stands, what it takes is in the air: the captor has not got it yet."""
    public = after.public._replace(
        captured=before.public.captured,
        phase="command",
        seat=event.seat,
        score=before.public.score,
        result=None,
    )
    return between(before, public, event)


def drawn(before: Glance, after: Glance, event: Event, public: PublicState) -> Glance:
    """A card has just come to the hand, still in the turn of who drew it."""
    public = public._replace(hand_sizes=after.public.hand_sizes, deck_size=0)
    glance = between(before, public, event)
    if before.hands is not None:
        glance = replace(glance, hands=after.hands)
    own = glance.seen is not None and glance.seen.seat == event.seat
    if glance.seen is None or after.seen is None or not own or after.seen.seat != event.seat:
        return glance
    return replace(glance, seen=glance.seen._replace(hand=after.seen.hand))
