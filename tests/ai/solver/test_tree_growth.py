"""The depth of a tree: it grows by whole moves within the work limit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hacktrick.ai.agent import run_to_end
from hacktrick.ai.decision_position import read_position
from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.solver import flat_tree, solving_player
from hacktrick.ai.solver.belief_tracker import finished_moves
from hacktrick.ai.solver.flat_tree import flatten_in_steps
from hacktrick.ai.solver.public_belief import PublicBelief
from hacktrick.ai.solver.public_tree import (
    PublicTreeBuilder,
    TreeSize,
    grow_tree_in_steps,
    tree_size,
)
from hacktrick.ai.solver.regret_matching import MIN_ITERATIONS, Solver, SolverSettings
from hacktrick.ai.solver.solving_player import SolvingPlayer, shared_solver, win_utilities
from hacktrick.game.editions import PRESETS, Rules
from tests.support.solver_rounds import random_views

KEYPAD = PRESETS["keypad"]
CLUB = PRESETS["club"]
WITS = PRESETS["wits"]


def sample_beliefs(rules: Rules) -> list[PublicBelief]:
    found = []
    for view in random_views(rules.preset, range(3))[::5]:
        position = read_position(view)
        if position.public.phase == "turn":
            turns, _ = finished_moves(position.steps)
            found.append(
                shared_solver(rules).belief(
                    position, turns, win_utilities(position.round_start), doubt=1.0
                )
            )
    return found


def tree_shape(builder: PublicTreeBuilder) -> list[str]:
    """Describe a tree, ignoring the order of nodes within a level."""
    nodes = builder.nodes
    return sorted(
        repr((node.public, node.level, node.lookahead, node.slots, len(node.edges)))
        for node in nodes
    )


@pytest.mark.parametrize("rules", [KEYPAD, CLUB, WITS], ids=["keypad", "club", "wits"])
def test_a_grown_tree_equals_one_built_to_the_same_depth(rules: Rules) -> None:
    depths = set()
    for belief in sample_beliefs(rules):
        grown = PublicTreeBuilder(belief, 1)
        depth = run_to_end(grow_tree_in_steps(grown, 600_000, 16, 4))
        assert tree_shape(grown) == tree_shape(PublicTreeBuilder(belief, depth))
        levels = [node.level for node in grown.nodes]
        assert levels == sorted(levels)
        depths.add(depth)
    assert len(depths) > 1


def test_only_many_hands_are_grouped_by_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few hands are padded to one size, since each batch has a cost of its own."""
    builder = PublicTreeBuilder(sample_beliefs(KEYPAD)[0], 1)
    monkeypatch.setattr(flat_tree, "SMALL_BATCH", 10**9)
    (padded,) = run_to_end(flatten_in_steps(builder)).leaves
    for limit, n_batches in ((padded.ways.size, 1), (padded.ways.size - 1, 2)):
        monkeypatch.setattr(flat_tree, "SMALL_BATCH", limit)
        batches = run_to_end(flatten_in_steps(builder)).leaves
        assert sorted(n for batch in batches for n in batch.nodes) == sorted(padded.nodes)
        assert min(len(batches), 2) == n_batches
        assert (sum(batch.ways.size for batch in batches) < padded.ways.size) == (n_batches > 1)


@pytest.mark.slow
def test_the_solution_does_not_depend_on_how_the_tree_was_built() -> None:
    net = shared_solver(KEYPAD).net
    for belief in sample_beliefs(KEYPAD):
        utilities = win_utilities(belief.public)
        grown = Solver(belief, utilities, net, SolverSettings(1, 8, work=400_000))
        built = Solver(belief, utilities, net, SolverSettings(grown.depth, 8))
        grown.solve()
        built.solve()
        assert (grown.root_policy() == built.root_policy()).all()


