"""Two computers set up a secure channel with a short code, despite wrong codes and bad lines."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hacktrick.online.crypto.curve_group import NEUTRAL_POINT, decode_point
from hacktrick.online.crypto.spake2 import (
    MASK_POINTS,
    Handshake,
    WrongAccessCode,
    check_key_proof,
    stretch_code,
)
from hacktrick.online.protocol.invitations import (
    N_OLD_TOPICS,
    NUMBER_BITS,
    SECRET_BYTES,
    BrokerAddress,
    BrokerInvitation,
    DirectInvitation,
    InvitationError,
    LocalInvitation,
    new_access_code,
    read_broker_address,
    read_invitation,
    secret_as_words,
)
from hacktrick.online.resource_limits import MAX_ENCRYPTED_BYTES, MAX_MESSAGE_BYTES
from hacktrick.online.transport.secure_channel import (
    ENTRANCE_MAGICS,
    LENGTH_BYTES,
    ChannelRequest,
    ConnectionLost,
    ForeignProtocol,
    SecureChannel,
    TcpMessageStream,
    accept_request,
    connect_to_host,
    open_channel,
)

T = TypeVar("T")
SECRET = stretch_code(b"abc")
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
secrets = st.integers(0, 2**NUMBER_BITS - 1).map(
    lambda number: number.to_bytes(SECRET_BYTES, "big")
)
KNOWN = b"\x0bcdef"


# Tests of access codes in invitations.


@given(secrets)
def test_an_access_code_is_read_however_it_is_written(secret: bytes) -> None:
    word = str(LocalInvitation(secret))
    assert read_invitation(f" {word.upper()} ") == LocalInvitation(secret)
    assert read_invitation(word.replace("-", " ")) == LocalInvitation(secret)


@given(secrets, st.integers(0, 9999) | st.integers(2**36, 2**37 - 1))
def test_a_broker_invitation_is_read_back_as_written(secret: bytes, topic: int) -> None:
    alone = BrokerInvitation(topic, secret)
    assert read_invitation(str(alone)) == alone
    # Only older programs chose topics that are short enough to be said as numbers.
    assert str(alone).startswith(f"{topic}-") == (topic < N_OLD_TOPICS)
    whole = BrokerInvitation(topic, secret, BrokerAddress("wss", "broker.example", 443, "/mqtt"))
    assert read_invitation(str(whole)) == whole


@given(st.ip_addresses(), st.integers(1, 65535), secrets)
def test_an_address_invitation_is_read_however_it_is_written(
    host: object, port: int, secret: bytes
) -> None:
    invitation = DirectInvitation(str(host), port, secret)
    text = str(invitation)
    assert read_invitation(text) == invitation
    written = text.lower().replace("-", "").replace("0", "o").replace("1", "l")
    assert read_invitation(written) == invitation


def test_an_address_of_the_usual_kind_has_twenty_letters() -> None:
    text = str(DirectInvitation("192.0.2.7", 4711, KNOWN))
    assert len(text.replace("-", "")) == 20 and text.count("-") == 4


def test_a_letter_heard_wrongly_is_found_255_times_of_256() -> None:
    text = str(DirectInvitation("192.0.2.7", 4711, KNOWN)).replace("-", "")
    found = 0
    for at, letter in enumerate(text):
        for wrong in set(LETTERS) - {letter}:
            try:
                read_invitation(text[:at] + wrong + text[at + 1 :])
            except InvitationError as error:
                found += error.fault == "WRONG_LETTER"
    assert found >= 0.98 * 20 * 31


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "EMPTY"),
        ("   ", "EMPTY"),
        ("hello there", "NOT_AN_INVITATION"),
        ("abcd-efgh-ijkl", "WRONG_LETTER"),
        ("kita-rolu", "NOT_AN_INVITATION"),
        ("kita-rolu-mapo@mqtts://x", "NOT_AN_INVITATION"),
        ("4-kita-rolu-mapo@ftp://x", "NOT_A_BROKER"),
        ("4-kita-rolu-mapo@mqtts://user:word@", "NOT_A_BROKER"),
        ("4-kita-rolu-mapo@mqtts://x:99999", "NOT_A_BROKER"),
        ("0000-0000-0000-0000-0000", "WRONG_LETTER"),
        ("x" * 5000, "NOT_AN_INVITATION"),
    ],
)
def test_a_text_that_is_no_invitation_is_refused_with_a_reason(text: str, fault: str) -> None:
    with pytest.raises(InvitationError) as caught:
        read_invitation(text)
    assert caught.value.fault == fault


def test_brokers_have_their_usual_ports() -> None:
    assert read_broker_address("broker.example") == BrokerAddress("mqtts", "broker.example", 8883)
    assert read_broker_address("mqtt://[::1]:1884") == BrokerAddress("mqtt", "::1", 1884)
    assert str(read_broker_address("mqtt://[::1]:1884")) == "mqtt://[::1]:1884"
    assert read_broker_address("wss://b.example/mqtt").is_encrypted


def test_an_access_code_is_made_of_syllables() -> None:
    assert secret_as_words(bytes(SECRET_BYTES)) == "baba-baba-baba"
    assert secret_as_words((2**NUMBER_BITS - 1).to_bytes(SECRET_BYTES, "big")) == "zuzu-zuzu-zuzu"


def test_a_new_secret_has_no_more_than_its_words_hold() -> None:
    for _ in range(200):
        assert read_invitation(str(LocalInvitation(secret := new_access_code()))).secret == secret


# Tests of the handshake.


def test_both_sides_with_the_code_get_the_same_keys() -> None:
    host, guest = Handshake("host", SECRET), Handshake("guest", SECRET)
    one, two = host.finish(guest.message), guest.finish(host.message)
    assert one == two and one.to_host != one.to_guest
    check_key_proof(one, "guest", two.proof_of_guest)
    check_key_proof(two, "host", one.proof_of_host)


def test_a_side_without_the_code_gets_other_keys_and_is_detected() -> None:
    host, guest = Handshake("host", SECRET), Handshake("guest", stretch_code(b"abd"))
    one, two = host.finish(guest.message), guest.finish(host.message)
    assert {one.to_host, one.to_guest}.isdisjoint({two.to_host, two.to_guest})
    with pytest.raises(WrongAccessCode):
        check_key_proof(one, "guest", two.proof_of_guest)


def test_a_proof_of_the_other_side_cannot_be_sent_back() -> None:
    host, guest = Handshake("host", SECRET), Handshake("guest", SECRET)
    keys = host.finish(guest.message)
    with pytest.raises(WrongAccessCode):
        check_key_proof(keys, "guest", keys.proof_of_host)


@pytest.mark.parametrize("heard", [bytes(32), NEUTRAL_POINT, b"\xff" * 32, b"short"])
def test_a_message_that_is_no_point_counts_as_a_wrong_code(heard: bytes) -> None:
    with pytest.raises(WrongAccessCode):
        Handshake("host", SECRET).finish(heard)


def test_the_masks_are_in_the_group() -> None:
    assert len({decode_point(mask) for mask in MASK_POINTS.values()}) == 2


# Tests of the encrypted line.


def run_with_timeout(work: Callable[[], Awaitable[T]]) -> T:
    async def bounded() -> T:
        async with asyncio.timeout(20):
            return await work()

    return asyncio.run(bounded())


class GreetingHost:
    """A host that listens on the loopback and greets every caller."""

    def __init__(self) -> None:
        self.line: asyncio.Future[SecureChannel] = asyncio.get_running_loop().create_future()

    async def __aenter__(self) -> GreetingHost:
        self.server = await asyncio.start_server(self._greet, "127.0.0.1", 0)
        self.port: int = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            self.line.set_result(
                await open_channel("host", SECRET, TcpMessageStream(reader, writer))
            )
        except (WrongAccessCode, ForeignProtocol, ConnectionLost) as error:
            self.line.set_exception(error)


def test_messages_arrive_whole_and_in_order_both_ways() -> None:
    messages = [bytes([n]) * (n * 137) + b"x" for n in range(60)] + [b"L" * MAX_MESSAGE_BYTES]

    async def receive_messages(line: SecureChannel) -> list[bytes]:
        heard: list[bytes] = []
        async for message in line.messages():
            heard.append(message)
            if len(heard) == len(messages):
                break
        return heard

    async def conversation() -> None:
        async with GreetingHost() as host:
            guest = await connect_to_host("127.0.0.1", host.port, SECRET)
            line = await host.line
            for message in messages:
                guest.send(message)
                line.send(message[::-1])
            assert await receive_messages(line) == messages
            assert await receive_messages(guest) == [message[::-1] for message in messages]
            await guest.close()
            await line.close()

    run_with_timeout(conversation)


def test_a_wrong_access_code_is_reported_to_both_sides() -> None:
    async def conversation() -> None:
        async with GreetingHost() as host:
            with pytest.raises(WrongAccessCode):
                await connect_to_host("127.0.0.1", host.port, stretch_code(b"wrong"))
            with pytest.raises(WrongAccessCode):
                await host.line

    run_with_timeout(conversation)


def test_a_foreign_protocol_is_recognized() -> None:
    async def conversation() -> None:
        async with GreetingHost() as host:
            _reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
            writer.write((80).to_bytes(LENGTH_BYTES, "big") + b"GET / HTTP/1.1" + bytes(66))
            with pytest.raises(ForeignProtocol):
                await host.line
            writer.close()

    run_with_timeout(conversation)


def test_an_address_without_a_host_is_a_lost_connection() -> None:
    async def conversation() -> None:
        async with GreetingHost() as host:
            port = host.port
        with pytest.raises(ConnectionLost):
            await connect_to_host("127.0.0.1", port, SECRET)

    run_with_timeout(conversation)


RUBBISH = [b"\0\0\0\x20" + bytes(32), b"\xff\xff\xff\xff", b"\0\0\0\1"]


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_an_unencrypted_message_ends_the_channel(rubbish: bytes) -> None:
    async def conversation() -> list[bytes]:
        async with GreetingHost() as host:
            guest = await connect_to_host("127.0.0.1", host.port, SECRET)
            line = await host.line
            guest.send(b"good")
            # The test bypasses the encryption.
            assert isinstance(guest._stream, TcpMessageStream)
            guest._stream.writer.write(rubbish)
            guest.send(b"never heard")
            heard = [message async for message in line.messages()]
            await guest.close()
            return heard

    assert run_with_timeout(conversation) == [b"good"]


def test_closing_a_channel_ends_it_at_the_other_side() -> None:
    async def conversation() -> list[bytes]:
        async with GreetingHost() as host:
            guest = await connect_to_host("127.0.0.1", host.port, SECRET)
            guest.send(b"bye")
            await guest.drain()
            await guest.close()
            guest.send(b"nobody hears this")
            return [message async for message in (await host.line).messages()]

    assert run_with_timeout(conversation) == [b"bye"]


def test_a_silent_channel_is_closed_and_pings_keep_it_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hacktrick.online.transport.secure_channel.PING_EVERY", 0.05)
    monkeypatch.setattr("hacktrick.online.transport.secure_channel.DEAD_AFTER", 0.5)

    async def conversation() -> bool:
        async with GreetingHost() as host:
            guest = await connect_to_host("127.0.0.1", host.port, SECRET)
            line = await host.line
            ended = asyncio.ensure_future(anext(line.messages(), b"end"))
            await asyncio.sleep(1.0)
            kept = not ended.done()
            # A guest whose program hangs.
            guest._pinging.cancel()
            assert await ended == b"end"
            await guest.close()
            return kept

    assert run_with_timeout(conversation)


def stream_of(content: bytes) -> TcpMessageStream:
    """Return a stream that has received ``content`` and stays open without further data."""
    reader = asyncio.StreamReader()
    reader.feed_data(content)
    return TcpMessageStream(reader, cast("asyncio.StreamWriter", None))


def test_a_stream_refuses_a_message_that_is_too_long_before_reading_it() -> None:
    async def conversation() -> None:
        largest = MAX_ENCRYPTED_BYTES
        whole = largest.to_bytes(LENGTH_BYTES, "big") + bytes(largest)
        assert await stream_of(whole).receive() == bytes(largest)
        for size in (largest + 1, 2**32 - 1):
            stream = stream_of(size.to_bytes(LENGTH_BYTES, "big"))
            with pytest.raises(ConnectionLost):
                async with asyncio.timeout(5):
                    await stream.receive()

    run_with_timeout(conversation)


class RecordingStream:
    """A stream that records what is sent and receives what a test provides."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.unsent_bytes, self.is_closed = 0, False

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    async def receive(self) -> bytes:
        return await self.heard.get()

    async def drain(self) -> None:
        """Return at once."""

    async def close(self) -> None:
        self.is_closed = True


