"""The services of the program, such as library, lessons and online play, and their connections.

This module is independent of the user interface. Modules that the window does not need at its start
are imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from hacktrick.app.crash_log import set_position_for_crash_reports
from hacktrick.app.daily_round_results import DailyRoundResults
from hacktrick.app.lesson_service import LessonService
from hacktrick.app.library_service import (
    LibraryBrowser,
    LibraryReviews,
    LibraryService,
    ReviewQueue,
)
from hacktrick.app.local_table import LocalTable
from hacktrick.app.online_service import OnlineService
from hacktrick.app.storage import ProfileService, ReviewQueueFile, SharedFiles
from hacktrick.coach.shared_thinker import SharedThinker
from hacktrick.game.notation.diagram import diagram_of_public, text_of
from hacktrick.game.state import Seat
from hacktrick.library.match_entries import LibraryError, utc_timestamp
from hacktrick.match.player_kinds import HUMAN, player_for_level
from hacktrick.match.record import BEGAN_KEY, BRANCH_KEY, RATED_KEY

if TYPE_CHECKING:
    from hacktrick.app.match_reviews import MatchReviews
    from hacktrick.app.match_session import MatchSession
    from hacktrick.app.online_session import OnlineSession
    from hacktrick.app.puzzle_practice import PuzzlePractice
    from hacktrick.app.settings import SettingsHolder
    from hacktrick.app.storage import DataFolders, Storage, StorageProblem
    from hacktrick.app.study_session import StudyFiles, StudySession
    from hacktrick.coach.review.round_review import ReviewedTurn
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.game.view import SeatInfo
    from hacktrick.match.live_match import Match
    from hacktrick.match.record import Record
    from hacktrick.online.network_process.process_client import NetworkClient

NETWORK_FOLDER = "online"


class ProgramServices:
    """The services of one running program, and the session on the screen.

    Args:
        preferences: holds the settings, which change while the program runs.
        thinker: starts the worker process; called when the first match begins, so that the
            window opens sooner.
        rng: the source of chance.
        problems: the problems that were found while opening the storage.
        network: starts the network client for a folder; None to start a separate process.
        judge: starts the process that judges many matches in the background; None to use
            ``thinker`` for this too.

    Attributes:
        session: the session on the screen; None away from the table.
        problems: the known problems that ``pop_problems`` returns next.
    """

    def __init__(
        self,
        preferences: SettingsHolder,
        storage: Storage,
        thinker: Callable[[], Thinker],
        rng: Random,
        problems: tuple[StorageProblem, ...] = (),
        network: Callable[[Path], NetworkClient] | None = None,
        judge: Callable[[], Thinker] | None = None,
    ) -> None:
        self.preferences = preferences
        self.session: MatchSession | None = None
        # Returns the record of the match in ``session``.
        self._record: Callable[[], Record] | None = None
        self._storage, self._rng = storage, rng
        self.problems = storage.problems
        self.problems.extend(problems)
        self.shared_files = SharedFiles(storage.folders)
        self.thinker = SharedThinker(thinker)
        self.profiles = ProfileService(storage, self._set_session_marker_styles)
        self.library = LibraryService(storage)
        self.library_browser = LibraryBrowser(self.library, self.profiles.marker_styles_for)
        self.library_reviews = LibraryReviews(
            self.library,
            lambda: self.puzzle_practice,
            self.thinker.claim_thinker,
            lambda: self.profiles.profiles,
        )
        self.review_queue = ReviewQueue(
            ReviewQueueFile(storage),
            self.library,
            self.library_reviews,
            judge or thinker,
            self._is_processor_needed_elsewhere,
        )
        self.lessons = LessonService(storage, preferences, self.profiles, self.thinker, rng)
        self.daily_round = DailyRoundResults(
            lambda: self.library.opened_library, self.thinker.claim_thinker
        )
        self.thinker.on_claim = self.daily_round.pause_levels
        folder = storage.folders.data / NETWORK_FOLDER
        self.online = OnlineService(folder, network or _make_network_process_client, thinker, rng)
        self.local_table = LocalTable(
            storage,
            preferences,
            self.profiles,
            self.thinker,
            self.daily_round,
            self.library,
            self.library_reviews,
            self._set_session_on_screen,
            rng,
        )

    @property
    def folders(self) -> DataFolders:
        """The folders that hold the program's files."""
        return self._storage.folders

    @property
    def is_saving(self) -> bool:
        """Whether this program may write files, and its last attempt to write a file succeeded."""
        return self._storage.is_saving

    @cached_property
    def puzzle_practice(self) -> PuzzlePractice:
        """The practice with puzzles, and with the player's mistakes as questions."""
        from hacktrick.app.puzzle_practice import PuzzlePractice

        return PuzzlePractice(
            lambda: self.library.opened_library, self.thinker.claim_thinker, self._rng
        )

    @cached_property
    def study_files(self) -> StudyFiles:
        """The player's saved studies."""
        from hacktrick.app.study_session import STUDY_FOLDER, StudyFiles

        return StudyFiles(self.folders.data / STUDY_FOLDER)

    @property
    def is_first_start(self) -> bool:
        """Whether this computer has yet to save a first match, lesson or setup of a match."""
        has_chosen = bool(self.preferences.settings.last_match)
        return (
            not has_chosen
            and self.local_table.saved_match is None
            and self.lessons.progress.has_neither_win_nor_lesson("")
        )

    def count_library_results(self) -> bool:
        """Count the library's matches as results against levels, if results are missing.

        Results are missing after an update from a version that did not save them.

        Returns:
            Whether there were any results to count.
        """
        if not self.lessons.has_wins_without_match_results or self.library.opened_library is None:
            return False
        try:
            return self.lessons.count_results_of_saved_matches(
                self.library.opened_library.find_matches()
            )
        except LibraryError as error:
            self.library.report_error(error)
            return False

    def pop_problems(self) -> tuple[StorageProblem, ...]:
        """Return the problems of storage and library since the last call; each is reported once."""
        self.library.report_damage()
        return self._storage.pop_problems()

    def play_from_turn(
        self, reviews: MatchReviews, round_index: int, turn: ReviewedTurn, seat: Seat
    ) -> MatchSession | None:
        """Continue a finished match from a turn; return None if that is impossible.

        Args:
            reviews: the reviews of the match.
            round_index: the index of the round, from 0.
            turn: the turn from which to continue.
            seat: the seat whose unknown cards are drawn again.
        """
        return self._leave_table_and_start_match(
            reviews.match_from_turn(round_index, turn, seat, self._rng)
        )

    def play_with_swapped_seats(
        self, reviews: MatchReviews, round_index: int
    ) -> MatchSession | None:
        """Play the deal of a round again with swapped seats; return None if that is impossible.

        Args:
            reviews: the reviews of the match.
            round_index: the index of the round, from 0.
        """
        return self._leave_table_and_start_match(
            reviews.swapped_seats_match(round_index, self._rng)
        )

    def play_from_study(
        self, study: StudySession, seats: Sequence[SeatInfo], level: int
    ) -> MatchSession | None:
        """Start a match from a study's current position.

        Args:
            study: the study whose position on the screen is continued.
            seats: the players, with their names.
            level: the level that plays all seats except the one that studies.

        Returns:
            The session; None if the hidden cards of the position cannot be drawn.
        """
        from hacktrick.coach.branched_match import match_from_view

        view, own = study.study.current_node.views[0], study.viewer
        players = tuple(
            replace(seat, player=HUMAN if n == own else player_for_level(level))
            for n, seat in enumerate(seats)
        )
        try:
            match = match_from_view(view, players, self._rng)
        except ValueError:
            return None
        match.record.extra[RATED_KEY] = False
        match.record.extra[BRANCH_KEY] = {"round": 0, "action": len(view.actions)}
        return self._leave_table_and_start_match(match)

    def _is_processor_needed_elsewhere(self) -> bool:
        """Return whether a running match or a player waiting for the judge needs the processor."""
        return self.session is not None or self.thinker.is_busy

    def _leave_table_and_start_match(self, match: Match | None) -> MatchSession | None:
        if match is None:
            return None
        self.leave_table()
        match.record.extra[BEGAN_KEY] = utc_timestamp()
        return self.local_table.start_session(match)

    def open_online_match(self) -> OnlineSession:
        """Start a session that plays or watches the online match.

        A match at this computer is not affected.
        """
        from hacktrick.app.online_session import OnlineSession

        network = self.online.network
        session = OnlineSession(
            network,
            self.thinker.claim_thinker(),
            self._add_online_match_to_library,
            self.online.update,
            self._rng,
            self.preferences.settings.pace,
            self.profiles.marker_styles_for(network.state.match_state.seats),
            self.online.clock,
        )
        self._set_session_on_screen(session, lambda: session.record)
        return session

    def end_online_session(self) -> None:
        """End the session of a finished online match; its table stays open."""
        self._set_session_on_screen(None)

    def save_match_copy(self) -> tuple[Path | None, tuple[StorageProblem, ...]]:
        """Save the match on the screen, including hidden cards, under a new name.

        Returns:
            The path, or None if nothing was written; and the problems.
        """
        assert self._record is not None
        return self._storage.save_match_copy(self._record().as_text())

    def leave_table(self) -> None:
        """Leave the local or online table; an unfinished match is saved."""
        self._set_session_on_screen(None)
        self.online.leave_table()
        self.thinker.release()
        self.local_table.leave_table()

    def close(self) -> None:
        """Stop all processes and finish pending writes; called at the end of the program."""
        self.review_queue.close()
        self.thinker.close()
        self.online.close()
        self.library_browser.purge_deleted()
        self.library.close()
        self._storage.close()

    def _set_session_on_screen(
        self, session: MatchSession | None, record: Callable[[], Record] | None = None
    ) -> None:
        self.session, self._record = session, record
        set_position_for_crash_reports(
            None if session is None else lambda: text_of(diagram_of_public(session.public))
        )

    def _set_session_marker_styles(self) -> None:
        if self.session:
            self.session.marker_styles = self.profiles.marker_styles_for(self.session.seats)

    def _add_online_match_to_library(self, record: Record) -> None:
        """Add a finished online match to the library; its record names its proof file."""
        self.library.add_match(record, self.preferences.settings.aids, self.profiles.profiles)


def _make_network_process_client(folder: Path) -> NetworkClient:
    from hacktrick.online.network_process.process_client import ProcessNetworkClient

    return ProcessNetworkClient(folder)
