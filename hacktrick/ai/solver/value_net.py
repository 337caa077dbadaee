"""The value net: input features of positions, and the chances of the four round ends.

The order of the features must match ``build/train/features.hpp``, and the layers must match
``build/train/value_net.hpp``. New features go to the end, where nets trained before them ignore
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from hacktrick import resources
from hacktrick.ai.agent import Interruptible, run_to_end
from hacktrick.ai.measured_figures import VALUE_NET_FILE
from hacktrick.ai.solver.public_belief import (
    Bools,
    Floats,
    HandTable,
    Ints,
    WinUtilities,
    cards_in_hands_and_deck,
)
from hacktrick.game.cards import counts_of
from hacktrick.game.code_powers import ANDY_KEYS, DODO_LINES, POWERS, has_pair_of_ten
from hacktrick.game.editions import Rules
from hacktrick.game.keypad import lines
from hacktrick.game.state import PublicState

BATCH_SIZE = 2048  # number of hands in a batch, small enough for the processor's cache
PLAIN_CALIBRATION, OTHER_CALIBRATION = "calibration", "calibration_elsewhere"
"""The calibration arrays in a net's file: for the plain rules, and for all other rules."""
N_OUTCOMES = 4  # the four outcomes for the holder of a hand: winning 1 or 2 points, losing 1 or 2


def _relu(values: Floats) -> Floats:
    np.maximum(values, 0, out=values)
    return values


@dataclass(frozen=True)
class ValueNet:
    """The weights of a net by name, with a method for each group of layers.

    The rows of arrays are positions or hands.
    """

    weights: dict[str, Floats]

    def public_layers(self, public: Floats) -> Floats:
        """Compute the layers that depend only on the public state; one call for each tree suffices.

        Inputs that were added to the features after this net was trained are ignored.
        """
        w = self.weights
        seen = np.ascontiguousarray(public[:, : len(w["w1"])])
        first = _relu(seen @ w["w1"] + w["b1"])
        second = _relu(first @ w["w2"] + w["b2"])
        out: Floats = second @ w["w3"] + w["b3"]
        return out

    def hand_layer(self, fixed: Floats) -> Floats:
        """Compute the layer that needs only public state and hand; one call per tree suffices."""
        out: Floats = fixed @ self.weights["ws"]
        return out

    def belief_layers(self, public_layers: Floats, belief: Floats) -> Floats:
        """Compute the layers that depend on the public belief, which changes in every iteration."""
        w = self.weights
        mixed = _relu(belief @ w["wb"] + public_layers)
        narrow = _relu(mixed @ w["w4"] + w["b4"])
        out: Floats = narrow @ w["wp"] + w["bp"]
        return out

    def outcome_chances(
        self, belief_layers: Floats, node_of: Ints, hand_layer: Floats, moving: Floats
    ) -> Floats:
        """Return the chances of the four outcomes: [hand, outcome].

        Args:
            belief_layers: the result of the method of that name, with one row for each node.
            node_of: the row in ``belief_layers`` for each hand.
            hand_layer: the result of the method of that name, with one row for each hand.
            moving: the inputs that change with the belief, one row for each hand.
        """
        out = np.empty((len(moving), N_OUTCOMES), dtype=np.float32)
        for begin in range(0, len(moving), BATCH_SIZE):
            rows = slice(begin, begin + BATCH_SIZE)
            hidden = moving[rows] @ self.weights["wd"]
            hidden += hand_layer[rows]
            hidden += belief_layers[node_of[rows]]
            out[rows] = self._outcome_chances_of_batch(hidden).T
        return out

    def _outcome_chances_of_batch(self, hidden: Floats) -> Floats:
        """Return the chances as [outcome, hand], since summing over outcomes is faster this way."""
        w = self.weights
        last = _relu(_relu(hidden) @ w["w5"] + w["b5"])
        chances: Floats = w["w6"].T @ last.T
        chances += w["b6"][:, None]
        chances -= chances.max(axis=0)
        np.exp(chances, out=chances)
        chances /= chances.sum(axis=0)
        return chances


def load_net(path: Path) -> ValueNet:
    """Read a net from a file of half-precision arrays."""
    with np.load(path) as arrays:
        return ValueNet({name: arrays[name].astype(np.float32) for name in arrays.files})


@lru_cache(maxsize=2)
def shipped_net(is_standard: bool = True) -> ValueNet:
    """Return the program's net, calibrated for the plain rules or for all other rules."""
    with resources.required_asset("ai", VALUE_NET_FILE) as file:
        weights = load_net(file).weights
    lines = weights.pop(OTHER_CALIBRATION)
    return ValueNet(weights if is_standard else {**weights, PLAIN_CALIBRATION: lines})


# Number of keys, number of card values, maximum number of cards in a hand.
N_KEYS, VALUES, LIMIT = 9, 6, 4
N_PUBLIC, N_STATS, N_FIXED = 208, 19, 35
N_BELIEF, N_MOVING = 2 * N_STATS, N_STATS + 1

