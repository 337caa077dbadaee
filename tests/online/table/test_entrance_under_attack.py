"""Callers without the access code cannot keep out those who know it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest

from hacktrick.online import resource_limits
from hacktrick.online.crypto.spake2 import WrongAccessCode
from hacktrick.online.protocol.process_messages import HostTable
from hacktrick.online.resource_limits import MAX_CALLERS, MAX_CALLERS_PER_ADDRESS
from hacktrick.online.table import admission
from hacktrick.online.table.admission import (
    Admission,
    Caller,
    Callers,
    caller_address,
    household_address,
)
from hacktrick.online.transport.secure_channel import (
    ConnectionLost,
    Entrance,
    SecureChannel,
    TcpMessageStream,
    connect_to_host,
)

T = TypeVar("T")
LOOPBACK = "127.0.0.1"
SECRET = b"s" * 32
WANTED = HostTable("keypad", {}, "Ada", is_announced=False, address=LOOPBACK)


@pytest.fixture(autouse=True)
def no_guess_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the delay of 0.1 s after each guess."""
    monkeypatch.setattr(admission, "stretch_code", word_as_number)


def word_as_number(word: bytes) -> int:
    return int.from_bytes(word, "little") + 2


def run_with_timeout(work: Callable[[], Awaitable[T]]) -> T:
    async def bounded() -> T:
        async with asyncio.timeout(60):
            return await work()

    return asyncio.run(bounded())


# Tests of callers who are refused.


def callers_from(n: int, address: str = "192.0.2.1", since: float | None = 1.0) -> list[Caller]:
    return [Caller(address, since) for _ in range(n)]


def callers_in_room(*callers: Caller) -> Callers:
    here = Callers()
    assert all(here.try_add(one) for one in callers)
    return here


def test_beyond_the_limit_of_an_address_a_caller_displaces_its_longest_silent_one() -> None:
    others, oldest = callers_from(MAX_CALLERS_PER_ADDRESS - 1, since=2.0), Caller("192.0.2.1", 1.5)
    here = callers_in_room(*others, oldest, *callers_from(10, "192.0.2.9", since=0.5))
    assert here.try_add(Caller("192.0.2.1", 3.0))
    assert oldest.is_displaced and not any(one.is_displaced for one in others)
    assert len(here) == MAX_CALLERS_PER_ADDRESS + 10


def test_a_caller_who_waits_for_an_answer_is_not_displaced() -> None:
    waiting = callers_from(MAX_CALLERS_PER_ADDRESS, since=None)
    here = callers_in_room(*waiting)
    assert not here.try_add(Caller("192.0.2.1", 3.0))
    assert here.try_add(Caller("192.0.2.2", 3.0))
    assert not any(one.is_displaced for one in waiting)


def test_beyond_the_total_limit_the_most_crowded_address_loses_a_caller() -> None:
    crowd = callers_from(MAX_CALLERS_PER_ADDRESS, "192.0.2.1", since=5.0)
    few = [Caller(f"198.51.100.{n}", 1.0) for n in range(MAX_CALLERS - len(crowd))]
    here = callers_in_room(*crowd, *few)
    assert here.try_add(Caller("203.0.113.1", 6.0))
    assert sum(one.is_displaced for one in crowd) == 1 and not any(one.is_displaced for one in few)
    assert len(here) == MAX_CALLERS


def test_a_caller_who_leaves_makes_room() -> None:
    waiting = callers_from(MAX_CALLERS_PER_ADDRESS, since=None)
    here = callers_in_room(*waiting)
    here.remove(waiting[3])
    assert here.try_add(Caller("192.0.2.1", None))
    assert not here.try_add(Caller("192.0.2.1", 3.0))


def test_all_ipv6_addresses_of_a_site_count_as_one() -> None:
    assert household_address("2001:db8:1:2::1") == household_address("2001:db8:1:2:ffff::9%eth0")
    assert household_address("2001:db8:1:2::1") != household_address("2001:db8:1:3::1")
    assert (
        household_address("::ffff:192.0.2.7")
        == household_address("192.0.2.7")
        != household_address("192.0.2.8")
    )


# Tests with real connections.


