"""Who can sit at a seat: people, and computer players by the number of their level.

Knows the numbers of the levels, but not how they think.
"""

from __future__ import annotations

LEVEL_NUMBERS: tuple[int, ...] = tuple(range(1, 11))
"""The numbers of the levels, weakest first."""


def nearest_level(number: int) -> int:
    """Return the level that plays for ``number``, which a record of another version may name: the
    level itself, or else the nearest one.

    >>> nearest_level(7), nearest_level(99)
    (7, 10)
    """
    return min(LEVEL_NUMBERS, key=lambda known: (abs(known - number), known))


HUMAN = "human"
ENGINE = "engine"
"""A foreign program that sat at the table; its command stays out of records."""
ENGINE_LEVEL = 0
"""Stands for a foreign program where computer players go by their level."""
_LEVEL = "level:"


def level_of(player: str) -> int | None:
    """Return the level of a computer player; None for any other player.

    >>> level_of("level:4"), level_of("engine"), level_of("human")
    (4, 0, None)
    """
    if player == ENGINE:
        return ENGINE_LEVEL
    number = player.removeprefix(_LEVEL)
    return int(number) if number != player and number.isdecimal() else None


def player_for_level(level: int) -> str:
    """Return the word for a computer player in records."""
    return ENGINE if level == ENGINE_LEVEL else f"{_LEVEL}{level}"
