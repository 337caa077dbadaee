"""Tables at an MQTT broker, for players who cannot reach each other directly.

The broker need not be trusted: everything is encrypted (``secure_channel``), so the broker sees
only which computers are connected, and the sizes and times of messages. A table has a number, and
below that number a topic for each guest and direction. Before a host uses a number, it calls there.
If another host answers, it tries another number. paho-mqtt reads from the network in a thread,
which passes all messages to the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from functools import lru_cache
from typing import Any, Literal

from nacl.pwhash import argon2id
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.subscribeoptions import SubscribeOptions

from hacktrick.online.protocol.invitations import N_OLD_TOPICS, BrokerAddress
from hacktrick.online.protocol.process_messages import TroubleCode
from hacktrick.online.resource_limits import (
    BROKER_BYTE_BURST,
    BROKER_BYTES_PER_SECOND,
    CALL_BURST,
    CALLS_PER_SECOND,
    MAX_BROKER_PACKET_BYTES,
    MAX_ENCRYPTED_BYTES,
    MAX_QUEUED_BYTES,
    MAX_QUEUED_MESSAGES,
    MAX_UNREAD_BROKER_MESSAGES,
    MAX_UNRELEASED_MESSAGES,
    MAX_UNSENT_BROKER_BYTES,
    RateLimiter,
)
from hacktrick.online.transport.secure_channel import ConnectionLost

OLD_TOPIC_ROOT, TOPIC_ROOT = "hacktrick/1", "hacktrick/2"
SALT = b"hacktrick topic1"  # the 16-byte salt for Argon2id
GUEST_BYTES = 8  # number of bytes in a guest's random name, which is new for each connection
CALL, ANSWER, HANG_UP = b"call", b"host", b""
KEEP_ALIVE = 20  # seconds between two keep-alive messages
BROKER_TIMEOUT = 8.0  # seconds to wait for an answer from the broker
CLOSE_CHECK_INTERVAL = 0.2  # seconds between two checks whether a waiting client thread should end
# Shortest pause in seconds; without it, pauses would separate the bytes of a packet's head.
MIN_READ_PAUSE = 0.02
CALL_INTERVAL = 0.4  # seconds between two calls of a guest, until the host answers
TOPIC_PROBE_SECONDS = 0.7  # seconds of silence after which a topic counts as free
GUEST_NAME_PATTERN = re.compile(rf"[0-9a-f]{{{2 * GUEST_BYTES}}}")
AT_LEAST_ONCE = 1  # the quality of service "at least once"; a repeated message ends the channel


@lru_cache
def topic_path_of(topic: int) -> str:
    """Return the MQTT topic of a table, which reveals nothing about the access code.

    Each topic takes Argon2id a tenth of a second and 64 MiB, so that an attacker cannot find tables
    by trying numbers.
    """
    if topic < N_OLD_TOPICS:
        return f"{OLD_TOPIC_ROOT}/{topic}"
    effort, memory = argon2id.OPSLIMIT_INTERACTIVE, argon2id.MEMLIMIT_INTERACTIVE
    data = argon2id.kdf(16, topic.to_bytes(8, "big"), SALT, opslimit=effort, memlimit=memory)
    return f"{TOPIC_ROOT}/{data.hex()}"


class BrokerUnreachable(Exception):
    """Raised if no broker answers; the text is the broker's address."""

    code: TroubleCode = "NO_BROKER"


class BrokerRefused(BrokerUnreachable):
    """Raised if the broker answers but refuses the connection."""

    code: TroubleCode = "BROKER_REFUSES"


class BrokerLoginRefused(BrokerRefused):
    """Raised if the broker refuses the name or the password."""

    code: TroubleCode = "BROKER_LOGIN"


