"""The daily round in the window, from the puzzles to the table and the results of the levels."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest
from assets.shots.daily_round import LEVEL_OUTCOMES, FinishedDailyRound
from qa.lesson_walks import DEVICES, SimulatedWindow

from hacktrick.app.settings import Settings
from hacktrick.coach.daily_round import DailyOutcome
from hacktrick.coach.review.judged_round import FinishedRound
from hacktrick.i18n.puzzle_text import (
    daily_outcome_text,
    daily_result_rows,
    daily_share_line,
    recent_days_sentence,
    surpassed_levels_sentence,
)
from hacktrick.i18n.translator import date_text
from hacktrick.ui.screens.computer_decision_audit_scene import DecisionAuditScene
from hacktrick.ui.screens.daily_round_scene import DailyRoundScene
from hacktrick.ui.screens.puzzles.puzzle_list_and_puzzle import PuzzleListScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.round_result import RESULT_INPUT_DELAY, ResultScene
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.basic_widgets import Button
from tests.coach.test_daily_round import SeededThinker
from tests.support.random_player import play_or_wait
from tests.support.rig import AT_REST, Rig, saved_text

SIZES = ((1280, 720), (960, 600), (720, 1280))


class InstantThinker(SeededThinker):
    """Decides by the seed and skips the review."""

    def request_review(self, finished: FinishedRound) -> int:
        return 0


def make_rig(folder: Path, size: tuple[int, int] = (1280, 720)) -> Rig:
    rig = Rig(folder, size, Settings(**AT_REST), thinker=InstantThinker)  # type: ignore[arg-type]
    rig.show(TitleScene(rig.context, rig.services), PuzzleListScene(rig.context, rig.services))
    return rig


def play_out(rig: Rig) -> None:
    """Finish the match with random legal actions."""
    assert isinstance(rig.top, TableScene) and rig.services.session is not None
    session, rng = rig.services.session, Random(4)
    while not session.is_over:
        play_or_wait(session, rng)
    rig.wait(1.0)
    assert isinstance(rig.top, ResultScene)


def button(rig: Rig, label: str) -> Button:
    """Return the button with this label on the result screen."""
    widgets = rig.top.group.widgets
    return next(one for one in widgets if isinstance(one, Button) and one.label == label)


@pytest.mark.parametrize("size", SIZES)
def test_the_mouse_leads_from_the_puzzles_through_the_round_to_the_share_line(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    rig = make_rig(tmp_path, size)
    rig.click("round")
    assert isinstance(rig.top, DailyRoundScene) and "share" not in rig.top.widgets
    rig.click("play")
    play_out(rig)
    rig.wait(RESULT_INPUT_DELAY)
    rig.press(button(rig, "What the levels did").rect.center)
    assert isinstance(rig.top, DailyRoundScene)
    today = rig.services.daily_round
    assert today.own_result is not None
    while today.playing_level or not today.level_results:
        rig.tick()
    rig.click("share")
    assert rig.clipboard.text == daily_share_line(today.day, today.own_result, today.level_results)
    assert date_text(today.day) in rig.clipboard.text
    rig.click("back")
    assert isinstance(rig.top, ResultScene)


def test_keys_lead_from_the_puzzles_through_the_round_and_back(tmp_path: Path) -> None:
    rig = make_rig(tmp_path)
    rig.key(pygame.K_RIGHT)
    assert rig.top.group.focused_widget is rig.top.widgets["round"]
    rig.key(pygame.K_RETURN)
    assert isinstance(rig.top, DailyRoundScene)
    rig.key(pygame.K_RETURN)
    play_out(rig)
    rig.wait(RESULT_INPUT_DELAY)
    rig.key(pygame.K_RETURN)
    assert isinstance(rig.top, DailyRoundScene)
    rig.key(pygame.K_ESCAPE)
    assert isinstance(rig.top, ResultScene)


@pytest.mark.parametrize("device", DEVICES)
def test_every_device_leads_from_the_puzzles_to_the_results_of_the_levels(
    tmp_path: Path, device: str
) -> None:
    window = SimulatedWindow(tmp_path, 1)
    rig, hand = window.rig, DEVICES[device](window)
    rig.services.thinker.make = InstantThinker
    rig.show(TitleScene(rig.context, rig.services), PuzzleListScene(rig.context, rig.services))
    hand.press(rig.top.widgets["round"])
    rig.tick()
    assert isinstance(rig.top, DailyRoundScene)
    hand.press(rig.top.widgets["play"])
    rig.tick()
    play_out(rig)
    rig.wait(RESULT_INPUT_DELAY)
    hand.press(button(rig, "What the levels did"))
    rig.tick()
    assert isinstance(rig.top, DailyRoundScene) and rig.services.daily_round.own_result is not None
    hand.press(rig.top.widgets["back"])
    rig.tick()
    assert isinstance(rig.top, ResultScene)


@pytest.mark.parametrize("size", SIZES)
def test_the_message_about_the_clipboard_covers_neither_buttons_nor_results(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    rig = Rig(tmp_path, size)
    rig.services.daily_round = FinishedDailyRound(LEVEL_OUTCOMES)
    rig.show(DailyRoundScene(rig.context, rig.services))
    before = rig.draw().copy()
    rig.top.show_message("Copied to the clipboard.")
    after = rig.draw()
    px, share = rig.context.px, rig.top.widgets["share"].rect
    results = pygame.Rect(0, px(90), size[0], share.top - px(90))
    for place in (results, *(rig.top.widgets[name].rect for name in ("share", "play", "back"))):
        assert before.subsurface(place).get_buffer().raw == after.subsurface(place).get_buffer().raw


def test_the_levels_start_playing_below_the_result_and_pause_for_the_audit(tmp_path: Path) -> None:
    rig = make_rig(tmp_path)
    rig.click("round")
    rig.click("play")
    play_out(rig)
    today = rig.services.daily_round
    rig.wait(RESULT_INPUT_DELAY)
    while len(today.level_results) < 2:
        rig.tick()
    rig.press(button(rig, "What the computer saw").rect.center)
    assert isinstance(rig.top, DecisionAuditScene)
    rig.wait(1.0)
    results = dict(today.level_results)
    rig.key(pygame.K_ESCAPE)
    assert isinstance(rig.top, ResultScene) and today.level_results == results
    rig.tick(n=200)
    assert len(today.level_results) > len(results)
    rig.press(button(rig, "Back to the start").rect.center)
    rig.show(DailyRoundScene(rig.context, rig.services))
    rig.tick(n=700)
    assert len(today.level_results) == len(LEVEL_OUTCOMES)


def test_a_daily_round_that_was_left_can_be_continued(tmp_path: Path) -> None:
    rig = make_rig(tmp_path)
    rig.click("round")
    rig.click("play")
    rig.navigator.show_title()
    rig.tick()
    assert rig.services.local_table.is_daily_round_saved
    rig.show(DailyRoundScene(rig.context, rig.services))
    assert rig.top.widgets["play"].label == "Continue"
    rig.click("play")
    assert isinstance(rig.top, TableScene) and rig.services.local_table.is_daily_round


def test_the_daily_round_leaves_the_match_under_way_alone(tmp_path: Path) -> None:
    rig = make_rig(tmp_path)
    rig.save_a_match()
    saved = saved_text(rig.services)
    rig.show(DailyRoundScene(rig.context, rig.services))
    rig.click("play")
    assert isinstance(rig.top, TableScene) and rig.services.local_table.is_daily_round
    rig.services.leave_table()
    assert saved_text(rig.services) == saved


# Tests of sentences.


def test_results_of_the_levels_are_hidden_until_the_round_is_played() -> None:
    assert daily_result_rows(None, LEVEL_OUTCOMES, None) == ()
    today = FinishedDailyRound({}, None)
    assert daily_share_line(today.day, today.own_result, today.level_results) == ""


def test_the_share_line_names_day_and_outcome_but_no_card() -> None:
    today = FinishedDailyRound(LEVEL_OUTCOMES)
    assert today.own_result is not None
    line = daily_share_line(today.day, today.own_result, today.level_results)
    assert line == "Hack Trick round 22 Nov 2026: won by 1 in 9 turns, better than 8 of 10 levels"
    few = dict(list(LEVEL_OUTCOMES.items())[:3])
    assert daily_share_line(today.day, today.own_result, few) == (
        "Hack Trick round 22 Nov 2026: won by 1 in 9 turns"
    )
    assert surpassed_levels_sentence(today.own_result, few) == ""
    assert recent_days_sentence(today.recent_own_results, today.days_in_a_row) == (
        "Last seven days: 4 won, 1 lost. 4 days in a row."
    )
    assert recent_days_sentence((None,) * 7, 0) == ""
    assert (
        surpassed_levels_sentence(today.own_result, LEVEL_OUTCOMES) == "Better than 8 of 10 levels."
    )
    alike = {**LEVEL_OUTCOMES, 4: today.own_result}
    assert (
        surpassed_levels_sentence(today.own_result, alike)
        == "Better than 7 of 10 levels, as good as 1."
    )


def test_result_rows_say_which_level_plays_now_and_which_follow() -> None:
    today = FinishedDailyRound({1: DailyOutcome(False, 2, 1)})
    rows = daily_result_rows(today.own_result, today.level_results, today.playing_level)
    assert [one.outcome for one in rows[:4]] == [
        *("won by 1 in 9 turns", "lost by 2 in 1 turn", "is playing", "–")
    ]
    assert [one.won for one in rows[:3]] == [True, False, None]
    assert daily_outcome_text(DailyOutcome(True, 2, 1)) == "won by 2 in 1 turn"
