"""The table of a round robin: Bradley-Terry ratings in Elo points, and cycles of players.

A difference of 400 points means ten rounds won for one lost. The mean rating is zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Any

from hacktrick.arena import score_sheet
from hacktrick.arena.contest import Contest, DealResults, Pairing

POINTS_PER_LOG_ODDS = 400 / log(10)
Z95 = 1.96
MAX_STEPS = 60
CONVERGENCE_LIMIT = 1e-10

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class PairingScore:
    """The rounds of a pairing, and how many of them the first player won."""

    won: float
    rounds: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """The Elo ratings of the players, with half the width of their 95 % intervals."""

    elo: tuple[float, ...]
    plus_minus: tuple[float, ...]

    def expected(self, pairing: Pairing) -> float:
        """Return the share of rounds that the first player of a pairing should win."""
        first, second = pairing
        return _share((self.elo[first] - self.elo[second]) / POINTS_PER_LOG_ODDS)


def fit_ratings(n_players: int, scores: dict[Pairing, PairingScore]) -> Ratings:
    """Return the maximum-likelihood ratings.

    Played pairings must connect all players.
    """
    strengths = [0.0] * n_players
    for _ in range(MAX_STEPS):
        slope, curve = _derivatives(strengths, scores)
        inverse = _inverse(curve)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        longest = max(map(abs, step))
        shrunk = min(1.0, 1.0 / longest) if longest else 1.0  # avoids overshooting
        strengths = [s + shrunk * d for s, d in zip(strengths, step, strict=True)]
        if longest < CONVERGENCE_LIMIT:
            break
    _, curve = _derivatives(strengths, scores)
    spread = _inverse(curve)
    middle = sum(strengths) / n_players
    # The added 1/n of _derivatives is the variance of the mean, which is fixed at zero.
    errors = [max(0.0, spread[k][k] - 1 / n_players) ** 0.5 for k in range(n_players)]
    return Ratings(
        tuple(POINTS_PER_LOG_ODDS * (s - middle) for s in strengths),
        tuple(POINTS_PER_LOG_ODDS * Z95 * e for e in errors),
    )


def _share(difference: float) -> float:
    return 1 / (1 + exp(-difference)) if difference > -700 else 0.0


def _derivatives(
    strengths: Sequence[float], scores: dict[Pairing, PairingScore]
) -> tuple[list[float], Matrix]:
    """Return the gradient of the log-likelihood, and its negative Hessian with the mean fixed."""
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
    """Invert a positive definite matrix by elimination with pivots."""
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


def beat_cycles(beats: Iterable[Pairing]) -> list[tuple[int, ...]]:
    """Return, for each player on one, a shortest cycle of players of whom each beats the next.

    >>> beat_cycles([(0, 1), (1, 2), (2, 0), (0, 3)])
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


Results = Mapping[Pairing, Sequence[DealResults]]


def standings(contest: Contest, results: Results) -> dict[str, Any]:
    """Return ratings, the results of all pairings, and cycles of players who beat one another.

    In a cycle of the list ``sure`` each result is significant (95 %); ``seen`` ignores
    significance.
    """
    pairings = {pairing: score_sheet.shares(0, pairs) for pairing, pairs in results.items()}
    scores = {
        pairing: PairingScore(pairings[pairing]["won"] * 2 * len(pairs), 2 * len(pairs))
        for pairing, pairs in results.items()
    }
    ratings = fit_ratings(len(contest.players), scores)
    return {
        "preset": contest.rules.preset,
        "seed": contest.seed,
        "rounds": sum(score.rounds for score in scores.values()),
        "players": [
            _player(contest, results, ratings, number) for number in range(len(contest.players))
        ],
        "pairings": [
            {
                "players": list(pairing),
                "rounds": scores[pairing].rounds,
                **found,
                "expected": ratings.expected(pairing),
            }
            for pairing, found in pairings.items()
        ],
        "cycles": {
            "sure": [list(c) for c in beat_cycles(_beats(pairings, sure=True))],
            "seen": [list(c) for c in beat_cycles(_beats(pairings, sure=False))],
        },
    }


def _player(contest: Contest, results: Results, ratings: Ratings, number: int) -> dict[str, Any]:
    played = [
        (pairing.index(number), pair)
        for pairing, pairs in results.items()
        if number in pairing
        for pair in pairs
    ]
    rounds = [(who, one) for who, pair in played for one in pair]
    return {
        "player": contest.players[number].text,
        "rating": ratings.elo[number],
        "rating_pm": ratings.plus_minus[number],
        "won": sum(one.winner == who for who, one in rounds) / max(1, len(rounds)),
        **score_sheet.thinking_times([t for who, one in rounds for t in one.thinking[who]]),
        "faults": sum(bool(one.fault) and one.winner != who for who, one in rounds),
    }


def _beats(pairings: Mapping[Pairing, Mapping[str, float]], sure: bool) -> list[Pairing]:
    found = []
    for (first, second), shares in pairings.items():
        margin = shares["won_pm"] if sure else 0.0
        if shares["won"] - margin > 0.5:
            found.append((first, second))
        elif shares["won"] + margin < 0.5:
            found.append((second, first))
    return found


def standings_report(found: dict[str, Any]) -> str:
    """Return the standings as lines of text, strongest first, with shares won by row against
    column."""
    players = found["players"]
    order = sorted(range(len(players)), key=lambda number: -players[number]["rating"])
    each = found["pairings"][0]["rounds"]
    lines = [f"{found['preset']}: {found['rounds']} rounds, {each} a pairing"]
    for place, number in enumerate(order, 1):
        one = players[number]
        lines.append(
            f"{place}. {one['player']}: {one['rating']:+.0f} ± {one['rating_pm']:.0f}, "
            f"{100 * one['won']:.1f} % of rounds won, thinking {one['mean_ms']:.1f} ms mean, "
            f"{one['p95_ms']:.0f} ms at the 95th percentile, {one['max_ms']:.0f} ms at most"
        )
        if one["faults"]:
            lines.append(f"   lost {one['faults']} by fault")
    lines += ["", *_grid(found, order), ""]
    names = [one["player"] for one in players]
    return "\n".join([*lines, *_circles(found["cycles"], names)])


def _grid(found: dict[str, Any], order: Sequence[int]) -> list[str]:
    """Return the table of percentages of rounds won; ``*`` marks significant ones."""
    cells: dict[Pairing, str] = {}
    for pairing in found["pairings"]:
        (first, second), won = pairing["players"], pairing["won"]
        star = "*" if abs(won - 0.5) > pairing["won_pm"] else " "
        cells[first, second] = f"{100 * won:6.1f}{star}"
        cells[second, first] = f"{100 * (1 - won):6.1f}{star}"
    lines = ["      " + "".join(f"{place:>6} " for place in range(1, len(order) + 1))]
    for place, row in enumerate(order, 1):
        entries = "".join(cells.get((row, column), "     - ") for column in order)
        lines.append(f"{place:>4}. {entries}".rstrip())
    return lines


def _circles(found: Mapping[str, Sequence[Sequence[int]]], names: Sequence[str]) -> list[str]:
    def told(circle: Sequence[int]) -> str:
        return " > ".join(names[number] for number in (*circle, circle[0]))

    sure, seen = found["sure"], found["seen"]
    if sure:
        return [f"cycle beyond chance: {told(circle)}" for circle in sure]
    if seen:
        return ["no cycle beyond chance", *(f"cycle within chance: {told(c)}" for c in seen)]
    return ["no cycle"]
