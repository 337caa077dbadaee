"""A program that is started again while a deal is under way that its player had wanted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hacktrick.app.settings import Settings
from hacktrick.ui.screens.online.online_lobby import OnlineLobbyScene
from hacktrick.ui.screens.online.online_table import OnlineResultScene, OnlineTableScene
from tests.support.local_network import NearNetwork
from tests.support.rig import Rig


def at_the_result(folder: Path) -> tuple[Rig, NearNetwork]:
    """A window that was opened when the round was over: it begins with the result."""
    network = NearNetwork("keypad", 0)
    while not network.replica.is_round_over:
        network.act(network.replica.public.seat)
    stage = Rig(folder, settings=Settings(animation_speed="off", pace="instant"))
    stage.workspace.online.make = lambda folder: network
    stage.workspace.online.update(0.0)
    stage.context.navigator.show_online_table()
    stage.wait(3.0)
    assert isinstance(stage.top, OnlineResultScene)
    return stage, network


def test_a_result_stays_until_its_player_wants_the_next_round(tmp_path: Path) -> None:
    stage, network = at_the_result(tmp_path)
    network.go_on()  # the other one wants it
    stage.wait(1.0)
    assert isinstance(stage.top, OnlineResultScene)
    stage.press(stage.top._main[0].rect.center)
    stage.wait(1.0)
    assert isinstance(stage.top, OnlineTableScene)


def test_a_result_gives_way_to_the_round_that_its_player_had_wanted(tmp_path: Path) -> None:
    stage, network = at_the_result(tmp_path)
    network.replica.next_round()  # said before the program was started again
    network.tell()
    stage.wait(1.0)
    assert isinstance(stage.top, OnlineTableScene)
    network.go_on()
    stage.wait(1.0)
    assert stage.top.session.round_number == 2


def test_no_wish_is_left_over_for_the_round_after(tmp_path: Path) -> None:
    stage, network = at_the_result(tmp_path)
    network.replica.next_round()
    network.tell()
    stage.wait(1.0)
    network.go_on()
    while not network.replica.is_round_over:
        network.act(network.replica.public.seat)
    network.go_on()
    assert network.replica.wants == "next"


def test_while_the_first_deck_goes_round_a_second_press_leads_nowhere(tmp_path: Path) -> None:
    """The button for Ready lies where the way back to the match lies a moment later."""
    network = NearNetwork("keypad", 0)
    network.told = replace(network.told, seen=None)
    stage = Rig(tmp_path, settings=Settings(animation_speed="off", pace="instant"))
    stage.workspace.online.make = lambda folder: network
    stage.show(OnlineLobbyScene(stage.context, stage.workspace))
    stage.click("ready")
    stage.wait(0.5)
    assert isinstance(stage.top, OnlineLobbyScene)
    network.tell()
    stage.wait(1.0)
    assert isinstance(stage.top, OnlineTableScene)
