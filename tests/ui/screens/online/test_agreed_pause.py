"""An agreed pause in the window: requested, accepted or refused, shown and ended, by real input."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.online.protocol.process_messages import PauseState, SetPause
from hacktrick.ui.scene.scenes_and_context import Scene
from hacktrick.ui.screens.online.online_table import (
    AgreedPauseScene,
    OnlineTableScene,
    PauseRequestScene,
)
from hacktrick.ui.screens.online.table_lobby import OnlineLobbyScene
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.local_online_table import LocalNetworkClient
from tests.support.online_windows import open_window, play_a_round, wait_for_windows
from tests.support.online_windows import sit_down as sit_down_by_presses
from tests.support.rig import Rig
from tests.ui.screens.online.test_decision_clock import ManualClock, sit_down


def open_menu(rig: Rig) -> PauseScene:
    rig.key(pygame.K_ESCAPE)
    menu = rig.top
    assert isinstance(menu, PauseScene)
    return menu


def request_pause(rig: Rig) -> None:
    open_menu(rig)
    rig.click("rest")
    rig.tick(0.1)


def pause_match(folder: Path, seat: int = 0) -> tuple[Rig, LocalNetworkClient, ManualClock]:
    """Return a table in a pause that the player at the window has requested."""
    rig, network, hand = sit_down(folder, seat)
    request_pause(rig)
    network.request_pause(1 - seat, True)
    rig.tick(0.1)
    rig.wait(1.0)
    assert isinstance(rig.top, AgreedPauseScene)
    return rig, network, hand


def test_a_requested_pause_waits_for_the_consent_of_all(tmp_path: Path) -> None:
    rig, network, _hand = sit_down(tmp_path, 0, preset="trio")
    request_pause(rig)
    assert network.sent == [SetPause(True)]
    table: OnlineTableScene = rig.top
    assert table.most_important_status_sentence() == "You asked for a pause. Waiting for Ben, Cleo."
    network.request_pause(1, True)
    rig.tick(0.1)
    assert table.most_important_status_sentence() == "You asked for a pause. Waiting for Cleo."
    network.request_pause(2, True)
    rig.tick(0.1)
    pause = rig.top
    assert isinstance(pause, AgreedPauseScene) and "Paused by you" in pause.text


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (900, 1400), (960, 600)])
@pytest.mark.parametrize("preset", ["keypad", "servers", "quartet"])
def test_the_sentence_about_a_request_covers_neither_keys_nor_buttons(
    tmp_path: Path, preset: str, size: tuple[int, int]
) -> None:
    rig, _network, _hand = sit_down(tmp_path, 0, preset=preset, size=size)
    request_pause(rig)
    table: OnlineTableScene = rig.top
    assert rig.picture()
    plate, places = (
        table.status_plate_rect(table.most_important_status_sentence()),
        table.places.table,
    )
    for thing in (*places.keys.values(), places.lcd, places.hand, places.dock, places.icons):
        assert not plate.colliderect(thing)
    assert rig.surface.get_rect().contains(plate)


@pytest.mark.parametrize("preset", ["keypad", "trio", "quartet"])
def test_the_request_of_another_player_is_accepted_by_a_press(tmp_path: Path, preset: str) -> None:
    rig, network, _hand = sit_down(tmp_path, 0, preset=preset)
    network.request_pause(1, True)
    rig.tick(0.1)
    request = rig.top
    assert isinstance(request, PauseRequestScene)
    assert request.text == "Ben asks for a pause. It starts once everyone agrees."
    rig.wait(1.0)
    rig.click("0")
    assert network.sent == [SetPause(True)]
    for seat in range(2, len(network.table.peers)):
        network.request_pause(seat, True)
    rig.tick(0.1)
    pause = rig.top
    assert isinstance(pause, AgreedPauseScene) and "Paused by Ben." in pause.text


def test_a_key_pressed_as_the_request_appears_does_not_answer_it(tmp_path: Path) -> None:
    rig, network, _hand = sit_down(tmp_path, 0)
    network.request_pause(1, True)
    rig.tick(0.1)
    for key in (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_SPACE):
        rig.key(key)
    assert isinstance(rig.top, PauseRequestScene) and network.sent == []


def test_play_on_refuses_the_pause_and_the_other_player_is_told(tmp_path: Path) -> None:
    rig, network, _hand = sit_down(tmp_path / "0", 0)
    network.request_pause(1, True)
    rig.tick(0.1)
    rig.wait(1.0)
    rig.key(pygame.K_ESCAPE)
    assert network.sent == [SetPause(False)]
    rig.wait(0.1)
    assert isinstance(rig.top, OnlineTableScene)
    rig, network, _hand = sit_down(tmp_path / "1", 0)
    request_pause(rig)
    network.request_pause(1, False)
    rig.tick(0.1)
    assert rig.top.most_important_status_sentence() == "Ben wants to play on."
    assert "rest" not in open_menu(rig).widgets  # only one request per decision


def test_a_request_can_be_withdrawn(tmp_path: Path) -> None:
    rig, network, _hand = sit_down(tmp_path, 0)
    request_pause(rig)
    assert open_menu(rig).widgets["rest"].label == "Cancel the pause"  # type: ignore[attr-defined]
    rig.click("rest")
    rig.tick(0.1)
    assert network.sent == [SetPause(True), SetPause(False)]
    assert rig.top.most_important_status_sentence() == "Ada no longer wants a pause."


def test_a_request_closes_when_it_is_withdrawn(tmp_path: Path) -> None:
    rig, network, _hand = sit_down(tmp_path, 0)
    network.request_pause(1, True)
    rig.tick(0.1)
    assert isinstance(rig.top, PauseRequestScene)
    network.request_pause(1, False)
    rig.wait(1.5)
    assert isinstance(rig.top, OnlineTableScene)
    assert network.sent == []


def test_the_clock_stops_during_a_pause(tmp_path: Path) -> None:
    rig, network, hand = sit_down(tmp_path, 0)
    clock = rig.top.online.clock
    hand.seconds = 20
    rig.tick(0.1)
    assert clock.seconds_left == 40
    request_pause(rig)
    network.request_pause(1, True)
    rig.tick(0.1)
    hand.seconds = 500
    rig.tick(0.1)
    assert clock.seconds_left == 40 and clock.overdue_seat is None
    network.request_pause(1, False)
    rig.wait(0.1)
    assert isinstance(rig.top, OnlineTableScene)
    assert rig.top.most_important_status_sentence() == "Ben ended the pause."
    assert clock.seconds_left == 40
    hand.seconds = 510
    rig.tick(0.1)
    assert clock.seconds_left == 30


def test_the_clock_runs_while_the_end_of_a_pause_is_not_confirmed(tmp_path: Path) -> None:
    """The player to act confirms the end of a pause; until then their time runs."""
    rig, network, hand = sit_down(tmp_path, 0)
    clock = rig.top.online.clock
    for ending, left in ((False, 60), (True, 0)):
        network.publish(pause=PauseState(True, 1, (0, 1), is_ending=ending))
        rig.tick(0.1)
        hand.seconds += 100
        rig.tick(0.1)
        assert clock.seconds_left == left
    assert clock.overdue_seat is not None


def test_during_a_pause_the_table_takes_no_input(tmp_path: Path) -> None:
    for seat in (0, 1):
        rig, network, _hand = pause_match(tmp_path / str(seat), seat)
        before = list(network.sent)
        for key in (pygame.K_d, pygame.K_1, pygame.K_q, pygame.K_ESCAPE):
            rig.key(key)
        assert network.sent == before
        assert not rig.services.session or not rig.services.session.may_act


def test_one_press_ends_the_pause_and_the_turn_is_unchanged(tmp_path: Path) -> None:
    rig, network, _hand = pause_match(tmp_path)
    acting = network.replica.deciding_seat
    rig.key(pygame.K_RETURN)
    rig.wait(0.1)
    assert network.sent[-1] == SetPause(False)
    assert isinstance(rig.top, OnlineTableScene)
    assert network.replica.deciding_seat == acting
    assert rig.top.session.may_act is (acting == 0)


def test_a_pause_leads_to_the_lobby_and_back(tmp_path: Path) -> None:
    rig, network, _hand = pause_match(tmp_path)
    rig.click("0")
    lobby = rig.top
    assert isinstance(lobby, OnlineLobbyScene) and "claim" not in lobby.widgets
    rig.click("ready")
    assert isinstance(rig.top, AgreedPauseScene)
    rig.click("0")
    network.request_pause(1, False)
    rig.tick(0.1)
    rig.click("ready")
    rig.wait(0.1)
    assert isinstance(rig.top, OnlineTableScene)


def test_spectators_are_told_about_a_pause_but_not_asked(tmp_path: Path) -> None:
    rig, network, _hand = sit_down(tmp_path, None, is_spectator=True)
    for seat in (0, 1):
        network.request_pause(seat, True)
    rig.tick(0.1)
    table: OnlineTableScene = rig.top
    assert isinstance(table, OnlineTableScene)
    assert table.most_important_status_sentence().startswith("Paused by ")
    assert rig.picture()
    assert "rest" not in open_menu(rig).widgets
    rig.key(pygame.K_ESCAPE)
    network.request_pause(1, False)
    rig.tick(0.1)
    assert rig.top.most_important_status_sentence() == "Ben ended the pause."


def test_a_match_without_a_clock_can_be_paused(tmp_path: Path) -> None:
    rig, network, _hand = sit_down(tmp_path, 0, clock=0)
    request_pause(rig)
    network.request_pause(1, True)
    rig.tick(0.1)
    assert isinstance(rig.top, AgreedPauseScene)
    assert rig.picture()


def test_no_pause_can_be_requested_after_a_round(tmp_path: Path) -> None:
    _stage, network, _hand = sit_down(tmp_path, 0)
    while not network.replica.is_round_over:
        network.act(network.replica.deciding_seat or 0)
    assert not network.state.can_ask_for_pause


@pytest.mark.slow
def test_two_windows_agree_on_a_pause_and_end_it(tmp_path: Path) -> None:
    two = open_window(tmp_path / "ada", "Ada"), open_window(tmp_path / "ben", "Ben")
    ada, ben = two

    def both(scene: type[Scene]) -> bool:
        return all(isinstance(rig.top, scene) for rig in two)

    try:
        sit_down_by_presses(two)
        wait_for_windows(
            two, lambda: ada.services.online.network.state.can_ask_for_pause, "the first decision"
        )
        request_pause(ada)
        wait_for_windows(two, lambda: isinstance(ben.top, PauseRequestScene), "the question")
        ben.wait(1.0)
        ben.click("0")
        wait_for_windows(two, lambda: both(AgreedPauseScene), "the pause")
        ben.wait(1.0)
        ben.click("1")
        wait_for_windows(two, lambda: both(OnlineTableScene), "that it goes on")
        ended = "Ben ended the pause."
        wait_for_windows(
            two, lambda: ada.top.most_important_status_sentence() == ended, "by whom it was ended"
        )
        play_a_round(two)
    finally:
        for rig in two:
            rig.services.close()


@pytest.mark.parametrize("page", ["rules", "settings"])
def test_the_network_goes_on_below_rules_and_settings(tmp_path: Path, page: str) -> None:
    rig, network, _hand = sit_down(tmp_path, 0)
    open_menu(rig)
    rig.click(page)
    rig.tick(0.1)
    assert rig.top.is_opaque
    network.request_pause(1, True)
    rig.tick(0.1)
    assert not network.poll()  # the request has been received
    while isinstance(rig.top, PauseScene) or rig.top.is_opaque:
        assert not isinstance(rig.top, OnlineTableScene)
        rig.key(pygame.K_ESCAPE)
        rig.tick(0.1, 2)
    assert isinstance(rig.top, PauseRequestScene)


def test_the_network_goes_on_below_a_notice(tmp_path: Path) -> None:
    rig, network, _hand = sit_down(tmp_path, 0)
    rig.show(NoticeScene(rig.context, "A copy", "It could not be written."))
    network.request_pause(1, True)
    rig.tick(0.1)
    assert isinstance(rig.top, NoticeScene) and not network.poll()  # the request has been received
    rig.key(pygame.K_ESCAPE)
    rig.tick(0.1, 2)
    assert isinstance(rig.top, PauseRequestScene)
