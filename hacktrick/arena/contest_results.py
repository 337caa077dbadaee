"""Results of contests, as data and as text: scores, ratings, cycles, a sequential test.

Confidence intervals are computed over deals, since the two rounds of a deal are not independent.
Ratings are Bradley-Terry ratings in Elo points with mean zero: a difference of 400 points means ten
rounds won for each round lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Any

from hacktrick.arena.contest_runner import Contest, ContestRound, DealResults, Pairing

Z95 = 1.96
TIME_QUANTILE = 0.95  # the quantile of the thinking times in the reports


def pairing_summary(contest: Contest, results: Sequence[DealResults]) -> dict[str, Any]:
    """Return the figures of a contest of two players, as data for JSON."""
    return {
        "preset": contest.rules.preset,
        "seed": contest.seed,
        "rounds": 2 * len(results),
        "players": [_player_figures(who, contest.players[who].text, results) for who in (0, 1)],
    }


def _player_figures(
    player_number: int, name: str, results: Sequence[DealResults]
) -> dict[str, Any]:
    rounds = [played for pair in results for played in pair]
    faults = Counter(p.fault for p in rounds if p.fault and p.winner != player_number)
    return {
        "player": name,
        **mean_results_with_intervals(player_number, results),
        **thinking_time_summary([t for played in rounds for t in played.thinking[player_number]]),
        "wins_by": dict(Counter(p.by for p in rounds if p.winner == player_number)),
        "faults": dict(faults),
    }


def mean_results_with_intervals(
    player_number: int, results: Sequence[DealResults]
) -> dict[str, float]:
    """Return points per round and the share of rounds won, each with half its 95 % interval.

    Args:
        player_number: the player, 0 or 1.
        results: the results of each deal.
    """
    points, points_pm = mean_with_interval(
        [sum(_net_points(p, player_number) for p in pair) / 2 for pair in results]
    )
    won, won_pm = mean_with_interval([share_won(player_number, pair) for pair in results])
    return {"points": points, "points_pm": points_pm, "won": won, "won_pm": won_pm}


def share_won(player_number: int, pair: DealResults) -> float:
    """Return the share of a deal's two rounds that a player won: 0, 1/2 or 1.

    Args:
        player_number: the player, 0 or 1.
        pair: the results of the two rounds.
    """
    return sum(played.winner == player_number for played in pair) / 2


def thinking_time_summary(seconds: Sequence[float]) -> dict[str, float]:
    """Return the mean, the 95th percentile and the maximum of thinking times, in milliseconds.

    All are zero if there are no times.
    """
    ordered = sorted(seconds) or [0.0]
    return {
        "mean_ms": 1000 * sum(ordered) / len(ordered),
        "p95_ms": 1000 * ordered[int(TIME_QUANTILE * (len(ordered) - 1))],
        "max_ms": 1000 * ordered[-1],
    }


def _net_points(played: ContestRound, player_number: int) -> int:
    return played.points if played.winner == player_number else -played.points


def mean_with_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half the width of its 95 % interval; zeros if there are no values."""
    n = len(values)
    if not n:
        return 0.0, 0.0
    middle = sum(values) / n
    if n < 2:
        return middle, 0.0
    variance = sum((value - middle) ** 2 for value in values) / (n - 1)
    return middle, Z95 * float((variance / n) ** 0.5)


def pairing_report(summary: dict[str, Any]) -> str:
    """Return the figures of a contest of two players as lines of text."""
    n = summary["rounds"]
    lines = [f"{summary['preset']}: {n} rounds, {n // 2} deals each with the sides exchanged"]
    for one in summary["players"]:
        lines.append(
            f"{one['player']}: {one['points']:+.3f} ± {one['points_pm']:.3f} points a round, "
            f"{100 * one['won']:.1f} ± {100 * one['won_pm']:.1f} % of rounds won, "
            f"thinking {one['mean_ms']:.1f} ms mean, {one['p95_ms']:.0f} ms at the 95th "
            f"percentile, {one['max_ms']:.0f} ms at most"
        )
        for fault, number in one["faults"].items():
            lines.append(f"  lost {number} by fault: {fault}")
    return "\n".join(lines)


ERROR_PROBABILITY = 0.05
LOG_RATIO_LIMIT = log((1 - ERROR_PROBABILITY) / ERROR_PROBABILITY)
MIN_DEALS = 20  # minimum number of deals for a meaningful variance
MIN_VARIANCE = 0.01


