"""Matches on their way into the kept ones: from a text, a file or a folder, some in every frame.

It knows nothing of the screen: what it has taken is told to whoever asked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic

from hacktrick.library.entries import Taken
from hacktrick.seat.kept import Kept

AT_ONCE = 0.025  # seconds of a frame for taking matches in
LONGEST_PATH = 1000  # signs; what is longer is a match

Told = Callable[[Sequence[Taken]], None]


class MatchIntake:
    """
    Args:
        given: a match as text, or where one lies, to be taken in first of all.
        so_far: told what has been taken where there is more to come.
        done: told everything, once it is taken.
    """

    def __init__(self, kept: Kept, given: str, so_far: Told, done: Told) -> None:
        self._kept, self._so_far, self._done = kept, so_far, done
        self._given = given
        self._waiting: list[Path] = []  # dropped, and not yet looked at
        self._taking: Iterator[Taken] = iter(())
        self._taken: list[Taken] = []

    def take(self, given: str) -> None:
        """A match as text, or the path of a file or folder."""
        text = given.strip()
        if not text:
            return
        path = Path(text.strip('"')).expanduser() if len(text) < LONGEST_PATH else None
        if path is not None and _is_there(path):
            self._take_paths((path,))
            return
        taken = self._kept.take_text(text)
        if taken is not None:
            self._done((taken,))

    def drop(self, path: Path) -> None:
        """A file or folder; all that are dropped before the next frame are one."""
        self._waiting.append(path)

    def update(self) -> None:
        """A frame has come: go on."""
        if self._given:
            given, self._given = self._given, ""
            self.take(given)
        if self._waiting:
            paths, self._waiting = self._waiting, []
            self._take_paths(paths)
        elif self._taken:
            self._take_some()

    def _take_paths(self, paths: Sequence[Path]) -> None:
        self._taken, self._taking = [], self._kept.take_in(tuple(paths))
        self._take_some()

    def _take_some(self) -> None:
        """As many as a frame has time for; the rest in the next ones."""
        until = monotonic() + AT_ONCE
        for taken in self._taking:
            self._taken.append(taken)
            if monotonic() > until:
                self._so_far(self._taken)
                return
        if self._taken:
            told, self._taken = self._taken, []
            self._done(told)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that no file can have
        return False
