"""Follows the public belief through a round by weighing every move that was made.

Each hand's probability of the move comes half from a shallow solution, half from a player who
errs.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace

import numpy as np

from hacktrick.ai.decision_position import can_play_again
from hacktrick.ai.interruptible import Interruptible, run_to_end
from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.public_belief import (
    Bools,
    Floats,
    Ints,
    PublicBelief,
    WinPrices,
    dealt_belief,
    hand_table_for,
    open_hands_belief,
    pruned_belief,
    unseen_cards,
)
from hacktrick.ai.solver.public_tree import Move, TreeEdge, public_action
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings
from hacktrick.ai.solver.value_net import ValueNet
from hacktrick.game.actions import Action
from hacktrick.game.cards import Counts, without
from hacktrick.game.state import PublicState
from hacktrick.game.view import SeenStep

INFERENCE_DOUBT = 0.05
ERROR_SHARE = 0.5  # the share of the player who errs
ERROR_TEMPERATURE = 0.3  # he makes a move that is worse by so much utility e times less often
OPPONENT_MODEL = SolverSettings(depth=1, iterations=8)
_RECENT = 8


@dataclass(frozen=True)
class TrackedTurn:
    """One finished move of the solver: the steps it was made of, as one."""

    move: Move
    first: SeenStep
    last: SeenStep


def finished_turns(steps: tuple[SeenStep, ...]) -> tuple[list[TrackedTurn], Move]:
    """The finished moves, and the play that still waits for its word (or nothing). The first of two
    cards is a move by itself."""
    turns, played = [], None
    for step in steps:
        if step.action.verb == "play" and not can_play_again(step.after):
            played = step
        elif step.action.stage == "end" and played is not None:
            turns.append(TrackedTurn((played.action, step.action), played, step))
            played = None
        else:
            turns.append(TrackedTurn((public_action(step.action),), step, step))
    return turns, () if played is None else (played.action,)


class BeliefTracker:
    """Follows rounds, and remembers recent ones only to be faster."""

    def __init__(self, net: ValueNet) -> None:
        self._net = net
        self._recent: OrderedDict[object, list[tuple[object, PublicBelief]]] = OrderedDict()

    def belief(
        self,
        me: int,
        first: PublicState,
        turns: list[TrackedTurn],
        prices: WinPrices,
        doubt: float = INFERENCE_DOUBT,
    ) -> PublicBelief:
        """The belief after ``turns``. A doubt of 1 takes nothing but the facts."""
        return run_to_end(self.following(me, first, turns, prices, doubt))

    def following(
        self,
        me: int,
        first: PublicState,
        turns: list[TrackedTurn],
        prices: WinPrices,
        doubt: float = INFERENCE_DOUBT,
    ) -> Interruptible[PublicBelief]:
        """The same in pieces. What is remembered is only ever replaced, as another question may
        come between."""
        key = (me, first, prices, doubt)
        old = self._recent.get(key, [])
        known = 0
        while known < min(len(old), len(turns)) and old[known][0] == _seen(turns[known]):
            known += 1
        trail = old[:known]
        for turn in turns[known:]:
            belief = trail[-1][1] if trail else dealt_belief(first)
            trail.append((_seen(turn), self._after(belief, turn, me, prices, doubt)))
            yield
        self._remember(key, trail)
        return trail[-1][1] if trail else dealt_belief(first)

    def _remember(self, key: object, trail: list[tuple[object, PublicBelief]]) -> None:
        self._recent[key] = trail
        self._recent.move_to_end(key)
        while len(self._recent) > _RECENT:
            self._recent.popitem(last=False)

    def _after(
        self, belief: PublicBelief, turn: TrackedTurn, me: int, prices: WinPrices, doubt: float
    ) -> PublicBelief:
        if turn.move[0].verb == "lay":  # what a code says of a hand is left aside
            return replace(belief, public=turn.last.after)
        if turn.move[0].verb == "start":
            return self._after_start(belief, turn.first, doubt)
        if turn.last.facts.reshuffled:
            return _shown_by_reshuffle(turn.last, me)
        iterations = OPPONENT_MODEL.iterations if doubt < 1 else 0
        solver = Solver(belief, prices, self._net, SolverSettings(OPPONENT_MODEL.depth, iterations))
        if iterations:
            solver.solve()
        policy = doubted_policy(solver, doubt)
        after = belief_after(solver, turn, policy)
        # The model of a player has failed altogether: the facts of now remain.
        return dealt_belief(turn.last.after) if after is None else after

    def _after_start(self, belief: PublicBelief, step: SeenStep, doubt: float) -> PublicBelief:
        assert step.action.verb == "start"
        table, card, me = hand_table_for(belief.public), step.action.card, step.seat
        said = dict(step.facts.said)
        held = belief.hands[me]
        left = table.sub[held, card]
        kept = (left >= 0) & (table.total[left] == said[me])
        chance = start_policy(self._net, belief.public, held)
        kinds = (table.count[held] > 0).sum(1) if doubt < 1 else 1
        weight = ((1 - doubt) * chance[:, card] + doubt / kinds)[kept]
        own = (weight / table.count[held[kept], card]).astype(np.float32)
        others = belief.hands[1 - me]
        other = others[table.total[others] == said[1 - me]]
        even = np.ones(len(other), dtype=np.float32)
        hands = (left[kept], other) if me == 0 else (other, left[kept])
        likelihood = (own, even) if me == 0 else (even, own)
        return pruned_belief(PublicBelief(step.after, hands, likelihood))


def _seen(turn: TrackedTurn) -> object:
    """All of a turn that the belief after it depends on. The own hand is part of it only where
    the deck was made anew, as that shows both hands."""
    own = turn.last.hand if turn.last.facts.reshuffled else None
    return turn.move, turn.first.facts.stuck, turn.last.facts._replace(drawn=()), own


def start_policy(net: ValueNet, public: PublicState, hands: Ints | None = None) -> Floats:
    """How likely each hand lays each card at the start: [hand, card]."""
    low, high = sorted(public.aside)
    table = net.weights["start"][low * public.rules.values + high]
    chosen: Floats = table if hands is None else table[hands]
    return chosen


def doubted_policy(solver: Solver, doubt: float) -> Array:
    """How likely each hand of the root makes each move: [hand, move]. A doubt of 1 takes nothing
    but what may be done at all; then the solver need not have solved."""
    n = len(solver.belief.hands[solver.belief.public.seat])
    legal = solver.flat.legal[: n * len(solver.moves)].reshape(n, -1)
    if doubt >= 1:
        return legal.astype(np.float64)  # what may have been done, whatever else might have been
    even = legal / np.maximum(legal.sum(1, keepdims=True), 1)
    errors = quantal_response(solver.move_values(), legal)
    expected: Array = (1 - ERROR_SHARE) * solver.policy() + ERROR_SHARE * errors
    policy: Array = (1 - doubt) * expected + doubt * even
    return policy


def quantal_response(values: Array, legal: Bools) -> Array:
    """The quantal response to the values of moves: [hand, move]."""
    best = np.where(legal, values, -np.inf).max(axis=1, keepdims=True)
    best = np.where(np.isfinite(best), best, 0)
    weight = np.where(legal, np.exp((values - best) / ERROR_TEMPERATURE), 0)
    shares: Array = weight / np.maximum(weight.sum(axis=1, keepdims=True), 1e-30)
    return shares


def belief_after(solver: Solver, turn: TrackedTurn, policy: Array) -> PublicBelief | None:
    """The belief after a move of the root was seen; None if it fits no hand."""
    me, old = solver.belief.public.seat, solver.belief.likelihood
    for child, edges in _children(solver, turn).items():
        hands = solver.builder.geometries[solver.builder.nodes[child].geometry].hands
        own = np.zeros(len(hands[me]))
        for edge in edges:
            src, dst, coef = edge.own
            own += np.bincount(dst, coef * old[me][src] * policy[src, edge.slot], len(own))
        other, links = old[1 - me], edges[0].other
        if links is not None:
            other = links.coef * other[links.src]
        pair = (own.astype(np.float32), other)
        likelihood = pair if me == 0 else (pair[1], pair[0])
        after = PublicBelief(turn.last.after, hands, likelihood)
        if float(after.likelihood[0] @ _ways(after) @ after.likelihood[1]) > 0:
            return pruned_belief(after)
    return None


def _ways(belief: PublicBelief) -> Floats:
    return hand_table_for(belief.public).pair_ways(unseen_cards(belief.public), *belief.hands)


def _slots(solver: Solver, move: Move) -> list[int]:
    """The slots of a move as everybody saw it: of cards under the deck, all choices of so many. A
    word that is of no use counts like a pass."""
    moves = solver.moves
    if move in moves:
        return [moves.index(move)]
    if move[0].verb == "under":
        n = min(len(move[0].cards), solver.belief.public.deck_size)
        return [k for k, known in enumerate(moves) if known and _puts_under(known[0], n)]
    same = [n for n, known in enumerate(moves) if known[:-1] == move[:-1]]
    return same[:1] if move[-1].verb == "command" else []


def _puts_under(action: Action, n: int) -> bool:
    return action.verb == "under" and len(action.cards) == n


def _children(solver: Solver, turn: TrackedTurn) -> dict[int, list[TreeEdge]]:
    """The children of the root that a move may have led to, with its edges to them."""
    slots = _slots(solver, turn.move)
    found: dict[int, list[TreeEdge]] = {}
    for edge in solver.builder.nodes[0].edges:
        if edge.slot in slots and edge.fact in (-1, _fact(turn)):
            found.setdefault(edge.child, []).append(edge)
    return found


def _fact(turn: TrackedTurn) -> int:
    """What came to light by a move, as the edges of the tree have it."""
    if turn.move[0].verb == "ask":
        return turn.last.facts.said[0][1]
    taken = turn.last.facts.taken
    return -1 if taken is None else taken


def _shown_by_reshuffle(step: SeenStep, me: int) -> PublicBelief:
    """All unseen cards were in the two hands, so each player knows the other's."""
    hands = _both(unseen_cards(step.before), step.hand, me)
    return open_hands_belief(step.after, hands)


def _both(unseen: Counts, own: Counts, me: int) -> tuple[Counts, Counts]:
    other = without(unseen, own)
    return (own, other) if me == 0 else (other, own)
