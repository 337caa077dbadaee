"""Players for measurements: best responses, and a solver that does a fixed amount of work.

``BestResponsePlayer`` knows the policy of a level. Its share of wins beyond one half is a lower
bound of the level's exploitability. ``best_response_value`` is exact, but only for trees that reach
the end of the round.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from random import Random

import numpy as np

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.decision_position import Position, read_position, winning_action_and_value
from hacktrick.ai.levels.catalogue import LEVELS, LazySolvingPlayer
from hacktrick.ai.mirror_symmetry import mirrored_action, mirrored_position, should_mirror_position
from hacktrick.ai.solver.belief_tracker import FinishedMove, belief_after, finished_moves
from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.leaf_values import outcome_utilities
from hacktrick.ai.solver.public_belief import (
    Bools,
    PublicBelief,
    WinUtilities,
    cards_in_hands_and_deck,
    hand_table_for,
)
from hacktrick.ai.solver.public_tree import Move
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings
from hacktrick.ai.solver.solving_player import (
    RARE_SHARE,
    SolvingPlayer,
    hand_at_turn_start,
    shared_solver,
    start_card_decision,
    win_utilities,
)
from hacktrick.ai.solver.value_net import N_OUTCOMES
from hacktrick.game.cards import Counts
from hacktrick.game.editions import Rules
from hacktrick.game.state import RevealedFacts
from hacktrick.game.transitions import apply_public_part
from hacktrick.game.view import SeenStep, View

# Maximum number of moves, best first, that are tried against the level's answer.
MAX_MOVES_TRIED = 8
ONE_MOVE = SolverSettings(depth=1)
MAX_CACHED = 64  # maximum number of beliefs in the cache


class BestResponsePlayer:
    """Plays an approximate best response to a level that uses the solver.

    The method is similar to local best response (Lisý and Bowling 2017).
    """

    def __init__(self, agent: SolvingPlayer) -> None:
        self._agent = agent
        self._recent: OrderedDict[object, PublicBelief] = OrderedDict()

    def choose(self, view: View, seed: int) -> Decision:
        """Choose the move that does best against the level's answer.

        Args:
            view: the view of the seat to act.
            seed: determines the start card, the only random choice.

        Raises:
            ValueError: there is nothing to decide, or the rules are not supported.
        """
        position = read_position(view)
        if not view.rules.is_standard:
            raise ValueError("the probe does not know these rules")
        won = winning_action_and_value(position)
        if won is not None:
            return Decision(won[0], won[1], (won,))
        if len(position.legal) == 1:
            return Decision(position.legal[0], 0.0)
        mirrored = should_mirror_position(position)
        seen = mirrored_position(position) if mirrored else position
        if position.public.phase == "start":
            found = start_card_decision(seen, Random(seed))
        else:
            move, value = self._best_continuation(seen)
            found = Decision(move[0], value)
        if mirrored:
            action = mirrored_action(found.action, position.public)
            return Decision(action, found.value)
        return Decision(found.action, found.value)

    def _best_continuation(self, position: Position) -> tuple[Move, float]:
        """Return the best way to continue the turn, and its utility."""
        turns, pending = finished_moves(position.steps)
        prices = win_utilities(position.round_start, position.view.duel)
        exact = self._exact_belief(position, turns, prices)
        worth = outcome_utilities(prices, position.seat)
        values = self._values_of_continuations(position, exact, prices, pending)
        if not values:  # no hand explains the level's play, so no hand is left
            exact = self._public_belief(position, turns, prices)
            values = self._values_of_continuations(position, exact, prices, pending)
        ranked = sorted(values, key=lambda move: -values[move])[:MAX_MOVES_TRIED]
        tried = {}
        for move in ranked:
            found = self._outcomes_after_answer(position, turns, prices, exact, (*pending, *move))
            tried[move] = values[move] if found is None else float(found @ worth)
        best = max(tried, key=lambda move: tried[move])
        return best, tried[best]

    def _values_of_continuations(
        self,
        position: Position,
        belief: PublicBelief,
        utilities: WinUtilities,
        pending: Move,
    ) -> dict[Move, float]:
        """Return the values of all ways to continue the turn; empty if the belief has no hand.

        Args:
            belief: the level's possible hands with their likelihoods.
            utilities: the utilities of wins, by the winner's seat.
            pending: the card already played in this turn; empty if there is none.
        """
        worth = outcome_utilities(utilities, position.seat)
        solver = self._agent.solve(belief, utilities)
        return {
            move[len(pending) :]: float(chances @ worth)
            for move, chances in _outcome_chances_by_move(solver, hand_at_turn_start(position))
            if move[: len(pending)] == pending and len(move) > len(pending)
        }

    # The following methods compute the level's hands.

    def _exact_belief(
        self, position: Position, moves_so_far: list[FinishedMove], utilities: WinUtilities
    ) -> PublicBelief:
        """Return the public belief in which the level's hands are weighted by its true policy.

        Args:
            moves_so_far: the finished moves of the round.
            utilities: the utilities of wins.
        """
        me, other = position.seat, 1 - position.seat
        belief = self._public_belief(position, moves_so_far[:1], utilities)
        for n in range(1, len(moves_so_far)):
            key = (
                me,
                position.round_start,
                utilities,
                tuple(_public_turn_key(turn) for turn in moves_so_far[: n + 1]),
            )
            known = self._recent.get(key)
            if known is None:
                known = self._belief_after_turn(position, moves_so_far[: n + 1], utilities, belief)
                self._recent[key] = known
                while len(self._recent) > MAX_CACHED:
                    self._recent.popitem(last=False)
            belief = known
        public = self._public_belief(position, moves_so_far, utilities)
        return _with_likelihoods_from(public, other, belief)

    def _belief_after_turn(
        self,
        position: Position,
        moves_so_far: list[FinishedMove],
        utilities: WinUtilities,
        before: PublicBelief,
    ) -> PublicBelief:
        """Return the belief after one more turn.

        If the turn seems impossible, return the belief by the model of the players.

        Args:
            moves_so_far: the finished moves of the round, including the new one.
            utilities: the utilities of wins.
            before: the belief before the new turn.
        """
        other = 1 - position.seat
        public = self._public_belief(position, moves_so_far, utilities)
        turn = moves_so_far[-1]
        if turn.last.facts.reshuffled:
            return public
        old = self._public_belief(position, moves_so_far[:-1], utilities)
        weighed = Solver(
            _with_likelihoods_from(old, other, before),
            utilities,
            shared_solver(position.view.rules).net,
            ONE_MOVE,
        )
        if turn.first.seat == other:
            policy = level_policy(self._agent.solve(old, utilities))
        else:
            policy = np.ones((len(old.hands[1 - other]), len(weighed.moves)))
        found = belief_after(weighed, turn, policy)
        return public if found is None else _with_likelihoods_from(public, other, found)

    def _public_belief(
        self, position: Position, moves_so_far: list[FinishedMove], utilities: WinUtilities
    ) -> PublicBelief:
        return shared_solver(position.view.rules).tracker.belief(
            position.seat, position.round_start, moves_so_far, utilities
        )

    # The following methods compute the level's answers.

    def _outcomes_after_answer(
        self,
        position: Position,
        moves_so_far: list[FinishedMove],
        utilities: WinUtilities,
        exact: PublicBelief,
        move: Move,
    ) -> Array | None:
        """Return the chances of the four outcomes after ``move`` and the level's answer.

        The result is None if these chances depend on what the move reveals.
        """
        me, other = position.seat, 1 - position.seat
        start = moves_so_far[-1].last.after
        deck_ends = move[0].verb == "draw" and start.deck_size == 1
        if move[0].verb == "ask" or deck_ends:
            return None
        turn = _turn_seen_by_level(position, start, move)
        if turn.last.after.result is not None:
            return None  # the tree already has the exact value of the move
        public = self._public_belief(position, [*moves_so_far, turn], utilities)
        solver = self._agent.solve(public, utilities)
        outcomes = _outcomes_with_policy(
            solver, _with_likelihoods_from(public, other, exact), level_policy(solver)
        )
        total = np.zeros(N_OUTCOMES)
        at = solver.flat.places[0][me]
        numbers = list(public.hands[me])
        for number, chance in _own_hands_after(exact, me, hand_at_turn_start(position), move):
            if number not in numbers:
                return None
            found = np.maximum(outcomes[at + numbers.index(number)], 0)
            total += chance * found / max(float(found.sum()), 1e-30)
        return total


def _public_turn_key(finished_move: FinishedMove) -> object:
    return finished_move.move, finished_move.last.facts


def _with_likelihoods_from(belief: PublicBelief, seat: int, source: PublicBelief) -> PublicBelief:
    """Return ``belief`` with one seat's likelihoods taken from ``source``."""
    known = dict(zip(source.hands[seat].tolist(), source.likelihood[seat].tolist(), strict=True))
    likelihood = np.array([known.get(n, 0.0) for n in belief.hands[seat].tolist()], np.float32)
    if not likelihood.any():
        return belief
    pair = list(belief.likelihood)
    pair[seat] = likelihood
    return replace(belief, likelihood=(pair[0], pair[1]))


