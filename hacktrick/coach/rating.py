"""Estimates a player's rating from decisions and from results, each with its standard error.

Ratings of the levels are known (docs/strength.md). Newer rounds weigh more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, hypot, sqrt

from hacktrick.ai.measurements import shipped_measurements

MIN_ROUNDS = 8  # rounds below which nothing is said
HALF_LIFE = 60.0  # rounds after which one counts half
MAX_COUNTED_LOSS = (
    0.1  # of equity that one decision counts for at most: whoever errs seldom but by much
)
# wins more than the mean says, as level 7 does
MIN_RATING = 1100.0  # below this the line of ratings means nothing
RESULT_ERROR = 347.0  # standard error of one round: POINTS_PER_E over half a round, of two alike
AGREEMENT_ERRORS = 2.0  # standard errors that both may differ by
PER_DECISION = 500
POINTS_PER_E = 400 / 2.302585  # of Elo: so many for a factor of e in the odds


def level_ratings() -> Mapping[int, int]:
    """By level: Elo points over rounds of the keypad, level 1 at 1000 (docs/strength.md)."""
    return shipped_measurements().ratings


@dataclass(frozen=True, slots=True)
class RatedRound:
    """A round of a player against a level.

    Attributes:
        lost: equity lost in free decisions, each by ``counted_loss``.
        free: how many of them
            there were (0: not judged).
    """

    level: int
    won: bool
    lost: float = 0.0
    free: int = 0


def counted_loss(losses: Iterable[float]) -> float:
    """What decisions count for a rating, all together."""
    return sum(min(loss, MAX_COUNTED_LOSS) for loss in losses)


@dataclass(frozen=True, slots=True)
class RatingEstimate:
    """A rating, its standard error, and out of how many rounds."""

    rating: float
    error: float
    rounds: int

    @property
    def low(self) -> float:
        return self.rating - self.error

    @property
    def high(self) -> float:
        return self.rating + self.error


@dataclass(frozen=True, slots=True)
class PlayerStrength:
    """What can be said of a player; None where there are too few rounds.

    Attributes:
        both: of decisions and results together; None where they contradict each other.
    """

    play: RatingEstimate | None
    result: RatingEstimate | None
    both: RatingEstimate | None

    @property
    def best(self) -> RatingEstimate | None:
        """What an even match goes by."""
        return self.both or self.result or self.play


def player_strength(rounds: Sequence[RatedRound]) -> PlayerStrength:
    """By rounds, the newest last."""
    play, result = play_rating(rounds), result_rating(rounds)
    if play is None or result is None:
        return PlayerStrength(play, result, play or result)
    apart = abs(play.rating - result.rating)
    if apart > AGREEMENT_ERRORS * sqrt(play.error**2 + result.error**2):
        return PlayerStrength(play, result, None)
    shares = [1 / one.error**2 for one in (play, result)]
    mean = (play.rating * shares[0] + result.rating * shares[1]) / sum(shares)
    return PlayerStrength(play, result, RatingEstimate(mean, 1 / sqrt(sum(shares)), len(rounds)))


def play_rating(rounds: Sequence[RatedRound]) -> RatingEstimate | None:
    """The level on the line of the levels over what decisions cost (up to ``MAX_COUNTED_LOSS``)."""
    judged = [one for one in rounds if one.free]
    if len(judged) < MIN_ROUNDS:
        return None
    weights = _weights(len(judged))
    lost = sum(w * one.lost for w, one in zip(weights, judged, strict=True))
    free = sum(w * one.free for w, one in zip(weights, judged, strict=True))
    line = shipped_measurements().line
    rating = line.top - line.slope * PER_DECISION * lost / free
    error = hypot(line.by_play / sqrt(_effective(weights)), line.off)
    return RatingEstimate(max(MIN_RATING, rating), error, len(judged))


def result_rating(rounds: Sequence[RatedRound]) -> RatingEstimate | None:
    """By Bradley and Terry, against levels whose ratings are known. One drawn round against the
    middle of the levels keeps it from running away."""
    if len(rounds) < MIN_ROUNDS:
        return None
    weights, known = _weights(len(rounds)), level_ratings()
    middle = sum(known.values()) / len(known)
    games = [(known[one.level], float(one.won), w) for w, one in zip(weights, rounds, strict=True)]
    games.append((round(middle), 0.5, 1.0))
    rating = middle
    for _ in range(60):
        expected = [1 / (1 + exp((other - rating) / POINTS_PER_E)) for other, _, _ in games]
        pull = sum(w * (won - p) for (_, won, w), p in zip(games, expected, strict=True))
        curve = sum(w * p * (1 - p) for (_, _, w), p in zip(games, expected, strict=True))
        rating += max(-200.0, min(200.0, POINTS_PER_E * pull / max(1e-6, curve)))
    return RatingEstimate(rating, RESULT_ERROR / sqrt(_effective(weights)), len(rounds))


def neighbouring_levels(estimate: RatingEstimate) -> tuple[int, int]:
    """The levels that the estimate lies between, with its error: the highest below its low end and
    the lowest above its high end; the first and the last where it leaves them behind."""
    known = level_ratings()
    low = max((n for n, rating in known.items() if rating <= estimate.low), default=min(known))
    high = min((n for n, rating in known.items() if rating >= estimate.high), default=max(known))
    return low, high


def even_level(found: PlayerStrength) -> int | None:
    """The level for an even match; None where too little is known."""
    best = found.best
    if best is None:
        return None
    known = level_ratings()
    return min(known, key=lambda level: abs(known[level] - best.rating))


def _weights(n: int) -> list[float]:
    """Of rounds, the newest last."""
    return [0.5 ** ((n - 1 - k) / HALF_LIFE) for k in range(n)]


def _effective(weights: Sequence[float]) -> float:
    return sum(weights) ** 2 / sum(weight**2 for weight in weights)
