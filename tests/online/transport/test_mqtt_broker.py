"""Online tables work through a real MQTT broker, a Mosquitto on the loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from hacktrick.online.crypto.spake2 import WrongAccessCode, stretch_code
from hacktrick.online.protocol.invitations import BrokerAddress
from hacktrick.online.resource_limits import MAX_MESSAGE_BYTES
from hacktrick.online.transport.mqtt_broker import (
    BrokerListener,
    BrokerRefused,
    BrokerUnreachable,
    call_host,
)
from hacktrick.online.transport.secure_channel import ConnectionLost, SecureChannel, open_channel
from tests.support import network_processes as crowd
from tests.support.mosquitto import NOBODY, Mosquitto, free_port, running_mosquitto

pytestmark = pytest.mark.slow  # needs Mosquitto, which .ci/run installs

T = TypeVar("T")
SECRET = stretch_code(b"abc")


@pytest.fixture(scope="module")
def running_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    with running_mosquitto(tmp_path_factory.mktemp("broker")) as one:
        yield one


@pytest.fixture(autouse=True)
def longer_handshake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow more time for a handshake, which is slow on a busy machine."""
    monkeypatch.setattr("hacktrick.online.transport.mqtt_broker.BROKER_TIMEOUT", 60.0)
    monkeypatch.setattr("hacktrick.online.transport.secure_channel.HANDSHAKE_SECONDS", 60.0)


@pytest.fixture
def broker(running_broker: Mosquitto) -> BrokerAddress:
    return running_broker.broker


def run_with_timeout(work: Callable[[], Awaitable[T]]) -> T:
    async def bounded() -> T:
        async with asyncio.timeout(150):
            return await work()

    return asyncio.run(bounded())


async def async_topics(*topics: int) -> AsyncIterator[int]:
    for topic in topics:
        yield topic


async def connect_host_and_guest(
    broker: BrokerAddress, topic: int
) -> tuple[BrokerListener, SecureChannel, SecureChannel]:
    host = BrokerListener(broker)
    assert await host.open_at_first_free_topic(async_topics(topic)) == topic
    stream = await call_host(broker, topic)
    caller = await host.next_guest()
    at_host, guest = await asyncio.gather(
        open_channel("host", SECRET, caller), open_channel("guest", SECRET, stream)
    )
    return host, at_host, guest


async def receive_messages(line: SecureChannel, n: int) -> list[bytes]:
    heard: list[bytes] = []
    async for message in line.messages():
        heard.append(message)
        if len(heard) == n:
            break
    return heard


def test_messages_arrive_whole_and_in_order_both_ways(broker: BrokerAddress) -> None:
    messages = [bytes([n]) * (n * 211) + b"x" for n in range(80)] + [b"L" * MAX_MESSAGE_BYTES]

    async def conversation() -> None:
        host, at_host, guest = await connect_host_and_guest(broker, 7)
        for message in messages:
            guest.send(message)
            at_host.send(message[::-1])
        assert await receive_messages(at_host, len(messages)) == messages
        assert await receive_messages(guest, len(messages)) == [
            message[::-1] for message in messages
        ]
        await guest.close()
        await host.close()

    run_with_timeout(conversation)


def test_a_taken_topic_is_left_to_its_host(broker: BrokerAddress) -> None:
    async def conversation() -> None:
        one, two = BrokerListener(broker), BrokerListener(broker)
        assert await one.open_at_first_free_topic(async_topics(11)) == 11
        assert await two.open_at_first_free_topic(async_topics(11, 12)) == 12
        await one.close()
        await two.close()

    run_with_timeout(conversation)


def test_a_wrong_access_code_is_reported_to_both_sides(broker: BrokerAddress) -> None:
    async def conversation() -> None:
        host = BrokerListener(broker)
        await host.open_at_first_free_topic(async_topics(21))
        stream = await call_host(broker, 21)
        caller = await host.next_guest()
        results = await asyncio.gather(
            open_channel("host", SECRET, caller),
            open_channel("guest", stretch_code(b"wrong"), stream),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [WrongAccessCode, WrongAccessCode]
        await host.close()

    run_with_timeout(conversation)


def test_a_topic_without_a_host_is_a_lost_connection(
    broker: BrokerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hacktrick.online.transport.mqtt_broker.BROKER_TIMEOUT", 1.0)
    with pytest.raises(ConnectionLost):
        run_with_timeout(lambda: call_host(broker, 31))


def test_no_broker_at_an_address_says_so_at_once() -> None:
    async def conversation() -> None:
        async with asyncio.timeout(3.0):
            with pytest.raises(BrokerUnreachable) as raised:
                await call_host(BrokerAddress("mqtt", "127.0.0.1", free_port()), 1)
        assert not isinstance(raised.value, BrokerRefused)

    run_with_timeout(conversation)


def test_a_broker_that_refuses_access_is_reported(tmp_path: Path) -> None:
    with running_mosquitto(tmp_path, NOBODY) as one:
        broker = one.broker
        with pytest.raises(BrokerRefused, match=f"mqtt://127.0.0.1:{broker.port}"):
            run_with_timeout(lambda: call_host(broker, 1))


def test_messages_arrive_over_a_websocket_too(running_broker: Mosquitto) -> None:
    async def conversation() -> None:
        host, at_host, guest = await connect_host_and_guest(running_broker.by_websocket, 61)
        guest.send(b"hello")
        assert await receive_messages(at_host, 1) == [b"hello"]
        await guest.close()
        await host.close()

    run_with_timeout(conversation)


def test_a_match_goes_on_after_the_broker_was_gone(tmp_path: Path) -> None:
    people = crowd.make_players(tmp_path, 2, seed=3)
    try:
        with running_mosquitto(tmp_path) as one:
            crowd.sit_down(people, "keypad", "broker", str(one.broker))
            crowd.play_match(people, lambda: sum(player.n_acts for player in people) > 3)
            one.stop()
            crowd.wait_until(
                people, lambda: all(x.state.is_broker_lost for x in people), "a lost broker"
            )
            one.start()
            crowd.wait_until(people, lambda: all(map(is_complete_table, people)), "all back")
            crowd.play_match(people)
        assert len({x.table.record.as_text() for x in people if x.table}) == 1
    finally:
        crowd.close_players(people)


def is_complete_table(player: crowd.NetworkPlayer) -> bool:
    state = player.state
    return not state.is_broker_lost and all(one and one.presence == "here" for one in state.players)


def test_a_guest_who_hangs_up_ends_the_line_of_the_host(broker: BrokerAddress) -> None:
    async def conversation() -> list[bytes]:
        host, at_host, guest = await connect_host_and_guest(broker, 41)
        guest.send(b"bye")
        await guest.close()
        heard = [message async for message in at_host.messages()]
        await host.close()
        return heard

    assert run_with_timeout(conversation) == [b"bye"]


def test_the_broker_sees_no_plain_text(broker: BrokerAddress) -> None:
    seen: list[bytes] = []

    async def conversation() -> None:
        listener = BrokerListener(broker)
        # Listens to the broker as a stranger would.
        await listener._connection.connect(lambda topic, message: seen.append(message))
        await listener._connection.subscribe("hacktrick/#")
        host, at_host, guest = await connect_host_and_guest(broker, 51)
        guest.send(b"a secret of mine" * 10)
        assert await receive_messages(at_host, 1) == [b"a secret of mine" * 10]
        await asyncio.sleep(0.2)
        await guest.close()
        await host.close()
        await listener.close()

    run_with_timeout(conversation)
    assert len(seen) > 6 and not any(b"secret" in message for message in seen)
