"""The review of a round as it is shown: its turns, the worst moments first, the sums that add up.

Values for one seat, made of what the judge found (``hacktrick.ai.coach.story``); nothing is judged
here. A card and its word are one turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hacktrick.ai.coach.name import judge_name
from hacktrick.ai.coach.odds import Chip, odds
from hacktrick.ai.coach.story import (
    CHANCE,
    Decision,
    Finished,
    Luck,
    Moment,
    Option,
    Point,
    Reviewed,
    RoundStory,
    turns_in,
)
from hacktrick.ai.position import watched
from hacktrick.ai.verdict import FREE, Class, class_of

if TYPE_CHECKING:
    from hacktrick.ai.coach.reasons import Why
    from hacktrick.game.actions import Action
    from hacktrick.game.cards import Counts
    from hacktrick.game.rules import Seat
    from hacktrick.game.state import PublicState
    from hacktrick.game.view import View

__all__ = [
    "CHANCE",
    "LEDGER",
    "Finished",
    "Ledger",
    "Luck",
    "Option",
    "Reviewed",
    "RoundReview",
    "Turn",
    "is_free",
    "judge_name",
    "ledger",
    "rate_of",
]

PER_DECISION = 500  # the unit of the error rate, as in backgammon
LEDGER = ("start", "deal", "draw", "told", "reply", "mistakes", "other", "sight", "end")
"""The lines of a ledger in their order: all but the last add up to the last."""
MARKED: tuple[Class, ...] = ("slip", "mistake", "blunder")
SPREAD = 0.02  # of equity: where all first actions lie within it, there was nothing to decide


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn: what was made, what else there was, what it cost.

    Attributes:
        number: of the turn in the round, from 1; ``action``: of its first action, from 0.
        options: whole turns with where they lead and how often they are played, the best first.
        lost: as a chance of the match, ``equity``: as that of rounds; the smaller of two looks.
        verdict: "fine" until a longer look has agreed.
    """

    number: int
    action: int
    seat: Seat
    made: tuple[Action, ...]
    options: tuple[Option, ...]
    value: float
    lost: float
    equity: float
    verdict: Class
    point: Point
    why: Why | None

    @property
    def is_marked(self) -> bool:
        return self.verdict != "fine"


@dataclass(frozen=True, slots=True)
class Ledger:
    """What a round, or a match, was made of for a seat: chances of the match, by the names of
    ``LEDGER``."""

    parts: dict[str, float]

    @property
    def luck(self) -> float:
        """Chance alone, which is nothing on the average."""
        return sum(self.parts[kind] for kind in CHANCE)


