"""The level numbers, which are known without loading the levels."""

from __future__ import annotations

from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.match.player_kinds import LEVEL_NUMBERS, nearest_level


def test_the_levels_are_numbered_without_gaps() -> None:
    assert tuple(LEVELS) == LEVEL_NUMBERS
    assert [level.number for level in LEVELS.values()] == list(LEVEL_NUMBERS)


def test_an_unknown_level_is_played_by_the_nearest_one() -> None:
    assert [nearest_level(number) for number in (0, 1, 7, 10, 11, 99)] == [1, 1, 7, 10, 10, 10]
