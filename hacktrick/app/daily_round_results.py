"""The results of the daily round: the player's own, and each level's with the same cards.

The day is determined when the player opens the daily round, so midnight does not change it. Only
the first round of a day counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING

from hacktrick.coach.daily_round import (
    DailyLevelRuns,
    DailyOutcome,
    daily_outcome,
    day_of_daily_round,
    recorded_outcome,
)
from hacktrick.library.match_entries import LibraryError, MatchQuery
from hacktrick.match.record import RecordError

if TYPE_CHECKING:  # the database is loaded when the library is first opened
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.library.database import Library
    from hacktrick.match.live_match import Match

DAILY_ROUNDS = MatchQuery(source="today")
# A day begins somewhere on Earth up to this long before it begins in UTC.
EARLIEST_START = timedelta(days=1)
RECENT_DAYS = 7  # number of days whose results are shown


class DailyRoundResults:
    """The results of one day's round.

    Args:
        library: returns the match library; None if it cannot be opened.
        thinker: returns an idle thinker, which plays for the levels.
        today: returns the current date.

    Attributes:
        day: the day whose results are shown.
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
        self._days_played: set[date] = set()
        # The date of each saved daily round, by the match's number and end time.
        self._day_of_entry: dict[tuple[int, str], date | None] = {}
        # The day that was selected when the results were last read.
        self._read_for: date | None = None
        self._runs: DailyLevelRuns | None = None

    def select_day(self, day: date | None = None) -> None:
        """Show the results of another day.

        Args:
            day: the day; None for today.
        """
        self.day = day or self._today()
        if self._runs is not None and self._runs.day != self.day:
            self._runs = None
        if self.day not in self._own or self._read_for != self.day:
            self._read_for = self.day
            self._read_library()

    @property
    def own_result(self) -> DailyOutcome | None:
        """The result of the player's first round of the day; None before it is finished."""
        return self._own.get(self.day)

    @property
    def recent_own_results(self) -> tuple[DailyOutcome | None, ...]:
        """The player's results on the last ``RECENT_DAYS`` days, up to the selected day.

        The oldest result comes first; None stands for a day without a round.
        """
        days = (self.day - timedelta(days=n) for n in reversed(range(RECENT_DAYS)))
        return tuple(self._own.get(day) for day in days)

    @property
    def days_in_a_row(self) -> int:
        """The number of consecutive days with a round, up to the selected day or the day before."""
        played = self._days_played | self._own.keys()
        first = self.day if self.day in played else self.day - timedelta(days=1)
        n = 0
        while first - timedelta(days=n) in played:
            n += 1
        return n

    @property
    def level_results(self) -> Mapping[int, DailyOutcome]:
        """The results of the levels that have played the round from the player's seat, by level."""
        return {} if self._runs is None else self._runs.outcomes

    @property
    def playing_level(self) -> int | None:
        """The level that is playing now; None if no level is playing."""
        return None if self._runs is None else self._runs.current_level

    def let_levels_play(self) -> bool:
        """Let the levels play once the player's round is over; return whether a result is new.

        This method must not be called while a match needs the thinker.
        """
        if self.own_result is None:
            return False
        if self._runs is None:
            self._runs = DailyLevelRuns(self.day, self._thinker())
        return self._runs.advance_and_report_finished_level()

    def pause_levels(self) -> None:
        """Interrupt the levels, since another task needs the thinker."""
        if self._runs is not None:
            self._runs.cancel_pending_decision()

    def record_if_daily_round(self, match: Match) -> None:
        """Record the result of a finished match if it was a daily round."""
        day, outcome = day_of_daily_round(match.record), daily_outcome(match)
        if day is not None and outcome is not None:
            self.select_day(day)
            self._own.setdefault(day, outcome)

    def _read_library(self) -> None:
        """Read the results of recent days, and find the unbroken series of days before them."""
        library = self._library()
        if library is None:
            return
        recent = self.day - timedelta(days=RECENT_DAYS)
        firsts: dict[date, int] = {}
        try:
            for entry in library.find_matches(DAILY_ROUNDS):  # the latest match comes first
                if entry.ended < (min((recent, *firsts)) - 2 * EARLIEST_START).isoformat():
                    break
                key = entry.id, entry.ended
                if key not in self._day_of_entry:
                    self._day_of_entry[key] = day_of_daily_round(library.load_record(entry.id))
                if (day := self._day_of_entry[key]) is not None:
                    firsts[day] = entry.id
            self._days_played |= firsts.keys()
            for day, number in firsts.items():
                if day > recent and day not in self._own:
                    outcome = recorded_outcome(library.load_record(number))
                    if outcome is not None:
                        self._own[day] = outcome
        except (LibraryError, RecordError, KeyError):
            return
