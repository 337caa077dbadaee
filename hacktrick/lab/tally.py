"""What the rounds of the arena add up to, as data and as lines of text.

Intervals are over deals, not over rounds: the two rounds of a deal are not independent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hacktrick.lab.arena import Contest, Pair, Played

Z95 = 1.96
HIGH = 0.95  # the share of thoughts that took no longer than the time told


def summary(contest: Contest, pairs: Sequence[Pair]) -> dict[str, Any]:
    """The numbers of a run of two players."""
    return {
        "preset": contest.rules.preset,
        "seed": contest.seed,
        "rounds": 2 * len(pairs),
        "players": [_of_player(who, contest.players[who].text, pairs) for who in (0, 1)],
    }


def _of_player(who: int, name: str, pairs: Sequence[Pair]) -> dict[str, Any]:
    rounds = [played for pair in pairs for played in pair]
    faults = Counter(p.fault for p in rounds if p.fault and p.winner != who)
    return {
        "player": name,
        **shares(who, pairs),
        **times([t for played in rounds for t in played.thinking[who]]),
        "wins_by": dict(Counter(p.by for p in rounds if p.winner == who)),
        "faults": dict(faults),
    }


def shares(who: int, pairs: Sequence[Pair]) -> dict[str, float]:
    """Points a round and the share of rounds won, with half the width of their 95 % intervals."""
    points, points_pm = mean([sum(_net(p, who) for p in pair) / 2 for pair in pairs])
    won, won_pm = mean([share_won(who, pair) for pair in pairs])
    return {"points": points, "points_pm": points_pm, "won": won, "won_pm": won_pm}


def share_won(who: int, pair: Pair) -> float:
    """The share of the two rounds of a deal that a player won."""
    return sum(played.winner == who for played in pair) / 2


def times(seconds: Sequence[float]) -> dict[str, float]:
    """Thinking times in milliseconds; zeros where there was no thought."""
    ordered = sorted(seconds) or [0.0]
    return {
        "mean_ms": 1000 * sum(ordered) / len(ordered),
        "p95_ms": 1000 * ordered[int(HIGH * (len(ordered) - 1))],
        "max_ms": 1000 * ordered[-1],
    }


def _net(played: Played, who: int) -> int:
    return played.points if played.winner == who else -played.points


def mean(values: Sequence[float]) -> tuple[float, float]:
    """Mean and half the width of its 95 % interval; zeros of no values."""
    n = len(values)
    if not n:
        return 0.0, 0.0
    middle = sum(values) / n
    if n < 2:
        return middle, 0.0
    variance = sum((value - middle) ** 2 for value in values) / (n - 1)
    return middle, Z95 * float((variance / n) ** 0.5)


def report(found: dict[str, Any]) -> str:
    """The numbers of a run of two players as lines of text."""
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
