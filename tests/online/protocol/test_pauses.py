"""A pause needs everyone present, is part of the frame chain, and can be ended by any player."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from hacktrick.game.editions import PRESETS
from hacktrick.game.json_validation import JsonShapeError
from hacktrick.game.legality import IllegalAction, legal_actions
from hacktrick.match.record import read_record
from hacktrick.match.record_replay import replay_record
from hacktrick.online.network_process.process_main import pause_state_of
from hacktrick.online.protocol.match_replica import MatchReplica, SeatlessReplica, record_of_replica
from hacktrick.online.protocol.match_terms import read_match_terms
from hacktrick.online.protocol.pauses import AgreedPause, PauseWish, WishKind, pause_statement
from hacktrick.online.protocol.proof_file import (
    check_proof_file,
    proof_file_content,
)
from hacktrick.online.protocol.write_ahead_log import LogHeader, MatchLog
from tests.support.network_tables import ReplicaGroup, identity_of, random_legal_choice
from tests.support.parameter_sampling import mark_others_slow
from tests.support.pausing_tables import (
    PLAIN,
    act_once,
    acting_peer,
    agreed_pauses,
    dealt_table,
    paused_table,
    send_pause_request,
    waiting_peers,
)

# Tests of the terms agreed before the match.


def test_terms_say_whether_a_match_can_pause_and_older_ones_are_as_they_were() -> None:
    terms = replace(PLAIN, pauses=True)
    assert read_match_terms(terms.as_text()) == terms and '"protocol":3' in terms.as_text()
    assert read_match_terms(replace(terms, clock=60).as_text()).clock == 60
    assert not read_match_terms(PLAIN.as_text()).pauses
    for text in (
        terms.as_text().replace('"protocol":3', '"protocol":1'),
        terms.as_text().replace('"pauses":true', '"pauses":1'),
        PLAIN.as_text().replace('"protocol":1', '"protocol":3'),
    ):
        with pytest.raises(JsonShapeError):
            read_match_terms(text)


def test_a_match_without_pauses_in_its_terms_cannot_pause() -> None:
    table = ReplicaGroup(PRESETS["keypad"], random_legal_choice(Random(1)), 1)
    for peer in table.peers:
        peer.advance()
    table.deliver_frames()
    for peer in table.peers:
        send_pause_request(table, peer)
    assert agreed_pauses(table) == {None}
    assert not any(peer.pauses.can_ask_for_pause for peer in table.peers)


# Tests of agreeing on a pause, pausing and resuming.


@pytest.mark.parametrize("preset", ["keypad", "trio", "quartet"])
def test_nothing_pauses_before_all_have_agreed(preset: str) -> None:
    table = dealt_table(preset)
    asker = waiting_peers(table)[0]
    send_pause_request(table, asker)
    waiting = [peer for peer in table.peers if peer is not asker]
    for n, peer in enumerate(waiting):
        assert agreed_pauses(table) == {None}
        assert {one.pauses.asking_seat for one in table.peers} == {asker.seat}
        assert len(peer.pauses.agreeing_seats) == n + 1
        send_pause_request(table, peer)
    assert asker.seat is not None
    assert agreed_pauses(table) == {AgreedPause(asker.seat, tuple(range(len(table.peers))))}


def test_the_player_on_turn_may_request_a_pause() -> None:
    table = dealt_table()
    actor = acting_peer(table)
    send_pause_request(table, actor)
    assert agreed_pauses(table) == {None}
    send_pause_request(table, waiting_peers(table)[0])
    assert actor.seat is not None
    assert agreed_pauses(table) == {AgreedPause(actor.seat, (0, 1))}


def test_two_players_who_request_a_pause_at_once_have_agreed() -> None:
    table = dealt_table()
    for peer in table.peers:
        peer.request_or_end_pause(True)
    table.deliver_pause_wishes()
    assert agreed_pauses(table) == {AgreedPause(0, (0, 1))}


def test_in_a_pause_nobody_can_act_and_it_is_still_the_same_decision() -> None:
    table, actor = paused_table()
    assert {peer.deciding_seat for peer in table.peers} == {actor.seat}
    assert not any(peer.waits_for == "action" for peer in table.peers)
    assert actor.seat is not None
    action = legal_actions(actor.observe(actor.seat))[0]
    with pytest.raises(IllegalAction):
        actor.submit_own_action(action)


@pytest.mark.parametrize("preset", mark_others_slow(["keypad", "quartet"], "keypad"))
def test_any_player_can_end_a_pause_and_the_match_continues(preset: str) -> None:
    for seat in range(PRESETS[preset].n_seats):
        table, _actor = paused_table(preset)
        for peer in table.peers:
            peer.pauses.pop_news()
        send_pause_request(table, table.peers[seat], on=False)
        assert agreed_pauses(table) == {None}
        for peer in table.peers:
            assert peer.pauses.pop_news() == [("PAUSE_ENDED", seat)]
        table.play(1)
        text = record_of_replica(table.peers[0]).as_text()
        assert {record_of_replica(peer).as_text() for peer in table.peers} == {text}
        assert list(replay_record(read_record(text)))


def test_a_players_consent_stays_while_others_act() -> None:
    """With three at the table, one is asked while others act; the request is made only once."""
    table = dealt_table("trio")
    asker, friend = waiting_peers(table)
    send_pause_request(table, asker)
    send_pause_request(table, friend)
    act_once(table)
    assert agreed_pauses(table) == {None}
    late = next(peer for peer in table.peers if peer.seat not in peer.pauses.agreeing_seats)
    assert len(late.pauses.agreeing_seats) == 2 and late.pauses.asking_seat == asker.seat
    send_pause_request(table, late)
    assert len(agreed_pauses(table)) == 1 and None not in agreed_pauses(table)


def test_a_refused_request_is_not_repeated_before_the_next_decision() -> None:
    table = dealt_table()
    asker, refuser = waiting_peers(table)[0], acting_peer(table)
    send_pause_request(table, asker)
    send_pause_request(table, refuser, on=False)
    for peer in table.peers:
        assert peer.pauses.pop_news() == [("PAUSE_REFUSED", refuser.seat)]
        assert peer.pauses.asking_seat is None
    send_pause_request(table, asker)
    assert refuser.pauses.asking_seat is None and not asker.pauses.can_ask_for_pause
    assert refuser.pauses.can_ask_for_pause  # who refused may still ask for a pause
    act_once(table)
    assert asker.pauses.can_ask_for_pause


def test_a_wish_that_is_not_possible_now_is_not_taken() -> None:
    table = dealt_table()
    asker, refuser = waiting_peers(table)[0], acting_peer(table)

    def takes(kind: WishKind) -> bool:
        """Return whether the player on turn takes a wish that the other signs now."""
        assert asker.seat is not None
        identity, chain = identity_of(table.terms, asker.seat), asker.exchange.chain
        data = pause_statement(chain, kind, identity.seat)
        signed = identity.signer.sign(data).signature
        return refuser.receive_pause_wish(PauseWish(identity.seat, kind, chain.step, signed))

    assert not takes("agree") and not takes("no") and not takes("end")
    assert takes("ask") and not takes("ask")  # the same wish again is nothing new
    send_pause_request(table, refuser, on=False)
    assert not takes("ask")
    table, refuser = paused_table()
    asker = next(peer for peer in table.peers if peer is not refuser)
    assert not takes("ask") and not takes("agree") and not takes("no")
    assert takes("end")


def test_a_player_can_withdraw_a_request_for_a_pause() -> None:
    table = dealt_table()
    asker = waiting_peers(table)[0]
    send_pause_request(table, asker)
    send_pause_request(table, asker, on=False)
    for peer in table.peers:
        assert peer.pauses.pop_news() == [("PAUSE_WITHDRAWN", asker.seat)]
    assert agreed_pauses(table) == {None}


def test_there_is_no_pause_between_rounds() -> None:
    table = dealt_table().play(1)
    assert all(peer.is_round_over for peer in table.peers)
    for peer in table.peers:
        send_pause_request(table, peer)
    assert agreed_pauses(table) == {None}


# Tests of absent players.


def test_absent_players_need_not_agree_and_find_the_pause_on_return() -> None:
    table = dealt_table("trio")
    actor, (friend, gone) = acting_peer(table), waiting_peers(table)
    assert gone.seat is not None
    for peer in (actor, friend):
        peer.pauses.absent = frozenset({gone.seat})
    friend.request_or_end_pause(True)
    for wish in friend.pauses.pop_outgoing_wishes():
        actor.receive_pause_wish(wish)
    actor.request_or_end_pause(True)
    frames = actor.pop_outgoing_frames()
    gone.pauses.rejoined_step = gone.step  # the connection has just returned
    for frame in frames:
        friend.receive_frame(frame)
        gone.receive_frame(frame)
    assert {peer.pauses.current for peer in table.peers} == {friend.pauses.current}
    assert (
        friend.pauses.current is not None and gone.seat not in friend.pauses.current.agreeing_seats
    )
    assert gone.pauses.pop_outgoing_wishes() == [] and gone.pauses.pop_news() == []


def test_a_present_player_who_was_not_asked_ends_the_pause_at_once() -> None:
    table = dealt_table()
    act_once(table)
    actor, other = acting_peer(table), waiting_peers(table)[0]
    assert other.seat is not None
    actor.pauses.absent = frozenset({other.seat})
    send_pause_request(table, actor)
    assert agreed_pauses(table) == {None}
    assert ("PAUSE_UNASKED", actor.seat) in other.pauses.pop_news()
    act_once(table)


# Tests of crashes during a pause.


def log_of(table: ReplicaGroup, seat: int, path: Path) -> MatchLog:
    return MatchLog.create(
        path, LogHeader(table.terms, seat, identity_of(table.terms, seat).secret)
    )


def restored_replica(table: ReplicaGroup, peer: MatchReplica, path: Path) -> MatchReplica:
    """Return the replica of a crashed process, restored from its log."""
    assert peer.seat is not None
    log = log_of(table, peer.seat, path)
    for frame in peer.exchange.chain.frames_from(0):
        log.append_frame(frame, is_own=True)
    log.close()
    log, header, frames = MatchLog.reopen(path)
    identity = identity_of(header.terms, header.seat)
    again = MatchReplica.resume(header.terms, identity, log, frames)
    table.peers[peer.seat] = again
    return again


@pytest.mark.parametrize("seat", [0, 1])
def test_a_pause_survives_a_restart_of_every_process(tmp_path: Path, seat: int) -> None:
    table, _actor = paused_table()
    before = agreed_pauses(table)
    again = restored_replica(table, table.peers[seat], tmp_path / "log")
    assert {again.pauses.current} == before
    assert again.pauses.pop_outgoing_wishes() == [] and again.pauses.pop_news() == []
    send_pause_request(table, again, on=False)
    assert agreed_pauses(table) == {None}
    table.play(1)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_pause_that_is_over_stays_over(tmp_path: Path, seat: int) -> None:
    table, _actor = paused_table()
    send_pause_request(table, table.peers[1], on=False)
    again = restored_replica(table, table.peers[seat], tmp_path / "log")
    assert again.pauses.current is None and again.pauses.pop_news() == []
    table.play(1)


def test_the_end_of_a_pause_is_sent_again_to_a_restarted_player(tmp_path: Path) -> None:
    table, actor = paused_table()
    other = next(peer for peer in table.peers if peer is not actor)
    other.request_or_end_pause(False)
    other.pauses.pop_outgoing_wishes()  # the wish never reaches the other side, which has crashed
    again = restored_replica(table, actor, tmp_path / "log")
    for wish in other.pauses.current_wishes():
        again.receive_pause_wish(wish)
    table.deliver_frames()
    assert agreed_pauses(table) == {None}


# Tests of pauses for spectators and proof checkers.


def test_a_spectator_sees_the_pause_and_the_proof_file_shows_it() -> None:
    table, _actor = paused_table("trio")
    observer = SeatlessReplica(table.terms)
    for _, frame in table.sent:
        observer.receive_frame(frame)
    assert {observer.pauses.current} == agreed_pauses(table)
    assert not observer.pauses.can_ask_for_pause and observer.deciding_seat is not None
    n_heard = len(table.sent)
    send_pause_request(table, table.peers[2], on=False)
    table.play(1)
    for _, frame in table.sent[n_heard:]:
        observer.receive_frame(frame)
    assert observer.pauses.current is None
    assert observer.pauses.pop_news() == [("PAUSE_ENDED", 2)]
    (round_,) = check_proof_file(proof_file_content(table.peers[0]))
    assert round_.result == table.peers[0].rounds[0].result


def test_a_request_is_no_pause_until_all_have_agreed() -> None:
    table = dealt_table()
    peer, asker = acting_peer(table), waiting_peers(table)[0]
    assert pause_state_of(peer.pauses) is None
    for player, has_begun in ((asker, False), (peer, True)):
        send_pause_request(table, player)
        state = pause_state_of(peer.pauses)
        assert state is not None
        assert (state.has_begun, state.seat) == (has_begun, asker.seat)