class RecordingAdmission:
    """An admission that records the entrances of the channels that it has let in."""

    def __init__(self) -> None:
        self.came: list[Entrance] = []
        self.admission = Admission(WANTED, SECRET, self._serve, lambda: None)

    async def _serve(self, channel: SecureChannel, entrance: Entrance) -> None:
        self.came.append(entrance)
        channel.send(b"welcome")
        async for _ in channel.messages():
            pass

    async def call(self, entrance: Entrance = "seat") -> SecureChannel:
        """Call at an entrance with the right secret; return the channel.

        Raises:
            ConnectionLost: the caller was not let in.
        """
        word = SECRET if entrance == "match" else self.admission.code
        way = self.admission.listeners.address
        channel = await connect_to_host(way.host, way.port, word_as_number(word), entrance)
        async for message in channel.messages():
            assert message == b"welcome"
            return channel
        raise ConnectionLost("not let in")

    async def silent(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(LOOPBACK, self.admission.listeners.address.port)


@asynccontextmanager
async def open_table() -> AsyncIterator[RecordingAdmission]:
    table = RecordingAdmission()
    await table.admission.start_listening(playing=False, should_reuse_address=False)
    try:
        yield table
    finally:
        await table.admission.listeners.close()


def test_silent_callers_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "REQUEST_SECONDS", 1000.0)

    async def work() -> None:
        async with open_table() as table:
            callers = [await table.silent() for _ in range(2 * MAX_CALLERS_PER_ADDRESS)]
            for entrance in ("seat", "gallery", "match"):
                channel = await table.call(entrance)
                await channel.close()
            assert table.came == ["seat", "gallery", "match"]
            for _, writer in callers:
                writer.close()

    run_with_timeout(work)


def test_a_silent_caller_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "REQUEST_SECONDS", 0.05)

    async def work() -> bytes:
        async with open_table() as table:
            reader, writer = await table.silent()
            heard = await reader.read()
            writer.close()
            return heard

    assert run_with_timeout(work) == b"" and resource_limits.PROOF_SECONDS < 8


def test_channels_of_one_entrance_take_no_room_at_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MAX_CHANNELS", {"seat": 1, "gallery": 1, "match": 1})

    async def work() -> None:
        async with open_table() as table:
            seat, gallery = await table.call("seat"), await table.call("gallery")
            for entrance in ("seat", "gallery"):
                with pytest.raises(ConnectionLost):
                    await table.call(entrance)
            match = await table.call("match")
            await seat.close()
            # The number of open connections has no public name.
            while table.admission._n_channels["seat"]:
                await asyncio.sleep(0.001)
            again = await table.call("seat")
            for channel in (gallery, match, again):
                await channel.close()

    run_with_timeout(work)


def test_wrong_codes_are_counted_and_the_right_one_admits(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_table() as table:
            way, code = table.admission.listeners.address, table.admission.code
            for _ in range(3 * resource_limits.WRONG_CODES_BEFORE_CHANGE):
                with pytest.raises(WrongAccessCode):
                    await connect_to_host(way.host, way.port, 1)
            assert table.admission.code == code
            await (await table.call()).close()
            # Skips the wait after a wrong code.
            table.admission._codes._wait = 0.0
            with pytest.raises(WrongAccessCode):
                await connect_to_host(way.host, way.port, 1)
            while table.admission.code == code:
                await asyncio.sleep(0.001)
            await (await table.call()).close()

    run_with_timeout(work)


def test_attempts_at_a_code_wait_for_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    n_waited = 0

    def turn() -> float:
        nonlocal n_waited
        n_waited += 1
        return 0.0

    async def work() -> None:
        async with open_table() as table:
            monkeypatch.setattr(table.admission._codes.tries, "reserve_attempt_and_get_wait", turn)
            for entrance in ("seat", "gallery", "match"):
                await (await table.call(entrance)).close()

    run_with_timeout(work)
    assert n_waited == 3


class NamedWriter:
    """The end of a connection from an address; None for one that was closed at once."""

    def __init__(self, peer: tuple[str, int] | None) -> None:
        self._peer = peer

    def get_extra_info(self, name: str) -> tuple[str, int] | None:
        return self._peer if name == "peername" else None


def test_a_caller_is_counted_under_the_address_of_the_connection() -> None:
    reader: Any = None
    ends: tuple[Any, ...] = (NamedWriter(("192.0.2.7", 4711)), NamedWriter(None))
    found = [caller_address(TcpMessageStream(reader, end)) for end in ends]
    assert found == ["192.0.2.7", ""]
