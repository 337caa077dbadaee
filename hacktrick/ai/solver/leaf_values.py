"""Values at the leaves of a public tree: the value net, or the result of a finished round."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from hacktrick.ai.interruptible import Interruptible, run_to_end
from hacktrick.ai.solver.flat_tree import Array, FlatTree, LeafBatch
from hacktrick.ai.solver.public_belief import Bools, Floats, Ints, WinPrices
from hacktrick.ai.solver.public_tree import PublicTreeBuilder
from hacktrick.ai.solver.value_net import (
    N_MOVING,
    N_OUTCOMES,
    N_STATS,
    PositionArrays,
    ValueNet,
    fixed_hand_features,
    hand_statistics,
    public_features,
)


def reach_masses(ends: LeafBatch, reach: Floats) -> tuple[Floats, Floats]:
    """By seat, [node, hand]: how likely the other's play and the cards make this node."""
    first, second = reach[ends.hands[0]], reach[ends.hands[1]]
    # Now and then numpy warns of an invalid value in these products, and none comes out of them.
    with np.errstate(invalid="ignore"):
        own = np.matmul(ends.ways, second[:, :, None])[:, :, 0]
        other = np.matmul(first[:, None, :], ends.ways)[:, 0, :]
    return own, other


def outcome_utilities(prices: WinPrices, seat: int, is_staked: bool = False) -> Floats:
    """What the four outcomes are worth to ``seat``."""
    won = [prices.utility(seat, seat, points, is_staked) for points in (1, 2)]
    lost = [prices.utility(seat, 1 - seat, points, is_staked) for points in (1, 2)]
    return np.array([*won, *lost], dtype=np.float32)


