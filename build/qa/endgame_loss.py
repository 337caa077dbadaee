#!/usr/bin/env python3
"""Measures what level 10 loses in late positions that can be solved exactly.

python build/qa/endgame_loss.py [--games 12] [--nodes 400 2000] [--pure X] [--seed 1]
    [--rounds 4000]

Takes positions of half-random rounds of ``keypad``, leaves each player one to three markers, and
deals the hands anew from what everybody knows. Positions whose tree has that many nodes are solved
to the end of the round. A position counts only if mistakes are costly there: against best responses
the uniform strategy must lose at least 0.2 points a round, and the second iterate of the solver at
least 0.02. With --pure, the solution must lose at least X when it always makes its most frequent
move: only then does mixing matter.

Level 10 then decides at every node of the tree, with its net, its depth limit and the belief it
would have, and takes every win. The exact best response to that strategy says what it loses: half
of what both players together gain by responding. One unit is a win by one point; a double counts
what it is worth at the score.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.ai.levels.catalogue import LEVELS, LazySolvingPlayer
from hacktrick.ai.solver.belief_tracker import (
    INFERENCE_DOUBT,
    OPPONENT_MODEL,
    opponent_model_policy,
)
from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.public_belief import (
    PublicBelief,
    WinUtilities,
    belief_after_deal,
    pruned_belief,
)
from hacktrick.ai.solver.public_tree import (
    Move,
    PublicNode,
    PublicTreeBuilder,
    TreeEdge,
    TreeTooLarge,
)
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings
from hacktrick.ai.solver.solving_player import SolvingPlayer, shared_solver, win_utilities
from hacktrick.arena.experiment_players import exploitability, level_policy
from hacktrick.game.actions import DRAW
from hacktrick.game.editions import PRESETS
from hacktrick.game.state import IN_SUPPLY, OUT_OF_ROUND, PublicState
from tests.support.resampled_matches import resampled_positions

LEVEL = 10
EXACT = SolverSettings(depth=99, iterations=400, narrow_replies=False, tremble=0.0, max_nodes=0)
SHARE_OF_TURNS = 0.25  # share of turns, drawn at random, to examine, so that positions differ
SUPPLIES = ((1, 2), (2, 1), (2, 2), (2, 3), (3, 2))
MIN_UNIFORM_LOSS, MIN_SECOND_LOSS = 0.2, 0.02


class LatePosition(NamedTuple):
    """A position to measure, with its exact solution.

    Attributes:
        solver: the solved tree to the end of the round.
        uniform, second, solved: the losses of the uniform strategy, of the solver's strategy after
            its second iteration, and of its solution.
        pure: the loss of the strategy that always makes the most frequent move of the solution.
    """

    name: str
    solver: Solver
    uniform: float
    second: float
    solved: float
    pure: float


def late_positions(
    n_rounds: int, n_tree_nodes: range, least_pure_loss: float, seed: int
) -> Iterator[LatePosition]:
    """Yield late positions in which mistakes matter, at most one from each round.

    Args:
        n_rounds: the number of rounds to search.
        n_tree_nodes: the allowed numbers of nodes in the tree to the end of the round.
        least_pure_loss: the minimum of ``LatePosition.pure``; below it, mixing hardly matters.
    """
    for number in range(n_rounds):
        rng = Random(f"{seed} {number}")
        for match in resampled_positions(PRESETS["keypad"], 10_000 * seed + number):
            if match.public.phase != "turn" or rng.random() > SHARE_OF_TURNS:
                continue
            belief = belief_after_deal(with_few_markers_left(match.public, rng.choice(SUPPLIES)))
            found = _solved_if_suitable(f"{seed}:{number}", belief, n_tree_nodes)
            if found is not None and found.pure >= least_pure_loss:
                yield found
                break


def with_few_markers_left(public: PublicState, supply: tuple[int, int]) -> PublicState:
    """Return a position with few markers in the supply, so that the round ends soon."""
    double = tuple(OUT_OF_ROUND if key == IN_SUPPLY else key for key in public.double)
    return public._replace(supply=supply, double=double, captured=(0, 0))


def _solved_if_suitable(name: str, belief: PublicBelief, nodes: range) -> LatePosition | None:
    """Return a position with its solution.

    Returns None if its tree is too small or too large, or if mistakes cost too little.
    """
    try:
        tree = PublicTreeBuilder(belief, EXACT.depth, narrow_replies=False, max_nodes=nodes.stop)
    except TreeTooLarge:
        return None
    if len(tree.nodes) not in nodes:
        return None
    solver = Solver(belief, win_utilities(belief.public), None, EXACT)
    uniform = exploitability(solver, solver.average)
    if uniform < MIN_UNIFORM_LOSS:
        return None
    solver.iterations = 2
    solver.solve()
    second = exploitability(solver, solver.average)
    if second < MIN_SECOND_LOSS:
        return None
    solver.iterations = EXACT.iterations
    solver.solve()
    solved = exploitability(solver, solver.average)
    unmixed = exploitability(solver, most_frequent_move_strategy(solver))
    return LatePosition(name, solver, uniform, second, solved, unmixed)


def most_frequent_move_strategy(solver: Solver) -> Array:
    """Return the strategy that always makes the most frequent move of the solution."""
    flat = solver.flat
    most = np.maximum.reduceat(solver.average, flat.row_start)[flat.row_of]
    first = np.zeros(len(solver.average))
    for begin, end in pairwise([*flat.row_start.tolist(), len(first)]):
        first[begin + int(np.argmax(solver.average[begin:end] == most[begin:end]))] = 1
    return first


def level_10_without_fallbacks() -> SolvingPlayer:
    """Return the level's player without its fallbacks for other rules."""
    agent = LEVELS[LEVEL].agent
    assert isinstance(agent, LazySolvingPlayer)
    return SolvingPlayer(
        *(agent.depth, agent.iterations, agent.effort, agent.extra_depth_pairs, agent.fallback)
    )


