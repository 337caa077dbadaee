"""Solves positions under changed assumptions, and measures what a turn reveals about the hand.

Comparing such a solution with the true one gives the worth of a hidden hand or of a captured
marker. What a turn reveals is measured by the probability that the opponent then gives to the true
hand.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hacktrick.ai.agent import Interruptible
from hacktrick.ai.decision_position import Position
from hacktrick.ai.mirror_symmetry import (
    mirrored_action,
    mirrored_hand,
    mirrored_position,
    should_mirror_by_public_facts,
)
from hacktrick.ai.solver.belief_tracker import (
    INFERENCE_DOUBT,
    finished_moves,
    opponent_model_policy,
)
from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.public_belief import (
    Floats,
    Ints,
    PublicBelief,
    hand_table_for,
    initial_belief,
    pruned_belief,
)
from hacktrick.ai.solver.public_tree import Move, PublicTreeBuilder
from hacktrick.ai.solver.regret_matching import Solver
from hacktrick.ai.solver.solved_position import (
    START_SETTINGS,
    NoSolution,
    SolvedPosition,
    counted_and_inferred_beliefs_in_steps,
    is_solvable,
)
from hacktrick.ai.solver.solving_player import (
    SolvingPlayer,
    hand_at_turn_start,
    shared_solver,
    win_utilities,
)
from hacktrick.game.actions import Action
from hacktrick.game.cards import Counts


def solve_with_hand_known_to_opponent(
    position: Position, agent: SolvingPlayer
) -> Interruptible[SolvedPosition]:
    """Solve the turn as if the opponent knew the player's hand, so that turns reveal nothing.

    Args:
        agent: the player whose solver is used.

    Raises:
        NoSolution: the solver does not support the rules.
    """
    seen, mirrored = _position_mirrored_if_needed(position)
    belief = yield from _belief_at_turn_start(seen)
    held = hand_at_turn_start(position)
    number = hand_table_for(belief.public).index[mirrored_hand(held) if mirrored else held]
    one: tuple[Ints, Floats] = np.array([number]), np.ones(1, dtype=np.float32)
    pairs = list(zip(belief.hands, belief.likelihood, strict=True))
    pairs[position.seat] = one
    (first, likely), (second, other) = pairs
    shown = pruned_belief(PublicBelief(belief.public, (first, second), (likely, other)))
    return SolvedPosition(position, (yield from _solve(seen, shown, agent)), mirrored)


def solve_with_one_captured_less(
    position: Position, agent: SolvingPlayer
) -> Interruptible[SolvedPosition]:
    """Solve the turn as if the player had captured one marker less.

    Args:
        agent: the player whose solver is used.

    Raises:
        NoSolution: the solver does not support the rules.
        ValueError: the player has no captured marker.
    """
    captured = list(position.public.captured)
    if not captured[position.side]:
        raise ValueError("no marker is captured")
    captured[position.side] -= 1
    seen, mirrored = _position_mirrored_if_needed(position)
    belief = yield from _belief_at_turn_start(seen)
    less = replace(belief, public=belief.public._replace(captured=tuple(captured)))
    return SolvedPosition(position, (yield from _solve(seen, less, agent)), mirrored)


def _position_mirrored_if_needed(position: Position) -> tuple[Position, bool]:
    if not is_solvable(position):
        raise NoSolution("there is no solver for these rules")
    mirrored = should_mirror_by_public_facts(position)
    return (mirrored_position(position) if mirrored else position), mirrored


def _belief_at_turn_start(seen: Position) -> Interruptible[PublicBelief]:
    """Return the public belief at the beginning of the turn."""
    if seen.public.phase == "start":
        return initial_belief(seen.public, seen.start_position)
    turns, _ = finished_moves(seen.steps)
    return (
        yield from shared_solver(seen.round_start.rules).belief_in_steps(
            seen, turns, win_utilities(seen.round_start, seen.view.duel)
        )
    )


def _solve(seen: Position, belief: PublicBelief, agent: SolvingPlayer) -> Interruptible[Solver]:
    utilities = win_utilities(seen.round_start, seen.view.duel)
    if seen.public.phase == "start":
        solver = Solver(
            belief, utilities, shared_solver(seen.round_start.rules).net, START_SETTINGS
        )
        yield from solver.solve_in_steps()
        return solver
    # Look as far ahead as for the true position, since the two solutions are compared.
    return (yield from replace(agent, extra_depth_pairs=()).solve_in_steps(belief, utilities))


def hand_exposure_to_counting_opponent(
    position: Position, *turns: tuple[Action, ...]
) -> Interruptible[tuple[float, ...]]:
    """Return how much each turn exposes the hand to an opponent who only counts deals.

    Such an opponent weighs every possible hand by the number of deals that lead to it. Exposure is
    the probability that the opponent gives to the true hand (``hand_exposure_after``).
    """
    facts, _, mirrored = yield from counted_and_inferred_beliefs_in_steps(position)
    hand = _hand_mirrored_if(hand_at_turn_start(position), mirrored)
    return tuple(
        hand_exposure_after(facts, hand, _solver_move_of_turn(position, turn, mirrored))
        for turn in turns
    )


def hand_exposure_to_inferring_opponent(
    solution: SolvedPosition, *turns: tuple[Action, ...]
) -> tuple[float, ...]:
    """Return how much each turn exposes the hand to an opponent who also infers from moves.

    Such an opponent uses the moves so far and the solution of this turn, as levels 8 to 10 do.
    """
    position, solver = solution.position, solution.solver
    hand = _hand_mirrored_if(hand_at_turn_start(position), solution.is_mirrored)
    policy = opponent_model_policy(solver, INFERENCE_DOUBT)
    moves = (_solver_move_of_turn(position, turn, solution.is_mirrored) for turn in turns)
    return tuple(hand_exposure_after(solver.belief, hand, move, policy) for move in moves)


def hand_exposure_after(
    belief: PublicBelief, hand: Counts, move: Move, policy: Array | None = None
) -> float:
    """Return the mean probability, in the opponent's eyes, of the true hand after a move.

    The mean is over the cards that may be drawn and over the hands that the opponent may hold,
    since each of these excludes other cards from the true hand.

    Args:
        belief: the public belief at the beginning of the turn.
        hand: the true hand at the beginning of the turn.
        policy: the probability of each move: [hand, move]. By default, every hand that can make
            the move makes it equally often.

    Raises:
        ValueError: the move cannot be made.
    """
    builder = PublicTreeBuilder(belief, 1)
    root = builder.nodes[0]
    me, slot = root.public.seat, root.slots.index(move)
    row = int(np.flatnonzero(belief.hands[me] == hand_table_for(belief.public).index[hand])[0])
    own, other = belief.likelihood[me], belief.likelihood[1 - me]
    found = total = 0.0
    for edge in root.edges:
        if edge.slot != slot:
            continue
        ways = builder.hand_pairs[builder.nodes[edge.child].hand_pairs_number].ways
        # The deals for each pair of hands: [own hand, other's hand].
        ways = ways if me == 0 else ways.T
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


def _hand_mirrored_if(hand: Counts, mirrored: bool) -> Counts:
    return mirrored_hand(hand) if mirrored else hand


def _solver_move_of_turn(position: Position, turn: tuple[Action, ...], mirrored: bool) -> Move:
    """Return the move that ``turn`` completes, in the form that the solver uses.

    Args:
        mirrored: whether the solver has solved the mirrored position.
    """
    _, pending = finished_moves(position.steps)
    actions = (*pending, *turn)
    if not mirrored:
        return actions
    return tuple(mirrored_action(action, position.public) for action in actions)
