"""The public belief: how likely each pair of hands is to an observer who knows only public facts.

Hands are numbers in a ``HandTable``. The probability of a pair of hands is the product of both
likelihoods and of the number of deals with these hands (``ways``). Plays, draws and announced sums
keep this form. Brown and others 2020 (ReBeL) describe such public belief states.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import factorial

import numpy as np
import numpy.typing as npt

from hacktrick.game.cards import Counts, counts_of, hands_within
from hacktrick.game.state import PublicState
from hacktrick.game.view import StartPosition

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

NO_HAND = -1  # hand number that stands for a hand that does not exist


@dataclass(frozen=True)
class HandTable:
    """All hands of up to ``limit`` cards, with their properties as arrays indexed by hand number.

    Attributes:
        values: the number of card values.
        copies: the copies of each card in the game.
        hands: the hands by number.
        index: the number of each hand.
        count: the copies of each card: [hand, card].
        size: the number of cards: [hand].
        total: the sum of the cards: [hand].
        add, sub: the number of the hand with one card more or less: [hand, card].
        reach: the keys on which the hand can put a marker, as bit k for key k: [hand, last card of
            the row].
        halves: the copies of the lower and of the higher cards, each as one number: [hand, half].
        half_ways: the deals for one half of the card values: [unseen, first hand, second hand],
            where each index is a number as in ``halves``.
        number_by_digits: the number of a hand, by its counts read as digits.
    """

    values: int
    copies: int
    hands: tuple[Counts, ...]
    index: dict[Counts, int]
    count: Ints
    size: Ints
    total: Ints
    add: Ints
    sub: Ints
    reach: Ints
    halves: Ints
    half_ways: Floats
    number_by_digits: Ints

    def numbers_of_hands(self, hands: tuple[Counts, ...]) -> Ints:
        """Return the numbers of these hands."""
        return np.array([self.index[hand] for hand in hands], dtype=np.int64)

    def numbers_of_counts(self, card_counts: Ints) -> Ints:
        """Return the numbers of the hands with these counts: [..., card].

        ``NO_HAND`` stands for counts that no hand has.
        """
        base = self.copies + 1
        digits = base ** np.arange(self.values)
        fits = (card_counts < base).all(axis=-1)
        numbers: Ints = np.where(
            fits, self.number_by_digits[np.where(fits, card_counts @ digits, 0)], NO_HAND
        )
        return numbers

    def deal_counts_by_hand_pair(self, unseen: Counts, first: Ints, second: Ints) -> Floats:
        """Return the deals for each pair of hands, up to a common factor: [first, second].

        Args:
            unseen: the number of unseen cards of each value.
            first: the numbers of the first player's hands.
            second: the numbers of the second player's hands.
        """
        left, right, of = (
            self.halves[first],
            self.halves[second],
            _half_hand_numbers(unseen, self.copies),
        )
        product: Floats = self.half_ways[of[0]][left[:, 0][:, None], right[:, 0]]
        product *= self.half_ways[of[1]][left[:, 1][:, None], right[:, 1]]
        return product


@lru_cache(maxsize=8)
def hand_table(values: int, copies: int, limit: int) -> HandTable:
    """Return the table of all hands, sorted by size and then with lower cards first.

    Args:
        values: the number of card values.
        copies: the number of cards of each value.
        limit: the greatest number of cards in a hand.
    """
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
        np.array([_half_hand_numbers(hand, copies) for hand in hands]),
        _deal_counts_of_half((values + 1) // 2, copies),
        _hand_number_table(hands, copies),
    )


def _hand_number_table(hands: tuple[Counts, ...], copies: int) -> Ints:
    values = len(hands[0])
    places = np.full((copies + 1) ** values, NO_HAND, dtype=np.int64)
    for number, hand in enumerate(hands):
        places[sum(n * (copies + 1) ** card for card, n in enumerate(hand))] = number
    return places


def _half_hand_numbers(cards: Counts, copies: int) -> tuple[int, int]:
    """Return two numbers whose digits are the copies of the lower and of the higher cards."""
    middle, low, high = (len(cards) + 1) // 2, 0, 0
    for n in cards[:middle]:
        low = low * (copies + 1) + n
    for n in cards[middle:]:
        high = high * (copies + 1) + n
    return low, high


@lru_cache(maxsize=8)
def _deal_counts_of_half(values: int, copies: int) -> Floats:
    """Return the number of deals for half of the card values: [unseen, first hand, second hand].

    Each index is a number like those of ``_half_hand_numbers``.

    Args:
        copies: the number of cards of each value.
        values: the number of card values in this half.
    """
    one = _deal_counts_of_card_value(copies)
    found = np.ones((1, 1, 1), dtype=np.float32)
    for _ in range(values):
        n = len(found) * len(one)
        found = np.einsum("uab,vcd->uvacbd", found, one).reshape(n, n, n)
    return found


def _deal_counts_of_card_value(copies: int) -> Floats:
    """Return the number of ways to deal the unseen copies of one card value: [u, a, b].

    Of ``u`` unseen copies, one hand gets ``a``, the other ``b``, and the deck the rest. There are
    u! / (a! b! (u - a - b)!) ways, or 0 if a + b > u. Each index runs from 0 to ``copies``.
    """
    ways = np.zeros((copies + 1,) * 3, dtype=np.float32)
    for u in range(copies + 1):
        for a in range(u + 1):
            for b in range(u - a + 1):
                parts = factorial(a) * factorial(b) * factorial(u - a - b)
                ways[u, a, b] = factorial(u) / parts
    return ways


def hand_table_for(public: PublicState) -> HandTable:
    """Return the hand table for the rules of ``public``."""
    rules = public.rules
    return hand_table(rules.values, rules.copies, max(public.seating.limits))


def cards_in_hands_and_deck(public: PublicState) -> Counts:
    """Return the copies of each card that are in the two hands and the deck."""
    rules = public.rules
    seen = counts_of((*public.aside, *public.row), rules.values)
    return tuple(rules.copies - n for n in seen)


MIN_LIKELIHOOD = 1e-7
"""The lowest likelihood of a possible hand, relative to the likeliest one."""


@dataclass(frozen=True)
class WinUtilities:
    """The utilities of wins in this zero-sum game, by the winner's seat.

    A single win without a stake is worth 1: half the difference between winning and losing the
    round by one point. The defaults count plain points. With a called stake, the winner gains one
    point more than the bank pays, and the loser loses one.

    Attributes:
        double_premium: the additional utility of a double win.
        staked_win: the utility of a single win with a called stake.
        staked_double_premium: the additional utility of a double win with a called stake.
    """

    double_premium: tuple[float, float] = (1.0, 1.0)
    staked_win: tuple[float, float] = (3.0, 3.0)
    staked_double_premium: tuple[float, float] = (1.0, 1.0)

    def utility(self, seat: int, winner: int, points: int, is_staked: bool = False) -> float:
        """Return the utility for ``seat``; every point after the first adds the double premium.

        Args:
            winner: the seat that wins the round.
            points: the points from the bank.
            is_staked: whether the round ends with a called stake.
        """
        single = self.staked_win[winner] if is_staked else 1.0
        worth = single + (points - 1) * self.double_premium_of(is_staked)[winner]
        return worth if seat == winner else -worth

    def double_premium_of(self, is_staked: bool) -> tuple[float, float]:
        """Return the additional utility of a double win, by the winner's seat."""
        return self.staked_double_premium if is_staked else self.double_premium

    def net_features(self, is_staked: bool) -> tuple[float, float]:
        """Return the premiums for a double win as inputs of the net, relative to a single win."""
        if not is_staked:
            return self.double_premium
        half = sum(self.staked_win) / 2
        return self.staked_double_premium[0] / half, self.staked_double_premium[1] / half


