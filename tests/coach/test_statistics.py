"""Figures about a player, checked by hand: ratings, intervals, claims, the value of a point."""

from __future__ import annotations

import re
from math import exp, hypot, log10, sqrt
from pathlib import Path

import pytest

from hacktrick.ai.answer_time_slots import (
    PATIENT_WORK_FACTOR,
    benefits_from_more_time,
    work_budget_of,
)
from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.ai.levels.styles import can_have_style
from hacktrick.ai.match_equity import point_value_at_score
from hacktrick.ai.measured_figures import shipped_measurements
from hacktrick.coach.rating import (
    AGREEMENT_ERRORS,
    HALF_LIFE,
    MIN_RATING,
    MIN_ROUNDS,
    POINTS_PER_E,
    RESULT_ERROR,
    PlayerStrength,
    RatedRound,
    RatingEstimate,
    level_for_even_match,
    neighbouring_levels,
    player_strength,
    rating_from_losses,
    rating_from_results,
)
from hacktrick.coach.review.judged_round import DECISION_THEMES, DecisionTheme
from hacktrick.coach.statistics import (
    MIDDLE_RATING,
    N_SHOWN,
    SHRINKAGE,
    PlayerDecision,
    PlayerRound,
    ThemeStatistics,
    measured_rating_range,
    player_statistics,
    relative_theme_cost,
)
from hacktrick.match.player_kinds import HUMAN, LEVEL_NUMBERS, level_of, player_for_level

RATINGS, CURVES, WILD = (
    shipped_measurements().ratings,
    shipped_measurements().theme_costs,
    shipped_measurements().cost_spread,
)
_, TOP, SLOPE, OFF_LINE, BY_PLAY = shipped_measurements().rating_fit
FROM, TO = measured_rating_range()


def round_weights(n: int) -> list[float]:
    """Return the weights of n rounds, the newest last; a round sixty rounds ago counts half."""
    assert HALF_LIFE == 60
    return [2 ** (-(n - 1 - k) / 60) for k in range(n)]


def effective_sample_size(weights: list[float]) -> float:
    return sum(weights) ** 2 / sum(weight**2 for weight in weights)


# Tests of the kinds of players.


def test_a_computer_player_is_named_by_its_level() -> None:
    assert [level_of(player_for_level(level)) for level in LEVEL_NUMBERS] == list(LEVELS)
    for other in (HUMAN, "level:", "level:x", "level:-1", "4", "", "elevel:4"):
        assert level_of(other) is None


def test_a_patient_player_does_four_times_the_work() -> None:
    assert PATIENT_WORK_FACTOR == 4
    for level in LEVEL_NUMBERS:
        usual = LEVELS[level].budget
        assert work_budget_of(level, 1.0) is None
        assert work_budget_of(level, 0.5) == usual.with_scaled_work(0.5)
        assert work_budget_of(level, 1.0, patient=True) == usual.with_scaled_work(4.0)
        assert work_budget_of(level, 0.25, patient=True) is None


def test_only_the_strongest_level_is_patient_and_weak_ones_have_no_style() -> None:
    assert [level for level in LEVEL_NUMBERS if benefits_from_more_time(level)] == [
        LEVEL_NUMBERS[-1]
    ]
    assert [level for level in LEVEL_NUMBERS if can_have_style(level)] == list(LEVEL_NUMBERS[4:])


# Tests of the value of a point.


def test_the_match_chances_of_both_sides_sum_to_one() -> None:
    for own in range(5):
        for other in range(5):
            assert point_value_at_score(own, other).chance + point_value_at_score(
                other, own
            ).chance == pytest.approx(1)
    assert point_value_at_score(0, 0).chance == 0.5


def test_a_further_point_improves_the_match_chance() -> None:
    for other in range(5):
        chances = [point_value_at_score(own, other).chance for own in range(5)]
        assert chances == sorted(chances) and len(set(chances)) == 5


def test_the_first_of_two_points_brings_a_share_of_both() -> None:
    assert all(
        0 < point_value_at_score(own, other).share <= 1 for own in range(5) for other in range(5)
    )
    assert (
        point_value_at_score(3, 3).share
        < point_value_at_score(0, 0).share
        < point_value_at_score(2, 2).share
    )


# Tests of the rating by decisions.


