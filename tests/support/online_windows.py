"""Two windows without a display that play online on this machine, driven by clicks."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from hacktrick.app.profiles import Profile
from hacktrick.app.settings import Settings
from hacktrick.game.legality import legal_actions
from hacktrick.online.network_process.process_client import ProcessNetworkClient
from hacktrick.online.protocol.process_messages import HostTable, NetworkCommand
from hacktrick.ui.screens.online.host_and_join import HostAndJoinScene
from hacktrick.ui.screens.online.online_table import OnlineResultScene, OnlineTableScene
from hacktrick.ui.screens.online.table_lobby import OnlineLobbyScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from tests.support.rig import Rig

WAIT_TIMEOUT = 90.0  # number of seconds to wait for one event


class LoopbackNetwork(ProcessNetworkClient):
    """A network client that hosts on the loopback interface alone and announces no tables."""

    def send(self, command: NetworkCommand) -> None:
        if isinstance(command, HostTable):
            command = command._replace(address="127.0.0.1", is_announced=False)
        super().send(command)


def open_window(folder: Path, name: str) -> Rig:
    stage = Rig(folder, settings=Settings(animation_speed="off"))
    stage.services.online.make = LoopbackNetwork
    stage.services.profiles.save_profiles((Profile(name),))
    stage.show(TitleScene(stage.context, stage.services))
    stage.click("online")
    assert isinstance(stage.top, HostAndJoinScene)
    return stage


def wait_for_windows(windows: tuple[Rig, ...], until: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + WAIT_TIMEOUT
    while not until():
        assert time.monotonic() < end, what
        for stage in windows:
            stage.tick(0.05)
        time.sleep(0.02)


def sit_down(two: tuple[Rig, Rig]) -> None:
    """Seat both players at one table by clicks and typing."""
    host, guest = two
    host.click("host")
    code = shown_invitation(two, "direct")
    guest.click("code")
    guest.type(code)
    guest.click("join")
    wait_for_windows(
        two, lambda: all(len(shown_names(stage)) == 2 for stage in two), "two at the table"
    )
    start_when_ready(two)


def shown_invitation(two: tuple[Rig, Rig], kind: str) -> str:
    """Return the invitation on the host's screen."""
    network = two[0].services.online.network
    wait_for_windows(two, lambda: kind in dict(network.state.invitations), "an invitation")
    return dict(network.state.invitations)[kind]


def start_when_ready(two: tuple[Rig, Rig]) -> None:
    """Report all players ready in the lobby, which starts the match."""
    for stage in two:
        assert isinstance(stage.top, OnlineLobbyScene)
        stage.click("ready")
    wait_for_windows(
        two, lambda: all(isinstance(s.top, OnlineTableScene) for s in two), "the table"
    )


def shown_names(stage: Rig) -> list[str]:
    return [one.name for one in stage.services.online.network.state.players if one]


def act_at_random(stage: Rig, dice: Random) -> None:
    scene = stage.top
    if isinstance(scene, OnlineTableScene) and scene.session.may_act:
        seen = scene.session.observation
        assert seen is not None
        scene.play_turn(dice.choice(legal_actions(seen)))


def play_a_round(two: tuple[Rig, ...]) -> None:
    dice = Random(5)

    def over() -> bool:
        for stage in two:
            act_at_random(stage, dice)
        return all(isinstance(stage.top, OnlineResultScene) for stage in two)

    wait_for_windows(two, over, "the end of a round")
