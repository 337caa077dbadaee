"""Long computations as generators that pause often, and deadlines that cut them off.

The pauses do not affect the result. A deadline only stops a computation that runs far too long; the
amount of work depends on the position alone, so decisions are repeatable.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, field
from math import inf
from typing import TypeVar

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
