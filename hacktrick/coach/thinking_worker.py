"""The worker process, which decides for computer players, analyses positions and reviews rounds.

Decisions come first; other work runs in small steps in between. The process receives only views and
finished rounds.
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
from typing import Any, Literal, get_args

from hacktrick.ai.agent import Budget
from hacktrick.ai.levels.catalogue import level_decision_or_fallback
from hacktrick.child_process import LazyPipeTypes, PipeTypes, ValuePipe, lower_priority
from hacktrick.coach.review.judged_round import FinishedRound
from hacktrick.game.actions import ACTION_CLASSES
from hacktrick.game.view import View

# The fields are ticket, level, view, budget and seed.
DecisionRequest = tuple[int, int, View, Budget | None, int]
AnalysisKind = Literal[
    "estimate", "glance", "odds", "judge", "replies", "levels", "check", "explain", "try"
]
ANALYSIS_KINDS: tuple[AnalysisKind, ...] = get_args(AnalysisKind)
"""The kinds of analysis, most urgent first."""


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """A request to analyse a position, which replaces an earlier request of the same kind.

    The last answer for its ticket is None.

    Attributes:
        made: if an explanation is requested, the actions of the turn to explain, as texts; empty
            for the best turn that has another theme.
    """

    ticket: int
    kind: AnalysisKind
    view: View
    made: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CancelAnalysesRequest:
    """A request to cancel all analyses."""


@dataclass(frozen=True, slots=True)
class SolveAheadRequest:
    """A request to solve a position for a later review; it has no answer."""

    view: View


@dataclass(frozen=True, slots=True)
class RoundReviewRequest:
    """A request to review a finished round, which replaces an earlier request.

    The last answer for its ticket is None.
    """

    ticket: int
    finished: FinishedRound


WorkerRequest = AnalysisRequest | CancelAnalysesRequest | SolveAheadRequest | RoundReviewRequest
NEVER_COLLECT = 2**30  # a threshold so high that full garbage collections never run
MAX_AHEAD = 64  # maximum number of positions waiting to be solved ahead; older ones are dropped


@cache
def thinking_value_types() -> PipeTypes:
    """Return the types of values that may pass through the pipe, in either direction."""
    return LazyPipeTypes(
        {
            "hacktrick.game.actions": tuple(one.__name__ for one in ACTION_CLASSES),
            "hacktrick.game.editions": ("Rules",),
            "hacktrick.game.state": ("PublicState", "Result", "Seating"),
            "hacktrick.game.view": ("KnownSum", "SeatInfo", "StartPosition", "View"),
            "hacktrick.ai.agent": ("Budget", "Decision"),
            "hacktrick.ai.advice": (
                *("Advice", "Forecast", "MatchChancesByResult", "TurnFigures", "AdvisedTurn"),
            ),
            "hacktrick.coach.position_analysis": ("ExpectedReplies",),
            "hacktrick.coach.hand_odds": ("HandOdds", "PossibleHand"),
            "hacktrick.coach.hints": ("LevelChoices",),
            "hacktrick.coach.judgement": ("PositionJudgement", "TurnLoss"),
            "hacktrick.coach.reason_finder": ("Explanation", "Reason"),
            "hacktrick.coach.review.judged_round": (
                *("DecisionPoint", "FinishedRound", "JudgedDecision", "LuckChange"),
                *("ReviewProgress", "RoundJudgement", "TurnChances"),
            ),
            "hacktrick.coach.thinking_worker": (
                *("AnalysisRequest", "CancelAnalysesRequest", "RoundReviewRequest"),
                "SolveAheadRequest",
            ),
        }
    )


def serve_thinking_requests(pipe: ValuePipe) -> None:
    """Answer requests until the client closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles interrupts
    with no_automatic_garbage_collection(), suppress(EOFError, OSError):
        _serve_requests(pipe, PendingWork())


def serve_with_low_priority(pipe: ValuePipe) -> None:
    """Run ``serve_thinking_requests`` at the lowest processor priority."""
    lower_priority()
    serve_thinking_requests(pipe)


