"""Figures measured with the shipped value net: match equity, ratings, costs by theme.

``assets/ai/figures.toml`` holds them with the net, command and seed of each. The file is read when
the first figure is asked for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from hacktrick import resources
from hacktrick.game.rules import OutOfMarkers

FIGURES_FILE = ("ai", "figures.toml")  # below the assets


class RoundEndShares(NamedTuple):
    """Shares of rounds: won by the leader and by the starter, with one point and with two."""

    leader_1: float
    leader_2: float
    starter_1: float
    starter_2: float


class RatingLine(NamedTuple):
    """Ratings over what a player's decisions lose, through the levels.

    Attributes:
        levels: those it goes through.
        top, slope: rating = top - slope * rate of what is counted (``hacktrick.coach.rating``).
        off: points that players lie off it, as levels do: some win by what seems wrong.
        by_play: standard error of one round, in points.
    """

    levels: tuple[int, ...]
    top: float
    slope: float
    off: float
    by_play: float


class WaitingOdds(NamedTuple):
    """Of a hundred matches those that are won in the lesson about one point or two."""

    one: int
    two: int


@dataclass(frozen=True, slots=True)
class Measurements:
    """All that the game itself uses.

    Attributes:
        ends: by what happens without markers.
        ratings: by level, Elo points over rounds of the keypad, level 1 at 1000.
        themes: by theme what one of its decisions costs, as a share of what a free decision of the
            same player costs: in the middle of the ratings, and how much more a hundred points on.
        wild: standard deviation of what a decision costs, in what it costs on the average.
    """

    ends: Mapping[OutOfMarkers, RoundEndShares]
    ratings: Mapping[int, int]
    line: RatingLine
    themes: Mapping[str, tuple[float, float]]
    wild: float
    waiting: WaitingOdds


@cache
def shipped_measurements() -> Measurements:
    """Those of the shipped file.

    Raises:
        BadInstallation: it is missing or damaged.
    """
    with resources.loading(*FIGURES_FILE) as file:
        return read_measurements(tomllib.loads(file.read_text(encoding="utf-8")))


def read_measurements(told: Mapping[str, Any]) -> Measurements:
    """Of the tables of a file.

    Raises:
        KeyError, TypeError, ValueError: a figure is missing, or is none.
    """
    line, themes = told["line"], told["themes"]
    return Measurements(
        ends={rule: RoundEndShares(*map(float, told["equity"][rule])) for rule in _RULES},
        ratings=dict(enumerate(map(int, told["ratings"]["levels"]), start=1)),
        line=RatingLine(
            tuple(line["levels"]), *(float(line[name]) for name in RatingLine._fields[1:])
        ),
        themes={name: _pair(pair) for name, pair in themes["curves"].items()},
        wild=float(themes["wild"]),
        waiting=WaitingOdds(*(int(told["lesson"][name]) for name in WaitingOdds._fields)),
    )


_RULES: tuple[OutOfMarkers, ...] = ("immediate", "when_obliged")


def _pair(told: Any) -> tuple[float, float]:
    first, second = told
    return float(first), float(second)


VALUE_NET_FILE = "value.npz"
