"""An MQTT 5 broker on the loopback that can attack its clients with floods.

Shared by `network_flood` and the tests. It implements just enough of the protocol to deliver what
clients publish to subscribers; on request it also sends one kind of message over and over.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection

LOOPBACK = "127.0.0.1"
CONNECT, PUBLISH, PUBACK, SUBSCRIBE, PINGREQ, DISCONNECT = 1, 3, 4, 8, 12, 14
MAX_OWN_UNSENT = 1024 * 1024
AT_ONCE = 100


class BrokerClient:
    """A client's connection, as the broker sees it.

    Attributes:
        filters: the topics to which the client has subscribed; "a/+" matches "a/b".
    """

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self.filters: list[str] = []
        self._number = 0

    def is_subscribed_to(self, topic: str) -> bool:
        return any(
            topic == one or (one.endswith("/+") and topic.rpartition("/")[0] == one[:-2])
            for one in self.filters
        )

    def publish(self, topic: str, message: bytes, quality: int = 1) -> None:
        """Deliver a message on a topic, with an MQTT quality of service."""
        self._number = self._number % 65_535 + 1
        name = topic.encode()
        content = len(name).to_bytes(2, "big") + name + self._number.to_bytes(2, "big")
        self.send_unless_closing(
            mqtt_packet(PUBLISH << 4 | quality << 1, content + b"\0" + message)
        )

    def send_unless_closing(self, data: bytes) -> None:
        if not self.writer.is_closing():
            self.writer.write(data)

    @property
    def n_unsent_bytes(self) -> int:
        return self.writer.transport.get_write_buffer_size()


def mqtt_packet(head: int, content: bytes) -> bytes:
    """Return an MQTT packet with its fixed header."""
    return bytes([head]) + encode_size(len(content)) + content


def encode_size(size: int) -> bytes:
    """Return a size as MQTT's variable byte integer."""
    data = b""
    while True:
        size, digit = divmod(size, 128)
        data += bytes([digit | (0x80 if size else 0)])
        if not size:
            return data


