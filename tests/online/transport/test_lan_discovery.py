"""Players find tables announced on the local network; these tests stay on the loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from zeroconf import ServiceStateChange
from zeroconf.asyncio import AsyncServiceInfo

from hacktrick.online.resource_limits import MAX_DISCOVERED_NAME, MAX_DISCOVERED_TABLES
from hacktrick.online.transport.lan_discovery import (
    SERVICE_TYPE,
    DiscoveredTable,
    TableBrowser,
    # The functions that write and read announcements, tested without a network.
    _read_announcement,
    _service_info,
    announce_table,
    browse_tables,
)

LOOPBACK = ("127.0.0.1",)
KEY = f"ht-{uuid4().hex[:8]}"  # other programs on this computer may announce tables, too
TABLE = DiscoveredTable(KEY, "Ada’s table", "wits", 1, 1, "127.0.0.1", 4711)


async def wait_until_true(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.02)


def test_an_announced_table_appears_changes_and_disappears() -> None:
    changes = 0

    async def play() -> None:
        def changed() -> None:
            nonlocal changes
            changes += 1

        listening = await browse_tables(changed, LOOPBACK)

        def listed() -> list[DiscoveredTable]:
            return [table for table in listening.tables if table.key == KEY]

        announced = await announce_table(TABLE, LOOPBACK)
        await wait_until_true(lambda: listed() == [TABLE])
        full = replace(TABLE, free=0)
        await announced.update(full)
        await wait_until_true(lambda: listed() == [full])
        await announced.close()
        await wait_until_true(lambda: not listed())
        await listening.close()

    asyncio.run(play())
    assert changes >= 3


def announcement_with(**properties: str) -> AsyncServiceInfo:
    announced = {"n": "Ada", "e": "keypad", "f": "1", "v": "1", **properties}
    return AsyncServiceInfo(
        SERVICE_TYPE,
        f"x.{SERVICE_TYPE}",
        addresses=[b"\x7f\0\0\1"],
        port=7,
        properties=dict(announced),
    )


def test_an_announcement_is_read_back_as_written() -> None:
    assert (
        _read_announcement(_service_info(TABLE, f"{KEY}.{SERVICE_TYPE}"), f"{KEY}.{SERVICE_TYPE}")
        == TABLE
    )


@pytest.mark.parametrize("properties", [{"f": "many"}, {"v": ""}, {"f": "-1"}, {"f": "77"}])
def test_malformed_announcements_are_not_listed(properties: dict[str, str]) -> None:
    assert _read_announcement(announcement_with(**properties), f"x.{SERVICE_TYPE}") is None


def test_no_control_character_of_an_announced_name_reaches_the_list() -> None:
    found = _read_announcement(
        announcement_with(n="A\nB\x1b[2J\u202e\u200b" + "x" * 90), f"x.{SERVICE_TYPE}"
    )
    assert found is not None
    assert found.name == ("A B[2J" + "x" * 90)[:MAX_DISCOVERED_NAME], "a line break is a blank"


class AskedBrowser(TableBrowser):
    """A browser that counts the announcements it would query, without a network."""

    def __init__(self) -> None:
        self._found, self.n_asked = {}, 0
        self._changed = lambda: None

    async def _resolve_service(self, zeroconf: Any, service_type: str, name: str) -> None:
        self.n_asked += 1
        self._found[name] = TABLE


def test_at_most_64_announced_tables_are_listed() -> None:
    async def announce() -> tuple[int, int]:
        browser = AskedBrowser()
        zeroconf = SimpleNamespace(loop=asyncio.get_running_loop())
        for n in range(MAX_DISCOVERED_TABLES + 20):
            name = f"{n}.{SERVICE_TYPE}"
            browser._on_announcement(zeroconf, SERVICE_TYPE, name, ServiceStateChange.Added)  # type: ignore[arg-type]
            await asyncio.sleep(0)
        name = f"0.{SERVICE_TYPE}"
        browser._on_announcement(zeroconf, SERVICE_TYPE, name, ServiceStateChange.Updated)  # type: ignore[arg-type]
        await asyncio.sleep(0)
        return len(browser.tables), browser.n_asked

    assert asyncio.run(announce()) == (MAX_DISCOVERED_TABLES, MAX_DISCOVERED_TABLES + 1)
    assert MAX_DISCOVERED_TABLES == 64
