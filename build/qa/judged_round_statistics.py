"""Statistics of judged rounds for build/qa/judged_levels.py.

Levels stand in for people, because their ratings are known, and because levels 1 to 5 never give a
command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from operator import attrgetter
from random import Random
from statistics import fmean, linear_regression, median, pstdev, stdev
from typing import Any, NamedTuple

from hacktrick.ai.measured_figures import RatingFit
from hacktrick.ai.measured_figures import shipped_measurements as measured
from hacktrick.coach.rating import ERROR_RATE_UNIT, sum_of_capped_losses
from hacktrick.coach.review.judged_round import DECISION_THEMES
from hacktrick.coach.statistics import (
    MIDDLE_RATING,
    PlayerDecision,
    PlayerRound,
    PlayerStatistics,
    ThemeStatistics,
    player_statistics,
)
from hacktrick.game.state import Seat

# Number of samples for each level, and number of rounds of one player in each sample.
N_SAMPLES, ROUNDS_PER_SAMPLE = 50, 20
SAMPLE_SIZES = (20, 40, 80)  # numbers of rounds in the samples in which a weakness is to be found
RATING_TOLERANCE = 100  # tolerated error of a rating, in rating points
LAST_LEVEL_WITHOUT_COMMANDS = 5  # the highest level that never gives a command

Choice = tuple[Seat, int, tuple[str, ...], float]
"""A free decision: the seat, the action's number in the round, its themes, its cost in equity."""


@dataclass(frozen=True, slots=True)
class JudgedRound:
    """A judged round.

    Attributes:
        checked: whether apparent mistakes got a second look, without which there are no marks.
        luck: the luck of chance alone by seat, in equity.
        marks: the number of marked mistakes by seat.
    """

    level: int
    match: int
    round: int
    leader: Seat
    winner: Seat
    points: int
    checked: bool
    decisions: tuple[Choice, ...]
    luck: tuple[float, float]
    marks: tuple[int, int]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(line: dict[str, Any]) -> JudgedRound:
        fields = {name: value for name, value in line.items() if name != "judge"}
        decisions = tuple((s, n, tuple(themes), loss) for s, n, themes, loss in fields["decisions"])
        luck, marks = tuple(fields["luck"]), tuple(fields["marks"])
        return JudgedRound(**{**fields, "decisions": decisions, "luck": luck, "marks": marks})

    def decision_losses(self, seat: Seat) -> list[float]:
        """Return the costs of a seat's free decisions, in equity."""
        return [choice[3] for choice in self.decisions if choice[0] == seat]


Player = tuple[JudgedRound, Seat]  # one player of a round


ByLevel = dict[int, list[JudgedRound]]


def report_lines_of_rounds(rounds: Sequence[JudgedRound]) -> Iterator[str]:
    """Yield the lines of the report."""
    if not rounds:
        yield "no round has been judged"
        return
    by_level = group_by_level(rounds)
    for level, found in by_level.items():
        yield describe_level(level, found)
    yield describe_rating_line(by_level)
    yield from theme_cost_lines(by_level)
    yield chance_luck_line(rounds)


def group_by_level(rounds: Sequence[JudgedRound]) -> ByLevel:
    """Group rounds by level, the lowest first."""
    by_level: ByLevel = {}
    for one in sorted(rounds, key=attrgetter("level")):
        by_level.setdefault(one.level, []).append(one)
    return by_level


def describe_rating_line(by_level: ByLevel) -> str:
    """Describe the line fitted from counted error rates to ratings.

    The description also gives the deviations of the levels from the line in use, and the standard
    error of a rating from a single round of one player.
    """
    used, ratings = measured().rating_fit, measured().ratings
    off = {level: _rating_of_rounds(found) - ratings[level] for level, found in by_level.items()}
    gaps = ", ".join(f"{level}: {gap:+.0f}" for level, gap in off.items())
    line = "one level makes none"
    if len(by_level) > 1:
        fitted = fit_rating_line(by_level, ratings)
        line = f"{fitted.top:.0f} - {fitted.slope:.2f} * counted rate"
    error = used.slope * _error_rate_deviation_of_round(by_level)
    return (
        f"line: {line}; levels lie {sqrt(fmean(gap**2 for gap in off.values())):.0f} off the one "
        f"in use ({gaps}); standard error of a round {error:.0f}"
    )


