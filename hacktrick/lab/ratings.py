"""Everybody against everybody: ratings by the model of Bradley and Terry, and where it fails.

A rating is a number of Elo points: 400 more means ten rounds won for one lost. The mean is zero.
Each pairing counts with one round more, half won and half lost, so that whoever never loses still
has a rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log

from hacktrick.lab.arena import Pairing

ELO = 400 / log(10)
Z95 = 1.96
STEPS = 60
CLOSE = 1e-10

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Score:
    """Rounds of a pairing: how many the first player won, of how many."""

    won: float
    rounds: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """By player: the rating in Elo points, and half the width of its 95 % interval."""

    of: tuple[float, ...]
    plus_minus: tuple[float, ...]

    def expected(self, pairing: Pairing) -> float:
        """The share of rounds that the first of the pairing should win."""
        first, second = pairing
        return _share((self.of[first] - self.of[second]) / ELO)


def rate(n_players: int, scores: dict[Pairing, Score]) -> Ratings:
    """The likeliest ratings; every two players must be linked by pairings that were played."""
    strengths = [0.0] * n_players
    for _ in range(STEPS):
        slope, curve = _derivatives(strengths, scores)
        inverse = _inverse(curve)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        longest = max(map(abs, step))
        shrunk = min(1.0, 1.0 / longest) if longest else 1.0  # never far beyond the target
        strengths = [s + shrunk * d for s, d in zip(strengths, step, strict=True)]
        if longest < CLOSE:
            break
    _, curve = _derivatives(strengths, scores)
    spread = _inverse(curve)
    middle = sum(strengths) / n_players
    # The added 1/n of _derivatives is the variance of the mean, which is fixed at zero.
    errors = [max(0.0, spread[k][k] - 1 / n_players) ** 0.5 for k in range(n_players)]
    return Ratings(
        tuple(ELO * (s - middle) for s in strengths), tuple(ELO * Z95 * e for e in errors)
    )


def _share(difference: float) -> float:
    return 1 / (1 + exp(-difference)) if difference > -700 else 0.0


def _derivatives(
    strengths: Sequence[float], scores: dict[Pairing, Score]
) -> tuple[list[float], Matrix]:
    """The slope of the log-likelihood, and minus its curvature with the mean held fast."""
    n = len(strengths)
    slope = [0.0] * n
    curve = [[1 / n] * n for _ in range(n)]
    for (i, j), score in scores.items():
        rounds = score.rounds + 1
        share = _share(strengths[i] - strengths[j])
        more = score.won + 0.5 - rounds * share
        weight = rounds * share * (1 - share)
        slope[i] += more
        slope[j] -= more
        for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
            curve[a][b] += sign * weight
    return slope, curve


def _inverse(matrix: Matrix) -> Matrix:
    """By elimination with pivots; the matrices here are positive definite."""
    n = len(matrix)
    rows = [[*row, *(float(k == i) for k in range(n))] for i, row in enumerate(matrix)]
    for column in range(n):
        pivot = max(range(column, n), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [value / head for value in rows[column]]
        for r in range(n):
            factor = rows[r][column]
            if r != column and factor:
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column], strict=True)]
    return [row[n:] for row in rows]


def cycles(beats: Iterable[Pairing]) -> list[tuple[int, ...]]:
    """The shortest circle of players through each player of whom each beats the next, if any.

    >>> cycles([(0, 1), (1, 2), (2, 0), (0, 3)])
    [(0, 1, 2)]
    """
    below: dict[int, list[int]] = {}
    for winner, loser in sorted(beats):
        below.setdefault(winner, []).append(loser)
    found = {_turned(circle) for start in below if (circle := _circle(start, below))}
    return sorted(found, key=lambda circle: (len(circle), circle))


def _circle(start: int, below: dict[int, list[int]]) -> tuple[int, ...]:
    paths: list[tuple[int, ...]] = [(start,)]
    reached = set()
    for path in paths:  # grows while it is walked: the shortest first
        for player in below.get(path[-1], ()):
            if player == start:
                return path
            if player not in reached:
                reached.add(player)
                paths.append((*path, player))
    return ()


def _turned(circle: tuple[int, ...]) -> tuple[int, ...]:
    at = circle.index(min(circle))
    return circle[at:] + circle[:at]
