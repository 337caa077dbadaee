"""Whoever comes to a table of one's own is asked for the word of his door, and let in or not.

Nobody can close the doors by standing in them. Who does not speak is sent away after a moment, and
at once when there are too many from his address and another one comes. Who has shown that he knows
a word stands at no door any more: lines of players of the match, of guests and of those who watch
are counted apart.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial

from hacktrick.net.carrier import Carrier, LineLost, Stream
from hacktrick.net.doors import Doors, Place
from hacktrick.net.handshake import WrongCode
from hacktrick.net.link import Door, Line, NotThisGame, knocked, let_in
from hacktrick.net.locks import Locks
from hacktrick.net.told import HostTable

MOST_CALLERS, MOST_OF_ADDRESS = 256, 64  # at the doors, who have shown no word yet
FIRST_WORD, SECOND_WORD = 2.0, 4.0  # seconds for a knock, and for the proof after its answer
MOST_LINES: Mapping[Door, int] = {"match": 12, "seat": 12, "gallery": 16}  # open, by their door
PENANCE, LONGEST_PENANCE = 0.01, 2.0  # seconds after a wrong word: for each caller, and at most
SAME_SITE = 64  # bits of an IPv6 address that belong to one household
AT_BROKER = "broker"  # instead of an address: a broker tells none

Talk = Callable[[Line, Door], Awaitable[None]]


@dataclass(slots=True, eq=False)
class Caller:
    """Somebody at a door.

    Attributes:
        silent_since: when we began to wait for a word of his; None: he waits for ours.
        task: that deals with him.
        sent_away: to make room for somebody else.
    """

    address: str
    silent_since: float | None
    task: asyncio.Task[None] | None = None
    sent_away: bool = False


class Callers:
    """Those who are at the doors and have not shown yet that they know a word."""

    def __init__(self) -> None:
        self._here: list[Caller] = []

    def __len__(self) -> int:
        return len(self._here)

    def admit(self, caller: Caller) -> bool:
        """Whether there is room for another one. From an address with too many callers he takes
        the place of the one who has been silent for longest; where there are too many in all, he
        takes it from the address with the most."""
        n_of = Counter(one.address for one in self._here)
        if n_of[caller.address] >= MOST_OF_ADDRESS:
            crowded = caller.address
        elif len(self._here) >= MOST_CALLERS:
            crowded = n_of.most_common(1)[0][0]
        else:
            self._here.append(caller)
            return True
        gone = self._silent_for_longest(crowded)
        if gone is None:
            return False
        self.leave(gone)
        gone.sent_away = True
        if gone.task is not None:
            gone.task.cancel()
        self._here.append(caller)
        return True

    def _silent_for_longest(self, address: str) -> Caller | None:
        since = {
            one: one.silent_since
            for one in self._here
            if one.address == address and one.silent_since is not None
        }
        return min(since, key=since.__getitem__, default=None)

    def leave(self, caller: Caller) -> None:
        if caller in self._here:
            self._here.remove(caller)


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
        self._callers = Callers()
        self._n_lines: Counter[Door] = Counter()

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
        await self._locks.turn(playing)
        await self.doors.open(self._locks.code, again)

    async def turn(self, playing: bool) -> None:
        """At another stage of the table another word opens the doors."""
        await self._locks.turn(playing)
        self.doors.show(self._locks.code)

    async def _come(self, carrier: Carrier) -> None:
        """Somebody is at the door."""
        caller = Caller(address_of(carrier), time.monotonic(), asyncio.current_task())
        if not self._callers.admit(caller):
            await carrier.close()
            return
        try:
            line, door = await self._ask_for_a_word(caller, carrier)
        except (NotThisGame, LineLost, WrongCode):
            return
        except asyncio.CancelledError:
            if not caller.sent_away:
                raise
            await carrier.close()
            return
        finally:
            self._callers.leave(caller)
        await self._welcome(line, door)

    async def _ask_for_a_word(self, caller: Caller, carrier: Carrier) -> tuple[Line, Door]:
        """The line of somebody who knows the word of his door.

        Raises:
            NotThisGame, LineLost, WrongCode: he does not.
        """
        knock = await knocked(carrier, FIRST_WORD)
        caller.silent_since = None
        await asyncio.sleep(self._locks.turns.wait())
        caller.silent_since = time.monotonic()
        opens, refused = self._locks.of(knock.door), partial(self._refuse, caller, knock.door)
        return await let_in(opens, knock, carrier, SECOND_WORD, refused), knock.door

    async def _refuse(self, caller: Caller, door: Door) -> None:
        """After a wrong word the door stays shut for a moment, the longer the more callers are at
        it: those who guess shall not be at the door all the time."""
        if self._locks.guessed(door):
            await self._locks.renew()
            self.doors.show(self._locks.code)
            self._changed()
        caller.silent_since = time.monotonic()
        await asyncio.sleep(min(PENANCE * len(self._callers), LONGEST_PENANCE))

    async def _welcome(self, line: Line, door: Door) -> None:
        if self._n_lines[door] >= MOST_LINES[door]:
            await line.close()
            return
        self._n_lines[door] += 1
        try:
            await self._talk(line, door)
        finally:
            self._n_lines[door] -= 1


def address_of(carrier: Carrier) -> str:
    """Where somebody calls from: one address, or one household of IPv6."""
    if not isinstance(carrier, Stream):
        return AT_BROKER
    peer = carrier.writer.get_extra_info("peername")
    return site_of(str(peer[0])) if peer else ""


def site_of(address: str) -> str:
    """The address by which callers are counted."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, SAME_SITE), strict=False))
