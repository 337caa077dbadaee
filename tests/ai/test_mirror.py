"""The mirror of the game, card c as 5-c and key k as 10-k, maps every level's policy to itself."""

from __future__ import annotations

from random import Random

import pytest
from resampling import positions

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.levels import LEVELS
from hacktrick.ai.mirrored import is_turned, turned, turned_decision
from hacktrick.ai.worker import choose
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import PRESETS, Rules
from hacktrick.game.view import View, observation_of
from tests.sampling import crossed

BUDGET = Budget(3600.0, 3000)
SYMMETRIC = sorted(name for name, rules in PRESETS.items() if not rules.codes)


def some_views(rules: Rules, n_rounds: int) -> list[View]:
    found = []
    for seed in range(n_rounds):
        for number, match in enumerate(positions(rules, seed)):
            if number % 4 == seed % 4:
                found.append(match.view(match.public.seat))
    return found


@pytest.mark.parametrize("preset", SYMMETRIC)
def test_the_mirror_of_a_view_is_a_view_of_the_mirrored_round(preset: str) -> None:
    for view in some_views(PRESETS[preset], 3):
        other = turned(view)
        assert turned(other) == view
        assert is_turned(view) != is_turned(other) or sorted(view.hand) == sorted(other.hand)
        seen, mirrored = observation_of(view), observation_of(other)
        assert mirrored.hand == seen.hand[::-1]
        assert mirrored.public.board == seen.public.board[::-1]
        assert len(legal_actions(mirrored)) == len(legal_actions(seen))


def policy(decision: Decision) -> dict[str, float]:
    return {str(action): share for action, share in decision.policy}


@pytest.mark.parametrize(("preset", "level"), crossed(SYMMETRIC, LEVELS))
def test_mirrored_views_get_mirrored_policies(preset: str, level: int) -> None:
    views = some_views(PRESETS[preset], 2)
    for view in Random(level).sample(views, 5):
        other = turned(view)
        if is_turned(view) == is_turned(other):
            continue  # a hand that is its own mirror, before anything else has happened
        public = observation_of(view).public
        here = choose(level, view, BUDGET, 3)
        there = turned_decision(choose(level, other, BUDGET, 3), public)
        assert policy(here) == pytest.approx(policy(there), abs=1e-9)
        assert here.value == pytest.approx(there.value, abs=1e-9)
