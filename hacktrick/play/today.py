"""Today's round: one deal, one seat and one opponent for everybody who plays on a day.

All of it follows from the date: the cards, who leads, later decks, and the seeds of the computer's
decisions. So each level can play the same round in the player's place, with the same results on
every computer that has the same version of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from hashlib import shake_256
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hacktrick.game.actions import Start
from hacktrick.game.rules import Rules, Seat, rules_for
from hacktrick.game.view import SeatInfo, follow
from hacktrick.play.match import Dice, Match
from hacktrick.play.players import HUMAN, LEVEL_NUMBERS, level_name, level_of
from hacktrick.play.proof import Proven
from hacktrick.play.record import RATED, Record, RecordError
from hacktrick.play.replay import load

if TYPE_CHECKING:
    from hacktrick.play.thinker import Thinker

TODAY = "today"  # key of a record: the day whose round it is, ISO 8601
OPPONENT = 7  # the level opposite
PLAYER: Seat = 0
LABEL = b"hacktrick-today-1"


class Outcome(NamedTuple):
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


def todays_rules() -> Rules:
    """One round decides."""
    return rules_for("keypad", {"target": 1})


def todays_match(day: date, names: tuple[str, str], player: str = HUMAN) -> Match:
    """The round of a day, dealt. It counts for no rating: it may be played again.

    Args:
        names: of the player and of the opponent.
        player: who sits in the player's place, as the record says it.
    """
    own, other = names
    seats = (SeatInfo(own, player), SeatInfo(other, level_name(OPPONENT)))
    match = Match.begin(todays_rules(), seats, Proven(_chance_of(day)))
    match.record.more |= {TODAY: day.isoformat(), RATED: False}
    return match


def day_of(record: Record) -> date | None:
    """Whose day's round a record is of; None for any other match."""
    day = record.more.get(TODAY)
    try:
        return date.fromisoformat(day) if isinstance(day, str) else None
    except ValueError:
        return None


def outcome_of(match: Match) -> Outcome | None:
    """How a finished round of a day has come off; None while it is not over."""
    result = match.public.result
    if result is None:
        return None
    _, steps = follow(match.view(PLAYER))
    own = [step for step in steps if step.seat == PLAYER and not isinstance(step.action, Start)]
    return Outcome(result.side == PLAYER, result.points, len({one.before.turn for one in own}))


def outcome_in(record: Record) -> Outcome | None:
    """The same of a record; None where it is not over, or breaks the rules."""
    try:
        return outcome_of(load(record, Dice(Random(0))))
    except RecordError:
        return None


class Trials:
    """Each level in the player's place, the weakest first, while nobody else asks the thinker.

    Attributes:
        found: by level, what came of it.
    """

    def __init__(self, day: date, thinker: Thinker) -> None:
        self.day = day
        self.found: dict[int, Outcome] = {}
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
            self._match = todays_match(self.day, ("", ""), level_name(level))
        if self._ticket is None:
            self._ask(self._match)
        answer = self._thinker.poll()
        if answer is None or answer.ticket != self._ticket:
            return False
        self._ticket = None
        self._match.submit(self._match.public.seat, answer.action)
        outcome = outcome_of(self._match)
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
