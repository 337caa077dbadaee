"""Spectators see only what is public and cannot influence the match."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

import pytest
from nacl.signing import SigningKey

from hacktrick.game.cards import UNKNOWN_CARD
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import Event
from hacktrick.match.record_replay import replay_record
from hacktrick.online.crypto.spake2 import stretch_code
from hacktrick.online.network_process.process_main import remote_state_of
from hacktrick.online.protocol.invitations import DirectInvitation, read_invitation
from hacktrick.online.protocol.match_replica import SeatlessReplica, record_of_replica
from hacktrick.online.protocol.peer_messages import (
    MalformedMessage,
    MessageFields,
    fields_message,
    frame_message,
    read_message,
)
from hacktrick.online.protocol.process_messages import (
    SPECTATOR_INTERFERED,
    JoinTable,
    LeaveTable,
    NetworkState,
    RemoteMatchState,
    RemoveSpectator,
    SendChat,
    SetReady,
)
from hacktrick.online.protocol.process_messages import ChatLine as Spoken
from hacktrick.online.protocol.proof_file import check_proof_file
from hacktrick.online.resource_limits import (
    HISTORY_BATCH,
    HISTORY_PAUSE_BYTES,
    MAX_HISTORY_REQUESTS,
    MAX_UNSENT_BYTES,
)
from hacktrick.online.table.participant_base import HELLO_TAG
from hacktrick.online.table.spectators import SpectatorGallery
from hacktrick.online.transport.secure_channel import SecureChannel, connect_to_host
from tests.support import network_processes as crowd
from tests.support.mosquitto import running_mosquitto
from tests.support.network_processes import NetworkPlayer
from tests.support.network_tables import ReplicaGroup, random_legal_choice

# Tests of what a spectator knows, without processes.


@pytest.mark.parametrize("preset", ["keypad", "arena", "trio", "quartet", "wits"])
def test_a_spectators_replica_equals_the_match_after_every_frame(preset: str) -> None:
    table = ReplicaGroup(PRESETS[preset], random_legal_choice(Random(8)), 8)
    observer = SeatlessReplica(table.terms)
    events_seen: dict[tuple[int, int], tuple[Event, ...]] = {}
    n_heard = 0
    for peer in table.peers:
        peer.advance()
    while not all(len(peer.rounds) >= 1 for peer in table.peers):
        table.deliver_frames()
        for _, frame in table.sent[n_heard:]:
            observer.receive_frame(frame)
            seen = remote_state_of(observer)
            if seen is not None:
                check_public(seen)
                events_seen[seen.round_number, len(seen.public_events)] = seen.public_events
        n_heard = len(table.sent)
        for peer in [peer for peer in table.peers if peer.waits_for == "action"]:
            assert peer.seat is not None
            peer.submit_own_action(table.choose[peer.seat](peer))
    if preset == "wits":  # a record with codes opens only when the match is over
        return
    moments = [
        match.events_for(None) for match, _ in replay_record(record_of_replica(table.peers[0]))
    ]
    assert len(moments) > 5
    for events in moments:
        assert events_seen[1, len(events)] == events


def check_public(seen: RemoteMatchState) -> None:
    assert (seen.seat, seen.observation, seen.view, seen.may_act) == (None, None, None, False)
    assert seen.hands is None or seen.public.result is not None
    for event in seen.public_events:
        assert set(event.facts.drawn) <= {UNKNOWN_CARD}


def test_a_spectator_has_no_key_and_sends_no_frame() -> None:
    table = ReplicaGroup(PRESETS["trio"], random_legal_choice(Random(2)), 2).play(1)
    observer = SeatlessReplica(table.terms)
    for _, frame in table.sent:
        observer.receive_frame(frame)
    observer.request_next_round()
    assert observer.exchange.identity is None and observer.pop_outgoing_frames() == []
    assert observer.rounds == table.peers[0].rounds


# Tests of a host's spectators, without connections.


class RecordingChannel:
    """A spectator's channel that records what it is sent; a test sets ``unsent_bytes``."""

    def __init__(self) -> None:
        self.unsent_bytes, self.is_closed = 0, False
        self.sent: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    async def close(self) -> None:
        self.is_closed = True


