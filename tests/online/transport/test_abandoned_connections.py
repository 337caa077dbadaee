"""A program that gives up or leaves closes its connection, even if the other side is silent."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import pytest

from hacktrick.online.protocol.invitations import BrokerAddress
from hacktrick.online.protocol.process_messages import HostTable
from hacktrick.online.table.host import TableHost
from hacktrick.online.table.participant_base import NetworkStore
from hacktrick.online.table.roster import TableSeat
from hacktrick.online.transport.mqtt_broker import call_host
from hacktrick.online.transport.secure_channel import SecureChannel, connect_to_host

LOOPBACK = "127.0.0.1"


class SilentServer:
    """A TCP server that reads everything and never answers.

    Attributes:
        called: set when somebody has sent something.
        left: set when that caller has closed the connection.
    """

    def __init__(self) -> None:
        self.called, self.left = asyncio.Event(), asyncio.Event()
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1000):
            self.called.set()
        self.left.set()
        writer.close()

    async def is_left_by(self, work: Coroutine[Any, Any, object]) -> bool:
        """Return whether ``work``, cancelled while it waits, closes its connection."""
        async with asyncio.timeout(30), asyncio.TaskGroup() as group:
            task = group.create_task(work)
            await self.called.wait()
            task.cancel()
            await self.left.wait()
        return task.cancelled()


@contextlib.asynccontextmanager
async def silent_server() -> AsyncIterator[SilentServer]:
    silent = SilentServer()
    server = await asyncio.start_server(silent.serve, LOOPBACK, 0)
    async with server:
        silent.port = server.sockets[0].getsockname()[1]
        yield silent


def test_a_guest_who_gives_up_closes_the_connection_to_the_broker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A broker that answers keeps the connection for ever.
    monkeypatch.setattr("hacktrick.online.transport.mqtt_broker.KEEP_ALIVE", 3600)

    async def give_up() -> None:
        async with silent_server() as silent:
            broker = BrokerAddress("mqtt", LOOPBACK, silent.port)
            assert await silent.is_left_by(call_host(broker, 7))

    asyncio.run(give_up())


def test_a_guest_who_gives_up_closes_the_connection_to_a_silent_host() -> None:
    async def give_up() -> None:
        async with silent_server() as silent:
            assert await silent.is_left_by(connect_to_host(LOOPBACK, silent.port, 5))

    asyncio.run(give_up())


def test_a_host_who_leaves_listens_no_more_though_a_guest_reads_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = HostTable("keypad", {}, "Ada", is_announced=False, address=LOOPBACK)

    async def never(channel: SecureChannel) -> None:
        await asyncio.Event().wait()

    async def leave() -> None:
        host = TableHost(NetworkStore.in_folder(tmp_path), command, lambda: None, None)
        await host.start_listening()
        channel = object.__new__(SecureChannel)  # not connected: only its end matters
        host.seats[1] = TableSeat("Ben", "human", bytes(32), channel=channel)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await host.close(farewell=False)
        with pytest.raises(OSError):
            await asyncio.open_connection(LOOPBACK, host.listeners.address.port)

    monkeypatch.setattr(SecureChannel, "flush_and_close", never)
    asyncio.run(leave())
