"""The announced sums, and what has happened to each hand since: public memory kept for the
players. Data only; wording and drawing are elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hacktrick.game.actions import Draw, Play, Start, Swap, Under

if TYPE_CHECKING:
    from hacktrick.game.cards import Card
    from hacktrick.game.rules import Seat
    from hacktrick.game.view import Event


@dataclass(slots=True)
class Told:
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


def last_sums(events: Sequence[Event], dealt: Sequence[int]) -> dict[Seat, Told]:
    """The last sum each seat announced, with what has changed since.

    Args:
        events: the events of the round as an onlooker knows them.
        dealt: the sizes of the hands as dealt.
    """
    told: dict[Seat, Told] = {}
    sizes = list(dealt)
    turn = 0
    for event in events:
        _move(event, told, sizes)
        turn += isinstance(event.action, (Play, Draw, Under)) and not _is_second(event)
        for seat, total in event.facts.said:
            told[seat] = Told(seat, total, _turn_of(event, turn), sizes[seat])
    return told


def _is_second(event: Event) -> bool:
    return isinstance(event.action, Play) and event.action.again


def _turn_of(event: Event, finished: int) -> int:
    """An ask comes before the play or draw of its turn, the start before all."""
    return 0 if isinstance(event.action, Start) else finished + 1


def _move(event: Event, told: dict[Seat, Told], sizes: list[int]) -> None:
    entry = told.get(event.seat)
    action = event.action
    if isinstance(action, (Play, Start)):
        sizes[event.seat] -= 1
        if entry:
            entry.played.append(action.card)
    elif isinstance(action, Draw):
        sizes[event.seat] += 1
        if entry:
            entry.drawn += 1
    elif isinstance(action, Under) and entry:
        entry.mixed += len(action.cards)
    elif isinstance(action, Swap):
        for both in told.values():
            both.mixed += 1
