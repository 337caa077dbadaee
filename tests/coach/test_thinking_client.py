"""The thinker: answers, stale and cancelled questions, dead and stuck workers, quitting."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import fields, is_dataclass
from multiprocessing import Pipe
from random import Random
from typing import Any, get_args, get_type_hints

import pytest
from assets.shots.reviewed_match import sample_finished_round

from hacktrick.ai.agent import Decision
from hacktrick.ai.levels.catalogue import first_legal_decision, level_decision
from hacktrick.child_process import ValuePipe, decode_value, encode_value
from hacktrick.coach.hand_odds import HandOdds
from hacktrick.coach.hints import LevelChoices
from hacktrick.coach.judgement import PositionJudgement
from hacktrick.coach.reason_finder import Explanation
from hacktrick.coach.review.judged_round import ReviewProgress
from hacktrick.coach.thinking_client import (
    HARD_LIMIT,
    MAX_RESTARTS,
    AnalysisUpdate,
    DecisionAnswer,
    InlineThinker,
    ProcessThinker,
    Thinker,
)
from hacktrick.coach.thinking_worker import (
    AnalysisKind,
    AnalysisRequest,
    CancelAnalysesRequest,
    DecisionRequest,
    PendingWork,
    RoundReviewRequest,
    WorkerRequest,
    thinking_value_types,
)
from hacktrick.coach.thinking_worker import serve_thinking_requests as serve_well
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo, View, observation_of
from hacktrick.match.live_match import Match

PATIENCE = 120.0  # number of seconds to wait for a process on a busy machine


def first_view(seed: int = 1) -> View:
    rules = PRESETS["keypad"]
    match = Match.begin_with_rng(
        rules, [SeatInfo("a", "human"), SeatInfo("b", "level:1")], Random(seed)
    )
    return match.view(match.public.seat)


def wait_for_answer(thinker: Thinker, patience: float = PATIENCE) -> DecisionAnswer:
    end = time.monotonic() + patience
    while time.monotonic() < end:
        answer = thinker.poll_decision()
        if answer is not None:
            return answer
        time.sleep(0.005)
    raise AssertionError("no answer")


def serve_dying(pipe: ValuePipe) -> None:
    pipe.recv()
    # Ends the process at once, as a crash does.
    os._exit(1)


def serve_nonsense(pipe: ValuePipe) -> None:
    pipe.recv()
    pipe.connection.send_bytes(b'{"Popen": ["true"]}')
    pipe.recv()


def serve_stuck(pipe: ValuePipe) -> None:
    time.sleep(1000)


def serve_slowly(pipe: ValuePipe) -> None:
    while True:
        ticket, level, view, _, seed = pipe.recv()
        time.sleep(0.3)
        pipe.send((ticket, level_decision(level, view, None, seed)))


def test_an_answer_comes_once_and_is_that_of_the_level() -> None:
    thinker = ProcessThinker()
    try:
        view = first_view()
        ticket = thinker.request_decision(2, view, 7)
        answer = wait_for_answer(thinker)
        assert answer.ticket == ticket
        assert answer.decision == level_decision(2, view, None, 7)
        assert answer.action == answer.decision.action
        assert thinker.poll_decision() is None
    finally:
        thinker.close()


def test_only_the_latest_question_is_answered() -> None:
    thinker = ProcessThinker(serve=serve_slowly)
    try:
        thinker.request_decision(2, first_view(1), 1)
        time.sleep(0.05)
        thinker.request_decision(2, first_view(2), 1)
        latest = thinker.request_decision(2, first_view(3), 1)
        answer = wait_for_answer(thinker)
        assert answer.ticket == latest
        assert answer.decision == level_decision(2, first_view(3), None, 1)
    finally:
        thinker.close()


def test_many_questions_in_a_row_do_not_block() -> None:
    thinker = ProcessThinker(serve=serve_slowly)
    try:
        began = time.monotonic()
        for seed in range(300):
            thinker.request_decision(1, first_view(1), seed)
        assert time.monotonic() - began < 5
        assert wait_for_answer(thinker).ticket == 300
    finally:
        thinker.close()


def test_a_forgotten_question_is_not_answered_but_the_next_one_is() -> None:
    thinker = ProcessThinker(serve=serve_slowly)
    try:
        thinker.request_decision(2, first_view(1), 0)
        thinker.cancel_decision()
        time.sleep(0.6)
        assert thinker.poll_decision() is None
        ticket = thinker.request_decision(2, first_view(2), 0)
        assert wait_for_answer(thinker).ticket == ticket
    finally:
        thinker.close()


def test_a_thinker_whose_answers_nobody_collects_becomes_idle() -> None:
    thinker = ProcessThinker()
    try:
        thinker.request_analysis("odds", first_view())
        assert thinker.is_busy
        end = time.monotonic() + PATIENCE
        while thinker.is_busy and time.monotonic() < end:
            time.sleep(0.01)
        assert not thinker.is_busy
    finally:
        thinker.close()


def test_a_killed_worker_is_replaced_and_asked_again() -> None:
    thinker = ProcessThinker()
    try:
        thinker.request_decision(1, first_view(), 0)
        wait_for_answer(thinker)
        # The process that is killed or watched.
        process = thinker._worker.process
        assert process is not None
        process.kill()
        process.wait()
        ticket = thinker.request_decision(2, first_view(), 3)
        answer = wait_for_answer(thinker)
        assert (answer.ticket, answer.decision) == (
            ticket,
            level_decision(2, first_view(), None, 3),
        )
    finally:
        thinker.close()


@pytest.mark.parametrize("serve", [serve_dying, serve_stuck])
def test_workers_that_never_answer_cost_a_decision_not_the_match(serve: object) -> None:
    assert callable(serve)
    thinker = ProcessThinker(serve=serve, hard_limit=0.3)
    try:
        view = first_view()
        ticket = thinker.request_decision(2, view, 0)
        answer = wait_for_answer(thinker)
        assert answer.ticket == ticket
        assert answer.action in legal_actions(observation_of(view))
    finally:
        thinker.close()


def test_quitting_during_a_search_is_quick() -> None:
    thinker = ProcessThinker(serve=serve_stuck)
    thinker.request_decision(2, first_view(), 0)
    process = thinker._worker.process
    assert process is not None
    began = time.monotonic()
    thinker.close()
    assert time.monotonic() - began < 0.5
    assert thinker.poll_decision() is None


def test_the_inline_thinker_answers_the_same() -> None:
    thinker = InlineThinker()
    view = first_view()
    stale = thinker.request_decision(1, view, 5)
    ticket = thinker.request_decision(2, view, 5)
    assert ticket != stale
    answer = thinker.poll_decision()
    assert answer == DecisionAnswer(ticket, level_decision(2, view, None, 5))
    assert thinker.poll_decision() is None
    thinker.request_decision(2, view, 5)
    thinker.cancel_decision()
    assert thinker.poll_decision() is None
    thinker.close()


def test_the_worker_ends_with_its_pipe() -> None:
    class Closed:
        def recv(self) -> None:
            raise EOFError

    serve_well(Closed())  # type: ignore[arg-type]


def later_view() -> View:
    """Return a view of a solved edition with something to decide."""
    match = Match.begin_with_rng(
        PRESETS["keypad"], [SeatInfo("a", "x"), SeatInfo("b", "y")], Random(5)
    )
    match.submit(match.public.seat, legal_actions(match.observe(match.public.seat))[0])
    return match.view(match.public.seat)


def all_updates(thinker: Thinker) -> list[AnalysisUpdate]:
    """Return the updates up to the first one without a value, which ends its ticket."""
    found: list[AnalysisUpdate] = []
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not any(answer.value is None for answer in found):
        found += thinker.pop_analysis_updates()
        time.sleep(0.005)
    return found


def test_the_worker_analyses_like_the_inline_thinker() -> None:
    view = later_view()
    thinker, inline = ProcessThinker(), InlineThinker()
    try:
        ticket = thinker.request_analysis("judge", view)
        judgement, last = all_updates(thinker)
        assert judgement.ticket == last.ticket == ticket
        assert isinstance(judgement.value, PositionJudgement)
        inline.request_analysis("judge", view)
        assert inline.pop_analysis_updates()[0].value == judgement.value
        assert thinker.pop_analysis_updates() == ()
    finally:
        thinker.close()


def test_decisions_come_before_analyses() -> None:
    thinker = ProcessThinker()
    try:
        thinker.request_analysis("explain", later_view())
        thinker.request_decision(2, first_view(), 7)
        assert wait_for_answer(thinker).decision == level_decision(2, first_view(), None, 7)
        # No analysis has ended.
        assert not any(answer.value is None for answer in thinker.pop_analysis_updates())
        thinker.cancel_analyses()
        assert thinker.pop_analysis_updates() == ()
    finally:
        thinker.close()


def first_answer(considered: PendingWork) -> tuple[int, Any]:
    """Return the next answer after any number of steps."""
    while (answer := considered.run_most_urgent_step()) is None:
        pass
    return answer


def test_analyses_run_in_order_of_urgency() -> None:
    considered, view = PendingWork(), later_view()
    kinds: tuple[AnalysisKind, ...] = ("explain", "judge", "odds")
    for number, kind in enumerate(kinds, start=1):
        considered.add(AnalysisRequest(number, kind, view))
    first = first_answer(considered)
    assert first[0] == 3 and isinstance(first[1], HandOdds)
    answer: tuple[int, object] | None = first_answer(considered)
    assert answer == (3, None)
    while answer != (2, None):
        answer = first_answer(considered)
        assert answer[0] == 2


def test_a_new_analysis_replaces_one_of_the_same_kind() -> None:
    considered, view = PendingWork(), later_view()
    considered.add(AnalysisRequest(1, "odds", view))
    considered.add(AnalysisRequest(2, "odds", view))
    assert first_answer(considered)[0] == 2
    considered.add(CancelAnalysesRequest())
    assert not considered.is_busy


def test_without_a_solver_an_analysis_ends_without_results() -> None:
    match = Match.begin_with_rng(
        PRESETS["trio"], [SeatInfo(name, "x") for name in "abc"], Random(5)
    )
    thinker = InlineThinker()
    ticket = thinker.request_analysis("judge", match.view(match.public.seat))
    assert thinker.pop_analysis_updates() == (AnalysisUpdate(ticket, None),)


def test_an_analysis_that_kills_the_worker_is_not_repeated() -> None:
    thinker = ProcessThinker(serve=serve_dying)
    try:
        ticket = thinker.request_analysis("judge", later_view())
        assert all_updates(thinker) == [AnalysisUpdate(ticket, None)]
    finally:
        thinker.close()


def test_only_views_are_sent_to_the_worker() -> None:
    hints = get_type_hints(AnalysisRequest)
    assert hints.pop("view") is View
    assert hints == {"ticket": int, "kind": AnalysisKind, "made": tuple[str, ...]}
    assert not get_type_hints(CancelAnalysesRequest)


def test_receiving_results_needs_no_numpy() -> None:
    code = "import sys, hacktrick.coach.thinking_client; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class ManualClock:
    """A clock that tests advance."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr("hacktrick.coach.thinking_client.time", self)

    def monotonic(self) -> float:
        return self.now


