"""Infers the public belief in a round from the moves made so far.

Each move is weighed by a model of the players: half a shallow solution, half a quantal response,
that is, a player who makes errors (McKelvey and Palfrey 1995).
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace

import numpy as np

from hacktrick.ai.agent import Interruptible, run_to_end
from hacktrick.ai.decision_position import can_play_second_card
from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.public_belief import (
    Bools,
    Floats,
    Ints,
    PublicBelief,
    WinUtilities,
    belief_after_deal,
    cards_in_hands_and_deck,
    hand_table_for,
    initial_belief,
    open_hands_belief,
    pruned_belief,
)
from hacktrick.ai.solver.public_tree import Move, TreeEdge, action_seen_by_opponent
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings
from hacktrick.ai.solver.value_net import ValueNet
from hacktrick.game.actions import Action
from hacktrick.game.cards import Counts, with_cards_removed
from hacktrick.game.state import PublicState
from hacktrick.game.view import SeenStep, StartPosition

INFERENCE_DOUBT = 0.05  # probability of a random move in the model of the players
ERROR_SHARE = 0.5  # weight of the quantal response in the model
ERROR_TEMPERATURE = 0.3  # a move worse by this much utility is made e times less often
OPPONENT_MODEL = SolverSettings(depth=1, iterations=8)
MAX_CACHED = 8  # maximum number of rounds in the cache


@dataclass(frozen=True)
class FinishedMove:
    """A completed move in the solver's sense, with its first and last action."""

    move: Move
    first: SeenStep
    last: SeenStep


def finished_moves(steps: tuple[SeenStep, ...]) -> tuple[list[FinishedMove], Move]:
    """Split a round into finished moves and the card that still waits for its command, if any.

    The first of two cards (Trojana Kriskaya) is a move of its own.
    """
    turns, played = [], None
    for step in steps:
        if step.action.verb == "play" and not can_play_second_card(step.after):
            played = step
        elif step.action.stage == "end" and played is not None:
            turns.append(FinishedMove((played.action, step.action), played, step))
            played = None
        else:
            turns.append(FinishedMove((action_seen_by_opponent(step.action),), step, step))
    return turns, () if played is None else (played.action,)


