"""The names that match records use for kinds of players: people, levels, foreign programs.

This module knows the numbers of the levels, but not how they play.
"""

from __future__ import annotations

LEVEL_NUMBERS: tuple[int, ...] = tuple(range(1, 11))
"""The numbers of the levels, weakest first."""


def nearest_level(wanted_level: int) -> int:
    """Return the level with this number, or the nearest existing level.

    Records of other versions may name levels that do not exist here.

    >>> nearest_level(7), nearest_level(99)
    (7, 10)
    """
    return min(LEVEL_NUMBERS, key=lambda known: (abs(known - wanted_level), known))


HUMAN = "human"
ENGINE = "engine"
"""The name for a foreign program; records do not contain the command that starts it."""
ENGINE_LEVEL = 0
"""The level that stands for a foreign program."""
_LEVEL = "level:"
_MAX_LEVEL = 9999  # higher numbers in records count as this one, since no library can store them


def level_of(player: str) -> int | None:
    """Return the level of a computer player, ``ENGINE_LEVEL`` for a foreign program, else None.

    >>> level_of("level:4"), level_of("engine"), level_of("human")
    (4, 0, None)
    """
    if player == ENGINE:
        return ENGINE_LEVEL
    number = player.removeprefix(_LEVEL)
    return min(int(number), _MAX_LEVEL) if number != player and number.isdecimal() else None


def player_for_level(level: int) -> str:
    """Return the name that match records use for the computer player of a level."""
    return ENGINE if level == ENGINE_LEVEL else f"{_LEVEL}{level}"