def test_a_worker_counts_as_stuck_only_after_the_hard_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The worker gets the whole limit for each of three tries; then the match goes on."""
    clock = ManualClock(monkeypatch)
    thinker = ProcessThinker(serve=serve_stuck)
    view = first_view()
    try:
        ticket = thinker.request_decision(2, view, 0)
        workers = {thinker._worker.process.pid} if thinker._worker.process else set()
        for _ in range(MAX_RESTARTS):
            assert thinker.poll_decision() is None
            clock.now += HARD_LIMIT - 0.1
            assert thinker.poll_decision() is None, "not yet"
            clock.now += 0.2
            answer = thinker.poll_decision()
            if thinker._worker.process is not None:
                workers.add(thinker._worker.process.pid)
        assert answer is not None and answer.ticket == ticket
        assert answer.decision == first_legal_decision(view)
        assert len(workers) == MAX_RESTARTS == 3
        assert thinker.poll_decision() is None
    finally:
        thinker.close()


def test_restarts_are_counted_for_each_question(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock(monkeypatch)
    thinker = ProcessThinker(serve=serve_stuck)
    try:
        for seed in (1, 2):
            thinker.request_decision(2, first_view(seed), 0)
            for n in range(MAX_RESTARTS):
                clock.now += HARD_LIMIT + 0.1
                assert (thinker.poll_decision() is None) == (n < MAX_RESTARTS - 1)
    finally:
        thinker.close()


class HearingWorker:
    """A worker whose messages have all arrived when it is polled."""

    is_alive = True

    def __init__(self, *words: tuple[int, object]) -> None:
        self.pipe, other = Pipe()
        self.sent: list[object] = []
        for word in words:
            other.send(word)
        self._other = other

    def start(self) -> None:
        """Do nothing: it is already running."""

    def stop(self) -> None:
        self.pipe.close()
        self._other.close()

    def send(self, message: object) -> None:
        self.sent.append(message)


def test_review_stages_come_in_order_and_do_not_delay_decisions() -> None:
    view, finished = first_view(), sample_finished_round()
    decision = level_decision(2, view, None, 0)
    thinker, words = ProcessThinker(), ((1, "looked"), (1, "checked"), (2, decision), (1, None))
    thinker._worker = HearingWorker(*words)  # type: ignore[assignment]
    assert (thinker.request_review(finished), thinker.request_decision(2, view, 0)) == (1, 2)
    assert thinker.running_review_ticket() == 1
    assert thinker.poll_decision() == DecisionAnswer(2, decision), "whatever came before it"
    assert list(map(tuple, thinker.pop_review_updates())) == [
        (1, "looked"),
        (1, "checked"),
        (1, None),
    ]
    assert thinker.running_review_ticket() == 0 and thinker.pop_review_updates() == ()
    thinker.close()


def test_a_review_ends_if_its_worker_dies() -> None:
    thinker, worker = ProcessThinker(), HearingWorker()
    thinker._worker = worker  # type: ignore[assignment]
    assert thinker.request_review(sample_finished_round()) == 1
    assert thinker.pop_review_updates() == () and thinker.running_review_ticket() == 1
    worker.is_alive = False
    assert list(map(tuple, thinker.pop_review_updates())) == [(1, None)]
    assert thinker.running_review_ticket() == 0 and thinker.pop_review_updates() == ()
    thinker.close()


def types_in(hint: Any, found: set[type]) -> set[type]:
    """Add the dataclasses and named tuples of a type, and of their fields, to ``found``."""
    for part in get_args(hint):
        types_in(part, found)
    is_composed = isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields"))
    if is_composed and not get_args(hint) and hint not in found:
        found.add(hint)
        hints = get_type_hints(hint)
        for name in getattr(hint, "_fields", None) or [one.name for one in fields(hint)]:
            types_in(hints[name], found)
    return found


def test_every_question_and_answer_may_pass_the_pipe() -> None:
    passing: set[type] = set()
    answers = (Decision, HandOdds, PositionJudgement, Explanation, LevelChoices, ReviewProgress)
    hints: tuple[Any, ...] = (DecisionRequest, WorkerRequest, *answers)
    for hint in hints:
        types_in(hint, passing)
    known = thinking_value_types()
    assert len(passing) > 30
    assert [kind for kind in passing if known[kind.__name__] is not kind] == []


def test_a_question_for_a_review_arrives_as_it_was_sent() -> None:
    request = RoundReviewRequest(1, sample_finished_round())
    assert (
        decode_value(encode_value(request, thinking_value_types()), thinking_value_types())
        == request
    )


def test_a_worker_that_sends_something_else_is_replaced() -> None:
    thinker = ProcessThinker(serve=serve_nonsense)
    try:
        ticket = thinker.request_decision(2, first_view(), 0)
        assert wait_for_answer(thinker).ticket == ticket
    finally:
        thinker.close()
