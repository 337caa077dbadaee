"""The values at the ends of a public tree, from the value net or from the result of the round."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from hacktrick.ai.agent import Interruptible, run_to_end
from hacktrick.ai.solver.flat_tree import Array, FlatTree, LeafBatch
from hacktrick.ai.solver.public_belief import Bools, Floats, Ints, WinUtilities
from hacktrick.ai.solver.public_tree import PublicTreeBuilder
from hacktrick.ai.solver.value_net import (
    N_MOVING,
    N_OUTCOMES,
    N_STATS,
    PositionArrays,
    ValueNet,
    fixed_hand_features,
    hand_statistics,
    public_net_features,
)


def reach_masses(batch: LeafBatch, reach: Floats) -> tuple[Floats, Floats]:
    """Return, by seat, the probability of reaching a node with each hand: [node, hand].

    The probability of the seat's own moves is left out.

    Args:
        reach: the probability that the holder of each hand plays towards its node, by place.
    """
    first, second = reach[batch.hands[0]], reach[batch.hands[1]]
    # Numpy sometimes warns of invalid values here, although the result has none.
    with np.errstate(invalid="ignore"):
        own = np.matmul(batch.ways, second[:, :, None])[:, :, 0]
        other = np.matmul(first[:, None, :], batch.ways)[:, 0, :]
    return own, other


def outcome_utilities(utilities: WinUtilities, seat: int, is_staked: bool = False) -> Floats:
    """Return the utilities for ``seat`` of the four outcomes: win 1, win 2, lose 1 and lose 2.

    Args:
        is_staked: whether the round ends with a called stake.
    """
    won = [utilities.utility(seat, seat, points, is_staked) for points in (1, 2)]
    lost = [utilities.utility(seat, 1 - seat, points, is_staked) for points in (1, 2)]
    return np.array([*won, *lost], dtype=np.float32)


def end_utilities(utilities: WinUtilities, seat: int, n_ends: int) -> Floats:
    """Return the utility for ``seat`` of each way in which a round can end.

    Args:
        utilities: the values of the results of the round.
        seat: the seat whose utilities are returned.
        n_ends: 4, or 8 if the tree has stakes; the last four are the ends with a called stake.
    """
    kinds = (False, True)[: n_ends // N_OUTCOMES]
    return np.concatenate([outcome_utilities(utilities, seat, staked) for staked in kinds])


def n_possible_ends(builder: PublicTreeBuilder) -> int:
    """Return the number of round ends that a tree distinguishes: four, or eight with stakes."""
    return N_OUTCOMES * (1 + any(node.is_staked for node in builder.nodes))


def _chances_by_end(chances: Floats, staked: Bools, n_ends: int) -> Floats:
    """Spread the chances of the four outcomes over all ends of a round: [node, hand, end].

    Args:
        chances: the chances of the four outcomes: [node, hand, outcome].
        staked: for each node, whether a stake has been called.
        n_ends: 4, or 8 if the tree has stakes; the last four are the ends with a called stake.
    """
    if n_ends == N_OUTCOMES:
        return chances
    on_table = staked[:, None, None]
    return np.concatenate([chances * ~on_table, chances * on_table], axis=2)


def _are_leaves_staked(builder: PublicTreeBuilder, batch: LeafBatch) -> Bools:
    return np.array([builder.nodes[int(number)].is_staked for number in batch.nodes])


class TerminalValues:
    """Computes the values of finished rounds in a tree."""

    def __init__(self, builder: PublicTreeBuilder, flat: FlatTree, utilities: WinUtilities) -> None:
        n = n_possible_ends(builder)
        self.parts = [
            (
                batch,
                _end_indicators(builder, batch, n),
                [_result_values(builder, batch, utilities, s) for s in (0, 1)],
            )
            for batch in flat.terminals
        ]

    def fill_values_and_outcomes(
        self, reach: Floats, values: Array, outcomes: Array | None = None
    ) -> None:
        """Write the results of the finished rounds, weighted by reach mass.

        Args:
            values: receives the value of each hand times its reach mass.
            outcomes: receives the reach mass of each end of the round.
        """
        for batch, results, worth in self.parts:
            for seat, mass in enumerate(reach_masses(batch, reach)):
                at = batch.hands[seat]
                values[at] = mass * worth[seat][:, None]
                if outcomes is not None:
                    outcomes[at] = mass[:, :, None] * results[seat][:, None, :]


def _result_values(
    builder: PublicTreeBuilder, batch: LeafBatch, utilities: WinUtilities, seat: int
) -> Floats:
    """Return the utility of each finished round for ``seat``: [node]."""
    worth = []
    for number in batch.nodes:
        node = builder.nodes[int(number)]
        result = node.public.result
        assert result is not None
        worth.append(utilities.utility(seat, result.side, result.points, node.is_staked))
    return np.array(worth, dtype=np.float32)


def _end_indicators(builder: PublicTreeBuilder, batch: LeafBatch, n_ends: int) -> Floats:
    """Return 1 for the end that each round reached and 0 for all others: [seat, node, end]."""
    results = np.zeros((2, len(batch.nodes), n_ends), dtype=np.float32)
    for row, number in enumerate(batch.nodes):
        node = builder.nodes[int(number)]
        result = node.public.result
        assert result is not None
        for seat in (0, 1):
            place = (0 if result.side == seat else 2) + min(result.points, 2) - 1
            results[seat, row, place + N_OUTCOMES * node.is_staked] = 1
    return results


class LeafValues(Protocol):
    """Computes values at the leaves, where the tree ends although the round is not over."""

    def fill_values_and_outcomes(
        self, reach: Floats, values: Array, outcomes: Array | None = None
    ) -> None: ...


class _LeafGroup(NamedTuple):
    """Leaves with similar numbers of hands, stored in padded arrays.

    Attributes:
        stats: by seat, the statistics of the hands: [leaf, hand, number], padded.
        places: by seat, the positions of the real hands in the padded array.
        rows: by seat, the rows of these hands in arrays over all leaves.
        leaves: the range of these leaves in arrays over all leaves.
    """

    batch: LeafBatch
    stats: list[Floats]
    places: list[Ints]
    rows: list[slice]
    staked: Bools  # for each leaf, whether a stake was called
    leaves: slice

    def leaf_numbers_by_hand(self, seat: int) -> Ints:
        """Return the leaf of each hand, numbered over all leaves: [hand]."""
        within, _ = np.nonzero(self.batch.is_real[seat])
        leaves: Ints = self.leaves.start + within
        return leaves

    def padded_rows_of_hands(self, seat: int, rows: Floats) -> Floats:
        """Select the rows of this group's hands and pad them: [leaf, hand, number]."""
        shape = self.batch.is_real[seat].shape
        found = np.zeros((shape[0] * shape[1], rows.shape[1]), dtype=np.float32)
        found[self.places[seat]] = rows[self.rows[seat]]
        return found.reshape(*shape, -1)

    def expected_utilities(self, chances: Floats, plain: Floats, staked: Floats) -> Floats:
        """Return the expected utilities of hands from their outcome chances: [leaf, hand].

        Args:
            plain, staked: the utilities of the outcomes without and with a called stake.
        """
        values: Floats = chances @ plain
        if self.staked.any():
            values = np.where(self.staked[:, None], chances @ staked, values)
        return values


