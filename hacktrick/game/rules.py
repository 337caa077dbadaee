"""All published editions and their options (RULES.md section 5), and who sits where (section 8).

A preset is a named set of options. Editions differ only in the fields of ``Rules``; no code
depends on the name of a preset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from reprlib import repr as brief
from typing import Any, Literal

Seat = int
Side = int

OutOfMarkers = Literal["immediate", "when_obliged"]
NextLeader = Literal["winner", "alternates", "solo", "rotates"]
SecondCommand = Literal["guard", "draw"]
TableKind = Literal["two", "solo", "pairs"]

NOBODY = -1
"""The side of a seat that does not take part in a round."""


class RulesError(ValueError):
    """Raised for options that no rulebook allows, alone or together; the message names them."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One way to play the game.

    Attributes:
        preset: the key of the edition from which the options may differ.
        target: the points that win the match.
        next_leader: who leads the next round.
        out_of_markers: when a side without markers loses the round.
        command_after_draw: whether a command may also follow a draw.
        second_command: what Guard does: forbid Play, or make the opponent draw.
        table: the number of players, and how they form sides.
        has_codes: whether the twelve codes of Battle of Wits are used.
        is_individual: whether points belong to players, not to sides.
        words: the key of the edition whose terms are used.
        values, copies, markers, aside: the numbers of card values, of copies of each, of markers
            for each side, and of cards set aside. Exact checks play small games with lower numbers.
    """

    preset: str
    target: int
    next_leader: NextLeader = "winner"
    out_of_markers: OutOfMarkers = "immediate"
    command_after_draw: bool = False
    second_command: SecondCommand = "guard"
    table: TableKind = "two"
    has_codes: bool = False
    is_individual: bool = False
    words: str = "keypad"
    values: int = 6
    copies: int = 3
    markers: int = 10
    aside: int = 2

    @property
    def n_seats(self) -> int:
        """The number of players."""
        return {"two": 2, "solo": 3, "pairs": 4}[self.table]

    @property
    def n_scores(self) -> int:
        """The number of scores: one for each side, or for each seat if points belong to players."""
        return self.n_seats if self.is_individual else 2

    @property
    def has_solver(self) -> bool:
        """Whether the solver can play this game: it needs two players and the full set of cards."""
        return self.table == "two" and self.values == 6

    @property
    def is_standard(self) -> bool:
        """Whether this is the game for which ratings and puzzles are made.

        It is for two players, without codes, with a Guard that forbids Play, and with commands only
        after a card.
        """
        plain = self.second_command == "guard" and not self.command_after_draw
        return self.has_solver and not self.has_codes and plain


PRESETS: dict[str, Rules] = {
    rules.preset: rules
    for rules in (
        Rules("keypad", target=5),
        Rules("servers", target=3, words="servers"),
        Rules(
            "arena",
            target=5,
            next_leader="alternates",
            out_of_markers="when_obliged",
            words="arena",
        ),
        Rules(
            "club",
            target=5,
            next_leader="alternates",
            out_of_markers="when_obliged",
            command_after_draw=True,
            second_command="draw",
            words="club",
        ),
        Rules("wits", target=6, has_codes=True),
        Rules("trio", target=5, next_leader="solo", table="solo"),
        Rules("trio-individual", target=4, next_leader="rotates", table="solo", is_individual=True),
        Rules("quartet", target=5, table="pairs"),
    )
}

OPTIONS: dict[str, tuple[Any, ...]] = {
    "target": tuple(range(1, 22)),
    "next_leader": ("winner", "alternates"),
    "out_of_markers": ("immediate", "when_obliged"),
    "command_after_draw": (False, True),
    "second_command": ("guard", "draw"),
}
"""The options that players can change, with the allowed values of each."""

_FIXED_LEADER = ("solo", "rotates")


def rules_for(preset: str, options: Mapping[str, Any] | None = None) -> Rules:
    """Return the rules of ``preset``, changed by ``options``.

    Raises:
        RulesError: a preset, an option or a value is unknown, or no rulebook allows the
            combination.
    """
    if preset not in PRESETS:
        raise RulesError(f"unknown preset {brief(preset)}")
    rules = PRESETS[preset]
    for name, value in (options or {}).items():
        _check_option(rules, name, value)
    return replace(rules, **dict(options or {}))


def _check_option(rules: Rules, name: str, value: Any) -> None:
    if name not in OPTIONS:
        raise RulesError(f"unknown option {brief(name)}")
    if not any(type(value) is type(known) and value == known for known in OPTIONS[name]):
        raise RulesError(f"option {name!r} cannot be {brief(value)}")
    if name == "next_leader" and rules.next_leader in _FIXED_LEADER and value != rules.next_leader:
        raise RulesError(f"option 'next_leader' cannot be set for {rules.preset!r}")


def custom_options(rules: Rules) -> dict[str, Any]:
    """Return the options in which ``rules`` differ from their preset, as records store them."""
    preset = PRESETS[rules.preset]
    return {
        name: getattr(rules, name)
        for name in OPTIONS
        if getattr(rules, name) != getattr(preset, name)
    }


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in one round; tuples are indexed by seat.

    Attributes:
        side_of: the side of each seat, or ``NOBODY``.
        order: the seats in the order of their turns; after the last one, the first follows again.
        limits: the most cards that each seat may hold.
        deal: the number of cards dealt to each seat.
        starter: the seat that lays the start card.
        opponents, partners: computed from ``side_of`` once, since every list of legal actions
            needs them.
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
        order=tuple((leader - step) % 4 for step in range(4)),  # turns run against the deal
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