async def read_packet(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Read a packet, and return its first byte and the content after its size."""
    head, size, shift = (await reader.readexactly(1))[0], 0, 0
    while True:
        byte = (await reader.readexactly(1))[0]
        size |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return head, await reader.readexactly(size)


class FloodingBroker:
    """A broker that can flood its clients.

    Attributes:
        topics: the topics on which something was published.
        deaf: set while the broker must not read from its clients.
    """

    def __init__(self) -> None:
        self.clients: list[BrokerClient] = []
        self.topics: dict[str, None] = {}
        self.port = 0
        self.deaf = False

    async def start(self) -> asyncio.Server:
        """Listen on a free port of the loopback, and return the server."""
        server = await asyncio.start_server(self._accept, LOOPBACK, 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def serve_and_flood_on_request(self, pipe: Connection) -> None:
        """Run the broker in its process until killed.

        The broker sends its address through the pipe. For each pair received, which consists of a
        key of ``BROKER_WORDS`` and a number of seconds, the broker floods its clients and sends
        back the number of messages.
        """
        async with await self.start():
            pipe.send(f"mqtt://{LOOPBACK}:{self.port}")
            while True:
                while not pipe.poll():
                    await asyncio.sleep(0.005)
                word, seconds = pipe.recv()
                pipe.send(await self.flood_all_clients(word, time.monotonic() + seconds))

    async def flood_all_clients(self, message_kind: str, end: float) -> int:
        """Flood all clients with one kind of message.

        Args:
            message_kind: a key of ``BROKER_WORDS``, which names the kind.
            end: the time at which to stop.

        Returns:
            The number of messages sent.
        """
        n = 0
        self.deaf = message_kind == "unread"
        while time.monotonic() < end:
            for client in list(self.clients):
                packets = BROKER_WORDS[message_kind](self, client)
                for _, message in zip(range(AT_ONCE), packets, strict=False):
                    if client.n_unsent_bytes > MAX_OWN_UNSENT:
                        break
                    client.send_unless_closing(message)
                    n += 1
            await asyncio.sleep(0.002)
        self.deaf = False
        return n

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = BrokerClient(writer)
        self.clients.append(client)
        try:
            while True:
                head, content = await read_packet(reader)
                while self.deaf:
                    await asyncio.sleep(0.01)
                if head >> 4 == DISCONNECT:
                    break
                self._answer_packet(client, head, content)
        except (asyncio.IncompleteReadError, OSError):
            pass
        finally:
            self.clients.remove(client)
            with contextlib.suppress(OSError):
                writer.close()

    def _answer_packet(self, client: BrokerClient, head: int, content: bytes) -> None:
        kind = head >> 4
        if kind == CONNECT:
            client.send_unless_closing(mqtt_packet(0x20, b"\0\0\0"))
        elif kind == SUBSCRIBE:
            size = int.from_bytes(content[3:5], "big")
            client.filters.append(content[5 : 5 + size].decode())
            client.send_unless_closing(mqtt_packet(0x90, content[:2] + b"\0" + b"\1"))
        elif kind == PINGREQ:
            client.send_unless_closing(mqtt_packet(0xD0, b""))
        elif kind == PUBLISH:
            size = int.from_bytes(content[:2], "big")
            topic, rest = content[2 : 2 + size].decode(), content[2 + size :]
            client.send_unless_closing(mqtt_packet(PUBACK << 4, rest[:2]))
            self.topics.setdefault(topic)
            for other in self.clients:
                if other is not client and other.is_subscribed_to(topic):
                    other.publish(topic, rest[3:])


def _publication_flood(
    content: Callable[[], bytes], quality: int = 1
) -> Callable[..., Iterator[bytes]]:
    """Return a flood that publishes messages on the topics to which a client has subscribed.

    Args:
        content: returns the next message.
        quality: the quality of service (QoS) of MQTT.
    """

    def says(broker: FloodingBroker, client: BrokerClient) -> Iterator[bytes]:
        topics = [one for one in broker.topics if client.is_subscribed_to(one)]
        while topics:
            for topic in topics[-4:]:
                client.publish(topic, content(), quality)
                yield b""
        return

    return says


def _call_flood(content: bytes, size: int) -> Callable[..., Iterator[bytes]]:
    """Return a flood of calls, each from a new caller."""

    def says(broker: FloodingBroker, client: BrokerClient) -> Iterator[bytes]:
        doors = [one[:-1] for one in client.filters if one.endswith("/+")]
        while doors:
            client.publish(doors[0] + os.urandom(size).hex(), content)
            yield b""

    return says


def _endless_packet(broker: FloodingBroker, client: BrokerClient) -> Iterator[bytes]:
    """Yield the parts of a packet that never ends."""
    yield bytes([PUBLISH << 4 | 2]) + b"\xff\xff\xff\x7f"
    while True:
        yield bytes(60_000)


def _no_messages(broker: FloodingBroker, client: BrokerClient) -> Iterator[bytes]:
    return iter(())


def _endless_control_packets(broker: FloodingBroker, client: BrokerClient) -> Iterator[bytes]:
    while True:
        yield mqtt_packet(0xD0, b"")
        yield mqtt_packet(PUBACK << 4, b"\xff\xfe")
        yield mqtt_packet(0x90, b"\xff\xfe\0\1")


BROKER_WORDS: dict[str, Callable[[FloodingBroker, BrokerClient], Iterator[bytes]]] = {
    "calls": _call_flood(b"call", 8),
    "calls of long names": _call_flood(b"call", 20_000),
    "answers": _publication_flood(lambda: b"host"),
    "calls on a line": _publication_flood(lambda: b"call"),
    "hangs up": _publication_flood(lambda: b""),
    "noise": _publication_flood(lambda: os.urandom(300)),
    "much noise": _publication_flood(lambda: os.urandom(33_000)),
    "too much noise": _publication_flood(lambda: os.urandom(200_000)),
    "words never released": _publication_flood(lambda: os.urandom(33_000), 2),
    "a packet without end": _endless_packet,
    "packets of the protocol": _endless_control_packets,
    "unread": _no_messages,
}
"""Name -> what the broker sends to each client. In an ``unread`` flood it reads nothing."""
