"""A sealed line between a host and one guest, over TCP.

The guest speaks first. Both exchange the messages of the handshake and prove that they have the
same keys; from then on everything is encrypted and numbered (libsodium's secretstream), each
message preceded by its length. A listener learns sizes and times.

What is carried are bytes: frames of the table, and words beside it. A line that says nothing for a
while is dead, as sleeping computers say no farewell; so both say at least every few seconds that
they are there.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import nacl.bindings as sodium
from nacl.exceptions import CryptoError

from hacktrick.net.group import SIZE
from hacktrick.net.handshake import PROOF_SIZE, Handshake, Keys, Side, WrongCode, check, other

MAGIC = b"HKT1"
LARGEST = 32 * 1024  # bytes of a message
LENGTH = 4
PATIENCE = 8.0  # seconds for the handshake
PING_EVERY, DEAD_AFTER = 5.0, 15.0  # seconds
PING = b""  # a message without content
HEADER = sodium.crypto_secretstream_xchacha20poly1305_HEADERBYTES
EXTRA = sodium.crypto_secretstream_xchacha20poly1305_ABYTES
MESSAGE = sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE


class LineLost(Exception):
    """The other side has gone, or what comes is not from it."""


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
        """What the other side sends from here on is opened with this header and key."""
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


class Line:
    """An open line. ``messages`` ends when the line does."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seals: Seals
    ) -> None:
        self._reader, self._writer, self._seals = reader, writer, seals
        self._beat = asyncio.ensure_future(self._say_that_one_is_there())

    def send(self, message: bytes) -> None:
        """Send soon. A line that is lost takes what is sent without a word: the reader learns.

        Raises:
            ValueError: the message is too large.
        """
        if len(message) > LARGEST:
            raise ValueError(f"a message of {len(message)} bytes")
        sealed = self._seals.seal(message)
        if not self._writer.is_closing():
            self._writer.write(len(sealed).to_bytes(LENGTH, "big") + sealed)

    async def messages(self) -> AsyncIterator[bytes]:
        """What the other side says, until the line is lost or closed."""
        with contextlib.suppress(LineLost, asyncio.IncompleteReadError, OSError, TimeoutError):
            while True:
                message = await self._next()
                if message != PING:
                    yield message
        await self.close()

    async def drain(self) -> None:
        """Wait until what was sent is on its way."""
        with contextlib.suppress(OSError):
            await self._writer.drain()

    async def close(self) -> None:
        self._beat.cancel()
        self._writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            await asyncio.wait_for(self._writer.wait_closed(), 1.0)

    async def _next(self) -> bytes:
        async with asyncio.timeout(DEAD_AFTER):
            size = int.from_bytes(await self._reader.readexactly(LENGTH), "big")
            if not EXTRA <= size <= LARGEST + EXTRA:
                raise LineLost("a message of a wrong size")
            return self._seals.open(await self._reader.readexactly(size))

    async def _say_that_one_is_there(self) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            self.send(PING)


async def greet(
    side: Side, secret: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> Line:
    """The handshake on a fresh connection.

    Args:
        secret: the code, stretched.

    Raises:
        WrongCode: the other side has another code.
        NotThisGame: the other side speaks something else.
        LineLost: it went, or was silent for too long.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            return await _greet(side, secret, reader, writer)
    except (asyncio.IncompleteReadError, OSError, TimeoutError) as error:
        writer.close()
        raise LineLost("the other side went during the handshake") from error
    except (WrongCode, NotThisGame, LineLost):
        writer.close()
        raise


async def _greet(
    side: Side, secret: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> Line:
    shake = Handshake(side, secret)
    writer.write(MAGIC + shake.message)
    if await reader.readexactly(len(MAGIC)) != MAGIC:
        raise NotThisGame
    keys = shake.finish(await reader.readexactly(SIZE))
    await _prove(side, keys, reader, writer)
    to_other = keys.to_guest if side == "host" else keys.to_host
    from_other = keys.to_host if side == "host" else keys.to_guest
    seals = Seals(to_other)
    writer.write(seals.header)
    seals.begin(await reader.readexactly(HEADER), from_other)
    return Line(reader, writer, seals)


async def _prove(
    side: Side, keys: Keys, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """The guest proves first: a host tells nobody whether a guess was right before that."""
    if side == "guest":
        writer.write(keys.proof_of(side))
    try:
        heard = await reader.readexactly(PROOF_SIZE)
    except (asyncio.IncompleteReadError, ConnectionError) as error:
        raise WrongCode from error  # a host that hears a wrong code hangs up
    check(keys, other(side), heard)
    if side == "host":
        writer.write(keys.proof_of(side))


async def connect(host: str, port: int, secret: int) -> Line:
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
    return await greet("guest", secret, reader, writer)
