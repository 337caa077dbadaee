"""Sums up the rounds of a contest, as data and as text.

Confidence intervals use deals as units, because the two rounds of a deal are not independent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from hacktrick.arena.contest import Contest, ContestRound, DealResults

Z95 = 1.96
TIME_QUANTILE = 0.95  # quantile of the thinking times


def pairing_summary(contest: Contest, pairs: Sequence[DealResults]) -> dict[str, Any]:
    """Return the figures of a contest of two players."""
    return {
        "preset": contest.rules.preset,
        "seed": contest.seed,
        "rounds": 2 * len(pairs),
        "players": [_of_player(who, contest.players[who].text, pairs) for who in (0, 1)],
    }


def _of_player(who: int, name: str, pairs: Sequence[DealResults]) -> dict[str, Any]:
    rounds = [played for pair in pairs for played in pair]
    faults = Counter(p.fault for p in rounds if p.fault and p.winner != who)
    return {
        "player": name,
        **shares(who, pairs),
        **thinking_times([t for played in rounds for t in played.thinking[who]]),
        "wins_by": dict(Counter(p.by for p in rounds if p.winner == who)),
        "faults": dict(faults),
    }


def shares(who: int, pairs: Sequence[DealResults]) -> dict[str, float]:
    """Return points per round and the share of rounds won, each with half its 95 % interval."""
    points, points_pm = mean_with_interval([sum(_net(p, who) for p in pair) / 2 for pair in pairs])
    won, won_pm = mean_with_interval([share_won(who, pair) for pair in pairs])
    return {"points": points, "points_pm": points_pm, "won": won, "won_pm": won_pm}


def share_won(who: int, pair: DealResults) -> float:
    """Return the share of the two rounds of a deal that a player won."""
    return sum(played.winner == who for played in pair) / 2


def thinking_times(seconds: Sequence[float]) -> dict[str, float]:
    """Return thinking times in milliseconds; zeros if there are none."""
    ordered = sorted(seconds) or [0.0]
    return {
        "mean_ms": 1000 * sum(ordered) / len(ordered),
        "p95_ms": 1000 * ordered[int(TIME_QUANTILE * (len(ordered) - 1))],
        "max_ms": 1000 * ordered[-1],
    }


def _net(played: ContestRound, who: int) -> int:
    return played.points if played.winner == who else -played.points


def mean_with_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half the width of its 95 % interval; zeros for no values."""
    n = len(values)
    if not n:
        return 0.0, 0.0
    middle = sum(values) / n
    if n < 2:
        return middle, 0.0
    variance = sum((value - middle) ** 2 for value in values) / (n - 1)
    return middle, Z95 * float((variance / n) ** 0.5)


def summary_report(found: dict[str, Any]) -> str:
    """Return the figures of a contest of two players as lines of text."""
    n = found["rounds"]
    lines = [f"{found['preset']}: {n} rounds, {n // 2} deals each with the sides exchanged"]
    for one in found["players"]:
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
MIN_DEALS = 20  # deals needed for a meaningful variance
MIN_VARIANCE = 0.01


@dataclass(slots=True)
class SequentialTest:
    """The sequential probability ratio test (Wald 1945) of ``low`` against ``high``.

    It is fed with the shares of rounds won in each deal.

    >>> test = SequentialTest(0.5, 0.6)
    >>> while not test.verdict:
    ...     test.add(0.5)
    >>> test.verdict, test.n
    ('low', 20)
    """

    low: float
    high: float
    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, share: float) -> None:
        """Add the share of the rounds won in one more deal."""
        self.n += 1
        self.total += share
        self.squares += share * share

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio of ``high`` to ``low``."""
        if not self.n:
            return 0.0
        middle = self.total / self.n
        variance = max(MIN_VARIANCE, self.squares / self.n - middle * middle)
        return self.n * (self.high - self.low) * (2 * middle - self.low - self.high) / 2 / variance

    @property
    def verdict(self) -> str:
        """ "low" or "high" once it is clear, else an empty string."""
        if self.n < MIN_DEALS or abs(self.ratio) < LOG_RATIO_LIMIT:
            return ""
        return "high" if self.ratio > 0 else "low"

    def as_json(self) -> dict[str, object]:
        return {
            "low": self.low,
            "high": self.high,
            "ratio": self.ratio,
            "limit": LOG_RATIO_LIMIT,
            "deals": self.n,
            "verdict": self.verdict or None,
        }

    def report(self) -> str:
        """Return the result as a line of text."""
        shares = f"{100 * self.low:g} % against {100 * self.high:g} %"
        ratio = f"log-likelihood ratio {self.ratio:+.2f} within ±{LOG_RATIO_LIMIT:.2f}"
        if not self.verdict:
            return f"test of {shares}: undecided, {ratio}"
        accepted = self.high if self.verdict == "high" else self.low
        return f"test of {shares}: {100 * accepted:g} % accepted after {self.n} deals, {ratio}"
