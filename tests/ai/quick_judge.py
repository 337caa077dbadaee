"""A judge that looks at little, for tests of what is said and not of how well it is judged."""

from __future__ import annotations

import pytest

from hacktrick.ai.glance import Glance
from hacktrick.ai.pbs.agent import PbsAgent

AGENT = PbsAgent(1, 8, 10**6, (), Glance(counts=True))


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the coach judge with few iterations, and try its verdicts in few deals."""
    for name in ("strongest", "longer"):
        monkeypatch.setattr(f"hacktrick.ai.coach.desk.{name}", lambda: AGENT)
    for module in ("desk", "trial"):
        monkeypatch.setattr(f"hacktrick.ai.coach.{module}.PLAYED_ON", 2)
