"""A guest who reports ready several times joins exactly the match that was agreed on."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from nacl.signing import SigningKey

from hacktrick.game.editions import rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.online.protocol.match_terms import (
    NONCE_SIZE,
    PROTOCOL_WITH_PAUSES,
    MatchTerms,
    rules_hash,
)
from hacktrick.online.protocol.peer_messages import (
    MalformedMessage,
    PeerMessage,
    fields_message,
    read_message,
)
from hacktrick.online.protocol.process_messages import HostTable, Presence
from hacktrick.online.resource_limits import CHAT_BURST, MAX_DROPPED_CHAT_LINES
from hacktrick.online.table.guest import JoinRefused, TableGuest
from hacktrick.online.table.host import TableHost
from hacktrick.online.table.participant_base import (
    HELLO_TAG,
    SPECTATOR_SEAT,
    NetworkStore,
    pause_wish_message,
    read_chat,
)
from hacktrick.online.table.roster import (
    GuestConnection,
    LobbyTerms,
    TableSeat,
    TableSeats,
    lobby_message_maker,
    read_table_players,
)
from hacktrick.online.table.saved_tables import RejoinInfo
from hacktrick.online.table.spectators import SpectatorGallery
from hacktrick.online.transport.mqtt_broker import BrokerUnreachable
from hacktrick.online.transport.secure_channel import SecureChannel
from tests.support.network_tables import signing_key_of
from tests.support.pausing_tables import dealt_table, send_pause_request, waiting_peers


class RecordingChannel:
    """A channel that records the nonces of the messages "ready" sent on it."""

    def __init__(self) -> None:
        self.nonces: list[bytes] = []

    def send(self, message: bytes) -> None:
        fields = read_message(message).fields
        if fields is not None and fields.what == "ready":
            self.nonces.append(fields.bytes_field("nonce", NONCE_SIZE))


def guest_in_a_lobby(folder: Path) -> tuple[Any, RecordingChannel]:
    guest: Any = TableGuest(
        NetworkStore.in_folder(folder), "Ben", "human", [], b"abc", lambda: None
    )
    # A guest without a network: its parts are set, and its messages handed to it.
    guest._addresses = [RejoinInfo(False, "Ben", bytes(32), "127.0.0.1", 1)]
    guest._host, guest.preset, guest._secret = (host_key(), b""), "keypad", bytes(32)
    # What the guest sends is recorded, so that a test can read it.
    guest._channel = channel = RecordingChannel()
    # Hands a message over without a network.
    guest._receive_lobby(lobby(guest))
    return guest, channel


def lobby(guest: Any, **changes: Any) -> Any:
    """Return the host's list of players; ``changes`` alter Ada's fields."""
    ada = {"name": "Ada", "player": "human", "key": host_key().hex(), "ready": False}
    ben = {"name": "Ben", "player": "human", "key": guest.key.hex(), "ready": False}
    sitters = [{**one, "presence": "here"} for one in ({**ada, **changes}, ben)]
    return read_message(fields_message("lobby", seat=1, sitters=sitters, watchers=[])).fields


def host_key() -> bytes:
    return bytes(signing_key_of(0).verify_key)


def terms(guest: Any, nonce: bytes, of_host: bytes = bytes(NONCE_SIZE)) -> Any:
    """Return the terms of the match as the host states them, with the nonces of both."""
    return terms_message(match_terms(guest, nonce, of_host))


def match_terms(guest: Any, nonce: bytes, of_host: bytes = bytes(NONCE_SIZE)) -> MatchTerms:
    rules, seats = rules_for("keypad"), (SeatInfo("Ada", "human"), SeatInfo("Ben", "human"))
    return MatchTerms(rules, seats, (host_key(), guest.key), (of_host, nonce))


def terms_message(agreed: MatchTerms, watched: bool = False) -> Any:
    return read_message(fields_message("terms", text=agreed.as_text(), watched=watched)).fields


def test_terms_lost_with_the_channel_hold_when_the_guest_is_ready_again(
    tmp_path: Path,
) -> None:
    guest, channel = guest_in_a_lobby(tmp_path)
    guest.set_ready(True)
    guest.set_ready(False)
    guest.set_ready(True)
    # Hands a message over without a network.
    guest._receive_terms(channel, terms(guest, channel.nonces[0]))
    assert guest.match_stage == "playing"
    guest.match.close()


def test_no_second_match_begins_with_the_same_nonce(tmp_path: Path) -> None:
    guest, channel = guest_in_a_lobby(tmp_path)
    guest.set_ready(True)
    guest._receive_terms(channel, terms(guest, channel.nonces[0]))
    guest.match.close()
    guest.match = None  # the match is over and was removed
    guest.set_ready(True)
    assert channel.nonces[-1] != channel.nonces[0]
    with pytest.raises(MalformedMessage):
        guest._receive_terms(channel, terms(guest, channel.nonces[0], b"1" * NONCE_SIZE))


@pytest.mark.parametrize("is_over", [True, False])
def test_a_rematch_deletes_what_was_saved_of_a_match_that_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_over: bool
) -> None:
    """Otherwise the finished match could still be chosen to be continued."""
    guest, channel = guest_in_a_lobby(tmp_path)
    guest.set_ready(True)
    guest._receive_terms(channel, terms(guest, channel.nonces[0]))
    first = guest.match.match_id
    guest.begin_match(
        match_terms(guest, b"1" * NONCE_SIZE), 1, guest._addresses[0], lambda frame: None
    )
    assert first in saved_matches(guest), "an unfinished match stays saved"
    monkeypatch.setattr(type(guest.match), "is_over", is_over)
    second = guest.match.match_id
    guest.begin_match(
        match_terms(guest, b"2" * NONCE_SIZE), 1, guest._addresses[0], lambda frame: None
    )
    assert (second in saved_matches(guest)) is not is_over
    assert guest.match.match_id in saved_matches(guest)
    guest.match.close()


def saved_matches(guest: Any) -> list[str]:
    return [one.match for one in guest.store.saved_tables.list_resumable()]


# Tests of the host.


class HostChannel(RecordingChannel):
    """The host's channel to a guest."""

    unsent, is_closed = 0, False

    async def flush_and_close(self) -> None:
        """Called when the host says goodbye."""


