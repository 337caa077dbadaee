"""Who can sit at a seat: humans, and computer players by level.

For those who must not know how the levels think.
"""

from __future__ import annotations

from hacktrick.ai.agent import Budget
from hacktrick.ai.levels import LEVELS, nearest
from hacktrick.ai.machine import share_of_work

__all__ = ["HUMAN", "LEVEL_NUMBERS", "budget_of", "level_name", "level_of", "share_of_work"]

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


def budget_of(level: int, share: float) -> Budget | None:
    """The budget of a level on a machine that takes ``share`` of the usual work; None: its own."""
    return LEVELS[nearest(level)].budget.reduced(share) if share < 1 else None
