"""Figures measured with the shipped value net: win rates, ratings, costs of decisions by theme.

``assets/ai/figures.toml`` holds them, with the net, the command and the seed of each measurement.
The file is read when a figure is first needed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from hacktrick import resources
from hacktrick.game.rules import OutOfMarkers

FIGURES_FILE = ("ai", "figures.toml")  # path inside the assets folder


class RoundEndShares(NamedTuple):
    """The shares of rounds that leader and starter win by one point and by two."""

    leader_1: float
    leader_2: float
    starter_1: float
    starter_2: float


class RatingLine(NamedTuple):
    """A linear fit that estimates a rating from what a player's decisions cost.

    The field names are keys in the file.

    Attributes:
        levels: the levels whose ratings and costs it was fitted to.
        top, slope: rating = top - slope * cost rate (``hacktrick.coach.rating``).
        off: the typical distance of a player from the line, in rating points.
        by_play: the standard error of one round, in rating points.
    """

    levels: tuple[int, ...]
    top: float
    slope: float
    off: float
    by_play: float


class WaitingOdds(NamedTuple):
    """Matches won of a hundred in the lesson on waiting: taking one point, or trying for two."""

    one: int
    two: int


@dataclass(frozen=True, slots=True)
class Measurements:
    """All measured figures that the game uses.

    Attributes:
        round_ends: the shares of the ways a round ends, by the rule for a player without markers.
        ratings: Elo ratings by level, over rounds of the keypad edition; level 1 is 1000.
        theme_costs: by theme, the cost of a decision relative to that of a free decision of the
            same player: the ratio at the middle rating, and its change per hundred rating points.
        cost_spread: the standard deviation of the cost of a decision, divided by its mean.
    """

    round_ends: Mapping[OutOfMarkers, RoundEndShares]
    ratings: Mapping[int, int]
    rating_line: RatingLine
    theme_costs: Mapping[str, tuple[float, float]]
    cost_spread: float
    waiting_odds: WaitingOdds


@cache
def shipped_measurements() -> Measurements:
    """Return the figures that ship with the game.

    Raises:
        BadInstallation: the file is missing or damaged.
    """
    with resources.readable_asset(*FIGURES_FILE) as file:
        return read_measurements(tomllib.loads(file.read_text(encoding="utf-8")))


def read_measurements(tables: Mapping[str, Any]) -> Measurements:
    """Return the figures from the tables of a parsed file.

    Raises:
        KeyError, TypeError, ValueError: a figure is missing or is not a number.
    """
    line, themes = tables["line"], tables["themes"]
    return Measurements(
        round_ends={rule: RoundEndShares(*map(float, tables["equity"][rule])) for rule in _RULES},
        ratings=dict(enumerate(map(int, tables["ratings"]["levels"]), start=1)),
        rating_line=RatingLine(
            tuple(line["levels"]), *(float(line[name]) for name in RatingLine._fields[1:])
        ),
        theme_costs={name: _two_numbers(pair) for name, pair in themes["curves"].items()},
        cost_spread=float(themes["wild"]),
        waiting_odds=WaitingOdds(*(int(tables["lesson"][name]) for name in WaitingOdds._fields)),
    )


_RULES: tuple[OutOfMarkers, ...] = ("immediate", "when_obliged")


def _two_numbers(values: Any) -> tuple[float, float]:
    first, second = values
    return float(first), float(second)


VALUE_NET_FILE = "value.npz"
