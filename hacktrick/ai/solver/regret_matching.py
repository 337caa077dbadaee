"""Solves a public tree by regret matching plus, averaging strategies by own reach and iteration.

The solution depends on belief, prices, net and number of iterations; a deadline can only stop it.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

import numpy as np

from hacktrick.ai.interruptible import NO_DEADLINE, Deadline, Interruptible, run_to_end
from hacktrick.ai.solver.flat_tree import Array, FlatTree, flatten_in_steps
from hacktrick.ai.solver.leaf_values import (
    LeafValues,
    NetLeafValues,
    TerminalValues,
    end_utilities,
    n_ends,
)
from hacktrick.ai.solver.public_belief import PublicBelief, WinPrices
from hacktrick.ai.solver.public_tree import (
    MAX_NODES,
    Move,
    PublicTreeBuilder,
    grow_tree_in_steps,
    iteration_cost,
)
from hacktrick.ai.solver.value_net import ValueNet

TREMBLE = 1e-3  # every move has this much of a chance, so that beliefs after it mean something
SOLVING_TIME_SHARE = 0.85  # of the time; the rest is for the values under the average strategy
MAX_DEPTH = 12  # moves
AVERAGING_POWER = 2.0  # iteration t counts t ** POWER in the average


@dataclass(frozen=True)
class SolverSettings:
    """How a position is solved."""

    depth: int = 1
    iterations: int = 16
    narrow_replies: bool = True
    tremble: float = TREMBLE
    most_nodes: int = MAX_NODES  # 0: any number
    work: int = 0  # microseconds: looked deeper than ``depth`` as long as it takes no more


class Solver:
    """The tree below one belief, and its solution.

    Raises:
        TreeTooLarge: the tree has more nodes than the settings allow, or took too long to build.
    """

    def __init__(
        self,
        belief: PublicBelief,
        prices: WinPrices,
        net: ValueNet | None,
        settings: SolverSettings,
        clock: Deadline = NO_DEADLINE,
    ) -> None:
        run_to_end(self._making(belief, prices, net, settings, clock))

    @classmethod
    def making(
        cls,
        belief: PublicBelief,
        prices: WinPrices,
        net: ValueNet | None,
        settings: SolverSettings,
        clock: Deadline = NO_DEADLINE,
    ) -> Interruptible[Solver]:
        """The same in pieces."""
        solver = cls.__new__(cls)
        yield from solver._making(belief, prices, net, settings, clock)
        return solver

    def _making(
        self,
        belief: PublicBelief,
        prices: WinPrices,
        net: ValueNet | None,
        settings: SolverSettings,
        clock: Deadline,
    ) -> Interruptible[None]:
        self.belief, self.prices, self.settings = belief, prices, settings
        narrow, most = settings.narrow_replies, settings.most_nodes
        self.builder = PublicTreeBuilder(
            belief, settings.depth, narrow, most, clock, in_pieces=True
        )
        yield from self.builder.growing()
        self.depth = settings.depth
        if settings.work:
            self.depth = yield from grow_tree_in_steps(
                self.builder, settings.work, settings.iterations, MAX_DEPTH
            )
        self.flat: FlatTree = yield from flatten_in_steps(self.builder)
        yield
        flat = self.flat
        self.n_ends = n_ends(self.builder)
        self.terminals = TerminalValues(self.builder, flat, prices)
        yield
        self.leaves: LeafValues | None = None
        if flat.leaves:
            if net is None:
                raise ValueError("a tree with leaves needs a net")
            self.leaves = yield from NetLeafValues.reading(self.builder, flat, prices, net)
            yield
        per_row = np.add.reduceat(flat.legal.astype(np.float64), flat.row_start)
        self._uniform = flat.legal / np.maximum(per_row, 1)[flat.row_of]
        self._q = np.zeros(flat.n_entries)
        self.average = self._uniform
        self.iterations = settings.iterations
        self.n_iterations = 0

    def solve(self, clock: Deadline = NO_DEADLINE) -> None:
        """Iterates; afterwards ``average`` is the strategy, with a value for every move."""
        run_to_end(self.solving(clock))

    def solving(self, clock: Deadline = NO_DEADLINE) -> Interruptible[None]:
        """The same in pieces."""
        flat = self.flat
        regret = np.zeros(flat.n_entries)
        total = np.zeros(flat.n_entries)
        reach, values = self.start()
        for time in range(1, self.iterations + 1):
            strategy = self.normalised(regret)
            self.forward(strategy, reach)
            self.fill(reach, values)
            self.backward(strategy, values)
            regret += (self._q - values[flat.row_hand][flat.row_of]) * flat.legal
            np.maximum(regret, 0, out=regret)
            own = reach[flat.row_hand] * time**AVERAGING_POWER
            total += own[flat.row_of] * strategy
            self.n_iterations = time
            yield
            if time < self.iterations and clock.is_past(SOLVING_TIME_SHARE):
                break
        self.average = self.normalised(total)
        yield
        self._last_pass(reach, values)

    def _last_pass(self, reach: Array, values: Array) -> None:
        """Values and outcomes under the average strategy."""
        outcomes = np.zeros((self.flat.n_hands + 1, self.n_ends))
        self.forward(self.average, reach)
        self.fill(reach, values, outcomes)
        for place in range(self.n_ends):
            column = np.ascontiguousarray(outcomes[:, place])
            self.backward(self.average, column)
            outcomes[:, place] = column
        self.reach, self.outcomes = reach, outcomes

    def start(self) -> tuple[Array, Array]:
        """Reach with the belief at the root (one more place, for padding), and room for values."""
        flat, belief = self.flat, self.belief
        reach = np.zeros(flat.n_hands + 1)
        joint = belief.likelihood[0][:, None] * belief.likelihood[1][None, :]
        joint = joint * self.builder.geometries[0].ways
        first = len(belief.hands[0])
        reach[:first] = belief.likelihood[0] / max(float(joint.sum()), 1e-30)
        reach[first : first + len(belief.hands[1])] = belief.likelihood[1]
        return reach, np.zeros(flat.n_hands + 1)

    def normalised(self, weights: Array) -> Array:
        """A strategy in proportion to ``weights``, with the tremble."""
        flat, tremble = self.flat, self.settings.tremble
        total = np.add.reduceat(weights, flat.row_start)
        known = (total > 1e-30)[flat.row_of]
        shares = weights / np.maximum(total, 1e-30)[flat.row_of]
        strategy = np.where(known, shares, self._uniform)
        return (1 - tremble) * strategy + tremble * self._uniform if tremble else strategy

    def forward(self, strategy: Array, reach: Array) -> None:
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

    def backward(self, strategy: Array, values: Array) -> None:
        """Values of all nodes from those of the ends; ``_q``: of every move."""
        flat = self.flat
        for level in reversed(flat.levels):
            entries = slice(level.entry_begin, level.entry_end)
            q = level.worth(values)
            self._q[entries] = q
            rows = slice(level.row_begin, level.row_end)
            starts = flat.row_start[rows] - level.entry_begin
            values[flat.row_hand[rows]] = np.add.reduceat(strategy[entries] * q, starts)
            level.lift_others(values)

    def fill(self, reach: Array, values: Array, outcomes: Array | None = None) -> None:
        held = reach.astype(np.float32)
        values[-1] = held[-1] = 0
        self.terminals.fill(held, values, outcomes)
        if self.leaves is not None:
            self.leaves.fill(held, values, outcomes)

    @property
    def cost(self) -> int:
        """About how many microseconds an iteration takes on a middling processor. A function of
        the tree alone, so that the same position is always thought about for as long."""
        leaves = self.flat.leaves
        rows = sum(sum(part.n_hands) for part in leaves)
        nodes = sum(len(part.nodes) for part in leaves)
        pairs = sum(part.ways.size for part in leaves)
        return iteration_cost(nodes, rows, pairs)

    # ---------------------------------------------------------------- answers

    def of_the_root(self) -> Solver:
        """The same solution with what is asked of its root and no more: a hundredth of the size,
        for keeping. It cannot be solved on."""
        root, n = self.builder.nodes[0], self.policy().size
        last = max((edge.child for edge in root.edges), default=0)
        ends = [self.flat.places[0][seat] + len(self.belief.hands[seat]) for seat in (0, 1)]
        me = root.public.seat
        for edge in root.edges:
            ends.append(self.flat.places[edge.child][me] + int(edge.own.dst.max(initial=-1)) + 1)
        kept = copy(self)
        kept.builder = self.builder.of_the_root(last)
        kept.flat = self.flat.of_the_root(last, n)
        kept.average, kept.outcomes = self.average[:n].copy(), self.outcomes[: max(ends)].copy()
        for name in ("terminals", "leaves", "reach", "_uniform", "_q"):
            delattr(kept, name)
        return kept

    @property
    def moves(self) -> list[Move]:
        return self.builder.nodes[0].slots

    def policy(self) -> Array:
        """The average strategy of the root: [hand of the mover, move]."""
        n = len(self.belief.hands[self.belief.public.seat])
        return self.average[: n * len(self.moves)].reshape(n, -1)

    def chances(self, seat: int) -> Array:
        """The chances of the ends for every hand of ``seat`` at the root: of the four outcomes, and
        where points can be staked of those without a stake and then of those with one."""
        at = self.flat.places[0][seat]
        found = np.maximum(self.outcomes[at : at + len(self.belief.hands[seat])], 0)
        shares: Array = found / np.maximum(found.sum(1, keepdims=True), 1e-30)
        return shares

    def values(self, seat: int) -> Array:
        """What the round is worth to ``seat`` by its hand, in utility."""
        worth: Array = self.chances(seat) @ end_utilities(self.prices, seat, self.n_ends)
        return worth

    def move_chances(self, hand: int) -> Array:
        """The chances of the ends by move for a hand of the mover: [move, end]."""
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
        """What every move of the root is worth to every hand of the mover, in utility:
        [hand, move]; 0 where the hand cannot make the move."""
        root = self.builder.nodes[0]
        me, n = root.public.seat, len(self.belief.hands[root.public.seat])
        worth = end_utilities(self.prices, me, self.n_ends)
        total, mass = np.zeros((len(root.slots), n)), np.zeros((len(root.slots), n))
        for edge in root.edges:
            at = self.flat.places[edge.child][me] + edge.own.dst
            found = edge.own.coef[:, None] * np.maximum(self.outcomes[at], 0)
            total[edge.slot] += np.bincount(edge.own.src, found @ worth, minlength=n)
            mass[edge.slot] += np.bincount(edge.own.src, found.sum(1), minlength=n)
        values: Array = (total / np.maximum(mass, 1e-30)).T
        return values
