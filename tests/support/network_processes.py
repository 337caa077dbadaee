"""Scripted players of an online match, each with a real network process on this machine.

Shared by tests and by the commands that play many matches. Every wait has a time limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from hacktrick.game.legality import legal_actions
from hacktrick.online.network_process.process_client import ProcessNetworkClient, RemoteMatchTable
from hacktrick.online.protocol.process_messages import (
    HostTable,
    JoinTable,
    NetworkCommand,
    NetworkState,
    ResumeTable,
    SetReady,
)

LOOPBACK = "127.0.0.1"
EVENT_TIMEOUT = 60.0  # number of seconds to wait for one event
MATCH_TIMEOUT = 400.0  # number of seconds for a match over a link that stalls and breaks
PAUSE = 0.004
NAMES = ("Ada", "Ben", "Cleo", "Dan")


class NetworkPlayer:
    """A player, with a network process of their own, who takes random legal actions.

    Attributes:
        received_states: every ``NetworkState`` received, in order: all that the player is told.
    """

    def __init__(self, folder: Path, name: str, seed: int = 0) -> None:
        self.folder, self.name, self.dice = folder, name, Random(seed)
        self.network = ProcessNetworkClient(folder)
        self.table: RemoteMatchTable | None = None
        self._table_match = ""  # the match of the current ``table``
        self.n_acts = 0
        self.received_states: list[NetworkState] = []

    @property
    def state(self) -> NetworkState:
        return self.network.state

    @property
    def is_over(self) -> bool:
        return self.table is not None and self.table.is_over

    def send_command(self, command: NetworkCommand) -> None:
        self.network.send(command)

    def receive_state(self) -> None:
        """Receive the newest state of the network process."""
        if self.network.poll():
            self.received_states.append(self.state)
        if self.state.match_state is not None:
            if self.table is None or self._table_match != self.state.match_id:
                self.table = RemoteMatchTable(self.network)
                self._table_match = self.state.match_id
            self.table.use_newest_state()

    def play(self) -> None:
        """Act, or report ready for the next round, if the table waits for this player to do so."""
        self.receive_state()
        table = self.table
        if table is None or table.is_over or self.state.stage != "playing":
            return
        if table.is_round_over:
            table.deal_next_round()
        elif table.may_act and table.seat is not None:
            table.submit(table.seat, self.dice.choice(legal_actions(table.observe(table.seat))))
            self.n_acts += 1

    def restart(self, match: str) -> None:
        """Kill the network process, as a crash would, and resume the match with a new process."""
        self.network.kill()
        self.network, self.table = ProcessNetworkClient(self.folder), None
        self.send_command(ResumeTable(match))


def make_players(folder: Path, n: int, seed: int = 0) -> list[NetworkPlayer]:
    return [NetworkPlayer(folder / NAMES[k], NAMES[k], 10 * seed + k) for k in range(n)]


def wait_until(people: Sequence[NetworkPlayer], until: Callable[[], bool], what: str) -> None:
    """Let all players receive news until a condition holds.

    Args:
        what: a description of the condition for the error message.

    Raises:
        TimeoutError: the condition did not hold in time.
    """
    _act_until(people, NetworkPlayer.receive_state, until, what, EVENT_TIMEOUT)


def _act_until(
    people: Sequence[NetworkPlayer],
    do: Callable[[NetworkPlayer], None],
    until: Callable[[], bool],
    what: str,
    patience: float,
) -> None:
    end = time.monotonic() + patience
    while not until():
        if time.monotonic() > end:
            states = [(one.state.stage, one.state.awaited, one.state.trouble) for one in people]
            raise TimeoutError(f"{what}: {states}")
        for one in people:
            do(one)
        time.sleep(PAUSE)


def sit_down(
    people: Sequence[NetworkPlayer], preset: str, way: str = "direct", broker: str = ""
) -> None:
    """Seat all players at one table, with the first player as host, and start the match."""
    gather_in_lobby(people, preset, way, broker)
    for one in people:
        one.send_command(SetReady(True))
    wait_until(people, lambda: all(one.state.match_state is not None for one in people), "the deal")


def gather_in_lobby(
    people: Sequence[NetworkPlayer], preset: str, way: str = "direct", broker: str = "", **more: Any
) -> None:
    """Bring all players into one lobby.

    Args:
        more: further fields of ``HostTable``.
    """
    host, *guests = people
    table = HostTable(preset, {}, host.name, broker, is_announced=False, address=LOOPBACK)
    host.send_command(table._replace(**more))
    wait_until([host], lambda: way in dict(host.state.invitations), "an invitation")
    for guest in guests:
        guest.send_command(JoinTable(dict(host.state.invitations)[way], guest.name))
    wait_until(people, lambda: all(is_full(one.state, len(people)) for one in people), "all sit")


def is_full(state: NetworkState, n: int) -> bool:
    return len([one for one in state.players if one is not None]) == n


def play_match(people: Sequence[NetworkPlayer], until: Callable[[], bool] | None = None) -> None:
    """Play to the end of the match, or until a condition holds."""
    over = until or (lambda: all(one.is_over for one in people))
    _act_until(people, NetworkPlayer.play, over, "a match", MATCH_TIMEOUT)


def close_players(people: Sequence[NetworkPlayer]) -> None:
    for one in people:
        one.network.close()