_NOTHING, _PLAY, _GUARD, _BLOCK = range(4)  # the command that binds the mover
_CODES = tuple(POWERS)[:12]  # the codes that the net knows; other codes count as no code
_BITS = 1 << np.arange(1, N_KEYS + 1)
_PAIRS = [
    (key, *(other for other in line if other != key), line in DODO_LINES)
    for line in lines(VALUES)
    for key in line
]


class PositionArrays:
    """The properties of many public states as arrays: [position, seat, ...]."""

    def __init__(self, publics: Sequence[PublicState]) -> None:
        run_to_end(self._create_in_steps(publics))

    @classmethod
    def create_in_steps(cls, publics: Sequence[PublicState]) -> Interruptible[PositionArrays]:
        """Create the arrays in a generator that yields so that the caller can stop in between."""
        positions = cls.__new__(cls)
        yield from positions._create_in_steps(publics)
        return positions

    def _create_in_steps(self, publics: Sequence[PublicState]) -> Interruptible[None]:
        self.n = len(publics)
        self.count = _int_rows([[(a, b) for a, b in p.board] for p in publics]).transpose(0, 2, 1)
        self.double = _int_rows([p.double for p in publics])
        self.supply = _int_rows([p.supply for p in publics])
        self.captured = _int_rows([p.captured for p in publics])
        self.sizes = _int_rows([p.hand_sizes for p in publics])
        self.last = _int_rows([p.row[-1] for p in publics])
        self.deck = _int_rows([p.deck_size for p in publics])
        self.mover = _int_rows([p.seat for p in publics])
        self.command_in_force = _int_rows([_command_number(p) for p in publics])
        self.asked = _int_rows([p.has_asked for p in publics])
        self.immediate = _int_rows([p.rules.out_of_markers == "immediate" for p in publics])
        yield
        self.unseen = _int_rows([cards_in_hands_and_deck(p) for p in publics])
        self.back = _int_rows([counts_of(p.row[:-1], VALUES) for p in publics])
        self.rules = _int_rows([_net_rule_options(p.rules) for p in publics])
        self.codes = _int_rows([[_code_one_hot(code) for code in p.codes] for p in publics])
        self.spent = _int_rows([p.used for p in publics])
        self.stakes = _int_rows([p.stakes for p in publics])
        self.tens = _int_rows(
            [[_has_effective_pair_of_ten(p, side) for side in (0, 1)] for p in publics]
        )
        yield
        self.again = _int_rows([p.is_second_card_allowed for p in publics])
        self.stakable = _int_rows(
            [bool(p.codes.count("doo")) and min(p.score) > 0 for p in publics]
        )
        self.one, self.two = self._winning_key_bit_masks()

    def seats_with_code(self, code: str) -> Bools:
        """Return which seats have this code in force: [position, seat]."""
        held: Bools = self.codes[:, :, _CODES.index(code)] > 0
        return held

    def _winning_key_bit_masks(self) -> tuple[Ints, Ints]:
        """Return two arrays of bit masks, each [position, seat], in which bit k stands for key k.

        The first contains the keys that win any points, the second those that win two or more.
        """
        has = self.count > 0
        one = np.zeros_like(has)
        two = np.zeros_like(has)
        doubled = self.seats_with_code("gorilla")
        for key, a, b, special in _PAIRS:
            wins = has[:, :, a - 1] & has[:, :, b - 1] & ~has[:, :, key - 1]
            one[:, :, key - 1] |= wins
            double = (self.double == a) | (self.double == b)
            two[:, :, key - 1] |= wins & (double | doubled if special else double)
        pair = self.count >= 2
        at_double = self.double[:, :, None] == np.arange(1, N_KEYS + 1)
        one |= pair
        two |= pair & at_double
        if self.codes.any():
            one |= self._keys_won_by_code(at_double)
        return one @ _BITS, two @ _BITS

    def _keys_won_by_code(self, at_double: Bools) -> Bools:
        """Return the keys on which a marker wins through a code: [position, seat, key]."""
        andy = np.isin(np.arange(1, N_KEYS + 1), ANDY_KEYS)
        third = self.count[:, :, andy].sum(axis=2) >= 2
        there = self.count[:, ::-1]
        third_captured = (there > 0) & (self.captured[:, :, None] + there >= 3)
        found: Bools = self.seats_with_code("slavic")[:, :, None] & at_double
        found |= (self.seats_with_code("god") & third)[:, :, None] & andy
        found |= self.seats_with_code("baltic")[:, :, None] & third_captured
        return found


def _command_number(public: PublicState) -> int:
    if public.command_in_force == "guard":
        return _BLOCK if public.rules.second_command == "draw" else _GUARD
    return _PLAY if public.command_in_force == "play" else _NOTHING


def _net_rule_options(rules: Rules) -> tuple[bool, bool]:
    return rules.command_after_draw, rules.second_command == "draw"


def _has_effective_pair_of_ten(public: PublicState, side: int) -> bool:
    """Return whether ``side`` has a pair of keys that sum to ten and a code that rewards it."""
    return public.codes[side] in ("kriskaya", "grigorova") and has_pair_of_ten(public, side)


