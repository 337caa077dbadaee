"""Figures measured with the shipped value net: win rates, ratings, costs of decisions by theme.

``assets/ai/figures.toml`` contains them, with the net, the command and the seed of each
measurement. The file is read when a figure is first needed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from hacktrick import resources
from hacktrick.game.editions import OutOfMarkers

FIGURES_FILE = ("ai", "figures.toml")  # path within the assets folder


class RoundEndShares(NamedTuple):
    """The shares of rounds that the leader and the starter win by one point and by two."""

    leader_1: float
    leader_2: float
    starter_1: float
    starter_2: float


class RatingFit(NamedTuple):
    """A linear fit that estimates a player's rating from the cost of their decisions.

    The field names are keys in the file.

    Attributes:
        levels: the levels to whose ratings and costs the line was fitted.
        top, slope: rating = top - slope * cost rate (``hacktrick.coach.rating``).
        off: the typical distance of a player from the line, in rating points.
        by_play: the standard error of one round, in rating points.
    """

    levels: tuple[int, ...]
    top: float
    slope: float
    off: float
    by_play: float


class WaitForTwoOdds(NamedTuple):
    """The wins in a hundred matches after taking one point and after trying for two.

    The lesson on waiting quotes these figures.
    """

    one: int
    two: int


@dataclass(frozen=True, slots=True)
class Measurements:
    """All measured figures that the game uses.

    Attributes:
        round_ends: how often rounds end in each way, by the rule for running out of markers.
        ratings: Elo ratings by level, from rounds of the keypad edition; level 1 is 1000.
        theme_costs: by theme, how costly a decision is relative to all free decisions of the same
            player: the ratio at the middle rating, and its change per hundred rating points.
        cost_spread: the standard deviation of the cost of a decision, divided by the mean cost.
    """

    round_ends: Mapping[OutOfMarkers, RoundEndShares]
    ratings: Mapping[int, int]
    rating_fit: RatingFit
    theme_costs: Mapping[str, tuple[float, float]]
    cost_spread: float
    wait_for_two_odds: WaitForTwoOdds


@cache
def shipped_measurements() -> Measurements:
    """Return the figures that ship with the game.

    Raises:
        BadInstallation: the file is missing or damaged.
    """
    with resources.required_asset(*FIGURES_FILE) as file:
        return read_measurements(tomllib.loads(file.read_text(encoding="utf-8")))


def read_measurements(tables: Mapping[str, Any]) -> Measurements:
    """Return the measurements in a parsed TOML file.

    Args:
        tables: the tables of the file by name.

    Raises:
        KeyError, TypeError, ValueError: a measurement is missing or is not a number.
    """
    line, themes = tables["line"], tables["themes"]
    return Measurements(
        round_ends={rule: RoundEndShares(*map(float, tables["equity"][rule])) for rule in _RULES},
        ratings=dict(enumerate(map(int, tables["ratings"]["levels"]), start=1)),
        rating_fit=RatingFit(
            tuple(line["levels"]), *(float(line[name]) for name in RatingFit._fields[1:])
        ),
        theme_costs={name: _two_numbers(pair) for name, pair in themes["curves"].items()},
        cost_spread=float(themes["wild"]),
        wait_for_two_odds=WaitForTwoOdds(
            *(int(tables["lesson"][name]) for name in WaitForTwoOdds._fields)
        ),
    )


_RULES: tuple[OutOfMarkers, ...] = ("immediate", "when_obliged")


def _two_numbers(values: Any) -> tuple[float, float]:
    first, second = values
    return float(first), float(second)


VALUE_NET_FILE = "value.npz"
