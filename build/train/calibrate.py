"""Fit how often the forecasts of a net come true, and write that into its file.

    python build/train/calibrate.py RUN FILE.npz [ROUNDS]

The solver plays ``ROUNDS`` (3000) rounds against itself (``forecasts`` of the tool). For every
number of the turn, and for leader and starter apart, a straight line from the forecast log odds of
winning to those that came true is fitted (Platt 1999); ``hacktrick.ai.pbs.calibration`` applies it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from hacktrick.ai.pbs.calibration import N_PHASES, log_odds, phase_of  # noqa: E402

STEPS = 30  # of Newton's method
TOWARDS_NO_CHANGE = np.array([1.0, 25.0])
"""How firmly offset and slope are held where little is known: early on all forecasts are alike."""

Floats = npt.NDArray[np.float64]


def forecasts(run: str, rounds: int) -> Floats:
    """Lines of turn, leads, four chances, end."""
    command = [sys.executable, str(HERE / "train.py"), "forecasts", "--dir", run]
    done = subprocess.run(
        [*command, "--rounds", str(rounds), "--seed", "2"],
        check=True,
        capture_output=True,
        text=True,
    )
    return np.array([[float(word) for word in line.split()] for line in done.stdout.splitlines()])


def fit(chance: Floats, won: Floats) -> Floats:
    """Offset and slope of the log odds, by logistic regression."""
    x = np.stack([np.ones_like(chance), log_odds(chance)], axis=1)
    line = np.array([0.0, 1.0])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-x @ line))
        slope = x.T @ (won - p) - TOWARDS_NO_CHANGE * (line - [0.0, 1.0])
        bend = (x * (p * (1 - p))[:, None]).T @ x + np.diag(TOWARDS_NO_CHANGE)
        line = line + np.linalg.solve(bend, slope)
    return line


def main() -> int:
    run, file = sys.argv[1], Path(sys.argv[2])
    found = forecasts(run, int(sys.argv[3]) if len(sys.argv) > 3 else 3000)
    phase = np.array([phase_of(int(turn)) for turn in found[:, 0]])
    chance, won = found[:, 2] + found[:, 3], (found[:, 6] < 2).astype(np.float64)
    lines = np.tile(np.array([0.0, 1.0]), (N_PHASES, 2, 1))
    for number in range(N_PHASES):
        for leads in (0, 1):
            here = (phase == number) & (found[:, 1] == leads)
            if here.any():
                lines[number, leads] = fit(chance[here], won[here])
    with np.load(file) as arrays:
        kept: dict[str, Any] = dict(arrays)
    np.savez_compressed(file, **{**kept, "calibration": lines.astype(np.float16)})
    print(np.round(lines, 2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
