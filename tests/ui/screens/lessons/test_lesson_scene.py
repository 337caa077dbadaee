"""Lessons on the table and their list: what a new player does, by real clicks and keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest
from qa import lesson_walks

from hacktrick.app.settings import Settings
from hacktrick.app.storage import open_storage
from hacktrick.coach.lessons.course import LESSONS, LESSONS_BY_NAME
from hacktrick.game.view import SeatInfo
from hacktrick.ui.screens.lessons.lesson_list import LessonListScene
from hacktrick.ui.screens.lessons.lesson_scene import LessonScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.table_scene import TableScene
from tests.support.quick_judge import hurry
from tests.support.rig import Rig
from tests.support.sampling import crossed

STILL = Settings(animation_speed="off", pace="instant")


@pytest.fixture
def stage(tmp_path: Path) -> Rig:
    return Rig(tmp_path, settings=STILL)


def at(stage: Rig, lesson: str, *, from_start: bool = False) -> Any:
    """The scene of a lesson, over the list."""
    stage.navigator.start_lesson(lesson, from_start)
    stage.stack.apply()
    return settled(stage)


def settled(stage: Rig) -> Any:
    """Once nothing follows by itself any more."""
    stage.tick(0.4, 12)
    return stage.top


def press(stage: Rig, widget: Any) -> None:
    stage.press(widget.rect.center)


def button(scene: LessonScene, label: str) -> Any:
    return next(part for part in scene.parts.strip.visible_buttons if part.label == label)


def play(stage: Rig, scene: LessonScene, card: int) -> Any:
    """A card and the end of the turn, by clicks."""
    press(stage, next(p for p in scene.parts.cards if p.visible and p.value == card))
    press(stage, scene.parts.main)
    return settled(stage)


def told(scene: LessonScene) -> str:
    return " ".join(line.text for line in scene.parts.strip.content.lines)


# The first minute


def test_at_the_first_start_learning_has_the_focus_and_play_is_one_press_away(stage: Rig) -> None:
    scene = TitleScene(stage.context, stage.workspace)
    stage.show(scene)
    learn: Any = scene.named["learn"]
    assert scene.group.focus is learn and learn.label == "Learn · 5 minutes"
    stage.key(pygame.K_DOWN)
    assert scene.group.focus is scene.named["play"]
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, TableScene)
    players = [seat.player for seat in stage.workspace.session.seats]
    assert players == ["human", "level:1"]


def test_enter_at_the_first_start_leads_into_the_first_lesson(stage: Rig) -> None:
    stage.show(TitleScene(stage.context, stage.workspace))
    stage.key(pygame.K_RETURN)
    scene = settled(stage)
    assert isinstance(scene, LessonScene) and scene.session.stand.lesson == "two cards"
    stage.key(pygame.K_ESCAPE)
    assert isinstance(stage.top, LessonListScene)
    stage.key(pygame.K_ESCAPE)
    title = stage.top
    assert isinstance(title, TitleScene) and title.first_focus() == "play"


def test_the_picture_of_the_title_is_the_door_of_the_first_lesson(tmp_path: Path) -> None:
    stage = Rig(tmp_path)
    scene = TitleScene(stage.context, stage.workspace)
    stage.show(scene)
    assert not scene.art.waits
    stage.wait(3)
    assert scene.art.waits and scene.art.progress == 0
    press(stage, scene.named["door"])
    assert not scene.art.waits
    stage.wait(1.2)
    assert isinstance(stage.top, LessonScene)


def test_the_door_is_open_to_keys(stage: Rig) -> None:
    scene = TitleScene(stage.context, stage.workspace)
    stage.show(scene)
    for _ in range(2):
        stage.key(pygame.K_RIGHT)
    assert scene.group.focus is scene.named["door"] and scene.art.lifted
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, LessonScene)


def test_whoever_has_begun_to_learn_is_not_at_the_first_start_any_more(stage: Rig) -> None:
    at(stage, "two cards")
    scene = TitleScene(stage.context, stage.workspace)
    stage.show(scene)
    assert "door" not in scene.named and scene.first_focus() == "play"


def test_the_first_two_lessons_win_a_round_with_three_cards(stage: Rig) -> None:
    scene = at(stage, "two cards")
    for card in (5, 2):
        play(stage, scene, card)
    assert scene.session.stand.state == "over" and told(scene) == (
        "Pixel has 9 and 2. You have 8 and 6."
    )
    press(stage, button(scene, "Next lesson"))
    scene = settled(stage)
    play(stage, scene, 1)
    assert scene.session.public.result.side == 0
    stand = scene.session.stand
    assert stand.state == "choose" and "three in a line win the round" in told(scene)
    press(stage, button(scene, "key 6"))
    assert scene.session.stand.state == "over"
    school = stage.workspace.lessons
    assert [school.mark("", name) for name in ("two cards", "line")] == ["done", "done"]
    assert not school.has_won("")  # a lesson is no round


# Tries


def test_a_wrong_try_is_shown_and_taken_back_by_one_press(stage: Rig) -> None:
    scene = at(stage, "taking")
    before = scene.session.glance().events
    play(stage, scene, 0)
    stand = scene.session.stand
    assert stand.state == "astray" and "has 4-5-6" in told(scene)
    assert scene.session.public.result.side == 1
    stage.tick(0.4, 3)
    stage.key(pygame.K_RETURN)
    assert scene.session.stand.state == "act"
    assert scene.session.glance().events == before == scene.playback.shown.events
    assert "has 4-5-6" in told(scene)  # it can still be read


def test_a_press_that_came_too_soon_takes_nothing_back(stage: Rig) -> None:
    scene = at(stage, "taking")
    play(stage, scene, 0)
    scene._shown_for = 0.0
    stage.key(pygame.K_RETURN)
    assert scene.session.stand.state == "astray"


def test_a_press_on_the_table_takes_a_wrong_try_back_too(stage: Rig) -> None:
    scene = at(stage, "taking")
    play(stage, scene, 0)
    press(stage, scene.parts.of("key_5"))
    assert scene.session.stand.state == "act"


def test_after_two_wrong_tries_the_place_glows_after_three_the_move_is_shown(stage: Rig) -> None:
    scene = at(stage, "taking")
    lit = []
    for _ in range(3):
        play(stage, scene, 0)
        press(stage, button(scene, "Try again"))
        lit.append((len(scene._lit()), "Shown: the 2." in told(scene)))
    assert lit == [(0, False), (2, False), (2, True)]
    press(stage, next(p for p in scene.parts.cards if p.visible and p.value == 2))
    assert scene._lit() == [scene.parts.main.rect]  # what is left is the end of the turn
    assert told(scene).endswith("Now end the turn: Pass.")
    press(stage, next(p for p in scene.parts.cards if p.visible and p.value == 0))
    assert len(scene._lit()) == 2  # not the end of a turn that nobody means


def test_the_key_of_hints_shows_the_place_and_then_the_move(stage: Rig) -> None:
    scene = at(stage, "taking")
    stage.key(pygame.K_h, text="h")
    assert scene._lit() and "Shown" not in told(scene)
    stage.key(pygame.K_h, text="h")
    assert "Shown: the 2." in told(scene)


def test_what_the_rules_forbid_is_refused_as_at_any_table(stage: Rig) -> None:
    scene = at(stage, "taking")
    stage.key(pygame.K_4, text="4")
    assert scene.said == "Same value as the last card of the row."
    assert scene.session.stand.state == "act"


def test_a_command_that_nobody_asked_for_is_left_out(stage: Rig) -> None:
    """In the first lesson the card is meant; what ends the turn is said by the lesson."""
    scene = at(stage, "two cards")
    press(stage, next(p for p in scene.parts.cards if p.visible and p.value == 5))
    stage.key(pygame.K_p, text="p")
    settled(stage)
    assert scene.session.stand.number == 2 and scene.session.public.supply[0] == 9


# Ways through


def test_back_and_skip(stage: Rig) -> None:
    scene = at(stage, "order")
    press(stage, button(scene, "Skip"))
    assert scene.session.stand.number == 2
    press(stage, button(scene, "Back"))
    assert scene.session.stand.number == 1
    for _ in range(3):
        press(stage, button(scene, "Skip"))
    assert scene.session.stand.state == "over"
    assert stage.workspace.lessons.mark("", "order") == "skipped"


def test_leaving_is_at_once_and_the_list_goes_on_at_the_step(tmp_path: Path) -> None:
    stage = Rig(tmp_path, settings=STILL)
    scene = at(stage, "order")
    play(stage, scene, 0)
    stage.key(pygame.K_ESCAPE)
    hub = stage.top
    assert isinstance(hub, LessonListScene) and hub.standing(LESSONS_BY_NAME["order"]) == "step 2/3"
    stage.workspace.close()
    again = Rig(open_storage(tmp_path)[0], settings=STILL)
    assert at(again, "order").session.stand.number == 2


def test_a_deal_that_ends_a_step_stays_until_one_goes_on(stage: Rig) -> None:
    scene = at(stage, "tall")
    stage.workspace.lessons.take_problems()
    for _ in range(2):
        press(stage, button(scene, "Skip"))
    play(stage, scene, 1)
    assert scene.session.stand.state == "done_here"
    assert scene.session.public.result.points == 2
    press(stage, button(scene, "Go on"))
    assert scene.session.public.result is None and scene.session.stand.number == 4


def test_a_saved_match_is_not_touched(stage: Rig) -> None:
    stage.save_a_match()
    scene = at(stage, "two cards")
    play(stage, scene, 5)
    stage.key(pygame.K_s, mod=pygame.KMOD_CTRL)
    assert scene.said == "A lesson keeps its place by itself."
    stage.key(pygame.K_ESCAPE)
    assert stage.workspace.local_table.saved is not None and stage.workspace.session is None


def test_the_round_at_the_end_has_hints_and_counts_as_a_round(
    stage: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    scene = at(stage, "a round")
    assert button(scene, "Hint")
    stage.key(pygame.K_h, text="h")
    assert scene.coach.page == "hint" and scene.parts.strip.content.title == "Hint"
    stage.key(pygame.K_ESCAPE)
    assert scene.coach.page == "" and stage.top is scene


def test_in_the_round_at_the_end_a_costly_choice_makes_the_hint_glow(
    stage: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    scene = at(stage, "a round")
    assert not button(scene, "Hint").primary
    monkeypatch.setattr(scene.session.coach, "costs", lambda made, threshold: bool(made))
    press(stage, next(part for part in scene.parts.cards if part.visible))
    assert button(scene, "Hint").primary


# The list


def test_the_list_tells_where_every_lesson_stands(stage: Rig) -> None:
    at(stage, "two cards")
    for name in ("Skip", "Skip"):
        press(stage, button(stage.top, name))
    stage.key(pygame.K_ESCAPE)
    hub = stage.top
    assert hub.standing(LESSONS[0]) == "skipped" and hub.chosen is LESSONS[1]
    assert [one for one in LESSONS if one.name in hub.named] == list(LESSONS)


def test_a_click_chooses_a_lesson_and_another_one_begins_it(stage: Rig) -> None:
    stage.navigator.show_lessons()
    stage.stack.apply()
    hub: Any = stage.top
    press(stage, hub.named["taking"])
    assert stage.top is hub and hub.chosen.name == "taking"
    press(stage, hub.named["taking"])
    assert isinstance(stage.top, LessonScene)


def test_keys_choose_by_going_there_and_begin_with_enter(stage: Rig) -> None:
    stage.navigator.show_lessons()
    stage.stack.apply()
    hub: Any = stage.top
    stage.key(pygame.K_DOWN)
    assert hub.chosen.name == "line"
    stage.key(pygame.K_RETURN)
    assert stage.top.session.stand.lesson == "line"


def test_tab_leads_from_the_chosen_lesson_to_its_buttons_and_back(stage: Rig) -> None:
    stage.navigator.show_lessons()
    stage.stack.apply()
    hub: Any = stage.top
    stage.key(pygame.K_DOWN)
    chosen = hub.named["line"]
    for _ in hub.group.widgets:
        stage.key(pygame.K_TAB)
        assert hub.chosen.name == "line", "no other lesson is chosen on the way"
        if hub.group.focus is hub.named["go"]:
            break
    stage.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    while hub.group.focus is not chosen:
        stage.key(pygame.K_TAB)
    stage.key(pygame.K_TAB)
    assert hub.group.focus is hub.named["go"]
    stage.key(pygame.K_RETURN)
    assert stage.top.session.stand.lesson == "line"


# The goal of the game


def test_the_goal_is_told_until_the_first_round_is_won(stage: Rig) -> None:
    stage.begin(seats=(SeatInfo("Player 1", "human"), SeatInfo("Pixel", "level:1")))
    school, session = stage.workspace.lessons, stage.workspace.session
    assert session is not None
    assert school.is_beginner(session)
    school.note_win("")
    assert not school.is_beginner(session)


# Random hands


@pytest.mark.parametrize(("device", "lesson"), crossed(lesson_walks.DEVICES, ["two cards", "line"]))
def test_random_hands_reach_the_end(tmp_path: Path, device: str, lesson: str) -> None:
    assert lesson_walks.walk(device, lesson, f"{device} {lesson}", tmp_path)
