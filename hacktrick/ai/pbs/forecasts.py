"""What outcomes are worth at the score of a round, and whether a win that is there is taken.

Every level that solves, every hint and every review asks here, so that none says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hacktrick.ai.advice import Forecast, Stakes
from hacktrick.ai.equity import after_round
from hacktrick.ai.pbs.calibration import calibrated
from hacktrick.ai.pbs.flat import Array
from hacktrick.ai.pbs.net import N_OUTCOMES, Net
from hacktrick.ai.pbs.solver import Solver
from hacktrick.game.rules import Seat
from hacktrick.game.state import OUT, PublicState

WORTH_WAITING = 0.1
"""In equity. A win in the hand is sure and what may come is judged, so that less is no reason."""


def stakes(first: PublicState, seat: Seat, staked: int = 0) -> Stakes:
    """What the round that began with ``first`` may do to the match.

    Args:
        staked: what each has put on the table.
    """
    ends = ((seat, 1), (seat, 2), (1 - seat, 1), (1 - seat, 2))
    pot = stakes(first, seat, 1) if first.rules.codes and not staked else None
    one, two, three, four = (after_round(first, *end, seat, staked) for end in ends)
    return Stakes(one, two, three, four, pot)


def forecast(first: PublicState, seat: Seat, chances: Array) -> Forecast:
    """Chances of the ends of a round as a forecast.

    Args:
        chances: of the four outcomes, and behind them of those with a called stake, if any.
    """
    by_kind = chances.reshape(-1, N_OUTCOMES)
    win_1, win_2, lose_1, lose_2 = (float(chance) for chance in by_kind.sum(0))
    match = 0.0
    for staked, (one, two, three, four) in enumerate(by_kind.tolist()):
        after = stakes(first, seat, staked)
        match += one * after.win_1 + two * after.win_2 + three * after.lose_1 + four * after.lose_2
    return Forecast(win_1, win_2, lose_1, lose_2, match)


def told(net: Net, first: PublicState, public: PublicState, seat: Seat, chances: Array) -> Forecast:
    """What the solver expects at ``public``, as it comes true."""
    turn = 0 if public.phase == "start" else public.turn + 1
    right = calibrated(net, chances, turn, seat == public.seating.leader)
    return forecast(first, seat, right)


def may_wait(first: PublicState, public: PublicState, seat: Seat) -> bool:
    """Whether two points may still come, and would bring enough at this score."""
    after = stakes(first, seat)
    more = after.win_2 - after.win_1 >= WORTH_WAITING * after.unit
    return more and public.double[seat] != OUT


def sure_wins(solver: Solver) -> list[int]:
    """The moves of the root that end the round at once for whoever makes them, whatever he holds
    beside what they need."""
    builder = solver.builder
    root = builder.nodes[0]
    ends: dict[int, list[bool]] = {}
    for edge in root.edges:
        result = builder.nodes[edge.child].public.result
        ends.setdefault(edge.slot, []).append(
            result is not None and result.side == root.public.side
        )
    return [slot for slot, won in ends.items() if all(won) and solver.moves[slot]]


def with_wins(
    shares: Array, matches: Sequence[float], here: Sequence[int], wins: Sequence[int], unit: float
) -> Array:
    """How often the moves are made once a win is there: it is taken, unless waiting is better.

    Args:
        shares: of all moves of the turn, by the solution; ``matches``: the chances to win the
            match with them.
        here: the numbers of the moves that can be made; ``wins``: of those that win at once.
        unit: the chance to win the match that one of equity stands for.
    """
    found: Array = np.zeros_like(shares)
    won = max((n for n in here if n in wins), key=lambda n: matches[n], default=None)
    if won is None:
        return shares
    better = [n for n in here if n not in wins and matches[n] > matches[won]]
    if max((matches[n] for n in better), default=0.0) - matches[won] < WORTH_WAITING * unit:
        found[won] = 1.0
        return found
    if not shares[better].any():
        better = [max(better, key=lambda n: matches[n])]
        found[better] = 1.0
    else:
        found[better] = shares[better] / shares[better].sum()
    return found
