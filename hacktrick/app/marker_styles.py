"""Shape and colour of every seat's markers, from the wishes of profiles, all distinct."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from hacktrick.app.profiles import N_SHAPES, Profiles, profile_named
from hacktrick.match.players import level_of

if TYPE_CHECKING:
    from hacktrick.game.rules import Seat
    from hacktrick.game.view import SeatInfo

SHAPES = ("disc", "diamond", "triangle", "square")


@dataclass(frozen=True, slots=True)
class StyledMarker:
    """A marker as it looks: the number of its colour (0 to 3), its kind, and the number of its
    shape; without one it has the shape that goes with its colour."""

    colour: int
    double: bool = False
    shape: int | None = None

    @property
    def outline(self) -> str:
        """The name of its shape."""
        return SHAPES[self.colour if self.shape is None else self.shape]


class MarkerStyle(NamedTuple):
    """The numbers of a shape and of a colour."""

    shape: int
    colour: int

    def piece(self, double: bool = False) -> StyledMarker:
        """A marker of this look."""
        return StyledMarker(self.colour, double, None if self.shape == self.colour else self.shape)


@dataclass(frozen=True, slots=True)
class MarkerStyles:
    """The look of every seat; ``chosen``: the seats whose player has wished for one."""

    seats: tuple[MarkerStyle, ...]
    chosen: frozenset[Seat] = frozenset()

    def of(self, side: Sequence[Seat]) -> MarkerStyle:
        """The look of a side, whose seats share their markers: that of its first seat with a
        wish, else of its first seat."""
        return self.seats[next((seat for seat in side if seat in self.chosen), side[0])]


def default_marker_styles(n_seats: int) -> MarkerStyles:
    """Without any wish: the first shape in the first colour, and so on."""
    return assign_distinct_styles((None,) * n_seats)


def marker_styles_for(seats: Sequence[SeatInfo], profiles: Profiles) -> MarkerStyles:
    """The looks at a table: humans who have a profile get theirs as far as it is free."""
    wishes = []
    for seat in seats:
        profile = profile_named(profiles, seat.name) if level_of(seat.player) is None else None
        wishes.append(MarkerStyle(profile.shape, profile.colour) if profile else None)
    return assign_distinct_styles(wishes)


def assign_distinct_styles(wishes: Sequence[MarkerStyle | None]) -> MarkerStyles:
    """Looks in which no shape and no colour occurs twice.

    Of two who wish for the same the earlier seat gets it; whoever is left without takes the one
    that goes with the seat, or else the first that is free.
    """
    shapes = _distinct([None if wish is None else wish.shape for wish in wishes])
    colours = _distinct([None if wish is None else wish.colour for wish in wishes])
    looks = tuple(MarkerStyle(*both) for both in zip(shapes, colours, strict=True))
    return MarkerStyles(
        looks, frozenset(seat for seat, wish in enumerate(wishes) if wish is not None)
    )


def _distinct(wishes: Sequence[int | None]) -> list[int]:
    given: dict[Seat, int] = {}
    for seat, wish in enumerate(wishes):
        if wish is not None and wish not in given.values():
            given[seat] = wish
    for seat in range(len(wishes)):
        if seat not in given:
            free = [number for number in range(N_SHAPES) if number not in given.values()]
            given[seat] = seat if seat in free else free[0]
    return [given[seat] for seat in range(len(wishes))]
