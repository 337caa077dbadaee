"""The actions of a round with the public states around them: what logs and recaps are told from.

Pure functions of what an onlooker knows; no pixels, no words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from hacktrick.game.actions import Lay, Play
from hacktrick.game.advance import advance, begin
from hacktrick.game.outcome import winning_keys

if TYPE_CHECKING:
    from hacktrick.game.keypad import Key
    from hacktrick.game.rules import Seat
    from hacktrick.game.state import PublicState
    from hacktrick.game.view import Event


class Entry(NamedTuple):
    """One action: ``turn`` counts from 1 and is 0 before the first turn."""

    turn: int
    event: Event
    before: PublicState
    after: PublicState


def opening(public: PublicState, events: Sequence[Event]) -> PublicState:
    """The public state after the deal of a round that has come to ``public``."""
    held = list(public.held_counts)
    for event in events:
        if isinstance(event.action, Lay) and event.action.code is not None:
            held[event.seat] += 1
    nothing = (0,) * len(public.score)
    return begin(public.rules, public.seating, public.aside, nothing, tuple(held))


def chronicle(public: PublicState, events: Sequence[Event]) -> tuple[Entry, ...]:
    """All actions of a round that has come to ``public`` by ``events``.

    The scores of these states count from nothing, so only their differences mean something.
    """
    state = opening(public, events)
    entries = []
    for event in events:
        after = advance(state, event.action, event.facts)
        turn = 0 if state.phase in ("codes", "start") else state.turn + 1
        entries.append(Entry(turn, event, state, after))
        state = after
    return tuple(entries)


def since_last_act(entries: Sequence[Entry], seat: Seat) -> tuple[Entry, ...]:
    """What has happened since ``seat`` last did something."""
    own = [n for n, entry in enumerate(entries) if entry.event.seat == seat]
    return tuple(entries[own[-1] + 1 :] if own else entries)


def last_turn_of(entries: Sequence[Entry], seat: Seat, now: int | None) -> int | None:
    """The number, from 0, of the first action of the last turn of ``seat`` that is finished.

    Args:
        now: the turn of ``seat`` that is not; None where it has none.
    """
    own = [n for n, entry in enumerate(entries) if entry.event.seat == seat]
    turns = [entries[n].turn for n in own]
    finished = [turn for turn in turns if turn != now]
    return own[turns.index(finished[-1])] if finished else None


def key_of(entry: Entry) -> Key | None:
    """The key that an entry's card led to."""
    action = entry.event.action
    return entry.before.row[-1] + action.card if isinstance(action, Play) else None


def won_keys(entries: Sequence[Entry]) -> tuple[Key, ...]:
    """The keys to light after the round: the completed line, or the one key that decided it."""
    if not entries:
        return ()
    last = entries[-1]
    result, key = last.after.result, key_of(last)
    if result is None or key is None or result.by not in ("line", "triple", "code"):
        return ()
    return winning_keys(last.after, result.side, key, result.by)


def won_with_double(entry: Entry) -> bool:
    """Whether the double made this win worth more."""
    result, key = entry.after.result, key_of(entry)
    if result is None or key is None or result.by not in ("line", "triple"):
        return False
    double = entry.after.double[result.side]
    keys = winning_keys(entry.after, result.side, key, result.by)
    return double in keys and entry.after.double_turn[result.side] != entry.after.turn
