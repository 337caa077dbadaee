"""The state of the daily round: the player's result and those of the levels in their place.

The day is fixed when the player looks at it, so that midnight does not change it during a round.
Only the first round of a day counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING

from hacktrick.coach.daily_round import (
    DailyOutcome,
    LevelTrials,
    daily_outcome,
    day_of,
    recorded_outcome,
)
from hacktrick.library.match_entries import LibraryError, MatchQuery
from hacktrick.match.record import RecordError

if TYPE_CHECKING:  # the database is loaded when the library is first opened
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.library.database import Library
    from hacktrick.match.live_match import Match

KEPT_DAILY_ROUNDS = MatchQuery(source="today")
EARLIEST_START = timedelta(days=1)  # before its date in UTC may a day begin somewhere


class DailyRoundStatus:
    """
    Args:
        library: the kept matches; None where they cannot be had.
        thinker: who plays for the levels, with nothing else to think about.
        today: tells the date.
    """

    def __init__(
        self,
        library: Callable[[], Library | None],
        thinker: Callable[[], Thinker],
        today: Callable[[], date] = date.today,
    ) -> None:
        self._library, self._thinker, self._today = library, thinker, today
        self.day = today()
        self._own: dict[date, DailyOutcome] = {}
        self._trials: LevelTrials | None = None

    def look(self, day: date | None = None) -> None:
        """Somebody looks at the round of a day; None: of this one."""
        self.day = day or self._today()
        if self._trials is not None and self._trials.day != self.day:
            self._trials = None
        if self.day not in self._own and (kept := self._kept()) is not None:
            self._own[self.day] = kept

    @property
    def own(self) -> DailyOutcome | None:
        """How the first round of the day has come off; None before that."""
        return self._own.get(self.day)

    @property
    def levels(self) -> Mapping[int, DailyOutcome]:
        """What each level did in the player's place, as far as it has been worked out."""
        return {} if self._trials is None else self._trials.outcomes

    @property
    def playing(self) -> int | None:
        """The level that plays now; None if none does, or all have."""
        return None if self._trials is None else self._trials.current_level

    def update(self) -> bool:
        """Let the levels play once the own round is over; True if something new is known. Only
        while no other match needs the thinker."""
        if self.own is None:
            return False
        if self._trials is None:
            self._trials = LevelTrials(self.day, self._thinker())
        return self._trials.update()

    def pause(self) -> None:
        """Somebody else needs the thinker."""
        if self._trials is not None:
            self._trials.pause()

    def note(self, match: Match) -> None:
        """A match has come to its end; whether it was a round of a day is told by its record."""
        day, outcome = day_of(match.record), daily_outcome(match)
        if day is not None and outcome is not None:
            self.look(day)
            self._own.setdefault(day, outcome)

    def _kept(self) -> DailyOutcome | None:
        """The first round of the day that is in the library."""
        library, found = self._library(), None
        if library is None:
            return None
        try:
            for entry in library.find(KEPT_DAILY_ROUNDS):  # the latest comes first
                if date.fromisoformat(entry.ended[:10]) < self.day - EARLIEST_START:
                    break
                record = library.record(entry.id)
                if day_of(record) == self.day:
                    found = recorded_outcome(record) or found
        except (LibraryError, RecordError, KeyError):
            return None
        return found
