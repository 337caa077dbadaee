"""The study board: turns are tried at the real table, with the judge's verdicts beside it."""

from __future__ import annotations

import html
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest
from assets.shots.reviewed_match import sample_match_reviews

from hacktrick.ai.advice import Forecast
from hacktrick.ai.agent import Decision
from hacktrick.app.engine_player import EnginePlayer
from hacktrick.app.profiles import default_marker_styles
from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.app.settings import Settings
from hacktrick.app.study_positions import draft_of_text
from hacktrick.app.study_session import (
    MAX_LINE,
    ROOT,
    Assessment,
    JudgedTurn,
    LikelyTurn,
    Study,
    StudySession,
    study_of_replay,
    study_of_text,
)
from hacktrick.coach.branched_match import match_from_view
from hacktrick.coach.possible_moves import public_state_of
from hacktrick.coach.thinking_client import (
    AnalysisUpdate,
    DecisionAnswer,
    InlineThinker,
    Thinker,
)
from hacktrick.game.actions import parse
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.view import KnownSum, View
from hacktrick.i18n import study_text
from hacktrick.i18n.match_sharing import study_html_page
from hacktrick.i18n.translator import available_languages
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder, window_tree
from hacktrick.ui.layout.table_layout import MIN_TARGET_PIXELS
from hacktrick.ui.scene.scenes_and_context import Scene
from hacktrick.ui.screens.study.position_editor import PositionEditor
from hacktrick.ui.screens.study.study_scene import (
    MAX_TURNS,
    ODDS_PAGES,
    REPLIES_ABOVE_FACE,
    StudyPage,
    StudyScene,
)
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.input.turn_questions import TurnQuestionScene
from hacktrick.ui.table.panels.coach_panel import (
    CoachButtonContent,
    CoachPanelContent,
    line_text_for_screen_readers,
)
from hacktrick.ui.table.replay.replay_scene import ReplayScene
from hacktrick.ui.table.round_result import ResultScene
from hacktrick.ui.widgets.basic_widgets import Stepper
from hacktrick.ui.widgets.dialogs import NoticeScene, TextInputScene
from tests.support.rig import AT_REST, WHOLE, Rig, TableRig, match_of_session
from tests.support.scripted_matches import played_match
from tests.support.table_clicks import click_coach, click_turn, coach_labels, coach_text

BOT = """import json, sys
for line in sys.stdin:
    action = next(one for one in json.loads(line)["legal"] if one == "play 4")
    print(json.dumps({"action": action}), flush=True)
"""
SIZES = [(1280, 720), (1920, 1080), (2560, 1440), (900, 1400)]
LONGEST = 20.0  # seconds that a test waits for a program
LINE = "keypad turn=4 row=315 aside=02 hands=24/??? board=4a,6Bb captured=1/0 sums=-/7+1"


class LateThinker(InlineThinker):
    """A thinker whose answers about positions are held back at first."""

    is_silent = True

    def pop_analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
        return () if self.is_silent else super().pop_analysis_updates()


class StudyRig:
    """A study on the screen, over the title."""

    def __init__(
        self,
        folder: Path,
        line: str = LINE,
        size: tuple[int, int] = WHOLE,
        thinker: Callable[[], Thinker] = InlineThinker,
        study: Study | None = None,
        **settings: Any,
    ) -> None:
        made = Settings(**{**AT_REST, **settings})
        self.rig = Rig(folder, size, settings=made, thinker=thinker)
        self.title = TitleScene(self.rig.context, self.rig.services)
        self.rig.show(self.title)
        if study is None:
            self.title.study_position_or_show_fault(line)
        else:
            self.rig.context.navigator.show_study(study)
        self.rig.apply_scene_changes()
        if thinker is InlineThinker:
            self.settle()

    @property
    def scene(self) -> StudyScene:
        scene = self.rig.top
        assert isinstance(scene, StudyScene)
        return scene

    @property
    def study(self) -> StudySession:
        return self.scene.study

    def settle(self) -> None:
        for _ in range(200):
            self.rig.wait(0.05)
            if isinstance(self.rig.top, StudyScene) and self.study.assessment.is_final:
                return

    def answer_notice(self, n: int) -> None:
        """Press the ``n``-th button, from 0, of the open notice."""
        notice = self.rig.top
        assert isinstance(notice, NoticeScene)
        notice.group.widgets[n].activate()
        self.rig.apply_scene_changes()

    def answer(self, n: int = 0) -> None:
        """Give the ``n``-th answer, from 0, of the open question."""
        question = self.rig.top
        assert isinstance(question, TurnQuestionScene)
        question.group.widgets[n].activate()
        self.rig.apply_scene_changes()


