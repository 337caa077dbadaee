"""Online tables for tests of pauses: freshly dealt, asked for a pause, or paused."""

from __future__ import annotations

from random import Random

from hacktrick.game.rules import PRESETS
from hacktrick.online.protocol.match_replica import MatchReplica
from hacktrick.online.protocol.pauses import AgreedPause
from tests.support.network_tables import Table, any_legal, terms_of

PLAIN = terms_of(PRESETS["keypad"])


def dealt(preset: str = "keypad", seed: int = 1) -> Table:
    """Return a table whose first decision is due."""
    table = Table(PRESETS[preset], any_legal(Random(seed)), seed, pauses=True)
    for peer in table.peers:
        peer.advance()
    table.carry_all()
    return table


def acting(table: Table) -> MatchReplica:
    return next(peer for peer in table.peers if peer.waits_for == "action")


def others(table: Table) -> list[MatchReplica]:
    return [peer for peer in table.peers if peer.waits_for != "action"]


def act(table: Table) -> None:
    peer = acting(table)
    assert peer.seat is not None
    peer.submit(table.choose[peer.seat](peer))
    table.carry_all()
    table.carry_wishes()


def want(table: Table, peer: MatchReplica, on: bool = True) -> None:
    peer.request_pause(on)
    table.carry_all()
    table.carry_wishes()


def paused(preset: str = "keypad", seed: int = 1) -> tuple[Table, MatchReplica]:
    """Return a table paused at the request of a player not on turn, and the player on turn."""
    table = dealt(preset, seed)
    actor = acting(table)
    for peer in others(table):
        want(table, peer)
    want(table, actor)
    assert all(peer.pauses.current is not None for peer in table.peers)
    return table, actor


def standing(table: Table) -> set[AgreedPause | None]:
    return {peer.pauses.current for peer in table.peers}
