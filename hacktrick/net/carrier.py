"""What carries messages between two computers, whole and in order: TCP, or a broker."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Protocol

LENGTH = 4  # bytes before each message that tell its length
LARGEST = 33 * 1024  # bytes of a message, its seal included
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 0.8  # seconds between two tries to come back
PATIENCE = 0.5  # seconds for the last bytes, to somebody who may not take them


class LineLost(Exception):
    """The other side has gone, or what comes is not from it."""


class Carrier(Protocol):
    """Bytes in, bytes out, in messages."""

    def send(self, message: bytes) -> None:
        """Send soon; nothing where the carrier is closed."""

    async def receive(self) -> bytes:
        """The next message.

        Raises:
            LineLost: there will be none.
        """

    async def drain(self) -> None:
        """Wait until what was sent is on its way, but not long: the other side may not take it."""

    @property
    def unsent(self) -> int:
        """Bytes that the other side has not taken yet, as far as that is known."""

    async def close(self) -> None:
        """Nothing more is sent or received."""


class Stream:
    """A TCP connection: each message after its length."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer

    def send(self, message: bytes) -> None:
        if not self.writer.is_closing():
            self.writer.write(len(message).to_bytes(LENGTH, "big") + message)

    async def receive(self) -> bytes:
        try:
            size = int.from_bytes(await self._reader.readexactly(LENGTH), "big")
            if size > LARGEST:
                raise LineLost("a message of a wrong size")
            return await self._reader.readexactly(size)
        except (asyncio.IncompleteReadError, OSError) as error:
            raise LineLost("the connection has ended") from error

    async def drain(self) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self.writer.drain()

    @property
    def unsent(self) -> int:
        return self.writer.transport.get_write_buffer_size()

    async def close(self) -> None:
        self.writer.close()
        try:
            await asyncio.wait_for(self.writer.wait_closed(), PATIENCE)
        except TimeoutError:
            self.writer.transport.abort()
        except OSError:
            pass
