"""The worker process, tested within the test's own process."""

from __future__ import annotations

import gc
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from hacktrick.coach import thinking_worker
from hacktrick.coach.thinking_worker import (
    ANALYSIS_KINDS,
    AnalysisKind,
    AnalysisRequest,
    CancelAnalysesRequest,
    RoundReviewRequest,
    SolveAheadRequest,
    serve_thinking_requests,
)
from hacktrick.game.editions import PRESETS
from tests.support.scripted_matches import played_match

VIEW = played_match(PRESETS["keypad"], 1, 1, stop=4).view(0)


class ScriptedPipe:
    """A pipe on which requests arrive while the worker works.

    Args:
        requests: the requests, each with the number of steps of work before it arrives.
    """

    def __init__(self, requests: Sequence[tuple[int, Any]]) -> None:
        self._requests = deque(requests)
        self.sent: list[Any] = []
        self.steps = 0

    def poll(self) -> bool:
        return bool(self._requests) and self._requests[0][0] <= self.steps

    def recv(self) -> Any:
        if not self._requests:
            raise EOFError
        return self._requests.popleft()[1]

    def send(self, value: Any) -> None:
        self.sent.append(value)


@pytest.fixture(autouse=True)
def _interrupts_as_before() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def answers_to(
    monkeypatch: pytest.MonkeyPatch, *requests: tuple[int, Any], n_steps: int = 2
) -> list[Any]:
    """Return what the worker sends; each work takes ``n_steps`` and its last step has an answer.

    Work in advance shows as the answer "ahead", although it has none.
    """
    pipe = ScriptedPipe(requests)

    def work(name: object) -> Iterator[Any]:
        for _ in range(n_steps - 1):
            pipe.steps += 1
            yield None
        pipe.steps += 1
        yield name

    def ahead(question: SolveAheadRequest) -> Iterator[None]:
        for _ in range(n_steps):
            pipe.steps += 1
            yield
        pipe.sent.append(("ahead", question.view))

    monkeypatch.setattr(thinking_worker, "analysis_steps", lambda one: work(one.kind))
    monkeypatch.setattr(thinking_worker, "review_steps", lambda one: work("review"))
    monkeypatch.setattr(thinking_worker, "solve_ahead_steps", ahead)
    monkeypatch.setattr(
        thinking_worker, "level_decision_or_fallback", lambda *asked: ("decision", *asked)
    )
    monkeypatch.setattr(thinking_worker, "collect_garbage", lambda: None)
    serve_thinking_requests(pipe)  # type: ignore[arg-type]
    return pipe.sent


def analysis(ticket: int, kind: AnalysisKind) -> AnalysisRequest:
    return AnalysisRequest(ticket, kind, VIEW)


def review(ticket: int) -> RoundReviewRequest:
    return RoundReviewRequest(ticket, None)  # type: ignore[arg-type]


def ahead(name: str) -> SolveAheadRequest:
    return SolveAheadRequest(name)  # type: ignore[arg-type]


def test_each_request_is_answered_and_its_last_answer_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent = answers_to(monkeypatch, (0, analysis(7, "judge")), (9, review(8)), (9, ahead("A")))
    assert sent == [(7, "judge"), (7, None), (8, "review"), (8, None), ("ahead", "A")]


def test_the_most_urgent_work_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions, then analyses in the order of their kinds, then reviews, then work ahead."""
    requests = [(0, review(9)), (0, ahead("A")), (0, ahead("B"))]
    requests += [(0, analysis(n, kind)) for n, kind in enumerate(reversed(ANALYSIS_KINDS), 20)]
    sent = answers_to(monkeypatch, *requests, (3, (5, 1, VIEW, None, 3)))
    (decided,) = [one for one in sent if one[0] == 5]
    assert decided[1] == ("decision", 1, VIEW, None, 3)
    assert sent.index(decided) <= 2, "it arrives after three steps and does not wait"
    sent.remove(decided)
    answers = [one for _, one in sent if one is not None]
    assert answers == [*ANALYSIS_KINDS, "review", "A", "B"]


def test_a_request_replaces_an_earlier_one_of_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    analyses = (0, analysis(1, "judge")), (1, analysis(2, "judge"))
    assert answers_to(monkeypatch, *analyses) == [(2, "judge"), (2, None)]
    reviews = (0, review(1)), (1, review(2))
    assert answers_to(monkeypatch, *reviews) == [(2, "review"), (2, None)]


def test_analyses_are_cancelled_but_reviews_and_work_ahead_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent = answers_to(
        monkeypatch,
        *((0, analysis(1, "odds")), (0, analysis(2, "judge")), (0, review(3)), (0, ahead("A"))),
        (1, CancelAnalysesRequest()),
    )
    assert sent == [(3, "review"), (3, None), ("ahead", "A")]


def test_a_review_makes_work_ahead_of_it_needless(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = answers_to(monkeypatch, (0, ahead("A")), (0, review(3)), (1, ahead("B")))
    assert sent == [(3, "review"), (3, None), ("ahead", "B")]


def test_work_that_fails_ends_without_an_answer_and_the_next_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = ScriptedPipe([(0, analysis(1, "odds")), (0, analysis(2, "judge"))])

    def work(request: AnalysisRequest) -> Iterator[Any]:
        if request.kind == "odds":
            raise ArithmeticError("odd")
        yield request.kind

    monkeypatch.setattr(thinking_worker, "analysis_steps", work)
    serve_thinking_requests(pipe)  # type: ignore[arg-type]
    assert pipe.sent == [(1, None), (2, "judge"), (2, None)]
    assert "ArithmeticError: odd" in capsys.readouterr().err


def test_cached_objects_are_scanned_for_garbage_once() -> None:
    found: list[dict[str, int]] = []

    def count(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            found.append(info)

    before = gc.get_threshold()
    gc.callbacks.append(count)
    try:
        with thinking_worker.no_automatic_garbage_collection():
            remembered = [[n] for n in range(200_000)]
            assert all(info["generation"] < 2 for info in found)
            thinking_worker.collect_garbage()
            assert [info["generation"] for info in found].count(2) == 1
            assert gc.get_freeze_count() > len(remembered)
    finally:
        gc.callbacks.remove(count)
    assert gc.get_threshold() == before and not gc.get_freeze_count()
