"""Advice for the seat of a view: from the search that plays, and from nothing else."""

from __future__ import annotations

from functools import cache

from hacktrick.ai.advice import Advice, Forecast, Hands, Line, entropy, reasons, threats
from hacktrick.ai.coach.name import SECOND_LOOK
from hacktrick.ai.later import Solving
from hacktrick.ai.levels import LEVELS
from hacktrick.ai.pbs.agent import PbsAgent, own_hand
from hacktrick.ai.pbs.forecasts import stakes
from hacktrick.ai.pbs.judge import (
    NoAdvice,
    Option,
    Solve,
    believing,
    hands_of_other,
    judge,
    judging,
)
from hacktrick.ai.pbs.tracker import DOUBT, turns_of
from hacktrick.ai.pieces import Pieces, whole
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


@cache
def longer() -> PbsAgent:
    """A second look, three to four times as long as that of the highest level and deeper, with the
    Guards and doubles that the other may reply with."""
    return PbsAgent(*SECOND_LOOK, strongest().otherwise, wide=True)


def first_forecast(view: View) -> Forecast:
    """A first number, one move ahead: for a bar, never for advice. It misses the best turn half of
    the time.

    Raises:
        NoAdvice: nothing to decide, or rules the solver does not know.
    """
    position = _read(view)
    _, pending = turns_of(position.steps)
    return mixed(judge(position, QUICK).options(own_hand(position), pending))


def advise(view: View, agent: PbsAgent, doubt: float = DOUBT) -> Advice:
    """Advice for the decision of a view.

    Args:
        doubt: how far the other may be no solver; 1 takes nothing but the facts.

    Raises:
        NoAdvice: nothing to decide, or rules the solver does not know.
    """
    return whole(advising(view, agent, doubt))


def advising(
    view: View, agent: PbsAgent, doubt: float = DOUBT, solve: Solve | None = None
) -> Pieces[Advice]:
    """The same in pieces.

    Args:
        solve: another way to solve the position with the usual doubt, as what is remembered of it.
    """
    position = _read(view)
    if solve is None or doubt != DOUBT:
        judged = yield from judging(position, agent, doubt)
    else:
        judged = yield from solve(position, agent)
    _, pending = turns_of(position.steps)
    options = judged.options(own_hand(position), pending)
    facts, inferred, mirrored = yield from believing(position)
    fact_hands: Hands = tuple(hands_of_other(position, facts, mirrored).items())
    hands: Hands = tuple(hands_of_other(position, inferred, mirrored).items())
    public, side = position.public, position.side
    lines = []
    for option in options:
        yield
        lines.append(_line(position, option, hands))
    return Advice(
        mixed(options),
        stakes(position.first, position.seat),
        tuple(lines),
        fact_hands,
        hands,
        threats(public, side, ((position.hand, 1.0),)),
        threats(public, 1 - side, hands),
        entropy(hands),
    )


def _read(view: View) -> Position:
    try:
        return read_position(view)
    except ValueError as error:
        raise NoAdvice(str(error)) from error


def _line(position: Position, option: Option, hands: Hands) -> Line:
    actions, where, share = option
    why = reasons(position.public, position.seat, position.hand, hands, actions)
    return Line(actions, where, share, why)


def mixed(options: list[Option]) -> Forecast:
    """What comes of playing the options as often as they are played."""

    def mean(name: str) -> float:
        return sum(share * float(getattr(where, name)) for _, where, share in options)

    return Forecast(*(mean(name) for name in ("win_1", "win_2", "lose_1", "lose_2", "match")))
