"""The table of a round robin, as data and as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hacktrick.lab import tally
from hacktrick.lab.arena import Contest, Pair, Pairing
from hacktrick.lab.ratings import Ratings, Score, cycles, rate

Results = Mapping[Pairing, Sequence[Pair]]


def standings(contest: Contest, results: Results) -> dict[str, Any]:
    """Ratings, the results of all pairings, and circles of players who beat one another.

    A circle is ``sure`` if each of its results is beyond chance (95 %); ``seen`` are those of the
    bare shares.
    """
    pairings = {pairing: tally.shares(0, pairs) for pairing, pairs in results.items()}
    scores = {
        pairing: Score(pairings[pairing]["won"] * 2 * len(pairs), 2 * len(pairs))
        for pairing, pairs in results.items()
    }
    ratings = rate(len(contest.players), scores)
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
            "sure": [list(c) for c in cycles(_beats(pairings, sure=True))],
            "seen": [list(c) for c in cycles(_beats(pairings, sure=False))],
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
        "rating": ratings.of[number],
        "rating_pm": ratings.plus_minus[number],
        "won": sum(one.winner == who for who, one in rounds) / max(1, len(rounds)),
        **tally.times([t for who, one in rounds for t in one.thinking[who]]),
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


def report(found: dict[str, Any]) -> str:
    """The standings as lines of text: the strongest first, shares won by row against column."""
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
    """Who wins how many per cent of rounds against whom; ``*`` where it is beyond chance."""
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
