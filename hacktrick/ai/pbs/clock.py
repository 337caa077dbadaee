"""The emergency brake of a decision. How long is thought is settled by the position and the work
allowed, so that the same position is decided the same way however busy the machine is; the clock
ends only what has gone wrong, and remembers that it did.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import inf


@dataclass(slots=True)
class Clock:
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


ENDLESS = Clock()
