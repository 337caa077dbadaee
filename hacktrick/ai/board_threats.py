"""Threats on a board: the keys that would win, and the cards that reach them.

The functions take public boards and given hands; the caller decides whose hands they are.
"""

from __future__ import annotations

from functools import lru_cache

from hacktrick.game.actions import Play
from hacktrick.game.cards import Counts
from hacktrick.game.keypad import lines_through
from hacktrick.game.rules import Side
from hacktrick.game.state import Facts, PublicState
from hacktrick.game.transitions import advance

KeyPoints = tuple[int, ...]  # by key: the points that a marker there would win, 0 for none

NO_FACTS = Facts()


def winning_points(public: PublicState, side: Side) -> KeyPoints:
    """Return by key the points that a single marker of ``side`` would win there in a later turn."""
    if public.codes != (None, None):
        return _wins_by_the_rules(_bare(public, side), side)
    own = tuple([key[side] for key in public.board])
    return _plain_wins(own, public.double[side])


@lru_cache(maxsize=1 << 13)
def _plain_wins(own: tuple[int, ...], double: int) -> KeyPoints:
    values = (len(own) + 3) // 2
    found = []
    for key in range(1, len(own) + 1):
        best = 0
        if own[key - 1] >= 2:
            best = 2 if double == key else 1
        for line in lines_through(key, values):
            if all(own[k - 1] for k in line if k != key):
                best = max(best, 2 if double in line else 1)
        found.append(best)
    return tuple(found)


def _bare(public: PublicState, side: Side) -> PublicState:
    """Return ``public`` with everything reset that does not matter for the wins of ``side``.

    Positions that differ only there then share an entry of the cache.
    """
    return public._replace(
        score=(0,) * len(public.score),
        phase="turn",
        seat=public.seating.seats_of(side)[0],
        turn=-2,  # neither "never" nor the turn in which a double was placed
        row=(),
        aside=(),
        supply=tuple(max(2, n) for n in public.supply),
        hand_sizes=(4,) * len(public.hand_sizes),
        deck_size=9,
        standing="",
        asked=False,
        partnered=False,
        again=False,
        stakes=(0, 0),
        used=(False, False),
        double_turn=(0, 0),
    )


@lru_cache(maxsize=1 << 11)
def _wins_by_the_rules(public: PublicState, side: Side) -> KeyPoints:
    """Return the winning points by playing them out with the engine, for boards with codes in
    force."""
    found = []
    top = public.rules.values - 1
    for key in range(1, 2 * top):
        low = max(0, key - top)
        after = advance(public._replace(row=(key - low,)), Play(low), NO_FACTS)
        won = after.result is not None and after.result.side == side
        found.append(after.result.points if won and after.result else 0)
    return tuple(found)


@lru_cache(maxsize=1 << 13)
def winning_last_cards(hand: Counts, points: KeyPoints) -> tuple[int, int]:
    """Return the last cards of the row from which ``hand`` would win, as a bit mask, and those from
    which it would win more than one point."""
    some = several = 0
    for last in range(len(hand)):
        best = best_win(hand, points, last)
        some |= (best > 0) << last
        several |= (best > 1) << last
    return some, several


def best_win(hand: Counts, points: KeyPoints, last: int) -> int:
    """Return the most points that one card of ``hand`` wins after the card ``last``."""
    return max(
        (points[last + card - 1] for card, copies in enumerate(hand) if copies and card != last),
        default=0,
    )


@lru_cache(maxsize=4096)
def hand_bits(hand: Counts) -> int:
    """Return the card values in ``hand`` as a bit mask."""
    return sum(1 << card for card, copies in enumerate(hand) if copies)


def winning_cards(points: KeyPoints, last: int, values: int) -> tuple[int, ...]:
    """Return the card values that would win after the card ``last``."""
    return tuple(card for card in range(values) if card != last and points[last + card - 1])


@lru_cache(maxsize=1 << 13)
def open_lines(own: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, int]:
    """Count the lines that ``own`` can still complete: those with one key taken, and those with
    none.

    Lines with a marker of ``other`` are blocked and not counted.
    """
    values = (len(own) + 3) // 2
    begun = empty = 0
    for key in range(1, len(own) + 1):
        for line in lines_through(key, values):
            if line[0] != key or any(other[k - 1] for k in line):
                continue
            taken = sum(own[k - 1] > 0 for k in line)
            begun += taken == 1
            empty += taken == 0
    return begun, empty
