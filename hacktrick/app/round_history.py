"""The actions of a round with the public states around them, last turns, and announced sums.

Pure functions of what a spectator knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from hacktrick.game.transitions import advance, begin_round, winning_keys

if TYPE_CHECKING:
    from hacktrick.game.cards import Card
    from hacktrick.game.keypad import Key
    from hacktrick.game.rules import Seat
    from hacktrick.game.state import PublicState
    from hacktrick.game.view import Event


class HistoryEntry(NamedTuple):
    """One action: ``turn`` counts from 1 and is 0 before the first turn."""

    turn: int
    event: Event
    before: PublicState
    after: PublicState


def public_at_start(public: PublicState, events: Sequence[Event]) -> PublicState:
    """The public state after the deal of a round that has come to ``public``."""
    held = list(public.held_counts)
    for event in events:
        if event.action.verb == "lay" and event.action.code is not None:
            held[event.seat] += 1
    nothing = (0,) * len(public.score)
    return begin_round(public.rules, public.seating, public.aside, nothing, tuple(held))


def round_history(public: PublicState, events: Sequence[Event]) -> tuple[HistoryEntry, ...]:
    """All actions of a round that has come to ``public`` by ``events``.

    The scores of these states count from nothing, so only their differences mean something.
    """
    state = public_at_start(public, events)
    entries = []
    for event in events:
        after = advance(state, event.action, event.facts)
        turn = 0 if state.phase in ("codes", "start") else state.turn + 1
        entries.append(HistoryEntry(turn, event, state, after))
        state = after
    return tuple(entries)


def since_last_act(entries: Sequence[HistoryEntry], seat: Seat) -> tuple[HistoryEntry, ...]:
    """What has happened since ``seat`` last did something."""
    own = [n for n, entry in enumerate(entries) if entry.event.seat == seat]
    return tuple(entries[own[-1] + 1 :] if own else entries)


def last_turn_of(entries: Sequence[HistoryEntry], seat: Seat, now: int | None) -> int | None:
    """The number, from 0, of the first action of the last turn of ``seat`` that is finished.

    Args:
        now: the turn of ``seat`` that is not; None where it has none.
    """
    own = [n for n, entry in enumerate(entries) if entry.event.seat == seat]
    turns = [entries[n].turn for n in own]
    finished = [turn for turn in turns if turn != now]
    return own[turns.index(finished[-1])] if finished else None


def key_reached(entry: HistoryEntry) -> Key | None:
    """The key that an entry's card led to."""
    action = entry.event.action
    return entry.before.row[-1] + action.card if action.verb == "play" else None


def won_keys(entries: Sequence[HistoryEntry]) -> tuple[Key, ...]:
    """The keys to light after the round: the completed line, or the one key that decided it."""
    if not entries:
        return ()
    last = entries[-1]
    result, key = last.after.result, key_reached(last)
    if result is None or key is None or result.by not in ("line", "triple", "code"):
        return ()
    return winning_keys(last.after, result.side, key, result.by)


def is_won_with_double(entry: HistoryEntry) -> bool:
    """Whether the double made this win worth more."""
    result, key = entry.after.result, key_reached(entry)
    if result is None or key is None or result.by not in ("line", "triple"):
        return False
    double = entry.after.double[result.side]
    keys = winning_keys(entry.after, result.side, key, result.by)
    return double in keys and entry.after.double_turn[result.side] != entry.after.turn


TurnWord = Literal["", "pass", "play", "guard"]


@dataclass(frozen=True, slots=True)
class LastTurn:
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
    word: TurnWord = ""

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple(key for _card, key in self.plays)


