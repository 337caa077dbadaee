"""The match at this computer: set up, begun, saved, resumed, and added to the library.

Screens never get saved texts, which contain every hidden card. A provable deal is determined before
its match begins, since its fingerprint is shown first. Replays and reviews are imported only when
needed, so that the window opens sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from hacktrick.app.storage import SAVE_SLOTS, SaveSlot, UnfinishedMatchFiles
from hacktrick.coach.daily_round import daily_match, day_of_daily_round
from hacktrick.game.editions import Rules, custom_options, rules_for
from hacktrick.game.state import Seat
from hacktrick.game.view import SeatInfo
from hacktrick.library.match_entries import (
    MatchEntry,
    MatchPlayer,
    MatchQuery,
    MatchSource,
    has_all_words,
    utc_timestamp,
)
from hacktrick.match.deal_proof import ProvableChance, UnreadableProof
from hacktrick.match.live_match import ChanceSource, Match, RandomChance
from hacktrick.match.player_kinds import ENGINE, level_of
from hacktrick.match.record import (
    BEGAN_KEY,
    BRANCH_KEY,
    RATED_KEY,
    NewerRecord,
    Record,
    read_record,
)
from hacktrick.match.record_replay import load_match, replay_record
from hacktrick.safe_files import BadFile

if TYPE_CHECKING:
    from hacktrick.app.daily_round_results import DailyRoundResults
    from hacktrick.app.engine_player import EnginePlayer
    from hacktrick.app.library_service import LibraryReviews, LibraryService
    from hacktrick.app.match_reviews import MatchReviews
    from hacktrick.app.match_session import MatchSession
    from hacktrick.app.replay_session import BranchPlan, ReplaySession
    from hacktrick.app.settings import SettingsHolder
    from hacktrick.app.snapshot import Snapshot
    from hacktrick.app.storage import ProfileService, Storage, StorageProblem
    from hacktrick.coach.shared_thinker import SharedThinker
    from hacktrick.coach.thinking_client import Thinker

ALL_MATCHES = MatchQuery()

ShowSession = Callable[["MatchSession | None", Callable[[], Record] | None], None]
"""Puts a session on the screen, or None to leave the table.

The second argument returns the record of the session, from which a copy can be saved."""


class ChanceSourceFactory:
    """Creates the sources of chance for new and resumed matches.

    Args:
        rng: the source of chance for deals without a proof.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._coming: ProvableChance | None = None

    @property
    def next_match_fingerprint(self) -> str:
        """The fingerprint of the first deal of the next provable match."""
        return self._next_provable_chance().commitment

    def provable_chance_source(self, cut: str | None) -> ChanceSource:
        """Return the chance source of the match with the fingerprint ``next_match_fingerprint``.

        Args:
            cut: the player's cut of the first deck; None if they have not chosen one.
        """
        sealed, self._coming = self._next_provable_chance(), None
        sealed.set_cut(cut)
        return sealed

    def unprovable_chance_source(self) -> ChanceSource:
        """Return a chance source whose deals are not provable."""
        return RandomChance(self._rng)

    def resumed_chance_source(self, record: Record) -> ChanceSource:
        """Return the chance source that continues a saved match from its last position."""
        try:
            return (
                ProvableChance.resumed_from_record(record, self._rng.randbytes)
                or self.unprovable_chance_source()
            )
        except UnreadableProof:
            return self.unprovable_chance_source()

    def _next_provable_chance(self) -> ProvableChance:
        if self._coming is None:
            self._coming = ProvableChance(self._rng.randbytes)
        return self._coming


def _has_engine(seats: Sequence[SeatInfo]) -> bool:
    return any(seat.player == ENGINE for seat in seats)


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The choices for a new match.

    Attributes:
        preset: the name of the edition, a key of ``PRESETS``.
        options: the rules that differ from the edition.
        leader: the seat that leads first; None for a random seat.
        cut: the player's cut of the first deck; None if they have not chosen one.
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
        """Whether one person plays against the computer, in which case the deals are provable."""
        levels = [level_of(seat.player) for seat in self.seats]
        return levels.count(None) == 1


