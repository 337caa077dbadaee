"""Statistics of a player over many judged rounds, with claims where the evidence suffices.

Values only; the library collects the rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from hacktrick.ai.measurements import shipped_measurements
from hacktrick.coach.rating import PlayerStrength, RatedRound, counted_loss, player_strength
from hacktrick.coach.review.story import DECISION_THEMES, DecisionTheme

MIN_FOR_CLAIM = 30  # decisions below which nothing is claimed
SHRINKAGE = 40  # decisions that the levels' own curve counts for
Z80 = 1.28  # standard errors of an interval of four fifths
PER_DECISION = 500
N_SHOWN = 12  # positions behind a claim, the worst first

MIDDLE_RATING = 1300.0  # rating that the curves of the themes are told at


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of the player, the oldest first.

    Attributes:
        level: of the other; None for a person or a table of more than two.
        rated: whether it counts for the rating; all else is counted apart.
        luck: chance alone, as a share of the match; None where the round was not judged.
    """

    match: int
    round: int
    level: int | None
    rated: bool
    won: bool
    points: int
    leads: bool
    luck: float | None


@dataclass(frozen=True, slots=True)
class PlayerDecision:
    """A free decision of the player, as the judge found it; ``loss`` in equity."""

    match: int
    round: int
    action: int
    themes: tuple[str, ...]
    loss: float


@dataclass(frozen=True, slots=True)
class ThemeStatistics:
    """A theme of a player.

    Attributes:
        n: decisions; ``loss``: equity lost in one on the average, drawn to what players lose who
            lose as much in all (``usual``); ``error``: its standard error, drawn to theirs.
        positions: the decisions that cost most.
    """

    theme: DecisionTheme
    n: int
    loss: float
    error: float
    usual: float
    positions: tuple[PlayerDecision, ...]

    @property
    def is_told(self) -> bool:
        """Whether there is evidence enough to claim anything."""
        return self.n >= MIN_FOR_CLAIM and abs(self.loss - self.usual) > Z80 * self.error

    @property
    def is_weak(self) -> bool:
        return self.loss > self.usual


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """All that is told of a player."""

    rounds: tuple[PlayerRound, ...]
    strength: PlayerStrength
    rate: float | None  # the error rate over the rated rounds that were judged
    themes: tuple[ThemeStatistics, ...]

    @property
    def rated(self) -> tuple[PlayerRound, ...]:
        return tuple(one for one in self.rounds if one.rated)

    @property
    def apart(self) -> int:
        """Rounds that do not count: with help, branches, against people."""
        return len(self.rounds) - len(self.rated)

    @property
    def luck(self) -> tuple[float, float] | None:
        """Chance luck a round, as a share of the match, and its standard error."""
        values = [one.luck for one in self.rated if one.luck is not None]
        if len(values) < 2:
            return None
        mean = sum(values) / len(values)
        spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
        return mean, sqrt(spread / len(values))

    def against(self) -> tuple[tuple[int, int, int], ...]:
        """By level: rounds won, rounds lost."""
        levels = sorted({one.level for one in self.rated if one.level is not None})
        return tuple(
            (
                level,
                sum(one.won for one in self.rated if one.level == level),
                sum(not one.won for one in self.rated if one.level == level),
            )
            for level in levels
        )


def player_statistics(
    rounds: Sequence[PlayerRound], decisions: Sequence[PlayerDecision]
) -> PlayerStatistics:
    """Of one player.

    Args:
        rounds: the oldest first; ``decisions``: the free ones of rounds that were judged.
    """
    rated = [one for one in rounds if one.rated and one.level is not None]
    lost: dict[tuple[int, int], list[float]] = {}
    for one in decisions:
        lost.setdefault((one.match, one.round), []).append(one.loss)
    played = []
    for here in rated:
        losses = lost.get((here.match, here.round), [])
        assert here.level is not None
        played.append(RatedRound(here.level, here.won, counted_loss(losses), len(losses)))
    places = {(here.match, here.round) for here in rated}
    own = [one for one in decisions if (one.match, one.round) in places]
    mean = sum(one.loss for one in own) / len(own) if own else 0.0
    found = player_strength(played)
    rating = found.best.rating if found.best else MIDDLE_RATING
    themes = tuple(
        _theme(theme, own, mean * theme_cost_share(theme, rating)) for theme in DECISION_THEMES
    )
    return PlayerStatistics(tuple(rounds), found, PER_DECISION * mean if own else None, themes)


def theme_cost_share(theme: DecisionTheme, rating: float) -> float:
    """What a decision of a theme costs players of a rating, as a share of any free one of theirs.

    >>> theme_cost_share("double", 1170) > theme_cost_share("double", 1470)
    True
    """
    middle, more = shipped_measurements().themes[theme]
    low, high = measured_rating_range()
    return max(0.0, middle + more * (min(high, max(low, rating)) - MIDDLE_RATING) / 100)


def measured_rating_range() -> tuple[int, int]:
    """The ratings of the weakest and the strongest level that the curves go through."""
    known, levels = shipped_measurements().ratings, shipped_measurements().line.levels
    return known[min(levels)], known[max(levels)]


def _theme(
    theme: DecisionTheme, decisions: Sequence[PlayerDecision], usual: float
) -> ThemeStatistics:
    own = [one for one in decisions if theme in one.themes]
    n = len(own)
    mean = sum(one.loss for one in own) / n if n else 0.0
    spread = (
        sum((one.loss - mean) ** 2 for one in own)
        + SHRINKAGE * (shipped_measurements().wild * usual) ** 2
    )
    shrunk = (n * mean + SHRINKAGE * usual) / (n + SHRINKAGE)
    worst = sorted((one for one in own if one.loss > 0), key=lambda one: -one.loss)[:N_SHOWN]
    error = sqrt(spread / (n + SHRINKAGE) / max(1, n))
    return ThemeStatistics(theme, n, shrunk, error, usual, tuple(worst))
