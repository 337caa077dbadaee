"""Lessons at the table and their list, as a new player uses them with clicks and keys."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest
from qa import lesson_walks

from hacktrick.app.settings import Settings, with_changes
from hacktrick.app.storage import open_storage
from hacktrick.coach.lessons.course import LESSONS, LESSONS_BY_NAME
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder
from hacktrick.ui.screens.lessons.lesson_list import LessonListScene
from hacktrick.ui.screens.lessons.lesson_scene import LessonScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.table_scene import TableScene
from tests.support.parameter_sampling import mostly_slow
from tests.support.rig import Rig

WITHOUT_ANIMATION = Settings(animation_speed="off", pace="instant")


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path, settings=WITHOUT_ANIMATION)


def open_lesson(rig: Rig, lesson: str, *, from_start: bool = False) -> Any:
    """Open a lesson above the list; return the scene on top."""
    rig.navigator.show_lesson(lesson, from_start)
    rig.stack.apply_changes()
    return after_waiting(rig)


def after_waiting(rig: Rig) -> Any:
    """Let all animations and automatic steps finish; return the scene on top."""
    rig.tick(0.4, 12)
    return rig.top


def press(rig: Rig, widget: Any) -> None:
    rig.press(widget.rect.center)


def strip_button(scene: LessonScene, label: str) -> Any:
    return next(part for part in scene.widgets.coach_panel.visible_buttons if part.label == label)


def play_card(rig: Rig, scene: LessonScene, card: int) -> Any:
    """Click a card and the end of the turn."""
    press(rig, next(p for p in scene.widgets.cards if p.visible and p.value == card))
    press(rig, scene.widgets.end_turn_button)
    return after_waiting(rig)


def panel_text(scene: LessonScene) -> str:
    return " ".join(line.text for line in scene.widgets.coach_panel.content.lines)


# Tests of the first start.


def test_at_the_first_start_learn_has_the_focus_and_pixel_is_next(rig: Rig) -> None:
    scene = TitleScene(rig.context, rig.services)
    rig.show(scene)
    learn: Any = scene.widgets["learn"]
    assert scene.group.focused_widget is learn and learn.label == "Learn"
    rig.key(pygame.K_DOWN)
    assert scene.group.focused_widget is scene.widgets["level 1"]
    rig.key(pygame.K_RETURN)
    assert isinstance(rig.top, TableScene)
    players = [seat.player for seat in rig.services.session.seats]
    assert players == ["human", "level:1"]


def test_enter_at_the_first_start_opens_the_first_lesson(rig: Rig) -> None:
    rig.show(TitleScene(rig.context, rig.services))
    rig.key(pygame.K_RETURN)
    scene = after_waiting(rig)
    assert isinstance(scene, LessonScene) and scene.session.shown_step.lesson == "two cards"
    rig.key(pygame.K_ESCAPE)
    assert isinstance(rig.top, LessonListScene)
    rig.key(pygame.K_ESCAPE)
    title = rig.top
    assert isinstance(title, TitleScene) and title.first_focus_name() == "play"


def test_the_card_in_the_title_picture_opens_the_first_lesson(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    scene = TitleScene(rig.context, rig.services)
    rig.show(scene)
    assert not scene.art.is_waiting
    rig.wait(3)
    assert scene.art.is_waiting and scene.art.progress == 0
    press(rig, scene.widgets["door"])
    assert not scene.art.is_waiting
    rig.wait(1.2)
    assert isinstance(rig.top, LessonScene)


def test_the_card_in_the_title_picture_can_be_used_with_keys(rig: Rig) -> None:
    scene = TitleScene(rig.context, rig.services)
    rig.show(scene)
    rig.key(pygame.K_RIGHT)
    assert scene.group.focused_widget is scene.widgets["door"] and scene.art.is_card_lifted
    rig.key(pygame.K_RETURN)
    assert isinstance(rig.top, LessonScene)


def test_after_a_lesson_has_begun_the_title_no_longer_offers_the_first_start(rig: Rig) -> None:
    open_lesson(rig, "two cards")
    scene = TitleScene(rig.context, rig.services)
    rig.show(scene)
    assert "door" not in scene.widgets and scene.first_focus_name() == "play"


def test_the_first_two_lessons_win_a_round_with_three_cards(rig: Rig) -> None:
    scene = open_lesson(rig, "two cards")
    assert panel_text(scene).startswith("Goal: three of your markers in a row.")
    for card in (5, 2):
        play_card(rig, scene, card)
    assert scene.session.shown_step.state == "over"
    assert (scene.model.headline, scene.model.prompt_line) == ("Done", "")
    press(rig, strip_button(scene, "Next lesson"))
    scene = after_waiting(rig)
    play_card(rig, scene, 1)
    assert scene.session.public.result.side == 0
    status = scene.session.shown_step
    assert status.state == "done_here" and "win the round" in panel_text(scene)
    assert scene.model.headline == "Well done!" and "won" in rig.sounds
    press(rig, strip_button(scene, "Go on"))
    scene = after_waiting(rig)
    assert scene.session.public.markers_on(6, 0) == 2
    play_card(rig, scene, 2)
    assert scene.session.shown_step.state == "over" and scene.session.public.result.side == 0
    lessons = rig.services.lessons
    assert [lessons.lesson_status("", name) for name in ("two cards", "line")] == ["done", "done"]
    assert not lessons.has_won_a_round("")  # a lesson does not count as a round


# Tests of wrong tries.


def test_a_wrong_try_is_shown_and_one_press_takes_it_back(rig: Rig) -> None:
    scene = open_lesson(rig, "taking")
    before = scene.session.snapshot().events
    play_card(rig, scene, 0)
    status = scene.session.shown_step
    assert status.state == "astray" and "has 6-5-4" in panel_text(scene)
    assert scene.session.public.result.side == 1
    rig.tick(0.4, 3)
    rig.key(pygame.K_RETURN)
    assert scene.session.shown_step.state == "act"
    assert scene.session.snapshot().events == before == scene.playback.shown.events
    assert "has 6-5-4" in panel_text(scene)  # the explanation can still be read


def test_enter_pressed_too_early_takes_nothing_back(rig: Rig) -> None:
    scene = open_lesson(rig, "taking")
    play_card(rig, scene, 0)
    # Playing the card took longer than the delay, so the delay begins again.
    scene._seconds_in_state = 0.0
    rig.key(pygame.K_RETURN)
    assert scene.session.shown_step.state == "astray"


def test_a_press_on_the_table_takes_a_wrong_try_back(rig: Rig) -> None:
    scene = open_lesson(rig, "taking")
    play_card(rig, scene, 0)
    press(rig, scene.widgets.widget_of_control("key_5"))
    assert scene.session.shown_step.state == "act"


def test_after_two_wrong_tries_the_place_glows_and_after_three_the_move_is_shown(rig: Rig) -> None:
    scene = open_lesson(rig, "taking")
    lit = []
    for _ in range(3):
        play_card(rig, scene, 0)
        press(rig, strip_button(scene, "Try again"))
        lit.append((len(scene.highlighted_place_names()), "Play the 2." in panel_text(scene)))
    assert lit == [(0, False), (2, False), (2, True)]
    press(rig, next(p for p in scene.widgets.cards if p.visible and p.value == 2))
    assert scene.highlighted_place_names() == ("end",)  # only the end of the turn is left
    press(rig, next(p for p in scene.widgets.cards if p.visible and p.value == 0))
    assert len(scene.highlighted_place_names()) == 2  # the end of a wrong turn does not glow


def test_the_hint_key_shows_the_place_and_then_the_move(rig: Rig) -> None:
    scene = open_lesson(rig, "taking")
    rig.key(pygame.K_h, text="h")
    assert scene.highlighted_place_names() and "Play the 2." not in panel_text(scene)
    rig.key(pygame.K_h, text="h")
    assert "Play the 2." in panel_text(scene)


def test_an_illegal_card_is_refused_as_at_any_table(rig: Rig) -> None:
    scene = open_lesson(rig, "taking")
    rig.key(pygame.K_4, text="4")
    assert scene.message == "Same as the last card of the row."
    assert scene.session.shown_step.state == "act"


def test_a_command_the_lesson_does_not_expect_is_ignored(rig: Rig) -> None:
    """The first lesson expects only a card, and ends the turn by itself."""
    scene = open_lesson(rig, "two cards")
    press(rig, next(p for p in scene.widgets.cards if p.visible and p.value == 5))
    rig.key(pygame.K_p, text="p")
    after_waiting(rig)
    assert scene.session.shown_step.number == 2 and scene.session.public.supply[0] == 9


# Tests of moving through a lesson.


def test_skip_and_back_move_between_the_steps(rig: Rig) -> None:
    scene = open_lesson(rig, "order")
    press(rig, strip_button(scene, "Skip"))
    assert scene.session.shown_step.number == 2
    press(rig, strip_button(scene, "Back"))
    assert scene.session.shown_step.number == 1
    for _ in range(3):
        press(rig, strip_button(scene, "Skip"))
    assert scene.session.shown_step.state == "over"
    assert rig.services.lessons.lesson_status("", "order") == "skipped"


def test_a_lesson_continues_at_its_step_after_leaving_and_after_a_restart(tmp_path: Path) -> None:
    rig = Rig(tmp_path, settings=WITHOUT_ANIMATION)
    scene = open_lesson(rig, "order")
    play_card(rig, scene, 0)
    rig.key(pygame.K_ESCAPE)
    lesson_list = rig.top
    assert (
        isinstance(lesson_list, LessonListScene)
        and lesson_list.progress_label(LESSONS_BY_NAME["order"]) == "step 2/3"
    )
    rig.services.close()
    again = Rig(open_storage(tmp_path)[0], settings=WITHOUT_ANIMATION)
    assert open_lesson(again, "order").session.shown_step.number == 2


def test_only_a_lesson_that_was_left_in_the_middle_can_begin_from_the_start(tmp_path: Path) -> None:
    rig = Rig(tmp_path, settings=WITHOUT_ANIMATION)
    rig.navigator.show_lessons()
    rig.stack.apply_changes()
    assert not rig.top.widgets["again"].visible
    scene = open_lesson(rig, "order")
    play_card(rig, scene, 0)
    rig.key(pygame.K_ESCAPE)
    lesson_list: Any = rig.top
    lesson_list.choose_lesson(LESSONS_BY_NAME["order"])
    assert lesson_list.widgets["again"].visible
    lesson_list.choose_lesson(LESSONS_BY_NAME["line"])
    assert not lesson_list.widgets["again"].visible
    lesson_list.choose_lesson(LESSONS_BY_NAME["order"])
    press(rig, lesson_list.widgets["again"])
    assert rig.top.session.shown_step.number == 1


def test_the_deal_that_ends_a_step_stays_until_go_on_is_pressed(rig: Rig) -> None:
    scene = open_lesson(rig, "tall")
    rig.services.pop_problems()
    for _ in range(2):
        press(rig, strip_button(scene, "Skip"))
    play_card(rig, scene, 1)
    assert scene.session.shown_step.state == "done_here"
    assert scene.session.public.result.points == 2
    press(rig, strip_button(scene, "Go on"))
    assert scene.session.public.result is None and scene.session.shown_step.number == 4


def test_a_lesson_leaves_the_saved_match_alone(rig: Rig) -> None:
    rig.save_a_match()
    scene = open_lesson(rig, "two cards")
    play_card(rig, scene, 5)
    rig.key(pygame.K_s, mod=pygame.KMOD_CTRL)
    assert scene.message == "Lessons save your place."
    rig.key(pygame.K_ESCAPE)
    assert rig.services.local_table.saved_match is not None and rig.services.session is None


def test_the_round_at_the_end_of_the_course_has_hints(rig: Rig) -> None:
    scene = open_lesson(rig, "a round")
    assert strip_button(scene, "Hint")
    rig.key(pygame.K_h, text="h")
    assert scene.coach.page == "hint" and scene.widgets.coach_panel.content.title
    rig.key(pygame.K_ESCAPE)
    assert scene.coach.page == "" and rig.top is scene


def test_in_the_free_round_a_costly_choice_makes_the_hint_button_glow(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = open_lesson(rig, "a round")
    assert not strip_button(scene, "Hint").primary
    monkeypatch.setattr(scene.session.coach, "is_costly_turn", lambda made, threshold: bool(made))
    press(rig, next(part for part in scene.widgets.cards if part.visible))
    assert strip_button(scene, "Hint").primary


# Tests of the list of lessons.


def test_the_list_shows_the_progress_of_every_lesson(rig: Rig) -> None:
    open_lesson(rig, "two cards")
    for name in ("Skip", "Skip"):
        press(rig, strip_button(rig.top, name))
    rig.key(pygame.K_ESCAPE)
    lesson_list = rig.top
    assert lesson_list.progress_label(LESSONS[0]) == "skipped" and lesson_list.chosen is LESSONS[1]
    assert [one for one in LESSONS if one.name in lesson_list.widgets] == list(LESSONS)


def test_the_first_click_chooses_a_lesson_and_the_second_starts_it(rig: Rig) -> None:
    rig.navigator.show_lessons()
    rig.stack.apply_changes()
    lesson_list: Any = rig.top
    press(rig, lesson_list.widgets["taking"])
    assert rig.top is lesson_list and lesson_list.chosen.name == "taking"
    press(rig, lesson_list.widgets["taking"])
    assert isinstance(rig.top, LessonScene)


def test_arrow_keys_choose_a_lesson_and_enter_starts_it(rig: Rig) -> None:
    rig.navigator.show_lessons()
    rig.stack.apply_changes()
    lesson_list: Any = rig.top
    rig.key(pygame.K_DOWN)
    assert lesson_list.chosen.name == "line"
    rig.key(pygame.K_RETURN)
    assert rig.top.session.shown_step.lesson == "line"


def test_tab_moves_from_the_chosen_lesson_to_its_buttons_and_back(rig: Rig) -> None:
    rig.navigator.show_lessons()
    rig.stack.apply_changes()
    lesson_list: Any = rig.top
    rig.key(pygame.K_DOWN)
    chosen = lesson_list.widgets["line"]
    for _ in lesson_list.group.widgets:
        rig.key(pygame.K_TAB)
        assert lesson_list.chosen.name == "line", "Tab must not choose another lesson"
        if lesson_list.group.focused_widget is lesson_list.widgets["go"]:
            break
    rig.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    while lesson_list.group.focused_widget is not chosen:
        rig.key(pygame.K_TAB)
    rig.key(pygame.K_TAB)
    assert lesson_list.group.focused_widget is lesson_list.widgets["go"]
    rig.key(pygame.K_RETURN)
    assert rig.top.session.shown_step.lesson == "line"


# Tests with random input.


@pytest.mark.parametrize(
    ("device", "lesson"), mostly_slow(product(lesson_walks.DEVICES, ["two cards", "line"]), 5)
)
def test_random_input_reaches_the_end_of_a_lesson(tmp_path: Path, device: str, lesson: str) -> None:
    assert lesson_walks.does_lesson_walk_end(device, lesson, f"{device} {lesson}", tmp_path)


# Tests of what a lesson shows: its text, its pointers, the notebook and the memory aids.


def test_a_lesson_opens_the_page_of_the_notebook_that_it_teaches(rig: Rig) -> None:
    scene = open_lesson(rig, "taking")
    notebook, strip = scene.widgets.log, scene.widgets.coach_panel
    assert notebook.is_open and notebook.tab == "threats"
    assert not notebook.rect.colliderect(strip.rect) and strip.rect.bottom <= 720
    rig.key(pygame.K_ESCAPE)
    assert rig.top is scene and not notebook.is_open
    assert strip.rect.top == scene.places.table.coach.top


@pytest.mark.parametrize(
    ("lesson", "size", "ui_scale"),
    [
        *((lesson, (900, 1400), 150) for lesson in ("two cards", "line", "powers", "stake")),
        *((lesson, (900, 1400), 150) for lesson in ("holding", "partners", "alone")),
        ("holding", (720, 1280), 100),
        *((lesson, (900, 1400), 200) for lesson in ("two cards", "holding", "powers", "partners")),
        ("alone", (720, 1280), 200),
        *((lesson, (960, 1080), 200) for lesson in ("holding", "partners", "alone", "order")),
    ],
)
def test_no_step_of_a_lesson_covers_a_face_in_a_high_window(
    lesson: str, size: tuple[int, int], ui_scale: int, tmp_path: Path
) -> None:
    settings = with_changes(WITHOUT_ANIMATION, ui_scale=ui_scale)
    rig = Rig(tmp_path, size, settings)
    scene = open_lesson(rig, lesson, from_start=True)
    strip = scene.widgets.coach_panel
    while scene.session.shown_step.state != "over":
        asks = scene.session.shown_step.state == "choose"
        for _help in range(1 if asks else 3):  # the sentence, the place, the shown action
            faces = scene.places.table.faces
            assert strip.visible and not any(strip.rect.colliderect(face) for face in faces)
            scene.coach.show_more_help()
            rig.tick(0.4, 3)
        scene.skip_step()
        after_waiting(rig)


@pytest.mark.parametrize("lesson", ["order", "block", "partners"])
def test_huge_text_shows_every_sentence_of_a_step_whole(lesson: str, tmp_path: Path) -> None:
    rig = Rig(tmp_path, settings=with_changes(WITHOUT_ANIMATION, ui_scale=200))
    scene = open_lesson(rig, lesson, from_start=True)
    rig.context.set_text_recorder(recorder := TextRecorder())
    while scene.session.shown_step.state != "over":
        for _help in range(3):
            panel = scene.widgets.coach_panel
            panel.draw(rig.surface)
            drawn = {one.text for one in recorder.collect_painted_texts()}
            assert {line.text for line in panel.content.lines} <= drawn
            scene.coach.show_more_help()
            rig.tick(0.4, 3)
        scene.skip_step()
        after_waiting(rig)


def test_the_lesson_about_partners_points_at_the_question_to_the_partner(rig: Rig) -> None:
    scene = open_lesson(rig, "partners", from_start=True)
    scene.coach.show_more_help()
    assert scene.highlighted_place_names() == ("partner",)
    # The ring is only a drawing; its place is known to the scene alone.
    assert (
        scene._rect_of_highlighted_place("partner")
        == scene.widgets.control_rect("ask_partner")
        is not None
    )


def test_a_question_about_a_hand_is_not_answered_by_the_backs(rig: Rig) -> None:
    scene = open_lesson(rig, "holding")
    assert scene.session.shown_step.state == "choose" and not scene.model.card_knowledge_by_seat
    assert scene.model.headline == "A question"
    press(rig, strip_button(scene, "0 and 3"))
    assert after_waiting(rig).model.card_knowledge_by_seat
    assert scene.widgets.log.tab == "hands"


def test_threats_and_unseen_cards_are_shown_from_the_second_lesson_on(rig: Rig) -> None:
    assert not open_lesson(rig, "two cards").model.has_memory_aids
    assert open_lesson(rig, "line").model.has_memory_aids
