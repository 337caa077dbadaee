"""Few modules of the program run for one action of a player at the table."""

import pytest
from qa.modules_per_action import PLAYER_ACTIONS, MeasuredPlayerAction, measure_footprint

LIMITS = {
    "choose a card": 25,
    "commit a turn": 35,
    "two steps of a hint": 45,
    "act online": 45,
}
"""Modules in the process of the window; ``build/qa/modules_per_action.py --list`` names them."""
LIMITS_IN_ALL = {**LIMITS, "two steps of a hint": 67}
"""Modules of all processes; the judge of the hints has 25 of its own in the worker process."""


@pytest.mark.parametrize("action", PLAYER_ACTIONS, ids=lambda action: action.name)
def test_an_action_at_the_table_runs_through_few_modules(action: MeasuredPlayerAction) -> None:
    footprint = measure_footprint(action)
    assert 20 < footprint.n_modules <= LIMITS[action.name]
    assert footprint.n_modules <= footprint.n_modules_in_all <= LIMITS_IN_ALL[action.name]