@pytest.mark.slow
def test_growth_that_costs_too_much_is_undone() -> None:
    taken_back = 0
    for belief in sample_beliefs(KEYPAD):
        for work in (30_000, 60_000, 120_000, 240_000):
            grown = PublicTreeBuilder(belief, 1)
            depth = run_to_end(grow_tree_in_steps(grown, work, 16, 9))
            assert tree_shape(grown) == tree_shape(PublicTreeBuilder(belief, depth))
            assert depth == 1 or tree_size(grown).estimated_microseconds(16) <= 1.5 * work
            again = PublicTreeBuilder(belief, depth + 1)
            taken_back += tree_size(again).estimated_microseconds(16) > 1.5 * work
    assert taken_back


def test_more_work_never_reduces_the_depth() -> None:
    for belief in sample_beliefs(KEYPAD):
        depths = [
            run_to_end(grow_tree_in_steps(PublicTreeBuilder(belief, 1), work, 16, 9))
            for work in (0, 10**5, 10**6)
        ]
        assert depths[0] == 1
        assert depths == sorted(depths)


def test_a_tree_grows_only_if_its_predicted_cost_is_within_the_work() -> None:
    """The prediction assumes that three fifths of the first moves can answer each first move."""
    for belief in sample_beliefs(KEYPAD)[:3]:
        now, deeper = (tree_size(PublicTreeBuilder(belief, depth)) for depth in (1, 2))
        factor = 0.6 * now.leaves
        predicted = TreeSize(
            now.nodes + int(now.leaves * 0.6 * (now.nodes - 1)),
            *(int(n * factor) for n in (now.leaves, now.rows, now.pairs)),
        )
        cost = round(predicted.estimated_microseconds(16))
        for work, goes_on in (
            (cost - 1, False),
            (cost, deeper.estimated_microseconds(16) <= 1.5 * cost),
        ):
            depth = run_to_end(grow_tree_in_steps(PublicTreeBuilder(belief, 1), work, 16, 2))
            assert depth == 1 + goes_on


def test_the_cost_of_a_tree_grows_with_each_of_its_parts() -> None:
    size = TreeSize(100, 50, 400, 2000)
    for more in (
        size._replace(nodes=101),
        size._replace(leaves=51),
        size._replace(rows=401),
        size._replace(pairs=2020),
    ):
        assert more.estimated_microseconds(16) > size.estimated_microseconds(16)
    assert size.estimated_microseconds(17) > size.estimated_microseconds(16)


def test_a_player_with_a_larger_work_limit_searches_deeper() -> None:
    quick = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))
    (belief, *_) = sample_beliefs(KEYPAD)
    utilities = win_utilities(belief.public)
    usual = quick.solve(belief, utilities)
    deeper = replace(quick, work=10**6).solve(belief, utilities)
    assert usual.depth == 1 < deeper.depth
    assert deeper.depth <= replace(quick, work=10**6).solve(belief, utilities, share=2.0).depth


def test_a_tree_that_costs_too_much_is_built_less_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = SolvingPlayer(2, 8, 60_000, (), OnePlyPlayer(counts_cards=True))
    depths = set()
    for most in (40_000, 2_500_000):
        monkeypatch.setattr(solving_player, "MAX_COST", most)
        for belief in sample_beliefs(KEYPAD):
            shared_solver.cache_clear()
            solver = agent.solve(belief, win_utilities(belief.public))
            costly = tree_size(solver.builder).estimated_microseconds(MIN_ITERATIONS) > most
            assert solver.depth == 1 or not costly
            depths.add((most, solver.depth))
    assert (40_000, 1) in depths
    assert (2_500_000, 1) not in depths


def test_a_leaf_that_is_reached_less_often_weighs_less_but_is_valued_alike() -> None:
    belief = sample_beliefs(KEYPAD)[0]
    solver = Solver(
        belief, win_utilities(belief.public), shared_solver(KEYPAD).net, SolverSettings()
    )
    assert solver.leaves is not None
    n = solver.flat.n_hands + 1
    often, seldom = np.zeros((2, n))
    reach = np.ones(n, dtype=np.float32)
    solver.leaves.fill_values_and_outcomes(reach, often)
    solver.leaves.fill_values_and_outcomes(reach / np.float32(2**20), seldom)
    assert seldom * 2**20 == pytest.approx(often, rel=1e-4, abs=1e-6)
    assert often.any()
