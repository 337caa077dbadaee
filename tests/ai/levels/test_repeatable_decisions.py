"""A decision is a function of view, seed, level and budget, and of nothing else."""

from __future__ import annotations

from random import Random

import pytest
from qa import decision_determinism, honesty

from hacktrick.ai.agent import (
    EMERGENCY_SECONDS,
    MIN_SHARE,
    TOLERATED_SLOWNESS,
    Budget,
    machine_work_share,
    measured_machine_slowness,
    run_speed_benchmark,
    work_share_for_slowness,
)
from hacktrick.ai.levels.catalogue import LEVELS, LazySolvingPlayer, level_decision
from hacktrick.game.actions import DRAW
from hacktrick.game.view import View
from hacktrick.match.live_match import Match
from tests.support.parameter_sampling import mark_others_slow, product_mostly_slow
from tests.support.random_positions import random_positions
from tests.support.resampled_matches import Resampler
from tests.support.scripted_matches import legal_now

SEED = 7
HURRIED_BUDGET = Budget(1e-9, 10**9)


@pytest.fixture(scope="module")
def questions() -> dict[str, decision_determinism.ComparedAndOtherQuestions]:
    return {
        preset: decision_determinism.decision_questions(preset, 3, 6, 2)
        for preset in ("keypad", "wits")
    }


@pytest.mark.parametrize(("preset", "level"), product_mostly_slow(["keypad", "wits"], LEVELS))
def test_earlier_questions_do_not_change_an_answer(
    questions: dict[str, decision_determinism.ComparedAndOtherQuestions], preset: str, level: int
) -> None:
    asked, others = questions[preset]
    wanted = [honesty.decision_with_empty_caches(level, view) for view in asked]
    for view in others:
        level_decision(level, view, None, SEED)
    assert [level_decision(level, view, None, 3) for view in asked] == wanted


def lookalike_match(match: Match, rng: Random) -> Match:
    """Return another match that looks the same to everybody who sees no hand."""
    for n in range(6):
        match = Resampler(match, n % 2).draw(rng)
    return match


@pytest.mark.slow
def test_a_reshuffle_does_not_mix_up_cached_own_hands() -> None:
    rng, compared = Random(5), 0
    for match in random_positions("keypad", 40, seed=3):
        public = match.public
        if public.deck_size > 1 or public.command_in_force or DRAW not in legal_now(match):
            continue
        twins = [lookalike_match(match, rng) for _ in range(3)]
        for twin in twins:
            twin.submit(public.seat, DRAW)
        views = [twin.view(1 - public.seat) for twin in twins]
        wanted = [honesty.decision_with_empty_caches(8, view) for view in views]
        assert [level_decision(8, view, None, 3) for view in views] == wanted
        compared += len({twin.full_state().hands for twin in twins}) > 1
    assert compared


@pytest.mark.slow
def test_a_fresh_process_and_a_busy_one_answer_alike() -> None:
    questions = decision_determinism.decision_questions("keypad", 1, 2, 4)
    found = decision_determinism.compare_answers_of_processes(10, questions)
    assert found == decision_determinism.ComparisonCounts(4, 0, 0)


def first_turn_view(preset: str, seed: int = 2) -> View:
    """Return a view at the first turn of a random round, which needs the most work."""
    match = next(
        match
        for match in random_positions(preset, 9, seed)
        if match.public.phase == "turn" and len(legal_now(match)) > 3
    )
    return match.view(match.public.seat)


@pytest.mark.parametrize("level", [9, 10])
@pytest.mark.parametrize("preset", ["keypad", "quartet"])
def test_a_decision_says_whether_the_clock_cut_it_short(preset: str, level: int) -> None:
    # A view of its own: a player that has solved the same position needs no time at all.
    view = first_turn_view(preset, seed=3)
    agent = LEVELS[level].agent
    if isinstance(agent, LazySolvingPlayer) and preset == "quartet":
        agent = agent.fallback
    assert agent.choose(view, HURRIED_BUDGET, SEED).is_cut_short
    assert not level_decision(level, view, Budget(EMERGENCY_SECONDS, 50), SEED).is_cut_short, (
        "nodes are no clock"
    )


@pytest.mark.parametrize("preset", mark_others_slow(["keypad", "quartet"], "keypad"))
def test_a_slower_machine_searches_less_but_repeatably(preset: str) -> None:
    view, budget = first_turn_view(preset), LEVELS[10].budget
    whole = level_decision(10, view, budget, SEED)
    half = level_decision(10, view, budget.with_scaled_work(1 / 8), SEED)
    assert half.values != whole.values
    assert level_decision(10, view, budget.with_scaled_work(1 / 8), SEED) == half
    assert level_decision(10, view, budget, SEED) == whole


def test_the_share_of_work_fits_the_machine() -> None:
    assert work_share_for_slowness(0.1) == work_share_for_slowness(TOLERATED_SLOWNESS) == 1
    assert work_share_for_slowness(3) == 0.5 and work_share_for_slowness(7) == 0.25
    assert work_share_for_slowness(1e9) == MIN_SHARE
    assert measured_machine_slowness() > 0
    assert run_speed_benchmark() == 3**6, "REFERENCE_SECONDS was measured with so much work"
    assert machine_work_share() == machine_work_share()
