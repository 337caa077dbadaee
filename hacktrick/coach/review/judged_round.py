"""A judged round as values: its decisions, their losses and themes, and the luck.

Each decision is judged by what its player could know. Values are chances to win the match. The
library stores a judged round as one line of JSON. The worker process loads this module, so the
module must not import live matches.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from hacktrick.ai.advice import Forecast
from hacktrick.ai.decision_position import read_position, winning_action_and_value
from hacktrick.coach.hand_odds import hand_odds
from hacktrick.coach.judgement import MistakeClass, TurnLoss, mistake_class
from hacktrick.coach.reason_finder import Explanation, Reason
from hacktrick.game.actions import Action, Play, parse
from hacktrick.game.cards import Counts
from hacktrick.game.editions import Rules
from hacktrick.game.state import Result, Seat
from hacktrick.game.view import View

if TYPE_CHECKING:
    from hacktrick.ai.solver.solved_position import SolvedPosition


LuckKind = Literal["deal", "draw", "told", "reply", "sight"]
CHANCE_KINDS: tuple[LuckKind, ...] = ("deal", "draw")  # kinds of luck caused by cards alone
ReviewStage = Literal["looked", "checked", "explained", "opened"]
ValuedTurn = tuple[tuple[Action, ...], Forecast, float]
"""The rest of a turn, the forecast after it, and how often the solution plays it."""


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """The position before an action of a finished round.

    Attributes:
        number: the number of the action in the round, from 0.
        view: what the seat to act may know.
        hands: all hands, by seat.
        action: the action that was made.
        follows_first_card: whether the action follows the first of two cards that one turn may
            play.
    """

    number: int
    seat: Seat
    phase: str
    view: View
    hands: tuple[Counts, ...]
    action: Action
    follows_first_card: bool = False


@dataclass(slots=True)
class JudgedDecision:
    """A judged action of a record, with its alternatives.

    Attributes:
        forecast: the forecast after the best turn.
        options: the possible turns, best first.
        value: the match chance after the action made.
        loss: what the action cost, as a match chance.
        frequency: how often the solution makes the action.
        checked_loss: the loss according to a longer solution and play-outs; None if not checked.
    """

    decision_point: DecisionPoint
    forecast: Forecast
    options: list[ValuedTurn]
    value: float
    loss: float
    frequency: float
    checked_loss: float | None = None
    themes: tuple[str, ...] = ()

    @property
    def is_forced(self) -> bool:
        """Whether all possible turns begin with the same action."""
        return len({actions[0] for actions, _, _ in self.options}) < 2

    @property
    def confirmed_loss(self) -> float:
        """The smaller of ``loss`` and ``checked_loss``; ``loss`` if it was not checked."""
        return self.loss if self.checked_loss is None else min(self.loss, self.checked_loss)

    def mistake_class(self, unit: float) -> MistakeClass:
        """Return the class of the confirmed loss.

        Args:
            unit: the match chance that corresponds to one unit of equity.
        """
        if self.is_forced or self.checked_loss is None:
            return "fine"
        return mistake_class(self.confirmed_loss / unit, self.confirmed_loss)


@dataclass(frozen=True, slots=True)
class LuckChange:
    """A change of a match chance that no decision caused.

    Attributes:
        number: the number of the action before the change; -1 for the deal.
        change: the change of ``seat``'s match chance.
    """

    number: int
    seat: Seat
    kind: LuckKind
    change: float


@dataclass(frozen=True, slots=True)
class TurnChances:
    """The match chances of both seats before a turn.

    Attributes:
        number: the number of the turn's first action.
        known_chances: each seat's chance given what that seat knew.
        open_chances: each seat's chance with all cards open; None until it is computed.
    """

    number: int
    seat: Seat
    known_chances: tuple[float, float]
    open_chances: tuple[float, float] | None = None


@dataclass(slots=True)
class RoundJudgement:
    """The judgement of a whole round.

    Attributes:
        number: the number of the round, from 0.
        score: the score before the round, by side.
        unit: the match chance that corresponds to one unit of equity.
        start, end: the match chances of both seats at the start and at the end.
        turn_chances: the chances before each turn.
    """

    number: int
    leader: Seat
    score: tuple[int, ...]
    unit: float
    start: tuple[float, float]
    end: tuple[float, float] = (0.0, 0.0)
    result: Result | None = None
    decisions: list[JudgedDecision] = field(default_factory=list)
    luck: list[LuckChange] = field(default_factory=list)
    turn_chances: list[TurnChances] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """The progress of a round's review.

    Attributes:
        stage: what is finished: "looked" for turns and values, "checked" for classes of mistakes,
            "explained" for reasons, "opened" for the chances with all cards open.
        judge: the identity of the judge (``judge_id``).
        explanations: why another turn is better, by the number of the turn's first action.
    """

    stage: ReviewStage
    judge: str
    judgement: RoundJudgement
    explanations: dict[int, Explanation]


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A finished round that is to be judged, with all hands open.

    Attributes:
        judgement: an empty judgement for the judge to fill in.
        seats: the seats whose mistakes are checked and explained.
    """

    judgement: RoundJudgement
    decision_points: tuple[DecisionPoint, ...]
    result: Result | None
    seats: tuple[Seat, ...] = (0, 1)

    @property
    def rules(self) -> Rules:
        return self.decision_points[0].view.rules


