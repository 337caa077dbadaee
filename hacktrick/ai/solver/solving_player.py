"""Levels 8 to 10: players who solve the public belief and draw a move from the solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp
from random import Random
from typing import NamedTuple

import numpy as np

from hacktrick.ai.agent import (
    EXTRA_TURN_SHARE,
    NO_DEADLINE,
    Agent,
    Budget,
    Deadline,
    Decision,
    Interruptible,
    clamp_value,
    run_to_end,
)
from hacktrick.ai.decision_position import Position, read_position, winning_action_and_value
from hacktrick.ai.levels.styles import PLAIN_STYLE, Style, style_of, style_of_decider
from hacktrick.ai.match_equity import called_stake_win_and_premium, double_win_premium
from hacktrick.ai.mirror_symmetry import mirrored_action, mirrored_position, should_mirror_position
from hacktrick.ai.possible_worlds import believed_worlds
from hacktrick.ai.search.code_heuristics import choose_code
from hacktrick.ai.solver.belief_tracker import (
    INFERENCE_DOUBT,
    BeliefTracker,
    FinishedMove,
    finished_moves,
    start_card_policy,
)
from hacktrick.ai.solver.code_card_choice import code_card_decision
from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.forecasts import (
    calibrated_forecast,
    immediately_winning_moves,
    is_double_win_worth_waiting_for,
    match_chances_by_result,
    policy_preferring_wins,
)
from hacktrick.ai.solver.public_belief import PublicBelief, WinUtilities, hand_table_for
from hacktrick.ai.solver.public_tree import MAX_NODES, TreeTooLarge
from hacktrick.ai.solver.regret_matching import MIN_ITERATIONS, Solver, SolverSettings
from hacktrick.ai.solver.value_net import ValueNet, shipped_net
from hacktrick.game.actions import STAKE, Action
from hacktrick.game.editions import Rules
from hacktrick.game.state import PublicState
from hacktrick.game.view import View

MAX_COST = 2_500_000
"""The longest estimated time for a solution, in microseconds; above it, a shallower tree is tried.

``MAX_NODES`` alone does not limit the time, since nodes may have many hands.
"""
STYLE_TOLERANCE = 0.02  # a move that a style prefers by this many points is made e times as often
RARE_SHARE = 0.04  # moves with a smaller probability are never made
ActionShares = tuple[tuple[Action, float], ...]

PAYOFFS_ARRAY = "codes"  # name of the array with the payoffs of codes in the net's file

POINTS_BY_END = np.array([1.0, 2.0, -1.0, -2.0, 3.0, 4.0, -3.0, -4.0])
"""The deciding seat's points in each of the eight ends of a round.