@dataclass(frozen=True)
class PublicBelief:
    """A public state with the possible hands of both seats and their likelihoods.

    Attributes:
        hands: by seat, the numbers of the hands in the ``HandTable``.
        likelihood: by seat, the likelihood of each of these hands.
    """

    public: PublicState
    hands: tuple[Ints, Ints]
    likelihood: tuple[Floats, Floats]

    def pair_chances(self) -> Floats:
        """Return the probability of each pair of hands: [hand of seat 0, hand of seat 1]."""
        table = hand_table_for(self.public)
        ways = table.deal_counts_by_hand_pair(cards_in_hands_and_deck(self.public), *self.hands)
        weights = self.likelihood[0][:, None] * self.likelihood[1][None, :] * ways
        total: Floats = weights / max(float(weights.sum()), 1e-30)
        return total

    def opponent_chances(self, seat: int, hand: Counts) -> Floats:
        """Return the probability of each hand of the opponent if ``seat`` holds ``hand``."""
        table = hand_table_for(self.public)
        own = np.array([table.index[hand]])
        other = 1 - seat
        # The number of deals is the same whichever of the two hands is named first.
        ways = table.deal_counts_by_hand_pair(
            cards_in_hands_and_deck(self.public), own, self.hands[other]
        ).reshape(-1)
        weights = ways * self.likelihood[other]
        given: Floats = weights / max(float(weights.sum()), 1e-30)
        return given


