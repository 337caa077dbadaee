"""The kept matches as scenes have them: values in a list, and what can be made of one of them.

No records go over it: a scene gets entries, replays and texts to give to others. Troubles are
kept by the shelf and told by the desk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from hacktrick.library.entries import Entry, LibraryError, Taken, Wanted
from hacktrick.play.record import RecordError

if TYPE_CHECKING:  # the database is loaded when the library is first opened
    from hacktrick.game.view import SeatInfo
    from hacktrick.library.shelf import Library
    from hacktrick.seat.looks import Looks
    from hacktrick.seat.replaying import ReplaySession
    from hacktrick.seat.shelf import Shelf

T = TypeVar("T")
EVERYTHING = Wanted()


class Kept:
    """
    Args:
        looks_for: the looks of the markers at a table with these players.
    """

    def __init__(self, shelf: Shelf, looks_for: Callable[[tuple[SeatInfo, ...]], Looks]) -> None:
        self._shelf, self._looks_for = shelf, looks_for
        self._deleted: list[int] = []

    @property
    def may_write(self) -> bool:
        """False where the library can only be read, or not at all."""
        library = self._shelf.library()
        return library is not None and library.may_write

    def find(self, wanted: Wanted = EVERYTHING) -> tuple[Entry, ...]:
        """The matches that are wanted; none where they cannot be had."""
        return self._asked(lambda library: library.find(wanted), ())

    def __len__(self) -> int:
        return self._asked(len, 0)

    def star(self, number: int, starred: bool) -> bool:
        """Mark a match, or take the mark away; False if that cannot be kept."""
        return self._done(lambda library: library.star(number, starred))

    def note(self, number: int, text: str) -> bool:
        """What somebody writes beside a match."""
        return self._done(lambda library: library.note(number, text))

    # Deleting

    @property
    def last_deleted(self) -> int | None:
        """The match that ``undo`` brings back; None if there is none."""
        return self._deleted[-1] if self._deleted else None

    def delete(self, number: int) -> bool:
        """Out of the list, until it is brought back or the program ends."""
        done = self._done(lambda library: library.delete((number,)))
        if done:
            self._deleted.append(number)
        return done

    def undo(self) -> int | None:
        """Bring back what was deleted last; its number."""
        number = self.last_deleted
        if number is None or not self._done(lambda library: library.bring_back((number,))):
            return None
        self._deleted.pop()
        return number

    def sweep(self) -> None:
        """The program ends: what was deleted goes for good."""
        if self._deleted:
            self._done(lambda library: library.sweep())
            self._deleted.clear()

    # What is made of them

    def replay(self, entry: Entry) -> ReplaySession | None:
        """A kept match, to be shown again; None if it cannot be read."""
        from hacktrick.seat.replaying import ReplaySession, Source

        try:
            record = self._asked(lambda library: library.record(entry.id), None)
            if record is None:
                return None
            source = Source(entry.id, entry.ended)
            return ReplaySession(record, self._looks_for(record.seats), source=source)
        except (KeyError, RecordError):
            return None

    # Taking in

    def take_in(self, paths: tuple[Path, ...]) -> Iterator[Taken]:
        """Import files and folders, one after the other; see ``library.intake``."""
        library = self._shelf.library()
        if library is None:
            return
        taking = _intake().take_in(library, paths)
        while (taken := self._tried(partial(next, taking, None))) is not None:
            yield taken

    def take_text(self, text: str) -> Taken | None:
        """Import a match in one line, or a record as text; None if nothing can be kept."""
        library = self._shelf.library()
        if library is None:
            return None
        return self._tried(partial(_intake().take_text, library, text))

    # Troubles

    def _asked(self, question: Callable[[Library], T], instead: T) -> T:
        library = self._shelf.library()
        if library is None:
            return instead
        found = self._tried(lambda: question(library))
        return instead if found is None else found

    def _done(self, deed: Callable[[Library], None]) -> bool:
        library = self._shelf.library()
        if library is None:
            return False

        def do() -> bool:
            deed(library)
            return True

        return bool(self._tried(do))

    def _tried(self, deed: Callable[[], T]) -> T | None:
        try:
            return deed()
        except LibraryError as error:
            self._shelf.failed(error)
            return None


def _intake() -> Any:
    """The module that takes matches in: it loads the database."""
    return import_module("hacktrick.library.intake")
