"""The match at this computer: set up, begun, saved, resumed, and put into the library.

Screens never touch saved texts, which hold every hidden card. A deal that is to be proved is fixed
before its match begins, since its fingerprint is shown first. Replays and reviews are imported when
first needed, since the window opens without them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from random import Random
from typing import TYPE_CHECKING, Any

from hacktrick.coach.daily_round import daily_match, day_of
from hacktrick.game.rules import Rules, Seat, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.library.match_entries import now_utc
from hacktrick.match.deal_proof import ProvableChance, UnreadableProof
from hacktrick.match.live_match import ChanceSource, Dice, Match
from hacktrick.match.players import level_of
from hacktrick.match.record import BEGAN_KEY, RATED_KEY, NewerRecord, Record, read_record
from hacktrick.match.record_replay import load_match, replay
from hacktrick.safe_files import BadFile

if TYPE_CHECKING:
    from hacktrick.app.daily_round_status import DailyRoundStatus
    from hacktrick.app.library_service import LibraryReviews, LibraryService
    from hacktrick.app.match_reviews import MatchReviews
    from hacktrick.app.profile_service import ProfileService
    from hacktrick.app.replay_session import BranchPlan, ReplaySession
    from hacktrick.app.session import Session
    from hacktrick.app.settings import SettingsHolder
    from hacktrick.app.shared_thinker import SharedThinker
    from hacktrick.app.storage import Storage, StorageProblem
    from hacktrick.coach.thinking_client import Thinker

ShowSession = Callable[["Session | None", Callable[[], Record] | None], None]
"""Makes a session the one on the screen; the function returns its record for a saved copy."""


class DealSource:
    """Provides the deals of new and resumed matches.

    Args:
        rng: the dice.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._coming: ProvableChance | None = None

    @property
    def commitment(self) -> str:
        """The fingerprint of the first deal of the next provable match."""
        return self._sealed().commitment

    def proved(self, cut: str | None) -> ChanceSource:
        """Return the chance source with that fingerprint; ``cut`` is the player's first cut."""
        sealed, self._coming = self._sealed(), None
        sealed.cut(cut)
        return sealed

    def dice(self) -> ChanceSource:
        """Return a chance source without a proof."""
        return Dice(self._rng)

    def resumed(self, record: Record) -> ChanceSource:
        """Return the chance source of a saved match from its present point on."""
        try:
            return ProvableChance.resumed(record, self._rng.randbytes) or self.dice()
        except UnreadableProof:
            return self.dice()

    def _sealed(self) -> ProvableChance:
        if self._coming is None:
            self._coming = ProvableChance(self._rng.randbytes)
        return self._coming


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The choices for a new match.

    Attributes:
        preset: the edition.
        options: the rules that differ from the edition.
        leader: the seat that leads first; None to draw lots.
        cut: how the player cuts the first deal; None without a choice.
    """

    preset: str = "keypad"
    seats: tuple[SeatInfo, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    leader: Seat | None = None
    cut: str | None = None

    @property
    def rules(self) -> Rules:
        return rules_for(self.preset, self.options)

    @property
    def is_solo(self) -> bool:
        """Whether one person plays against the computer and so gets a proof of the deals."""
        levels = [level_of(seat.player) for seat in self.seats]
        return levels.count(None) == 1


@dataclass(frozen=True, slots=True)
class SavedMatchSummary:
    """What screens may know of the saved match, nothing about hidden cards.

    Attributes:
        day: the date of the daily round, if it is one.
    """

    rules: Rules
    seats: tuple[SeatInfo, ...]
    round_number: int
    score: tuple[int, ...]
    day: date | None = None


class SavedMatch:
    """The match in the autosave, if there is one.

    Attributes:
        record: the whole match with its hidden cards; None without one.
        summary: what screens may know of it.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.record: Record | None = None
        self.summary: SavedMatchSummary | None = None

    def load(self) -> tuple[Record | None, tuple[StorageProblem, ...]]:
        """Load the autosave.

        Returns:
            The match if it is a finished one, which belongs into the library; and the problems.
        """
        loaded = self._storage.load_autosave(_check_record)
        if loaded.text is None:
            return None, loaded.problems
        record = read_record(loaded.text)
        matches = [match for match, _action in replay(record)]
        if matches and matches[-1].is_over:
            return record, loaded.problems
        if matches:
            self.set(record, matches[-1])
        return None, loaded.problems

    def set(self, record: Record, match: Match) -> None:
        """Make an unfinished match the saved one."""
        n = len(record.rounds)
        self.record = record
        self.summary = SavedMatchSummary(
            match.rules, match.seats, n, match.match.score, day_of(record)
        )

    def clear(self) -> None:
        """Forget the match, since it or another is played now; the file stays until replaced."""
        self.record = self.summary = None

    def discard(self) -> tuple[StorageProblem, ...]:
        """Delete the saved match; return the problems."""
        self.clear()
        return self._storage.clear_autosave()


def _check_record(text: str) -> None:
    """Check that a text is the record of a match.

    Raises:
        BadFile: a newer program wrote it.
        ValueError: it is not a record or breaks the rules.
    """
    try:
        record = read_record(text)
    except NewerRecord as error:
        raise BadFile("newer") from error
    for _ in replay(record):
        pass


