"""Match records are written and read; every wrong record is refused with a reason and a place."""

from __future__ import annotations

import contextlib
import copy
import json
import math
import tracemalloc
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.match.live_match import RandomChance
from hacktrick.match.record import MAX_CHARACTERS, RecordError, read_record
from hacktrick.match.record_replay import load_match, replay_record
from hacktrick.safe_files import read_json
from tests.support.json_mutation import JUNK, mutate_json
from tests.support.scripted_matches import played_match, random_step

Data = dict[str, Any]


def record_data_of(preset: str = "keypad", seed: int = 1, n_rounds: int = 2, **more: Any) -> Data:
    match = played_match(rules_for(preset), seed, n_rounds, **more)
    return json.loads(match.record.as_text())  # type: ignore[no-any-return]


def read_back(data: Any) -> None:
    for _ in replay_record(read_record(data if isinstance(data, str) else json.dumps(data))):
        pass


def record_error_of(data: Any) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_back(data)
    return caught.value


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_record_has_the_contracts_shape(preset: str) -> None:
    data = record_data_of(preset)
    assert data["format"] == "hacktrick-match"
    assert data["version"] == 1
    assert data["preset"] == preset
    assert data["options"] == {}
    assert all(set(seat) == {"name", "player"} for seat in data["seats"])
    assert ("codes" in data) == (preset == "wits")
    for entry in data["rounds"]:
        assert set(entry) == {
            *("leader", "starter", "deal", "shuffles", "taken", "actions", "result")
        }
        assert set(entry["deal"]) == {"hands", "aside", "deck"}
        assert set(entry["result"]) == {"side", "points", "by"}
    read_back(data)


def test_a_record_contains_only_options_that_differ_from_the_preset() -> None:
    match = played_match(rules_for("keypad", {"target": 3, "next_leader": "winner"}), 1, 1)
    assert json.loads(match.record.as_text())["options"] == {"target": 3}


def test_a_tie_break_names_its_two_players() -> None:
    rules = rules_for("trio-individual", {"target": 1})
    for seed in range(30):
        match = played_match(rules, seed, n_rounds=9)
        last = json.loads(match.record.as_text())["rounds"][-1]
        if "duel" in last:
            assert last["duel"] == [last["leader"], last["starter"]]
            assert sorted(map(len, last["deal"]["hands"])) == [0, 3, 4]
            read_back(json.loads(match.record.as_text()))
            return
    raise AssertionError("no match of thirty ended level")


@pytest.mark.parametrize("preset", list(PRESETS))
def test_an_unfinished_record_is_valid_wherever_it_ends(preset: str) -> None:
    data = record_data_of(preset, n_rounds=1)
    whole = data["rounds"][0]
    for length in range(len(whole["actions"])):
        match = played_match(rules_for(preset), 1, 1, stop=length)
        cut = json.loads(match.record.as_text())
        assert cut["rounds"][0]["actions"] == whole["actions"][:length]
        assert cut["rounds"][0]["result"] is None
        read_back(cut)


# Tests that each error names its reason and place.


def record_data_with(**changes: Any) -> Data:
    return {**record_data_of(), **changes}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "more lists"),
        ("{" + ",".join(f'"{n}":0' for n in range(5_000)) + "}", "more keys"),
        ("[]", "not a JSON object"),
        ("null", "not a JSON object"),
        ("{}", "not a Hack Trick match"),
        (" " * (MAX_CHARACTERS + 1), "too large"),
        ('{"format": "hacktrick-match", "version": ' + "9" * 5000 + "}", "not JSON"),
    ],
)
def test_a_text_that_is_no_record_is_refused(text: str, reason: str) -> None:
    assert reason in str(record_error_of(text))


@pytest.mark.parametrize(
    ("around", "dense", "sparse"),
    [
        ("[]", "[12]", "[1,2]"),
        ("[]", '{"a":"2345678901"}', '{"a":"23456789012"}'),
        ("{}", '"abcdefghij":1', '"abcdefghijk":1'),
    ],
    ids=["lists of 6 characters", "objects of 20", "keys of 16"],
)
def test_a_record_may_be_as_dense_as_real_ones_and_no_denser(
    around: str, dense: str, sparse: str
) -> None:
    """A comma follows each list, object or key, and counts as a part of it."""
    begin, n = json.dumps(record_data_of())[:-1] + f', "more": {around[0]}', 40_000
    read_record(f"{begin}{','.join([sparse] * n)}{around[1]}}}")
    with pytest.raises(RecordError, match="than a match can have"):
        read_record(f"{begin}{','.join([dense] * n)}{around[1]}}}")


