"""Admits callers to a hosted table: access codes that can be guessed, and one that cannot.

A caller must prove the code of the entrance they ask for. After a few wrong guesses the code of
the invitations changes. During a match its seats open only to those who sit there.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial

from hacktrick.online.crypto.curve_group import random_scalar
from hacktrick.online.crypto.spake2 import WrongAccessCode, stretch_code
from hacktrick.online.limits import (
    CODE_TRIES_PER_SECOND,
    MAX_CALLERS,
    MAX_CALLERS_PER_ADDRESS,
    MAX_CODE_SECONDS,
    MAX_GALLERY_CHANNELS,
    MAX_MATCH_CHANNELS,
    MAX_SEAT_CHANNELS,
    MAX_WRONG_CODE_SECONDS,
    MIN_CODE_SECONDS,
    PROOF_SECONDS,
    REQUEST_SECONDS,
    WRONG_CODE_SECONDS,
    WRONG_CODES_BEFORE_CHANGE,
)
from hacktrick.online.protocol.invitations import SECRET_BYTES, new_secret
from hacktrick.online.protocol.process_messages import HostTable
from hacktrick.online.transport.listeners import Listeners, TableAddress
from hacktrick.online.transport.secure_channel import (
    ConnectionLost,
    Entrance,
    ForeignProtocol,
    MessageStream,
    SecureChannel,
    TcpMessageStream,
    accept_request,
    receive_request,
)

Clock = Callable[[], float]


class Turns:
    """When it is whose turn to try a word.

    Args:
        most: in a second.
    """

    def __init__(self, most: int, clock: Clock = time.monotonic) -> None:
        self._between, self._clock = 1 / most, clock
        self._next = clock()

    def wait(self) -> float:
        """Seconds until it is the turn of whoever asks now, after all who have asked before."""
        now = self._clock()
        turn = max(now, self._next)
        self._next = turn + self._between
        return turn - now


class AccessCodes:
    """The door of the seats takes the code of the invitations, but during a match only what those
    who sit there know of each other. The door of those who watch always takes the code. Who comes
    back to a match, even to its last words when it is over for all others, has a door of his own,
    which takes only what he knows.

    A code that was guessed at becomes another one, but not before it could be read out; that time
    doubles with every new code, up to a day.

    Args:
        secret: what those who sit at the table know.
        code: of the invitations; one that is none of this program's: a new one.

    Attributes:
        code: of the invitations.
        turns: of those who try a word.
    """

    def __init__(self, secret: bytes, code: bytes = b"", clock: Clock = time.monotonic) -> None:
        self.code = code if len(code) == SECRET_BYTES else new_secret()
        self.secret, self.turns = secret, Turns(CODE_TRIES_PER_SECOND, clock)
        self._stretched: dict[bytes, int] = {}
        self._playing = self._renewing = False
        self._clock, self._wait = clock, MIN_CODE_SECONDS
        self._shown_since, self._n_guesses = clock(), 0

    async def turn(self, playing: bool) -> None:
        """The doors are as they have to be at this stage from now on."""
        for word in (self.code, self.secret):
            if word not in self._stretched:
                self._stretched[word] = await asyncio.to_thread(stretch_code, word)
        self._playing = playing

    def of(self, door: Entrance) -> int:
        """What opens a door now, stretched."""
        known = self._stretched.get(self.secret if self._is_for_sitters(door) else self.code)
        return random_scalar() if known is None else known  # before the first turn: nothing

    def _is_for_sitters(self, door: Entrance) -> bool:
        """Whether a door opens now to those who sit in the match alone."""
        return door == "match" or (self._playing and door == "seat")

    def guessed(self, door: Entrance) -> bool:
        """Somebody has come with a wrong word; whether it is time for another code."""
        if self._is_for_sitters(door):
            return False  # nobody guesses that one
        self._n_guesses += 1
        is_shown_long_enough = self._clock() - self._shown_since >= self._wait
        return (
            self._n_guesses >= WRONG_CODES_BEFORE_CHANGE
            and is_shown_long_enough
            and not self._renewing
        )

    async def renew(self) -> None:
        """Another code. Until it is stretched the one before opens the doors."""
        self._renewing, code = True, new_secret()
        try:
            known = await asyncio.to_thread(stretch_code, code)
        finally:
            self._renewing = False
        self._stretched.pop(self.code, None)
        self.code, self._stretched[code] = code, known
        self._wait = min(2 * self._wait, MAX_CODE_SECONDS)
        self._shown_since, self._n_guesses = self._clock(), 0


MAX_CHANNELS: Mapping[Entrance, int] = {
    "match": MAX_MATCH_CHANNELS,
    "seat": MAX_SEAT_CHANNELS,
    "gallery": MAX_GALLERY_CHANNELS,
}
SAME_SITE = 64  # bits of an IPv6 address that belong to one household
AT_BROKER = "broker"  # instead of an address: a broker tells none

ChannelHandler = Callable[[SecureChannel, Entrance], Awaitable[None]]


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
        if n_of[caller.address] >= MAX_CALLERS_PER_ADDRESS:
            crowded = caller.address
        elif len(self._here) >= MAX_CALLERS:
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


class Admission:
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
        talk: ChannelHandler,
        changed: Callable[[], None],
        code: bytes = b"",
    ) -> None:
        self.doors = Listeners(wanted, self._come, changed)
        self.secret, self._changed = secret, changed
        self._locks, self._talk = AccessCodes(secret, code), talk
        self._callers = Callers()
        self._n_lines: Counter[Entrance] = Counter()

    @property
    def code(self) -> bytes:
        """Of the invitations."""
        return self._locks.code

    def at(self, place: TableAddress) -> None:
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

    async def _come(self, carrier: MessageStream) -> None:
        """Somebody is at the door."""
        caller = Caller(address_of(carrier), time.monotonic(), asyncio.current_task())
        if not self._callers.admit(caller):
            await carrier.close()
            return
        try:
            line, door = await self._ask_for_a_word(caller, carrier)
        except (ForeignProtocol, ConnectionLost, WrongAccessCode):
            return
        except asyncio.CancelledError:
            if not caller.sent_away:
                raise
            await carrier.close()
            return
        finally:
            self._callers.leave(caller)
        await self._welcome(line, door)

    async def _ask_for_a_word(
        self, caller: Caller, carrier: MessageStream
    ) -> tuple[SecureChannel, Entrance]:
        """The line of somebody who knows the word of his door.

        Raises:
            NotThisGame, LineLost, WrongCode: he does not.
        """
        knock = await receive_request(carrier, REQUEST_SECONDS)
        caller.silent_since = None
        await asyncio.sleep(self._locks.turns.wait())
        caller.silent_since = time.monotonic()
        opens, refused = self._locks.of(knock.door), partial(self._refuse, caller, knock.door)
        return await accept_request(opens, knock, carrier, PROOF_SECONDS, refused), knock.door

    async def _refuse(self, caller: Caller, door: Entrance) -> None:
        """After a wrong word the door stays shut for a moment, the longer the more callers are at
        it: those who guess shall not be at the door all the time."""
        if self._locks.guessed(door):
            await self._locks.renew()
            self.doors.show(self._locks.code)
            self._changed()
        caller.silent_since = time.monotonic()
        await asyncio.sleep(min(WRONG_CODE_SECONDS * len(self._callers), MAX_WRONG_CODE_SECONDS))

    async def _welcome(self, line: SecureChannel, door: Entrance) -> None:
        if self._n_lines[door] >= MAX_CHANNELS[door]:
            await line.close()
            return
        self._n_lines[door] += 1
        try:
            await self._talk(line, door)
        finally:
            self._n_lines[door] -= 1


def address_of(carrier: MessageStream) -> str:
    """Where somebody calls from: one address, or one household of IPv6."""
    if not isinstance(carrier, TcpMessageStream):
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
