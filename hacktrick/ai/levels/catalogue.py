"""The ten levels of computer players: the algorithm and the budget of each.

Levels differ in what they see, remember and plan, never by random mistakes. The solver of levels 8
to 10 needs numpy, so it is imported at its first decision. docs/strength.md compares the levels.
"""

from __future__ import annotations

import sys
import traceback
from dataclasses import dataclass
from functools import lru_cache

from hacktrick.ai.agent import EMERGENCY_SECONDS, Agent, Budget, Decision
from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.search.planner import Planner
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import View, observation_of
from hacktrick.match.player_kinds import nearest_level


@dataclass(frozen=True, slots=True)
class LazySolvingPlayer:
    """The settings of a ``SolvingPlayer``, which is created when its first decision is needed."""

    depth: int
    iterations: int
    effort: int
    extra_depth_pairs: tuple[int, ...]
    fallback: Agent
    has_all_moves: bool = False

    def choose(self, view: View, budget: Budget, seed: int) -> Decision:
        return _solving_player(self).choose(view, budget, seed)


@lru_cache(maxsize=16)
def _solving_player(settings: LazySolvingPlayer) -> Agent:
    # Imported here, since it loads numpy.
    from hacktrick.ai.solver.solving_player import SolvingPlayer

    return SolvingPlayer(
        settings.depth,
        settings.iterations,
        settings.effort,
        settings.extra_depth_pairs,
        settings.fallback,
        settings.has_all_moves,
    )


@dataclass(frozen=True, slots=True)
class Level:
    """One playing strength: the agent that decides, and the agent's budget."""

    number: int
    agent: Agent
    budget: Budget


# These planners replace the solver in matches of three or four players. The nodes in the level's
# budget limit their work; ``effort`` limits the solver's work.
PLANNER_THREE_TURNS = Planner(depth=2, worlds=30, width=8)
PLANNER_FOUR_TURNS = Planner(depth=3, worlds=60, width=12)
PLANNER_FIVE_TURNS = Planner(depth=4, worlds=60, width=10)

LEVELS: dict[int, Level] = {
    level.number: level
    for level in (
        Level(1, OnePlyPlayer(counts_cards=False), Budget(EMERGENCY_SECONDS, 1000)),
        Level(2, OnePlyPlayer(counts_cards=True), Budget(EMERGENCY_SECONDS, 1000)),
        Level(3, Planner(0, 2, memory="cards", commands=False), Budget(EMERGENCY_SECONDS, 20_000)),
        Level(
            4, Planner(0, 3, memory="last sums", commands=False), Budget(EMERGENCY_SECONDS, 20_000)
        ),
        Level(5, Planner(0, 60, commands=False), Budget(EMERGENCY_SECONDS, 20_000)),
        Level(6, Planner(0, 60, memory="last sums"), Budget(EMERGENCY_SECONDS, 20_000)),
        Level(7, Planner(2, 4, width=8, memory="last sums"), Budget(EMERGENCY_SECONDS, 40_000)),
        Level(
            8,
            LazySolvingPlayer(1, 16, 60_000, (), PLANNER_THREE_TURNS),
            Budget(EMERGENCY_SECONDS, 4_000),
        ),
        Level(
            9,
            LazySolvingPlayer(1, 16, 400_000, (60,), PLANNER_FOUR_TURNS),
            Budget(EMERGENCY_SECONDS, 10_000),
        ),
        Level(
            10,
            LazySolvingPlayer(3, 16, 800_000, (20, 3), PLANNER_FIVE_TURNS),
            Budget(EMERGENCY_SECONDS, 16_000),
        ),
    )
}
"""All levels by number, weakest first."""


def level_decision(level: int, view: View, budget: Budget | None = None, seed: int = 0) -> Decision:
    """Return the decision of ``level`` in ``view``; it depends only on the arguments.

    Args:
        budget: replaces the level's own budget.

    Raises:
        ValueError: there is no such level, or the seat of the view has nothing to decide.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level}")
    settings = LEVELS[level]
    return settings.agent.choose(view, budget or settings.budget, seed)


def level_decision_or_fallback(
    level: int, view: View, budget: Budget | None, seed: int
) -> Decision:
    """Return a level's decision; if the level raises an error, return the first legal action.

    An error in a computer player thus costs a move, not the match. The traceback goes to standard
    error. A number without a level stands for the level closest to it.
    """
    try:
        return level_decision(nearest_level(level), view, budget, seed)
    except Exception:
        traceback.print_exc(file=sys.stderr)
        return first_legal_decision(view)


def first_legal_decision(view: View) -> Decision:
    """Return a decision for the first legal action, marked as a fallback."""
    return Decision(legal_actions(observation_of(view))[0], 0.0, is_fallback=True)