@dataclass(slots=True)
class SequentialTest:
    """The sequential probability ratio test (Wald 1945) of two hypotheses about a share of wins.

    Attributes:
        low, high: the shares of rounds won under the two hypotheses.
        n: the number of deals so far.
        total, squares: the sums of the deals' shares and of their squares.

    >>> test = SequentialTest(0.5, 0.6)
    >>> while not test.verdict:
    ...     test.add_share(0.5)
    >>> test.verdict, test.n
    ('low', 20)
    """

    low: float
    high: float
    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add_share(self, share: float) -> None:
        """Add the share of rounds won in one more deal."""
        self.n += 1
        self.total += share
        self.squares += share * share

    @property
    def log_likelihood_ratio(self) -> float:
        """The log-likelihood ratio of ``high`` to ``low``."""
        if not self.n:
            return 0.0
        middle = self.total / self.n
        variance = max(MIN_VARIANCE, self.squares / self.n - middle * middle)
        return self.n * (self.high - self.low) * (2 * middle - self.low - self.high) / 2 / variance

    @property
    def verdict(self) -> str:
        """The accepted hypothesis: "low", "high", or "" while neither is accepted."""
        if self.n < MIN_DEALS or abs(self.log_likelihood_ratio) < LOG_RATIO_LIMIT:
            return ""
        return "high" if self.log_likelihood_ratio > 0 else "low"

    def as_json(self) -> dict[str, object]:
        return {
            "low": self.low,
            "high": self.high,
            "ratio": self.log_likelihood_ratio,
            "limit": LOG_RATIO_LIMIT,
            "deals": self.n,
            "verdict": self.verdict or None,
        }

    def report(self) -> str:
        """Return the result as one line of text."""
        shares = f"{100 * self.low:g} % against {100 * self.high:g} %"
        ratio = (
            f"log-likelihood ratio {self.log_likelihood_ratio:+.2f} within ±{LOG_RATIO_LIMIT:.2f}"
        )
        if not self.verdict:
            return f"test of {shares}: undecided, {ratio}"
        accepted = self.high if self.verdict == "high" else self.low
        return f"test of {shares}: {100 * accepted:g} % accepted after {self.n} deals, {ratio}"


POINTS_PER_LOG_ODDS = 400 / log(10)
MAX_STEPS = 60
CONVERGENCE_LIMIT = 1e-10

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class PairingScore:
    """The number of rounds in a pairing, and the number of them that the first player won."""

    won: float
    rounds: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """The Elo ratings of the players, and half the widths of their 95 % intervals."""

    elo: tuple[float, ...]
    plus_minus: tuple[float, ...]

    def expected_share(self, pairing: Pairing) -> float:
        """Return the share of rounds that the first player of a pairing is expected to win."""
        first, second = pairing
        return _logistic((self.elo[first] - self.elo[second]) / POINTS_PER_LOG_ODDS)


def fit_ratings(n_players: int, scores: dict[Pairing, PairingScore]) -> Ratings:
    """Return the maximum-likelihood ratings; the pairings must connect all players.

    One drawn round is added to each pairing, so that the rating of an unbeaten player stays finite.

    Args:
        n_players: the number of players.
        scores: the result of each pairing of players.
    """
    strengths = [0.0] * n_players
    for _ in range(MAX_STEPS):
        slope, curve = _log_likelihood_derivatives(strengths, scores)
        inverse = _inverse_matrix(curve)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        longest = max(map(abs, step))
        # Limits the step to avoid overshooting.
        shrunk = min(1.0, 1.0 / longest) if longest else 1.0
        strengths = [s + shrunk * d for s, d in zip(strengths, step, strict=True)]
        if longest < CONVERGENCE_LIMIT:
            break
    _, curve = _log_likelihood_derivatives(strengths, scores)
    spread = _inverse_matrix(curve)
    middle = sum(strengths) / n_players
    # Fixing the mean at zero has added 1/n to the variances (see _log_likelihood_derivatives).
    errors = [max(0.0, spread[k][k] - 1 / n_players) ** 0.5 for k in range(n_players)]
    return Ratings(
        tuple(POINTS_PER_LOG_ODDS * (s - middle) for s in strengths),
        tuple(POINTS_PER_LOG_ODDS * Z95 * e for e in errors),
    )


def _logistic(difference: float) -> float:
    return 1 / (1 + exp(-difference)) if difference > -700 else 0.0


def _log_likelihood_derivatives(
    strengths: Sequence[float], scores: dict[Pairing, PairingScore]
) -> tuple[list[float], Matrix]:
    """Return the gradient of the log-likelihood and its negative Hessian, with a fixed mean.

    Args:
        strengths: the ratings of the players, as natural logarithms of odds.
        scores: the result of each pairing of players.
    """
    n = len(strengths)
    slope = [0.0] * n
    curve = [[1 / n] * n for _ in range(n)]
    for (i, j), score in scores.items():
        rounds = score.rounds + 1
        share = _logistic(strengths[i] - strengths[j])
        more = score.won + 0.5 - rounds * share
        weight = rounds * share * (1 - share)
        slope[i] += more
        slope[j] -= more
        for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
            curve[a][b] += sign * weight
    return slope, curve


def _inverse_matrix(matrix: Matrix) -> Matrix:
    """Invert a positive definite matrix by Gaussian elimination with pivots."""
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


def intransitive_cycles(beats: Iterable[Pairing]) -> list[tuple[int, ...]]:
    """Return the shortest cycles in which each player beats the next.

    For each player who is in a cycle, one shortest cycle is found; equal cycles are listed once.

    >>> intransitive_cycles([(0, 1), (1, 2), (2, 0), (0, 3)])
    [(0, 1, 2)]
    """
    below: dict[int, list[int]] = {}
    for winner, loser in sorted(beats):
        below.setdefault(winner, []).append(loser)
    found = {
        _rotated_to_smallest(circle) for start in below if (circle := _find_cycle(start, below))
    }
    return sorted(found, key=lambda circle: (len(circle), circle))