def level_policy(solver: Solver) -> Array:
    """Return the policy that a level really plays: [hand, move].

    Unlike the solver's average policy, this policy takes every win and makes no rare moves.
    """
    policy = solver.root_policy()
    legal = solver.flat.legal[: policy.size].reshape(policy.shape)
    policy = policy * legal
    highest = policy.max(axis=1, keepdims=True)
    policy = np.where(policy >= np.minimum(RARE_SHARE, highest), policy, 0)
    best = np.zeros(len(policy))
    for slot, points in _immediately_winning_slots(solver):
        better = legal[:, slot] & (points > best)
        policy[better] = 0
        policy[better, slot] = 1
        best[better] = points
    shares: Array = policy / np.maximum(policy.sum(axis=1, keepdims=True), 1e-30)
    return shares


def _immediately_winning_slots(solver: Solver) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the moves at the root that win at once, each with its points."""
    root = solver.builder.nodes[0]
    for edge in root.edges:
        result = solver.builder.nodes[edge.child].public.result
        if result is not None and result.side == root.public.seat:
            yield edge.slot, result.points


def _outcome_chances_by_move(solver: Solver, hand: Counts) -> Iterator[tuple[Move, Array]]:
    number = solver.builder.table.index[hand]
    (rows,) = np.nonzero(solver.belief.hands[solver.belief.public.seat] == number)
    chances = solver.round_end_chances_by_move(int(rows[0]))
    for move, found in zip(solver.moves, chances, strict=True):
        if move and found.any():
            yield move, found


def _turn_seen_by_level(position: Position, start: object, move: Move) -> FinishedMove:
    """Return the player's move as the level would observe it."""
    public = position.public if position.public.phase != "command" else position.steps[-1].before
    steps = []
    for action in move:
        after = apply_public_part(public, action, RevealedFacts())
        steps.append(SeenStep(position.seat, action, RevealedFacts(), public, after, position.hand))
        public = after
    return FinishedMove(move, steps[0], steps[-1])


