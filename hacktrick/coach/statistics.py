"""Computes a player's statistics over many judged rounds, and tests which are significant.

The library collects the rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Literal

from hacktrick.ai.measured_figures import shipped_measurements
from hacktrick.coach.judgement import MistakeClass
from hacktrick.coach.rating import (
    ERROR_RATE_UNIT,
    PlayerStrength,
    RatedRound,
    level_ratings,
    player_strength,
    sum_of_capped_losses,
)
from hacktrick.coach.review.judged_round import DECISION_THEMES, DecisionTheme
from hacktrick.game.keypad import Line
from hacktrick.game.state import Seat

MIN_FOR_LINE = 5  # minimum number of rounds won with a line before a favourite line is named
MIN_FOR_PINS = 10  # minimum number of pins (guessed cards) before the share of right ones is shown
MIN_FOR_CLAIM = 30  # minimum number of decisions of a theme for a claim about it
SHRINKAGE = 40  # weight of the expected loss, as a number of decisions
Z80 = 1.28  # half-width of an 80 % interval in standard errors
N_SHOWN = 12  # maximum number of positions to show for a claim

MIDDLE_RATING = 1300.0  # the rating at which the theme curves are centred


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round that a player has played.

    Attributes:
        match, round: the number of the match in the library, and of the round in it.
        level: the opponent's level; None against people, or with more than one opponent.
        is_rated: whether it counts for the rating.
        luck: the luck of the cards, as a match chance; None if the round was not judged.
    """

    match: int
    round: int
    level: int | None
    is_rated: bool
    is_won: bool
    luck: float | None


@dataclass(frozen=True, slots=True)
class PlayerDecision:
    """A judged decision in which the player had a free choice.

    Attributes:
        loss: the loss in equity.
        turn: the number of the turn in the log, 0 for the start card; None until the number is
            looked up.
    """

    match: int
    round: int
    action: int
    themes: tuple[str, ...]
    loss: float
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class DecisionSums:
    """Sums over the free decisions in a player's rated rounds.

    Attributes:
        by_round: by match and round, the number of decisions and their ``sum_of_capped_losses``.
        by_themes: by the themes of a decision, the number of decisions, the sum of their losses and
            the sum of the squared losses.
        costliest: decisions with a loss, most costly first, including the ``N_SHOWN`` most costly
            of each theme.
    """

    by_round: Mapping[tuple[int, int], tuple[int, float]]
    by_themes: Mapping[tuple[str, ...], tuple[int, float, float]]
    costliest: tuple[PlayerDecision, ...]


@dataclass(frozen=True, slots=True)
class PlayerMistake:
    """A turn of the player that a review marks as a mistake or a blunder.

    Attributes:
        match, round, action, seat: where the turn was made; ``action`` is its first action.
        turn: the number of the turn in the log, 0 for the start card; None for a turn before the
            start card, and if the match is not in the index of positions.
        key: the key of the question about the turn (``mistake_question_key``).
        loss: the loss as a match chance.
    """

    match: int
    round: int
    action: int
    turn: int | None
    seat: Seat
    key: str
    themes: tuple[DecisionTheme, ...]
    mistake_class: MistakeClass
    loss: float


@dataclass(frozen=True, slots=True)
class ThemeMistakes:
    """The mistakes of one theme, most costly first; a None theme is for mistakes without one."""

    theme: DecisionTheme | None
    mistakes: tuple[PlayerMistake, ...]

    @property
    def n_blunders(self) -> int:
        return sum(one.mistake_class == "blunder" for one in self.mistakes)

    @property
    def loss(self) -> float:
        """The sum of the mistakes' losses, in matches."""
        return sum(one.loss for one in self.mistakes)


def mistakes_by_theme(mistakes: Sequence[PlayerMistake]) -> tuple[ThemeMistakes, ...]:
    """Group mistakes by theme, the most costly theme first.

    A mistake with several themes is in several groups.
    """
    ordered = sorted(mistakes, key=lambda one: -one.loss)
    groups = [
        ThemeMistakes(theme, tuple(one for one in ordered if theme in (one.themes or (None,))))
        for theme in (*DECISION_THEMES, None)
    ]
    return tuple(sorted(filter(lambda group: group.mistakes, groups), key=lambda one: -one.loss))


