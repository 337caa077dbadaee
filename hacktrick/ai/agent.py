"""The interface of every computer player: a view and a budget go in, a decision comes out.

The speed of the machine is measured once to scale the budget: a slower machine searches less
instead of thinking longer.

Long computations are generators that yield often, so that the caller can pause or stop them.
Pausing does not change the result. The amount of work depends on the position alone, so decisions
are reproducible; a deadline stops only a computation that runs far too long.
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

TEMPERATURE = 0.08  # temperature of the softmax that turns values in points into probabilities
MAX_VALUE = 4.0  # the most points that a round can be worth
# Time limit in seconds: thirty times the longest decision on an idle machine.
EMERGENCY_SECONDS = 20.0
PATIENT_EMERGENCY_SECONDS = 40.0  # time limit in seconds for a patient player
# A player with at least this multiple of the usual work searches one turn deeper.
EXTRA_TURN_SHARE = 4.0

T = TypeVar("T")
Interruptible = Generator[None, None, T]
"""A generator that yields None often, so that the caller can stop or do other work in between, and
finally returns the result of its computation.
"""


def run_to_end(computation: Interruptible[T]) -> T:
    """Run an interruptible computation to its end and return its result."""
    while True:
        try:
            next(computation)
        except StopIteration as end:
            result: T = end.value
            return result


@dataclass(slots=True)
class Deadline:
    """A time limit that starts when the object is created.

    Attributes:
        seconds: the time allowed.
        began: the start, on the monotonic clock.
        has_cut_short: whether any check found that the time was over.
    """

    seconds: float = inf
    began: float = field(default_factory=time.monotonic)
    has_cut_short: bool = False

    def is_share_used_up(self, share: float) -> bool:
        """Return whether more than ``share`` of the time is over, so that the caller must stop.

        The first such answer sets ``has_cut_short``.
        """
        past = time.monotonic() - self.began > share * self.seconds
        self.has_cut_short = self.has_cut_short or past
        return past


NO_DEADLINE = Deadline()


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of an agent's thinking.

    Only ``nodes`` and ``share`` determine the decision. ``seconds`` is an emergency brake;
    ``Decision`` records whether it stopped the search.

    Attributes:
        seconds: the time limit.
        nodes: the maximum number of positions to search.
        share: the allowed work as a multiple of the usual work, for agents that do not count nodes.
    """

    seconds: float
    nodes: int
    share: float = 1.0

    def with_scaled_work(self, share: float) -> Budget:
        """Return a budget with ``share`` times the work of this one.

        A share above 1, for a patient player, also raises the time limit.
        """
        seconds = PATIENT_EMERGENCY_SECONDS if share > 1 else self.seconds
        return Budget(seconds, max(1, int(self.nodes * share)), self.share * share)


@dataclass(frozen=True, slots=True)
class Decision:
    """The action that an agent has chosen, with its value.

    Attributes:
        value: the expected points of the round for the deciding side.
        values: the values of the actions considered, best first.
        mixed_policy: the probabilities from which the action was drawn; empty if it was not drawn.
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
        """The probability of each action: the mixed policy, or else a softmax over the values."""
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

    Unless the clock cuts it short, a decision depends only on the view, the seed, and the nodes and
    share of the budget, never on earlier decisions or on how busy the machine is.
    """

    def choose(self, view: View, budget: Budget, seed: int) -> Decision:
        """Choose an action for the seat of ``view``, which must be the seat to act.

        Args:
            view: everything that the seat knows.
            budget: the limits of work and time.
            seed: determines all random choices.
        """


def clamp_value(value: float) -> float:
    """Limit ``value`` to what a round can be worth: from ``-MAX_VALUE`` to ``MAX_VALUE`` points."""
    return max(-MAX_VALUE, min(MAX_VALUE, value))


N_SPEED_SAMPLES = 15
# Duration in seconds of one speed sample on the machine that docs/strength.md describes.
REFERENCE_SECONDS = 0.00034
# A machine up to this many times slower still answers within its time slots.
TOLERATED_SLOWNESS = 2.0
MIN_SHARE = 1 / 16  # the smallest share of the usual work; a machine too slow for it answers late


@cache
def machine_work_share() -> float:
    """Return the share of the usual work that this machine can do: 1, 1/2, 1/4, 1/8 or 1/16."""
    return work_share_for_slowness(measured_machine_slowness())


def work_share_for_slowness(slower: float) -> float:
    """Return the share of the usual work for a machine ``slower`` times slower than the reference.

    >>> [work_share_for_slowness(slowness) for slowness in (0.5, 2.0, 3.0, 5.0, 1000.0)]
    [1.0, 1.0, 0.5, 0.25, 0.0625]
    """
    share = 1.0
    while share > MIN_SHARE and slower * share > TOLERATED_SLOWNESS:
        share /= 2
    return share


def measured_machine_slowness() -> float:
    """Return how many times slower this machine is than the reference machine.

    The fastest of several short samples counts, so brief load from other programs has no effect.
    """
    return min(_seconds_for_speed_benchmark() for _ in range(N_SPEED_SAMPLES)) / REFERENCE_SECONDS


def _seconds_for_speed_benchmark() -> float:
    began = time.perf_counter()
    run_speed_benchmark()
    return time.perf_counter() - began


def run_speed_benchmark() -> int:
    """Do a fixed amount of work with small tuples and a dict, as the search does.

    Returns:
        The number of entries in the dict.
    """
    table: dict[tuple[int, ...], int] = {(0,) * 6: 1}
    for card in range(6):
        grown: dict[tuple[int, ...], int] = {}
        for hand, ways in table.items():
            for copies in range(3):
                more = (*hand[:card], copies, *hand[card + 1 :])
                grown[more] = grown.get(more, 0) + ways
        table = grown
    return len(table)
