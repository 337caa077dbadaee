"""What the screen may show of a match at one moment, as a value.

It is all that pictures are made of: whoever holds one can ask it for nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hacktrick.game.cards import Card
    from hacktrick.game.rules import Seat, Side
    from hacktrick.game.state import Observation, PublicState
    from hacktrick.game.view import Event, SeatInfo
    from hacktrick.seat.chronicle import Entry
    from hacktrick.seat.looks import Look, Looks
    from hacktrick.seat.watching import Thought


@dataclass(frozen=True, slots=True)
class Glance:
    """What the screen may show now. ``seen`` is None while nobody's cards may be seen; ``entries``
    is the round so far as the viewer knows it; ``hands`` are all hands, once the round is over and
    they are turned up, or while computers are watched with open hands; then ``thoughts`` are what
    the sides foresaw."""

    viewer: Seat | None
    public: PublicState
    seen: Observation | None
    entries: tuple[Entry, ...]
    seats: tuple[SeatInfo, ...]
    looks: Looks
    version: int
    hands: tuple[tuple[Card, ...], ...] | None = None
    thoughts: Mapping[Side, Thought] = field(default_factory=dict)

    @property
    def events(self) -> tuple[Event, ...]:
        """The actions of the round, as the viewer may know them."""
        return tuple(entry.event for entry in self.entries)

    def look(self, side: Side) -> Look:
        """Shape and colour of a side's markers in this round."""
        return self.looks.of(self.public.seating.seats_of(side))
