"""The reviews of a match: its finished rounds, judged by the thinking process on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Literal

from hacktrick.app.puzzle_practice import QuestionAttempt
from hacktrick.coach.branched_match import branched_at_view, swapped_seats_match
from hacktrick.coach.hand_odds import HandOdds
from hacktrick.coach.puzzles import PositionQuestion, question_of_turn
from hacktrick.coach.review.round_review import ReviewedTurn, RoundReview, finished_rounds
from hacktrick.coach.review.story import FinishedRound, ReviewProgress
from hacktrick.match.players import level_of
from hacktrick.match.record import Record, RecordError

if TYPE_CHECKING:
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.fairness.decision_audit import AuditedDecision
    from hacktrick.game.rules import Seat
    from hacktrick.match.live_match import Match


FindReview = Callable[[FinishedRound], ReviewProgress | None]
KeepReview = Callable[[ReviewProgress], None]


def find_nothing(finished: FinishedRound) -> ReviewProgress | None:
    """There is no library to look in."""
    return None


def keep_nothing(reviewed: ReviewProgress) -> None:
    """Reviews of a match that is not in the library yet stay in memory."""


class MatchReviews:
    """The rounds of one match and their reviews.

    Args:
        record: the match, as far as it has come.
        find: a review that was kept; ``keep``: keeps one that has come to its end.
    """

    def __init__(
        self,
        record: Record,
        thinker: Thinker,
        find: FindReview = find_nothing,
        keep: KeepReview = keep_nothing,
    ) -> None:
        self.rules, self.seats = record.rules, record.seats
        self._thinker, self._find, self._keep = thinker, find, keep
        self._finished: list[FinishedRound] = []
        self._found: dict[int, ReviewProgress] = {}
        self._made: dict[tuple[int, Seat], tuple[ReviewProgress, RoundReview]] = {}
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

    def question(self, number: int, turn: ReviewedTurn, seat: Seat) -> QuestionAttempt | None:
        """A turn to be made again."""
        review = self.of(number, seat)
        if review is None:
            return None
        return QuestionAttempt(
            question_of_turn(review, turn, self._key(number, turn)), self._thinker
        )

    def mistakes(self, number: int) -> Iterator[tuple[Seat, PositionQuestion]]:
        """What people did badly in a round, as questions."""
        reviews = ((seat, self.of(number, seat)) for seat in self._people)
        known = [(seat, review) for seat, review in reviews if review is not None]
        for seat, review in known:
            for turn in review.worst_turns():
                if turn.verdict in ("mistake", "blunder"):
                    yield seat, question_of_turn(review, turn, self._key(number, turn))

    def branch(self, number: int, turn: ReviewedTurn, seat: Seat, rng: Random) -> Match | None:
        """The match from a turn on, what its mover did not know drawn anew."""
        review = self.of(number, seat)
        if review is None:
            return None
        return branched_at_view(self._record, number, review.view_at(turn), rng, self._record.key)

    @property
    def may_swap(self) -> bool:
        """Whether a deal can be played from the other seat: one person sat against one computer."""
        levels = [level_of(seat.player) for seat in self.seats]
        return len(levels) == 2 and levels.count(None) == 1

    def swapped(self, number: int, rng: Random) -> Match | None:
        """The deal of a round from the other seat; None where that cannot be."""
        return swapped_seats_match(self._record, number, rng) if self.may_swap else None

    def _key(self, number: int, turn: ReviewedTurn) -> str:
        return f"{self._record.key}-{number}-{turn.first_action}"

    def want(self, number: int) -> None:
        """Have a round judged, as far as that is not done."""
        known = self._found.get(number)
        if self._asked and self._asked == (self._thinker.review_ticket(), number):
            return
        if 0 <= number < len(self._finished) and (known is None or known.stage != "opened"):
            self._asked = self._thinker.review(self._finished[number]), number

    def update(self) -> bool:
        """True if something new is known."""
        if self._asked is None:
            return False
        told = [one for one in self._thinker.review_updates() if one.ticket == self._asked[0]]
        number = self._asked[1]
        for one in told:
            if one.value is None:
                self._asked = None
            else:
                self._found[number] = one.value
        if told and number in self._found and self._found[number].stage != "looked":
            self._keep(self._found[number])
        return bool(told)

    def keep_all(self, keep: KeepReview) -> None:
        """From now on there is a place for reviews: those that are there go into it."""
        self._keep = keep
        for reviewed in self._found.values():
            if reviewed.stage != "looked":
                keep(reviewed)


AuditState = Literal["waiting", "same", "other", "no_proof", "clock", "elsewhere"]


class AuditRun:
    """Asks for one decision after the other; ``update`` it once a frame.

    Attributes:
        states: what has come of each.
        thoughts: what the next opponent could have held, by counting from the view of then; None
            until it is worked out, and before anything was said.
    """

    def __init__(self, sights: Sequence[AuditedDecision], thinker: Thinker) -> None:
        self.sights = tuple(sights)
        self.states: list[AuditState] = [one.not_repeatable or "waiting" for one in self.sights]
        self.thoughts: list[HandOdds | None] = [None] * len(self.sights)
        self._thinker = thinker
        self._asked: int | None = None
        self._counted = -1  # the number of the thought that is worked out
        self._ticket = 0

    def update(self) -> bool:
        """Whether anything new is known."""
        decided, thought = self._decide(), self._think()
        return decided or thought

    def _think(self) -> bool:
        found = False
        for told in self._thinker.analysis_updates():
            if told.ticket == self._ticket and isinstance(told.value, HandOdds):
                self.thoughts[self._counted], found = told.value, True
                self._ticket = 0
        if not self._ticket:
            self._count_next()
        return found

    def _count_next(self) -> None:
        """The views one after the other, as far as anything was said in them."""
        while self._counted + 1 < len(self.sights):
            self._counted += 1
            view = self.sights[self._counted].view
            if view.said:
                self._ticket = self._thinker.analyse("odds", view)
                return

    def _decide(self) -> bool:
        if self._asked is None:
            self._ask()
            return False
        answer = self._thinker.poll()
        if answer is None:
            return False
        n, self._asked = self._asked, None
        if answer.decision.is_cut_short:  # the clock of a busy machine
            self.states[n] = "clock"
        elif answer.action == self.sights[n].action:
            self.states[n] = "same"
        else:
            self.states[n] = "other" if self.sights[n].is_made_here else "elsewhere"
        return True

    def close(self) -> None:
        """No more is asked."""
        self._thinker.forget_question()
        self._thinker.drop_analysis()

    def _ask(self) -> None:
        if "waiting" not in self.states:
            return
        n = self.states.index("waiting")
        sight = self.sights[n]
        self._asked = n
        self._thinker.ask(sight.level, sight.view, sight.seed, sight.budget)
