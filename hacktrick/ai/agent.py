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
BRAKE = 20.0  # seconds: some thirty times the longest thought of an idle machine
PATIENT_BRAKE = 40.0
MUCH = 4.0  # a budget of so many times the usual work is enough to look a turn further


@dataclass(frozen=True, slots=True)
class Budget:
    """How much an agent may think. Nodes and share settle the decision; seconds are an emergency
    brake, and a decision that felt it says so.

    Attributes:
        share: of the work of those who count it in another measure than nodes.
    """

    seconds: float
    nodes: int
    share: float = 1.0

    def scaled(self, share: float) -> Budget:
        """The budget of a slower machine: the same time, ``share`` of the work. With a share of
        more than one it is the budget of a player who takes its time."""
        seconds = PATIENT_BRAKE if share > 1 else self.seconds
        return Budget(seconds, max(1, int(self.nodes * share)), self.share * share)


@dataclass(frozen=True, slots=True)
class Decision:
    """The chosen action; ``value``: expected points of the round for the own side.

    ``values`` holds what was considered, best first; ``policy`` the same as shares of one, or
    those that the player really mixes by (``mixed``); ``cut``: the clock ended the thought, so
    that another machine might decide otherwise; ``faulty``: nobody thought, a fault took its place.
    """

    action: Action
    value: float
    values: tuple[tuple[Action, float], ...] = ()
    mixed: tuple[tuple[Action, float], ...] = ()
    cut: bool = False
    faulty: bool = False

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
    """Stateless: the decision is a function of view, seed, and the nodes and share of the budget,
    whatever was asked before and however busy the machine is, unless it is ``cut``."""

    def choose(self, view: View, budget: Budget, seed: int) -> Decision: ...


def bounded(value: float) -> float:
    """``value`` within what a round can be worth."""
    return max(-MOST, min(MOST, value))
