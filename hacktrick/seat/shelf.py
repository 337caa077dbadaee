"""The library as the program has it: opened when it is first needed, its troubles told once.

No words. A match that could not be put into the library stays where it was: in the autosave.
"""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from hacktrick.library.entries import FILE, LibraryError, Mark, Source
from hacktrick.play.players import level_of
from hacktrick.play.record import BEGAN, BRANCH, RATED, WATCHED, Record, RecordError
from hacktrick.play.today import day_of
from hacktrick.profiles import Profiles, profile_named
from hacktrick.storage import Problem, ProblemCode, Storage

if TYPE_CHECKING:  # the database is loaded when the library is first opened
    from hacktrick.library.judgements import Judgements
    from hacktrick.library.shelf import Library
    from hacktrick.play.reviewing import Finished, Reviewed

RATED_AIDS = ("memory", "tournament", "standard")

_CODES: dict[str, ProblemCode] = {
    "broken": "library_repaired",
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
                self._library = made(folder, self._storage.may_save)
            except LibraryError as error:
                self.failed(error)
                return None
        self._look_for_damage(self._library)
        return self._library

    def _look_for_damage(self, library: Library) -> None:
        """Note what was found wrong with the file or its matches, when it was opened or since."""
        if library.fault:
            self._trouble(_CODES[library.fault], library.kept_as)
        if library.damaged:
            self._trouble("library_rows", key=", ".join(map(str, sorted(library.damaged))))

    def put(self, record: Record, aids: str, profiles: Profiles) -> bool:
        """A finished match into the library; True if it is there now."""
        if record is self._kept:  # put in as it ended: leaving the table need not check it again
            return True
        library = self.library()
        if library is None or not library.may_write:
            return False
        try:
            parent = _parent(library, record)
            library.add(record, replace(_mark(record, aids, profiles), parent=parent))
        except RecordError:
            return False
        except LibraryError as error:
            self.failed(error)
            return False
        self._kept = record
        return True

    def number_of(self, record: Record) -> int | None:
        """The number of a match in the library; None if it is not there."""
        library = self.library()
        if library is None:
            return None
        try:
            return library.number_of(record.key)
        except LibraryError as error:
            self.failed(error)
            return None

    def find_review(self, number: int, finished: Finished) -> Reviewed | None:
        """The review of a round that was kept, if the present judge made it."""
        from hacktrick.play.reviewing import judge_name

        judgements = self._judgements()
        if judgements is None:
            return None
        try:
            return judgements.review(number, finished, judge_name(finished.rules))
        except LibraryError as error:
            self.failed(error)
            return None

    def keep_review(self, number: int, reviewed: Reviewed) -> None:
        """Keep the review of a round beside its match."""
        judgements = self._judgements()
        if judgements is None or not self._storage.may_save:
            return
        try:
            judgements.keep(number, reviewed)
        except LibraryError as error:
            self.failed(error)

    def _judgements(self) -> Judgements | None:
        library = self.library()
        if library is None:
            return None
        found: Judgements = import_module("hacktrick.library.judgements").Judgements(library)
        return found

    def take_problems(self) -> tuple[Problem, ...]:
        """What went wrong since the last call."""
        if self._library is not None:
            self._look_for_damage(self._library)
        problems, self._problems = tuple(self._problems), []
        return problems

    def close(self) -> None:
        if self._library is not None:
            self._library.close()
            self._library = None

    def failed(self, error: LibraryError) -> None:
        """Remember a trouble, to be told once."""
        self._trouble("disk_full" if error.full else "library_unusable")

    def _trouble(self, code: ProblemCode, kept_as: str = "", key: str = "") -> None:
        if code not in self._told:
            self._told.add(code)
            path = self._storage.folders.data / FILE
            self._problems.append(Problem(code, str(path), kept_as, key))


def _mark(record: Record, aids: str, profiles: Profiles) -> Mark:
    """What only this computer knows of a match: it counts for a rating if one person played it
    against the computer without being shown more than the rules show."""
    if record.more.get(WATCHED) is True:
        return Mark(source="watched")  # nobody of this computer was in it
    known = [profile_named(profiles, seat.name) for seat in record.seats]
    people = [level_of(seat.player) is None for seat in record.seats]
    began, branch = record.more.get(BEGAN), record.more.get(BRANCH)
    return Mark(
        source=_source(record),
        branch_at=None if branch is None else json.dumps(branch),
        began=began if isinstance(began, str) else None,
        aids=aids,
        rated=sum(people) == 1
        and aids in RATED_AIDS
        and branch is None
        and record.more.get(RATED) is not False,
        profiles=tuple(
            profile.name if profile and person else None
            for profile, person in zip(known, people, strict=True)
        ),
    )


def _source(record: Record) -> Source:
    """How a match that was played here came about."""
    if record.more.get(BRANCH) is not None:
        return "branch"
    return "played" if day_of(record) is None else "today"


def _parent(library: Library, record: Record) -> int | None:
    """The kept match that a branch has left."""
    branch = record.more.get(BRANCH)
    key = branch.get("match") if isinstance(branch, dict) else None
    return library.number_of(key) if isinstance(key, str) else None