@dataclass(frozen=True, slots=True)
class SavedMatchSummary:
    """The facts about a saved match that screens may know: everything except the hidden cards.

    Attributes:
        score: the points by side, or by seat in an edition in which everyone plays alone.
        day: the date of the daily round; None for other matches.
    """

    rules: Rules
    seats: tuple[SeatInfo, ...]
    round_number: int
    score: tuple[int, ...]
    day: date | None = None


class AutosavedMatch:
    """The unfinished match in a slot of the autosave, if there is one.

    Attributes:
        record: the whole match with its hidden cards; None if there is no match.
        summary: the facts about the match that screens may know.
    """

    def __init__(self, storage: Storage, slot: SaveSlot) -> None:
        self._storage, self.slot = storage, slot
        self.record: Record | None = None
        self.summary: SavedMatchSummary | None = None

    def load_and_return_if_finished(self) -> tuple[Record | None, tuple[StorageProblem, ...]]:
        """Load the match from its autosave.

        Returns:
            The match, if it is finished and so belongs in the library, else None; and the problems.
        """
        loaded = self._storage.load_autosave(_check_record, self.slot)
        if loaded.text is None:
            return None, loaded.problems
        record = read_record(loaded.text)
        match = _match_at_end(record)
        if match is None:
            return None, loaded.problems
        if match.is_over:
            return record, loaded.problems
        self.set_match(record, match)
        return None, loaded.problems

    def set_match(self, record: Record, match: Match) -> None:
        """Set the saved match, which is unfinished."""
        self.record, self.summary = record, _summary_of(record, match)

    def forget_match(self) -> None:
        """Forget the match because it is resumed or another match begins.

        The match's file stays until the next save replaces it.
        """
        self.record = self.summary = None

    def delete_autosave(self) -> tuple[StorageProblem, ...]:
        """Delete the saved match and its file; return the problems."""
        self.forget_match()
        return self._storage.delete_autosaves(self.slot)


def save_slot_of(record: Record) -> SaveSlot:
    """Return the slot in which a match is saved while it is played."""
    if day_of_daily_round(record) is not None:
        return "today"
    return "match" if record.extra.get(BRANCH_KEY) is None else "study"


