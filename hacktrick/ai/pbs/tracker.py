"""The public belief at the beginning of a turn, from all that was seen in the round.

Every move is weighed by how likely each hand would have made it, the position being solved one
turn deep: half by the solution itself, half by a player who errs, the less the more it would cost
him (the quantal response of McKelvey and Palfrey, 1995). That half reads all who are no solvers
better. Some doubt is kept. Who asks does not matter, since all of this is public; only a reshuffle
takes the own hand, which both then know anyway.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace

import numpy as np

from hacktrick.ai.pbs.belief import Belief, Prices, all_hands, known_hands, settled
from hacktrick.ai.pbs.flat import Array
from hacktrick.ai.pbs.hands import Bools, Floats, Ints, table_for, unseen_cards
from hacktrick.ai.pbs.net import Net
from hacktrick.ai.pbs.nodes import Edge
from hacktrick.ai.pbs.solver import Settings, Solver
from hacktrick.ai.pbs.turns import Move, as_seen_by_all
from hacktrick.ai.pieces import Pieces, whole
from hacktrick.ai.position import goes_on
from hacktrick.game.actions import Action, Ask, Command, Lay, Pass, Play, Start, Under
from hacktrick.game.cards import Counts, without
from hacktrick.game.state import PublicState
from hacktrick.game.view import Seen

DOUBT = 0.05
ERRING = 0.5  # the share of the player who errs
HEAT = 0.3  # he makes a move that is worse by so much utility e times less often
MODEL = Settings(depth=1, iterations=8)
_RECENT = 8


@dataclass(frozen=True)
class Turn:
    """One finished move of the solver: the steps it was made of, as one."""

    move: Move
    first: Seen
    last: Seen


def turns_of(steps: tuple[Seen, ...]) -> tuple[list[Turn], Move]:
    """The finished moves, and the play that still waits for its word (or nothing). The first of two
    cards is a move by itself."""
    turns, played = [], None
    for step in steps:
        if isinstance(step.action, Play) and not goes_on(step.after):
            played = step
        elif isinstance(step.action, (Pass, Command)) and played is not None:
            turns.append(Turn((played.action, step.action), played, step))
            played = None
        else:
            turns.append(Turn((as_seen_by_all(step.action),), step, step))
    return turns, () if played is None else (played.action,)


class Tracker:
    """Follows rounds, and remembers recent ones only to be faster."""

    def __init__(self, net: Net) -> None:
        self._net = net
        self._recent: OrderedDict[object, list[tuple[object, Belief]]] = OrderedDict()

    def belief(
        self, me: int, first: PublicState, turns: list[Turn], prices: Prices, doubt: float = DOUBT
    ) -> Belief:
        """The belief after ``turns``. A doubt of 1 takes nothing but the facts."""
        return whole(self.following(me, first, turns, prices, doubt))

    def following(
        self, me: int, first: PublicState, turns: list[Turn], prices: Prices, doubt: float = DOUBT
    ) -> Pieces[Belief]:
        """The same in pieces. What is remembered is only ever replaced, as another question may
        come between."""
        key = (me, first, prices, doubt)
        old = self._recent.get(key, [])
        known = 0
        while known < min(len(old), len(turns)) and old[known][0] == _seen(turns[known]):
            known += 1
        trail = old[:known]
        for turn in turns[known:]:
            belief = trail[-1][1] if trail else all_hands(first)
            trail.append((_seen(turn), self._after(belief, turn, me, prices, doubt)))
            yield
        self._remember(key, trail)
        return trail[-1][1] if trail else all_hands(first)

    def _remember(self, key: object, trail: list[tuple[object, Belief]]) -> None:
        self._recent[key] = trail
        self._recent.move_to_end(key)
        while len(self._recent) > _RECENT:
            self._recent.popitem(last=False)

    def _after(self, belief: Belief, turn: Turn, me: int, prices: Prices, doubt: float) -> Belief:
        if isinstance(turn.move[0], Lay):  # what a code says of a hand is left aside
            return replace(belief, public=turn.last.after)
        if isinstance(turn.move[0], Start):
            return self._after_start(belief, turn.first, doubt)
        if turn.last.facts.reshuffled:
            return _shown_by_reshuffle(turn.last, me)
        iterations = MODEL.iterations if doubt < 1 else 0
        solver = Solver(belief, prices, self._net, Settings(MODEL.depth, iterations))
        if iterations:
            solver.solve()
        policy = doubted(solver, doubt)
        after = moved(solver, turn, policy)
        # The model of a player has failed altogether: the facts of now remain.
        return all_hands(turn.last.after) if after is None else after

    def _after_start(self, belief: Belief, step: Seen, doubt: float) -> Belief:
        assert isinstance(step.action, Start)
        table, card, me = table_for(belief.public), step.action.card, step.seat
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
        return settled(Belief(step.after, hands, likelihood))


def _seen(turn: Turn) -> object:
    """All of a turn that the belief after it depends on. The own hand is part of it only where
    the deck was made anew, as that shows both hands."""
    own = turn.last.hand if turn.last.facts.reshuffled else None
    return turn.move, turn.first.facts.stuck, turn.last.facts._replace(drawn=()), own


def start_policy(net: Net, public: PublicState, hands: Ints | None = None) -> Floats:
    """How likely each hand lays each card at the start: [hand, card]."""
    low, high = sorted(public.aside)
    table = net.weights["start"][low * public.rules.values + high]
    chosen: Floats = table if hands is None else table[hands]
    return chosen


def doubted(solver: Solver, doubt: float) -> Array:
    """How likely each hand of the root makes each move: [hand, move]. A doubt of 1 takes nothing
    but what may be done at all; then the solver need not have solved."""
    n = len(solver.belief.hands[solver.belief.public.seat])
    legal = solver.flat.legal[: n * len(solver.moves)].reshape(n, -1)
    if doubt >= 1:
        return legal.astype(np.float64)  # what may have been done, whatever else might have been
    even = legal / np.maximum(legal.sum(1, keepdims=True), 1)
    errors = erring(solver.move_values(), legal)
    expected: Array = (1 - ERRING) * solver.policy() + ERRING * errors
    policy: Array = (1 - doubt) * expected + doubt * even
    return policy


def erring(values: Array, legal: Bools) -> Array:
    """The quantal response to the values of moves: [hand, move]."""
    best = np.where(legal, values, -np.inf).max(axis=1, keepdims=True)
    best = np.where(np.isfinite(best), best, 0)
    weight = np.where(legal, np.exp((values - best) / HEAT), 0)
    shares: Array = weight / np.maximum(weight.sum(axis=1, keepdims=True), 1e-30)
    return shares


def moved(solver: Solver, turn: Turn, policy: Array) -> Belief | None:
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
        after = Belief(turn.last.after, hands, likelihood)
        if float(after.likelihood[0] @ _ways(after) @ after.likelihood[1]) > 0:
            return settled(after)
    return None


def _ways(belief: Belief) -> Floats:
    return table_for(belief.public).pair_ways(unseen_cards(belief.public), *belief.hands)


def _slots(solver: Solver, move: Move) -> list[int]:
    """The slots of a move as everybody saw it: of cards under the deck, all choices of so many. A
    word that is of no use counts like a pass."""
    moves = solver.moves
    if move in moves:
        return [moves.index(move)]
    if isinstance(move[0], Under):
        n = min(len(move[0].cards), solver.belief.public.deck_size)
        return [k for k, known in enumerate(moves) if known and _puts_under(known[0], n)]
    same = [n for n, known in enumerate(moves) if known[:-1] == move[:-1]]
    return same[:1] if isinstance(move[-1], Command) else []


def _puts_under(action: Action, n: int) -> bool:
    return isinstance(action, Under) and len(action.cards) == n


def _children(solver: Solver, turn: Turn) -> dict[int, list[Edge]]:
    """The children of the root that a move may have led to, with its edges to them."""
    slots = _slots(solver, turn.move)
    found: dict[int, list[Edge]] = {}
    for edge in solver.builder.nodes[0].edges:
        if edge.slot in slots and edge.fact in (-1, _fact(turn)):
            found.setdefault(edge.child, []).append(edge)
    return found


def _fact(turn: Turn) -> int:
    """What came to light by a move, as the edges of the tree have it."""
    if isinstance(turn.move[0], Ask):
        return turn.last.facts.said[0][1]
    taken = turn.last.facts.taken
    return -1 if taken is None else taken


def _shown_by_reshuffle(step: Seen, me: int) -> Belief:
    """All unseen cards were in the two hands, so each player knows the other's."""
    hands = _both(unseen_cards(step.before), step.hand, me)
    return known_hands(step.after, hands)


def _both(unseen: Counts, own: Counts, me: int) -> tuple[Counts, Counts]:
    other = without(unseen, own)
    return (own, other) if me == 0 else (other, own)
