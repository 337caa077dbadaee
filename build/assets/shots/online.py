"""Online tables for pictures, which show given network states without a network."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from hacktrick.online.protocol.process_messages import (
    ChatLine,
    FoundTable,
    NetworkCommand,
    NetworkState,
    ResumableTable,
    TablePlayer,
)
from hacktrick.ui.screens.online.host_and_join import HostAndJoinScene
from hacktrick.ui.screens.online.table_lobby import OnlineLobbyScene
from tests.support.rig import Rig


class StubNetwork:
    """A network service that reports a given state and records the commands it receives."""

    def __init__(self, state: NetworkState) -> None:
        self.state = state
        self.sent: list[NetworkCommand] = []
        self._is_new = True

    def start(self) -> None:
        """Do nothing, since there is no process to start."""

    def send(self, command: NetworkCommand) -> None:
        self.sent.append(command)

    def poll(self) -> bool:
        new, self._is_new = self._is_new, False
        return new

    def close(self) -> None:
        """Do nothing, since there is no process to stop."""

    def report_state(self, state: NetworkState) -> None:
        self.state, self._is_new = replace(state, number=self.state.number + 1), True


def fake_public_key(name: str) -> str:
    return sha256(name.encode()).hexdigest()


LOOKING = NetworkState(
    1,
    is_browsing=True,
    resumable_tables=(ResumableTable("ab", "arena", ("Ada", "Ben"), "Ada", True),),
    found_tables=(
        FoundTable("x", "Zsófi", "keypad", 1, True),
        FoundTable("y", "Konstantin", "quartet", 3, True),
        FoundTable("z", "Old Tom", "keypad", 1, False),
    ),
)
PEOPLE = (
    TablePlayer("Ada", "human", fake_public_key("Ada"), True),
    TablePlayer(
        "Konstantin", "human", fake_public_key("K"), False, True, "here", "2026-05-03", "Konstantin"
    ),
    TablePlayer("Kernel", "level:4", fake_public_key("c"), False, True),
    None,
)
LOBBY = NetworkState(
    1,
    "lobby",
    is_host=True,
    preset="quartet",
    players=PEOPLE,
    invitations=(
        ("word", "kita-rolu-mapo"),
        ("direct", "HT4K-9QMX-72DL-ZP5A-7B3C"),
        ("broker", "baso-dimo-furo-kita-rolu-mapo@mqtts://broker.example:8883"),
    ),
    chat=(ChatLine(1, "hello", ""), ChatLine(0, "", "Good evening! One more is coming.")),
)
PLAYING = replace(
    LOBBY,
    stage="playing",
    invitations=(),
    preset="keypad",
    players=(PEOPLE[0], PEOPLE[1]._replace(presence="lost") if PEOPLE[1] else None),
    proof_counts={"shuffle": 7, "share": 21, "sum": 3, "key": 2},
)


def use_stub_network(rig: Rig, state: NetworkState) -> StubNetwork:
    """Give the rig's services a stub network that reports this state, and return this network."""
    network = StubNetwork(state)

    def make(folder: Path) -> StubNetwork:
        return network

    rig.services.online.make = make
    rig.services.online._network = network
    return network


def host_and_join_scene(rig: Rig) -> HostAndJoinScene:
    use_stub_network(rig, LOOKING)
    return HostAndJoinScene(rig.context, rig.services)


def lobby_scene(rig: Rig, state: NetworkState = LOBBY) -> OnlineLobbyScene:
    use_stub_network(rig, state)
    return OnlineLobbyScene(rig.context, rig.services)
