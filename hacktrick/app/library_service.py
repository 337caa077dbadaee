"""The match library as the program uses it: opened on demand, browsed, and reviewed.

Screens get entries, replays and texts to share, never records. A match that cannot be put into the
library stays in the autosave. Problems are reported once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from hacktrick.app.profiles import Profiles, profile_named
from hacktrick.app.storage import ProblemCode, Storage, StorageProblem
from hacktrick.coach.daily_round import day_of
from hacktrick.library.match_entries import (
    LIBRARY_FILE,
    ImportResult,
    LibraryError,
    MatchEntry,
    MatchProvenance,
    MatchQuery,
    MatchSource,
)
from hacktrick.match.players import level_of
from hacktrick.match.record import (
    BEGAN_KEY,
    BRANCH_KEY,
    RATED_KEY,
    WATCHED_KEY,
    Record,
    RecordError,
)

if TYPE_CHECKING:
    from hacktrick.app.marker_styles import MarkerStyles
    from hacktrick.app.match_reviews import MatchReviews
    from hacktrick.app.puzzle_practice import PuzzlePractice
    from hacktrick.app.replay_session import ReplaySession
    from hacktrick.coach.review.story import FinishedRound, ReviewProgress
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.game.view import SeatInfo
    from hacktrick.library.database import Library
    from hacktrick.library.judgements import Judgements


RATED_AIDS = ("memory", "tournament", "standard")

_CODES: dict[str, ProblemCode] = {
    "broken": "library_repaired",
    "foreign": "library_set_aside",
    "newer": "library_newer",
    "unreadable": "library_unusable",
    "copy_failed": "library_unusable",
}


class LibraryService:
    """The kept matches of a data folder."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._library: Library | None = None
        self._kept: Record | None = None  # the last one that was put in
        self._problems: list[StorageProblem] = []
        self._told: set[ProblemCode] = set()

    @property
    def database(self) -> Library | None:
        """The library, opened if it was not; None if that cannot be."""
        if self._library is None:
            folder = self._storage.folders.data
            try:
                made = import_module("hacktrick.library.database").Library
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
        library = self.database
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
        library = self.database
        if library is None:
            return None
        try:
            return library.number_of(record.key)
        except LibraryError as error:
            self.failed(error)
            return None

    def find_review(self, number: int, finished: FinishedRound) -> ReviewProgress | None:
        """The review of a round that was kept, if the present judge made it."""
        from hacktrick.coach.judgement import judge_id

        judgements = self._judgements()
        if judgements is None:
            return None
        try:
            return judgements.saved_review(number, finished, judge_id(finished.rules))
        except LibraryError as error:
            self.failed(error)
            return None

    def keep_review(self, number: int, reviewed: ReviewProgress) -> None:
        """Keep the review of a round beside its match."""
        judgements = self._judgements()
        if judgements is None or not self._storage.may_save:
            return
        try:
            judgements.save_review(number, reviewed)
        except LibraryError as error:
            self.failed(error)

    def _judgements(self) -> Judgements | None:
        library = self.database
        if library is None:
            return None
        found: Judgements = import_module("hacktrick.library.judgements").Judgements(library)
        return found

    def take_problems(self) -> tuple[StorageProblem, ...]:
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
            path = self._storage.folders.data / LIBRARY_FILE
            self._problems.append(StorageProblem(code, str(path), kept_as, key))


def _mark(record: Record, aids: str, profiles: Profiles) -> MatchProvenance:
    """What only this computer knows of a match: it counts for a rating if one person played it
    against the computer without being shown more than the rules show."""
    if record.extra.get(WATCHED_KEY) is True:
        return MatchProvenance(source="watched")  # nobody of this computer was in it
    known = [profile_named(profiles, seat.name) for seat in record.seats]
    people = [level_of(seat.player) is None for seat in record.seats]
    began, branch = record.extra.get(BEGAN_KEY), record.extra.get(BRANCH_KEY)
    return MatchProvenance(
        source=_source(record),
        branch_at=None if branch is None else json.dumps(branch),
        began=began if isinstance(began, str) else None,
        aids=aids,
        rated=sum(people) == 1
        and aids in RATED_AIDS
        and branch is None
        and record.extra.get(RATED_KEY) is not False,
        profiles=tuple(
            profile.name if profile and person else None
            for profile, person in zip(known, people, strict=True)
        ),
    )


def _source(record: Record) -> MatchSource:
    """How a match that was played here came about."""
    if record.extra.get(BRANCH_KEY) is not None:
        return "branch"
    return "played" if day_of(record) is None else "today"


def _parent(library: Library, record: Record) -> int | None:
    """The kept match that a branch has left."""
    branch = record.extra.get(BRANCH_KEY)
    key = branch.get("match") if isinstance(branch, dict) else None
    return library.number_of(key) if isinstance(key, str) else None


T = TypeVar("T")
ALL_MATCHES = MatchQuery()


