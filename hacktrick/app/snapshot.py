"""A snapshot of what the screen may show, and the steps between two snapshots.

Pictures are made from a snapshot alone; its holder can ask it for nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hacktrick.game.cards import Card, minus

if TYPE_CHECKING:
    from hacktrick.app.computer_turn import DecisionForecast
    from hacktrick.app.marker_styles import MarkerStyle, MarkerStyles
    from hacktrick.app.round_history import HistoryEntry
    from hacktrick.game.rules import Seat, Side
    from hacktrick.game.state import Observation, PublicState
    from hacktrick.game.view import Event, SeatInfo


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the screen may show now. ``seen`` is None while nobody's cards may be seen; ``entries``
    is the round so far as the viewer knows it; ``hands`` are all hands, once the round is over and
    they are turned up, or while computers are watched with open hands; then ``thoughts`` are what
    the sides foresaw."""

    viewer: Seat | None
    public: PublicState
    seen: Observation | None
    entries: tuple[HistoryEntry, ...]
    seats: tuple[SeatInfo, ...]
    looks: MarkerStyles
    version: int
    hands: tuple[tuple[Card, ...], ...] | None = None
    thoughts: Mapping[Side, DecisionForecast] = field(default_factory=dict)

    @property
    def events(self) -> tuple[Event, ...]:
        """The actions of the round, as the viewer may know them."""
        return tuple(entry.event for entry in self.entries)

    def look(self, side: Side) -> MarkerStyle:
        """Shape and colour of a side's markers in this round."""
        return self.looks.of(self.public.seating.seats_of(side))


def snapshot_between(before: Snapshot, public: PublicState, event: Event) -> Snapshot:
    """Halfway between two glances: the old one with another public state."""
    card = event.action.row_card
    seen = before.seen
    if seen is not None:
        hand = seen.hand
        if card is not None and seen.seat == event.seat:
            hand = minus(hand, card)
        seen = seen._replace(public=public, hand=hand)
    return Snapshot(
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


def snapshot_as_marker_lands(before: Snapshot, after: Snapshot, event: Event) -> Snapshot:
    """The marker stands, what it takes is in the air: the captor has not got it yet."""
    public = after.public._replace(
        captured=before.public.captured,
        phase="command",
        seat=event.seat,
        score=before.public.score,
        result=None,
    )
    return snapshot_between(before, public, event)


def snapshot_with_drawn_card(
    before: Snapshot, after: Snapshot, event: Event, public: PublicState
) -> Snapshot:
    """A card has just come to the hand, still in the turn of who drew it."""
    public = public._replace(hand_sizes=after.public.hand_sizes, deck_size=0)
    glance = snapshot_between(before, public, event)
    if before.hands is not None:
        glance = replace(glance, hands=after.hands)
    own = glance.seen is not None and glance.seen.seat == event.seat
    if glance.seen is None or after.seen is None or not own or after.seen.seat != event.seat:
        return glance
    return replace(glance, seen=glance.seen._replace(hand=after.seen.hand))
