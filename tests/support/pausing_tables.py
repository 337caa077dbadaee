"""Online tables for tests of pauses: just dealt, with a pause requested, or paused."""

from __future__ import annotations

from random import Random

from hacktrick.game.editions import PRESETS
from hacktrick.online.protocol.match_replica import MatchReplica
from hacktrick.online.protocol.pauses import AgreedPause
from tests.support.network_tables import ReplicaGroup, random_legal_choice, terms_of

PLAIN = terms_of(PRESETS["keypad"])


def dealt_table(preset: str = "keypad", seed: int = 1) -> ReplicaGroup:
    """Return a table whose first decision is due."""
    table = ReplicaGroup(PRESETS[preset], random_legal_choice(Random(seed)), seed, pauses=True)
    for peer in table.peers:
        peer.advance()
    table.deliver_frames()
    return table


def acting_peer(table: ReplicaGroup) -> MatchReplica:
    return next(peer for peer in table.peers if peer.waits_for == "action")


def waiting_peers(table: ReplicaGroup) -> list[MatchReplica]:
    return [peer for peer in table.peers if peer.waits_for != "action"]


def act_once(table: ReplicaGroup) -> None:
    peer = acting_peer(table)
    assert peer.seat is not None
    peer.submit_own_action(table.choose[peer.seat](peer))
    table.deliver_frames()
    table.deliver_pause_wishes()


def send_pause_request(table: ReplicaGroup, peer: MatchReplica, on: bool = True) -> None:
    peer.request_or_end_pause(on)
    table.deliver_frames()
    table.deliver_pause_wishes()


def paused_table(preset: str = "keypad", seed: int = 1) -> tuple[ReplicaGroup, MatchReplica]:
    """Return a table paused at the request of a player not on turn, and the player on turn."""
    table = dealt_table(preset, seed)
    actor = acting_peer(table)
    for peer in waiting_peers(table):
        send_pause_request(table, peer)
    send_pause_request(table, actor)
    assert all(peer.pauses.current is not None for peer in table.peers)
    return table, actor


def agreed_pauses(table: ReplicaGroup) -> set[AgreedPause | None]:
    return {peer.pauses.current for peer in table.peers}
