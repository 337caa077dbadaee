"""Which computer players there are, for those who must not know how they think."""

from __future__ import annotations

from hacktrick.ai.levels import LEVELS

LEVEL_NUMBERS: tuple[int, ...] = tuple(LEVELS)
"""The numbers of the levels, weakest first."""

HUMAN = "human"


def level_of(player: str) -> int | None:
    """The level that a seat's ``level:N`` names; None for a human or another kind of player."""
    kind, _, number = player.partition(":")
    if kind != "level" or not number.isascii() or not number.isdigit():
        return None
    return int(number) if int(number) in LEVELS else None


def player_text(level: int) -> str:
    """How a seat played by ``level`` is written in records and views."""
    return f"level:{level}"
