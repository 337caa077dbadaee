"""Asks computer players and the coach in a worker process, without blocking the frames.

Only views go to the worker, so the truth is never in its memory. Agents are stateless: a worker
that dies is replaced and asked the same question again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.levels.catalogue import fallback_decision
from hacktrick.ai.levels.catalogue import level_decision_or_fallback as answer_now
from hacktrick.child_process import ChildProcess
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
)

if TYPE_CHECKING:
    from hacktrick.coach.hand_odds import HandOdds
    from hacktrick.coach.hints import LevelChoices
    from hacktrick.coach.judgement import Judgement
    from hacktrick.coach.reasons import Explanation
    from hacktrick.coach.review.story import FinishedRound, ReviewProgress
    from hacktrick.game.actions import Action
    from hacktrick.game.view import View

HARD_LIMIT = 45.0  # seconds after which a worker counts as stuck; starting one is included
MOST_RESTARTS = 3  # for one question
CLOSE_TIMEOUT = 0.3  # seconds that a dying worker is waited for


class DecisionAnswer(NamedTuple):
    """A decision and the ticket of the question it answers."""

    ticket: int
    decision: Decision

    @property
    def action(self) -> Action:
        return self.decision.action


class AnalysisUpdate(NamedTuple):
    """Something that came of considering a position: odds, a judgement, its reasons, or what levels
    would do. The last one of a ticket is None: nothing more comes."""

    ticket: int
    value: HandOdds | Judgement | Explanation | LevelChoices | None


class ReviewUpdate(NamedTuple):
    """How far the review of a round has come; None: nothing more comes."""

    ticket: int
    value: ReviewProgress | None


class Thinker(Protocol):
    """Ask, then poll once a frame. Only the latest question counts."""

    def ask(self, level: int, view: View, seed: int, budget: Budget | None = None) -> int:
        """Ask what ``level`` does in ``view``; the ticket of the question."""

    def poll(self) -> DecisionAnswer | None:
        """The answer to the latest question, once; None while there is none."""

    def forget(self) -> None:
        """The latest question is of no interest any more."""

    def consider(self, kind: ConsultationKind, view: View, made: tuple[str, ...] = ()) -> int:
        """Have a position considered, below the computer's own decisions; the ticket of that. The
        latest of a kind takes the place of those before it."""

    def told(self) -> tuple[AnalysisUpdate, ...]:
        """What has come of it since the last call, of the latest tickets only."""

    def drop(self) -> None:
        """Nothing that is considered is of interest any more."""

    def ahead(self, view: View) -> None:
        """Solve a position of a running round, below everything else, for its review."""

    def review(self, finished: FinishedRound) -> int:
        """Judge a finished round, below all but that; the ticket. The latest takes the place of the
        one before it."""

    def reviewed(self) -> tuple[ReviewUpdate, ...]:
        """What has come of it since the last call."""

    def reviewing(self) -> int:
        """The ticket of the round that is being judged, 0 while there is none."""

    def close(self) -> None:
        """No more questions. Quick, even in the middle of a thought."""


class InlineThinker:
    """The same methods, the thinking done at once: for tests and tools."""

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

    def forget(self) -> None:
        self._answer = None

    def consider(self, kind: ConsultationKind, view: View, made: tuple[str, ...] = ()) -> int:
        self._ticket += 1
        self._considered[kind] = ConsultationRequest(self._ticket, kind, view, made)
        return self._ticket

    def told(self) -> tuple[AnalysisUpdate, ...]:
        questions, self._considered = self._considered, {}
        found: list[AnalysisUpdate] = []
        for question in (questions[kind] for kind in CONSULTATION_KINDS if kind in questions):
            values = (*self._considering(question), None)
            found += [AnalysisUpdate(question.ticket, value) for value in values]
        return tuple(found)

    def _considering(self, question: ConsultationRequest) -> tuple[Any, ...]:
        """All answers to a question."""
        return tuple(value for value in consultation_pieces(question) if value is not None)

    def drop(self) -> None:
        self._considered = {}

    def ahead(self, view: View) -> None:
        """What comes at once need not be prepared."""

    def review(self, finished: FinishedRound) -> int:
        self._ticket += 1
        self._review = ReviewRequest(self._ticket, finished)
        return self._ticket

    def reviewed(self) -> tuple[ReviewUpdate, ...]:
        question, self._review = self._review, None
        if question is None:
            return ()
        stages = [value for value in review_pieces(question) if value is not None]
        return tuple(ReviewUpdate(question.ticket, value) for value in (*stages, None))

    def reviewing(self) -> int:
        return 0 if self._review is None else self._review.ticket

    def close(self) -> None:
        self._answer = self._review = None
        self.drop()


class ProcessThinker:
    """The thinker of the window.

    Args:
        serve: what the worker runs; another one only in tests.
    """

    def __init__(
        self,
        serve: Callable[[Connection], None] = serve,
        hard_limit: float = HARD_LIMIT,
    ) -> None:
        self._worker = ChildProcess(serve, closing=CLOSE_TIMEOUT)
        self._hard_limit = hard_limit
        self._ticket = self._tries = 0
        self._open: DecisionRequest | None = None
        self._sent = 0  # the ticket that the worker is busy with, 0 when it is idle
        self._sent_at = 0.0
        self._considered: dict[ConsultationKind, ConsultationRequest] = {}
        self._told: list[AnalysisUpdate] = []
        self._review: ReviewRequest | None = None
        self._told_of_round: list[ReviewUpdate] = []

    def ask(self, level: int, view: View, seed: int, budget: Budget | None = None) -> int:
        self._ticket += 1
        self._open = (self._ticket, level, view, budget, seed)
        self._tries = 0
        if not self._sent:  # else it waits for the old thought to end: the pipe never fills up
            self._send()
        return self._ticket

    def poll(self) -> DecisionAnswer | None:
        if self._open is None:
            return None
        answer = self._receive()
        return answer or self._check_worker()

    def _receive(self) -> DecisionAnswer | None:
        """Takes in what the worker has sent, up to the answer to the open question."""
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
        except (EOFError, OSError):
            self._stop()
        return None

    def _take(self, told: AnalysisUpdate) -> None:
        kind = next((k for k, c in self._considered.items() if c.ticket == told.ticket), None)
        if kind is None:
            return  # of no interest any more
        self._told.append(told)
        if told.value is None:
            del self._considered[kind]

    def _take_of_round(self, value: ReviewProgress | None) -> None:
        assert self._review is not None
        self._told_of_round.append(ReviewUpdate(self._review.ticket, value))
        if value is None:
            self._review = None

    def forget(self) -> None:
        self._open = None

    def consider(self, kind: ConsultationKind, view: View, made: tuple[str, ...] = ()) -> int:
        self._ticket += 1
        self._considered[kind] = ConsultationRequest(self._ticket, kind, view, made)
        self._tell(self._considered[kind])
        return self._ticket

    def told(self) -> tuple[AnalysisUpdate, ...]:
        if self._open is None:
            self._receive()
        if self._considered and not self._worker.is_alive:
            self._give_up()
        told, self._told = tuple(self._told), []
        return told

    def drop(self) -> None:
        self._told = []
        if self._considered:
            self._considered = {}
            self._tell(DropRequest())

    def ahead(self, view: View) -> None:
        self._tell(SolveAheadRequest(view))

    def review(self, finished: FinishedRound) -> int:
        self._ticket += 1
        self._review, self._told_of_round = ReviewRequest(self._ticket, finished), []
        self._tell(self._review)
        return self._ticket

    def reviewed(self) -> tuple[ReviewUpdate, ...]:
        if self._open is None:
            self._receive()
        if self._review and not self._worker.is_alive:
            self._told_of_round.append(ReviewUpdate(self._review.ticket, None))
            self._review = None
        told, self._told_of_round = tuple(self._told_of_round), []
        return told

    def reviewing(self) -> int:
        return 0 if self._review is None else self._review.ticket

    def close(self) -> None:
        self._open = self._review = None
        self._considered, self._told, self._told_of_round = {}, [], []
        self._stop()

    def _tell(self, said: WorkerRequest) -> None:
        """Say something to the worker that nobody waits for."""
        try:
            self.start()
            self._worker.send(said)
        except OSError:
            self._stop()

    def _give_up(self) -> None:
        """A worker that died over a position is not asked about it again."""
        self._told += [AnalysisUpdate(one.ticket, None) for one in self._considered.values()]
        self._considered = {}

    def start(self) -> None:
        """Start the worker before the first question, so that its answer comes sooner."""
        if not self._worker.is_alive:
            self._stop()
            self._worker.start()

    def _send(self) -> None:
        """Put the open question to a living worker."""
        assert self._open is not None
        self._tries += 1
        began = time.monotonic()
        try:
            self.start()  # a new worker is busy with nothing
            self._sent, self._sent_at = self._open[0], began
            self._worker.send(self._open)
        except OSError:
            self._stop()  # the next poll tries again

    def _check_worker(self) -> DecisionAnswer | None:
        """Ask again where the worker has died or is stuck; in the end decide without it."""
        assert self._open is not None
        stuck = self._sent and time.monotonic() - self._sent_at > self._hard_limit
        if not stuck and self._worker.is_alive:
            if not self._sent:
                self._send()
            return None
        self._stop()
        if self._tries < MOST_RESTARTS:
            self._send()
            return None
        ticket, _, view, _, _ = self._open
        self._open = None
        return DecisionAnswer(ticket, fallback_decision(view))

    def _stop(self) -> None:
        self._worker.stop()
        self._sent = 0