def test_a_rating_by_decisions_follows_the_fitted_line() -> None:
    rounds = [RatedRound(5, False, 0.1 * (k % 4), 5 + k % 3) for k in range(MIN_ROUNDS + 4)]
    found, weights = rating_from_losses(rounds), round_weights(MIN_ROUNDS + 4)
    assert found is not None
    lost = sum(w * one.equity_lost for w, one in zip(weights, rounds, strict=True))
    free = sum(w * one.n_decisions for w, one in zip(weights, rounds, strict=True))
    assert found.rating == pytest.approx(TOP - SLOPE * 500 * lost / free)
    assert found.error == pytest.approx(
        hypot(BY_PLAY / sqrt(effective_sample_size(weights)), OFF_LINE)
    )
    assert found.rounds == MIN_ROUNDS + 4


def test_a_rating_by_decisions_has_a_lower_limit() -> None:
    careless = rating_from_losses([RatedRound(1, False, 9.0, 5)] * MIN_ROUNDS)
    assert careless is not None and careless.rating == MIN_RATING


def test_eight_judged_rounds_are_enough_for_a_rating_by_decisions() -> None:
    judged, unjudged = RatedRound(5, True, 0.2, 5), RatedRound(5, True)
    assert MIN_ROUNDS == 8
    assert rating_from_losses([judged] * 7 + [unjudged] * 9) is None
    found = rating_from_losses([unjudged] * 9 + [judged] * 8)
    assert found is not None and found.rounds == 8
    assert found == rating_from_losses([judged] * 8)


def test_level_ratings_follow_from_matches_between_neighbours() -> None:
    """Ratings are 400 log10 of the odds, from 1000 at level 1, rounded to five.

    docs/strength.md has the matches.
    """
    text = (Path(__file__).parents[2] / "docs" / "strength.md").read_text(encoding="utf-8")
    lines = re.findall(r"\| arena \| level (\d+) \| level (\d+) \|[^|]*\|[^|]*\| ([\d.]+) ±", text)
    measured = {(int(a), int(b)): float(won) / 100 for a, b, won in lines}
    assert RATINGS[1] == 1000 and all(rating % 5 == 0 for rating in RATINGS.values())
    for level in range(2, 11):
        won = measured[level, level - 1]
        step = 400 * log10(won / (1 - won))
        assert abs(RATINGS[level] - RATINGS[level - 1] - step) <= 3


# Tests of the rating by results.


@pytest.mark.parametrize("won", [0, 3, 10, 17, 20])
def test_a_rating_by_results_expects_the_observed_wins(won: int) -> None:
    """The rating assumes one additional drawn round against the mean level."""
    rounds = [RatedRound(1 + k % 10, k % 20 < won) for k in range(20)]
    found, weights = rating_from_results(rounds), [*round_weights(20), 1.0]
    assert found is not None
    others = [RATINGS[one.level] for one in rounds] + [round(sum(RATINGS.values()) / 10)]
    results = [float(one.is_won) for one in rounds] + [0.5]
    expected = [1 / (1 + exp((other - found.rating) / POINTS_PER_E)) for other in others]
    off = sum(w * (r - e) for w, r, e in zip(weights, results, expected, strict=True))
    assert off == pytest.approx(0, abs=1e-6)
    assert found.error == pytest.approx(RESULT_ERROR / sqrt(effective_sample_size(weights[:-1])))


def test_400_points_are_odds_of_ten_to_one() -> None:
    assert exp(400 / POINTS_PER_E) == pytest.approx(10, rel=1e-5)


def test_eight_rounds_are_enough_for_a_rating_by_results() -> None:
    assert rating_from_results([RatedRound(5, True)] * 7) is None
    found = rating_from_results([RatedRound(5, True)] * 8)
    assert found is not None and found.rounds == 8 and found.rating > RATINGS[5]


# Tests of combined estimates.


def test_estimates_are_combined_by_their_precision() -> None:
    rounds = [RatedRound(5, k % 2 == 0, 0.55, 5) for k in range(30)]
    found = player_strength(rounds)
    play, result, both = found.by_decisions, found.by_results, found.combined
    assert play is not None and result is not None and both is not None
    shares = (1 / play.error**2, 1 / result.error**2)
    mean = (play.rating * shares[0] + result.rating * shares[1]) / sum(shares)
    assert both.rating == pytest.approx(mean) and both.rounds == 30
    assert both.error == pytest.approx(1 / sqrt(sum(shares)))
    assert found.best_estimate == both


