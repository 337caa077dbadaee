"""The unfinished match in the autosave: the record for its owner, a summary for screens."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from hacktrick.coach.daily_round import day_of
from hacktrick.game.rules import Rules
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.match.record import NewerRecord, Record, read_record
from hacktrick.match.record_replay import replay
from hacktrick.safe_files import BadFile

if TYPE_CHECKING:
    from hacktrick.app.storage import Storage, StorageProblem


@dataclass(frozen=True, slots=True)
class SavedMatchSummary:
    """What may be told of a match that was left: nothing of its hidden cards."""

    rules: Rules
    seats: tuple[SeatInfo, ...]
    round_number: int
    score: tuple[int, ...]
    day: date | None = None  # whose day's round it is


class SavedMatch:
    """At most one match, in the autosave of a data folder.

    Attributes:
        record: all of it, for whoever plays it on; None where there is none.
        told: what scenes may know of it.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.record: Record | None = None
        self.told: SavedMatchSummary | None = None

    def load(self) -> tuple[Record | None, tuple[StorageProblem, ...]]:
        """Look whether there is one.

        Returns:
            A match that is over and lies there still, None if none does; what went wrong.
        """
        loaded = self._storage.load_autosave(_check_record)
        if loaded.text is None:
            return None, loaded.problems
        record = read_record(loaded.text)
        matches = [match for match, _action in replay(record)]
        if matches and matches[-1].is_over:
            return record, loaded.problems
        if matches:
            self.put(record, matches[-1])
        return None, loaded.problems

    def put(self, record: Record, match: Match) -> None:
        """This match was left."""
        n = len(record.rounds)
        self.record = record
        self.told = SavedMatchSummary(
            match.rules, match.seats, n, match.match.score, day_of(record)
        )

    def take(self) -> None:
        """It is played on, or another one in its place: the file stays for that."""
        self.record = self.told = None

    def discard(self) -> tuple[StorageProblem, ...]:
        """Throw it away; what went wrong."""
        self.take()
        return self._storage.clear_autosave()


def _check_record(text: str) -> None:
    """Raises ValueError for a text that is no match that follows the rules, BadFile for one of a
    newer version."""
    try:
        record = read_record(text)
    except NewerRecord as error:
        raise BadFile("newer") from error
    for _ in replay(record):
        pass
