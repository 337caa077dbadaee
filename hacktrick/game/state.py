"""The state of a round as immutable values: public, hidden, and as one seat observes it.

``transitions`` and ``engine`` compute one state from another. States are named tuples, since
replacing a field of a frozen dataclass of this size takes three times as long.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeVar

from hacktrick.game.cards import Card, Counts
from hacktrick.game.keypad import Key
from hacktrick.game.rules import Rules, Seat, Seating, Side

Phase = Literal["codes", "start", "turn", "command", "answer", "over"]
EndCause = Literal["line", "triple", "markers", "code", "fold"]
Standing = Literal["", "play", "guard"]

IN_SUPPLY = 0  # where the double is: here, on a key (its number), or out of the round
OUT_OF_ROUND = -1
NO_SEAT = -1  # who acts once the round is over
NEVER = -1  # the turn in which a double was placed that is not on the board


T = TypeVar("T")


def with_fast_replace(kind: type[T]) -> type[T]:
    """``kind``, a named tuple, with a ``_replace`` that does the same by way of a list."""
    places = {name: place for place, name in enumerate(kind._fields)}  # type: ignore[attr-defined]
    make = tuple.__new__

    def replaced(self: Any, /, **changes: Any) -> Any:
        values = list(self)
        for name, value in changes.items():
            values[places[name]] = value
        return make(kind, values)  # type: ignore[type-var]

    kind._replace = replaced  # type: ignore[attr-defined]
    return kind


class Result(NamedTuple):
    """How a round ended. ``points`` are those from the bank, without stakes."""

    side: Side
    points: int
    by: EndCause


@with_fast_replace
class PublicState(NamedTuple):
    """What everyone at the table sees. Tuples by side: ``board`` (per key), ``double``,
    ``double_turn``, ``supply`` (the double counted in), ``captured``, ``codes``, ``used``,
    ``stakes``. By seat: ``hand_sizes``, ``held_counts``, ``sealed``. ``score`` is by side, or by
    seat where points belong to players; stakes on the table are in nobody's score."""

    rules: Rules
    seating: Seating
    score: tuple[int, ...]
    phase: Phase
    seat: Seat
    turn: int
    row: tuple[Card, ...]
    aside: tuple[Card, ...]
    board: tuple[tuple[int, ...], ...]
    double: tuple[int, ...]
    double_turn: tuple[int, ...]
    supply: tuple[int, ...]
    captured: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    deck_size: int
    standing: Standing  # the command that binds this turn
    asked: bool  # the one ask (or blind swap) of this turn is spent
    partnered: bool
    again: bool  # a second card may follow the first in this turn
    held_counts: tuple[int, ...]
    sealed: tuple[bool, ...]  # a code lies face down before this seat
    codes: tuple[str | None, ...]  # the codes in force
    used: tuple[bool, ...]  # the once-a-round power of the code is spent
    stakes: tuple[int, ...]
    result: Result | None

    @property
    def side(self) -> Side:
        """The side of the seat to act."""
        return self.seating.side_of[self.seat]

    @property
    def next_seat(self) -> Seat:
        """Who has the turn after this one."""
        order = self.seating.order
        return order[(self.turn + 1) % len(order)]

    def singles(self, side: Side) -> int:
        """Single markers in the supply of ``side``."""
        return self.supply[side] - (self.double[side] == IN_SUPPLY)

    def markers_on(self, key: Key, side: Side) -> int:
        return self.board[key - 1][side]

    def score_owners(self, side: Side) -> tuple[int, ...]:
        """The places in ``score`` that points of ``side`` go to."""
        return self.seating.seats_of(side) if self.rules.is_individual else (side,)


@with_fast_replace
class State(NamedTuple):
    """The whole truth. Only the table (``hacktrick.match``) holds the true one.

    ``deck`` has no order: a card of it gets its value when chance deals it. ``under`` is the one
    pile with an order, top first, below the deck (Jack Sun). ``held`` and ``laid`` by seat.
    """

    public: PublicState
    hands: tuple[Counts, ...]
    deck: Counts
    under: tuple[Card, ...]
    held: tuple[tuple[str, ...], ...]
    laid: tuple[str | None, ...]


class Observation(NamedTuple):
    """What ``seat`` sees now: the public state, its hand, the codes it holds."""

    seat: Seat
    public: PublicState
    hand: Counts
    held: tuple[str, ...]


class Facts(NamedTuple):
    """What an action brought to light, beside the action itself.

    ``drawn`` is known to the drawer alone and ``taken`` to the two players of a swap; all else is
    known to all.
    """

    said: tuple[tuple[Seat, int], ...] = ()
    shown: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    revealed: tuple[str | None, ...] | None = None
    drawn: tuple[Card, ...] = ()
    taken: Card | None = None
    reshuffled: bool = False
    stuck: bool = False  # the next player is obliged to play and has no marker


class Deal(NamedTuple):
    """The cards of a round as chance dealt them: hands by seat, the set-aside cards, the rest."""

    hands: tuple[Counts, ...]
    aside: tuple[Card, ...]
    deck: Counts
