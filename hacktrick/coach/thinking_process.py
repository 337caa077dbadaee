"""The worker process: decides for computer players, answers the coach, judges finished rounds.

A move of the computer comes first; other work runs in pieces while nobody waits. Only views and
finished rounds enter the process.
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
from multiprocessing.connection import Connection
from typing import Any, Literal

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.levels.catalogue import level_decision_or_fallback
from hacktrick.coach.review.story import FinishedRound
from hacktrick.game.view import View

DecisionRequest = tuple[int, int, View, Budget | None, int]  # ticket, level, view, budget, seed
DecisionAnswer = tuple[int, Decision]
ConsultationKind = Literal["odds", "judge", "levels", "check", "work", "try"]
CONSULTATION_KINDS: tuple[ConsultationKind, ...] = (
    "odds",
    "judge",
    "levels",
    "check",
    "work",
    "try",
)
"""What there is to consider, the most urgent first."""


@dataclass(frozen=True, slots=True)
class ConsultationRequest:
    """Consider a position: its answers come under ``ticket``, the last of them being None. The
    latest of a kind takes the place of those before it.

    Attributes:
        made: for ``work``: the texts of the turn to be explained; none: the best of another kind.
    """

    ticket: int
    kind: ConsultationKind
    view: View
    made: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DropRequest:
    """Nothing of what is being considered is of interest any more."""


@dataclass(frozen=True, slots=True)
class SolveAheadRequest:
    """Solve a position for the review to come. There is no answer."""

    view: View


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """Judge a finished round: its answers come under ``ticket``, the last of them being None. The
    latest takes the place of the one before it."""

    ticket: int
    finished: FinishedRound


WorkerRequest = ConsultationRequest | DropRequest | SolveAheadRequest | ReviewRequest
NEVER_COLLECT = 2**30  # searches for garbage between two of everything
MAX_AHEAD = 64  # positions that wait to be solved ahead; the oldest are forgotten


def serve(connection: Connection) -> None:
    """Answer questions until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the window's to handle
    with garbage_collected_when_idle(), suppress(EOFError, OSError):
        _serve(connection, PendingWork())


def _serve(connection: Connection, considered: PendingWork) -> None:
    while True:
        while not considered.is_busy or connection.poll():
            said = connection.recv()
            if isinstance(said, WorkerRequest):
                considered.take(said)
            else:
                ticket, level, view, budget, seed = said
                connection.send((ticket, level_decision_or_fallback(level, view, budget, seed)))
                _tidy_unless_asked(connection, considered)
        told = considered.go_on()
        if told is not None:
            connection.send(told)
        _tidy_unless_asked(connection, considered)


def _tidy_unless_asked(connection: Connection, considered: PendingWork) -> None:
    if not considered.is_busy and not connection.poll():
        collect_garbage()


@contextmanager
def garbage_collected_when_idle() -> Iterator[None]:
    """Meanwhile everything is searched for garbage by ``collect_garbage`` alone. Otherwise it
    would be at any time, and that takes twice as long as a piece of work may."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER_COLLECT)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
        gc.unfreeze()


def collect_garbage() -> None:
    """Searches for garbage while nobody waits. What is left, as solutions that are remembered, is
    not searched again."""
    gc.collect()
    gc.freeze()


class PendingWork:
    """Positions and rounds under consideration, a piece at a time."""

    def __init__(self) -> None:
        self._work: dict[ConsultationKind, tuple[int, Iterator[Any]]] = {}
        self._review: tuple[int, Iterator[Any]] | None = None
        self._ahead: deque[Iterator[Any]] = deque(maxlen=MAX_AHEAD)

    @property
    def is_busy(self) -> bool:
        return bool(self._work or self._review or self._ahead)

    def take(self, said: WorkerRequest) -> None:
        """Something new to consider, or nothing more."""
        if isinstance(said, DropRequest):
            self._work.clear()
        elif isinstance(said, SolveAheadRequest):
            self._ahead.append(solve_ahead_pieces(said))
        elif isinstance(said, ReviewRequest):
            self._review = said.ticket, review_pieces(said)
            self._ahead.clear()
        else:
            self._work[said.kind] = said.ticket, consultation_pieces(said)

    def go_on(self) -> tuple[int, Any] | None:
        """Works for a piece; an answer with its ticket, if there is one. The last answer of a
        ticket is None."""
        kind = next((kind for kind in CONSULTATION_KINDS if kind in self._work), None)
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
        kind = next((kind for kind in CONSULTATION_KINDS if kind in self._work), None)
        if kind:
            del self._work[kind]
        elif self._review:
            self._review = None
        else:
            self._ahead.popleft()
        return (ticket, None) if ticket else None


def solve_ahead_pieces(question: SolveAheadRequest) -> Iterator[None]:
    """The pieces of solving a position."""
    from hacktrick.coach.review.round_judge import solve_ahead_in_steps  # it needs numpy

    yield from solve_ahead_in_steps(question.view)


def review_pieces(question: ReviewRequest) -> Iterator[Any]:
    """The stages of a review, None between pieces. Nothing where nobody can judge."""
    from hacktrick.ai.solver.solved_position import NoSolution  # it needs numpy
    from hacktrick.coach.review.round_judge import review_in_steps

    try:
        yield from review_in_steps(question.finished)
    except NoSolution:
        return


def consultation_pieces(question: ConsultationRequest) -> Iterator[Any]:
    """The answers to a question, None between pieces. Nothing where there is nothing to decide, or
    where nobody can judge."""
    from hacktrick.ai.solver.solved_position import NoSolution  # it needs numpy
    from hacktrick.coach import consultation

    try:
        if question.kind == "odds":
            yield from consultation.count_hands(question.view)
        elif question.kind == "judge":
            yield from consultation.judge_position(question.view)
        elif question.kind == "levels":
            yield from consultation.choose_as_levels(question.view)
        elif question.kind == "check":
            yield from consultation.check_position(question.view)
        elif question.kind == "try":
            yield from consultation.try_mistakes(question.view)
        else:
            yield from consultation.explain_turn(question.view, question.made)
    except NoSolution:
        return
