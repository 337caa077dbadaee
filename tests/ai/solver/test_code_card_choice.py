"""The choice of a code card: the solved game of laying codes face down."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from hacktrick.ai.agent import Budget
from hacktrick.ai.decision_position import read_position
from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.ai.measured_figures import RoundEndShares, shipped_measurements
from hacktrick.ai.solver.code_card_choice import (
    CODE_NAMES,
    NO_CODE,
    code_card_decision,
    code_equilibrium,
    code_payoffs,
    expected_rounds_left,
    possible_code_sets,
    solve_code_phase,
)
from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.public_belief import WinUtilities
from hacktrick.ai.solver.solving_player import PAYOFFS_ARRAY, shared_solver, win_utilities
from hacktrick.ai.solver.value_net import ValueNet
from hacktrick.game.actions import LayCode
from hacktrick.game.editions import PRESETS
from hacktrick.game.view import SeatInfo, View
from hacktrick.match.live_match import Match, RandomChance

W, X, Y, Z = 0, 1, 2, 3
USELESS = [0.0] * NO_CODE
EVEN = np.full((NO_CODE + 1, NO_CODE + 1, 4), 0.25)


def code_index(code: str) -> int:
    return CODE_NAMES.index(code)


def wits_match(
    first: tuple[str, ...], second: tuple[str, ...], score: tuple[int, int] = (2, 2), seed: int = 4
) -> Match:
    """Return a round led by seat 0 with these codes held."""
    rules = PRESETS["wits"]
    codes = tuple(sorted(name for name in CODE_NAMES if name))
    match = Match(rules, [SeatInfo(n, "test") for n in "ab"], RandomChance(Random(seed)), 0, codes)
    match.match_state = match.match_state._replace(held=(first, second), score=score)
    match.deal_next_round()
    return match


def with_gain(**gained: float) -> Array:
    """Return payoffs in which each of these codes wins more rounds for its owner."""
    chances = EVEN.copy()
    for name, more in gained.items():
        chances[code_index(name)] += np.array([1, 0, -1, 0]) * more
        chances[:, code_index(name)] -= np.array([1, 0, -1, 0]) * more
    return chances


def test_code_choice_finds_the_only_mixed_equilibrium() -> None:
    worth = np.full((NO_CODE + 1, NO_CODE + 1), -5.0)
    worth[W, Y], worth[W, NO_CODE], worth[X, Y], worth[X, NO_CODE] = 2, -1, -1, 1
    leader = possible_code_sets((W, X, Y), 2, USELESS, 0)
    starter = possible_code_sets((W, X, Y), 1, USELESS, 0)
    found = code_equilibrium(worth, leader, starter)
    row, column = leader.types.index((W, X)), starter.types.index((Y,))
    assert found.leader[row, [W, X, NO_CODE]] == pytest.approx([0.4, 0.6, 0], abs=0.02)
    assert found.starter[1, column, [Y, NO_CODE]] == pytest.approx([0.4, 0.6], abs=0.02)
    assert found.leader_values[row, [W, X]] == pytest.approx([0.2, 0.2], abs=0.05)
    assert found.starter_values[1, column, [Y, NO_CODE]] == pytest.approx([-0.2, -0.2], abs=0.05)


def test_code_choice_considers_all_codes_the_opponent_may_hold() -> None:
    """The starter holds X or Y with equal chances; W beats X and loses to Y."""
    worth = np.zeros((NO_CODE + 1, NO_CODE + 1))
    worth[W, X], worth[W, Y], worth[:, Z] = 1.0, -3.0, -9.0
    worth[W, NO_CODE] = worth[X, NO_CODE] = worth[Y, NO_CODE] = 1.5
    leader, starter = (possible_code_sets((W, X, Y), 1, USELESS, 0) for _ in range(2))
    found = code_equilibrium(worth, leader, starter)
    assert found.leader_values[0, W] == pytest.approx((1.0 - 3.0) / 2, abs=0.05)
    assert found.leader[0, NO_CODE] > 0.95
    assert not found.leader[0, [X, Y, Z]].any(), "he does not hold them"


def test_the_starter_reacts_to_whether_the_leader_laid_a_code() -> None:
    worth = np.zeros((NO_CODE + 1, NO_CODE + 1))
    worth[W, X], worth[NO_CODE, X] = 2.0, -1.0
    leader, starter = (
        possible_code_sets((W, X), 1, USELESS, 0),
        possible_code_sets((W, X), 1, USELESS, 0),
    )
    found = code_equilibrium(worth, leader, starter)
    column = starter.types.index((X,))
    assert found.starter[0, column, X] > 0.95
    assert found.starter[1, column, NO_CODE] > 0.95


def test_a_code_is_kept_for_a_better_round_only_while_rounds_are_left() -> None:
    gains = [0.3, 0.1] + [0.0] * (NO_CODE - 2)
    many, none = (
        possible_code_sets((W, X), 2, gains, 5.0),
        possible_code_sets((W, X), 2, gains, 0.0),
    )
    one = possible_code_sets((W, X), 2, gains, 1.0)
    assert many.reserve_values[0, [W, X, NO_CODE]] == pytest.approx([0.1, 0.3, 0.4])
    assert one.reserve_values[0, [W, X, NO_CODE]] == pytest.approx([0.1, 0.3, 0.3])
    assert not none.reserve_values.any()


def test_a_match_lasts_longer_the_more_points_are_missing() -> None:
    ends = RoundEndShares(0.5, 0.0, 0.5, 0.0)
    assert expected_rounds_left(1, 1, ends) == 1
    assert expected_rounds_left(2, 2, ends) == pytest.approx(2.5)
    assert expected_rounds_left(0, 3, ends) == 0
    assert 1 < expected_rounds_left(2, 2, shipped_measurements().round_ends["immediate"]) < 2.5


def test_codes_are_kept_for_as_long_as_both_players_need_more_points() -> None:
    chances, kept = with_gain(god=0.2), {}
    for score in ((0, 0), (0, 5), (5, 0), (5, 5)):
        position = read_position(wits_match(("god",), ("sun",), score).view(0))
        _, leader, _ = solve_code_phase(position, chances, WinUtilities())
        kept[score] = leader.reserve_values[leader.types.index((code_index("god"),)), NO_CODE]
    assert 0 < kept[0, 5] == kept[5, 0] < kept[0, 0]
    assert kept[5, 5] == 0, "the match ends with this round"


def test_the_stake_code_is_worthless_without_a_point_to_stake() -> None:
    chances = with_gain(doo=0.2, god=0.1)
    for score, gains in (((1, 1), True), ((0, 3), False)):
        public = wits_match(("doo",), (), score).public
        worth = code_payoffs(public, chances, WinUtilities())
        assert (worth[code_index("doo"), NO_CODE] > worth[NO_CODE, NO_CODE]) == gains
        assert (worth[NO_CODE, code_index("doo")] < worth[NO_CODE, NO_CODE]) == gains
        assert worth[code_index("god"), NO_CODE] > worth[NO_CODE, NO_CODE]


def test_both_players_solve_the_same_game_whatever_they_hold() -> None:
    chances = with_gain(god=0.1, slavic=0.05, sun=-0.05, rukowski=0.02)
    found = []
    for held in ((("god", "sun"), ("slavic",)), (("slavic", "doo"), ("huang",))):
        match = wits_match(*held)
        for seat in (0, 1):
            if match.public.seat != seat:
                match.submit(0, LayCode(held[0][0]))
            position = read_position(match.view(seat))
            found.append(
                solve_code_phase(position, chances, win_utilities(position.round_start))[0]
            )
    for other in found[1:]:
        assert all((one == two).all() for one, two in zip(found[0], other, strict=True))


def codes_laid(view: View, chances: Array) -> set[str]:
    """Return the codes that are laid under many seeds."""
    position = read_position(view)
    utilities = win_utilities(position.round_start)
    return {
        str(code_card_decision(position, chances, utilities, Random(seed)).action)
        for seed in range(20)
    }


def test_a_player_about_to_lose_lays_their_best_code() -> None:
    chances = with_gain(god=0.1, slavic=0.05, sun=-0.05)
    match = wits_match(("slavic", "god", "sun"), ("sun",), (5, 5))
    assert codes_laid(match.view(0), chances) == {"lay god"}
    match.submit(0, LayCode("god"))
    assert codes_laid(wits_match(("god",), ("sun",), (5, 5)).view(0), chances) == {"lay god"}


def test_solving_levels_lay_codes_by_the_payoffs_of_their_net(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = PRESETS["wits"]
    chances = with_gain(huang=0.2).astype(np.float32)
    net = ValueNet({**shared_solver(rules).net.weights, PAYOFFS_ARRAY: chances})
    monkeypatch.setattr(shared_solver(rules), "net", net)
    view = wits_match(("god", "huang"), ("slavic",), (5, 5)).view(0)
    decision = LEVELS[8].agent.choose(view, Budget(60, 100), 1)
    assert str(decision.action) == "lay huang"
    assert sum(share for _, share in decision.policy) == pytest.approx(1)
