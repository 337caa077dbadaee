"""The profiles of this computer: loaded at the start, saved when they change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hacktrick.app.marker_styles import MarkerStyles, marker_styles_for

if TYPE_CHECKING:
    from hacktrick.app.profiles import Profiles
    from hacktrick.app.storage import Storage, StorageProblem
    from hacktrick.game.view import SeatInfo


class ProfileService:
    """The profiles of a data folder.

    Args:
        on_change: called after the profiles have changed.
    """

    def __init__(self, storage: Storage, on_change: Callable[[], None]) -> None:
        self._storage, self._on_change = storage, on_change
        self._profiles, self._problems = storage.load_profiles()

    @property
    def all(self) -> Profiles:
        """The profiles, in the order in which they were made."""
        return self._profiles

    def save(self, profiles: Profiles) -> None:
        """Replace the profiles; a running match gets the new marker styles at once."""
        self._profiles = profiles
        self._problems += self._storage.save_profiles(profiles)
        self._on_change()

    def styles_for(self, seats: Sequence[SeatInfo]) -> MarkerStyles:
        """Return the marker styles at a table with these players."""
        return marker_styles_for(seats, self._profiles)

    def take_problems(self) -> tuple[StorageProblem, ...]:
        """Return the problems since the last call."""
        problems, self._problems = self._problems, ()
        return problems
