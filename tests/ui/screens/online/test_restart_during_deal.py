"""A program restarted while the next round, which its player had requested, is being dealt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hacktrick.app.settings import Settings
from hacktrick.ui.screens.online.online_table import OnlineResultScene, OnlineTableScene
from hacktrick.ui.screens.online.table_lobby import OnlineLobbyScene
from tests.support.local_online_table import LocalNetworkClient
from tests.support.rig import Rig


def open_result(folder: Path) -> tuple[Rig, LocalNetworkClient]:
    """Return a window opened after the end of a round, so that it starts with the result."""
    network = LocalNetworkClient("keypad", 0)
    while not network.replica.is_round_over:
        network.act(network.replica.public.seat)
    rig = Rig(folder, settings=Settings(animation_speed="off", pace="instant"))
    rig.services.online.make = lambda folder: network
    rig.services.online.update(0.0)
    rig.context.navigator.show_online_table()
    rig.wait(3.0)
    assert isinstance(rig.top, OnlineResultScene)
    return rig, network


def test_the_result_stays_until_its_player_requests_the_next_round(tmp_path: Path) -> None:
    rig, network = open_result(tmp_path)
    network.play_others()  # the other player requests the next round
    rig.wait(1.0)
    assert isinstance(rig.top, OnlineResultScene)
    # The button has no public name.
    rig.press(rig.top._main[0].rect.center)
    rig.wait(1.0)
    assert isinstance(rig.top, OnlineTableScene)


def test_the_result_closes_for_a_round_that_was_requested_before_the_restart(
    tmp_path: Path,
) -> None:
    rig, network = open_result(tmp_path)
    network.replica.request_next_round()  # the player requests the round before the restart
    network.publish()
    rig.wait(1.0)
    assert isinstance(rig.top, OnlineTableScene)
    network.play_others()
    rig.wait(1.0)
    assert rig.top.session.round_number == 2


def test_the_request_does_not_carry_over_to_the_round_after(tmp_path: Path) -> None:
    rig, network = open_result(tmp_path)
    network.replica.request_next_round()
    network.publish()
    rig.wait(1.0)
    network.play_others()
    while not network.replica.is_round_over:
        network.act(network.replica.public.seat)
    network.play_others()
    assert network.replica.waits_for == "next"


def test_a_second_press_on_ready_during_the_first_deal_does_nothing(tmp_path: Path) -> None:
    """*Ready* stands where *Back to the match* appears a moment later."""
    network = LocalNetworkClient("keypad", 0)
    network.state = replace(network.state, match_state=None)
    rig = Rig(tmp_path, settings=Settings(animation_speed="off", pace="instant"))
    rig.services.online.make = lambda folder: network
    rig.show(OnlineLobbyScene(rig.context, rig.services))
    rig.click("ready")
    rig.wait(0.5)
    assert isinstance(rig.top, OnlineLobbyScene)
    network.publish()
    rig.wait(1.0)
    assert isinstance(rig.top, OnlineTableScene)
