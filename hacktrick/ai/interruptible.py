"""Long computations as generators that pause often, and deadlines that cut them off.

The result does not depend on the pauses. A deadline only stops a computation that runs far too
long; the amount of work is fixed by the position, so decisions are repeatable.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, field
from math import inf
from typing import TypeVar

T = TypeVar("T")
Interruptible = Generator[None, None, T]


def run_to_end(pieces: Interruptible[T]) -> T:
    """All of the work at once."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            result: T = end.value
            return result


@dataclass(slots=True)
class Deadline:
    """Runs from the moment it is made. ``seconds``: until its end; ``cut``: it has ended
    something."""

    seconds: float = inf
    began: float = field(default_factory=time.monotonic)
    cut: bool = False

    def is_past(self, share: float = 1.0) -> bool:
        """Whether more than this share of the time is gone; whoever hears that must stop."""
        past = time.monotonic() - self.began > share * self.seconds
        self.cut = self.cut or past
        return past


NO_DEADLINE = Deadline()
