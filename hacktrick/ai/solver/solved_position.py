"""A solved position at the start of a turn, with results for both seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hacktrick.ai.advice import Forecast
from hacktrick.ai.agent import Interruptible, run_to_end
from hacktrick.ai.decision_position import Position
from hacktrick.ai.mirror_symmetry import (
    mirrored_action,
    mirrored_hand,
    mirrored_position,
    position_mirroring_by_public_facts,
    should_mirror_by_public_facts,
    should_mirror_position,
)
from hacktrick.ai.solver.belief_tracker import INFERENCE_DOUBT, finished_moves, start_card_policy
from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.forecasts import calibrated_forecast
from hacktrick.ai.solver.public_belief import (
    PublicBelief,
    hand_table_for,
    initial_belief,
    open_hands_belief,
)
from hacktrick.ai.solver.public_tree import Move
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings
from hacktrick.ai.solver.solving_player import (
    HandSolution,
    SolvingPlayer,
    hand_at_turn_start,
    shared_solver,
    win_utilities,
)
from hacktrick.game.cards import Counts
from hacktrick.game.state import Seat

START_SETTINGS = SolverSettings(depth=1, iterations=4, max_nodes=0)
"""Settings for forecasts before the start card; how to choose that card is in the net's file."""

TurnOption = tuple[Move, Forecast, float]
"""The rest of a turn, the forecast after it, and how often the solution plays it."""


class NoSolution(ValueError):
    """Raised if a position has nothing to solve, or if the solver does not support its rules."""


