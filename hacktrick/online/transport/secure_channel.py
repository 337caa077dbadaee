"""Encrypted channels between a host and a guest, over streams of whole messages such as TCP.

Both sides run the handshake and prove that they have the same keys. From then on every message is
encrypted and numbered (libsodium's secretstream), so that an eavesdropper learns only sizes and
times. Both sides send a ping every few seconds and close a silent channel, since a computer that
goes to sleep does not say goodbye.
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
from hacktrick.online.resource_limits import (
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

LENGTH_BYTES = 4  # number of bytes for the length before each message
# Shortest and longest time in seconds between two attempts to reconnect.
FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.1, 0.8


class ConnectionLost(Exception):
    """Raised if the connection has ended, or if a message was forged or altered."""


class MessageStream(Protocol):
    """Carries whole messages of bytes in both directions."""

    def send(self, message: bytes) -> None:
        """Queue a message; do nothing if the stream is closed."""

    async def receive(self) -> bytes:
        """Wait for the next message.

        Raises:
            ConnectionLost: there will be no further message.
        """

    async def drain(self) -> None:
        """Wait until queued messages are on their way, but only for a limited time."""

    @property
    def unsent_bytes(self) -> int:
        """The number of queued bytes that the other side is not known to have received."""

    async def close(self) -> None:
        """Close the stream in both directions."""


class TcpMessageStream:
    """A stream of messages over TCP, each preceded by its length."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer

    def send(self, message: bytes) -> None:
        if not self.writer.is_closing():
            self.writer.write(len(message).to_bytes(LENGTH_BYTES, "big") + message)

    async def receive(self) -> bytes:
        try:
            size = int.from_bytes(await self._reader.readexactly(LENGTH_BYTES), "big")
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
    def unsent_bytes(self) -> int:
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
"""The entrances of a table: to play, to return to a match, or to watch."""
ENTRANCE_MAGICS: Mapping[Entrance, bytes] = {"seat": b"HKT1", "match": b"HKM1", "gallery": b"HKW1"}
HANDSHAKE_SECONDS = 8.0
# Seconds between pings, and seconds of silence before the channel is closed.
PING_EVERY, DEAD_AFTER = 5.0, 15.0
PING = b""  # a ping is an empty message
HEADER_BYTES = sodium.crypto_secretstream_xchacha20poly1305_HEADERBYTES
MESSAGE_TAG = sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE

assert (
    MAX_MESSAGE_BYTES + sodium.crypto_secretstream_xchacha20poly1305_ABYTES <= MAX_ENCRYPTED_BYTES
)


class ForeignProtocol(Exception):
    """Raised if the other side does not speak this protocol."""


class ChannelCipher:
    """Encrypts and decrypts the two directions of a channel after the handshake.

    Args:
        key: the 32-byte key for messages that this side sends.

    Attributes:
        header: the header of this side's stream, which the other side needs for decryption.
    """

    def __init__(self, key: bytes) -> None:
        self._push = sodium.crypto_secretstream_xchacha20poly1305_state()
        self._pull = sodium.crypto_secretstream_xchacha20poly1305_state()
        self.header = sodium.crypto_secretstream_xchacha20poly1305_init_push(self._push, key)

    def begin_decryption(self, header: bytes, key: bytes) -> None:
        """Start to decrypt the other side's messages with its header and key.

        Raises:
            ConnectionLost: ``header`` is not a valid header.
        """
        if len(header) != HEADER_BYTES:
            raise ConnectionLost("what came is no header")
        sodium.crypto_secretstream_xchacha20poly1305_init_pull(self._pull, header, key)

    def encrypt(self, message: bytes) -> bytes:
        return sodium.crypto_secretstream_xchacha20poly1305_push(
            self._push, message, tag=MESSAGE_TAG
        )

    def decrypt(self, sealed: bytes) -> bytes:
        """Decrypt the next message.

        Raises:
            ConnectionLost: ``sealed`` is not the next message of the other side.
        """
        try:
            message, _tag = sodium.crypto_secretstream_xchacha20poly1305_pull(self._pull, sealed)
        except (CryptoError, ValueError, RuntimeError) as error:
            raise ConnectionLost("what came was not sealed by the other side") from error
        return bytes(message)