@dataclass(frozen=True, slots=True)
class ThemeStatistics:
    """A player's decisions of one theme.

    Attributes:
        n: the number of decisions.
        loss: the mean equity lost, shrunk towards ``expected_loss``.
        error: the standard error of ``loss``, also shrunk.
        expected_loss: the mean loss in this theme among players with the same overall loss.
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
        """Whether the evidence suffices for a claim about this theme."""
        return self.n >= MIN_FOR_CLAIM and abs(self.loss - self.expected_loss) > Z80 * self.error

    @property
    def is_weakness(self) -> bool:
        """Whether the player loses more in this theme than expected."""
        return self.loss > self.expected_loss


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """All statistics of a player.

    Attributes:
        rounds: all rounds, oldest first.
        error_rate: the mean loss of a decision in rated rounds, multiplied by ``ERROR_RATE_UNIT``;
            None without judged rounds.
    """

    rounds: tuple[PlayerRound, ...]
    strength: PlayerStrength
    error_rate: float | None
    themes: tuple[ThemeStatistics, ...]

    @property
    def rated_rounds(self) -> tuple[PlayerRound, ...]:
        return tuple(one for one in self.rounds if one.is_rated)

    @property
    def n_unrated_rounds(self) -> int:
        """The number of unrated rounds: with help, branched from a match, or against people."""
        return len(self.rounds) - len(self.rated_rounds)

    @property
    def mean_luck_and_error(self) -> tuple[float, float] | None:
        """The mean luck of a rated round and its standard error, as match chances.

        None if fewer than two rounds are judged.
        """
        values = [one.luck for one in self.rated_rounds if one.luck is not None]
        if len(values) < 2:
            return None
        mean = sum(values) / len(values)
        spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
        return mean, sqrt(spread / len(values))

    def results_by_level(self) -> tuple[tuple[int, int, int], ...]:
        """Return, for each level, its number and the rounds won and lost against it."""
        levels = sorted({one.level for one in self.rated_rounds if one.level is not None})
        return tuple(
            (
                level,
                sum(one.is_won for one in self.rated_rounds if one.level == level),
                sum(not one.is_won for one in self.rated_rounds if one.level == level),
            )
            for level in levels
        )


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match of a player.

    Attributes:
        level: the level of a single computer opponent; None against a person or several opponents.
    """

    is_won: bool
    level: int | None


@dataclass(frozen=True, slots=True)
class Career:
    """A player's achievements in matches.

    Attributes:
        matches: the finished matches, oldest first.
        lines: how often the player won a round with each line, in the latest matches.
        triples: how often they won a round with three markers on one key.
        doubles: how often they won two points or more in a round.
    """

    matches: tuple[PlayedMatch, ...] = ()
    lines: Mapping[Line, int] = field(default_factory=dict)
    triples: int = 0
    doubles: int = 0

    @property
    def n_matches_won(self) -> int:
        """The number of matches won."""
        return sum(one.is_won for one in self.matches)

    @property
    def n_rounds_won_by_line(self) -> int:
        """The number of rounds won by completing a line."""
        return sum(self.lines.values())

    @property
    def current_winning_streak(self) -> int:
        """The number of matches won since the last loss."""
        wins = [one.is_won for one in reversed(self.matches)]
        return wins.index(False) if False in wins else len(wins)

    @property
    def longest_winning_streak(self) -> int:
        """The most matches won in a row."""
        best = now = 0
        for one in self.matches:
            now = now + 1 if one.is_won else 0
            best = max(best, now)
        return best

    @property
    def beaten_levels(self) -> tuple[int, ...]:
        """The levels against which the player has won a match, lowest first."""
        return tuple(sorted({one.level for one in self.matches if one.is_won and one.level}))

    @property
    def favourite_line(self) -> Line | None:
        """The line that won the player the most rounds.

        None if fewer than ``MIN_FOR_LINE`` rounds were won by a line.
        """
        if self.n_rounds_won_by_line < MIN_FOR_LINE:
            return None
        return max(sorted(self.lines), key=lambda line: self.lines[line])


AchievementName = Literal[
    "round",
    "match",
    "stack",
    "double",
    "streak",
    "pins",
    "perfect",
    "level_5",
    "lines",
    "long_streak",
    "many_pins",
    "level_10",
    "levels",
]


@dataclass(frozen=True, slots=True)
class Achievement:
    """A goal for players, such as a number of wins.

    Attributes:
        n: the number of steps done, out of ``goal``.
    """

    name: AchievementName
    n: int
    goal: int

    @property
    def is_reached(self) -> bool:
        return self.n >= self.goal


def achievements(career: Career, right_pins: int, perfect_rounds: int) -> tuple[Achievement, ...]:
    """Return all achievements, easy ones first.

    Args:
        right_pins: the number of the player's pins that were right.
        perfect_rounds: the number of rounds with several pins that were all right.
    """
    beaten = career.beaten_levels
    return (
        Achievement("round", min(1, career.n_rounds_won_by_line + career.triples), 1),
        Achievement("match", min(1, career.n_matches_won), 1),
        Achievement("stack", min(1, career.triples), 1),
        Achievement("double", min(5, career.doubles), 5),
        Achievement("streak", min(3, career.longest_winning_streak), 3),
        Achievement("pins", min(10, right_pins), 10),
        Achievement("perfect", min(1, perfect_rounds), 1),
        Achievement("level_5", sum(level == 5 for level in beaten), 1),
        Achievement("lines", len(career.lines), 8),
        Achievement("long_streak", min(7, career.longest_winning_streak), 7),
        Achievement("many_pins", min(100, right_pins), 100),
        Achievement("level_10", sum(level == 10 for level in beaten), 1),
        Achievement("levels", len(beaten), 10),
    )


