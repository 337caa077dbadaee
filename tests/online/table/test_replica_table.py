"""A local table and an online table behave in the same way."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.app.match_session import MatchSession
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import DRAW, PASS
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import IllegalAction, legal_actions
from hacktrick.match.live_match import Match
from hacktrick.match.record_replay import replay_record
from hacktrick.match.table_interface import MatchTable
from hacktrick.online.network_process.process_main import ReplicaMatchTable
from hacktrick.online.protocol.match_replica import MatchReplica, SeatlessReplica
from tests.support.network_tables import ReplicaGroup as Peers
from tests.support.network_tables import identity_of, random_legal_choice, terms_of
from tests.support.scripted_matches import SEATS


def dealt_online_match(
    preset: str = "keypad", number: int = 1
) -> tuple[Peers, list[ReplicaMatchTable]]:
    """Return an online match whose first round has just been dealt."""
    peers = Peers(PRESETS[preset], random_legal_choice(Random(number)), number)
    for peer in peers.peers:
        peer.advance()
    peers.deliver_frames()
    return peers, [ReplicaMatchTable(peer) for peer in peers.peers]


def acting_table(tables: list[ReplicaMatchTable]) -> ReplicaMatchTable:
    return next(table for table in tables if table.public.seat == table.seat)


def play_on(peers: Peers, tables: list[ReplicaMatchTable], rng: Random) -> None:
    table = acting_table(tables)
    assert table.seat is not None
    table.submit(table.seat, rng.choice(legal_actions(table.observe(table.seat))))
    peers.deliver_frames()


def is_same(here: MatchTable, there: MatchTable, seat: int) -> bool:
    """Return True if both tables show the same to a seat and to spectators."""
    return (
        (here.public, here.observe(seat), here.view(seat))
        == (there.public, there.observe(seat), there.view(seat))
        and here.events_for(seat) == there.events_for(seat)
        and here.events_for(None) == there.events_for(None)
        and (here.rules, here.seats, here.round_number, here.is_round_over, here.is_over)
        == (there.rules, there.seats, there.round_number, there.is_round_over, there.is_over)
    )


def test_a_seat_learns_over_the_network_what_a_local_match_would_show_it() -> None:
    peers, tables = dealt_online_match("arena")
    rng, expected = Random(4), []
    while not tables[0].is_round_over:
        expected.append([(t.observe(t.seat), t.view(t.seat), t.events_for(None)) for t in tables])  # type: ignore[arg-type]
        play_on(peers, tables, rng)
    (*moments, (match, _)) = replay_record(tables[0].record)
    assert len(moments) == len(expected)
    for number, (match, _) in enumerate(replay_record(tables[0].record)):
        if number < len(expected):
            seen = [(match.observe(s), match.view(s), match.events_for(None)) for s in (0, 1)]
            assert expected[number] == seen
    for table in tables:
        assert table.seat is not None
        assert is_same(table, match, table.seat)
        assert table.final_hands() == match.final_hands()
        assert (table.match_state, table.record) == (match.match_state, match.record)


def test_no_other_seat_can_be_observed_here() -> None:
    _, (table, _) = dealt_online_match()
    for ask in (table.observe, table.view, table.events_for):
        with pytest.raises(ValueError, match="local seat"):
            ask(1)
    with pytest.raises(ValueError, match="local seat"):
        table.submit(1, DRAW)
    with pytest.raises(ValueError, match="private"):
        table.final_hands()


def test_an_illegal_action_is_refused_and_nothing_is_sent() -> None:
    peers, tables = dealt_online_match()
    table = acting_table(tables)
    assert table.seat is not None
    before = table.version
    with pytest.raises(IllegalAction):
        table.submit(table.seat, PASS)
    waiting = next(other for other in tables if other is not table)
    assert waiting.seat is not None
    with pytest.raises(IllegalAction):
        waiting.submit(waiting.seat, DRAW)
    assert table.version == before
    assert not any(peer.exchange.outgoing for peer in peers.peers)


def test_an_action_counts_once_all_frames_of_its_step_are_there() -> None:
    """The start card needs both sums; until the other one arrives, it is only sent."""
    peers, tables = dealt_online_match()
    table = acting_table(tables)
    assert table.seat is not None
    version, (action, *_) = table.version, legal_actions(table.observe(table.seat))
    table.submit(table.seat, action)
    assert (table.version, table.public.phase, table.pending_action) == (version, "start", action)
    peers.deliver_frames()
    assert (table.public.phase, table.pending_action) == ("turn", None)
    assert table.version > version


def test_the_next_round_begins_when_all_are_ready() -> None:
    peers, tables = dealt_online_match()
    rng = Random(1)
    while not all(table.is_round_over for table in tables):
        play_on(peers, tables, rng)
    assert [table.round_number for table in tables] == [1, 1]
    tables[0].deal_next_round()
    peers.deliver_frames()
    assert [table.round_number for table in tables] == [1, 1]
    assert all(table.is_round_over for table in tables)
    tables[1].deal_next_round()
    peers.deliver_frames()
    assert [table.round_number for table in tables] == [2, 2]
    assert not tables[0].is_round_over


def test_with_codes_the_record_is_empty_until_they_are_revealed() -> None:
    rules = rules_for("wits", {"target": 1})
    peers = Peers(rules, random_legal_choice(Random(2)), 2)
    table = ReplicaMatchTable(peers.peers[0])
    for peer in peers.peers:
        peer.advance()
    peers.deliver_frames()
    assert table.record.rounds == [] and table.record.codes == ()
    assert table.record.score == (0, 0), "nobody has a point in no round"
    peers.play()
    assert table.is_over
    assert len(table.record.codes) == 12 and table.record.rounds


def test_a_spectator_has_a_table_too() -> None:
    peers, _ = dealt_online_match()
    observer = SeatlessReplica(peers.terms)
    observer.receive_frames(frame for _, frame in peers.sent)
    table = ReplicaMatchTable(observer)
    assert table.seat is None
    assert table.events_for(None) == ()
    with pytest.raises(ValueError, match="local seat"):
        table.observe(0)


def test_before_the_deal_there_is_a_table_without_a_round() -> None:
    terms = terms_of(PRESETS["keypad"])
    table = ReplicaMatchTable(MatchReplica(terms, identity_of(terms, 0)))
    assert not table.is_dealt and not table.is_round_over and not table.is_over
    assert (table.record.rounds, table.record.score) == ([], (0, 0))


def test_the_match_at_this_computer_is_a_table() -> None:
    table: MatchTable = Match.begin_with_rng(PRESETS["trio"], SEATS[:3], Random(1))
    assert table.round_number == 1
    assert is_same(table, table, 0)


def test_a_session_sits_at_a_table_over_the_network() -> None:
    peers, tables = dealt_online_match()
    kept: list[str] = []
    table = acting_table(tables)
    session = MatchSession(table, InlineThinker(), kept.append, Random(1))
    session.show_hand(table.seat or 0)
    assert session.may_act
    glance = session.snapshot()
    assert glance.observation == table.observe(table.seat or 0)
    assert glance.hands is None
    session.submit(legal_actions(glance.observation)[0])
    peers.deliver_frames()
    assert session.snapshot().public.phase == "turn"
    assert len(kept) == 2
