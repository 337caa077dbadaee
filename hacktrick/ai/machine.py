"""How fast this machine is, measured once, and how much of the usual work it therefore takes.

A slower machine does not think longer, it looks at less: the share is one of a few steps, so that
two starts of the program on one machine decide alike, and whoever keeps a record can write it down.
"""

from __future__ import annotations

import time
from functools import cache

PIECES = 15
USUAL = 0.00034  # seconds for a piece on the machine of docs/strength.md
SPARE = 2.0  # so many times slower a machine may be and still answer within its slots
LEAST = 1 / 16


@cache
def share_of_work() -> float:
    """The share of the levels' usual work that this machine takes: 1, 1/2, 1/4, ... 1/16."""
    return share_for(slowness())


def share_for(slower: float) -> float:
    """The share for a machine that is so many times slower than the usual one.

    >>> share_for(0.5), share_for(2.0), share_for(3.0), share_for(5.0), share_for(1000.0)
    (1.0, 1.0, 0.5, 0.25, 0.0625)
    """
    share = 1.0
    while share > LEAST and slower * share > SPARE:
        share /= 2
    return share


def slowness() -> float:
    """How many times longer than the usual machine this one takes.

    The shortest of many short pieces: what else the machine is busy with hardly reaches it.
    """
    return min(_piece() for _ in range(PIECES)) / USUAL


def _piece() -> float:
    """The seconds of a fixed piece of work: small tuples and a table, as in the search."""
    began = time.perf_counter()
    table: dict[tuple[int, ...], int] = {(0,) * 6: 1}
    for card in range(6):
        grown: dict[tuple[int, ...], int] = {}
        for hand, ways in table.items():
            for copies in range(3):
                more = (*hand[:card], copies, *hand[card + 1 :])
                grown[more] = grown.get(more, 0) + ways
        table = grown
    return time.perf_counter() - began
