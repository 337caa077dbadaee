"""The reviews of a match: its rounds that are over, and what the thinking process makes of them.

Nothing of a round under way is here. Who shows a review asks for it with ``want`` and calls
``update`` once a frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from hacktrick.play.branch import branched, swapped
from hacktrick.play.moments import finished_rounds
from hacktrick.play.players import level_of
from hacktrick.play.quiz import Question, of_turn
from hacktrick.play.record import Record, RecordError
from hacktrick.play.reviewing import Finished, Reviewed, RoundReview, Turn
from hacktrick.seat.quiz import Quiz

if TYPE_CHECKING:
    from hacktrick.game.rules import Seat
    from hacktrick.play.match import Match
    from hacktrick.play.thinker import Thinker

Find = Callable[[Finished], Reviewed | None]
Keep = Callable[[Reviewed], None]


def nothing_kept(finished: Finished) -> Reviewed | None:
    """There is no library to look in."""
    return None


def keep_nowhere(reviewed: Reviewed) -> None:
    """Reviews of a match that is not in the library yet stay in memory."""


class Reviews:
    """The rounds of one match and their reviews.

    Args:
        record: the match, as far as it has come.
        find: a review that was kept; ``keep``: keeps one that has come to its end.
    """

    def __init__(
        self,
        record: Record,
        thinker: Thinker,
        find: Find = nothing_kept,
        keep: Keep = keep_nowhere,
    ) -> None:
        self.rules, self.seats = record.rules, record.seats
        self._thinker, self._find, self._keep = thinker, find, keep
        self._finished: list[Finished] = []
        self._found: dict[int, Reviewed] = {}
        self._made: dict[tuple[int, Seat], tuple[Reviewed, RoundReview]] = {}
        self._asked: tuple[int, int] | None = None  # the ticket, and the round it is about
        self.take(record)

    def __len__(self) -> int:
        """How many rounds are over."""
        return len(self._finished)

    @property
    def viewers(self) -> tuple[Seat, ...]:
        """Whose reviews there are: people's, or everybody's where no person played."""
        return self._people or tuple(range(len(self.seats)))

    @property
    def _people(self) -> tuple[Seat, ...]:
        return tuple(n for n, seat in enumerate(self.seats) if level_of(seat.player) is None)

    def take(self, record: Record) -> None:
        """Take in the rounds of a record that are over and not here yet."""
        self._record = record
        over = [one for one in record.rounds if one.result is not None]
        if len(over) == len(self._finished) or not record.rules.is_solved:
            return
        try:
            rounds = list(finished_rounds(replace(record, rounds=over), self.viewers))
        except RecordError:
            return
        for finished in rounds[len(self._finished) :]:
            self._finished.append(finished)
            kept = self._find(finished)
            if kept is not None:
                self._found[finished.story.number] = kept

    def of(self, number: int, seat: Seat) -> RoundReview | None:
        """The review of a round (from 0) for a seat; None while nothing is known."""
        reviewed = self._found.get(number)
        if reviewed is None:
            return None
        made = self._made.get((number, seat))
        if made is None or made[0] is not reviewed:
            made = reviewed, RoundReview(self._finished[number], reviewed, seat)
            self._made[number, seat] = made
        return made[1]

    @property
    def is_over(self) -> bool:
        """Whether the match is, so that it may be played on from any point."""
        return max(self._record.score) >= self.rules.target

    def question(self, number: int, turn: Turn, seat: Seat) -> Quiz | None:
        """A turn to be made again."""
        review = self.of(number, seat)
        if review is None:
            return None
        return Quiz(of_turn(review, turn, self._key(number, turn)), self._thinker)

    def mistakes(self, number: int) -> Iterator[tuple[Seat, Question]]:
        """What people did badly in a round, as questions."""
        reviews = ((seat, self.of(number, seat)) for seat in self._people)
        known = [(seat, review) for seat, review in reviews if review is not None]
        for seat, review in known:
            for turn in review.worst():
                if turn.verdict in ("mistake", "blunder"):
                    yield seat, of_turn(review, turn, self._key(number, turn))

    def branch(self, number: int, turn: Turn, seat: Seat, rng: Random) -> Match | None:
        """The match from a turn on, what its mover did not know drawn anew."""
        review = self.of(number, seat)
        if review is None:
            return None
        return branched(self._record, number, review.seen(turn), rng, self._record.key)

    @property
    def may_swap(self) -> bool:
        """Whether a deal can be played from the other seat: one person sat against one computer."""
        levels = [level_of(seat.player) for seat in self.seats]
        return len(levels) == 2 and levels.count(None) == 1

    def swapped(self, number: int, rng: Random) -> Match | None:
        """The deal of a round from the other seat; None where that cannot be."""
        return swapped(self._record, number, rng) if self.may_swap else None

    def _key(self, number: int, turn: Turn) -> str:
        return f"{self._record.key}-{number}-{turn.action}"

    def want(self, number: int) -> None:
        """Have a round judged, as far as that is not done."""
        known = self._found.get(number)
        if self._asked and self._asked == (self._thinker.reviewing(), number):
            return
        if 0 <= number < len(self._finished) and (known is None or known.stage != "opened"):
            self._asked = self._thinker.review(self._finished[number]), number

    def update(self) -> bool:
        """True if something new is known."""
        if self._asked is None:
            return False
        told = [one for one in self._thinker.reviewed() if one.ticket == self._asked[0]]
        number = self._asked[1]
        for one in told:
            if one.value is None:
                self._asked = None
            else:
                self._found[number] = one.value
        if told and number in self._found and self._found[number].stage != "looked":
            self._keep(self._found[number])
        return bool(told)

    def keep_all(self, keep: Keep) -> None:
        """From now on there is a place for reviews: those that are there go into it."""
        self._keep = keep
        for reviewed in self._found.values():
            if reviewed.stage != "looked":
                keep(reviewed)
