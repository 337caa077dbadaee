"""Positions solved as they are not: what is lost or gained by the difference is its price.

Which hand is held goes into both, so that neither is remembered for anybody else.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hacktrick.ai.pbs.agent import PbsAgent, mind, own_hand, prices_of
from hacktrick.ai.pbs.belief import Belief, all_hands, settled
from hacktrick.ai.pbs.hands import Floats, Ints, table_for
from hacktrick.ai.pbs.judge import AT_THE_START, Judged, NoAdvice, is_known
from hacktrick.ai.pbs.mirror import is_turned_for_all, turned, turned_hand
from hacktrick.ai.pbs.solver import Solver
from hacktrick.ai.pbs.tracker import turns_of
from hacktrick.ai.pieces import Pieces
from hacktrick.ai.position import Position


def with_open_hand(position: Position, agent: PbsAgent) -> Pieces[Judged]:
    """The turn as it would be judged if the own hand lay open and the other's did not: then no turn
    tells anything more.

    Raises:
        NoAdvice: the rules are not the solver's.
    """
    seen, mirrored = _seen(position)
    belief = yield from _public(seen)
    held = own_hand(position)
    number = table_for(belief.public).index[turned_hand(held) if mirrored else held]
    one: tuple[Ints, Floats] = np.array([number]), np.ones(1, dtype=np.float32)
    pairs = list(zip(belief.hands, belief.likelihood, strict=True))
    pairs[position.seat] = one
    (first, likely), (second, other) = pairs
    shown = settled(Belief(belief.public, (first, second), (likely, other)))
    return Judged(position, (yield from _solved(seen, shown, agent)), mirrored)


def with_a_marker_less(position: Position, agent: PbsAgent) -> Pieces[Judged]:
    """The turn as it would be judged with one captured marker less.

    Raises:
        NoAdvice: the rules are not the solver's.
        ValueError: none is captured.
    """
    captured = list(position.public.captured)
    if not captured[position.side]:
        raise ValueError("no marker is captured")
    captured[position.side] -= 1
    seen, mirrored = _seen(position)
    belief = yield from _public(seen)
    less = replace(belief, public=belief.public._replace(captured=tuple(captured)))
    return Judged(position, (yield from _solved(seen, less, agent)), mirrored)


def _seen(position: Position) -> tuple[Position, bool]:
    if not is_known(position):
        raise NoAdvice("there is no solver for these rules")
    mirrored = is_turned_for_all(position)
    return (turned(position) if mirrored else position), mirrored


def _public(seen: Position) -> Pieces[Belief]:
    """What everybody believes at the beginning of the turn."""
    if seen.public.phase == "start":
        return all_hands(seen.public)
    turns, _ = turns_of(seen.steps)
    return (
        yield from mind(seen.first.rules).believing(
            seen, turns, prices_of(seen.first, seen.view.duel)
        )
    )


def _solved(seen: Position, belief: Belief, agent: PbsAgent) -> Pieces[Solver]:
    prices = prices_of(seen.first, seen.view.duel)
    if seen.public.phase == "start":
        solver = Solver(belief, prices, mind(seen.first.rules).net, AT_THE_START)
        yield from solver.solving()
        return solver
    # As deep as the position itself, however few hands are left: the two are compared.
    return (yield from replace(agent, few_pairs=()).solving(belief, prices))
