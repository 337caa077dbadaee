"""Rules of thumb for choosing a code card in Battle of Wits (RULES section 7).

The choice depends on the general value of each code, the player's hand and the score, but not on
the codes that others may hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hacktrick.ai.agent import Decision
from hacktrick.ai.decision_position import Position
from hacktrick.game.actions import Action

KEEPING_VALUE = 0.05  # value, in points, of keeping a code for later, early in the match


def choose_code(position: Position) -> Decision:
    """Return the decision for the code with the highest estimated gain, or for no code."""
    values = sorted(
        ((action, _heuristic_gain(position, action)) for action in position.legal),
        key=lambda pair: (-pair[1], str(pair[0])),
    )
    action, value = values[0]
    return Decision(action, value, tuple(values))


def _heuristic_gain(position: Position, action: Action) -> float:
    assert action.verb == "lay"
    if action.code is None:
        return _value_of_laying_no_code(position)
    value = CODE_VALUES[action.code]
    return value.gain + value.fit(position)


def _value_of_laying_no_code(position: Position) -> float:
    """Return the value of laying no code, in points.

    Codes left at the end of the match are wasted, so the value falls as the match goes on.
    """
    score = position.public.score
    left = position.public.rules.target - max(score)
    return KEEPING_VALUE * min(1.0, left / 4) / max(1, len(position.observation.held))


def _god_correction(position: Position) -> float:
    """Return a correction for Andy God's code, which needs keys 1, 2, 8 and 9.

    The correction is positive for a hand of mostly low and high cards, else negative.
    """
    hand = position.hand
    outer = hand[0] + hand[1] + hand[-2] + hand[-1]
    return 0.04 * (outer - sum(hand) / 2)


def _doo_correction(position: Position) -> float:
    return 0.0 if min(position.public.score) >= 1 else -1.0


def _gorilla_correction(position: Position) -> float:
    """Return a deduction for Dodo Gorilla's code if one point wins the match.

    Doubled points are then useless.
    """
    left = position.public.rules.target - position.public.score[position.side]
    return -0.15 if left <= 1 else 0.0


def _rukowski_correction(position: Position) -> float:
    """Return a correction for Joavista Rukowski's code, which cancels the opponent's code.

    The correction is positive if the opponent has laid a code, and negative if they cannot.
    """
    opponent = next(iter(position.public.seating.opponents_of(position.seat)))
    sealed = position.public.sealed[opponent]
    if sealed:
        return 0.12
    may_lay = position.public.seat != position.public.seating.starter
    return 0.0 if may_lay and position.public.held_counts[opponent] else -1.0


def _no_correction(position: Position) -> float:
    return 0.0


@dataclass(frozen=True, slots=True)
class CodeValue:
    """The value of a code to the player who lays it, set by hand.

    Attributes:
        gain: the gain in points of the round: how often the power matters times its worth then.
        fit: returns a correction of the gain for a position.
        question_price: the price of a captured marker paid for an ask; None for the usual price.
    """

    gain: float
    fit: Callable[[Position], float] = _no_correction
    question_price: float | None = None


CODE_VALUES: dict[str, CodeValue] = {
    "slavic": CodeValue(0.14),
    "baltic": CodeValue(0.12, question_price=0.3),
    "god": CodeValue(0.25, _god_correction),
    "huang": CodeValue(0.08),
    "popescu": CodeValue(0.08),
    "vaeck": CodeValue(0.08),
    "sun": CodeValue(0.1),
    "kriskaya": CodeValue(0.3),
    "grigorova": CodeValue(0.02),
    "gorilla": CodeValue(0.2, _gorilla_correction),
    "doo": CodeValue(0.15, _doo_correction),
    "rukowski": CodeValue(0.1, _rukowski_correction),
}
