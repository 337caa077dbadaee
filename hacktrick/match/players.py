"""The words in match records for who plays: people, levels of computer players, foreign programs.

This module knows the numbers of the levels, but not how they play.
"""

from __future__ import annotations

LEVEL_NUMBERS: tuple[int, ...] = tuple(range(1, 11))
"""The numbers of the levels, weakest first."""


def nearest_level(number: int) -> int:
    """Return the level with this number, or the nearest one if there is none.

    Records of other versions may name such levels.

    >>> nearest_level(7), nearest_level(99)
    (7, 10)
    """
    return min(LEVEL_NUMBERS, key=lambda known: (abs(known - number), known))


HUMAN = "human"
ENGINE = "engine"
"""A foreign program; records do not contain its command."""
ENGINE_LEVEL = 0
"""The level that stands for a foreign program."""
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
    """Return the word in match records for the computer player of a level."""
    return ENGINE if level == ENGINE_LEVEL else f"{_LEVEL}{level}"
