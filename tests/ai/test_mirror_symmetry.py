"""Mirroring (card c as 5-c, key k as 10-k) maps every level's policy to itself."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.levels.catalogue import LEVELS, level_decision
from hacktrick.ai.mirror_symmetry import mirrored_view, should_mirror_view, unmirrored_decision
from hacktrick.game.editions import PRESETS, Rules
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import View, observation_of
from tests.support.parameter_sampling import product_mostly_slow
from tests.support.resampled_matches import resampled_positions

BUDGET = Budget(3600.0, 3000)
SYMMETRIC = sorted(name for name, rules in PRESETS.items() if not rules.has_codes)


def sample_views(rules: Rules, n_rounds: int) -> list[View]:
    found = []
    for seed in range(n_rounds):
        for number, match in enumerate(resampled_positions(rules, seed)):
            if number % 4 == seed % 4:
                found.append(match.view(match.public.seat))
    return found


@pytest.mark.parametrize("preset", SYMMETRIC)
def test_a_mirrored_view_is_a_view_of_the_mirrored_round(preset: str) -> None:
    for view in sample_views(PRESETS[preset], 3):
        other = mirrored_view(view)
        assert mirrored_view(other) == view
        assert should_mirror_view(view) != should_mirror_view(other) or sorted(view.hand) == sorted(
            other.hand
        )
        seen, mirrored = observation_of(view), observation_of(other)
        assert mirrored.hand == seen.hand[::-1]
        assert mirrored.public.board == seen.public.board[::-1]
        assert len(legal_actions(mirrored)) == len(legal_actions(seen))


def policy_by_action_text(decision: Decision) -> dict[str, float]:
    return {str(action): share for action, share in decision.policy}


@pytest.mark.parametrize(("preset", "level"), product_mostly_slow(SYMMETRIC, LEVELS))
def test_mirrored_views_get_mirrored_policies(preset: str, level: int) -> None:
    views = sample_views(PRESETS[preset], 2)
    for view in Random(level).sample(views, 5):
        other = mirrored_view(view)
        if should_mirror_view(view) == should_mirror_view(other):
            continue  # nothing has happened yet, and the hand is its own mirror image
        public = observation_of(view).public
        here = level_decision(level, view, BUDGET, 3)
        there = unmirrored_decision(level_decision(level, other, BUDGET, 3), public)
        assert policy_by_action_text(here) == pytest.approx(policy_by_action_text(there), abs=1e-9)
        assert here.value == pytest.approx(there.value, abs=1e-9)
