"""The review of a round for one seat: turns, worst mistakes first, and a ledger that adds up.

Also reads the rounds of a record that are to be judged. A card and the command after it are one
turn. Nothing is judged here; ``round_judge`` does that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hacktrick.ai.decision_position import can_play_again, observed_position
from hacktrick.ai.match_equity import match_chance
from hacktrick.coach.hand_odds import PossibleHand, hand_odds
from hacktrick.coach.judgement import TOLERATED_LOSS, MistakeClass, mistake_class
from hacktrick.coach.review.story import (
    CHANCE_KINDS,
    DecisionPoint,
    FinishedRound,
    JudgedDecision,
    LuckPiece,
    ReviewProgress,
    RoundStory,
    TurnChances,
    ValuedTurn,
    split_into_turns,
)
from hacktrick.game.actions import parse
from hacktrick.match.record_replay import replay

if TYPE_CHECKING:
    from hacktrick.coach.reasons import Explanation
    from hacktrick.game.actions import Action
    from hacktrick.game.cards import Counts
    from hacktrick.game.rules import Seat
    from hacktrick.game.state import PublicState, Result
    from hacktrick.game.view import View
    from hacktrick.match.record import Record


def decision_points_by_round(
    record: Record,
) -> Iterator[tuple[list[DecisionPoint], Result | None, tuple[int, ...]]]:
    """For each round the moments before its actions, its result, and the score before it.

    Raises:
        RecordError: the record does not follow the rules.
    """
    moments: list[DecisionPoint] = []
    before: tuple[int, ...] = ()
    number, now, result, parted = 0, None, None, False
    for match, text in replay(record):
        if text is None:
            if now is not None:
                yield moments, result, before
            moments, number, before = [], 0, match.public.score
        else:
            assert now is not None
            moments.append(DecisionPoint(number, *now, parse(text), parted))
            number += 1
        result = match.public.result
        seat = match.public.seat
        # At the end there is nobody to act; what is told of that moment is never used.
        viewer = max(0, seat)
        now = (viewer, match.public.phase, match.view(viewer), match.truth().hands)
        parted = can_play_again(match.public)
    if now is not None:
        yield moments, result, before


def finished_rounds(record: Record, seats: tuple[Seat, ...] = (0, 1)) -> Iterator[FinishedRound]:
    """The rounds of a record of two players, to be judged.

    Args:
        seats: whose mistakes are looked at again.

    Raises:
        RecordError: the record does not follow the rules.
    """
    for number, (moments, result, score) in enumerate(decision_points_by_round(record)):
        yield FinishedRound(initial_story(record, number, score), tuple(moments), result, seats)


def initial_story(record: Record, number: int, score: tuple[int, ...]) -> RoundStory:
    """The story of a round that nothing is told of yet but the chances it began with."""
    leader = record.rounds[number].leader
    first, second = (match_chance(record.rules, score, leader, seat) for seat in (0, 1))
    return RoundStory(number, leader, score, 1.0, (first, second), (first, second))


def n_decisions(record: Record) -> int:
    """How many actions will be judged."""
    return sum(len(written.actions) for written in record.rounds)


def is_solvable_record(record: Record) -> bool:
    """Whether the solver knows the rules of the record."""
    return record.rules.is_solved


PER_DECISION = 500  # the unit of the error rate, as in backgammon
LEDGER_LINES = ("start", "deal", "draw", "told", "reply", "mistakes", "other", "sight", "end")
"""The lines of a ledger in their order: all but the last add up to the last."""
SHOWN_CLASSES: tuple[MistakeClass, ...] = ("slip", "mistake", "blunder")
MIN_SPREAD = 0.02  # of equity: where all first actions lie within it, there was nothing to decide


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
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
    options: tuple[ValuedTurn, ...]
    value: float
    lost: float
    equity: float
    verdict: MistakeClass
    point: TurnChances
    why: Explanation | None

    @property
    def is_marked(self) -> bool:
        return self.verdict != "fine"


@dataclass(frozen=True, slots=True)
class ReviewLedger:
    """What a round, or a match, was made of for a seat: chances of the match, by the names of
    ``LEDGER_LINES``."""

    parts: dict[str, float]

    @property
    def luck(self) -> float:
        """Chance alone, which is nothing on the average."""
        return sum(self.parts[kind] for kind in CHANCE_KINDS)


class RoundReview:
    """A round as ``seat`` looks back on it.

    Args:
        finished: the round as it was handed over; ``reviewed``: how far its review has come.
    """

    def __init__(self, finished: FinishedRound, reviewed: ReviewProgress, seat: Seat) -> None:
        self.finished, self.reviewed, self.seat = finished, reviewed, seat
        self.story = reviewed.story
        self._moments = list(split_into_turns(finished.moments))
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

    def worst(self, seat: Seat | None = None) -> tuple[ReviewedTurn, ...]:
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
    def _points(self) -> list[TurnChances]:
        return self.story.points

    def ledger(self) -> ReviewLedger:
        return sum_ledger([self.story], self.seat)

    def luck(self) -> tuple[LuckPiece, ...]:
        """The own pieces of chance, the largest first."""
        own = [one for one in self.story.luck if one.seat == self.seat]
        pieces = [one for one in own if one.kind in CHANCE_KINDS]
        return tuple(sorted(pieces, key=lambda one: -abs(one.change)))

    def rate(self) -> tuple[float, int]:
        """Own equity lost a free decision, times ``PER_DECISION``, and how many there were."""
        return error_rate([self.story], self.seat)

    def position(self, turn: ReviewedTurn) -> tuple[PublicState, tuple[Counts, ...]]:
        """The table as a turn began, and what everybody held."""
        moment = self._moments[turn.number - 1][0]
        return observed_position(moment.view).public, moment.hands

    def seen(self, turn: ReviewedTurn) -> View:
        """What the mover knew as the turn began."""
        return self._moments[turn.number - 1][0].view

    def known_then(self, turn: ReviewedTurn) -> tuple[tuple[PossibleHand, ...], Counts]:
        """What the mover's opponent could hold, by counting, and what he did hold."""
        moment = self._moments[turn.number - 1][0]
        found = hand_odds(moment.view)
        chips = sorted(found.facts, key=lambda chip: -chip.chance)
        return tuple(chips), moment.hands[found.seat]

    def _turn(self, number: int, turn: Sequence[DecisionPoint], point: TurnChances) -> ReviewedTurn:
        numbers = {moment.number for moment in turn}
        made = [one for one in self.story.decisions if one.moment.number in numbers]
        lost = sum(one.lost for one in made if not one.is_forced)
        checked = any(one.checked is not None for one in made if not one.is_forced)
        equity = lost / self.story.unit
        return ReviewedTurn(
            number,
            turn[0].number,
            turn[0].seat,
            tuple(moment.action for moment in turn),
            tuple(made[0].options) if made else (),
            min((one.value for one in made), default=0.0),
            lost,
            equity,
            mistake_class(equity, lost) if checked and self.is_checked else "fine",
            point,
            self.reviewed.whys.get(turn[0].number),
        )


