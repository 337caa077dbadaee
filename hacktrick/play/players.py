"""Who can sit at a seat: humans, and computer players by level.

For those who must not know how the levels think.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from hacktrick.ai.grades import NUMBERS, nearest
from hacktrick.ai.machine import share_of_work
from hacktrick.ai.style import FIRST_LEVEL, STYLES

if TYPE_CHECKING:
    from hacktrick.ai.agent import Budget

__all__ = [
    "DAILY",
    "HUMAN",
    "LEVEL_NUMBERS",
    "STYLE_NAMES",
    "budget_of",
    "can_be_patient",
    "has_style",
    "level_name",
    "level_of",
    "share_of_work",
    "style_of_the_day",
]

HUMAN = "human"
_LEVEL = "level:"
PATIENCE = 4.0  # so many times the usual work is done by a player who takes its time

LEVEL_NUMBERS: tuple[int, ...] = NUMBERS
"""The numbers of the levels, weakest first."""


STYLE_NAMES: tuple[str, ...] = tuple(STYLES)
"""The record's words for what computer players may like, the steady one first."""


DAILY = "daily"
"""Instead of a style: another one every day."""


def style_of_the_day(day: date) -> str:
    """The record's word for what those who change are like that day.

    >>> len({style_of_the_day(date(2026, 11, n)) for n in range(1, 5)}) == len(STYLE_NAMES)
    True
    """
    return STYLE_NAMES[day.toordinal() % len(STYLE_NAMES)]


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


def budget_of(level: int, share: float, patient: bool = False) -> Budget | None:
    """The budget of a level on a machine that takes ``share`` of the usual work; None: its own.

    Args:
        patient: the player takes its time.
    """
    from hacktrick.ai.levels import LEVELS  # the players themselves, which a window needs later

    share *= PATIENCE if patient else 1
    return LEVELS[nearest(level)].budget.scaled(share) if share != 1 else None


def has_style(level: int) -> bool:
    """Whether a player of this level may have another style than the steady one."""
    return nearest(level) >= FIRST_LEVEL


def can_be_patient(level: int) -> bool:
    """Whether more time would make anything of it: the strongest level alone."""
    return nearest(level) == LEVEL_NUMBERS[-1]