def split_into_turns(moments: Sequence[DecisionPoint]) -> Iterator[list[DecisionPoint]]:
    """Split the actions of a round into turns as the solver counts them: a play with its command.

    A command after a draw is a separate turn. Laying a code belongs to no turn.
    """
    turn: list[DecisionPoint] = []
    for point in moments:
        if point.action.verb == "lay":
            continue
        word = point.action.stage == "end" and not point.follows_first_card
        if turn and not (word and turn[0].action.verb == "play"):
            yield turn
            turn = []
        turn.append(point)
    if turn:
        yield turn


DecisionTheme = Literal[
    "finishing", "defending", "counting", "commands", "asking", "double", "tempo", "reading"
]
DECISION_THEMES: tuple[DecisionTheme, ...] = (
    *("finishing", "defending", "counting", "commands"),
    *("asking", "double", "tempo", "reading"),
)
# The following limits determine the themes of a decision.
DANGER_CHANCE = 0.15  # for "defending", the minimum chance that the opponent wins in the next turn
READING_FACTOR = 2.0  # for "reading", how many times likelier than by counting a hand must be
CERTAIN_CHANCE = 0.5  # for "reading", the minimum chance of that hand


def decision_themes(
    point: DecisionPoint, options: Sequence[ValuedTurn], solution: SolvedPosition
) -> tuple[DecisionTheme, ...]:
    """Return the themes of a decision; none if the player had no choice.

    Args:
        options: the possible turns, best first.
        solution: the solution of the position.
    """
    firsts = {actions[0] for actions, _, _ in options}
    if len(firsts) < 2:
        return ()
    if any(action.stage == "end" for action in firsts):
        return ("commands",)
    return (*_board_themes(point, firsts, options), *_hand_themes(point, solution))


def _board_themes(
    point: DecisionPoint, firsts: set[Action], options: Sequence[ValuedTurn]
) -> list[DecisionTheme]:
    found: list[DecisionTheme] = []
    if winning_action_and_value(read_position(point.view)) is not None:
        found.append("finishing")
    best = options[0][0][0]
    if best.verb == "ask" or point.action.verb == "ask":
        found.append("asking")
    if best.verb == "play" and Play(best.card, not best.double) in firsts:
        found.append("double")
    if {"draw", "play"} <= {action.verb for action in firsts}:
        found.append("tempo")
    return found


def _hand_themes(point: DecisionPoint, solution: SolvedPosition) -> list[DecisionTheme]:
    """Return the themes that depend on the opponent's possible hands."""
    if point.phase == "start":
        return []
    possible_hands = hand_odds(point.view).counted_hands
    facts = {possible.hand: possible.chance for possible in possible_hands}
    found: list[DecisionTheme] = []
    if (
        sum(possible.chance for possible in possible_hands if possible.threat == "wins")
        >= DANGER_CHANCE
    ):
        found.append("defending")
    if len(facts) == 1:
        found.append("counting")
    elif _is_revealed_by_play(
        facts, solution.opponent_hand_chances(point.seat, point.hands[point.seat])
    ):
        found.append("reading")
    return found


def _is_revealed_by_play(facts: dict[Counts, float], inferred: dict[Counts, float]) -> bool:
    return any(
        chance >= CERTAIN_CHANCE and chance >= READING_FACTOR * facts.get(hand, 1.0)
        for hand, chance in inferred.items()
    )


REVIEW_VERSION = 1
DIGITS = 6
FORECAST = ("win_1", "win_2", "lose_1", "lose_2", "match")


