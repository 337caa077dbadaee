"""A round as immutable values: the seating, and the state, public, hidden or as one seat sees it.

``transitions`` and ``engine`` compute the next state. States are named tuples because replacing a
field of a frozen dataclass of this size takes three times as long.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeVar

from hacktrick.game.cards import Card, Counts
from hacktrick.game.editions import Rules, RulesError, TableKind
from hacktrick.game.keypad import Key

Seat = int
Side = int

Phase = Literal["codes", "start", "turn", "command", "answer", "over"]
EndCause = Literal["line", "triple", "markers", "code", "fold"]
CommandInForce = Literal["", "play", "guard"]

MAX_SEATS = 4  # the largest number of players in any edition
NOBODY = -1
"""The side of a seat that does not take part in a round."""
IN_SUPPLY = 0
"""Stands for the key of a double that is still in the supply."""
OUT_OF_ROUND = -1
"""Stands for the key of a double that was captured or paid."""
NO_SEAT = -1
"""Stands for the seat to act once the round is over."""
NEVER = -1
"""Stands for the turn of a double that is not on the board."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of one round with their sides and turns; tuples are indexed by seat.

    Attributes:
        side_of: the side of each seat, or ``NOBODY``.
        order: the seats in the order of their turns; after the last seat, the first follows again.
        limits: the maximum number of cards that each seat may hold.
        deal: the number of cards dealt to each seat.
        starter: the seat that lays the start card.
        opponents, partners: by seat, the seats of the opposing side and the partner, or None. They
            are computed once, since every list of legal actions needs them.
    """

    side_of: tuple[Side, ...]
    order: tuple[Seat, ...]
    limits: tuple[int, ...]
    deal: tuple[int, ...]
    starter: Seat
    opponents: tuple[tuple[Seat, ...], ...] = field(init=False, repr=False)
    partners: tuple[Seat | None, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        seats = range(len(self.side_of))
        opponents = tuple(self.seats_of(1 - self.side_of[seat]) for seat in seats)
        partners = tuple(
            next((other for other in self.seats_of(self.side_of[seat]) if other != seat), None)
            for seat in seats
        )
        object.__setattr__(self, "opponents", opponents)
        object.__setattr__(self, "partners", partners)

    @property
    def leader(self) -> Seat:
        """The seat that has the first turn."""
        return self.order[0]

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """Return the seats of a side."""
        return tuple(seat for seat, owner in enumerate(self.side_of) if owner == side)

    def opponents_of(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats of the opposing side."""
        return self.opponents[seat]

    def partner_of(self, seat: Seat) -> Seat | None:
        """Return the other seat of the same team; None for a player without a partner."""
        return self.partners[seat]


def _two_player_seating(leader: Seat, starter: Seat) -> Seating:
    if {leader, starter} != {0, 1}:
        raise RulesError("the leader and the starter must be the two players")
    deal = (3, 4) if leader == 0 else (4, 3)
    return Seating((0, 1), (leader, starter), (4, 4), deal, starter)


def _trio_seating(leader: Seat, starter: Seat) -> Seating:
    if leader == starter or not {leader, starter} <= {0, 1, 2}:
        raise RulesError("the leader is the solo player and the starter one of the others")
    other = 3 - leader - starter
    return Seating(
        side_of=tuple(0 if seat == leader else 1 for seat in range(3)),
        order=(leader, other, leader, starter),
        limits=tuple(4 if seat == leader else 3 for seat in range(3)),
        deal=tuple(3 if seat == starter else 2 for seat in range(3)),
        starter=starter,
    )


def _quartet_seating(leader: Seat, starter: Seat) -> Seating:
    dealer = (leader + 2) % 4
    if not 0 <= leader < 4 or starter != (dealer + 1) % 4:
        raise RulesError("the starter sits left of the dealer, who sits opposite the leader")
    return Seating(
        side_of=(0, 1, 0, 1),
        # Turns run in the opposite direction to the deal.
        order=tuple((leader - step) % 4 for step in range(4)),
        limits=(3, 3, 3, 3),
        deal=tuple(3 if seat == starter else 2 for seat in range(4)),
        starter=starter,
    )


_SEATINGS: dict[TableKind, Callable[[Seat, Seat], Seating]] = {
    "two": _two_player_seating,
    "solo": _trio_seating,
    "pairs": _quartet_seating,
}


@lru_cache(maxsize=256)
def seating_for(rules: Rules, leader: Seat, starter: Seat, duel: bool = False) -> Seating:
    """Return the seating of a round.

    Args:
        duel: whether this is the tie-break of ``trio-individual``. The leader (side 0) then plays
            against the starter (side 1), and the third seat does not take part.

    Raises:
        RulesError: these two seats cannot be leader and starter.
    """
    if duel:
        return _duel_seating(rules, leader, starter)
    return _SEATINGS[rules.table](leader, starter)


