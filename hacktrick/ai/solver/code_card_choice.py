"""Chooses a code card in Battle of Wits from the equilibrium of the code phase.

The leader lays a code face down, or none. The starter sees only whether a code was laid, and then
does the same. This is a Bayesian game: a player's type is the set of codes they hold. CFR+
(Tammelin 2014) solves it. The payoff of each pair of codes comes from the value net's file.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hacktrick.ai.agent import Decision, clamp_value
from hacktrick.ai.decision_position import Position
from hacktrick.ai.measured_figures import RoundEndShares, shipped_measurements
from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.leaf_values import end_utilities
from hacktrick.ai.solver.public_belief import WinUtilities
from hacktrick.game.code_powers import POWERS
from hacktrick.game.state import PublicState

Codes = tuple[int, ...]  # indices into ``CODE_NAMES``
CODE_NAMES: tuple[str | None, ...] = (*POWERS, None)
"""The codes in the order of the payoff arrays, which is that of ``POWERS``; None is no code."""
NO_CODE = len(POWERS)
ITERATIONS = 200
# If there are more pairs of types than this, the solver runs only this many iterations.
MANY_PAIRS, FEW_ITERATIONS = 100_000, 60
TREMBLE = 1e-3  # share of the uniform strategy; it makes the reply to every code defined
RARE_CODE_SHARE = 0.04  # codes with a smaller share are never laid


class PossibleCodeSets(NamedTuple):
    """What one player may hold in the code phase: all possible sets of codes.

    Attributes:
        types: the possible sets.
        can_lay: whether a player of the type can choose the code, or no code: [type, code].
        reserve_values: the value of the codes that remain after laying one: [type, code].
    """

    types: tuple[Codes, ...]
    can_lay: npt.NDArray[np.bool_]
    reserve_values: Array


class CodePhaseSolution(NamedTuple):
    """The players' mixed strategies in the code phase, and the value of each choice to its player.

    Attributes:
        leader: the leader's probabilities: [type, code].
        starter: the starter's probabilities: [whether the leader has laid a code, type, code].
        leader_values, starter_values: the values of the choices, in the same shapes.
    """

    leader: Array
    starter: Array
    leader_values: Array
    starter_values: Array


def possible_code_sets(
    pool: Codes, n_held: int, gains: Sequence[float], rounds: float
) -> PossibleCodeSets:
    """Return all sets of ``n_held`` codes from ``pool``, as what a player may hold.

    Args:
        gains: the gain of each code in the round in which it is laid.
        rounds: the expected number of rounds after this one.
    """
    types = tuple(combinations(pool, n_held))
    may = np.zeros((len(types), NO_CODE + 1), dtype=np.bool_)
    kept = np.zeros(may.shape)
    for row, held in enumerate(types):
        for code in (*held, NO_CODE):
            may[row, code] = True
            kept[row, code] = _future_gain([gains[c] for c in held if c != code], rounds)
    return PossibleCodeSets(types, may, kept)


def _future_gain(gains: list[float], rounds: float) -> float:
    """Return the gain from codes laid in later rounds: one in each round, the best first."""
    best = sorted((gain for gain in gains if gain > 0), reverse=True)
    return sum(gain * min(1.0, max(0.0, rounds - n)) for n, gain in enumerate(best))


def code_equilibrium(
    worth: Array, leader: PossibleCodeSets, starter: PossibleCodeSets
) -> CodePhaseSolution:
    """Return the equilibrium of the code phase.

    Args:
        worth: the value of the round to the leader: [leader's code, starter's code].
        leader, starter: the sets of codes that the players may hold.
    """
    apart = np.array(
        [[not set(one) & set(other) for other in starter.types] for one in leader.types], float
    )
    given_leader = apart / np.maximum(apart.sum(1, keepdims=True), 1)
    given_starter = apart.T / np.maximum(apart.T.sum(1, keepdims=True), 1)
    game = _CodePhasePayoffs(worth, leader, starter, given_leader, given_starter)
    first, second = (
        _RegretMatching(leader.can_lay),
        _RegretMatching(np.stack([starter.can_lay] * 2)),
    )
    n = ITERATIONS if apart.size <= MANY_PAIRS else FEW_ITERATIONS
    for time in range(1, n + 1):
        first.update_regrets(game.leader_values(second.current_strategy()), time)
        second.update_regrets(game.starter_values(first.current_strategy()), time)
    one, other = first.average_strategy(), second.average_strategy()
    come = np.maximum(game.chances_of_laying_none_or_some(one), 1e-30)
    return CodePhaseSolution(one, other, game.leader_values(other), game.starter_values(one) / come)


class _CodePhasePayoffs(NamedTuple):
    """The payoffs of the code phase; computes the value of each choice against a strategy.

    Attributes:
        worth: the value of the round to the leader, as [leader's code, starter's code].
        leader: the leader's types, that is, the sets of codes that the leader may hold.
        starter: the starter's types.
        given_leader: the probability of each type of the starter given the leader's type, as
            [leader's type, starter's type].
        given_starter: the probability of each type of the leader given the starter's type, as
            [starter's type, leader's type].
    """

    worth: Array
    leader: PossibleCodeSets
    starter: PossibleCodeSets
    given_leader: Array
    given_starter: Array

    def leader_values(self, starter: Array) -> Array:
        """Return the values of the leader's choices: [type, code]."""
        # The starter's expected choices if the leader laid no code, and if the leader laid one:
        # [leader's type, starter's code].
        expected = [self.given_leader @ mix for mix in starter]
        values: Array = expected[1] @ self.worth.T
        values[:, NO_CODE] = expected[0] @ self.worth[NO_CODE]
        return values + self.leader.reserve_values

    def starter_values(self, leader: Array) -> Array:
        """Return the values of the starter's choices: [leader has laid a code, type, code].

        They are weighted by the probability of the case under the leader's strategy.
        """
        expected = self.given_starter @ leader
        none, laid = expected[:, NO_CODE:], expected[:, :NO_CODE]
        values: Array = np.stack([none @ -self.worth[NO_CODE:], laid @ -self.worth[:NO_CODE]])
        return values + self.chances_of_laying_none_or_some(leader) * self.starter.reserve_values

    def chances_of_laying_none_or_some(self, leader: Array) -> Array:
        """Return the probabilities that the leader lays no code and some code: [case, type, 1]."""
        expected = self.given_starter @ leader
        found: Array = np.stack(
            [expected[:, NO_CODE:], expected[:, :NO_CODE].sum(1, keepdims=True)]
        )
        return found


