"""Forecasts are calibrated by how rounds of the same play ended."""

from __future__ import annotations

import numpy as np
import pytest

from hacktrick.ai.solver.forecasts import N_PHASES, calibrated_chances, calibration_row_index
from hacktrick.ai.solver.solving_player import shared_solver
from hacktrick.ai.solver.value_net import ValueNet
from hacktrick.game.editions import PRESETS

LINES = np.tile(np.array([0.0, 1.0], dtype=np.float32), (N_PHASES, 2, 1))


def net_with_calibration_line(offset: float, slope: float) -> ValueNet:
    lines = LINES.copy()
    lines[3, 1] = offset, slope
    return ValueNet({"calibration": lines})


def test_a_calibration_line_of_slope_one_changes_nothing() -> None:
    chances = np.array([0.3, 0.2, 0.4, 0.1])
    assert calibrated_chances(net_with_calibration_line(0, 1), chances, 3, True) == pytest.approx(
        chances
    )


def test_log_odds_are_shifted_and_stretched_within_the_phase_and_role() -> None:
    chances = np.array([0.3, 0.2, 0.4, 0.1])
    net = net_with_calibration_line(np.log(3.0), 2)
    found = calibrated_chances(net, chances, 3, True)
    assert found == pytest.approx([0.45, 0.30, 0.2, 0.05])
    assert calibrated_chances(net, chances, 3, False) == pytest.approx(chances)
    assert calibrated_chances(net, chances, 4, True) == pytest.approx(chances)


def test_calibration_keeps_certain_outcomes_certain() -> None:
    sure = np.array([0.0, 1.0, 0.0, 0.0])
    assert calibrated_chances(net_with_calibration_line(-5, 0.1), sure, 3, True) == pytest.approx(
        sure
    )


def test_late_turns_are_calibrated_separately_for_leader_and_starter() -> None:
    assert [calibration_row_index(turn) for turn in (0, 5, 15, 16, 17, 18, 31)] == [
        0,
        5,
        15,
        16,
        15,
        16,
        15,
    ]


def test_the_shipped_net_contains_its_calibration_lines() -> None:
    lines = shared_solver(PRESETS["keypad"]).net.weights["calibration"]
    assert lines.shape == (N_PHASES, 2, 2) and (lines[:, :, 1] > 0).all()