def gallery_of(*channels: RecordingChannel) -> SpectatorGallery:
    gallery = SpectatorGallery(True, lambda one, phrase: None)
    for n, channel in enumerate(channels):
        gallery.admit(bytes([n]) * 32, f"Eve {n}", cast("SecureChannel", channel), ())
    return gallery


def test_a_spectator_has_forty_requests_for_past_frames() -> None:
    gallery = gallery_of(RecordingChannel())
    (one,) = gallery.spectators
    asked: list[int] = []
    ask = read_message(fields_message("at", n=0))
    stays = [
        gallery.handle_message(one, ask, lambda: asked.append(1))
        for _ in range(MAX_HISTORY_REQUESTS)
    ]
    assert stays == [True] * (MAX_HISTORY_REQUESTS - 1) + [False]
    show = read_message(fields_message("show"))
    assert not gallery.handle_message(one, show, lambda: asked.append(1)), "evidence counts as well"


def test_a_spectator_who_does_not_read_is_cut_off_and_the_others_are_told() -> None:
    async def conversation() -> None:
        slow, quick = RecordingChannel(), RecordingChannel()
        gallery = gallery_of(slow, quick)
        slow.unsent_bytes, quick.unsent_bytes = MAX_UNSENT_BYTES, MAX_UNSENT_BYTES - 1
        gallery.broadcast(b"news")
        await asyncio.sleep(0)
        assert (slow.sent, slow.is_closed) == ([], True)
        assert (quick.sent, quick.is_closed) == ([b"news"], False)

    asyncio.run(conversation())


