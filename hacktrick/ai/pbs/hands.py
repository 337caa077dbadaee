"""Hands as numbers, with tables of what adding or taking a card makes of them.

Knows nothing of boards and turns. Sizes come from the rules, so that shrunken games work too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import factorial

import numpy as np
import numpy.typing as npt

from hacktrick.game.cards import Counts, counts_of, hands_within
from hacktrick.game.state import PublicState

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

NO_HAND = -1


@dataclass(frozen=True)
class HandTable:
    """All hands of 0 to ``limit`` cards. Arrays by hand; ``add`` and ``sub`` by hand and card."""

    values: int
    copies: int
    hands: tuple[Counts, ...]
    index: dict[Counts, int]
    count: Ints
    size: Ints
    total: Ints
    add: Ints
    sub: Ints
    reach: Ints  # keys (bit k) that the hand can reach, by the last card of the row
    halves: Ints  # the copies of the lower and of the higher cards, as numbers: [hand, half]
    ways: Floats  # of a half of the cards: [unseen, first hand, second hand], all as numbers
    places: Ints  # the number of a hand by its counts as digits

    def numbers(self, hands: tuple[Counts, ...]) -> Ints:
        return np.array([self.index[hand] for hand in hands], dtype=np.int64)

    def found(self, counts: Ints) -> Ints:
        """The numbers of hands by their counts, [..., card]; ``NO_HAND`` where there is none."""
        base = self.copies + 1
        digits = base ** np.arange(self.values)
        fits = (counts < base).all(axis=-1)
        numbers: Ints = np.where(fits, self.places[np.where(fits, counts @ digits, 0)], NO_HAND)
        return numbers

    def pair_ways(self, unseen: Counts, first: Ints, second: Ints) -> Floats:
        """In how many ways the unseen cards make the two hands, but for a common factor."""
        left, right, of = self.halves[first], self.halves[second], _halves(unseen, self.copies)
        product: Floats = self.ways[of[0]][left[:, 0][:, None], right[:, 0]]
        product *= self.ways[of[1]][left[:, 1][:, None], right[:, 1]]
        return product


@lru_cache(maxsize=8)
def hand_table(values: int, copies: int, limit: int) -> HandTable:
    """The table of a game; the order of hands (size, then lower cards first) is fixed."""
    full = (copies,) * values
    found = [hand for size in range(limit + 1) for hand in hands_within(full, size)]
    found.sort(key=lambda hand: (sum(hand), [*reversed(hand)]))
    hands = tuple(found)
    index = {hand: number for number, hand in enumerate(hands)}
    count = np.array(hands, dtype=np.int64)
    n = len(hands)
    add = np.full((n, values), NO_HAND, dtype=np.int64)
    sub = np.full((n, values), NO_HAND, dtype=np.int64)
    reach = np.zeros((n, values), dtype=np.int64)
    for number, hand in enumerate(hands):
        for card in range(values):
            changed = list(hand)
            changed[card] += 1
            add[number, card] = index.get(tuple(changed), NO_HAND)
            if hand[card]:
                changed[card] -= 2
                sub[number, card] = index[tuple(changed)]
        for last in range(values):
            reach[number, last] = sum(
                1 << (last + card) for card in range(values) if hand[card] and card != last
            )
    return HandTable(
        values,
        copies,
        hands,
        index,
        count,
        count.sum(1),
        count @ np.arange(values),
        add,
        sub,
        reach,
        np.array([_halves(hand, copies) for hand in hands]),
        _ways_of_half((values + 1) // 2, copies),
        _places(hands, copies),
    )


def _places(hands: tuple[Counts, ...], copies: int) -> Ints:
    values = len(hands[0])
    places = np.full((copies + 1) ** values, NO_HAND, dtype=np.int64)
    for number, hand in enumerate(hands):
        places[sum(n * (copies + 1) ** card for card, n in enumerate(hand))] = number
    return places


def _halves(cards: Counts, copies: int) -> tuple[int, int]:
    """The copies of the lower and of the higher cards, each as one number."""
    middle, low, high = (len(cards) + 1) // 2, 0, 0
    for n in cards[:middle]:
        low = low * (copies + 1) + n
    for n in cards[middle:]:
        high = high * (copies + 1) + n
    return low, high


@lru_cache(maxsize=8)
def _ways_of_half(values: int, copies: int) -> Floats:
    """The ways of so many cards, whose copies are numbers as ``_halves`` makes them: [unseen,
    first hand, second hand]."""
    one = _ways(copies)
    found = np.ones((1, 1, 1), dtype=np.float32)
    for _ in range(values):
        n = len(found) * len(one)
        found = np.einsum("uab,vcd->uvacbd", found, one).reshape(n, n, n)
    return found


def _ways(copies: int) -> Floats:
    """u! / (a! b! (u-a-b)!): [u, a, b]."""
    ways = np.zeros((copies + 1,) * 3, dtype=np.float32)
    for u in range(copies + 1):
        for a in range(u + 1):
            for b in range(u - a + 1):
                parts = factorial(a) * factorial(b) * factorial(u - a - b)
                ways[u, a, b] = factorial(u) / parts
    return ways


def table_for(public: PublicState) -> HandTable:
    """The table for the game that ``public`` is a position of."""
    rules = public.rules
    return hand_table(rules.values, rules.copies, max(public.seating.limits))


def unseen_cards(public: PublicState) -> Counts:
    """The cards in the two hands and the deck."""
    rules = public.rules
    seen = counts_of((*public.aside, *public.row), rules.values)
    return tuple(rules.copies - n for n in seen)
