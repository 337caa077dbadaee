"""The review of a round for one seat: its turns, its worst mistakes, and a ledger of chances.

``round_judge`` computes what a review shows. This module also reads the rounds to judge from a
record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hacktrick.ai.decision_position import can_play_second_card, position_of_view
from hacktrick.ai.match_equity import match_chance
from hacktrick.coach.hand_odds import PossibleHand, hand_odds
from hacktrick.coach.judgement import TOLERATED_LOSS, MistakeClass, mistake_class
from hacktrick.coach.rating import ERROR_RATE_UNIT
from hacktrick.coach.review.judged_round import (
    DecisionPoint,
    FinishedRound,
    JudgedDecision,
    ReviewProgress,
    RoundJudgement,
    TurnChances,
    ValuedTurn,
    split_into_turns,
)
from hacktrick.game.actions import parse
from hacktrick.match.record_replay import replay_record

if TYPE_CHECKING:
    from hacktrick.coach.reason_finder import Explanation
    from hacktrick.game.actions import Action
    from hacktrick.game.cards import Counts
    from hacktrick.game.state import PublicState, Result, Seat
    from hacktrick.game.view import View
    from hacktrick.match.record import Record


def decision_points_by_round(
    record: Record,
) -> Iterator[tuple[list[DecisionPoint], Result | None, tuple[int, ...]]]:
    """Yield each round's decision points, its result and the score before it.

    The result is None if the round is unfinished.

    Raises:
        RecordError: the record does not follow the rules.
    """
    moments: list[DecisionPoint] = []
    before: tuple[int, ...] = ()
    number, now, result, parted = 0, None, None, False
    for match, text in replay_record(record):
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
        # No seat acts at the end of a round; the view of seat 0 stands in and is never used.
        viewer = max(0, seat)
        now = (viewer, match.public.phase, match.view(viewer), match.full_state().hands)
        parted = can_play_second_card(match.public)
    if now is not None:
        yield moments, result, before


def finished_rounds(record: Record, seats: tuple[Seat, ...] = (0, 1)) -> Iterator[FinishedRound]:
    """Yield the rounds of a record of two players, ready to be judged.

    Args:
        seats: the seats whose mistakes are checked and explained.

    Raises:
        RecordError: the record does not follow the rules.
    """
    for number, (moments, result, score) in enumerate(decision_points_by_round(record)):
        yield FinishedRound(
            empty_round_judgement(record, number, score), tuple(moments), result, seats
        )


def empty_round_judgement(
    record: Record, round_index: int, score: tuple[int, ...]
) -> RoundJudgement:
    """Return a judgement that contains only the match chances at the start of the round."""
    leader = record.rounds[round_index].leader
    first, second = (match_chance(record.rules, score, leader, seat) for seat in (0, 1))
    return RoundJudgement(round_index, leader, score, 1.0, (first, second), (first, second))


def n_judgeable_actions(record: Record) -> int:
    """Return the number of actions in a record that can be judged."""
    return sum(len(written.actions) for written in record.rounds)


LEDGER_LINES = ("start", "deal", "draw", "told", "reply", "mistakes", "other", "sight", "end")
"""The lines of a ledger in order; the last one is the sum of all others."""
MIN_SPREAD = 0.02  # a decision is not free if all its first actions differ by less than this equity


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A whole turn with its alternatives and its cost.

    Attributes:
        number: the number of the turn in ``RoundReview.turns``, from 1.
        log_turn: the number of the turn in the log; 0 for the start card.
        first_action: the number in the round of the turn's first action, from 0.
        made: the actions of the turn.
        options: the possible turns, best first.
        value: the match chance after the turn.
        match_loss: the cost as a match chance, the smaller of two solutions.
        mistake_class: the class of mistake; "fine" until a longer solution has confirmed it.
    """

    number: int
    log_turn: int
    first_action: int
    seat: Seat
    made: tuple[Action, ...]
    options: tuple[ValuedTurn, ...]
    value: float
    match_loss: float
    mistake_class: MistakeClass
    explanation: Explanation | None

    @property
    def is_mistake(self) -> bool:
        return self.mistake_class != "fine"


