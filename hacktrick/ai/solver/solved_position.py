"""The position at the start of a turn, solved once and seen from both seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hacktrick.ai.advice import Forecast
from hacktrick.ai.decision_position import Position
from hacktrick.ai.interruptible import Interruptible, run_to_end
from hacktrick.ai.mirror import (
    is_position_mirrored,
    is_publicly_mirrored,
    mirrored_action,
    mirrored_hand,
    mirrored_position,
    public_orientation,
)
from hacktrick.ai.solver.belief_tracker import INFERENCE_DOUBT, finished_turns, start_policy
from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.forecasts import expected_forecast
from hacktrick.ai.solver.public_belief import (
    PublicBelief,
    dealt_belief,
    hand_table_for,
    open_hands_belief,
)
from hacktrick.ai.solver.public_tree import Move
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings
from hacktrick.ai.solver.solving_player import (
    HandSolution,
    SolvingPlayer,
    hand_at_turn_start,
    shared_solver,
    win_prices,
)
from hacktrick.game.cards import Counts
from hacktrick.game.rules import Seat

START_SETTINGS = SolverSettings(depth=1, iterations=4, most_nodes=0)
"""How the start card is judged: how often each is laid was solved beforehand."""

Option = tuple[Move, Forecast, float]
"""A whole turn from here on, where it leads, and how often it is played."""


class NoSolution(ValueError):
    """There is nothing to decide, or the rules are not the solver's."""


@dataclass(frozen=True)
class SolvedPosition:
    """The solution. Hands and moves go in and out as they are, whatever its mirror."""

    position: Position
    solver: Solver
    mirrored: bool

    def of_the_root(self) -> SolvedPosition:
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

    def _shares(self, solved: HandSolution, hand: Counts, here: list[int]) -> Array:
        if self.position.public.phase != "start":
            return solved.shares_of(self.position.round_start, self.position.public, here)
        hand, top = self._seen(hand), len(hand) - 1
        # Where nothing public chooses the mirror, each hand is laid from in its own.
        own_way = public_orientation(self.position) is None and hand > hand[::-1]
        held = hand[::-1] if own_way else hand
        table = hand_table_for(self.position.round_start)
        net = shared_solver(self.position.view.rules).net
        chosen = start_policy(net, self.solver.belief.public)[table.index[held]]
        laid = [move[0].card for move in self.solver.moves]  # type: ignore[union-attr]
        return np.array([float(chosen[top - card if own_way else card]) for card in laid])

    def _told(self, seat: Seat, chances: Array) -> Forecast:
        """What the solver expects, as it comes true."""
        position = self.position
        net = shared_solver(position.view.rules).net
        return expected_forecast(net, position.round_start, position.public, seat, chances)

    def _solved(self, seat: Seat, hand: Counts) -> HandSolution:
        (rows,) = np.nonzero(self.solver.belief.hands[seat] == self._number(hand))
        return HandSolution(self.solver, int(rows[0]))

    def _turned(self, move: Move) -> Move:
        if not self.mirrored:
            return move
        return tuple(mirrored_action(action, self.position.public) for action in move)

    def _seen(self, hand: Counts) -> Counts:
        return mirrored_hand(hand) if self.mirrored else hand

    def _number(self, hand: Counts) -> int:
        return self.solver.builder.table.index[self._seen(hand)]


PositionSolver = Callable[[Position, SolvingPlayer], Interruptible[SolvedPosition]]
"""A way to solve the turn that a position is in."""


def is_solvable(position: Position) -> bool:
    """Whether there is a solution: not for other tables, nor while codes are laid, which is a game
    by itself (``pbs.codes``)."""
    return position.view.rules.is_solved and position.public.phase != "codes"


def solve_position(
    position: Position, agent: SolvingPlayer, doubt: float = INFERENCE_DOUBT
) -> SolvedPosition:
    """Solves the turn that ``position`` is in.

    Args:
        doubt: how far the other may be no solver; 1 takes nothing but the facts.

    Raises:
        NoSolution: the rules are not the solver's.
    """
    return run_to_end(solve_position_in_steps(position, agent, doubt))


def solve_position_in_steps(
    position: Position, agent: SolvingPlayer, doubt: float = INFERENCE_DOUBT
) -> Interruptible[SolvedPosition]:
    """The same in pieces."""
    if not is_solvable(position):
        raise NoSolution("there is no solver for these rules")
    mirrored = is_publicly_mirrored(position)
    seen = mirrored_position(position) if mirrored else position
    if position.public.phase == "start":
        prices = win_prices(seen.round_start, position.view.duel)
        solver = Solver(
            dealt_belief(seen.public),
            prices,
            shared_solver(seen.round_start.rules).net,
            START_SETTINGS,
        )
        solver.solve()
        return SolvedPosition(position, solver, mirrored)
    solver = yield from agent.solving_of(seen, doubt=doubt)
    return SolvedPosition(position, solver, mirrored)


def solve_open_hands_in_steps(
    position: Position, hands: Sequence[Counts], agent: SolvingPlayer
) -> Interruptible[SolvedPosition]:
    """The turn as it would be judged if both hands lay open."""
    mirrored = is_publicly_mirrored(position)
    seen = mirrored_position(position) if mirrored else position
    shown = tuple(mirrored_hand(hand) if mirrored else hand for hand in hands)
    prices = win_prices(seen.round_start, position.view.duel)
    belief = open_hands_belief(seen.public, shown)
    if position.public.phase == "start":
        solver = Solver(belief, prices, shared_solver(seen.round_start.rules).net, START_SETTINGS)
        yield from solver.solving()
        return SolvedPosition(position, solver, mirrored)
    solver = yield from agent.solving(belief, prices)
    return SolvedPosition(position, solver, mirrored)


def position_beliefs_in_steps(
    position: Position,
) -> Interruptible[tuple[PublicBelief, PublicBelief, bool]]:
    """The public belief from the facts alone and with inference, and whether both are mirrored; in
    pieces."""
    mirrored = is_position_mirrored(position)
    seen = mirrored_position(position) if mirrored else position
    turns, _ = finished_turns(seen.steps)
    prices = win_prices(seen.round_start, position.view.duel)
    if position.public.phase == "start":
        dealt = dealt_belief(seen.public)
        return dealt, dealt, mirrored
    thinking = shared_solver(seen.round_start.rules)
    following = thinking.tracker.following(position.seat, seen.round_start, turns, prices, 1.0)
    facts = yield from following
    inferred = yield from thinking.believing(seen, turns, prices)
    return facts, inferred, mirrored


def opponent_hands(position: Position, belief: PublicBelief, mirrored: bool) -> dict[Counts, float]:
    """What the other may hold, for the holder of the own hand, likeliest first."""
    table = hand_table_for(belief.public)
    own = hand_at_turn_start(position)
    given = belief.opponent_given(position.seat, mirrored_hand(own) if mirrored else own)
    found = {}
    for number, chance in zip(belief.hands[1 - position.seat], given, strict=True):
        if chance > 0:
            hand = table.hands[int(number)]
            found[mirrored_hand(hand) if mirrored else hand] = float(chance)
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _normal(options: list[Option]) -> list[Option]:
    """Frequencies that sum to one; all on the best where the solution plays none of them."""
    total = sum(share for _, _, share in options)
    if total > 0:
        return [(actions, where, share / total) for actions, where, share in options]
    return [(actions, where, float(not n)) for n, (actions, where, _) in enumerate(options)]
