"""Fit how often the forecasts of a net come true, and write that into its file.

    python build/train/calibrate.py RUN FILE.npz [--rounds 3000] [--seed 2] [--jobs 1] [--check]

The solver plays so many rounds against itself (``forecasts`` of the tool). For every number of the
turn, and for leader and starter apart, a straight line from the forecast log odds of winning to
those that came true is fitted (Platt 1999); ``hacktrick.ai.pbs.calibration`` applies it.

``--check`` writes nothing: it tells the expected calibration error (twenty bins of equal width)
with and without the lines in the file. Take another seed than the lines were fitted with.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from hacktrick.ai.pbs.calibration import N_PHASES, log_odds, phase_of  # noqa: E402

BINS = 20
STEPS = 30  # of Newton's method
TOWARDS_NO_CHANGE = np.array([1.0, 25.0])
"""How firmly offset and slope are held where little is known: early on all forecasts are alike."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def forecasts(run: str, rounds: int, seed: int, jobs: int) -> Floats:
    """Lines of turn, leads, four chances, end."""
    tool = [sys.executable, str(HERE / "train.py")]
    subprocess.run(tool, check=True, capture_output=True)  # compiled once, not by every job
    command = [*tool, "forecasts", "--dir", run]
    marks = [rounds * job // jobs for job in range(jobs + 1)]

    def part(job: int) -> str:
        first, many = marks[job], marks[job + 1] - marks[job]
        which = ["--seed", str(seed), "--from", str(first), "--rounds", str(many)]
        done = subprocess.run([*command, *which], check=True, capture_output=True, text=True)
        return done.stdout

    with ThreadPoolExecutor(jobs) as pool:
        lines = "".join(pool.map(part, range(jobs))).splitlines()
    return np.array([[float(word) for word in line.split()] for line in lines])


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


def fitted(phase: Ints, leads: Ints, chance: Floats, won: Floats) -> Floats:
    """Offset and slope by phase of the round and by who leads: [phase, leads, 2]."""
    lines = np.tile(np.array([0.0, 1.0]), (N_PHASES, 2, 1))
    for number in range(N_PHASES):
        for side in (0, 1):
            here = (phase == number) & (leads == side)
            if here.any():
                lines[number, side] = fit(chance[here], won[here])
    return lines


def error(chance: Floats, won: Floats) -> float:
    """The expected calibration error."""
    place = np.minimum((chance * BINS).astype(np.int64), BINS - 1)
    gap = np.bincount(place, chance - won, minlength=BINS)
    return float(np.abs(gap).sum() / len(chance))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run")
    parser.add_argument("file", type=Path)
    parser.add_argument("--rounds", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    found = forecasts(options.run, options.rounds, options.seed, options.jobs)
    phase = np.array([phase_of(int(turn)) for turn in found[:, 0]])
    leads = found[:, 1].astype(np.int64)
    chance, won = found[:, 2] + found[:, 3], (found[:, 6] < 2).astype(np.float64)
    with np.load(options.file) as arrays:
        kept: dict[str, Any] = dict(arrays)
    if options.check:
        lines = kept["calibration"].astype(np.float64)[phase, leads]
        right = 1 / (1 + np.exp(-(lines[:, 0] + lines[:, 1] * log_odds(chance))))
        print(f"{options.rounds} rounds, seed {options.seed}, {len(found)} forecasts:", end=" ")
        print(f"{error(right, won):.2%} with the lines, {error(chance, won):.2%} without")
        return 0
    lines = fitted(phase, leads, chance, won)
    np.savez_compressed(options.file, **{**kept, "calibration": lines.astype(np.float16)})
    print(np.round(lines, 2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
