"""The solver that looks as far as a given work allows: for strength against time."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.later import Solving
from hacktrick.ai.levels import LEVELS
from hacktrick.ai.pbs.agent import PbsAgent
from hacktrick.game.rules import Rules
from hacktrick.game.view import View

ITERATIONS = 16
ANY_EFFORT = 10**9  # the work settles how deep is looked, and not how often


@dataclass(frozen=True)
class Working:
    """Plays by the solver, whatever time it takes on this machine."""

    agent: PbsAgent

    def choose(self, view: View, seed: int) -> Decision:
        return self.agent.choose(view, Budget(inf, 1), seed)


def as_far_as(work: int, rules: Rules) -> Working:
    """The solver that looks as deep as so many milliseconds of a middling processor allow.

    Raises:
        ValueError: there is no solver for these rules.
    """
    if not rules.is_solved:
        raise ValueError(f"there is no solver under the rules of {rules.preset!r}")
    strongest = LEVELS[max(LEVELS)].agent
    assert isinstance(strongest, Solving)
    agent = PbsAgent(1, ITERATIONS, ANY_EFFORT, (), strongest.otherwise, work=work * 1000)
    return Working(agent)
