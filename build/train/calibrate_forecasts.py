"""Calibrates a net's forecasts against outcomes, and writes the calibration into the net's file.

    python build/train/calibrate_forecasts.py RUN FILE.npz [--rounds 3000] [--seed 2] [--jobs 1]
                                              [--check] [--rules keypad [club|wits|arena …]]

The solver plays the given number of rounds of each of these rules against itself (``forecasts`` of
the tool). For every turn number, and separately for leader and starter, it fits a straight line
from the forecast log odds of winning to the observed ones (Platt 1999);
``hacktrick.ai.solver.forecasts`` applies it.

``--check`` writes nothing. It prints the expected calibration error (twenty bins of equal width)
with and without the lines in the file. The seed must differ from that with which the lines were
fitted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
sys.path.insert(0, str(HERE.parent))

from hacktrick.ai.solver.forecasts import N_PHASES, calibration_row_index, log_odds  # noqa: E402
from hacktrick.ai.solver.value_net import OTHER_CALIBRATION, PLAIN_CALIBRATION  # noqa: E402
from hacktrick.game.editions import PRESETS  # noqa: E402
from train.export import write_array_to_net  # noqa: E402
from train.parallel_rounds import run_tool_in_parts  # noqa: E402

BINS = 20
NEWTON_STEPS = 30  # number of steps of Newton's method
TOWARDS_NO_CHANGE = np.array([1.0, 25.0])
"""Penalties that keep offset and slope near no change where data say little, as in early turns."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class TurnForecasts(NamedTuple):
    """Forecasts of winning, with one entry for each turn and seat in every array.

    Attributes:
        phase: the phase of the round.
        leads: 1 for the leader, 0 for the starter.
        chance: the forecast chance of winning.
        won: 1 if the seat won, otherwise 0.
    """

    phase: Ints
    leads: Ints
    chance: Floats
    won: Floats


def play_and_collect_forecasts(
    run: str,
    rounds: int,
    seed: int,
    jobs: int,
    keep: Path | None = None,
    rules: str = "keypad",
) -> TurnForecasts:
    """Let the solver play rounds against itself, and return its forecasts.

    Args:
        run: the name of the training run whose net is used.
        keep: a folder for finished parts, as in ``run_tool_in_parts``.
    """
    command = ("forecasts", "--dir", run, "--rules", rules)
    parts = run_tool_in_parts(command, rounds, seed, jobs, keep)
    lines = "".join(text for _, text in parts).splitlines()
    found = np.array([[float(word) for word in line.split()] for line in lines])
    phase = np.array([calibration_row_index(int(turn)) for turn in found[:, 0]])
    won = (found[:, 6] < 2).astype(np.float64)
    return TurnForecasts(phase, found[:, 1].astype(np.int64), found[:, 2] + found[:, 3], won)


def play_forecasts_under_rules(
    run: str, rules: Sequence[str], rounds: int, seed: int, jobs: int
) -> TurnForecasts:
    """Return the forecasts in ``rounds`` rounds under each of these rules, joined."""
    return joined_turn_forecasts(
        play_and_collect_forecasts(run, rounds, seed, jobs, rules=one) for one in rules
    )


def joined_turn_forecasts(found: Iterable[TurnForecasts]) -> TurnForecasts:
    return TurnForecasts(*(np.concatenate(arrays) for arrays in zip(*found, strict=True)))


def calibration_array_name(rules: Sequence[str]) -> str:
    """Return the name of the array with the calibration lines for these rules in a net's file."""
    return (
        PLAIN_CALIBRATION if all(PRESETS[one].is_standard for one in rules) else OTHER_CALIBRATION
    )


def fit_and_write_calibration_lines(
    file: Path, forecasts: TurnForecasts, name: str = PLAIN_CALIBRATION
) -> Floats:
    """Fit the lines, write them into the net's file under this name, and return them."""
    lines = fit_calibration_lines_by_phase(*forecasts)
    write_array_to_net(file, name, lines)
    return lines


def errors_with_and_without_lines(
    file: Path, forecasts: TurnForecasts, name: str = PLAIN_CALIBRATION
) -> tuple[float, float]:
    """Return the expected calibration errors with and without the lines in a net's file."""
    with np.load(file) as arrays:
        lines = arrays[name].astype(np.float64)[forecasts.phase, forecasts.leads]
    right = 1 / (1 + np.exp(-(lines[:, 0] + lines[:, 1] * log_odds(forecasts.chance))))
    return calibration_error(right, forecasts.won), calibration_error(
        forecasts.chance, forecasts.won
    )


def fit_log_odds_line(chance: Floats, won: Floats) -> Floats:
    """Return offset and slope of a line in log odds, fitted by logistic regression."""
    x = np.stack([np.ones_like(chance), log_odds(chance)], axis=1)
    line = np.array([0.0, 1.0])
    for _ in range(NEWTON_STEPS):
        p = 1 / (1 + np.exp(-x @ line))
        slope = x.T @ (won - p) - TOWARDS_NO_CHANGE * (line - [0.0, 1.0])
        bend = (x * (p * (1 - p))[:, None]).T @ x + np.diag(TOWARDS_NO_CHANGE)
        line = line + np.linalg.solve(bend, slope)
    return line


def fit_calibration_lines_by_phase(phase: Ints, leads: Ints, chance: Floats, won: Floats) -> Floats:
    """Return the fitted lines: [phase of the round, leads, offset or slope]."""
    lines = np.tile(np.array([0.0, 1.0]), (N_PHASES, 2, 1))
    for number in range(N_PHASES):
        for side in (0, 1):
            here = (phase == number) & (leads == side)
            if here.any():
                lines[number, side] = fit_log_odds_line(chance[here], won[here])
    return lines


def calibration_error(chance: Floats, won: Floats) -> float:
    """Return the expected calibration error over ``BINS`` bins of equal width."""
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
    parser.add_argument("--rules", nargs="+", default=["keypad"])
    options = parser.parse_args()
    name = calibration_array_name(options.rules)
    found = play_forecasts_under_rules(
        options.run, options.rules, options.rounds, options.seed, options.jobs
    )
    if options.check:
        right, plain = errors_with_and_without_lines(options.file, found, name)
        print(f"{options.rounds} rounds, seed {options.seed}, {len(found.won)} forecasts:", end=" ")
        print(f"{right:.2%} with the lines, {plain:.2%} without")
        return 0
    print(np.round(fit_and_write_calibration_lines(options.file, found, name), 2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
