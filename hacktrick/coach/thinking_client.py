"""Asks computer players and the coach in a worker process, without blocking the frames.

Only views go to the worker, so hidden cards are never in its memory. Agents are stateless: a worker
that dies is replaced and asked the same question again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.levels.catalogue import fallback_decision
from hacktrick.ai.levels.catalogue import level_decision_or_fallback as answer_now
from hacktrick.child_process import ChildProcess, ValuePipe
from hacktrick.coach.thinking_process import (
    CONSULTATION_KINDS,
    ConsultationKind,
    ConsultationRequest,
    DecisionRequest,
    DropRequest,
    ReviewRequest,
    SolveAheadRequest,
    WorkerRequest,
    consultation_pieces,
    review_pieces,
    serve,
    serve_in_background,
    thinking_value_types,
)

if TYPE_CHECKING:
    from hacktrick.ai.advice import Forecast
    from hacktrick.coach.consultation import ExpectedReplies
    from hacktrick.coach.hand_odds import HandOdds
    from hacktrick.coach.hints import LevelChoices
    from hacktrick.coach.judgement import Judgement
    from hacktrick.coach.reasons import Explanation
    from hacktrick.coach.review.story import FinishedRound, ReviewProgress
    from hacktrick.game.actions import Action
    from hacktrick.game.view import View

    AnalysisValue = (
        HandOdds | Judgement | Explanation | LevelChoices | ExpectedReplies | Forecast | None
    )

HARD_LIMIT = 45.0  # seconds, including the start, after which a worker counts as stuck
MAX_RESTARTS = 3  # per question
CLOSE_TIMEOUT = 0.3  # seconds to wait for a worker to exit


class DecisionAnswer(NamedTuple):
    """A decision with the ticket of its question."""

    ticket: int
    decision: Decision

    @property
    def action(self) -> Action:
        return self.decision.action


class AnalysisUpdate(NamedTuple):
    """A result about a position: odds, a judgement, its reasons, replies, or the levels' choices.

    The last update of a ticket has the value None.
    """

    ticket: int
    value: AnalysisValue


class ReviewUpdate(NamedTuple):
    """The progress of a round's review; the last update has the value None."""

    ticket: int
    value: ReviewProgress | None


class Thinker(Protocol):
    """Answers questions in the background.

    Ask, then poll once a frame. A new question replaces the one before it.
    """

    def ask(self, level: int, view: View, seed: int, budget: Budget | None = None) -> int:
        """Ask what ``level`` does in ``view``; return the ticket of the question."""

    def poll(self) -> DecisionAnswer | None:
        """Return the answer to the latest question once; None while there is none."""

    def forget_question(self) -> None:
        """Cancel the latest question."""

    def analyse(self, kind: ConsultationKind, view: View, made: tuple[str, ...] = ()) -> int:
        """Request an analysis of a position, with less priority than decisions; return its ticket.

        A new request replaces the one of the same kind before it.
        """

    def analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
        """Return the results that arrived since the last call, for the latest tickets only."""

    def drop_analysis(self) -> None:
        """Cancel all requests for analysis."""

    def solve_ahead(self, view: View) -> None:
        """Solve a position of a running round for its later review, with the least priority."""

    def review(self, finished: FinishedRound) -> int:
        """Request the review of a finished round, before ``solve_ahead`` only; return its ticket.

        A new request replaces the one before it.
        """

    def review_updates(self) -> tuple[ReviewUpdate, ...]:
        """Return the progress of the review since the last call."""

    def review_ticket(self) -> int:
        """Return the ticket of the running review, 0 if there is none."""

    @property
    def is_busy(self) -> bool:
        """Whether an answer, an analysis or a review is still to come."""

    def close(self) -> None:
        """Stop without waiting for running work."""


