"""Shrunken games for exact checks of the solver, and a brute-force best response to the solver."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.public_tree import NO_MOVE, PublicNode
from hacktrick.ai.solver.regret_matching import Solver
from hacktrick.game.actions import Action, PutUnderDeck
from hacktrick.game.cards import Card, Counts, hands_within, with_cards_removed
from hacktrick.game.editions import OutOfMarkers, Rules
from hacktrick.game.engine import apply, chance_outcomes
from hacktrick.game.state import PublicState, Seating, State
from hacktrick.game.transitions import begin_round


def small_game(
    values: int,
    copies: int,
    dealt: int,
    markers: int,
    aside: tuple[int, ...],
    out: OutOfMarkers = "immediate",
    **options: Any,
) -> PublicState:
    """Return the first public state of a game with fewer cards and markers."""
    rules = Rules(
        "keypad",
        target=5,
        out_of_markers=out,
        values=values,
        copies=copies,
        markers=markers,
        aside=len(aside),
        **options,
    )
    limit = dealt + 1
    seating = Seating((0, 1), (0, 1), (limit, limit), (dealt, dealt + 1), 1)
    return begin_round(rules, seating, aside, (0, 0), (0, 0))


def deals_with_probabilities(public: PublicState) -> list[tuple[State, float]]:
    """Return every deal with its probability."""
    rules = public.rules
    unseen = [rules.copies] * rules.values
    for card in public.aside:
        unseen[card] -= 1
    found = []
    for first in hands_within(tuple(unseen), public.hand_sizes[0]):
        left = with_cards_removed(tuple(unseen), first)
        for second in hands_within(left, public.hand_sizes[1]):
            deck = with_cards_removed(left, second)
            weight = float(number_of_ways(tuple(unseen), first) * number_of_ways(left, second))
            found.append((State(public, (first, second), deck, (), ((), ()), (None, None)), weight))
    total = sum(weight for _, weight in found)
    return [(state, weight / total) for state, weight in found]


def number_of_ways(unseen: Counts, hand: Counts) -> int:
    ways = 1
    for n, k in zip(unseen, hand, strict=True):
        for i in range(k):
            ways = ways * (n - i) // (i + 1)
    return ways


PrivateView = tuple[object, ...]
# A state, its weight, and what the responding seat saw privately.
World = tuple[State, float, PrivateView]


class BruteForceResponder:
    """Finds the best response to a solver's strategy by playing every deal through the engine."""

    def __init__(self, solver: Solver, strategy: Array, seat: int) -> None:
        self.solver, self.strategy, self.seat = solver, strategy, seat
        self.number = {id(node): k for k, node in enumerate(solver.builder.nodes)}

    def value(self) -> float:
        public = self.solver.builder.nodes[0].public
        worlds: list[World] = [
            (state, weight, (state.hands[self.seat],))
            for state, weight in deals_with_probabilities(public)
        ]
        return self._value_at(0, worlds)

    def _value_at(self, number: int, worlds: list[World]) -> float:
        node = self.solver.builder.nodes[number]
        if node.public.result is not None:
            result = node.public.result
            worth = self.solver.utilities.utility(
                self.seat, result.side, result.points, node.is_staked
            )
            return worth * sum(weight for _, weight, _ in worlds)
        if node.public.seat != self.seat:
            return sum(
                self._value_of_move(node, slot, worlds, True) for slot in range(len(node.slots))
            )
        alike: dict[PrivateView, list[World]] = defaultdict(list)
        for world in worlds:
            alike[world[2]].append(world)
        total = 0.0
        for group in alike.values():
            hand = group[0][0].hands[self.seat]
            may = [
                s
                for s in range(len(node.slots))
                if self._move_probability(number, s, hand) is not None
            ]
            total += max(self._value_of_move(node, slot, group, False) for slot in may)
        return total

    def _move_probability(self, number: int, slot: int, hand: Counts) -> float | None:
        """Return a move's probability in the strategy, or None if the hand forbids the move."""
        node, flat = self.solver.builder.nodes[number], self.solver.flat
        hands = self.solver.builder.hand_pairs[node.hand_pairs_number].hands[node.public.seat]
        index = self.solver.builder.table.index[hand]
        rows = [row for row, known in enumerate(hands) if known == index]
        if not rows:
            return None
        entry = flat.entries[number] + rows[0] * len(node.slots) + slot
        return float(self.strategy[entry]) if flat.legal[entry] else None

    def _value_of_move(
        self, node: PublicNode, slot: int, worlds: list[World], weighed: bool
    ) -> float:
        number = self.number[id(node)]
        below: dict[int, list[World]] = defaultdict(list)
        for state, weight, private in worlds:
            share = self._move_probability(number, slot, state.hands[node.public.seat])
            if share is None or (weighed and share == 0):
                continue
            weight *= share if weighed else 1.0
            for after, chance, seen, taken in self._outcomes_of_move(state, node.slots[slot]):
                child = self._child_after(node, slot, after, taken)
                below[child].append((after, weight * chance, private + seen))
        return sum(self._value_at(child, group) for child, group in below.items())

    def _outcomes_of_move(
        self, state: State, move: tuple[Action, ...]
    ) -> list[tuple[State, float, PrivateView, Card | None]]:
        """Return the next states with their probabilities and the private information.

        The private information is what the responding seat saw, and the card of a swap.
        """
        if move == NO_MOVE:
            return [(state, 1.0, (), None)]
        now: list[tuple[State, float, Card | None]] = [(state, 1.0, None)]
        for action in move:
            then = []
            for s, p, _ in now:
                outcomes = chance_outcomes(s, action)
                total = sum(weight for _, weight in outcomes)
                for chance, weight in outcomes:
                    step = apply(s, action, chance)
                    then.append((step.state, p * weight / total, step.facts.taken))
            now = then
        if state.public.seat != self.seat:
            return [(s, p, (), taken) for s, p, taken in now]
        # Players remember the cards that they put under the deck.
        known = move if isinstance(move[0], PutUnderDeck) else None
        return [(s, p, (s.hands[self.seat], known), taken) for s, p, taken in now]

    def _child_after(self, node: PublicNode, slot: int, after: State, taken: Card | None) -> int:
        table = self.solver.builder.table
        at = [table.index[hand] for hand in after.hands]
        for edge in node.edges:
            if edge.slot != slot or taken not in (None, edge.revealed):
                continue
            hand_pairs_number = self.solver.builder.hand_pairs[
                self.solver.builder.nodes[edge.child].hand_pairs_number
            ]
            fits = [at[s] in hand_pairs_number.hands[s] for s in (0, 1)]
            if all(fits):
                return edge.child
        raise AssertionError("a state without a node")
