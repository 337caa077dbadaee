"""The worker process: decides for computer players, answers the coach, judges finished rounds.

Decisions come first; other work runs in small steps while no decision is wanted. Only views and
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
from functools import cache
from typing import Any, Literal

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.levels.catalogue import level_decision_or_fallback
from hacktrick.child_process import Kinds, KindsByModule, ValuePipe, lower_priority
from hacktrick.coach.review.story import FinishedRound
from hacktrick.game.view import View

DecisionRequest = tuple[int, int, View, Budget | None, int]  # ticket, level, view, budget, seed
DecisionAnswer = tuple[int, Decision]
ConsultationKind = Literal[
    "estimate", "glance", "odds", "judge", "replies", "levels", "check", "work", "try"
]
CONSULTATION_KINDS: tuple[ConsultationKind, ...] = (
    "estimate",
    "glance",
    "odds",
    "judge",
    "replies",
    "levels",
    "check",
    "work",
    "try",
)
"""The kinds of analysis, the most urgent first."""


@dataclass(frozen=True, slots=True)
class ConsultationRequest:
    """A request to analyse a position; the last answer under ``ticket`` is None.

    A new request replaces the one of the same kind before it.

    Attributes:
        made: for the kind "work", the texts of the turn to explain; empty for the best turn with
            another theme.
    """

    ticket: int
    kind: ConsultationKind
    view: View
    made: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DropRequest:
    """Cancels all analyses."""


@dataclass(frozen=True, slots=True)
class SolveAheadRequest:
    """A request to solve a position for a later review. There is no answer."""

    view: View


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """A request to judge a finished round; the last answer under ``ticket`` is None.

    A new request replaces the one before it.
    """

    ticket: int
    finished: FinishedRound


WorkerRequest = ConsultationRequest | DropRequest | SolveAheadRequest | ReviewRequest
NEVER_COLLECT = 2**30  # threshold that turns off full garbage collections
MAX_AHEAD = 64  # most positions waiting to be solved ahead; the oldest are dropped


@cache
def thinking_value_types() -> Kinds:
    """Return the types that may pass through the pipe of the worker process, either way."""
    return KindsByModule(
        {
            "hacktrick.game.actions": (
                *("Lay", "Start", "Ask", "Partner", "Swap", "Discard", "Stake", "Call", "Fold"),
                *("Play", "Draw", "Under", "Pass", "Command"),
            ),
            "hacktrick.game.rules": ("Rules", "Seating"),
            "hacktrick.game.state": ("PublicState", "Result"),
            "hacktrick.game.view": ("KnownSum", "SeatInfo", "StartPosition", "View"),
            "hacktrick.ai.agent": ("Budget", "Decision"),
            "hacktrick.ai.advice": (
                *("Advice", "BoardThreats", "Forecast", "MatchStakes", "TurnFigures", "TurnLine"),
            ),
            "hacktrick.coach.consultation": ("ExpectedReplies",),
            "hacktrick.coach.hand_odds": ("HandOdds", "PossibleHand"),
            "hacktrick.coach.hints": ("LevelChoices",),
            "hacktrick.coach.judgement": ("Judgement", "TurnLoss"),
            "hacktrick.coach.reasons": ("Explanation", "Reason"),
            "hacktrick.coach.review.story": (
                *("DecisionPoint", "FinishedRound", "JudgedDecision", "LuckPiece"),
                *("ReviewProgress", "RoundStory", "TurnChances"),
            ),
            "hacktrick.coach.thinking_process": (
                *("ConsultationRequest", "DropRequest", "ReviewRequest", "SolveAheadRequest"),
            ),
        }
    )


def serve(pipe: ValuePipe) -> None:
    """Answer requests until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles interrupts
    with garbage_collected_when_idle(), suppress(EOFError, OSError):
        _serve_requests(pipe, PendingWork())


def serve_in_background(pipe: ValuePipe) -> None:
    """Answer requests like ``serve``, at the lowest priority of the processor."""
    lower_priority()
    serve(pipe)


