"""The pixels that the coach shows do not depend on hidden cards.

The command build/qa/honesty.py --pixels tries every kind of question, many times.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from qa.honesty_pixels import HINT, ODDS, screen_digests_with_all_help

from hacktrick.game.editions import PRESETS
from tests.support.resampled_matches import Resampler, resampled_positions

KEYS = (HINT, HINT, ODDS, ODDS)


@pytest.mark.parametrize(("seed", "place"), [(3, 6), pytest.param(5, 9, marks=pytest.mark.slow)])
def test_pictures_are_the_same_for_all_hidden_hands(seed: int, place: int) -> None:
    match = next(islice(resampled_positions(PRESETS["keypad"], seed), place, None))
    resampler, rng = Resampler(match, match.public.seat), Random(1)
    pictures = screen_digests_with_all_help(match, KEYS)
    assert len(set(pictures)) > len(KEYS), "every key shows something"
    others = (resampler.draw(rng) for _ in range(20))
    other = next(one for one in others if one.full_state() != match.full_state())
    assert screen_digests_with_all_help(other, KEYS) == pictures
