"""The keys of the keypad and the lines on them: geometry only, without markers or turns.

The keypad is a magic square: three different keys form a line if and only if they sum to 15. A
similar rule defines the smaller boards that tests use.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from hacktrick.game.cards import Card

Key = int
Line = tuple[Key, Key, Key]

MAGIC_SQUARE: tuple[tuple[Key, Key, Key], ...] = ((8, 1, 6), (3, 5, 7), (4, 9, 2))
KEY_ORDER: tuple[Key, ...] = tuple(key for row in MAGIC_SQUARE for key in row)
"""The keys row by row, from the upper left."""


@lru_cache
def keys(values: int = 6) -> tuple[Key, ...]:
    """Return all keys: the sums of two different card values.

    Args:
        values: the number of card values, which begin at 0.

    >>> keys()
    (1, 2, 3, 4, 5, 6, 7, 8, 9)
    """
    return tuple(range(1, 2 * values - 2))


@lru_cache
def lines(values: int = 6) -> tuple[Line, ...]:
    """Return all lines of three keys, each in ascending order (RULES section 1).

    >>> len(lines()), (2, 5, 8) in lines(), (1, 5, 9) in lines()
    (8, True, True)
    """
    target = 3 * (values - 1)
    found = (trio for trio in combinations(keys(values), 3) if sum(trio) == target)
    return tuple((a, b, c) for a, b, c in found)


@lru_cache
def lines_through(key: Key, values: int = 6) -> tuple[Line, ...]:
    """Return the lines that contain ``key``."""
    return tuple(line for line in lines(values) if key in line)


@lru_cache
def _lines_with_other_indices(key: Key, values: int) -> tuple[tuple[int, int, Line], ...]:
    """Return each line through ``key``, with the board indices of its two other keys."""
    found = []
    for line in lines_through(key, values):
        first, second = (other - 1 for other in line if other != key)
        found.append((first, second, line))
    return tuple(found)


def lines_completed(
    board: tuple[tuple[int, ...], ...], side: int, key: Key, values: int
) -> list[Line]:
    """Return the lines through ``key`` whose two other keys both have a marker of ``side``.

    Args:
        board: for each key, key 1 first, the number of markers of both sides.
        values: the number of card values.
    """
    return [
        line
        for first, second, line in _lines_with_other_indices(key, values)
        if board[first][side] and board[second][side]
    ]


@lru_cache
def card_pairs_reaching(key: Key, values: int = 6) -> tuple[tuple[Card, Card], ...]:
    """Return the pairs of different cards that sum to ``key``.

    >>> card_pairs_reaching(4)
    ((0, 4), (1, 3))
    """
    return tuple((a, b) for a, b in combinations(range(values), 2) if a + b == key)
