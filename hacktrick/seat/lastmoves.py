"""The last turn of each player, from what everybody knows: the table keeps it in sight until the
player at the screen has acted. Data only; wording and drawing are elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from hacktrick.game.actions import Command, Draw, Pass, Play, Under
from hacktrick.seat.chronicle import Entry, key_of, since_last_act

if TYPE_CHECKING:
    from hacktrick.game.cards import Card
    from hacktrick.game.keypad import Key
    from hacktrick.game.rules import Seat

Word = Literal["", "pass", "play", "guard"]


@dataclass(frozen=True, slots=True)
class LastMove:
    """What a player did in a turn.

    Attributes:
        plays: the cards played and the keys that they led to, mostly one.
        taken: markers captured by them.
        drawn: how many cards were drawn; never which.
        word: how the turn was ended; "" if nothing was said (yet).
    """

    plays: tuple[tuple[Card, Key], ...] = ()
    taken: int = 0
    drawn: int = 0
    word: Word = ""

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple(key for _card, key in self.plays)


def last_moves(entries: Sequence[Entry], seat: Seat | None) -> Mapping[Seat, LastMove]:
    """The last turns of the others since ``seat`` finished its own; of all for an onlooker.

    Args:
        entries: the round so far, as anybody knows it.
    """
    recent = entries if seat is None else since_last_act(_before_own_turn(entries, seat), seat)
    turns: dict[Seat, list[Entry]] = {}
    for entry in recent:
        if entry.turn and entry.event.seat != seat:
            turn = turns.setdefault(entry.event.seat, [])
            if turn and turn[-1].turn != entry.turn:
                turn.clear()
            turn.append(entry)
    return {who: _told(turn) for who, turn in turns.items()}


def _before_own_turn(entries: Sequence[Entry], seat: Seat) -> Sequence[Entry]:
    """Without what ``seat`` has done in a turn that is still its own: asking ends nothing."""
    n = len(entries)
    going_on = n and entries[-1].after.seat == seat
    while going_on and n and entries[n - 1].event.seat == seat:
        n -= 1
    return entries[:n]


def _told(turn: Sequence[Entry]) -> LastMove:
    move = LastMove()
    for entry in turn:
        action, key = entry.event.action, key_of(entry)
        if isinstance(action, Play) and key is not None:
            taken = entry.before.markers_on(key, 1 - entry.before.side)
            plays = (*move.plays, (action.card, key))
            move = replace(move, plays=plays, taken=move.taken + taken)
        elif isinstance(action, Draw):
            move = replace(move, drawn=1)
        elif isinstance(action, Under):
            move = replace(move, drawn=len(action.cards))
        elif isinstance(action, Command):
            move = replace(move, word=action.kind)
        elif isinstance(action, Pass):
            move = replace(move, word="pass")
    return move
