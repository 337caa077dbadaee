"""The names that computer players go by where the name of their level alone would not do.

Names of people are not translated. None of them is the name of a level or of a code.
"""

from __future__ import annotations

from collections.abc import Iterable

CHARACTERS = (
    "Nova",
    "Koda",
    "Juno",
    "Argo",
    "Mira",
    "Rune",
    "Echo",
    "Onyx",
    "Iris",
    "Flux",
    "Ember",
    "Quill",
    "Cleo",
    "Basil",
    "Vesper",
    "Tango",
    "Lumen",
    "Dune",
    "Sable",
    "Zephyr",
    "Fable",
    "Indigo",
    "Hex",
)
"""Their number is prime, so that every step through them meets all of them."""

STEP = 5  # from a level to the next


def character(seat: int, level: int, taken: Iterable[str]) -> str:
    """Who a computer player of ``level`` is at ``seat``: always the same, and nobody of ``taken``.

    Raises:
        StopIteration: everybody is taken.
    """
    others = {name.casefold() for name in taken}
    n = len(CHARACTERS)
    turns = (CHARACTERS[(seat + level * STEP + k) % n] for k in range(n))
    return next(name for name in turns if name.casefold() not in others)