class _RegretMatching:
    """Regret matching plus over the last axis; codes that cannot be laid get no share."""

    def __init__(self, may: npt.NDArray[np.bool_]) -> None:
        self._may = may
        self._regret, self._sum = np.zeros(may.shape), np.zeros(may.shape)

    def _normalized(self, weights: Array) -> Array:
        total = weights.sum(-1, keepdims=True)
        even = self._may / self._may.sum(-1, keepdims=True)
        shares: Array = np.where(total > 0, weights / np.maximum(total, 1e-30), even)
        trembling: Array = (1 - TREMBLE) * shares + TREMBLE * even
        return trembling

    def current_strategy(self) -> Array:
        return self._normalized(self._regret)

    def update_regrets(self, values: Array, time: int) -> None:
        now = self.current_strategy()
        gained = values - (now * values).sum(-1, keepdims=True)
        self._regret = np.maximum(self._regret + gained, 0) * self._may
        self._sum += time**2 * now

    def average_strategy(self) -> Array:
        return self._normalized(self._sum)


@lru_cache(maxsize=512)
def expected_rounds_left(own_needs: int, opponent_needs: int, ends: RoundEndShares) -> float:
    """Return the expected number of rounds left in a match between equal players.

    Args:
        own_needs, opponent_needs: the points that the two players still need.
        ends: the shares of rounds that each player wins by one point and by two.
    """
    if own_needs <= 0 or opponent_needs <= 0:
        return 0.0
    one = (ends.leader_1 + ends.starter_1) / 2
    two = (ends.leader_2 + ends.starter_2) / 2
    return 1.0 + sum(
        share
        * (
            expected_rounds_left(own_needs - n, opponent_needs, ends)
            + expected_rounds_left(own_needs, opponent_needs - n, ends)
        )
        for n, share in ((1, one), (2, two))
    )


