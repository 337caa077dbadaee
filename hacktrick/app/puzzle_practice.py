"""Practice with puzzles and with the player's own mistakes.

A series asks one question after another; an attempt is one player's work on one question. Without a
library, puzzles can still be solved, but results are not saved.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, time
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from hacktrick.app.snapshot import AnnouncedSum, last_announced_sums
from hacktrick.coach.puzzles import PUZZLE_KINDS, puzzle_of_day, shipped_puzzles
from hacktrick.coach.reason_finder import Explanation
from hacktrick.game.view import Event, SeatInfo, replay_view
from hacktrick.library.match_entries import LibraryError
from hacktrick.match.player_kinds import HUMAN

if TYPE_CHECKING:
    from hacktrick.coach.puzzles import PositionQuestion
    from hacktrick.coach.statistics import Career, PlayerMistake, PlayerStatistics
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.game.actions import Action
    from hacktrick.library.database import Library
    from hacktrick.library.spaced_repetition import SpacedRepetition


T = TypeVar("T")
AttemptState = Literal["open", "wrong", "solved", "missed"]
MAX_TRIES = 3
MAX_IN_SERIES = 40  # maximum number of questions in a series made from mistakes


QuestionOrigin = Literal["retry", "mixed", "kind", "own", "today"]


class QuestionSource(Protocol):
    """A source of questions, which come one at a time.

    Attributes:
        origin: the kind of the source.
        place: the number of the current question, from 1, or of the turn to try again.
        total: the number of questions; 0 if there is no limit.
        attempt: the attempt at the current question.
        day: the day that the question belongs to, in ISO 8601; "" for none.
    """

    origin: QuestionOrigin
    place: int
    total: int
    day: str

    @property
    def attempt(self) -> QuestionAttempt: ...

    @property
    def has_next(self) -> bool: ...

    def advance_to_next_question(self) -> None:
        """Go on to the next question."""

    def report_outcome(self) -> None:
        """Report that the current question was solved or given up."""


class RetriedTurnSource:
    """A question source with one question: a turn of a review that the player retries.

    Args:
        number: the number of the turn in its round.
    """

    origin: QuestionOrigin = "retry"
    total = 0
    day = ""
    has_next = False

    def __init__(
        self, attempt: QuestionAttempt, number: int, on_outcome: Callable[[QuestionAttempt], None]
    ) -> None:
        self.attempt, self.place = attempt, number
        self._on_outcome = on_outcome

    def advance_to_next_question(self) -> None:
        """Do nothing, since there is only one question."""

    def report_outcome(self) -> None:
        self._on_outcome(self.attempt)


class QuestionAttempt:
    """One player's attempt at one question.

    Args:
        thinker: explains wrong turns; None if explanations are not needed.
    """

    def __init__(self, question: PositionQuestion, thinker: Thinker | None = None) -> None:
        self.question = question
        self.state: AttemptState = "open"
        self.tried: list[tuple[Action, ...]] = []
        self.explanation: Explanation | None = None
        self._thinker, self._ticket = thinker, 0

    def set_players_shown(self, own: str, opponent: SeatInfo) -> None:
        """Set the players to show at the table: the person who is asked, and the opponent.

        Args:
            own: the name of the person.
        """
        view = self.question.view
        asked = SeatInfo(own, HUMAN)
        seats = (asked, opponent) if view.seat == 0 else (opponent, asked)
        self.question = replace(self.question, view=replace(view, seats=seats))

    @property
    def is_over(self) -> bool:
        """Whether the attempt has ended, so that the answer may be shown."""
        return self.state in ("solved", "missed")

    @property
    def tries_left(self) -> int:
        return MAX_TRIES - len(self.tried)

    @property
    def is_solved_at_first_try(self) -> bool:
        """Whether the first try was right."""
        return self.state == "solved" and len(self.tried) == 1

    @property
    def last_try_cost(self) -> float:
        """The match chance that the last try would lose."""
        loss = self.question.loss(self.tried[-1]) if self.tried else None
        return 0.0 if loss is None else loss * self.question.unit

    def announced_sums(self) -> tuple[AnnouncedSum, ...]:
        """Return the last announced sums, by seat."""
        view = self.question.view
        first, steps = replay_view(view)
        events = [Event(step.seat, step.action, step.facts) for step in steps]
        sums = last_announced_sums(events, first.hand_sizes)
        return tuple(sums[seat] for seat in sorted(sums))

    def judge_answer(self, actions_made: Sequence[Action]) -> AttemptState:
        """Judge a turn as the answer, or only its first action if only that counts.

        Args:
            actions_made: the actions of the turn.

        Returns:
            The new state of the attempt.
        """
        self.tried.append(tuple(actions_made))
        self.explanation = None
        if self.question.is_right(actions_made):
            self.state = "solved"
        elif self.tries_left:
            self.state = "wrong"
            self._request_explanation(actions_made)
        else:
            self.give_up()
        return self.state

    def try_again(self) -> None:
        """Return to the question after a wrong try."""
        if self.state == "wrong":
            self.state, self.explanation = "open", None

    def give_up(self) -> None:
        """End the attempt and show the answer."""
        self.state = "missed"
        if self.tried and self.explanation is None:
            self._request_explanation(self.tried[-1])

    def update(self) -> bool:
        """Collect the explanation of a wrong try; return whether it has arrived."""
        if not self._ticket or self._thinker is None:
            return False
        for update in self._thinker.pop_analysis_updates():
            if update.ticket == self._ticket and isinstance(update.value, Explanation):
                self.explanation, self._ticket = update.value, 0
                return True
        return False

    def cancel_explanation(self) -> None:
        """Cancel the pending explanation because the player leaves the question."""
        if self._ticket and self._thinker is not None:
            self._thinker.cancel_analyses()
        self._ticket = 0

    def _request_explanation(self, actions_made: Sequence[Action]) -> None:
        if self._thinker is not None:
            texts = tuple(str(action) for action in actions_made)
            self._ticket = self._thinker.request_analysis("explain", self.question.view, texts)


class QuestionSeries:
    """Asks one question after another and reports the outcome of each.

    Args:
        on_outcome: called with every attempt that has ended, whether it was answered or not.
    """

    def __init__(
        self,
        origin: QuestionOrigin,
        questions: Sequence[PositionQuestion],
        thinker: Thinker | None,
        on_outcome: Callable[[QuestionAttempt], None],
        day: str = "",
    ) -> None:
        self.origin: QuestionOrigin = origin
        self.place, self.day = 1, day
        self.total = 0 if origin in ("mixed", "today") else len(questions)
        self._questions, self._thinker, self._on_outcome = questions, thinker, on_outcome
        self.attempt = QuestionAttempt(self._questions[0], thinker)

    @property
    def has_next(self) -> bool:
        return self.place < len(self._questions)

    def advance_to_next_question(self) -> None:
        self.place += 1
        self.attempt = QuestionAttempt(self._questions[self.place - 1], self._thinker)

    def report_outcome(self) -> None:
        self._on_outcome(self.attempt)


class PuzzlePractice:
    """Puzzles and past mistakes as questions, for one player at a time.

    Args:
        library: returns the match library; None if it cannot be opened.
        thinker: returns the thinker that explains wrong answers.
        today: returns the local date.
        moment: returns the current time for spaced repetition; None to use the clock.

    Attributes:
        player: the name of the player who practises; "" for none.
    """

    def __init__(
        self,
        library: Callable[[], Library | None],
        thinker: Callable[[], Thinker],
        rng: Random,
        today: Callable[[], date] = date.today,
        moment: Callable[[], datetime] | None = None,
    ) -> None:
        self._library, self._thinker, self._rng, self._today = library, thinker, rng, today
        self._moment = moment
        self.player = ""

    def player_names(self) -> tuple[str, ...]:
        """Return the names of the people in the library, those with the most matches first.

        Without such people, return one empty name.
        """
        library = self._library()
        if library is None:
            return ("",)
        from hacktrick.library.statistics_queries import player_names_by_match_count

        try:
            return player_names_by_match_count(library) or ("",)
        except LibraryError:
            return ("",)

    def select_player(self, player: str | None = None) -> None:
        """Select the player who practises.

        Args:
            player: the name. None keeps the current player if the library knows them, or else
                selects the player with the most matches.
        """
        known = self.player_names()
        if player is not None:
            self.player = player
        elif self.player not in known:
            self.player = known[0]

    def statistics_in_steps(self) -> Iterator[PlayerStatistics | None]:
        """Yield None after every few matches, and finally the player's statistics.

        The caller can do other work at every None. The statistics are missing if there is no
        library or if it cannot be read.
        """
        library = self._library()
        if library is None:
            return
        from hacktrick.library.statistics_queries import statistics_in_steps

        with suppress(LibraryError):
            yield from statistics_in_steps(library, self.player)

    def career_in_steps(self) -> Iterator[Career | None]:
        """Yield None after every few matches, and finally the player's career.

        Yield nothing if there is no library.
        """
        library = self._library()
        if library is None:
            return
        from hacktrick.library.statistics_queries import career_in_steps

        with suppress(LibraryError):
            yield from career_in_steps(library, self.player)

    def mistakes(self, matches: Collection[int] | None = None) -> tuple[PlayerMistake, ...]:
        """Return the player's mistakes in judged matches.

        Args:
            matches: the numbers of the matches to search; None for all.
        """
        return tuple(one for step in self.mistakes_in_steps(matches) for one in step)

    def mistakes_in_steps(
        self, matches: Collection[int] | None = None
    ) -> Iterator[tuple[PlayerMistake, ...]]:
        """Yield the player's mistakes in judged matches, a few matches at a time."""
        library = self._library()
        if library is None:
            return
        from hacktrick.library.statistics_queries import mistakes_in_steps

        with suppress(LibraryError):
            yield from mistakes_in_steps(library, self.player, matches)

    def solved_and_total_by_kind(self) -> dict[str, tuple[int, int]]:
        """Return, by kind of puzzle, how many were solved at the first try and how many exist."""
        done: Collection[str] = self._query_or_default(
            lambda repetition: repetition.puzzles_solved_at_first_attempt(self.player), ()
        )
        heads = shipped_puzzles().keys_and_kinds
        return {
            kind: (
                sum(key in done for key, own in heads if own == kind),
                sum(own == kind for _key, own in heads),
            )
            for kind in PUZZLE_KINDS
        }

    def n_due_questions(self) -> int:
        """Return the number of the player's questions that are due for repetition."""
        return len(self._due_questions())

    def daily_puzzle_series(self) -> QuestionSeries | None:
        """Return a series with the puzzle of the day; None if there are no puzzles."""
        day = self._today()
        question = puzzle_of_day(day)
        if question is None:
            return None
        return QuestionSeries(
            "today", [question], self._thinker(), self._record_outcome, day.isoformat()
        )

    @property
    def n_tries_at_daily_puzzle(self) -> int | None:
        """The number of tries that the player needed for today's puzzle.

        Only the first time that the puzzle was asked counts. The number is 0 if the player did not
        solve the puzzle then, and None if it has not been asked yet.
        """
        day = self._today()
        question = puzzle_of_day(day)
        if question is None:
            return None
        key, midnight = question.key, datetime.combine(day, time()).astimezone(UTC)
        return self._query_or_default(
            lambda repetition: repetition.tries_when_first_asked(self.player, key, midnight), None
        )

    def mixed_puzzle_series(self) -> QuestionSeries | None:
        """Return a series of all puzzles in random order, those never tried first.

        Return None if there are no puzzles.
        """
        return self._puzzle_series("mixed", range(len(shipped_puzzles())))

    def series_of_kind(self, kind: str) -> QuestionSeries | None:
        """Return a series of all puzzles of a kind, in random order, those never tried first.

        Return None if there are no puzzles of this kind.
        """
        heads = enumerate(shipped_puzzles().keys_and_kinds)
        return self._puzzle_series("kind", [n for n, (_key, own) in heads if own == kind])

    def due_question_series(self) -> QuestionSeries | None:
        """Return a series of the player's due questions; None if no question is due.

        The questions come from mistakes and from puzzles that were not solved at the first try.
        """
        return self._series_of_own(self._due_questions())

    def mistake_question_keys(self) -> frozenset[str]:
        """Return the keys of the questions made from the player's own mistakes."""
        nothing: frozenset[str] = frozenset()
        return self._query_or_default(
            lambda repetition: repetition.keys_of_flashcard_questions(self.player), nothing
        )

    def series_of_mistakes(self, keys: Sequence[str]) -> QuestionSeries | None:
        """Return a series of the player's mistakes with these question keys.

        Only the first ``MAX_IN_SERIES`` keys count. Return None if no question is found or the
        library fails.
        """
        some = keys[:MAX_IN_SERIES]
        found: tuple[PositionQuestion, ...] = self._query_or_default(
            lambda repetition: repetition.questions_with_keys(self.player, some), ()
        )
        return self._series_of_own(found)

    def add_mistake(self, player: str, question: PositionQuestion) -> None:
        """Add a mistake from a match to the questions that will be repeated later."""
        self._query_or_default(
            lambda repetition: repetition.add_flashcard(player, question, "match"), None
        )

    def _due_questions(self) -> tuple[PositionQuestion, ...]:
        return self._query_or_default(lambda repetition: repetition.due_questions(self.player), ())

    def _series_of_own(self, questions: Sequence[PositionQuestion]) -> QuestionSeries | None:
        """Return a series of the player's own questions; None if there are none."""
        if not questions:
            return None
        return QuestionSeries("own", questions, self._thinker(), self._record_outcome)

    def _puzzle_series(
        self, origin: QuestionOrigin, numbers: Sequence[int]
    ) -> QuestionSeries | None:
        if not numbers:
            return None
        tried: Collection[str] = self._query_or_default(
            lambda repetition: repetition.tried_puzzles(self.player), ()
        )
        order = self._rng.sample(numbers, len(numbers))
        order.sort(key=lambda n: shipped_puzzles().keys_and_kinds[n][0] in tried)
        settle = partial(self._record_outcome, mixed=origin == "mixed")
        return QuestionSeries(origin, shipped_puzzles().subset(order), self._thinker(), settle)

    def _record_outcome(self, attempt: QuestionAttempt, mixed: bool = False) -> None:
        question = attempt.question
        made = attempt.tried[0] if attempt.tried else ()
        solved = attempt.state == "solved"
        loss = question.loss(made) if made else None
        answer = " | ".join(map(str, made))

        def save_outcome(repetition: SpacedRepetition) -> None:
            if not attempt.is_solved_at_first_try:
                repetition.add_flashcard(self.player, question, "puzzle")
            repetition.save_answer(
                *(self.player, question, answer, loss or 0.0, max(1, len(attempt.tried)), solved),
                mixed,
            )

        self._query_or_default(save_outcome, None)

    def _query_or_default(self, question: Callable[[SpacedRepetition], T], instead: T) -> T:
        """Return the result of ``question``; ``instead`` without a library, or if it fails.

        The library reports its own problems.
        """
        library = self._library()
        if library is None:
            return instead
        from hacktrick.library.spaced_repetition import SpacedRepetition, utc_now

        try:
            return question(SpacedRepetition(library, self._moment or utc_now))
        except LibraryError:
            return instead
