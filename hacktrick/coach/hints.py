"""Gives a hint in three steps: where to look, the idea, and the turn.

The first step needs only the board and the player's hand, so it is immediate; the other steps need
a judgement. Under rules that the solver does not support, the choices of some levels replace these
other steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from hacktrick.ai.advice import Advice, AdvisedTurn
from hacktrick.ai.agent import Interruptible
from hacktrick.ai.decision_position import (
    Position,
    read_position,
    winning_action_and_value,
    winning_points,
)
from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.coach.judgement import TOLERATED_LOSS, PositionJudgement
from hacktrick.game.actions import Action
from hacktrick.game.legality import legal_actions, must_play
from hacktrick.game.state import PublicState, Side
from hacktrick.game.view import View, observation_of

FocusCode = Literal[
    "start", "win", "danger", "obliged", "ask", "capture", "plain", "words", "answer", "free"
]
HintTheme = Literal[
    "win",
    "ask",
    "draw",
    "double",
    "capture",
    "order",
    "block",
    "quiet",
    "start",
    "words",
    "power",
    "call",
    "fold",
]
HintState = Literal["provisional", "checked", "close"]
FOCUS_BY_PHASE: dict[str, FocusCode] = {"start": "start", "command": "words", "answer": "answer"}
"""The focus in phases in which the board does not matter."""
MAX_TURNS = 4  # maximum number of equally good turns to show


@dataclass(frozen=True, slots=True)
class HintFocus:
    """Step 1 of a hint: where to look, without naming a card in the player's hand.

    Attributes:
        keys: the keys of the board to highlight.
    """

    code: FocusCode
    keys: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HintIdea:
    """Step 2 of a hint: the best turn's theme, and the theme of an alternative.

    Attributes:
        other: the theme of the best turn with a different theme; None if there is none.
        is_equal: whether that turn is as good as the best, within the judge's tolerance.
    """

    best: HintTheme
    other: HintTheme | None
    is_equal: bool


@dataclass(frozen=True, slots=True)
class HintTurns:
    """Step 3 of a hint: the best turns, equally good within the judge's tolerance.

    If the state is "close", the solutions disagree; the turns are then those that at least one
    solution accepts.
    """

    turns: tuple[AdvisedTurn, ...]
    state: HintState


def hint_focus(view: View) -> HintFocus:
    """Return where a hint says to look, judging by the board and the legal actions.

    Raises:
        ValueError: the seat of the view has nothing to decide.
    """
    position = read_position(view)
    public, side = position.public, position.side
    if public.phase in FOCUS_BY_PHASE:
        return HintFocus(FOCUS_BY_PHASE[public.phase])
    if winning_action_and_value(position) is not None:
        return HintFocus("win", _winning_keys(public, side))
    danger = _danger_focus(position)
    if danger is not None:
        return danger
    if must_play(public, position.hand):
        return HintFocus("obliged")
    if any(action.verb == "ask" for action in position.legal):
        return HintFocus("ask")
    taking = _capture_keys(position)
    return HintFocus("capture", taking) if taking else HintFocus("plain")


def judged_hint_focus(view: View, judgement: PositionJudgement) -> HintFocus:
    """Return where a hint says to look in a judged position.

    The focus is "free" if there are several turns and all are about equally good.
    """
    is_free = all(
        len(advice.turns) > 1
        and _match_chance_spread(advice) < TOLERATED_LOSS * judgement.chances_by_result.equity_unit
        for advice in judgement.advices_so_far
    )
    return HintFocus("free") if is_free else hint_focus(view)


def _match_chance_spread(advice: Advice) -> float:
    """Return the difference between the best and the worst turn, as a match chance."""
    values = [turn.forecast.match for turn in advice.turns]
    return max(values, default=0.0) - min(values, default=0.0)


def hint_idea(judgement: PositionJudgement) -> HintIdea:
    """Return the themes of the best turn and of an alternative."""
    turns = judgement.first.turns
    best = turn_theme(judgement.recommended_turn)
    other = next((turn for turn in turns if turn_theme(turn) != best), None)
    if other is None:
        return HintIdea(best, None, True)
    loss = judgement.loss(other.actions)
    return HintIdea(best, turn_theme(other), loss is None or loss.equity < TOLERATED_LOSS)


def hint_turns(judgement: PositionJudgement) -> HintTurns:
    """Return the best turns; the recommended one comes first."""
    turns = judgement.advised_turns()
    if not judgement.turns_good_in_every_solution():
        return HintTurns(turns, "close")
    state: HintState = "checked" if judgement.is_checked else "provisional"
    return HintTurns(turns[:MAX_TURNS], state)


def turn_theme(turn: AdvisedTurn) -> HintTheme:
    """Return the theme of a turn, which names its most unusual feature."""
    first, last = turn.actions[0], turn.actions[-1]
    if turn.figures.win_points:
        return "win"
    if first.verb == "start":
        return "start"
    if first.verb == "ask":
        return "ask"
    if first.verb == "draw":
        return "draw"
    if first.power_code is not None:
        return "power"
    if first.verb == "call" or first.verb == "fold":
        return first.verb
    if turn.figures.places_double:
        return "double"
    if last.verb == "command":
        return "order" if last.kind == "play" else "block"
    if turn.figures.captured:
        return "capture"
    return "quiet" if first.verb == "play" else "words"


def _winning_keys(public: PublicState, side: Side) -> tuple[int, ...]:
    """Return the keys on which one more marker would win."""
    return tuple(key for key, points in enumerate(winning_points(public, side), 1) if points)


def _danger_focus(position: Position) -> HintFocus | None:
    """Return a focus on keys on which the opponent would win; None if there are none."""
    keys = _winning_keys(position.public, 1 - position.side)
    has_marker = bool(position.public.supply[1 - position.side])
    return HintFocus("danger", keys) if keys and has_marker else None


def _capture_keys(position: Position) -> tuple[int, ...]:
    public = position.public
    plays = [action for action in position.legal if action.verb == "play"]
    keys = {public.row[-1] + action.card for action in plays}
    return tuple(sorted(key for key in keys if public.markers_on(key, 1 - position.side)))


HINT_LEVELS = (7, 5, 4)
"""Levels that answer quickly and see threats and replies, strongest first."""
HINT_SEED = 1


class LevelChoices(NamedTuple):
    """The chosen action of each of some levels, as (level, action), strongest level first."""

    choices: tuple[tuple[int, Action], ...]


def level_choices_in_steps(view: View) -> Interruptible[LevelChoices | None]:
    """Ask each of ``HINT_LEVELS`` for its choice; return None if there is only one legal action.

    The generator yields before each choice so that the caller can stop.
    """
    if len(legal_actions(observation_of(view))) < 2:
        return None
    found = []
    for level in HINT_LEVELS:
        yield
        settings = LEVELS[level]
        found.append((level, settings.agent.choose(view, settings.budget, HINT_SEED).action))
    return LevelChoices(tuple(found))
