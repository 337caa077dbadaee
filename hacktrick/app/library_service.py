"""The match library of the program: opened on demand, browsed and reviewed.

Screens get entries, replays and texts to share. They never get records, which contain hidden cards.
A match that cannot be put into the library stays in the autosave. Each problem is reported once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hacktrick.app.profiles import Profiles, profile_named
from hacktrick.app.storage import ProblemCode, ReviewQueueFile, Storage, StorageProblem
from hacktrick.coach.daily_round import day_of_daily_round
from hacktrick.library.match_entries import (
    LIBRARY_FILE,
    LibraryError,
    MatchEntry,
    MatchProvenance,
    MatchQuery,
    MatchSource,
    QueuedReviews,
    SingleImportResult,
    TurnNote,
)
from hacktrick.match.player_kinds import level_of
from hacktrick.match.record import (
    BEGAN_KEY,
    BRANCH_KEY,
    RATED_KEY,
    WATCHED_KEY,
    Record,
    RecordError,
)

if TYPE_CHECKING:
    from hacktrick.app.match_reviews import MatchReviews
    from hacktrick.app.position_search import PositionSearch
    from hacktrick.app.profiles import SeatMarkerStyles
    from hacktrick.app.puzzle_practice import PuzzlePractice
    from hacktrick.app.replay_session import ReplaySession
    from hacktrick.app.study_session import StudyFiles
    from hacktrick.coach.puzzles import PositionQuestion
    from hacktrick.coach.review.judged_round import FinishedRound, ReviewProgress
    from hacktrick.coach.statistics import PlayerMistake
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.game.notation.diagram import Diagram
    from hacktrick.game.view import SeatInfo
    from hacktrick.library.database import Library
    from hacktrick.library.saved_reviews import SavedReviews


RATED_AIDS = ("memory", "tournament", "standard")

_PROBLEM_CODES: dict[str, ProblemCode] = {
    "broken": "library_repaired",
    "foreign": "library_set_aside",
    "newer": "library_newer",
    "unreadable": "library_unusable",
    "copy_failed": "library_unusable",
}


class LibraryService:
    """The library of a data folder, opened on first use."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._library: Library | None = None
        self._last_record: Record | None = None  # the match that was added last
        self._reported: set[ProblemCode] = set()

    @property
    def opened_library(self) -> Library | None:
        """The library, opened on first use; None if it cannot be opened."""
        if self._library is None:
            try:
                self._library = self.open_library()
            except LibraryError as error:
                self.report_error(error)
                return None
        self.report_damage()
        return self._library

    def open_library(self) -> Library:
        """Open the library; every thread needs a library object of its own.

        Raises:
            LibraryError: the library cannot be opened.
        """
        from hacktrick.library.database import Library

        return Library(self._storage.folders.data, self._storage.may_save)

    def report_damage(self) -> None:
        """Report damage found so far in the file or its rows as problems of the storage."""
        library = self._library
        if library is None:
            return
        if library.fault:
            self._report_problem(_PROBLEM_CODES[library.fault], library.backup_path)
        if library.damaged:
            self._report_problem("library_rows", key=", ".join(map(str, sorted(library.damaged))))

    def add_match(self, record: Record, aids: str, profiles: Profiles) -> bool:
        """Add a finished match to the library; return whether the library has it afterwards.

        Args:
            record: the finished match, whose record the library keeps.
            aids: the value of the setting ``aids``, the memory aids during the match.
            profiles: the profiles of this computer.
        """
        if record is self._last_record:  # the match was already added when it ended
            return True
        library = self.opened_library
        if library is None or not library.may_write:
            return False
        try:
            parent = _parent_number(library, record)
            library.add_match(
                record, replace(_provenance_of_match(record, aids, profiles), parent=parent)
            )
        except RecordError:
            return False
        except LibraryError as error:
            self.report_error(error)
            return False
        self._last_record = record
        return True

    def match_number_of_record(self, record: Record) -> int | None:
        """Return the number of a match in the library; None if the library does not have it."""
        return self.match_number_with_key(record.key)

    def match_number_with_key(self, key: str) -> int | None:
        """Return the number of the match with this key; None if the library does not have it."""
        library = self.opened_library
        if library is None:
            return None
        try:
            return library.match_number_with_key(key)
        except LibraryError as error:
            self.report_error(error)
            return None

    def match_numbers_by_key(self) -> dict[str, int]:
        """Return a mapping from match keys to match numbers, for the whole library."""
        library = self.opened_library
        if library is None:
            return {}
        try:
            return library.match_numbers_by_key()
        except LibraryError as error:
            self.report_error(error)
            return {}

    def load_review(self, match_number: int, finished: FinishedRound) -> ReviewProgress | None:
        """Return the saved review of a round; None if there is none or an older judge made it."""
        from hacktrick.coach.judgement import judge_id

        saved = self._saved_reviews()
        if saved is None:
            return None
        try:
            return saved.saved_review(match_number, finished, judge_id(finished.rules))
        except LibraryError as error:
            self.report_error(error)
            return None

    def is_fully_reviewed(self, match_number: int) -> bool:
        """Return whether every round of a match has a complete review by the current judge."""
        saved = self._saved_reviews()
        try:
            return saved is not None and saved.has_complete_review(match_number)
        except LibraryError as error:
            self.report_error(error)
            return False

    def save_review(self, match_number: int, reviewed: ReviewProgress) -> None:
        """Save the review of a round with its match."""
        saved = self._saved_reviews()
        if saved is None or not self._storage.may_save:
            return
        try:
            saved.save_review(match_number, reviewed)
        except LibraryError as error:
            self.report_error(error)

    def _saved_reviews(self) -> SavedReviews | None:
        library = self.opened_library
        if library is None:
            return None
        from hacktrick.library.saved_reviews import SavedReviews

        return SavedReviews(library)

    def close(self) -> None:
        """Close the library; the next use opens it again."""
        if self._library is not None:
            self._library.close()
            self._library = None

    def report_error(self, error: LibraryError) -> None:
        """Report the problem of an error as one of the storage; each problem is reported once."""
        self.report_damage()
        self._report_problem("disk_full" if error.full else "library_unusable")

    def _report_problem(self, code: ProblemCode, backup_path: str = "", key: str = "") -> None:
        if code not in self._reported:
            self._reported.add(code)
            path = self._storage.folders.data / LIBRARY_FILE
            self._storage.problems.append(StorageProblem(code, str(path), backup_path, key))