def last_turns(entries: Sequence[HistoryEntry], seat: Seat | None) -> Mapping[Seat, LastTurn]:
    """The last turns of the others since ``seat`` finished its own; of all for an onlooker.

    Args:
        entries: the round so far, as anybody knows it.
    """
    recent = entries if seat is None else since_last_act(_before_own_turn(entries, seat), seat)
    turns: dict[Seat, list[HistoryEntry]] = {}
    for entry in recent:
        if entry.turn and entry.event.seat != seat:
            turn = turns.setdefault(entry.event.seat, [])
            if turn and turn[-1].turn != entry.turn:
                turn.clear()
            turn.append(entry)
    return {who: _told(turn) for who, turn in turns.items()}


def _before_own_turn(entries: Sequence[HistoryEntry], seat: Seat) -> Sequence[HistoryEntry]:
    """Without what ``seat`` has done in a turn that is still its own: asking ends nothing."""
    n = len(entries)
    going_on = n and entries[-1].after.seat == seat
    while going_on and n and entries[n - 1].event.seat == seat:
        n -= 1
    return entries[:n]


def _told(turn: Sequence[HistoryEntry]) -> LastTurn:
    move = LastTurn()
    for entry in turn:
        action, key = entry.event.action, key_reached(entry)
        if action.verb == "play" and key is not None:
            taken = entry.before.markers_on(key, 1 - entry.before.side)
            plays = (*move.plays, (action.card, key))
            move = replace(move, plays=plays, taken=move.taken + taken)
        elif action.n_drawn:
            move = replace(move, drawn=action.n_drawn)
        elif action.verb == "command":
            move = replace(move, word=action.kind)
        elif action.verb == "pass":
            move = replace(move, word="pass")
    return move


@dataclass(slots=True)
class AnnouncedSum:
    """A sum that ``seat`` announced.

    Attributes:
        turn: the turn in which it was said, from 1; 0 at the start.
        size: cards in hand then.
        played: cards played from that hand since, in order.
        drawn: cards drawn since.
        mixed: cards swapped or put under the deck since.
    """

    seat: Seat
    total: int
    turn: int
    size: int
    played: list[Card] = field(default_factory=list)
    drawn: int = 0
    mixed: int = 0

    @property
    def is_current(self) -> bool:
        """Whether the hand is still the one that was announced."""
        return not (self.played or self.drawn or self.mixed)

    @property
    def came(self) -> int:
        """Cards that nobody else has seen and that came to the hand since."""
        return self.drawn + self.mixed

    @property
    def hidden(self) -> int:
        """Cards that nobody else has seen: those held, and those that left the hand face down.

        The sum and what came make up what was played and what is hidden: ``total`` + the ``came``
        cards = ``played`` + the ``hidden`` cards.
        """
        return self.size + self.drawn - len(self.played) + self.mixed


def last_announced_sums(events: Sequence[Event], dealt: Sequence[int]) -> dict[Seat, AnnouncedSum]:
    """The last sum each seat announced, with what has changed since.

    Args:
        events: the events of the round as an onlooker knows them.
        dealt: the sizes of the hands as dealt.
    """
    told: dict[Seat, AnnouncedSum] = {}
    sizes = list(dealt)
    turn = 0
    for event in events:
        _move(event, told, sizes)
        turn += event.action.stage == "move" and not _is_second(event)
        for seat, total in event.facts.said:
            told[seat] = AnnouncedSum(seat, total, _turn_of(event, turn), sizes[seat])
    return told


def _is_second(event: Event) -> bool:
    return event.action.verb == "play" and event.action.again


def _turn_of(event: Event, finished: int) -> int:
    """An ask comes before the play or draw of its turn, the start before all."""
    return 0 if event.action.verb == "start" else finished + 1


def _move(event: Event, told: dict[Seat, AnnouncedSum], sizes: list[int]) -> None:
    entry = told.get(event.seat)
    action = event.action
    if action.row_card is not None:
        sizes[event.seat] -= 1
        if entry:
            entry.played.append(action.row_card)
    elif action.verb == "draw":
        sizes[event.seat] += 1
        if entry:
            entry.drawn += 1
    elif action.verb == "under" and entry:
        entry.mixed += len(action.cards)
    elif action.verb == "swap":
        for both in told.values():
            both.mixed += 1