def match_identity(record: Record) -> str:
    """Return a text that identifies a match and stays the same while the match is played."""
    first = record.rounds[0]
    identity = (
        record.rules.preset,
        record.seats,
        record.extra.get(BEGAN_KEY),
        first.hands,
        first.deck,
    )
    return sha256(repr(identity).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _match_at_end(record: Record) -> Match | None:
    """Return the match at the end of its record; None if no round has begun."""
    last = None
    for match, _action in replay_record(record):
        last = match
    return last


def _summary_of(record: Record, match: Match) -> SavedMatchSummary:
    n = len(record.rounds)
    return SavedMatchSummary(
        match.rules, match.seats, n, match.match_state.score, day_of_daily_round(record)
    )


class _UnfinishedMatch(NamedTuple):
    """An unfinished match that has been read from a file."""

    text: str
    record: Record
    summary: SavedMatchSummary


class UnfinishedMatches:
    """All matches that can be resumed.

    These are the matches in the autosave slots and those that the player left to play another
    match.

    Args:
        saved: the matches in the slots.
        put: adds a finished match to the library; returns whether the library has it afterwards.

    Attributes:
        files: the files of the matches that the player left to play another match.
    """

    def __init__(
        self,
        storage: Storage,
        saved: Mapping[SaveSlot, AutosavedMatch],
        put: Callable[[Record], bool],
    ) -> None:
        self.files, self._saved, self._add_to_library = UnfinishedMatchFiles(storage), saved, put
        # The matches in files that have been read, by file name.
        self._read: dict[str, _UnfinishedMatch] = {}
        # The matches' texts that could not be written, by file name.
        self._unwritten: dict[str, str] = {}
        # The file name and the text of the match that was deleted last.
        self._deleted: tuple[str, str] | None = None

    def find_matches(self, query: MatchQuery = ALL_MATCHES) -> tuple[MatchEntry, ...]:
        """Return the matches that fit a query, the latest first."""
        found = [
            _match_entry(name, record, summary) for name, record, summary in self._all_matches()
        ]
        found.sort(key=lambda entry: entry.began or "", reverse=True)
        return tuple(entry for entry in found if _fits_query(entry, query))

    def record_with_key(self, key: str) -> Record | None:
        """Return the whole match of an entry; None if the match no longer exists."""
        return next((record for name, record, _ in self._all_matches() if name == key), None)

    def save_match(self, record: Record) -> tuple[StorageProblem, ...]:
        """Save a match in a file of its own; return the problems.

        This is necessary when another match begins, and when the library cannot take a finished
        match.
        """
        if not record.rounds:
            return ()
        name, text = match_identity(record), record.as_text()
        known = self._matches_in_files().get(name)
        if known is not None and not _is_earlier_state_of(known.record, record):
            name = f"{name}-{sha256(text.encode()).hexdigest()[:8]}"
        return self._write_match(name, text)

    def retry_failed_writes(self) -> tuple[StorageProblem, ...]:
        """Try again to write the matches that could not be written; return the problems."""
        waiting, self._unwritten = self._unwritten, {}
        return tuple(
            problem for name, text in waiting.items() for problem in self._write_match(name, text)
        )

    def _write_match(self, name: str, text: str) -> tuple[StorageProblem, ...]:
        problems = self.files.write_match(name, text)
        if not self.files.contains_match(name, text):
            self._unwritten[name] = text
        return problems

    def remove_earlier_state(self, record: Record) -> None:
        """Remove the file with an earlier state of a match that is now over."""
        name = match_identity(record) if record.rounds else ""
        left = self._matches_in_files().get(name)
        if left is not None and _is_earlier_state_of(left.record, record):
            self.files.remove_match(name)

    def delete_match(self, key: str) -> tuple[bool, tuple[StorageProblem, ...]]:
        """Delete a match; until the program ends, ``undo_delete`` restores the last deleted match.

        Returns:
            Whether the match is gone, and the problems.
        """
        record = self.record_with_key(key)
        if record is None:
            return False, ()
        saved = next((one for one in self._saved.values() if one.slot == key), None)
        problems: tuple[StorageProblem, ...] = ()
        if saved is not None:
            problems, done = saved.delete_autosave(), True
        else:
            done = self._unwritten.pop(key, None) is not None or self.files.remove_match(key)
        self._deleted = (match_identity(record), record.as_text()) if done else self._deleted
        return done, problems

    @property
    def can_undo_delete(self) -> bool:
        """Whether there is a match that ``undo_delete`` can restore."""
        return self._deleted is not None

    def undo_delete(self) -> tuple[StorageProblem, ...]:
        """Restore the match that was deleted last, if there is one; return the problems."""
        if self._deleted is None:
            return ()
        (name, text), self._deleted = self._deleted, None
        return self._write_match(name, text)

    def _all_matches(self) -> Iterator[tuple[str, Record, SavedMatchSummary]]:
        """Yield the key, the record and the summary of each match that can be resumed."""
        here = set()
        for slot, saved in self._saved.items():
            if saved.record is not None and saved.summary is not None:
                here.add(match_identity(saved.record))
                yield slot, saved.record, saved.summary
        for name, left in self._matches_in_files().items():
            if match_identity(left.record) not in here:
                yield name, left.record, left.summary

    def _matches_in_files(self) -> Mapping[str, _UnfinishedMatch]:
        """Return the unfinished matches in files, by file name.

        Finished matches in these files are added to the library.
        """
        before, self._read = self._read, {}
        for name, text in (*self.files.read_matches(), *self._unwritten.items()):
            known = before.get(name)
            if known is None or known.text != text:
                known = self._load_match(name, text)
            if known is not None:
                self._read[name] = known
        return self._read

    def _load_match(self, name: str, text: str) -> _UnfinishedMatch | None:
        try:
            record = read_record(text)
            match = _match_at_end(record)
        except ValueError:
            return None
        if match is None:
            return None
        if match.is_over:
            if self._add_to_library(record):
                self.files.remove_match(name)
            return None
        return _UnfinishedMatch(text, record, _summary_of(record, match))


def _is_earlier_state_of(one: Record, other: Record) -> bool:
    """Return whether ``one`` is the same match as ``other``, at the same or an earlier position."""
    if len(one.rounds) > len(other.rounds):
        return False
    pairs = zip(one.rounds, other.rounds, strict=False)
    return all(first.actions == last.actions[: len(first.actions)] for first, last in pairs)


def _match_entry(name: str, record: Record, summary: SavedMatchSummary) -> MatchEntry:
    """Return an unfinished match as an entry of a list; its number is negative."""
    began = record.extra.get(BEGAN_KEY)
    began = began if isinstance(began, str) else None
    sources: dict[SaveSlot, MatchSource] = {"match": "played", "today": "today", "study": "branch"}
    return MatchEntry(
        id=-1 - int(match_identity(record)[:12], 16),
        key=name,
        began=began,
        ended=began or "",
        source=sources[save_slot_of(record)],
        preset=summary.rules.preset,
        options=custom_options(summary.rules),
        score=summary.score,
        rounds=summary.round_number,
        players=tuple(MatchPlayer(one.name, level_of(one.player), False) for one in summary.seats),
        rated=False,
        aids=None,
        starred=False,
        note="",
        is_unfinished=True,
    )


def _fits_query(entry: MatchEntry, query: MatchQuery) -> bool:
    """Return whether the entry of an unfinished match fits a query."""
    names = [player.name for player in entry.players]
    return (
        has_all_words(" ".join((*names, entry.preset)), query.text)
        and query.preset in (None, entry.preset)
        and (query.level is None or query.level in [player.level for player in entry.players])
        and query.source in (None, entry.source)
        and not query.starred
        and query.won_by is None
        and query.outcome is None
    )


def _check_record(text: str) -> None:
    """Check that a text is the record of a match.

    Raises:
        BadFile: a newer program wrote the text.
        ValueError: the text is not a record or breaks the rules.
    """
    try:
        record = read_record(text)
    except NewerRecord as error:
        raise BadFile("newer") from error
    for _ in replay_record(record):
        pass


class LocalTable:
    """The match at this computer, together with the unfinished matches that are saved.

    Args:
        show: called when a session starts or ends.
        rng: the source of chance.
    """

    def __init__(
        self,
        storage: Storage,
        preferences: SettingsHolder,
        profiles: ProfileService,
        thinker: SharedThinker,
        daily_round: DailyRoundResults,
        library: LibraryService,
        library_reviews: LibraryReviews,
        show: ShowSession,
        rng: Random,
    ) -> None:
        self._storage, self._preferences, self._profiles = storage, preferences, profiles
        self._shared_thinker, self._daily_round = thinker, daily_round
        self._library, self._library_reviews = library, library_reviews
        self._show, self._rng = show, rng
        self._chance_sources = ChanceSourceFactory(rng)
        self._match: Match | None = None
        self._last_text = ""  # the record's text at the last save
        self._session: MatchSession | None = None
        self._engine: EnginePlayer | None = None  # the engine that plays in the session
        self._thinker: Thinker | None = None  # the thinker that plays and coaches in the session
        self._reviews: MatchReviews | None = None  # the reviews of the running match
        self._saved = {slot: AutosavedMatch(storage, slot) for slot in SAVE_SLOTS}
        self._unfinished = UnfinishedMatches(storage, self._saved, self._add_to_library)
        for saved in self._saved.values():
            finished, problems = saved.load_and_return_if_finished()
            storage.problems.extend(problems)
            if finished is not None:
                self._move_to_library(finished)

    @property
    def saved_match(self) -> SavedMatchSummary | None:
        """The summary of the match that ``resume`` would resume; None if there is none."""
        return self._saved["match"].summary

    @property
    def next_match_fingerprint(self) -> str:
        """The fingerprint of the first deal of the next match against the computer."""
        return self._chance_sources.next_match_fingerprint

    @property
    def is_daily_round(self) -> bool:
        """Whether the match at the table is a daily round."""
        return self._match is not None and day_of_daily_round(self._match.record) is not None

    @property
    def reviews(self) -> MatchReviews | None:
        """The reviews of the running match's finished rounds.

        None while no match is running, and in editions without a solver.
        """
        match, thinker = self._match, self._thinker
        if match is None or thinker is None or not match.rules.has_solver:
            return None
        if self._reviews is None:
            from hacktrick.app.match_reviews import MatchReviews

            self._reviews = MatchReviews(match.record, thinker)
        self._reviews.add_finished_rounds(match.record)
        return self._reviews

    @property
    def is_daily_round_saved(self) -> bool:
        """Whether the saved match is the daily round of the selected day."""
        saved = self._saved["today"].summary
        return saved is not None and saved.day == self._daily_round.day

    def begin_match(self, setup: MatchSetup) -> MatchSession:
        """Start a new match; save the unfinished match at the table first.

        Raises:
            RulesError: the options cannot be combined.
        """
        chances = (
            self._chance_sources.provable_chance_source(setup.cut)
            if setup.is_solo
            else self._chance_sources.unprovable_chance_source()
        )
        match = Match.begin(setup.rules, setup.seats, chances, setup.leader)
        match.record.extra[BEGAN_KEY] = utc_timestamp()
        if not self._preferences.settings.rated or _has_engine(match.seats):
            match.record.extra[RATED_KEY] = False
        return self.start_session(match)

    def begin_daily_round(self, names: tuple[str, str]) -> MatchSession:
        """Start the round of the day; an unfinished match stays saved.

        Args:
            names: the names of the player and of the opposing level.
        """
        match = daily_match(self._daily_round.day, names)
        match.record.extra[BEGAN_KEY] = utc_timestamp()
        return self.start_session(match)

    def resume_match(self, slot: SaveSlot = "match") -> MatchSession:
        """Resume the saved match of a slot, which must contain one."""
        record = self._saved[slot].record
        assert record is not None
        match = load_match(record, self._chance_sources.resumed_chance_source(record))
        self._saved[slot].forget_match()
        return self.start_session(match)

    def resume_unfinished_match(self, key: str) -> MatchSession | None:
        """Resume an unfinished match; return None if it no longer exists.

        Args:
            key: the key of the match's entry.
        """
        saved = next((one for one in self._saved.values() if one.slot == key), None)
        if saved is not None and saved.record is not None:
            return self.resume_match(saved.slot)
        record = self._unfinished.record_with_key(key)
        if record is None:
            return None
        session = self.start_session(
            load_match(record, self._chance_sources.resumed_chance_source(record))
        )
        self._unfinished.files.remove_once_saved(key, save_slot_of(record), self._last_text)
        return session

    def snapshot_of_unfinished_match(self, key: str) -> Snapshot | None:
        """Return a snapshot of an unfinished match at its last position; None if the match is gone.

        The snapshot contains public knowledge only.
        """
        from hacktrick.app.replay_session import ReplaySession

        record = self._unfinished.record_with_key(key)
        if record is None:
            return None
        replayed = ReplaySession(
            read_record(record.as_text()),
            self._profiles.marker_styles_for(record.seats),
            running=True,
        )
        replayed.go_to(replayed.end_position)
        return replayed.snapshot()

    def start_session(self, match: Match) -> MatchSession:
        """End the current session and start one for ``match``.

        If the save slot holds another unfinished match, that match moves to a file of its own.
        """
        from hacktrick.app.match_session import MatchSession
        from hacktrick.fairness.net_and_computer_hashes import write_net_and_computer_hashes

        self.leave_table()
        self._storage.problems.extend(self._unfinished.retry_failed_writes())
        slot = save_slot_of(match.record)
        left = self._saved[slot]
        if left.record is not None:
            self._storage.problems.extend(self._unfinished.save_match(left.record))
        left.forget_match()
        write_net_and_computer_hashes(match.record)
        self._thinker = self._shared_thinker.claim_thinker()
        pace, styles = (
            self._preferences.settings.pace,
            self._profiles.marker_styles_for(match.seats),
        )
        # In a daily round, the opponent must be equally strong on every machine.
        share = None if slot != "today" else 1.0
        save = partial(self._save_match, match, slot)
        self._engine = self._start_engine_if_seated(match.seats)
        session = MatchSession(
            match, self._thinker, save, self._rng, pace, styles, share, self._engine
        )
        self._match, self._session, self._reviews = match, session, None
        self._show(session, lambda: match.record)
        return session

    def _start_engine_if_seated(self, seats: Sequence[SeatInfo]) -> EnginePlayer | None:
        """Start the foreign program from the settings if it has a seat; return None otherwise."""
        if not _has_engine(seats):
            return None
        from hacktrick.app.engine_player import EnginePlayer

        return EnginePlayer(self._preferences.settings.engine_command)

    def continue_from_replay(self, replay: ReplaySession, plan: BranchPlan) -> MatchSession | None:
        """Start a match that continues from a position of a replay.

        An unfinished match stays saved.

        Returns:
            The session; None if the hidden cards cannot be drawn again at that position.

        Raises:
            ValueError: the position does not allow further play.
        """
        from hacktrick.app.replay_session import branch_from_replay
        from hacktrick.coach.branched_match import UntraceableMovesError

        try:
            match = branch_from_replay(replay, plan, self._rng)
        except UntraceableMovesError:
            return None
        match.record.extra[BEGAN_KEY] = utc_timestamp()
        return self.start_session(match)

    def replay_of_running_match(self) -> ReplaySession | None:
        """Return a replay of the running match so far, as the player at the screen knows it.

        The result is None if no match is running here, or if its record cannot be read.
        """
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

    def leave_table(self) -> None:
        """Leave the table: save an unfinished match, and add a finished match to the library."""
        match, self._match, self._session = self._match, None, None
        if self._engine is not None:
            self._engine.close()
            self._engine = None
        if match is None:
            return
        if match.is_over:
            self._move_to_library(match.record)
        else:
            self._saved[save_slot_of(match.record)].set_match(match.record, match)

    def find_unfinished_matches(self, query: MatchQuery = ALL_MATCHES) -> tuple[MatchEntry, ...]:
        """Return the unfinished matches that fit a query, the latest first."""
        return self._unfinished.find_matches(query)

    @property
    def can_undo_delete_unfinished_match(self) -> bool:
        """Whether there is a deleted unfinished match that can be restored."""
        return self._unfinished.can_undo_delete

    def delete_unfinished_match(self, key: str) -> bool:
        """Delete an unfinished match; return whether the match is gone."""
        done, problems = self._unfinished.delete_match(key)
        self._storage.problems.extend(problems)
        return done

    def undo_delete_unfinished_match(self) -> None:
        """Restore the unfinished match that was deleted last."""
        self._storage.problems.extend(self._unfinished.undo_delete())

    def _save_match(self, match: Match, slot: SaveSlot, text: str) -> None:
        """Save a match after a change; once the match is over, also add it to the library."""
        self._last_text = text
        self._storage.problems.extend(self._storage.save_match_soon(text, slot))
        if match is not self._match or not match.is_over:
            return
        self._daily_round.record_if_daily_round(match)
        if self._add_to_library(match.record):
            self._library_reviews.keep_reviews_saved(match.record, self.reviews)

    def _add_to_library(self, record: Record) -> bool:
        aids, profiles = self._preferences.settings.aids, self._profiles.profiles
        return self._library.add_match(record, aids, profiles)

    def _move_to_library(self, record: Record) -> None:
        """Add a finished match to the library and delete its autosave.

        If the library cannot take the match, the match is kept in a file of its own.
        """
        if self._add_to_library(record):
            self._storage.problems.extend(self._saved[save_slot_of(record)].delete_autosave())
            self._unfinished.remove_earlier_state(record)
        else:
            self._storage.problems.extend(self._unfinished.save_match(record))
