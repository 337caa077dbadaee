"""One table of limits bounds the memory and work that a peer can cause on this computer."""

from __future__ import annotations

import asyncio
import gc
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from paho.mqtt.client import MQTTMessage
from qa import network_flood
from qa.flooding_broker import FloodingBroker

from hacktrick.game.editions import PRESETS
from hacktrick.online import resource_limits
from hacktrick.online.faults import HistoryFork, UnattributableFrame
from hacktrick.online.protocol.frame_exchange import NullFrameStore
from hacktrick.online.protocol.invitations import N_OLD_TOPICS, BrokerAddress, random_broker_topic
from hacktrick.online.protocol.match_replica import MatchReplica
from hacktrick.online.protocol.peer_messages import frame_message
from hacktrick.online.protocol.signed_frame_chain import (
    FrameChain,
    canonical_json,
    encode_base64,
    sign_frame,
)
from hacktrick.online.protocol.write_ahead_log import LogHeader, MatchLog
from hacktrick.online.table.participant_base import ActiveMatch, HistorySender
from hacktrick.online.transport import mqtt_broker, secure_channel
from hacktrick.online.transport.mqtt_broker import (
    OLD_TOPIC_ROOT,
    TOPIC_ROOT,
    BrokerConnection,
    BrokerListener,
    BrokerMessageStream,
    BrokerUnreachable,
    call_host,
    topic_path_of,
)
from hacktrick.online.transport.secure_channel import (
    ChannelCipher,
    ConnectionLost,
    ReadPacer,
    SecureChannel,
)
from tests.support.network_tables import identity_of, signing_key_of, terms_of

DOCS = Path(__file__).resolve().parents[2] / "docs" / "network.md"
ONLINE = Path(resource_limits.__file__).parent
TERMS = terms_of(PRESETS["trio"])
KIB = resource_limits.KIB


OTHER_LIMITS = {
    # Files that only this program writes.
    "MAX_FILE_BYTES",
    "MAX_KEY_FILE_BYTES",
    "MAX_KNOWN_PLAYERS_FILE_BYTES",
    # What the protocol allows, and the sum of the channels in the table.
    "MAX_NAME_LENGTH",
    "MAX_CHANNELS",
}


def limits_by_name() -> dict[str, float]:
    return {
        name: value
        for name, value in vars(resource_limits).items()
        if name.isupper() and name != "KIB"
    }


def test_the_docs_list_every_limit_with_its_value() -> None:
    rows = [line.split("|") for line in DOCS.read_text(encoding="utf-8").splitlines()]
    listed = [
        (row[1].strip(" `"), row[2].strip())
        for row in rows
        if len(row) == 5 and row[1].strip(" `").isupper()
    ]
    assert [name for name, _value in listed] == list(limits_by_name()), (
        "in the same order, none twice"
    )
    for name, text in listed:
        value = limits_by_name()[name]
        known = {f"{value:,}", f"{value:,g} s", f"{int(value) // KIB:,} KiB"}
        assert text in known, name


def test_limits_are_defined_in_one_table_only() -> None:
    """A module with its own ``MAX_…_BYTES`` would be missing from the table in the docs."""
    word = re.compile(r"^([A-Z_]+)\b.* = ", re.MULTILINE)
    for file in sorted((ONLINE / "transport").glob("*.py")) + sorted(
        (ONLINE / "table").glob("*.py")
    ):
        found = set(word.findall(file.read_text(encoding="utf-8")))
        strays = {name for name in found if name.startswith("MAX_")} - OTHER_LIMITS
        assert not strays, file.name


# Tests of a channel.


class DeafTransport:
    """A transport whose other side accepts nothing."""

    def __init__(self) -> None:
        self.unsent_bytes, self.is_closed = 0, False
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()

    def send(self, message: bytes) -> None:
        if not self.is_closed:
            self.unsent_bytes += len(message)

    async def receive(self) -> bytes:
        if self.is_closed:
            raise ConnectionLost("closed")
        return await self.heard.get()

    async def drain(self) -> None:
        """Return at once, though nothing was sent."""

    async def close(self) -> None:
        self.is_closed = True