@dataclass(frozen=True)
class SolvedPosition:
    """A position with its solution.

    The solver may work on the mirrored position; arguments and results of all methods are for the
    original one.
    """

    position: Position
    solver: Solver
    is_mirrored: bool

    def reduced_to_root(self) -> SolvedPosition:
        """Return a copy with only the results of this turn, small enough to be cached."""
        return replace(self, solver=self.solver.reduced_to_root())

    def can_hold(self, seat: Seat, hand: Counts) -> bool:
        """Return whether ``seat`` may hold ``hand`` according to the public belief."""
        return bool((self.solver.belief.hands[seat] == self._hand_number(hand)).any())

    def hand_and_match_chances(self, seat: Seat) -> list[tuple[Counts, float, float]]:
        """Return all hands that ``seat`` may hold according to public information.

        Returns:
            Each hand with its probability and the match chance of a player who holds it.
        """
        belief, hands = self.solver.belief, self.solver.builder.table.hands
        shares, outcomes = (
            belief.pair_chances().sum(1 - seat).astype(float),
            self.solver.round_end_chances(seat),
        )
        shares = shares / shares.sum()
        return [
            (
                self._hand_mirrored_if_needed(hands[int(number)]),
                float(share),
                self._forecast(seat, row).match,
            )
            for number, share, row in zip(belief.hands[seat], shares, outcomes, strict=True)
        ]

    def opponent_hand_chances(self, seat: Seat, hand: Counts) -> dict[Counts, float]:
        """Return the opponent's possible hands with their chances, if ``seat`` holds ``hand``."""
        belief, hands = self.solver.belief, self.solver.builder.table.hands
        chances = belief.opponent_chances(seat, self._hand_mirrored_if_needed(hand))
        numbers = zip(belief.hands[1 - seat], chances, strict=True)
        return {
            self._hand_mirrored_if_needed(hands[int(number)]): float(c)
            for number, c in numbers
            if c > 0
        }

    def forecast(self, seat: Seat, hand: Counts) -> Forecast:
        """Return the forecast for a seat that held ``hand`` at the beginning of the turn."""
        (rows,) = np.nonzero(self.solver.belief.hands[seat] == self._hand_number(hand))
        return self._forecast(seat, self.solver.round_end_chances(seat)[rows[0]])

    def turn_options(self, hand: Counts, pending: Move = ()) -> list[TurnOption]:
        """Return what the mover can do with ``hand``, best first; the frequencies sum to one.

        Args:
            hand: the hand at the beginning of the turn.
            pending: the card already played in this turn; the options are then commands.
        """
        mover = self.position.public.seat
        solved = self._hand_solution(mover, hand)
        chances = solved.round_end_chances
        available = self._available_moves(chances, pending)
        shares = self._move_shares(solved, hand, available)
        found: list[TurnOption] = []
        for number in available:
            actions = self._move_mirrored_if_needed(self.solver.moves[number])[len(pending) :]
            found.append((actions, self._forecast(mover, chances[number]), float(shares[number])))
        found.sort(key=lambda option: -option[1].match)
        return _with_normalized_frequencies(found)

    def _available_moves(self, chances: Array, pending: Move) -> list[int]:
        """Return the numbers of the moves that begin with ``pending`` and are possible."""
        return [
            number
            for number, move in enumerate(self.solver.moves)
            if len(move) > len(pending)
            and chances[number].any()
            and self._move_mirrored_if_needed(move)[: len(pending)] == pending
        ]

    def _move_shares(self, solved: HandSolution, hand: Counts, available: list[int]) -> Array:
        if self.position.public.phase != "start":
            return solved.move_shares_among(
                self.position.round_start, self.position.public, available
            )
        hand, top = self._hand_mirrored_if_needed(hand), len(hand) - 1
        # If public information does not decide whether to mirror, the hand decides.
        is_hand_mirrored = (
            position_mirroring_by_public_facts(self.position) is None and hand > hand[::-1]
        )
        held = hand[::-1] if is_hand_mirrored else hand
        table = hand_table_for(self.position.round_start)
        net = shared_solver(self.position.view.rules).net
        chosen = start_card_policy(net, self.solver.belief.public)[table.index[held]]
        laid = [move[0].card for move in self.solver.moves]  # type: ignore[union-attr]
        return np.array([float(chosen[top - card if is_hand_mirrored else card]) for card in laid])

    def _forecast(self, seat: Seat, chances: Array) -> Forecast:
        """Return the calibrated forecast for the chances that the solver computed."""
        position = self.position
        net = shared_solver(position.view.rules).net
        return calibrated_forecast(net, position.round_start, position.public, seat, chances)

    def _hand_solution(self, seat: Seat, hand: Counts) -> HandSolution:
        (rows,) = np.nonzero(self.solver.belief.hands[seat] == self._hand_number(hand))
        return HandSolution(self.solver, int(rows[0]))

    def _move_mirrored_if_needed(self, move: Move) -> Move:
        if not self.is_mirrored:
            return move
        return tuple(mirrored_action(action, self.position.public) for action in move)

    def _hand_mirrored_if_needed(self, hand: Counts) -> Counts:
        return mirrored_hand(hand) if self.is_mirrored else hand

    def _hand_number(self, hand: Counts) -> int:
        return self.solver.builder.table.index[self._hand_mirrored_if_needed(hand)]


PositionSolver = Callable[[Position, SolvingPlayer], Interruptible[SolvedPosition]]
"""Solves the turn to which a position belongs; yields so that the caller can stop in between."""


def is_solvable(position: Position) -> bool:
    """Return whether the solver supports the rules and the position is not in the code phase.

    ``ai.solver.code_card_choice`` solves the code phase.
    """
    return position.view.rules.has_solver and position.public.phase != "codes"


def solve_position(position: Position, agent: SolvingPlayer) -> SolvedPosition:
    """Solve the turn to which ``position`` belongs.

    Args:
        agent: the player whose solver is used.

    Raises:
        NoSolution: the solver does not support the rules.
    """
    return run_to_end(solve_position_in_steps(position, agent))