def review_to_text(reviewed: ReviewProgress) -> str:
    """Return a review as one line of JSON for storage."""
    judgement = reviewed.judgement
    return json.dumps(
        {
            "version": REVIEW_VERSION,
            "judge": reviewed.judge,
            "stage": reviewed.stage,
            "unit": judgement.unit,
            "start": judgement.start,
            "end": judgement.end,
            "decisions": [_decision_as_json(one) for one in judgement.decisions],
            "luck": [
                [one.number, one.seat, one.kind, _rounded_number(one.change)]
                for one in judgement.luck
            ],
            "points": [
                [
                    one.number,
                    one.seat,
                    _pair_as_json(one.known_chances),
                    one.open_chances and _pair_as_json(one.open_chances),
                ]
                for one in judgement.turn_chances
            ],
            "whys": {
                str(number): _explanation_as_json(why)
                for number, why in reviewed.explanations.items()
            },
        },
        separators=(",", ":"),
    )


def review_from_text(text: str, finished: FinishedRound) -> ReviewProgress:
    """Read a stored review of a round.

    Raises:
        ValueError: the text is not a review of this round.
    """
    try:
        data = json.loads(text)
        if data["version"] != REVIEW_VERSION:
            raise ValueError("unknown version of a review")
        moments = {point.number: point for point in finished.decision_points}
        judgement = RoundJudgement(
            finished.judgement.number,
            finished.judgement.leader,
            finished.judgement.score,
            data["unit"],
            _read_pair(data["start"]),
            _read_pair(data["end"]),
            finished.result,
            [_read_decision(one, moments) for one in data["decisions"]],
            [LuckChange(*one) for one in data["luck"]],
            [
                TurnChances(n, seat, _read_pair(a), _read_pair(b) if b else None)
                for n, seat, a, b in data["points"]
            ],
        )
        whys = {int(number): _read_explanation(why) for number, why in data["whys"].items()}
        return ReviewProgress(data["stage"], data["judge"], judgement, whys)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("this is no review of the round") from error


def _decision_as_json(one: JudgedDecision) -> list[Any]:
    options = [_option_as_json(option) for option in one.options]
    checked = None if one.checked_loss is None else _rounded_number(one.checked_loss)
    numbers = [_rounded_number(number) for number in (one.value, one.loss, one.frequency)]
    return [
        one.decision_point.number,
        _forecast_as_json(one.forecast),
        options,
        *numbers,
        checked,
        one.themes,
    ]


def _option_as_json(option: ValuedTurn) -> list[Any]:
    actions, where, share = option
    return [[str(action) for action in actions], _forecast_as_json(where), _rounded_number(share)]


def _read_decision(data: Sequence[Any], moments: Mapping[int, DecisionPoint]) -> JudgedDecision:
    number, forecast, options, value, loss, frequency, checked, themes = data
    read_options = [
        (tuple(parse(text) for text in actions), Forecast(*where), share)
        for actions, where, share in options
    ]
    best_forecast = Forecast(*forecast)
    found = JudgedDecision(
        moments[number], best_forecast, read_options, value, loss, frequency, checked
    )
    found.themes = tuple(themes)
    return found


def _explanation_as_json(explanation: Explanation) -> dict[str, Any]:
    return {
        "best": [str(action) for action in explanation.best],
        "played": [str(action) for action in explanation.played],
        "loss": list(explanation.loss),
        "reasons": [[r.code, r.source, r.best, r.played, r.n] for r in explanation.reasons],
        "n": explanation.n_playouts,
        "gain": explanation.gain,
        "error": explanation.error,
        "reply": [str(action) for action in explanation.reply],
    }


def _read_explanation(data: Mapping[str, Any]) -> Explanation:
    best, played = (tuple(parse(text) for text in data[name]) for name in ("best", "played"))
    reasons = tuple(Reason(*one) for one in data["reasons"])
    reply = tuple(parse(text) for text in data["reply"])
    figures = (data["n"], data["gain"], data["error"])
    return Explanation(best, played, TurnLoss(*data["loss"]), reasons, *figures, reply)


def _forecast_as_json(forecast: Forecast) -> list[float]:
    return [_rounded_number(getattr(forecast, name)) for name in FORECAST]


def _pair_as_json(values: tuple[float, float]) -> list[float]:
    return [_rounded_number(value) for value in values]


def _read_pair(values: Sequence[float]) -> tuple[float, float]:
    first, second = values
    return first, second


def _rounded_number(number: float) -> float:
    return round(float(number), DIGITS) + 0.0