def sum_ledger(stories: Sequence[RoundStory], seat: Seat) -> ReviewLedger:
    """The sums over rounds that follow each other."""
    parts = dict.fromkeys(LEDGER_LINES, 0.0)
    for story in stories:
        for piece in story.luck:
            if piece.seat == seat:
                parts[piece.kind] += piece.change
        for decision in story.decisions:
            own = decision.moment.seat == seat
            parts["mistakes" if own else "other"] += -decision.loss if own else decision.loss
    if stories:
        parts["start"], parts["end"] = stories[0].start[seat], stories[-1].end[seat]
    return ReviewLedger(parts)


def error_rate(stories: Sequence[RoundStory], seat: Seat) -> tuple[float, int]:
    """The error rate of a seat, and over how many free decisions: by the first look alone, as the
    levels' rates were measured by it (``hacktrick.coach.rating``)."""
    lost, free = 0.0, 0
    for story in stories:
        for decision in story.decisions:
            if decision.moment.seat == seat and is_free_decision(decision, story.unit):
                free += 1
                equity = decision.loss / story.unit
                lost += 0.0 if equity < TOLERATED_LOSS and decision.frequency > 0 else equity
    return (PER_DECISION * lost / free if free else 0.0), free


def is_free_decision(decision: JudgedDecision, unit: float) -> bool:
    """Whether there was something to decide: other first actions, and not all alike."""
    values: dict[Action, float] = {}
    for actions, where, _share in decision.options:
        values[actions[0]] = max(values.get(actions[0], 0.0), where.match)
    spread = max(values.values(), default=0.0) - min(values.values(), default=0.0)
    return spread >= MIN_SPREAD * unit