def run_with_timeout(work: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(30):
            await work()

    asyncio.run(bounded())


def deaf_channel() -> tuple[SecureChannel, DeafTransport]:
    stream, cipher = DeafTransport(), ChannelCipher(bytes(32))
    cipher.begin_decryption(ChannelCipher(bytes(32)).header, bytes(32))
    return SecureChannel(stream, cipher), stream


def test_a_peer_that_does_not_read_is_cut_off() -> None:
    async def talk() -> None:
        line, stream = deaf_channel()
        for _ in range(1000):
            line.send(bytes(16_000))
        assert stream.unsent_bytes < resource_limits.MAX_UNSENT_BYTES + 17_000
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert line.is_closed and stream.is_closed

    run_with_timeout(talk)


def test_a_peer_that_reads_nothing_for_a_while_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secure_channel, "PING_EVERY", 0.01)
    monkeypatch.setattr(secure_channel, "STALL_SECONDS", 0.05)

    async def talk() -> None:
        line, stream = deaf_channel()
        line.send(b"hello")
        while not stream.is_closed:
            await asyncio.sleep(0.01)
        assert line.is_closed

    run_with_timeout(talk)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Replace the clock by one that advances only during ``sleep``."""
    now = [100.0]

    async def sleep(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr(resource_limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(
        "hacktrick.online.transport.secure_channel.asyncio", SimpleNamespace(sleep=sleep)
    )
    return now


def test_a_channel_is_read_no_faster_than_its_limit(clock: list[float]) -> None:
    async def read(n: int, size: int) -> float:
        pace, began = ReadPacer(), clock[0]
        for _ in range(n):
            await pace.wait_before_reading(size)
        return clock[0] - began

    assert asyncio.run(read(resource_limits.MESSAGE_BURST, 100)) == 0
    slowed = asyncio.run(read(resource_limits.MESSAGE_BURST + 100, 100))
    assert slowed == pytest.approx(100 / resource_limits.MESSAGES_PER_SECOND)
    large = resource_limits.MAX_MESSAGE_BYTES
    slowed = asyncio.run(read(resource_limits.BYTE_BURST // large + 32, large))
    assert slowed == pytest.approx(32 * large / resource_limits.BYTES_PER_SECOND)


def test_a_channel_that_floods_permanently_is_closed(clock: list[float]) -> None:
    async def read() -> None:
        pace = ReadPacer()
        for _ in range(3 * resource_limits.SUSTAINED_MESSAGE_BURST):
            await pace.wait_before_reading(0)

    with pytest.raises(ConnectionLost):
        asyncio.run(read())


# Tests of frames.


def early_frame(chain: FrameChain, ahead: int, size: int = 16_000, seat: int = 1) -> bytes:
    payload = {
        "m": encode_base64(TERMS.match_id), "n": chain.step + ahead, "p": encode_base64(bytes(32)),
        "s": seat, "k": "act", "b": {"a": "x" * (size - 300)},
    }  # fmt: skip
    return sign_frame(signing_key_of(seat), canonical_json(payload))


def test_the_bytes_of_a_seat_that_wait_for_their_step_are_bounded() -> None:
    chain = FrameChain(TERMS)
    n_kept = 0
    for ahead in range(1, resource_limits.MAX_STEPS_AHEAD):
        try:
            n_kept += chain.add_frame(early_frame(chain, ahead))
        except UnattributableFrame:
            break
    kept = sum(map(len, chain.frames_from(0)))
    assert n_kept == 4 and kept <= resource_limits.MAX_EARLY_BYTES
    assert not chain.add_frame(early_frame(chain, 1)), "what is known is no news, and no noise"
    assert chain.add_frame(early_frame(chain, 60, 400, seat=2)), "another seat has its own"


def test_a_log_with_too_many_early_frames_can_still_be_resumed() -> None:
    chain = FrameChain(TERMS)
    frames = [early_frame(chain, ahead) for ahead in range(1, 30)]
    replica = MatchReplica.resume(TERMS, identity_of(TERMS, 0), NullFrameStore(), frames)
    assert replica.verdict is None and replica.step == 0


def test_only_one_frame_of_evidence_is_kept(tmp_path: Path) -> None:
    replica = MatchReplica(TERMS, identity_of(TERMS, 0))
    seated = ActiveMatch(replica, NullFrameStore(), lambda frame, but: None, tmp_path)
    seated.advance()
    chain = replica.exchange.chain
    ours = [early_frame(chain, n, 400) for n in (2, 3)]
    for frame in ours:
        seated.receive_frame(frame, None)
    seated.fork = HistoryFork(2, 0, b"")
    for frame in (
        ours[1],
        early_frame(chain, 3, 410),
        early_frame(chain, 2, 410),
        early_frame(chain, 3, 420),
    ):
        seated.receive_evidence(frame)
    seated.receive_evidence(early_frame(chain, 50))  # the program itself never sends this
    with pytest.raises(UnattributableFrame):
        seated.receive_evidence(bytes(500))
    # What is kept of a fork that has not been resolved yet.
    assert seated._shown == (2, 1, early_frame(chain, 2, 410))
    seated.resolve_fork()
    verdict = replica.verdict
    assert verdict is not None
    assert (verdict.seat, verdict.fault, verdict.step) == (1, "TWO_TONGUES", 2)
    assert seated.proof_path, "the proof is written although no round has ended"


def test_a_frame_that_arrives_after_the_log_was_closed_is_ignored(tmp_path: Path) -> None:
    log = MatchLog.create(tmp_path / "log", LogHeader(TERMS, 0, bytes(32)))
    match = ActiveMatch(
        MatchReplica(TERMS, identity_of(TERMS, 0), log), log, lambda frame, but: None, tmp_path
    )
    match.advance()
    match.close()
    before = (tmp_path / "log").read_bytes()
    match.receive_frame(early_frame(FrameChain(TERMS), 1, 400), None)
    match.advance()
    assert (tmp_path / "log").read_bytes() == before


class RecordingChannel:
    """A channel that records what is sent on it."""

    def __init__(self) -> None:
        self.unsent_bytes, self.is_closed = 0, False
        self.sent: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.sent.append(message)


def test_history_is_sent_in_batches_as_fast_as_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hacktrick.online.table.participant_base.HISTORY_BATCH_SECONDS", 0.001)
    frames = [bytes([n]) for n in range(100)]

    async def talk() -> None:
        line_to_spectator, past, done = RecordingChannel(), HistorySender(), asyncio.Event()
        line = cast("SecureChannel", line_to_spectator)
        past.send(line, "frame", lambda: frames, done.set)
        assert len(line_to_spectator.sent) == resource_limits.HISTORY_BATCH and past.is_sending(
            line
        )
        frames.append(b"new")
        await done.wait()
        assert line_to_spectator.sent == [frame_message(frame) for frame in frames]
        assert not past.is_sending(line)
        line_to_spectator.sent, line_to_spectator.unsent_bytes = (
            [],
            resource_limits.HISTORY_PAUSE_BYTES + 1,
        )
        past.send(line, "frame", lambda: frames)
        past.send(line, "frame", lambda: frames)
        await asyncio.sleep(0.05)
        assert line_to_spectator.sent == [], "nothing, before what is on its way is taken"
        line_to_spectator.unsent_bytes = 0
        while past.is_sending(line):
            await asyncio.sleep(0.001)
        assert len(line_to_spectator.sent) == len(frames), "once, however often it was asked for"

    run_with_timeout(talk)


def test_history_requests_are_limited_and_refilled_over_time(clock: list[float]) -> None:
    past, line = HistorySender(), cast("SecureChannel", RecordingChannel())
    assert sum(past.allow_request(line) for _ in range(100)) == resource_limits.MAX_HISTORY_REQUESTS
    clock[0] += resource_limits.HISTORY_REQUEST_SECONDS
    assert [past.allow_request(line), past.allow_request(line)] == [True, False]


# Tests of a broker.


async def topics(*numbers: int) -> Any:
    for number in numbers:
        yield number


def test_a_topic_follows_from_the_invitation_and_reveals_nothing_of_it() -> None:
    topic = random_broker_topic()
    assert topic >= N_OLD_TOPICS and random_broker_topic() != topic
    place = topic_path_of(topic)
    assert place.startswith(f"{TOPIC_ROOT}/") and len(place) == len(TOPIC_ROOT) + 33
    assert place != topic_path_of(topic + 1) and str(topic) not in place
    assert topic_path_of(47) == f"{OLD_TOPIC_ROOT}/47", "of a match that an older program began"


def test_a_table_is_found_at_an_old_number_and_at_a_new_topic() -> None:
    async def talk() -> None:
        mad = FloodingBroker()
        async with await mad.start():
            broker = BrokerAddress("mqtt", "127.0.0.1", mad.port)
            for topic in (47, random_broker_topic()):
                host = BrokerListener(broker)
                assert await host.open_at_first_free_topic(topics(topic)) == topic
                stream = await call_host(broker, topic)
                caller = await host.next_guest()
                stream.send(b"hello")
                assert await caller.receive() == b"hello"
                while stream.unsent_bytes:
                    await asyncio.sleep(0.001)
                await stream.close()
                await host.close()
            assert {one.rpartition("/to-")[0] for one in mad.topics} >= {topic_path_of(topic)}

    run_with_timeout(talk)


def test_a_call_by_no_name_is_not_answered() -> None:
    async def talk() -> None:
        mad = FloodingBroker()
        async with await mad.start():
            host = BrokerListener(BrokerAddress("mqtt", "127.0.0.1", mad.port))
            await host.open_at_first_free_topic(topics(5))
            (client,) = mad.clients
            for name in ("x" * 30_000, "0123456789ABCDEF", "0123456789abcdef"):
                client.publish(f"{OLD_TOPIC_ROOT}/5/to-host/{name}", b"call")
            await host.next_guest()
            # No public name shows a guest that has not been admitted.
            assert list(host._guests) == ["0123456789abcdef"]
            await host.close()

    run_with_timeout(talk)


@pytest.mark.parametrize(
    "content",
    [
        bytes([0x32]) + b"\xff\xff\xff\x7f" + bytes(1000),
        b"".join(
            bytes([0x34, 9]) + b"\0\1x" + n.to_bytes(2, "big") + b"\0abc" for n in range(1, 200)
        ),
    ],
    ids=["a packet without end", "messages never released"],
)
def test_a_broker_that_sends_too_much_at_once_is_left(content: bytes) -> None:
    async def talk() -> None:
        mad = FloodingBroker()
        async with await mad.start():
            post = BrokerConnection(BrokerAddress("mqtt", "127.0.0.1", mad.port))
            await post.connect(lambda topic, message: None)
            mad.clients[0].send_unless_closing(content)
            await post.lost
            await post.close()

    run_with_timeout(talk)


def test_a_broker_that_sends_too_fast_is_read_more_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(mqtt_broker, "time", SimpleNamespace(sleep=waits.append))
    monkeypatch.setattr(mqtt_broker, "BROKER_BYTE_BURST", 10 * KIB)
    # So slow that the allowance hardly grows during the test.
    monkeypatch.setattr(mqtt_broker, "BROKER_BYTES_PER_SECOND", 1)
    n, size = 10, 4 * KIB

    async def talk() -> None:
        mad = FloodingBroker()
        async with await mad.start():
            heard: list[int] = []
            post = BrokerConnection(BrokerAddress("mqtt", "127.0.0.1", mad.port))
            await post.connect(lambda topic, message: heard.append(len(message)))
            for _ in range(n):
                mad.clients[0].publish("x", bytes(size))
            while len(heard) < n:
                await asyncio.sleep(0.001)
            await post.close()

    run_with_timeout(talk)
    above_burst = n * size - 10 * KIB
    assert above_burst - 60 <= max(waits) <= above_burst + KIB  # in seconds, at one byte a second


def test_unreleased_broker_messages_are_freed_with_the_connection() -> None:
    async def talk() -> None:
        mad = FloodingBroker()
        async with await mad.start():
            post = BrokerConnection(BrokerAddress("mqtt", "127.0.0.1", mad.port))
            await post.connect(lambda topic, message: None)
            for _ in range(resource_limits.MAX_UNRELEASED_MESSAGES + 10):
                mad.clients[0].publish("x", b"never released", quality=2)
            await post.lost
            await post.close()
            assert not any(isinstance(thing, MQTTMessage) for thing in gc.get_objects())

    gc.collect()  # frees messages of earlier tests
    gc.disable()
    try:
        run_with_timeout(talk)
    finally:
        gc.enable()


def test_a_broker_that_reads_nothing_is_disconnected() -> None:
    async def talk() -> None:
        mad = FloodingBroker()
        async with await mad.start():
            post = BrokerConnection(BrokerAddress("mqtt", "127.0.0.1", mad.port))
            await post.connect(lambda topic, message: None)
            mad.deaf = True
            line = BrokerMessageStream(post, "there", lambda: None)
            while not post.lost.done():
                line.send(bytes(32_000))
            assert line.unsent_bytes <= resource_limits.MAX_UNSENT_BROKER_BYTES + 2 * 32_100
            with pytest.raises((ConnectionLost, BrokerUnreachable)):
                await line.receive()
            await post.close()
            mad.deaf = False  # from Python 3.12 on the server waits for its clients

    run_with_timeout(talk)


def test_a_guest_at_a_broker_who_floods_is_cut_off_by_number_and_by_bytes() -> None:
    async def talk() -> None:
        mad = FloodingBroker()
        async with await mad.start():
            post = BrokerConnection(BrokerAddress("mqtt", "127.0.0.1", mad.port))
            large = resource_limits.MAX_MESSAGE_BYTES
            by_bytes = resource_limits.MAX_QUEUED_BYTES // large
            assert by_bytes < resource_limits.MAX_QUEUED_MESSAGES
            for n, size in ((resource_limits.MAX_QUEUED_MESSAGES, 1), (by_bytes, large)):
                for excess in (0, 1):
                    line = BrokerMessageStream(post, "there", lambda: None)
                    for _ in range(n + excess):
                        line.enqueue(bytes(size))
                    if excess:
                        with pytest.raises(ConnectionLost):
                            await line.receive()
                    else:
                        assert await line.receive() == bytes(size)
            await post.close()

    run_with_timeout(talk)


def test_a_message_of_a_broker_that_is_too_large_to_be_encrypted_is_dropped() -> None:
    async def talk() -> None:
        mad = FloodingBroker()
        async with await mad.start():
            heard: list[int] = []
            post = BrokerConnection(BrokerAddress("mqtt", "127.0.0.1", mad.port))
            await post.connect(lambda topic, message: heard.append(len(message)))
            for size in (
                resource_limits.MAX_ENCRYPTED_BYTES + 1,
                resource_limits.MAX_ENCRYPTED_BYTES,
                1,
            ):
                mad.clients[0].publish("x", bytes(size))
            while 1 not in heard:
                await asyncio.sleep(0.001)
            assert heard == [resource_limits.MAX_ENCRYPTED_BYTES, 1]
            await post.close()

    run_with_timeout(talk)


# Tests of floods of messages.


@pytest.mark.slow
@pytest.mark.parametrize("who", ["guest", "broker"])
def test_a_flood_takes_no_memory_and_the_match_goes_on(
    who: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["unread: frames ahead", "unread: show", "at", "much noise", "words never released"]
    status = network_flood.main(["--untimed", "--seconds", "2", "--from", who, "--word", *words])
    assert status == 0, capsys.readouterr().out