class RoundReview:
    """A round as ``seat`` looks back on it.

    Args:
        finished: the round as it was handed over; ``reviewed``: how far its review has come.
    """

    def __init__(self, finished: Finished, reviewed: Reviewed, seat: Seat) -> None:
        self.finished, self.reviewed, self.seat = finished, reviewed, seat
        self.story = reviewed.story
        self._moments = list(turns_in(finished.moments))
        points = self.story.points
        self.turns = tuple(
            self._turn(number, turn, point)
            for number, (turn, point) in enumerate(zip(self._moments, points, strict=True), 1)
        )

    @property
    def is_checked(self) -> bool:
        """Whether classes may be told."""
        return self.reviewed.stage != "looked"

    @property
    def is_done(self) -> bool:
        return self.reviewed.stage == "opened"

    def worst(self, seat: Seat | None = None) -> tuple[Turn, ...]:
        """The marked turns of a seat, or the own ones, the worst first."""
        who = self.seat if seat is None else seat
        marked = [turn for turn in self.turns if turn.seat == who and turn.is_marked]
        return tuple(sorted(marked, key=lambda turn: -turn.lost))

    def curve(self) -> tuple[tuple[float, float | None], ...]:
        """The own chance before every turn and at the end: known then, and all cards open."""
        seat, end = self.seat, self.story.end[self.seat]
        told = [(one.known[seat], one.opened[seat] if one.opened else None) for one in self._points]
        return (*told, (end, end if self.is_done else None))

    @property
    def _points(self) -> list[Point]:
        return self.story.points

    def ledger(self) -> Ledger:
        return ledger([self.story], self.seat)

    def luck(self) -> tuple[Luck, ...]:
        """The own pieces of chance, the largest first."""
        own = [one for one in self.story.luck if one.seat == self.seat]
        pieces = [one for one in own if one.kind in CHANCE]
        return tuple(sorted(pieces, key=lambda one: -abs(one.change)))

    def rate(self) -> tuple[float, int]:
        """Own equity lost a free decision, times ``PER_DECISION``, and how many there were."""
        return rate_of([self.story], self.seat)

    def position(self, turn: Turn) -> tuple[PublicState, tuple[Counts, ...]]:
        """The table as a turn began, and what everybody held."""
        moment = self._moments[turn.number - 1][0]
        return watched(moment.view).public, moment.hands

    def seen(self, turn: Turn) -> View:
        """What the mover knew as the turn began."""
        return self._moments[turn.number - 1][0].view

    def known_then(self, turn: Turn) -> tuple[tuple[Chip, ...], Counts]:
        """What the mover's opponent could hold, by counting, and what he did hold."""
        moment = self._moments[turn.number - 1][0]
        found = odds(moment.view)
        chips = sorted(found.facts, key=lambda chip: -chip.chance)
        return tuple(chips), moment.hands[found.seat]

    def _turn(self, number: int, turn: Sequence[Moment], point: Point) -> Turn:
        numbers = {moment.number for moment in turn}
        made = [one for one in self.story.decisions if one.moment.number in numbers]
        lost = sum(one.lost for one in made if not one.is_forced)
        checked = any(one.checked is not None for one in made if not one.is_forced)
        equity = lost / self.story.unit
        return Turn(
            number,
            turn[0].number,
            turn[0].seat,
            tuple(moment.action for moment in turn),
            tuple(made[0].options) if made else (),
            min((one.value for one in made), default=0.0),
            lost,
            equity,
            class_of(equity, lost) if checked and self.is_checked else "fine",
            point,
            self.reviewed.whys.get(turn[0].number),
        )


def ledger(stories: Sequence[RoundStory], seat: Seat) -> Ledger:
    """The sums over rounds that follow each other."""
    parts = dict.fromkeys(LEDGER, 0.0)
    for story in stories:
        for piece in story.luck:
            if piece.seat == seat:
                parts[piece.kind] += piece.change
        for decision in story.decisions:
            own = decision.moment.seat == seat
            parts["mistakes" if own else "other"] += -decision.loss if own else decision.loss
    if stories:
        parts["start"], parts["end"] = stories[0].start[seat], stories[-1].end[seat]
    return Ledger(parts)


def rate_of(stories: Sequence[RoundStory], seat: Seat) -> tuple[float, int]:
    """The error rate of a seat, and over how many free decisions: by the first look alone, as the
    levels' rates were measured by it (``hacktrick.play.rating``)."""
    lost, free = 0.0, 0
    for story in stories:
        for decision in story.decisions:
            if decision.moment.seat == seat and is_free(decision, story.unit):
                free += 1
                equity = decision.loss / story.unit
                lost += 0.0 if equity < FREE and decision.frequency > 0 else equity
    return (PER_DECISION * lost / free if free else 0.0), free


def is_free(decision: Decision, unit: float) -> bool:
    """Whether there was something to decide: other first actions, and not all alike."""
    values: dict[Action, float] = {}
    for actions, where, _share in decision.options:
        values[actions[0]] = max(values.get(actions[0], 0.0), where.match)
    spread = max(values.values(), default=0.0) - min(values.values(), default=0.0)
    return spread >= SPREAD * unit