@pytest.mark.parametrize(
    "filling", ["1,", "0.1,", '"ab",', "[],1,1,", '{"a":[]},1,1,1,1,1,1,', "9e9,"]
)
def test_reading_a_record_takes_at_most_twenty_times_its_size(filling: str) -> None:
    values = filling * (200_000 // len(filling)) + "0"
    text = json.dumps(record_data_of())[:-1] + f', "more": [{values}]}}'
    tracemalloc.start()
    try:
        with contextlib.suppress(RecordError):  # the record may be refused
            read_record(text)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most <= 20 * len(text)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": "hacktrick-view"}, "not a Hack Trick match"),
        ({"version": 2}, "written by a newer version"),
        ({"version": "1"}, "unknown version '1'"),
        ({"version": True}, "unknown version True"),
        ({"version": None}, "unknown version None"),
        ({"preset": "chess"}, "unknown preset 'chess'"),
        ({"preset": 3}, "the preset"),
        ({"options": {"speed": 9}}, "unknown option 'speed'"),
        ({"options": {"target": 0}}, "option 'target' cannot be 0"),
        ({"options": []}, "the options"),
        ({"seats": []}, "needs 2 seats"),
        ({"seats": [{"name": "A"}, {"name": "B"}]}, "the player of a seat"),
        ({"seats": [1, 2]}, "a seat is not a JSON object"),
        ({"seats": [{"name": "\ud800", "player": "human"}] * 2}, "the name of a seat"),
        ({"rounds": {}}, "the rounds"),
        ({"rounds": []}, "no round"),
        ({"rounds": [5]}, "round 0: the round is not a JSON object"),
        ({"score": [0]}, "the score: 2 numbers"),
        ({"score": [9, 9]}, "the score must be"),
        ({"score": "0-0"}, "the score"),
    ],
)
def test_a_record_with_a_wrong_head_is_refused(changes: Data, reason: str) -> None:
    assert reason in str(record_error_of(record_data_with(**changes)))


def error_after_changing_round(number: int, change: Callable[[Data], None]) -> RecordError:
    data = record_data_of()
    change(data["rounds"][number])
    error = record_error_of(data)
    assert error.round == number
    assert str(error).startswith(f"round {number}")
    return error


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("hands", [[0, 1, 2]], "sizes"),
        ("hands", [[0, 1, 2, 3], [0, 1, 2, 3]], "sizes"),
        ("hands", "0123", "the hands"),
        ("hands", [[0, 1, "2"], [0, 1, 2, 3]], "a hand"),
        ("aside", [0], "2 cards are set aside, not 1"),
        ("aside", [0, None], "the set-aside cards"),
        ("deck", [0] * 9, "the deal is not the 18 cards"),
        ("deck", [0] * 8, "the deal is not the 18 cards"),
        ("deck", [6, -1] * 5, "the deal is not the 18 cards"),
        ("deck", None, "the deck"),
    ],
)
def test_a_record_with_a_wrong_deal_is_refused(
    number: int, name: str, value: Any, reason: str
) -> None:
    error = error_after_changing_round(number, lambda data: data["deal"].update({name: value}))
    assert reason in error.reason
    assert error.action is None


def test_a_record_with_a_wrong_first_leader_is_refused() -> None:
    for change in ({"leader": 7}, {"starter": 5}, {"leader": 0.5}, {"leader": None}):
        error_after_changing_round(1, lambda data, change=change: data.update(change))  # type: ignore[misc]
    data = record_data_of()
    data["rounds"][0]["leader"] = -1
    assert "cannot lead" in str(record_error_of(data))


def test_a_record_with_a_wrong_next_leader_is_refused() -> None:
    data = record_data_of()
    second = data["rounds"][1]
    second["leader"], second["starter"] = second["starter"], second["leader"]
    assert "are due" in str(record_error_of(data))


