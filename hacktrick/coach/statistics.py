"""Statistics of a player over many judged rounds, with claims where the evidence suffices.

The library collects the rounds; this module only computes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from hacktrick.ai.measurements import shipped_measurements
from hacktrick.coach.rating import (
    ERROR_RATE_UNIT,
    PlayerStrength,
    RatedRound,
    counted_loss,
    player_strength,
)
from hacktrick.coach.review.story import DECISION_THEMES, DecisionTheme

MIN_FOR_CLAIM = 30  # with fewer decisions there is no claim
SHRINKAGE = 40  # weight of the expected loss, in decisions
Z80 = 1.28  # half-width of an 80 % interval in standard errors
N_SHOWN = 12  # most positions shown for a claim

MIDDLE_RATING = 1300.0  # the rating at which the theme curves are centred


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of a player.

    Attributes:
        level: the opponent's level; None against a person or at a table of more than two.
        is_rated: whether it counts for the rating.
        luck: the luck of chance alone, as a match chance; None if the round was not judged.
    """

    match: int
    round: int
    level: int | None
    is_rated: bool
    is_won: bool
    points: int
    is_leader: bool
    luck: float | None


@dataclass(frozen=True, slots=True)
class PlayerDecision:
    """A free decision of the player as judged; ``loss`` is in equity."""

    match: int
    round: int
    action: int
    themes: tuple[str, ...]
    loss: float


@dataclass(frozen=True, slots=True)
class ThemeStatistics:
    """A player's decisions of one theme.

    Attributes:
        n: the number of decisions.
        loss: the mean equity lost, shrunk towards ``expected_loss``.
        error: the standard error of ``loss``, also shrunk.
        expected_loss: the mean loss in this theme of players with the same overall loss.
        positions: the most costly decisions.
    """

    theme: DecisionTheme
    n: int
    loss: float
    error: float
    expected_loss: float
    positions: tuple[PlayerDecision, ...]

    @property
    def is_significant(self) -> bool:
        """Whether the evidence suffices for a claim."""
        return self.n >= MIN_FOR_CLAIM and abs(self.loss - self.expected_loss) > Z80 * self.error

    @property
    def is_weak(self) -> bool:
        return self.loss > self.expected_loss


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """All statistics of a player.

    Attributes:
        rounds: all rounds, oldest first.
        error_rate: the mean loss of the judged rated rounds times ``ERROR_RATE_UNIT``; None without
            any.
    """

    rounds: tuple[PlayerRound, ...]
    strength: PlayerStrength
    error_rate: float | None
    themes: tuple[ThemeStatistics, ...]

    @property
    def rated_rounds(self) -> tuple[PlayerRound, ...]:
        return tuple(one for one in self.rounds if one.is_rated)

    @property
    def n_unrated(self) -> int:
        """The number of rounds that do not count: with help, branched, or against people."""
        return len(self.rounds) - len(self.rated_rounds)

    @property
    def luck(self) -> tuple[float, float] | None:
        """The mean luck of a round as a match chance, and its standard error; None for fewer than
        two
        rounds."""
        values = [one.luck for one in self.rated_rounds if one.luck is not None]
        if len(values) < 2:
            return None
        mean = sum(values) / len(values)
        spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
        return mean, sqrt(spread / len(values))

    def results_by_level(self) -> tuple[tuple[int, int, int], ...]:
        """Return rounds won and lost for each level."""
        levels = sorted({one.level for one in self.rated_rounds if one.level is not None})
        return tuple(
            (
                level,
                sum(one.is_won for one in self.rated_rounds if one.level == level),
                sum(not one.is_won for one in self.rated_rounds if one.level == level),
            )
            for level in levels
        )


def player_statistics(
    rounds: Sequence[PlayerRound], decisions: Sequence[PlayerDecision]
) -> PlayerStatistics:
    """Compute the statistics of one player.

    Args:
        rounds: the player's rounds, oldest first.
        decisions: the free decisions of judged rounds.
    """
    rated = [one for one in rounds if one.is_rated and one.level is not None]
    lost: dict[tuple[int, int], list[float]] = {}
    for one in decisions:
        lost.setdefault((one.match, one.round), []).append(one.loss)
    played = []
    for here in rated:
        losses = lost.get((here.match, here.round), [])
        assert here.level is not None
        played.append(RatedRound(here.level, here.is_won, counted_loss(losses), len(losses)))
    places = {(here.match, here.round) for here in rated}
    own = [one for one in decisions if (one.match, one.round) in places]
    mean = sum(one.loss for one in own) / len(own) if own else 0.0
    found = player_strength(played)
    rating = found.best_estimate.rating if found.best_estimate else MIDDLE_RATING
    themes = tuple(
        _theme(theme, own, mean * theme_cost_share(theme, rating)) for theme in DECISION_THEMES
    )
    return PlayerStatistics(tuple(rounds), found, ERROR_RATE_UNIT * mean if own else None, themes)


def theme_cost_share(theme: DecisionTheme, rating: float) -> float:
    """Return the mean cost of a theme's decisions at a rating, relative to all free decisions.

    >>> theme_cost_share("double", 1170) > theme_cost_share("double", 1470)
    True
    """
    middle, more = shipped_measurements().theme_costs[theme]
    low, high = measured_rating_range()
    return max(0.0, middle + more * (min(high, max(low, rating)) - MIDDLE_RATING) / 100)


def measured_rating_range() -> tuple[int, int]:
    """Return the ratings of the weakest and the strongest level behind the theme curves."""
    known, levels = shipped_measurements().ratings, shipped_measurements().rating_line.levels
    return known[min(levels)], known[max(levels)]


def _theme(
    theme: DecisionTheme, decisions: Sequence[PlayerDecision], usual: float
) -> ThemeStatistics:
    own = [one for one in decisions if theme in one.themes]
    n = len(own)
    mean = sum(one.loss for one in own) / n if n else 0.0
    spread = (
        sum((one.loss - mean) ** 2 for one in own)
        + SHRINKAGE * (shipped_measurements().cost_spread * usual) ** 2
    )
    shrunk = (n * mean + SHRINKAGE * usual) / (n + SHRINKAGE)
    worst = sorted((one for one in own if one.loss > 0), key=lambda one: -one.loss)[:N_SHOWN]
    error = sqrt(spread / (n + SHRINKAGE) / max(1, n))
    return ThemeStatistics(theme, n, shrunk, error, usual, tuple(worst))