class BeliefTracker:
    """Computes public beliefs, and keeps those of recent rounds."""

    def __init__(self, net: ValueNet) -> None:
        self._net = net
        self._recent: OrderedDict[object, list[tuple[object, PublicBelief]]] = OrderedDict()

    def belief(
        self,
        me: int,
        round_start: PublicState,
        moves_so_far: list[FinishedMove],
        utilities: WinUtilities,
        doubt: float = INFERENCE_DOUBT,
        position: StartPosition | None = None,
    ) -> PublicBelief:
        """Return the public belief after ``moves_so_far``.

        Args:
            me: the seat from which the round was observed.
            round_start: the public state at the start of the round.
            utilities: the utilities of wins.
            doubt: the probability of a random move in the model of the players; 1 infers nothing
                from their choices.
            position: public knowledge about hands at ``round_start``; None after a normal deal.
        """
        return run_to_end(
            self.belief_in_steps(me, round_start, moves_so_far, utilities, doubt, position)
        )

    def belief_in_steps(
        self,
        me: int,
        round_start: PublicState,
        moves_so_far: list[FinishedMove],
        utilities: WinUtilities,
        doubt: float = INFERENCE_DOUBT,
        position: StartPosition | None = None,
    ) -> Interruptible[PublicBelief]:
        """Like ``belief``, but as a generator that yields after every move.

        Cached lists are replaced, never changed, since another computation may run between two
        steps.
        """
        key = (me, round_start, utilities, doubt, position)
        old = self._recent.get(key, [])
        known = 0
        while known < min(len(old), len(moves_so_far)) and old[known][0] == _cache_key(
            moves_so_far[known]
        ):
            known += 1
        trail = old[:known]
        for turn in moves_so_far[known:]:
            belief = trail[-1][1] if trail else initial_belief(round_start, position)
            trail.append((_cache_key(turn), self._belief_after(belief, turn, me, utilities, doubt)))
            yield
        self._cache_beliefs(key, trail)
        return trail[-1][1] if trail else initial_belief(round_start, position)

    def _cache_beliefs(self, key: object, trail: list[tuple[object, PublicBelief]]) -> None:
        self._recent[key] = trail
        self._recent.move_to_end(key)
        while len(self._recent) > MAX_CACHED:
            self._recent.popitem(last=False)

    def _belief_after(
        self,
        belief: PublicBelief,
        finished_move: FinishedMove,
        me: int,
        utilities: WinUtilities,
        doubt: float,
    ) -> PublicBelief:
        if (
            finished_move.move[0].verb == "lay"
        ):  # what a laid code reveals about the hand is ignored
            return replace(belief, public=finished_move.last.after)
        if finished_move.move[0].verb == "start":
            return self._belief_after_start(belief, finished_move.first, doubt)
        if finished_move.last.facts.reshuffled:
            return _belief_after_reshuffle(finished_move.last, me)
        iterations = OPPONENT_MODEL.iterations if doubt < 1 else 0
        solver = Solver(
            belief, utilities, self._net, SolverSettings(OPPONENT_MODEL.depth, iterations)
        )
        if iterations:
            solver.solve()
        policy = opponent_model_policy(solver, doubt)
        after = belief_after(solver, finished_move, policy)
        # If the model excludes every hand, start again from the facts.
        return belief_after_deal(finished_move.last.after) if after is None else after

    def _belief_after_start(
        self, belief: PublicBelief, step: SeenStep, doubt: float
    ) -> PublicBelief:
        assert step.action.verb == "start"
        table, card, me = hand_table_for(belief.public), step.action.card, step.seat
        announced = dict(step.facts.said)
        held = belief.hands[me]
        left = table.sub[held, card]
        kept = (left >= 0) & (table.total[left] == announced[me])
        chance = start_card_policy(self._net, belief.public, held)
        kinds = (table.count[held] > 0).sum(1) if doubt < 1 else 1
        weight = ((1 - doubt) * chance[:, card] + doubt / kinds)[kept]
        own = (weight / table.count[held[kept], card]).astype(np.float32)
        others = belief.hands[1 - me]
        other = others[table.total[others] == announced[1 - me]]
        even = np.ones(len(other), dtype=np.float32)
        hands = (left[kept], other) if me == 0 else (other, left[kept])
        likelihood = (own, even) if me == 0 else (even, own)
        return pruned_belief(PublicBelief(step.after, hands, likelihood))


def _cache_key(finished_move: FinishedMove) -> object:
    """Return everything in a finished move on which the belief after it depends.

    The observer's own hand matters only at a reshuffle, which reveals both hands.
    """
    own = finished_move.last.hand if finished_move.last.facts.reshuffled else None
    return (
        finished_move.move,
        finished_move.first.facts.stuck,
        finished_move.last.facts._replace(drawn=()),
        own,
    )


def start_card_policy(net: ValueNet, public: PublicState, hands: Ints | None = None) -> Floats:
    """Return the probability of each start card, stored in the net's file: [hand, card]."""
    low, high = sorted(public.aside)
    table = net.weights["start"][low * public.rules.values + high]
    chosen: Floats = table if hands is None else table[hands]
    return chosen


def opponent_model_policy(solver: Solver, doubt: float) -> Array:
    """Return how often the modelled player makes each move at the root: [hand, move].

    Args:
        doubt: the share of uniformly random legal moves. With 1, the result depends only on which
            moves are legal, so ``solver`` need not have been run.
    """
    n = len(solver.belief.hands[solver.belief.public.seat])
    legal = solver.flat.legal[: n * len(solver.moves)].reshape(n, -1)
    if doubt >= 1:
        return legal.astype(np.float64)
    even = legal / np.maximum(legal.sum(1, keepdims=True), 1)
    errors = quantal_response(solver.move_values(), legal)
    expected: Array = (1 - ERROR_SHARE) * solver.root_policy() + ERROR_SHARE * errors
    policy: Array = (1 - doubt) * expected + doubt * even
    return policy