def _own_hands_after(
    belief: PublicBelief, me: int, hand: Counts, move: Move
) -> Iterator[tuple[int, float]]:
    """Yield the hands that the player may hold after the move, with their chances."""
    table = hand_table_for(belief.public)
    number = table.index[hand]
    if move[0].verb == "play":
        yield int(table.sub[number, move[0].card]), 1.0
        return
    given = belief.opponent_chances(me, hand)
    held = given @ table.count[belief.hands[1 - me]]
    left = np.array(cards_in_hands_and_deck(belief.public)) - np.array(hand) - held
    left = np.maximum(left, 0) / belief.public.deck_size
    for card, chance in enumerate(left):
        if chance > 1e-9:
            yield int(table.add[number, card]), float(chance)


def _outcomes_with_policy(solver: Solver, belief: PublicBelief, policy: Array) -> Array:
    """Return the chances of the outcomes if ``policy`` is played at the root: [hand, outcome]."""
    flat = solver.flat
    strategy = solver.average.copy()
    strategy[: policy.size] = policy.reshape(-1)
    reach, values = solver.initial_reaches_and_values()
    for seat in (0, 1):
        at = flat.places[0][seat]
        reach[at : at + len(belief.hands[seat])] = belief.likelihood[seat]
    outcomes = np.zeros((flat.n_hands + 1, N_OUTCOMES))
    solver.propagate_reach(strategy, reach)
    solver.fill_leaves(reach, values, outcomes)
    for place in range(N_OUTCOMES):
        column = np.ascontiguousarray(outcomes[:, place])
        solver.propagate_values(strategy, column)
        outcomes[:, place] = column
    return outcomes


