"""The research environments give everything that a seat may know as numbers, and nothing else.

``build/qa/env_check.py`` runs the tests of the environments' libraries.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from hacktrick.ai.possible_worlds import has_unknown_cards_under_deck
from hacktrick.env.encoding import (
    action_mask,
    action_numbers,
    all_actions,
    deal_first_round,
    last_sum_knowledge,
    observation_parts,
    observation_vector,
    round_rewards,
    starting_score,
)
from hacktrick.game.cards import sum_of
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.match.live_match import Match
from tests.support.resampled_matches import Resampler
from tests.support.scripted_matches import random_step


def checked_rounds(preset: str, n: int, seed: int) -> list[Match]:
    """Return finished rounds; every position on the way is checked by ``check_position``."""
    found = []
    for number in range(n):
        rng = Random(f"{preset} {seed} {number}")
        match = deal_first_round(PRESETS[preset], rng)
        while not match.is_round_over:
            check_position(match)
            random_step(match, rng)
        check_position(match)
        found.append(match)
    return found


def check_position(match: Match) -> None:
    """Check the numbers of the legal actions, and every seat's observation, in one position."""
    rules = match.rules
    if not match.is_round_over:
        legal = legal_actions(match.observe(match.public.seat))
        found = action_mask(rules, legal)
        assert found.sum() == len(legal)
        assert {all_actions(rules)[n] for n in np.flatnonzero(found)} == set(legal)
    for seat in range(rules.n_seats):
        known_sums = last_sum_knowledge(match.events_for(seat), rules.n_seats)
        seen = observation_vector(match.observe(seat), known_sums)
        assert seen.shape == (observation_size(match),)
        assert np.abs(seen).max() <= 1
        for who, known in enumerate(known_sums):
            if known is not None and not known.drawn:
                assert known.total == sum_of(match.full_state().hands[who])


def observation_size(match: Match) -> int:
    nobody = last_sum_knowledge((), match.rules.n_seats)
    return len(observation_vector(match.observe(0), nobody))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_legal_action_has_a_number_and_sums_are_true(preset: str) -> None:
    for match in checked_rounds(preset, 6, 1):
        points = round_rewards(match.public, starting_score(match.rules))
        result = match.public.result
        assert result is not None
        winners = [n for n, side in enumerate(match.public.seating.side_of) if side == result.side]
        assert all((points[seat] > 0) == (seat in winners) for seat in range(len(points)))
        if len(points) == 2:
            assert sum(points) == 0 and max(points) <= 5


@pytest.mark.parametrize("preset", PRESETS)
def test_action_numbers_are_indices(preset: str) -> None:
    actions = all_actions(PRESETS[preset])
    assert len(set(actions)) == len(actions)
    assert [action_numbers(PRESETS[preset])[action] for action in actions] == list(
        range(len(actions))
    )


@pytest.mark.parametrize("preset", ["keypad", "club", "wits", "trio", "quartet"])
def test_hidden_cards_never_change_the_observation_vector(preset: str) -> None:
    rng, compared = Random(preset), 0
    for number in range(3):
        match = deal_first_round(PRESETS[preset], Random(f"{preset} {number}"))
        while not match.is_round_over:
            for seat in range(match.rules.n_seats):
                if rng.random() < 0.1 and not has_unknown_cards_under_deck(match.view(seat)):
                    twin = Resampler(match, seat).draw(rng)
                    one, other = (
                        observation_vector(
                            m.observe(seat), last_sum_knowledge(m.events_for(seat), m.rules.n_seats)
                        )
                        for m in (match, twin)
                    )
                    assert (one == other).all()
                    compared += twin.full_state() != match.full_state()
            random_step(match, rng)
    assert compared


def test_observation_parts_have_unique_names() -> None:
    for preset, rules in PRESETS.items():
        match = deal_first_round(rules, Random(preset))
        names = [
            name
            for name, _ in observation_parts(
                match.observe(0), last_sum_knowledge((), rules.n_seats)
            )
        ]
        assert len(set(names)) == len(names)