def _serve_requests(pipe: ValuePipe, considered: PendingWork) -> None:
    while True:
        while not considered.is_busy or pipe.poll():
            request = pipe.recv()
            if isinstance(request, WorkerRequest):
                considered.add(request)
            else:
                ticket, level, view, budget, seed = request
                pipe.send((ticket, level_decision_or_fallback(level, view, budget, seed)))
                _tidy_unless_asked(pipe, considered)
        answer = considered.work_step()
        if answer is not None:
            pipe.send(answer)
        _tidy_unless_asked(pipe, considered)


def _tidy_unless_asked(pipe: ValuePipe, considered: PendingWork) -> None:
    if not considered.is_busy and not pipe.poll():
        collect_garbage()


@contextmanager
def garbage_collected_when_idle() -> Iterator[None]:
    """Turn off full garbage collections except by ``collect_garbage``.

    An automatic one may take twice as long as a step of work is allowed to.
    """
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER_COLLECT)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
        gc.unfreeze()


def collect_garbage() -> None:
    """Collect garbage while idle, and exclude what is left (such as cached solutions) from
    later runs."""
    gc.collect()
    gc.freeze()


class PendingWork:
    """Analyses and reviews in progress, run one step at a time."""

    def __init__(self) -> None:
        self._work: dict[ConsultationKind, tuple[int, Iterator[Any]]] = {}
        self._review: tuple[int, Iterator[Any]] | None = None
        self._ahead: deque[Iterator[Any]] = deque(maxlen=MAX_AHEAD)

    @property
    def is_busy(self) -> bool:
        return bool(self._work or self._review or self._ahead)

    def add(self, request: WorkerRequest) -> None:
        """Add a request, or cancel the analyses."""
        if isinstance(request, DropRequest):
            self._work.clear()
        elif isinstance(request, SolveAheadRequest):
            self._ahead.append(solve_ahead_pieces(request))
        elif isinstance(request, ReviewRequest):
            self._review = request.ticket, review_pieces(request)
            self._ahead.clear()
        else:
            self._work[request.kind] = request.ticket, consultation_pieces(request)

    def work_step(self) -> tuple[int, Any] | None:
        """Run one step of the most urgent work and return its answer, if any, with the ticket.

        The last answer of a ticket is None.
        """
        kind = next((kind for kind in CONSULTATION_KINDS if kind in self._work), None)
        ticket, work = self._work[kind] if kind else self._review or (0, self._ahead[0])
        try:
            answer = next(work)
        except StopIteration:
            return self._done(ticket)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            return self._done(ticket)
        return None if answer is None else (ticket, answer)

    def _done(self, ticket: int) -> tuple[int, None] | None:
        """Remove the most urgent work."""
        kind = next((kind for kind in CONSULTATION_KINDS if kind in self._work), None)
        if kind:
            del self._work[kind]
        elif self._review:
            self._review = None
        else:
            self._ahead.popleft()
        return (ticket, None) if ticket else None


def solve_ahead_pieces(question: SolveAheadRequest) -> Iterator[None]:
    """Solve a position, yielding None at pauses."""
    from hacktrick.coach.review.round_judge import solve_ahead_in_steps  # it needs numpy

    yield from solve_ahead_in_steps(question.view)


def review_pieces(question: ReviewRequest) -> Iterator[Any]:
    """Yield the stages of a review, and None at pauses. Without a solver for the rules there
    are none."""
    from hacktrick.ai.solver.solved_position import NoSolution  # it needs numpy
    from hacktrick.coach.review.round_judge import review_in_steps

    try:
        yield from review_in_steps(question.finished)
    except NoSolution:
        return


def consultation_pieces(question: ConsultationRequest) -> Iterator[Any]:
    """Yield the answers to a request, and None at pauses.

    There are none if the seat has nothing to decide, or without a solver for the rules.
    """
    from hacktrick.ai.solver.solved_position import NoSolution  # it needs numpy
    from hacktrick.coach import consultation

    try:
        if question.kind == "work":
            yield from consultation.explain_turn(question.view, question.made)
        else:
            yield from consultation.CONSULTATIONS[question.kind](question.view)
    except NoSolution:
        return