def _serve_requests(pipe: ValuePipe, considered: PendingWork) -> None:
    while True:
        while not considered.is_busy or pipe.poll():
            request = pipe.recv()
            if isinstance(request, WorkerRequest):
                considered.add(request)
            else:
                ticket, level, view, budget, seed = request
                pipe.send((ticket, level_decision_or_fallback(level, view, budget, seed)))
                _collect_garbage_if_idle(pipe, considered)
        answer = considered.run_most_urgent_step()
        if answer is not None:
            pipe.send(answer)
        _collect_garbage_if_idle(pipe, considered)


def _collect_garbage_if_idle(pipe: ValuePipe, considered: PendingWork) -> None:
    if not considered.is_busy and not pipe.poll():
        collect_garbage()


@contextmanager
def no_automatic_garbage_collection() -> Iterator[None]:
    """Turn off automatic full garbage collections; call ``collect_garbage`` instead.

    A full collection may take twice as long as one step of work is allowed to take.
    """
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER_COLLECT)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
        gc.unfreeze()


def collect_garbage() -> None:
    """Collect garbage, then exclude the remaining objects, such as solutions, from later runs."""
    gc.collect()
    gc.freeze()


class PendingWork:
    """Analyses and reviews in progress, which run one step at a time."""

    def __init__(self) -> None:
        self._work: dict[AnalysisKind, tuple[int, Iterator[Any]]] = {}
        self._review: tuple[int, Iterator[Any]] | None = None
        self._ahead_work: deque[Iterator[Any]] = deque(maxlen=MAX_AHEAD)

    @property
    def is_busy(self) -> bool:
        return bool(self._work or self._review or self._ahead_work)

    def add(self, request: WorkerRequest) -> None:
        """Add the work of a request; if the request is to cancel analyses, cancel all of them."""
        if isinstance(request, CancelAnalysesRequest):
            self._work.clear()
        elif isinstance(request, SolveAheadRequest):
            self._ahead_work.append(solve_ahead_steps(request))
        elif isinstance(request, RoundReviewRequest):
            self._review = request.ticket, review_steps(request)
            self._ahead_work.clear()
        else:
            self._work[request.kind] = request.ticket, analysis_steps(request)

    def run_most_urgent_step(self) -> tuple[int, Any] | None:
        """Run a step of the most urgent work.

        Returns:
            The ticket and the answer of that work; None if there is no answer yet. The last answer
            for a ticket is None.
        """
        kind = next((kind for kind in ANALYSIS_KINDS if kind in self._work), None)
        ticket, work = self._work[kind] if kind else self._review or (0, self._ahead_work[0])
        try:
            answer = next(work)
        except StopIteration:
            return self._remove_current_work(ticket)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            return self._remove_current_work(ticket)
        return None if answer is None else (ticket, answer)

    def _remove_current_work(self, ticket: int) -> tuple[int, None] | None:
        """Remove the most urgent work; return its ticket with the None that ends it, if any."""
        kind = next((kind for kind in ANALYSIS_KINDS if kind in self._work), None)
        if kind:
            del self._work[kind]
        elif self._review:
            self._review = None
        else:
            self._ahead_work.popleft()
        return (ticket, None) if ticket else None


def solve_ahead_steps(question: SolveAheadRequest) -> Iterator[None]:
    """Solve a position, yielding None between steps so that other work may run."""
    # Imported here because it needs numpy.
    from hacktrick.coach.review.round_judge import solve_ahead_in_steps

    yield from solve_ahead_in_steps(question.view)


def review_steps(question: RoundReviewRequest) -> Iterator[Any]:
    """Yield the stages of a review, and None in between so that other work may run.

    There are no stages if the solver does not support the rules.
    """
    # Imported here because it needs numpy.
    from hacktrick.ai.solver.solved_position import NoSolution
    from hacktrick.coach.review.round_judge import review_in_steps

    try:
        yield from review_in_steps(question.finished)
    except NoSolution:
        return


def analysis_steps(question: AnalysisRequest) -> Iterator[Any]:
    """Yield the answers to a request, and None in between so that other work may run.

    There are no answers if the seat has nothing to decide, or if the solver does not support the
    rules.
    """
    # Imported here because it needs numpy.
    from hacktrick.ai.solver.solved_position import NoSolution
    from hacktrick.coach import position_analysis

    try:
        if question.kind == "explain":
            yield from position_analysis.explain_turn(question.view, question.made)
        else:
            yield from position_analysis.ANALYSES[question.kind](question.view)
    except NoSolution:
        return
