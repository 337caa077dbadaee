"""The interface of every computer player: a view and a budget go in, a decision comes out.

Also measures the speed of this machine once, to scale the work of a budget: a slower machine
searches less instead of thinking longer.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import Protocol

from hacktrick.game.actions import Action
from hacktrick.game.view import View

TEMPERATURE = 0.08  # how far values may lie apart and still share the policy
MAX_VALUE = 4.0  # no round is worth more
EMERGENCY_SECONDS = 20.0  # seconds: some thirty times the longest thought of an idle machine
PATIENT_EMERGENCY_SECONDS = 40.0
EXTRA_TURN_SHARE = 4.0  # a budget of so many times the usual work is enough to look a turn further


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
        seconds = PATIENT_EMERGENCY_SECONDS if share > 1 else self.seconds
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


def clamp_value(value: float) -> float:
    """``value`` within what a round can be worth."""
    return max(-MAX_VALUE, min(MAX_VALUE, value))


N_SPEED_SAMPLES = 15
REFERENCE_SECONDS = 0.00034  # seconds for a piece on the machine of docs/strength.md
TOLERATED_SLOWNESS = 2.0  # so many times slower a machine may be and still answer within its slots
MIN_SHARE = 1 / 16


@cache
def share_of_work() -> float:
    """The share of the levels' usual work that this machine takes: 1, 1/2, 1/4, ... 1/16."""
    return share_for_slowness(measured_slowness())


def share_for_slowness(slower: float) -> float:
    """The share for a machine that is so many times slower than the usual one.

    >>> [share_for_slowness(slowness) for slowness in (0.5, 2.0, 3.0, 5.0, 1000.0)]
    [1.0, 1.0, 0.5, 0.25, 0.0625]
    """
    share = 1.0
    while share > MIN_SHARE and slower * share > TOLERATED_SLOWNESS:
        share /= 2
    return share


def measured_slowness() -> float:
    """How many times longer than the usual machine this one takes.

    The shortest of many short pieces: what else the machine is busy with hardly reaches it.
    """
    return min(_time_sample() for _ in range(N_SPEED_SAMPLES)) / REFERENCE_SECONDS


def _time_sample() -> float:
    """The seconds of a fixed piece of work: small tuples and a table, as in the search."""
    began = time.perf_counter()
    table: dict[tuple[int, ...], int] = {(0,) * 6: 1}
    for card in range(6):
        grown: dict[tuple[int, ...], int] = {}
        for hand, ways in table.items():
            for copies in range(3):
                more = (*hand[:card], copies, *hand[card + 1 :])
                grown[more] = grown.get(more, 0) + ways
        table = grown
    return time.perf_counter() - began