def solve_position_in_steps(
    position: Position, agent: SolvingPlayer, doubt: float = INFERENCE_DOUBT
) -> Interruptible[SolvedPosition]:
    """Like ``solve_position``, but yields so that the caller can stop in between.

    Args:
        agent: the player whose solver is used.
        doubt: the probability of a random move in the model of the opponent; 1 infers nothing from
            the opponent's choices.
    """
    if not is_solvable(position):
        raise NoSolution("there is no solver for these rules")
    mirrored = should_mirror_by_public_facts(position)
    seen = mirrored_position(position) if mirrored else position
    if position.public.phase == "start":
        utilities = win_utilities(seen.round_start, position.view.duel)
        solver = Solver(
            initial_belief(seen.public, seen.start_position),
            utilities,
            shared_solver(seen.round_start.rules).net,
            START_SETTINGS,
        )
        solver.solve()
        return SolvedPosition(position, solver, mirrored)
    solver = yield from agent.solve_turn_in_steps(seen, doubt=doubt)
    return SolvedPosition(position, solver, mirrored)


def solve_open_hands_in_steps(
    position: Position, hands: Sequence[Counts], agent: SolvingPlayer
) -> Interruptible[SolvedPosition]:
    """Solve the turn as if both hands were known; yields so that the caller can stop in between.

    Args:
        agent: the player whose solver is used.
    """
    mirrored = should_mirror_by_public_facts(position)
    seen = mirrored_position(position) if mirrored else position
    oriented_hands = tuple(mirrored_hand(hand) if mirrored else hand for hand in hands)
    utilities = win_utilities(seen.round_start, position.view.duel)
    belief = open_hands_belief(seen.public, oriented_hands)
    if position.public.phase == "start":
        solver = Solver(
            belief, utilities, shared_solver(seen.round_start.rules).net, START_SETTINGS
        )
        yield from solver.solve_in_steps()
        return SolvedPosition(position, solver, mirrored)
    solver = yield from agent.solve_in_steps(belief, utilities)
    return SolvedPosition(position, solver, mirrored)


def counted_and_inferred_beliefs_in_steps(
    position: Position,
) -> Interruptible[tuple[PublicBelief, PublicBelief, bool]]:
    """Compute the public beliefs of a position; yields so that the caller can stop in between.

    Returns:
        The belief from facts alone, the belief with inference from play, and whether both are
        mirrored.
    """
    mirrored = should_mirror_position(position)
    seen = mirrored_position(position) if mirrored else position
    turns, _ = finished_moves(seen.steps)
    utilities = win_utilities(seen.round_start, position.view.duel)
    if position.public.phase == "start":
        dealt = initial_belief(seen.public, seen.start_position)
        return dealt, dealt, mirrored
    shared = shared_solver(seen.round_start.rules)
    following = shared.tracker.belief_in_steps(
        position.seat, seen.round_start, turns, utilities, 1.0, seen.start_position
    )
    facts = yield from following
    inferred = yield from shared.belief_in_steps(seen, turns, utilities)
    return facts, inferred, mirrored


def opponent_hands(position: Position, belief: PublicBelief, mirrored: bool) -> dict[Counts, float]:
    """Return the hands that the opponent may hold, given the player's own hand, likeliest first.

    Args:
        mirrored: whether ``belief`` belongs to the mirror image of ``position``.

    Returns:
        The probability of each hand.
    """
    table = hand_table_for(belief.public)
    own = hand_at_turn_start(position)
    given = belief.opponent_chances(position.seat, mirrored_hand(own) if mirrored else own)
    found = {}
    for number, chance in zip(belief.hands[1 - position.seat], given, strict=True):
        if chance > 0:
            hand = table.hands[int(number)]
            found[mirrored_hand(hand) if mirrored else hand] = float(chance)
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _with_normalized_frequencies(options: list[TurnOption]) -> list[TurnOption]:
    """Scale the frequencies to a sum of one; if all are zero, the best option gets everything."""
    total = sum(share for _, _, share in options)
    if total > 0:
        return [(actions, where, share / total) for actions, where, share in options]
    return [(actions, where, float(not n)) for n, (actions, where, _) in enumerate(options)]