def test_the_panel_names_the_best_turns_with_their_chances(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    text = coach_text(studied.rig)
    best = studied.study.assessment.lines[0]
    one, two, lost = studied.scene.words.chance_percentages(best.forecast)
    assert studied.scene.words.coach.turn_text(best.actions) in text
    assert f"Win 1: {one} %, win 2: {two} %, lose: {lost} %" in text
    note = studied.scene.coach.panel_content().note
    assert note == study_text.DEPTH_SENTENCES["tried"]


def test_in_a_high_window_the_chances_of_a_turn_stand_in_its_row(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path, size=(900, 1400))
    turns = studied.study.assessment.lines[:MAX_TURNS]
    for shown, turn in zip(studied.scene.widgets.coach_panel.content.lines, turns, strict=False):
        assert shown.text == studied.scene.words.coach.turn_text(turn.actions)
        assert shown.details == studied.scene.words.round_chances_line(turn)
        assert shown.details in line_text_for_screen_readers(shown)


def test_a_clicked_turn_goes_into_the_tree_and_can_be_undone(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    click_turn(studied.rig, (parse("play 4"), parse("pass")))
    public = public_state_of(studied.study.study.current_node.views)
    assert public.row == (3, 1, 5, 4) and public.seat == 1
    assert [line.entry for line in studied.scene.tree.lines] == [0, 1, 2]
    studied.rig.key(pygame.K_u)
    studied.rig.key(pygame.K_u)
    assert studied.study.study.current_number == ROOT
    assert studied.scene.session.public.row == (3, 1, 5)
    studied.rig.key(pygame.K_u, pygame.KMOD_SHIFT)
    assert studied.scene.session.public.row == (3, 1, 5, 4)


def test_the_menu_says_what_cannot_be_undone_redone_or_removed(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    assert refused_in_menu(studied) == {"undo", "redo", "remove"}
    click_turn(studied.rig, (parse("play 4"), parse("pass")))
    assert refused_in_menu(studied) == {"redo"}
    while studied.study.undo():
        pass
    assert refused_in_menu(studied) == {"undo", "remove"}
    studied.scene.turn.toggle_card(4)
    assert refused_in_menu(studied) == {"remove"}, "the chosen card can be taken back"


def refused_in_menu(studied: StudyRig) -> set[str]:
    """Open the menu, turn all its pages, and return which of three entries are refused."""
    studied.scene.show_menu_of_more_actions()
    studied.rig.apply_scene_changes()
    refused: dict[str, bool] = {}
    while (answers := studied.rig.top.question.answers)[0].label not in refused:
        refused |= {one.label: one.reason is not None for one in answers}
        studied.answer(len(answers) - 1)
    studied.rig.key(pygame.K_ESCAPE)
    names = ("undo", "redo", "remove")
    return {name for name in names if refused[study_text.study_menu_entry_label(name)]}


def test_a_draw_asks_which_card_comes(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    click_turn(studied.rig, (parse("draw"),))
    studied.answer(1)
    event = studied.study.study.current_node.event
    assert event is not None and len(event.facts.drawn) == 1
    hand = studied.scene.session.observation
    assert hand is not None and hand.hand[event.facts.drawn[0]]


def test_the_turn_of_the_other_player_is_chosen_among_likely_ones(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    click_turn(studied.rig, (parse("play 4"), parse("pass")))
    studied.settle()
    assert coach_labels(studied.rig)[0] == "Their turn"
    replies = studied.study.assessment.replies
    assert replies is not None
    click_coach(studied.rig, "Their turn")
    studied.answer(0)
    while isinstance(studied.rig.top, TurnQuestionScene):
        studied.answer(0)
    made = [node.event for node in studied.study.study.nodes[3:] if node is not None]
    assert made and made[0] is not None and made[0].seat == 1
    assert made[0].action.verb == replies.replies[0][0][0].verb


def test_a_line_of_the_tree_leads_to_its_position(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    click_turn(studied.rig, (parse("play 4"), parse("pass")))
    studied.scene.tree.perform_screen_reader_request("press", "page/line 1")
    assert studied.study.study.current_number == 1
    studied.rig.key(pygame.K_PAGEUP)
    assert studied.study.study.current_number == ROOT
    studied.rig.key(pygame.K_PAGEDOWN)
    assert studied.study.study.current_number == 1


def test_the_explanation_names_the_turn_that_it_is_about(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    studied.rig.key(pygame.K_w)
    for _ in range(200):
        studied.rig.wait(0.05)
        if not studied.study.judge.is_explaining:
            break
    lines = studied.study.assessment.lines
    best, second = (studied.scene.words.coach.turn_text(line.actions) for line in lines[:2])
    assert f"{best} rather than {second}:" in coach_text(studied.rig)


def test_an_explanation_is_not_shown_for_another_position(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    studied.rig.key(pygame.K_w)
    click_turn(studied.rig, (parse("play 4"), parse("pass")))
    studied.settle()
    assert studied.scene.panel.study_page == "turns"
    assert study_text.NOTHING_TO_EXPLAIN not in coach_text(studied.rig)


@pytest.mark.parametrize("page", ["why", "revealed_cards"])
def test_a_question_asked_before_the_judge_has_looked_is_answered_later(
    page: str, tmp_path: Path
) -> None:
    thinker = LateThinker()
    studied = StudyRig(tmp_path, thinker=lambda: thinker)
    panel = studied.scene.panel
    {"why": panel.explain_best_turn, "revealed_cards": panel.show_revealed_information}[page]()
    assert study_text.ONE_MOMENT in coach_text(studied.rig)
    studied.scene.ask_for_hidden_cards()
    assert studied.scene.message == study_text.ONE_MOMENT
    thinker.is_silent = False
    studied.settle()
    studied.rig.wait(2.0)
    known = studied.study.assessment
    assert known.explanation is not None if page == "why" else known.revealed_hand_odds
    assert study_text.ONE_MOMENT not in coach_text(studied.rig)


def test_a_long_comment_leaves_room_for_the_turns(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    studied.study.set_comment_or_mark(comment="word " * 100, mark="!?")
    studied.scene.refresh()
    lines = studied.scene.coach.panel_content().lines
    assert lines[0].text.startswith("!? word") and lines[0].text.endswith("…")
    turn = studied.scene.words.coach.turn_text(studied.study.assessment.lines[0].actions)
    shown = [line.text for line, _rect in studied.scene.widgets.coach_panel.visible_placed_lines()]
    assert turn in shown


@pytest.mark.parametrize("size", SIZES)
def test_everything_that_can_be_pressed_is_large_enough(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    studied = StudyRig(tmp_path, size=size)
    target = int(MIN_TARGET_PIXELS * studied.rig.context.scale)
    for part in studied.scene.widgets.coach_panel.visible_buttons:
        assert min(part.rect.size) >= target, part.label


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2560, 1440), (900, 1400)])
def test_the_open_tree_stands_clear_of_the_judge_and_the_board(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    studied = StudyRig(tmp_path, size=size)
    studied.scene.toggle_notebook()
    tree, table = studied.scene.tree, studied.scene.places.table
    assert tree.visible
    node = tree.accessibility_node("tree", ())
    assert node is not None and node.children[0].name == "Tree"
    beside = (studied.scene.widgets.coach_panel.rect, table.housing, table.row, table.hand)
    assert not [rect for rect in beside if tree.rect.colliderect(rect)]


def test_a_tall_window_shows_the_likeliest_hands_and_more_of_them_over_the_tree(
    tmp_path: Path,
) -> None:
    studied = StudyRig(tmp_path, size=(900, 1400))
    studied.scene.panel.show_next_odds()
    strip = studied.scene.widgets.coach_panel

    def painted_in_rows() -> list[str]:
        placed = sorted(strip.visible_placed_lines(), key=lambda one: (one[1].y, one[1].x))
        return [line.text for line, _rect in placed]

    hands = [line.text for line in strip.content.lines]
    assert len(hands) == 4 and painted_in_rows() == hands
    n_more = int(strip.content.note.split()[1])
    studied.scene.toggle_notebook()
    more = [line.text for line in strip.content.lines]
    assert len(more) > 4 and more[:4] == hands and painted_in_rows() == more
    assert int(strip.content.note.split()[1]) + len(more) == n_more + len(hands)
    assert not studied.scene.tree.rect.colliderect(strip.rect)


@pytest.mark.parametrize("language", available_languages())
def test_a_tall_window_shows_turns_with_long_names_and_what_is_likely_to_follow(
    language: str, tmp_path: Path
) -> None:
    studied = StudyRig(tmp_path, size=(900, 1400), thinker=LateThinker, language=language)
    words, session = studied.scene.words, studied.study
    long = (parse("play 4 double"), parse("command guard"))
    lines = (JudgedTurn(long, Forecast(0.25, 0.25, 0.25, 0.25, 0.5)),) * MAX_TURNS
    likely = tuple(LikelyTurn(n % 2, long) for n in range(MAX_LINE))
    known = Assessment("tried", lines=lines, likely_line=likely)
    session.judge.add_saved_assessments({session.study.current_node.views: known})
    studied.scene.refresh()
    panel = studied.scene.widgets.coach_panel
    *turns, last = [line.text for line, _rect in panel.visible_placed_lines()]
    assert not panel.focusable, "nothing has to be scrolled"
    assert turns == [words.coach.turn_text(long)] * MAX_TURNS
    assert words.likely_continuation(likely) in last
    assert words.search_depth_or_doubt_sentence(known) in last
    studied.rig.context.set_text_recorder(recorder := TextRecorder())
    panel.draw(studied.rig.surface)
    painted = [one.text for one in recorder.collect_painted_texts()]
    assert painted.count(words.round_chances_line(lines[0])) == MAX_TURNS, "nothing is cut"


def test_a_tall_window_shows_likely_turns_and_reasons_without_scrolling(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path, size=(900, 1400))
    panel = studied.scene.widgets.coach_panel
    studied.scene.panel.explain_best_turn()
    studied.rig.wait(1.0)
    assert len(list(panel.visible_placed_lines())) > 1 and not panel.focusable
    studied.study.play_action(parse("play 4"))
    studied.study.play_action(parse("pass"))
    studied.settle()
    studied.scene.panel.show_study_page("turns")
    shown = [line for line, _rect in panel.visible_placed_lines() if line.chance is not None]
    assert len(shown) == REPLIES_ABOVE_FACE and not panel.focusable


def test_a_press_counts_if_the_judge_moves_the_button_before_the_release(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    panel = studied.scene.widgets.coach_panel
    hands = next(part for part in panel.visible_buttons if part.label == "Hands")
    place = hands.rect.center
    studied.rig.press_button(place)
    panel.show_content(panel.content, panel.rect.move(0, -60), 0)
    assert not hands.rect.collidepoint(place)
    studied.rig.release_button(place)
    assert studied.scene.panel.study_page == "hands"


def test_a_pressed_button_of_the_coach_keeps_its_meaning(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    strip = studied.scene.widgets.coach_panel
    zone = strip.rect.copy()
    pressed: list[str] = []
    buttons = tuple(CoachButtonContent(name, partial(pressed.append, name)) for name in "ABC")
    for left, expected in ((buttons, ["B"]), (buttons[1:], ["B"]), (buttons[2:], [])):
        strip.show_content(CoachPanelContent("Title", buttons=buttons), zone, zone.top)
        place = next(part for part in strip.visible_buttons if part.label == "B").rect.center
        studied.rig.press_button(place)
        strip.show_content(CoachPanelContent("Title", buttons=left), zone, zone.top)
        studied.rig.release_button(place)
        assert pressed == expected
        pressed.clear()


def test_the_tree_opens_beside_a_chosen_card_in_a_low_window(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path, size=(1280, 720))
    studied.rig.key(pygame.K_4)
    studied.rig.key(pygame.K_l)
    tree, strip = studied.scene.tree, studied.scene.widgets.coach_panel
    assert tree.visible and not tree.rect.colliderect(strip.rect)
    assert all(strip.rect.contains(part.rect) for part in strip.visible_buttons)
    assert sum(line.chance is not None for line, _rect in strip.visible_placed_lines()) == 3


def test_the_field_for_a_comment_stands_apart_from_its_buttons(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    studied.scene.edit_comment_on_position()
    studied.rig.apply_scene_changes()
    dialog = studied.rig.top
    assert isinstance(dialog, TextInputScene)
    field, cancel = dialog.widgets["text"].rect, dialog.widgets["cancel"].rect
    assert cancel.top - field.bottom >= studied.rig.context.px(12)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2560, 1440), (900, 1400)])
def test_a_message_covers_neither_the_panel_nor_deck_stacks_and_set_aside_cards(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    studied = StudyRig(tmp_path, size=size)
    scene = studied.scene
    panel, table = scene.widgets.coach_panel.rect, scene.places.table
    read = [panel, table.deck, table.stacks, table.aside, table.status, *table.captures]
    for widget in (None, *scene.widgets.coach_panel.buttons):
        scene.show_message("Copied to the clipboard.", None if widget is None else widget.rect)
        place = scene.toast.current_rect(scene.model, scene.places, panel)
        assert scene.message and panel.width and place.collidelist(read) == -1


def test_enter_in_the_field_for_a_comment_saves_it(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    studied.scene.edit_comment_on_position()
    studied.rig.apply_scene_changes()
    studied.rig.type("A trap")
    studied.rig.key(pygame.K_RETURN)
    assert studied.rig.top is studied.scene
    assert studied.study.study.current_node.comment == "A trap"


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440)])
def test_likely_hands_leave_the_cards_set_aside_free(tmp_path: Path, size: tuple[int, int]) -> None:
    studied = StudyRig(tmp_path, size=size)
    scene = studied.scene
    free = [*scene.places.set_aside_rects(2), *scene.places.unseen_stack_rects()]
    for page in ("hands", "mine", "keys"):
        scene.panel.show_study_page(page)
        assert scene.widgets.coach_panel.content.lines
        assert scene.widgets.coach_panel.rect.collidelist(free) == -1, page


@pytest.mark.parametrize("page", ["turns", "hands", "why"])
def test_very_large_text_leaves_room_for_lines_of_the_judge(
    page: StudyPage, tmp_path: Path
) -> None:
    studied = StudyRig(tmp_path, ui_scale=150)
    {"why": studied.scene.panel.explain_best_turn}.get(
        page, partial(studied.scene.panel.show_study_page, page)
    )()
    studied.rig.wait(2.0)
    panel = studied.scene.widgets.coach_panel
    assert len(list(panel.visible_placed_lines())) >= 2


def test_the_note_below_likely_hands_consists_of_sentences(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    studied.scene.panel.show_study_page("hands")
    note = studied.scene.panel.panel_content().note
    assert note.startswith("And ") and " %. " in note and note.endswith(".")


def test_tab_follows_the_coach_after_a_pressed_button_has_moved(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    strip, rig = studied.scene.widgets.coach_panel, studied.rig
    turns = strip.visible_buttons[0]
    rig.press_button(turns.rect.center)
    rig.key(pygame.K_4)
    rig.key(pygame.K_RETURN)  # now it is the other player's turn
    rig.release_button(turns.rect.center)
    rig.apply_scene_changes()
    assert strip.visible_buttons.index(turns) == 1
    places = [studied.scene.group.widgets.index(part) for part in strip.visible_buttons]
    assert places == sorted(places)


def test_a_pasted_position_opens_from_the_title(tmp_path: Path) -> None:
    rig = Rig(tmp_path, settings=Settings(**AT_REST))  # type: ignore[arg-type]
    rig.show(TitleScene(rig.context, rig.services))
    rig.context.clipboard.put_text(LINE)
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    rig.apply_scene_changes()
    assert isinstance(rig.top, StudyScene) and rig.top.study.position_text == study_text_of(LINE)


def match_replay() -> ReplaySession:
    replayed = ReplaySession(played_match(rules_for("keypad", {"target": 1}), 1).record)
    replayed.go_to(ReplayPosition(0, 3))
    while replayed.perspective != 0:
        replayed.switch_to_next_perspective()
    return replayed


def ways_to_scenes(rig: Rig) -> dict[str, Callable[[], None]]:
    """Return functions that open scenes outside a running match, by the name of the scene."""
    go, services, replayed = rig.navigator, rig.services, match_replay()
    diagram, puzzles = (
        replayed.diagram_at_turn_start,
        services.puzzle_practice.mixed_puzzle_series(),
    )
    assert diagram is not None and puzzles is not None
    return {
        "about": go.show_about,
        "lesson": partial(go.show_lesson, services.lessons.lessons[0].name),
        "lessons": go.show_lessons,
        "list": go.show_match_list,
        "mistakes": go.show_mistakes,
        "new match": go.show_new_match,
        "puzzle": partial(go.show_puzzle, puzzles),
        "puzzles": go.show_puzzles,
        "replay": partial(go.show_replay, replayed),
        "review": partial(go.show_review_or_ask_whose, sample_match_reviews(), 0, seat=0),
        "rules": partial(go.show_rules, rules_for("keypad")),
        "search": partial(go.find_position_in_library, diagram),
        "settings": go.show_settings,
        "statistics": go.show_statistics,
    }


@pytest.fixture
def titled_rig(tmp_path: Path) -> Rig:
    """A window that shows the title."""
    rig = Rig(tmp_path, settings=Settings(**AT_REST))  # type: ignore[arg-type]
    rig.show(TitleScene(rig.context, rig.services))
    return rig


@pytest.mark.parametrize(
    "name",
    [
        *("about", "lesson", "lessons", "list", "mistakes", "new match", "puzzle", "puzzles"),
        *("replay", "review", "rules", "search", "settings", "statistics"),
    ],
)
def test_a_position_is_pasted_on_every_screen(name: str, titled_rig: Rig) -> None:
    rig = titled_rig
    ways_to_scenes(rig)[name]()
    rig.apply_scene_changes()
    scene = rig.top
    rig.context.clipboard.put_text(f" {LINE.replace('315', '3155')} ")
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    sentence = scene.toast.visible_sentence if name == "replay" else scene.message
    assert sentence == study_text.POSITION_FAULTS["SAME_CARD_TWICE"]
    rig.context.clipboard.put_text(f" {LINE} ")
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    rig.apply_scene_changes()
    assert isinstance(rig.top, StudyScene) and rig.top.study.position_text == study_text_of(LINE)


def views_shown(name: str, scene: Any) -> object:
    """Return what the player knows in the position that a scene shows."""
    if name == "replay":
        study = study_of_replay(scene.replayed)
        assert study is not None
        return study.current_node.views
    if name == "review":
        return (scene.reviews.review_of(scene.round_index, scene.seat).view_at(scene.shown_turn),)
    return (scene.session.question.view if name == "puzzle" else scene.session.view_to_study,)


@pytest.mark.parametrize("name", ["lesson", "puzzle", "replay", "review"])
def test_one_key_studies_what_the_screen_shows(name: str, titled_rig: Rig) -> None:
    rig = titled_rig
    ways_to_scenes(rig)[name]()
    rig.apply_scene_changes()
    scene = rig.top
    shown = views_shown(name, scene)
    rig.key(pygame.K_s)
    rig.apply_scene_changes()
    assert isinstance(rig.top, StudyScene)
    assert rig.top.study.study.current_node.views == shown


def test_a_pasted_position_stays_in_a_text_field(titled_rig: Rig) -> None:
    rig = titled_rig
    rig.navigator.show_rules(rules_for("keypad"))
    rig.apply_scene_changes()
    scene = rig.top
    rig.context.clipboard.put_text(LINE)
    scene.group.set_focus(scene.widgets["search"])
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    rig.apply_scene_changes()
    assert rig.top is scene and LINE[:20] in scene.widgets["search"].text


def test_a_position_pasted_on_the_board_can_be_undone(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    other = LINE.replace("4a", "5a")
    studied.rig.context.clipboard.put_text(other)
    studied.rig.key(pygame.K_v, pygame.KMOD_CTRL)
    assert studied.study.position_text == study_text_of(other)
    studied.rig.key(pygame.K_u)
    assert studied.study.position_text == study_text_of(LINE)
    studied.rig.context.clipboard.put_text("")
    studied.rig.key(pygame.K_v, pygame.KMOD_CTRL)
    assert studied.scene.message == study_text.nothing_to_paste_sentence()


def test_no_position_is_pasted_over_a_running_match(tmp_path: Path) -> None:
    table = TableRig(tmp_path)
    record = match_of_session(table.services.session).record
    scene = table.show(ReplayScene(table.context, ReplaySession(record, running=True)))
    table.context.clipboard.put_text(LINE)
    table.key(pygame.K_v, pygame.KMOD_CTRL)
    assert table.top is scene and scene.toast.visible_sentence == study_text.RUNNING_MATCH
    table.stack.pop()
    table.stack.apply_changes()
    for show in (None, table.navigator.show_settings, table.navigator.show_pause_menu):
        if show is not None:
            show()
            table.stack.apply_changes()
        scene = table.top
        table.key(pygame.K_v, pygame.KMOD_CTRL)
        table.stack.apply_changes()
        assert table.top is scene and scene.message == study_text.RUNNING_MATCH


def study_text_of(line: str) -> str:
    return StudySession(study_of_text(line), InlineThinker()).position_text


def test_an_impossible_pasted_position_is_refused_in_a_sentence(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    title = TitleScene(rig.context, rig.services)
    rig.show(title)
    rig.context.clipboard.put_text(LINE.replace("315", "3155"))
    title.study_or_import_clipboard()
    assert title.message == study_text.POSITION_FAULTS["SAME_CARD_TWICE"]


def test_a_running_match_is_not_studied(tmp_path: Path) -> None:
    table = TableRig(tmp_path)
    table.key(pygame.K_s)
    assert table.top.message == study_text.RUNNING_MATCH
    record = match_of_session(table.services.session).record
    replayed = ReplaySession(record, running=True)
    scene = table.show(ReplayScene(table.context, replayed))
    scene.study_current_position()
    assert scene.toast.visible_sentence == study_text.RUNNING_MATCH


def test_a_replay_is_studied_as_its_perspective_knows_it(tmp_path: Path) -> None:
    rig = Rig(tmp_path, settings=Settings(**AT_REST))  # type: ignore[arg-type]
    replayed = ReplaySession(played_match(rules_for("keypad", {"target": 1}), 1).record)
    replayed.go_to(ReplayPosition(0, 3))
    rig.show(ReplayScene(rig.context, replayed))
    while replayed.perspective != 0:
        replayed.switch_to_next_perspective()
    rig.key(pygame.K_s)
    rig.apply_scene_changes()
    assert isinstance(rig.top, StudyScene)
    snapshot = rig.top.session.snapshot()
    assert snapshot.hands is None and snapshot.viewer == 0
    assert [view.seat for view in rig.top.study.study.current_node.views] == [0]


def twin_replays() -> list[ReplaySession]:
    """Return replays of two matches that differ in hidden cards alone, as one seat sees them."""
    (view,) = study_of_text(LINE).current_node.views
    matches = [match_from_view(view, view.seats, Random(seed)) for seed in (1, 2)]
    assert matches[0].full_state().hands != matches[1].full_state().hands
    replays = [ReplaySession(match.record) for match in matches]
    for replayed in replays:
        replayed.set_perspective(0)
    return replays


def test_no_page_of_the_board_depends_on_hidden_cards(tmp_path: Path) -> None:
    """Pictures, accessibility trees and browser pages are equal if one seat's views are equal."""
    shown = []
    for number, replayed in enumerate(twin_replays()):
        studied = StudyRig(tmp_path / str(number), study=study_of_replay(replayed))
        rig, panel, study = studied.rig, studied.scene.panel, studied.study
        found: list[object] = []
        rig.context.set_text_recorder(TextRecorder())
        pages = [partial(panel.show_study_page, page) for page in ("turns", *ODDS_PAGES)]
        answers = panel.explain_best_turn, panel.show_revealed_information
        shows: list[Callable[[], None]] = [*pages, *answers, studied.scene.ask_for_hidden_cards]
        for show in shows:
            show()
            rig.wait(2.0)
            found += [rig.picture(), window_tree("", rig.stack.visible_scenes())]
        found.append(study_html_page(study.study, study.judge.assessment_of))
        shown.append(found)
    assert shown[0] == shown[1]


def test_a_kept_study_is_opened_and_deleted(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    click_turn(studied.rig, (parse("play 4"), parse("pass")))
    study = studied.study.study
    files = studied.rig.services.study_files
    files.save_study("an idea", study)
    studied.study.go_to_node(ROOT)
    studied.scene.ask_for_study()
    studied.rig.apply_scene_changes()
    studied.answer(0)
    assert len(studied.study.study.nodes) == 3 and studied.study.study.name == "an idea"
    files.delete_study("an idea")
    studied.scene.ask_for_study()
    assert studied.scene.message == study_text.NO_KEPT_STUDIES


def test_a_kept_study_keeps_what_the_judge_has_found_out(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    click_turn(studied.rig, (parse("play 4"), parse("pass")))
    studied.settle()
    studied.study.set_comment_or_mark(comment="hm", mark="?!")
    files = studied.rig.services.study_files
    studied.study.save(files, "an idea")
    kept = files.load_study("an idea")
    before = study_html_page(studied.study.study, studied.study.judge.assessment_of)
    after = study_html_page(kept, kept.saved_assessment)
    assert before == after and b"match" in after and b"hm" in after and b"?!" in after
    again = StudySession(kept, InlineThinker())
    known = again.judge.assessment_of(kept.node_at(ROOT).views)
    assert known.depth == "tried" and known.lines
    assert again.judge.assessment_of(kept.current_node.views).replies is not None


def test_figures_of_another_judge_are_left_out(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    files = studied.rig.services.study_files
    path = studied.study.save(files, "an idea")
    path.write_text(
        path.read_text().replace('"judge": "', '"judge": "x').replace('"judge":"', '"judge":"x')
    )
    assert not files.load_study("an idea").known


def test_saving_under_the_name_of_another_study_is_asked_about(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    files = studied.rig.services.study_files
    files.save_study("an idea", study_of_text(LINE))
    text = files.path_of_study("an idea").read_text()
    click_turn(studied.rig, (parse("play 4"), parse("pass")))
    studied.scene.save_as_or_ask_to_replace("an idea")
    studied.rig.apply_scene_changes()
    assert isinstance(studied.rig.top, NoticeScene)
    assert files.path_of_study("an idea").read_text() == text
    studied.answer_notice(0)
    assert files.path_of_study("an idea").read_text() != text
    assert studied.study.study.name == "an idea"
    studied.scene.save_as_or_ask_to_replace(
        "an idea"
    )  # the study's current name needs no confirmation
    studied.rig.apply_scene_changes()
    assert isinstance(studied.rig.top, StudyScene)


def test_studies_without_a_name_do_not_replace_each_other(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    for _study in range(2):
        studied.scene.open_study(study_of_text(LINE))
        studied.scene.ask_for_name_and_save()
        studied.rig.wait(0.05)
        studied.rig.key(pygame.K_RETURN)
        studied.rig.wait(0.05)
    assert set(studied.rig.services.study_files.names) == {"Study 1", "Study 2"}


def test_a_study_that_was_opened_is_not_saved_over_by_the_one_before(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    files = studied.rig.services.study_files
    files.save_study("an idea", study_of_text(LINE.replace("4a", "5a")))
    studied.scene.open_study(files.load_study("an idea"))
    assert studied.study.study.name == "an idea"
    studied.rig.key(pygame.K_u)
    assert studied.study.study.name == ""


def test_a_deleted_study_can_be_restored_on_the_board(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    files = studied.rig.services.study_files
    files.save_study("an idea", study_of_text(LINE))
    studied.scene.ask_for_study_to_delete()
    studied.rig.apply_scene_changes()
    studied.answer(0)
    assert files.names == () and "an idea" in studied.scene.message
    studied.scene.restore_deleted_study()
    assert files.names == ("an idea",)


def test_a_page_holds_the_tree_and_escapes_what_was_written(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    studied.study.set_comment_or_mark(comment="<b>bold</b>")
    page = study_html_page(studied.study.study, studied.study.judge.assessment_of).decode()
    assert "&lt;b&gt;bold&lt;/b&gt;" in page and "<b>bold</b>" not in page
    best = studied.study.assessment.lines[0]
    assert html.escape(studied.scene.words.turn_line(best)) in page
    assert html.escape(studied.study.position_text) in page
    assert '<td aria-label="4: 1 of player 1"><small>4</small>●</td>' in page
    assert "<small>6</small>◆×2 ◆</td>" in page
    assert "<p>Row: 3 1 5<br>" in page and "<br>Opponent ◆: ? ? ?<p>" in page
    assert "http://" not in page and "https://" not in page


def test_the_panel_says_what_each_turn_tells_of_your_cards(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    studied.scene.panel.show_revealed_information()
    for _ in range(200):
        studied.rig.wait(0.05)
        if not studied.study.judge.awaits_revealed_hands:
            break
    lines = studied.scene.words.revealed_cards_lines(studied.study.assessment)
    turns = studied.study.assessment.lines[:MAX_TURNS]
    turn_text = studied.scene.words.coach.turn_text
    assert [turn for turn, _chance, _likeliest in lines] == [turn_text(x.actions) for x in turns]
    assert all(0 <= chance <= 1 for _turn, chance, _likeliest in lines)
    assert lines[0][2] in coach_text(studied.rig)


def test_without_an_engine_the_study_says_where_to_enter_one(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    studied.scene.ask_engine_for_turn()
    assert studied.scene.message == study_text.NO_ENGINE


class EngineRig(StudyRig):
    """A study whose player has entered an engine in the settings."""

    def __init__(self, folder: Path, program: str, name: str = "") -> None:
        path = folder / "bot.py"
        path.write_text(program, encoding="utf-8")
        super().__init__(folder)
        command = f'"{sys.executable}" -S "{path}"'
        self.rig.context.change_settings(engine_name=name, engine_command=command)
        self.scene.ask_engine_for_turn()
        assert self.scene.message == study_text.ONE_MOMENT

    def wait_for_engine(self) -> str:
        """Wait for the engine's answer or fault, and return the sentence about it."""
        end = time.monotonic() + LONGEST
        while self.scene.message in ("", study_text.ONE_MOMENT) and time.monotonic() < end:
            self.rig.wait(0.02)
            time.sleep(0.02)
        return self.scene.message


def test_an_engine_that_answers_is_quoted_as_a_foreign_program(tmp_path: Path) -> None:
    studied = EngineRig(tmp_path, BOT, "Chancer")
    assert studied.wait_for_engine() == study_text.engine_answer_sentence("the 4")
    assert "Chancer: the 4" in coach_text(studied.rig)
    click_turn(studied.rig, [parse("play 2")])
    studied.settle()
    assert "Chancer" not in coach_text(studied.rig)


class SlowEngine(EnginePlayer):
    """An engine that answers when the test wants."""

    answer: DecisionAnswer | None = None

    def request_decision(self, view: View) -> None:
        pass

    def poll_decision(self) -> DecisionAnswer | None:
        answer, self.answer = self.answer, None
        return answer


def test_an_engine_answers_about_the_position_in_which_it_was_asked(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    studied.rig.context.change_settings(engine_name="Chancer", engine_command="bot")
    studied.scene.engine = engine = SlowEngine("bot")
    studied.scene.ask_engine_for_turn()
    click_turn(studied.rig, [parse("play 2")])
    engine.answer = DecisionAnswer(1, Decision(parse("play 4"), 0.0))
    studied.rig.wait(0.1)
    assert not studied.scene.engine_status_line and "suggests" not in studied.scene.message
    studied.scene.go_to_node(ROOT)
    assert studied.scene.engine_status_line == "Chancer: the 4"


@pytest.mark.parametrize(
    ("program", "name", "sentence"),
    [
        ("raise SystemExit(3)", "", "Your engine has ended (died with exit code 3)."),
        (
            BOT.replace('"action": action', '"action": "play 9"'),
            "Chancer",
            "Chancer answered “play",
        ),
        (BOT.replace('"action": action', '"value": 0'), "", "Your engine did not answer with an"),
    ],
)
def test_a_faulty_engine_is_named_in_one_sentence(
    program: str, name: str, sentence: str, tmp_path: Path
) -> None:
    studied = EngineRig(tmp_path, program, name)
    assert studied.wait_for_engine().startswith(sentence)
    assert not studied.scene.engine_status_line


def test_a_match_is_played_on_from_a_study(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    studied.scene.play_on()
    studied.rig.apply_scene_changes()
    studied.answer(0)
    session = studied.rig.services.session
    assert session is not None and session.public.row == (3, 1, 5)
    assert session.sole_player == 0 and session.snapshot().start_position is not None


def test_a_round_is_won_with_a_double_that_lay_there_from_the_start(tmp_path: Path) -> None:
    line = "keypad turn=4 row=315 aside=02 hands=34/??? board=4A,3a"
    studied = StudyRig(tmp_path, line)
    studied.scene.play_on()
    studied.rig.apply_scene_changes()
    studied.answer(0)
    session = studied.rig.services.session
    assert session is not None
    click_turn(studied.rig, [parse("play 3")])
    studied.rig.wait(3.0)
    studied.rig.apply_scene_changes()
    assert session.public.result is not None and session.public.result.points == 2
    assert isinstance(studied.rig.top, ResultScene)


# Tests of setting up a position.


class EditorRig:
    """The set-up of a position on the screen."""

    def __init__(self, folder: Path, size: tuple[int, int] = WHOLE) -> None:
        settings = Settings(**AT_REST)  # type: ignore[arg-type]
        self.rig = Rig(folder, size, settings=settings)
        self.done: list[Study] = []
        looks = default_marker_styles(2)
        styles = looks.marker_style_for_seats((0,)), looks.marker_style_for_seats((1,))
        self.editor = PositionEditor(self.rig.context, LINE, styles, self.done.append)
        self.rig.show(self.editor)

    def press(self, name: str) -> None:
        self.rig.press(self.editor.widgets[name].rect.center)

    def texts(self) -> set[str]:
        """Return the texts on the screen."""
        self.rig.context.set_text_recorder(recorder := TextRecorder())
        self.editor.draw(self.rig.surface)
        return {one.text for one in recorder.collect_painted_texts()}


def test_markers_and_cards_come_from_the_palette_and_can_be_undone(tmp_path: Path) -> None:
    edited = EditorRig(tmp_path)
    edited.press("own double")
    edited.press("key 9")
    assert "9A" in edited.editor.draft.text
    edited.press("card 3")
    hand = edited.editor.widgets["hand 0"].rect
    edited.rig.press((hand.right - 5, hand.centery))
    assert "hands=234/???" in edited.editor.draft.text
    edited.rig.key(pygame.K_u)
    edited.rig.key(pygame.K_u)
    assert edited.editor.draft.text == LINE
    edited.rig.key(pygame.K_y, pygame.KMOD_CTRL)
    assert "9A" in edited.editor.draft.text


@pytest.mark.parametrize(
    ("field", "cards", "sentence"),
    [
        ("row", (), "At least one card must lie in the row, or the hands must be as dealt."),
        ("aside", (), "The cards set aside are missing."),
        ("aside", (0, 2, 1), "The number of cards in “021” is wrong."),
        ("hands", ((2, 4), (None,) * 5), "The number of cards in “?????” is wrong."),
    ],
)
def test_a_wrong_number_of_cards_is_explained_where_it_is(
    field: str, cards: tuple[object, ...], sentence: str, tmp_path: Path
) -> None:
    edited = EditorRig(tmp_path)
    changes: dict[str, Any] = {field: cards}
    edited.editor.apply_undoable_change(replace(edited.editor.draft, **changes))
    assert edited.editor.fault_sentence == sentence


def test_the_set_up_names_the_player_to_act_whoever_leads(tmp_path: Path) -> None:
    edited = EditorRig(tmp_path)
    line = "keypad lead=1 turn=11 row=3130 aside=10 hands=45/?? sums=9/7"
    edited.editor.apply_undoable_change(draft_of_text(line))
    stepper = edited.editor.widgets["turn"]
    assert isinstance(stepper, Stepper) and stepper.options[stepper.index][1] == "Player 1"
    stepper.step_value(1)
    assert edited.editor.draft.seat_to_act == 1
    assert read_diagram(edited.editor.draft.text).public.seat == 1


def test_a_position_before_the_start_card_is_set_up(tmp_path: Path) -> None:
    edited = EditorRig(tmp_path)
    line = "keypad lead=1 phase=start aside=02 hands=1134/???"
    edited.editor.apply_undoable_change(draft_of_text(line))
    assert edited.editor.draft.text == line and not edited.editor.fault_sentence
    edited.editor.apply_undoable_change(edited.editor.draft.with_turn_of(1))
    assert "as dealt" in edited.editor.fault_sentence
    hands = ((None,) * 3, (None, 1, 3, 4))
    edited.editor.apply_undoable_change(
        replace(edited.editor.draft, hands=hands[::-1]).with_turn_of(1)
    )
    edited.editor.apply_undoable_change(
        replace(edited.editor.draft, hands=((1, 3, 4), (None,) * 4))
    )
    assert not edited.editor.fault_sentence
    assert read_diagram(edited.editor.draft.text).public.seat == 1
    edited.editor.close_and_start_study()
    assert StudySession(edited.done[0], InlineThinker()).diagram.public.phase == "start"


def test_a_sum_from_long_ago_is_set_up(tmp_path: Path) -> None:
    edited = EditorRig(tmp_path)
    line = "keypad turn=11 row=3130 aside=10 hands=45/?? sums=-/-3+4"
    edited.editor.apply_undoable_change(draft_of_text(line))

    def value_of(name: str) -> str:
        stepper = edited.editor.widgets[name]
        assert isinstance(stepper, Stepper)
        return stepper.options[stepper.index][1]

    assert [value_of(name) for name in ("sum 0", "drawn 0", "sum 1", "drawn 1")] == [
        *("–", "–"),
        *("-3", "4"),
    ]
    for name, by in (("sum 1", -1), ("drawn 1", 1), ("sum 0", 1)):
        stepper = edited.editor.widgets[name]
        assert isinstance(stepper, Stepper)
        stepper.step_value(by)
    assert edited.editor.draft.sums == (KnownSum(0), KnownSum(-4, 5))


def test_an_empty_clipboard_is_not_a_position(tmp_path: Path) -> None:
    edited = EditorRig(tmp_path)
    edited.editor.replace_by_pasted_position()
    assert edited.editor.message == "There is no position to paste."
    assert edited.editor.draft.text == LINE


def test_cards_are_removed_by_presses_that_have_no_place(tmp_path: Path) -> None:
    """A switch, a gamepad and a screen reader press a line as a whole."""
    edited = EditorRig(tmp_path)
    for name in ("no piece", "row", "row"):
        edited.editor.widgets[name].activate()
    assert edited.editor.draft.row == (3,)
    for name in ("card 4", "row"):
        edited.editor.widgets[name].activate()
    assert edited.editor.draft.row == (3, 4)
    edited.editor.widgets["key 9"].activate()
    assert "9a" in edited.editor.draft.text


def test_a_focused_line_of_cards_says_what_can_be_typed(tmp_path: Path) -> None:
    edited = EditorRig(tmp_path)
    assert study_text.TYPE_CARDS not in edited.texts()
    while edited.editor.group.focused_widget is not edited.editor.widgets["row"]:
        edited.rig.key(pygame.K_TAB)
    assert study_text.TYPE_CARDS in edited.texts()


def test_a_piece_is_dragged_to_a_key(tmp_path: Path) -> None:
    edited = EditorRig(tmp_path)
    goal, between = edited.editor.widgets["key 2"].rect.center, (900, 560)
    pixels = pygame.Rect((0, 0), (12, 12))
    pixels.center = between
    empty = pygame.image.tobytes(edited.rig.draw().subsurface(pixels), "RGB")
    edited.rig.press_button(edited.editor.widgets["other single"].rect.center)
    edited.rig.move(between)
    dragged = pygame.image.tobytes(edited.rig.draw().subsurface(pixels), "RGB")
    assert dragged != empty, "the piece follows the pointer"
    edited.rig.move(goal)
    edited.rig.release_button(goal)
    assert "2b" in edited.editor.draft.text
    assert pygame.image.tobytes(edited.rig.draw().subsurface(pixels), "RGB") == empty


def test_an_impossible_set_up_is_explained_and_kept(tmp_path: Path) -> None:
    edited = EditorRig(tmp_path)
    row = edited.editor.widgets["row"]
    edited.editor.group.set_focus(row)
    edited.rig.key(pygame.K_5, text="5")
    assert edited.editor.draft.row == (3, 1, 5, 5)
    assert edited.editor.fault_sentence == study_text.POSITION_FAULTS["SAME_CARD_TWICE"]
    edited.editor.close_and_start_study()
    assert edited.editor.message == edited.editor.fault_sentence and not edited.done
    edited.rig.key(pygame.K_u)
    edited.editor.close_and_start_study()
    edited.rig.apply_scene_changes()
    assert [study_text_of(LINE)] == [
        StudySession(s, InlineThinker()).position_text for s in edited.done
    ]


@pytest.mark.parametrize("size", SIZES)
def test_back_is_the_first_button_below_the_set_up(tmp_path: Path, size: tuple[int, int]) -> None:
    widgets = EditorRig(tmp_path, size).editor.widgets
    line = [one for one in widgets.values() if one.rect.top == widgets["back"].rect.top]
    assert min(line, key=lambda one: one.rect.left) is line[0] is widgets["back"]


@pytest.mark.parametrize("size", SIZES)
def test_widgets_of_the_editor_are_large_enough_and_do_not_overlap(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    edited = EditorRig(tmp_path, size)
    target = int(MIN_TARGET_PIXELS * edited.rig.context.scale)
    parts = edited.editor.widgets
    for name, part in parts.items():
        assert min(part.rect.size) >= target, name
    for one, other in combinations(parts, 2):
        assert not parts[one].rect.colliderect(parts[other].rect), (one, other)


@pytest.mark.parametrize("size", SIZES)
def test_what_fixed_cards_change_is_shown_beside_the_chances_before(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    studied = StudyRig(tmp_path, size=size)
    best = studied.study.assessment.lines[0]
    studied.scene.ask_for_hidden_cards()
    studied.rig.apply_scene_changes()
    studied.answer(0)
    studied.settle()
    lines = studied.scene.coach.panel_content().lines
    turn = studied.scene.words.coach.turn_text(best.actions)
    chance = study_text.percentage_text(best.forecast.match)
    now = {line.actions: line.forecast.match for line in studied.study.assessment.lines}
    then = f"{turn} from {chance} to {study_text.percentage_text(now[best.actions])} %"
    assert lines[0].text.startswith(f"What it changes: {then}")
    assert any(line.other for line in lines)
    panel = studied.scene.widgets.coach_panel
    shown = {line for line, _rect in panel.visible_placed_lines() if line.other}
    while panel.handle_wheel(-1):
        shown |= {line for line, _rect in panel.visible_placed_lines() if line.other}
    assert len(shown) == len([line for line in lines if line.other])
    if size[0] > size[1]:
        assert panel.rect.collidelist(studied.scene.places.set_aside_rects(2)) == -1
    studied.scene.undo()
    assert not any(line.other for line in studied.scene.coach.panel_content().lines)


def test_in_the_middle_of_a_turn_no_cards_are_fixed_and_the_next_turn_is_set_up(
    tmp_path: Path,
) -> None:
    studied = StudyRig(tmp_path)
    study = studied.study
    study.play_action(parse("play 4"), study.possible_outcomes(parse("play 4"))[0])
    studied.settle()
    studied.scene.ask_for_hidden_cards()
    assert studied.rig.top is studied.scene
    assert studied.scene.message == study_text.STUDY_REFUSAL_SENTENCES["NOT_THE_START_OF_A_TURN"]
    studied.scene.open_position_editor()
    studied.rig.apply_scene_changes()
    editor = studied.rig.top
    assert isinstance(editor, PositionEditor) and not editor.fault_sentence
    assert editor.draft.row == (3, 1, 5, 4) and editor.draft.turn == 5


def test_fixed_cards_are_open_to_all_and_can_be_undone(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    studied.scene.ask_for_hidden_cards()
    studied.rig.apply_scene_changes()
    studied.answer(0)
    studied.settle()
    assert len(studied.study.study.current_node.views) == 2
    assert studied.scene.session.snapshot().hands is not None
    studied.scene.undo()
    studied.settle()
    assert studied.scene.session.snapshot().hands is None


@pytest.mark.parametrize(
    ("answer", "opened"),
    [
        (0, PositionEditor),
        (1, TurnQuestionScene),
        (2, TextInputScene),
        (3, TurnQuestionScene),
        (4, TurnQuestionScene),
    ],
)
def test_the_questions_of_more_lie_over_the_study(
    answer: int, opened: type[Scene], tmp_path: Path
) -> None:
    studied = StudyRig(tmp_path)
    study = studied.scene
    study.show_menu_of_more_actions()
    studied.rig.apply_scene_changes()
    question = studied.rig.top
    studied.answer(answer)
    assert isinstance(studied.rig.top, opened) and studied.rig.top is not question
    studied.rig.key(pygame.K_ESCAPE)
    studied.rig.apply_scene_changes()
    assert studied.rig.top is study


@pytest.mark.parametrize("preset", PRESETS)
def test_a_position_of_every_edition_is_set_up(preset: str, tmp_path: Path) -> None:
    edited = EditorRig(tmp_path)
    edited.editor.apply_undoable_change(edited.editor.draft.in_edition(preset))
    assert edited.editor.draft.text.startswith(preset)
    assert edited.editor.draft.seat_to_act in range(PRESETS[preset].n_seats)
    edited.rig.stack.draw(edited.rig.surface)


def test_each_page_of_more_says_which_of_how_many_it_is(tmp_path: Path) -> None:
    studied = StudyRig(tmp_path)
    studied.scene.show_menu_of_more_actions()
    studied.rig.apply_scene_changes()
    pages = []
    for _page in range(4):
        answers = studied.rig.top.question.answers
        pages.append(answers[-1].label)
        studied.answer(len(answers) - 1)
    assert pages == [f"More, page {n} of 3" for n in (1, 2, 3, 1)]


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (900, 1400)])
def test_a_page_of_more_fits_into_the_window_with_huge_text(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    studied = StudyRig(tmp_path, size=size, ui_scale=200)
    studied.scene.show_menu_of_more_actions()
    studied.rig.apply_scene_changes()
    question = studied.rig.top
    assert pygame.Rect((0, 0), size).contains(question.question_rect)
    assert all(question.question_rect.contains(one.rect) for one in question.group.widgets)