def _provenance_of_match(record: Record, aids: str, profiles: Profiles) -> MatchProvenance:
    """Return the facts about a match that only this computer knows.

    A match is rated if one person played it against computers, with no more memory aids than
    allowed.
    """
    if record.extra.get(WATCHED_KEY) is True:
        return MatchProvenance(source="watched")  # no person at this computer played
    known = [profile_named(profiles, seat.name) for seat in record.seats]
    people = [level_of(seat.player) is None for seat in record.seats]
    began, branch = record.extra.get(BEGAN_KEY), record.extra.get(BRANCH_KEY)
    return MatchProvenance(
        source=_source_of(record),
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


def _source_of(record: Record) -> MatchSource:
    """Return the source of a match played at this computer."""
    if record.extra.get(BRANCH_KEY) is not None:
        return "branch"
    return "played" if day_of_daily_round(record) is None else "today"


def _parent_number(library: Library, record: Record) -> int | None:
    """Return the number of the match from which this match branched off; None if there is none."""
    branch = record.extra.get(BRANCH_KEY)
    key = branch.get("match") if isinstance(branch, dict) else None
    return library.match_number_with_key(key) if isinstance(key, str) else None


T = TypeVar("T")
ALL_MATCHES = MatchQuery()


class LibraryBrowser:
    """Lists, searches, annotates, deletes, replays and imports the matches of the library.

    Args:
        styles_for: returns the marker styles at a table with these players.
    """

    def __init__(
        self,
        library_service: LibraryService,
        styles_for: Callable[[tuple[SeatInfo, ...]], SeatMarkerStyles],
    ) -> None:
        self._library_service, self._styles_for = library_service, styles_for
        self._deleted: list[int] = []

    @property
    def may_write(self) -> bool:
        """Whether the library can be changed."""
        library = self._library_service.opened_library
        return library is not None and library.may_write

    def find_matches(self, query: MatchQuery = ALL_MATCHES) -> tuple[MatchEntry, ...]:
        """Return the matches that fit a query; empty if there is no library."""
        return self._query_or_default(lambda library: library.find_matches(query), ())

    def match_entry(self, match_number: int) -> MatchEntry | None:
        """Return the match with this number; None if the library does not have it."""
        found: tuple[MatchEntry, ...] = self._query_or_default(
            lambda library: library.entries_with_numbers((match_number,)), ()
        )
        return found[0] if found else None

    def __len__(self) -> int:
        return self._query_or_default(len, 0)

    def start_position_search(self, diagram: Diagram, studies: StudyFiles) -> PositionSearch:
        """Start a search for a position in the saved matches and studies."""
        from hacktrick.app.position_search import PositionSearch

        return PositionSearch(self._library_service.open_library, studies, diagram)

    def set_star(self, match_number: int, is_starred: bool) -> bool:
        """Star or unstar a match; return whether the change was saved."""
        return self._change_library(lambda library: library.set_star(match_number, is_starred))

    def set_note(self, match_number: int, text: str) -> bool:
        """Set the player's note on a match; return whether the note was saved."""
        return self._change_library(lambda library: library.set_note(match_number, text))

    def turn_notes(self, match_number: int) -> tuple[TurnNote, ...]:
        """Return the notes on the turns of a match, in the order of play."""
        return self._query_or_default(lambda library: library.turn_notes(match_number), ())

    def write_turn_note(self, note: TurnNote) -> bool:
        """Set the note on a turn; return whether the note was saved.

        An empty text deletes the note.
        """
        return self._change_library(lambda library: library.write_turn_note(note))

    @property
    def last_deleted_number(self) -> int | None:
        """The number of the match that ``undo_delete`` would restore; None if there is none."""
        return self._deleted[-1] if self._deleted else None

    def delete(self, match_number: int) -> bool:
        """Delete a match; ``undo_delete`` can restore it until the program ends."""
        done = self._change_library(lambda library: library.mark_deleted((match_number,)))
        if done:
            self._deleted.append(match_number)
        return done

    def undo_delete(self) -> int | None:
        """Restore the last deleted match; return its number, or None if there is none."""
        number = self.last_deleted_number
        if number is None or not self._change_library(
            lambda library: library.restore_deleted((number,))
        ):
            return None
        self._deleted.pop()
        return number

    def purge_deleted(self) -> None:
        """Remove deleted matches permanently; called at the end of the program."""
        if self._deleted:
            self._change_library(lambda library: library.purge_deleted())
            self._deleted.clear()

    def open_replay(self, entry: MatchEntry) -> ReplaySession | None:
        """Return the replay of a match; None if the match cannot be read."""
        from hacktrick.app.replay_session import ReplayOrigin, ReplaySession

        try:
            record = self._query_or_default(lambda library: library.load_record(entry.id), None)
            if record is None:
                return None
            origin = ReplayOrigin(entry.id, entry.ended)
            is_own = entry.source in ("played", "branch", "today")
            people = [n for n, seat in enumerate(record.seats) if level_of(seat.player) is None]
            return ReplaySession(
                record,
                self._styles_for(record.seats),
                origin=origin,
                sole_player=people[0] if is_own and len(people) == 1 else None,
            )
        except (KeyError, RecordError):
            return None

    def import_paths(self, paths: tuple[Path, ...]) -> Iterator[SingleImportResult]:
        """Import files and folders, and yield the result for each file."""
        library = self._library_service.opened_library
        if library is None:
            return
        from hacktrick.library.importer import import_paths

        taking = import_paths(library, paths)
        while (taken := self._result_unless_library_fails(partial(next, taking, None))) is not None:
            yield taken

    def import_text(self, text: str) -> SingleImportResult | None:
        """Import a share code or the text of a record; return None if nothing can be saved."""
        library = self._library_service.opened_library
        if library is None:
            return None
        from hacktrick.library.importer import import_text

        return self._result_unless_library_fails(partial(import_text, library, text))

    # Methods for errors of the database.

    def _query_or_default(self, question: Callable[[Library], T], instead: T) -> T:
        library = self._library_service.opened_library
        if library is None:
            return instead
        found = self._result_unless_library_fails(lambda: question(library))
        return instead if found is None else found

    def _change_library(self, change: Callable[[Library], None]) -> bool:
        library = self._library_service.opened_library
        if library is None:
            return False

        def apply_change() -> bool:
            change(library)
            return True

        return bool(self._result_unless_library_fails(apply_change))

    def _result_unless_library_fails(self, action: Callable[[], T]) -> T | None:
        try:
            return action()
        except LibraryError as error:
            self._library_service.report_error(error)
            return None


class LibraryReviews:
    """Reviews of the matches in the library.

    Args:
        thinker: returns an idle thinker, which judges the rounds.
        profiles: returns the profiles of this computer.
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

    def reviews_of_match(self, match_number: int) -> MatchReviews | None:
        """Return the reviews of a match; None in editions that cannot be judged.

        The mistakes that the reviews find become questions for practice.
        """
        reviews = self.reviews_without_mistake_questions(match_number, self._thinker())
        if reviews is not None:
            reviews.save_current_and_later_reviews(
                partial(self._save_review_and_mistakes, match_number, reviews)
            )
        return reviews

    def reviews_without_mistake_questions(
        self, match_number: int, thinker: Thinker
    ) -> MatchReviews | None:
        """Return the reviews of a match, without turning its mistakes into questions.

        Each review is saved as soon as it is made. The result is None in editions that cannot be
        judged.

        Args:
            thinker: judges the rounds.
        """
        from hacktrick.app.match_reviews import MatchReviews

        record = self._record_of_match(match_number)
        if record is None or not record.rules.has_solver:
            return None
        find = partial(self._library_service.load_review, match_number)
        keep = partial(self._library_service.save_review, match_number)
        reviews = MatchReviews(record, thinker, find, keep)
        reviews.match_number = match_number
        return reviews

    def questions_from_mistakes(
        self, mistakes: Iterable[PlayerMistake]
    ) -> Iterator[PositionQuestion]:
        """Yield mistakes as questions; those in matches that can no longer be read are left out."""
        opened: dict[int, MatchReviews | None] = {}
        for one in mistakes:
            if one.match not in opened:
                opened = {
                    one.match: self.reviews_without_mistake_questions(one.match, self._thinker())
                }
            reviews = opened[one.match]
            turn = (
                None
                if reviews is None
                else reviews.turn_with_action(one.round, one.action, one.seat)
            )
            if reviews is not None and turn is not None:
                attempt = reviews.attempt_at_turn(one.round, turn, one.seat)
                if attempt is not None:
                    yield attempt.question

    def keep_reviews_saved(self, record: Record, reviews: MatchReviews | None) -> None:
        """Save the reviews of a match that has been added to the library, now and when they change.

        Args:
            record: the match as it is saved in the library.
            reviews: its reviews; None if there are none.
        """
        number = self._library_service.match_number_of_record(record)
        if number is not None and reviews is not None:
            reviews.match_number = number
            reviews.save_current_and_later_reviews(
                partial(self._save_review_and_mistakes, number, reviews)
            )

    def _save_review_and_mistakes(
        self, match_number: int, reviews: MatchReviews, reviewed: ReviewProgress
    ) -> None:
        self._library_service.save_review(match_number, reviewed)
        for seat, question in reviews.mistake_questions(reviewed.judgement.number):
            name = reviews.seats[seat].name
            profile = profile_named(self._profiles(), name)
            self._practice().add_mistake(profile.name if profile else name, question)

    def _record_of_match(self, match_number: int) -> Record | None:
        library = self._library_service.opened_library
        try:
            return None if library is None else library.load_record(match_number)
        except (KeyError, LibraryError):
            return None


QUIET_SECONDS = 2.0  # seconds that the processor must have been free before the judging goes on
SECONDS_A_CALL = 0.01  # the most seconds per call for skipping matches that are already judged
# Maximum number of attempts to judge a round, since an attempt may end without a result.
MAX_TRIES = 2


class ReviewQueue:
    """Judges chosen matches of the library in the background, one after the other.

    The chosen matches are saved on disk. A separate process of the lowest priority judges them.
    This process is ended at once when the player stops it or when the processor is needed
    elsewhere; only the round in progress must then be judged again.

    Args:
        reviews: the reviews of the library's matches.
        make_thinker: starts the process that judges.
        must_wait: returns whether something else needs the processor now.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        file: ReviewQueueFile,
        library: LibraryService,
        reviews: LibraryReviews,
        make_thinker: Callable[[], Thinker],
        must_wait: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._file, self._library, self._reviews = file, library, reviews
        self._make_thinker, self._must_wait, self._clock = make_thinker, must_wait, clock
        self._choice: QueuedReviews | None = None  # None until the list is read from the disk
        self._thinker: Thinker | None = None
        self._match: MatchReviews | None = None  # the match that is being judged
        # The rounds of this match that were requested, once for each request.
        self._tried: list[int] = []
        self._quiet_since = clock()

    @property
    def queued_reviews(self) -> QueuedReviews:
        """The chosen matches, and the number of them that are judged.

        After all have been judged, the list stays until matches are chosen again.
        """
        if self._choice is None:
            self._choice = self._file.load_queue()
        return self._choice

    @property
    def is_working(self) -> bool:
        """Whether matches are left to judge and the judging has not been stopped."""
        return (
            not (self.queued_reviews.is_done or self.queued_reviews.is_stopped)
            and self._file.may_save
        )

    def add_matches(self, entries: Iterable[MatchEntry]) -> int:
        """Add finished matches and start or resume the judging; return the number of added matches.

        If all earlier matches have been judged, the new ones form a new list.
        """
        before = QueuedReviews() if self.queued_reviews.is_done else self.queued_reviews
        chosen = [one.key for one in entries if not one.is_unfinished]
        keys = [key for key in chosen if key not in before.keys]
        if keys or (chosen and before.is_stopped):
            self._set_queue(replace(before, keys=(*before.keys, *keys), is_stopped=False))
        return len(keys)

    def stop(self) -> None:
        """Stop the judging at once, until ``resume`` is called."""
        self._set_queue(replace(self.queued_reviews, is_stopped=True))
        self.close()

    def resume(self) -> None:
        """Resume the judging after ``stop``."""
        self._set_queue(replace(self.queued_reviews, is_stopped=False))

    def match_numbers(self) -> tuple[int, ...]:
        """Return the numbers of the chosen matches that are still in the library."""
        known = self._library.match_numbers_by_key()
        return tuple(known[key] for key in self.queued_reviews.keys if key in known)

    def judge_step_finishes_match(self) -> bool:
        """Continue the judging for a moment; must be called repeatedly.

        Returns:
            Whether a match has been completely judged.
        """
        if not self.is_working:
            return False
        now = self._clock()
        if self._must_wait():
            self.close()
            self._quiet_since = now
        if now - self._quiet_since < QUIET_SECONDS:
            return False
        if self._match is None:
            return not self._open_next_match()
        return self._continue_judging(self._match)

    def close(self) -> None:
        """End the process that judges; the queue stays unchanged."""
        if self._thinker is not None:
            self._thinker.close()
        self._thinker = self._match = None

    def _open_next_match(self) -> bool:
        """Open the next match; return False if all its rounds are judged."""
        keys, n_judged = self.queued_reviews.keys, self.queued_reviews.n_judged
        passed, number = 0, None
        end = self._clock() + SECONDS_A_CALL
        while n_judged + passed < len(keys) and self._clock() <= end:
            number = self._library.match_number_with_key(keys[n_judged + passed])
            if number is not None and not self._library.is_fully_reviewed(number):
                break
            passed, number = passed + 1, None
        if passed:
            self._count_next_as_judged(passed)
        if number is None:
            return False
        if self._thinker is None:
            self._thinker = self._make_thinker()
        self._match = self._reviews.reviews_without_mistake_questions(number, self._thinker)
        if self._match is None:
            self._finish_match()
        return self._match is not None

    def _continue_judging(self, match: MatchReviews) -> bool:
        """Collect results and request the next round; return whether the match is done."""
        assert self._thinker is not None
        match.update()
        if self._thinker.running_review_ticket():
            return False
        left = [n for n in match.incomplete_rounds if self._tried.count(n) < MAX_TRIES]
        if not left:
            self._finish_match()
            return True
        self._tried.append(left[0])
        match.request_review_unless_complete(left[0])
        return False

    def _finish_match(self) -> None:
        self._match, self._tried = None, []
        self._count_next_as_judged(1)

    def _count_next_as_judged(self, n_matches: int) -> None:
        """Count the next ``n_matches`` chosen matches as judged."""
        self._set_queue(
            replace(self.queued_reviews, n_judged=self.queued_reviews.n_judged + n_matches)
        )
        if self.queued_reviews.is_done:
            self.close()

    def _set_queue(self, queue: QueuedReviews) -> None:
        self._choice = queue
        self._file.save_queue(queue)
