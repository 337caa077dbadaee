"""Complete matches in plain lines: every preset, alone and with several at one screen."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings
from hacktrick.app.storage import AUTOSAVES, UNFINISHED, open_storage
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.editions import PRESETS
from hacktrick.i18n.terminal_text import player_question
from hacktrick.terminal.play.console import LINE_WIDTH
from hacktrick.ui.scene.scenes_and_context import Context
from tests.support.parameter_sampling import mark_others_slow
from tests.support.rig import saved_text
from tests.support.terminal_player import (
    ACTION,
    AGAIN,
    ALONE,
    CLEARED,
    NEXT_ROUND,
    is_match_result,
    new_match,
    play_text_mode,
)

HUMAN, LEVEL_1 = "1", "2 1"


@pytest.fixture(autouse=True)
def _speak_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def assert_whole_match(screen: str) -> None:
    lines = screen.splitlines()
    assert any(map(is_match_result, lines))
    assert AGAIN in lines
    assert lines[-1] == "Good-bye."
    assert max(map(len, lines)) <= LINE_WIDTH
    assert "{" not in screen and screen.isascii()


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_match_is_played_against_the_computer(tmp_path: Path, preset: str) -> None:
    players = [HUMAN, *[LEVEL_1] * (PRESETS[preset].n_seats - 1)]
    code, screen = play_text_mode(tmp_path, new_match(preset, players), Random(preset))
    assert code == 0
    assert_whole_match(screen)
    assert CLEARED not in screen and ALONE not in screen
    assert not (tmp_path / AUTOSAVES[0]).exists()


@pytest.mark.parametrize("preset", mark_others_slow(PRESETS, "keypad", "quartet", "wits"))
def test_several_people_play_at_one_screen(tmp_path: Path, preset: str) -> None:
    players = [HUMAN] * PRESETS[preset].n_seats
    code, screen = play_text_mode(tmp_path, new_match(preset, players), Random(preset))
    assert code == 0
    assert_whole_match(screen)
    assert CLEARED in screen and ALONE in screen


def test_people_and_computers_play_a_team_match(tmp_path: Path) -> None:
    players = [HUMAN, LEVEL_1, HUMAN, LEVEL_1]
    code, screen = play_text_mode(tmp_path, new_match("quartet", players), Random(2))
    assert code == 0
    assert_whole_match(screen)


def test_computers_play_a_match_among_themselves(tmp_path: Path) -> None:
    code, screen = play_text_mode(tmp_path, new_match("servers", [LEVEL_1, LEVEL_1]), Random(1))
    assert code == 0
    assert_whole_match(screen)
    assert ACTION not in screen and NEXT_ROUND in screen


def test_a_match_resumes_even_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    lines = [*new_match("keypad", [HUMAN, HUMAN]), "", "1", "", "1"]
    code, screen = play_text_mode(tmp_path, lines)
    assert code == 0
    assert screen.splitlines()[-1] == "Your match is saved. Continue resumes it."
    kept = (tmp_path / AUTOSAVES[0]).read_text(encoding="utf-8")
    assert len(json.loads(kept)["rounds"][0]["actions"]) == 2
    code, screen = play_text_mode(tmp_path, ["1"], Random(3))
    assert code == 0
    assert "1. Continue: Player 1 against Player 2, round 1, 0:0, Keypad (2015)" in screen
    assert_whole_match(screen)


def test_a_match_left_at_the_terminal_resumes_in_the_window(tmp_path: Path) -> None:
    play_text_mode(tmp_path, [*new_match("wits", [HUMAN, LEVEL_1]), "1", "1"])
    kept = (tmp_path / AUTOSAVES[0]).read_text(encoding="utf-8")
    storage, _problems = open_storage(tmp_path)
    services = ProgramServices(Context(Settings()), storage, InlineThinker, Random(1))
    assert services.local_table.saved_match is not None and saved_text(services) == kept
    services.local_table.resume_match()
    services.leave_table()
    services.close()


def test_an_unfinished_match_is_kept_when_another_one_starts(tmp_path: Path) -> None:
    play_text_mode(tmp_path, [*new_match("keypad", [HUMAN, HUMAN]), ""])
    before = (tmp_path / AUTOSAVES[0]).read_text(encoding="utf-8")
    play_text_mode(tmp_path, new_match("servers", [HUMAN, HUMAN], menu="3"))
    kept = json.loads((tmp_path / AUTOSAVES[0]).read_text(encoding="utf-8"))
    assert kept["preset"] == "servers"
    (left,) = (tmp_path / UNFINISHED).iterdir()
    assert left.read_text(encoding="utf-8") == before


def test_the_options_of_the_last_match_are_remembered(tmp_path: Path) -> None:
    first = ["2", "4", "1", "Anna", "2", "4", "Zeus", "3", "21", "8", "1", "1", "menu"]
    _code, screen = play_text_mode(tmp_path, first)
    assert "8. Memory aids: Learning" in screen and "8. Memory aids: Memory" in screen
    _code, screen = play_text_mode(tmp_path, ["3", "yyy", "", "", "", "", "", "", ""], seed=2)
    assert "Start: Anna against Zeus, Club (Italian)" in screen
    assert "Name, or Enter for Anna:" in screen and "Name, or Enter for Zeus:" in screen
    assert "3. Target of the match: 21 points" in screen
    assert "Type a number from 1 to 8." in screen


def test_a_name_that_means_you_is_refused(tmp_path: Path) -> None:
    _code, screen = play_text_mode(
        tmp_path, ["2", "1", "1", " You ", "Anna", "2", "1", "", "1", "menu"]
    )
    assert '"You" would be confusing: please choose another name.' in screen
    assert "Anna against Pixel" in screen


def test_a_second_instance_says_so_and_saves_nothing(tmp_path: Path) -> None:
    storage, _problems = open_storage(tmp_path)
    _code, screen = play_text_mode(tmp_path, [*new_match("keypad", [HUMAN, HUMAN]), ""])
    storage.close()
    assert "Another window of the game uses the folder" in screen
    assert screen.splitlines()[-1] == "Your match is not saved."
    assert not (tmp_path / AUTOSAVES[0]).exists()


def test_without_a_usable_folder_no_match_is_said_to_be_saved(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "inside"
    _code, screen = play_text_mode(folder, [*new_match("keypad", [HUMAN, HUMAN]), ""])
    assert "The game goes on, but nothing is saved." in screen
    assert screen.splitlines()[-1] == "Your match is not saved."


def test_the_players_of_a_new_match_are_asked_about_from_1(tmp_path: Path) -> None:
    _code, screen = play_text_mode(tmp_path, new_match("keypad", [HUMAN, LEVEL_1]))
    asked = [player_question(n) in screen.splitlines() for n in range(4)]
    assert asked == [False, True, True, False]
