"""The thinker: answers, stale and forgotten questions, dead and stuck workers, quitting."""

from __future__ import annotations

import os
import time
from multiprocessing.connection import Connection
from random import Random

import pytest

from hacktrick.ai.worker import choose
from hacktrick.ai.worker import serve as serve_well
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import PRESETS
from hacktrick.game.view import SeatInfo, View, observation_of
from hacktrick.play.match import Match
from hacktrick.play.thinker import Answer, InlineThinker, ProcessThinker, Thinker

PATIENCE = 20.0


def a_view(seed: int = 1) -> View:
    rules = PRESETS["keypad"]
    match = Match.new(rules, [SeatInfo("a", "human"), SeatInfo("b", "level:1")], Random(seed))
    return match.view(match.public.seat)


def wait(thinker: Thinker, patience: float = PATIENCE) -> Answer:
    end = time.monotonic() + patience
    while time.monotonic() < end:
        answer = thinker.poll()
        if answer is not None:
            return answer
        time.sleep(0.005)
    raise AssertionError("no answer")


def serve_dying(connection: Connection) -> None:
    connection.recv()
    os._exit(1)


def serve_stuck(connection: Connection) -> None:
    time.sleep(1000)


def serve_slowly(connection: Connection) -> None:
    while True:
        ticket, level, view, _, seed = connection.recv()
        time.sleep(0.3)
        connection.send((ticket, choose(level, view, None, seed)))


def test_an_answer_comes_once_and_is_that_of_the_level() -> None:
    thinker = ProcessThinker()
    try:
        view = a_view()
        ticket = thinker.ask(2, view, 7)
        answer = wait(thinker)
        assert answer.ticket == ticket
        assert answer.decision == choose(2, view, None, 7)
        assert answer.action == answer.decision.action
        assert thinker.poll() is None
    finally:
        thinker.close()


def test_only_the_latest_question_is_answered() -> None:
    thinker = ProcessThinker(serve=serve_slowly)
    try:
        thinker.ask(2, a_view(1), 1)
        time.sleep(0.05)
        thinker.ask(2, a_view(2), 1)
        latest = thinker.ask(2, a_view(3), 1)
        answer = wait(thinker)
        assert answer.ticket == latest
        assert answer.decision == choose(2, a_view(3), None, 1)
    finally:
        thinker.close()


def test_many_questions_in_a_row_do_not_block() -> None:
    thinker = ProcessThinker(serve=serve_slowly)
    try:
        began = time.monotonic()
        for seed in range(300):
            thinker.ask(1, a_view(1), seed)
        assert time.monotonic() - began < 5
        assert wait(thinker).ticket == 300
    finally:
        thinker.close()


def test_a_forgotten_question_is_not_answered_but_the_next_one_is() -> None:
    thinker = ProcessThinker(serve=serve_slowly)
    try:
        thinker.ask(2, a_view(1))
        thinker.forget()
        time.sleep(0.6)
        assert thinker.poll() is None
        ticket = thinker.ask(2, a_view(2))
        assert wait(thinker).ticket == ticket
    finally:
        thinker.close()


def test_a_killed_worker_is_replaced_and_asked_again() -> None:
    thinker = ProcessThinker()
    try:
        thinker.ask(1, a_view())
        wait(thinker)
        process = thinker._process
        assert process is not None
        process.kill()
        process.join()
        ticket = thinker.ask(2, a_view(), 3)
        answer = wait(thinker)
        assert (answer.ticket, answer.decision) == (ticket, choose(2, a_view(), None, 3))
    finally:
        thinker.close()


@pytest.mark.parametrize("serve", [serve_dying, serve_stuck])
def test_workers_that_never_answer_cost_a_thought_and_not_the_match(serve: object) -> None:
    assert callable(serve)
    thinker = ProcessThinker(serve=serve, hard_limit=0.3)
    try:
        view = a_view()
        ticket = thinker.ask(2, view)
        answer = wait(thinker)
        assert answer.ticket == ticket
        assert answer.action in legal_actions(observation_of(view))
    finally:
        thinker.close()


def test_quitting_in_the_middle_of_a_thought_is_quick() -> None:
    thinker = ProcessThinker(serve=serve_stuck)
    thinker.ask(2, a_view())
    process = thinker._process
    assert process is not None
    began = time.monotonic()
    thinker.close()
    assert time.monotonic() - began < 0.5
    assert thinker.poll() is None


def test_the_inline_thinker_answers_the_same() -> None:
    thinker = InlineThinker()
    view = a_view()
    stale = thinker.ask(1, view, 5)
    ticket = thinker.ask(2, view, 5)
    assert ticket != stale
    answer = thinker.poll()
    assert answer == Answer(ticket, choose(2, view, None, 5))
    assert thinker.poll() is None
    thinker.ask(2, view, 5)
    thinker.forget()
    assert thinker.poll() is None
    thinker.close()


def test_the_worker_ends_with_its_pipe() -> None:
    class Closed:
        def recv(self) -> None:
            raise EOFError

    serve_well(Closed())  # type: ignore[arg-type]