def quantal_response(values: Array, legal: Bools) -> Array:
    """Return the logit quantal response to the values of moves: [hand, move].

    Args:
        values: the values of moves: [hand, move].
        legal: whether each hand can make each move: [hand, move].
    """
    best = np.where(legal, values, -np.inf).max(axis=1, keepdims=True)
    best = np.where(np.isfinite(best), best, 0)
    weight = np.where(legal, np.exp((values - best) / ERROR_TEMPERATURE), 0)
    shares: Array = weight / np.maximum(weight.sum(axis=1, keepdims=True), 1e-30)
    return shares


def belief_after(solver: Solver, finished_move: FinishedMove, policy: Array) -> PublicBelief | None:
    """Return the belief after a move at the root; None if no possible hand can make it.

    Args:
        policy: the probability of each move: [hand, move].
    """
    me, old = solver.belief.public.seat, solver.belief.likelihood
    for child, edges in _observed_children(solver, finished_move).items():
        hands = solver.builder.hand_pairs[solver.builder.nodes[child].hand_pairs_number].hands
        own = np.zeros(len(hands[me]))
        for edge in edges:
            src, dst, coef = edge.own
            own += np.bincount(dst, coef * old[me][src] * policy[src, edge.slot], len(own))
        other, links = old[1 - me], edges[0].other
        if links is not None:
            other = links.coef * other[links.src]
        pair = (own.astype(np.float32), other)
        likelihood = pair if me == 0 else (pair[1], pair[0])
        after = PublicBelief(finished_move.last.after, hands, likelihood)
        if float(after.likelihood[0] @ _deals_per_hand_pair(after) @ after.likelihood[1]) > 0:
            return pruned_belief(after)
    return None


def _deals_per_hand_pair(belief: PublicBelief) -> Floats:
    return hand_table_for(belief.public).deal_counts_by_hand_pair(
        cards_in_hands_and_deck(belief.public), *belief.hands
    )


def _slots_of_indistinguishable_moves(solver: Solver, move: Move) -> list[int]:
    """Return the slots of all moves that look like ``move`` to an observer.

    Cards put under the deck are hidden, so every choice of the same number of cards fits. A
    pointless command counts as a pass.
    """
    moves = solver.moves
    if move in moves:
        return [moves.index(move)]
    if move[0].verb == "under":
        n = min(len(move[0].cards), solver.belief.public.deck_size)
        return [k for k, known in enumerate(moves) if known and _is_putting_under_deck(known[0], n)]
    same = [n for n, known in enumerate(moves) if known[:-1] == move[:-1]]
    return same[:1] if move[-1].verb == "command" else []


def _is_putting_under_deck(action: Action, n_cards: int) -> bool:
    return action.verb == "under" and len(action.cards) == n_cards


def _observed_children(solver: Solver, finished_move: FinishedMove) -> dict[int, list[TreeEdge]]:
    """Return the children of the root to which a move may have led, with the edges to each."""
    slots = _slots_of_indistinguishable_moves(solver, finished_move.move)
    found: dict[int, list[TreeEdge]] = {}
    for edge in solver.builder.nodes[0].edges:
        if edge.slot in slots and edge.revealed in (-1, _revealed_sum_or_card(finished_move)):
            found.setdefault(edge.child, []).append(edge)
    return found


def _revealed_sum_or_card(finished_move: FinishedMove) -> int:
    """Return the sum or the card that a move revealed, as in ``TreeEdge.revealed``; -1 for none."""
    if finished_move.move[0].verb == "ask":
        return finished_move.last.facts.said[0][1]
    taken = finished_move.last.facts.taken
    return -1 if taken is None else taken


def _belief_after_reshuffle(step: SeenStep, me: int) -> PublicBelief:
    """Return the belief after a reshuffle, when all unseen cards are in the two hands."""
    return open_hands_belief(step.after, hands_at_reshuffle(step, me))


def hands_at_reshuffle(step: SeenStep, me: int) -> tuple[Counts, Counts]:
    """Return both hands after a reshuffle, which every player can work out from their own.

    Args:
        me: the seat that has seen the step.
    """
    return _cards_by_seat(cards_in_hands_and_deck(step.before), step.hand, me)


def _cards_by_seat(unseen: Counts, own: Counts, me: int) -> tuple[Counts, Counts]:
    other = with_cards_removed(unseen, own)
    return (own, other) if me == 0 else (other, own)
