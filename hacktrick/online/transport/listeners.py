"""The ways in which guests reach a table: a port of this computer, a broker, and the local list."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib import import_module
from typing import NamedTuple

from hacktrick.online.limits import CLOSE_SECONDS, MAX_BACKLOG, READ_AHEAD_BYTES
from hacktrick.online.protocol.invitations import (
    BrokerAddress,
    BrokerInvitation,
    DirectInvitation,
    LocalInvitation,
    new_topic,
    read_broker_address,
)
from hacktrick.online.protocol.match_terms import lowest_protocol
from hacktrick.online.protocol.process_messages import HostTable
from hacktrick.online.transport import lan_discovery
from hacktrick.online.transport.mqtt_broker import BrokerListener, BrokerUnreachable
from hacktrick.online.transport.secure_channel import (
    FIRST_PAUSE,
    LONGEST_PAUSE,
    MessageStream,
    TcpMessageStream,
)

LOOPBACK = "127.0.0.1"
ELSEWHERE = ("192.0.2.1", 9)  # an address for documentation: nothing is ever sent there
TABLE_KEY_BYTES = 6
MOST_FILES = 1024  # open at once, where the system allows it: macOS begins with 256


class TableAddress(NamedTuple):
    """Where the table is, to find it again."""

    host: str = ""
    port: int = 0
    broker: str = ""
    topic: int = 0


class Listeners:
    """The ways in.

    Args:
        come: called with every carrier that somebody opens.
        changed: called when the broker is lost, and when it is there again.

    Attributes:
        cut_off: the broker is lost; it is tried again all the time.
        way: where the table is, once it is open.
        invitations: by way, as text.
    """

    def __init__(
        self,
        wanted: HostTable,
        come: Callable[[MessageStream], Awaitable[None]],
        changed: Callable[[], None],
    ) -> None:
        self._wanted, self._come, self._changed = wanted, come, changed
        self._code = b""
        self.cut_off = False
        self._server: asyncio.Server | None = None
        self._reception: BrokerListener | None = None
        self._broker: BrokerAddress | None = None
        self._announced: lan_discovery.TableAnnouncement | None = None
        self._shown: lan_discovery.DiscoveredTable | None = None
        self._key = secrets.token_hex(TABLE_KEY_BYTES)
        self._tasks: set[asyncio.Task[None]] = set()
        self._callers: set[asyncio.Task[None]] = set()
        self._listing = asyncio.Lock()
        self.way = TableAddress()
        self.invitations: tuple[tuple[str, str], ...] = ()

    def at(self, way: TableAddress) -> None:
        """The same place as before; call it before ``open``."""
        self.way = way

    async def open(self, code: bytes, again: bool) -> None:
        """Raises:
        OSError: this computer may not listen.
        NoBroker: the broker is not there.
        """
        _allow_files()
        address = self._wanted.address or local_address()
        listening = LOOPBACK if address == LOOPBACK else None
        port = self.way.port if again else 0
        try:
            self._server = await self._listen(listening, port)
        except OSError:
            if not again:
                raise
            self._server = await self._listen(listening, 0)
        port = self._server.sockets[0].getsockname()[1]
        self.way = self.way._replace(host=address, port=port)
        if self._wanted.broker:
            self._broker = read_broker_address(self._wanted.broker)
            await self._open_at_broker(self._broker, self.way.topic if again else None)
            self._keep(asyncio.ensure_future(self._stay_at_broker(self._broker)))
        self.show(code)

    async def _listen(self, address: str | None, port: int) -> asyncio.Server:
        return await asyncio.start_server(
            self._called, address, port, limit=READ_AHEAD_BYTES, backlog=MAX_BACKLOG
        )

    async def _open_at_broker(self, broker: BrokerAddress, first: int | None) -> None:
        self._reception = BrokerListener(broker)
        topic = await self._reception.open(_topics(first))
        self.way = self.way._replace(broker=broker.secret, topic=topic)

    async def _stay_at_broker(self, broker: BrokerAddress) -> None:
        """Let guests in, and come back under the same number as often as the broker is lost."""
        while True:
            assert self._reception is not None
            receiving = asyncio.ensure_future(self._receive(self._reception))
            self._keep(receiving)
            await asyncio.wait([self._reception.lost])
            receiving.cancel()
            self._tell_cut_off(True)
            await self._reception.close()
            await self._come_back(broker)
            self._tell_cut_off(False)

    async def _come_back(self, broker: BrokerAddress) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                await self._open_at_broker(broker, self.way.topic)
            except BrokerUnreachable:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                self.show(self._code)
                return

    def _tell_cut_off(self, cut_off: bool) -> None:
        self.cut_off = cut_off
        self._changed()

    async def _receive(self, reception: BrokerListener) -> None:
        while True:
            guest = await reception.next_guest()
            self._keep(asyncio.ensure_future(_awaited(self._come(guest))))

    async def _called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        caller = asyncio.current_task()
        assert caller is not None
        self._callers.add(caller)
        try:
            await self._come(TcpMessageStream(reader, writer))
        except asyncio.CancelledError:
            writer.close()  # asyncio would tell of a caller whose task does not end by itself
        finally:
            self._callers.discard(caller)

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def show(self, code: bytes) -> None:
        """The invitations with this code."""
        self._code = code
        shown = [("word", str(LocalInvitation(code))), ("direct", self._direct(code))]
        if self._broker is not None:
            shown.append(("broker", str(BrokerInvitation(self.way.topic, code, self._broker))))
        self.invitations = tuple(shown)

    def _direct(self, code: bytes) -> str:
        return str(DirectInvitation(self.way.host, self.way.port, code))

    async def announce(self, name: str, preset: str, free: int) -> None:
        """Put the table into the lists of this network as it stands now. A network that has no
        such lists is no trouble: there are other ways."""
        if not self._wanted.announced:
            return
        host, port = self.way.host, self.way.port
        protocol = lowest_protocol(self._wanted.clock, pauses=True)
        table = lan_discovery.DiscoveredTable(self._key, name, preset, free, protocol, host, port)
        if table == self._shown:
            return
        self._shown = table
        async with self._listing:
            await self._list(table)

    async def _list(self, table: lan_discovery.DiscoveredTable) -> None:
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            if self._announced is None:
                interfaces = [LOOPBACK] if table.host == LOOPBACK else None
                self._announced = await lan_discovery.announce_table(table, interfaces)
            else:
                await self._announced.change(table)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        if self._announced is not None:
            with contextlib.suppress(OSError, RuntimeError):
                await self._announced.close()
        if self._reception is not None:
            await self._reception.close()
        if self._server is not None:
            self._server.close()
        if self._callers:
            await asyncio.wait(self._callers, timeout=CLOSE_SECONDS)


def _allow_files() -> None:
    """Enough for all who may be at the doors."""
    try:
        resource = import_module("resource")
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _awaited(done: Awaitable[None]) -> None:
    await done


async def _topics(first: int | None) -> AsyncIterator[int]:
    """Topics to try: the one from before, or any."""
    if first is not None:
        yield first
    for _ in range(20):
        yield new_topic()


def local_address() -> str:
    """The address under which this network knows this computer. Choosing a way to somewhere makes
    the system say from where; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
            address = str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK
    return LOOPBACK if ipaddress.ip_address(address).is_unspecified else address
