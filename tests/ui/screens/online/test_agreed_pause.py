"""A pause by agreement in the window: asked for, agreed to, seen, ended, by presses."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.online.protocol.process_messages import PauseState, SetPause
from hacktrick.ui.scene.scene import Scene
from hacktrick.ui.screens.online.online_lobby import OnlineLobbyScene
from hacktrick.ui.screens.online.online_table import (
    AgreedPauseScene,
    OnlineTableScene,
    PauseRequestScene,
)
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.local_network import NearNetwork
from tests.support.online_windows import play_a_round, wait, window
from tests.support.online_windows import sit_down as sit_down_by_presses
from tests.support.rig import Rig
from tests.ui.screens.online.test_decision_clock import Hand, sit_down


def open_menu(stage: Rig) -> PauseScene:
    stage.key(pygame.K_ESCAPE)
    menu = stage.top
    assert isinstance(menu, PauseScene)
    return menu


def ask(stage: Rig) -> None:
    open_menu(stage)
    stage.click("rest")
    stage.tick(0.1)


def paused(folder: Path, seat: int = 0) -> tuple[Rig, NearNetwork, Hand]:
    """By the wish of the player at the window."""
    stage, network, hand = sit_down(folder, seat)
    ask(stage)
    network.want_pause(1 - seat, True)
    stage.tick(0.1)
    stage.wait(1.0)
    assert isinstance(stage.top, AgreedPauseScene)
    return stage, network, hand


def test_the_menu_asks_all_and_the_plate_says_who_is_waited_for(tmp_path: Path) -> None:
    stage, network, _hand = sit_down(tmp_path, 0, preset="trio")
    ask(stage)
    assert network.said == [SetPause(True)]
    table: OnlineTableScene = stage.top
    assert table.plate_sentence() == "You have asked for a pause. Waiting for Ben, Cleo."
    network.want_pause(1, True)
    stage.tick(0.1)
    assert table.plate_sentence() == "You have asked for a pause. Waiting for Cleo."
    network.want_pause(2, True)
    stage.tick(0.1)
    rest = stage.top
    assert isinstance(rest, AgreedPauseScene) and "as you have wished" in rest.text


@pytest.mark.parametrize("preset", ["keypad", "trio", "quartet"])
def test_another_one_asks_and_the_press_agrees(tmp_path: Path, preset: str) -> None:
    stage, network, _hand = sit_down(tmp_path, 0, preset=preset)
    network.want_pause(1, True)
    stage.tick(0.1)
    asked = stage.top
    assert isinstance(asked, PauseRequestScene)
    assert asked.text == "Ben asks for a pause. The match stands still once everybody has agreed."
    stage.wait(1.0)
    stage.click("0")
    assert network.said == [SetPause(True)]
    for seat in range(2, len(network.table.peers)):
        network.want_pause(seat, True)
    stage.tick(0.1)
    rest = stage.top
    assert isinstance(rest, AgreedPauseScene) and "as Ben has wished" in rest.text


def test_a_press_that_was_meant_for_the_table_answers_nothing(tmp_path: Path) -> None:
    stage, network, _hand = sit_down(tmp_path, 0)
    network.want_pause(1, True)
    stage.tick(0.1)
    for key in (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_SPACE):
        stage.key(key)
    assert isinstance(stage.top, PauseRequestScene) and network.said == []


def test_play_on_refuses_and_the_asker_is_told(tmp_path: Path) -> None:
    stage, network, _hand = sit_down(tmp_path / "0", 0)
    network.want_pause(1, True)
    stage.tick(0.1)
    stage.wait(1.0)
    stage.key(pygame.K_ESCAPE)
    assert network.said == [SetPause(False)]
    stage.wait(0.1)
    assert isinstance(stage.top, OnlineTableScene)
    stage, network, _hand = sit_down(tmp_path / "1", 0)
    ask(stage)
    network.want_pause(1, False)
    stage.tick(0.1)
    assert stage.top.plate_sentence() == "Ben would rather play on."
    assert "rest" not in open_menu(stage).named  # he was asked, for this decision


def test_a_wish_can_be_taken_back(tmp_path: Path) -> None:
    stage, network, _hand = sit_down(tmp_path, 0)
    ask(stage)
    assert open_menu(stage).named["rest"].label == "No pause after all"  # type: ignore[attr-defined]
    stage.click("rest")
    stage.tick(0.1)
    assert network.said == [SetPause(True), SetPause(False)]
    assert stage.top.plate_sentence() == "Ada asks for a pause no longer."


def test_a_question_goes_when_nobody_asks_any_more(tmp_path: Path) -> None:
    stage, network, _hand = sit_down(tmp_path, 0)
    network.want_pause(1, True)
    stage.tick(0.1)
    assert isinstance(stage.top, PauseRequestScene)
    network.want_pause(1, False)
    stage.wait(1.5)
    assert isinstance(stage.top, OnlineTableScene)
    assert network.said == []


def test_in_a_pause_no_clock_runs_and_nobody_is_late(tmp_path: Path) -> None:
    stage, network, hand = sit_down(tmp_path, 0)
    clock = stage.top.online.clock
    hand.seconds = 20
    stage.tick(0.1)
    assert clock.left == 40
    ask(stage)
    network.want_pause(1, True)
    stage.tick(0.1)
    hand.seconds = 500
    stage.tick(0.1)
    assert clock.left == 40 and clock.late is None
    network.want_pause(1, False)
    stage.wait(0.1)
    assert isinstance(stage.top, OnlineTableScene)
    assert stage.top.plate_sentence() == "Ben has ended the pause."
    assert clock.left == 40
    hand.seconds = 510
    stage.tick(0.1)
    assert clock.left == 30


def test_a_player_who_does_not_let_the_match_go_on_is_late_like_any_other(tmp_path: Path) -> None:
    """Whoever has to act says that the pause is over: if his program does not, time runs."""
    stage, network, hand = sit_down(tmp_path, 0)
    clock = stage.top.online.clock
    for ending, left in ((False, 60), (True, 0)):
        network.tell(resting=PauseState(True, 1, (0, 1), ending=ending))
        stage.tick(0.1)
        hand.seconds += 100
        stage.tick(0.1)
        assert clock.left == left
    assert clock.late is not None


def test_in_a_pause_nothing_at_the_table_can_be_pressed(tmp_path: Path) -> None:
    for seat in (0, 1):
        stage, network, _hand = paused(tmp_path / str(seat), seat)
        said = list(network.said)
        for key in (pygame.K_d, pygame.K_1, pygame.K_q, pygame.K_ESCAPE):
            stage.key(key)
        assert network.said == said
        assert not stage.workspace.session or not stage.workspace.session.may_act


def test_one_press_goes_on_and_the_turn_is_whose_it_was(tmp_path: Path) -> None:
    stage, network, _hand = paused(tmp_path)
    acting = network.replica.decides
    stage.key(pygame.K_RETURN)
    stage.wait(0.1)
    assert network.said[-1] == SetPause(False)
    assert isinstance(stage.top, OnlineTableScene)
    assert network.replica.decides == acting
    assert stage.top.session.may_act is (acting == 0)


def test_from_a_pause_there_is_a_way_to_the_table_and_back(tmp_path: Path) -> None:
    stage, network, _hand = paused(tmp_path)
    stage.click("0")
    lobby = stage.top
    assert isinstance(lobby, OnlineLobbyScene) and "claim" not in lobby.named
    stage.click("ready")
    assert isinstance(stage.top, AgreedPauseScene)
    stage.click("0")
    network.want_pause(1, False)
    stage.tick(0.1)
    stage.click("ready")
    stage.wait(0.1)
    assert isinstance(stage.top, OnlineTableScene)


def test_a_spectator_is_told_and_asked_nothing(tmp_path: Path) -> None:
    stage, network, _hand = sit_down(tmp_path, None, watching=True)
    for seat in (0, 1):
        network.want_pause(seat, True)
    stage.tick(0.1)
    table: OnlineTableScene = stage.top
    assert isinstance(table, OnlineTableScene)
    assert table.plate_sentence().startswith("The match is paused, as ")
    assert stage.picture()
    assert "rest" not in open_menu(stage).named
    stage.key(pygame.K_ESCAPE)
    network.want_pause(1, False)
    stage.tick(0.1)
    assert stage.top.plate_sentence() == "Ben has ended the pause."


def test_a_pause_needs_no_clock(tmp_path: Path) -> None:
    stage, network, _hand = sit_down(tmp_path, 0, clock=0)
    ask(stage)
    network.want_pause(1, True)
    stage.tick(0.1)
    assert isinstance(stage.top, AgreedPauseScene)
    assert stage.picture()


def test_after_a_round_there_is_no_pause_to_ask_for(tmp_path: Path) -> None:
    _stage, network, _hand = sit_down(tmp_path, 0)
    while not network.replica.is_round_over:
        network.act(network.replica.decides or 0)
    assert not network.told.may_pause


@pytest.mark.slow
def test_two_windows_agree_on_a_pause_and_go_on_by_presses(tmp_path: Path) -> None:
    two = window(tmp_path / "ada", "Ada"), window(tmp_path / "ben", "Ben")
    ada, ben = two

    def both(scene: type[Scene]) -> bool:
        return all(isinstance(stage.top, scene) for stage in two)

    try:
        sit_down_by_presses(two)
        wait(two, lambda: ada.workspace.online.network.told.may_pause, "the first decision")
        ask(ada)
        wait(two, lambda: isinstance(ben.top, PauseRequestScene), "the question")
        ben.wait(1.0)
        ben.click("0")
        wait(two, lambda: both(AgreedPauseScene), "the pause")
        ben.wait(1.0)
        ben.click("1")
        wait(two, lambda: both(OnlineTableScene), "that it goes on")
        ended = "Ben has ended the pause."
        wait(two, lambda: ada.top.plate_sentence() == ended, "by whom it was ended")
        play_a_round(two)
    finally:
        for stage in two:
            stage.workspace.close()


@pytest.mark.parametrize("page", ["rules", "settings"])
def test_rules_and_settings_over_a_table_leave_the_others_heard(tmp_path: Path, page: str) -> None:
    stage, network, _hand = sit_down(tmp_path, 0)
    open_menu(stage)
    stage.click(page)
    stage.tick(0.1)
    assert stage.top.opaque
    network.want_pause(1, True)
    stage.tick(0.1)
    assert not network.poll()  # it has been taken
    while isinstance(stage.top, PauseScene) or stage.top.opaque:
        assert not isinstance(stage.top, OnlineTableScene)
        stage.key(pygame.K_ESCAPE)
        stage.tick(0.1, 2)
    assert isinstance(stage.top, PauseRequestScene)


def test_a_notice_over_a_table_leaves_the_others_heard(tmp_path: Path) -> None:
    stage, network, _hand = sit_down(tmp_path, 0)
    stage.show(NoticeScene(stage.context, "A copy", "It could not be written."))
    network.want_pause(1, True)
    stage.tick(0.1)
    assert isinstance(stage.top, NoticeScene) and not network.poll()  # it has been taken
    stage.key(pygame.K_ESCAPE)
    stage.tick(0.1, 2)
    assert isinstance(stage.top, PauseRequestScene)
