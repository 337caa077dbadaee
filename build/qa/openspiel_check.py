#!/usr/bin/env python3
"""Compares the solver's best response with OpenSpiel's in the smallest reduced game.

python build/qa/openspiel_check.py

OpenSpiel's own algorithm walks every deal through the game engine and knows nothing of public
trees. Exits with an error if the two values differ by more than rounding. Needs the dependency
group ``openspiel``.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from open_spiel.python.algorithms.best_response import BestResponsePolicy

from hacktrick.ai.solver.public_belief import WinUtilities, belief_after_deal
from hacktrick.ai.solver.public_tree import PublicNode
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings
from hacktrick.arena.experiment_players import best_response_value
from hacktrick.game.state import State
from tests.support.small_games import (
    BruteForceResponder,
    PrivateView,
    deals_with_probabilities,
    small_game,
)

ROUNDING = 1e-6
FULL = SolverSettings(depth=99, narrow_replies=False, tremble=0.0, max_nodes=0)
CHANCE = -1


class SolverTreeWalker(BruteForceResponder):
    """Makes the moves of the solver's tree in the game engine, one deal at a time."""

    def moves_with_frequencies(self, number: int, state: State) -> list[tuple[int, float]]:
        """Return the moves that are possible with the hand to act, with their frequencies."""
        node = self.solver.builder.nodes[number]
        hand = state.hands[node.public.seat]
        found = [
            (slot, self._move_probability(number, slot, hand)) for slot in range(len(node.slots))
        ]
        return [(slot, share) for slot, share in found if share is not None]

    def outcomes_of_move(
        self, number: int, state: State, slot: int
    ) -> list[tuple[State, float, int]]:
        """Return the possible outcomes of a move, each as a state, its chance and its node."""
        node = self.solver.builder.nodes[number]
        return [
            (then, chance, self._child_after(node, slot, then, taken))
            for then, chance, _, taken in self._outcomes_of_move(state, node.slots[slot])
        ]


@dataclass(frozen=True)
class OpenSpielHistory:
    """A history of the game, with the methods that OpenSpiel's algorithm calls.

    Attributes:
        number: the node of the solver's tree.
        outcomes: the possible chance events; empty if a player is to act.
    """

    walker: SolverTreeWalker
    history: tuple[int, ...]
    number: int
    state: State | None
    observations: tuple[PrivateView, PrivateView]
    outcomes: tuple[tuple[State, float, int], ...] = ()

    def is_terminal(self) -> bool:
        return not self.outcomes and self._node.public.result is not None

    def is_chance_node(self) -> bool:
        return bool(self.outcomes)

    def is_simultaneous_node(self) -> bool:
        return False

    def current_player(self) -> int:
        return CHANCE if self.outcomes else self._node.public.seat

    def legal_actions(self, player: int | None = None) -> list[int]:
        assert self.state is not None
        return [slot for slot, _ in self.walker.moves_with_frequencies(self.number, self.state)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(n, chance) for n, (_, chance, _) in enumerate(self.outcomes)]

    def history_str(self) -> str:
        return " ".join(map(str, self.history))

    def information_state_string(self, player: int) -> str:
        return f"{self.number} {self.observations[player]}"

    def player_return(self, player: int) -> float:
        result = self._node.public.result
        assert result is not None
        return self.walker.solver.utilities.utility(player, result.side, result.points)

    def child(self, action: int) -> OpenSpielHistory:
        history = (*self.history, action)
        if self.outcomes:
            state, _, number = self.outcomes[action]
            return replace(
                self,
                history=history,
                number=number,
                state=state,
                observations=self._hands_seen_by_players(state),
                outcomes=(),
            )
        assert self.state is not None
        found = self.walker.outcomes_of_move(self.number, self.state, action)
        return replace(self, history=history, outcomes=tuple(found))

    def _hands_seen_by_players(self, state: State) -> tuple[PrivateView, PrivateView]:
        """Return what each player has seen so far, which is every hand they have had."""
        return (*self.observations[0], state.hands[0]), (*self.observations[1], state.hands[1])

    @property
    def _node(self) -> PublicNode:
        return self.walker.solver.builder.nodes[self.number]


class OpenSpielGame:
    """The game, with the only method that OpenSpiel's algorithm calls."""

    def num_players(self) -> int:
        return 2


class OpenSpielStrategy:
    """The solver's strategy as a policy of OpenSpiel."""

    def action_probabilities(
        self, state: OpenSpielHistory, player_id: int | None = None
    ) -> dict[int, float]:
        assert state.state is not None
        return dict(state.walker.moves_with_frequencies(state.number, state.state))


def openspiel_best_response(solver: Solver, seat: int) -> float:
    """Return the value of a seat's best response by OpenSpiel."""
    walker = SolverTreeWalker(solver, solver.average, seat)
    dealt = tuple(
        (state, chance, 0) for state, chance in deals_with_probabilities(solver.belief.public)
    )
    root = OpenSpielHistory(walker, (), 0, None, ((), ()), dealt)
    found: float = BestResponsePolicy(OpenSpielGame(), seat, OpenSpielStrategy(), root).value(root)
    return found


def largest_best_response_difference(solver: Solver) -> float:
    """Print both values for each seat, and return the largest difference."""
    worst = 0.0
    for seat in (0, 1):
        began = time.monotonic()
        theirs, ours = (
            openspiel_best_response(solver, seat),
            best_response_value(solver, solver.average, seat),
        )
        worst = max(worst, abs(theirs - ours))
        print(
            f"{solver.n_iterations} iterations, seat {seat}: {ours:+.7f} here, "
            f"{theirs:+.7f} by OpenSpiel ({time.monotonic() - began:.0f} s)",
            flush=True,
        )
    return worst


def main() -> int:
    public = small_game(3, 2, 1, 2, ())
    worst = 0.0
    for iterations in (2, 100):
        solver = Solver(
            belief_after_deal(public), WinUtilities(), None, replace(FULL, iterations=iterations)
        )
        solver.solve()
        worst = max(worst, largest_best_response_difference(solver))
    print(f"largest difference {worst:.1e}")
    return int(worst > ROUNDING)


if __name__ == "__main__":
    sys.exit(main())
