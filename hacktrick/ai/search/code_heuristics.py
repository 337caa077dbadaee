"""Battle of Wits: which code to lay, by rules of thumb for each code (RULES.md section 7).

The heuristics use the player's hand, the score and the general value of codes. They ignore the
codes that others hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hacktrick.ai.agent import Decision
from hacktrick.ai.decision_position import Position
from hacktrick.game.actions import Action

KEEPING_VALUE = 0.05  # value of a code kept for later, early in the match


def choose_code(position: Position) -> Decision:
    """Choose the code that gains most with this hand at this score, or none."""
    values = sorted(
        ((action, _heuristic_gain(position, action)) for action in position.legal),
        key=lambda pair: (-pair[1], str(pair[0])),
    )
    action, value = values[0]
    return Decision(action, value, tuple(values))


def _heuristic_gain(position: Position, action: Action) -> float:
    assert action.verb == "lay"
    if action.code is None:
        return _worth_of_keeping(position)
    value = CODE_VALUES[action.code]
    return value.gain + value.fit(position)


def _worth_of_keeping(position: Position) -> float:
    """Value keeping all codes; codes left at the end of the match are wasted, so this falls with
    time."""
    score = position.public.score
    left = position.public.rules.target - max(score)
    return KEEPING_VALUE * min(1.0, left / 4) / max(1, len(position.observation.held))


def _fits_god(position: Position) -> float:
    """Value the code by the hand: keys 1, 2, 8 and 9 need the lowest and the highest cards."""
    hand = position.hand
    outer = hand[0] + hand[1] + hand[-2] + hand[-1]
    return 0.04 * (outer - sum(hand) / 2)


def _fits_doo(position: Position) -> float:
    return 0.0 if min(position.public.score) >= 1 else -1.0


def _fits_gorilla(position: Position) -> float:
    """Value the code by the score: doubled points are wasted if one point wins the match."""
    left = position.public.rules.target - position.public.score[position.side]
    return -0.15 if left <= 1 else 0.0


def _fits_rukowski(position: Position) -> float:
    """Value the code, which cancels the opponent's, at nothing if the opponent cannot lay one."""
    opponent = next(iter(position.public.seating.opponents_of(position.seat)))
    sealed = position.public.sealed[opponent]
    if sealed:
        return 0.12
    may_lay = position.public.seat != position.public.seating.starter
    return 0.0 if may_lay and position.public.held_counts[opponent] else -1.0


def _fits(position: Position) -> float:
    return 0.0


@dataclass(frozen=True, slots=True)
class CodeValue:
    """The value of a code to the player who lays it, estimated by hand.

    Attributes:
        gain: points a round: how often the power matters, times what it is worth then.
        fit: the correction for a position.
        question_price: the price of a captured marker paid for a question; None for the usual
            price.
    """

    gain: float
    fit: Callable[[Position], float] = _fits
    question_price: float | None = None


CODE_VALUES: dict[str, CodeValue] = {
    "slavic": CodeValue(0.14),
    "baltic": CodeValue(0.12, question_price=0.3),
    "god": CodeValue(0.25, _fits_god),
    "huang": CodeValue(0.08),
    "popescu": CodeValue(0.08),
    "vaeck": CodeValue(0.08),
    "sun": CodeValue(0.1),
    "kriskaya": CodeValue(0.3),
    "grigorova": CodeValue(0.02),
    "gorilla": CodeValue(0.2, _fits_gorilla),
    "doo": CodeValue(0.15, _fits_doo),
    "rukowski": CodeValue(0.1, _fits_rukowski),
}
