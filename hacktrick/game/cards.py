"""Cards as numbers, and multisets of cards as counts by value.

A hand, or a deck whose order does not matter, is a ``Counts``: the number of copies of each value.
Two states with the same cards therefore compare equal. This module knows no rules, seats or turns.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Card = int
Counts = tuple[int, ...]

UNKNOWN_CARD = -1
"""Stands for a card that the reader must not know."""


def counts_of(cards: Iterable[Card], values: int) -> Counts:
    """Return the multiset of ``cards``, each in ``range(values)``.

    >>> counts_of([5, 0, 5], 6)
    (1, 0, 0, 0, 0, 2)
    """
    counted = [0] * values
    for card in cards:
        counted[card] += 1
    return tuple(counted)


@lru_cache(maxsize=4096)
def cards_of(counts: Counts) -> tuple[Card, ...]:
    """Return the cards of a multiset, sorted.

    >>> cards_of((1, 0, 0, 0, 0, 2))
    (0, 5, 5)
    """
    return tuple(value for value, copies in enumerate(counts) for _ in range(copies))


@lru_cache(maxsize=4096)
def with_card_added(counts: Counts, card: Card) -> Counts:
    """Return ``counts`` with one more ``card``."""
    changed = list(counts)
    changed[card] += 1
    return tuple(changed)


@lru_cache(maxsize=4096)
def with_card_removed(counts: Counts, card: Card) -> Counts:
    """Return ``counts`` with one ``card`` fewer; there must be at least one."""
    changed = list(counts)
    changed[card] -= 1
    return tuple(changed)


def with_cards_removed(counts: Counts, others: Counts) -> Counts:
    """Return ``counts`` less the cards in ``others``, all of which must be in ``counts``."""
    return tuple(a - b for a, b in zip(counts, others, strict=True))


@lru_cache(maxsize=4096)
def sum_of(counts: Counts) -> int:
    """Return the sum of the card values in a hand, which its holder announces when asked.

    >>> sum_of((1, 0, 0, 0, 0, 2))
    10
    """
    return sum(value * copies for value, copies in enumerate(counts))


@lru_cache(maxsize=512)
def hands_within(counts: Counts, size: int) -> tuple[Counts, ...]:
    """Return every hand of ``size`` cards that can be taken from ``counts``, as counts.

    The cache is small because one result may hold two hundred hands.

    >>> hands_within((1, 1), 1)
    ((0, 1), (1, 0))
    """
    if not counts:
        return ((),) if size == 0 else ()
    first, rest = counts[0], counts[1:]
    return tuple(
        (n, *others) for n in range(min(first, size) + 1) for others in hands_within(rest, size - n)
    )
