"""Notes in a record (work, hints, turns taken back), and the time limits for turns of computers."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from hashlib import sha256

import pytest

from hacktrick.ai import bot_protocol
from hacktrick.ai.agent import Decision, machine_work_share
from hacktrick.ai.answer_time_slots import PATIENT_SLOT_SECONDS, SLOT_SECONDS, slot_seconds
from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.app.computer_turn import MIN_TURN_SECONDS
from hacktrick.game.actions import DRAW, PASS, Play, parse
from hacktrick.game.editions import PRESETS
from hacktrick.game.view import View
from hacktrick.game.view_json import view_to_json
from hacktrick.match.live_match import Match
from hacktrick.match.record import BRANCHES_KEY, BY_CLOCK_KEY, HELPED_KEY, WORK_KEY
from tests.support.scripted_matches import TextMatch, random_match, scripted_match


def begun_match() -> TextMatch:
    return scripted_match(hands=("125", "0343"), deck="4").submit_text("start 3")


def notes_in_record(match: Match, key: str) -> object:
    return match.record.rounds[-1].extra.get(key)


# Tests of the work and the clock of computer players.


@pytest.mark.parametrize(
    ("noted", "share"),
    [(0.25, 0.25), (0.0, 1.0), (-0.5, 1.0), (1.5, 1.0), ("x", 1.0), (True, 1.0), (None, 1.0)],
)
def test_a_share_of_work_that_makes_no_sense_counts_as_all_of_it(
    noted: object, share: float
) -> None:
    written = begun_match().record.rounds[-1]
    written.extra[WORK_KEY] = noted
    assert written.work_share == share


def test_the_smallest_share_of_work_in_a_round_is_recorded_unless_it_is_usual() -> None:
    match = begun_match()
    noted_shares = []
    for share in (1.0, 0.5, 0.25, 0.5, 1.0):
        match.record_reduced_work(share)
        noted_shares.append(notes_in_record(match, WORK_KEY))
    assert noted_shares == [None, 0.5, 0.25, 0.25, 0.25]


def test_notes_are_recorded_in_the_current_round() -> None:
    *_, match = random_match(PRESETS["keypad"], 2, n_rounds=2)
    assert len(match.record.rounds) == 2
    match.record_reduced_work(0.5)
    match.record_interrupted_decision()
    match.record_hint(1)
    first, last = (one.extra for one in match.record.rounds)
    assert first == {} and set(last) == {WORK_KEY, BY_CLOCK_KEY, HELPED_KEY}


def test_decisions_cut_short_are_recorded_by_the_number_of_their_action() -> None:
    match = begun_match()
    match.record_interrupted_decision()
    match.submit_text("play 5", "pass")
    match.record_interrupted_decision()
    assert notes_in_record(match, BY_CLOCK_KEY) == [1, 3]


def test_the_last_step_of_the_hints_for_an_action_is_recorded() -> None:
    match = begun_match()
    for step in (1, 3, 2):
        match.record_hint(step)
    assert notes_in_record(match, HELPED_KEY) == [[1, 3]]
    match.submit_text("play 5")
    match.record_hint(1)
    assert notes_in_record(match, HELPED_KEY) == [[1, 3], [2, 1]]


def test_malformed_notes_in_a_record_are_replaced() -> None:
    match = begun_match()
    match.record.rounds[-1].extra |= {
        HELPED_KEY: [[1], 7, ["x", 2], [1, "y"]],
        BY_CLOCK_KEY: 3,
        WORK_KEY: "x",
    }
    match.record_hint(2)
    match.record_interrupted_decision()
    match.record_reduced_work(0.5)
    assert notes_in_record(match, HELPED_KEY) == [["x", 2], [1, 2]]
    assert notes_in_record(match, BY_CLOCK_KEY) == [1] and notes_in_record(match, WORK_KEY) == 0.5


def test_notes_on_actions_are_removed_when_the_actions_are_taken_back() -> None:
    match = begun_match()
    match.record_hint(1)
    match.record_interrupted_decision()
    match.submit_text("play 5")
    match.record_hint(2)
    match.record_interrupted_decision()
    match.submit_text("pass")
    match.rewind(2)
    assert notes_in_record(match, HELPED_KEY) == [[1, 1]] and notes_in_record(
        match, BY_CLOCK_KEY
    ) == [1]
    branches = notes_in_record(match, BRANCHES_KEY)
    assert isinstance(branches, list) and len(branches) == 1


def test_a_decision_seed_follows_from_the_number_of_its_action() -> None:
    class Counting:
        def decision_seed(self, n_actions: int) -> int:
            return 100 + n_actions

    match = begun_match()
    match._chances = Counting()  # type: ignore[assignment]
    assert (match.decision_seed(), match.decision_seed(2)) == (101, 103)


def test_the_key_of_a_record_is_a_hash_of_its_sorted_ascii_json() -> None:
    """A library finds matches by this key, so it must never change."""
    record = begun_match().record
    record = replace(record, seats=(replace(record.seats[0], name="Zoë"), record.seats[1]))
    text = json.dumps(record.as_json(), sort_keys=True, separators=(",", ":"))
    assert text.isascii() and "Zo\\u00eb" in text
    assert record.key == sha256(text.encode()).hexdigest()


# Tests of time slots.


def test_a_turn_takes_its_slot_which_only_for_the_strongest_exceeds_the_usual_pause() -> None:
    """At the normal pace a stronger level must not take longer than a weaker one."""
    *weaker, strongest = SLOT_SECONDS.values()
    assert all(0 < slot <= MIN_TURN_SECONDS["normal"] for slot in weaker)
    assert MIN_TURN_SECONDS["normal"] < strongest < 2


def test_other_rules_than_the_solvers_take_half_as_long_again() -> None:
    for level in LEVELS:
        assert slot_seconds(level, PRESETS["keypad"]) == SLOT_SECONDS[level]
        for preset in ("wits", "trio", "quartet"):
            assert slot_seconds(level, PRESETS[preset]) == pytest.approx(1.5 * SLOT_SECONDS[level])


def test_a_patient_player_takes_ten_seconds_for_every_turn() -> None:
    assert PATIENT_SLOT_SECONDS == 10
    assert {slot_seconds(level, PRESETS["wits"], patient=True) for level in LEVELS} == {10}


def test_a_level_of_another_version_takes_the_time_of_the_nearest() -> None:
    assert slot_seconds(99, PRESETS["keypad"]) == SLOT_SECONDS[max(SLOT_SECONDS)]


# Tests of the bot command.


def first_view() -> View:
    return begun_match().view(0)


def request_line(**more: object) -> str:
    return json.dumps({"view": view_to_json(first_view()), "legal": ["draw", "play 5"]} | more)


def test_any_positive_time_is_accepted() -> None:
    assert "error" not in bot_protocol.answer_without_waiting(1, 1, request_line(time_ms=0.5))


@pytest.mark.parametrize("time_ms", [0, -1, "5", True, [], 1e400 * 0])
def test_a_time_that_is_not_a_positive_number_is_refused(time_ms: object) -> None:
    answer = bot_protocol.answer_without_waiting(1, 1, request_line(time_ms=time_ms))
    assert "error" in answer


def test_without_legal_actions_or_with_too_many_there_is_no_answer() -> None:
    assert "none" in bot_protocol.answer_without_waiting(1, 1, request_line(legal=[]))["error"]
    assert "error" not in bot_protocol.answer_without_waiting(
        1, 1, request_line(legal=["draw"] * bot_protocol.MAX_LEGAL)
    )
    assert "error" in bot_protocol.answer_without_waiting(
        1, 1, request_line(legal=["draw"] * (bot_protocol.MAX_LEGAL + 1))
    )


def test_a_line_that_is_too_long_is_refused_whole_and_the_next_is_answered() -> None:
    """Try a line of the longest allowed length, and one character more, read in pieces."""
    for length in (
        bot_protocol.MAX_LINE - 1,
        bot_protocol.MAX_LINE,
        2 * bot_protocol.MAX_LINE,
        2 * bot_protocol.MAX_LINE + 5,
    ):
        source = io.StringIO("x" * length + "\n" + request_line() + "\n")
        sink = io.StringIO()
        bot_protocol.serve_lines(1, 1, source, sink, at_once=True)
        first, second = map(json.loads, sink.getvalue().splitlines())
        assert "error" in first and "action" in second


def test_more_time_than_the_highest_level_ever_takes_is_no_more_time() -> None:
    longest = LEVELS[max(LEVELS)].budget.seconds
    # The request as the bot command reads it, without starting a process.
    asked = bot_protocol._read_request(request_line(time_ms=1e9))
    assert asked.time_ms == pytest.approx(1000 * longest / bot_protocol.THINKING_SHARE)
    assert bot_protocol.budget_for_request(10, asked).seconds == pytest.approx(longest)
    assert bot_protocol._read_request(request_line(time_ms=50)).time_ms == 50
    assert bot_protocol._read_request(request_line()).time_ms is None


def test_a_shorter_time_halves_the_work_until_it_fits_and_the_brake_leaves_a_fifth() -> None:
    asked = bot_protocol.BotRequest(first_view(), ("draw",), None)
    whole = bot_protocol.budget_for_request(10, asked)
    assert whole == LEVELS[10].budget.with_scaled_work(machine_work_share())
    shares = []
    for time_ms in (100_000, 400, 200, 100, 50):
        budget = bot_protocol.budget_for_request(10, asked._replace(time_ms=time_ms))
        shares.append(budget.share)
        allowed = min(bot_protocol.THINKING_SHARE * time_ms / 1000, LEVELS[10].budget.seconds)
        assert budget.seconds == pytest.approx(allowed)
    assert shares == sorted(shares, reverse=True) and shares[0] == whole.share > shares[-1]
    assert all((whole.share / share).is_integer() for share in shares)


def test_the_bot_uses_the_legal_actions_of_the_request() -> None:
    mixed = Decision(DRAW, 0.123456, mixed_policy=((DRAW, 0.5), (Play(2), 0.3), (Play(5), 0.2)))
    assert bot_protocol.decision_as_json(mixed, ("draw", "play 2", "play 5"))["action"] == "draw"
    answer = bot_protocol.decision_as_json(mixed, ("play 5", "play 2"))
    assert answer["action"] == "play 2" and answer["policy"] == {
        "play 2": 0.3,
        "play 5": 0.2,
    }
    assert bot_protocol.decision_as_json(mixed, ("pass", "play 1"))["action"] == "pass"
    assert answer["value"] == 0.1235 and "cut" not in answer
    thirds = replace(mixed, mixed_policy=((DRAW, 1 / 3),))
    assert bot_protocol.decision_as_json(thirds, ("draw",))["policy"] == {"draw": 0.3333}


def test_the_stored_command_answers_only_the_question_after_its_card() -> None:
    asked = bot_protocol.Bot(4, 1)
    view = scripted_match(hands=("125", "0343"), deck="4").submit_text("start 3").view(0)
    first = asked.reply(json.dumps({"view": view_to_json(view), "legal": ["draw", "play 5"]}))
    assert first.slot == SLOT_SECONDS[4]
    again = asked.reply(json.dumps({"view": view_to_json(view), "legal": ["draw", "play 5"]}))
    assert again.slot == SLOT_SECONDS[4] and again.answer == first.answer


@pytest.mark.parametrize("answer", [None, {}, {"action": 3}, {"action": "fly"}, ["draw"]])
def test_a_line_that_names_no_action_is_no_answer(answer: object) -> None:
    with pytest.raises(ValueError):
        bot_protocol.read_answer_action(answer)
    assert bot_protocol.read_answer_action({"action": "play 3 double"}) == "play 3 double"
    assert parse("pass") == PASS


def test_the_clock_waits_until_the_moment_and_not_beyond() -> None:
    class AdvancingClock(bot_protocol.MonotonicClock):
        """A clock that advances each time it is read."""

        seconds = 5.0

        def now(self) -> float:
            self.seconds += 0.001
            return self.seconds

    clock = AdvancingClock()
    clock.wait_until(5.01)
    assert clock.seconds == pytest.approx(5.01, abs=0.0015)
    before = clock.seconds
    clock.wait_until(1.0)
    assert clock.seconds == pytest.approx(before + 0.001)
