"""The solver under every rule for two: commands after a draw, and a Guard that forces a draw."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from hacktrick.ai.decision_position import read_position
from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.solver.public_belief import WinUtilities, belief_after_deal
from hacktrick.ai.solver.public_tree import (
    PublicTreeBuilder,
    is_mid_turn,
    lose_if_out_of_markers,
)
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings
from hacktrick.ai.solver.solving_player import SolvingPlayer, shared_solver
from hacktrick.ai.solver.value_net import (
    N_PUBLIC,
    PositionArrays,
    ValueNet,
    public_net_features,
    shipped_net,
)
from hacktrick.arena.experiment_players import best_response_value, exploitability
from hacktrick.game.editions import rules_for
from hacktrick.game.legality import legal_actions
from tests.support.parameter_sampling import product_mostly_slow
from tests.support.small_games import BruteForceResponder, small_game
from tests.support.solver_rounds import new_match, random_views

FULL = SolverSettings(depth=99, iterations=100, narrow_replies=False, tremble=0.0, max_nodes=0)
QUICK = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))
CLUB: dict[str, Any] = {"command_after_draw": True, "second_command": "draw"}
TALKATIVE: list[dict[str, Any]] = [{"command_after_draw": True}, CLUB]
"""With commands after a draw, the smallest game needs a marker to pay for them."""
ONE_BY_ONE: list[dict[str, Any]] = [
    *TALKATIVE,
    {"second_command": "draw"},
]


@pytest.mark.parametrize("options", TALKATIVE, ids=str)
def test_a_tree_solved_to_its_end_is_not_exploitable(options: dict[str, Any]) -> None:
    solver = Solver(
        belief_after_deal(small_game(3, 2, 1, 1, (), "when_obliged", **options)),
        WinUtilities(),
        None,
        FULL,
    )
    standings = {node.public.command_in_force for node in solver.builder.nodes}
    assert "play" in standings
    assert ("guard" in standings) == ("second_command" in options)
    solver.solve()
    assert exploitability(solver, solver.average) <= 0.002


@pytest.mark.parametrize("options", TALKATIVE, ids=str)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_response_equals_enumerating_all_deals(options: dict[str, Any], seat: int) -> None:
    public = small_game(3, 2, 1, 1, (), "when_obliged", **options)
    solver = Solver(belief_after_deal(public), WinUtilities(), None, replace(FULL, iterations=3))
    solver.solve()
    brute = BruteForceResponder(solver, solver.average, seat).value()
    assert best_response_value(solver, solver.average, seat) == pytest.approx(brute, abs=1e-6)


@pytest.mark.parametrize(
    ("options", "out"),
    product_mostly_slow(
        [*ONE_BY_ONE, {"target": 1}, {"target": 21}], ["immediate", "when_obliged"]
    ),
)
def test_there_is_a_solver_for_every_option_and_it_plays_by_the_rules(
    options: dict[str, Any], out: str
) -> None:
    rules = rules_for("keypad", {**options, "out_of_markers": out})
    match = new_match(rules, 5)
    while not match.is_round_over:
        seat = match.public.seat
        decision = QUICK.decide_in_position(read_position(match.view(seat)), Random(7))
        assert decision.action in legal_actions(match.observe(seat))
        match.submit(seat, decision.action)


def test_a_turn_in_progress_is_not_evaluated_by_the_net() -> None:
    seen = 0
    for view in random_views("club", range(2)):
        position = read_position(view)
        if position.public.phase == "command" and position.public.row != position.round_start.row:
            belief = belief_after_deal(position.public)
            builder = PublicTreeBuilder(belief, 1)
            ends = [node for node in builder.nodes if not node.edges and not node.is_over]
            assert not any(is_mid_turn(node.public) for node in ends)
            seen += 1
    assert seen


def test_inputs_with_zero_weight_do_not_change_the_nets_values() -> None:
    weights = dict(shipped_net().weights)
    first = weights["w1"]
    weights["w1"] = np.zeros((N_PUBLIC, first.shape[1]), np.float32)
    weights["w1"][: len(first)] = first
    publics = [read_position(view).public for view in random_views("keypad", range(2))]
    rows = public_net_features(PositionArrays(publics), WinUtilities((1.0, 2.0)))
    assert (shipped_net().public_layers(rows) == ValueNet(weights).public_layers(rows)).all()


def test_a_command_after_a_draw_is_decided_with_the_drawn_card_in_hand() -> None:
    shared_solver.cache_clear()
    words = 0
    for view in random_views("club", range(2)):
        position = read_position(view)
        public = position.public
        if public.phase == "command" and str(position.steps[-1].action) == "draw":
            found = QUICK.decide_in_position(position, Random(7))
            assert found.action in position.legal
            words += len(found.policy) > 1
    assert words


def test_only_who_is_obliged_to_play_without_a_marker_loses_the_round() -> None:
    public = small_game(3, 2, 1, 1, (), "when_obliged")
    public = public._replace(phase="turn", supply=(0, 0), hand_sizes=public.seating.limits)
    lost = lose_if_out_of_markers(public).result
    assert lost is not None and (lost.side, lost.by) == (1 - public.side, "markers")
    markers, cards = list(public.supply), list(public.hand_sizes)
    markers[public.seat], cards[public.seat] = 1, cards[public.seat] - 1
    for change in (
        {"supply": tuple(markers)},
        {"hand_sizes": tuple(cards)},
        {"phase": "command"},
        {"rules": replace(public.rules, out_of_markers="immediate")},
    ):
        other = public._replace(**change)
        assert lose_if_out_of_markers(other) == other