@pytest.mark.parametrize("right", [True, False])
def test_a_host_proves_the_code_only_after_the_guest_has(right: bool) -> None:
    """Otherwise a caller could test guessed codes offline against the host's proof."""

    async def conversation() -> None:
        note, guest = RecordingStream(), Handshake("guest", SECRET)
        request = ChannelRequest("seat", guest.message)
        opening = asyncio.ensure_future(accept_request(SECRET, request, note))
        for _ in range(20):
            await asyncio.sleep(0)
        (answer,) = note.sent
        keys = guest.finish(answer[len(ENTRANCE_MAGICS["seat"]) :])
        note.heard.put_nowait(keys.proof_of_guest if right else bytes(32))
        for _ in range(20):
            await asyncio.sleep(0)
        if right:
            assert note.sent[1] == keys.proof_of_host
            opening.cancel()
        else:
            with pytest.raises(WrongAccessCode):
                await opening
            assert note.sent == [answer] and note.is_closed

    run_with_timeout(conversation)


def test_a_message_that_is_too_large_is_not_sent() -> None:
    async def conversation() -> None:
        async with GreetingHost() as host:
            guest = await connect_to_host("127.0.0.1", host.port, SECRET)
            with pytest.raises(ValueError):
                guest.send(bytes(MAX_MESSAGE_BYTES + 1))
            await guest.close()
            await (await host.line).close()

    run_with_timeout(conversation)
