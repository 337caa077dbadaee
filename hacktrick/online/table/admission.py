"""Admits callers to a hosted table if they prove that they know a secret.

A table has three entrances: for players, for spectators, and for players who return to their match.
The secret is either the access code in the invitations or a long secret that the match's players
share. The code is short enough to be guessed, so it changes after a few wrong guesses. During a
match, the seats are open only to those who know the long secret.
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
from hacktrick.online.protocol.invitations import SECRET_BYTES, new_access_code
from hacktrick.online.protocol.process_messages import HostTable
from hacktrick.online.resource_limits import (
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
from hacktrick.online.transport.listeners import Listeners
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


class AttemptPacer:
    """Spreads attempts to prove a code evenly over time, in the order of the calls.

    Args:
        attempts_per_second: the maximum number of attempts per second.
    """

    def __init__(self, attempts_per_second: int, clock: Clock) -> None:
        self._between, self._clock = 1 / attempts_per_second, clock
        self._next = clock()

    def reserve_attempt_and_get_wait(self) -> float:
        """Reserve the next free moment for an attempt; return the seconds until that moment."""
        now = self._clock()
        turn = max(now, self._next)
        self._next = turn + self._between
        return turn - now


class AccessCodes:
    """The secrets that open the entrances of a table.

    The entrance ``seat`` accepts the access code before a match, and the players' secret during it.
    The entrance ``gallery``, for spectators, always accepts the code. The entrance ``match``, for
    returning players, always accepts the secret, and stays open after the match for the last
    messages. The code changes after wrong guesses, but not before a minimum time in which it can be
    read out. This time doubles with every new code, up to a day.

    Args:
        secret: the secret that only the players of the table know.
        code: the access code of the invitations; if its length is wrong, a new code is made.

    Attributes:
        code: the current access code of the invitations.
        tries: spreads the attempts of all callers over time.
    """

    def __init__(self, secret: bytes, code: bytes = b"", clock: Clock = time.monotonic) -> None:
        self.code = code if len(code) == SECRET_BYTES else new_access_code()
        self.secret, self.tries = secret, AttemptPacer(CODE_TRIES_PER_SECOND, clock)
        self._stretched: dict[bytes, int] = {}
        self._playing = self._renewing = False
        self._clock, self._wait = clock, MIN_CODE_SECONDS
        self._shown_since, self._n_guesses = clock(), 0

    async def open_entrances(self, playing: bool) -> None:
        """Open the entrances for a match (``playing``) or for the lobby."""
        for word in (self.code, self.secret):
            if word not in self._stretched:
                self._stretched[word] = await asyncio.to_thread(stretch_code, word)
        self._playing = playing

    def entrance_secret(self, entrance: Entrance) -> int:
        """Return the stretched code or secret that opens an entrance now."""
        known = self._stretched.get(self.secret if self._is_for_players(entrance) else self.code)
        # Until the entrances are opened, a random number keeps everyone out.
        return random_scalar() if known is None else known

    def _is_for_players(self, entrance: Entrance) -> bool:
        """Return whether an entrance is open only to the players of the match."""
        return entrance == "match" or (self._playing and entrance == "seat")

    def count_wrong_code(self, entrance: Entrance) -> bool:
        """Count a wrong code at an entrance; return whether the access code should change now."""
        if self._is_for_players(entrance):
            return False  # the players' secret has 32 random bytes, so it cannot be guessed
        self._n_guesses += 1
        is_shown_long_enough = self._clock() - self._shown_since >= self._wait
        return (
            self._n_guesses >= WRONG_CODES_BEFORE_CHANGE
            and is_shown_long_enough
            and not self._renewing
        )

    async def renew_code(self) -> None:
        """Change the access code; the old code stays valid until the new one is stretched."""
        self._renewing, code = True, new_access_code()
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
SITE_BITS = 64  # number of leading bits of an IPv6 address that identify a household
AT_BROKER = "broker"  # the address under which every caller at a broker is counted

ChannelHandler = Callable[[SecureChannel, Entrance], Awaitable[None]]


@dataclass(slots=True, eq=False)
class Caller:
    """A caller who has not proved an access code yet.

    Attributes:
        silent_since: when the host began to wait for a message from the caller; None while the
            caller waits for the host.
        task: the task that serves the caller.
        is_displaced: whether the caller was cut off to make room for another one.
    """

    address: str
    silent_since: float | None
    task: asyncio.Task[None] | None = None
    is_displaced: bool = False


class Callers:
    """The callers who have not proved an access code yet, limited in total and per address."""

    def __init__(self) -> None:
        self._here: list[Caller] = []

    def __len__(self) -> int:
        return len(self._here)

    def try_add(self, caller: Caller) -> bool:
        """Add a caller; return False if there is no room.

        If a limit is reached, the caller who has been silent for longest is displaced: a caller at
        the same address if that has reached its limit, else one at the address with the most
        callers.
        """
        n_of = Counter(one.address for one in self._here)
        if n_of[caller.address] >= MAX_CALLERS_PER_ADDRESS:
            crowded = caller.address
        elif len(self._here) >= MAX_CALLERS:
            crowded = n_of.most_common(1)[0][0]
        else:
            self._here.append(caller)
            return True
        gone = self._longest_silent_caller(crowded)
        if gone is None:
            return False
        self.remove(gone)
        gone.is_displaced = True
        if gone.task is not None:
            gone.task.cancel()
        self._here.append(caller)
        return True

    def _longest_silent_caller(self, address: str) -> Caller | None:
        since = {
            one: one.silent_since
            for one in self._here
            if one.address == address and one.silent_since is not None
        }
        return min(since, key=since.__getitem__, default=None)

    def remove(self, caller: Caller) -> None:
        if caller in self._here:
            self._here.remove(caller)


class Admission:
    """Admits callers who prove a secret, and serves their channels.

    Args:
        wanted: the table to host.
        secret: the secret that only the players of the table know.
        serve: serves the channel of an admitted caller until the channel ends.
        changed: called after a change of the access code because of wrong guesses.
        code: the access code of the invitations; b"" for a new one.
    """

    def __init__(
        self,
        command: HostTable,
        secret: bytes,
        serve: ChannelHandler,
        changed: Callable[[], None],
        code: bytes = b"",
    ) -> None:
        self.listeners = Listeners(command, self._serve_caller_until_end, changed)
        self.secret, self._changed = secret, changed
        self._codes, self._serve = AccessCodes(secret, code), serve
        self._callers = Callers()
        self._n_channels: Counter[Entrance] = Counter()

    @property
    def code(self) -> bytes:
        """The access code of the invitations."""
        return self._codes.code

    async def start_listening(self, playing: bool, should_reuse_address: bool) -> None:
        """Listen for callers.

        Args:
            playing: whether a match is in progress.
            should_reuse_address: whether to reuse the address of an earlier process.

        Raises:
            OSError: this computer may not listen.
            BrokerUnreachable: the broker does not answer.
        """
        await self._codes.open_entrances(playing)
        await self.listeners.start_listening(self._codes.code, should_reuse_address)

    async def open_entrances(self, playing: bool) -> None:
        """Open the entrances for a match (``playing``) or for the lobby."""
        await self._codes.open_entrances(playing)
        self.listeners.set_code(self._codes.code)

    async def _serve_caller_until_end(self, stream: MessageStream) -> None:
        """Serve one caller from the first message to the end of the channel."""
        caller = Caller(caller_address(stream), time.monotonic(), asyncio.current_task())
        if not self._callers.try_add(caller):
            await stream.close()
            return
        try:
            channel, entrance = await self._admit_caller(caller, stream)
        except (ForeignProtocol, ConnectionLost, WrongAccessCode):
            return
        except asyncio.CancelledError:
            if not caller.is_displaced:
                raise
            await stream.close()
            return
        finally:
            self._callers.remove(caller)
        await self._serve_channel(channel, entrance)

    async def _admit_caller(
        self, caller: Caller, stream: MessageStream
    ) -> tuple[SecureChannel, Entrance]:
        """Run the handshake with a caller.

        Returns:
            The channel, and the entrance whose secret the caller has proved to know.

        Raises:
            ForeignProtocol, ConnectionLost, WrongAccessCode: the handshake has failed.
        """
        request = await receive_request(stream, REQUEST_SECONDS)
        caller.silent_since = None
        await asyncio.sleep(self._codes.tries.reserve_attempt_and_get_wait())
        caller.silent_since = time.monotonic()
        opens, refused = (
            self._codes.entrance_secret(request.entrance),
            partial(self._delay_wrong_code_reply, caller, request.entrance),
        )
        return await accept_request(
            opens, request, stream, PROOF_SECONDS, refused
        ), request.entrance

    async def _delay_wrong_code_reply(self, caller: Caller, entrance: Entrance) -> None:
        """Delay the answer to a wrong code, to slow down guessing.

        The delay grows with the number of callers.
        """
        if self._codes.count_wrong_code(entrance):
            await self._codes.renew_code()
            self.listeners.set_code(self._codes.code)
            self._changed()
        caller.silent_since = time.monotonic()
        await asyncio.sleep(min(WRONG_CODE_SECONDS * len(self._callers), MAX_WRONG_CODE_SECONDS))

    async def _serve_channel(self, channel: SecureChannel, entrance: Entrance) -> None:
        if self._n_channels[entrance] >= MAX_CHANNELS[entrance]:
            await channel.close()
            return
        self._n_channels[entrance] += 1
        try:
            await self._serve(channel, entrance)
        finally:
            self._n_channels[entrance] -= 1


def caller_address(stream: MessageStream) -> str:
    """Return the address under which a caller is counted.

    The address identifies a computer by IPv4, and a household by IPv6.
    """
    if not isinstance(stream, TcpMessageStream):
        return AT_BROKER
    peer = stream.writer.get_extra_info("peername")
    return household_address(str(peer[0])) if peer else ""


def household_address(address: str) -> str:
    """Return an IPv4 address unchanged, or the household's network of an IPv6 address."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, SITE_BITS), strict=False))
