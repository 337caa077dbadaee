"""Encrypted channels between a host and a guest, over streams of whole messages such as TCP.

Both sides run the handshake and prove that they have the same keys; from then on everything is
encrypted and numbered (libsodium's secretstream). An eavesdropper learns sizes and times. A
sleeping computer does not say goodbye, so both sides send a ping every few seconds, and a silent
channel is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Literal, NamedTuple, Protocol

import nacl.bindings as sodium
from nacl.exceptions import CryptoError

from hacktrick.online.crypto.spake2 import (
    Handshake,
    HandshakeSide,
    SessionKeys,
    WrongAccessCode,
    check_key_proof,
    other_side,
)
from hacktrick.online.limits import (
    BYTE_BURST,
    BYTES_PER_SECOND,
    CLOSE_SECONDS,
    MAX_ENCRYPTED_BYTES,
    MAX_MESSAGE_BYTES,
    MAX_UNSENT_BYTES,
    MESSAGE_BURST,
    MESSAGES_PER_SECOND,
    STALL_SECONDS,
    SUSTAINED_MESSAGE_BURST,
    SUSTAINED_MESSAGES_PER_SECOND,
    RateLimiter,
)

LENGTH = 4  # bytes before each message that tell its length
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 0.8  # seconds between two tries to come back


class ConnectionLost(Exception):
    """The other side has gone, or what comes is not from it."""


class MessageStream(Protocol):
    """Bytes in, bytes out, in messages."""

    def send(self, message: bytes) -> None:
        """Send soon; nothing where the carrier is closed."""

    async def receive(self) -> bytes:
        """The next message.

        Raises:
            ConnectionLost: there will be none.
        """

    async def drain(self) -> None:
        """Wait until what was sent is on its way, but not long: the other side may not take it."""

    @property
    def unsent(self) -> int:
        """Bytes that the other side has not taken yet, as far as that is known."""

    async def close(self) -> None:
        """Nothing more is sent or received."""


class TcpMessageStream:
    """A TCP connection: each message after its length."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer

    def send(self, message: bytes) -> None:
        if not self.writer.is_closing():
            self.writer.write(len(message).to_bytes(LENGTH, "big") + message)

    async def receive(self) -> bytes:
        try:
            size = int.from_bytes(await self._reader.readexactly(LENGTH), "big")
            if size > MAX_ENCRYPTED_BYTES:
                raise ConnectionLost("a message of a wrong size")
            return await self._reader.readexactly(size)
        except (asyncio.IncompleteReadError, OSError) as error:
            raise ConnectionLost("the connection has ended") from error

    async def drain(self) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.writer.drain()

    @property
    def unsent(self) -> int:
        return self.writer.transport.get_write_buffer_size()

    async def close(self) -> None:
        self.writer.close()
        try:
            await asyncio.wait_for(self.writer.wait_closed(), CLOSE_SECONDS)
        except TimeoutError:
            self.writer.transport.abort()
        except OSError:
            pass


Entrance = Literal["seat", "match", "gallery"]
"""What somebody comes for: a seat, or to watch."""
ENTRANCE_MAGICS: Mapping[Entrance, bytes] = {"seat": b"HKT1", "match": b"HKM1", "gallery": b"HKW1"}
HANDSHAKE_SECONDS = 8.0  # seconds for the handshake
PING_EVERY, DEAD_AFTER = 5.0, 15.0  # seconds
PING = b""  # a message without content
HEADER = sodium.crypto_secretstream_xchacha20poly1305_HEADERBYTES
MESSAGE = sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE

assert (
    MAX_MESSAGE_BYTES + sodium.crypto_secretstream_xchacha20poly1305_ABYTES <= MAX_ENCRYPTED_BYTES
)


class ForeignProtocol(Exception):
    """Whoever answered does not speak this protocol."""


