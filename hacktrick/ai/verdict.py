"""Classes of mistakes, by what they cost in equity and in chances to win the match.

One of equity lies between a win and an even round; LEARN 5.3 has the limits. A turn that costs less
than ``FREE`` is right, whatever else the solution would have mixed in; one that costs more is not,
however often the solution makes it. No class is given by one look: it is that of the smaller of two
losses, the second from a longer search, and a mistake or a blunder must also have come out worse
when the position was played on (``coach.trial``).
"""

from __future__ import annotations

from typing import Literal

Class = Literal["fine", "slip", "mistake", "blunder"]

FREE = 0.1
"""In equity: what the judge itself may be wrong by."""

LIMITS: tuple[tuple[Class, float, float], ...] = (
    ("blunder", 0.6, 0.02),
    ("mistake", 0.3, 0.01),
    ("slip", FREE, 0.005),
)
"""Each class with what it costs at least, in equity and in match chances; the worst first."""

MARKED: tuple[Class, ...] = ("mistake", "blunder")
"""What is tried before it is said."""


def class_of(equity: float, match: float) -> Class:
    """The class of a turn.

    Args:
        equity: what it costs, one being a single win; ``match``: the same as a chance of the match.

    >>> class_of(0.09, 0.5), class_of(0.7, 0.1), class_of(0.7, 0.011), class_of(0.7, 0.001)
    ('fine', 'blunder', 'mistake', 'fine')
    """
    for name, least_equity, least_match in LIMITS:
        if equity >= least_equity and match >= least_match:
            return name
    return "fine"