class ReadPacer:
    """Limits how fast a channel is read."""

    def __init__(self) -> None:
        self._messages = RateLimiter(MESSAGES_PER_SECOND, MESSAGE_BURST)
        self._bytes = RateLimiter(BYTES_PER_SECOND, BYTE_BURST)
        self._at_length = RateLimiter(SUSTAINED_MESSAGES_PER_SECOND, SUSTAINED_MESSAGE_BURST)

    async def wait_before_reading(self, size: int) -> None:
        """Wait after a message of ``size`` bytes until the next message may be read.

        Other tasks can run in the meantime, even without a delay.

        Raises:
            ConnectionLost: the other side has sent too much for too long.
        """
        if not self._at_length.try_take_token():
            raise ConnectionLost("the other side says too much")
        await asyncio.sleep(
            max(
                self._messages.take_tokens_and_get_wait(),
                self._bytes.take_tokens_and_get_wait(size),
            )
        )


class SecureChannel:
    """An encrypted channel between a host and a guest.

    Attributes:
        is_closed: whether the channel has stopped sending.
    """

    def __init__(self, stream: MessageStream, cipher: ChannelCipher) -> None:
        self._stream, self._cipher = stream, cipher
        self._pinging = asyncio.ensure_future(self._send_pings())
        self._closing: asyncio.Future[None] | None = None
        self.is_closed = False
        self._n_sent = 0

    def send(self, message: bytes) -> None:
        """Queue a message; close the channel if the other side has not read for too long.

        A lost channel drops the message silently, since the reader of the channel reports the loss.

        Raises:
            ValueError: the message is too large.
        """
        if len(message) > MAX_MESSAGE_BYTES:
            raise ValueError(f"a message of {len(message)} bytes")
        if self.is_closed:
            return
        if self.unsent_bytes > MAX_UNSENT_BYTES:
            self._close_to_slow_reader()
            return
        sealed = self._cipher.encrypt(message)
        self._n_sent += len(sealed)
        self._stream.send(sealed)

    def _close_to_slow_reader(self) -> None:
        self.is_closed = True
        self._closing = asyncio.ensure_future(self.close())

    async def messages(self) -> AsyncIterator[bytes]:
        """Yield the messages of the other side, at a limited rate, until the channel ends."""
        pace = ReadPacer()
        with contextlib.suppress(ConnectionLost, TimeoutError):
            while not self.is_closed:
                async with asyncio.timeout(DEAD_AFTER):
                    message = self._cipher.decrypt(await self._stream.receive())
                if message != PING:
                    yield message
                await pace.wait_before_reading(len(message))
        await self.close()

    async def drain(self) -> None:
        """Wait until queued messages are on their way, but only for a limited time."""
        await self._stream.drain()

    @property
    def unsent_bytes(self) -> int:
        """The number of queued bytes that the other side has not received yet."""
        return self._stream.unsent_bytes

    async def flush_and_close(self) -> None:
        """Send the queued messages while the other side reads them, then close the channel."""
        await self.drain()
        await self.close()

    async def close(self) -> None:
        self.is_closed = True
        self._pinging.cancel()
        await self._stream.close()

    async def _send_pings(self) -> None:
        n_taken, n_beats = 0, 0
        while True:
            await asyncio.sleep(PING_EVERY)
            unsent, before = self.unsent_bytes, n_taken
            n_taken = self._n_sent - unsent
            n_beats = n_beats + 1 if unsent and n_taken <= before else 0
            if n_beats * PING_EVERY >= STALL_SECONDS:
                self._close_to_slow_reader()
                return
            self.send(PING)


class ChannelRequest(NamedTuple):
    """The first message that a caller sends to a host."""

    entrance: Entrance
    message: bytes


async def receive_request(
    stream: MessageStream, patience: float = HANDSHAKE_SECONDS
) -> ChannelRequest:
    """Receive the first message of a caller, which names the entrance and so its secret.

    Args:
        patience: seconds until a slow caller is cut off.

    Raises:
        ForeignProtocol, ConnectionLost: as ``open_channel``.
    """
    async with _closing_on_failure(stream, patience):
        heard = await stream.receive()
        for entrance, magic in ENTRANCE_MAGICS.items():
            if heard.startswith(magic):
                return ChannelRequest(entrance, heard[len(magic) :])
        raise ForeignProtocol