class LevelStrategy:
    """The strategy that the level plays in a solved tree, from its decision at every node."""

    def __init__(self, exact: Solver, utilities: WinUtilities) -> None:
        self.exact, self.utilities = exact, utilities
        self.agent = level_10_without_fallbacks()
        self.beliefs: dict[int, PublicBelief] = {0: exact.belief}
        self.strategy = exact._uniform.copy()

    def compute_move_shares(self) -> Array:
        """Return the strategy: one share for each entry of the tree."""
        for number, node in enumerate(self.exact.builder.nodes):
            belief = self.beliefs.pop(number, None)
            if not node.edges:
                continue
            assert belief is not None, "the level's model knows every move of the tree"
            self._add_level_decision(number, belief)
            self._compute_beliefs_after_moves(number, belief)
        return self.strategy

    def _add_level_decision(self, number: int, belief: PublicBelief) -> None:
        solver = self.agent.solve(belief, self.utilities)
        self._write_move_shares(number, belief, solver.moves, level_policy(solver))

    def _write_move_shares(
        self, number: int, belief: PublicBelief, moves: list[Move], policy: Array
    ) -> None:
        """Write the shares of each hand that is possible in the belief."""
        builder, flat = self.exact.builder, self.exact.flat
        node = builder.nodes[number]
        me = node.public.seat
        hands = builder.hand_pairs[node.hand_pairs_number].hands[me].tolist()
        for row, hand in enumerate(belief.hands[me].tolist()):
            first = flat.entries[number] + hands.index(hand) * len(node.slots)
            shares = np.zeros(len(node.slots))
            for slot, move in enumerate(moves):
                if policy[row, slot] > 0:
                    shares[node.slots.index(move)] = policy[row, slot]
            shares *= flat.legal[first : first + len(shares)]
            if shares.sum() > 0:
                self.strategy[first : first + len(shares)] = shares / shares.sum()

    def _compute_beliefs_after_moves(self, number: int, belief: PublicBelief) -> None:
        """Compute the beliefs after every move, as the level's belief tracker does."""
        net = shared_solver(belief.public.rules).net
        model = Solver(
            belief,
            self.utilities,
            net,
            SolverSettings(OPPONENT_MODEL.depth, OPPONENT_MODEL.iterations),
        )
        model.solve()
        policy = opponent_model_policy(model, INFERENCE_DOUBT)
        builder = self.exact.builder
        node = builder.nodes[number]
        known = {self._edge_key(builder, node, edge): edge for edge in node.edges}
        root = model.builder.nodes[0]
        for edge in root.edges:
            ours = known[self._edge_key(model.builder, root, edge)]
            if builder.nodes[ours.child].edges:
                self.beliefs[ours.child] = self._belief_after(model, edge, policy)

    @staticmethod
    def _edge_key(builder: PublicTreeBuilder, node: PublicNode, edge: TreeEdge) -> object:
        """Return a key that distinguishes the children of a node.

        The key consists of the move, what the move revealed and, after a reshuffle, the hands.
        """
        move, child = node.slots[edge.slot], builder.nodes[edge.child]
        opened = move[:1] == (DRAW,) and node.public.deck_size == 1
        hands = builder.hand_pairs[child.hand_pairs_number].hands if opened else ()
        return move, edge.revealed, tuple(int(numbers[0]) for numbers in hands)

    @staticmethod
    def _belief_after(model: Solver, edge: TreeEdge, policy: Array) -> PublicBelief:
        builder = model.builder
        child = builder.nodes[edge.child]
        hands = builder.hand_pairs[child.hand_pairs_number].hands
        me, old = model.belief.public.seat, model.belief.likelihood
        src, dst, coef = edge.own
        weights = coef * old[me][src] * policy[src, edge.slot]
        own = np.bincount(dst, weights, len(hands[me])).astype(np.float32)
        other = old[1 - me]
        if edge.other is not None:
            other = edge.other.coef * other[edge.other.src]
        pair = (own, other) if me == 0 else (other, own)
        return pruned_belief(PublicBelief(child.public, hands, pair))


def exploitability_of_level(found: LatePosition) -> float:
    """Return what the level loses in a position, in points a round."""
    strategy = LevelStrategy(found.solver, found.solver.utilities).compute_move_shares()
    return exploitability(found.solver, strategy)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=12, help="number of positions to measure")
    parser.add_argument(
        "--nodes",
        type=int,
        nargs=2,
        default=(400, 2000),
        help="minimum and maximum number of nodes",
    )
    parser.add_argument(
        "--pure", type=float, default=-1.0, help="only positions that lose this much without mixing"
    )
    parser.add_argument("--rounds", type=int, default=4000, help="number of rounds to search")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    losses = []
    for found in late_positions(options.rounds, range(*options.nodes), options.pure, options.seed):
        losses.append(
            round(exploitability_of_level(found), 4) + 0.0
        )  # the addition turns -0.0 into 0.0
        print(
            f"round {found.name}: {len(found.solver.builder.nodes)} nodes, uniform "
            f"{found.uniform:.3f}, second iterate {found.second:.3f}, pure {found.pure:.3f}, "
            f"solved {found.solved:.5f}, "
            f"level {LEVEL} {losses[-1]:.4f}",
            flush=True,
        )
        if len(losses) == options.games:
            break
    if losses:
        print(
            f"{len(losses)} positions: level {LEVEL} loses {sum(losses) / len(losses):.4f} on "
            f"average, {max(losses):.4f} at most"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
