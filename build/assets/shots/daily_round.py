"""A finished daily round for pictures and tests, in which no level has to think."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from hacktrick.app.daily_round_results import DailyRoundResults
from hacktrick.coach.daily_round import DailyOutcome
from hacktrick.coach.thinking_client import InlineThinker

DAY = date(2026, 11, 22)
OWN_OUTCOME = DailyOutcome(True, 1, 9)
LEVEL_OUTCOMES = {
    level: DailyOutcome(level % 3 == 0, 1 + level % 2, 7 + level) for level in range(1, 11)
}


class FinishedDailyRound(DailyRoundResults):
    """A daily round with given results.

    Args:
        found: the results of the levels that have played so far.
        own: the player's result; None before the player has played.
    """

    def __init__(
        self, found: Mapping[int, DailyOutcome], own: DailyOutcome | None = OWN_OUTCOME
    ) -> None:
        super().__init__(lambda: None, InlineThinker, lambda: DAY)
        self._found, self._outcome = found, own
        self._own = {DAY - timedelta(n): DailyOutcome(n != 2, 1, 9) for n in (1, 2, 3, 5)}
        if own is not None:
            self._own[DAY] = own

    @property
    def own_result(self) -> DailyOutcome | None:
        return self._outcome

    @property
    def level_results(self) -> Mapping[int, DailyOutcome]:
        return self._found

    @property
    def playing_level(self) -> int | None:
        return next((level for level in LEVEL_OUTCOMES if level not in self._found), None)

    def let_levels_play(self) -> bool:
        return False
