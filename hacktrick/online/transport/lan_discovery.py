"""Announces and finds tables on the local network by DNS-SD (RFC 6763) over mDNS (RFC 6762).

A host announces the table's name, edition, free seats and address, but never the access code. A
guest listens only while the list of tables is open.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from hacktrick.game.json_validation import displayable_name
from hacktrick.game.state import MAX_SEATS
from hacktrick.online.resource_limits import MAX_DISCOVERED_NAME, MAX_DISCOVERED_TABLES

SERVICE_TYPE = "_hacktrick._tcp.local."
LOOKUP_TIMEOUT_MS = 3000

Interfaces = Sequence[str]


@dataclass(frozen=True, slots=True)
class DiscoveredTable:
    """A table as its host announces it; nothing about it is verified before a guest joins.

    Attributes:
        key: identifies the table, whatever its name.
        free: the number of free seats.
        protocol: the protocol version of the host.
    """

    key: str
    name: str
    preset: str
    free: int
    protocol: int
    host: str
    port: int


class TableAnnouncement:
    """An announcement on the local network, which lasts until ``close``."""

    def __init__(self, responder: AsyncZeroconf, info: AsyncServiceInfo) -> None:
        self._mdns_responder, self._service_info = responder, info

    async def update(self, table: DiscoveredTable) -> None:
        """Announce a new state of the table."""
        self._service_info = _service_info(table, self._service_info.name)
        await (await self._mdns_responder.async_update_service(self._service_info))

    async def close(self) -> None:
        await (await self._mdns_responder.async_unregister_service(self._service_info))
        await self._mdns_responder.async_close()


async def announce_table(
    table: DiscoveredTable, interfaces: Interfaces | None = None
) -> TableAnnouncement:
    """Announce a table on the local network.

    Args:
        interfaces: this computer's addresses to announce from; None for all.

    Raises:
        OSError: this computer has no network.
    """
    responder = _mdns_responder(interfaces)
    info = _service_info(table, f"{table.key}.{SERVICE_TYPE}")
    await (await responder.async_register_service(info))
    return TableAnnouncement(responder, info)


class TableBrowser:
    """Collects announced tables until ``close``."""

    def __init__(self, responder: AsyncZeroconf, changed: Callable[[], None]) -> None:
        self._mdns_responder, self._changed = responder, changed
        self._found: dict[str, DiscoveredTable] = {}
        self._browser = AsyncServiceBrowser(
            responder.zeroconf, [SERVICE_TYPE], handlers=[self._on_announcement]
        )

    @property
    def tables(self) -> tuple[DiscoveredTable, ...]:
        """The tables found, sorted by name."""
        return tuple(sorted(self._found.values(), key=lambda one: (one.name.casefold(), one.key)))

    async def close(self) -> None:
        await self._browser.async_cancel()
        await self._mdns_responder.async_close()

    def _on_announcement(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            self._found.pop(name, None)
            self._changed()
            return
        loop = zeroconf.loop
        if loop is not None and (name in self._found or len(self._found) < MAX_DISCOVERED_TABLES):
            loop.create_task(self._resolve_service(zeroconf, service_type, name))

    async def _resolve_service(self, zeroconf: Zeroconf, service_type: str, name: str) -> None:
        info = AsyncServiceInfo(service_type, name)
        if not await info.async_request(zeroconf, LOOKUP_TIMEOUT_MS):
            return
        table = _read_announcement(info, name)
        if table is not None:
            self._found[name] = table
            self._changed()


async def browse_tables(
    changed: Callable[[], None], interfaces: Interfaces | None = None
) -> TableBrowser:
    """Listen for tables on the local network.

    Args:
        changed: called whenever the tables change.
        interfaces: this computer's addresses to listen on; None for all.

    Raises:
        OSError: this computer has no network.
    """
    return TableBrowser(_mdns_responder(interfaces), changed)


def _mdns_responder(interfaces: Interfaces | None) -> AsyncZeroconf:
    if interfaces is None:
        return AsyncZeroconf()
    return AsyncZeroconf(interfaces=list(interfaces), ip_version=IPVersion.V4Only)


def _service_info(table: DiscoveredTable, name: str) -> AsyncServiceInfo:
    properties = {"n": table.name[:MAX_DISCOVERED_NAME], "e": table.preset, "f": str(table.free)}
    return AsyncServiceInfo(
        SERVICE_TYPE,
        name,
        addresses=[ipaddress.ip_address(table.host).packed],
        port=table.port,
        properties={**properties, "v": str(table.protocol)},
        server=f"{table.key}.local.",
    )


def _read_announcement(info: AsyncServiceInfo, name: str) -> DiscoveredTable | None:
    """Read an announcement; return None if it is malformed."""
    properties = {key.decode("ascii", "replace"): value for key, value in info.properties.items()}
    texts = {key: (value or b"").decode("utf-8", "replace") for key, value in properties.items()}
    addresses = info.parsed_addresses(IPVersion.V4Only) or info.parsed_addresses()
    try:
        free, protocol = int(texts["f"]), int(texts["v"])
        if not 0 <= free < MAX_SEATS:
            return None
        shown = displayable_name(texts["n"], MAX_DISCOVERED_NAME)
        key = name.removesuffix(f".{SERVICE_TYPE}")
        return DiscoveredTable(
            key,
            shown,
            displayable_name(texts["e"], MAX_DISCOVERED_NAME),
            free,
            protocol,
            addresses[0],
            info.port or 0,
        )
    except (KeyError, ValueError, IndexError):
        return None
