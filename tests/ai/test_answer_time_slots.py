"""The time that an answer takes reveals nothing."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from random import Random

import pytest
from qa import answer_times

from hacktrick.ai import bot_protocol
from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.answer_time_slots import (
    SLOT_SECONDS,
    TimeSlots,
    decisions_until_new_information,
    next_view_in_turn,
    slot_seconds,
)
from hacktrick.ai.levels.catalogue import LEVELS, level_decision
from hacktrick.app.computer_turn import MIN_TURN_SECONDS, ComputerTurn
from hacktrick.app.match_session import MatchSession
from hacktrick.coach.thinking_client import DecisionAnswer, InlineThinker
from hacktrick.game.actions import DRAW, PASS, Action, Play
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo, View, observation_of
from hacktrick.game.view_json import view_to_json
from hacktrick.match.live_match import Match
from tests.support.scripted_matches import random_match, random_step

LEVEL = 4
STEP = 0.01


class SlowThinker(InlineThinker):
    """Gives prepared answers, each after a set number of polls."""

    def __init__(self, polls: int, *actions: Action) -> None:
        super().__init__()
        self._polls, self._actions, self._left = polls, list(actions), 0

    def request_decision(
        self, level: int, view: View, seed: int = 0, budget: Budget | None = None
    ) -> int:
        self._left = self._polls
        self._answer = DecisionAnswer(0, Decision(self._actions.pop(0), 0.0))
        return 0

    def poll_decision(self) -> DecisionAnswer | None:
        self._left -= 1
        return super().poll_decision() if self._left < 0 else None


def test_an_answer_is_given_at_the_end_of_its_slot() -> None:
    slots = TimeSlots(0.5)
    assert [slots.end_of_slot(ready) for ready in (0.0, 0.1, 0.5, 0.51, 1.2)] == [
        0.5,
        0.5,
        0.5,
        1.0,
        1.5,
    ]


def test_a_slot_depends_only_on_level_and_edition() -> None:
    assert set(SLOT_SECONDS) == set(LEVELS)
    for rules in PRESETS.values():
        assert all(slot_seconds(level, rules) > 0 for level in LEVELS)


def times_of_turn(
    thinker: InlineThinker, pace: str, view: View, skip_extra_wait: bool = False
) -> list[float]:
    """Return when each action of a turn was given."""
    answering, given, waited = ComputerTurn(thinker, Random(1), 1.0), [], 0.0
    answering.request_decisions(LEVEL, view, lambda ahead: ahead)
    if skip_extra_wait:
        answering.skip_extra_wait()
    while True:
        waited += STEP
        answering.update(STEP)
        if answering.pop_due_decision(pace) is not None:
            given.append(round(waited, 6))
            if not answering.has_unreleased_decisions:
                return given


def view_with_play_and_draw() -> View:
    """Return a view in which both a card and a draw are legal."""
    for match in random_match(PRESETS["keypad"], 5):
        hand = match.observe(match.public.seat).hand
        if match.public.phase == "turn" and sum(hand) == 3 and hand[0] and match.public.row[-1]:
            return match.view(match.public.seat)
    raise AssertionError


@pytest.mark.parametrize("pace", MIN_TURN_SECONDS)
def test_a_draw_takes_as_long_as_a_card_with_its_command(pace: str) -> None:
    slot = max(MIN_TURN_SECONDS[pace], slot_seconds(LEVEL, PRESETS["keypad"]))
    view, one = view_with_play_and_draw(), slot + STEP
    (draw,) = times_of_turn(SlowThinker(0, DRAW), pace, view)
    (slow_draw,) = times_of_turn(SlowThinker(5, DRAW), pace, view)
    card, word = times_of_turn(SlowThinker(5, Play(0), PASS), pace, view)
    assert slot - 1e-6 <= draw <= one and draw == slow_draw == card
    assert word == pytest.approx(card + STEP), "the word comes with the card"


def test_a_late_answer_waits_for_the_next_slot() -> None:
    slot = slot_seconds(LEVEL, PRESETS["keypad"])
    late = int(1.4 * slot / STEP)
    (given,) = times_of_turn(SlowThinker(late, DRAW), "instant", view_with_play_and_draw())
    assert given == pytest.approx(2 * slot, abs=2 * STEP)


def test_hurrying_the_computer_does_not_shorten_its_slot() -> None:
    (given,) = times_of_turn(
        SlowThinker(0, DRAW), "slow", view_with_play_and_draw(), skip_extra_wait=True
    )
    assert given == pytest.approx(slot_seconds(LEVEL, PRESETS["keypad"]), abs=2 * STEP)


@pytest.mark.parametrize("preset", ["keypad", "club", "wits", "quartet"])
def test_the_next_view_in_a_turn_equals_the_view_of_the_table(preset: str) -> None:
    rng, compared = Random(3), 0
    for match in random_match(PRESETS[preset], 8, n_rounds=3):
        if match.is_round_over:
            continue
        seat, view = match.public.seat, match.view(match.public.seat)
        after = next_view_in_turn(view, action := random_step(match, rng))
        if after is not None:
            assert after == match.view(seat) and match.public.seat == seat
            compared += 1
        else:
            over = match.is_round_over or match.public.seat != seat
            assert over or not isinstance(action, Play)
    assert compared


def request_line(view: View, **more: object) -> str:
    legal = ["draw", *(f"play {n}{size}" for n in range(6) for size in ("", " double"))]
    words = ["pass", "command play", "command guard"]
    return json.dumps({"view": view_to_json(view), "legal": [*legal, *words], **more})


class RecordingClock(bot_protocol.MonotonicClock):
    """Records the waiting times; nothing else takes time."""

    BEGAN = 1000.0

    def __init__(self) -> None:
        self.waits: list[float] = []

    def now(self) -> float:
        return self.BEGAN

    def wait_until(self, moment: float) -> None:
        self.waits.append(moment - self.BEGAN)


def turn_answers(view: View, at_once: bool, **more: object) -> tuple[list[str], list[float]]:
    """Return the answers to a turn (card and command) and the waiting times."""
    clock, actions = RecordingClock(), []
    filtered = bot_protocol.Bot(LEVEL, 1, at_once)
    now: View | None = view
    while now is not None:
        sink = io.StringIO()
        found = filtered.reply(request_line(now, **more))
        sink.write(json.dumps(found.answer))
        clock.waits.append(found.slot)
        actions.append(found.answer["action"])
        action = next(
            d.action
            for _, d in decisions_until_new_information(
                now, lambda v: level_decision(LEVEL, v, None, 1)
            )
        )
        now = next_view_in_turn(now, action)
    return actions, clock.waits


def test_the_bot_waits_once_a_turn_and_gives_the_command_at_once() -> None:
    for match in random_match(PRESETS["keypad"], 5, n_rounds=2):
        if match.is_round_over or match.public.phase != "turn":
            continue
        view = match.view(match.public.seat)
        actions, waits = turn_answers(view, at_once=False)
        assert waits == [slot_seconds(LEVEL, PRESETS["keypad"]), *[0.0] * (len(actions) - 1)]
        assert turn_answers(view, at_once=True) == (actions, [0.0] * len(actions))


def test_the_bot_answers_within_the_time_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_protocol, "machine_work_share", lambda: 1.0)
    view = view_with_play_and_draw()
    assert turn_answers(view, False, time_ms=50)[1][0] == pytest.approx(0.045)
    assert turn_answers(view, False, time_ms=60_000)[1][0] == slot_seconds(LEVEL, PRESETS["keypad"])
    short = bot_protocol.budget_for_request(10, bot_protocol.BotRequest(view, ("draw",), 100))
    assert short.share < 1 and short.seconds < 0.1
    assert (
        bot_protocol.budget_for_request(10, bot_protocol.BotRequest(view, ("draw",), None)).share
        == 1
    )


def test_a_bot_answer_says_whether_the_clock_cut_it_short() -> None:
    whole = Decision(DRAW, 0.0)
    assert "cut" not in bot_protocol.decision_as_json(whole, ("draw",))
    assert (
        bot_protocol.decision_as_json(replace(whole, is_cut_short=True), ("draw",))["cut"] is True
    )


class CutShortThinker(InlineThinker):
    """Answers with a draw that the clock cut short."""

    def request_decision(
        self, level: int, view: View, seed: int = 0, budget: Budget | None = None
    ) -> int:
        assert budget is not None and budget.share == 0.5
        legal = legal_actions(observation_of(view))
        self._answer = DecisionAnswer(0, Decision(legal[-1], 0.0, is_cut_short=True))
        return 0


def test_the_record_notes_slow_machines_and_cut_decisions() -> None:
    rng = Random(1)
    seats = [SeatInfo("Ada", "human"), SeatInfo("Zeus", "level:4")]
    match = Match.begin_with_rng(PRESETS["keypad"], seats, rng, leader=0)
    session = MatchSession(
        match, CutShortThinker(), lambda text: None, rng, "instant", work_share=0.5
    )
    while not session.update(STEP, is_screen_at_rest=True):
        pass
    written = match.record.as_json()["rounds"][-1]
    assert (written["work"], written["by_clock"]) == (0.5, [0])


def test_the_bot_answers_a_line_at_the_end_of_its_slot() -> None:
    clock, sink = RecordingClock(), io.StringIO()
    bot_protocol.serve_lines(
        LEVEL, 1, io.StringIO(request_line(view_with_play_and_draw()) + "\n"), sink, clock=clock
    )
    assert clock.waits == pytest.approx([slot_seconds(LEVEL, PRESETS["keypad"])])
    assert "action" in json.loads(sink.getvalue())
    bot_protocol.serve_lines(
        LEVEL, 1, io.StringIO(request_line(view_with_play_and_draw()) + "\n"), sink, True, clock
    )
    assert len(clock.waits) == 1


def test_answer_times_reveal_nothing_and_the_check_finds_times_that_do() -> None:
    asked = list(answer_times.twin_questions("keypad", 60, 3))
    times = [answer_times.table_answer_time(2, question, "instant") for question in asked]
    found = list(answer_times.compare_answer_times("here", times))
    assert found and all(test.p > 0.5 for test in found)
    biased = [time._replace(seconds=0.0 if time.is_draw else time.seconds) for time in times]
    assert min(test.p for test in answer_times.compare_answer_times("here", biased)) < 1e-3


def test_each_decision_of_a_turn_has_its_own_seed() -> None:
    asked: list[int] = []
    answering = ComputerTurn(SlowThinker(0, Play(0), PASS), Random(1), 1.0)
    answering.request_decisions(LEVEL, view_with_play_and_draw(), lambda ahead: asked.append(ahead))
    answering.update(STEP)
    answering.update(STEP)
    assert asked == [0, 1], "so many actions further on"


class FakeTime:
    """A clock that advances with each sleep and a little with each call."""

    def __init__(self) -> None:
        self.passed = 100.0

    def monotonic(self) -> float:
        return self.passed

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.passed += max(seconds, 0.0001)


def test_a_bot_waits_exactly_until_the_end_of_its_slot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sleeper = FakeTime()
    monkeypatch.setattr("hacktrick.ai.bot_protocol.time", sleeper)
    for moment in (100.5, 100.5, 99.0, 100.501):
        begun = sleeper.passed
        bot_protocol.MonotonicClock().wait_until(moment)
        assert sleeper.passed == pytest.approx(max(begun, moment), abs=0.0002)
