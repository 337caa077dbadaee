"""What every computer player is: a view goes in, a decision comes out.

A decision is data. Whoever words it (hints, commentary) does so elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Protocol

from hacktrick.game.actions import Action
from hacktrick.game.view import View

TEMPERATURE = 0.08  # how far values may lie apart and still share the policy
MOST = 4.0  # no round is worth more


@dataclass(frozen=True, slots=True)
class Budget:
    """How long an agent may think. Nodes make a decision reproducible; seconds only cut it."""

    seconds: float
    nodes: int


@dataclass(frozen=True, slots=True)
class Decision:
    """The chosen action; ``value``: expected points of the round for the own side.

    ``values`` holds what was considered, best first; ``policy`` the same as shares of one, or
    those that the player really mixes by (``mixed``).
    """

    action: Action
    value: float
    values: tuple[tuple[Action, float], ...] = ()
    mixed: tuple[tuple[Action, float], ...] = ()

    @property
    def policy(self) -> tuple[tuple[Action, float], ...]:
        if self.mixed:
            return self.mixed
        if not self.values:
            return ((self.action, 1.0),)
        best = max(value for _, value in self.values)
        weights = [exp((value - best) / TEMPERATURE) for _, value in self.values]
        total = sum(weights)
        return tuple(
            (action, weight / total)
            for (action, _), weight in zip(self.values, weights, strict=True)
        )


class Agent(Protocol):
    """Stateless: the decision is a function of view, budget and seed."""

    def choose(self, view: View, budget: Budget, seed: int) -> Decision: ...


def bounded(value: float) -> float:
    """``value`` within what a round can be worth."""
    return max(-MOST, min(MOST, value))
