"""The ways to reach a hosted table: a TCP port, a broker, and announcements on the LAN."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib import import_module
from typing import NamedTuple

from hacktrick.online.protocol.invitations import (
    BrokerAddress,
    BrokerInvitation,
    DirectInvitation,
    LocalInvitation,
    random_broker_topic,
    read_broker_address,
)
from hacktrick.online.protocol.match_terms import lowest_protocol_with
from hacktrick.online.protocol.process_messages import HostTable
from hacktrick.online.resource_limits import CLOSE_SECONDS, MAX_BACKLOG, READ_AHEAD_BYTES
from hacktrick.online.transport import lan_discovery
from hacktrick.online.transport.mqtt_broker import BrokerListener, BrokerUnreachable
from hacktrick.online.transport.secure_channel import (
    FIRST_RETRY_SECONDS,
    MAX_RETRY_SECONDS,
    MessageStream,
    TcpMessageStream,
)

LOOPBACK = "127.0.0.1"
# An address reserved for documentation, to which nothing is sent.
OUTSIDE_ADDRESS = ("192.0.2.1", 9)
TABLE_KEY_BYTES = 6
# The number of open files to allow, if the system permits; macOS starts with 256.
WANTED_OPEN_FILES = 1024


class TableAddress(NamedTuple):
    """Where guests find a hosted table again: at a host and port, and at a topic of a broker."""

    host: str = ""
    port: int = 0
    broker: str = ""
    topic: int = 0


class Listeners:
    """Listens for the guests of one table.

    Args:
        handle_stream: called with the stream of each new caller, which it serves.
        changed: called when the connection to the broker is lost and when it is restored.

    Attributes:
        is_broker_lost: whether the broker cannot be reached at present; attempts go on.
        address: the addresses of the table, valid after ``start_listening``.
        invitations: the invitations as text, by kind: ``word``, ``direct``, ``broker``.
    """

    def __init__(
        self,
        command: HostTable,
        handle_stream: Callable[[MessageStream], Awaitable[None]],
        changed: Callable[[], None],
    ) -> None:
        self._command, self._handle_stream, self._changed = command, handle_stream, changed
        self._code = b""
        self.is_broker_lost = False
        self._server: asyncio.Server | None = None
        self._broker_listener: BrokerListener | None = None
        self._broker: BrokerAddress | None = None
        self._announced: lan_discovery.TableAnnouncement | None = None
        self._shown: lan_discovery.DiscoveredTable | None = None
        self._key = secrets.token_hex(TABLE_KEY_BYTES)
        self._tasks: set[asyncio.Task[None]] = set()
        self._callers: set[asyncio.Task[None]] = set()
        self._listing = asyncio.Lock()
        self.address = TableAddress()
        self.invitations: tuple[tuple[str, str], ...] = ()

    def reuse_address(self, address: TableAddress) -> None:
        """Reuse the address of an earlier process; must be called before ``start_listening``."""
        self.address = address

    async def start_listening(self, code: bytes, should_reuse_address: bool) -> None:
        """Listen for callers.

        Args:
            should_reuse_address: whether to reuse the port and the topic of an earlier process.

        Raises:
            OSError: this computer may not listen.
            BrokerUnreachable: the broker does not answer.
        """
        _raise_open_file_limit()
        address = self._command.address or local_address()
        listening = LOOPBACK if address == LOOPBACK else None
        port = self.address.port if should_reuse_address else _unused_port()
        try:
            self._server = await self._listen_at(listening, port)
        except OSError:  # another program uses the port, perhaps only for IPv6
            self._server = await self._listen_at(listening, _unused_port())
        port = self._server.sockets[0].getsockname()[1]
        self.address = self.address._replace(host=address, port=port)
        if self._command.broker:
            self._broker = read_broker_address(self._command.broker)
            await self._open_at_broker(
                self._broker, self.address.topic if should_reuse_address else None
            )
            self._track_task(asyncio.ensure_future(self._stay_at_broker(self._broker)))
        self.set_code(code)

    async def _listen_at(self, address: str | None, port: int) -> asyncio.Server:
        return await asyncio.start_server(
            self._serve_caller, address, port, limit=READ_AHEAD_BYTES, backlog=MAX_BACKLOG
        )

    async def _open_at_broker(self, broker: BrokerAddress, first: int | None) -> None:
        self._broker_listener = BrokerListener(broker)
        topic = await self._broker_listener.open_at_first_free_topic(_candidate_topics(first))
        self.address = self.address._replace(broker=broker.text_with_login, topic=topic)

    async def _stay_at_broker(self, broker: BrokerAddress) -> None:
        """Serve guests at the broker; after a loss, reconnect and use the same topic again."""
        while True:
            assert self._broker_listener is not None
            receiving = asyncio.ensure_future(self._receive_from_broker(self._broker_listener))
            self._track_task(receiving)
            await asyncio.wait([self._broker_listener.lost])
            receiving.cancel()
            self._set_broker_lost(True)
            await self._broker_listener.close()
            await self._return_to_broker(broker)
            self._set_broker_lost(False)

    async def _return_to_broker(self, broker: BrokerAddress) -> None:
        pause = FIRST_RETRY_SECONDS
        while True:
            try:
                await self._open_at_broker(broker, self.address.topic)
            except BrokerUnreachable:
                await asyncio.sleep(pause)
                pause = min(2 * pause, MAX_RETRY_SECONDS)
            else:
                self.set_code(self._code)
                return

    def _set_broker_lost(self, cut_off: bool) -> None:
        self.is_broker_lost = cut_off
        self._changed()

    async def _receive_from_broker(self, reception: BrokerListener) -> None:
        while True:
            guest = await reception.next_guest()
            self._track_task(asyncio.ensure_future(_as_coroutine(self._handle_stream(guest))))

    async def _serve_caller(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        caller = asyncio.current_task()
        assert caller is not None
        self._callers.add(caller)
        try:
            await self._handle_stream(TcpMessageStream(reader, writer))
        except asyncio.CancelledError:
            writer.close()  # without this, asyncio would log the cancellation of the caller's task
        finally:
            self._callers.discard(caller)

    def _track_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def set_code(self, code: bytes) -> None:
        """Update the invitations to a new access code."""
        self._code = code
        shown = [("word", str(LocalInvitation(code))), ("direct", self._direct_invitation(code))]
        if self._broker is not None:
            shown.append(("broker", str(BrokerInvitation(self.address.topic, code, self._broker))))
        self.invitations = tuple(shown)

    def _direct_invitation(self, code: bytes) -> str:
        return str(DirectInvitation(self.address.host, self.address.port, code))

    async def announce_on_local_network(self, name: str, preset: str, free: int) -> None:
        """Announce the current state of the table on the local network.

        A network without multicast is not an error, since guests can use the other invitations.

        Args:
            free: the number of free seats.
        """
        if not self._command.is_announced:
            return
        host, port = self.address.host, self.address.port
        protocol = lowest_protocol_with(self._command.clock, pauses=True)
        table = lan_discovery.DiscoveredTable(self._key, name, preset, free, protocol, host, port)
        if table == self._shown:
            return
        self._shown = table
        async with self._listing:
            await self._announce_table(table)

    async def _announce_table(self, table: lan_discovery.DiscoveredTable) -> None:
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            if self._announced is None:
                interfaces = [LOOPBACK] if table.host == LOOPBACK else None
                self._announced = await lan_discovery.announce_table(table, interfaces)
            else:
                await self._announced.update(table)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        if self._announced is not None:
            with contextlib.suppress(OSError, RuntimeError):
                await self._announced.close()
        if self._broker_listener is not None:
            await self._broker_listener.close()
        if self._callers:
            await asyncio.wait(self._callers, timeout=CLOSE_SECONDS)


def _raise_open_file_limit() -> None:
    """Raise the limit of open files, so that there are enough sockets for all callers."""
    try:
        resource = import_module("resource")
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_OPEN_FILES if hard == resource.RLIM_INFINITY else min(WANTED_OPEN_FILES, hard)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _as_coroutine(done: Awaitable[None]) -> None:
    await done


async def _candidate_topics(first: int | None) -> AsyncIterator[int]:
    """Yield the topics to try: first the topic of the last connection, then random topics."""
    if first is not None:
        yield first
    for _ in range(20):
        yield random_broker_topic()


def _unused_port() -> int:
    """Return a port that is free for IPv4.

    Asyncio must not choose the port (port 0), since it would choose different ports for IPv4 and
    IPv6, and an invitation names only one port.
    """
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


def local_address() -> str:
    """Return the address of this computer in its network, or the loopback without a network.

    The system chooses the address when a UDP socket is connected, which sends nothing.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE_ADDRESS)
            address = str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK
    return LOOPBACK if ipaddress.ip_address(address).is_unspecified else address
