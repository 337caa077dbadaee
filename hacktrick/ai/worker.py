"""What the thinking process runs: questions come in, decisions and judgements go out.

What a level does (``Question``); by ``Consider``, how a position is judged and what else there is
to work out; by ``Ahead``, a position to be solved and remembered; by ``Review``, a finished round
to be judged. A decision of the computer comes before all the rest, which is done in pieces and only
while nobody waits. Nothing crosses but views, and rounds that are over.

Imports nothing but the rules and the computer players: the window must not load here.
"""

from __future__ import annotations

import gc
import signal
import sys
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, Literal

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.coach.story import Finished
from hacktrick.ai.grades import nearest
from hacktrick.ai.levels import LEVELS
from hacktrick.game.legal import legal_actions
from hacktrick.game.view import View, observation_of

Question = tuple[int, int, View, Budget | None, int]  # ticket, level, view, budget, seed
Answer = tuple[int, Decision]
Kind = Literal["odds", "judge", "levels", "check", "work", "try"]
KINDS: tuple[Kind, ...] = ("odds", "judge", "levels", "check", "work", "try")
"""What there is to consider, the most urgent first."""


@dataclass(frozen=True, slots=True)
class Consider:
    """Consider a position: its answers come under ``ticket``, the last of them being None. The
    latest of a kind takes the place of those before it.

    Attributes:
        made: for ``work``: the texts of the turn to be explained; none: the best of another kind.
    """

    ticket: int
    kind: Kind
    view: View
    made: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drop:
    """Nothing of what is being considered is of interest any more."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """Solve a position for the review to come. There is no answer."""

    view: View


@dataclass(frozen=True, slots=True)
class Review:
    """Judge a finished round: its answers come under ``ticket``, the last of them being None. The
    latest takes the place of the one before it."""

    ticket: int
    finished: Finished


Said = Consider | Drop | Ahead | Review
NEVER = 2**30  # searches for garbage between two of everything
LATER = 64  # positions that wait to be solved ahead; the oldest are forgotten


def choose(level: int, view: View, budget: Budget | None = None, seed: int = 0) -> Decision:
    """What ``level`` does in ``view``: a function of its arguments and of nothing else.

    Args:
        budget: instead of the level's own.

    Raises:
        ValueError: there is no such level, or the seat of the view has nothing to decide.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level}")
    settings = LEVELS[level]
    return settings.agent.choose(view, budget or settings.budget, seed)


def serve(connection: Connection) -> None:
    """Answer questions until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the window's to handle
    with collecting_when_idle(), suppress(EOFError, OSError):
        _serve(connection, Considered())


def _serve(connection: Connection, considered: Considered) -> None:
    while True:
        while not considered.is_busy or connection.poll():
            said = connection.recv()
            if isinstance(said, Said):
                considered.take(said)
            else:
                ticket, level, view, budget, seed = said
                connection.send((ticket, answer(level, view, budget, seed)))
                _tidy_unless_asked(connection, considered)
        told = considered.go_on()
        if told is not None:
            connection.send(told)
        _tidy_unless_asked(connection, considered)


def _tidy_unless_asked(connection: Connection, considered: Considered) -> None:
    if not considered.is_busy and not connection.poll():
        tidy()


@contextmanager
def collecting_when_idle() -> Iterator[None]:
    """Meanwhile everything is searched for garbage by ``tidy`` alone. Otherwise it would be at any
    time, and that takes twice as long as a piece of work may."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
        gc.unfreeze()


def tidy() -> None:
    """Searches for garbage while nobody waits. What is left, as solutions that are remembered, is
    not searched again."""
    gc.collect()
    gc.freeze()


class Considered:
    """Positions and rounds under consideration, a piece at a time."""

    def __init__(self) -> None:
        self._work: dict[Kind, tuple[int, Iterator[Any]]] = {}
        self._review: tuple[int, Iterator[Any]] | None = None
        self._ahead: deque[Iterator[Any]] = deque(maxlen=LATER)

    @property
    def is_busy(self) -> bool:
        return bool(self._work or self._review or self._ahead)

    def take(self, said: Said) -> None:
        """Something new to consider, or nothing more."""
        if isinstance(said, Drop):
            self._work.clear()
        elif isinstance(said, Ahead):
            self._ahead.append(solving_ahead(said))
        elif isinstance(said, Review):
            self._review = said.ticket, reviewing(said)
            self._ahead.clear()
        else:
            self._work[said.kind] = said.ticket, considering(said)

    def go_on(self) -> tuple[int, Any] | None:
        """Works for a piece; an answer with its ticket, if there is one. The last answer of a
        ticket is None."""
        kind = next((kind for kind in KINDS if kind in self._work), None)
        ticket, work = self._work[kind] if kind else self._review or (0, self._ahead[0])
        try:
            told = next(work)
        except StopIteration:
            return self._done(ticket)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            return self._done(ticket)
        return None if told is None else (ticket, told)

    def _done(self, ticket: int) -> tuple[int, None] | None:
        """The most urgent work is done."""
        kind = next((kind for kind in KINDS if kind in self._work), None)
        if kind:
            del self._work[kind]
        elif self._review:
            self._review = None
        else:
            self._ahead.popleft()
        return (ticket, None) if ticket else None


def solving_ahead(question: Ahead) -> Iterator[None]:
    """The pieces of solving a position."""
    yield from import_module("hacktrick.ai.coach.reviewer").ahead(question.view)


def reviewing(question: Review) -> Iterator[Any]:
    """The stages of a review, None between pieces. Nothing where nobody can judge."""
    reviewer = import_module("hacktrick.ai.coach.reviewer")
    try:
        yield from reviewer.reviewed(question.finished)
    except reviewer.NoAdvice:
        return


def considering(question: Consider) -> Iterator[Any]:
    """The answers to a question, None between pieces. Nothing where there is nothing to decide, or
    where nobody can judge."""
    desk = import_module("hacktrick.ai.coach.desk")  # it needs numpy
    try:
        if question.kind == "odds":
            yield from desk.counted(question.view)
        elif question.kind == "judge":
            yield from desk.judged(question.view)
        elif question.kind == "levels":
            yield from desk.chosen(question.view)
        elif question.kind == "check":
            yield from desk.checked(question.view)
        elif question.kind == "try":
            yield from desk.tried(question.view)
        else:
            yield from desk.worked(question.view, question.made)
    except desk.NoAdvice:
        return


def answer(level: int, view: View, budget: Budget | None, seed: int) -> Decision:
    """``choose`` for the nearest level there is, where a fault in a player costs a move and not
    the match: it is written to standard error and the first legal action is taken."""
    try:
        return choose(nearest(level), view, budget, seed)
    except Exception:
        traceback.print_exc(file=sys.stderr)
        return fallback(view)


def fallback(view: View) -> Decision:
    """A decision without any thought."""
    return Decision(legal_actions(observation_of(view))[0], 0.0, faulty=True)
