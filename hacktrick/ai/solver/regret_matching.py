"""Solves a public tree with CFR+ (Tammelin 2014): regret matching plus and weighted averaging.

The tree ends after a few moves, where a value net takes over, as in DeepStack (Moravčík and others
2017) and ReBeL (Brown and others 2020). The solution depends only on belief, utilities, net
and settings, unless a deadline stops it early.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

import numpy as np

from hacktrick.ai.agent import NO_DEADLINE, Deadline, Interruptible, run_to_end
from hacktrick.ai.solver.flat_tree import Array, FlatTree, flatten_in_steps
from hacktrick.ai.solver.leaf_values import (
    LeafValues,
    NetLeafValues,
    TerminalValues,
    end_utilities,
    n_possible_ends,
)
from hacktrick.ai.solver.public_belief import PublicBelief, WinUtilities
from hacktrick.ai.solver.public_tree import (
    MAX_NODES,
    Move,
    PublicTreeBuilder,
    TreeTooLarge,
    grow_tree_in_steps,
    iteration_cost,
    tree_size,
)
from hacktrick.ai.solver.value_net import ValueNet

TREMBLE = 1e-3  # share of the uniform strategy, so that the belief after every move is defined
# Share of the time limit for iterating; evaluating the average strategy needs the rest.
SOLVING_TIME_SHARE = 0.85
MAX_DEPTH = 12  # maximum depth of a tree, in moves
MIN_ITERATIONS = 8  # fewer iterations give no useful solution
AVERAGING_POWER = 2.0  # iteration t has the weight t ** AVERAGING_POWER in the average


@dataclass(frozen=True)
class SolverSettings:
    """The limits and approximations with which a position is solved.

    Attributes:
        depth: the number of moves to look ahead.
        iterations: the number of iterations of CFR+.
        narrow_replies: whether replies leave out Guards and early doubles.
        tremble: the share of the uniform strategy.
        max_nodes: the most nodes allowed; 0 for no limit.
        max_cost: the longest estimated time for ``MIN_ITERATIONS``, in microseconds; 0 for no
            limit.
        work: in microseconds; the tree grows beyond ``depth`` while its estimated cost is lower.
    """

    depth: int = 1
    iterations: int = 16
    narrow_replies: bool = True
    tremble: float = TREMBLE
    max_nodes: int = MAX_NODES
    max_cost: int = 0
    work: int = 0


class Solver:
    """Builds the public tree below a belief and solves it.

    Args:
        net: values the leaves; None if the tree reaches the end of the round everywhere.

    Raises:
        TreeTooLarge: the tree exceeds the limits of the settings, or takes too long to build.
    """

    def __init__(
        self,
        belief: PublicBelief,
        utilities: WinUtilities,
        net: ValueNet | None,
        settings: SolverSettings,
        clock: Deadline = NO_DEADLINE,
    ) -> None:
        run_to_end(self._create_in_steps(belief, utilities, net, settings, clock))

    @classmethod
    def create_in_steps(
        cls,
        belief: PublicBelief,
        utilities: WinUtilities,
        net: ValueNet | None,
        settings: SolverSettings,
        clock: Deadline = NO_DEADLINE,
    ) -> Interruptible[Solver]:
        """Create a solver in a generator that yields while it builds the tree."""
        solver = cls.__new__(cls)
        yield from solver._create_in_steps(belief, utilities, net, settings, clock)
        return solver

    def _create_in_steps(
        self,
        belief: PublicBelief,
        utilities: WinUtilities,
        net: ValueNet | None,
        settings: SolverSettings,
        clock: Deadline,
    ) -> Interruptible[None]:
        self.belief, self.utilities, self.settings = belief, utilities, settings
        narrow, max_nodes = settings.narrow_replies, settings.max_nodes
        self.builder = PublicTreeBuilder(
            belief, settings.depth, narrow, max_nodes, clock, in_pieces=True
        )
        yield from self.builder.grow_in_steps()
        if 0 < settings.max_cost < tree_size(self.builder).estimated_microseconds(MIN_ITERATIONS):
            raise TreeTooLarge
        self.depth = settings.depth
        if settings.work:
            self.depth = yield from grow_tree_in_steps(
                self.builder, settings.work, settings.iterations, MAX_DEPTH
            )
        self.flat: FlatTree = yield from flatten_in_steps(self.builder)
        yield
        flat = self.flat
        self.n_ends = n_possible_ends(self.builder)
        self.terminals = TerminalValues(self.builder, flat, utilities)
        yield
        self.leaves: LeafValues | None = None
        if flat.leaves:
            if net is None:
                raise ValueError("a tree with leaves needs a net")
            self.leaves = yield from NetLeafValues.create_in_steps(
                self.builder, flat, utilities, net
            )
            yield
        per_row = np.add.reduceat(flat.legal.astype(np.float64), flat.row_start)
        self._uniform = flat.legal / np.maximum(per_row, 1)[flat.row_of]
        self._q = np.zeros(flat.n_entries)
        self.average = self._uniform
        self.iterations = settings.iterations
        self.n_iterations = 0

    def solve(self, clock: Deadline = NO_DEADLINE) -> None:
        """Compute the average strategy and the values of all moves.

        Args:
            clock: may stop the iterations early.
        """
        run_to_end(self.solve_in_steps(clock))

    def solve_in_steps(self, clock: Deadline = NO_DEADLINE) -> Interruptible[None]:
        """Like ``solve``, but as a generator that yields after every iteration."""
        flat = self.flat
        regret = np.zeros(flat.n_entries)
        total = np.zeros(flat.n_entries)
        reach, values = self.initial_reaches_and_values()
        for time in range(1, self.iterations + 1):
            strategy = self.strategy_with_tremble(regret)
            self.propagate_reach(strategy, reach)
            self.fill_leaves(reach, values)
            self.propagate_values(strategy, values)
            regret += (self._q - values[flat.row_hand][flat.row_of]) * flat.legal
            np.maximum(regret, 0, out=regret)
            own = reach[flat.row_hand] * time**AVERAGING_POWER
            total += own[flat.row_of] * strategy
            self.n_iterations = time
            yield
            if time < self.iterations and clock.is_share_used_up(SOLVING_TIME_SHARE):
                break
        self.average = self.strategy_with_tremble(total)
        yield
        self._evaluate_average_strategy(reach, values)

    def _evaluate_average_strategy(self, reach: Array, values: Array) -> None:
        """Compute the move values and the chances of all ends under the average strategy."""
        outcomes = np.zeros((self.flat.n_hands + 1, self.n_ends))
        self.propagate_reach(self.average, reach)
        self.fill_leaves(reach, values, outcomes)
        for place in range(self.n_ends):
            column = np.ascontiguousarray(outcomes[:, place])
            self.propagate_values(self.average, column)
            outcomes[:, place] = column
        self.outcomes = outcomes

    def initial_reaches_and_values(self) -> tuple[Array, Array]:
        """Return the arrays for a pass: reaches, filled in only at the root, and values, all zero.

        Both arrays have one place for each hand and one more for padding.
        """
        flat, belief = self.flat, self.belief
        reach = np.zeros(flat.n_hands + 1)
        joint = belief.likelihood[0][:, None] * belief.likelihood[1][None, :]
        joint = joint * self.builder.hand_pairs[0].ways
        first = len(belief.hands[0])
        reach[:first] = belief.likelihood[0] / max(float(joint.sum()), 1e-30)
        reach[first : first + len(belief.hands[1])] = belief.likelihood[1]
        return reach, np.zeros(flat.n_hands + 1)

    def strategy_with_tremble(self, weights: Array) -> Array:
        """Return the strategy proportional to ``weights``, mixed with a uniform one: [entry]."""
        flat, tremble = self.flat, self.settings.tremble
        total = np.add.reduceat(weights, flat.row_start)
        known = (total > 1e-30)[flat.row_of]
        shares = weights / np.maximum(total, 1e-30)[flat.row_of]
        strategy = np.where(known, shares, self._uniform)
        return (1 - tremble) * strategy + tremble * self._uniform if tremble else strategy

    def propagate_reach(self, strategy: Array, reach: Array) -> None:
        """Compute the reach of every hand from the root down and write it to ``reach``.

        Reach is the probability that a player holds the hand and makes the moves that lead to the
        node.

        Args:
            strategy: the probability of each move.
        """
        for level in self.flat.levels:
            begin = level.end
            own = np.bincount(
                level.own_dst - begin,
                level.own_coef * reach[level.own_src] * strategy[level.own_entry],
            )
            other = np.bincount(level.other_dst - begin, level.other_coef * reach[level.other_src])
            n = max(len(own), len(other))
            reach[begin : begin + n] = 0
            reach[begin : begin + len(own)] += own
            reach[begin : begin + len(other)] += other

    def propagate_values(self, strategy: Array, values: Array) -> None:
        """Compute the values of all nodes and moves, starting from the values of the leaves.

        The values of nodes are written to ``values``, the values of moves to ``_q``.

        Args:
            strategy: the probability of each move.
        """
        flat = self.flat
        for level in reversed(flat.levels):
            entries = slice(level.entry_begin, level.entry_end)
            q = level.move_values(values)
            self._q[entries] = q
            rows = slice(level.row_begin, level.row_end)
            starts = flat.row_start[rows] - level.entry_begin
            values[flat.row_hand[rows]] = np.add.reduceat(strategy[entries] * q, starts)
            level.propagate_opponent_values(values)

    def fill_leaves(self, reach: Array, values: Array, outcomes: Array | None = None) -> None:
        """Write the values of all leaves and finished rounds to ``values``.

        Args:
            reach: the reach of every hand, as ``propagate_reach`` writes it.
            outcomes: also receives the chances of the ends, if given.
        """
        held = reach.astype(np.float32)
        values[-1] = held[-1] = 0
        self.terminals.fill_values_and_outcomes(held, values, outcomes)
        if self.leaves is not None:
            self.leaves.fill_values_and_outcomes(held, values, outcomes)

    @property
    def iteration_cost(self) -> int:
        """The estimated time for one iteration, in microseconds on an average processor.

        The estimate depends only on the tree, so a position always gets the same number of
        iterations.
        """
        leaves = self.flat.leaves
        rows = sum(sum(part.n_hands) for part in leaves)
        nodes = sum(len(part.nodes) for part in leaves)
        pairs = sum(part.ways.size for part in leaves)
        return iteration_cost(nodes, rows, pairs)

    def reduced_to_root(self) -> Solver:
        """Return a copy with only the results at the root, about a hundredth of the size.

        The copy cannot be solved any further.
        """
        root, n = self.builder.nodes[0], self.root_policy().size
        last = max((edge.child for edge in root.edges), default=0)
        ends = [self.flat.places[0][seat] + len(self.belief.hands[seat]) for seat in (0, 1)]
        me = root.public.seat
        for edge in root.edges:
            ends.append(self.flat.places[edge.child][me] + int(edge.own.dst.max(initial=-1)) + 1)
        kept = copy(self)
        kept.builder = self.builder.reduced_to_root(last)
        kept.flat = self.flat.reduced_to_root(last, n)
        kept.average, kept.outcomes = self.average[:n].copy(), self.outcomes[: max(ends)].copy()
        for name in ("terminals", "leaves", "_uniform", "_q"):
            delattr(kept, name)
        return kept

    @property
    def moves(self) -> list[Move]:
        """The moves of the player to act, at the root of the tree."""
        return self.builder.nodes[0].slots

    def root_policy(self) -> Array:
        """Return the average strategy at the root: [hand of the mover, move]."""
        n = len(self.belief.hands[self.belief.public.seat])
        return self.average[: n * len(self.moves)].reshape(n, -1)

    def round_end_chances(self, seat: int) -> Array:
        """Return the chances of the round's ends at the root: [hand of ``seat``, end].

        There are four ends, or eight if stakes are possible; the first four are those without a
        stake.
        """
        at = self.flat.places[0][seat]
        found = np.maximum(self.outcomes[at : at + len(self.belief.hands[seat])], 0)
        shares: Array = found / np.maximum(found.sum(1, keepdims=True), 1e-30)
        return shares

    def utilities_by_hand(self, seat: int) -> Array:
        """Return the expected utility of the round for every hand of ``seat``: [hand]."""
        worth: Array = self.round_end_chances(seat) @ end_utilities(
            self.utilities, seat, self.n_ends
        )
        return worth

    def round_end_chances_by_move(self, hand: int) -> Array:
        """Return the chances of the round's ends after each move of one hand: [move, end].

        Args:
            hand: the row of the mover's hand.
        """
        root = self.builder.nodes[0]
        me = root.public.seat
        found = np.zeros((len(root.slots), self.n_ends))
        for edge in root.edges:
            here = edge.own.src == hand
            at = self.flat.places[edge.child][me] + edge.own.dst[here]
            found[edge.slot] += edge.own.coef[here] @ np.maximum(self.outcomes[at], 0)
        shares: Array = found / np.maximum(found.sum(1, keepdims=True), 1e-30)
        return shares

    def move_values(self) -> Array:
        """Return the utility of each move at the root: [hand, move]; 0 for impossible moves."""
        root = self.builder.nodes[0]
        me, n = root.public.seat, len(self.belief.hands[root.public.seat])
        worth = end_utilities(self.utilities, me, self.n_ends)
        total, mass = np.zeros((len(root.slots), n)), np.zeros((len(root.slots), n))
        for edge in root.edges:
            at = self.flat.places[edge.child][me] + edge.own.dst
            found = edge.own.coef[:, None] * np.maximum(self.outcomes[at], 0)
            total[edge.slot] += np.bincount(edge.own.src, found @ worth, minlength=n)
            mass[edge.slot] += np.bincount(edge.own.src, found.sum(1), minlength=n)
        values: Array = (total / np.maximum(mass, 1e-30)).T
        return values