def _duel_seating(rules: Rules, leader: Seat, starter: Seat) -> Seating:
    seats = range(rules.n_seats)
    if leader == starter or leader not in seats or starter not in seats:
        raise RulesError("a tie-break round is between two different players")
    return Seating(
        side_of=tuple({leader: 0, starter: 1}.get(seat, NOBODY) for seat in seats),
        order=(leader, starter),
        limits=tuple(4 if seat in (leader, starter) else 0 for seat in seats),
        deal=tuple({leader: 3, starter: 4}.get(seat, 0) for seat in seats),
        starter=starter,
    )


T = TypeVar("T")


def with_fast_replace(kind: type[T]) -> type[T]:
    """Give a named tuple class a faster ``_replace`` method with the same result."""
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
    """The end of a round.

    Attributes:
        side: the side that has won.
        points: the points that this side wins, without stakes.
        by: the cause of the end.
    """

    side: Side
    points: int
    by: EndCause


@with_fast_replace
class PublicState(NamedTuple):
    """The part of a round that everyone at the table sees.

    Attributes:
        score: the points by side, or by seat where points belong to players. Points that are staked
            are not included.
        phase: the kind of action that is due.
        seat: the seat that must act; ``NO_SEAT`` once the round is over.
        turn: the number of the turn, from 0.
        row: the cards played, in order.
        aside: the cards set aside face up.
        board: for each key, key 1 first, the markers of both sides.
        double: by side, the key with the double, or ``IN_SUPPLY`` or ``OUT_OF_ROUND``.
        double_turn: by side, the turn in which the double was placed, or ``NEVER``.
        supply: by side, the number of markers left, including the double.
        captured: by side, the number of captured markers.
        hand_sizes: by seat, the number of cards held.
        deck_size: the number of cards left to draw.
        command_in_force: the command that binds this turn; "" for none.
        has_asked: whether the one ask or blind swap of this turn has been used.
        has_asked_partner: whether the free question to the partner has been used in this turn.
        is_second_card_allowed: whether a second card may follow the first in this turn.
        held_counts: by seat, the number of codes held.
        sealed: by seat, whether a code lies face down.
        codes: by side, the code in force; None for no code.
        used: by side, whether a power that works once in a round has been used.
        stakes: by side, the points staked.
        result: the end of the round; None while the round goes on.
    """

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
    command_in_force: CommandInForce
    has_asked: bool
    has_asked_partner: bool
    is_second_card_allowed: bool
    held_counts: tuple[int, ...]
    sealed: tuple[bool, ...]
    codes: tuple[str | None, ...]
    used: tuple[bool, ...]
    stakes: tuple[int, ...]
    result: Result | None

    @property
    def side(self) -> Side:
        """The side of the seat to act."""
        return self.seating.side_of[self.seat]

    @property
    def next_seat(self) -> Seat:
        """The seat that has the next turn."""
        order = self.seating.order
        return order[(self.turn + 1) % len(order)]

    def n_singles_in_supply(self, side: Side) -> int:
        """Return the number of single markers in the supply of ``side``."""
        return self.supply[side] - (self.double[side] == IN_SUPPLY)

    def markers_on(self, key: Key, side: Side) -> int:
        """Return the number of markers of ``side`` on ``key``."""
        return self.board[key - 1][side]

    def score_indices(self, side: Side) -> tuple[int, ...]:
        """Return the indices in ``score`` of the sides or seats that get the points of ``side``."""
        return self.seating.seats_of(side) if self.rules.is_individual else (side,)


@with_fast_replace
class State(NamedTuple):
    """The whole state of a round, hidden cards included.

    Attributes:
        hands: by seat, the cards in the hand.
        deck: the cards left to draw, without order: chance picks each card that is drawn.
        under: the cards under the deck, top first. Only the code Jack Sun puts cards there.
        held: by seat, the codes held.
        laid: by seat, the code laid in this round; None for no code.
    """

    public: PublicState
    hands: tuple[Counts, ...]
    deck: Counts
    under: tuple[Card, ...]
    held: tuple[tuple[str, ...], ...]
    laid: tuple[str | None, ...]


class Observation(NamedTuple):
    """What ``seat`` sees now: the public state, the cards in their hand and the codes they hold."""

    seat: Seat
    public: PublicState
    hand: Counts
    held: tuple[str, ...]


class RevealedFacts(NamedTuple):
    """The facts that an action revealed, apart from the action itself.

    Attributes:
        said: the announced sums, each with the seat that announced it.
        shown: the hands shown to all, each with its seat.
        revealed: the codes laid, by seat, if the action turned them up; else None.
        drawn: the cards drawn, which only the player who drew knows.
        taken: the card taken in a swap, which both players in the swap know; else None.
        reshuffled: whether the row became the new deck.
        stuck: whether the next player loses because they must play but have no marker.
    """

    said: tuple[tuple[Seat, int], ...] = ()
    shown: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    revealed: tuple[str | None, ...] | None = None
    drawn: tuple[Card, ...] = ()
    taken: Card | None = None
    reshuffled: bool = False
    stuck: bool = False


class Deal(NamedTuple):
    """The cards of a round as dealt: the hands by seat, the cards set aside, and the deck."""

    hands: tuple[Counts, ...]
    aside: tuple[Card, ...]
    deck: Counts
