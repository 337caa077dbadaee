"""Profiles of the people who play on this computer, each with a name and a marker style.

A match knows its players only by name, so a profile is found by its name. No two players at a table
have the same marker shape or colour; profiles get their own style where possible.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from hacktrick.match.player_kinds import level_of

if TYPE_CHECKING:
    from hacktrick.game.state import Seat
    from hacktrick.game.view import SeatInfo


FORMAT = "hacktrick-profiles"
VERSION = 1
MAX_PROFILES = 16
MAX_NAME_LENGTH = 16  # characters
N_SHAPES = N_COLOURS = 4  # one shape and one colour for each player at a full table

NameFault = Literal["empty", "too_long", "unprintable", "taken"]


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's name and marker; ``shape`` and ``colour`` are numbers from 0 that themes draw."""

    name: str
    shape: int = 0
    colour: int = 0


Profiles = tuple[Profile, ...]


def normalized_name(name: str) -> str:
    """Return a name in its saved form: composed letters, single spaces, and no spaces at the ends.

    >>> normalized_name("  Anna   Maria ")
    'Anna Maria'
    """
    return " ".join(unicodedata.normalize("NFC", name).split())


def is_same_name(name: str, other: str) -> bool:
    """Return whether two names are equal, apart from case and spaces."""
    return normalized_name(name).casefold() == normalized_name(other).casefold()


def name_fault(name: str, others: Iterable[str] = ()) -> NameFault | None:
    """Return the reason why a tidy name cannot be used for a profile; None if it can be used."""
    if not name:
        return "empty"
    if len(name) > MAX_NAME_LENGTH:
        return "too_long"
    if not name.isprintable() or any("\ud800" <= sign <= "\udfff" for sign in name):
        return "unprintable"
    return "taken" if any(is_same_name(name, other) for other in others) else None


def profile_named(profiles: Profiles, name: str) -> Profile | None:
    """Return the profile with this name, ignoring case; None if there is no such profile."""
    return next((one for one in profiles if is_same_name(one.name, name)), None)


def profiles_from_data(data: Mapping[str, object]) -> tuple[Profiles, bool]:
    """Return the valid profiles in a file's data, and whether any invalid part was left out."""
    entries = data.get("profiles")
    if data.get("format") != FORMAT or not isinstance(entries, list):
        return (), True
    good: list[Profile] = []
    for entry in entries[:MAX_PROFILES]:
        profile = _read_profile(entry)
        if profile and name_fault(profile.name, (one.name for one in good)) is None:
            good.append(profile)
    return tuple(good), len(good) < len(entries)


def profiles_to_data(profiles: Profiles) -> dict[str, object]:
    """Return the profiles as JSON data, which ``profiles_from_data`` can read."""
    entries = [{"name": p.name, "shape": p.shape, "colour": p.colour} for p in profiles]
    return {"format": FORMAT, "version": VERSION, "profiles": entries}


def _read_profile(entry: object) -> Profile | None:
    if not isinstance(entry, dict):
        return None
    name = entry.get("name")
    shape, colour = (
        _read_number(entry.get("shape"), N_SHAPES),
        _read_number(entry.get("colour"), N_COLOURS),
    )
    if not isinstance(name, str) or shape is None or colour is None:
        return None
    return Profile(normalized_name(name), shape, colour)


def _read_number(value: object, limit: int) -> int | None:
    # The type is compared because ``True == 1`` in Python.
    return value if type(value) is int and 0 <= value < limit else None


SHAPES = ("disc", "diamond", "triangle", "square")


@dataclass(frozen=True, slots=True)
class StyledMarker:
    """A marker as it is drawn.

    Attributes:
        colour: the number of the colour, 0 to 3.
        shape: the number of the shape, 0 to 3; None for the default shape of the colour.
    """

    colour: int
    double: bool = False
    shape: int | None = None

    @property
    def shape_name(self) -> str:
        """The name of the marker's shape, as in ``SHAPES``."""
        return SHAPES[self.colour if self.shape is None else self.shape]


class MarkerStyle(NamedTuple):
    """The shape and colour of a seat's markers, as numbers from 0 to 3."""

    shape: int
    colour: int

    def marker(self, double: bool = False) -> StyledMarker:
        """Return a single or double marker in this style."""
        return StyledMarker(self.colour, double, None if self.shape == self.colour else self.shape)


@dataclass(frozen=True, slots=True)
class SeatMarkerStyles:
    """The marker styles of all seats.

    Attributes:
        chosen: the seats whose player has a profile with a style.
    """

    seats: tuple[MarkerStyle, ...]
    chosen: frozenset[Seat] = frozenset()

    def marker_style_for_seats(self, side: Sequence[Seat]) -> MarkerStyle:
        """Return the marker style of a side.

        This is the style of the side's first seat with a profile, or else of its first seat.
        """
        return self.seats[next((seat for seat in side if seat in self.chosen), side[0])]


def default_marker_styles(n_seats: int) -> SeatMarkerStyles:
    """Return the default styles: shape n in colour n for seat n."""
    return assign_distinct_marker_styles((None,) * n_seats)


def marker_styles_for(seats: Sequence[SeatInfo], profiles: Profiles) -> SeatMarkerStyles:
    """Return the styles at a table: a person's own style if they have a profile and it is free."""
    wishes = []
    for seat in seats:
        profile = profile_named(profiles, seat.name) if level_of(seat.player) is None else None
        wishes.append(MarkerStyle(profile.shape, profile.colour) if profile else None)
    return assign_distinct_marker_styles(wishes)


def assign_distinct_marker_styles(wishes: Sequence[MarkerStyle | None]) -> SeatMarkerStyles:
    """Return styles close to the wishes, in which no shape and no colour occurs twice."""
    shapes = _distinct_numbers([None if wish is None else wish.shape for wish in wishes])
    colours = _distinct_numbers([None if wish is None else wish.colour for wish in wishes])
    looks = tuple(MarkerStyle(*both) for both in zip(shapes, colours, strict=True))
    return SeatMarkerStyles(
        looks, frozenset(seat for seat, wish in enumerate(wishes) if wish is not None)
    )


def _distinct_numbers(wishes: Sequence[int | None]) -> list[int]:
    given: dict[Seat, int] = {}
    for seat, wish in enumerate(wishes):
        if wish is not None and wish not in given.values():
            given[seat] = wish
    for seat in range(len(wishes)):
        if seat not in given:
            free = [number for number in range(N_SHAPES) if number not in given.values()]
            given[seat] = seat if seat in free else free[0]
    return [given[seat] for seat in range(len(wishes))]