class RateLimitedClient(Client):
    """An MQTT client that limits the data that it receives and keeps from the broker."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._received = RateLimiter(BROKER_BYTES_PER_SECOND, BROKER_BYTE_BURST)

    def _sock_recv(self, bufsize: int) -> bytes:
        """Receive bytes from the broker, then wait if the broker sends too fast.

        Raises:
            ConnectionError: a packet is too large, or too many messages are announced but not
                released.
        """
        # The buffer has an incomplete WebSocket frame.
        begun = getattr(self._sock, "_readbuffer", b"")
        waiting = len(self._in_messages)
        if max(bufsize, len(begun)) > MAX_BROKER_PACKET_BYTES or waiting > MAX_UNRELEASED_MESSAGES:
            raise ConnectionError("the broker says too much")
        data = super()._sock_recv(bufsize)
        wait = self._received.take_tokens_and_get_wait(len(data))
        if wait > MIN_READ_PAUSE:
            time.sleep(wait)
        return data

    def drop_unreleased_messages(self) -> None:
        """Free the messages that the broker has announced but not released.

        The messages would otherwise stay in memory for a long time, since the client is part of a
        reference cycle.
        """
        self._in_messages.clear()


class BrokerConnection:
    """A connection to a broker, shared by all channels of a table.

    Attributes:
        lost: a future that is done once the connection has ended; there is no reconnection.
    """

    def __init__(self, broker: BrokerAddress) -> None:
        self._loop = asyncio.get_running_loop()
        self._broker = broker
        self._handler: Callable[[str, bytes], None] = lambda topic, message: None
        self._connected: asyncio.Future[None] = self._loop.create_future()
        self._subscribed: dict[int, asyncio.Future[None]] = {}
        self.lost: asyncio.Future[None] = self._loop.create_future()
        transport: Literal["websockets", "tcp"] = "websockets" if broker.uses_websocket else "tcp"
        self._client = RateLimitedClient(
            CallbackAPIVersion.VERSION2,
            transport=transport,
            protocol=MQTTProtocolVersion.MQTTv5,
            reconnect_on_failure=False,  # callers of this class reconnect by themselves
        )
        if broker.uses_websocket:
            self._client.ws_set_options(path=broker.path or "/mqtt")
        if broker.user:
            self._client.username_pw_set(broker.user, broker.password or None)
        if broker.is_encrypted:
            self._client.tls_set_context(ssl.create_default_context())
        self._client.on_socket_open = _disable_nagle
        self._client.on_connect = self._on_connect
        self._client.on_connect_fail = self._on_disconnect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_subscribe = self._on_subscribe
        self._client.on_message = self._on_message
        self._client.on_publish = self._on_publish
        # The topic and the size of each message in flight, by message ID.
        self._in_flight: dict[int, tuple[str, int]] = {}
        self._unsent: Counter[str] = Counter()
        self._unhandled = threading.Semaphore(MAX_UNREAD_BROKER_MESSAGES)
        self._is_closed = False

    async def connect(self, handler: Callable[[str, bytes], None]) -> None:
        """Connect to the broker.

        Args:
            handler: called in the event loop with the topic and the content of every message.

        Raises:
            BrokerUnreachable: the broker does not answer or refuses the connection.
        """
        self._handler = handler
        try:
            host, port = self._broker.host, self._broker.port
            self._client.connect_async(host, port, keepalive=KEEP_ALIVE)
            self._client.loop_start()
            await asyncio.wait_for(asyncio.shield(self._connected), BROKER_TIMEOUT)
        except BrokerUnreachable:
            await self.close()
            raise
        except (OSError, ValueError, TimeoutError) as error:
            await self.close()
            raise BrokerUnreachable(str(self._broker)) from error

    async def subscribe(self, topic: str) -> None:
        """Subscribe to a topic.

        Raises:
            BrokerRefused: the broker does not allow it.
            BrokerUnreachable: the connection to the broker has ended.
        """
        options = SubscribeOptions(qos=AT_LEAST_ONCE, noLocal=True)
        _result, number = self._client.subscribe(topic, options=options)
        if number is None:
            raise BrokerUnreachable(str(self._broker))
        done = self._subscribed.setdefault(number, self._loop.create_future())
        try:
            await asyncio.wait_for(done, BROKER_TIMEOUT)
        except TimeoutError as error:
            raise BrokerUnreachable(str(self._broker)) from error

    def publish(self, topic: str, message: bytes) -> None:
        """Queue a message, which the broker must not retain.

        If too many bytes are queued already, disconnect instead.
        """
        if self.lost.done():
            return
        if self._unsent.total() > MAX_UNSENT_BROKER_BYTES:
            self._mark_lost()
            return
        size = len(topic) + len(message)
        info = self._client.publish(topic, message, qos=AT_LEAST_ONCE)
        self._in_flight[info.mid] = (topic, size)
        self._unsent[topic] += size

    def unsent_bytes(self, topic: str) -> int:
        """Return the number of bytes queued for a topic that the broker has not accepted yet."""
        return self._unsent[topic]

    def set_last_will(self, topic: str, message: bytes) -> None:
        """Set the message that the broker publishes if this connection breaks.

        The method must be called before ``connect``.
        """
        self._client.will_set(topic, message, qos=AT_LEAST_ONCE)

    async def close(self) -> None:
        """Send all queued messages, then disconnect."""
        await asyncio.to_thread(self._disconnect)

    def _disconnect(self) -> None:
        self._is_closed = True
        self._client.disconnect()
        connection: Any = self._client.socket()
        if self.lost.done() and connection is not None:
            with contextlib.suppress(OSError, AttributeError):  # the broker may not be reading now
                connection.shutdown(socket.SHUT_RDWR)
        self._client.loop_stop()
        self._client.drop_unreleased_messages()

    # The following methods are called in the client's thread.

    def _call_in_event_loop(self, what: Callable[..., None], *facts: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop may have ended already
            self._loop.call_soon_threadsafe(what, *facts)

    def _on_connect(self, _client: Client, _data: Any, _flags: Any, reason: Any, _: Any) -> None:
        self._call_in_event_loop(self._resolve_future, self._connected, reason.is_failure)

    def _on_disconnect(self, *_facts: Any) -> None:
        """Tell the event loop that the connection has failed or ended."""
        self._call_in_event_loop(self._mark_lost)

    def _on_subscribe(
        self, _client: Client, _data: Any, number: int, reasons: Any, _more: Any
    ) -> None:
        refused = any(reason.is_failure for reason in reasons)
        self._call_in_event_loop(self._resolve_subscription, number, refused)

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        """Pass a message to the event loop.

        Wait while the event loop is behind, so that nothing more is read from the network.
        """
        content = bytes(message.payload)
        while len(content) <= MAX_ENCRYPTED_BYTES and not self._is_closed:
            if self._unhandled.acquire(timeout=CLOSE_CHECK_INTERVAL):
                self._call_in_event_loop(self._deliver, message.topic, content)
                return

    def _on_publish(self, _client: Client, _data: Any, number: int, *_facts: Any) -> None:
        self._call_in_event_loop(self._handle_acknowledgement, number)

    # The following methods run in the event loop.

    def _handle_acknowledgement(self, number: int) -> None:
        """Note that the broker has accepted the message with this number."""
        topic, size = self._in_flight.pop(number, ("", 0))
        self._unsent[topic] -= size
        if self._unsent[topic] <= 0:
            del self._unsent[topic]

    def _deliver(self, topic: str, content: bytes) -> None:
        self._unhandled.release()
        self._handler(topic, content)

    def _resolve_subscription(self, number: int, refused: bool) -> None:
        future = self._subscribed.setdefault(number, self._loop.create_future())
        self._resolve_future(future, refused)

    def _resolve_future(self, future: asyncio.Future[None], refused: bool) -> None:
        if future.done():
            return
        if refused:
            why = BrokerLoginRefused if self._broker.user else BrokerRefused
            future.set_exception(why(str(self._broker)))
        else:
            future.set_result(None)

    def _mark_lost(self) -> None:
        """Mark the connection as lost, and fail everything that is waiting for an answer."""
        for future in (self._connected, *self._subscribed.values()):
            if not future.done():
                future.set_exception(BrokerUnreachable(str(self._broker)))
                # Marks the exception as retrieved, so that asyncio does not log it.
                future.exception()
        self._resolve_future(self.lost, False)


def _disable_nagle(_client: Client, _data: Any, connection: Any) -> None:
    """Switch off Nagle's algorithm, which would delay frames because they are small."""
    with contextlib.suppress(AttributeError, OSError):  # not every kind of socket has this option
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class BrokerMessageStream:
    """The stream of messages between a host and one guest through a broker.

    Args:
        connection: the connection to the broker.
        topic: the topic to which this side publishes.
        on_close: called once this side has closed the stream.
    """

    def __init__(
        self, connection: BrokerConnection, topic: str, on_close: Callable[[], None]
    ) -> None:
        self._connection, self._topic, self._on_close = connection, topic, on_close
        self._heard: asyncio.Queue[bytes] = asyncio.Queue()
        self._n_waiting = 0  # number of bytes of the queued messages
        self._open = True

    def enqueue(self, message: bytes) -> None:
        """Queue a received message, or cut off the guest if too many messages are unread."""
        if not self._open:
            return
        waiting = self._n_waiting + len(message)
        if self._heard.qsize() >= MAX_QUEUED_MESSAGES or waiting > MAX_QUEUED_BYTES:
            self._heard, message = asyncio.Queue(), HANG_UP
            self._n_waiting = 0
        self._n_waiting += len(message)
        self._heard.put_nowait(message)

    def send(self, message: bytes) -> None:
        if self._open:
            self._connection.publish(self._topic, message)

    async def receive(self) -> bytes:
        if not self._open:
            raise ConnectionLost("the line is closed")
        next_one = asyncio.ensure_future(self._heard.get())
        ends: set[asyncio.Future[Any]] = {next_one, self._connection.lost}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if not next_one.done():
            next_one.cancel()
            raise ConnectionLost("the broker has gone")
        self._n_waiting = max(0, self._n_waiting - len(next_one.result()))
        if next_one.result() == HANG_UP:
            raise ConnectionLost("the other side has hung up")
        return next_one.result()

    @property
    def unsent_bytes(self) -> int:
        """The number of queued bytes that the broker has not accepted.

        Accepted bytes do not count, since the broker drops what the guest does not fetch.
        """
        return self._connection.unsent_bytes(self._topic)

    async def drain(self) -> None:
        """Do nothing: the thread of the MQTT client sends the messages."""

    async def close(self) -> None:
        if self._open:
            self.send(HANG_UP)
            self._open = False
            self._heard.put_nowait(HANG_UP)  # wakes a waiting ``receive``
            self._on_close()


