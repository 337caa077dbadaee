"""Tables over a network as they look, without a network: the pictures are given."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from rig import Rig

from hacktrick.play.told import Command, Found, KeptTable, Line, Sitter, Told
from hacktrick.ui.online.lobby import LobbyScene
from hacktrick.ui.online.meeting import MeetingScene


class StillNetwork:
    """Says what it was given, and hears everything."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.said: list[Command] = []
        self._is_new = True

    def start(self) -> None:
        """Nothing to start."""

    def send(self, command: Command) -> None:
        self.said.append(command)

    def poll(self) -> bool:
        new, self._is_new = self._is_new, False
        return new

    def close(self) -> None:
        """Nothing to close."""

    def show(self, told: Told) -> None:
        self.told, self._is_new = replace(told, number=self.told.number + 1), True


def key(name: str) -> str:
    return sha256(name.encode()).hexdigest()


LOOKING = Told(
    1,
    looking=True,
    kept=(KeptTable("ab", "arena", ("Ada", "Ben"), "Ada", True),),
    found=(
        Found("x", "Zsófi", "keypad", 1, True),
        Found("y", "Konstantin", "quartet", 3, True),
        Found("z", "Old Tom", "keypad", 1, False),
    ),
)
PEOPLE = (
    Sitter("Ada", "human", key("Ada"), True),
    Sitter("Konstantin", "human", key("K"), False, True, "here", "2026-05-03", "Konstantin"),
    Sitter("Kernel", "level:4", key("c"), False, True),
    None,
)
LOBBY = Told(
    1,
    "lobby",
    is_host=True,
    preset="quartet",
    sitters=PEOPLE,
    invitations=(
        ("word", "kita-rolu-mapo"),
        ("direct", "HT4K-9QMX-72DL-ZP5A-7B3C"),
        ("broker", "baso-dimo-furo-kita-rolu-mapo@mqtts://broker.example:8883"),
    ),
    lines=(Line(1, "hello", ""), Line(0, "", "Good evening! One more is coming.")),
)
PLAYING = replace(
    LOBBY,
    stage="playing",
    invitations=(),
    preset="keypad",
    sitters=(PEOPLE[0], PEOPLE[1]._replace(presence="lost") if PEOPLE[1] else None),
    proved={"shuffle": 7, "share": 21, "sum": 3, "key": 2},
)


def given(rig: Rig, told: Told) -> StillNetwork:
    """The rig's desk has a network that tells this."""
    network = StillNetwork(told)

    def make(folder: Path) -> StillNetwork:
        return network

    rig.desk._connection.make = make
    rig.desk._connection._network = network
    return network


def meeting(rig: Rig) -> MeetingScene:
    given(rig, LOOKING)
    return MeetingScene(rig.context, rig.desk)


def lobby(rig: Rig, told: Told = LOBBY) -> LobbyScene:
    given(rig, told)
    return LobbyScene(rig.context, rig.desk)