In the last four a stake was called: the winner gets one point more, and the loser loses one.
"""


def win_utilities(
    public: PublicState,
    is_deciding_round: bool = False,
    styles: Sequence[Style] = (PLAIN_STYLE, PLAIN_STYLE),
) -> WinUtilities:
    """Return the utilities of wins at the current score.

    Args:
        is_deciding_round: whether the winner of this round wins the match.
        styles: the players' styles, by seat. A bold player values a double win more, and the
            opponent knows it.
    """
    if is_deciding_round:
        return WinUtilities((0.0, 0.0), (1.0, 1.0), (0.0, 0.0))
    liked = [1 + style.double_win_bonus for style in styles]
    one, other = (double_win_premium(public, s) * liked[s] for s in (0, 1))
    if not public.rules.has_codes:
        return WinUtilities((one, other))
    (first, first_more), (second, second_more) = (
        called_stake_win_and_premium(public, s) for s in (0, 1)
    )
    return WinUtilities(
        (one, other), (first, second), (first_more * liked[0], second_more * liked[1])
    )


@dataclass(frozen=True)
class HandSolution:
    """A solved position, seen by a player who holds one particular hand.

    Attributes:
        row: the row of this hand in the solution's arrays.
    """

    solver: Solver
    row: int

    @property
    def move_shares(self) -> Array:
        """How often the solution makes each move, without very rare moves: [move]."""
        policy = self.solver.root_policy()[self.row]
        legal = self.solver.flat.legal[: len(self.solver.root_policy()) * len(policy)]
        policy = policy * legal.reshape(-1, len(policy))[self.row]
        kept = np.where(policy >= min(RARE_SHARE, float(policy.max())), policy, 0)
        shares: Array = kept / kept.sum()
        return shares

    @property
    def round_end_chances(self) -> Array:
        """The chances of the round's ends after each move: [move, end]."""
        return self.solver.round_end_chances_by_move(self.row)

    def move_shares_among(
        self, round_start: PublicState, public: PublicState, available: list[int]
    ) -> Array:
        """Return how often to make each move if only those in ``available`` are possible: [move].

        An immediate win is always made, unless waiting is worth more.

        Args:
            round_start: the public state at the start of the round.
            public: the public state now.
            available: the numbers of the possible moves.
        """
        wins = immediately_winning_moves(self.solver)
        if not set(wins) & set(available):
            return self.move_shares
        chances, seat = self.round_end_chances, self.solver.belief.public.seat
        matches = [
            calibrated_forecast(
                shared_solver(round_start.rules).net, round_start, public, seat, row
            ).match
            for row in chances
        ]
        return policy_preferring_wins(
            self.move_shares,
            matches,
            available,
            wins,
            match_chances_by_result(round_start, seat).equity_unit,
        )


class LatestSolution(NamedTuple):
    """The latest solution, cached together with everything that it depends on."""

    agent: SolvingPlayer
    utilities: WinUtilities
    share: float
    belief: PublicBelief
    solver: Solver


class SharedSolver:
    """The value net, recent public beliefs and the latest solution, shared by levels 8 to 10.

    The cached solution makes a command come from the same solution as the card before it.
    """

    def __init__(self, net: ValueNet) -> None:
        self.net = net
        self.tracker = BeliefTracker(net)
        self.latest: LatestSolution | None = None

    def belief(
        self,
        position: Position,
        moves_so_far: list[FinishedMove],
        utilities: WinUtilities,
        doubt: float = INFERENCE_DOUBT,
    ) -> PublicBelief:
        """Return the public belief after ``moves_so_far``.

        Args:
            position: the deciding player's position, which gives the seat and the start of the
                round.
            moves_so_far: the finished moves since the start of the round.
            utilities: the utilities of wins.
            doubt: the probability of a random move in the model of the opponent; 1 infers nothing
                from the opponent's choices.

        Raises:
            ValueError: the player's own hand is impossible, so the view contradicts itself.
        """
        return run_to_end(self.belief_in_steps(position, moves_so_far, utilities, doubt))

    def belief_in_steps(
        self,
        position: Position,
        moves_so_far: list[FinishedMove],
        utilities: WinUtilities,
        doubt: float = INFERENCE_DOUBT,
    ) -> Interruptible[PublicBelief]:
        """Like ``belief``, but yields so that the caller can stop in between."""
        following = self.tracker.belief_in_steps(
            *(position.seat, position.round_start, moves_so_far, utilities, doubt),
            position.start_position,
        )
        found = yield from following
        if (
            hand_table_for(found.public).index[hand_at_turn_start(position)]
            in found.hands[position.seat]
        ):
            return found
        raise ValueError("the own hand does not fit the round")

    def create_solver_in_steps(
        self,
        belief: PublicBelief,
        utilities: WinUtilities,
        depths: range,
        clock: Deadline,
        share: float,
        has_all_moves: bool,
        work: int,
    ) -> Interruptible[Solver]:
        """Try depths in order; return an unsolved solver for the first tree that is small enough.

        The generator yields so that the caller can stop in between.

        Args:
            depths: the depths to try, in moves.
            share: the allowed nodes and iterations, as a multiple of the usual numbers.
            has_all_moves: whether replies include Guards and all doubles.
            work: lets the tree grow further (``SolverSettings.work``).
        """
        nodes, cost = max(1, int(MAX_NODES * share)), max(1, int(MAX_COST * share))
        for depth in depths:
            try:
                settings = SolverSettings(
                    depth,
                    max_nodes=nodes,
                    max_cost=cost,
                    narrow_replies=not has_all_moves,
                    work=work,
                )
                return (
                    yield from Solver.create_in_steps(belief, utilities, self.net, settings, clock)
                )
            except TreeTooLarge:
                continue
        return (
            yield from Solver.create_in_steps(
                belief, utilities, self.net, SolverSettings(1, max_nodes=0)
            )
        )


