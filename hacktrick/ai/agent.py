"""The interface of every computer player: a view and a budget go in, a decision comes out.

The speed of the machine is measured once, to scale the budget: a slower machine searches less
instead of thinking longer.

Long computations are generators that pause often; the pauses do not affect the result. A deadline
only stops a computation that runs far too long: the amount of work depends on the position alone,
so decisions are repeatable.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, field
from functools import cache
from math import exp, inf
from typing import Protocol, TypeVar

from hacktrick.game.actions import Action
from hacktrick.game.view import View

TEMPERATURE = 0.08  # of the softmax that turns values (in points) into policy shares
MAX_VALUE = 4.0  # points: the most that a round can be worth
EMERGENCY_SECONDS = 20.0  # about thirty times the longest decision on an idle machine
PATIENT_EMERGENCY_SECONDS = 40.0
EXTRA_TURN_SHARE = 4.0  # work share from which a search looks one turn further

T = TypeVar("T")
Interruptible = Generator[None, None, T]
"""A computation that yields None at every pause and returns its result at the end."""


def run_to_end(pieces: Interruptible[T]) -> T:
    """Run a computation without pauses and return its result."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            result: T = end.value
            return result


@dataclass(slots=True)
class Deadline:
    """A time limit that runs from the moment it is created.

    Attributes:
        seconds: the time allowed.
        has_cut_short: whether the time ran out during a check.
    """

    seconds: float = inf
    began: float = field(default_factory=time.monotonic)
    has_cut_short: bool = False

    def is_past(self, share: float = 1.0) -> bool:
        """Whether more than ``share`` of the time is gone; the caller must then stop."""
        past = time.monotonic() - self.began > share * self.seconds
        self.has_cut_short = self.has_cut_short or past
        return past


NO_DEADLINE = Deadline()


@dataclass(frozen=True, slots=True)
class Budget:
    """How much an agent may think.

    Nodes and share determine the decision. The seconds are only an emergency brake, and a decision
    that was cut short says so.

    Attributes:
        share: the share of the usual work, for agents that do not count their work in nodes.
    """

    seconds: float
    nodes: int
    share: float = 1.0

    def scaled(self, share: float) -> Budget:
        """Return the budget for ``share`` of the work in the same time.

        A share above 1 is the budget of a patient player, who gets more time.
        """
        seconds = PATIENT_EMERGENCY_SECONDS if share > 1 else self.seconds
        return Budget(seconds, max(1, int(self.nodes * share)), self.share * share)


@dataclass(frozen=True, slots=True)
class Decision:
    """The chosen action with its value.

    Attributes:
        value: the expected points of the round for the deciding side.
        values: the values of the actions considered, best first.
        mixed_policy: the shares by which the player really randomizes; empty if it does not.
        is_cut_short: whether the clock ended the search, so that another machine might decide
            differently.
        is_fallback: whether the action replaces the decision of a player that failed.
    """

    action: Action
    value: float
    values: tuple[tuple[Action, float], ...] = ()
    mixed_policy: tuple[tuple[Action, float], ...] = ()
    is_cut_short: bool = False
    is_fallback: bool = False

    @property
    def policy(self) -> tuple[tuple[Action, float], ...]:
        """The share of each action: the mixed policy, else a softmax over the values."""
        if self.mixed_policy:
            return self.mixed_policy
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
    """A computer player without state.

    The decision depends only on the view, the seed, and the nodes and share of the budget, unless
    it is cut short: not on earlier questions or on the load of the machine.
    """

    def choose(self, view: View, budget: Budget, seed: int) -> Decision: ...


def clamp_value(value: float) -> float:
    """Return ``value`` limited to the range that a round can be worth."""
    return max(-MAX_VALUE, min(MAX_VALUE, value))


N_SPEED_SAMPLES = 15
REFERENCE_SECONDS = 0.00034  # duration of one speed sample on the machine of docs/strength.md
TOLERATED_SLOWNESS = 2.0  # a machine up to this many times slower still answers in its slots
MIN_SHARE = 1 / 16


@cache
def share_of_work() -> float:
    """Return the share of the levels' usual work that this machine takes on: 1, 1/2, ... 1/16."""
    return share_for_slowness(measured_slowness())


def share_for_slowness(slower: float) -> float:
    """Return the share of work for a machine that is ``slower`` times slower than the reference.

    >>> [share_for_slowness(slowness) for slowness in (0.5, 2.0, 3.0, 5.0, 1000.0)]
    [1.0, 1.0, 0.5, 0.25, 0.0625]
    """
    share = 1.0
    while share > MIN_SHARE and slower * share > TOLERATED_SLOWNESS:
        share /= 2
    return share


def measured_slowness() -> float:
    """Return how many times slower this machine is than the reference.

    The fastest of several short samples counts, which hides most of the load from other programs.
    """
    return min(_time_sample() for _ in range(N_SPEED_SAMPLES)) / REFERENCE_SECONDS


def _time_sample() -> float:
    """Time a fixed piece of work, in seconds: small tuples and a table, as in the search."""
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