class InlineThinker:
    """A thinker that computes during the call, for tests and tools."""

    def __init__(self) -> None:
        self._ticket = 0
        self._answer: DecisionAnswer | None = None
        self._considered: dict[ConsultationKind, ConsultationRequest] = {}
        self._review: ReviewRequest | None = None

    def ask(self, level: int, view: View, seed: int, budget: Budget | None = None) -> int:
        self._ticket += 1
        self._answer = DecisionAnswer(self._ticket, answer_now(level, view, budget, seed))
        return self._ticket

    def poll(self) -> DecisionAnswer | None:
        answer, self._answer = self._answer, None
        return answer

    def forget_question(self) -> None:
        self._answer = None

    def analyse(self, kind: ConsultationKind, view: View, made: tuple[str, ...] = ()) -> int:
        self._ticket += 1
        self._considered[kind] = ConsultationRequest(self._ticket, kind, view, made)
        return self._ticket

    def analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
        questions, self._considered = self._considered, {}
        found: list[AnalysisUpdate] = []
        for question in (questions[kind] for kind in CONSULTATION_KINDS if kind in questions):
            values = (*self._considering(question), None)
            found += [AnalysisUpdate(question.ticket, value) for value in values]
        return tuple(found)

    def _considering(self, question: ConsultationRequest) -> tuple[Any, ...]:
        """Return all answers to a request."""
        return tuple(value for value in consultation_pieces(question) if value is not None)

    def drop_analysis(self) -> None:
        self._considered = {}

    def solve_ahead(self, view: View) -> None:
        """Do nothing: answers come at once anyway."""

    def review(self, finished: FinishedRound) -> int:
        self._ticket += 1
        self._review = ReviewRequest(self._ticket, finished)
        return self._ticket

    def review_updates(self) -> tuple[ReviewUpdate, ...]:
        question, self._review = self._review, None
        if question is None:
            return ()
        stages = [value for value in review_pieces(question) if value is not None]
        return tuple(ReviewUpdate(question.ticket, value) for value in (*stages, None))

    def review_ticket(self) -> int:
        return 0 if self._review is None else self._review.ticket

    @property
    def is_busy(self) -> bool:
        return bool(self._answer or self._considered or self._review)

    def close(self) -> None:
        self._answer = self._review = None
        self.drop_analysis()


