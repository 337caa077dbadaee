"""The view of every peer equals the view that the rules give its seat."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.match.live_match import Match
from hacktrick.match.record_replay import replay_record
from hacktrick.online.protocol.match_replica import SeatlessReplica, record_of_replica
from tests.support.network_tables import (
    ReplicaGroup,
    ViewRecorder,
    count_equal_views,
    play_watched_table,
    random_legal_choice,
)
from tests.support.parameter_sampling import mark_others_slow
from tests.support.scripted_tables import record_with, scripted_chance

SHORT = {"target": 2}  # a match with codes has to be played to its end
ODD = {"out_of_markers": "when_obliged", "command_after_draw": True, "second_command": "draw"}
EDITIONS = {
    **PRESETS,
    "wits": rules_for("wits", SHORT),
    "wits with other options": rules_for("wits", SHORT | ODD),
}


@lru_cache
def watched_match(name: str) -> tuple[ReplicaGroup, list[ViewRecorder]]:
    return play_watched_table(EDITIONS[name], 1, 1)


@pytest.mark.parametrize("name", mark_others_slow(EDITIONS, "keypad", "quartet", "wits"))
def test_views_of_all_peers_are_those_of_the_record(name: str) -> None:
    table, watchers = watched_match(name)
    assert count_equal_views(table, watchers) == sum(len(watcher.views) for watcher in watchers) > 5


@pytest.mark.parametrize("name", mark_others_slow(EDITIONS, "keypad", "quartet", "wits"))
def test_a_spectator_comes_to_the_same_record(name: str) -> None:
    table, _ = watched_match(name)
    observer = SeatlessReplica(table.terms)
    observer.receive_frames(frame for _, frame in table.sent)
    assert record_of_replica(observer) == record_of_replica(table.peers[0])
    assert {peer.exchange.chain.head for peer in table.peers} == {observer.exchange.chain.head}


@pytest.mark.parametrize("name", mark_others_slow(EDITIONS, "keypad", "quartet", "wits"))
def test_all_hands_are_shown_at_the_end(name: str) -> None:
    table, _ = watched_match(name)
    *_, (match, _) = replay_record(record_of_replica(table.peers[0]))
    for peer in table.peers:
        assert peer.final_hands() == match.final_hands()


def test_hands_are_private_while_the_round_lasts() -> None:
    class Curious(ViewRecorder):
        def __call__(self, peer):  # type: ignore[no-untyped-def]
            for seen in table.peers:
                with pytest.raises(ValueError, match="private"):
                    seen.final_hands()
                assert seen.seat is not None
                other = (seen.seat + 1) % 2
                with pytest.raises(AssertionError, match="local seat"):
                    seen.observe(other)
            return super().__call__(peer)

    table = ReplicaGroup(PRESETS["keypad"], Curious(random_legal_choice(Random(1))))
    table.play(1)


def test_the_duel_after_a_match_of_three_is_played_too() -> None:
    """Two members level at the target play a round of two; the third seat only shuffles."""
    rules = rules_for("trio-individual", {"target": 1})
    for number in range(60):
        table, watchers = play_watched_table(rules, number, 3)
        duels = [opened for opened in table.peers[0].rounds if opened.leader_and_starter.duel]
        if duels:
            break
    assert len(duels) == 1
    assert sorted(map(len, duels[0].hands)) == [0, 3, 4]
    assert count_equal_views(table, watchers) > 10
    assert all(peer.is_over for peer in table.peers)


def test_a_replica_shows_a_spectator_the_same_events_as_the_game() -> None:
    seen = []
    table = ReplicaGroup(PRESETS["keypad"], random_legal_choice(Random(2)), 2).play(1)
    observer = SeatlessReplica(table.terms)
    for _, frame in table.sent:
        observer.receive_frame(frame)
        if observer.is_dealt and not observer.rounds:
            seen.append((len(observer.round.events), observer.events_for(None)))
    expected = dict(seen)
    for match, _ in replay_record(record_of_replica(table.peers[0])):
        events = match.events_for(None)
        if len(events) in expected:
            assert expected.pop(len(events)) == events
    assert not expected


# Each code, and a word that occurs only in its actions.
POWERS = {
    "vaeck": "swap",
    "sun": "under",
    "huang": "discard",
    "popescu": "ask own",
    "kriskaya": "again",
    "doo": "call",
}


@pytest.mark.parametrize("code", mark_others_slow(POWERS, "kriskaya", "sun", "vaeck"))
def test_every_power_works_over_the_network(code: str) -> None:
    """The record of a local match is replayed online, without a dealer."""

    def interest(match: Match) -> int:
        actions = [text for round_ in match.record.rounds for text in round_.actions]
        return match.is_over and any(POWERS[code] in text for text in actions)

    record = record_with(EDITIONS["wits"], interest, 9, enough=1)
    with scripted_chance(record) as (script, watch):
        watchers = [ViewRecorder(script.next_action) for _ in range(2)]
        table = watch(ReplicaGroup(record.rules, watchers, script.table_number())).play()
    assert record_of_replica(table.peers[0]).rounds == record.rounds
    assert count_equal_views(table, watchers) == sum(len(watcher.views) for watcher in watchers)
    observer = SeatlessReplica(table.terms)
    observer.receive_frames(frame for _, frame in table.sent)
    assert record_of_replica(observer) == record_of_replica(table.peers[1])