def fit_rating_line(by_level: ByLevel, ratings: Mapping[int, int]) -> RatingFit:
    """Fit the rating line to at least two levels."""
    rates = [_capped_error_rate(_all_losses(found)) for found in by_level.values()]
    slope, top = linear_regression(rates, [ratings[level] for level in by_level])
    off = sqrt(
        fmean(
            (top + slope * rate - ratings[level]) ** 2
            for level, rate in zip(by_level, rates, strict=True)
        )
    )
    return RatingFit(
        tuple(by_level), top, -slope, off, -slope * _error_rate_deviation_of_round(by_level)
    )


def theme_cost_curves(
    by_level: ByLevel, ratings: Mapping[int, int]
) -> dict[str, tuple[float, float]]:
    """Return for each theme its mean cost, relative to all free decisions of the same level.

    The first number is the relative cost at the rating ``MIDDLE_RATING``, the second its increase
    for every 100 points of rating.
    """
    return {
        theme: _fit_theme_cost_line(
            {n: _relative_theme_cost_and_count(found, theme)[0] for n, found in by_level.items()},
            ratings,
        )
        for theme in DECISION_THEMES
    }


def relative_cost_spread(by_level: ByLevel) -> float:
    """Return the ratio of standard deviation to mean of a decision's cost: the median of levels."""
    losses = [_all_losses(found) for found in by_level.values()]
    return median(pstdev(one) / (fmean(one) or 1.0) for one in losses)


def mean_chance_luck_and_error(rounds: Sequence[JudgedRound]) -> tuple[float, float]:
    """Return the mean luck of chance alone, in equity a round, and its standard error."""
    values = [fmean(one.luck) for one in rounds]
    return fmean(values), _standard_error(values)


def _error_rate_deviation_of_round(by_level: ByLevel) -> float:
    return sqrt(fmean(_level_error_rate_deviation(found) ** 2 for found in by_level.values()))


def describe_level(level: int, rounds: Sequence[JudgedRound]) -> str:
    """Describe a level: error rate, rating, ratings of samples of its rounds, and marks."""
    seen = rate_and_rating_of_rounds(rounds)
    checked = [mark for one in rounds if one.checked for mark in one.marks]
    parts = [
        f"level {level}: {len(rounds)} rounds, rate {seen.rate:.1f} +- "
        f"{seen.rate_error:.1f}, rated {seen.rated:.0f} +- {seen.rated_error:.0f} "
        f"(league {measured().ratings[level]}); of {N_SAMPLES} samples "
        f"of {ROUNDS_PER_SAMPLE} rounds "
        f"{_percentage_of_samples(rounds, ROUNDS_PER_SAMPLE, _is_rating_near_level)} "
        f"within {RATING_TOLERANCE}"
    ]
    for n in SAMPLE_SIZES if level == LAST_LEVEL_WITHOUT_COMMANDS else ():
        share = _percentage_of_samples(rounds, n, _are_commands_costliest)
        parts.append(f"; of {n} rounds {share} worst at commands")
    if checked:
        parts.append(f"; {fmean(checked):.2f} marks a round ({len(checked)})")
    return "".join(parts)


class LevelRateAndRating(NamedTuple):
    """A level's error rate and the rating that the game derives from it, with standard errors."""

    rate: float
    rate_error: float
    rated: float
    rated_error: float


def rate_and_rating_of_rounds(rounds: Sequence[JudgedRound]) -> LevelRateAndRating:
    """Measure the rounds of one level."""
    sides = [one.decision_losses(seat) for one in rounds for seat in (0, 1)]
    error, rated_error = (
        _standard_error(list(map(rate, sides))) for rate in (_error_rate, _capped_error_rate)
    )
    rated_error *= measured().rating_fit.slope
    return LevelRateAndRating(
        _error_rate(_all_losses(rounds)), error, _rating_of_rounds(rounds), rated_error
    )


def percentage_rated_near_level(rounds: Sequence[JudgedRound]) -> int | None:
    """Return the percentage of samples of a level's rounds that are rated near the level's rating.

    Returns None if there are too few rounds. Near means within ``RATING_TOLERANCE``.
    """
    share = _percentage_of_samples(rounds, ROUNDS_PER_SAMPLE, _is_rating_near_level)
    return int(share.removesuffix("%")) if share.endswith("%") else None


def chance_luck_line(rounds: Sequence[JudgedRound]) -> str:
    """Return a line on the luck of chance alone."""
    mean, error = mean_chance_luck_and_error(rounds)
    return f"chance luck: {mean:+.4f} +- {error:.4f} equity a round, {len(rounds)} rounds"


