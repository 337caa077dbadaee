"""Advice for the seat of a view: from the search that plays, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hacktrick.ai.advice import Advice, Forecast, Hands, Line, entropy, reasons, threats
from hacktrick.ai.later import Solving
from hacktrick.ai.levels import LEVELS
from hacktrick.ai.pbs.agent import PbsAgent, own_hand
from hacktrick.ai.pbs.judge import (
    NoAdvice,
    Option,
    beliefs,
    hands_of_other,
    judge,
    stakes,
)
from hacktrick.ai.pbs.tracker import turns_of
from hacktrick.ai.position import Position, read_position
from hacktrick.game.view import View

QUICK = PbsAgent(1, 24, 60_000, (), LEVELS[1].agent)
"""Gives the first answer."""


@cache
def strongest() -> PbsAgent:
    """The search of the highest level."""
    solving = LEVELS[max(LEVELS)].agent
    assert isinstance(solving, Solving)
    return PbsAgent(
        solving.depth, solving.iterations, solving.effort, solving.few_pairs, solving.otherwise
    )


def in_stages(view: View) -> Iterator[Advice]:
    """Advice at once from one move ahead, and then from the search of the highest level.

    Raises:
        NoAdvice: nothing to decide, or rules the solver does not know.
    """
    yield advise(view, QUICK)
    yield advise(view, strongest())


def advise(view: View, agent: PbsAgent) -> Advice:
    """Advice for the decision of a view.

    Raises:
        NoAdvice: nothing to decide, or rules the solver does not know.
    """
    try:
        position = read_position(view)
    except ValueError as error:
        raise NoAdvice(str(error)) from error
    judged = judge(position, agent)
    _, pending = turns_of(position.steps)
    options = judged.options(own_hand(position), pending)
    facts, inferred, mirrored = beliefs(position)
    fact_hands: Hands = tuple(hands_of_other(position, facts, mirrored).items())
    hands: Hands = tuple(hands_of_other(position, inferred, mirrored).items())
    public, side = position.public, position.side
    return Advice(
        mixed(options),
        stakes(position.first, position.seat),
        tuple(_line(position, option, hands) for option in options),
        fact_hands,
        hands,
        threats(public, side, ((position.hand, 1.0),)),
        threats(public, 1 - side, hands),
        entropy(hands),
    )


def _line(position: Position, option: Option, hands: Hands) -> Line:
    actions, where, share = option
    why = reasons(position.public, position.seat, position.hand, hands, actions)
    return Line(actions, where, share, why)


def mixed(options: list[Option]) -> Forecast:
    """What comes of playing the options as often as they are played."""

    def mean(name: str) -> float:
        return sum(share * float(getattr(where, name)) for _, where, share in options)

    return Forecast(*(mean(name) for name in ("win_1", "win_2", "lose_1", "lose_2", "match")))