def end_utilities(prices: WinPrices, seat: int, n_ends: int) -> Floats:
    """The same; where stakes can be on the table, of the outcomes without them and then with."""
    kinds = (False, True)[: n_ends // N_OUTCOMES]
    return np.concatenate([outcome_utilities(prices, seat, staked) for staked in kinds])


def n_ends(builder: PublicTreeBuilder) -> int:
    """How many ends are told apart in a tree: the four outcomes, and again with stakes."""
    return N_OUTCOMES * (1 + any(node.is_staked for node in builder.nodes))


def _parted(chances: Floats, staked: Bools, n_ends: int) -> Floats:
    """Chances of outcomes, [node, hand, outcome], as chances of ends."""
    if n_ends == N_OUTCOMES:
        return chances
    on_table = staked[:, None, None]
    return np.concatenate([chances * ~on_table, chances * on_table], axis=2)


def _staked(builder: PublicTreeBuilder, ends: LeafBatch) -> Bools:
    return np.array([builder.nodes[int(number)].is_staked for number in ends.nodes])


class TerminalValues:
    """Rounds that are over."""

    def __init__(self, builder: PublicTreeBuilder, flat: FlatTree, prices: WinPrices) -> None:
        n = n_ends(builder)
        self.parts = [
            (ends, _results(builder, ends, n), [_worth(builder, ends, prices, s) for s in (0, 1)])
            for ends in flat.terminals
        ]

    def fill(self, reach: Floats, values: Array, outcomes: Array | None = None) -> None:
        """Writes mass times value, and mass times the chance of each end."""
        for ends, results, worth in self.parts:
            for seat, mass in enumerate(reach_masses(ends, reach)):
                at = ends.hands[seat]
                values[at] = mass * worth[seat][:, None]
                if outcomes is not None:
                    outcomes[at] = mass[:, :, None] * results[seat][:, None, :]


def _worth(builder: PublicTreeBuilder, ends: LeafBatch, prices: WinPrices, seat: int) -> Floats:
    """What the results are worth to ``seat``, to the point: [node]."""
    worth = []
    for number in ends.nodes:
        node = builder.nodes[int(number)]
        result = node.public.result
        assert result is not None
        worth.append(prices.utility(seat, result.side, result.points, node.is_staked))
    return np.array(worth, dtype=np.float32)


def _results(builder: PublicTreeBuilder, ends: LeafBatch, n_ends: int) -> Floats:
    """[seat, node, end]: 1 for the one that came."""
    results = np.zeros((2, len(ends.nodes), n_ends), dtype=np.float32)
    for row, number in enumerate(ends.nodes):
        node = builder.nodes[int(number)]
        result = node.public.result
        assert result is not None
        for seat in (0, 1):
            place = (0 if result.side == seat else 2) + min(result.points, 2) - 1
            results[seat, row, place + N_OUTCOMES * node.is_staked] = 1
    return results


class LeafValues(Protocol):
    """What fills in the leaves of a tree that is not built to the end."""

    def fill(self, reach: Floats, values: Array, outcomes: Array | None = None) -> None: ...


class _Part(NamedTuple):
    """Leaves with like numbers of hands."""

    ends: LeafBatch
    stats: list[Floats]  # by seat, [leaf, hand, number], padded
    places: list[Ints]  # by seat, of the hands among all with padding
    rows: list[slice]  # by seat, of the hands among those of all leaves
    staked: Bools  # by leaf
    leaves: slice  # among all

    def leaf_of(self, seat: int) -> Ints:
        """The leaf of every hand."""
        within, _ = np.nonzero(self.ends.real[seat])
        leaves: Ints = self.leaves.start + within
        return leaves

    def padded(self, seat: int, rows: Floats) -> Floats:
        """Rows of the hands of all leaves, as an array of this part: [leaf, hand, number]."""
        shape = self.ends.real[seat].shape
        found = np.zeros((shape[0] * shape[1], rows.shape[1]), dtype=np.float32)
        found[self.places[seat]] = rows[self.rows[seat]]
        return found.reshape(*shape, -1)

    def valued(self, chances: Floats, plain: Floats, staked: Floats) -> Floats:
        """What chances of outcomes are worth, [leaf, hand], by what is on the table."""
        values: Floats = chances @ plain
        if self.staked.any():
            values = np.where(self.staked[:, None], chances @ staked, values)
        return values


def _parts(builder: PublicTreeBuilder, flat: FlatTree) -> list[_Part]:
    parts: list[_Part] = []
    n_leaves = n_rows = 0
    for ends in flat.leaves:
        n0, n1 = ends.n_hands
        staked = _staked(builder, ends)
        parts.append(
            _Part(
                ends,
                [np.zeros((*real.shape, N_STATS + 1), dtype=np.float32) for real in ends.real],
                [np.flatnonzero(real) for real in ends.real],
                [slice(n_rows, n_rows + n0), slice(n_rows + n0, n_rows + n0 + n1)],
                staked,
                slice(n_leaves, n_leaves + len(ends.nodes)),
            )
        )
        n_leaves += len(ends.nodes)
        n_rows += n0 + n1
    return parts


class NetLeafValues:
    """Leaves judged by the net, anew in every iteration, since beliefs move."""

    def __init__(
        self, builder: PublicTreeBuilder, flat: FlatTree, prices: WinPrices, net: ValueNet
    ) -> None:
        run_to_end(self._reading(builder, flat, prices, net))

    @classmethod
    def reading(
        cls, builder: PublicTreeBuilder, flat: FlatTree, prices: WinPrices, net: ValueNet
    ) -> Interruptible[NetLeafValues]:
        """The same in pieces."""
        leaves = cls.__new__(cls)
        yield from leaves._reading(builder, flat, prices, net)
        return leaves

    def _reading(
        self, builder: PublicTreeBuilder, flat: FlatTree, prices: WinPrices, net: ValueNet
    ) -> Interruptible[None]:
        self.net = net
        nodes = [builder.nodes[int(number)] for ends in flat.leaves for number in ends.nodes]
        spots = yield from PositionArrays.reading([node.public for node in nodes])
        yield
        features = public_features(spots, prices)
        yield
        self.public = net.public_part(features)
        self.first_moves = (spots.mover == 0)[:, None]
        kinds = (False, True)
        self.worth = [[outcome_utilities(prices, seat, kind) for kind in kinds] for seat in (0, 1)]
        self.parts = _parts(builder, flat)
        fixed = []
        for part in self.parts:
            yield
            for seat in (0, 1):
                rows = builder.table, seat, part.leaf_of(seat), _hands(builder, part.ends, seat)
                part.stats[seat][part.ends.real[seat]] = hand_statistics(spots, *rows)
                fixed.append(fixed_hand_features(spots, *rows))
        yield
        self.fixed = net.fixed_part(np.concatenate(fixed))
        yield
        self.leaf_of_row = np.concatenate(
            [part.leaf_of(seat) for part in self.parts for seat in (0, 1)]
        )

    def fill(self, reach: Floats, values: Array, outcomes: Array | None = None) -> None:
        """Writes mass times value; half of what the two disagree about is taken from each."""
        held = [[reach[part.ends.hands[seat]] for seat in (0, 1)] for part in self.parts]
        mass, chances = self._judge(held)
        for part, own, seen in zip(self.parts, held, mass, strict=True):
            found = [part.padded(seat, chances) for seat in (0, 1)]
            value = [seen[seat] * part.valued(found[seat], *self.worth[seat]) for seat in (0, 1)]
            disagreement = (own[0] * value[0]).sum(1) + (own[1] * value[1]).sum(1)
            weight = (own[0] * seen[0]).sum(1)
            shift = 0.5 * disagreement / np.maximum(weight, 1e-30)
            for seat in (0, 1):
                at = part.ends.hands[seat]
                values[at] = value[seat] - seen[seat] * shift[:, None]
                if outcomes is not None:
                    parted = _parted(found[seat], part.staked, outcomes.shape[1])
                    outcomes[at] = seen[seat][:, :, None] * parted

    def _judge(self, held: list[list[Floats]]) -> tuple[list[list[Floats]], Floats]:
        """By part and seat the masses; and the chances of every hand."""
        moving = np.empty((len(self.leaf_of_row), N_MOVING), dtype=np.float32)
        summary = np.empty((2, len(self.public), N_STATS), dtype=np.float32)
        mass = [
            _look(part, own, moving, summary) for part, own in zip(self.parts, held, strict=True)
        ]
        belief = np.concatenate(
            [
                np.where(self.first_moves, summary[0], summary[1]),
                np.where(self.first_moves, summary[1], summary[0]),
            ],
            axis=1,
        )
        projected = self.net.belief_part(self.public, belief)
        return mass, self.net.chances(projected, self.leaf_of_row, self.fixed, moving)


def _hands(builder: PublicTreeBuilder, ends: LeafBatch, seat: int) -> Ints:
    """The numbers of the hands, leaf by leaf."""
    nodes = (builder.nodes[int(number)] for number in ends.nodes)
    return np.concatenate([builder.geometries[node.geometry].hands[seat] for node in nodes])


def _look(part: _Part, held: list[Floats], moving: Floats, summary: Floats) -> list[Floats]:
    """The masses by seat. Written to ``moving``: what each hand sees of the other; to ``summary``,
    by seat: what both know of it."""
    ways = part.ends.ways
    seen = [
        np.matmul(ways, held[1][:, :, None] * part.stats[1]),
        np.matmul(ways.transpose(0, 2, 1), held[0][:, :, None] * part.stats[0]),
    ]
    mass = [given[:, :, -1].copy() for given in seen]
    weight = np.maximum((held[0] * mass[0]).sum(1), 1e-30)
    for seat in (0, 1):
        own = held[seat] * mass[seat] / weight[:, None]
        mean = np.matmul(own[:, None, :], part.stats[seat])
        summary[seat, part.leaves] = mean[:, 0, :N_STATS]
        seen[seat] /= np.maximum(mass[seat], 1e-30)[:, :, None]
        seen[seat][:, :, -1] = own
        moving[part.rows[seat]] = seen[seat].reshape(-1, N_MOVING)[part.places[seat]]
    return mass
