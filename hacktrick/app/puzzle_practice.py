"""Puzzles and mistakes to be practised: attempts at a question, and series of questions.

Without a library puzzles can still be played, but nothing is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Literal, Protocol

from hacktrick.app.snapshot import AnnouncedSum, last_announced_sums
from hacktrick.coach.puzzles import PUZZLE_KINDS, puzzle_of_day, shipped_puzzles
from hacktrick.coach.reasons import Explanation
from hacktrick.game.view import Event, SeatInfo, replay_view
from hacktrick.library.match_entries import LibraryError
from hacktrick.match.players import HUMAN

if TYPE_CHECKING:
    from hacktrick.coach.puzzles import PositionQuestion
    from hacktrick.coach.statistics import Career, PlayerStatistics
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.game.actions import Action
    from hacktrick.library.database import Library
    from hacktrick.library.spaced_repetition import SpacedRepetition


AttemptState = Literal["open", "wrong", "solved", "missed"]
MOST_TRIES = 3


QuestionOrigin = Literal["retry", "mixed", "kind", "own", "today"]


class QuestionSource(Protocol):
    """Where questions come from.

    Attributes:
        origin: what they are; ``place``: of the present one, from 1, or the number of the turn that
            is tried again; ``total``: how many there are, 0 if that means nothing.
        day: whose question it is, in ISO 8601; "" for none.
    """

    origin: QuestionOrigin
    place: int
    total: int
    day: str

    @property
    def attempt(self) -> QuestionAttempt: ...

    @property
    def has_next(self) -> bool: ...

    def advance(self) -> None:
        """The next question."""

    def report_outcome(self) -> None:
        """The present question has been answered, or given up."""


class RetriedTurn:
    """A turn of a review, tried again.

    Args:
        number: of the turn in its round.
    """

    origin: QuestionOrigin = "retry"
    total = 0
    day = ""
    has_next = False

    def __init__(
        self, quiz: QuestionAttempt, number: int, settled: Callable[[QuestionAttempt], None]
    ) -> None:
        self.attempt, self.place = quiz, number
        self._settled = settled

    def advance(self) -> None:
        """There is one question only."""

    def report_outcome(self) -> None:
        self._settled(self.attempt)


class QuestionAttempt:
    """One question, tried by one player.

    Args:
        thinker: plays wrong turns on; None: nobody does.
    """

    def __init__(self, question: PositionQuestion, thinker: Thinker | None = None) -> None:
        self.question = question
        self.state: AttemptState = "open"
        self.tried: list[tuple[Action, ...]] = []
        self.explanation: Explanation | None = None
        self._thinker, self._ticket = thinker, 0

    def set_players(self, own: str, opponent: SeatInfo) -> None:
        """Say who sits at the table: the person who is asked, and the player opposite."""
        view = self.question.view
        asked = SeatInfo(own, HUMAN)
        seats = (asked, opponent) if view.seat == 0 else (opponent, asked)
        self.question = replace(self.question, view=replace(view, seats=seats))

    @property
    def is_over(self) -> bool:
        return self.state in ("solved", "missed")

    @property
    def tries_left(self) -> int:
        return MOST_TRIES - len(self.tried)

    @property
    def is_clean(self) -> bool:
        """Whether the first try was right."""
        return self.state == "solved" and len(self.tried) == 1

    @property
    def cost(self) -> float:
        """What the last try costs, as a chance of the match."""
        loss = self.question.loss(self.tried[-1]) if self.tried else None
        return 0.0 if loss is None else loss * self.question.unit

    def announced_sums(self) -> tuple[AnnouncedSum, ...]:
        """The sums that lie on the table, by seat."""
        view = self.question.view
        first, steps = replay_view(view)
        events = [Event(step.seat, step.action, step.facts) for step in steps]
        told = last_announced_sums(events, first.hand_sizes)
        return tuple(told[seat] for seat in sorted(told))

    def answer(self, made: Sequence[Action]) -> AttemptState:
        """A whole turn, or its beginning where that is all that counts."""
        self.tried.append(tuple(made))
        self.explanation = None
        if self.question.is_right(made):
            self.state = "solved"
        elif self.tries_left:
            self.state = "wrong"
            self._ask_why(made)
        else:
            self.give_up()
        return self.state

    def try_again(self) -> None:
        """Back to the table as it was."""
        if self.state == "wrong":
            self.state, self.explanation = "open", None

    def give_up(self) -> None:
        """Show the answer."""
        self.state = "missed"
        if self.tried and self.explanation is None:
            self._ask_why(self.tried[-1])

    def update(self) -> bool:
        """True if something new is known."""
        if not self._ticket or self._thinker is None:
            return False
        for told in self._thinker.analysis_updates():
            if told.ticket == self._ticket and isinstance(told.value, Explanation):
                self.explanation, self._ticket = told.value, 0
                return True
        return False

    def leave(self) -> None:
        """Nobody looks any more."""
        if self._ticket and self._thinker is not None:
            self._thinker.drop_analysis()
        self._ticket = 0

    def _ask_why(self, made: Sequence[Action]) -> None:
        if self._thinker is not None:
            texts = tuple(str(action) for action in made)
            self._ticket = self._thinker.analyse("work", self.question.view, texts)


class QuestionSeries:
    """Asks one question after another and reports the outcome of each.

    Args:
        settled: called with every question that has been answered or given up.
    """

    def __init__(
        self,
        origin: QuestionOrigin,
        questions: Sequence[PositionQuestion],
        thinker: Thinker | None,
        settled: Callable[[QuestionAttempt], None],
        day: str = "",
    ) -> None:
        self.origin: QuestionOrigin = origin
        self.place, self.day = 1, day
        self.total = 0 if origin in ("mixed", "today") else len(questions)
        self._questions, self._thinker, self._settled = questions, thinker, settled
        self.attempt = QuestionAttempt(self._questions[0], thinker)

    @property
    def has_next(self) -> bool:
        return self.place < len(self._questions)

    def advance(self) -> None:
        self.place += 1
        self.attempt = QuestionAttempt(self._questions[self.place - 1], self._thinker)

    def report_outcome(self) -> None:
        self._settled(self.attempt)


class PuzzlePractice:
    """
    Args:
        library: the kept matches; None where they cannot be had.
        thinker: who plays wrong answers on.
        today, moment: tell the date here, and the moment that spaces what is met again; None: now.
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

    # Who

    def players(self) -> tuple[str, ...]:
        """Who has played here; nobody in particular where nobody has."""
        library = self._library()
        if library is None:
            return ("",)
        try:
            found: tuple[str, ...] = import_module(
                "hacktrick.library.player_statistics"
            ).players_by_matches(library)
        except LibraryError:
            return ("",)
        return found or ("",)

    def select_player(self, player: str | None = None) -> None:
        """Selects the player at the screen; with None, the one who has played most."""
        known = self.players()
        if player is not None:
            self.player = player
        elif self.player not in known:
            self.player = known[0]

    def statistics(self) -> PlayerStatistics | None:
        """What the kept matches tell of the player."""
        library = self._library()
        if library is None:
            return None
        try:
            found: PlayerStatistics = import_module(
                "hacktrick.library.player_statistics"
            ).statistics_of(library, self.player)
        except LibraryError:
            return None
        return found

    def career(self) -> Career | None:
        """The results of the player, from the kept matches."""
        library = self._library()
        if library is None:
            return None
        try:
            found: Career = import_module("hacktrick.library.player_statistics").career_of(
                library, self.player
            )
        except LibraryError:
            return None
        return found

    # Puzzles

    def solved_counts(self) -> dict[str, tuple[int, int]]:
        """By kind: how many puzzles were solved at the first try, and how many there are."""
        trainer = self._trainer()
        done = trainer.solved_puzzles(self.player) if trainer else frozenset()
        heads = shipped_puzzles().keys_and_kinds
        return {
            kind: (
                sum(key in done for key, own in heads if own == kind),
                sum(own == kind for _key, own in heads),
            )
            for kind in PUZZLE_KINDS
        }

    def n_due_questions(self) -> int:
        trainer = self._trainer()
        return len(trainer.due_questions(self.player)) if trainer else 0

    def daily_series(self) -> QuestionSeries | None:
        """The puzzle of this day."""
        day = self._today()
        question = puzzle_of_day(day)
        if question is None:
            return None
        return QuestionSeries("today", [question], self._thinker(), self._settle, day.isoformat())

    def mixed_series(self) -> QuestionSeries | None:
        """Those that were never tried, of all kinds, in an order of their own; then the others."""
        return self._some("mixed", range(len(shipped_puzzles())))

    def series_of_kind(self, kind: str) -> QuestionSeries | None:
        heads = enumerate(shipped_puzzles().keys_and_kinds)
        return self._some("kind", [n for n, (_key, own) in heads if own == kind])

    def due_series(self) -> QuestionSeries | None:
        """The player's mistakes and missed puzzles that are due."""
        trainer = self._trainer()
        found = trainer.due_questions(self.player) if trainer else ()
        return QuestionSeries("own", found, self._thinker(), self._settle) if found else None

    def add_mistake(self, player: str, question: PositionQuestion) -> None:
        """A mistake of a match, to be met again."""
        trainer = self._trainer()
        if trainer is not None:
            try:
                trainer.add(player, question, "match")
            except LibraryError:
                return  # the library tells of its own troubles

    def _some(self, origin: QuestionOrigin, numbers: Sequence[int]) -> QuestionSeries | None:
        if not numbers:
            return None
        trainer = self._trainer()
        tried = trainer.tried_puzzles(self.player) if trainer else frozenset()
        order = self._rng.sample(numbers, len(numbers))
        order.sort(key=lambda n: shipped_puzzles().keys_and_kinds[n][0] in tried)
        settle = partial(self._settle, mixed=origin == "mixed")
        return QuestionSeries(origin, shipped_puzzles().subset(order), self._thinker(), settle)

    def _settle(self, quiz: QuestionAttempt, mixed: bool = False) -> None:
        trainer = self._trainer()
        if trainer is None:
            return
        question = quiz.question
        made = quiz.tried[0] if quiz.tried else ()
        solved = quiz.state == "solved"
        loss = question.loss(made) if made else None
        told = " | ".join(map(str, made))
        try:
            if not quiz.is_clean:
                trainer.add(self.player, question, "puzzle")
            trainer.note_answer(
                *(self.player, question, told, loss or 0.0, max(1, len(quiz.tried)), solved),
                mixed,
            )
        except LibraryError:
            return  # the library tells of its own troubles

    def _trainer(self) -> SpacedRepetition | None:
        library = self._library()
        if library is None:
            return None
        module = import_module("hacktrick.library.spaced_repetition")
        made: SpacedRepetition = module.SpacedRepetition(library, self._moment or module.utc_now)
        return made
