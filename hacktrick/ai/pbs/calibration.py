"""Forecasts as they come true: what the solver expects, set right by how its own rounds ended.

The net learns the end of a round from its own guesses a turn later, and so knows less of it the
longer it is off: early on it takes both sides for more alike than they are. That hardly touches the
choice between moves, but it would mislead whoever reads a forecast. Platt's scaling, fitted by
build/train/calibrate.py.
"""

from __future__ import annotations

import numpy as np

from hacktrick.ai.pbs.flat import Array
from hacktrick.ai.pbs.net import N_OUTCOMES, Net

N_PHASES = 17
NEAR = 1e-6  # nothing is surer than this


def phase_of(turn: int) -> int:
    """The turn of a round, 0 being the start card; late ones by whose they are."""
    return turn if turn < N_PHASES else N_PHASES - 2 + (turn - N_PHASES) % 2


def log_odds(chance: Array) -> Array:
    kept = np.clip(chance, NEAR, 1 - NEAR)
    odds: Array = np.log(kept) - np.log1p(-kept)
    return odds


def calibrated(net: Net, chances: Array, turn: int, leads: bool) -> Array:
    """The chances of the ends, in the same proportions within wins and losses.

    Args:
        chances: [4], for the holder of a hand at the beginning of ``turn``; or [8], with those of
            the same ends where stakes are on the table behind them.
        leads: whether he leads the round.
    """
    lines = net.weights.get("calibration")
    won = float(chances.reshape(-1, N_OUTCOMES)[:, :2].sum())
    if lines is None or won < NEAR or won > 1 - NEAR:
        return chances
    offset, slope = (float(number) for number in lines[phase_of(turn), int(leads)])
    right = float(1 / (1 + np.exp(-(offset + slope * log_odds(np.array(won))))))
    factor = np.array([right / won] * 2 + [(1 - right) / (1 - won)] * 2)
    found: Array = chances * np.tile(factor, len(chances) // N_OUTCOMES)
    return found