class RoundReview:
    """The review of a round for ``seat``.

    Args:
        finished: the round with its decision points and its result.
        reviewed: the progress of the round's review.
    """

    def __init__(self, finished: FinishedRound, reviewed: ReviewProgress, seat: Seat) -> None:
        self.finished, self.progress, self.seat = finished, reviewed, seat
        self.judgement = reviewed.judgement
        self._moments = list(split_into_turns(finished.decision_points))
        numbers = zip(turn_numbers_in_log(self._moments), self._moments, strict=True)
        self.turns = tuple(
            self._build_turn(number, log_turn, turn)
            for number, (log_turn, turn) in enumerate(numbers, 1)
        )

    @property
    def is_checked(self) -> bool:
        """Whether mistakes have been checked, so that their classes may be shown."""
        return self.progress.stage != "looked"

    @property
    def is_complete(self) -> bool:
        """Whether the last stage of the review is finished."""
        return self.progress.stage == "opened"

    def mistakes_worst_first(self) -> tuple[ReviewedTurn, ...]:
        """Return the seat's turns that are marked as mistakes, worst first."""
        marked = [turn for turn in self.turns if turn.seat == self.seat and turn.is_mistake]
        return tuple(sorted(marked, key=lambda turn: -turn.match_loss))

    def chance_curve(self) -> tuple[tuple[float, float | None], ...]:
        """Return the match chance before each turn and at the end of the round.

        Returns:
            For each point, the chance given what the seat then knew, and the chance with all cards
            open (None if it is not computed).
        """
        seat, end = self.seat, self.judgement.end[self.seat]
        points = [
            (one.known_chances[seat], one.open_chances[seat] if one.open_chances else None)
            for one in self._turn_chances
        ]
        return (*points, (end, end if self.is_complete else None))

    @property
    def _turn_chances(self) -> list[TurnChances]:
        return self.judgement.turn_chances

    def chance_changes_by_cause(self) -> dict[str, float]:
        """Return the changes of the seat's match chance in this round, by ``LEDGER_LINES``."""
        return chance_changes_of_rounds([self.judgement], self.seat)

    def error_rate_and_choices(self) -> tuple[float, int]:
        """Return the seat's error rate and the number of its decisions with a real choice."""
        return error_rate_of_rounds([self.judgement], self.seat)

    def position_at(self, turn: ReviewedTurn) -> tuple[PublicState, tuple[Counts, ...]]:
        """Return the public state at the beginning of a turn, and all hands by seat."""
        moment = self._moments[turn.number - 1][0]
        return position_of_view(moment.view).public, moment.hands

    def view_at(self, turn: ReviewedTurn) -> View:
        """Return the mover's view at the beginning of a turn."""
        return self._moments[turn.number - 1][0].view

    def opponent_hands_at(self, turn: ReviewedTurn) -> tuple[tuple[PossibleHand, ...], Counts]:
        """Return the hands that the opponent could hold, by counting, and the true hand."""
        moment = self._moments[turn.number - 1][0]
        found = hand_odds(moment.view)
        possible_hands = sorted(found.counted_hands, key=lambda possible: -possible.chance)
        return tuple(possible_hands), moment.hands[found.seat]

    def _build_turn(
        self, number: int, log_turn: int, turn: Sequence[DecisionPoint]
    ) -> ReviewedTurn:
        numbers = {moment.number for moment in turn}
        made = [one for one in self.judgement.decisions if one.decision_point.number in numbers]
        lost = sum(one.confirmed_loss for one in made if not one.is_forced)
        checked = any(one.checked_loss is not None for one in made if not one.is_forced)
        equity = lost / self.judgement.unit
        return ReviewedTurn(
            number,
            log_turn,
            turn[0].number,
            turn[0].seat,
            tuple(moment.action for moment in turn),
            tuple(made[0].options) if made else (),
            min((one.value for one in made), default=0.0),
            lost,
            mistake_class(equity, lost) if checked and self.is_checked else "fine",
            self.progress.explanations.get(turn[0].number),
        )


def turn_numbers_in_log(moments: Sequence[Sequence[DecisionPoint]]) -> list[int]:
    """Return the log's number of each turn of a review; the log counts turns differently.

    Args:
        moments: the turns, each as its decision points.
    """
    found, finished = [], 0
    for turn in moments:
        first = turn[0].action
        goes_on = first.stage == "end" or turn[0].follows_first_card
        found.append(0 if first.verb == "start" else finished + (not goes_on))
        finished += sum(one.action.stage == "move" and not one.follows_first_card for one in turn)
    return found


def chance_changes_of_rounds(judgements: Sequence[RoundJudgement], seat: Seat) -> dict[str, float]:
    """Return the changes of a seat's match chance in consecutive rounds, by ``LEDGER_LINES``."""
    parts = dict.fromkeys(LEDGER_LINES, 0.0)
    for judgement in judgements:
        for piece in judgement.luck:
            if piece.seat == seat:
                parts[piece.kind] += piece.change
        for decision in judgement.decisions:
            own = decision.decision_point.seat == seat
            parts["mistakes" if own else "other"] += -decision.loss if own else decision.loss
    if judgements:
        parts["start"], parts["end"] = judgements[0].start[seat], judgements[-1].end[seat]
    return parts


def error_rate_of_rounds(judgements: Sequence[RoundJudgement], seat: Seat) -> tuple[float, int]:
    """Return the error rate of a seat (``ERROR_RATE_UNIT``) and its number of free decisions.

    The rate uses only the first solution, since the rates of the levels were measured that way
    (``hacktrick.coach.rating``).
    """
    lost, free = 0.0, 0
    for judgement in judgements:
        for decision in judgement.decisions:
            if decision.decision_point.seat == seat and has_real_choice(decision, judgement.unit):
                free += 1
                equity = decision.loss / judgement.unit
                lost += 0.0 if equity < TOLERATED_LOSS and decision.frequency > 0 else equity
    return (ERROR_RATE_UNIT * lost / free if free else 0.0), free


def has_real_choice(decision: JudgedDecision, unit: float) -> bool:
    """Return whether a decision is free: it has several first actions, not all equally good.

    Args:
        unit: the match chance that corresponds to one unit of equity.
    """
    values: dict[Action, float] = {}
    for actions, where, _share in decision.options:
        values[actions[0]] = max(values.get(actions[0], 0.0), where.match)
    spread = max(values.values(), default=0.0) - min(values.values(), default=0.0)
    return spread >= MIN_SPREAD * unit
