"""The review on the screen: marks, moments, a turn tried again; by mouse, keys and gamepad."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from assets.shots.reviewed import Idle, a_question, a_record, a_review, reviews

from hacktrick.app.match_reviews import MatchReviews
from hacktrick.app.puzzle_practice import QuestionAttempt, RetriedTurn
from hacktrick.coach.thinking_client import ReviewUpdate
from hacktrick.game.view import SeatInfo
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.scene.scene import Scene
from hacktrick.ui.screens.puzzles.position_puzzle import PositionPuzzleScene
from hacktrick.ui.screens.review.review_scene import PAGES, ReviewScene
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.rig import Rig


class Judge(Idle):
    """Says what was found out before, when it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def review(self, finished) -> int:  # type: ignore[no-untyped-def]
        self.finished = finished
        self.asked.append(finished.story.number)
        return len(self.asked)

    def review_updates(self) -> tuple[ReviewUpdate, ...]:
        found = a_review(self.finished) if self.asked else None
        if found is None:
            return ()
        ticket = len(self.asked)
        return ReviewUpdate(ticket, found), ReviewUpdate(ticket, None)


@pytest.fixture
def stage(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def opened(stage: Rig, number: int = 0) -> ReviewScene:
    stage.show(Scene(stage.context))
    scene: ReviewScene = stage.show(ReviewScene(stage.context, stage.workspace, reviews(), number))
    scene.show_round(number)
    return scene


def test_marks_come_when_the_judge_has_told_them(stage: Rig) -> None:
    record, judge = a_record(), Judge()
    made = MatchReviews(record, judge)
    scene = stage.show(ReviewScene(stage.context, stage.workspace, made, 0))
    assert judge.asked == [0]
    stage.tick()
    assert scene.worst and scene.turn is scene.worst[0]


def test_the_worst_moment_is_shown_first_and_n_goes_on_to_the_next(stage: Rig) -> None:
    scene = opened(stage)
    numbers = [turn.number for turn in scene.worst]
    assert scene.at == numbers[0] - 1
    stage.key(pygame.K_n)
    assert scene.at == numbers[1] - 1
    stage.click("next")
    assert scene.at == numbers[2] - 1
    for _n in numbers:
        stage.post(pygame.Event(INTENT, name="next_mistake", button=""))
    assert scene.at == numbers[2] - 1


def test_a_click_on_the_curve_chooses_a_turn_and_the_arrows_go_on(stage: Rig) -> None:
    scene = opened(stage)
    curve = scene.named["curve"].rect
    stage.press((curve.left + 60, curve.centery))
    assert scene.at < 3
    before = scene.at
    scene.group.set_focus(scene.named["curve"])
    stage.key(pygame.K_RIGHT)
    assert scene.at == before + 1
    stage.key(pygame.K_LEFT)
    stage.key(pygame.K_LEFT)
    assert scene.at == before - 1


def test_no_figure_is_shown_unless_it_is_asked_for(stage: Rig) -> None:
    scene = opened(stage)
    without = stage.picture()
    stage.click("figures")
    assert scene.with_figures and stage.picture() != without


def test_a_round_that_nobody_has_judged_waits(stage: Rig) -> None:
    scene = opened(stage, 1)
    assert scene.review is None and not scene.worst
    stage.key(pygame.K_n)
    assert scene.said


@pytest.mark.parametrize("page", PAGES)
def test_on_a_small_window_the_columns_are_pages(page: str, tmp_path: Path) -> None:
    stage = Rig(tmp_path, (960, 600))
    scene = opened(stage)
    stage.click(f"page {page}")
    assert scene.page_name == page and ("moments" in scene.named) == (page == "moments")
    stage.picture()
    stage.context.rebuild((1280, 720))
    assert "page turn" not in scene.named and "moments" in scene.named


def test_a_turn_is_tried_again_and_what_is_found_leaves_the_list(stage: Rig) -> None:
    scene = opened(stage)
    n = len(scene.worst)
    stage.key(pygame.K_r)
    question = stage.top
    assert isinstance(question, PositionPuzzleScene)
    for action in question.quiz.question.options[0][0]:
        stage.click(f"do {action}")
    assert question.quiz.state == "solved"
    stage.key(pygame.K_ESCAPE)
    assert stage.top is scene and len(scene.worst) == n - 1


def test_a_wrong_turn_is_answered_and_can_be_tried_again(stage: Rig) -> None:
    quiz = QuestionAttempt(a_question(), Idle())
    wrong = quiz.question.options[-1][0]
    settled: list[QuestionAttempt] = []
    scene = stage.show(
        Scene(stage.context),
        PositionPuzzleScene(stage.context, stage.workspace, RetriedTurn(quiz, 21, settled.append)),
    )
    for left in (2, 1, 0):
        for action in wrong:
            stage.click(f"do {action}")
        assert quiz.tries_left == left
        if left:
            assert quiz.state == "wrong" and not settled
            stage.click("again")
    assert quiz.state == "missed" and settled == [quiz]
    assert set(scene.named) == {"back"}


def test_a_card_that_was_chosen_can_be_put_back(stage: Rig) -> None:
    quiz = QuestionAttempt(a_question(), Idle())
    scene = stage.show(
        Scene(stage.context),
        PositionPuzzleScene(
            stage.context, stage.workspace, RetriedTurn(quiz, 21, lambda quiz: None)
        ),
    )
    card = next(one for one in quiz.question.first_actions() if quiz.question.commands_after(one))
    stage.key(getattr(pygame, f"K_{card.card}"))
    assert scene.first == card
    stage.key(pygame.K_ESCAPE)
    assert scene.first is None and stage.top is scene
    stage.click("give up")
    assert quiz.state == "missed"


def test_one_plays_on_from_a_match_that_is_over(tmp_path: Path) -> None:
    stage = Rig(tmp_path, bare_table=True)
    scene = opened(stage)
    stage.key(pygame.K_b)
    assert stage.workspace.session is not None and stage.top is not scene
    assert stage.workspace.session.round_number == 1


def test_the_same_deal_is_played_from_the_other_seat(stage: Rig) -> None:
    opened(stage)
    stage.click("swap")
    assert isinstance(stage.top, NoticeScene) and "no rating" in stage.top.text
    stage.key(pygame.K_ESCAPE)
    assert isinstance(stage.top, ReviewScene) and stage.workspace.session is None
    stage.click("swap")
    stage.click("0")
    assert isinstance(stage.top, TableScene)
    session = stage.workspace.session
    assert session is not None and session.viewer == 1
    assert session.seats == a_record().seats[::-1]


def test_it_takes_the_place_of_no_other_match_unasked(stage: Rig) -> None:
    stage.save_a_match()
    opened(stage)
    stage.click("swap")
    stage.click("0")
    assert isinstance(stage.top, NoticeScene) and stage.workspace.local_table.saved is not None


def test_where_nobody_can_swap_it_says_why(stage: Rig) -> None:
    scene = opened(stage)
    scene.reviews.seats = (SeatInfo("A", "human"), SeatInfo("B", "human"))
    stage.click("swap")
    assert scene.said == "This needs one person and one computer player."


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (720, 1280)])
def test_no_button_is_lower_than_the_others(tmp_path: Path, size: tuple[int, int]) -> None:
    stage = Rig(tmp_path, size)
    scene = opened(stage)
    doings = [scene.named[name].rect for name in ("next", "retry", "branch", "swap", "back")]
    heights = [rect.height for rect in doings]
    assert max(heights) - min(heights) <= 1 and min(heights) >= stage.context.px(34)
    assert not any(one.collidelistall(doings[n + 1 :]) for n, one in enumerate(doings))
