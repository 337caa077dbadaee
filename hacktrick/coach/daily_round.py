"""The daily round: one deal, seat and opponent for everybody on a date, and the levels' own tries.

Cards, leader, later decks and the computer's seeds follow from the date, so results agree on every
computer with the same version.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from hashlib import shake_256
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hacktrick.game.rules import Rules, Seat, rules_for
from hacktrick.game.view import SeatInfo, replay_view
from hacktrick.match.deal_proof import ProvableChance
from hacktrick.match.live_match import Dice, Match
from hacktrick.match.players import HUMAN, LEVEL_NUMBERS, level_of, player_for_level
from hacktrick.match.record import RATED_KEY, Record, RecordError
from hacktrick.match.record_replay import load_match

if TYPE_CHECKING:
    from hacktrick.coach.thinking_client import Thinker

DAY_KEY = "today"  # key of a record: the day whose round it is, ISO 8601
OPPONENT_LEVEL = 7  # the level opposite
PLAYER_SEAT: Seat = 0
LABEL = b"hacktrick-today-1"


class DailyOutcome(NamedTuple):
    """How the player's place has come off.

    Attributes:
        points: of whoever has won the round.
        turns: that were made in that place; the start card is none.
    """

    won: bool
    points: int
    turns: int

    @property
    def worth(self) -> tuple[int, int]:
        """The better of two outcomes has the greater one: many points, then a quick win or a long
        fight."""
        return (self.points, -self.turns) if self.won else (-self.points, self.turns)


def daily_rules() -> Rules:
    """One round decides."""
    return rules_for("keypad", {"target": 1})


def daily_match(day: date, names: tuple[str, str], player: str = HUMAN) -> Match:
    """The round of a day, dealt. It counts for no rating: it may be played again.

    Args:
        names: of the player and of the opponent.
        player: who sits in the player's place, as the record says it.
    """
    own, other = names
    seats = (SeatInfo(own, player), SeatInfo(other, player_for_level(OPPONENT_LEVEL)))
    match = Match.begin(daily_rules(), seats, ProvableChance(_chance_of(day)))
    match.record.extra |= {DAY_KEY: day.isoformat(), RATED_KEY: False}
    return match


def day_of(record: Record) -> date | None:
    """Whose day's round a record is of; None for any other match."""
    day = record.extra.get(DAY_KEY)
    try:
        return date.fromisoformat(day) if isinstance(day, str) else None
    except ValueError:
        return None


def daily_outcome(match: Match) -> DailyOutcome | None:
    """How a finished round of a day has come off; None while it is not over."""
    result = match.public.result
    if result is None:
        return None
    _, steps = replay_view(match.view(PLAYER_SEAT))
    own = [step for step in steps if step.seat == PLAYER_SEAT and step.action.verb != "start"]
    return DailyOutcome(
        result.side == PLAYER_SEAT, result.points, len({one.before.turn for one in own})
    )


def recorded_outcome(record: Record) -> DailyOutcome | None:
    """The same of a record; None where it is not over, or breaks the rules."""
    try:
        return daily_outcome(load_match(record, Dice(Random(0))))
    except RecordError:
        return None


class LevelTrials:
    """Each level in the player's place, the weakest first, while nobody else asks the thinker.

    Attributes:
        found: by level, what came of it.
    """

    def __init__(self, day: date, thinker: Thinker) -> None:
        self.day = day
        self.found: dict[int, DailyOutcome] = {}
        self._thinker = thinker
        self._match: Match | None = None
        self._ticket: int | None = None

    @property
    def playing(self) -> int | None:
        """The level that plays now; None when all have."""
        return next((level for level in LEVEL_NUMBERS if level not in self.found), None)

    def update(self) -> bool:
        """Once a frame; True if another level has come to its end."""
        level = self.playing
        if level is None:
            return False
        if self._match is None:
            self._match = daily_match(self.day, ("", ""), player_for_level(level))
        if self._ticket is None:
            self._ask(self._match)
        answer = self._thinker.poll()
        if answer is None or answer.ticket != self._ticket:
            return False
        self._ticket = None
        self._match.submit(self._match.public.seat, answer.action)
        outcome = daily_outcome(self._match)
        if outcome is not None:
            self.found[level], self._match = outcome, None
        return outcome is not None

    def pause(self) -> None:
        """Somebody else asks the thinker now; the next update goes on from here."""
        if self._ticket is not None:
            self._thinker.forget()
            self._ticket = None

    def _ask(self, match: Match) -> None:
        seat = match.public.seat
        level = level_of(match.seats[seat].player)
        seed = match.decision_seed()
        assert level is not None and seed is not None
        self._ticket = self._thinker.ask(level, match.view(seat), seed)


def _chance_of(day: date) -> Callable[[int], bytes]:
    """Bytes without end that follow from a day."""
    source, at = shake_256(LABEL + day.isoformat().encode()), 0

    def give(n: int) -> bytes:
        nonlocal at
        at += n
        return source.digest(at)[at - n :]

    return give