def host_with_a_guest(folder: Path) -> tuple[Any, TableSeat]:
    wanted = HostTable("keypad", {}, "Ada", is_announced=False, address="127.0.0.1")
    host: Any = TableHost(NetworkStore.in_folder(folder), wanted, lambda: None, None)
    guest = TableSeat("Ben", "human", bytes(signing_key_of(1).verify_key))
    guest.channel = cast("SecureChannel", HostChannel())
    host.seats[1] = guest
    # The host without a network.
    host._shown = host._lobby_terms()
    return host, guest


def test_each_computer_knows_its_own_seat_and_whom_it_has_met(tmp_path: Path) -> None:
    store = NetworkStore.in_folder(tmp_path / "guest")
    store.keyring.remember_players({host_key().hex(): "Ada"})
    guest, _channel = guest_in_a_lobby(tmp_path / "guest")
    host, _seat = host_with_a_guest(tmp_path / "host")
    assert [one.is_own for one in guest.players] == [False, True]
    assert [(one.name, one.is_own) for one in host.players] == [("Ada", True), ("Ben", False)]
    met = guest.describe_player("Anna", "human", host_key(), True, "lost")
    assert (met.name, met.known_as, bool(met.first_met)) == ("Anna", "Ada", True)
    assert (met.is_own, met.is_ready, met.presence) == (False, True, "lost")
    watching = [guest.describe_spectator("Cleo", key) for key in (guest.key, host_key())]
    assert [(one.is_own, one.known_as) for one in watching] == [(True, ""), (False, "Ada")]