def test_estimates_too_far_apart_are_not_combined() -> None:
    assert AGREEMENT_ERRORS == 2.0
    for lost in (0.1, 0.3, 0.5, 0.7, 0.9, 1.1):
        found = player_strength([RatedRound(8, k % 3 > 0, lost, 5) for k in range(30)])
        assert found.by_decisions is not None and found.by_results is not None
        spread = sqrt(found.by_decisions.error**2 + found.by_results.error**2)
        apart = abs(found.by_decisions.rating - found.by_results.rating) > 2 * spread
        assert (found.combined is None) == apart
        assert found.best_estimate == (found.by_results if apart else found.combined)


def test_a_single_estimate_is_the_combined_one() -> None:
    found = player_strength([RatedRound(5, True)] * 8)
    assert found.by_decisions is None and found.combined == found.by_results == found.best_estimate
    assert PlayerStrength(RatingEstimate(1200, 50, 9), None, None).best_estimate == RatingEstimate(
        1200, 50, 9
    )


def test_an_estimates_interval_is_one_standard_error_each_way() -> None:
    found = RatingEstimate(1240.0, 30.0, 20)
    assert (found.lower_bound, found.upper_bound) == (1210, 1270)
    assert neighbouring_levels(found) == (4, 6)
    assert neighbouring_levels(RatingEstimate(1215.0, 0.0, 20)) == (5, 5)
    assert neighbouring_levels(RatingEstimate(900.0, 10.0, 20)) == (1, 1)
    assert neighbouring_levels(RatingEstimate(1990.0, 10.0, 20)) == (10, 10)


@pytest.mark.parametrize(
    ("rating", "level"), [(0, 1), (1247, 5), (1248, 6), (1470, 10), (3000, 10)]
)
def test_an_even_match_is_against_the_nearest_level(rating: float, level: int) -> None:
    assert level_for_even_match(PlayerStrength(None, RatingEstimate(rating, 1, 9), None)) == level


# Tests of statistics.


def player_round(number: int, level: int | None = 5, **changes: object) -> PlayerRound:
    made = {
        "is_rated": True,
        "is_won": True,
        "luck": None,
    } | changes
    return PlayerRound(1, number, level, **made)  # type: ignore[arg-type]


def decisions(*losses: float, theme: str = "commands", number: int = 0) -> list[PlayerDecision]:
    return [PlayerDecision(1, number, at, (theme,), loss) for at, loss in enumerate(losses)]


def statistics_of_theme(
    found: list[PlayerDecision], rounds: list[PlayerRound], name: str = "commands"
) -> ThemeStatistics:
    return next(one for one in player_statistics(rounds, found).themes if one.theme == name)


def test_luck_is_a_mean_with_its_standard_error_over_rated_and_judged_rounds() -> None:
    rounds = [player_round(0, luck=0.1), player_round(1, luck=0.3), player_round(2)]
    luck = player_statistics(
        [*rounds, player_round(3, is_rated=False, luck=0.9)], []
    ).mean_luck_and_error
    assert luck == pytest.approx((0.2, 0.1))
    assert player_statistics(rounds[:1] + rounds[2:], []).mean_luck_and_error is None


def test_statistics_without_rounds_have_no_error_rate() -> None:
    found = player_statistics([], [])
    assert [(one.n, one.loss, one.expected_loss) for one in found.themes] == [(0, 0.0, 0.0)] * len(
        DECISION_THEMES
    )


def test_results_are_counted_by_level_and_people_separately() -> None:
    rounds = [
        player_round(0),
        player_round(1, is_won=False),
        player_round(2, 7),
        player_round(3, None),
    ]
    rounds += [player_round(4, is_won=False), player_round(5, 7, is_rated=False)]
    found = player_statistics(rounds, [])
    assert found.results_by_level() == ((5, 1, 2), (7, 1, 0))
    assert (len(found.rated_rounds), found.n_unrated_rounds) == (5, 1)


def test_the_error_rate_is_over_rated_rounds_with_a_level() -> None:
    judged = [*decisions(0.1, 0.3), *decisions(9.0, number=1), *decisions(9.0, number=2)]
    rounds = [player_round(0), player_round(1, is_rated=False), player_round(2, None)]
    assert player_statistics(rounds, judged).error_rate == pytest.approx(500 * 0.2)
    assert player_statistics(rounds, []).error_rate is None


