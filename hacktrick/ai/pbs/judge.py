"""A position at the beginning of a turn, solved once and seen from both seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hacktrick.ai.advice import Forecast
from hacktrick.ai.pbs.agent import PbsAgent, Solved, mind, own_hand, prices_of
from hacktrick.ai.pbs.belief import Belief, all_hands, known_hands
from hacktrick.ai.pbs.flat import Array
from hacktrick.ai.pbs.forecasts import told
from hacktrick.ai.pbs.hands import table_for
from hacktrick.ai.pbs.mirror import (
    chosen_by_all,
    is_turned,
    is_turned_for_all,
    turned,
    turned_action,
    turned_hand,
)
from hacktrick.ai.pbs.solver import Settings, Solver
from hacktrick.ai.pbs.tracker import DOUBT, start_policy, turns_of
from hacktrick.ai.pbs.turns import Move
from hacktrick.ai.pieces import Pieces, whole
from hacktrick.ai.position import Position
from hacktrick.game.cards import Counts
from hacktrick.game.rules import Seat

AT_THE_START = Settings(depth=1, iterations=4, most_nodes=0)
"""How the start card is judged: how often each is laid was solved beforehand."""

Option = tuple[Move, Forecast, float]
"""A whole turn from here on, where it leads, and how often it is played."""


class NoAdvice(ValueError):
    """There is nothing to decide, or the rules are not the solver's."""


@dataclass(frozen=True)
class Judged:
    """The solution. Hands and moves go in and out as they are, whatever its mirror."""

    position: Position
    solver: Solver
    mirrored: bool

    def of_the_root(self) -> Judged:
        """The same answers, small enough to be kept."""
        return replace(self, solver=self.solver.of_the_root())

    def knows(self, seat: Seat, hand: Counts) -> bool:
        """Whether ``seat`` may hold ``hand``, by the public belief."""
        return bool((self.solver.belief.hands[seat] == self._number(hand)).any())

    def likely(self, seat: Seat) -> list[tuple[Counts, float, float]]:
        """The hands that ``seat`` may hold, for everybody: how likely, and the chance of the match
        with each."""
        belief, hands = self.solver.belief, self.solver.builder.table.hands
        shares, outcomes = belief.joint().sum(1 - seat).astype(float), self.solver.chances(seat)
        shares = shares / shares.sum()
        return [
            (self._seen(hands[int(number)]), float(share), self._told(seat, row).match)
            for number, share, row in zip(belief.hands[seat], shares, outcomes, strict=True)
        ]

    def given(self, seat: Seat, hand: Counts) -> dict[Counts, float]:
        """What the other may hold, for ``seat`` holding ``hand``, with their chances."""
        belief, hands = self.solver.belief, self.solver.builder.table.hands
        chances = belief.opponent_given(seat, self._seen(hand))
        numbers = zip(belief.hands[1 - seat], chances, strict=True)
        return {self._seen(hands[int(number)]): float(c) for number, c in numbers if c > 0}

    def forecast(self, seat: Seat, hand: Counts) -> Forecast:
        """What either seat has to expect with a hand of the beginning of the turn."""
        (rows,) = np.nonzero(self.solver.belief.hands[seat] == self._number(hand))
        return self._told(seat, self.solver.chances(seat)[rows[0]])

    def options(self, hand: Counts, pending: Move = ()) -> list[Option]:
        """What the mover may do with ``hand``: the best first; frequencies sum to one.

        Args:
            hand: as it was at the beginning of the turn.
            pending: the card already played in this turn; then the words after it.
        """
        mover = self.position.public.seat
        solved = self._solved(mover, hand)
        chances = solved.chances
        here = self._here(chances, pending)
        shares = self._shares(solved, hand, here)
        found: list[Option] = []
        for number in here:
            actions = self._turned(self.solver.moves[number])[len(pending) :]
            found.append((actions, self._told(mover, chances[number]), float(shares[number])))
        found.sort(key=lambda option: -option[1].match)
        return _normal(found)

    def _here(self, chances: Array, pending: Move) -> list[int]:
        """The numbers of the moves that the hand can make and that go on from ``pending``."""
        return [
            number
            for number, move in enumerate(self.solver.moves)
            if len(move) > len(pending)
            and chances[number].any()
            and self._turned(move)[: len(pending)] == pending
        ]

    def _shares(self, solved: Solved, hand: Counts, here: list[int]) -> Array:
        if self.position.public.phase != "start":
            return solved.shares_of(self.position.first, self.position.public, here)
        hand, top = self._seen(hand), len(hand) - 1
        # Where nothing public chooses the mirror, each hand is laid from in its own.
        own_way = chosen_by_all(self.position) is None and hand > hand[::-1]
        held = hand[::-1] if own_way else hand
        table = table_for(self.position.first)
        net = mind(self.position.view.rules).net
        chosen = start_policy(net, self.solver.belief.public)[table.index[held]]
        laid = [move[0].card for move in self.solver.moves]  # type: ignore[union-attr]
        return np.array([float(chosen[top - card if own_way else card]) for card in laid])

    def _told(self, seat: Seat, chances: Array) -> Forecast:
        """What the solver expects, as it comes true."""
        position = self.position
        net = mind(position.view.rules).net
        return told(net, position.first, position.public, seat, chances)

    def _solved(self, seat: Seat, hand: Counts) -> Solved:
        (rows,) = np.nonzero(self.solver.belief.hands[seat] == self._number(hand))
        return Solved(self.solver, int(rows[0]))

    def _turned(self, move: Move) -> Move:
        if not self.mirrored:
            return move
        return tuple(turned_action(action, self.position.public) for action in move)

    def _seen(self, hand: Counts) -> Counts:
        return turned_hand(hand) if self.mirrored else hand

    def _number(self, hand: Counts) -> int:
        return self.solver.builder.table.index[self._seen(hand)]


