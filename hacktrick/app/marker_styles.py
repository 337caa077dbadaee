"""Shapes and colours of the markers at a table: as the profiles wish, and all distinct."""

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
    """A marker as it is drawn.

    Attributes:
        colour: the number of the colour, 0 to 3.
        shape: the number of the shape, 0 to 3; None for the one that goes with the colour.
    """

    colour: int
    double: bool = False
    shape: int | None = None

    @property
    def outline(self) -> str:
        """The name of the shape."""
        return SHAPES[self.colour if self.shape is None else self.shape]


class MarkerStyle(NamedTuple):
    """The shape and colour of a seat's markers, as numbers from 0 to 3."""

    shape: int
    colour: int

    def piece(self, double: bool = False) -> StyledMarker:
        """Return a single or double marker in this style."""
        return StyledMarker(self.colour, double, None if self.shape == self.colour else self.shape)


@dataclass(frozen=True, slots=True)
class MarkerStyles:
    """The marker styles of all seats.

    Attributes:
        chosen: the seats whose player has a profile with a style.
    """

    seats: tuple[MarkerStyle, ...]
    chosen: frozenset[Seat] = frozenset()

    def of(self, side: Sequence[Seat]) -> MarkerStyle:
        """Return the style of a side, whose seats share their markers.

        It is the style of its first seat with a profile, else of its first seat.
        """
        return self.seats[next((seat for seat in side if seat in self.chosen), side[0])]


def default_marker_styles(n_seats: int) -> MarkerStyles:
    """Return the default styles: shape n in colour n for seat n."""
    return assign_distinct_styles((None,) * n_seats)


def marker_styles_for(seats: Sequence[SeatInfo], profiles: Profiles) -> MarkerStyles:
    """Return the styles at a table; people with a profile get theirs where it is free."""
    wishes = []
    for seat in seats:
        profile = profile_named(profiles, seat.name) if level_of(seat.player) is None else None
        wishes.append(MarkerStyle(profile.shape, profile.colour) if profile else None)
    return assign_distinct_styles(wishes)


def assign_distinct_styles(wishes: Sequence[MarkerStyle | None]) -> MarkerStyles:
    """Return styles in which no shape and no colour occurs twice.

    If two seats wish for the same, the earlier one gets it; the other gets the default of its
    seat, or the first that is free.
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