def test_a_spectator_gets_the_past_in_batches_and_then_the_present(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hacktrick.online.table.spectators.SPECTATOR_BATCH_SECONDS", 0.001)
    frames = [bytes([n]) for n in range(2 * HISTORY_BATCH)]

    async def conversation() -> None:
        channel = RecordingChannel()
        gallery = gallery_of(channel)
        (one,) = gallery.spectators
        channel.unsent_bytes = HISTORY_PAUSE_BYTES + 1
        sending = asyncio.ensure_future(gallery.send_past_frames(one, lambda: frames))
        await asyncio.sleep(0.01)
        assert channel.sent == [], "nothing, before what is on its way is taken"
        channel.unsent_bytes = HISTORY_PAUSE_BYTES
        while len(channel.sent) < HISTORY_BATCH:
            await asyncio.sleep(0)
        assert len(channel.sent) == HISTORY_BATCH
        gallery.broadcast_frame(b"new")
        assert len(channel.sent) == HISTORY_BATCH, "the frames before it are missing"
        frames.append(b"new")
        await sending
        gallery.broadcast_frame(b"next")
        assert channel.sent == [frame_message(frame) for frame in (*frames, b"next")]

    asyncio.run(asyncio.wait_for(conversation(), 10))


@pytest.mark.parametrize(
    ("facts", "is_heard"),
    [
        ({"phrase": "hello", "text": ""}, True),
        ({"phrase": "hello", "text": "Ben has a five"}, False),
        ({"phrase": "", "text": "Ben has a five"}, False),
        ({"phrase": "PAUSE_ENDED", "text": ""}, False),
    ],
)
def test_a_spectator_can_say_phrases_only(facts: dict[str, str], is_heard: bool) -> None:
    heard: list[str] = []
    gallery = SpectatorGallery(True, lambda one, phrase: heard.append(phrase))
    one = gallery.admit(bytes(32), "Eve", cast("SecureChannel", RecordingChannel()), ())
    message = read_message(fields_message("say", **facts))
    if is_heard:
        assert gallery.handle_message(one, message, lambda: None) and heard == ["hello"]
    else:
        with pytest.raises(MalformedMessage):
            gallery.handle_message(one, message, lambda: None)
        assert heard == []


# Tests with real network processes.


@pytest.fixture
def people(tmp_path: Path) -> Iterator[list[NetworkPlayer]]:
    """Yield the host Ada, the guest Ben and the spectator Cleo."""
    three = crowd.make_players(tmp_path, 3, seed=4)
    yield three
    crowd.close_players(three)


def seat_two_players_and_a_spectator(people: list[NetworkPlayer], preset: str = "keypad") -> None:
    """Bring all three people to one table, the third one as a spectator."""
    ada, ben, cleo = people
    crowd.gather_in_lobby([ada, ben], preset, allows_spectators=True)
    cleo.send_command(JoinTable(invitation(ada), cleo.name, as_spectator=True))
    crowd.wait_until(
        people, lambda: all(spectator_names(one.state) == ["Cleo"] for one in people), "a spectator"
    )


def invitation(host: NetworkPlayer) -> str:
    return dict(host.state.invitations)["direct"]


def spectator_names(state: NetworkState) -> list[str]:
    return [one.name for one in state.spectators]


def begin_match(people: list[NetworkPlayer]) -> None:
    for one in people:
        one.send_command(SetReady(True))
    crowd.wait_until(
        people, lambda: all(one.state.match_state is not None for one in people), "the deal"
    )


def play_a_round(players: list[NetworkPlayer], everybody: list[NetworkPlayer]) -> None:
    """Let ``players`` play a round while everybody receives news."""

    def over() -> bool:
        for one in everybody:
            one.receive_state()
        for one in players:
            table = one.table
            if table is not None and table.may_act and table.seat is not None:
                table.submit(table.seat, one.dice.choice(legal_actions(table.observe(table.seat))))
        return all(one.state.match_state.is_round_over for one in everybody)

    crowd.wait_until([], over, "the end of a round")


@pytest.mark.slow
def test_a_spectator_sees_a_whole_round_and_is_seen_by_the_players(
    people: list[NetworkPlayer],
) -> None:
    seat_two_players_and_a_spectator(people)
    ada, ben, cleo = people
    assert cleo.state.is_spectator and not ada.state.is_spectator
    assert [one.is_own for one in cleo.state.spectators] == [True]
    begin_match(people)
    play_a_round([ada, ben], people)
    assert cleo.state.match_state.public_events == ada.state.match_state.public_events
    assert cleo.state.match_state.public == ben.state.match_state.public
    assert cleo.state.match_state.record.as_text() == ada.state.match_state.record.as_text()
    for state in cleo.received_states:
        if state.match_state is not None:
            check_public(state.match_state)
    assert list(check_proof_file(Path(cleo.state.proof_path).read_bytes()))
    assert cleo.state.proof_counts == ada.state.proof_counts
    cleo.send_command(LeaveTable())
    crowd.wait_until(people, lambda: spectator_names(ada.state) == [], "that he has gone")
    assert cleo.state.resumable_tables == ()


@pytest.mark.slow
def test_a_late_spectator_receives_the_history_and_reconnects(
    people: list[NetworkPlayer],
) -> None:
    ada, ben, cleo = people
    crowd.gather_in_lobby([ada, ben], "keypad", allows_spectators=True)
    code = invitation(ada)
    begin_match([ada, ben])
    crowd.play_match([ada, ben], lambda: all(one.n_acts >= 2 for one in (ada, ben)))
    cleo.send_command(JoinTable(code, cleo.name))  # Cleo wanted to play, but every seat is taken
    crowd.wait_until(people, lambda: cleo.state.match_state is not None, "the match so far")
    assert cleo.state.is_spectator
    crowd.wait_until(people, lambda: have_same_public_state(people), "the same picture")
    ada.network.kill()
    crowd.wait_until(
        people, lambda: presences(cleo.state) == ["lost", "lost"], "that the line is lost"
    )
    ada.restart(ben.state.match_id)
    crowd.wait_until(people, lambda: spectator_names(ada.state) == ["Cleo"], "the spectator again")
    crowd.wait_until(people, lambda: presences(cleo.state) == ["here", "here"], "the players again")
    crowd.play_match([ada, ben], lambda: sum(one.n_acts for one in (ada, ben)) >= 8)
    crowd.wait_until(people, lambda: have_same_public_state(people), "the same picture again")


def presences(state: NetworkState) -> list[str]:
    return [one.presence for one in state.players if one]


def have_same_public_state(people: list[NetworkPlayer]) -> bool:
    return (
        len({one.state.match_state and len(one.state.match_state.public_events) for one in people})
        == 1
    )


@pytest.mark.slow
def test_a_guest_without_a_free_seat_watches_if_the_table_allows_it(
    people: list[NetworkPlayer],
) -> None:
    ada, ben, cleo = people
    crowd.gather_in_lobby([ada, ben], "keypad", allows_spectators=True)
    cleo.send_command(JoinTable(invitation(ada), cleo.name))
    crowd.wait_until(people, lambda: spectator_names(ben.state) == ["Cleo"], "a spectator")
    crowd.wait_until(people, lambda: cleo.state.is_spectator, "that he knows it")


@pytest.mark.slow
def test_a_late_spectator_at_a_broker_receives_the_history(
    people: list[NetworkPlayer], tmp_path: Path
) -> None:
    """These are more frames than a line through a broker holds at once."""
    ada, ben, cleo = people
    with running_mosquitto(tmp_path) as running:
        # No player has won after four rounds.
        more = {
            "allows_spectators": True,
            "options": {"target": 21},
        }
        crowd.gather_in_lobby([ada, ben], "keypad", "broker", str(running.broker), **more)
        begin_match([ada, ben])
        crowd.play_match(
            [ada, ben], lambda: ada.state.match_state is not None and n_rounds(ada) >= 4
        )
        cleo.send_command(
            JoinTable(dict(ada.state.invitations)["broker"], cleo.name, as_spectator=True)
        )
        crowd.wait_until(people, lambda: cleo.state.match_state is not None, "the match so far")
        crowd.wait_until(
            people, lambda: n_rounds(cleo) >= 4 and have_same_public_state(people), "all of it"
        )
        assert cleo.state.is_spectator


def n_rounds(one: NetworkPlayer) -> int:
    return len(one.state.match_state.record.rounds)


@pytest.mark.slow
def test_a_table_without_spectators_admits_none(people: list[NetworkPlayer]) -> None:
    ada, ben, cleo = people
    crowd.gather_in_lobby([ada, ben], "keypad")
    cleo.send_command(JoinTable(invitation(ada), cleo.name, as_spectator=True))
    crowd.wait_until(people, lambda: trouble_code(cleo) == "NO_WATCHING", "a refusal")
    begin_match([ada, ben])
    cleo.send_command(JoinTable(invitation(ada), cleo.name))
    crowd.wait_until(people, lambda: trouble_code(cleo) == "PLAYING", "another refusal")


def trouble_code(one: NetworkPlayer) -> str:
    return one.state.trouble.code if one.state.trouble else ""


@pytest.mark.slow
def test_a_spectator_who_was_sent_away_stays_away(people: list[NetworkPlayer]) -> None:
    seat_two_players_and_a_spectator(people)
    ada, _ben, cleo = people
    begin_match(people)
    ada.send_command(RemoveSpectator(cleo.state.own_key))
    crowd.wait_until(people, lambda: trouble_code(cleo) == "SENT_AWAY", "that he is sent away")
    crowd.wait_until(people, lambda: spectator_names(ada.state) == [], "that he has gone")
    cleo.send_command(LeaveTable())
    crowd.wait_until(people, lambda: trouble_code(cleo) == "", "the first refusal is forgotten")
    ada.received_states.clear()
    cleo.send_command(JoinTable(invitation(ada), cleo.name, as_spectator=True))
    crowd.wait_until(people, lambda: trouble_code(cleo) != "", "another refusal")
    assert trouble_code(cleo) == "SENT_AWAY"
    assert not any(spectator_names(state) for state in ada.received_states)


@pytest.mark.slow
def test_a_spectator_may_only_send_set_phrases(people: list[NetworkPlayer]) -> None:
    seat_two_players_and_a_spectator(people)
    _ada, ben, cleo = people
    cleo.send_command(SendChat(text="Ben has a five"))
    cleo.send_command(SendChat(phrase="well"))
    heard = (Spoken(None, "well", "", "Cleo"),)
    crowd.wait_until(people, lambda: ben.state.chat == cleo.state.chat == heard, "the phrase")


@pytest.mark.slow
def test_spectators_are_told_when_the_table_closes(people: list[NetworkPlayer]) -> None:
    seat_two_players_and_a_spectator(people)
    begin_match(people)
    people[0].send_command(LeaveTable())
    crowd.wait_until(people, lambda: trouble_code(people[2]) == "CLOSED", "the end")


# Tests of spectators whose program is dishonest.


class SpectatorCall(NamedTuple):
    """A spectator's channel, driven by a test, and what the host has sent on it."""

    channel: SecureChannel
    heard: list[MessageFields | None]


async def call_as_spectator(code: str, n: int = 0) -> SpectatorCall:
    """Call as a spectator; the messages received tell whether the host let them in."""
    known = read_invitation(code)
    assert isinstance(known, DirectInvitation)
    secret = await asyncio.to_thread(stretch_code, known.secret)
    channel = await connect_to_host(known.host, known.port, secret, "gallery")
    messages, heard = channel.messages(), []
    fields = read_message(await anext(messages)).fields
    assert fields is not None and fields.what == "table"
    signer = SigningKey(bytes([200 + n]) * 32)
    proof = signer.sign(
        HELLO_TAG + fields.bytes_field("challenge", 32) + fields.bytes_field("key", 32)
    )
    channel.send(
        fields_message(
            "hello",
            name=f"Eve {n}",
            player="human",
            key=bytes(signer.verify_key),
            challenge=bytes(32),
            watch=True,
            sign=proof.signature,
        )
    )
    heard.append(read_message(await anext(messages)).fields)
    return SpectatorCall(channel, heard)


def with_strangers(
    people: list[NetworkPlayer],
    do: Callable[[], Awaitable[None]],
    meanwhile: Callable[[NetworkPlayer], None] = NetworkPlayer.receive_state,
) -> None:
    """Run a coroutine while all players receive news, or do what ``meanwhile`` says."""

    async def run() -> None:
        doing = asyncio.ensure_future(do())
        async with asyncio.timeout(crowd.EVENT_TIMEOUT):
            while not doing.done():
                for one in people:
                    meanwhile(one)
                await asyncio.sleep(0.01)
        await doing

    asyncio.run(run())


async def wait_until_true(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


def reply_kind(stranger: SpectatorCall) -> str:
    (fields,) = stranger.heard
    return (
        "" if fields is None else fields.what if fields.what != "no" else fields.text_field("why")
    )


def two_players(tmp_path: Path, seed: int = 4) -> list[NetworkPlayer]:
    people = crowd.make_players(tmp_path, 2, seed)
    crowd.gather_in_lobby(people, "keypad", allows_spectators=True)
    return people


@pytest.mark.slow
def test_a_match_frame_from_a_spectator_is_refused_and_their_name_shown(tmp_path: Path) -> None:
    people = two_players(tmp_path)
    ada, ben = people
    begin_match(people)
    try:

        async def meddle() -> None:
            stranger = await call_as_spectator(invitation(ada))
            assert reply_kind(stranger) == "welcome"
            await wait_until_true(lambda: spectator_names(ben.state) == ["Eve 0"])
            stranger.channel.send(frame_message(bytes(64) + b'{"k":"act"}'))
            await wait_until_true(lambda: spectator_names(ben.state) == [])
            assert reply_kind(await call_as_spectator(invitation(ada))) == "SENT_AWAY"
            await stranger.channel.close()

        with_strangers(people, meddle)
        for one in people:
            assert Spoken(None, SPECTATOR_INTERFERED, "", "Eve 0") in one.state.chat
            assert one.state.trouble is None
        play_a_round(people, people)
    finally:
        crowd.close_players(people)


@pytest.mark.slow
def test_a_ninth_spectator_is_refused_and_silent_ones_stop_no_match(tmp_path: Path) -> None:
    people = two_players(tmp_path)
    ada, _ben = people
    try:

        async def crowd_in() -> None:
            strangers = [await call_as_spectator(invitation(ada), n) for n in range(8)]
            assert [reply_kind(one) for one in strangers] == ["welcome"] * 8
            assert reply_kind(await call_as_spectator(invitation(ada), 8)) == "GALLERY_FULL"
            await wait_until_true(lambda: len(spectator_names(ada.state)) == 8)
            for one in people:
                one.send_command(SetReady(True))
            await wait_until_true(lambda: all(one.n_acts >= 3 for one in people))
            assert len(spectator_names(ada.state)) == 8

        with_strangers(people, crowd_in, NetworkPlayer.play)
    finally:
        crowd.close_players(people)