class BrokerListener:
    """Answers the calls of guests at a broker.

    Attributes:
        lost: a future that is done once the connection to the broker has ended.
    """

    def __init__(self, broker: BrokerAddress) -> None:
        self._connection = BrokerConnection(broker)
        self.lost = self._connection.lost
        self._guests: dict[str, BrokerMessageStream] = {}
        self._rate = RateLimiter(CALLS_PER_SECOND, CALL_BURST)
        self._calls: asyncio.Queue[BrokerMessageStream] = asyncio.Queue(MAX_QUEUED_MESSAGES)
        self.topic, self._place = -1, ""

    async def open_at_first_free_topic(self, topics: AsyncIterator[int]) -> int:
        """Occupy the first free topic of ``topics`` and return it.

        Raises:
            BrokerUnreachable: the broker cannot be reached, or all topics are taken.
        """
        await self._connection.connect(self._handle_message)
        try:
            return await self._occupy_topic(topics)
        except BrokerUnreachable:
            await self._connection.close()
            raise

    async def _occupy_topic(self, topics: AsyncIterator[int]) -> int:
        async for topic in topics:
            if not await is_topic_taken(self._connection, topic, self._set_handler_before_topic):
                self.topic, self._place = topic, await asyncio.to_thread(topic_path_of, topic)
                await self._connection.subscribe(f"{self._place}/to-host/+")
                return topic
        raise BrokerUnreachable("every topic is taken")

    async def next_guest(self) -> BrokerMessageStream:
        """Wait for the next guest who calls; the handshake is still to come."""
        return await self._calls.get()

    async def close(self) -> None:
        for guest in list(self._guests.values()):
            await guest.close()
        await self._connection.close()

    def _set_handler_before_topic(self, handler: Callable[[str, bytes], None]) -> None:
        self._first_handler = handler

    def _handle_message(self, topic: str, message: bytes) -> None:
        name = topic.rpartition("/")[2]
        if self.topic < 0:
            self._first_handler(topic, message)
        elif message == CALL:
            if GUEST_NAME_PATTERN.fullmatch(name) and self._rate.try_take_token():
                self._answer_call(name)
        elif name in self._guests:
            self._guests[name].enqueue(message)

    def _answer_call(self, name: str) -> None:
        back = f"{self._place}/to-guest/{name}"
        self._connection.publish(back, ANSWER)
        if name not in self._guests and not self._calls.full():
            guest = BrokerMessageStream(self._connection, back, lambda: self._forget_guest(name))
            self._guests[name] = guest
            self._calls.put_nowait(guest)

    def _forget_guest(self, name: str) -> None:
        self._guests.pop(name, None)


