"""Profiles of the people who play on this computer: a name, a marker shape and a colour.

Pure values. ``app.storage`` keeps them. A match knows its players by name only, so a profile is
found by its name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

FORMAT = "hacktrick-profiles"
VERSION = 1
MOST_PROFILES = 16
LONGEST_NAME = 16  # characters
N_SHAPES = N_COLOURS = 4  # as many as can sit at a table

NameFault = Literal["empty", "too_long", "unprintable", "taken"]


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's name and marker. ``shape`` and ``colour`` are numbers from 0; themes draw them."""

    name: str
    shape: int = 0
    colour: int = 0


Profiles = tuple[Profile, ...]


def tidy_name(name: str) -> str:
    """Return a name in its saved form: composed letters, single spaces, none at the ends.

    >>> tidy_name("  Anna   Maria ")
    'Anna Maria'
    """
    return " ".join(unicodedata.normalize("NFC", name).split())


def is_same_name(one: str, other: str) -> bool:
    """Whether two names differ at most in case and spaces."""
    return tidy_name(one).casefold() == tidy_name(other).casefold()


def name_fault(name: str, others: Iterable[str] = ()) -> NameFault | None:
    """Return why a tidy name cannot be a profile's; None if it can."""
    if not name:
        return "empty"
    if len(name) > LONGEST_NAME:
        return "too_long"
    if not name.isprintable() or any("\ud800" <= sign <= "\udfff" for sign in name):
        return "unprintable"
    return "taken" if any(is_same_name(name, other) for other in others) else None


def profile_named(profiles: Profiles, name: str) -> Profile | None:
    """Return the profile with this name, ignoring case; None without one."""
    return next((one for one in profiles if is_same_name(one.name, name)), None)


def from_data(data: Mapping[str, object]) -> tuple[Profiles, bool]:
    """Return the valid profiles in a file's data, and whether anything invalid was left out."""
    entries = data.get("profiles")
    if data.get("format") != FORMAT or not isinstance(entries, list):
        return (), True
    good: list[Profile] = []
    for entry in entries[:MOST_PROFILES]:
        profile = _read(entry)
        if profile and name_fault(profile.name, (one.name for one in good)) is None:
            good.append(profile)
    return tuple(good), len(good) < len(entries)


def to_data(profiles: Profiles) -> dict[str, object]:
    """Return the profiles as data for JSON; ``from_data`` reads it."""
    entries = [{"name": p.name, "shape": p.shape, "colour": p.colour} for p in profiles]
    return {"format": FORMAT, "version": VERSION, "profiles": entries}


def _read(entry: object) -> Profile | None:
    if not isinstance(entry, dict):
        return None
    name = entry.get("name")
    shape, colour = _number(entry.get("shape"), N_SHAPES), _number(entry.get("colour"), N_COLOURS)
    if not isinstance(name, str) or shape is None or colour is None:
        return None
    return Profile(tidy_name(name), shape, colour)


def _number(value: object, limit: int) -> int | None:
    # The type is checked because True == 1 in Python.
    return value if type(value) is int and 0 <= value < limit else None
