"""The match library and replays at the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hacktrick.app.study_session import FIRST_STUDY, STUDY_FOLDER, StudyFiles, study_of_text
from hacktrick.game.editions import rules_for
from hacktrick.i18n import translator as words
from hacktrick.i18n.library_and_statistics_text import local_date_and_time
from hacktrick.i18n.terminal_text import REPLAY_COMMANDS, translated_command
from hacktrick.library.database import Library
from hacktrick.match.record import Record
from hacktrick.match.share_code import share_code_of
from tests.support.scripted_matches import played_match
from tests.support.terminal_player import new_match
from tests.support.terminal_player import play_text_mode as at_the_terminal


def record_of(seed: int, target: int = 1) -> Record:
    return played_match(rules_for("keypad", {"target": target}), seed).record


def screen_after(folder: Path, lines: list[str]) -> str:
    """Return everything written while a player types these lines."""
    code, screen = at_the_terminal(folder, lines)
    assert code == 0
    return screen


def keep_matches(folder: Path, n: int = 2) -> None:
    library = Library(folder)
    for seed in range(n):
        library.add_match(record_of(seed))
    library.close()


def test_a_kept_match_is_replayed_action_by_action(tmp_path: Path) -> None:
    keep_matches(tmp_path)
    lines = ["library", "1", "1", "", "", "previous", "round", "eye", "state", "end", "nonsense"]
    screen = screen_after(tmp_path, [*lines, "back", "", ""])
    assert "Round 1 of 1, action 1 of" in screen and "starts the row with" in screen
    assert "As a spectator saw it" in screen and "All cards open" in screen
    assert "Commands: " in screen and "Ben: " in screen


def test_the_library_lists_matches_and_offers_what_can_be_done_with_one(tmp_path: Path) -> None:
    ended = "2026-05-03T18:00:00+00:00"
    library = Library(tmp_path, now=lambda: ended)
    for preset, seed in (("keypad", 3), ("trio", 1)):
        library.add_match(played_match(rules_for(preset, {"target": 2}), seed).record)
    library.set_note(2, "a long evening")
    library.close()
    screen = screen_after(tmp_path, ["library", "2", "8", "zzz", ""])
    lines = screen.splitlines()
    begun = lines.index("Matches")
    shown = local_date_and_time(ended)
    first = f"1. Ada - Ben 3:0 - {shown} - Keypad (2015)"
    second = f"Ada - Ben - Cleo 2:0 - {shown} - Three players - a long evening"
    help_line = "judge judges the listed matches, mistakes lists your mistakes."
    prompt = "Match number, search words, or import with a file or line:"
    assert lines[begun : begun + 23] == [
        *("Matches", f"2. {second}", first, "2 of 2 matches", help_line, prompt),
        *("", f"2. {second}", "Ada wins the match", "", "What next?", "1. Replay", "2. Review"),
        *("3. One line of text", "4. Match record", "5. As text", "6. Web page"),
        *("7. This position as one line", "8. Starred", "9. Delete match", "10. Back"),
        *("Number, or Enter for 1:", ""),
    ]
    assert lines[begun + 23 : begun + 30] == [
        *("Matches", f"2. * {second}", first, "2 of 2 matches", help_line, prompt, ""),
    ]
    assert lines[begun + 30 : begun + 33] == ["Matches", "0 of 2 matches", prompt]


def test_matches_are_found_imported_and_shared(tmp_path: Path) -> None:
    keep_matches(tmp_path)
    line = share_code_of(record_of(7))
    file = tmp_path / "one.json"
    file.write_text(record_of(8).as_text())
    screen = screen_after(
        tmp_path,
        ["library", f"import {line}", f"import {file}", "import nothing", "Ada", "1", "3", "", ""],
    )
    assert screen.count("1 match was imported.") == 2 and "pasted text" in screen
    assert share_code_of(record_of(0)) in screen.replace("\n", "")


def test_a_text_too_long_for_a_path_imports_nothing(tmp_path: Path) -> None:
    keep_matches(tmp_path, 1)
    screen = screen_after(tmp_path, ["library", "import nothing", f"import {'x' * 9000}", "", ""])
    assert "1 of 1 matches" in screen and "was imported" not in screen


def test_a_deleted_match_is_restored_by_undo(tmp_path: Path) -> None:
    keep_matches(tmp_path, 1)
    away = ["library", "1", "9", "Ada", "undo", "", ""]
    screen = screen_after(tmp_path, away)
    assert "0 of 0 matches" in screen and screen.rstrip().count("1 of 1 matches") == 2


def test_a_branch_of_a_replay_is_played_at_the_table(tmp_path: Path) -> None:
    keep_matches(tmp_path)
    screen = screen_after(
        tmp_path, ["library", "1", "1", "turn", "turn", "branch", "1", "1", "1", "1"]
    )
    assert "Hidden cards" in screen and "Number or command:" in screen


def test_a_branch_leaves_the_match_under_way_alone(tmp_path: Path) -> None:
    keep_matches(tmp_path)
    screen_after(tmp_path, new_match("keypad", ["1", "2 1"]))
    unfinished = tmp_path / "match.hacktrick.json"
    before = unfinished.read_bytes()
    branch = ["library", "1", "1", "turn", "turn", "branch", "1", "1", "1", "1"]
    screen_after(tmp_path, [*branch, "menu"])
    assert unfinished.read_bytes() == before
    assert (tmp_path / "study.hacktrick.json").exists()


def test_kept_studies_stand_below_the_matches(tmp_path: Path) -> None:
    StudyFiles(tmp_path / STUDY_FOLDER).save_study("A bad day", study_of_text(FIRST_STUDY))
    screen = screen_after(tmp_path, ["library", "bad", "good"])
    assert screen.count("Study: A bad day") == 2


def test_an_unfinished_match_is_continued_from_the_list(tmp_path: Path) -> None:
    screen_after(tmp_path, new_match("keypad", ["1", "2 1"]))
    screen_after(tmp_path, new_match("servers", ["1", "2 1"], menu="3"))
    screen = screen_after(tmp_path, ["library", "-3", "-2", "menu"])
    assert screen.count("unfinished") == 2
    kept = json.loads((tmp_path / "match.hacktrick.json").read_text(encoding="utf-8"))
    assert kept["preset"] == "keypad"
    (other,) = (tmp_path / "unfinished").iterdir()
    assert json.loads(other.read_text(encoding="utf-8"))["preset"] == "servers"


def test_the_running_match_is_replayed_at_the_table(tmp_path: Path) -> None:
    begin = new_match("keypad", ["1", "2 1"])
    screen = screen_after(tmp_path, [*begin, "replay", "", "eye", "eye", "back"])
    assert "Enter for the next action" in screen


@pytest.mark.parametrize("language", words.available_languages())
def test_the_words_of_a_replay_are_distinct_in_every_language(language: str) -> None:
    words.set_language(language)
    try:
        spoken = [translated_command(name).casefold() for name in REPLAY_COMMANDS]
    finally:
        words.set_language("en")
    assert len(set(spoken)) == len(spoken)
    english = dict(zip(REPLAY_COMMANDS, spoken, strict=True))
    for name, word in english.items():
        assert word not in english or word == name


def test_a_note_on_a_turn_is_read_again_in_the_replay_and_found(tmp_path: Path) -> None:
    keep_matches(tmp_path)
    lines = ["library", "1", "1", "turn", "note", "Too early", "turn", "previous", "previous"]
    assert "Note: Too early" in screen_after(tmp_path, [*lines, "back", "", ""])
    screen = screen_after(tmp_path, ["library", "early", "", ""])
    assert "1 of 2 matches" in screen or screen.count("Ada") > 2
    library = Library(tmp_path)
    assert [note.text for note in library.turn_notes(1)] == ["Too early"]
    library.close()


def test_the_name_of_a_kept_study_opens_it(tmp_path: Path) -> None:
    StudyFiles(tmp_path / STUDY_FOLDER).save_study("A bad day", study_of_text(FIRST_STUDY))
    screen = screen_after(tmp_path, ["library", "A bad day", "back", ""])
    assert "Your turn" in screen.partition("Study: A bad day")[2]


def test_a_replay_finds_the_rounds_that_were_there(tmp_path: Path) -> None:
    keep_matches(tmp_path)
    lines = ["library", "1", "1", "turn", "find", "", "back", "", ""]
    assert "1 turn was played here." in screen_after(tmp_path, lines)
