"""Makes the judge quick, for tests of what the coach says rather than how well it judges."""

from __future__ import annotations

import pytest

from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.solver.solving_player import SolvingPlayer
from hacktrick.coach import advisor, playouts, position_analysis
from hacktrick.coach.review import round_judge

# Imported before anything is replaced: a module that was first imported while another one is
# patched would keep the quick solver for good.
MODULES_WITH_SOLVERS = (advisor, position_analysis, round_judge)
AGENT = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))


def make_judge_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the coach judge with few iterations and check its verdicts on few deals."""
    for module in MODULES_WITH_SOLVERS:
        for name in ("strongest_solver", "mistake_checking_solver"):
            monkeypatch.setattr(module, name, lambda: AGENT)
    for module in (position_analysis, playouts):
        monkeypatch.setattr(module, "N_PLAYOUTS", 2)


@pytest.fixture(autouse=True)
def judge_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the coach judge quickly, since these tests need any verdict and not the best one.

    A ``conftest.py`` that imports this fixture applies it to all tests in and below its folder.
    """
    make_judge_quick(monkeypatch)
