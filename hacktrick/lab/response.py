"""The best response to a strategy on a tree built to its end: how much the strategy can lose.

In the public tree the best reply is exact: what the other may hold depends on the public course
and on the own hand of now, not on how that hand came about.
"""

from __future__ import annotations

import numpy as np

from hacktrick.ai.pbs.flat import Array
from hacktrick.ai.pbs.hands import Bools
from hacktrick.ai.pbs.solver import Solver


def best_response(solver: Solver, strategy: Array, seat: int) -> float:
    """What ``seat`` gets in utility by the best play against ``strategy``."""
    flat = solver.flat
    if solver.leaves is not None:
        raise ValueError("the tree is not built to its end")
    own = _rows_of(solver, seat)
    open_to_all = np.where(own[flat.row_of], 1.0, strategy)
    reach, values = solver.start()
    start = reach.copy()
    solver.forward(open_to_all, reach)
    solver.fill(reach, values)
    _maximise(solver, strategy, own, values)
    at, n = flat.places[0][seat], len(solver.belief.hands[seat])
    return float(start[at : at + n] @ values[at : at + n])


def exploitability(solver: Solver, strategy: Array) -> float:
    """Half of what both gain together by playing their best responses."""
    return (best_response(solver, strategy, 0) + best_response(solver, strategy, 1)) / 2


def _rows_of(solver: Solver, seat: int) -> Bools:
    flat = solver.flat
    owner = np.zeros(len(flat.row_start), dtype=np.bool_)
    row = 0
    for node in solver.builder.nodes:
        if not node.edges:
            continue
        me = node.public.seat
        n = len(solver.builder.geometries[node.geometry].hands[me])
        owner[row : row + n] = me == seat
        row += n
    return owner


def _maximise(solver: Solver, strategy: Array, own: Bools, values: Array) -> None:
    """``Solver.backward``, but the rows of ``own`` take the best move."""
    flat = solver.flat
    for level in reversed(flat.levels):
        entries = slice(level.entry_begin, level.entry_end)
        q = level.worth(values)
        rows = slice(level.row_begin, level.row_end)
        starts = flat.row_start[rows] - level.entry_begin
        mixed = np.add.reduceat(strategy[entries] * q, starts)
        best = np.maximum.reduceat(np.where(flat.legal[entries], q, -np.inf), starts)
        level.lift_others(values)
        playable = np.isfinite(best)
        values[flat.row_hand[rows]] = np.where(own[rows] & playable, best, mixed)
