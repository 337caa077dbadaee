"""A player whose module is imported when he is first asked, so that the others start fast."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

from hacktrick.ai.agent import Agent, Budget, Decision
from hacktrick.game.view import View


@dataclass(frozen=True, slots=True)
class Solving:
    """The player of ``hacktrick.ai.pbs.agent``, which needs numpy. Attributes as there."""

    depth: int
    iterations: int
    effort: int
    few_pairs: tuple[int, ...]
    otherwise: Agent
    wide: bool = False

    def choose(self, view: View, budget: Budget, seed: int) -> Decision:
        return _built(self).choose(view, budget, seed)


@lru_cache(maxsize=16)
def _built(settings: Solving) -> Agent:
    module = import_module("hacktrick.ai.pbs.agent")
    agent: Agent = module.PbsAgent(
        settings.depth,
        settings.iterations,
        settings.effort,
        settings.few_pairs,
        settings.otherwise,
        settings.wide,
    )
    return agent
