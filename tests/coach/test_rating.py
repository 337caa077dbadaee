"""Ratings with their intervals, claims with their evidence, the value of a point."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest
from assets.shots.reviewed_match import sample_statistics

from hacktrick.ai.match_equity import point_value_at_score
from hacktrick.ai.measured_figures import shipped_measurements
from hacktrick.coach.rating import (
    MAX_COUNTED_LOSS,
    MIN_ROUNDS,
    RatedRound,
    level_for_even_match,
    neighbouring_levels,
    player_strength,
    rating_from_losses,
    rating_from_results,
    sum_of_capped_losses,
)
from hacktrick.coach.review.judged_round import DECISION_THEMES
from hacktrick.coach.statistics import MIN_FOR_CLAIM, PlayerDecision, PlayerRound, player_statistics
from hacktrick.match.player_kinds import LEVEL_NUMBERS

RATINGS = shipped_measurements().ratings
_, TOP, SLOPE, OFF_LINE, BY_PLAY = shipped_measurements().rating_fit


def lost_at(rating: float) -> float:
    """Return the mean loss per decision that corresponds to a rating."""
    return (TOP - rating) / SLOPE / 500


def rounds_at(rating: float, n: int, won: float = 0.5, level: int = 6) -> list[RatedRound]:
    """Return n rounds of a player whose decisions match a rating."""
    lost = lost_at(rating)
    return [RatedRound(level, (k * won) % 1 + won >= 1, 10 * lost, 10) for k in range(n)]


def test_there_is_no_rating_from_a_few_rounds() -> None:
    found = player_strength(rounds_at(1280, MIN_ROUNDS - 1))
    assert found.best_estimate is None and level_for_even_match(found) is None


@pytest.mark.parametrize("rating", [1170, 1280, 1380])
def test_decision_losses_lead_to_the_matching_rating(rating: int) -> None:
    found = rating_from_losses(rounds_at(rating, 40))
    assert found is not None and found.rating == pytest.approx(rating)
    once = BY_PLAY / 40**0.5
    assert hypot(once, OFF_LINE) <= found.error < hypot(1.2 * once, OFF_LINE)


def test_even_results_lead_to_the_opponents_rating() -> None:
    found = rating_from_results(rounds_at(1280, 60, 0.5, level=6))
    assert found is not None and abs(found.rating - RATINGS[6]) < 30


def test_contradicting_estimates_are_not_combined() -> None:
    lucky = [RatedRound(10, True, 10 * lost_at(1120), 10) for _n in range(60)]
    found = player_strength(lucky)
    assert (
        found.combined is None and found.by_decisions is not None and found.by_results is not None
    )
    agreeing = player_strength(rounds_at(1280, 60))
    assert agreeing.combined is not None and agreeing.by_decisions is not None
    assert agreeing.combined.error < agreeing.by_decisions.error
    assert level_for_even_match(agreeing) == 6


def test_newer_rounds_count_more() -> None:
    rising = rating_from_losses([*rounds_at(1150, 60), *rounds_at(1400, 60)])
    falling = rating_from_losses([*rounds_at(1400, 60), *rounds_at(1150, 60)])
    assert rising is not None and falling is not None and rising.rating > falling.rating + 50


def test_a_rating_has_neighbouring_levels() -> None:
    found = rating_from_losses(rounds_at(1240, 40))
    assert found is not None
    low, high = neighbouring_levels(found)
    assert RATINGS[low] <= found.lower_bound and found.upper_bound <= RATINGS[high]


def test_a_large_loss_counts_only_up_to_the_limit() -> None:
    assert sum_of_capped_losses([0.02, MAX_COUNTED_LOSS, 0.7]) == pytest.approx(
        0.02 + 2 * MAX_COUNTED_LOSS
    )
    assert sum_of_capped_losses([]) == 0


def test_levels_as_players_get_their_known_ratings() -> None:
    """Twenty rounds each, fifty times: nine of ten estimates are within a hundred points."""
    dice, near, all_of = Random(1), 0, 0
    for level in range(4, 11):
        mean, spread = lost_at(RATINGS[level]), BY_PLAY / SLOPE / 500
        for _n in range(50):
            rounds = [
                RatedRound(level, dice.random() < 0.5, max(0.0, dice.gauss(mean, spread)) * 10, 10)
                for _k in range(20)
            ]
            found = player_strength(rounds).best_estimate
            assert found is not None
            all_of += 1
            near += abs(found.rating - RATINGS[level]) <= 100
    assert near >= 0.9 * all_of


def test_a_weakness_is_claimed_only_with_enough_evidence() -> None:
    found = sample_statistics()
    themes = {theme.theme for theme in found.themes if theme.is_significant and theme.is_weakness}
    assert themes == {"commands"}
    commands = next(theme for theme in found.themes if theme.theme == "commands")
    assert commands.n >= MIN_FOR_CLAIM and commands.positions
    losses = [one.loss for one in commands.positions]
    assert losses == sorted(losses, reverse=True)
    few = [PlayerDecision(1, 0, k, ("commands",), 2.0) for k in range(MIN_FOR_CLAIM - 1)]
    rounds = [PlayerRound(1, 0, 4, True, True, 0.0)]
    assert not any(theme.is_significant for theme in player_statistics(rounds, few).themes)


def test_unrated_rounds_are_counted_separately() -> None:
    found = sample_statistics()
    assert found.n_unrated_rounds == 4 and len(found.rated_rounds) == 30
    assert sum(won + lost for _level, won, lost in found.results_by_level()) == 30
    assert found.mean_luck_and_error is not None and abs(found.mean_luck_and_error[0]) < 0.1
    assert {theme.theme for theme in found.themes} == set(DECISION_THEMES)


def test_the_value_of_a_point_depends_on_the_score() -> None:
    assert (
        0.2 < point_value_at_score(3, 3).share < 0.35
        and 0.5 < point_value_at_score(0, 0).share < 0.7
    )
    assert all(point_value_at_score(4, other).share == 1 for other in range(5))
    assert all(
        0 < point_value_at_score(own, other).chance < 1 for own in range(5) for other in range(5)
    )


def test_stronger_levels_have_higher_ratings() -> None:
    assert tuple(RATINGS) == LEVEL_NUMBERS and RATINGS[1] == 1000
    assert list(RATINGS.values()) == sorted(set(RATINGS.values()))
