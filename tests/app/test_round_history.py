"""The history of a round says how the round was won."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hacktrick.app.snapshot import is_won_with_double, round_history
from hacktrick.game.editions import PRESETS
from tests.support.scripted_matches import random_match


@pytest.mark.parametrize("preset", sorted(set(PRESETS) - {"wits"}))
def test_a_win_of_two_points_is_attributed_to_the_double(preset: str) -> None:
    ends = set()
    for seed in range(12):
        *_, match = random_match(PRESETS[preset], seed, 1)
        for entry in round_history(match.public, match.events_for(None)):
            result = entry.after.result
            assert is_won_with_double(entry) == (result is not None and result.points == 2)
            ends.add(None if result is None else result.points)
    assert ends == {None, 1, 2}


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_history_begins_without_points_and_counts_turns_from_1(preset: str) -> None:
    *_, match = random_match(PRESETS[preset], 5, 1)
    entries = round_history(match.public, match.events_for(None))
    assert not any(entries[0].before.score)
    numbers = [entry.turn for entry in entries]
    before_play = [entry.before.phase in ("codes", "start") for entry in entries]
    assert [not number for number in numbers] == before_play
    later = [number for number in numbers if number]
    assert later[0] == 1 and all(0 <= b - a <= 1 for a, b in pairwise(later))