def player_statistics(
    rounds: Sequence[PlayerRound], decisions: Sequence[PlayerDecision]
) -> PlayerStatistics:
    """Compute the statistics of one player from single decisions.

    Args:
        rounds: the player's rounds, oldest first.
        decisions: the free decisions of judged rounds; only those in rated rounds count.
    """
    places = {(here.match, here.round) for here in rounds if _is_counted(here)}
    losses: dict[tuple[int, int], list[float]] = {}
    by_themes: dict[tuple[str, ...], tuple[int, float, float]] = {}
    own = [one for one in decisions if (one.match, one.round) in places]
    for one in own:
        losses.setdefault((one.match, one.round), []).append(one.loss)
        n, lost, squares = by_themes.get(one.themes, (0, 0.0, 0.0))
        by_themes[one.themes] = n + 1, lost + one.loss, squares + one.loss**2
    by_round = {place: (len(costs), sum_of_capped_losses(costs)) for place, costs in losses.items()}
    costliest = sorted((one for one in own if one.loss > 0), key=lambda one: -one.loss)
    return statistics_from_sums(rounds, DecisionSums(by_round, by_themes, tuple(costliest)))


def statistics_from_sums(rounds: Sequence[PlayerRound], sums: DecisionSums) -> PlayerStatistics:
    """Compute the statistics of one player from sums over decisions.

    Args:
        rounds: the player's rounds, oldest first.
        sums: the sums over the free decisions in these rounds.
    """
    played = []
    for here in filter(_is_counted, rounds):
        n, lost = sums.by_round.get((here.match, here.round), (0, 0.0))
        assert here.level is not None
        played.append(RatedRound(here.level, here.is_won, lost, n))
    n_decisions = sum(n for n, _lost, _squares in sums.by_themes.values())
    lost = sum(lost for _n, lost, _squares in sums.by_themes.values())
    mean = lost / n_decisions if n_decisions else 0.0
    found = player_strength(played)
    rating = found.best_estimate.rating if found.best_estimate else MIDDLE_RATING
    themes = tuple(
        _theme_statistics(theme, sums, mean * relative_theme_cost(theme, rating))
        for theme in DECISION_THEMES
    )
    error_rate = ERROR_RATE_UNIT * mean if n_decisions else None
    return PlayerStatistics(tuple(rounds), found, error_rate, themes)


def added_decision_sums(parts: Iterable[DecisionSums]) -> DecisionSums:
    """Return the sums over all rounds, from sums over different rounds."""
    by_round: dict[tuple[int, int], tuple[int, float]] = {}
    by_themes: dict[tuple[str, ...], tuple[int, float, float]] = {}
    costliest: list[PlayerDecision] = []
    for part in parts:
        by_round |= part.by_round
        for themes, (n, lost, squares) in part.by_themes.items():
            before = by_themes.get(themes, (0, 0.0, 0.0))
            by_themes[themes] = before[0] + n, before[1] + lost, before[2] + squares
        costliest += part.costliest
    costliest.sort(key=lambda one: (-one.loss, one.match, one.round, one.action))
    return DecisionSums(by_round, by_themes, tuple(costliest))


def _is_counted(played: PlayerRound) -> bool:
    """Return whether a round counts for the rating and for the statistics of themes."""
    return played.is_rated and played.level in level_ratings()


def relative_theme_cost(theme: DecisionTheme, rating: float) -> float:
    """Return the mean cost of a theme's decisions at a rating, relative to all free decisions.

    >>> relative_theme_cost("double", 1170) > relative_theme_cost("double", 1470)
    True
    """
    middle, more = shipped_measurements().theme_costs[theme]
    low, high = measured_rating_range()
    return max(0.0, middle + more * (min(high, max(low, rating)) - MIDDLE_RATING) / 100)


def measured_rating_range() -> tuple[int, int]:
    """Return the lowest and the highest rating for which the costs of themes were measured."""
    known, levels = shipped_measurements().ratings, shipped_measurements().rating_fit.levels
    return known[min(levels)], known[max(levels)]


def _theme_statistics(
    theme: DecisionTheme, sums: DecisionSums, expected_loss: float
) -> ThemeStatistics:
    own = [one for themes, one in sums.by_themes.items() if theme in themes]
    n, lost, squares = (sum(column) for column in zip(*own, strict=True)) if own else (0, 0.0, 0.0)
    # The sum of squared deviations from the mean loss.
    around_mean = max(0.0, squares - lost**2 / max(1, n))
    spread = around_mean + SHRINKAGE * (shipped_measurements().cost_spread * expected_loss) ** 2
    shrunk = (lost + SHRINKAGE * expected_loss) / (n + SHRINKAGE)
    worst = [one for one in sums.costliest if theme in one.themes][:N_SHOWN]
    error = sqrt(spread / (n + SHRINKAGE) / max(1, n))
    return ThemeStatistics(theme, n, shrunk, error, expected_loss, tuple(worst))
