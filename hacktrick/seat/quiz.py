"""Somebody tries to answer a question: tries, and what came of them. No words.

A wrong turn is answered with what it costs and, once the thinking process has played it on, with
the reply that punishes it most often; then it may be tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from hacktrick.game.view import Event, follow
from hacktrick.play.coaching import Why
from hacktrick.seat.told import Told, last_sums

if TYPE_CHECKING:
    from hacktrick.game.actions import Action
    from hacktrick.play.quiz import Question
    from hacktrick.play.thinker import Thinker

State = Literal["open", "wrong", "solved", "missed"]
TRIES = 3


Origin = Literal["retry", "mixed", "kind", "own", "today"]


class Stream(Protocol):
    """Where questions come from.

    Attributes:
        origin: what they are; ``place``: of the present one, from 1, or the number of the turn that
            is tried again; ``total``: how many there are, 0 if that means nothing.
        day: whose question it is, in ISO 8601; "" for none.
    """

    origin: Origin
    place: int
    total: int
    day: str

    @property
    def quiz(self) -> Quiz: ...

    @property
    def has_next(self) -> bool: ...

    def advance(self) -> None:
        """The next question."""

    def settle(self) -> None:
        """The present question has been answered, or given up."""


class Again:
    """A turn of a review, tried again.

    Args:
        number: of the turn in its round.
    """

    origin: Origin = "retry"
    total = 0
    day = ""
    has_next = False

    def __init__(self, quiz: Quiz, number: int, settled: Callable[[Quiz], None]) -> None:
        self.quiz, self.place = quiz, number
        self._settled = settled

    def advance(self) -> None:
        """There is one question only."""

    def settle(self) -> None:
        self._settled(self.quiz)


class Quiz:
    """One question, tried by one player.

    Args:
        thinker: plays wrong turns on; None: nobody does.
    """

    def __init__(self, question: Question, thinker: Thinker | None = None) -> None:
        self.question = question
        self.state: State = "open"
        self.tried: list[tuple[Action, ...]] = []
        self.why: Why | None = None
        self._thinker, self._ticket = thinker, 0

    @property
    def is_over(self) -> bool:
        return self.state in ("solved", "missed")

    @property
    def tries_left(self) -> int:
        return TRIES - len(self.tried)

    @property
    def is_clean(self) -> bool:
        """Whether the first try was right."""
        return self.state == "solved" and len(self.tried) == 1

    @property
    def cost(self) -> float:
        """What the last try costs, as a chance of the match."""
        loss = self.question.loss(self.tried[-1]) if self.tried else None
        return 0.0 if loss is None else loss * self.question.unit

    def sums(self) -> tuple[Told, ...]:
        """The sums that lie on the table, by seat."""
        view = self.question.view
        first, steps = follow(view)
        events = [Event(step.seat, step.action, step.facts) for step in steps]
        told = last_sums(events, first.hand_sizes)
        return tuple(told[seat] for seat in sorted(told))

    def answer(self, made: Sequence[Action]) -> State:
        """A whole turn, or its beginning where that is all that counts."""
        self.tried.append(tuple(made))
        self.why = None
        if self.question.is_right(made):
            self.state = "solved"
        elif self.tries_left:
            self.state = "wrong"
            self._ask_why(made)
        else:
            self.give_up()
        return self.state

    def again(self) -> None:
        """Back to the table as it was."""
        if self.state == "wrong":
            self.state, self.why = "open", None

    def give_up(self) -> None:
        """Show the answer."""
        self.state = "missed"
        if self.tried and self.why is None:
            self._ask_why(self.tried[-1])

    def update(self) -> bool:
        """True if something new is known."""
        if not self._ticket or self._thinker is None:
            return False
        for told in self._thinker.told():
            if told.ticket == self._ticket and isinstance(told.value, Why):
                self.why, self._ticket = told.value, 0
                return True
        return False

    def leave(self) -> None:
        """Nobody looks any more."""
        if self._ticket and self._thinker is not None:
            self._thinker.drop()
        self._ticket = 0

    def _ask_why(self, made: Sequence[Action]) -> None:
        if self._thinker is not None:
            texts = tuple(str(action) for action in made)
            self._ticket = self._thinker.consider("work", self.question.view, texts)