async def accept_request(
    secret: int,
    request: ChannelRequest,
    stream: MessageStream,
    patience: float = HANDSHAKE_SECONDS,
    refused: Callable[[], Awaitable[None]] | None = None,
) -> SecureChannel:
    """Run the host's side of the handshake, after the caller's request.

    Args:
        secret: the stretched secret of the entrance.
        patience: seconds until a slow caller is cut off.
        refused: called after a wrong code, before the stream is closed.

    Raises:
        WrongAccessCode, ConnectionLost: as ``open_channel``.
    """
    async with _closing_on_failure(stream, patience):
        shake = Handshake("host", secret)
        stream.send(ENTRANCE_MAGICS[request.entrance] + shake.message)
        try:
            return await _establish_channel("host", shake.finish(request.message), stream)
        except WrongAccessCode:
            if refused is not None:
                await refused()
            raise


async def open_channel(
    side: HandshakeSide, secret: int, stream: MessageStream, entrance: Entrance = "seat"
) -> SecureChannel:
    """Run the handshake over a new stream; close the stream if the handshake fails.

    Args:
        side: the role of this side, host or guest.
        secret: the stretched access code or secret.
        entrance: the entrance that a guest asks for; a host uses the same secret for all entrances.

    Raises:
        WrongAccessCode: the other side has another secret.
        ForeignProtocol: the other side speaks another protocol.
        ConnectionLost: the other side has ended the connection or was silent for too long.
    """
    if side == "host":
        return await accept_request(secret, await receive_request(stream), stream)
    async with _closing_on_failure(stream):
        magic, shake = ENTRANCE_MAGICS[entrance], Handshake(side, secret)
        stream.send(magic + shake.message)
        heard = await stream.receive()
        if not heard.startswith(tuple(ENTRANCE_MAGICS.values())):
            raise ForeignProtocol
        return await _establish_channel(side, shake.finish(heard[len(magic) :]), stream)


@contextlib.asynccontextmanager
async def _closing_on_failure(
    stream: MessageStream, patience: float = HANDSHAKE_SECONDS
) -> AsyncIterator[None]:
    """Close the stream if the body fails, is cancelled, or takes more than ``patience`` seconds."""
    try:
        async with asyncio.timeout(patience):
            yield
    except TimeoutError as error:
        await stream.close()
        raise ConnectionLost("the other side was silent for too long") from error
    except (WrongAccessCode, ForeignProtocol, ConnectionLost, asyncio.CancelledError):
        await stream.close()
        raise


async def _establish_channel(
    side: HandshakeSide, keys: SessionKeys, stream: MessageStream
) -> SecureChannel:
    """Exchange proofs of the session keys; return the encrypted channel."""
    await _exchange_key_proofs(side, keys, stream)
    to_other = keys.to_guest if side == "host" else keys.to_host
    from_other = keys.to_host if side == "host" else keys.to_guest
    cipher = ChannelCipher(to_other)
    stream.send(cipher.header)
    cipher.begin_decryption(await stream.receive(), from_other)
    return SecureChannel(stream, cipher)


async def _exchange_key_proofs(
    side: HandshakeSide, keys: SessionKeys, stream: MessageStream
) -> None:
    """Exchange proofs of the session keys.

    The guest proves first, so that a host never reveals anything to a guest who only guesses.

    Raises:
        WrongAccessCode: the other side has other keys.
    """
    if side == "guest":
        stream.send(keys.proof_of(side))
    try:
        heard = await stream.receive()
    except ConnectionLost as error:
        raise WrongAccessCode from error  # a host reports a wrong code by closing the stream
    check_key_proof(keys, other_side(side), heard)
    if side == "host":
        stream.send(keys.proof_of(side))


async def connect_to_host(
    host: str, port: int, secret: int, entrance: Entrance = "seat"
) -> SecureChannel:
    """Connect a guest to a host over TCP.

    Raises:
        ConnectionLost: no host answers there.
        WrongAccessCode, ForeignProtocol: as ``open_channel``.
    """
    try:
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            reader, writer = await asyncio.open_connection(host, port)
    except (OSError, TimeoutError) as error:
        raise ConnectionLost("nobody answers at that address") from error
    return await open_channel("guest", secret, TcpMessageStream(reader, writer), entrance)