def _find_cycle(start: int, below: dict[int, list[int]]) -> tuple[int, ...]:
    paths: list[tuple[int, ...]] = [(start,)]
    reached = set()
    for path in paths:  # the list grows in the loop, so shorter paths come first
        for player in below.get(path[-1], ()):
            if player == start:
                return path
            if player not in reached:
                reached.add(player)
                paths.append((*path, player))
    return ()


def _rotated_to_smallest(circle: tuple[int, ...]) -> tuple[int, ...]:
    at = circle.index(min(circle))
    return circle[at:] + circle[:at]


Results = Mapping[Pairing, Sequence[DealResults]]


def contest_standings(contest: Contest, results: Results) -> dict[str, Any]:
    """Return the ratings, results and cycles of a contest, as data for JSON.

    In a cycle, each player beats the next. The cycles under ``sure`` count only significant results
    (95 %), those under ``seen`` count all.
    """
    pairings = {
        pairing: mean_results_with_intervals(0, pairs) for pairing, pairs in results.items()
    }
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
            _player_summary(contest, results, ratings, number)
            for number in range(len(contest.players))
        ],
        "pairings": [
            {
                "players": list(pairing),
                "rounds": scores[pairing].rounds,
                **found,
                "expected": ratings.expected_share(pairing),
            }
            for pairing, found in pairings.items()
        ],
        "cycles": {
            "sure": [list(c) for c in intransitive_cycles(_winning_pairings(pairings, sure=True))],
            "seen": [list(c) for c in intransitive_cycles(_winning_pairings(pairings, sure=False))],
        },
    }


def _player_summary(
    contest: Contest, results: Results, ratings: Ratings, number: int
) -> dict[str, Any]:
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
        **thinking_time_summary([t for who, one in rounds for t in one.thinking[who]]),
        "faults": sum(bool(one.fault) and one.winner != who for who, one in rounds),
    }


def _winning_pairings(pairings: Mapping[Pairing, Mapping[str, float]], sure: bool) -> list[Pairing]:
    found = []
    for (first, second), shares in pairings.items():
        margin = shares["won_pm"] if sure else 0.0
        if shares["won"] - margin > 0.5:
            found.append((first, second))
        elif shares["won"] + margin < 0.5:
            found.append((second, first))
    return found


def standings_report(standings: dict[str, Any]) -> str:
    """Return the standings as text, strongest player first.

    A cell of the table is the percentage of rounds that the row's player won against the column's.
    """
    players = standings["players"]
    order = sorted(range(len(players)), key=lambda number: -players[number]["rating"])
    each = standings["pairings"][0]["rounds"]
    lines = [f"{standings['preset']}: {standings['rounds']} rounds, {each} a pairing"]
    for place, number in enumerate(order, 1):
        one = players[number]
        lines.append(
            f"{place}. {one['player']}: {one['rating']:+.0f} ± {one['rating_pm']:.0f}, "
            f"{100 * one['won']:.1f} % of rounds won, thinking {one['mean_ms']:.1f} ms mean, "
            f"{one['p95_ms']:.0f} ms at the 95th percentile, {one['max_ms']:.0f} ms at most"
        )
        if one["faults"]:
            lines.append(f"   lost {one['faults']} by fault")
    lines += ["", *_percentage_table(standings, order), ""]
    names = [one["player"] for one in players]
    return "\n".join([*lines, *_cycle_lines(standings["cycles"], names)])


def _percentage_table(standings: dict[str, Any], order: Sequence[int]) -> list[str]:
    """Return a table of percentages of rounds won; ``*`` marks those significantly not 50.

    Args:
        standings: the results, as data for JSON.
        order: the players' numbers, in the order of the rows.
    """
    cells: dict[Pairing, str] = {}
    for pairing in standings["pairings"]:
        (first, second), won = pairing["players"], pairing["won"]
        star = "*" if abs(won - 0.5) > pairing["won_pm"] else " "
        cells[first, second] = f"{100 * won:6.1f}{star}"
        cells[second, first] = f"{100 * (1 - won):6.1f}{star}"
    lines = ["      " + "".join(f"{place:>6} " for place in range(1, len(order) + 1))]
    for place, row in enumerate(order, 1):
        entries = "".join(cells.get((row, column), "     - ") for column in order)
        lines.append(f"{place:>4}. {entries}".rstrip())
    return lines


def _cycle_lines(cycles: Mapping[str, Sequence[Sequence[int]]], names: Sequence[str]) -> list[str]:
    def cycle_text(circle: Sequence[int]) -> str:
        return " > ".join(names[number] for number in (*circle, circle[0]))

    sure, seen = cycles["sure"], cycles["seen"]
    if sure:
        return [f"cycle beyond chance: {cycle_text(circle)}" for circle in sure]
    if seen:
        return ["no cycle beyond chance", *(f"cycle within chance: {cycle_text(c)}" for c in seen)]
    return ["no cycle"]
