"""The public belief: for each player, the likelihood of every possible hand, as arrays.

Hands are numbers in a ``HandTable``. The probability of a pair of hands is ``likelihood *
likelihood * ways``; plays, draws and announced sums preserve that form.
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


def hand_table_for(public: PublicState) -> HandTable:
    """The table for the game that ``public`` is a position of."""
    rules = public.rules
    return hand_table(rules.values, rules.copies, max(public.seating.limits))


def unseen_cards(public: PublicState) -> Counts:
    """The cards in the two hands and the deck."""
    rules = public.rules
    seen = counts_of((*public.aside, *public.row), rules.values)
    return tuple(rules.copies - n for n in seen)


MIN_LIKELIHOOD = 1e-7
"""No hand that can be held is less likely than this beside the likeliest."""


@dataclass(frozen=True)
class WinPrices:
    """What wins are worth, by the seat of the winner; as much is lost by the other.

    A single win is worth 1 where nothing is staked, so that all is told in halves of the difference
    between a round won and a round lost by one point. As they are: points (Hai Doo's winner has one
    more than the bank gives, and the loser one less).

    Attributes:
        of: a double win beyond a single one.
        pot: a single win where a called stake lies on the table; ``pot_of``: a double beyond it.
    """

    of: tuple[float, float] = (1.0, 1.0)
    pot: tuple[float, float] = (3.0, 3.0)
    pot_of: tuple[float, float] = (1.0, 1.0)

    def utility(self, seat: int, winner: int, points: int, is_staked: bool = False) -> float:
        """For ``seat``: a single win, more a double, and a code's four points in proportion.

        Args:
            points: those of the bank.
            is_staked: a called stake lies on the table as the round ends.
        """
        single = self.pot[winner] if is_staked else 1.0
        worth = single + (points - 1) * self.beyond(is_staked)[winner]
        return worth if seat == winner else -worth

    def beyond(self, is_staked: bool) -> tuple[float, float]:
        """A double win beyond a single one, by the winner."""
        return self.pot_of if is_staked else self.of

    def felt(self, is_staked: bool) -> tuple[float, float]:
        """The same, measured as the net knows it: by half of what lies between a round won and a
        round lost by one point."""
        if not is_staked:
            return self.of
        half = sum(self.pot) / 2
        return self.pot_of[0] / half, self.pot_of[1] / half


@dataclass(frozen=True)
class PublicBelief:
    """The public state and, by seat, possible hands with their likelihoods."""

    public: PublicState
    hands: tuple[Ints, Ints]
    likelihood: tuple[Floats, Floats]

    def joint(self) -> Floats:
        """The chance of every pair of hands."""
        table = hand_table_for(self.public)
        ways = table.pair_ways(unseen_cards(self.public), *self.hands)
        weights = self.likelihood[0][:, None] * self.likelihood[1][None, :] * ways
        total: Floats = weights / max(float(weights.sum()), 1e-30)
        return total

    def opponent_given(self, seat: int, hand: Counts) -> Floats:
        """The chances of the other's hands for ``seat`` holding ``hand``."""
        table = hand_table_for(self.public)
        own = np.array([table.index[hand]])
        other = 1 - seat
        pair = (own, self.hands[other]) if seat == 0 else (self.hands[other], own)
        ways = table.pair_ways(unseen_cards(self.public), *pair).reshape(-1)
        weights = ways * self.likelihood[other]
        given: Floats = weights / max(float(weights.sum()), 1e-30)
        return given


def dealt_belief(public: PublicState) -> PublicBelief:
    """Every hand of the right size, all alike: the deal."""
    table, unseen = hand_table_for(public), unseen_cards(public)
    hands = tuple(table.numbers(hands_within(unseen, size)) for size in public.hand_sizes[:2])
    even = tuple(np.ones(len(numbers), dtype=np.float32) for numbers in hands)
    return PublicBelief(public, (hands[0], hands[1]), (even[0], even[1]))


def open_hands_belief(public: PublicState, hands: tuple[Counts, ...]) -> PublicBelief:
    """Both hands are common knowledge."""
    table = hand_table_for(public)
    one = np.ones(1, dtype=np.float32)
    first, second = (np.array([table.index[hand]]) for hand in hands[:2])
    return PublicBelief(public, (first, second), (one, one))


def pruned_belief(belief: PublicBelief) -> PublicBelief:
    """Without the hands that have become impossible; likelihoods from ``MIN_LIKELIHOOD`` up to 1.

    A hand that can be held is never dropped, however unlikely the play makes it: whoever holds it
    must find it here, or what he is told would depend on what he holds.
    """
    likely = tuple(_within_bounds(values) for values in belief.likelihood)
    even = PublicBelief(belief.public, belief.hands, (likely[0], likely[1]))
    joint = even.joint()
    hands, likelihood = [], []
    for seat in (0, 1):
        kept = joint.sum(1 - seat) > 0
        if not kept.any():
            return dealt_belief(belief.public)  # the model of the other player has failed
        hands.append(belief.hands[seat][kept])
        likelihood.append(likely[seat][kept])
    return PublicBelief(belief.public, (hands[0], hands[1]), (likelihood[0], likelihood[1]))


def _within_bounds(values: Floats) -> Floats:
    """Likelihoods up to 1; those that are not 0 at least ``MIN_LIKELIHOOD``."""
    share = values / max(float(values.max(initial=0)), 1e-30)
    bounded: Floats = np.where(values > 0, np.maximum(share, MIN_LIKELIHOOD), 0).astype(np.float32)
    return bounded
