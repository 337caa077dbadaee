"""The computer players by number: settings, not code. Their names are worded by the window.

What makes one weaker than the next is what he sees, remembers and plans, never a throw of dice.
docs/strength.md tells how strong each is.
"""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.ai.agent import BRAKE, Agent, Budget
from hacktrick.ai.glance import Glance
from hacktrick.ai.later import Solving
from hacktrick.ai.planner import Planner


@dataclass(frozen=True, slots=True)
class Level:
    """One strength: who decides, and within what budget."""

    number: int
    agent: Agent
    budget: Budget


# Who plays for the solvers where the rules are not theirs (three and four players), within the
# nodes of the level's budget; the solvers have a measure of their own.
THREE_TURNS = Planner(depth=2, worlds=30, width=8)
FOUR_TURNS = Planner(depth=3, worlds=60, width=12)
FIVE_TURNS = Planner(depth=4, worlds=60, width=10)

LEVELS: dict[int, Level] = {
    level.number: level
    for level in (
        Level(1, Glance(counts=False), Budget(BRAKE, 1000)),
        Level(2, Glance(counts=True), Budget(BRAKE, 1000)),
        Level(3, Planner(0, 2, memory="cards", commands=False), Budget(BRAKE, 20_000)),
        Level(4, Planner(0, 3, memory="last sums", commands=False), Budget(BRAKE, 20_000)),
        Level(5, Planner(0, 60, commands=False), Budget(BRAKE, 20_000)),
        Level(6, Planner(0, 60, memory="last sums"), Budget(BRAKE, 20_000)),
        Level(7, Planner(2, 4, width=8, memory="last sums"), Budget(BRAKE, 40_000)),
        Level(8, Solving(1, 16, 60_000, (), THREE_TURNS), Budget(BRAKE, 4_000)),
        Level(9, Solving(1, 16, 400_000, (60,), FOUR_TURNS), Budget(BRAKE, 10_000)),
        Level(10, Solving(3, 16, 800_000, (20, 3), FIVE_TURNS), Budget(BRAKE, 16_000)),
    )
}
"""Every level there is, weakest first."""
