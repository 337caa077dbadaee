"""The numbers of the levels, without loading any of the players behind them."""

from __future__ import annotations

NUMBERS = tuple(range(1, 11))
"""Weakest first."""


def nearest(number: int) -> int:
    """The level that plays for ``number``: itself, or the nearest one where a record of another
    version names a level that is not here.

    >>> nearest(7), nearest(99)
    (7, 10)
    """
    return min(NUMBERS, key=lambda known: (abs(known - number), known))
