"""An online table for one window: replicas in the same process, without network connections.

Shared by tests and by the scripts that draw pictures. The caller plays the remote players.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from hacktrick.game.actions import parse
from hacktrick.game.editions import PRESETS
from hacktrick.online.network_process.process_main import pause_state_of, remote_state_of
from hacktrick.online.protocol.match_replica import MatchReplica, SeatlessReplica
from hacktrick.online.protocol.process_messages import (
    ChatLine,
    NetworkCommand,
    NetworkState,
    ReadyForNextRound,
    SetPause,
    SubmitAction,
    TablePlayer,
)
from tests.support.network_tables import NAMES, ReplicaGroup, random_legal_choice


class LocalNetworkClient:
    """A ``NetworkClient`` for the player of a seat, or for a spectator.

    Args:
        seat: the seat of the window's player, or None for a spectator.
        facts: further fields of the ``NetworkState``.

    Attributes:
        sent: the commands that the window has sent.
    """

    def __init__(self, preset: str, seat: int | None, seed: int = 1, **facts: Any) -> None:
        self.table = ReplicaGroup(
            PRESETS[preset], random_legal_choice(Random(seed)), seed, pauses=True
        )
        self._observer = SeatlessReplica(self.table.terms)
        self._n_heard = 0
        self.replica: MatchReplica = self._observer if seat is None else self.table.peers[seat]
        self.sent: list[NetworkCommand] = []
        self._new = False
        terms = self.table.terms
        sitters = tuple(
            TablePlayer(NAMES[n], "human", key.hex(), n == seat) for n, key in enumerate(terms.keys)
        )
        usual = {"preset": preset, "match_id": "m", "players": sitters}
        self.state = NetworkState(1, "playing", **{**usual, **facts})
        for peer in self.table.peers:
            peer.advance()
        self.publish()

    def publish(self, **changes: Any) -> None:
        """Deliver all pending frames, then publish a new ``NetworkState``."""
        self.table.deliver_frames()
        self.table.deliver_pause_wishes()
        self._observer.receive_frames(frame for _, frame in self.table.sent[self._n_heard :])
        self._n_heard = len(self.table.sent)
        seen, number, pauses = (
            remote_state_of(self.replica),
            self.state.number + 1,
            self.replica.pauses,
        )
        lines = (*self.state.chat, *(ChatLine(seat, news, "") for news, seat in pauses.pop_news()))
        facts = {
            "match_state": seen,
            "can_ask_for_pause": pauses.can_ask_for_pause,
            "pause": pause_state_of(pauses),
        }
        self.state = replace(self.state, number=number, **{"chat": lines, **facts, **changes})
        self._new = True

    def act(self, seat: int) -> None:
        """Play a random action for a seat."""
        peer = self.table.peers[seat]
        peer.submit_own_action(self.table.choose[seat](peer))
        self.publish()

    def play_others(self) -> None:
        """Act for all other players until it is the window's turn."""
        while True:
            others = [peer for peer in self.table.peers if peer is not self.replica]
            due = [peer for peer in others if peer.waits_for in ("action", "next")]
            if not due:
                return
            for peer in due:
                # The table does not act of its own accord outside ``play``.
                self.table._act(peer)
            self.publish()

    def request_pause(self, seat: int, on: bool) -> None:
        """Request or accept a pause for a seat if ``on``; otherwise refuse or end a pause."""
        self.table.peers[seat].request_or_end_pause(on)
        self.table.deliver_pause_wishes()
        self.publish()

    # Methods of the interface that the window uses.

    def start(self) -> None:
        """Do nothing: the table runs already."""

    def send(self, command: NetworkCommand) -> None:
        self.sent.append(command)
        if isinstance(command, SubmitAction):
            self.replica.submit_own_action(parse(command.action))
            self.publish()
        elif isinstance(command, SetPause):
            self.request_pause(self.replica.seat or 0, command.on)
        elif isinstance(command, ReadyForNextRound):
            self.replica.request_next_round()
            self.publish()

    def poll(self) -> bool:
        new, self._new = self._new, False
        return new

    def close(self) -> None:
        """Do nothing: there is no process to end."""
