"""A match of two windows over the loopback, by presses: hosted, joined, played, lost and found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pygame
import pytest
from rig import Rig

from hacktrick.game.legal import legal_actions
from hacktrick.play.remote import ProcessNetwork
from hacktrick.play.told import Command, HostTable
from hacktrick.profiles import Profile
from hacktrick.settings import Settings
from hacktrick.ui.menus.title import TitleScene
from hacktrick.ui.online.lobby import LobbyScene
from hacktrick.ui.online.meeting import MeetingScene
from hacktrick.ui.online.result import OnlineResultScene
from hacktrick.ui.online.table import OnlineTableScene

pytestmark = pytest.mark.slow  # real processes

PATIENCE = 90.0


class LoopbackNetwork(ProcessNetwork):
    """Hosts on the loopback alone, and tells nobody of it."""

    def send(self, command: Command) -> None:
        if isinstance(command, HostTable):
            command = command._replace(address="127.0.0.1", announced=False)
        super().send(command)


def window(folder: Path, name: str) -> Rig:
    stage = Rig(folder, settings=Settings(animation_speed="off"))
    stage.desk._connection.make = LoopbackNetwork
    stage.desk.keep_profiles((Profile(name),))
    stage.show(TitleScene(stage.context, stage.desk))
    stage.click("online")
    assert isinstance(stage.top, MeetingScene)
    return stage


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Rig, Rig]]:
    windows = window(tmp_path / "ada", "Ada"), window(tmp_path / "ben", "Ben")
    yield windows
    for stage in windows:
        stage.desk.close()


def wait(windows: tuple[Rig, ...], until: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end, what
        for stage in windows:
            stage.tick(0.05)
        time.sleep(0.005)


def sit_down(two: tuple[Rig, Rig]) -> None:
    """Both at one table, by presses and typing."""
    host, guest = two
    host.click("host")
    wait(two, lambda: bool(host.desk.network.told.invitations), "an invitation")
    guest.click("code")
    guest.type(dict(host.desk.network.told.invitations)["direct"])
    guest.click("join")
    wait(two, lambda: all(len(names(stage)) == 2 for stage in two), "two at the table")
    for stage in two:
        assert isinstance(stage.top, LobbyScene)
        stage.click("ready")
    wait(two, lambda: all(isinstance(s.top, OnlineTableScene) for s in two), "the table")


def names(stage: Rig) -> list[str]:
    return [one.name for one in stage.desk.network.told.sitters if one]


def act(stage: Rig, dice: Random) -> None:
    scene = stage.top
    if isinstance(scene, OnlineTableScene) and scene.session.may_act:
        seen = scene.session.observation
        assert seen is not None
        scene.play(dice.choice(legal_actions(seen)))


def play_a_round(two: tuple[Rig, ...]) -> None:
    dice = Random(5)

    def over() -> bool:
        for stage in two:
            act(stage, dice)
        return all(isinstance(stage.top, OnlineResultScene) for stage in two)

    wait(two, over, "the end of a round")


def test_two_windows_play_a_round_and_go_on_when_both_want_it(two: tuple[Rig, Rig]) -> None:
    sit_down(two)
    host, guest = two
    play_a_round(two)
    for stage in two:
        stage.wait(1.0)
        assert stage.picture()
        stage.key(pygame.K_RETURN)
        assert isinstance(stage.top, OnlineTableScene)
    wait(two, lambda: all(s.top.session.round_number == 2 for s in two), "the next round")
    assert host.top.session.observation != guest.top.session.observation


def test_the_seal_opens_what_was_proved_and_who_is_here(two: tuple[Rig, Rig]) -> None:
    sit_down(two)
    host, guest = two
    host.press(host.top.seal.rect.center)
    assert isinstance(host.top, LobbyScene) and host.top.playing
    assert host.picture()
    wait(two, lambda: host.desk.network.told.proved.get("shuffle", 0) > 0, "a proof of a shuffle")
    host.click("say phrase")
    wait(two, lambda: bool(guest.desk.network.told.lines), "the phrase")
    wait(two, lambda: "Hello!" in guest.top.plate_sentence(), "the phrase on the plate")
    host.click("ready")
    assert isinstance(host.top, OnlineTableScene)


def test_who_leaves_is_told_and_the_match_goes_on_from_the_list(two: tuple[Rig, Rig]) -> None:
    sit_down(two)
    host, guest = two
    guest.press(guest.top.seal.rect.center)
    guest.click("leave")
    assert isinstance(guest.top, MeetingScene)
    wait(two, lambda: host.top.plate_sentence() == "Ben has left the table.", "the plate")
    assert host.picture()
    wait(two, lambda: len(guest.top.rows) == 1, "the kept match")
    guest.tick(0.1)
    guest.press(guest.top.named["list"].rect.move(0, 4).midtop)
    wait(two, lambda: isinstance(guest.top, OnlineTableScene), "the table again")
    wait(two, lambda: host.top.plate_sentence() == "", "nobody is missing")


def test_a_wrong_invitation_is_told_where_it_was_typed(two: tuple[Rig, Rig]) -> None:
    _host, guest = two
    guest.click("join")
    assert guest.top.said
    guest.click("code")
    guest.type("abcd")
    guest.click("join")
    wait(two, lambda: isinstance(guest.top, MeetingScene) and bool(guest.top.said), "the answer")
    assert guest.top.said == "This is no invitation; perhaps a letter is wrong."