def test_fewer_decisions_shrink_a_theme_more_towards_the_expected_loss() -> None:
    found = statistics_of_theme(decisions(*[0.1, 0.3] * 5), [player_round(0)])
    usual = 0.2 * CURVES["commands"][0]
    assert found.n == 10 and found.expected_loss == pytest.approx(usual)
    assert found.loss == pytest.approx((10 * 0.2 + SHRINKAGE * usual) / (10 + SHRINKAGE))
    spread = 10 * 0.01 + SHRINKAGE * (WILD * usual) ** 2
    assert found.error == pytest.approx(sqrt(spread / (10 + SHRINKAGE) / 10))
    other = statistics_of_theme(decisions(*[0.1, 0.3] * 5), [player_round(0)], "asking")
    assert (other.n, other.positions, other.is_significant) == (0, (), False)
    assert (
        other.loss == pytest.approx(other.expected_loss) == pytest.approx(0.2 * CURVES["asking"][0])
    )


def test_equal_losses_do_not_make_the_error_zero() -> None:
    found = statistics_of_theme(decisions(*[0.3] * 40), [player_round(0)])
    usual = 0.3 * CURVES["commands"][0]
    assert found.error == pytest.approx(WILD * usual * sqrt(SHRINKAGE / 80 / 40))


@pytest.mark.parametrize("theme", DECISION_THEMES)
def test_the_expected_loss_follows_the_levels_curve_within_its_range(
    theme: DecisionTheme,
) -> None:
    middle, more = CURVES[theme]
    assert relative_theme_cost(theme, MIDDLE_RATING) == middle
    assert relative_theme_cost(theme, MIDDLE_RATING + 50) == pytest.approx(
        max(0.0, middle + more / 2)
    )
    assert relative_theme_cost(theme, TO + 200) == relative_theme_cost(theme, TO) >= 0
    assert relative_theme_cost(theme, FROM - 200) == relative_theme_cost(theme, FROM) >= 0


def test_the_expected_theme_share_uses_the_players_rating() -> None:
    rounds = [player_round(n, is_won=n % 2 == 0) for n in range(10)]
    judged = [one for n in range(10) for one in decisions(0.05, 0.15, number=n)]
    found = player_statistics(rounds, judged)
    best = found.strength.best_estimate
    assert best is not None and found.strength.by_decisions is not None
    assert found.strength.by_decisions.rating == pytest.approx(
        max(MIN_RATING, TOP - SLOPE * 500 * 0.075)
    )
    commands = next(one for one in found.themes if one.theme == "commands")
    assert commands.expected_loss == pytest.approx(
        0.1 * relative_theme_cost("commands", best.rating)
    )


def test_a_claim_shows_the_costliest_decisions() -> None:
    costs = [k / 100 for k in range(20)]
    shown = [
        one.loss for one in statistics_of_theme(decisions(*costs), [player_round(0)]).positions
    ]
    assert N_SHOWN == 12 and shown == costs[:-13:-1]
    free = statistics_of_theme(decisions(0.0, 0.0, 0.2), [player_round(0)]).positions
    assert [one.loss for one in free] == [0.2]


@pytest.mark.parametrize(
    ("n", "loss", "is_claimed"),
    [(29, 0.9, False), (30, 0.9, True), (30, 0.33, True), (30, 0.32, False), (30, 0.07, True)],
)
def test_a_claim_needs_thirty_decisions_and_80_percent_certainty(
    n: int, loss: float, is_claimed: bool
) -> None:
    claim = ThemeStatistics("commands", n, loss, 0.1, 0.2, ())
    assert (claim.is_significant, claim.is_weakness) == (is_claimed, loss > 0.2)


def test_rounds_against_a_level_of_another_version_do_not_count_for_the_rating() -> None:
    strange = [PlayerRound(1, n, 99, True, True, None) for n in range(MIN_ROUNDS)]
    assert player_statistics(strange, ()).strength == PlayerStrength(None, None, None)
    usual = [PlayerRound(2, n, 3, True, n % 2 == 0, None) for n in range(MIN_ROUNDS)]
    alone, mixed = player_statistics(usual, ()), player_statistics([*strange, *usual], ())
    assert mixed.strength == alone.strength
