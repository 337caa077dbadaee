"""Fast threat detection agrees with the rules."""

from __future__ import annotations

import pytest

from hacktrick.ai.decision_position import (
    NO_FACTS,
    # Two ways to count threats; they must agree.
    _winning_points_by_engine,
    _without_irrelevant_fields,
    most_points_of_next_card,
    winning_cards,
    winning_last_card_masks,
    winning_points,
)
from hacktrick.ai.levels.one_ply import chance_of_any
from hacktrick.game.actions import Play
from hacktrick.game.editions import PRESETS
from hacktrick.game.transitions import apply_public_part
from tests.support.random_positions import random_positions


@pytest.mark.parametrize("preset", sorted(set(PRESETS) - {"wits"}))
def test_fast_threat_detection_agrees_with_the_rules(preset: str) -> None:
    for match in random_positions(preset, 4):
        public = match.public
        if public.phase == "turn":
            for side in (0, 1):
                bare = _without_irrelevant_fields(public, side)
                assert winning_points(public, side) == _winning_points_by_engine(bare, side)


@pytest.mark.parametrize("preset", ["keypad", "wits", "quartet"])
def test_every_reported_winning_card_wins(preset: str) -> None:
    for match in random_positions(preset, 6, seed=1):
        public, hand = match.public, match.full_state().hands[match.public.seat]
        if public.phase != "turn" or public.n_singles_in_supply(public.side) == 0:
            continue
        points, last = winning_points(public, public.side), public.row[-1]
        for card in winning_cards(points, last, 6):
            after = apply_public_part(public, Play(card), NO_FACTS)
            assert after.result is not None and after.result.side == public.side
            assert after.result.points == points[last + card - 1]
        some, several = winning_last_card_masks(hand, points)
        assert (some >> last & 1) == (most_points_of_next_card(hand, points, last) > 0)
        assert (several >> last & 1) == (most_points_of_next_card(hand, points, last) > 1)


def test_the_chance_of_any_wanted_card_is_hypergeometric() -> None:
    assert chance_of_any((1, 1, 0, 0, 0, 0), (0,), 1) == 0.5
    assert chance_of_any((1, 1, 0, 0, 0, 0), (2,), 2) == 0
    assert chance_of_any((2, 2, 0, 0, 0, 0), (0, 1), 1) == 1
    assert chance_of_any((3, 3, 3, 0, 0, 0), (0,), 0) == 0
