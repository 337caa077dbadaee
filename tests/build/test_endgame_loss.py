"""The measure of late positions: what counts, and the level's loss in it."""

from __future__ import annotations

import pytest
from qa import endgame_loss


def test_the_level_loses_little_where_mistakes_cost_much() -> None:
    found = next(endgame_loss.late_positions(40, range(20, 400), -1.0, 1))
    assert found.uniform >= 0.2
    assert found.second >= 0.02
    assert found.solved == pytest.approx(0.0, abs=1e-3)
    strategy = endgame_loss.LevelStrategy(found.solver, found.solver.utilities)
    strategy.compute_move_shares()
    assert not strategy.beliefs  # every belief was used, so a decision was made at every node
    assert -1e-6 <= endgame_loss.exploitability_of_level(found) < found.second
