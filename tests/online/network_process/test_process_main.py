"""Real network processes on this machine play matches, survive crashes and control admission."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hacktrick.game.cards import UNKNOWN_CARD
from hacktrick.match.record import read_record
from hacktrick.match.record_replay import replay_record
from hacktrick.online.protocol.invitations import DirectInvitation, read_invitation
from hacktrick.online.protocol.process_messages import (
    ChatLine,
    EndAbandonedMatch,
    JoinTable,
    LeaveTable,
    NetworkState,
    RemovePlayer,
    ReplaceSigningKey,
    SendChat,
    SetReady,
    SwapSeats,
    TransferSigningKey,
)
from hacktrick.online.protocol.proof_file import check_proof_file
from tests.support import network_processes as crowd
from tests.support.network_processes import NetworkPlayer

pytestmark = pytest.mark.slow  # processes take a second to start


@pytest.fixture
def two_players(tmp_path: Path) -> Iterator[list[NetworkPlayer]]:
    people = crowd.make_players(tmp_path, 2, seed=3)
    yield people
    crowd.close_players(people)


def all_but(people: list[NetworkPlayer], one: NetworkPlayer) -> list[NetworkPlayer]:
    return [other for other in people if other is not one]


def test_reporting_ready_twice_begins_one_match(two_players: list[NetworkPlayer]) -> None:
    crowd.gather_in_lobby(two_players, "keypad")
    host, guest = two_players
    host.send_command(SetReady(True))
    for _ in range(3):
        guest.send_command(SetReady(True))
    crowd.wait_until(
        two_players,
        lambda: all(one.state.match_state is not None for one in two_players),
        "the deal",
    )


def same_record(people: list[NetworkPlayer]) -> str:
    """Check that all players have the same record, and replay it."""
    (text,) = {one.table.record.as_text() for one in people if one.table}
    assert list(replay_record(read_record(text)))
    return text


def test_two_network_processes_play_a_match(two_players: list[NetworkPlayer]) -> None:
    crowd.sit_down(two_players, "keypad")
    crowd.play_match(two_players)
    record = json.loads(same_record(two_players))
    assert [seat["name"] for seat in record["seats"]] == ["Ada", "Ben"]
    assert [one.state.stage for one in two_players] == ["over", "over"]
    for one in two_players:
        rounds = list(check_proof_file(Path(one.state.proof_path).read_bytes()))
        assert len(rounds) == len(record["rounds"])


def test_four_players_start_another_match_when_all_are_ready(tmp_path: Path) -> None:
    people = crowd.make_players(tmp_path, 4)
    try:
        crowd.sit_down(people, "quartet")
        crowd.play_match(people)
        first = people[0].state.match_id
        same_record(people)
        for one in people:
            one.table = None
            one.send_command(SetReady(True))
        crowd.wait_until(
            people, lambda: all(one.state.match_id != first for one in people), "a rematch"
        )
    finally:
        crowd.close_players(people)


def test_the_program_receives_nothing_of_another_hand(two_players: list[NetworkPlayer]) -> None:
    crowd.sit_down(two_players, "keypad")
    crowd.play_match(two_players, lambda: all(one.n_acts >= 3 for one in two_players))
    for one in two_players:
        received_states = [
            state.match_state
            for state in one.received_states
            if state.match_state and not state.match_state.is_round_over
        ]
        assert received_states
        for seen in received_states:
            assert seen.hands is None
            for event in (*seen.events, *seen.public_events):
                assert event.seat == seen.seat or set(event.facts.drawn) <= {UNKNOWN_CARD}
            for event in seen.public_events:
                assert set(event.facts.drawn) <= {UNKNOWN_CARD}


@pytest.mark.parametrize("victim", [0, 1], ids=["host", "guest"])
def test_a_process_killed_in_a_match_resumes_it(
    two_players: list[NetworkPlayer], victim: int
) -> None:
    crowd.sit_down(two_players, "arena")
    crowd.play_match(two_players, lambda: all(one.n_acts >= 2 for one in two_players))
    one, other = two_players[victim], two_players[1 - victim]
    match = one.state.match_id
    one.network.kill()
    crowd.wait_until([other], lambda: "lost" in presences(other.state), "that the line is lost")
    one.restart(match)
    crowd.wait_until(
        two_players,
        lambda: all(presences(x.state) == ["here", "here"] for x in two_players),
        "both",
    )
    crowd.play_match(two_players)
    same_record(two_players)


def presences(state: NetworkState) -> list[str]:
    return [one.presence for one in state.players if one]


def test_leaving_and_losing_the_connection_are_reported_differently(
    two_players: list[NetworkPlayer],
) -> None:
    crowd.sit_down(two_players, "keypad")
    host, guest = two_players
    match = guest.state.match_id
    guest.send_command(LeaveTable())
    crowd.wait_until(two_players, lambda: "left" in presences(host.state), "that he has left")
    crowd.wait_until(
        two_players, lambda: bool(guest.state.resumable_tables), "that the match is kept"
    )
    (kept,) = guest.state.resumable_tables
    assert (kept.match, kept.names, kept.is_host) == (match, ("Ada", "Ben"), False)
    guest.restart(match)
    crowd.wait_until(
        two_players, lambda: presences(host.state) == ["here", "here"], "that he is back"
    )
    crowd.play_match(two_players)
    same_record(two_players)


def test_a_match_can_be_ended_if_its_other_players_are_gone(
    two_players: list[NetworkPlayer],
) -> None:
    crowd.sit_down(two_players, "keypad")
    host, guest = two_players
    guest.send_command(LeaveTable())
    crowd.wait_until(two_players, lambda: "left" in presences(host.state), "that he has left")
    host.send_command(EndAbandonedMatch())
    crowd.wait_until([host], lambda: host.state.is_ended_early, "the claim")
    assert (host.state.stage, host.state.resumable_tables) == ("idle", ())


def test_a_chat_line_reaches_all(two_players: list[NetworkPlayer]) -> None:
    crowd.gather_in_lobby(two_players, "keypad")
    two_players[0].send_command(SendChat(phrase="hello"))
    two_players[1].send_command(SendChat(text="Good evening"))
    lines = {ChatLine(0, "hello", ""), ChatLine(1, "", "Good evening")}
    crowd.wait_until(
        two_players, lambda: all(set(one.state.chat) == lines for one in two_players), "both lines"
    )


def test_a_wrong_access_code_is_reported_and_stays_editable(
    two_players: list[NetworkPlayer],
) -> None:
    host, guest = two_players
    crowd.gather_in_lobby([host], "keypad")
    right = dict(host.state.invitations)["direct"]
    for _ in range(6):
        try_to_join(two_players, guest, with_other_secret(right))
        assert guest.state.trouble.code == "WRONG_WORD"
    assert dict(host.state.invitations)["direct"] == right
    guest.send_command(JoinTable(right, guest.name))
    crowd.wait_until(
        two_players,
        lambda: all(crowd.is_full(one.state, 2) for one in two_players),
        "the right word",
    )


def try_to_join(people: list[NetworkPlayer], guest: NetworkPlayer, invitation: str) -> None:
    """Let a guest try to join and wait for the refusal; clear an earlier one first."""
    guest.send_command(LeaveTable())
    crowd.wait_until(people, lambda: guest.state.trouble is None, "no trouble")
    guest.send_command(JoinTable(invitation, guest.name))
    crowd.wait_until(people, lambda: guest.state.trouble is not None, "a refusal")


def with_other_secret(invitation: str) -> str:
    known = read_invitation(invitation)
    assert isinstance(known, DirectInvitation)
    return str(DirectInvitation(known.host, known.port, bytes(255 - byte for byte in known.secret)))


def test_a_full_table_refuses_guests_and_a_removed_guest_stays_out(
    tmp_path: Path,
) -> None:
    people = crowd.make_players(tmp_path, 3)
    host, guest, third = people
    try:
        crowd.gather_in_lobby([host, guest], "keypad")
        direct = dict(host.state.invitations)["direct"]
        try_to_join(people, third, direct)
        assert third.state.trouble.code == "FULL"
        host.send_command(RemovePlayer(1))
        crowd.wait_until(people, lambda: guest.state.trouble is not None, "that he is sent away")
        assert guest.state.trouble.code == "SENT_AWAY"
        crowd.wait_until(people, lambda: not crowd.is_full(host.state, 2), "a free seat")
        try_to_join(people, guest, direct)
        assert guest.state.trouble.code == "SENT_AWAY"
    finally:
        crowd.close_players(people)


def test_seats_can_be_exchanged_and_a_friend_is_known_the_next_time(
    two_players: list[NetworkPlayer],
) -> None:
    crowd.gather_in_lobby(two_players, "keypad")
    two_players[0].send_command(SwapSeats(0, 1))
    crowd.wait_until(
        two_players,
        lambda: [x.name for x in two_players[1].state.players] == ["Ben", "Ada"],
        "exchanged",
    )
    for one in two_players:
        one.send_command(SetReady(True))
    crowd.wait_until(
        two_players, lambda: all(one.state.match_state for one in two_players), "the deal"
    )
    assert [one.state.match_state.seat for one in two_players] == [1, 0]
    two_players[1].send_command(EndAbandonedMatch())
    two_players[0].send_command(LeaveTable())
    crowd.wait_until(
        two_players, lambda: all(one.state.stage == "idle" for one in two_players), "nobody there"
    )
    crowd.gather_in_lobby(two_players, "keypad")
    ada, ben = two_players[1].state.players
    assert (ada.known_as, bool(ada.first_met), ben.first_met) == ("Ada", True, "")


def host_again(one: NetworkPlayer) -> None:
    one.send_command(LeaveTable())
    crowd.wait_until([one], lambda: one.state.stage == "idle", "away")
    crowd.gather_in_lobby([one], "keypad")


def wait_for_done(one: NetworkPlayer, what: str) -> None:
    crowd.wait_until([one], lambda: one.state.key_change == what, what)


def test_signing_keys_are_exported_imported_and_replaced(
    two_players: list[NetworkPlayer], tmp_path: Path
) -> None:
    crowd.gather_in_lobby(two_players, "keypad")
    one, old, file = two_players[0], two_players[0].state.own_key, tmp_path / "ada.key"
    for command, done in (
        (TransferSigningKey("Ada", str(file), True), "exported"),
        (ReplaceSigningKey("Ada"), "replaced"),
    ):
        one.send_command(command)
        wait_for_done(one, done)
    host_again(one)
    assert one.state.own_key != old
    one.send_command(TransferSigningKey("Ada", str(file), False))
    wait_for_done(one, "imported")
    host_again(one)
    assert one.state.own_key == old