def best_response_to_level(level: int, rules: Rules) -> BestResponsePlayer:
    """Return a player that plays the best response to a level.

    Raises:
        ValueError: the level does not use the solver, or the rules are not supported.
    """
    agent = LEVELS[level].agent
    if not isinstance(agent, LazySolvingPlayer):
        raise ValueError(f"level {level} is no solver: there is no probe of it")
    if not rules.is_standard:
        raise ValueError(f"there is no probe under the rules of {rules.preset!r}")
    return BestResponsePlayer(
        SolvingPlayer(
            agent.depth, agent.iterations, agent.effort, agent.extra_depth_pairs, agent.fallback
        )
    )


def best_response_value(solver: Solver, strategy: Array, seat: int) -> float:
    """Return the utility for ``seat`` of a best response to ``strategy``.

    Raises:
        ValueError: the tree does not reach the end of the round everywhere.
    """
    flat = solver.flat
    if solver.leaves is not None:
        raise ValueError("the tree is not built to its end")
    own = _is_row_of_seat(solver, seat)
    open_to_all = np.where(own[flat.row_of], 1.0, strategy)
    reach, values = solver.initial_reaches_and_values()
    start = reach.copy()
    solver.propagate_reach(open_to_all, reach)
    solver.fill_leaves(reach, values)
    _propagate_best_values(solver, strategy, own, values)
    at, n = flat.places[0][seat], len(solver.belief.hands[seat])
    return float(start[at : at + n] @ values[at : at + n])


def exploitability(solver: Solver, strategy: Array) -> float:
    """Return the mean gain of the two players from best responses to ``strategy``."""
    return (best_response_value(solver, strategy, 0) + best_response_value(solver, strategy, 1)) / 2


def _is_row_of_seat(solver: Solver, seat: int) -> Bools:
    flat = solver.flat
    owner = np.zeros(len(flat.row_start), dtype=np.bool_)
    row = 0
    for node in solver.builder.nodes:
        if not node.edges:
            continue
        me = node.public.seat
        n = len(solver.builder.hand_pairs[node.hand_pairs_number].hands[me])
        owner[row : row + n] = me == seat
        row += n
    return owner


def _propagate_best_values(solver: Solver, strategy: Array, own: Bools, values: Array) -> None:
    """Compute values like ``Solver.propagate_values``, but with best moves in some rows.

    Args:
        strategy: the probability of each entry, used in all other rows.
        own: for each row, whether it gets the best move.
        values: the values of the leaves; receives all other values.
    """
    flat = solver.flat
    for level in reversed(flat.levels):
        entries = slice(level.entry_begin, level.entry_end)
        q = level.move_values(values)
        rows = slice(level.row_begin, level.row_end)
        starts = flat.row_start[rows] - level.entry_begin
        mixed = np.add.reduceat(strategy[entries] * q, starts)
        best = np.maximum.reduceat(np.where(flat.legal[entries], q, -np.inf), starts)
        level.propagate_opponent_values(values)
        playable = np.isfinite(best)
        values[flat.row_hand[rows]] = np.where(own[rows] & playable, best, mixed)


ITERATIONS = 16
ANY_EFFORT = 10**9  # no limit on iterations, since the work alone determines the depth


@dataclass(frozen=True)
class FixedWorkSolver:
    """A solver that does a fixed amount of work for each decision, however long this takes."""

    agent: SolvingPlayer

    def choose(self, view: View, seed: int) -> Decision:
        return self.agent.choose(view, Budget(inf, 1), seed)


def fixed_work_solver(work: int, rules: Rules) -> FixedWorkSolver:
    """Return a solver that does a fixed amount of work for each decision.

    Args:
        work: the duration of this work on an average processor, in milliseconds.
        rules: the rules of the match.

    Raises:
        ValueError: the solver does not support the rules.
    """
    if not rules.has_solver:
        raise ValueError(f"there is no solver under the rules of {rules.preset!r}")
    strongest = LEVELS[max(LEVELS)].agent
    assert isinstance(strongest, LazySolvingPlayer)
    agent = SolvingPlayer(1, ITERATIONS, ANY_EFFORT, (), strongest.fallback, work=work * 1000)
    return FixedWorkSolver(agent)
