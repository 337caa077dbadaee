"""Whoever comes to a table of one's own is asked for the word of his door, and let in or not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from hacktrick.net.carrier import Carrier, LineLost
from hacktrick.net.doors import Doors, Place
from hacktrick.net.handshake import WrongCode
from hacktrick.net.link import Door, Knock, Line, NotThisGame, knocked, let_in
from hacktrick.net.locks import Locks
from hacktrick.net.told import HostTable

MOST_LINES_OPEN = 24  # at once, greeted or not

Talk = Callable[[Line, Door], Awaitable[None]]


class Porter:
    """
    Args:
        secret: what those who sit at the table know of each other.
        talk: speaks with somebody who was let in, until his line ends.
        changed: called when there is another code, as the old one was guessed at.
        code: of the invitations; empty: a new one.
    """

    def __init__(
        self,
        wanted: HostTable,
        secret: bytes,
        talk: Talk,
        changed: Callable[[], None],
        code: bytes = b"",
    ) -> None:
        self.doors = Doors(wanted, self._come, changed)
        self.secret, self._changed = secret, changed
        self._locks, self._talk = Locks(secret, code), talk
        self._playing = False
        self._n_lines = 0

    @property
    def code(self) -> bytes:
        """Of the invitations."""
        return self._locks.code

    def at(self, place: Place) -> None:
        """The doors are where they were before; call it before ``open``."""
        self.doors.at(place)

    async def open(self, playing: bool, again: bool) -> None:
        """Raises:
        OSError: this computer may not listen.
        NoBroker: the broker is not there.
        """
        self._playing = playing
        await self._locks.turn(playing)
        await self.doors.open(self._locks.code, again)

    async def turn(self, playing: bool) -> None:
        """At another stage of the table another word opens the doors."""
        self._playing = playing
        await self._locks.turn(playing)
        self.doors.show(self._locks.code)

    async def _come(self, carrier: Carrier) -> None:
        """Somebody is at the door."""
        if self._n_lines >= MOST_LINES_OPEN:
            await carrier.close()
            return
        self._n_lines += 1
        try:
            await self._let_in(await knocked(carrier), carrier)
        except (NotThisGame, LineLost):
            pass
        finally:
            self._n_lines -= 1

    async def _let_in(self, knock: Knock, carrier: Carrier) -> None:
        try:
            line = await let_in(self._locks.of(knock.door), knock, carrier)
        except WrongCode:
            if self._locks.guessed(knock.door):
                await self.turn(self._playing)
                self._changed()
            return
        await self._talk(line, knock.door)
