"""The program's state above the screens: the services that screens ask, put together.

No pixels. Screens never touch saved texts, which hold every hidden card. Tables, reviews and
replays are imported when first needed, since the window opens without them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from hacktrick.app.crash_log import set_position_source
from hacktrick.app.daily_round_status import DailyRoundStatus
from hacktrick.app.lesson_service import LessonService
from hacktrick.app.library_service import LibraryBrowser, LibraryReviews, LibraryService
from hacktrick.app.local_table import DealSource, SavedMatch, SavedMatchSummary
from hacktrick.app.marker_styles import MarkerStyles, marker_styles_for
from hacktrick.app.online_service import OnlineService
from hacktrick.coach.daily_round import daily_match, day_of
from hacktrick.game.notation.diagram import diagram_of_public, text_of
from hacktrick.game.rules import Seat
from hacktrick.library.match_entries import now_utc
from hacktrick.match.live_match import Match
from hacktrick.match.record import BEGAN_KEY, RATED_KEY, Record, read_record
from hacktrick.match.record_replay import load_match

if TYPE_CHECKING:  # the database is loaded when the library is first opened
    from hacktrick.app.data_folders import DataFolders
    from hacktrick.app.local_table import MatchSetup
    from hacktrick.app.match_reviews import MatchReviews
    from hacktrick.app.online_session import OnlineSession
    from hacktrick.app.profiles import Profiles
    from hacktrick.app.puzzle_practice import PuzzlePractice
    from hacktrick.app.replay_session import BranchPlan, ReplaySession
    from hacktrick.app.session import Session
    from hacktrick.app.settings import SettingsHolder
    from hacktrick.app.storage import Storage, StorageProblem
    from hacktrick.coach.review.round_review import ReviewedTurn
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.game.view import SeatInfo
    from hacktrick.library.database import Library
    from hacktrick.online.client.network_client import NetworkClient

NETWORK_FOLDER = "online"


class Workspace:
    """The program's state above the scenes.

    Args:
        thinker: made when the first match begins, so that the window opens sooner.
        rng: the dice; the system's own unless a test brings its own.
        network: made when somebody wants to play over the network, for the folder that it keeps;
            None: a process of its own.
    """

    def __init__(
        self,
        context: SettingsHolder,
        storage: Storage,
        thinker: Callable[[], Thinker],
        rng: Random,
        problems: tuple[StorageProblem, ...] = (),
        network: Callable[[Path], NetworkClient] | None = None,
    ) -> None:
        self.context = context
        self.session: Session | None = None
        self._storage = storage
        self._match: Match | None = None  # the session's
        self._make_thinker = thinker
        folder = storage.folders.data / NETWORK_FOLDER
        self._connection = OnlineService(folder, network or _network_process, thinker, rng)
        self._record: Callable[[], Record] | None = None  # of the session's match
        self._thinker: Thinker | None = None
        self._rng = rng
        self._problems: list[StorageProblem] = list(problems)
        self._deals = DealSource(rng)
        self._shelf = LibraryService(storage)
        self._kept = LibraryBrowser(self._shelf, self.looks_for)
        self.school = LessonService(storage, self, rng)
        self._reviews: MatchReviews | None = None  # of the running match
        self.today = DailyRoundStatus(self._shelf.library, self.idle_thinker)
        self._aside = SavedMatch(storage)
        self._profiles, found = storage.load_profiles()
        self._problems += found
        finished, found = self._aside.load()
        self._problems += found
        if finished is not None:
            self._shelve(finished)

    @property
    def saved(self) -> SavedMatchSummary | None:
        """What Continue would go on with."""
        return self._aside.told

    @property
    def folders(self) -> DataFolders:
        """Where everything is kept."""
        return self._storage.folders

    @property
    def may_save(self) -> bool:
        """False where another window has the folder."""
        return self._storage.may_save

    @property
    def shared(self) -> Path:
        """Where what is given to others goes, unless the player says otherwise."""
        return self._storage.shared

    def save_shared(
        self, folder: Path, name: str, ending: str, content: bytes
    ) -> tuple[Path | None, tuple[StorageProblem, ...]]:
        """Something for others, in a folder, under a name that is free there; the path, None if
        it was not written."""
        return self._storage.save_shared(folder, name, ending, content)

    @property
    def profiles(self) -> Profiles:
        """Who plays on this computer."""
        return self._profiles

    def keep_profiles(self, profiles: Profiles) -> None:
        """Other profiles from now on, also for the markers of a running match."""
        self._profiles = profiles
        self._problems += self._storage.save_profiles(profiles)
        if self.session:
            self.session.looks = self.looks_for(self.session.seats)

    def looks_for(self, seats: Sequence[SeatInfo]) -> MarkerStyles:
        """The looks of the markers at a table with these players."""
        return marker_styles_for(seats, self._profiles)

    def take_problems(self) -> tuple[StorageProblem, ...]:
        """What went wrong since the last call, to be told once."""
        sources = self._storage, self._shelf, self.school
        own, self._problems = self._problems, []
        return (*own, *(problem for source in sources for problem in source.take_problems()))

    @cached_property
    def training(self) -> PuzzlePractice:
        """Puzzles and mistakes to be met again."""
        from hacktrick.app.puzzle_practice import PuzzlePractice

        return PuzzlePractice(self._shelf.library, self.idle_thinker, self._rng)

    @cached_property
    def _kept_reviews(self) -> LibraryReviews:
        thinker = self.idle_thinker
        return LibraryReviews(self._shelf, self.training, thinker, lambda: self._profiles)

    @property
    def library(self) -> Library | None:
        """The kept matches; None where they cannot be had."""
        return self._shelf.library()

    @property
    def reviews(self) -> MatchReviews | None:
        """The rounds of the running match that are over; None where nobody can judge them."""
        match, thinker = self._match, self._thinker
        if match is None or thinker is None or not match.rules.is_solved:
            return None
        if self._reviews is None:
            from hacktrick.app.match_reviews import MatchReviews

            self._reviews = MatchReviews(match.record, thinker)
        self._reviews.take(match.record)
        return self._reviews

    def branch(
        self, reviews: MatchReviews, number: int, turn: ReviewedTurn, seat: Seat
    ) -> Session | None:
        """Play a match that is over on from a turn of it; None where that cannot be done."""
        return self._play_branch(reviews.branch(number, turn, seat, self._rng))

    def swap(self, reviews: MatchReviews, number: int) -> Session | None:
        """Play the deal of a round from the other seat; None where that cannot be done."""
        return self._play_branch(reviews.swapped(number, self._rng))

    def _play_branch(self, match: Match | None) -> Session | None:
        if match is None:
            return None
        self.leave()
        return self.sit_down(match)

    def reviews_of(self, number: int) -> MatchReviews | None:
        """The rounds of a match in the library; None where nobody can judge them."""
        return self._kept_reviews.of(number)

    @property
    def kept(self) -> LibraryBrowser:
        """The kept matches, as scenes have them."""
        return self._kept

    def replay_running(self) -> ReplaySession | None:
        """The match of the table up to now, as the player at the screen knows it; None where
        there is none that can be shown."""
        match, session = self._match, self.session
        if match is None or session is None:
            return None
        from hacktrick.app.replay_session import ReplaySession

        try:
            record = read_record(match.record.as_text())
            running, only = not match.is_over, session.viewer
            return ReplaySession(record, session.looks, running=running, only=only)
        except ValueError:
            return None

    def play_on(self, replayed: ReplaySession, plan: BranchPlan) -> Session | None:
        """Play on from a place of a replay; the match takes the place of a saved one. None if the
        other cards cannot be drawn anew there.

        Raises:
            ValueError: nothing can be played there.
        """
        from hacktrick.app.replay_session import branch_from_replay
        from hacktrick.coach.branched_match import UntraceableMovesError

        try:
            match = branch_from_replay(replayed, plan, self._rng)
        except UntraceableMovesError:
            return None
        match.record.extra[BEGAN_KEY] = now_utc()
        return self.sit_down(match)

    @property
    def commitment(self) -> str:
        """The fingerprint of the first deal of the next solo match."""
        return self._deals.commitment

    def begin(self, new: MatchSetup) -> Session:
        """Start a new match; it takes the place of a saved one.

        Raises:
            RulesError: these options do not go together.
        """
        chances = self._deals.proved(new.cut) if new.is_solo else self._deals.dice()
        match = Match.begin(new.rules, new.seats, chances, new.leader)
        match.record.extra[BEGAN_KEY] = now_utc()
        if not self.context.settings.rated:
            match.record.extra[RATED_KEY] = False
        return self.sit_down(match)

    def begin_today(self, names: tuple[str, str]) -> Session:
        """Play the round of the day; it takes the place of a saved match.

        Args:
            names: of the player and of the level opposite.
        """
        match = daily_match(self.today.day, names)
        match.record.extra[BEGAN_KEY] = now_utc()
        return self.sit_down(match)

    @property
    def is_todays_round(self) -> bool:
        """Whether the match at the table is the round of a day."""
        return self._match is not None and day_of(self._match.record) is not None

    def resume(self) -> Session:
        """Go on with the saved match."""
        record = self._aside.record
        assert record is not None
        return self.sit_down(load_match(record, self._deals.resumed(record)))

    def sit_down(self, match: Match) -> Session:
        """Play ``match``, which is the session's alone from now on."""
        from hacktrick.app.session import Session
        from hacktrick.fairness.program_fingerprint import note_program_fingerprint

        note_program_fingerprint(match.record)
        thinker = self.idle_thinker()
        pace, looks = self.context.settings.pace, self.looks_for(match.seats)
        # Everybody has the same opponent in the round of a day, however slow the machine is.
        share = None if day_of(match.record) is None else 1.0
        self.session = Session(match, thinker, self._keep, self._rng, pace, looks, share)
        self._match = match
        self._aside.take()
        self._record, self._reviews = (lambda: match.record), None
        set_position_source(lambda: text_of(diagram_of_public(match.public)))
        return self.session

    @property
    def network(self) -> NetworkClient:
        """The way to other computers; nothing of it runs before something is said to it."""
        return self._connection.network

    def sit_down_online(self) -> OnlineSession:
        """Play the match that the network tells of. A match at this computer stays where it is."""
        from hacktrick.app.online_session import OnlineSession

        seen = self.network.told.seen
        pace, looks = self.context.settings.pace, self.looks_for(seen.seats)
        self.session = session = OnlineSession(
            self.network,
            self.idle_thinker(),
            self._keep_finished,
            self.update_network,
            self._rng,
            pace,
            looks,
            self._connection.clock,
        )
        self._record = lambda: session.record
        set_position_source(lambda: text_of(diagram_of_public(session.public)))
        return session

    def add_computer(self, level: int, name: str) -> None:
        """A computer player at the own table over the network, with a process of its own."""
        self._connection.add_computer(level, name)

    def update_network(self, dt: float) -> bool:
        """``dt`` seconds have passed at a table over the network; whether anything is new."""
        return self._connection.update(dt)

    def idle_thinker(self) -> Thinker:
        """Who thinks for the computer, without anything to think about."""
        if self._thinker is None:
            self._thinker = self._make_thinker()
        self.today.pause()
        self._thinker.forget()
        return self._thinker

    def _keep_finished(self, record: Record) -> None:
        """A match over the network into the library; its proof file lies beside."""
        self._shelf.put(record, self.context.settings.aids, self._profiles)

    @property
    def is_first(self) -> bool:
        """Whether nobody has played, learned or chosen anything here yet."""
        chosen = bool(self.context.settings.last_match)
        return not chosen and self.saved is None and self.school.is_new("")

    def save_copy(self) -> tuple[Path | None, tuple[StorageProblem, ...]]:
        """The running match, hidden cards included, under a name of its own; the path, None if it
        was not written."""
        assert self._record is not None
        return self._storage.save_copy(self._record().as_text())

    def leave(self) -> None:
        """Away from the table; an unfinished match is kept."""
        match, self._match, self.session = self._match, None, None
        self._record = None
        set_position_source(None)
        self.leave_online()
        self.today.pause()
        if self._thinker:
            self._thinker.forget()
        if match is None:
            return
        if match.is_over:
            self._shelve(match.record)
        else:
            self._aside.put(match.record, match)

    def rise(self) -> None:
        """From a match over the network that is over, and not from its table."""
        self.session = self._record = None

    def leave_online(self) -> None:
        """Away from a table over the network, with a good-bye; its match is kept there."""
        self._connection.leave()

    def discard(self) -> None:
        """Throw the saved match away."""
        self._problems += self._aside.discard()

    def close(self) -> None:
        """The program ends."""
        if self._thinker:
            self._thinker.close()
        self._connection.close()
        self._kept.sweep()
        self._shelf.close()
        self._storage.close()

    def _keep(self, text: str) -> None:
        self._problems += self._storage.keep_match(text)
        if self._match is None or not self._match.is_over:
            return
        self.today.note(self._match)
        if self._shelf.put(self._match.record, self.context.settings.aids, self._profiles):
            self._kept_reviews.put(self._match.record, self.reviews)

    def _shelve(self, record: Record) -> None:
        """A finished match out of the autosave, once it is in the library."""
        if self._shelf.put(record, self.context.settings.aids, self._profiles):
            self.discard()


def _network_process(folder: Path) -> NetworkClient:
    from hacktrick.online.client.network_client import ProcessNetworkClient

    return ProcessNetworkClient(folder)
