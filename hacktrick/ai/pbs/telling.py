"""What a turn tells: how likely the other must then think the hand that is really held."""

from __future__ import annotations

import numpy as np

from hacktrick.ai.pbs.agent import own_hand
from hacktrick.ai.pbs.belief import Belief
from hacktrick.ai.pbs.flat import Array
from hacktrick.ai.pbs.hands import table_for
from hacktrick.ai.pbs.judge import Judged, believing
from hacktrick.ai.pbs.mirror import turned_action, turned_hand
from hacktrick.ai.pbs.tracker import DOUBT, doubted, turns_of
from hacktrick.ai.pbs.tree import Builder
from hacktrick.ai.pbs.turns import Move
from hacktrick.ai.pieces import Pieces
from hacktrick.ai.position import Position
from hacktrick.game.actions import Action
from hacktrick.game.cards import Counts


def known_by_counting(position: Position, *turns: tuple[Action, ...]) -> Pieces[tuple[float, ...]]:
    """The same for each of several turns, by what anybody could prove: every hand that could have
    been dealt and played like this counts by its deals."""
    facts, _, mirrored = yield from believing(position)
    hand = _as_seen(own_hand(position), mirrored)
    return tuple(known_after(facts, hand, _move(position, turn, mirrored)) for turn in turns)


def known_by_reading(judged: Judged, *turns: tuple[Action, ...]) -> tuple[float, ...]:
    """The same for an onlooker who also reads how the hands would have played: every turn so far,
    and this one by the solution, as the solving levels read each other."""
    position, solver = judged.position, judged.solver
    hand = _as_seen(own_hand(position), judged.mirrored)
    policy = doubted(solver, DOUBT)
    moves = (_move(position, turn, judged.mirrored) for turn in turns)
    return tuple(known_after(solver.belief, hand, move, policy) for move in moves)


def known_after(belief: Belief, hand: Counts, move: Move, policy: Array | None = None) -> float:
    """How likely the other must think the hand that is held after ``move`` of the seat to act.

    The mean over the hands that he may hold himself, as each of them leaves others for this one,
    and over the cards that may be drawn.

    Args:
        belief: of everybody at the beginning of the turn; ``hand``: that really held then.
        policy: how likely each hand makes each move, [hand, move]; every one that can alike
            without.

    Raises:
        ValueError: the move cannot be made.
    """
    builder = Builder(belief, 1)
    root = builder.nodes[0]
    me, slot = root.public.seat, root.slots.index(move)
    row = int(np.flatnonzero(belief.hands[me] == table_for(belief.public).index[hand])[0])
    own, other = belief.likelihood[me], belief.likelihood[1 - me]
    found = total = 0.0
    for edge in root.edges:
        if edge.slot != slot:
            continue
        ways = builder.geometries[builder.nodes[edge.child].geometry].ways
        ways = ways if me == 0 else ways.T  # [own hand, other's hand]
        src, dst, coef = edge.own
        share = coef * own[src] * (1.0 if policy is None else policy[src, slot])
        thought = np.bincount(dst, share, minlength=len(ways))[:, None] * ways
        likely = thought / np.maximum(thought.sum(0), 1e-30)
        true = np.bincount(dst[src == row], coef[src == row], minlength=len(ways))
        held = other if edge.other is None else other[edge.other.src] * edge.other.coef
        chance = true[:, None] * ways * held
        found += float((chance * likely).sum())
        total += float(chance.sum())
    return found / max(total, 1e-30)


def _as_seen(hand: Counts, mirrored: bool) -> Counts:
    return turned_hand(hand) if mirrored else hand


def _move(position: Position, turn: tuple[Action, ...], mirrored: bool) -> Move:
    """The move of the solver that a turn from here on finishes."""
    _, pending = turns_of(position.steps)
    actions = (*pending, *turn)
    if not mirrored:
        return actions
    return tuple(turned_action(action, position.public) for action in actions)
