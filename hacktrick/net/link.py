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
from collections.abc import AsyncIterator

import nacl.bindings as sodium
from nacl.exceptions import CryptoError

from hacktrick.net import carrier
from hacktrick.net.carrier import Carrier, LineLost, Stream
from hacktrick.net.handshake import Handshake, Keys, Side, WrongCode, check, other

MAGIC = b"HKT1"
LARGEST = 32 * 1024  # bytes of a message
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


class Line:
    """An open line. ``messages`` ends when the line does."""

    def __init__(self, carrier: Carrier, seals: Seals) -> None:
        self._carrier, self._seals = carrier, seals
        self._beat = asyncio.ensure_future(self._say_that_one_is_there())

    def send(self, message: bytes) -> None:
        """Send soon. A line that is lost takes what is sent without a word: the reader learns.

        Raises:
            ValueError: the message is too large.
        """
        if len(message) > LARGEST:
            raise ValueError(f"a message of {len(message)} bytes")
        self._carrier.send(self._seals.seal(message))

    async def messages(self) -> AsyncIterator[bytes]:
        """What the other side says, until the line is lost or closed."""
        with contextlib.suppress(LineLost, TimeoutError):
            while True:
                async with asyncio.timeout(DEAD_AFTER):
                    message = self._seals.open(await self._carrier.receive())
                if message != PING:
                    yield message
        await self.close()

    async def drain(self) -> None:
        """Wait until what was sent is on its way."""
        await self._carrier.drain()

    async def close(self) -> None:
        self._beat.cancel()
        await self._carrier.close()

    async def _say_that_one_is_there(self) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            self.send(PING)


async def greet(side: Side, secret: int, carrier: Carrier) -> Line:
    """The handshake over a fresh carrier, which is closed if it fails.

    Args:
        secret: the code, stretched.

    Raises:
        WrongCode: the other side has another code.
        NotThisGame: the other side speaks something else.
        LineLost: it went, or was silent for too long.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            return await _greet(side, secret, carrier)
    except TimeoutError as error:
        await carrier.close()
        raise LineLost("the other side was silent for too long") from error
    except (WrongCode, NotThisGame, LineLost):
        await carrier.close()
        raise


async def _greet(side: Side, secret: int, carrier: Carrier) -> Line:
    shake = Handshake(side, secret)
    carrier.send(MAGIC + shake.message)
    heard = await carrier.receive()
    if not heard.startswith(MAGIC):
        raise NotThisGame
    keys = shake.finish(heard[len(MAGIC) :])
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
    return await greet("guest", secret, Stream(reader, writer))
