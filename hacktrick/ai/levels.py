"""The computer players by number: settings, not code. Their names are worded by the window."""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.ai.agent import Agent, Budget
from hacktrick.ai.glance import Glance
from hacktrick.ai.planner import Planner


@dataclass(frozen=True, slots=True)
class Level:
    """One strength: who decides, and within what budget."""

    number: int
    agent: Agent
    budget: Budget


LEVELS: dict[int, Level] = {
    level.number: level
    for level in (
        Level(1, Glance(counts=False), Budget(0.5, 1000)),
        Level(2, Glance(counts=True), Budget(0.5, 1000)),
        Level(3, Planner(depth=0, worlds=60), Budget(0.5, 20_000)),
        Level(4, Planner(depth=1, worlds=40), Budget(0.7, 40_000)),
    )
}
"""Every level there is, weakest first."""


def nearest(number: int) -> int:
    """The level that plays for ``number``: itself, or the nearest one where a record of another
    version names a level that is not here."""
    return min(LEVELS, key=lambda known: (abs(known - number), known))
