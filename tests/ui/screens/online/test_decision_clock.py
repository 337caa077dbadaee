"""The clock at a table over the network: hosted by presses, seen at the seat that has to act."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hacktrick.app.profiles import Profile
from hacktrick.app.settings import Settings
from hacktrick.i18n.online_text import match_terms_line
from hacktrick.online.protocol.process_messages import ClaimMatch, HostTable
from hacktrick.ui.screens.online.host_and_join import HostAndJoinScene
from hacktrick.ui.screens.online.online_lobby import OnlineLobbyScene
from hacktrick.ui.screens.online.online_table import OnlineTableScene
from tests.support.local_network import NearNetwork
from tests.support.rig import Rig


class Hand:
    """Seconds that are moved by hand."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def sit_down(
    folder: Path, seat: int | None, clock: int = 60, preset: str = "keypad", **facts: Any
) -> tuple[Rig, NearNetwork, Hand]:
    """A window at a table whose first round has been dealt."""
    stage = Rig(folder, settings=Settings(animation_speed="off", pace="instant"))
    network, hand = NearNetwork(preset, seat, clock=clock, **facts), Hand()
    stage.workspace.online.make = lambda folder: network
    stage.workspace.online.clock._now = hand
    stage.workspace.profiles.save((Profile("Ada"),))
    stage.workspace.online.update(0.0)
    stage.context.navigator.show_online_table()
    stage.tick(0.1)
    assert isinstance(stage.top, OnlineTableScene)
    return stage, network, hand


def acting(network: NearNetwork) -> int:
    seat = network.replica.decides
    assert seat is not None
    return seat


def waiting(folder: Path, clock: int = 60) -> tuple[Rig, NearNetwork, Hand]:
    """A window whose player waits for the other one."""
    for seat in (0, 1):
        stage, network, hand = sit_down(folder / str(seat), seat, clock)
        if acting(network) != seat:
            return stage, network, hand
    raise AssertionError("both have the turn")


def at_the_own_turn(folder: Path) -> tuple[Rig, Hand]:
    stage, network, hand = sit_down(folder, 0)
    if acting(network) != 0:
        network.go_on()
    stage.tick(0.1)
    return stage, hand


def test_the_others_may_end_the_match_when_time_is_up_and_not_before(tmp_path: Path) -> None:
    stage, network, hand = waiting(tmp_path)
    late = network.told.sitters[acting(network)].name
    hand.seconds = 59
    stage.tick(0.1)
    assert stage.top.plate_sentence() == ""
    stage.press(stage.top.seal.rect.center)
    lobby = stage.top
    assert isinstance(lobby, OnlineLobbyScene) and "claim" not in lobby.named
    hand.seconds = 61
    stage.tick(0.1)
    assert "claim" in lobby.named
    stage.click("ready")
    table: OnlineTableScene = stage.top
    assert late in table.plate_sentence()
    stage.press(table.seal.rect.center)
    stage.click("claim")
    assert ClaimMatch() in network.said


def test_whoever_is_late_can_still_act_and_then_all_goes_on(tmp_path: Path) -> None:
    stage, network, hand = waiting(tmp_path)
    hand.seconds = 200
    stage.tick(0.1)
    assert stage.top.plate_sentence()
    network.go_on()
    stage.tick(0.1)
    assert stage.top.plate_sentence() == ""
    assert stage.top.session.may_act


def test_the_late_player_himself_is_told_that_he_can_still_act(tmp_path: Path) -> None:
    stage, hand = at_the_own_turn(tmp_path)
    hand.seconds = 61
    stage.tick(0.1)
    assert stage.top.plate_sentence().startswith("Your time is up.")
    assert stage.top.session.may_act


def test_little_time_is_seen_in_words_and_heard_once(tmp_path: Path) -> None:
    stage, hand = at_the_own_turn(tmp_path)
    before = stage.picture()
    stage.sounds.clear()
    hand.seconds += 51
    for _ in range(5):
        stage.tick(0.1)
        hand.seconds += 1
    assert stage.sounds.count("ask") == 1
    assert stage.picture() != before


@pytest.mark.parametrize("seat", [0, 1])
def test_without_a_clock_no_time_passes(tmp_path: Path, seat: int) -> None:
    stage, _network, hand = sit_down(tmp_path, seat, clock=0)
    before = stage.picture()
    hand.seconds = 1e6
    stage.tick(0.1)
    assert stage.top.plate_sentence() == ""
    assert stage.picture() == before


def test_a_lost_line_stops_the_clock(tmp_path: Path) -> None:
    stage, network, hand = waiting(tmp_path)
    hand.seconds = 30
    sitters = network.told.sitters
    gone = tuple(one if one.own else one._replace(presence="lost") for one in sitters)
    network.tell(sitters=gone)
    stage.tick(0.1)
    hand.seconds = 500
    network.tell(sitters=sitters)
    stage.tick(0.1)
    assert stage.top.plate_sentence() == ""
    assert stage.top.online.clock.left == 30


def test_the_host_chooses_a_clock_and_it_stands_at_the_table(tmp_path: Path) -> None:
    stage = Rig(tmp_path)
    network = NearNetwork("keypad", 0)
    stage.workspace.online.make = lambda folder: network
    stage.workspace.profiles.save((Profile("Ada"),))
    stage.show(HostAndJoinScene(stage.context, stage.workspace))
    stage.click("clock")
    stage.click("host")
    (table,) = [one for one in network.said if isinstance(one, HostTable)]
    assert table.clock == 60
    network.tell(clock=120)
    assert "120 seconds" in match_terms_line(network.told)
