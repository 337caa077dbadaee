"""The time that a decision may take. It only ever ends a thought early: how long is thought is
settled by the position, so that the same position is decided the same way on every machine that is
fast enough.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import inf


@dataclass(frozen=True, slots=True)
class Clock:
    """Runs from the moment it is made. ``seconds``: until its end."""

    seconds: float = inf
    began: float = field(default_factory=time.monotonic)

    def is_past(self, share: float = 1.0) -> bool:
        """Whether more than this share of the time is gone."""
        return time.monotonic() - self.began > share * self.seconds


ENDLESS = Clock()
