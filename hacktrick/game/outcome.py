"""When a marker wins, and what it is worth (RULES section 4)."""

from __future__ import annotations

from operator import attrgetter

from hacktrick.game.keypad import Key, lines_made
from hacktrick.game.powers import power_of
from hacktrick.game.rules import Side
from hacktrick.game.state import By, PublicState, Result


def completed(public: PublicState, side: Side, key: Key, taken: int) -> Result | None:
    """The best result of the marker that ``side`` has just placed on ``key``, if it wins.

    Several at once: the best one counts, they never add up. At equal points a line or a triple
    stands before a code, since it is what the players see.

    Args:
        public: the state with the marker placed and ``taken`` markers captured.
    """
    found = []
    power = power_of(public, side)
    for line in lines_made(public.board, side, key, public.rules.values):
        points = 2 if _bonus(public, side, line) else 1
        found.append(Result(side, points * (power.line_factor(line) if power else 1), "line"))
    found += _triple(public, side, key)
    if power is not None and power.completes(public, side, key, taken):
        found.append(Result(side, 1, "code"))
    return max(found, key=attrgetter("points"), default=None)  # the first of those worth the most


def _triple(public: PublicState, side: Side, key: Key) -> list[Result]:
    if public.board[key - 1][side] < 3:
        return []
    return [Result(side, 2 if _bonus(public, side, (key,)) else 1, "triple")]


def _bonus(public: PublicState, side: Side, winning: tuple[Key, ...]) -> bool:
    """Rules p. 4: the taller marker is part of the three and was not placed in this turn."""
    return public.double[side] in winning and public.double_turn[side] != public.turn


def winning_keys(public: PublicState, side: Side, key: Key, by: By) -> tuple[Key, ...]:
    """The keys to show as the reason of a win by the marker on ``key``: the best line, or the
    key itself."""
    if by != "line":
        return (key,)
    won = lines_made(public.board, side, key, public.rules.values)
    power = power_of(public, side)

    def worth(line: tuple[Key, Key, Key]) -> int:
        return (power.line_factor(line) if power else 1) * (1 + _bonus(public, side, line))

    return max(won, key=worth, default=(key,))
