"""Puzzles and what is to be met again, for whoever is at the screen. No words.

Without a library the puzzles can still be played; nothing is remembered then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import partial
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING

from hacktrick.library.entries import LibraryError
from hacktrick.play.puzzles import KINDS, of_day, shipped
from hacktrick.seat.quiz import Origin, Quiz

if TYPE_CHECKING:  # the database is loaded when the library is first opened
    from hacktrick.library.shelf import Library
    from hacktrick.library.trainer import Trainer
    from hacktrick.play.quiz import Question
    from hacktrick.play.statistics import Statistics
    from hacktrick.play.thinker import Thinker


class Questions:
    """One question after the other, and what came of each to whoever wants to know.

    Args:
        settled: told of every question once it has been answered or given up.
    """

    def __init__(
        self,
        origin: Origin,
        questions: Sequence[Question],
        thinker: Thinker | None,
        settled: Callable[[Quiz], None],
        day: str = "",
    ) -> None:
        self.origin: Origin = origin
        self.place, self.day = 1, day
        self.total = 0 if origin in ("mixed", "today") else len(questions)
        self._questions, self._thinker, self._settled = questions, thinker, settled
        self.quiz = Quiz(self._questions[0], thinker)

    @property
    def has_next(self) -> bool:
        return self.place < len(self._questions)

    def advance(self) -> None:
        self.place += 1
        self.quiz = Quiz(self._questions[self.place - 1], self._thinker)

    def settle(self) -> None:
        self._settled(self.quiz)


class Training:
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
            found: tuple[str, ...] = import_module("hacktrick.library.figures").people(library)
        except LibraryError:
            return ("",)
        return found or ("",)

    def sit_down(self, player: str | None = None) -> None:
        """Somebody is at the screen; None: whoever has played most."""
        known = self.players()
        if player is not None:
            self.player = player
        elif self.player not in known:
            self.player = known[0]

    def statistics(self) -> Statistics | None:
        """What the kept matches tell of the player."""
        library = self._library()
        if library is None:
            return None
        try:
            found: Statistics = import_module("hacktrick.library.figures").of_player(
                library, self.player
            )
        except LibraryError:
            return None
        return found

    # Puzzles

    def counts(self) -> dict[str, tuple[int, int]]:
        """By kind: how many puzzles were solved at the first try, and how many there are."""
        trainer = self._trainer()
        done = trainer.solved(self.player) if trainer else frozenset()
        heads = shipped().heads
        return {
            kind: (
                sum(key in done for key, own in heads if own == kind),
                sum(own == kind for _key, own in heads),
            )
            for kind in KINDS
        }

    def n_due(self) -> int:
        trainer = self._trainer()
        return len(trainer.due(self.player)) if trainer else 0

    def today(self) -> Questions | None:
        """The puzzle of this day."""
        day = self._today()
        question = of_day(day)
        if question is None:
            return None
        return Questions("today", [question], self._thinker(), self._settle, day.isoformat())

    def mixed(self) -> Questions | None:
        """Those that were never tried, of all kinds, in an order of their own; then the others."""
        return self._some("mixed", range(len(shipped())))

    def of_kind(self, kind: str) -> Questions | None:
        heads = enumerate(shipped().heads)
        return self._some("kind", [n for n, (_key, own) in heads if own == kind])

    def own(self) -> Questions | None:
        """The player's mistakes and missed puzzles that are due."""
        trainer = self._trainer()
        found = trainer.due(self.player) if trainer else ()
        return Questions("own", found, self._thinker(), self._settle) if found else None

    def add_mistake(self, player: str, question: Question) -> None:
        """A mistake of a match, to be met again."""
        trainer = self._trainer()
        if trainer is not None:
            try:
                trainer.add(player, question, "match")
            except LibraryError:
                return  # the library tells of its own troubles

    def _some(self, origin: Origin, numbers: Sequence[int]) -> Questions | None:
        if not numbers:
            return None
        trainer = self._trainer()
        tried = trainer.tried(self.player) if trainer else frozenset()
        order = self._rng.sample(numbers, len(numbers))
        order.sort(key=lambda n: shipped().heads[n][0] in tried)
        settle = partial(self._settle, mixed=origin == "mixed")
        return Questions(origin, shipped().some(order), self._thinker(), settle)

    def _settle(self, quiz: Quiz, mixed: bool = False) -> None:
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
            trainer.answered(
                *(self.player, question, told, loss or 0.0, max(1, len(quiz.tried)), solved),
                mixed,
            )
        except LibraryError:
            return  # the library tells of its own troubles

    def _trainer(self) -> Trainer | None:
        library = self._library()
        if library is None:
            return None
        module = import_module("hacktrick.library.trainer")
        made: Trainer = module.Trainer(library, self._moment or module.now)
        return made
