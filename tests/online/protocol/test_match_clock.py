"""The clock is part of the agreed terms and times only the decisions of players."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from hacktrick.game.editions import PRESETS
from hacktrick.game.json_validation import JsonShapeError
from hacktrick.game.legality import legal_actions
from hacktrick.online.protocol.match_replica import MatchReplica, SeatlessReplica
from hacktrick.online.protocol.match_terms import read_match_terms
from tests.support.network_tables import ReplicaGroup, random_legal_choice, terms_of

PLAIN = terms_of(PRESETS["keypad"])


@pytest.mark.parametrize("seconds", [60, 120])
def test_the_clock_is_part_of_the_agreed_terms(seconds: int) -> None:
    terms = replace(PLAIN, clock=seconds)
    assert read_match_terms(terms.as_text()) == terms
    assert terms.match_id != PLAIN.match_id


def test_terms_without_a_clock_are_as_they_always_were() -> None:
    """Otherwise older programs could not join, and old proof files would name another match."""
    text = PLAIN.as_text()
    assert '"protocol":1' in text and "clock" not in text
    assert '"protocol":2' in replace(PLAIN, clock=60).as_text()


@pytest.mark.parametrize("clock", ["7", "true", '"60"', "0", "-60", "1e9"])
def test_only_the_offered_clocks_are_accepted(clock: str) -> None:
    text = replace(PLAIN, clock=60).as_text().replace('"clock":60', f'"clock":{clock}')
    with pytest.raises(JsonShapeError):
        read_match_terms(text)


def test_a_clock_requires_its_protocol_version() -> None:
    text = replace(PLAIN, clock=60).as_text().replace('"protocol":2', '"protocol":1')
    with pytest.raises(JsonShapeError):
        read_match_terms(text)


def test_all_peers_know_the_deciding_seat_and_none_while_programs_work() -> None:
    table = ReplicaGroup(PRESETS["arena"], random_legal_choice(Random(3)), 3)
    observer = SeatlessReplica(table.terms)
    for peer in table.peers:
        peer.advance()
    assert {peer.deciding_seat for peer in table.peers} == {None}
    dice = Random(1)
    n_heard = 0
    while not table.peers[0].is_round_over:
        table.deliver_frames()
        observer.receive_frames(frame for _, frame in table.sent[n_heard:])
        n_heard = len(table.sent)
        seat = table.peers[0].deciding_seat
        assert {replica.deciding_seat for replica in (*table.peers, observer)} == {seat}
        if seat is None:
            assert table.peers[0].is_round_over
            break
        assert seat == table.peers[0].public.seat
        act_at_random(table.peers[seat], dice)


def act_at_random(peer: MatchReplica, dice: Random) -> None:
    assert peer.seat is not None
    peer.submit_own_action(dice.choice(legal_actions(peer.observe(peer.seat))))
