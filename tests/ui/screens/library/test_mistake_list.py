"""Choosing matches to be judged, their progress, and the mistakes that become puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest
from assets.shots.reviewed_match import sample_record

from hacktrick.app.settings import Settings
from hacktrick.game.editions import rules_for
from hacktrick.library.database import Library
from hacktrick.ui.screens.library.match_list import MatchListScene
from hacktrick.ui.screens.puzzles.puzzle_list_and_puzzle import PositionPuzzleScene
from hacktrick.ui.screens.review.review_scene import ReviewScene
from hacktrick.ui.screens.statistics_and_mistakes_scenes import MistakesScene
from hacktrick.ui.screens.study.study_scene import StudyScene
from tests.support.instant_judge import InstantJudge
from tests.support.rig import Rig
from tests.support.scripted_matches import played_match


def match_list(folder: Path, n: int = 3) -> Rig:
    """Return a window with some matches; the match with a known review is last in the library."""
    library = Library(folder)
    for seed in range(n):
        library.add_match(played_match(rules_for("keypad", {"target": 1}), seed).record)
    library.add_match(sample_record())
    library.close()
    return window_with_matches(folder)


def window_with_matches(folder: Path) -> Rig:
    rig = Rig(folder, settings=Settings(animation_speed="off"), thinker=InstantJudge)
    rig.services.review_queue._clock = lambda: 1e9  # as after a long time without input
    rig.services.review_queue._quiet_since = 0.0
    rig.show(MatchListScene(rig.context, rig.services))
    return rig


def let_work(rig: Rig, n: int = 200) -> None:
    for _ in range(n):
        rig.services.review_queue.judge_step_finishes_match()
    rig.tick()


def window_with_mistakes(folder: Path) -> Rig:
    """Return a window that shows Anna's mistakes."""
    rig = match_list(folder)
    rig.click("judge")
    let_work(rig)
    rig.click("mistakes")
    rig.top.set_player("ANNA")
    return rig


def test_all_shown_matches_are_judged_by_one_press(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    assert rig.top.widgets["judge"].label == "Judge all 4"
    rig.click("judge")
    assert rig.services.review_queue.is_working and "4 matches" in rig.top.message
    let_work(rig)
    assert rig.services.review_queue.queued_reviews.is_done
    assert rig.top.widgets["stop"].reason


def test_without_mistakes_no_number_of_puzzles_is_offered(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    scene = rig.show(MistakesScene(rig.context, rig.services))
    assert [scene.widgets[name].label for name in ("puzzle", "puzzles")] == [
        "Make it a puzzle",
        "Make puzzles",
    ]


def test_only_marked_matches_are_judged_and_filters_keep_the_marks(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    scene = rig.top
    scene.group.set_focus(scene.list_view)
    rig.key(pygame.K_INSERT)
    assert scene.row == 1, "the key marks a match and goes on"
    rig.click("marked")
    marked = {entry.key for entry in scene.entries[:2]}
    assert scene.widgets["judge"].label == "Judge 2 marked"
    rig.click("stars")
    assert scene.entries == ()
    rig.click("judge")
    assert set(rig.services.review_queue.queued_reviews.keys) == marked and not scene.marked


def test_the_judging_stops_and_goes_on_also_after_a_restart(tmp_path: Path) -> None:
    rig = match_list(tmp_path)
    rig.click("judge")
    rig.services.review_queue.judge_step_finishes_match()
    rig.click("stop")
    let_work(rig)
    n_judged = rig.services.review_queue.queued_reviews.n_judged
    assert n_judged < 4
    rig.services.close()
    again = window_with_matches(tmp_path)
    assert again.top.widgets["stop"].label == "Go on"
    let_work(again)
    assert again.services.review_queue.queued_reviews.n_judged == n_judged
    again.click("stop")
    let_work(again)
    assert again.services.review_queue.queued_reviews.is_done


def test_an_unfinished_match_can_be_neither_marked_nor_judged(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.save_a_match()
    rig.show(MatchListScene(rig.context, rig.services))
    assert rig.top.chosen_entry.is_unfinished
    assert "marked" not in rig.top.widgets and rig.top.widgets["judge"].reason
    rig.key(pygame.K_INSERT)
    assert not rig.top.marked


def test_the_mistakes_stand_by_theme_and_open_the_review_and_the_study_board(
    tmp_path: Path,
) -> None:
    rig = window_with_mistakes(tmp_path)
    scene: Any = rig.top
    assert isinstance(rig.top, MistakesScene) and scene.mistakes_of_chosen_theme
    everything = scene.mistakes_of_chosen_theme
    scene.widgets["themes"].choose_row(1)
    assert scene.groups[1].mistakes == scene.mistakes_of_chosen_theme
    assert set(scene.mistakes_of_chosen_theme) <= set(everything)
    scene.widgets["themes"].choose_row(0)
    scene.widgets["rows"].choose_row(1)
    chosen = scene.chosen_mistake
    rig.click("review")
    assert isinstance(rig.top, ReviewScene)
    assert (rig.top.round_index, rig.top.shown_turn.first_action) == (chosen.round, chosen.action)
    assert rig.top.shown_turn.log_turn == chosen.turn, "both count turns as the log does"
    rig.key(pygame.K_ESCAPE)
    assert rig.top is scene and scene.chosen_mistake == chosen
    rig.click("study")
    assert isinstance(rig.top, StudyScene)


def test_enter_on_a_mistake_opens_its_review_and_a_click_only_chooses(tmp_path: Path) -> None:
    rig = window_with_mistakes(tmp_path)
    scene = rig.top
    rows = scene.widgets["rows"]
    rig.press((rows.rect.centerx, rows.rect.top + 10))
    assert rig.top is scene
    rig.key(pygame.K_DOWN)
    rig.key(pygame.K_RETURN)
    assert isinstance(rig.top, ReviewScene)


@pytest.mark.parametrize(("button", "all_of_them"), [("puzzle", False), ("puzzles", True)])
def test_one_press_makes_puzzles_and_the_next_solves_them(
    tmp_path: Path, button: str, all_of_them: bool
) -> None:
    rig = window_with_mistakes(tmp_path)
    scene = rig.top
    wanted = {
        one.key
        for one in (
            scene.mistakes_of_chosen_theme if all_of_them else scene.mistakes_of_chosen_theme[:1]
        )
    }
    rig.click(button)
    rig.tick(n=50)
    assert rig.services.puzzle_practice.mistake_question_keys() == wanted and scene.message
    rig.click(button)
    assert isinstance(rig.top, PositionPuzzleScene)
    assert rig.top.attempt.question.key == scene.mistakes_of_chosen_theme[0].key


def test_the_mistakes_are_those_of_the_chosen_player(tmp_path: Path) -> None:
    rig = window_with_mistakes(tmp_path)
    scene = rig.top
    assert {one.seat for one in scene.mistakes_of_chosen_theme} == {0}
    for name in rig.services.puzzle_practice.player_names():
        scene.set_player(name)
        assert bool(scene.mistakes_of_chosen_theme) == (name == "ANNA")


def test_the_mistakes_are_those_of_the_matches_judged_together_or_of_all(tmp_path: Path) -> None:
    rig = window_with_mistakes(tmp_path)
    scene, queue = rig.top, rig.services.review_queue
    other = next(one for one in rig.services.library_browser.find_matches() if one.id == 1)
    assert queue.add_matches((other,)) == 1
    rig.tick()
    assert not scene.mistakes_of_chosen_theme, "the new choice is another match"
    scene.set_scope_and_reload(False)
    assert scene.mistakes_of_chosen_theme
