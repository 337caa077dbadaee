"""The environments of PettingZoo and OpenSpiel play whole rounds as their interfaces demand.

``build/qa/env_check.py`` tries them with the real libraries, these tests with stand-ins.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hacktrick.env.encoding import all_actions, starting_score
from hacktrick.game.actions import CODES
from hacktrick.game.cards import hands_within
from hacktrick.game.editions import PRESETS, RulesError
from hacktrick.game.legality import legal_actions
from hacktrick.game.notation.position_parser import read_diagram
from tests.support.research_libraries import PlayerId, module_with_stand_ins

TWO_PLAYERS = [name for name, rules in PRESETS.items() if rules.n_seats == 2]


@pytest.fixture
def pettingzoo() -> Iterator[Any]:
    with module_with_stand_ins("hacktrick.env.pettingzoo_aec") as module:
        yield module


@pytest.fixture
def openspiel() -> Iterator[Any]:
    with module_with_stand_ins("hacktrick.env.openspiel") as module:
        yield module


# Tests of PettingZoo's environment.


def legal_numbers(env: Any) -> list[int]:
    return list(map(int, np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_pettingzoo_round_goes_to_its_rewards(pettingzoo: Any, preset: str) -> None:
    env, rules, dice = pettingzoo.raw_env(preset), PRESETS[preset], Random(1)
    assert env.possible_agents == [f"seat_{seat}" for seat in range(rules.n_seats)]
    for seed in (1, 2):
        env.reset(seed=seed)
        assert env.agents == env.possible_agents and env.infos == {one: {} for one in env.agents}
        while not any(env.terminations.values()):
            agent = env.agent_selection
            for other in env.possible_agents:
                seen = env.observe(other)
                space = env.observation_space(other)
                assert seen["observation"].shape == space["observation"].shape
                assert (np.abs(seen["observation"]) <= space["observation"].high).all()
                assert space["observation"].low == -space["observation"].high == -1
                assert seen["action_mask"].shape == space["action_mask"].shape
                assert seen["action_mask"].shape == (env.action_space(other).n,)
                assert set(seen["action_mask"]) <= {0, 1}
                assert (space["action_mask"].low, space["action_mask"].high) == (0, 1)
                assert seen["action_mask"].any() == (other == agent)
            # PettingZoo names the sums of rewards like this.
            assert not any(env.rewards.values()) and not any(env._cumulative_rewards.values())
            env.step(dice.choice(legal_numbers(env)))
        assert all(env.terminations.values()) and not any(env.truncations.values())
        assert any(env.rewards.values()) and env.rewards == env._cumulative_rewards
        assert sum(env.rewards.values()) == 0 or preset.startswith("trio")
        assert not any(env.observe(one)["action_mask"].any() for one in env.possible_agents)
        while env.agents:
            env.step(None)
    env.close()


def test_a_seed_decides_a_pettingzoo_round(pettingzoo: Any) -> None:
    def legal_counts(seed: int | None, env: Any) -> list[tuple[int, list[int]]]:
        env.reset(seed=seed)
        found, dice = [], Random(5)
        while not any(env.terminations.values()):
            found.append((env.agent_selection, legal_numbers(env)))
            env.step(dice.choice(legal_numbers(env)))
        return found

    env = pettingzoo.raw_env()
    first, following = legal_counts(3, env), legal_counts(None, env)
    assert first == legal_counts(3, pettingzoo.raw_env()) and first != following
    assert first != legal_counts(4, env)


def test_a_pettingzoo_environment_has_rules_rendering_and_wrappers(pettingzoo: Any) -> None:
    env = pettingzoo.env("keypad", "ansi", target=3)
    names, bare = [], env
    while hasattr(bare, "env"):
        names.append(type(bare).__name__)
        if bare.arguments:
            assert bare.arguments == {"illegal_reward": -1.0}, "as bad as a lost round"
        bare = bare.env
    assert names == [
        "OrderEnforcingWrapper",
        "AssertOutOfBoundsWrapper",
        "TerminateIllegalWrapper",
    ]
    assert bare.rules.target == 3
    bare.reset(seed=1)
    diagram = read_diagram(bare.render())
    assert diagram.public.seat == bare.possible_agents.index(bare.agent_selection)
    assert bare.metadata["render_modes"] == ["ansi"], "there is no other picture"
    assert not bare.metadata["is_parallelizable"], "seats act one after another"
    assert pettingzoo.raw_env().render() is None
    with pytest.raises(RulesError):
        pettingzoo.env("chess")


# Tests of OpenSpiel's game.


def test_openspiel_plays_every_edition_for_two_and_no_other(openspiel: Any) -> None:
    assert list(openspiel.TWO_PLAYERS) == TWO_PLAYERS
    assert openspiel.HackTrickGame().rules == PRESETS[TWO_PLAYERS[0]]
    with pytest.raises(ValueError, match="'trio' is none of keypad, "):
        openspiel.HackTrickGame({"preset": "trio"})
    kind = openspiel.GAME_TYPE
    assert kind.min_num_players == kind.max_num_players == 2
    assert kind.provides_information_state_string and not kind.provides_information_state_tensor
    assert kind.provides_observation_string and kind.provides_observation_tensor


def dealt_state(openspiel: Any, preset: str, rng: Random) -> Any:
    state = openspiel.HackTrickGame({"preset": preset}).new_initial_state()
    while state.truth is None:
        draw_chance(state, rng)
    return state


def draw_chance(state: Any, rng: Random) -> None:
    numbers, chances = zip(*state.chance_outcomes(), strict=True)
    assert sum(chances) == pytest.approx(1) and min(chances) > 0
    assert list(numbers) == sorted(set(numbers)) == state.legal_actions()
    assert numbers[0] >= 0 and numbers[-1] < state.game.info.max_chance_outcomes
    state.apply_action(rng.choices(numbers, chances)[0])


@pytest.mark.parametrize("preset", TWO_PLAYERS)
def test_an_openspiel_deal_has_leader_codes_and_cards_with_their_chances(
    openspiel: Any, preset: str
) -> None:
    rules, rng = PRESETS[preset], Random(1)
    state = openspiel.HackTrickGame({"preset": preset}).new_initial_state()
    pack = Counter({f"card {value}": rules.copies for value in range(rules.values)})
    codes, n_dealt, texts = Counter(CODES if rules.has_codes else ()), 0, [""]
    n_to_deal = 1 + 4 * rules.has_codes + 9
    while state.truth is None:
        assert state.current_player() == PlayerId.CHANCE and not state.is_terminal()
        assert state.returns() == [0.0, 0.0]
        for player in (None, 0, 1):
            progress = state.information_state_string(player)
            assert progress == state.observation_string(player)
            assert progress == f"being dealt, {n_dealt} of {n_to_deal}"
        named = {
            state.action_to_string(PlayerId.CHANCE, number): chance
            for number, chance in state.chance_outcomes()
        }
        left = Counter(["leader 0", "leader 1"]) if not n_dealt else pack
        if n_dealt and codes.total() > len(CODES) - 4:
            left = codes
        total = left.total()
        assert named == {name: pytest.approx(n / total) for name, n in left.items() if n}
        draw_chance(state, rng)
        drawn = state.action_to_string(PlayerId.CHANCE, int(str(state).split()[-1]))
        left[drawn] -= 1
        texts.append(drawn)
        n_dealt += 1
    public = state.truth.public
    assert n_dealt == n_to_deal
    assert texts[1] == f"leader {1 - public.hand_sizes.index(4)}"
    cards = [int(name.removeprefix("card ")) for name in texts if name.startswith("card")]
    hands = [[card for card, n in enumerate(hand) for _ in range(n)] for hand in state.truth.hands]
    at = public.hand_sizes[0]
    assert hands == [sorted(cards[:at]), sorted(cards[at:7])] and list(public.aside) == cards[7:]
    assert sum(state.truth.deck) == 9
    assert public.score == starting_score(rules)
    if rules.has_codes:
        assert state.truth.held == (tuple(texts[2:4]), tuple(texts[4:6]))


def finished_openspiel_round(openspiel: Any, preset: str, seed: int) -> tuple[Any, int]:
    """Return a finished state and the number of its actions; check every position on the way."""
    rng = Random(f"{preset} {seed}")
    state, n_actions = dealt_state(openspiel, preset, rng), 0
    while not state.is_terminal():
        n_actions += 1
        assert state.returns() == [0.0, 0.0]
        player = state.current_player()
        if player == PlayerId.CHANCE:
            draw_chance(state, rng)
            continue
        assert player == state.truth.public.seat
        views = [json.loads(state.information_state_string(seat)) for seat in (0, 1)]
        assert [view["seat"] for view in views] == [0, 1]
        assert json.loads(state.information_state_string()) == views[player]
        assert state.observation_string() == state.observation_string(player)
        numbers = state.legal_actions()
        assert numbers == sorted(numbers)
        names = [state.action_to_string(player, number) for number in numbers]
        legal = legal_actions(state.observe(player))
        assert sorted(names) == sorted(map(str, legal))
        assert max(numbers) < state.game.info.num_distinct_actions
        rare = [
            n for n in numbers if all_actions(state.rules)[n].verb in ("under", "swap", "stake")
        ]
        state.apply_action(rng.choice(rare if rare and rng.random() < 0.5 else numbers))
    return state, n_actions


@pytest.mark.parametrize("preset", TWO_PLAYERS)
def test_an_openspiel_round_ends_with_its_points(openspiel: Any, preset: str) -> None:
    for seed in range(6 if PRESETS[preset].has_codes else 2):
        state, n_actions = finished_openspiel_round(openspiel, preset, seed)
        info, result = state.game.info, state.truth.public.result
        assert state.current_player() == PlayerId.TERMINAL
        gain = result.points + state.truth.public.stakes[1 - result.side]
        returns = state.returns()
        assert returns[result.side] == -returns[1 - result.side]
        assert result.points <= returns[result.side] <= info.max_utility == -info.min_utility
        assert preset == "wits" or returns[result.side] == gain == result.points
        assert n_actions <= info.max_game_length and info.utility_sum == 0
        assert info.num_players == 2


def test_openspiel_tells_all_sets_of_cards_that_come_at_once_apart(openspiel: Any) -> None:
    hands = [hand for n in (2, 3) for hand in hands_within((3,) * 6, n)]
    drawn = [tuple(card for card, n in enumerate(hand) for _ in range(n)) for hand in hands]
    numbers = [openspiel.chance_number(cards) for cards in drawn]
    state = openspiel.HackTrickGame({"preset": "wits"}).new_initial_state()
    names = [state.action_to_string(PlayerId.CHANCE, number) for number in numbers]
    assert names == [f"cards {cards}" for cards in drawn]
    assert [openspiel.chance_number((card,)) for card in range(6)] == list(range(6))
    assert len({*numbers}) == len(numbers)
    assert max(numbers) < state.game.info.max_chance_outcomes


@pytest.mark.parametrize("preset", ["keypad", "wits"])
def test_an_openspiel_observer_shows_what_a_player_sees(openspiel: Any, preset: str) -> None:
    game, rng = openspiel.HackTrickGame({"preset": preset}), Random(1)
    observer = game.make_py_observer()
    recalling = game.make_py_observer(SimpleNamespace(perfect_recall=True))
    undealt, state = game.new_initial_state(), dealt_state(openspiel, preset, rng)
    for player in (0, 1):
        observer.set_from(undealt, player)
        assert not observer.tensor.any()
    for _ in range(6):
        while state.current_player() == PlayerId.CHANCE:
            draw_chance(state, rng)
        for player in (0, 1):
            observer.set_from(state, player)
            parts = state.named_parts(player)
            assert [*observer.dict] == ["dealt", *(name for name, _ in parts)]
            assert observer.tensor.tolist() == pytest.approx(
                [1.0, *(n for _, part in parts for n in part)]
            )
            assert observer.dict["hand"].tolist() == pytest.approx(
                [n / 3 for n in state.truth.hands[player]]
            )
            assert observer.string_from(state, player) == state.observation_string(player)
            assert recalling.string_from(state, player) == state.information_state_string(player)
        state.apply_action(rng.choice(state.legal_actions()))
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"speed": 1})
