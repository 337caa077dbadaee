"""What the other player is thought to do: half as the solution says, half as one who errs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hacktrick.ai.pbs.belief import Prices
from hacktrick.ai.pbs.leaves import worth_of_outcomes
from hacktrick.ai.pbs.net import shipped
from hacktrick.ai.pbs.solver import Settings, Solver
from hacktrick.ai.pbs.tracker import ERRING, HEAT, Tracker, doubted, erring, turns_of
from hacktrick.ai.position import read_position
from tests.ai.pbs_rounds import views


def solved(preset: str) -> list[Solver]:
    """Beginnings of turns of random rounds, solved one move deep."""
    tracker, found = Tracker(shipped()), []
    for view in views(preset, range(3)):
        position = read_position(view)
        turns, pending = turns_of(position.steps)
        if pending:
            continue
        belief = tracker.belief(position.seat, position.first, turns, Prices())
        found.append(Solver(belief, Prices(), shipped(), Settings(1, 8)))
        found[-1].solve()
    assert found
    return found


def test_an_error_is_made_less_often_the_more_it_costs() -> None:
    values = np.array([[1.0, 1.0 - HEAT, 9.0], [0.0, 9.0, 0.0], [9.0, 9.0, 9.0]])
    legal = np.array([[True, True, False], [True, False, True], [False, False, False]])
    shares = erring(values, legal)
    assert shares[0, 0] / shares[0, 1] == pytest.approx(math.e)
    assert shares.sum(axis=1).tolist() == pytest.approx([1, 1, 0])
    assert (shares[~legal] == 0).all()
    assert shares[1, 0] == shares[1, 2]


@pytest.mark.parametrize("preset", ["keypad", "arena"])
def test_a_move_is_worth_to_every_hand_what_its_outcomes_are(preset: str) -> None:
    for solver in solved(preset):
        worth = worth_of_outcomes(solver.prices, solver.belief.public.seat)
        values = solver.move_values()
        for hand in range(len(values)):
            expected = solver.move_chances(hand) @ worth
            assert values[hand] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("preset", ["keypad", "arena"])
def test_half_of_the_expected_moves_are_those_of_the_solution(preset: str) -> None:
    for solver in solved(preset):
        n, moves = solver.policy().shape
        legal = solver.flat.legal[: n * moves].reshape(n, moves)
        expected = doubted(solver, 0.0)
        other = (expected - (1 - ERRING) * solver.policy()) / ERRING
        assert other == pytest.approx(erring(solver.move_values(), legal), abs=1e-9)
        assert expected[legal.any(axis=1)].sum(axis=1) == pytest.approx(1)


def test_with_nothing_but_the_facts_every_move_that_could_be_made_counts_alike() -> None:
    for solver in solved("keypad"):
        expected = doubted(solver, 1.0)
        assert set(np.unique(expected)) <= {0.0, 1.0}
