"""The public belief equals an enumeration of all deals, whatever strategies both players use.

The games include plays, draws, asks, hands shown before a forced draw, and reshuffles.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.public_belief import (
    WinUtilities,
    belief_after_deal,
    cards_in_hands_and_deck,
)
from hacktrick.ai.solver.public_tree import PublicNode
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings
from hacktrick.game import engine
from hacktrick.game.actions import ASK, DRAW
from hacktrick.game.cards import Counts, hands_within, with_cards_removed
from hacktrick.game.editions import OutOfMarkers
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import PublicState, State
from tests.support.small_games import (
    BruteForceResponder,
    deals_with_probabilities,
    number_of_ways,
    small_game,
)

SINGLE = 3e-7  # the relative error of weights in single precision
TO_THE_END = SolverSettings(depth=99, iterations=1, narrow_replies=False, tremble=0.0, max_nodes=0)


def late_turn(out: OutOfMarkers, markers: int, seed: int) -> PublicState:
    """Return a turn under Play in a small game, with few cards left and a captured marker."""
    rng = Random(seed)
    found = deals_with_probabilities(small_game(3, 2, 1, markers, (), out))
    (state,) = rng.choices([state for state, _ in found], [weight for _, weight in found])
    public = state.public
    while not (
        public.command_in_force == "play" and public.deck_size <= 2 and public.captured[public.seat]
    ):
        action = rng.choice(legal_actions(engine.observe(state, public.seat)))
        outcomes, weights = zip(*engine.chance_outcomes(state, action), strict=True)
        (chance,) = rng.choices(outcomes, weights)
        state = engine.apply(state, action, chance).state
        public = state.public
    return public


def every_deal(public: PublicState) -> list[tuple[State, float]]:
    """Return all hidden states with their weights."""
    unseen = cards_in_hands_and_deck(public)
    found = []
    for first in hands_within(unseen, public.hand_sizes[0]):
        left = with_cards_removed(unseen, first)
        for second in hands_within(left, public.hand_sizes[1]):
            ways = number_of_ways(unseen, first) * number_of_ways(left, second)
            hidden = ((first, second), with_cards_removed(left, second), (), ((), ()), (None, None))
            found.append((State(public, *hidden), float(ways)))
    return found


class EnumeratedReach(BruteForceResponder):
    """Follows all deals under a strategy and sums the weight of every pair of hands by node."""

    def __init__(self, solver: Solver, strategy: Array) -> None:
        super().__init__(solver, strategy, 0)
        self.weights: dict[tuple[int, tuple[Counts, ...]], float] = {}

    def walk(self, number: int, state: State, weight: float) -> None:
        key = number, state.hands
        self.weights[key] = self.weights.get(key, 0.0) + weight
        node = self.solver.builder.nodes[number]
        for slot, move in enumerate(node.slots):
            share = self._move_probability(number, slot, state.hands[node.public.seat])
            if not share:
                continue
            for after, chance, _, taken in self._outcomes_of_move(state, move):
                child = self._child_after(node, slot, after, taken)
                self.walk(child, after, weight * share * chance)


def random_strategy(solver: Solver, seed: int) -> Array:
    weights = np.random.default_rng(seed).random(solver.flat.n_entries) * solver.flat.legal
    return solver.strategy_with_tremble(weights)


def count_event_kinds(nodes: list[PublicNode]) -> Counter[str]:
    found: Counter[str] = Counter()
    for node in nodes:
        for edge in node.edges:
            move = node.slots[edge.slot]
            found["ask"] += move == (ASK,)
            found["shown"] += move == (DRAW,) and node.public.command_in_force == "play"
            found["made anew"] += move == (DRAW,) and node.public.deck_size == 1
    return found


@pytest.mark.parametrize(
    ("out", "markers"), [("when_obliged", 3), ("immediate", 4)], ids=["when obliged", "immediate"]
)
def test_the_belief_at_every_node_equals_enumerating_all_deals(
    out: OutOfMarkers, markers: int
) -> None:
    solver = Solver(
        belief_after_deal(late_turn(out, markers, seed=31)), WinUtilities(), None, TO_THE_END
    )
    nodes = solver.builder.nodes
    assert min(count_event_kinds(nodes)[name] for name in ("ask", "shown", "made anew")) > 0
    strategy = random_strategy(solver, 5)
    reach, _ = solver.initial_reaches_and_values()
    solver.propagate_reach(strategy, reach)
    walk = EnumeratedReach(solver, strategy)
    worlds = every_deal(nodes[0].public)
    total = sum(weight for _, weight in worlds)
    for state, weight in worlds:
        walk.walk(0, state, weight / total)
    compared = 0
    for number, node in enumerate(nodes):
        hand_pairs_number = solver.builder.hand_pairs[node.hand_pairs_number]
        own = [reach[solver.flat.places[number][seat] :] for seat in (0, 1)]
        for i, first in enumerate(hand_pairs_number.hands[0]):
            for j, second in enumerate(hand_pairs_number.hands[1]):
                hands = tuple(solver.builder.table.hands[int(h)] for h in (first, second))
                weight = own[0][i] * own[1][j] * float(hand_pairs_number.ways[i, j])
                assert weight == pytest.approx(walk.weights.pop((number, hands), 0.0), abs=SINGLE)
                compared += 1
    assert not walk.weights
    assert compared > 200
