"""Who can sit at a seat: people, and computer players by their level number.

Knows only the names and numbers of levels, not how they think.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

LEVEL_NUMBERS: tuple[int, ...] = tuple(range(1, 11))
"""The numbers of the levels, weakest first."""


def nearest_level(number: int) -> int:
    """The level that plays for ``number``: itself, or the nearest one where a record of another
    version names a level that is not here.

    >>> nearest_level(7), nearest_level(99)
    (7, 10)
    """
    return min(LEVEL_NUMBERS, key=lambda known: (abs(known - number), known))


if TYPE_CHECKING:
    pass


HUMAN = "human"
_LEVEL = "level:"


def level_of(player: str) -> int | None:
    """The level of a computer player; None for anybody else.

    >>> level_of("level:4"), level_of("human")
    (4, None)
    """
    number = player.removeprefix(_LEVEL)
    return int(number) if number != player and number.isdecimal() else None


def player_for_level(level: int) -> str:
    """The record's word for a computer player."""
    return f"{_LEVEL}{level}"