def theme_cost_lines(by_level: ByLevel) -> Iterator[str]:
    """Yield a line for each theme: the relative cost of its decisions by level, and the curve."""
    ratings = measured().ratings
    for theme in DECISION_THEMES:
        shares = {
            level: _relative_theme_cost_and_count(found, theme) for level, found in by_level.items()
        }
        listed = ", ".join(f"{level}: {share:.2f} ({n})" for level, (share, n) in shares.items())
        curve = "one level makes no curve"
        if len(shares) > 1:
            middle, more = _fit_theme_cost_line(
                {level: share for level, (share, _) in shares.items()}, ratings
            )
            curve = f"{middle:.2f} at {MIDDLE_RATING:.0f}, {more:+.2f} with 100 points"
        yield f"{theme}: {curve}; by level (decisions) {listed}"


def _fit_theme_cost_line(
    shares: Mapping[int, float], ratings: Mapping[int, int]
) -> tuple[float, float]:
    at = [(ratings[level] - MIDDLE_RATING) / 100 for level in shares]
    more, middle = linear_regression(at, list(shares.values()))
    return middle, more


def _relative_theme_cost_and_count(rounds: Sequence[JudgedRound], theme: str) -> tuple[float, int]:
    choices = [choice for one in rounds for choice in one.decisions]
    own = [loss for _, _, themes, loss in choices if theme in themes]
    mean = sum(choice[3] for choice in choices) / max(1, len(choices))
    return (sum(own) / len(own) / mean if own and mean else 0.0), len(own)


# Functions for samples of rounds that count as one person's, evaluated by the code of the
# statistics page.


def _percentage_of_samples(
    rounds: Sequence[JudgedRound], n_rounds: int, is_so: Callable[[PlayerStatistics, int], bool]
) -> str:
    """Return the percentage of samples of ``n_rounds`` for which ``is_so`` holds, as text."""
    players = [(one, seat) for one in rounds for seat in (0, 1)]
    if len(players) < n_rounds:
        return "too few"
    rng, level = Random(1), rounds[0].level
    found = [
        is_so(statistics_as_person(rng.choices(players, k=n_rounds)), level)
        for _ in range(N_SAMPLES)
    ]
    return f"{sum(found) / N_SAMPLES:.0%}"


def statistics_as_person(sample: Sequence[Player]) -> PlayerStatistics:
    """Return the statistics of a person who had played these rounds against their level."""
    rounds = [
        PlayerRound(0, n, one.level, True, one.winner == seat, None)
        for n, (one, seat) in enumerate(sample)
    ]
    decisions = [
        PlayerDecision(0, n, number, themes, loss)
        for n, (one, seat) in enumerate(sample)
        for whose, number, themes, loss in one.decisions
        if whose == seat
    ]
    return player_statistics(rounds, decisions)


def _is_rating_near_level(found: PlayerStatistics, level: int) -> bool:
    best = found.strength.best_estimate
    return best is not None and abs(best.rating - measured().ratings[level]) <= RATING_TOLERANCE


def _are_commands_costliest(found: PlayerStatistics, level: int) -> bool:
    """Return whether commands exceed their expected cost, in total, by more than other themes."""

    def excess(one: ThemeStatistics) -> float:
        return (one.loss - one.expected_loss) * one.n

    return max(found.themes, key=excess).theme == "commands"


def _rating_of_rounds(rounds: Sequence[JudgedRound]) -> float:
    line = measured().rating_fit
    return line.top - line.slope * _capped_error_rate(_all_losses(rounds))


def _all_losses(rounds: Sequence[JudgedRound]) -> list[float]:
    return [loss for one in rounds for seat in (0, 1) for loss in one.decision_losses(seat)]


def _error_rate(losses: Sequence[float]) -> float:
    return ERROR_RATE_UNIT * sum(losses) / max(1, len(losses))


def _capped_error_rate(losses: Sequence[float]) -> float:
    """Return the error rate with the part of each loss that counts for a rating."""
    return ERROR_RATE_UNIT * sum_of_capped_losses(losses) / max(1, len(losses))


def _level_error_rate_deviation(rounds: Sequence[JudgedRound]) -> float:
    """Return the standard error of one round's error rate.

    It is computed from each round's deviation from the mean loss.
    """
    found = [one.decision_losses(seat) for one in rounds for seat in (0, 1)]
    free = fmean(map(len, found))
    mean = sum_of_capped_losses(_all_losses(rounds)) / sum(map(len, found))
    return (
        ERROR_RATE_UNIT
        * sqrt(fmean((sum_of_capped_losses(one) - mean * len(one)) ** 2 for one in found))
        / free
    )


def _standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean, or 0 for a single value, whose error is unknown."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