class ChannelCipher:
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
            ConnectionLost: that is no header.
        """
        if len(header) != HEADER:
            raise ConnectionLost("what came is no header")
        sodium.crypto_secretstream_xchacha20poly1305_init_pull(self._pull, header, key)

    def seal(self, message: bytes) -> bytes:
        return sodium.crypto_secretstream_xchacha20poly1305_push(self._push, message, tag=MESSAGE)

    def open(self, sealed: bytes) -> bytes:
        """Raises:
        ConnectionLost: not the next message of the other side.
        """
        try:
            message, _tag = sodium.crypto_secretstream_xchacha20poly1305_pull(self._pull, sealed)
        except (CryptoError, ValueError, RuntimeError) as error:
            raise ConnectionLost("what came was not sealed by the other side") from error
        return bytes(message)


class Pace:
    """How fast a line is read."""

    def __init__(self) -> None:
        self._messages = RateLimiter(MESSAGES_PER_SECOND, MESSAGE_BURST)
        self._bytes = RateLimiter(BYTES_PER_SECOND, BYTE_BURST)
        self._at_length = RateLimiter(SUSTAINED_MESSAGES_PER_SECOND, SUSTAINED_MESSAGE_BURST)

    async def wait(self, size: int) -> None:
        """After a message of ``size`` bytes, until the next one may be read; others have a turn in
        between at any rate.

        Raises:
            ConnectionLost: it has been too much for too long.
        """
        if not self._at_length.try_take():
            raise ConnectionLost("the other side says too much")
        await asyncio.sleep(max(self._messages.charge(), self._bytes.charge(size)))


class SecureChannel:
    """An open line. ``messages`` ends when the line does.

    Attributes:
        is_closed: nothing more goes to the other side.
    """

    def __init__(self, carrier: MessageStream, seals: ChannelCipher) -> None:
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
        if len(message) > MAX_MESSAGE_BYTES:
            raise ValueError(f"a message of {len(message)} bytes")
        if self.is_closed:
            return
        if self.unsent > MAX_UNSENT_BYTES:
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
        with contextlib.suppress(ConnectionLost, TimeoutError):
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
            if n_beats * PING_EVERY >= STALL_SECONDS:
                self._cut_off()
                return
            self.send(PING)


class ChannelRequest(NamedTuple):
    """The first word of somebody at the door of a host."""

    door: Entrance
    message: bytes


async def receive_request(
    carrier: MessageStream, patience: float = HANDSHAKE_SECONDS
) -> ChannelRequest:
    """What somebody comes for. The host answers after that: each door has a secret of its own.

    Args:
        patience: seconds for it.

    Raises:
        NotThisGame, LineLost: as ``open_channel``.
    """
    async with _closing(carrier, patience):
        heard = await carrier.receive()
        for door, magic in ENTRANCE_MAGICS.items():
            if heard.startswith(magic):
                return ChannelRequest(door, heard[len(magic) :])
        raise ForeignProtocol


async def accept_request(
    secret: int,
    knock: ChannelRequest,
    carrier: MessageStream,
    patience: float = HANDSHAKE_SECONDS,
    refused: Callable[[], Awaitable[None]] | None = None,
) -> SecureChannel:
    """The host's side of the handshake, after a knock.

    Args:
        patience: seconds for it.
        refused: called after a wrong word, before the carrier is closed.

    Raises:
        WrongCode, LineLost: as ``open_channel``.
    """
    async with _closing(carrier, patience):
        shake = Handshake("host", secret)
        carrier.send(ENTRANCE_MAGICS[knock.door] + shake.message)
        try:
            return await _sealed("host", shake.finish(knock.message), carrier)
        except WrongAccessCode:
            if refused is not None:
                await refused()
            raise


async def open_channel(
    side: HandshakeSide, secret: int, carrier: MessageStream, door: Entrance = "seat"
) -> SecureChannel:
    """The handshake over a fresh carrier, which is closed if it fails.

    Args:
        secret: the code, stretched.
        door: what a guest comes for; a host that is called so has the same secret for all.

    Raises:
        WrongCode: the other side has another code.
        ForeignProtocol: the other side speaks something else.
        ConnectionLost: it went, or was silent for too long.
    """
    if side == "host":
        return await accept_request(secret, await receive_request(carrier), carrier)
    async with _closing(carrier):
        magic, shake = ENTRANCE_MAGICS[door], Handshake(side, secret)
        carrier.send(magic + shake.message)
        heard = await carrier.receive()
        if not heard.startswith(tuple(ENTRANCE_MAGICS.values())):
            raise ForeignProtocol
        return await _sealed(side, shake.finish(heard[len(magic) :]), carrier)


@contextlib.asynccontextmanager
async def _closing(
    carrier: MessageStream, patience: float = HANDSHAKE_SECONDS
) -> AsyncIterator[None]:
    """What fails inside, or takes too long, closes the carrier."""
    try:
        async with asyncio.timeout(patience):
            yield
    except TimeoutError as error:
        await carrier.close()
        raise ConnectionLost("the other side was silent for too long") from error
    except (WrongAccessCode, ForeignProtocol, ConnectionLost):
        await carrier.close()
        raise


async def _sealed(side: HandshakeSide, keys: SessionKeys, carrier: MessageStream) -> SecureChannel:
    """The line, once both have proved that they have the keys."""
    await _prove(side, keys, carrier)
    to_other = keys.to_guest if side == "host" else keys.to_host
    from_other = keys.to_host if side == "host" else keys.to_guest
    seals = ChannelCipher(to_other)
    carrier.send(seals.header)
    seals.begin(await carrier.receive(), from_other)
    return SecureChannel(carrier, seals)


async def _prove(side: HandshakeSide, keys: SessionKeys, carrier: MessageStream) -> None:
    """The guest proves first: a host tells nobody whether a guess was right before that."""
    if side == "guest":
        carrier.send(keys.proof_of(side))
    try:
        heard = await carrier.receive()
    except ConnectionLost as error:
        raise WrongAccessCode from error  # a host that hears a wrong code hangs up
    check_key_proof(keys, other_side(side), heard)
    if side == "host":
        carrier.send(keys.proof_of(side))


async def connect_to_host(
    host: str, port: int, secret: int, door: Entrance = "seat"
) -> SecureChannel:
    """A guest's line to a host.

    Raises:
        ConnectionLost: nobody answers there.
        WrongCode, NotThisGame: as ``open_channel``.
    """
    try:
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            reader, writer = await asyncio.open_connection(host, port)
    except (OSError, TimeoutError) as error:
        raise ConnectionLost("nobody answers at that address") from error
    return await open_channel("guest", secret, TcpMessageStream(reader, writer), door)