@pytest.mark.parametrize("place", [0, 3, 6])
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("jump", "'jump' is not an action"),
        ("", "'' is not an action"),
        ("fold", "is not legal: NOT_NOW"),
        ("lay god", "is not legal: NOT_NOW"),
        ("play 9", "is not legal"),
    ],
)
def test_a_wrong_action_is_named_by_round_and_number(place: int, text: str, reason: str) -> None:
    error = error_after_changing_round(1, lambda data: data["actions"].__setitem__(place, text))
    assert error.action == place
    assert f"round 1, action {place}: " in str(error)
    assert reason in error.reason


def test_a_record_with_an_action_that_is_no_text_is_refused() -> None:
    assert (
        "the actions"
        in error_after_changing_round(0, lambda data: data["actions"].append(5)).reason
    )


def test_a_record_with_an_action_after_the_end_of_the_round_is_refused() -> None:
    error = error_after_changing_round(0, lambda data: data["actions"].append("pass"))
    assert "ROUND_IS_OVER" in error.reason


def test_a_record_with_too_many_actions_is_refused() -> None:
    error = error_after_changing_round(0, lambda data: data["actions"].extend(["pass"] * 5000))
    assert "more than" in error.reason


@pytest.mark.parametrize(
    "result",
    [
        None,
        {"side": 0, "points": 4, "by": "line"},
        {"side": 1, "points": 1, "by": "fold"},
        {"side": 0, "points": 1, "by": "luck"},
        {"side": "0", "points": 1, "by": "line"},
        {"side": 0, "by": "line"},
        [0, 1, "line"],
    ],
)
def test_a_record_with_a_wrong_result_is_refused(result: Any) -> None:
    assert "result" in error_after_changing_round(0, lambda data: data.update(result=result)).reason


def test_a_record_with_the_result_of_an_unfinished_round_is_refused() -> None:
    data = json.loads(played_match(rules_for("keypad"), 1, 1, stop=4).record.as_text())
    data["rounds"][0]["result"] = {"side": 0, "points": 1, "by": "line"}
    assert "the result must be None" in str(record_error_of(data))


def test_a_record_with_a_round_after_an_unfinished_one_is_refused() -> None:
    data = record_data_of()
    data["rounds"][0]["actions"] = data["rounds"][0]["actions"][:5]
    data["rounds"][0]["result"] = None
    assert "unfinished, but another follows" in str(record_error_of(data))


def test_a_record_with_a_round_after_the_end_of_the_match_is_refused() -> None:
    data = record_data_of(n_rounds=100)
    data["rounds"].append(copy.deepcopy(data["rounds"][-1]))
    error = record_error_of(data)
    assert "already over" in error.reason
    assert error.round == len(data["rounds"]) - 1


def with_shuffle() -> Data:
    """Return a record with a new deck in its first round."""
    for seed in range(200):
        data = record_data_of(seed=seed, n_rounds=1)
        if data["rounds"][0]["shuffles"]:
            return data
    raise AssertionError("no round of two hundred used up the deck")


def test_a_record_with_a_missing_shuffle_is_refused() -> None:
    data = with_shuffle()
    data["rounds"][0]["shuffles"] = []
    error = record_error_of(data)
    assert "does not hold the order of the new deck" in error.reason
    assert data["rounds"][0]["actions"][error.action] == "draw"


def test_a_record_with_a_shuffle_of_other_cards_is_refused() -> None:
    data = with_shuffle()
    data["rounds"][0]["shuffles"][0].pop()
    assert "not the row without its last card" in record_error_of(data).reason


def test_a_record_with_a_shuffle_that_never_happened_is_refused() -> None:
    data = record_data_of()
    data["rounds"][0]["shuffles"].append([0, 1])
    assert "never happened" in record_error_of(data).reason


def with_swap() -> Data:
    """Return the data of a record in which a player swaps cards by the code Coco van Vaeck."""
    for seed in range(400):
        data = record_data_of("wits", seed=seed, n_rounds=5)
        if any(entry["taken"] for entry in data["rounds"]):
            return data
    raise AssertionError("nobody swapped a card in four hundred matches")


def test_a_record_with_wrong_cards_taken_is_refused() -> None:
    data = with_swap()
    read_back(data)
    entry = next(entry for entry in data["rounds"] if entry["taken"])
    taken = list(entry["taken"])
    entry["taken"] = []
    assert "does not hold the card taken" in record_error_of(data).reason
    entry["taken"] = [9]
    assert "is not in the other hand" in record_error_of(data).reason
    entry["taken"] = [*taken, 0]
    assert "nobody took" in record_error_of(data).reason