def belief_after_deal(public: PublicState) -> PublicBelief:
    """Return the belief right after a deal: all hands of the right size are equally likely."""
    table, unseen = hand_table_for(public), cards_in_hands_and_deck(public)
    hands = tuple(
        table.numbers_of_hands(hands_within(unseen, size)) for size in public.hand_sizes[:2]
    )
    even = tuple(np.ones(len(numbers), dtype=np.float32) for numbers in hands)
    return PublicBelief(public, (hands[0], hands[1]), (even[0], even[1]))


def initial_belief(public: PublicState, position: StartPosition | None) -> PublicBelief:
    """Return the belief at the start of a round: after a normal deal, or in a given position."""
    dealt = belief_after_deal(public)
    if position is None:
        return dealt
    table = hand_table_for(public)
    likely = tuple(
        np.array(
            [position.hand_weight(seat, table.hands[int(number)]) for number in dealt.hands[seat]],
            dtype=np.float32,
        )
        for seat in (0, 1)
    )
    return pruned_belief(PublicBelief(public, dealt.hands, (likely[0], likely[1])))


def open_hands_belief(public: PublicState, hands: tuple[Counts, ...]) -> PublicBelief:
    """Return the belief in which both hands are known."""
    table = hand_table_for(public)
    one = np.ones(1, dtype=np.float32)
    first, second = (np.array([table.index[hand]]) for hand in hands[:2])
    return PublicBelief(public, (first, second), (one, one))


def pruned_belief(belief: PublicBelief) -> PublicBelief:
    """Drop impossible hands and bring the likelihoods into the range from ``MIN_LIKELIHOOD`` to 1.

    Possible hands are never dropped, however unlikely they are: if one of them is held after all,
    the solution must contain a strategy for it, or the decision would reveal the hand.
    """
    likely = tuple(_bounded_likelihoods(values) for values in belief.likelihood)
    even = PublicBelief(belief.public, belief.hands, (likely[0], likely[1]))
    joint = even.pair_chances()
    hands, likelihood = [], []
    for seat in (0, 1):
        kept = joint.sum(1 - seat) > 0
        if not kept.any():
            return belief_after_deal(belief.public)  # the model of the players excludes every hand
        hands.append(belief.hands[seat][kept])
        likelihood.append(likely[seat][kept])
    return PublicBelief(belief.public, (hands[0], hands[1]), (likelihood[0], likelihood[1]))


def _bounded_likelihoods(values: Floats) -> Floats:
    """Scale likelihoods to at most 1 and raise positive ones to at least ``MIN_LIKELIHOOD``."""
    share = values / max(float(values.max(initial=0)), 1e-30)
    bounded: Floats = np.where(values > 0, np.maximum(share, MIN_LIKELIHOOD), 0).astype(np.float32)
    return bounded
