"""The model of the opponent: half the solution, half a player who errs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hacktrick.ai.decision_position import read_position
from hacktrick.ai.solver.belief_tracker import (
    ERROR_SHARE,
    ERROR_TEMPERATURE,
    BeliefTracker,
    finished_moves,
    opponent_model_policy,
    quantal_response,
)
from hacktrick.ai.solver.leaf_values import outcome_utilities
from hacktrick.ai.solver.public_belief import WinUtilities
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings
from hacktrick.ai.solver.value_net import shipped_net
from tests.support.solver_rounds import random_views


def solved_turn_starts(preset: str) -> list[Solver]:
    """Return the beginnings of turns in random rounds, solved one move deep."""
    tracker, found = BeliefTracker(shipped_net()), []
    for view in random_views(preset, range(3)):
        position = read_position(view)
        turns, pending = finished_moves(position.steps)
        if pending:
            continue
        belief = tracker.belief(position.seat, position.round_start, turns, WinUtilities())
        found.append(Solver(belief, WinUtilities(), shipped_net(), SolverSettings(1, 8)))
        found[-1].solve()
    assert found
    return found


def test_costlier_errors_are_rarer_in_the_player_model() -> None:
    values = np.array([[1.0, 1.0 - ERROR_TEMPERATURE, 9.0], [0.0, 9.0, 0.0], [9.0, 9.0, 9.0]])
    legal = np.array([[True, True, False], [True, False, True], [False, False, False]])
    shares = quantal_response(values, legal)
    assert shares[0, 0] / shares[0, 1] == pytest.approx(math.e)
    assert shares.sum(axis=1).tolist() == pytest.approx([1, 1, 0])
    assert (shares[~legal] == 0).all()
    assert shares[1, 0] == shares[1, 2]


@pytest.mark.parametrize("preset", ["keypad", "arena"])
def test_move_values_are_the_utilities_of_their_outcomes(preset: str) -> None:
    for solver in solved_turn_starts(preset):
        worth = outcome_utilities(solver.utilities, solver.belief.public.seat)
        values = solver.move_values()
        for hand in range(len(values)):
            expected = solver.round_end_chances_by_move(hand) @ worth
            assert values[hand] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("preset", ["keypad", "arena"])
def test_half_of_the_player_model_is_the_solution(preset: str) -> None:
    for solver in solved_turn_starts(preset):
        n, moves = solver.root_policy().shape
        legal = solver.flat.legal[: n * moves].reshape(n, moves)
        expected = opponent_model_policy(solver, 0.0)
        other = (expected - (1 - ERROR_SHARE) * solver.root_policy()) / ERROR_SHARE
        assert other == pytest.approx(quantal_response(solver.move_values(), legal), abs=1e-9)
        assert expected[legal.any(axis=1)].sum(axis=1) == pytest.approx(1)


def test_without_inference_all_legal_moves_count_alike() -> None:
    for solver in solved_turn_starts("keypad"):
        expected = opponent_model_policy(solver, 1.0)
        assert set(np.unique(expected)) <= {0.0, 1.0}