def code_payoffs(public: PublicState, chances: Array, utilities: WinUtilities) -> Array:
    """Return the value of the round to the leader: [leader's code, starter's code].

    Args:
        chances: the leader's chances of the round ends: [leader's code, starter's code, end], with
            4 or 8 ends.
        utilities: the values of the round ends, by the winner's seat.
    """
    leader = public.seating.leader
    worth: Array = chances @ end_utilities(utilities, leader, chances.shape[2])
    n_known = len(worth) - 1  # codes newer than the payoffs count as no code
    rows = [*range(n_known), *[n_known] * (len(CODE_NAMES) - n_known)]
    worth = worth[np.ix_(rows, rows)]
    if min(public.score) < 1:
        # Staking is impossible at this score, so Hai Doo's code has no effect.
        useless = list(POWERS).index("doo")
        worth[useless], worth[:, useless] = worth[NO_CODE], worth[:, NO_CODE].copy()
    return worth


def solve_code_phase(
    position: Position, chances: Array, utilities: WinUtilities
) -> tuple[CodePhaseSolution, PossibleCodeSets, PossibleCodeSets]:
    """Solve the code phase of a position, for all sets of codes that the players may hold.

    Args:
        chances: the chances of the round ends for each pair of codes; see ``code_payoffs``.

    Returns:
        The solution, then the sets of codes that the leader and the starter may hold.
    """
    public, view = position.round_start, position.view
    leader, starter = public.seating.leader, public.seating.starter
    worth = code_payoffs(public, chances, utilities)
    pool = tuple(n for n, name in enumerate(POWERS) if name not in view.spent)
    # The gain of a code against no code, averaged over both roles.
    gains = ((worth[:NO_CODE, NO_CODE] - worth[NO_CODE, :NO_CODE]) / 2).tolist()
    first, second = (public.rules.target - points for points in public.score)
    ends = shipped_measurements().round_ends[public.rules.out_of_markers]
    left = expected_rounds_left(first, second, ends) - 1
    one, other = (
        possible_code_sets(pool, view.held_counts[s], gains, left) for s in (leader, starter)
    )
    return code_equilibrium(worth, one, other), one, other


def code_card_decision(
    position: Position, chances: Array, utilities: WinUtilities, rng: Random
) -> Decision:
    """Draw the decision to lay a code, or none, from the solution of the code phase.

    Args:
        chances: the chances of the round ends for each pair of codes; see ``code_payoffs``.
    """
    mixes, leader, starter = solve_code_phase(position, chances, utilities)
    public = position.public
    held = tuple(sorted(list(POWERS).index(code) for code in position.observation.held))
    if position.seat == public.seating.leader:
        row = leader.types.index(held)
        shares, values = mixes.leader[row], mixes.leader_values[row]
    else:
        row, there = starter.types.index(held), int(public.sealed[public.seating.leader])
        shares, values = mixes.starter[there, row], mixes.starter_values[there, row]
    places = {a: CODE_NAMES.index(a.code) for a in position.legal if a.verb == "lay"}
    actions = sorted(places, key=lambda action: -float(values[places[action]]))
    weights = [float(shares[places[action]]) for action in actions]
    weights = [
        weight if weight >= min(RARE_CODE_SHARE, max(weights)) else 0.0 for weight in weights
    ]
    (action,) = rng.choices(actions, weights)
    ranked = tuple((a, clamp_value(float(values[places[a]]))) for a in actions)
    total = sum(weights)
    mixed = tuple((a, weight / total) for a, weight in zip(actions, weights, strict=True))
    expected = sum(share * value for (_, share), (_, value) in zip(mixed, ranked, strict=True))
    return Decision(action, clamp_value(expected), ranked, mixed)