class ProcessThinker:
    """The thinker that runs a worker process.

    Args:
        serve: the function that the worker runs; tests pass another one.
    """

    def __init__(
        self,
        serve: Callable[[ValuePipe], None] = serve,
        hard_limit: float = HARD_LIMIT,
    ) -> None:
        self._worker = ChildProcess(serve, closing=CLOSE_TIMEOUT, kinds=thinking_value_types)
        self._hard_limit = hard_limit
        self._ticket = self._tries = 0
        self._open: DecisionRequest | None = None
        self._sent = 0  # the ticket that the worker is busy with, 0 when it is idle
        self._sent_at = 0.0
        self._considered: dict[ConsultationKind, ConsultationRequest] = {}
        self._analysis_updates: list[AnalysisUpdate] = []
        self._review: ReviewRequest | None = None
        self._review_updates: list[ReviewUpdate] = []

    @classmethod
    def in_background(cls) -> ProcessThinker:
        """Return a thinker whose process runs at the lowest priority."""
        return cls(serve_in_background)

    def ask(self, level: int, view: View, seed: int, budget: Budget | None = None) -> int:
        self._ticket += 1
        self._open = (self._ticket, level, view, budget, seed)
        self._tries = 0
        if not self._sent:  # one decision at a time, so that the pipe never fills up
            self._send_question()
        return self._ticket

    def poll(self) -> DecisionAnswer | None:
        if self._open is None:
            return None
        answer = self._receive()
        return answer or self._check_worker()

    def _collect(self) -> None:
        """Handle the worker's messages, unless ``poll`` will, which waits for an answer."""
        if self._open is None:
            self._receive()

    def _receive(self) -> DecisionAnswer | None:
        """Handle the worker's messages up to the answer to the open question."""
        try:
            while (pipe := self._worker.pipe) is not None and pipe.poll():
                ticket, value = pipe.recv()
                if self._review is not None and ticket == self._review.ticket:
                    self._take_of_round(value)
                    continue
                if not isinstance(value, Decision):
                    self._take(AnalysisUpdate(ticket, value))
                    continue
                self._sent = 0
                if self._open is not None and ticket == self._open[0]:
                    self._open = None
                    return DecisionAnswer(ticket, value)
        except (EOFError, OSError, ValueError):
            self._stop()
        return None

    def _take(self, update: AnalysisUpdate) -> None:
        kind = next((k for k, c in self._considered.items() if c.ticket == update.ticket), None)
        if kind is None:
            return  # the request was cancelled or replaced
        self._analysis_updates.append(update)
        if update.value is None:
            del self._considered[kind]

    def _take_of_round(self, value: ReviewProgress | None) -> None:
        assert self._review is not None
        self._review_updates.append(ReviewUpdate(self._review.ticket, value))
        if value is None:
            self._review = None

    def forget_question(self) -> None:
        self._open = None

    def analyse(self, kind: ConsultationKind, view: View, made: tuple[str, ...] = ()) -> int:
        self._ticket += 1
        self._considered[kind] = ConsultationRequest(self._ticket, kind, view, made)
        self._send_request(self._considered[kind])
        return self._ticket

    def analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
        self._collect()
        if self._considered and not self._worker.is_alive:
            self._give_up()
        updates, self._analysis_updates = tuple(self._analysis_updates), []
        return updates

    def drop_analysis(self) -> None:
        self._analysis_updates = []
        if self._considered:
            self._considered = {}
            self._send_request(DropRequest())

    def solve_ahead(self, view: View) -> None:
        self._send_request(SolveAheadRequest(view))

    def review(self, finished: FinishedRound) -> int:
        self._ticket += 1
        self._review, self._review_updates = ReviewRequest(self._ticket, finished), []
        self._send_request(self._review)
        return self._ticket

    def review_updates(self) -> tuple[ReviewUpdate, ...]:
        self._collect()
        if self._review and not self._worker.is_alive:
            self._review_updates.append(ReviewUpdate(self._review.ticket, None))
            self._review = None
        updates, self._review_updates = tuple(self._review_updates), []
        return updates

    def review_ticket(self) -> int:
        return 0 if self._review is None else self._review.ticket

    @property
    def is_busy(self) -> bool:
        self._collect()  # an analysis or review ends here if nobody asks for its updates any more
        return bool(self._open or self._considered or self._review)

    def close(self) -> None:
        self._open = self._review = None
        self._considered, self._analysis_updates, self._review_updates = {}, [], []
        self._stop()

    def _send_request(self, request: WorkerRequest) -> None:
        """Send a message to the worker without waiting for an answer."""
        try:
            self.start()
            self._worker.send(request)
        except OSError:
            self._stop()

    def _give_up(self) -> None:
        """End all analyses, since the worker died during one and might die again."""
        self._analysis_updates += [
            AnalysisUpdate(one.ticket, None) for one in self._considered.values()
        ]
        self._considered = {}

    def start(self) -> None:
        """Start the worker before the first question, so that its answer comes sooner."""
        if not self._worker.is_alive:
            self._stop()
            self._worker.start()

    def _send_question(self) -> None:
        """Send the open question to a living worker."""
        assert self._open is not None
        self._tries += 1
        began = time.monotonic()
        try:
            self.start()
            self._sent, self._sent_at = self._open[0], began
            self._worker.send(self._open)
        except OSError:
            self._stop()  # the next poll tries again

    def _check_worker(self) -> DecisionAnswer | None:
        """Ask again if the worker has died or is stuck; after several restarts, decide without
        it."""
        assert self._open is not None
        stuck = self._sent and time.monotonic() - self._sent_at > self._hard_limit
        if not stuck and self._worker.is_alive:
            if not self._sent:
                self._send_question()
            return None
        self._stop()
        if self._tries < MAX_RESTARTS:
            self._send_question()
            return None
        ticket, _, view, _, _ = self._open
        self._open = None
        return DecisionAnswer(ticket, fallback_decision(view))

    def _stop(self) -> None:
        self._worker.stop()
        self._sent = 0
