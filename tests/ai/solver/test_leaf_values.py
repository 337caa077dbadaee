"""The ends of a tree are worth what their definitions say, hand by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from hacktrick.ai.solver.flat_tree import Array, LeafBatch
from hacktrick.ai.solver.leaf_values import end_utilities, outcome_utilities, reach_masses
from hacktrick.ai.solver.public_belief import Ints, WinUtilities, belief_after_deal
from hacktrick.ai.solver.public_tree import PublicNode
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings
from hacktrick.ai.solver.value_net import shipped_net
from hacktrick.game.legality import legal_actions
from hacktrick.game.notation.position_parser import read_diagram
from tests.support.solver_rounds import round_with_laid_codes

UTILITIES = WinUtilities((0.5, 0.75), (2.0, 2.5), (0.25, 1.5))
TO_DEPTH = SolverSettings(depth=2, iterations=1, narrow_replies=False, tremble=0.0, max_nodes=0)
POSITION = "keypad turn=9 row=315 hands=??/?? board=2a,7A,4b,3b aside=02"


@cache
def solver_at_a_late_position() -> Solver:
    public = read_diagram(POSITION).public
    return Solver(belief_after_deal(public), UTILITIES, shipped_net(), TO_DEPTH)


@cache
def solver_with_called_stakes() -> Solver:
    """Return a solver whose tree has unfinished and finished rounds with and without a stake."""
    for seed in range(20):
        match = round_with_laid_codes(("doo", None), seed)
        rng = Random(seed)
        while not match.is_round_over:
            public = match.public
            if public.phase == "turn" and public.turn >= 5:
                solver = Solver(belief_after_deal(public), UTILITIES, shipped_net(), TO_DEPTH)
                kinds = {
                    (node.is_over, node.is_staked)
                    for node in solver.builder.nodes
                    if node.is_over or not node.edges
                }
                if len(kinds) == 4 and solver.flat.n_hands < 30_000:
                    return solver
            match.submit(public.seat, rng.choice(legal_actions(match.observe(public.seat))))
    raise AssertionError("no round has all kinds of ends")


SOLVERS = [solver_at_a_late_position, solver_with_called_stakes]


class FilledTree:
    """A tree with values and outcomes filled in for a random strategy."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        weights = np.random.default_rng(3).random(solver.flat.n_entries) * solver.flat.legal
        self.reach, self.values = solver.initial_reaches_and_values()
        solver.propagate_reach(solver.strategy_with_tremble(weights), self.reach)
        self.outcomes = np.zeros((solver.flat.n_hands + 1, solver.n_ends))
        solver.fill_leaves(self.reach, self.values, self.outcomes)

    def node_parts(self, batches: list[LeafBatch]) -> Iterator[NodePart]:
        for batch in batches:
            for row, number in enumerate(batch.nodes):
                places = [batch.hands[seat][row][batch.is_real[seat][row]] for seat in (0, 1)]
                real = np.ix_(batch.is_real[0][row], batch.is_real[1][row])
                ways = batch.ways[row][real].astype(np.float64)
                own = [self.reach[places[seat]] for seat in (0, 1)]
                yield NodePart(
                    self.solver.builder.nodes[int(number)],
                    places,
                    own,
                    (ways @ own[1], own[0] @ ways),
                )


class NodePart(NamedTuple):
    """A node at the end of a tree, with its part of the tree's arrays.

    Attributes:
        places: by seat, the places of its hands.
        own: by seat, the probabilities that the holders play towards the node.
        mass: by seat, the probability of reaching the node with each hand, without own moves.
    """

    node: PublicNode
    places: list[Ints]
    own: list[Array]
    mass: tuple[Array, Array]


