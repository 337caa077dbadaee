"""Asks the worker process for decisions, analyses and reviews without blocking the window.

During a round, the worker gets only one player's view, so it never knows hidden cards. Agents keep
no state: if a worker dies, its successor gets the same question.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.levels.catalogue import first_legal_decision
from hacktrick.ai.levels.catalogue import level_decision_or_fallback as answer_now
from hacktrick.child_process import ChildProcess, ValuePipe
from hacktrick.coach.thinking_worker import (
    ANALYSIS_KINDS,
    AnalysisKind,
    AnalysisRequest,
    CancelAnalysesRequest,
    DecisionRequest,
    RoundReviewRequest,
    SolveAheadRequest,
    WorkerRequest,
    analysis_steps,
    review_steps,
    serve_thinking_requests,
    serve_with_low_priority,
    thinking_value_types,
)

if TYPE_CHECKING:
    from hacktrick.ai.advice import Forecast
    from hacktrick.coach.hand_odds import HandOdds
    from hacktrick.coach.hints import LevelChoices
    from hacktrick.coach.judgement import PositionJudgement
    from hacktrick.coach.position_analysis import ExpectedReplies
    from hacktrick.coach.reason_finder import Explanation
    from hacktrick.coach.review.judged_round import FinishedRound, ReviewProgress
    from hacktrick.game.actions import Action
    from hacktrick.game.view import View

    AnalysisValue = (
        HandOdds
        | PositionJudgement
        | Explanation
        | LevelChoices
        | ExpectedReplies
        | Forecast
        | None
    )

# Seconds for an answer, including the worker's start, before the worker counts as stuck.
HARD_LIMIT = 45.0
MAX_RESTARTS = 3  # maximum number of new workers for one question
CLOSE_TIMEOUT = 0.3  # seconds to wait for a worker to exit


class DecisionAnswer(NamedTuple):
    """A computer player's decision, with the ticket of the question that it answers."""

    ticket: int
    decision: Decision

    @property
    def action(self) -> Action:
        return self.decision.action


class AnalysisUpdate(NamedTuple):
    """A result of an analysis: odds, a judgement, reasons, replies, or the choices of levels.

    The last update for a ticket has the value None.
    """

    ticket: int
    value: AnalysisValue


class ReviewUpdate(NamedTuple):
    """The progress of a review; the last update for a ticket has the value None."""

    ticket: int
    value: ReviewProgress | None


class Thinker(Protocol):
    """Answers questions in the background.

    Callers ask a question and then poll once a frame. A new question replaces the previous one.
    """

    def start(self) -> None:
        """Start in advance, so that the answer to the first question comes sooner."""

    def request_decision(
        self, level: int, view: View, seed: int, budget: Budget | None = None
    ) -> int:
        """Ask for the action of ``level`` in ``view``; return the question's ticket.

        Args:
            seed: determines all random choices.
            budget: replaces the level's own budget.
        """

    def poll_decision(self) -> DecisionAnswer | None:
        """Return the answer to the latest question, once; None if no answer has come yet."""

    def cancel_decision(self) -> None:
        """Cancel the latest request for a decision."""

    def request_analysis(
        self, kind: AnalysisKind, view: View, actions_made: tuple[str, ...] = ()
    ) -> int:
        """Request an analysis of a position; return its ticket.

        The request replaces an earlier one of the same kind. Its priority is lower than that of
        decisions.

        Args:
            actions_made: for an explanation, the actions of the turn to explain, as texts.
        """

    def pop_analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
        """Return the results that arrived since the last call, for the latest tickets only."""

    def cancel_analyses(self) -> None:
        """Cancel all pending analyses."""

    def solve_for_later_review(self, view: View) -> None:
        """Solve a position of a running round for a later review, with the lowest priority."""

    def request_review(self, finished: FinishedRound) -> int:
        """Request the review of a finished round; return its ticket.

        The request replaces an earlier one. Its priority is lower than that of analyses.
        """

    def pop_review_updates(self) -> tuple[ReviewUpdate, ...]:
        """Return the updates of the review that arrived since the last call."""

    def running_review_ticket(self) -> int:
        """Return the ticket of the running review; 0 if there is none."""

    @property
    def is_busy(self) -> bool:
        """Whether an answer, an analysis or a review is pending."""

    def close(self) -> None:
        """Stop at once, without waiting for running work."""


