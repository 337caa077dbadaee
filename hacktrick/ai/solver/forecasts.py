"""Calibrates the chances of round ends and turns them into forecasts of the match.

Levels 8 to 10, hints and reviews all use these forecasts, so they never contradict each other.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hacktrick.ai.advice import Forecast, MatchChancesByResult
from hacktrick.ai.match_equity import match_chance_after
from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.regret_matching import Solver
from hacktrick.ai.solver.value_net import N_OUTCOMES, ValueNet
from hacktrick.game.state import OUT_OF_ROUND, PublicState, Seat

N_PHASES = 17  # number of rows in the calibration arrays
MIN_CHANCE = 1e-6  # chances are clipped to [MIN_CHANCE, 1 - MIN_CHANCE]


def calibration_row_index(turn: int) -> int:
    """Return the row of the calibration arrays for a turn.

    Turn 0 is the start card. Late turns share two rows, one for each player.
    """
    return turn if turn < N_PHASES else N_PHASES - 2 + (turn - N_PHASES) % 2


def log_odds(chance: Array) -> Array:
    """Return the logarithm of the odds of probabilities, which are clipped to avoid infinities."""
    kept = np.clip(chance, MIN_CHANCE, 1 - MIN_CHANCE)
    odds: Array = np.log(kept) - np.log1p(-kept)
    return odds


def calibrated_chances(net: ValueNet, chances: Array, turn: int, leads: bool) -> Array:
    """Return the chances, corrected by how often forecast wins came true.

    The ratio between single and double wins stays the same, and so does the ratio between losses.

    Args:
        chances: the chances of the round's ends for a seat at the beginning of ``turn``: [4], or
            [8] where the last four are the same ends with a called stake.
        leads: whether the seat leads the round.
    """
    lines = net.weights.get("calibration")
    won = float(chances.reshape(-1, N_OUTCOMES)[:, :2].sum())
    if lines is None or won < MIN_CHANCE or won > 1 - MIN_CHANCE:
        return chances
    offset, slope = (float(number) for number in lines[calibration_row_index(turn), int(leads)])
    right = float(1 / (1 + np.exp(-(offset + slope * log_odds(np.array(won))))))
    factor = np.array([right / won] * 2 + [(1 - right) / (1 - won)] * 2)
    found: Array = chances * np.tile(factor, len(chances) // N_OUTCOMES)
    return found


MIN_WAITING_GAIN = 0.1
"""The smallest gain in equity for which to pass up an immediate win, as later wins are estimates.
"""


def match_chances_by_result(
    round_start: PublicState, seat: Seat, staked: int = 0
) -> MatchChancesByResult:
    """Return the chance to win the match after each end of the round.

    Args:
        round_start: the public state at the start of the round.
        staked: the points that each player has staked.
    """
    ends = ((seat, 1), (seat, 2), (1 - seat, 1), (1 - seat, 2))
    pot = (
        match_chances_by_result(round_start, seat, 1)
        if round_start.rules.has_codes and not staked
        else None
    )
    one, two, three, four = (match_chance_after(round_start, *end, seat, staked) for end in ends)
    return MatchChancesByResult(one, two, three, four, pot)


def forecast_of(round_start: PublicState, seat: Seat, chances: Array) -> Forecast:
    """Return the forecast that follows from the chances of the round's ends.

    Args:
        round_start: the public state at the start of the round.
        chances: the chances of the round's ends: [4], or [8] where the last four are the same ends
            with a called stake.
    """
    by_kind = chances.reshape(-1, N_OUTCOMES)
    win_1, win_2, lose_1, lose_2 = (float(chance) for chance in by_kind.sum(0))
    match = 0.0
    for staked, (one, two, three, four) in enumerate(by_kind.tolist()):
        after = match_chances_by_result(round_start, seat, staked)
        match += one * after.win_1 + two * after.win_2 + three * after.lose_1 + four * after.lose_2
    return Forecast(win_1, win_2, lose_1, lose_2, match)


def calibrated_forecast(
    net: ValueNet, round_start: PublicState, public: PublicState, seat: Seat, chances: Array
) -> Forecast:
    """Return the calibrated forecast for the chances that the solver computed.

    Args:
        round_start: the public state at the start of the round.
        public: the public state to which the chances belong.
        chances: as in ``calibrated_chances``.
    """
    turn = 0 if public.phase == "start" else public.turn + 1
    right = calibrated_chances(net, chances, turn, seat == public.seating.leader)
    return forecast_of(round_start, seat, right)


def is_double_win_worth_waiting_for(
    round_start: PublicState, public: PublicState, seat: Seat
) -> bool:
    """Return whether a double win is still possible and so valuable that waiting for it may pay.

    Args:
        round_start: the state at the start of the round.
        public: the current state of the round.
    """
    after = match_chances_by_result(round_start, seat)
    more = after.win_2 - after.win_1 >= MIN_WAITING_GAIN * after.equity_unit
    return more and public.double[seat] != OUT_OF_ROUND


def immediately_winning_moves(solver: Solver) -> list[int]:
    """Return the numbers of the moves at the root that win at once, whatever the hands."""
    builder = solver.builder
    root = builder.nodes[0]
    ends: dict[int, list[bool]] = {}
    for edge in root.edges:
        result = builder.nodes[edge.child].public.result
        ends.setdefault(edge.slot, []).append(
            result is not None and result.side == root.public.side
        )
    return [slot for slot, won in ends.items() if all(won) and solver.moves[slot]]


def policy_preferring_wins(
    shares: Array,
    matches: Sequence[float],
    available: Sequence[int],
    wins: Sequence[int],
    unit: float,
) -> Array:
    """Return the shares of moves with immediate wins preferred.

    A move that wins at once gets everything, unless waiting is clearly better.

    Args:
        shares: the solution's shares of all moves of the turn.
        matches: the match chance after each move.
        available: the numbers of the moves that can be made.
        wins: the numbers of the moves that win at once.
        unit: the match chance that corresponds to one unit of equity.
    """
    found: Array = np.zeros_like(shares)
    won = max((n for n in available if n in wins), key=lambda n: matches[n], default=None)
    if won is None:
        return shares
    better = [n for n in available if n not in wins and matches[n] > matches[won]]
    if max((matches[n] for n in better), default=0.0) - matches[won] < MIN_WAITING_GAIN * unit:
        found[won] = 1.0
        return found
    if not shares[better].any():
        better = [max(better, key=lambda n: matches[n])]
        found[better] = 1.0
    else:
        found[better] = shares[better] / shares[better].sum()
    return found