@cache
def _code_one_hot(code: str | None) -> tuple[bool, ...]:
    return tuple(code == known for known in _CODES)


def _int_rows(rows: Sequence[Any]) -> Ints:
    return np.array(rows, dtype=np.int64)


def public_net_features(positions: PositionArrays, utilities: WinUtilities) -> Floats:
    """Return the features of public states, with the mover's side first: [position, N_PUBLIC]."""
    order = np.stack([positions.mover, 1 - positions.mover], axis=1)

    def with_mover_first(values: Ints) -> Ints:
        index = order.reshape(order.shape + (1,) * (values.ndim - 2))
        return np.take_along_axis(values, index, axis=1)

    keys = np.arange(1, N_KEYS + 1)
    cards = np.arange(VALUES)
    count = with_mover_first(positions.count).transpose(0, 2, 1)
    double = with_mover_first(positions.double)
    one, two = with_mover_first(positions.one), with_mover_first(positions.two)
    supply, captured = with_mover_first(positions.supply), with_mover_first(positions.captured)
    sizes = with_mover_first(positions.sizes)
    last = positions.last[:, None]
    here = [count >= 1, count >= 2, double[:, None, :] == keys[None, :, None]]
    wins = [mask[:, None, :] >> keys[None, :, None] & 1 for mask in (one, two)]
    now = (one[:, None, :] >> (cards[None, :, None] + last[:, :, None]) & 1) * (
        cards[None, :] != last
    )[:, :, None]
    stock = [supply >= n for n in range(1, 6)]
    felt = np.array([utilities.net_features(False), utilities.net_features(True)], dtype=np.float32)
    worth = felt[positions.stakes.all(axis=1).astype(int)[:, None], order]
    parts = [
        np.stack(here, axis=-1),
        np.stack(wins, axis=-1),
        now,
        cards[None, :] == last,
        positions.unseen[:, :, None] >= np.arange(1, 4),
        np.where(positions.deck[:, None] <= 3, positions.back / 3.0, 0.0),
        positions.deck[:, None] == np.arange(1, 5),
        positions.deck[:, None] / 9.0,
        sizes[:, :, None] == np.arange(LIMIT + 1),
        np.stack([*stock, supply / 10.0], axis=-1),
        double == 0,
        captured[:, :, None] >= np.arange(1, 4),
        positions.command_in_force[:, None] == np.array([_PLAY, _GUARD]),
        np.stack([positions.asked, positions.immediate], axis=1),
        worth,
        positions.rules,
        positions.command_in_force == _BLOCK,
        with_mover_first(positions.codes),
        with_mover_first(positions.spent),
        positions.again,
        with_mover_first(positions.stakes),
        positions.stakable,
        with_mover_first(positions.tens),
    ]
    rows = [np.asarray(part, dtype=np.float32).reshape(positions.n, -1) for part in parts]
    return np.concatenate(rows, axis=1)


def hand_statistics(
    positions: PositionArrays, table: HandTable, seat: int, position_indices: Ints, hands: Ints
) -> Floats:
    """Return a vector of statistics for each hand: [hand, N_STATS + 1].

    Its columns are the copies of each card, whether each card is held, for each last card of the
    row whether the hand could win, whether it can win now, and 1. Averaged with the reach as
    weights, they summarise a belief; the weighted sum of the ones is the reach mass.

    Args:
        seat: the seat that holds the hands.
        position_indices: the position of each hand, as an index into ``positions``.
        hands: the hands, as indices into ``table``.
    """
    count = table.count[hands]
    wins = (table.reach[hands] & positions.one[position_indices, seat][:, None]) != 0
    now = np.take_along_axis(wins, positions.last[position_indices][:, None], axis=1)
    parts = [count, count > 0, wins, now, np.ones_like(now)]
    stacked: Floats = np.concatenate(parts, axis=1).astype(np.float32)
    return stacked


def fixed_hand_features(
    positions: PositionArrays, table: HandTable, seat: int, position_indices: Ints, hands: Ints
) -> Floats:
    """Return the features of hands that do not depend on the belief: [hand, N_FIXED].

    Args:
        positions: the features of positions.
        position_indices: for each hand, the index of its position.
        hands: the hands' numbers in ``table``.
    """
    n = len(hands)
    count, reach = table.count[hands], table.reach[hands]
    last = positions.last[position_indices][:, None]
    one = (reach & positions.one[position_indices, seat][:, None]) != 0
    two = (reach & positions.two[position_indices, seat][:, None]) != 0
    parts = [
        (positions.mover[position_indices] == seat)[:, None],
        (count[:, :, None] >= np.arange(1, 4)).reshape(n, -1),
        table.size[hands][:, None] / 4.0,
        np.take_along_axis(one, last, axis=1),
        np.take_along_axis(two, last, axis=1),
        one,
        two,
        np.ones((n, 1)),
    ]
    stacked: Floats = np.concatenate(parts, axis=1).astype(np.float32)
    return stacked