class InlineThinker:
    """A thinker that computes within each call, not in the background; for tests and tools."""

    def __init__(self) -> None:
        self._ticket = 0
        self._answer: DecisionAnswer | None = None
        self._pending_analyses: dict[AnalysisKind, AnalysisRequest] = {}
        self._pending_review: RoundReviewRequest | None = None

    def start(self) -> None:
        """Do nothing, since there is no worker."""

    def request_decision(
        self, level: int, view: View, seed: int, budget: Budget | None = None
    ) -> int:
        self._ticket += 1
        self._answer = DecisionAnswer(self._ticket, answer_now(level, view, budget, seed))
        return self._ticket

    def poll_decision(self) -> DecisionAnswer | None:
        answer, self._answer = self._answer, None
        return answer

    def cancel_decision(self) -> None:
        self._answer = None

    def request_analysis(
        self, kind: AnalysisKind, view: View, actions_made: tuple[str, ...] = ()
    ) -> int:
        self._ticket += 1
        self._pending_analyses[kind] = AnalysisRequest(self._ticket, kind, view, actions_made)
        return self._ticket

    def pop_analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
        questions, self._pending_analyses = self._pending_analyses, {}
        found: list[AnalysisUpdate] = []
        for question in (questions[kind] for kind in ANALYSIS_KINDS if kind in questions):
            values = (*self._all_answers(question), None)
            found += [AnalysisUpdate(question.ticket, value) for value in values]
        return tuple(found)

    def _all_answers(self, question: AnalysisRequest) -> tuple[Any, ...]:
        """Return all results of an analysis."""
        return tuple(value for value in analysis_steps(question) if value is not None)

    def cancel_analyses(self) -> None:
        self._pending_analyses = {}

    def solve_for_later_review(self, view: View) -> None:
        """Do nothing, since an inline thinker computes everything when it is needed."""

    def request_review(self, finished: FinishedRound) -> int:
        self._ticket += 1
        self._pending_review = RoundReviewRequest(self._ticket, finished)
        return self._ticket

    def pop_review_updates(self) -> tuple[ReviewUpdate, ...]:
        question, self._pending_review = self._pending_review, None
        if question is None:
            return ()
        stages = [value for value in review_steps(question) if value is not None]
        return tuple(ReviewUpdate(question.ticket, value) for value in (*stages, None))

    def running_review_ticket(self) -> int:
        return 0 if self._pending_review is None else self._pending_review.ticket

    @property
    def is_busy(self) -> bool:
        return bool(self._answer or self._pending_analyses or self._pending_review)

    def close(self) -> None:
        self._answer = self._pending_review = None
        self.cancel_analyses()


