"""The daily round: one deal and opponent for all players on a day, with results of all levels.

The cards, the leader, reshuffled decks and the computer's seeds follow from the date, so every
computer with the same version of the game gets the same results.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from hashlib import shake_256
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hacktrick.game.editions import Rules, rules_for
from hacktrick.game.state import Seat
from hacktrick.game.view import SeatInfo, replay_view
from hacktrick.match.deal_proof import ProvableChance
from hacktrick.match.live_match import Match, RandomChance
from hacktrick.match.player_kinds import HUMAN, LEVEL_NUMBERS, level_of, player_for_level
from hacktrick.match.record import RATED_KEY, Record, RecordError
from hacktrick.match.record_replay import load_match

if TYPE_CHECKING:
    from hacktrick.coach.thinking_client import Thinker

DAY_KEY = "today"  # key for the date of the daily round (ISO 8601) in a match record
OPPONENT_LEVEL = 7
PLAYER_SEAT: Seat = 0
SEED_LABEL = b"hacktrick-today-1"  # label that is hashed together with the date


class DailyOutcome(NamedTuple):
    """The end of a daily round for the player.

    Attributes:
        points: the points that the winner got.
        turns: the number of the player's turns, without the start card.
    """

    is_won: bool
    points: int
    turns: int

    @property
    def sort_key(self) -> tuple[int, int]:
        """A sort key that is greater for a better outcome.

        More points are better, then a quicker win or a later loss.
        """
        return (self.points, -self.turns) if self.is_won else (-self.points, self.turns)


def daily_rules() -> Rules:
    """Return the rules of a daily round: a match that ends after one round."""
    return rules_for("keypad", {"target": 1})


def daily_match(day: date, names: tuple[str, str], player: str = HUMAN) -> Match:
    """Return the dealt match for the round of a day; it is unrated, since it may be repeated.

    Args:
        names: the names of the player and of the opponent.
        player: who plays in the player's seat, as written in match records.
    """
    own, other = names
    seats = (SeatInfo(own, player), SeatInfo(other, player_for_level(OPPONENT_LEVEL)))
    match = Match.begin(daily_rules(), seats, ProvableChance(_byte_source(day)))
    match.record.extra |= {DAY_KEY: day.isoformat(), RATED_KEY: False}
    return match


def day_of_daily_round(record: Record) -> date | None:
    """Return the date of a daily round; None if the record is of another match."""
    day = record.extra.get(DAY_KEY)
    try:
        return date.fromisoformat(day) if isinstance(day, str) else None
    except ValueError:
        return None


def daily_outcome(match: Match) -> DailyOutcome | None:
    """Return the outcome of a daily round; None if the round is not over."""
    result = match.public.result
    if result is None:
        return None
    _, steps = replay_view(match.view(PLAYER_SEAT))
    own = [step for step in steps if step.seat == PLAYER_SEAT and step.action.verb != "start"]
    return DailyOutcome(
        result.side == PLAYER_SEAT, result.points, len({one.before.turn for one in own})
    )


def recorded_outcome(record: Record) -> DailyOutcome | None:
    """Return the outcome of a recorded daily round.

    Return None if the round is unfinished or does not follow the rules.
    """
    try:
        return daily_outcome(load_match(record, RandomChance(Random(0))))
    except RecordError:
        return None


class DailyLevelRuns:
    """Lets each level play the daily round while the thinker is idle, weakest level first.

    Attributes:
        outcomes: the outcome for each level that has finished.
    """

    def __init__(self, day: date, thinker: Thinker) -> None:
        self.day = day
        self.outcomes: dict[int, DailyOutcome] = {}
        self._thinker = thinker
        self._match: Match | None = None
        self._ticket: int | None = None

    @property
    def current_level(self) -> int | None:
        """The level that plays now; None once all levels have played."""
        return next((level for level in LEVEL_NUMBERS if level not in self.outcomes), None)

    def advance_and_report_finished_level(self) -> bool:
        """Do the next piece of work; called once a frame.

        Returns:
            Whether another level has finished the round.
        """
        level = self.current_level
        if level is None:
            return False
        if self._match is None:
            self._match = daily_match(self.day, ("", ""), player_for_level(level))
        if self._ticket is None:
            self._request_decision(self._match)
        answer = self._thinker.poll_decision()
        if answer is None or answer.ticket != self._ticket:
            return False
        self._ticket = None
        self._match.submit(self._match.public.seat, answer.action)
        outcome = daily_outcome(self._match)
        if outcome is not None:
            self.outcomes[level], self._match = outcome, None
        return outcome is not None

    def cancel_pending_decision(self) -> None:
        """Cancel the pending request, to free the thinker; the next step repeats the request."""
        if self._ticket is not None:
            self._thinker.cancel_decision()
            self._ticket = None

    def _request_decision(self, match: Match) -> None:
        seat = match.public.seat
        level = level_of(match.seats[seat].player)
        seed = match.decision_seed()
        assert level is not None and seed is not None
        self._ticket = self._thinker.request_decision(level, match.view(seat), seed)


def _byte_source(day: date) -> Callable[[int], bytes]:
    """Return a function that returns the next n bytes of a stream derived from a date."""
    source, at = shake_256(SEED_LABEL + day.isoformat().encode()), 0

    def next_bytes(n: int) -> bytes:
        nonlocal at
        at += n
        return source.digest(at)[at - n :]

    return next_bytes
