"""A lesson as a table: what a session of it sits at. The match under it is another one after every
step that is taken back; the table and its version go on.

It must not wait: what follows by itself is done when ``Run.go_on`` is asked for it.
"""

from __future__ import annotations

from hacktrick.game.actions import Action
from hacktrick.game.cards import Card
from hacktrick.game.match import MatchState
from hacktrick.game.rules import Rules, Seat
from hacktrick.game.state import Facts, Observation, PublicState
from hacktrick.game.view import Event, SeatInfo, View
from hacktrick.play.lessons.model import YOU
from hacktrick.play.lessons.run import Run, Tried
from hacktrick.play.record import Record
from hacktrick.play.table import NoDice


class LessonTable(NoDice):
    """See ``play.table.Table``. ``tried``: what came of the pupil's last action."""

    no_way_back = "a lesson has a way back of its own"

    def __init__(self, run: Run) -> None:
        self.run = run
        self.version = 0
        self.tried: Tried | None = None

    def changed(self) -> None:
        """The run has gone somewhere else."""
        self.version += 1

    @property
    def rules(self) -> Rules:
        return self.run.match.rules

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self.run.match.seats

    @property
    def public(self) -> PublicState:
        return self.run.match.public

    @property
    def round_number(self) -> int:
        return self.run.match.round_number

    @property
    def is_round_over(self) -> bool:
        return self.run.match.is_round_over

    @property
    def is_over(self) -> bool:
        """A lesson is no match that could be won."""
        return False

    @property
    def match(self) -> MatchState:
        return self.run.match.match

    @property
    def record(self) -> Record:
        return self.run.match.record

    def observe(self, seat: Seat) -> Observation:
        return self.run.match.observe(seat)

    def view(self, seat: Seat) -> View:
        return self.run.match.view(seat)

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        return self.run.match.events_for(seat)

    def hands_shown_at_the_end(self) -> tuple[tuple[Card, ...], ...]:
        return self.run.match.hands_shown_at_the_end()

    def submit(self, seat: Seat, action: Action) -> Facts | None:
        """
        Raises:
            IllegalAction: the rules do not allow it; nothing has changed.
        """
        if seat == YOU:
            self.tried = self.run.submit(action)
        else:
            self.run.act_for_computer(action)
        self.changed()
        return None

    def deal(self) -> None:
        """There is one round and no other."""
        raise ValueError("a lesson has no next round")
