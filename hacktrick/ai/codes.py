"""Battle of Wits: which code to lay before the round (RULES section 7).

Knows the own hand, the score and what the codes are worth on the whole; not the codes others hold.
"""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.ai.agent import Decision
from hacktrick.ai.position import Position
from hacktrick.game.actions import Action, Lay
from hacktrick.game.cards import Counts

# What a code gains in points a round, as judged by hand: how often its power comes to bear, times
# what it is worth then. Not measured.
GAIN: dict[str, float] = {
    "slavic": 0.14,
    "baltic": 0.12,
    "god": 0.25,
    "huang": 0.08,
    "popescu": 0.08,
    "vaeck": 0.08,
    "sun": 0.1,
    "kriskaya": 0.3,
    "grigorova": 0.02,
    "gorilla": 0.2,
    "doo": 0.15,
    "rukowski": 0.1,
}
KEEPING = 0.05  # what a code kept is worth while the match is young


def choose_code(position: Position) -> Decision:
    """The code that gains most with this hand at this score, or none."""
    values = sorted(
        ((action, _gain(position, action)) for action in position.legal),
        key=lambda pair: (-pair[1], str(pair[0])),
    )
    action, value = values[0]
    return Decision(action, value, tuple(values))


def _gain(position: Position, action: Action) -> float:
    assert isinstance(action, Lay)
    if action.code is None:
        return _worth_of_keeping(position)
    fit = _FITS.get(action.code)
    return GAIN[action.code] + (fit(position) if fit else 0.0)


def _worth_of_keeping(position: Position) -> float:
    """Codes not laid by the end of the match were of no use: keep only one or two, early."""
    score = position.public.score
    left = position.public.rules.target - max(score)
    return KEEPING * min(1.0, left / 4) / max(1, len(position.observation.held))


def _fits_god(position: Position) -> float:
    """Keys 1, 2, 8, 9 need the lowest and the highest cards."""
    hand = position.hand
    outer = hand[0] + hand[1] + hand[-2] + hand[-1]
    return 0.04 * (outer - _size(hand) / 2)


def _fits_doo(position: Position) -> float:
    return 0.0 if min(position.public.score) >= 1 else -1.0


def _fits_gorilla(position: Position) -> float:
    """Doubled lines are of no use where one point is enough."""
    left = position.public.rules.target - position.public.score[position.side]
    return -0.15 if left <= 1 else 0.0


def _fits_rukowski(position: Position) -> float:
    """Cancels what the other lays; worth nothing if he has nothing to lay."""
    opponent = next(iter(position.public.seating.opponents_of(position.seat)))
    sealed = position.public.sealed[opponent]
    if sealed:
        return 0.12
    may_lay = position.public.seat != position.public.seating.starter
    return 0.0 if may_lay and position.public.held_counts[opponent] else -1.0


def _size(hand: Counts) -> int:
    return sum(hand)


_FITS: dict[str, Callable[[Position], float]] = {
    "god": _fits_god,
    "doo": _fits_doo,
    "gorilla": _fits_gorilla,
    "rukowski": _fits_rukowski,
}