@pytest.mark.parametrize("solver_of", SOLVERS)
def test_a_finished_round_is_worth_its_points_for_every_hand(
    solver_of: Callable[[], Solver],
) -> None:
    tree = FilledTree(solver_of())
    causes = set()
    for node, places, _own, mass in tree.node_parts(tree.solver.flat.terminals):
        result = node.public.result
        assert result is not None
        causes.add((result.side, result.points))
        for seat in (0, 1):
            worth = UTILITIES.utility(seat, result.side, result.points, node.is_staked)
            assert tree.values[places[seat]] == pytest.approx(mass[seat] * worth, rel=1e-4)
            end = (0 if result.side == seat else 2) + (result.points > 1) + 4 * node.is_staked
            chances = np.zeros((len(mass[seat]), tree.solver.n_ends))
            chances[:, end] = mass[seat]
            assert tree.outcomes[places[seat]] == pytest.approx(chances, rel=1e-4)
    assert len(causes) > 1


@pytest.mark.parametrize("solver_of", SOLVERS)
def test_what_one_seat_expects_at_a_leaf_the_other_loses(solver_of: Callable[[], Solver]) -> None:
    tree = FilledTree(solver_of())
    for _node, places, own, mass in tree.node_parts(tree.solver.flat.leaves):
        first, second = (own[seat] @ tree.values[places[seat]] for seat in (0, 1))
        assert first == pytest.approx(-second, abs=1e-5 * float(own[0] @ mass[0]))


@pytest.mark.parametrize("solver_of", SOLVERS)
def test_a_leaf_is_worth_its_ends_less_half_of_what_the_seats_disagree_about(
    solver_of: Callable[[], Solver],
) -> None:
    tree = FilledTree(solver_of())
    n_ends = tree.solver.n_ends
    for node, places, own, mass in tree.node_parts(tree.solver.flat.leaves):
        chances = [tree.outcomes[places[seat]] for seat in (0, 1)]
        other_kind = slice(0, 4) if node.is_staked else slice(4, n_ends)
        surplus = 0.0
        shifts = []
        for seat in (0, 1):
            assert chances[seat].sum(1) == pytest.approx(mass[seat], rel=1e-3, abs=1e-9)
            assert not chances[seat][:, other_kind].any()
            expected = chances[seat] @ end_utilities(UTILITIES, seat, n_ends)
            surplus += float(own[seat] @ expected)
            likely = mass[seat] > 1e-3 * mass[seat].max()
            shift = expected - tree.values[places[seat]]
            shifts.append(shift[likely] / mass[seat][likely])
        half = 0.5 * surplus / float(own[0] @ mass[0])
        for shift in shifts:
            assert shift == pytest.approx(half, abs=1e-4)


def test_the_ends_of_a_round_are_won_or_lost_by_one_or_two_points_with_or_without_a_stake() -> None:
    assert outcome_utilities(UTILITIES, 0).tolist() == [1, 1.5, -1, -1.75]
    assert outcome_utilities(UTILITIES, 1).tolist() == [1, 1.75, -1, -1.5]
    assert outcome_utilities(UTILITIES, 1, is_staked=True).tolist() == [2.5, 4, -2, -2.25]
    assert end_utilities(UTILITIES, 0, 4).tolist() == [1, 1.5, -1, -1.75]
    assert end_utilities(UTILITIES, 0, 8).tolist() == [1, 1.5, -1, -1.75, 2, 2.25, -2.5, -4]


def test_the_mass_of_a_hand_counts_the_other_hands_and_their_deals() -> None:
    ways = np.array([[[1.0, 2.0], [3.0, 4.0]]], dtype=np.float32)
    hands = (np.array([[0, 1]]), np.array([[2, 3]]))
    real = np.ones((1, 2), dtype=np.bool_)
    batch = LeafBatch(np.array([0]), hands, (real, real), ways)
    first, second = reach_masses(batch, np.array([0.5, 0.25, 0.1, 1.0], dtype=np.float32))
    assert first[0] == pytest.approx([0.1 + 2, 0.3 + 4])
    assert second[0] == pytest.approx([0.5 + 0.75, 1 + 1])
