"""A finished round as values: its decisions, what each cost, and what was luck.

Each decision is judged by what its seat could know and sorted into themes for the statistics.
Values are chances to win the match. The library stores a judged round as one line of JSON. The
worker process loads this module, so it must not import a table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from hacktrick.ai.advice import Forecast
from hacktrick.ai.decision_position import read_position, winning_action
from hacktrick.coach.hand_odds import hand_odds
from hacktrick.coach.judgement import MistakeClass, TurnLoss, mistake_class
from hacktrick.coach.reasons import Explanation, Reason
from hacktrick.game.actions import Action, Play, parse
from hacktrick.game.cards import Counts
from hacktrick.game.rules import Rules, Seat
from hacktrick.game.state import Result
from hacktrick.game.view import View

if TYPE_CHECKING:
    from hacktrick.ai.solver.solved_position import SolvedPosition


LuckKind = Literal["deal", "draw", "told", "reply", "sight"]
CHANCE_KINDS: tuple[LuckKind, ...] = ("deal", "draw")  # the kinds of luck that are chance alone
ReviewStage = Literal["looked", "checked", "explained", "opened"]
ValuedTurn = tuple[tuple[Action, ...], Forecast, float]
"""A whole turn from here on, where it leads, and how often it is played."""


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """The table before an action: what the seat to act sees, and what everybody holds."""

    number: int
    seat: Seat
    phase: str
    view: View
    hands: tuple[Counts, ...]
    action: Action
    parted: bool = False  # the card before is a turn by itself, as a second one may follow


@dataclass(slots=True)
class JudgedDecision:
    """One action of the record, with what else could have been done."""

    moment: DecisionPoint
    forecast: Forecast
    options: list[ValuedTurn]
    value: float  # of the action, as a chance to win the match
    loss: float
    frequency: float
    checked: float | None = None  # the loss by a longer look and a trial, where the first found one
    themes: tuple[str, ...] = ()  # what it is about

    @property
    def is_forced(self) -> bool:
        return len({actions[0] for actions, _, _ in self.options}) < 2

    @property
    def lost(self) -> float:
        """The smaller of both losses, as far as there are two."""
        return self.loss if self.checked is None else min(self.loss, self.checked)

    def verdict(self, unit: float) -> MistakeClass:
        """The class of the smaller of both losses.

        Args:
            unit: the chance to win the match that one of equity stands for.
        """
        if self.is_forced or self.checked is None:
            return "fine"
        return mistake_class(self.lost / unit, self.lost)


@dataclass(frozen=True, slots=True)
class LuckPiece:
    """Something that nobody decided: after which action (-1: the deal), for whom, how much."""

    number: int
    seat: Seat
    kind: LuckKind
    change: float


@dataclass(frozen=True, slots=True)
class TurnChances:
    """The chances of both seats before the turn that begins with action ``number``: by what each
    knew, and with all cards open (None until that is worked out)."""

    number: int
    seat: Seat
    known: tuple[float, float]
    opened: tuple[float, float] | None = None


@dataclass(slots=True)
class RoundStory:
    """One round. ``unit``: the chance to win the match that one of equity stands for."""

    number: int
    leader: Seat
    score: tuple[int, ...]
    unit: float
    start: tuple[float, float]
    end: tuple[float, float] = (0.0, 0.0)
    result: Result | None = None
    decisions: list[JudgedDecision] = field(default_factory=list)
    luck: list[LuckPiece] = field(default_factory=list)
    points: list[TurnChances] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How far the review of a round has come.

    Attributes:
        stage: "looked": turns and values are there; "checked": so are the classes of mistakes;
            "explained": and the reasons; "opened": and the chances with all cards open.
        judge: the name of who judged.
        whys: by the number of the first action of a turn, why another one is better.
    """

    stage: ReviewStage
    judge: str
    story: RoundStory
    whys: dict[int, Explanation]


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A finished round as it is handed over to be judged: its hands lie open.

    Attributes:
        story: not yet told.
        seats: whose mistakes are looked at again and explained.
    """

    story: RoundStory
    moments: tuple[DecisionPoint, ...]
    result: Result | None
    seats: tuple[Seat, ...] = (0, 1)

    @property
    def rules(self) -> Rules:
        return self.moments[0].view.rules


def split_into_turns(moments: Sequence[DecisionPoint]) -> Iterator[list[DecisionPoint]]:
    """The actions of each move of the solver: a play belongs together with its word. One after a
    draw is decided by what was drawn. Which code is laid is a game by itself and no turn."""
    turn: list[DecisionPoint] = []
    for moment in moments:
        if moment.action.verb == "lay":
            continue
        word = moment.action.stage == "end" and not moment.parted
        if turn and not (word and turn[0].action.verb == "play"):
            yield turn
            turn = []
        turn.append(moment)
    if turn:
        yield turn


DecisionTheme = Literal[
    "finishing", "defending", "counting", "commands", "asking", "double", "tempo", "reading"
]
DECISION_THEMES: tuple[DecisionTheme, ...] = (
    *("finishing", "defending", "counting", "commands"),
    *("asking", "double", "tempo", "reading"),
)
DANGER_CHANCE = 0.15  # how likely the other must be to win with his next turn
TOLD_BITS = 2.0  # so many times likelier than by counting is what his play tells of a hand
CERTAIN_CHANCE = 0.5  # ... and so likely at least


def themes_of(
    moment: DecisionPoint, options: Sequence[ValuedTurn], judged: SolvedPosition
) -> tuple[DecisionTheme, ...]:
    """The themes of a decision."""
    firsts = {actions[0] for actions, _, _ in options}
    if len(firsts) < 2:
        return ()
    if any(action.stage == "end" for action in firsts):
        return ("commands",)
    return (*_by_board(moment, firsts, options), *_by_hands(moment, judged))


def _by_board(
    moment: DecisionPoint, firsts: set[Action], options: Sequence[ValuedTurn]
) -> list[DecisionTheme]:
    found: list[DecisionTheme] = []
    if winning_action(read_position(moment.view)) is not None:
        found.append("finishing")
    best = options[0][0][0]
    if best.verb == "ask" or moment.action.verb == "ask":
        found.append("asking")
    if best.verb == "play" and Play(best.card, not best.double) in firsts:
        found.append("double")
    if {"draw", "play"} <= {action.verb for action in firsts}:
        found.append("tempo")
    return found


def _by_hands(moment: DecisionPoint, judged: SolvedPosition) -> list[DecisionTheme]:
    """By what the other can hold: dangerous, certain, or told by his play."""
    if moment.phase == "start":
        return []
    chips = hand_odds(moment.view).facts
    facts = {chip.hand: chip.chance for chip in chips}
    found: list[DecisionTheme] = []
    if sum(chip.chance for chip in chips if chip.use == "wins") >= DANGER_CHANCE:
        found.append("defending")
    if len(facts) == 1:
        found.append("counting")
    elif _is_told(facts, judged.opponent_hand_chances(moment.seat, moment.hands[moment.seat])):
        found.append("reading")
    return found


def _is_told(facts: dict[Counts, float], habits: dict[Counts, float]) -> bool:
    return any(
        chance >= CERTAIN_CHANCE and chance >= TOLD_BITS * facts.get(hand, 1.0)
        for hand, chance in habits.items()
    )


REVIEW_VERSION = 1
DIGITS = 6
FORECAST = ("win_1", "win_2", "lose_1", "lose_2", "match")


def review_to_text(reviewed: ReviewProgress) -> str:
    """One line of JSON."""
    story = reviewed.story
    return json.dumps(
        {
            "version": REVIEW_VERSION,
            "judge": reviewed.judge,
            "stage": reviewed.stage,
            "unit": story.unit,
            "start": story.start,
            "end": story.end,
            "decisions": [_decision(one) for one in story.decisions],
            "luck": [[one.number, one.seat, one.kind, _short(one.change)] for one in story.luck],
            "points": [
                [one.number, one.seat, _pair(one.known), one.opened and _pair(one.opened)]
                for one in story.points
            ],
            "whys": {str(number): _explanation(why) for number, why in reviewed.whys.items()},
        },
        separators=(",", ":"),
    )


def review_from_text(text: str, finished: FinishedRound) -> ReviewProgress:
    """The review of a round that was kept.

    Raises:
        ValueError: it is none, or not of this round.
    """
    try:
        data = json.loads(text)
        if data["version"] != REVIEW_VERSION:
            raise ValueError("unknown version of a review")
        moments = {moment.number: moment for moment in finished.moments}
        story = RoundStory(
            finished.story.number,
            finished.story.leader,
            finished.story.score,
            data["unit"],
            _two(data["start"]),
            _two(data["end"]),
            finished.result,
            [_read_decision(one, moments) for one in data["decisions"]],
            [LuckPiece(*one) for one in data["luck"]],
            [
                TurnChances(n, seat, _two(a), _two(b) if b else None)
                for n, seat, a, b in data["points"]
            ],
        )
        whys = {int(number): _read_explanation(why) for number, why in data["whys"].items()}
        return ReviewProgress(data["stage"], data["judge"], story, whys)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("this is no review of the round") from error


def _decision(one: JudgedDecision) -> list[Any]:
    options = [_option(option) for option in one.options]
    checked = None if one.checked is None else _short(one.checked)
    numbers = [_short(number) for number in (one.value, one.loss, one.frequency)]
    return [one.moment.number, _forecast(one.forecast), options, *numbers, checked, one.themes]


def _option(option: ValuedTurn) -> list[Any]:
    actions, where, share = option
    return [[str(action) for action in actions], _forecast(where), _short(share)]


def _read_decision(data: Sequence[Any], moments: Mapping[int, DecisionPoint]) -> JudgedDecision:
    number, forecast, options, value, loss, frequency, checked, themes = data
    read_options = [
        (tuple(parse(text) for text in actions), Forecast(*where), share)
        for actions, where, share in options
    ]
    told = Forecast(*forecast)
    found = JudgedDecision(moments[number], told, read_options, value, loss, frequency, checked)
    found.themes = tuple(themes)
    return found


def _explanation(why: Explanation) -> dict[str, Any]:
    return {
        "best": [str(action) for action in why.best],
        "played": [str(action) for action in why.played],
        "loss": list(why.loss),
        "reasons": [[r.code, r.source, r.best, r.played, r.n] for r in why.reasons],
        "n": why.n,
        "gain": why.gain,
        "error": why.error,
        "reply": [str(action) for action in why.reply],
    }


def _read_explanation(data: Mapping[str, Any]) -> Explanation:
    best, played = (tuple(parse(text) for text in data[name]) for name in ("best", "played"))
    reasons = tuple(Reason(*one) for one in data["reasons"])
    reply = tuple(parse(text) for text in data["reply"])
    figures = (data["n"], data["gain"], data["error"])
    return Explanation(best, played, TurnLoss(*data["loss"]), reasons, *figures, reply)


def _forecast(where: Forecast) -> list[float]:
    return [_short(getattr(where, name)) for name in FORECAST]


def _pair(values: tuple[float, float]) -> list[float]:
    return [_short(value) for value in values]


def _two(values: Sequence[float]) -> tuple[float, float]:
    first, second = values
    return first, second


def _short(number: float) -> float:
    return round(float(number), DIGITS) + 0.0