class LocalTable:
    """The match at this computer, and the one that was left unfinished.

    Args:
        show: called when a session starts or ends.
        rng: the dice.
    """

    def __init__(
        self,
        storage: Storage,
        preferences: SettingsHolder,
        profiles: ProfileService,
        thinker: SharedThinker,
        daily_round: DailyRoundStatus,
        library: LibraryService,
        library_reviews: LibraryReviews,
        show: ShowSession,
        rng: Random,
    ) -> None:
        self._storage, self._preferences, self._profiles = storage, preferences, profiles
        self._shared_thinker, self._daily_round = thinker, daily_round
        self._library, self._library_reviews = library, library_reviews
        self._show, self._rng = show, rng
        self._deals = DealSource(rng)
        self._match: Match | None = None
        self._session: Session | None = None
        self._thinker: Thinker | None = None  # of the session
        self._reviews: MatchReviews | None = None  # of the running match
        self._saved_match = SavedMatch(storage)
        finished, self._problems = self._saved_match.load()
        if finished is not None:
            self._move_to_library(finished)

    @property
    def saved(self) -> SavedMatchSummary | None:
        """The match that ``resume`` goes on with; None if there is none."""
        return self._saved_match.summary

    @property
    def commitment(self) -> str:
        """The fingerprint of the first deal of the next solo match."""
        return self._deals.commitment

    @property
    def is_daily_round(self) -> bool:
        """Whether the match at the table is a daily round."""
        return self._match is not None and day_of(self._match.record) is not None

    @property
    def reviews(self) -> MatchReviews | None:
        """The finished rounds of the running match; None in editions that cannot be judged."""
        match, thinker = self._match, self._thinker
        if match is None or thinker is None or not match.rules.is_solved:
            return None
        if self._reviews is None:
            from hacktrick.app.match_reviews import MatchReviews

            self._reviews = MatchReviews(match.record, thinker)
        self._reviews.take(match.record)
        return self._reviews

    @property
    def is_daily_round_saved(self) -> bool:
        """Whether the saved match is the daily round of the day that is shown."""
        return self.saved is not None and self.saved.day == self._daily_round.day

    def begin(self, setup: MatchSetup) -> Session:
        """Start a new match, which replaces a saved one.

        Raises:
            RulesError: these options do not go together.
        """
        chances = self._deals.proved(setup.cut) if setup.is_solo else self._deals.dice()
        match = Match.begin(setup.rules, setup.seats, chances, setup.leader)
        match.record.extra[BEGAN_KEY] = now_utc()
        if not self._preferences.settings.rated:
            match.record.extra[RATED_KEY] = False
        return self.sit_down(match)

    def begin_daily_round(self, names: tuple[str, str]) -> Session:
        """Start the round of the day, which replaces a saved match.

        Args:
            names: of the player and of the level opposite.
        """
        match = daily_match(self._daily_round.day, names)
        match.record.extra[BEGAN_KEY] = now_utc()
        return self.sit_down(match)

    def resume(self) -> Session:
        """Go on with the saved match."""
        record = self._saved_match.record
        assert record is not None
        return self.sit_down(load_match(record, self._deals.resumed(record)))

    def sit_down(self, match: Match) -> Session:
        """Play ``match``, which belongs to the session alone from now on."""
        from hacktrick.app.session import Session
        from hacktrick.fairness.program_fingerprint import note_program_fingerprint

        note_program_fingerprint(match.record)
        self._thinker = self._shared_thinker.claim()
        pace, styles = self._preferences.settings.pace, self._profiles.styles_for(match.seats)
        # The opponent of a daily round is equally strong on every machine.
        share = None if day_of(match.record) is None else 1.0
        session = Session(match, self._thinker, self._keep, self._rng, pace, styles, share)
        self._match, self._session, self._reviews = match, session, None
        self._saved_match.clear()
        self._show(session, lambda: match.record)
        return session

    def play_on(self, replayed: ReplaySession, plan: BranchPlan) -> Session | None:
        """Play on from a place of a replay; this replaces a saved match.

        Returns:
            None if the hidden cards cannot be drawn anew there.

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

    def replay_so_far(self) -> ReplaySession | None:
        """Return the running match up to now, as the player at the screen knows it; None if no
        match runs here or its record cannot be read."""
        match, session = self._match, self._session
        if match is None or session is None:
            return None
        from hacktrick.app.replay_session import ReplaySession

        try:
            record = read_record(match.record.as_text())
            running, only = not match.is_over, session.viewer
            return ReplaySession(
                record,
                session.marker_styles,
                running=running,
                only=only,
                sole_player=session.sole_player,
            )
        except ValueError:
            return None

    def leave(self) -> None:
        """Leave the table; an unfinished match is saved, a finished one goes into the library."""
        match, self._match, self._session = self._match, None, None
        if match is None:
            return
        if match.is_over:
            self._move_to_library(match.record)
        else:
            self._saved_match.set(match.record, match)

    def discard_saved(self) -> None:
        """Throw the saved match away."""
        self._problems += self._saved_match.discard()

    def take_problems(self) -> tuple[StorageProblem, ...]:
        """Return the problems since the last call."""
        problems, self._problems = self._problems, ()
        return problems

    def _keep(self, text: str) -> None:
        """Save the match after a change; once it is over, also in the library."""
        self._problems += self._storage.save_match_soon(text)
        if self._match is None or not self._match.is_over:
            return
        self._daily_round.note(self._match)
        if self._put(self._match.record):
            self._library_reviews.put(self._match.record, self.reviews)

    def _put(self, record: Record) -> bool:
        aids, profiles = self._preferences.settings.aids, self._profiles.all
        return self._library.put(record, aids, profiles)

    def _move_to_library(self, record: Record) -> None:
        """Clear the autosave once its finished match is in the library."""
        if self._put(record):
            self.discard_saved()