class ProcessThinker:
    """A thinker that lets a worker process do the work.

    Args:
        serve: the function that the worker runs.
        hard_limit: seconds for an answer, after which the worker is replaced.
    """

    def __init__(
        self,
        serve: Callable[[ValuePipe], None] = serve_thinking_requests,
        hard_limit: float = HARD_LIMIT,
    ) -> None:
        self._worker = ChildProcess(serve, closing=CLOSE_TIMEOUT, kinds=thinking_value_types)
        self._hard_limit = hard_limit
        self._ticket = self._tries = 0
        self._pending_decision: DecisionRequest | None = None
        self._sent = 0  # the ticket of the decision that the worker is computing; 0 for none
        self._sent_at = 0.0
        self._pending_analyses: dict[AnalysisKind, AnalysisRequest] = {}
        self._analysis_updates: list[AnalysisUpdate] = []
        self._pending_review: RoundReviewRequest | None = None
        self._review_updates: list[ReviewUpdate] = []

    @classmethod
    def with_low_priority(cls) -> ProcessThinker:
        """Return a thinker whose worker runs at the lowest processor priority."""
        return cls(serve_with_low_priority)

    def request_decision(
        self, level: int, view: View, seed: int, budget: Budget | None = None
    ) -> int:
        self._ticket += 1
        self._pending_decision = (self._ticket, level, view, budget, seed)
        self._tries = 0
        if not self._sent:  # sending one decision at a time keeps the pipe from filling up
            self._send_decision_request()
        return self._ticket

    def poll_decision(self) -> DecisionAnswer | None:
        if self._pending_decision is None:
            return None
        answer = self._receive_decision()
        return answer or self._replace_failed_worker()

    def _receive_messages_unless_deciding(self) -> None:
        """Receive the worker's messages; while a decision is pending, ``poll_decision`` does so."""
        if self._pending_decision is None:
            self._receive_decision()

    def _receive_decision(self) -> DecisionAnswer | None:
        """Handle the worker's messages up to the answer to the pending question.

        Returns:
            The answer to the pending question; None if it has not come yet.
        """
        try:
            while (pipe := self._worker.pipe) is not None and pipe.poll():
                ticket, value = pipe.recv()
                if self._pending_review is not None and ticket == self._pending_review.ticket:
                    self._store_review(value)
                    continue
                if not isinstance(value, Decision):
                    self._store_analysis(AnalysisUpdate(ticket, value))
                    continue
                self._sent = 0
                if self._pending_decision is not None and ticket == self._pending_decision[0]:
                    self._pending_decision = None
                    return DecisionAnswer(ticket, value)
        except (EOFError, OSError, ValueError):
            self._stop_worker()
        return None

    def _store_analysis(self, update: AnalysisUpdate) -> None:
        kind = next(
            (k for k, c in self._pending_analyses.items() if c.ticket == update.ticket), None
        )
        if kind is None:
            return  # the request was cancelled or replaced
        self._analysis_updates.append(update)
        if update.value is None:
            del self._pending_analyses[kind]

    def _store_review(self, value: ReviewProgress | None) -> None:
        assert self._pending_review is not None
        self._review_updates.append(ReviewUpdate(self._pending_review.ticket, value))
        if value is None:
            self._pending_review = None

    def cancel_decision(self) -> None:
        self._pending_decision = None

    def request_analysis(
        self, kind: AnalysisKind, view: View, actions_made: tuple[str, ...] = ()
    ) -> int:
        self._ticket += 1
        self._pending_analyses[kind] = AnalysisRequest(self._ticket, kind, view, actions_made)
        self._send_request(self._pending_analyses[kind])
        return self._ticket

    def pop_analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
        self._receive_messages_unless_deciding()
        if self._pending_analyses and not self._worker.is_alive:
            self._end_all_analyses()
        updates, self._analysis_updates = tuple(self._analysis_updates), []
        return updates

    def cancel_analyses(self) -> None:
        self._analysis_updates = []
        if self._pending_analyses:
            self._pending_analyses = {}
            self._send_request(CancelAnalysesRequest())

    def solve_for_later_review(self, view: View) -> None:
        self._send_request(SolveAheadRequest(view))

    def request_review(self, finished: FinishedRound) -> int:
        self._ticket += 1
        self._pending_review, self._review_updates = RoundReviewRequest(self._ticket, finished), []
        self._send_request(self._pending_review)
        return self._ticket

    def pop_review_updates(self) -> tuple[ReviewUpdate, ...]:
        self._receive_messages_unless_deciding()
        if self._pending_review and not self._worker.is_alive:
            self._review_updates.append(ReviewUpdate(self._pending_review.ticket, None))
            self._pending_review = None
        updates, self._review_updates = tuple(self._review_updates), []
        return updates

    def running_review_ticket(self) -> int:
        return 0 if self._pending_review is None else self._pending_review.ticket

    @property
    def is_busy(self) -> bool:
        # Finished work is noticed even if nobody fetches its updates.
        self._receive_messages_unless_deciding()
        return bool(self._pending_decision or self._pending_analyses or self._pending_review)

    def close(self) -> None:
        self._pending_decision = self._pending_review = None
        self._pending_analyses, self._analysis_updates, self._review_updates = {}, [], []
        self._stop_worker()

    def _send_request(self, request: WorkerRequest) -> None:
        """Send a request to the worker, starting one if there is none."""
        try:
            self.start()
            self._worker.send(request)
        except OSError:
            self._stop_worker()

    def _end_all_analyses(self) -> None:
        """End all analyses, since the worker died during one of them and might die again."""
        self._analysis_updates += [
            AnalysisUpdate(one.ticket, None) for one in self._pending_analyses.values()
        ]
        self._pending_analyses = {}

    def start(self) -> None:
        """Start the worker, unless it is running."""
        if not self._worker.is_alive:
            self._stop_worker()
            self._worker.start()

    def _send_decision_request(self) -> None:
        """Send the pending question, starting a worker if there is none."""
        assert self._pending_decision is not None
        self._tries += 1
        began = time.monotonic()
        try:
            self.start()
            self._sent, self._sent_at = self._pending_decision[0], began
            self._worker.send(self._pending_decision)
        except OSError:
            self._stop_worker()  # the next poll tries again

    def _replace_failed_worker(self) -> DecisionAnswer | None:
        """Replace a worker that has died or is stuck, and send the question again; return None.

        After ``MAX_RESTARTS`` workers, give up and return a simple legal decision instead.
        """
        assert self._pending_decision is not None
        stuck = self._sent and time.monotonic() - self._sent_at > self._hard_limit
        if not stuck and self._worker.is_alive:
            if not self._sent:
                self._send_decision_request()
            return None
        self._stop_worker()
        if self._tries < MAX_RESTARTS:
            self._send_decision_request()
            return None
        ticket, _, view, _, _ = self._pending_decision
        self._pending_decision = None
        return DecisionAnswer(ticket, first_legal_decision(view))

    def _stop_worker(self) -> None:
        self._worker.stop()
        self._sent = 0
