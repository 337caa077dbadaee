"""What the scenes share beside the picture: the saved match, the running one, what went wrong.

No pixels. It joins storage, the thinker and the session; scenes ask it and never touch the saved
texts, which hold every hidden card. What a table, a review or a replay needs is loaded with the
first of them, as the window opens without.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from hacktrick.crashlog import tell_position
from hacktrick.game.diagram import of_public
from hacktrick.game.diagramtext import text_of
from hacktrick.game.rules import Seat
from hacktrick.library.entries import now_utc
from hacktrick.play.match import Match
from hacktrick.play.record import BEGAN, RATED, Record, read_record
from hacktrick.play.replay import load
from hacktrick.play.today import day_of, todays_match
from hacktrick.seat.connection import Connection
from hacktrick.seat.deals import Deals
from hacktrick.seat.kept import Kept
from hacktrick.seat.kept_reviews import KeptReviews
from hacktrick.seat.looks import Looks, looks_for
from hacktrick.seat.school import School
from hacktrick.seat.shelf import Shelf
from hacktrick.seat.today import Today
from hacktrick.seat.unfinished import SetAside, Unfinished

if TYPE_CHECKING:  # the database is loaded when the library is first opened
    from hacktrick.folders import Folders
    from hacktrick.game.view import SeatInfo
    from hacktrick.library.shelf import Library
    from hacktrick.play.remote import Network
    from hacktrick.play.reviewing import Turn
    from hacktrick.play.thinker import Thinker
    from hacktrick.profiles import Profiles
    from hacktrick.seat.newmatch import NewMatch
    from hacktrick.seat.online import OnlineSession
    from hacktrick.seat.replaying import BranchPlan, ReplaySession
    from hacktrick.seat.reviews import Reviews
    from hacktrick.seat.session import Session
    from hacktrick.seat.training import Training
    from hacktrick.settings import HasSettings
    from hacktrick.storage import Problem, Storage

NETWORK_FOLDER = "online"


class Desk:
    """The program's state above the scenes.

    Args:
        thinker: made when the first match begins, so that the window opens sooner.
        rng: the dice; the system's own unless a test brings its own.
        network: made when somebody wants to play over the network, for the folder that it keeps;
            None: a process of its own.
    """

    def __init__(
        self,
        context: HasSettings,
        storage: Storage,
        thinker: Callable[[], Thinker],
        rng: Random,
        problems: tuple[Problem, ...] = (),
        network: Callable[[Path], Network] | None = None,
    ) -> None:
        self.context = context
        self.session: Session | None = None
        self._storage = storage
        self._match: Match | None = None  # the session's
        self._make_thinker = thinker
        folder = storage.folders.data / NETWORK_FOLDER
        self._connection = Connection(folder, network or _process, thinker, rng)
        self._record: Callable[[], Record] | None = None  # of the session's match
        self._thinker: Thinker | None = None
        self._rng = rng
        self._problems: list[Problem] = list(problems)
        self._deals = Deals(rng)
        self._shelf = Shelf(storage)
        self._kept = Kept(self._shelf, self.looks_for)
        self.school = School(storage, self, rng)
        self._reviews: Reviews | None = None  # of the running match
        self.today = Today(self._shelf.library, self.idle_thinker)
        self._aside = SetAside(storage)
        self._profiles, found = storage.load_profiles()
        self._problems += found
        finished, found = self._aside.load()
        self._problems += found
        if finished is not None:
            self._shelve(finished)

    @property
    def saved(self) -> Unfinished | None:
        """What Continue would go on with."""
        return self._aside.told

    @property
    def folders(self) -> Folders:
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
    ) -> tuple[Path | None, tuple[Problem, ...]]:
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

    def looks_for(self, seats: Sequence[SeatInfo]) -> Looks:
        """The looks of the markers at a table with these players."""
        return looks_for(seats, self._profiles)

    def take_problems(self) -> tuple[Problem, ...]:
        """What went wrong since the last call, to be told once."""
        sources = self._storage, self._shelf, self.school
        own, self._problems = self._problems, []
        return (*own, *(problem for source in sources for problem in source.take_problems()))

    @cached_property
    def training(self) -> Training:
        """Puzzles and mistakes to be met again."""
        from hacktrick.seat.training import Training

        return Training(self._shelf.library, self.idle_thinker, self._rng)

    @cached_property
    def _kept_reviews(self) -> KeptReviews:
        thinker = self.idle_thinker
        return KeptReviews(self._shelf, self.training, thinker, lambda: self._profiles)

    @property
    def library(self) -> Library | None:
        """The kept matches; None where they cannot be had."""
        return self._shelf.library()

    @property
    def reviews(self) -> Reviews | None:
        """The rounds of the running match that are over; None where nobody can judge them."""
        match, thinker = self._match, self._thinker
        if match is None or thinker is None or not match.rules.is_solved:
            return None
        if self._reviews is None:
            from hacktrick.seat.reviews import Reviews

            self._reviews = Reviews(match.record, thinker)
        self._reviews.take(match.record)
        return self._reviews

    def branch(self, reviews: Reviews, number: int, turn: Turn, seat: Seat) -> Session | None:
        """Play a match that is over on from a turn of it; None where that cannot be done."""
        return self._play_branch(reviews.branch(number, turn, seat, self._rng))

    def swap(self, reviews: Reviews, number: int) -> Session | None:
        """Play the deal of a round from the other seat; None where that cannot be done."""
        return self._play_branch(reviews.swapped(number, self._rng))

    def _play_branch(self, match: Match | None) -> Session | None:
        if match is None:
            return None
        self.leave()
        return self.sit_down(match)

    def reviews_of(self, number: int) -> Reviews | None:
        """The rounds of a match in the library; None where nobody can judge them."""
        return self._kept_reviews.of(number)

    @property
    def kept(self) -> Kept:
        """The kept matches, as scenes have them."""
        return self._kept

    def replay_running(self) -> ReplaySession | None:
        """The match of the table up to now, as the player at the screen knows it; None where
        there is none that can be shown."""
        match, session = self._match, self.session
        if match is None or session is None:
            return None
        from hacktrick.seat.replaying import ReplaySession

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
        from hacktrick.play.branch import TooHidden
        from hacktrick.seat.replaying import branch_of

        try:
            match = branch_of(replayed, plan, self._rng)
        except TooHidden:
            return None
        match.record.more[BEGAN] = now_utc()
        return self.sit_down(match)

    @property
    def commitment(self) -> str:
        """The fingerprint of the first deal of the next solo match."""
        return self._deals.commitment

    def begin(self, new: NewMatch) -> Session:
        """Start a new match; it takes the place of a saved one.

        Raises:
            RulesError: these options do not go together.
        """
        chances = self._deals.proved(new.cut) if new.is_solo else self._deals.dice()
        match = Match.begin(new.rules, new.seats, chances, new.leader)
        match.record.more[BEGAN] = now_utc()
        if not self.context.settings.rated:
            match.record.more[RATED] = False
        return self.sit_down(match)

    def begin_today(self, names: tuple[str, str]) -> Session:
        """Play the round of the day; it takes the place of a saved match.

        Args:
            names: of the player and of the level opposite.
        """
        match = todays_match(self.today.day, names)
        match.record.more[BEGAN] = now_utc()
        return self.sit_down(match)

    @property
    def is_todays_round(self) -> bool:
        """Whether the match at the table is the round of a day."""
        return self._match is not None and day_of(self._match.record) is not None

    def resume(self) -> Session:
        """Go on with the saved match."""
        record = self._aside.record
        assert record is not None
        return self.sit_down(load(record, self._deals.resumed(record)))

    def sit_down(self, match: Match) -> Session:
        """Play ``match``, which is the session's alone from now on."""
        from hacktrick.play.proof import note_computer
        from hacktrick.seat.session import Session

        note_computer(match.record)
        thinker = self.idle_thinker()
        pace, looks = self.context.settings.pace, self.looks_for(match.seats)
        # Everybody has the same opponent in the round of a day, however slow the machine is.
        share = None if day_of(match.record) is None else 1.0
        self.session = Session(match, thinker, self._keep, self._rng, pace, looks, share)
        self._match = match
        self._aside.take()
        self._record, self._reviews = (lambda: match.record), None
        tell_position(lambda: text_of(of_public(match.public)))
        return self.session

    @property
    def network(self) -> Network:
        """The way to other computers; nothing of it runs before something is said to it."""
        return self._connection.network

    def sit_down_online(self) -> OnlineSession:
        """Play the match that the network tells of. A match at this computer stays where it is."""
        from hacktrick.seat.online import OnlineSession

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
        tell_position(lambda: text_of(of_public(session.public)))
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

    def save_copy(self) -> tuple[Path | None, tuple[Problem, ...]]:
        """The running match, hidden cards included, under a name of its own; the path, None if it
        was not written."""
        assert self._record is not None
        return self._storage.save_copy(self._record().as_text())

    def leave(self) -> None:
        """Away from the table; an unfinished match is kept."""
        match, self._match, self.session = self._match, None, None
        self._record = None
        tell_position(None)
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


def _process(folder: Path) -> Network:
    from hacktrick.play.remote import ProcessNetwork

    return ProcessNetwork(folder)
