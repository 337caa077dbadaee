"""Codes that move cards between hands and the deck, as links between hands.

A link's coefficient is the ways of the pair of hands before (``hands.pair_ways``) over those after,
times the chance of what came, parted into a factor of the own hand and one of the other's.

Cards under the deck (Jack Sun) have no such parting: who put them there knows of cards that the
other does not hold. They are reckoned as cards of the deck like all others, by both:

- In the one move, exact: who draws what, and so how likely each hand is after it and what it is
  worth, for the likelihoods of the other's hands that the move begins with (those of the belief at
  the root; alike further down).
- Left aside from then on: that whoever put cards there knows of the other's hand that it is
  without them, that they are drawn last and in their order, and that he remembers them. Near the
  end of the deck, too.
- Not looked at: the order of the cards put there, and putting there more than are in the deck,
  which come back at once.

In the shrunken game of the tests, solved by this reckoning, nobody gains more than 0.002 by
whatever he does in the true one with the cards he remembers (all deals walked by the engine).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

import numpy as np

from hacktrick.ai.pbs.hands import NO_HAND, Floats, HandTable, Ints
from hacktrick.ai.pbs.nodes import Links
from hacktrick.game.cards import Card, Counts


def swapped(
    table: HandTable, own: Ints, other: Ints, given: Card, taken: Card
) -> tuple[tuple[Ints, Links], tuple[Ints, Links]]:
    """Coco van Vaeck: the own hands a and the other's b after a card was given for one taken
    blindly. Both players know both cards.

    The chance to take the card is b_taken / size. Where the two differ, the ways before over those
    after are (a_taken + 1) / a_given times (b_given + 1) / b_taken, so that the own factor is
    (a_taken + 1) / a_given and the other's (b_given + 1) / size; where they are the same card the
    hands stay as they are, and the factors are 1 and b_taken / size.

    Returns:
        The hands below and the links to them: own, then the other's. No two hands above lead to the
        same below.
    """
    mine, after_a = _exchanged(table, own, given, taken)
    theirs, after_b = _exchanged(table, other, taken, given)
    a, b = own[mine], other[theirs]
    factor_a = table.count[after_a, taken] / table.count[a, given]
    factor_b = table.count[after_b, given] / table.size[b]
    own_links = Links(mine, np.arange(len(mine)), factor_a.astype(np.float32))
    other_links = Links(theirs, np.arange(len(theirs)), factor_b.astype(np.float32))
    return (after_a, own_links), (after_b, other_links)


def _exchanged(table: HandTable, hands: Ints, given: Card, taken: Card) -> tuple[Ints, Ints]:
    """The places of the hands that can give one card for the other, and what they become."""
    less = table.sub[hands, given]
    after = np.where(less >= 0, table.add[less, taken], NO_HAND)
    (places,) = np.nonzero(after >= 0)
    return places, after[places]


_FACTORIAL = np.array([1.0, 1.0, 2.0, 6.0, 24.0])


def put_under(
    table: HandTable,
    unseen: Counts,
    deck_size: int,
    own: Ints,
    other: tuple[Ints, Floats],
    n: int,
) -> tuple[Ints, list[tuple[Counts, Links]]]:
    """Jack Sun: n cards of the own hand a under the deck, as many from its top.

    From a the cards p are put there and the cards d drawn, which leaves a'. With the other's hand b
    the ways before over those after, times the chance of d, are (by value, multiplied, over the
    ways to choose n of the deck) a'! / (a! d!) times r! / (r - p)! with r = unseen - a' - b, the
    deck after it: in how many ways it can hold p. That last factor is no product of the two hands;
    its mean over the other's hands stands for it, each b weighing its likelihood times the ways of
    a' and b. So a' is as likely as it is, for every a and p, and masses are kept.

    Args:
        other: the other's hands and their likelihoods.
        n: no more than ``deck_size``.

    Returns:
        The hands below, and for every choice of cards the links to them. All choices lead to the
        same node: others see only the number.
    """
    counts = table.count
    (drawn,) = np.nonzero(table.size == n)
    ways = table.pair_ways(unseen, np.arange(len(table.hands)), other[0]) @ other[1]
    parts = []
    for p in _choices(table, own, n):
        left = tuple(u - k for u, k in zip(unseen, p, strict=True))
        (src,) = np.nonzero((counts[own] >= p).all(1))
        after = table.found((counts[own[src]] - p)[:, None] + counts[drawn])
        row, column = np.nonzero(after >= 0)
        reached = after[row, column]
        holding = table.pair_ways(left, reached, other[0]) @ other[1]
        mean = _orders(unseen, left) * holding / np.maximum(ways[reached], 1e-30)
        chosen = _product(counts[reached]) / _product(counts[own[src[row]]])
        coef = mean * chosen / (_product(counts[drawn[column]]) * comb(deck_size, n))
        kept = coef > 0
        parts.append((p, src[row[kept]], reached[kept], coef[kept]))
    below = np.unique(np.concatenate([reached for _, _, reached, _ in parts]))
    return below, [
        (p, Links(src, np.searchsorted(below, reached), coef.astype(np.float32)))
        for p, src, reached, coef in parts
    ]


def _choices(table: HandTable, own: Ints, n: int) -> Iterator[Counts]:
    """What can be put under the deck by at least one of the hands."""
    for number in np.flatnonzero(table.size == n):
        p = table.hands[int(number)]
        if (table.count[own] >= p).all(1).any():
            yield p


def _orders(unseen: Counts, left: Counts) -> float:
    """u! / (u - p)!, multiplied over the values."""
    return float(np.prod(_FACTORIAL[list(unseen)] / _FACTORIAL[list(left)]))


def _product(counts: Ints) -> Floats:
    """The factorials of a hand's counts, multiplied: [hand]."""
    found: Floats = _FACTORIAL[counts].prod(axis=-1)
    return found
