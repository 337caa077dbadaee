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
    from hacktrick.app.profiles import MarkerStyle, MarkerStyles
    from hacktrick.app.round_history import HistoryEntry
    from hacktrick.game.rules import Seat, Side
    from hacktrick.game.state import Observation, PublicState
    from hacktrick.game.view import Event, SeatInfo


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything the screen may show at one moment.

    Attributes:
        observation: what the viewer sees; None while no cards are open.
        entries: the round so far, as the viewer knows it.
        hands: all hands, after the round or in a match between computers watched with open hands;
            else None.
        forecasts: what each side expected of its last decision, with open hands only.
    """

    viewer: Seat | None
    public: PublicState
    observation: Observation | None
    entries: tuple[HistoryEntry, ...]
    seats: tuple[SeatInfo, ...]
    marker_styles: MarkerStyles
    version: int
    hands: tuple[tuple[Card, ...], ...] | None = None
    forecasts: Mapping[Side, DecisionForecast] = field(default_factory=dict)

    @property
    def events(self) -> tuple[Event, ...]:
        """The actions of the round, as the viewer knows them."""
        return tuple(entry.event for entry in self.entries)

    def style_of(self, side: Side) -> MarkerStyle:
        """Shape and colour of a side's markers in this round."""
        return self.marker_styles.of(self.public.seating.seats_of(side))


def snapshot_between(before: Snapshot, public: PublicState, event: Event) -> Snapshot:
    """Return the snapshot during an event: ``before`` with another public state."""
    card = event.action.row_card
    observation = before.observation
    if observation is not None:
        hand = observation.hand
        if card is not None and observation.seat == event.seat:
            hand = minus(hand, card)
        observation = observation._replace(public=public, hand=hand)
    return Snapshot(
        before.viewer,
        public,
        observation,
        before.entries,
        before.seats,
        before.marker_styles,
        before.version,
        _without(before.hands, event, card),
        before.forecasts,
    )


def _without(
    hands: tuple[tuple[Card, ...], ...] | None, event: Event, card: Card | None
) -> tuple[tuple[Card, ...], ...] | None:
    """Return the open hands without the card that an event takes from one of them."""
    if hands is None or card is None:
        return hands
    left = list(hands[event.seat])
    if card in left:
        left.remove(card)
    return (*hands[: event.seat], tuple(left), *hands[event.seat + 1 :])


def snapshot_as_marker_lands(before: Snapshot, after: Snapshot, event: Event) -> Snapshot:
    """Return the snapshot in which a marker has landed and its captures still move."""
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
    """Return the snapshot in which a card has been drawn and the turn has not ended yet."""
    public = public._replace(hand_sizes=after.public.hand_sizes, deck_size=0)
    snapshot = snapshot_between(before, public, event)
    if before.hands is not None:
        snapshot = replace(snapshot, hands=after.hands)
    own = snapshot.observation is not None and snapshot.observation.seat == event.seat
    if (
        snapshot.observation is None
        or after.observation is None
        or not own
        or after.observation.seat != event.seat
    ):
        return snapshot
    return replace(snapshot, observation=snapshot.observation._replace(hand=after.observation.hand))
