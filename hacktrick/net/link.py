"""A sealed line between a host and one guest, over whatever carries messages.

Both exchange the messages of the handshake and prove that they have the same keys; from then on
everything is encrypted and numbered (libsodium's secretstream). A listener learns sizes and times.

What is carried are bytes: frames of the table, and words beside it. A line that says nothing for a
while is dead, as sleeping computers say no farewell; so both say at least every few seconds that
they are there.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Literal, NamedTuple

import nacl.bindings as sodium
from nacl.exceptions import CryptoError

from hacktrick.net import carrier
from hacktrick.net.carrier import Carrier, LineLost, Stream
from hacktrick.net.handshake import Handshake, Keys, Side, WrongCode, check, other
from hacktrick.net.limits import (
    LARGEST_MESSAGE,
    MOST_AT_LENGTH,
    MOST_AT_LENGTH_AT_ONCE,
    MOST_BYTES,
    MOST_BYTES_AT_ONCE,
    MOST_MESSAGES,
    MOST_MESSAGES_AT_ONCE,
    MOST_UNSENT,
    UNTAKEN_FOR,
    Rate,
)

Door = Literal["seat", "match", "gallery"]
"""What somebody comes for: a seat, or to watch."""
MAGICS: Mapping[Door, bytes] = {"seat": b"HKT1", "match": b"HKM1", "gallery": b"HKW1"}
LARGEST = LARGEST_MESSAGE
PATIENCE = 8.0  # seconds for the handshake
PING_EVERY, DEAD_AFTER = 5.0, 15.0  # seconds
PING = b""  # a message without content
HEADER = sodium.crypto_secretstream_xchacha20poly1305_HEADERBYTES
MESSAGE = sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE

assert LARGEST + sodium.crypto_secretstream_xchacha20poly1305_ABYTES <= carrier.LARGEST


class NotThisGame(Exception):
    """Whoever answered does not speak this protocol."""


class Seals:
    """Both directions of a line after the handshake.

    Args:
        key: of what this side sends.

    Attributes:
        header: what the other side needs to open it.
    """

    def __init__(self, key: bytes) -> None:
        self._push = sodium.crypto_secretstream_xchacha20poly1305_state()
        self._pull = sodium.crypto_secretstream_xchacha20poly1305_state()
        self.header = sodium.crypto_secretstream_xchacha20poly1305_init_push(self._push, key)

    def begin(self, header: bytes, key: bytes) -> None:
        """What the other side sends from here on is opened with this header and key.

        Raises:
            LineLost: that is no header.
        """
        if len(header) != HEADER:
            raise LineLost("what came is no header")
        sodium.crypto_secretstream_xchacha20poly1305_init_pull(self._pull, header, key)

    def seal(self, message: bytes) -> bytes:
        return sodium.crypto_secretstream_xchacha20poly1305_push(self._push, message, tag=MESSAGE)

    def open(self, sealed: bytes) -> bytes:
        """Raises:
        LineLost: not the next message of the other side.
        """
        try:
            message, _tag = sodium.crypto_secretstream_xchacha20poly1305_pull(self._pull, sealed)
        except (CryptoError, ValueError, RuntimeError) as error:
            raise LineLost("what came was not sealed by the other side") from error
        return bytes(message)


class Pace:
    """How fast a line is read."""

    def __init__(self) -> None:
        self._messages = Rate(MOST_MESSAGES, MOST_MESSAGES_AT_ONCE)
        self._bytes = Rate(MOST_BYTES, MOST_BYTES_AT_ONCE)
        self._at_length = Rate(MOST_AT_LENGTH, MOST_AT_LENGTH_AT_ONCE)

    async def wait(self, size: int) -> None:
        """After a message of ``size`` bytes, until the next one may be read; others have a turn in
        between at any rate.

        Raises:
            LineLost: it has been too much for too long.
        """
        if not self._at_length.allows():
            raise LineLost("the other side says too much")
        await asyncio.sleep(max(self._messages.owes(), self._bytes.owes(size)))


class Line:
    """An open line. ``messages`` ends when the line does.

    Attributes:
        is_closed: nothing more goes to the other side.
    """

    def __init__(self, carrier: Carrier, seals: Seals) -> None:
        self._carrier, self._seals = carrier, seals
        self._beat = asyncio.ensure_future(self._say_that_one_is_there())
        self._closing: asyncio.Future[None] | None = None
        self.is_closed = False
        self._n_sent = 0

    def send(self, message: bytes) -> None:
        """Send soon. A line that is lost takes what is sent without a word: the reader learns. One
        whose other side does not take what it is sent is cut off.

        Raises:
            ValueError: the message is too large.
        """
        if len(message) > LARGEST:
            raise ValueError(f"a message of {len(message)} bytes")
        if self.is_closed:
            return
        if self.unsent > MOST_UNSENT:
            self._cut_off()
            return
        sealed = self._seals.seal(message)
        self._n_sent += len(sealed)
        self._carrier.send(sealed)

    def _cut_off(self) -> None:
        self.is_closed = True
        self._closing = asyncio.ensure_future(self.close())

    async def messages(self) -> AsyncIterator[bytes]:
        """What the other side says, until the line is lost or closed; not faster than it may say
        it (``limits``)."""
        pace = Pace()
        with contextlib.suppress(LineLost, TimeoutError):
            while not self.is_closed:
                async with asyncio.timeout(DEAD_AFTER):
                    message = self._seals.open(await self._carrier.receive())
                if message != PING:
                    yield message
                await pace.wait(len(message))
        await self.close()

    async def drain(self) -> None:
        """Wait until what was sent is on its way."""
        await self._carrier.drain()

    @property
    def unsent(self) -> int:
        """Bytes that the other side has not taken yet."""
        return self._carrier.unsent

    async def hang_up(self) -> None:
        """Close, with the last word on its way as far as the other side takes it."""
        await self.drain()
        await self.close()

    async def close(self) -> None:
        self.is_closed = True
        self._beat.cancel()
        await self._carrier.close()

    async def _say_that_one_is_there(self) -> None:
        n_taken, n_beats = 0, 0
        while True:
            await asyncio.sleep(PING_EVERY)
            unsent, before = self.unsent, n_taken
            n_taken = self._n_sent - unsent
            n_beats = n_beats + 1 if unsent and n_taken <= before else 0
            if n_beats * PING_EVERY >= UNTAKEN_FOR:
                self._cut_off()
                return
            self.send(PING)


class Knock(NamedTuple):
    """The first word of somebody at the door of a host."""

    door: Door
    message: bytes


async def knocked(carrier: Carrier, patience: float = PATIENCE) -> Knock:
    """What somebody comes for. The host answers after that: each door has a secret of its own.

    Args:
        patience: seconds for it.

    Raises:
        NotThisGame, LineLost: as ``greet``.
    """
    async with _closing(carrier, patience):
        heard = await carrier.receive()
        for door, magic in MAGICS.items():
            if heard.startswith(magic):
                return Knock(door, heard[len(magic) :])
        raise NotThisGame


async def let_in(
    secret: int,
    knock: Knock,
    carrier: Carrier,
    patience: float = PATIENCE,
    refused: Callable[[], Awaitable[None]] | None = None,
) -> Line:
    """The host's side of the handshake, after a knock.

    Args:
        patience: seconds for it.
        refused: called after a wrong word, before the carrier is closed.

    Raises:
        WrongCode, LineLost: as ``greet``.
    """
    async with _closing(carrier, patience):
        shake = Handshake("host", secret)
        carrier.send(MAGICS[knock.door] + shake.message)
        try:
            return await _sealed("host", shake.finish(knock.message), carrier)
        except WrongCode:
            if refused is not None:
                await refused()
            raise


async def greet(side: Side, secret: int, carrier: Carrier, door: Door = "seat") -> Line:
    """The handshake over a fresh carrier, which is closed if it fails.

    Args:
        secret: the code, stretched.
        door: what a guest comes for; a host that is called so has the same secret for all.

    Raises:
        WrongCode: the other side has another code.
        NotThisGame: the other side speaks something else.
        LineLost: it went, or was silent for too long.
    """
    if side == "host":
        return await let_in(secret, await knocked(carrier), carrier)
    async with _closing(carrier):
        magic, shake = MAGICS[door], Handshake(side, secret)
        carrier.send(magic + shake.message)
        heard = await carrier.receive()
        if not heard.startswith(tuple(MAGICS.values())):
            raise NotThisGame
        return await _sealed(side, shake.finish(heard[len(magic) :]), carrier)


@contextlib.asynccontextmanager
async def _closing(carrier: Carrier, patience: float = PATIENCE) -> AsyncIterator[None]:
    """What fails inside, or takes too long, closes the carrier."""
    try:
        async with asyncio.timeout(patience):
            yield
    except TimeoutError as error:
        await carrier.close()
        raise LineLost("the other side was silent for too long") from error
    except (WrongCode, NotThisGame, LineLost):
        await carrier.close()
        raise


async def _sealed(side: Side, keys: Keys, carrier: Carrier) -> Line:
    """The line, once both have proved that they have the keys."""
    await _prove(side, keys, carrier)
    to_other = keys.to_guest if side == "host" else keys.to_host
    from_other = keys.to_host if side == "host" else keys.to_guest
    seals = Seals(to_other)
    carrier.send(seals.header)
    seals.begin(await carrier.receive(), from_other)
    return Line(carrier, seals)


async def _prove(side: Side, keys: Keys, carrier: Carrier) -> None:
    """The guest proves first: a host tells nobody whether a guess was right before that."""
    if side == "guest":
        carrier.send(keys.proof_of(side))
    try:
        heard = await carrier.receive()
    except LineLost as error:
        raise WrongCode from error  # a host that hears a wrong code hangs up
    check(keys, other(side), heard)
    if side == "host":
        carrier.send(keys.proof_of(side))


async def connect(host: str, port: int, secret: int, door: Door = "seat") -> Line:
    """A guest's line to a host.

    Raises:
        LineLost: nobody answers there.
        WrongCode, NotThisGame: as ``greet``.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(host, port)
    except (OSError, TimeoutError) as error:
        raise LineLost("nobody answers at that address") from error
    return await greet("guest", secret, Stream(reader, writer), door)