def _leaf_groups(builder: PublicTreeBuilder, flat: FlatTree) -> list[_LeafGroup]:
    parts: list[_LeafGroup] = []
    n_leaves = n_rows = 0
    for batch in flat.leaves:
        n0, n1 = batch.n_hands
        staked = _are_leaves_staked(builder, batch)
        parts.append(
            _LeafGroup(
                batch,
                [np.zeros((*real.shape, N_STATS + 1), dtype=np.float32) for real in batch.is_real],
                [np.flatnonzero(real) for real in batch.is_real],
                [slice(n_rows, n_rows + n0), slice(n_rows + n0, n_rows + n0 + n1)],
                staked,
                slice(n_leaves, n_leaves + len(batch.nodes)),
            )
        )
        n_leaves += len(batch.nodes)
        n_rows += n0 + n1
    return parts


class NetLeafValues:
    """Values the leaves with the net in every iteration, since the beliefs change."""

    def __init__(
        self, builder: PublicTreeBuilder, flat: FlatTree, utilities: WinUtilities, net: ValueNet
    ) -> None:
        run_to_end(self._create_in_steps(builder, flat, utilities, net))

    @classmethod
    def create_in_steps(
        cls, builder: PublicTreeBuilder, flat: FlatTree, utilities: WinUtilities, net: ValueNet
    ) -> Interruptible[NetLeafValues]:
        """Create an instance in a generator that yields while it computes the features."""
        leaves = cls.__new__(cls)
        yield from leaves._create_in_steps(builder, flat, utilities, net)
        return leaves

    def _create_in_steps(
        self, builder: PublicTreeBuilder, flat: FlatTree, utilities: WinUtilities, net: ValueNet
    ) -> Interruptible[None]:
        self.net = net
        nodes = [builder.nodes[int(number)] for batch in flat.leaves for number in batch.nodes]
        positions = yield from PositionArrays.create_in_steps([node.public for node in nodes])
        yield
        features = public_net_features(positions, utilities)
        yield
        self.public = net.public_layers(features)
        self.first_moves = (positions.mover == 0)[:, None]
        kinds = (False, True)
        self.worth = [
            [outcome_utilities(utilities, seat, kind) for kind in kinds] for seat in (0, 1)
        ]
        self.parts = _leaf_groups(builder, flat)
        fixed = []
        for part in self.parts:
            yield
            for seat in (0, 1):
                rows = (
                    builder.table,
                    seat,
                    part.leaf_numbers_by_hand(seat),
                    _hand_numbers(builder, part.batch, seat),
                )
                part.stats[seat][part.batch.is_real[seat]] = hand_statistics(positions, *rows)
                fixed.append(fixed_hand_features(positions, *rows))
        yield
        self.fixed = net.hand_layer(np.concatenate(fixed))
        yield
        self.leaf_of_row = np.concatenate(
            [part.leaf_numbers_by_hand(seat) for part in self.parts for seat in (0, 1)]
        )

    def fill_values_and_outcomes(
        self, reach: Floats, values: Array, outcomes: Array | None = None
    ) -> None:
        """Write the value of each hand times its reach mass.

        The game is zero-sum, but the net's values for the two seats may not cancel out. Half of the
        surplus is taken from each seat.
        """
        held = [[reach[part.batch.hands[seat]] for seat in (0, 1)] for part in self.parts]
        mass, chances = self._reach_masses_and_net_chances(held)
        for part, own, seen in zip(self.parts, held, mass, strict=True):
            found = [part.padded_rows_of_hands(seat, chances) for seat in (0, 1)]
            value = [
                seen[seat] * part.expected_utilities(found[seat], *self.worth[seat])
                for seat in (0, 1)
            ]
            disagreement = (own[0] * value[0]).sum(1) + (own[1] * value[1]).sum(1)
            weight = (own[0] * seen[0]).sum(1)
            shift = 0.5 * disagreement / np.maximum(weight, 1e-30)
            for seat in (0, 1):
                at = part.batch.hands[seat]
                values[at] = value[seat] - seen[seat] * shift[:, None]
                if outcomes is not None:
                    parted = _chances_by_end(found[seat], part.staked, outcomes.shape[1])
                    outcomes[at] = seen[seat][:, :, None] * parted

    def _reach_masses_and_net_chances(
        self, held: list[list[Floats]]
    ) -> tuple[list[list[Floats]], Floats]:
        """Return the reach masses, by group and seat, and the outcome chances of all hands."""
        moving = np.empty((len(self.leaf_of_row), N_MOVING), dtype=np.float32)
        summary = np.empty((2, len(self.public), N_STATS), dtype=np.float32)
        mass = [
            _fill_inputs_and_get_reaches(part, own, moving, summary)
            for part, own in zip(self.parts, held, strict=True)
        ]
        belief = np.concatenate(
            [
                np.where(self.first_moves, summary[0], summary[1]),
                np.where(self.first_moves, summary[1], summary[0]),
            ],
            axis=1,
        )
        projected = self.net.belief_layers(self.public, belief)
        return mass, self.net.outcome_chances(projected, self.leaf_of_row, self.fixed, moving)


def _hand_numbers(builder: PublicTreeBuilder, batch: LeafBatch, seat: int) -> Ints:
    """Return the hand-table numbers of the hands at all leaves of a batch, leaf by leaf."""
    nodes = (builder.nodes[int(number)] for number in batch.nodes)
    return np.concatenate(
        [builder.hand_pairs[node.hand_pairs_number].hands[seat] for node in nodes]
    )


def _fill_inputs_and_get_reaches(
    part: _LeafGroup, held: list[Floats], moving: Floats, summary: Floats
) -> list[Floats]:
    """Write the net's inputs for a group of leaves and return the reach masses by seat.

    Args:
        moving: receives the expected statistics of the opponent's hand and the probability, by
            hand.
        summary: receives the statistics that an observer expects of a seat's hand, by seat.
    """
    ways = part.batch.ways
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
