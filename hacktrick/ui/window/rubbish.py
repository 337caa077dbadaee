"""When Python looks for objects that nobody needs any more: while nothing moves, as a search
through all of them takes longer than a picture may."""

from __future__ import annotations

import gc

NEVER = 1_000_000  # searches of younger objects
QUIET = 1.0  # seconds without an event or a change
AFTER, AT_LATEST = 10.0, 60.0  # seconds since the last search: once it is quiet, and if it is not


class Rubbish:
    """Searches on its own account from ``begin`` to ``end``; young objects are left to Python."""

    def __init__(self) -> None:
        self._before = gc.get_threshold()
        self._since = 0.0

    def begin(self) -> None:
        young, middle, _old = self._before = gc.get_threshold()
        gc.set_threshold(young, middle, NEVER)

    def end(self) -> None:
        gc.set_threshold(*self._before)

    def passed(self, seconds: float, quiet: float) -> None:
        """``seconds`` later nothing moves, and nothing has happened for ``quiet`` seconds. Where
        nothing has happened since the last search, another one would find nothing."""
        self._since += seconds
        has_happened = quiet < self._since
        if has_happened and self._since >= (AFTER if quiet >= QUIET else AT_LATEST):
            self._since = 0.0
            gc.collect()
