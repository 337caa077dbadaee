"""A match over the network, for whoever sits at it: the replica of this computer as a ``Table``.

Only the own seat is here. A second computer's hand is nowhere in this process, so asking for it is
a mistake of the caller and not a secret kept.
"""

from __future__ import annotations

from multiprocessing.connection import Connection

from hacktrick.game.actions import Action
from hacktrick.game.cards import Card
from hacktrick.game.match import MatchState
from hacktrick.game.rules import Rules, Seat
from hacktrick.game.state import Observation, PublicState
from hacktrick.game.view import Event, SeatInfo, View
from hacktrick.net import worker
from hacktrick.net.replica import Replica
from hacktrick.net.values import ValuePipe
from hacktrick.play.proof_file import record_of
from hacktrick.play.record import Record
from hacktrick.play.remote import OwnSeat, Seen, kinds


class OnlineTable(OwnSeat):
    """``Table`` over a replica that some link feeds with frames."""

    def __init__(self, replica: Replica) -> None:
        super().__init__()
        self._replica = replica

    @property
    def seat(self) -> Seat | None:
        return self._replica.seat

    @property
    def rules(self) -> Rules:
        return self._replica.terms.rules

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self._replica.terms.seats

    @property
    def is_dealt(self) -> bool:
        """Whether there is a first round; before it there is no ``public``."""
        return self._replica.is_dealt

    @property
    def public(self) -> PublicState:
        """The public state of the round; of the last one while the next is being dealt."""
        return self._replica.public

    @property
    def version(self) -> int:
        return self._replica.version

    @property
    def round_number(self) -> int:
        return len(self._replica.rounds) + (not self.is_round_over)

    @property
    def is_round_over(self) -> bool:
        return self._replica.is_round_over

    @property
    def is_over(self) -> bool:
        return self._replica.match is not None and bool(self._replica.match.winners)

    @property
    def match(self) -> MatchState:
        assert self._replica.match is not None, "nobody leads yet"
        return self._replica.match

    @property
    def record(self) -> Record:
        """The finished rounds. With codes it is empty until the match is over: it would have to
        name those that are still hidden."""
        if self.rules.codes and not self._replica.pile:
            return Record(self.rules, self.seats, [], (0,) * self.rules.n_scores)
        return record_of(self._replica)

    def observe(self, seat: Seat) -> Observation:
        """Raises:
        ValueError: not the own seat.
        """
        self._check_own(seat)
        return self._replica.observe(seat)

    def view(self, seat: Seat) -> View:
        """Raises:
        ValueError: not the own seat.
        """
        self._check_own(seat)
        return self._replica.view()

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """Raises:
        ValueError: not the own seat, nor an onlooker.
        """
        if seat is not None:
            self._check_own(seat)
        return self._replica.events(seat)

    def hands_shown_at_the_end(self) -> tuple[tuple[Card, ...], ...]:
        return self._replica.hands_shown_at_the_end()

    def submit(self, seat: Seat, action: Action) -> None:
        """Says ``action``. It counts once ``public`` has moved.

        Raises:
            IllegalAction: not legal for the own seat now; nothing was said.
            ValueError: not the own seat.
        """
        self._check_own(seat)
        version = self.version
        self._replica.submit(action)
        self._sent = (self.version, action) if self.version == version else None

    def deal(self) -> None:
        """Ready for the next round, which begins when all are."""
        self._replica.next_round()


def seen_of(replica: Replica) -> Seen | None:
    """What the own seat, or an onlooker, may know of the match, as a value; None before the first
    deal."""
    table = OnlineTable(replica)
    if not table.is_dealt:
        return None
    seat = table.seat
    return Seen(
        seat=seat,
        rules=table.rules,
        seats=table.seats,
        public=table.public,
        version=table.version,
        round_number=table.round_number,
        is_round_over=table.is_round_over and table.match.n_rounds == len(replica.rounds),
        is_over=table.is_over,
        match=table.match,
        record=table.record,
        observation=None if seat is None else table.observe(seat),
        view=None if seat is None else table.view(seat),
        events=table.events_for(seat),
        told_to_all=table.events_for(None),
        hands=table.hands_shown_at_the_end() if table.is_round_over else None,
        dealing=replica.dealing is not None,
        may_act=replica.wants == "action",
        decides=replica.decides,
    )


def serve(pipe: Connection, folder: str) -> None:
    """What the network process runs."""
    worker.serve(ValuePipe(pipe, kinds()), folder, seen_of)