class LibraryBrowser:
    """
    Args:
        styles_for: the looks of the markers at a table with these players.
    """

    def __init__(
        self,
        library_service: LibraryService,
        styles_for: Callable[[tuple[SeatInfo, ...]], MarkerStyles],
    ) -> None:
        self._library_service, self._styles_for = library_service, styles_for
        self._deleted: list[int] = []

    @property
    def may_write(self) -> bool:
        """False where the library can only be read, or not at all."""
        library = self._library_service.database
        return library is not None and library.may_write

    def find(self, wanted: MatchQuery = ALL_MATCHES) -> tuple[MatchEntry, ...]:
        """The matches that are wanted; none where they cannot be had."""
        return self._asked(lambda library: library.find(wanted), ())

    def __len__(self) -> int:
        return self._asked(len, 0)

    def star(self, number: int, starred: bool) -> bool:
        """Mark a match, or take the mark away; False if that cannot be kept."""
        return self._done(lambda library: library.star(number, starred))

    def note(self, number: int, text: str) -> bool:
        """What somebody writes beside a match."""
        return self._done(lambda library: library.note(number, text))

    # Deleting

    @property
    def last_deleted(self) -> int | None:
        """The match that ``undo`` brings back; None if there is none."""
        return self._deleted[-1] if self._deleted else None

    def delete(self, number: int) -> bool:
        """Out of the list, until it is brought back or the program ends."""
        done = self._done(lambda library: library.delete((number,)))
        if done:
            self._deleted.append(number)
        return done

    def undo(self) -> int | None:
        """Bring back what was deleted last; its number."""
        number = self.last_deleted
        if number is None or not self._done(lambda library: library.undelete((number,))):
            return None
        self._deleted.pop()
        return number

    def sweep(self) -> None:
        """The program ends: what was deleted goes for good."""
        if self._deleted:
            self._done(lambda library: library.purge_deleted())
            self._deleted.clear()

    # What is made of them

    def replay(self, entry: MatchEntry) -> ReplaySession | None:
        """A kept match, to be shown again; None if it cannot be read."""
        from hacktrick.app.replay_session import ReplayOrigin, ReplaySession

        try:
            record = self._asked(lambda library: library.record(entry.id), None)
            if record is None:
                return None
            origin = ReplayOrigin(entry.id, entry.ended)
            return ReplaySession(record, self._styles_for(record.seats), origin=origin)
        except (KeyError, RecordError):
            return None

    # Taking in

    def import_paths(self, paths: tuple[Path, ...]) -> Iterator[ImportResult]:
        """Import files and folders, one after the other; see ``library.intake``."""
        library = self._library_service.database
        if library is None:
            return
        taking = _importer().import_paths(library, paths)
        while (taken := self._tried(partial(next, taking, None))) is not None:
            yield taken

    def import_text(self, text: str) -> ImportResult | None:
        """Import a match in one line, or a record as text; None if nothing can be kept."""
        library = self._library_service.database
        if library is None:
            return None
        return self._tried(partial(_importer().import_text, library, text))

    # Troubles

    def _asked(self, question: Callable[[Library], T], instead: T) -> T:
        library = self._library_service.database
        if library is None:
            return instead
        found = self._tried(lambda: question(library))
        return instead if found is None else found

    def _done(self, deed: Callable[[Library], None]) -> bool:
        library = self._library_service.database
        if library is None:
            return False

        def do() -> bool:
            deed(library)
            return True

        return bool(self._tried(do))

    def _tried(self, deed: Callable[[], T]) -> T | None:
        try:
            return deed()
        except LibraryError as error:
            self._library_service.failed(error)
            return None


def _importer() -> Any:
    """The module that takes matches in: it loads the database."""
    return import_module("hacktrick.library.importer")


class LibraryReviews:
    """
    Args:
        thinker: who judges, without anything to think about.
        profiles: who plays on this computer now.
    """

    def __init__(
        self,
        library_service: LibraryService,
        practice: Callable[[], PuzzlePractice],
        thinker: Callable[[], Thinker],
        profiles: Callable[[], Profiles],
    ) -> None:
        self._library_service, self._practice = library_service, practice
        self._thinker, self._profiles = thinker, profiles

    def of_match(self, number: int) -> MatchReviews | None:
        """The rounds of a match in the library; None where nobody can judge them."""
        from hacktrick.app.match_reviews import MatchReviews

        record = self._record(number)
        if record is None or not record.rules.is_solved:
            return None
        find = partial(self._library_service.find_review, number)
        reviews = MatchReviews(record, self._thinker(), find)
        reviews.keep_all(partial(self._keep, number, reviews))
        return reviews

    def put(self, record: Record, reviews: MatchReviews | None) -> None:
        """A match is in the library: what is known of its rounds, and comes to be known, goes
        there too."""
        number = self._library_service.number_of(record)
        if number is not None and reviews is not None:
            reviews.keep_all(partial(self._keep, number, reviews))

    def _keep(self, number: int, reviews: MatchReviews, reviewed: ReviewProgress) -> None:
        self._library_service.keep_review(number, reviewed)
        for seat, question in reviews.mistakes(reviewed.story.number):
            name = reviews.seats[seat].name
            profile = profile_named(self._profiles(), name)
            self._practice().add_mistake(profile.name if profile else name, question)

    def _record(self, number: int) -> Record | None:
        library = self._library_service.database
        try:
            return None if library is None else library.record(number)
        except (KeyError, LibraryError):
            return None
