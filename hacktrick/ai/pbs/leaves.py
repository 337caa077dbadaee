"""The value of leaves: from the net where the round goes on, from the result where it is over."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from hacktrick.ai.pbs.belief import Prices
from hacktrick.ai.pbs.features import (
    N_STATS,
    Spots,
    hand_fixed,
    hand_stats,
    public_features,
)
from hacktrick.ai.pbs.flat import Array, Ends, Flat
from hacktrick.ai.pbs.hands import Floats, Ints
from hacktrick.ai.pbs.net import N_OUTCOMES, Net
from hacktrick.ai.pbs.tree import Builder


def masses(ends: Ends, reach: Floats) -> tuple[Floats, Floats]:
    """By seat, [node, hand]: how likely the other's play and the cards make this node."""
    first, second = reach[ends.hands[0]], reach[ends.hands[1]]
    own = np.matmul(ends.ways, second[:, :, None])[:, :, 0]
    other = np.matmul(first[:, None, :], ends.ways)[:, 0, :]
    return own, other


def worth_of_outcomes(prices: Prices, seat: int) -> Floats:
    """What the four outcomes are worth to ``seat``."""
    own, other = 1 + prices.of[seat], 1 + prices.of[1 - seat]
    return np.array([1, own, -1, -other], dtype=np.float32)


class Terminals:
    """Rounds that are over."""

    def __init__(self, builder: Builder, flat: Flat, prices: Prices) -> None:
        self.ends = flat.terminals
        n = len(self.ends.nodes)
        self.outcomes = np.zeros((2, n, N_OUTCOMES), dtype=np.float32)
        for row, number in enumerate(self.ends.nodes):
            result = builder.nodes[int(number)].public.result
            assert result is not None
            for seat in (0, 1):
                place = (0 if result.side == seat else 2) + min(result.points, 2) - 1
                self.outcomes[seat, row, place] = 1
        self.values = [self.outcomes[seat] @ worth_of_outcomes(prices, seat) for seat in (0, 1)]

    def fill(self, reach: Floats, values: Array, outcomes: Array | None = None) -> None:
        """Writes mass times value, and mass times the chance of each outcome."""
        for seat, mass in enumerate(masses(self.ends, reach)):
            at = self.ends.hands[seat]
            values[at] = mass * self.values[seat][:, None]
            if outcomes is not None:
                outcomes[at] = mass[:, :, None] * self.outcomes[seat][:, None, :]


class Leaves(Protocol):
    """What fills in the leaves of a tree that is not built to the end."""

    def fill(self, reach: Floats, values: Array, outcomes: Array | None = None) -> None: ...


class NetLeaves:
    """Leaves judged by the net, anew in every iteration, since beliefs move."""

    def __init__(self, builder: Builder, flat: Flat, prices: Prices, net: Net) -> None:
        self.ends, self.net = flat.leaves, net
        publics = [builder.nodes[int(number)].public for number in self.ends.nodes]
        spots = Spots(publics)
        self.public = net.public_part(public_features(spots, prices))
        self.first_moves = spots.mover == 0
        self.worth = [worth_of_outcomes(prices, seat) for seat in (0, 1)]
        self.at: list[Ints] = []  # the leaf of every hand
        self.stats, fixed = [], []
        for seat in (0, 1):
            leaf, hand = self._hands(builder, seat)
            self.at.append(leaf)
            padded = np.zeros((*self.ends.real[seat].shape, N_STATS + 1), dtype=np.float32)
            padded[self.ends.real[seat]] = hand_stats(spots, builder.table, seat, leaf, hand)
            self.stats.append(padded)
            fixed.append(hand_fixed(spots, builder.table, seat, leaf, hand))
        self.fixed = net.fixed_part(np.concatenate(fixed))
        self.leaf_of_row = np.concatenate(self.at)

    def _hands(self, builder: Builder, seat: int) -> tuple[Ints, Ints]:
        hands = [
            builder.geometries[builder.nodes[int(number)].geometry].hands[seat]
            for number in self.ends.nodes
        ]
        sizes = [len(numbers) for numbers in hands]
        return np.repeat(np.arange(len(hands)), sizes), np.concatenate(hands)

    def fill(self, reach: Floats, values: Array, outcomes: Array | None = None) -> None:
        """Writes mass times value; half of what the two disagree about is taken from each."""
        ends = self.ends
        held = [reach[ends.hands[seat]] for seat in (0, 1)]
        mass, chances = self._judge(held)
        found, disagreement = [], np.zeros(len(ends.nodes), dtype=np.float32)
        start = 0
        for seat in (0, 1):
            part = chances[start : start + len(self.at[seat])]
            start += len(part)
            padded = np.zeros((*ends.real[seat].shape, N_OUTCOMES), dtype=np.float32)
            padded[ends.real[seat]] = part
            found.append(padded)
            value = mass[seat] * (padded @ self.worth[seat])
            values[ends.hands[seat]] = value
            disagreement += (held[seat] * value).sum(1)
        weight = (held[0] * mass[0]).sum(1)
        shift = 0.5 * disagreement / np.maximum(weight, 1e-30)
        for seat in (0, 1):
            values[ends.hands[seat]] -= mass[seat] * shift[:, None]
            if outcomes is not None:
                outcomes[ends.hands[seat]] = mass[seat][:, :, None] * found[seat]

    def _judge(self, held: list[Floats]) -> tuple[list[Floats], Floats]:
        """Masses by seat, and the chances of every hand (seat 0 first)."""
        ways = self.ends.ways
        seen = [
            np.matmul(ways, held[1][:, :, None] * self.stats[1]),
            np.matmul(ways.transpose(0, 2, 1), held[0][:, :, None] * self.stats[0]),
        ]
        mass = [given[:, :, -1] for given in seen]
        weight = np.maximum((held[0] * mass[0]).sum(1), 1e-30)
        rows, summary = [], []
        for seat in (0, 1):
            own = held[seat] * mass[seat] / weight[:, None]
            summary.append(np.matmul(own[:, None, :], self.stats[seat])[:, 0, :N_STATS])
            moving = seen[seat] / np.maximum(mass[seat], 1e-30)[:, :, None]
            moving[:, :, -1] = own
            rows.append(moving[self.ends.real[seat]])
        mover_first = self.first_moves[:, None]
        belief = np.concatenate(
            [np.where(mover_first, *summary), np.where(mover_first, *reversed(summary))], axis=1
        )
        projected = self.net.belief_part(self.public, belief)
        chances = self.net.chances(projected[self.leaf_of_row], self.fixed, np.concatenate(rows))
        return mass, chances
