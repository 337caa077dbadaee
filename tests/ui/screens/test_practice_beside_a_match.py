"""Puzzles, retries, daily rounds and lessons leave the match under way as it is, byte by byte."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from assets.shots.reviewed_match import sample_match_reviews

from hacktrick.app.settings import Settings
from hacktrick.app.storage import AUTOSAVES
from hacktrick.game.legality import legal_actions
from hacktrick.ui.screens.daily_round_scene import DailyRoundScene
from hacktrick.ui.screens.lessons.lesson_scene import LessonScene
from hacktrick.ui.screens.library.match_list import MatchListScene
from hacktrick.ui.screens.puzzles.puzzle_list_and_puzzle import PositionPuzzleScene, PuzzleListScene
from hacktrick.ui.screens.review.review_scene import ReviewScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.basic_widgets import Button
from tests.support.rig import AT_REST, PEOPLE, Rig, saved_text
from tests.support.table_clicks import (
    click_card,
    click_coach,
    click_end,
    click_turn,
    coach_labels,
)


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    """A title screen with an unfinished match."""
    rig = Rig(tmp_path, settings=Settings(**AT_REST))  # type: ignore[arg-type]
    rig.begin("keypad", PEOPLE)
    session = rig.services.session
    assert session is not None
    for _n in range(4):
        session.show_hand(session.public.seat)
        assert session.observation is not None
        session.submit(legal_actions(session.observation)[0])
    rig.services.leave_table()
    rig.show(TitleScene(rig.context, rig.services))
    return rig


def bytes_of_match(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in AUTOSAVES}


def answer_puzzles(rig: Rig) -> None:
    rig.click("puzzles")
    assert isinstance(rig.top, PuzzleListScene)
    for tile in ("today", "mixed"):
        rig.click(tile)
        answer_question(rig)
        assert isinstance(rig.top, PuzzleListScene)
    rig.click("back")


def answer_question(rig: Rig) -> None:
    """Answer wrongly, then rightly, and leave."""
    scene = rig.top
    assert isinstance(scene, PositionPuzzleScene)
    options = scene.attempt.question.options
    click_turn(rig, options[-1][0])
    rig.wait(2.0)
    assert scene.attempt.state == "wrong"
    click_coach(rig, "Try again")
    click_turn(rig, options[0][0])
    rig.wait(2.0)
    assert scene.attempt.state == "solved" and "Leave" in coach_labels(rig)
    click_coach(rig, "Leave")


def retry_a_mistake(rig: Rig) -> None:
    rig.show(ReviewScene(rig.context, rig.services, sample_match_reviews(), 0))
    rig.click("retry")
    answer_question(rig)
    rig.click("back")


def play_the_daily_round(rig: Rig) -> None:
    rig.click("puzzles")
    rig.click("round")
    assert isinstance(rig.top, DailyRoundScene)
    rig.click("play")
    scene = rig.top
    assert isinstance(scene, TableScene) and rig.services.local_table.is_daily_round
    rig.wait(1.0)
    rig.tick(0.2, 40)
    if scene.session.may_act:
        card = next(card for card in scene.model.reachable_keys or scene.model.shown_hand(0))
        click_card(rig, card or 0)
        click_end(rig)
    rig.navigator.show_title()
    rig.wait(0.1)


def leave_the_daily_round_and_go_on(rig: Rig) -> None:
    play_the_daily_round(rig)
    rig.click("puzzles")
    rig.click("round")
    assert rig.top.widgets["play"].label == "Continue"
    rig.click("play")
    assert isinstance(rig.top, TableScene) and rig.services.local_table.is_daily_round
    rig.navigator.show_title()
    rig.wait(0.1)


def take_a_lesson(rig: Rig) -> None:
    rig.navigator.show_lesson("two cards")
    rig.wait(1.0)
    scene = rig.top
    assert isinstance(scene, LessonScene)
    for card in (2, 5):  # the first one is wrong
        click_card(rig, card)
        click_end(rig)
        rig.tick(0.4, 12)
        if "Try again" in coach_labels(rig):
            click_coach(rig, "Try again")
            rig.wait(1.0)
    assert scene.session.shown_step.number == 2
    scene.show_menu()
    rig.navigator.show_title()
    rig.wait(0.1)


@pytest.mark.parametrize(
    "practise",
    [
        answer_puzzles,
        retry_a_mistake,
        play_the_daily_round,
        leave_the_daily_round_and_go_on,
        take_a_lesson,
    ],
)
def test_the_match_under_way_stays_as_it_is(
    rig: Rig, tmp_path: Path, practise: Callable[[Rig], None]
) -> None:
    before, text = bytes_of_match(tmp_path), saved_text(rig.services)
    practise(rig)
    assert bytes_of_match(tmp_path) == before and saved_text(rig.services) == text
    assert isinstance(rig.top, TitleScene) and "continue" in rig.top.widgets
    rig.click("continue")
    assert isinstance(rig.top, TableScene)
    assert [seat.name for seat in rig.top.session.seats] == ["ANNA", "BELA"]


def test_a_match_left_for_another_is_continued_from_the_list(rig: Rig) -> None:
    text = saved_text(rig.services)
    rig.click("play")
    assert isinstance(rig.top, TableScene) and saved_text(rig.services) is None
    rig.navigator.show_title()
    rig.wait(0.1)
    rig.click("matches")
    scene = rig.top
    assert isinstance(scene, MatchListScene) and len(scene.entries) == 2
    place = [entry.players[0].name for entry in scene.entries].index("ANNA")
    scene.list_view.choose_row(place)
    resume, review = scene.widgets["replay"], scene.widgets["review"]
    assert isinstance(resume, Button) and resume.label == "Continue"
    assert isinstance(review, Button) and review.reason
    assert "starred" not in scene.widgets
    rig.wait(0.5)
    rig.picture()
    rig.click("replay")
    assert isinstance(rig.top, TableScene)
    session = rig.services.session
    # The session hides the match; its record is compared here.
    assert session is not None and session._match.record.as_text() == text


def test_an_unfinished_match_can_be_deleted_and_brought_back(rig: Rig) -> None:
    rig.click("matches")
    scene = rig.top
    rig.click("delete")
    assert scene.entries == () and scene.widgets["delete"].label == "Restore"
    rig.click("delete")
    assert len(scene.entries) == 1 and scene.widgets["delete"].label == "Delete match"
