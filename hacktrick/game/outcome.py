"""When a marker wins, and what it is worth (RULES section 4)."""

from __future__ import annotations

from hacktrick.game.keypad import Key, lines_through
from hacktrick.game.powers import power_of
from hacktrick.game.rules import Side
from hacktrick.game.state import By, PublicState, Result

_PREFERENCE: dict[By, int] = {"line": 2, "triple": 1, "code": 0}


def completed(public: PublicState, side: Side, key: Key, taken: int) -> Result | None:
    """The best result of the marker that ``side`` has just placed on ``key``, if it wins.

    Several at once: the best one counts, they never add up. At equal points a line or a triple
    stands before a code, since it is what the players see.

    Args:
        public: the state with the marker placed and ``taken`` markers captured.
    """
    found = [*_lines(public, side, key), *_triple(public, side, key)]
    power = power_of(public, side)
    if power is not None and power.completes(public, side, key, taken):
        found.append(Result(side, 1, "code"))
    if not found:
        return None
    return max(found, key=lambda result: (result.points, _PREFERENCE[result.by]))


def _lines(public: PublicState, side: Side, key: Key) -> list[Result]:
    board, power = public.board, power_of(public, side)
    results = []
    for line in lines_through(key, public.rules.values):
        a, b, c = line
        if board[a - 1][side] and board[b - 1][side] and board[c - 1][side]:
            points = 2 if _bonus(public, side, line) else 1
            factor = power.line_factor(line) if power else 1
            results.append(Result(side, points * factor, "line"))
    return results


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
    won = [
        line
        for line in lines_through(key, public.rules.values)
        if all(public.board[k - 1][side] for k in line)
    ]
    power = power_of(public, side)

    def worth(line: tuple[Key, Key, Key]) -> int:
        return (power.line_factor(line) if power else 1) * (1 + _bonus(public, side, line))

    return max(won, key=worth, default=(key,))
