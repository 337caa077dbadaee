"""The library as the program has it: opened when it is first needed, its troubles told once.

No words. A match that could not be put into the library stays where it was: in the autosave.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from hacktrick.library.entries import FILE, LibraryError, Mark
from hacktrick.play.players import level_of
from hacktrick.play.record import BEGAN, Record, RecordError
from hacktrick.profiles import Profiles, profile_named
from hacktrick.storage import Problem, ProblemCode, Storage

if TYPE_CHECKING:  # the database is loaded when the library is first opened
    from hacktrick.library.shelf import Library

RATED_AIDS = ("memory", "tournament", "standard")

_CODES: dict[str, ProblemCode] = {
    "broken": "library_set_aside",
    "foreign": "library_set_aside",
    "newer": "library_newer",
    "unreadable": "library_unusable",
    "copy_failed": "library_unusable",
}


class Shelf:
    """The kept matches of a data folder."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._library: Library | None = None
        self._kept: Record | None = None  # the last one that was put in
        self._problems: list[Problem] = []
        self._told: set[ProblemCode] = set()

    def library(self) -> Library | None:
        """The library, opened if it was not; None if that cannot be."""
        if self._library is None:
            folder = self._storage.folders.data
            try:
                made = import_module("hacktrick.library.shelf").Library
                self._library = opened = made(folder, self._storage.may_save)
            except LibraryError as error:
                self._failed(error)
                return None
            if opened.fault:
                self._trouble(_CODES[opened.fault], opened.kept_as)
        return self._library

    def put(self, record: Record, aids: str, profiles: Profiles) -> bool:
        """A finished match into the library; True if it is there now."""
        if record is self._kept:  # put in as it ended: leaving the table need not check it again
            return True
        library = self.library()
        if library is None or not library.may_write:
            return False
        try:
            library.add(record, _mark(record, aids, profiles))
        except RecordError:
            return False
        except LibraryError as error:
            self._failed(error)
            return False
        self._kept = record
        return True

    def take_problems(self) -> tuple[Problem, ...]:
        """What went wrong since the last call."""
        problems, self._problems = tuple(self._problems), []
        return problems

    def close(self) -> None:
        if self._library is not None:
            self._library.close()
            self._library = None

    def _failed(self, error: LibraryError) -> None:
        self._trouble("disk_full" if error.full else "library_unusable")

    def _trouble(self, code: ProblemCode, kept_as: str = "") -> None:
        if code not in self._told:
            self._told.add(code)
            path = self._storage.folders.data / FILE
            self._problems.append(Problem(code, str(path), kept_as))


def _mark(record: Record, aids: str, profiles: Profiles) -> Mark:
    """What only this computer knows of a match: it counts for a rating if one person played it
    against the computer without being shown more than the rules show."""
    known = [profile_named(profiles, seat.name) for seat in record.seats]
    people = [level_of(seat.player) is None for seat in record.seats]
    began = record.more.get(BEGAN)
    return Mark(
        began=began if isinstance(began, str) else None,
        aids=aids,
        rated=sum(people) == 1 and aids in RATED_AIDS,
        profiles=tuple(
            profile.name if profile and person else None
            for profile, person in zip(known, people, strict=True)
        ),
    )
