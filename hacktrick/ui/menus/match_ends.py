"""The tables of kept matches at their ends, looked up while somebody goes through a list.

A match is played through only once the choice stands still on it, so that the list never stops.
"""

from __future__ import annotations

from hacktrick.library.entries import Entry
from hacktrick.seat.glance import Glance
from hacktrick.seat.kept import Kept

STILL = 0.12  # seconds on a row before its match is looked up


class MatchEnds:
    """Those that have been looked up so far, and how long the choice has stood still."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._glances: dict[int, Glance | None] = {}
        self._still = STILL

    def of(self, entry: Entry) -> Glance | None:
        """None: not looked up yet, or it cannot be read."""
        return self._glances.get(entry.id)

    def moved(self) -> None:
        """Another match is chosen."""
        self._still = 0.0

    def update(self, dt: float, entry: Entry | None) -> bool:
        """``dt`` seconds have passed on this match; whether it has been looked up now."""
        if entry is None or entry.id in self._glances:
            return False
        self._still += dt
        if self._still < STILL:
            return False
        replayed = self._kept.replay(entry)
        if replayed is not None:
            replayed.go(replayed.end)
        self._glances[entry.id] = None if replayed is None else replayed.glance()
        return True