@pytest.mark.parametrize(
    ("stage", "before", "after"),
    [("lobby", "here", None), ("playing", "here", "lost"), ("playing", "left", "left")],
)
def test_a_guest_whose_channel_closes_leaves_the_lobby_but_keeps_a_seat_in_a_match(
    tmp_path: Path,
    stage: str,
    before: Presence,
    after: Presence | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host, seat = host_with_a_guest(tmp_path)
    started: list[object] = []
    monkeypatch.setattr(TableHost, "match_stage", stage)
    monkeypatch.setattr(TableHost, "_start_task", lambda _host, task: started.append(task.close()))
    seat.presence, seat.is_ready = before, True
    old = cast("SecureChannel", HostChannel())
    # A channel that the guest has replaced by another, and one of somebody without a seat.
    for place in (seat, None):
        host._handle_disconnect(GuestConnection(old, b"", "seat", seat=place))
    assert host.seats[1] is seat and seat.is_ready and not started
    assert seat.channel is not None
    host._handle_disconnect(GuestConnection(seat.channel, b"", "seat", seat=seat))
    assert (seat.channel, seat.is_ready, len(started)) == (None, False, 1)
    assert (host.seats[1] and host.seats[1].presence) == after


@pytest.mark.parametrize("stage", ["lobby", "playing"])
def test_during_a_match_only_players_with_a_seat_are_admitted(
    tmp_path: Path, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = host_with_a_guest(tmp_path)
    monkeypatch.setattr(TableHost, "match_stage", stage)
    stranger = bytes(signing_key_of(2).verify_key)
    # What the host answers to the key of a caller.
    answers = [host._refusal_of_key(key) for key in (guest.key, stranger, host.key)]
    assert answers == [None, "PLAYING" if stage == "playing" else None, "SAME_KEY"]
    # A player whom the host has sent away.
    host._removed_keys[stranger] = None
    assert host._refusal_of_key(stranger) == "SENT_AWAY"


@pytest.mark.parametrize(
    ("stage", "is_forked", "is_asked", "more"),
    [
        ("playing", False, False, ["terms", "at"]),
        ("playing", False, True, ["terms", "at"]),
        ("playing", True, False, ["terms", "at"]),
        ("playing", True, True, ["terms", "at", "show"]),
        ("over", True, True, []),
        ("lobby", None, True, []),
    ],
)
def test_a_player_who_comes_back_is_sent_the_running_match(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    stage: str,
    is_forked: bool | None,
    is_asked: bool,
    more: list[str],
) -> None:
    """Evidence is asked for only while a fork is open, and only from a player who was asked."""
    host, place = host_with_a_guest(tmp_path)
    place.is_asked_for_evidence, place.channel = is_asked, None
    agreed = match_terms(SimpleNamespace(key=place.key), bytes(NONCE_SIZE))
    if is_forked is not None:
        replica = SimpleNamespace(terms=agreed)
        host.match = SimpleNamespace(replica=replica, has_unresolved_fork=is_forked)
    monkeypatch.setattr(TableHost, "match_stage", stage)
    sent: list[str] = []
    channel = SimpleNamespace(send=lambda message: sent.append(read_message(message).fields.what))
    host.send_step_number = lambda channel: channel.send(fields_message("at", step=0))

    async def send_lobby() -> None:
        """The lobby goes to everybody; this is about the one who comes back."""

    # What goes to everybody, and not only to the one who comes back.
    host._send_lobby_and_try_start = send_lobby
    guest: Any = GuestConnection(channel, bytes(32), "seat")  # type: ignore[arg-type]
    proof = signing_key_of(1).sign(HELLO_TAG + guest.challenge + host.key).signature
    hello = fields_message(
        "hello", key=place.key, name="Ben", player="human", challenge=bytes(32), sign=proof
    )
    # Hands a message over without a network.
    assert asyncio.run(host._receive_hello(guest, read_message(hello)))
    assert sent == ["welcome", *(["lobby"] if more else []), *more]


def test_a_repeated_ready_does_not_count_for_the_next_match(
    tmp_path: Path,
) -> None:
    async def talk() -> None:
        host, guest = host_with_a_guest(tmp_path)
        host.set_ready(True)
        mark = host._lobby_terms().digest

        async def say_ready(nonce: bytes, mark: bytes = mark) -> None:
            fields = read_message(fields_message("ready", on=True, nonce=nonce, mark=mark)).fields
            # Hands a message over without a network.
            await host._receive_fields(guest, fields)

        await say_ready(bytes(NONCE_SIZE), bytes(len(mark)))
        assert host.match_stage == "lobby", "the guest has seen another lobby"
        await say_ready(bytes(NONCE_SIZE))
        assert host.match_stage == "playing"
        await say_ready(bytes(NONCE_SIZE))
        assert not guest.is_ready
        await say_ready(b"2" * NONCE_SIZE)
        assert guest.is_ready, "the guest's match may end a moment before the host's"
        await host.close(farewell=False)

    asyncio.run(talk())


def test_the_key_of_a_removed_player_is_refused(tmp_path: Path) -> None:
    async def remove() -> None:
        host, guest = host_with_a_guest(tmp_path)
        for seat in (1, len(host.seats)):
            await host.remove_player(seat)
        # What the host answers to the key of a caller.
        assert host._refusal_of_key(guest.key) == "SENT_AWAY"

    asyncio.run(remove())


def test_a_player_whose_name_is_taken_gets_a_number() -> None:
    seats = TableSeats([None] * 3)
    for n, name in enumerate(("Ben", "ben", "Ben")):
        seats.assign(bytes([n] * 32), name, "human")
    assert [one and one.name for one in seats] == ["Ben", "ben 2", "Ben 3"]


def test_the_lobby_names_the_players_of_taken_seats(tmp_path: Path) -> None:
    host, guest = host_with_a_guest(tmp_path)
    gallery = SpectatorGallery(True, lambda one, phrase: None)
    for seats in ([guest, None], [None, guest]):
        fields = read_message(lobby_message_maker(TableSeats(seats), gallery)(seat=0)).fields
        assert fields is not None
        names = [one and one.name for one in read_table_players(fields, host, 2)]
        assert names == [one and one.name for one in seats]


# Tests that the terms of a match must be those of the lobby.


def agreed_terms(guest: Any, channel: RecordingChannel) -> MatchTerms:
    seats = (SeatInfo("Ada", "human"), SeatInfo("Ben", "human"))
    nonces = (bytes(NONCE_SIZE), channel.nonces[-1])
    return MatchTerms(rules_for("keypad"), seats, (host_key(), guest.key), nonces)


OTHERS: dict[str, Callable[[MatchTerms], MatchTerms]] = {
    "edition": lambda one: replace(one, rules=rules_for("arena")),
    "options": lambda one: replace(one, rules=rules_for("keypad", {"target": 3})),
    "clock": lambda one: replace(one, clock=60, pauses=True),
    "name": lambda one: replace(one, seats=(replace(one.seats[0], name="Eve"), one.seats[1])),
    "own name": lambda one: replace(one, seats=(one.seats[0], replace(one.seats[1], name="Eve"))),
    "player": lambda one: replace(
        one, seats=(replace(one.seats[0], player="level:9"), one.seats[1])
    ),
    "manner": lambda one: replace(one, seats=(replace(one.seats[0], patient=True), one.seats[1])),
    "seats": lambda one: MatchTerms(
        one.rules, one.seats[::-1], one.keys[::-1], one.nonces[::-1], one.clock, one.pauses
    ),
}


@pytest.mark.parametrize("field", OTHERS)
def test_a_match_that_the_lobby_has_not_shown_is_refused(tmp_path: Path, field: str) -> None:
    guest, channel = guest_in_a_lobby(tmp_path)
    guest.set_ready(True)
    with pytest.raises(JoinRefused) as refused:
        guest._receive_terms(channel, terms_message(OTHERS[field](agreed_terms(guest, channel))))
    assert refused.value.trouble.code == "OTHER_TERMS"
    assert guest.match_stage == "lobby"


def test_the_terms_include_whether_spectators_are_allowed(tmp_path: Path) -> None:
    guest, channel = guest_in_a_lobby(tmp_path)
    guest.set_ready(True)
    with pytest.raises(JoinRefused) as refused:
        guest._receive_terms(channel, terms_message(agreed_terms(guest, channel), watched=True))
    assert refused.value.trouble.code == "OTHER_TERMS"
    watcher = {"name": "Eve", "key": "00" * 32}
    fields = lobby(guest)
    # A message that no honest program writes.
    fields._data["watchers"] = [watcher]
    with pytest.raises(JoinRefused):
        guest._receive_lobby(fields)


def test_a_lobby_that_changes_makes_a_ready_player_unready(tmp_path: Path) -> None:
    guest, channel = guest_in_a_lobby(tmp_path)
    guest.set_ready(True)
    guest._receive_lobby(lobby(guest, name="Eve"))
    other = agreed_terms(guest, channel)
    other = replace(other, seats=(replace(other.seats[0], name="Eve"), other.seats[1]))
    with pytest.raises(JoinRefused):
        guest._receive_terms(channel, terms_message(other))
    guest.set_ready(True)
    guest._receive_terms(channel, terms_message(other))
    assert guest.match_stage == "playing"
    guest._receive_lobby(lobby(guest, name="Somebody else", presence="lost"))
    assert guest.players[0].name == "Eve"  # the name in the terms
    guest.match.close()


def test_a_guest_who_is_not_ready_joins_no_match(tmp_path: Path) -> None:
    guest, channel = guest_in_a_lobby(tmp_path)
    guest.set_ready(True)
    guest.set_ready(False)
    with pytest.raises(JoinRefused):
        guest._receive_terms(channel, terms_message(agreed_terms(guest, channel)))


def test_after_ready_only_taking_a_free_seat_keeps_the_terms() -> None:
    ada, ben, cleo = (("A", "human", b"a"), ("B", "human", b"b"), ("C", "human", b"c"))
    shown = LobbyTerms("trio", {}, 0, False, b"a", (ada, ben, None))
    assert shown._replace(seats=(ada, ben, cleo)).only_fills_free_seats_of(shown)
    assert not shown._replace(seats=(ada, cleo, ben)).only_fills_free_seats_of(shown)
    assert not shown._replace(seats=(ada, None, cleo)).only_fills_free_seats_of(shown)
    assert not shown._replace(options={"target": 1}).only_fills_free_seats_of(shown)
    fields: dict[str, Any] = {
        "preset": "arena", "options": {"target": 1}, "clock": 60, "watched": True, "host": b"b",
        "seats": (ada, ben, cleo),
    }  # fmt: skip
    assert set(fields) == set(LobbyTerms._fields)
    marks = {shown._replace(**{name: value}).digest for name, value in fields.items()}
    assert len(marks | {shown.digest}) == len(fields) + 1


def test_a_host_who_has_no_seat_begins_no_match(tmp_path: Path) -> None:
    """Lobby and terms agree, but no player at the table has the key of the host."""
    guest, channel = guest_in_a_lobby(tmp_path)
    guest._host = (bytes(signing_key_of(3).verify_key), b"")
    guest.set_ready(True)
    with pytest.raises(MalformedMessage):
        guest._receive_terms(channel, terms_message(agreed_terms(guest, channel)))
    assert guest.match_stage == "lobby"


def welcome(guest: Any, host: SigningKey, **more: bool) -> Any:
    """Return the greeting of a host who proves to a guest that they own a key."""
    challenge = bytes([7] * 32)
    guest._host = (bytes(host.verify_key), challenge)
    proof = host.sign(HELLO_TAG + challenge + guest.key).signature
    return read_message(fields_message("welcome", sign=proof, secret=bytes(32), **more)).fields


def test_a_running_match_goes_on_only_with_a_host_who_plays_in_it(tmp_path: Path) -> None:
    guest, channel = guest_in_a_lobby(tmp_path)
    guest.set_ready(True)
    guest._receive_terms(channel, terms(guest, channel.nonces[-1]))
    # Stretching the code takes a second.
    guest._stretched = unstretched_code
    guest.send_step_number = lambda channel: None
    with pytest.raises(JoinRefused) as refused:
        # Hands a message over without a network.
        guest._receive_welcome(channel, welcome(guest, signing_key_of(3)))
    assert refused.value.trouble.code == "BAD_KEY"

    async def come_back() -> None:
        guest._receive_welcome(channel, welcome(guest, signing_key_of(0)))

    asyncio.run(come_back())
    guest.match.close()


def test_a_guest_comes_back_to_their_seat_and_not_as_a_spectator(tmp_path: Path) -> None:
    guest, channel = guest_in_a_lobby(tmp_path)
    guest._secret = b""
    # The entrances that a caller tries, in order.
    assert guest._entrance_secrets() == [("seat", b"abc"), ("gallery", b"abc")]
    guest._stretched_secret = unstretched_code

    async def be_welcomed() -> None:
        guest._receive_welcome(channel, welcome(guest, signing_key_of(0)))

    asyncio.run(be_welcomed())
    assert guest._entrance_secrets() == [("seat", b"abc"), ("match", bytes(32))]


async def unstretched_code(secret: bytes) -> int:
    return 1


def table_message(**changes: Any) -> Any:
    facts: dict[str, Any] = {
        "protocol": PROTOCOL_WITH_PAUSES, "rules": rules_hash(), "preset": "keypad", "options": {},
        "clock": 0, "watched": False, "key": host_key(), "challenge": bytes(32),
    }  # fmt: skip
    return read_message(fields_message("table", **{**facts, **changes})).fields


@pytest.mark.parametrize(
    "changes",
    [
        {"clock": 61}, {"clock": 1}, {"preset": "chess"}, {"options": {"target": 0}},
        {"options": {"nothing": 1}}, {"protocol": 99}, {"rules": "0" * 32},
    ],
    ids=str,
)  # fmt: skip
def test_a_table_of_an_unknown_edition_or_clock_is_left(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    guest, channel = guest_in_a_lobby(tmp_path)
    # Hands a message over without a network.
    guest._send_hello(channel, table_message(clock=60))
    assert guest.clock == 60
    with pytest.raises(JoinRefused) as refused:
        guest._send_hello(channel, table_message(**changes))
    assert refused.value.trouble.code == "OTHER_VERSION"


# Tests of messages.


@pytest.mark.parametrize(("field", "longest"), [("name", 200), ("player", 40), ("presence", 10)])
def test_a_lobby_with_an_overlong_text_is_refused(tmp_path: Path, field: str, longest: int) -> None:
    guest, _channel = guest_in_a_lobby(tmp_path)
    fields = lobby(guest)
    # Messages that no honest program writes, handed over without a network.
    fields._data["sitters"][0][field] = "x" * longest
    guest._receive_lobby(fields)
    fields._data["sitters"][0][field] += "x"
    with pytest.raises(MalformedMessage):
        guest._receive_lobby(fields)


def test_a_lobby_has_a_place_for_each_seat_of_the_edition(tmp_path: Path) -> None:
    guest, _channel = guest_in_a_lobby(tmp_path)
    for changes in ({"seat": 2}, {"sitters": [None]}, {"sitters": [None] * 3}):
        fields = lobby(guest)
        # A message that no honest program writes, handed over without a network.
        fields._data.update(changes)
        with pytest.raises(MalformedMessage):
            guest._receive_lobby(fields)


def test_a_host_speaks_of_the_lobby_only_after_the_welcome(tmp_path: Path) -> None:
    guest, channel = guest_in_a_lobby(tmp_path)
    chat = read_message(fields_message("said", seat=0, phrase="hello", text="")).fields
    stranger = RecordingChannel()
    for fields in (lobby(guest), chat):
        # Hands messages over without a network.
        assert guest._receive_fields(channel, fields)
        with pytest.raises(MalformedMessage):
            guest._receive_fields(stranger, fields)
    assert guest._receive_fields(stranger, table_message(clock=60)) and guest.clock == 60
    with pytest.raises(MalformedMessage):
        guest._receive_fields(channel, table_message())
    assert guest.clock == 60, "a table that has been joined stays as it is"


@pytest.mark.parametrize(("why", "code"), [("FULL", "FULL"), ("chess", "CLOSED")])
def test_a_refusal_that_a_guest_does_not_know_is_a_closed_table(
    tmp_path: Path, why: str, code: str
) -> None:
    guest, channel = guest_in_a_lobby(tmp_path)
    with pytest.raises(JoinRefused) as refused:
        # Hands a message over without a network.
        guest._receive_fields(channel, read_message(fields_message("no", why=why)).fields)
    assert refused.value.trouble.code == code


@pytest.mark.parametrize(
    ("phrase", "text", "is_good"),
    [
        ("hello", "", True),
        ("", "Hello!", True),
        ("hello", "Hello!", False),
        ("", "", False),
        ("x" * 40, "", True),
        ("x" * 41, "", False),
    ],
)
def test_a_chat_line_is_a_phrase_or_a_text_and_not_both(
    phrase: str, text: str, is_good: bool
) -> None:
    fields = read_message(fields_message("say", phrase=phrase, text=text)).fields
    assert fields is not None
    if is_good:
        assert read_chat(fields) == (phrase, text)
    else:
        with pytest.raises(MalformedMessage):
            read_chat(fields)


def test_a_host_who_relays_too_many_chat_lines_is_ignored(tmp_path: Path) -> None:
    guest, _line = guest_in_a_lobby(tmp_path)
    for n in range(50 * CHAT_BURST):
        for seat in (0, 1, SPECTATOR_SEAT):
            facts = {"phrase": "hello", "text": "", "name": f"Eve {n}"}
            # Hands a message over without a network.
            guest._receive_chat(read_message(fields_message("said", seat=seat, **facts)).fields)
    lines = Counter(one.seat for one in guest.chat)
    assert set(lines) == {0, 1, None}
    assert max(lines.values()) < 4 * CHAT_BURST


def test_a_connection_that_sends_without_end_is_cut_off() -> None:
    guest: Any = GuestConnection(None, b"", "seat")  # type: ignore[arg-type]
    message = read_message(fields_message("say", phrase="hello", text=""))
    heard = 0
    with pytest.raises(MalformedMessage):
        for _ in range(10 * MAX_DROPPED_CHAT_LINES):
            heard += not guest.exceeds_chat_rate(message)
    assert CHAT_BURST <= heard < 4 * CHAT_BURST
    ready = read_message(fields_message("ready", on=True))
    assert not guest.exceeds_chat_rate(ready) and not guest.exceeds_chat_rate(
        PeerMessage("frame", b"x")
    )


def test_a_guest_changes_between_playing_and_watching_only_before_a_match(tmp_path: Path) -> None:
    guest, channel = guest_in_a_lobby(tmp_path)
    # Hands messages over without a network.
    guest._receive_welcome(channel, welcome(guest, signing_key_of(0), watch=True))
    assert guest.is_spectator
    player, channel = guest_in_a_lobby(tmp_path / "player")
    player.set_ready(True)
    player._receive_terms(channel, terms(player, channel.nonces[-1]))
    with pytest.raises(MalformedMessage):
        player._receive_welcome(channel, welcome(player, signing_key_of(0), watch=True))
    player.match.close()


def test_a_frame_waits_for_the_channel_and_for_earlier_frames(tmp_path: Path) -> None:
    guest, _channel = guest_in_a_lobby(tmp_path)
    sent: list[bytes] = []
    guest._channel = SimpleNamespace(send=sent.append)
    for is_catching_up in (True, False):
        guest.is_catching_up = lambda channel, answer=is_catching_up: answer
        # How the match sends a frame.
        guest._send_frame(b"frame", None)
        assert len(sent) == (not is_catching_up)


def test_a_broker_that_cannot_be_reached_is_called_once(tmp_path: Path) -> None:
    guest, _channel = guest_in_a_lobby(tmp_path)
    called: list[str] = []

    async def call(address: RejoinInfo, *_secret: object) -> None:
        called.append(address.broker)
        raise BrokerUnreachable(address.broker)

    brokers = ["mqtts://a.example", "mqtts://b.example"]
    guest._addresses = [RejoinInfo(False, "Ben", bytes(32), broker=one) for one in brokers]
    # The guest calls without a network.
    guest._stretched_secret, guest._open_channel_at = unstretched_code, call
    with pytest.raises(JoinRefused) as refused:
        # The guest tries all addresses.
        asyncio.run(guest._open_any_channel())
    assert refused.value.trouble.code == "NO_BROKER" and called == brokers


def test_a_wish_about_a_pause_is_of_a_known_kind(tmp_path: Path) -> None:
    guest, channel = guest_in_a_lobby(tmp_path)
    (wish, *_others) = asked_table().peers[0].pauses.current_wishes()
    read = read_message(pause_wish_message(wish)).fields
    assert guest.receive_match_message(read, channel), "without a match it means nothing"
    read = read_message(pause_wish_message(wish._replace(kind="chess"))).fields
    with pytest.raises(MalformedMessage):
        guest.receive_match_message(read, channel)


def test_a_player_who_comes_back_is_sent_the_wishes_for_a_pause(tmp_path: Path) -> None:
    guest, _channel = guest_in_a_lobby(tmp_path)
    replica = asked_table().peers[0]
    guest.match = SimpleNamespace(replica=replica)
    sent: list[bytes] = []
    # Sent after the frames that the player has missed.
    guest._send_wishes(SimpleNamespace(send=sent.append), 0)
    assert sent == [pause_wish_message(wish) for wish in replica.pauses.current_wishes()] != []


def asked_table() -> Any:
    """Return a table at which a player has asked for a pause."""
    table = dealt_table()
    send_pause_request(table, waiting_peers(table)[0])
    return table
