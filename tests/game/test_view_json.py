"""Views have the JSON shape of the contract; the reader refuses other data with ViewError only."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hacktrick.game.actions import CODES
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import PublicState
from hacktrick.game.view import observation_of, replay_view
from hacktrick.game.view_json import ViewError, read_view, view_to_json
from tests.support.json_mutation import JUNK, mutate_json
from tests.support.scripted_matches import played_match, random_match, scripted_match

Data = dict[str, Any]


def view_data_of(preset: str, seed: int = 5, stop: int = 40, seat: int = 0) -> Data:
    return view_to_json(played_match(rules_for(preset), seed, n_rounds=3, stop=stop).view(seat))


def test_a_view_has_the_shape_of_the_contract() -> None:
    match = scripted_match("keypad", hands=("125", "0334"), aside="24", deck="5")
    match.submit_text("start 3", "play 1", "pass", "draw", "draw")
    assert view_to_json(match.view(0)) == {
        "format": "hacktrick-view",
        "version": 1,
        "preset": "keypad",
        "options": {},
        "seat": 0,
        "seats": [{"name": "Ada", "player": "human"}, {"name": "Ben", "player": "human"}],
        "score": [0, 0],
        "rounds": [
            {
                "leader": 0,
                "starter": 1,
                "deal": {"hands": [[1, 2, 5], 4], "aside": [2, 4]},
                "actions": ["start 3", "play 1", "pass", "draw", "draw 0"],
                "reshuffles": [],
                "result": None,
            }
        ],
        "said": [[0, 0, 8], [0, 1, 7]],
        "shown": [],
    }


def test_a_forced_hand_is_in_the_view_with_its_action() -> None:
    match = scripted_match("keypad", hands=("055", "0145"))
    match.submit_text("start 1", "play 0", "pass", "play 5", "command play", "draw")
    assert match.view(0).shown == match.view(1).shown == ((5, 0, (5, 5)),)
    assert read_view(view_to_json(match.view(1))) == match.view(1)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_replaying_a_view_finds_the_public_states_of_the_game(preset: str) -> None:
    for seed in range(6):
        states: list[PublicState] = []
        for match in random_match(rules_for(preset), seed, n_rounds=2):
            states = [match.public] if not match.events_for(0) else [*states, match.public]
        for seat in range(match.rules.n_seats):
            first, steps = replay_view(match.view(seat))
            assert [first, *(step.after for step in steps)] == states


@pytest.mark.parametrize("preset", list(PRESETS))
def test_the_legal_actions_follow_from_the_view(preset: str) -> None:
    for seed in range(4):
        for match in random_match(rules_for(preset), seed, n_rounds=2):
            seat = max(match.public.seat, 0)
            wanted = legal_actions(match.observe(seat))
            assert legal_actions(observation_of(match.view(seat))) == wanted


@pytest.mark.parametrize(
    "change",
    [
        {"format": "hacktrick-match"},
        {"version": 2},
        {"preset": "chess"},
        {"options": {"target": 99}},
        {"seat": 2},
        {"seat": -1},
        {"seat": None},
        {"seats": []},
        {"score": [1]},
        {"rounds": []},
        {"rounds": [{}]},
        {"said": [[0, 1]]},
        {"shown": [[0]]},
        {"taken": [[0]]},
        {"taken": [[0, 1, 2]]},
        {"drawn": [[]]},
        {"drawn": [[0]]},
    ],
)
def test_a_wrong_view_is_refused(change: Data) -> None:
    read_view(view_data_of("keypad"))
    with pytest.raises(ViewError):
        read_view({**view_data_of("keypad"), **change})


@pytest.mark.parametrize("data", [None, 5, "view", [], {}, [[]], True])
def test_data_that_are_no_view_are_refused(data: Any) -> None:
    with pytest.raises(ViewError):
        read_view(data)


def test_a_view_with_a_card_outside_the_game_is_refused() -> None:
    for place in ("hands", "aside"):
        data = view_data_of("keypad")
        cards = data["rounds"][0]["deal"][place]
        (cards[0] if place == "hands" else cards)[0] = 6
        with pytest.raises(ViewError):
            read_view(data)


def test_a_round_is_played_only_while_nobody_has_won_the_match() -> None:
    data = view_to_json(scripted_match("keypad").view(0))
    target = PRESETS["keypad"].target
    assert read_view({**data, "score": [target - 1, target - 1]}).score == (target - 1, target - 1)
    for score in ([target, 0], [0, target]):
        with pytest.raises(ViewError, match="won already"):
            read_view({**data, "score": score})


def test_the_last_round_of_a_match_is_a_view_like_all_others() -> None:
    match = played_match(rules_for("keypad"), 5)
    view = match.view(0)
    assert match.is_over and max(view.score) == match.rules.target
    assert read_view(view_to_json(view)) == view


def wits_view(held_counts: list[int], *actions: str) -> Data:
    data = view_to_json(scripted_match("wits").view(0))
    data["held"], data["held_counts"] = ["god"] * held_counts[0], held_counts
    data["rounds"][0]["actions"] = list(actions)
    return data


def test_a_view_contains_the_codes_that_were_laid() -> None:
    read_view(wits_view([1, 1], "lay god"))
    read_view(wits_view([1, 1], "lay god", "lay doo"))


@pytest.mark.parametrize("field", ["held", "spent"])
def test_a_view_can_name_every_code_and_no_more(field: str) -> None:
    data = view_to_json(scripted_match("wits").view(0))
    assert view_to_json(read_view({**data, field: list(CODES)}))[field] == list(CODES)
    with pytest.raises(ViewError, match="more than 12"):
        read_view({**data, field: [*CODES, "god"]})


@pytest.mark.parametrize(
    ("held_counts", "actions"),
    [
        ([1, 1], ["lay god", "lay ?"]),
        ([0, 1], ["lay ?"]),
        ([1, 0], ["lay ?"]),
        ([1, 1], ["lay god", "lay doo", "lay sun"]),
        ([0, 0], ["lay god"]),
    ],
)
def test_a_view_must_name_both_codes_once_they_are_revealed(
    held_counts: list[int], actions: list[str]
) -> None:
    with pytest.raises(ViewError):
        read_view(wits_view(held_counts, *actions))


def test_both_players_of_a_swap_know_what_they_hold() -> None:
    match = played_match(rules_for("wits"), 47, n_rounds=3, stop=90)
    views = match.view(0), match.view(1)
    assert all("swap 3" in view.actions for view in views)
    for seat, view in enumerate(views):
        assert observation_of(view).hand == match.observe(seat).hand


@pytest.mark.parametrize(
    "actions",
    [
        ["play 0"],
        ["start 3", "start 3"],
        ["start 9"],
        ["start 3", "play 3"],
        ["start 3", "call"],
        ["start 3", "pass"],
        ["start 3", "play 0", "play 1"],
        ["start 3", "stake"],
        ["start 3", "ask"],
        ["start 3", "swap 0"],
        ["start 3", "discard"],
        ["start 3", "play 0 again"],
        ["start 3", "partner"],
        ["start 3", "lay god"],
        ["start 3", "draw"],
        ["start 3", "draw 9"],
        ["start 3", "under 0"],
    ],
)
def test_a_view_with_impossible_actions_is_refused(actions: list[str]) -> None:
    data = view_to_json(scripted_match("keypad", hands=("012", "3450")).view(0))
    data["rounds"][0]["actions"] = actions
    with pytest.raises(ViewError):
        read_view(data)


VIEWS = [
    json.loads(json.dumps(view_data_of(preset, seed, stop, seat)))
    for preset in PRESETS
    for seed, stop, seat in ((5, 12, 0), (6, 40, 1), (7, 90, 0), (8, 60, 1))
]


@given(st.sampled_from(VIEWS), st.randoms(use_true_random=False), JUNK)
@settings(max_examples=500, deadline=None)
def test_a_mutated_view_is_read_or_refused_with_a_view_error(
    data: Data, rng: Random, junk: Any
) -> None:
    data = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 2))):
        mutate_json(data, rng, junk)
    try:
        view = read_view(data)
    except ViewError as error:
        assert str(error)
    else:
        assert read_view(view_to_json(view)) == view
        observation_of(view)


def test_a_view_with_malformed_cards_drawn_is_refused() -> None:
    for drawn in ([[0]], [[0, 1]], [[0, [1], 2]]):
        with pytest.raises(ViewError, match="cards drawn"):
            read_view({**view_data_of("keypad"), "drawn": drawn})


def test_a_view_contains_one_round() -> None:
    data = view_data_of("keypad")
    with pytest.raises(ViewError, match="rounds"):
        read_view({**data, "rounds": data["rounds"] * 2})
