"""Studies, searches, judging and guessing, each by keys, gamepad or touch alone."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pygame
import pytest
from assets.shots.reviewed_match import sample_record

from hacktrick.app.settings import Settings
from hacktrick.app.study_session import ROOT, study_of_text
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.editions import rules_for
from hacktrick.i18n import study_text
from hacktrick.library.database import Library
from hacktrick.ui.screens.library.match_list import MatchListScene
from hacktrick.ui.screens.puzzles.puzzle_list_and_puzzle import PositionPuzzleScene
from hacktrick.ui.screens.review.review_scene import ReviewScene
from hacktrick.ui.screens.statistics_and_mistakes_scenes import MistakesScene
from hacktrick.ui.screens.study.position_editor import PositionEditor
from hacktrick.ui.screens.study.position_search_scene import PositionSearchScene
from hacktrick.ui.screens.study.study_scene import StudyScene
from hacktrick.ui.table.input.turn_questions import TurnQuestionScene
from hacktrick.ui.table.replay.replay_scene import ReplayScene
from hacktrick.ui.widgets.basic_widgets import ListView, Widget
from hacktrick.ui.window.input_devices import InputDevices
from tests.support.gamepad_dpad import CROSS
from tests.support.instant_judge import InstantJudge
from tests.support.rig import AT_REST, Rig
from tests.support.scripted_matches import played_match
from tests.support.single_device_players import ARROWS, focus_path
from tests.ui.input.test_switch_access import scan_to, scan_to_widget
from tests.ui.screens.study.test_study_scene import BOT, LINE

LONGEST = 20.0  # seconds that a test waits for an answer
ENDS = {
    pygame.KEYDOWN: pygame.KEYUP,
    pygame.CONTROLLERBUTTONDOWN: pygame.CONTROLLERBUTTONUP,
    pygame.FINGERDOWN: pygame.FINGERUP,
}


class Hand:
    """A player who has only one input device: "keys", "pad" or "touch"."""

    def __init__(self, rig: Rig, device: str) -> None:
        self.rig, self.device = rig, device
        self.inputs = InputDevices(rig.context)

    def post(self, kind: int, **facts: Any) -> None:
        for one in (kind, ENDS[kind]):
            for event in self.inputs.convert_event(pygame.Event(one, **facts)):
                self.rig.stack.handle(event)
            self.rig.apply_scene_changes()

    def push(self, name: str) -> None:
        """Push a direction, "next" or "confirm"."""
        if self.device == "pad":
            buttons = CROSS | {
                "confirm": pygame.CONTROLLER_BUTTON_A,
                "next": pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
            }
            self.post(pygame.CONTROLLERBUTTONDOWN, button=buttons[name], instance_id=0)
        else:
            keys = ARROWS | {"confirm": pygame.K_RETURN, "next": pygame.K_TAB}
            self.post(pygame.KEYDOWN, key=keys[name], mod=0, unicode="", scancode=0)

    def tap(self, x: int, y: int) -> None:
        wide, high = self.rig.context.size
        place = {"x": (x + 0.5) / wide, "y": (y + 0.5) / high}
        self.post(pygame.FINGERDOWN, **place, dx=0.0, dy=0.0, touch_id=1, finger_id=1)

    def press(self, widget: Widget | str) -> None:
        """Press a widget, or the widget with this name."""
        goal = self.rig.top.widgets[widget] if isinstance(widget, str) else widget
        if self.device == "touch":
            self.tap(*goal.rect.center)
            return
        for direction in focus_path(self.rig.top.group, goal):
            self.push(direction)
        self.push("confirm")

    def step_to(self, goal: Widget) -> None:
        """Press a widget on a screen where directions do not move the focus."""
        if self.device == "touch":
            self.tap(*goal.rect.center)
            return
        while self.rig.top.group.focused_widget is not goal:
            self.push("next")
        self.push("confirm")

    def choose(self, name: str, row: int) -> None:
        """Choose a row of a list."""
        rows = self.rig.top.widgets[name]
        assert isinstance(rows, ListView)
        if self.device == "touch":
            self.tap(
                rows.rect.centerx,
                rows.rect.y + int((row + 0.5) * self.rig.context.px(rows.row_height)),
            )
            return
        for direction in focus_path(self.rig.top.group, rows):
            self.push(direction)
        while self.rig.top.widgets[name].chosen < row:
            self.push("down")

    def answer(self, label: str) -> None:
        """Give an answer of the open question, on whichever page the answer is."""
        for _page in range(9):
            question = self.rig.top
            assert isinstance(question, TurnQuestionScene)
            found = [one for one in question.answer_buttons if one.answer.label == label]
            if found:
                self.press(found[0])
                return
            self.press(question.answer_buttons[-1])
        raise AssertionError(f"there is no answer {label}")


def settle(rig: Rig) -> None:
    """Wait until the judge of a study has finished, so that nothing moves."""
    for _ in range(200):
        rig.wait(0.05)
        if rig.top.study.assessment.is_final:
            break
    rig.wait(1.0)


def wait_for_answer(rig: Rig) -> PositionSearchScene:
    scene = rig.top
    assert isinstance(scene, PositionSearchScene)
    end = time.monotonic() + LONGEST
    while not scene.search.is_complete and time.monotonic() < end:
        rig.wait(0.01)
        time.sleep(0.01)
    return scene


@pytest.fixture(params=["keys", "pad", "touch"])
def device(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    library = Library(tmp_path)
    library.add_match(played_match(rules_for("keypad", {"target": 1}), 4).record)
    library.add_match(sample_record())
    library.close()
    made = Rig(tmp_path, settings=Settings(**AT_REST), thinker=InlineThinker)  # type: ignore[arg-type]
    made.services.study_files.save_study("Two doors", study_of_text(LINE))
    return made


def test_a_turn_is_tried_and_the_position_looked_up(rig: Rig, device: str) -> None:
    hand = Hand(rig, device)
    rig.navigator.show_position_or_return_fault(LINE)
    rig.apply_scene_changes()
    scene = rig.top
    assert isinstance(scene, StudyScene)
    settle(rig)
    hand.press(next(one for one in scene.widgets.cards if one.visible and one.value == 4))
    hand.press(scene.widgets.end_buttons[0])
    assert scene.session.public.row == (3, 1, 5, 4)
    for _ in range(2):
        settle(rig)
        buttons = {one.label: one for one in scene.widgets.coach_panel.visible_buttons}
        hand.press(buttons["Go back"])
    assert scene.study.study.current_number == ROOT
    settle(rig)
    hand.press({one.label: one for one in scene.widgets.coach_panel.visible_buttons}["More …"])
    hand.answer(study_text.study_menu_entry_label("find"))
    search = wait_for_answer(rig)
    assert [one.name for one in search.search.answer.studies] == ["Two doors"]
    hand.press("openings")
    assert search.shows_openings
    hand.choose("rows", 0)
    if device != "touch":
        hand.push("confirm")
    assert search.start is not None
    hand.press("starts")
    hand.press("openings")
    hand.press("back")
    assert rig.top is scene


def test_a_position_is_set_up(rig: Rig, device: str) -> None:
    hand = Hand(rig, device)
    rig.navigator.show_position_or_return_fault(LINE)
    rig.apply_scene_changes()
    rig.top.open_position_editor()
    rig.apply_scene_changes()
    editor = rig.top
    assert isinstance(editor, PositionEditor)
    for name in ("other single", "key 8", "card 3", "hand 0", "no piece", "key 6"):
        hand.press(name)
    changed = editor.draft
    assert changed.board[8 - 1] == (0, 1) and changed.board[6 - 1] == (0, 1)
    assert changed.hands[0] == (2, 4, 3)
    hand.press("undo")
    assert editor.draft.board[6 - 1] == (0, 2)
    hand.press("redo")
    assert editor.draft == changed
    hand.press("done")
    assert isinstance(rig.top, StudyScene)
    assert rig.top.study.diagram.public.board[8 - 1] == (0, 1)


@pytest.mark.parametrize("device", ["keys", "touch"])
def test_an_engine_is_entered_and_asked(rig: Rig, device: str, tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(BOT, encoding="utf-8")
    hand = Hand(rig, device)
    rig.navigator.show_settings()
    rig.apply_scene_changes()
    for name, text in (
        ("engine_name", "Bot"),
        ("engine_command", f'"{sys.executable}" -S "{program}"'),
    ):
        field = rig.top.widgets[name]
        if device == "touch":
            hand.tap(*field.rect.center)
        else:
            for direction in focus_path(rig.top.group, field):
                hand.push(direction)
        rig.type(text)
        assert getattr(rig.settings, name) == text
    rig.navigator.show_position_or_return_fault(LINE)
    rig.apply_scene_changes()
    scene = rig.top
    assert isinstance(scene, StudyScene)
    settle(rig)
    hand.press({one.label: one for one in scene.widgets.coach_panel.visible_buttons}["More …"])
    hand.answer(study_text.study_menu_entry_label("engine"))
    end = time.monotonic() + LONGEST
    while not scene.engine_status_line and time.monotonic() < end:
        rig.wait(0.01)
        time.sleep(0.01)
    assert scene.engine_status_line == "Bot: the 4"


def test_a_study_is_made_with_two_switches(tmp_path: Path) -> None:
    settings = Settings(**AT_REST, scan="two_switches")  # type: ignore[arg-type]
    rig = Rig(tmp_path, settings=settings, thinker=InlineThinker)
    rig.navigator.show_position_or_return_fault(LINE)
    rig.apply_scene_changes()
    scene = rig.top
    settle(rig)

    def choose(widget: Widget) -> None:
        scan_to(rig, widget)
        scan_to_widget(rig, "scan_choose")
        rig.apply_scene_changes()

    choose(next(one for one in scene.widgets.cards if one.visible and one.value == 4))
    choose(scene.widgets.end_buttons[0])
    settle(rig)
    end = scene.study.study.current_number
    assert scene.session.public.row == (3, 1, 5, 4) and end != ROOT
    scene.open_notebook("log")
    choose(scene.tree)
    scan_to_widget(rig, "scan_step")
    scan_to_widget(rig, "scan_choose")  # the second choice inside the tree goes up
    assert scene.study.study.current_number == scene.study.study.node_at(end).parent
    for _n in range(3):
        scan_to_widget(rig, "scan_step")
    scan_to_widget(rig, "scan_choose")  # the last choice leaves the tree
    scene.open_position_editor()
    rig.apply_scene_changes()
    editor = rig.top
    assert isinstance(editor, PositionEditor)
    for name in ("no piece", "aside", "card 3", "aside", "supply 0"):
        choose(editor.widgets[name])
    scan_to_widget(rig, "scan_step")
    scan_to_widget(rig, "scan_choose")
    assert editor.draft.aside == (0, 3) and editor.draft.supply[0] is not None


def test_a_kept_study_is_deleted_restored_and_opened(rig: Rig, device: str) -> None:
    hand = Hand(rig, device)
    scene = rig.show(MatchListScene(rig.context, rig.services))
    hand.choose("list", 2)
    assert scene.chosen_study_name == "Two doors"
    hand.press("delete")
    assert scene.studies == ()
    hand.press("delete")
    assert scene.chosen_study_name == "Two doors"
    hand.press("replay")
    assert isinstance(rig.top, StudyScene)


def test_a_replay_is_searched_by_its_button(rig: Rig, device: str) -> None:
    hand = Hand(rig, device)
    rig.show(MatchListScene(rig.context, rig.services))
    hand.choose("list", 0)
    hand.press("replay")
    replay = rig.top
    assert isinstance(replay, ReplayScene)
    hand.step_to(replay.widgets.forward_buttons[1])
    hand.step_to(replay.widgets.search)
    assert wait_for_answer(rig).found_rounds_and_studies


@pytest.fixture
def judged(tmp_path: Path) -> Rig:
    """A window with a match whose review is known."""
    library = Library(tmp_path)
    library.add_match(sample_record())
    library.close()
    settings = Settings(**AT_REST)  # type: ignore[arg-type]
    return Rig(tmp_path, settings=settings, thinker=InstantJudge)


def test_matches_are_judged_and_their_mistakes_made_puzzles(judged: Rig, device: str) -> None:
    rig = judged
    hand, queue = Hand(rig, device), rig.services.review_queue
    queue._clock = lambda: 1e9  # as after a long time without input
    queue._quiet_since = 0.0
    scene = rig.show(MatchListScene(rig.context, rig.services))
    hand.press("judge")
    assert queue.is_working
    hand.press("stop")
    assert not queue.is_working and scene.widgets["stop"].label == "Go on"
    hand.press("stop")
    for _ in range(200):
        queue.judge_step_finishes_match()
    rig.tick()
    hand.press("mistakes")
    mistakes = rig.top
    assert isinstance(mistakes, MistakesScene)
    rig.wait(0.2)
    hand.choose("themes", 1)
    assert mistakes.theme_row == 1 and mistakes.mistakes_of_chosen_theme
    hand.press("puzzles")
    rig.wait(1.0)
    hand.press("puzzles")
    assert isinstance(rig.top, PositionPuzzleScene)


def test_a_review_is_guessed_turn_by_turn(judged: Rig, device: str) -> None:
    rig, hand = judged, Hand(judged, device)
    reviews = rig.services.library_reviews.reviews_of_match(1)
    assert reviews is not None
    scene = rig.show(ReviewScene(rig.context, rig.services, reviews, 0))
    rig.tick(n=5)
    hand.step_to(scene.widgets["guess"])
    for _turn in scene.shown_review.turns:
        if scene.must_guess_first:
            break
        hand.step_to(scene.widgets["next"])
    assert scene.must_guess_first
    if device == "touch":
        hand.choose("moments", 0)
    else:
        hand.step_to(scene.widgets["moments"])
    assert not scene.must_guess_first
