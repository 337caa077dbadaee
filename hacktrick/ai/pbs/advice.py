"""Advice for the seat of a view, as data: from the search that plays, and from nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hacktrick.ai.equity import after_round
from hacktrick.ai.pbs.agent import (
    PbsAgent,
    mind,
    own_hand,
    prices_of,
    supports,
)
from hacktrick.ai.pbs.belief import Belief
from hacktrick.ai.pbs.hands import table_for
from hacktrick.ai.pbs.mirror import is_turned, turned, turned_action, turned_hand
from hacktrick.ai.pbs.tracker import turns_of
from hacktrick.ai.position import Position, read_position
from hacktrick.game.actions import Action
from hacktrick.game.cards import Counts
from hacktrick.game.view import View

Hands = tuple[tuple[Counts, float], ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chances of the four ends of the round, and of the match."""

    win_1: float
    win_2: float
    lose_1: float
    lose_2: float
    match: float

    @property
    def points(self) -> float:
        return self.win_1 + 2 * self.win_2 - self.lose_1 - 2 * self.lose_2


@dataclass(frozen=True, slots=True)
class Line:
    """A whole turn (a play and the word after it, a draw, an ask) with what it leads to."""

    actions: tuple[Action, ...]
    forecast: Forecast
    frequency: float


@dataclass(frozen=True, slots=True)
class Advice:
    """The best first; ``facts`` and ``inferred``: the other's hands, likeliest first, from what
    must be true alone, and with what his play tells."""

    forecast: Forecast
    lines: tuple[Line, ...]
    facts: Hands
    inferred: Hands


def advise(view: View, agent: PbsAgent) -> Advice:
    """Advice for a turn that begins or waits for its word.

    Raises:
        ValueError: nothing to decide, rules the solver does not know, or the start card.
    """
    position = read_position(view)
    if not supports(view.rules) or position.public.phase == "start":
        raise ValueError("there is no advice for this decision")
    mirrored = is_turned(position)
    seen = turned(position) if mirrored else position
    solved = agent.solved(seen, lambda: False)
    turns, pending = turns_of(seen.steps)
    lines = []
    for number, move in enumerate(solved.solver.moves):
        if move[: len(pending)] != pending or not solved.chances[number].any():
            continue
        actions = move[len(pending) :]
        if mirrored:
            actions = tuple(turned_action(action, position.public) for action in actions)
        forecast = _forecast(position, solved.chances[number])
        lines.append(Line(actions, forecast, float(solved.shares[number])))
    lines = _shared(lines)
    lines.sort(key=lambda line: -line.forecast.match)
    mixed = sum(line.frequency * _numbers(line.forecast) for line in lines)
    prices = prices_of(seen.first, view.duel)
    tracker = mind().tracker
    first = (position.seat, seen.first, turns, prices)
    facts = tracker.belief(*first, 1.0)
    inferred = mind().belief(seen, turns, prices)
    return Advice(
        _forecast(position, np.asarray(mixed)),
        tuple(lines),
        _hands(seen, facts, mirrored),
        _hands(seen, inferred, mirrored),
    )


def _shared(lines: list[Line]) -> list[Line]:
    """Frequencies that sum to one; all on the best line where the solution makes none of them."""
    total = sum(line.frequency for line in lines)
    if total > 0:
        return [Line(line.actions, line.forecast, line.frequency / total) for line in lines]
    best = max(lines, key=lambda line: line.forecast.match)
    return [Line(line.actions, line.forecast, float(line is best)) for line in lines]


def _numbers(forecast: Forecast) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([forecast.win_1, forecast.win_2, forecast.lose_1, forecast.lose_2])


def _forecast(
    position: Position, chances: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> Forecast:
    me = position.seat
    ends = ((me, 1), (me, 2), (1 - me, 1), (1 - me, 2))
    match = 0.0
    for chance, (winner, points) in zip(chances, ends, strict=True):
        match += float(chance) * after_round(position.first, winner, points, me)
    win_1, win_2, lose_1, lose_2 = (float(chance) for chance in chances)
    return Forecast(win_1, win_2, lose_1, lose_2, match)


def _hands(seen: Position, belief: Belief, mirrored: bool) -> Hands:
    table = table_for(belief.public)
    given = belief.opponent_given(seen.seat, own_hand(seen))
    found = []
    for number, chance in zip(belief.hands[1 - seen.seat], given, strict=True):
        if chance > 0:
            hand = table.hands[int(number)]
            found.append((turned_hand(hand) if mirrored else hand, float(chance)))
    return tuple(sorted(found, key=lambda pair: (-pair[1], pair[0])))
