"""Lessons in plain lines: the same steps and sentences as in the window."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hacktrick.coach.lessons.course import LESSONS
from hacktrick.terminal.play.console import LINE_WIDTH
from tests.support.terminal_player import new_match, play_text_mode

LEARN = "learn"


@pytest.fixture(autouse=True)
def _speak_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def test_at_the_first_start_enter_begins_the_first_lesson(tmp_path: Path) -> None:
    _code, screen = play_text_mode(tmp_path, ["", "play 5", "play 2", "3", "18"])
    assert "3. Learn - 10 minutes" in screen
    assert "Last card 3 + your 5 = key 8." in screen
    assert "Last card + your card = your key." in screen
    assert "1. Two cards, one key: done" in screen
    assert max(map(len, screen.splitlines())) <= LINE_WIDTH and screen.isascii()


def test_a_wrong_attempt_is_answered_and_taken_back(tmp_path: Path) -> None:
    lines = [LEARN, "play 5", "play 2", "1", "menu", "3", "play 0", "", "show", "play 2", "3"]
    _code, screen = play_text_mode(tmp_path, lines)
    wrong = screen.index("Pixel plays a 4 on your 0, captures your marker and has 6-5-4.")
    assert screen.index("Pixel cracked 6-5-4") > wrong
    again = screen.index("Press Enter to try again.")
    assert screen.index("Play the 2.") > again
    assert screen.index("Captured! Such markers pay for questions.") > again


def test_an_illegal_action_gets_the_ordinary_refusal(tmp_path: Path) -> None:
    lines = [LEARN, "play 3", "menu"]
    _code, screen = play_text_mode(tmp_path, lines)
    assert "That card is not in your hand." in screen


def test_a_lesson_can_be_stepped_back_skipped_left_and_resumed(tmp_path: Path) -> None:
    lines = [LEARN, "menu", "6", "skip", "back", "skip", "menu", "quit"]
    _code, screen = play_text_mode(tmp_path, lines)
    assert '6. An order: "Play!": step 2/3' in screen
    _code, screen = play_text_mode(tmp_path, [LEARN, "6", "skip", "skip", "3", "quit"])
    assert "step 1/3" not in screen and "step 2/3" in screen
    assert '6. An order: "Play!": skipped' in screen


def test_the_answers_of_a_question_are_numbered(tmp_path: Path) -> None:
    lines = [LEARN, "menu", "5", "2", "1", "menu", "quit"]
    _code, screen = play_text_mode(tmp_path, lines)
    assert "1. 0 and 3" in screen and "4. 1 and 3" in screen
    assert "Count again." in screen
    assert "no other hand" in screen


def test_lessons_can_be_opened_during_a_match_which_goes_on(tmp_path: Path) -> None:
    lines = [*new_match("keypad", ["1", "2 1"]), "learn", "17", "state", "quit"]
    _code, screen = play_text_mode(tmp_path, lines)
    assert "17. Back" in screen
    assert screen.splitlines()[-1] == "Your match is saved. Continue resumes it."


@pytest.mark.parametrize("number", range(1, len(LESSONS) + 1))
def test_random_lines_reach_the_end_of_every_lesson(tmp_path: Path, number: int) -> None:
    _code, screen = play_text_mode(tmp_path, [LEARN, "menu", str(number)], Random(number))
    assert "What next?\n1. Next lesson" in screen or "What next?\n1. Again" in screen
    assert "{" not in screen
