"""Who can sit at a seat: humans, and computer players by level.

For those who must not know how the levels think.
"""

from __future__ import annotations

from hacktrick.ai.levels import LEVELS

HUMAN = "human"
_LEVEL = "level:"

LEVEL_NUMBERS: tuple[int, ...] = tuple(LEVELS)
"""The numbers of the levels, weakest first."""


def level_of(player: str) -> int | None:
    """The level of a computer player; None for anybody else.

    >>> level_of("level:4"), level_of("human")
    (4, None)
    """
    number = player.removeprefix(_LEVEL)
    return int(number) if number != player and number.isdecimal() else None


def level_name(level: int) -> str:
    """The record's word for a computer player."""
    return f"{_LEVEL}{level}"
