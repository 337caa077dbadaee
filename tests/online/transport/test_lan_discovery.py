"""Tables on this network are found by those who look, on the loopback alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from zeroconf.asyncio import AsyncServiceInfo

from hacktrick.online.transport.lan_discovery import (
    KIND,
    LONGEST,
    DiscoveredTable,
    _info,
    _table,
    announce_table,
    browse_tables,
)

LOOPBACK = ("127.0.0.1",)
TABLE = DiscoveredTable("ht-1", "Ada’s table", "wits", 1, 1, "127.0.0.1", 4711)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.02)


def test_a_table_comes_into_the_list_changes_and_goes() -> None:
    async def play() -> list[tuple[DiscoveredTable, ...]]:
        seen: list[tuple[DiscoveredTable, ...]] = []
        listening = await browse_tables(lambda: seen.append(listening.tables), LOOPBACK)
        announced = await announce_table(TABLE, LOOPBACK)
        await until(lambda: listening.tables == (TABLE,))
        full = replace(TABLE, free=0)
        await announced.change(full)
        await until(lambda: listening.tables == (full,))
        await announced.close()
        await until(lambda: listening.tables == ())
        await listening.close()
        return seen

    seen = asyncio.run(play())
    assert (TABLE,) in seen and seen[-1] == ()


def announced_with(**properties: str) -> AsyncServiceInfo:
    said = {"n": "Ada", "e": "keypad", "f": "1", "v": "1", **properties}
    return AsyncServiceInfo(
        KIND, f"x.{KIND}", addresses=[b"\x7f\0\0\1"], port=7, properties=dict(said)
    )


def test_what_is_announced_is_read_as_it_was_said() -> None:
    assert _table(_info(TABLE, f"ht-1.{KIND}"), f"ht-1.{KIND}") == TABLE


@pytest.mark.parametrize("properties", [{"f": "many"}, {"v": ""}, {"f": "-1"}, {"f": "77"}])
def test_what_cannot_be_understood_is_not_in_the_list(properties: dict[str, str]) -> None:
    assert _table(announced_with(**properties), f"x.{KIND}") is None


def test_a_name_cannot_break_the_list() -> None:
    found = _table(announced_with(n="A\nB\x1b[2J" + "x" * 90), f"x.{KIND}")
    assert found is not None and found.name.startswith("AB[2J") and len(found.name) <= LONGEST
    assert found.name.isprintable()