Solve = Callable[[Position, PbsAgent], Pieces[Judged]]
"""A way to solve the turn that a position is in."""


def is_known(position: Position) -> bool:
    """Whether there is a solution: not for other tables, nor while codes are laid, which is a game
    by itself (``pbs.codes``)."""
    return position.view.rules.is_solved and position.public.phase != "codes"


def judge(position: Position, agent: PbsAgent, doubt: float = DOUBT) -> Judged:
    """Solves the turn that ``position`` is in.

    Args:
        doubt: how far the other may be no solver; 1 takes nothing but the facts.

    Raises:
        NoAdvice: the rules are not the solver's.
    """
    return whole(judging(position, agent, doubt))


def judging(position: Position, agent: PbsAgent, doubt: float = DOUBT) -> Pieces[Judged]:
    """The same in pieces."""
    if not is_known(position):
        raise NoAdvice("there is no solver for these rules")
    mirrored = is_turned_for_all(position)
    seen = turned(position) if mirrored else position
    if position.public.phase == "start":
        prices = prices_of(seen.first, position.view.duel)
        solver = Solver(all_hands(seen.public), prices, mind(seen.first.rules).net, AT_THE_START)
        solver.solve()
        return Judged(position, solver, mirrored)
    solver = yield from agent.solving_of(seen, doubt=doubt)
    return Judged(position, solver, mirrored)


def open_judging(position: Position, hands: Sequence[Counts], agent: PbsAgent) -> Pieces[Judged]:
    """The turn as it would be judged if both hands lay open."""
    mirrored = is_turned_for_all(position)
    seen = turned(position) if mirrored else position
    shown = tuple(turned_hand(hand) if mirrored else hand for hand in hands)
    prices = prices_of(seen.first, position.view.duel)
    belief = known_hands(seen.public, shown)
    if position.public.phase == "start":
        solver = Solver(belief, prices, mind(seen.first.rules).net, AT_THE_START)
        yield from solver.solving()
        return Judged(position, solver, mirrored)
    solver = yield from agent.solving(belief, prices)
    return Judged(position, solver, mirrored)


def believing(position: Position) -> Pieces[tuple[Belief, Belief, bool]]:
    """The public belief from the facts alone and with inference, and whether both are mirrored; in
    pieces."""
    mirrored = is_turned(position)
    seen = turned(position) if mirrored else position
    turns, _ = turns_of(seen.steps)
    prices = prices_of(seen.first, position.view.duel)
    if position.public.phase == "start":
        dealt = all_hands(seen.public)
        return dealt, dealt, mirrored
    thinking = mind(seen.first.rules)
    following = thinking.tracker.following(position.seat, seen.first, turns, prices, 1.0)
    facts = yield from following
    inferred = yield from thinking.believing(seen, turns, prices)
    return facts, inferred, mirrored


def hands_of_other(position: Position, belief: Belief, mirrored: bool) -> dict[Counts, float]:
    """What the other may hold, for the holder of the own hand, likeliest first."""
    table = table_for(belief.public)
    own = own_hand(position)
    given = belief.opponent_given(position.seat, turned_hand(own) if mirrored else own)
    found = {}
    for number, chance in zip(belief.hands[1 - position.seat], given, strict=True):
        if chance > 0:
            hand = table.hands[int(number)]
            found[turned_hand(hand) if mirrored else hand] = float(chance)
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _normal(options: list[Option]) -> list[Option]:
    """Frequencies that sum to one; all on the best where the solution plays none of them."""
    total = sum(share for _, _, share in options)
    if total > 0:
        return [(actions, where, share / total) for actions, where, share in options]
    return [(actions, where, float(not n)) for n, (actions, where, _) in enumerate(options)]