def hand_solution(solver: Solver, position: Position) -> HandSolution:
    """Return the solution for the hand that the deciding seat held at the start of the turn."""
    number = solver.builder.table.index[hand_at_turn_start(position)]
    (rows,) = np.nonzero(solver.belief.hands[position.seat] == number)
    return HandSolution(solver, int(rows[0]))


def hand_at_turn_start(position: Position) -> tuple[int, ...]:
    """Return the player's hand before the card they may have played in this turn."""
    hand = list(position.hand)
    if position.public.seat != position.seat:
        return tuple(hand)
    for action in finished_moves(position.steps)[1]:
        if action.verb == "play":
            hand[action.card] += 1
    return tuple(hand)


@lru_cache(maxsize=2)
def shared_solver(rules: Rules) -> SharedSolver:
    """Return the shared solver with the shipped net for these rules."""
    return SharedSolver(shipped_net(rules.is_standard))


@dataclass(frozen=True)
class SolvingPlayer:
    """A player who solves the public belief and draws moves from the solution.

    Attributes:
        depth: the number of moves to look ahead.
        iterations: the most iterations.
        effort: the estimated time that all iterations together may take, in microseconds
            (``Solver.iteration_cost``). Since this and the limit of nodes determine the work, the
            decision does not depend on the clock.
        extra_depth_pairs: numbers of pairs of hands. The player looks one move further ahead for
            each entry that is not below the number of possible pairs.
        fallback: the player that decides if the solver does not support the rules, for example with
            three or four players.
        has_all_moves: whether replies include Guards, all doubles, swaps and cards under the deck.
        work: in microseconds; the tree grows deeper while its estimated cost is lower.
    """

    depth: int
    iterations: int
    effort: int
    extra_depth_pairs: tuple[int, ...]
    fallback: Agent
    has_all_moves: bool = False
    work: int = 0

    def choose(self, view: View, budget: Budget, seed: int) -> Decision:
        clock = Deadline(budget.seconds)
        position = read_position(view)
        if not view.rules.has_solver:
            return self.fallback.choose(view, budget, seed)
        if position.public.phase == "codes":
            return self._choose_code_by_payoffs(position, seed)
        won = winning_action_and_value(position)
        if won is not None and not self._can_waiting_pay(position):
            return Decision(won[0], clamp_value(won[1]), (won,))
        if len(position.legal) == 1:
            return Decision(position.legal[0], 0.0)
        # Called only to raise an error if the view contradicts itself, as the other levels do.
        believed_worlds(view, position.round_start, position.steps)
        rng = Random(f"{seed} {len(view.actions)}")
        return replace(
            self.decide_in_position(position, rng, clock, budget.share),
            is_cut_short=clock.has_cut_short,
        )

    def _choose_code_by_payoffs(self, position: Position, seed: int) -> Decision:
        """Choose a code to lay by the payoffs in the net's file, else by rules of thumb."""
        chances = shared_solver(position.round_start.rules).net.weights.get(PAYOFFS_ARRAY)
        if chances is None:
            return choose_code(position)
        rng = Random(f"{seed} {len(position.view.actions)}")
        return code_card_decision(
            position, chances.astype(float), win_utilities(position.round_start), rng
        )

    def _can_waiting_pay(self, position: Position) -> bool:
        """Return whether waiting for two points, or staking first, may be better than a win now."""
        if STAKE in position.legal:
            return True
        return is_double_win_worth_waiting_for(position.round_start, position.public, position.seat)

    def decide_in_position(
        self, position: Position, rng: Random, clock: Deadline = NO_DEADLINE, share: float = 1.0
    ) -> Decision:
        """Solve a position and draw an action from the solution.

        Args:
            share: the allowed nodes and iterations, as a multiple of the usual numbers.
        """
        if not should_mirror_position(position):
            return self._decide(position, clock, rng, share)
        found = self._decide(mirrored_position(position), clock, rng, share)

        def unmirrored_shares(pairs: ActionShares) -> ActionShares:
            return tuple((mirrored_action(a, position.public), number) for a, number in pairs)

        action = mirrored_action(found.action, position.public)
        return Decision(
            action,
            found.value,
            unmirrored_shares(found.values),
            unmirrored_shares(found.mixed_policy),
        )

    def _decide(self, position: Position, clock: Deadline, rng: Random, share: float) -> Decision:
        if position.public.phase == "start":
            return start_card_decision(position, rng)
        solved = hand_solution(self._solve_with_styles(position, clock, share), position)
        return choose_action(position, solved, rng, style_of_decider(position.view))

    def _solve_with_styles(self, position: Position, clock: Deadline, share: float) -> Solver:
        """Solve the turn as a game between players who know each other's styles."""
        styles = [style_of(seat) for seat in position.view.seats]
        utilities = win_utilities(position.round_start, position.view.duel, styles)
        return run_to_end(
            self.solve_turn_in_steps(position, clock, INFERENCE_DOUBT, share, utilities)
        )

    def solve_turn_in_steps(
        self,
        position: Position,
        clock: Deadline = NO_DEADLINE,
        doubt: float = INFERENCE_DOUBT,
        share: float = 1.0,
        utilities: WinUtilities | None = None,
    ) -> Interruptible[Solver]:
        """Solve the turn from its beginning, for all hands that are possible by public information.

        The generator yields so that the caller can stop in between.

        Args:
            doubt: the probability of a random move in the model of the opponent; 1 infers nothing
                from the opponent's choices.
            share: the allowed nodes and iterations, as a multiple of the usual numbers.
            utilities: the utilities of the ways to win; by default those at the current score, for
                players without a playing style.
        """
        turns, _ = finished_moves(position.steps)
        utilities = utilities or win_utilities(position.round_start, position.view.duel)
        shared = shared_solver(position.round_start.rules)
        belief = yield from shared.belief_in_steps(position, turns, utilities, doubt)
        return (yield from self.solve_in_steps(belief, utilities, clock, share))

    def solve(
        self,
        belief: PublicBelief,
        utilities: WinUtilities,
        clock: Deadline = NO_DEADLINE,
        share: float = 1.0,
    ) -> Solver:
        """Solve a public belief. The solution is cached unless the clock cut it short.

        Args:
            share: the allowed nodes and iterations, as a multiple of the usual numbers.
        """
        return run_to_end(self.solve_in_steps(belief, utilities, clock, share))

    def solve_in_steps(
        self,
        belief: PublicBelief,
        utilities: WinUtilities,
        clock: Deadline = NO_DEADLINE,
        share: float = 1.0,
    ) -> Interruptible[Solver]:
        """Like ``solve``, but yields so that the caller can stop in between."""
        shared = shared_solver(belief.public.rules)
        latest = shared.latest
        if latest and latest.belief is belief and latest[:3] == (self, utilities, share):
            return latest.solver
        shared.latest = None  # free memory before the next large tree
        depths = self._depths_to_try(belief, share)
        work = int(self.work * share)
        making = shared.create_solver_in_steps(
            belief, utilities, depths, clock, share, self.has_all_moves, work
        )
        solver = yield from making
        effort = int(self.effort * share)
        most = self.iterations * (2 if share >= EXTRA_TURN_SHARE else 1)
        solver.iterations = min(most, max(MIN_ITERATIONS, effort // solver.iteration_cost))
        yield from solver.solve_in_steps(clock)
        if not clock.has_cut_short:
            shared.latest = LatestSolution(self, utilities, share, belief, solver)
        return solver

    def _depths_to_try(self, belief: PublicBelief, share: float) -> range:
        """Return the depths to try, deepest first; few possible pairs of hands allow more depth.

        Args:
            share: the allowed work, as a multiple of the usual work; more than 1 allows more depth.
        """
        pairs = len(belief.hands[0]) * len(belief.hands[1])
        more = sum(pairs <= few * max(1.0, share) for few in self.extra_depth_pairs)
        more += share >= EXTRA_TURN_SHARE
        return range(self.depth + more, 0, -1)


def start_card_decision(position: Position, rng: Random) -> Decision:
    """Draw a start card from the strategy stored in the net's file."""
    chances = start_card_policy(shared_solver(position.round_start.rules).net, position.round_start)
    number = hand_table_for(position.round_start).index[position.hand]
    weights = [float(chances[number, a.card]) for a in position.legal if a.verb == "start"]
    (action,) = rng.choices(position.legal, weights)
    total = sum(weights)
    mixed = tuple((a, w / total) for a, w in zip(position.legal, weights, strict=True))
    return Decision(action, 0.0, (), mixed)


def style_adjusted_shares(shares: Array, values: Array, preferences: Mapping[int, float]) -> Array:
    """Return shares shifted towards the moves that a style prefers.

    A move that the solution never makes gets a share if its loss against the best move is at most
    the difference between the strongest and the weakest preference.

    Args:
        shares, values: by move.
        preferences: in points, by the number of each available move.
    """
    tilted: Array = np.zeros_like(shares)
    best = max(float(values[n]) for n in preferences)
    reach = max(preferences.values()) - min(preferences.values())
    for n, preference in preferences.items():
        near = RARE_SHARE if reach and values[n] >= best - reach else 0.0
        tilted[n] = (shares[n] + near) * exp(preference / STYLE_TOLERANCE)
    return tilted


def choose_action(
    position: Position, solved: HandSolution, rng: Random, style: Style = PLAIN_STYLE
) -> Decision:
    """Return the next action of a solved turn: its first, or the command after a card.

    The action is drawn at random from the solution.
    """
    _, pending = finished_moves(position.steps)
    depth = len(pending)
    chances = solved.round_end_chances
    chosen = [
        (n, move[depth])
        for n, move in enumerate(solved.solver.moves)
        if len(move) > depth and move[:depth] == pending and move[depth] in position.legal
    ]
    shares = solved.move_shares_among(position.round_start, position.public, [n for n, _ in chosen])
    values = chances @ POINTS_BY_END[: chances.shape[1]]
    if style != PLAIN_STYLE:
        preferences = {
            n: style.points_added_to_turn(solved.solver.moves[n][depth:]) for n, _ in chosen
        }
        shares = style_adjusted_shares(shares, values, preferences)
    share: dict[Action, float] = {}
    value: dict[Action, float] = {}
    for n, action in chosen:
        share[action] = share.get(action, 0.0) + float(shares[n])
        value[action] = max(value.get(action, -9.0), float(values[n]))
    total = sum(share.values())
    if total <= 0:  # the solution never plays this card, so take the best command
        best = max(value, key=lambda action: value[action])
        share = {action: float(action == best) for action in value}
        total = 1.0
    actions = sorted(value, key=lambda action: -value[action])
    weights = [share[action] / total for action in actions]
    (action,) = rng.choices(actions, weights)
    ranked = tuple((a, clamp_value(value[a])) for a in actions)
    mixed = tuple(zip(actions, weights, strict=True))
    expected = sum(w * value[a] for a, w in mixed)
    return Decision(action, clamp_value(expected), ranked, mixed)