@pytest.mark.parametrize("codes", [[], ["god"], ["god"] * 12, [1] * 12, "god"])
def test_a_record_with_a_wrong_pile_of_codes_is_refused(codes: Any) -> None:
    data = record_data_of("wits")
    data["codes"] = codes
    assert "codes" in str(record_error_of(data))


def test_a_record_with_a_tie_break_that_is_not_due_is_refused() -> None:
    data = record_data_of("trio-individual")
    entry = data["rounds"][0]
    entry["duel"] = [entry["leader"], entry["starter"]]
    assert "no tie-break is due" in record_error_of(data).reason
    entry["duel"] = [2, 2]
    assert "the duel" in record_error_of(data).reason


# Tests with mutated records.

PRESET_DATA = {preset: record_data_of(preset, seed=5, n_rounds=3) for preset in PRESETS}


@given(st.sampled_from(list(PRESETS)), st.randoms(use_true_random=False), JUNK)
@settings(max_examples=400, deadline=None)
def test_a_mutated_record_is_read_or_refused_with_a_record_error(
    preset: str, rng: Random, junk: Any
) -> None:
    data = copy.deepcopy(PRESET_DATA[preset])
    for _ in range(rng.choice((1, 1, 2))):
        mutate_json(data, rng, junk)
    try:
        record = read_record(json.dumps(data))
        for _ in replay_record(record):
            pass
        load_match(record, RandomChance(Random(0)))
    except RecordError as error:
        assert error.reason
    else:
        record.as_text().encode()


def test_unknown_entries_of_a_record_are_saved_again() -> None:
    data = played_match(PRESETS["keypad"], 3, stop=20).record.as_json()
    data["event"] = {"place": "Pécs", "table": [1, None, True]}
    data["rounds"][0]["proof"] = "a b c"
    match = load_match(read_record(json.dumps(data)), RandomChance(Random(1)))
    random_step(match, Random(2))
    written = json.loads(match.record.as_text())
    assert written["event"] == data["event"]
    assert written["rounds"][0]["proof"] == "a b c"


@pytest.mark.parametrize("nothing", ["\ud800", [[]], {"a": "\udfff"}, math.inf])
def test_unknown_entries_that_cannot_be_saved_are_left_out(nothing: Any) -> None:
    for _ in range(30):
        nothing = [nothing]
    data = played_match(PRESETS["keypad"], 3, stop=20).record.as_json() | {"odd": nothing}
    again = read_record(json.dumps(data))
    assert "odd" not in again.as_json()
    again.as_text().encode()


def test_a_number_that_json_does_not_have_is_never_saved_again() -> None:
    text = json.dumps(played_match(PRESETS["keypad"], 3, stop=20).record.as_json())
    for number in ("NaN", "-Infinity", "1e999"):
        record = read_record(f'{{"odd": [{number}], "even": [1.5], {text[1:]}')
        assert record.extra == {"even": [1.5]}
        read_json(record.as_text())


def test_a_round_records_the_smallest_work_share() -> None:
    match = played_match(PRESETS["keypad"], 3, stop=20)
    match.record_reduced_work(1.0)
    assert "work" not in match.record.as_json()["rounds"][-1]
    for share in (0.5, 0.25, 1.0):
        match.record_reduced_work(share)
    assert match.record.as_json()["rounds"][-1]["work"] == 0.25
    again = load_match(read_record(match.record.as_text()), RandomChance(Random(1)))
    assert again.record.as_text() == match.record.as_text()


@pytest.mark.parametrize(
    ("mark", "length", "what"), [("[", 6, "lists"), ("{", 20, "lists"), (":", 16, "keys")]
)
def test_a_text_with_more_marks_than_a_match_can_have_is_refused_unread(
    mark: str, length: int, what: str
) -> None:
    """Each mark takes at least so many characters, except for a thousand more."""
    size = length * 500
    most = 1000 + 500
    with pytest.raises(RecordError, match="not JSON"):
        read_record((mark * most).ljust(size))
    with pytest.raises(RecordError, match=f"more {what} than a match can have"):
        read_record((mark * (most + 1)).ljust(size))
