"""Estimates a player's rating and its standard error, from decisions and from results.

Ratings are relative to the known ratings of the levels (docs/strength.md). Newer rounds count more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, hypot, sqrt

from hacktrick.ai.measured_figures import shipped_measurements

MIN_ROUNDS = 8  # minimum number of rounds for an estimate
HALF_LIFE = 60.0  # a round counts half as much after this many later rounds
# The largest loss, in equity, that counts for one decision. Players with rare but large errors,
# like level 7, win more than their mean loss suggests.
MAX_COUNTED_LOSS = 0.1
MIN_RATING = 1100.0  # the fitted line is not valid below this rating
RESULT_ERROR = 347.0  # standard error from one round between equals: POINTS_PER_E / 0.5
# Estimates that differ by more standard errors than this contradict each other.
AGREEMENT_ERRORS = 2.0
# An error rate is the equity lost in 500 free decisions, as in backgammon. A decision is free if
# the player can choose between actions that are not equally good.
ERROR_RATE_UNIT = 500
POINTS_PER_E = 400 / 2.302585  # Elo points for a factor of e in the odds


def level_ratings() -> Mapping[int, int]:
    """Return the Elo rating of each level, with level 1 at 1000 (docs/strength.md)."""
    return shipped_measurements().ratings


@dataclass(frozen=True, slots=True)
class RatedRound:
    """A round of a player against a level.

    Attributes:
        equity_lost: the sum of equity lost in free decisions (``sum_of_capped_losses``).
        n_decisions: the number of free decisions; 0 if the round was not judged.
    """

    level: int
    is_won: bool
    equity_lost: float = 0.0
    n_decisions: int = 0


def sum_of_capped_losses(losses: Iterable[float]) -> float:
    """Return the sum of the losses of decisions, each limited to ``MAX_COUNTED_LOSS`` of equity."""
    return sum(min(loss, MAX_COUNTED_LOSS) for loss in losses)


@dataclass(frozen=True, slots=True)
class RatingEstimate:
    """An estimated rating, its standard error, and the number of rounds behind it."""

    rating: float
    error: float
    rounds: int

    @property
    def lower_bound(self) -> float:
        """The rating minus one standard error."""
        return self.rating - self.error

    @property
    def upper_bound(self) -> float:
        """The rating plus one standard error."""
        return self.rating + self.error


@dataclass(frozen=True, slots=True)
class PlayerStrength:
    """Estimates of a player's strength; each is None if there are too few rounds.

    Attributes:
        by_decisions: the estimate from the losses of decisions.
        by_results: the estimate from won and lost rounds.
        combined: the estimate from both; None also if the two contradict each other.
    """

    by_decisions: RatingEstimate | None
    by_results: RatingEstimate | None
    combined: RatingEstimate | None

    @property
    def best_estimate(self) -> RatingEstimate | None:
        """The estimate for choosing an equally strong opponent; None if there is no estimate."""
        return self.combined or self.by_results or self.by_decisions


def player_strength(rounds: Sequence[RatedRound]) -> PlayerStrength:
    """Estimate a player's strength from rounds, oldest first."""
    play, result = rating_from_losses(rounds), rating_from_results(rounds)
    if play is None or result is None:
        return PlayerStrength(play, result, play or result)
    apart = abs(play.rating - result.rating)
    if apart > AGREEMENT_ERRORS * sqrt(play.error**2 + result.error**2):
        return PlayerStrength(play, result, None)
    shares = [1 / one.error**2 for one in (play, result)]
    mean = (play.rating * shares[0] + result.rating * shares[1]) / sum(shares)
    return PlayerStrength(play, result, RatingEstimate(mean, 1 / sqrt(sum(shares)), len(rounds)))


def rating_from_losses(rounds: Sequence[RatedRound]) -> RatingEstimate | None:
    """Estimate the rating from the losses of decisions, by a line fitted to the levels.

    The result is None if fewer than ``MIN_ROUNDS`` rounds are judged.
    """
    judged = [one for one in rounds if one.n_decisions]
    if len(judged) < MIN_ROUNDS:
        return None
    weights = _round_weights(len(judged))
    lost = sum(w * one.equity_lost for w, one in zip(weights, judged, strict=True))
    free = sum(w * one.n_decisions for w, one in zip(weights, judged, strict=True))
    line = shipped_measurements().rating_fit
    rating = line.top - line.slope * ERROR_RATE_UNIT * lost / free
    error = hypot(line.by_play / sqrt(_effective_sample_size(weights)), line.off)
    return RatingEstimate(max(MIN_RATING, rating), error, len(judged))


def rating_from_results(rounds: Sequence[RatedRound]) -> RatingEstimate | None:
    """Estimate the rating from results against levels of known rating (Bradley and Terry 1952).

    A fictitious draw against the mean level keeps the estimate finite. The result is None for fewer
    than ``MIN_ROUNDS`` rounds.
    """
    if len(rounds) < MIN_ROUNDS:
        return None
    weights, known = _round_weights(len(rounds)), level_ratings()
    middle = sum(known.values()) / len(known)
    # Weights are indexed by the opponent's rating and the result.
    weight_of = {(round(middle), 0.5): 1.0}
    for weight, one in zip(weights, rounds, strict=True):
        game = known[one.level], float(one.is_won)
        weight_of[game] = weight_of.get(game, 0.0) + weight
    games = [(*game, weight) for game, weight in weight_of.items()]
    rating = middle
    for _ in range(60):
        expected = [1 / (1 + exp((other - rating) / POINTS_PER_E)) for other, _, _ in games]
        pull = sum(w * (won - p) for (_, won, w), p in zip(games, expected, strict=True))
        curve = sum(w * p * (1 - p) for (_, _, w), p in zip(games, expected, strict=True))
        rating += max(-200.0, min(200.0, POINTS_PER_E * pull / max(1e-6, curve)))
    return RatingEstimate(rating, RESULT_ERROR / sqrt(_effective_sample_size(weights)), len(rounds))


def neighbouring_levels(estimate: RatingEstimate) -> tuple[int, int]:
    """Return the highest level below the estimate's interval and the lowest level above it.

    If no level is below or above, the result has the lowest or the highest level instead.
    """
    known = level_ratings()
    low = max(
        (n for n, rating in known.items() if rating <= estimate.lower_bound), default=min(known)
    )
    high = min(
        (n for n, rating in known.items() if rating >= estimate.upper_bound), default=max(known)
    )
    return low, high


def level_for_even_match(strength: PlayerStrength) -> int | None:
    """Return the level whose rating is closest to the player's; None if too little is known."""
    best = strength.best_estimate
    if best is None:
        return None
    known = level_ratings()
    return min(known, key=lambda level: abs(known[level] - best.rating))


def _round_weights(n_rounds: int) -> list[float]:
    """Return the weight of each of n rounds, oldest first."""
    return [0.5 ** ((n_rounds - 1 - k) / HALF_LIFE) for k in range(n_rounds)]


def _effective_sample_size(weights: Sequence[float]) -> float:
    """Return the number of equally weighted rounds that would give the same precision."""
    return sum(weights) ** 2 / sum(weight**2 for weight in weights)