async def is_topic_taken(
    connection: BrokerConnection,
    topic: int,
    set_handler: Callable[[Callable[[str, bytes], None]], None],
) -> bool:
    """Call at a topic; return whether another host answers.

    Args:
        set_handler: sets the function that is called with the topic and the content of each
            message.
    """
    place = await asyncio.to_thread(topic_path_of, topic)
    name = secrets.token_hex(GUEST_BYTES)
    answered = asyncio.get_running_loop().create_future()

    def handle_answer(_topic: str, message: bytes) -> None:
        if message == ANSWER and not answered.done():
            answered.set_result(None)

    set_handler(handle_answer)
    await connection.subscribe(f"{place}/to-guest/{name}")
    connection.publish(f"{place}/to-host/{name}", CALL)
    try:
        await asyncio.wait_for(answered, TOPIC_PROBE_SECONDS)
    except TimeoutError:
        return False
    connection.publish(f"{place}/to-host/{name}", HANG_UP)
    return True


async def call_host(broker: BrokerAddress, topic: int) -> BrokerMessageStream:
    """Call the host of a topic and wait for its answer; the handshake is still to come.

    Raises:
        BrokerUnreachable: the broker cannot be reached.
        ConnectionLost: no host answers at this topic.
    """
    place = await asyncio.to_thread(topic_path_of, topic)
    connection, name = BrokerConnection(broker), secrets.token_hex(GUEST_BYTES)
    there = f"{place}/to-host/{name}"
    answered = asyncio.get_running_loop().create_future()
    stream = BrokerMessageStream(connection, there, lambda: _close_in_background(connection))

    def handle_host_message(_topic: str, message: bytes) -> None:
        if not answered.done():
            answered.set_result(None)
        elif message != ANSWER:
            stream.enqueue(message)

    connection.set_last_will(there, HANG_UP)
    try:
        await connection.connect(handle_host_message)
        await connection.subscribe(f"{place}/to-guest/{name}")
        await asyncio.wait_for(_call_until_answered(answered, connection, there), BROKER_TIMEOUT)
    except TimeoutError as error:
        await connection.close()
        raise ConnectionLost("nobody answers at this topic") from error
    except (BrokerUnreachable, asyncio.CancelledError):
        await connection.close()
        raise
    return stream


async def _call_until_answered(
    answered: asyncio.Future[None], connection: BrokerConnection, topic_path: str
) -> None:
    """Repeat the call until the host answers, since the host may lose the broker for a moment.

    Args:
        answered: a future that is done when the host has answered.
        topic_path: the topic of the host.
    """
    while not answered.done():
        connection.publish(topic_path, CALL)
        await asyncio.wait([answered], timeout=CALL_INTERVAL)


_closing: set[asyncio.Future[None]] = set()


def _close_in_background(connection: BrokerConnection) -> None:
    closing = asyncio.ensure_future(connection.close())
    _closing.add(closing)
    closing.add_done_callback(_closing.discard)
