"""Position search finds the rounds that reached a position, and shows how rounds open."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.app.settings import Settings
from hacktrick.app.study_session import StudySession, study_of_replay, study_of_text
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.editions import rules_for
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.i18n import study_text
from hacktrick.match.record import Record, read_record
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder, window_tree
from hacktrick.ui.screens.study.position_search_scene import PositionSearchScene
from hacktrick.ui.screens.study.study_scene import StudyScene
from hacktrick.ui.table.replay.replay_scene import ReplayScene
from tests.support.rig import AT_REST, Rig
from tests.support.scripted_matches import played_match
from tests.ui.screens.study.test_study_scene import LINE

AT_TURN = 3  # the number of actions before the turn whose position is searched for


@pytest.fixture
def record() -> Record:
    return played_match(rules_for("keypad", {"target": 1}), 4).record


@pytest.fixture
def rig(tmp_path: Path, record: Record) -> Rig:
    made = Rig(tmp_path, settings=Settings(**AT_REST), thinker=InlineThinker)  # type: ignore[arg-type]
    library = made.services.library.opened_library
    assert library is not None
    library.add_match(record)
    return made


def replay_at(record: Record, action: int) -> ReplaySession:
    replayed = ReplaySession(read_record(record.as_text()))
    replayed.go_to(ReplayPosition(0, action))
    replayed.go_to(replayed.position_at_turn_start)
    return replayed


def finished_search(rig: Rig) -> PositionSearchScene:
    """Return the search on the screen once it has its answer."""
    rig.apply_scene_changes()
    scene = rig.top
    assert isinstance(scene, PositionSearchScene)
    for _ in range(500):
        rig.wait(0.01)
        if scene.search.is_complete:
            return scene
        time.sleep(0.01)
    raise AssertionError("there is no answer")


def press_row(rig: Rig, scene: PositionSearchScene, row: int = 0) -> None:
    scene.list_view.perform_screen_reader_request("press", f"row {row}")
    rig.apply_scene_changes()


def test_a_press_counts_if_an_answer_comes_before_the_release(rig: Rig, record: Record) -> None:
    diagram = replay_at(record, AT_TURN).diagram_at_turn_start
    assert diagram is not None
    rig.context.navigator.find_position_in_library(diagram)
    scene = finished_search(rig)
    place = scene.widgets["openings"].rect.center
    rig.press_button(place)
    scene.rebuild_widgets()  # the arrival of an answer does the same
    rig.release_button(place)
    assert scene.shows_openings


def test_a_studied_turn_is_found_and_leads_to_its_replay(rig: Rig, record: Record) -> None:
    replayed = replay_at(record, AT_TURN)
    replayed.set_perspective(replayed.public.seat)
    study = study_of_replay(replayed)
    assert study is not None
    rig.context.navigator.show_study(study)
    rig.apply_scene_changes()
    rig.key(pygame.K_f, pygame.KMOD_CTRL)
    scene = finished_search(rig)
    assert scene.results_sentence == "1 turn was played here."
    press_row(rig, scene)
    assert isinstance(rig.top, ReplayScene)
    assert rig.top.replayed.position == replayed.position


def test_a_replay_is_searched_where_its_turn_began(rig: Rig, record: Record) -> None:
    replayed = replay_at(record, AT_TURN)
    rig.context.navigator.show_replay(replayed)
    rig.apply_scene_changes()
    rig.key(pygame.K_f, pygame.KMOD_CTRL)
    assert [one.match for one in finished_search(rig).found_rounds_and_studies] == [1]


def test_a_kept_study_is_found_by_its_position_and_opened_there(rig: Rig) -> None:
    rig.context.navigator.show_position_or_return_fault(LINE)
    rig.apply_scene_changes()
    board = rig.top
    assert isinstance(board, StudyScene)
    rig.services.study_files.save_study("of a bad day", board.study.study)
    board.search_library_for_position()
    scene = finished_search(rig)
    answer = scene.search.answer
    assert answer is not None and [one.name for one in answer.studies] == ["of a bad day"]
    assert scene.results_sentence == "No saved round reached this position."
    press_row(rig, scene)
    assert rig.top is board


def test_a_study_is_judged_on_after_another_one_was_opened_over_it(rig: Rig) -> None:
    rig.context.navigator.show_position_or_return_fault(LINE)
    rig.apply_scene_changes()
    board = rig.top
    assert isinstance(board, StudyScene)
    rig.context.navigator.show_position_or_return_fault(
        "keypad turn=0 row=3 aside=02 hands=0145/????"
    )
    rig.apply_scene_changes()
    assert not board.study.assessment.is_final
    rig.context.stack.pop()
    rig.apply_scene_changes()
    for _ in range(50):
        rig.wait(0.05)
    assert board.study.assessment.is_final and board.study.assessment.depth == "tried"


def test_a_screen_reader_reads_the_rounds_and_opens_one(rig: Rig, record: Record) -> None:
    diagram = replay_at(record, AT_TURN).diagram_at_turn_start
    assert diagram is not None
    rig.context.navigator.find_position_in_library(diagram)
    scene = finished_search(rig)
    rig.context.set_text_recorder(TextRecorder())
    rig.draw()
    tree = window_tree("Hack Trick", rig.stack.visible_scenes())
    nodes = [node for _path, node in tree.nodes()]
    assert "1 turn was played here." in [node.name for node in nodes]
    (row,) = next(node for node in nodes if node.name == "Rounds" and node.role == "list").children
    assert row.name.startswith("Ada – Ben")
    assert "round won" in row.name or "round lost" in row.name
    press_row(rig, scene)
    assert isinstance(rig.top, ReplayScene)


def test_openings_stand_beside_those_of_the_solver(rig: Rig, record: Record) -> None:
    replayed = replay_at(record, 1)
    diagram = replayed.diagram_at_turn_start
    assert diagram is not None
    rig.context.navigator.find_position_in_library(diagram)
    scene = finished_search(rig)
    scene.widgets["openings"].activate()
    card = diagram.public.row[0]
    assert scene.start == card
    reply = scene.words.turn_text(record.rounds[0].actions[1:2])
    counted = [row for row in scene.opening_rows if row.kept != "–"]
    assert len(counted) == 1 and counted[0].label.startswith(reply)
    scene.go_back()
    assert len(scene.opening_rows) == 3 and all(row.solver != "–" for row in scene.opening_rows)
    press_row(rig, scene, 1)
    assert scene.start is not None and len(scene.opening_rows) > 3


def test_openings_that_are_still_counted_say_so(rig: Rig, record: Record) -> None:
    diagram = replay_at(record, 0).diagram_at_turn_start
    assert diagram is not None
    rig.context.navigator.find_position_in_library(diagram)
    scene = finished_search(rig)
    scene.switch_between_position_and_openings()
    answer = scene.search.answer
    assert answer is not None and scene.openings_legend == scene.words.wins_legend(None)
    scene.search.answer = replace(answer, openings=None, solver_openings=())
    assert not scene.opening_rows and scene.openings_legend == study_text.ONE_MOMENT


def test_the_tables_of_openings_say_whose_wins_they_count(rig: Rig, record: Record) -> None:
    diagram = replay_at(record, 0).diagram_at_turn_start
    assert diagram is not None
    rig.context.navigator.find_position_in_library(diagram)
    scene = finished_search(rig)
    scene.switch_between_position_and_openings()
    for legend in ("who laid the card.", "who replied."):
        rig.context.set_text_recorder(recorder := TextRecorder())
        scene.draw(rig.surface)
        shown = next(one for one in recorder.collect_painted_texts() if one.text.endswith(legend))
        assert not scene.list_view.rect.colliderect(pygame.Rect(shown.rect))
        press_row(rig, scene, 0)


def test_what_is_found_does_not_depend_on_hidden_cards(rig: Rig) -> None:
    """Two hands with equal sums, in positions that are publicly the same."""
    answers = []
    for hand in ("24", "33"):
        line = f"keypad turn=4 row=315 aside=02 hands={hand}/??? board=4a sums=6/7"
        session = StudySession(study_of_text(line), InlineThinker())
        diagram = session.turn_diagram
        assert diagram is not None
        rig.context.navigator.find_position_in_library(diagram)
        answers.append(finished_search(rig).search.answer)
        rig.context.stack.pop()
        rig.apply_scene_changes()
    assert answers[0] == answers[1]


def test_a_finished_round_cannot_be_searched_for(rig: Rig, record: Record) -> None:
    replayed = replay_at(record, 0)
    replayed.go_to(replayed.end_position)
    rig.context.navigator.show_replay(replayed)
    rig.apply_scene_changes()
    rig.key(pygame.K_f, pygame.KMOD_CTRL)
    assert (
        isinstance(rig.top, ReplayScene) and rig.top.toast.visible_sentence == study_text.ROUND_OVER
    )


def test_an_empty_board_without_sums_says_why_nothing_is_found(rig: Rig) -> None:
    for board, sums, sentence in (
        ("", "", "Nothing to look for: the board is empty and no sums are known."),
        ("", "sums=-/7+1", "No saved round reached this position."),
        ("board=4a,6Bb", "", "No saved round reached this position."),
    ):
        line = f"keypad turn=4 row=315 aside=02 hands=24/??? {board} captured=1/0 {sums}"
        rig.context.navigator.find_position_in_library(read_diagram(line))
        assert finished_search(rig).results_sentence == sentence
