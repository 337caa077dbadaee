"""A bar with the time left, on standard error, where somebody is looking."""

from __future__ import annotations

import sys
import time

WIDTH = 24
EVERY = 0.2  # seconds between two drawings
CLEAR = "\r\x1b[K"


class Progress:
    """Told how much is done. Work that was done before the start tells nothing of the pace."""

    def __init__(self, total: int, unit: str, before: int = 0) -> None:
        self._total, self._unit, self._before = total, unit, before
        self._began = time.monotonic()
        self._drawn = 0.0
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def tell(self, done: int) -> None:
        """Draws the bar, not too often."""
        now = time.monotonic()
        if self._shown and (now - self._drawn >= EVERY or done == self._total):
            self._drawn = now
            line = bar(done, self._total, self._unit, self._left(done, now))
            print(CLEAR + line, end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Takes the bar away."""
        if self._shown:
            print(CLEAR, end="", file=sys.stderr, flush=True)

    def _left(self, done: int, now: float) -> float | None:
        fresh = done - self._before
        if fresh <= 0:
            return None
        return (now - self._began) / fresh * (self._total - done)


def bar(done: int, total: int, unit: str, left: float | None) -> str:
    """The line that is drawn.

    Args:
        left: seconds that are left, if that can be said.

    >>> bar(30, 120, "rounds", 3725)
    '[######..................] 30 of 120 rounds, 1:02:05 left'
    """
    full = WIDTH * done // max(1, total)
    line = f"[{'#' * full}{'.' * (WIDTH - full)}] {done} of {total} {unit}"
    if left is None:
        return line
    minutes, seconds = divmod(round(left), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{line}, {hours}:{minutes:02}:{seconds:02} left"
