"""Which keys would win the round for a side, and which cards lead there: public knowledge only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hacktrick.game.actions import Play
from hacktrick.game.advance import advance
from hacktrick.game.keypad import Key, keys, pairs_for
from hacktrick.game.state import NEVER, Facts, PublicState

if TYPE_CHECKING:
    from hacktrick.game.cards import Card
    from hacktrick.game.rules import Side


@dataclass(frozen=True, slots=True)
class Threat:
    """A marker of the side on ``key`` would win ``points``; each of ``pairs`` is (last card of the
    row, card to play)."""

    key: Key
    points: int
    pairs: tuple[tuple[Card, Card], ...]


def threats(public: PublicState, side: Side, gone: tuple[Card, ...] = ()) -> tuple[Threat, ...]:
    """The keys on which a marker would win at once for ``side``.

    Args:
        gone: cards of which no copy can be in a hand, so that nobody can play them.
    """
    seats = public.seating.seats_of(side)
    if not seats or not public.supply[side] or public.phase not in ("turn", "command"):
        return ()
    found = []
    for key in keys(public.rules.values):
        points = _points(public, side, seats[0], key)
        if points:
            found.append(Threat(key, points, _pairs(public, key, gone)))
    return tuple(found)


def gone_cards(public: PublicState) -> tuple[Card, ...]:
    """The values of which every copy lies in the row or aside."""
    lying = (*public.row, *public.aside)
    values = range(public.rules.values)
    return tuple(value for value in values if lying.count(value) >= public.rules.copies)


def _points(public: PublicState, side: Side, seat: int, key: Key) -> int:
    first, second = pairs_for(key, public.rules.values)[0]
    moved = public._replace(row=(first,), seat=seat, phase="turn")
    same_turn = public.side == side and (public.phase == "turn" or public.again)
    if not same_turn:  # whatever lies there was not placed in the turn that wins
        moved = moved._replace(double_turn=(NEVER, NEVER))
    # A double counts from the next turn only, so that it does not matter which marker wins.
    result = advance(moved, Play(second), Facts()).result
    return result.points if result is not None and result.side == side else 0


def _pairs(public: PublicState, key: Key, gone: tuple[Card, ...]) -> tuple[tuple[Card, Card], ...]:
    both = [pair for a, b in pairs_for(key, public.rules.values) for pair in ((a, b), (b, a))]
    return tuple(sorted((last, card) for last, card in both if card not in gone))
