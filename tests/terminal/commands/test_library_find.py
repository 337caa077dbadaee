"""``library find`` and ``library openings`` print what was played in the same position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hacktrick import cli
from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.app.study_session import STUDY_FOLDER, StudyFiles, study_of_text
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.notation.diagram import text_of
from hacktrick.library.database import Library
from hacktrick.library.match_entries import OpeningCount
from hacktrick.library.position_index import opening_frequencies, solver_openings
from hacktrick.match.record import Record
from tests.support.scripted_matches import played_match


def output_of(capsys: pytest.CaptureFixture[str], data: Path, *words: str) -> str:
    """Return what a command about the library in this folder prints."""
    assert cli.main(["--data-dir", str(data), "library", *words]) == 0
    return capsys.readouterr().out


@pytest.fixture
def record(tmp_path: Path) -> Record:
    made = played_match(rules_for("keypad", {"target": 1}), 3).record
    library = Library(tmp_path)
    library.add_match(made)
    library.close()
    return made


def line_at(record: Record, action: int) -> str:
    replayed = ReplaySession(record)
    replayed.go_to(ReplayPosition(0, action))
    replayed.go_to(replayed.position_at_turn_start)
    return text_of(replayed.public_diagram)


def test_a_position_of_a_kept_match_is_found_with_its_turn(
    tmp_path: Path, record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    text = output_of(capsys, tmp_path, "find", line_at(record, 1))
    assert "1 turns in saved rounds;" in text and "match 1, round 1, action 1" in text
    found = json.loads(output_of(capsys, tmp_path, "find", line_at(record, 1), "--json"))
    assert found["n"] == 1 and found["rounds"][0]["has_same_row"]


def test_a_position_that_was_never_there_is_said_to_be_new(
    tmp_path: Path, record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "keypad turn=4 row=315 hands=???/??? board=4a,6b aside=02 sums=5/9"
    assert output_of(capsys, tmp_path, "find", line) == "no saved round reached this position\n"


def test_a_kept_study_is_found_by_its_position_and_listed_by_its_name(
    tmp_path: Path, record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "keypad turn=4 row=315 aside=02 hands=24/??? board=4a,6Bb captured=1/0 sums=-/7+1"
    StudyFiles(tmp_path / STUDY_FOLDER).save_study("A bad day", study_of_text(line))
    assert output_of(capsys, tmp_path, "find", line).startswith("study A bad day, position 0\n")
    found = json.loads(output_of(capsys, tmp_path, "find", line, "--json"))
    assert found["studies"] == [{"name": "A bad day", "number": 0}]
    assert output_of(capsys, tmp_path, "list", "bad") == "study  A bad day\n"


def test_a_line_that_is_no_position_is_refused_in_one_sentence(
    tmp_path: Path, record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--data-dir", str(tmp_path), "library", "find", "nothing"]) != 0
    assert capsys.readouterr().err.count("\n") == 1


def test_the_kept_openings_stand_beside_those_of_the_solver(
    tmp_path: Path, record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    rows: list[dict[str, Any]] = json.loads(output_of(capsys, tmp_path, "openings", "--json"))
    assert {row["turn"] for row in rows} == {f"start {card}" for card in range(3)}
    kept = [row["turn"] for row in rows if row["kept"]]
    start = record.rounds[0].actions[0].removeprefix("start ")
    assert kept == [f"start {min(int(start), 5 - int(start))}"]
    replies = json.loads(output_of(capsys, tmp_path, "openings", "--start", start, "--json"))
    assert sum(row["kept"]["n"] for row in replies if row["kept"]) == 1


def test_replies_are_counted_for_the_leader_and_start_cards_for_the_starter() -> None:
    openings = [
        OpeningCount(2, ("draw",), 1, 3),
        OpeningCount(2, ("draw",), -2, 5),
        OpeningCount(4, ("play 1", "pass"), 2, 7),
    ]
    starts = opening_frequencies(openings)
    assert (starts["start 2"].n, starts["start 2"].n_won) == (8, 5)
    assert (starts["start 1"].n, starts["start 1"].n_won) == (7, 0)
    assert list(opening_frequencies(openings, 4)) == ["play 1, pass"]
    assert opening_frequencies(openings, 2)["draw"].n_won == 3


def test_openings_that_mirror_each_other_count_together() -> None:
    openings = [
        OpeningCount(0, ("play 3 double", "command play"), 1, 3),
        OpeningCount(5, ("play 2 double", "command play"), -1, 4),
    ]
    assert opening_frequencies(openings)["start 0"].n == 7
    assert opening_frequencies(openings, 0)["play 3 double, command play"].n == 7
    assert opening_frequencies(openings, 5)["play 2 double, command play"].n_won == 3


def test_the_shipped_openings_are_legal_turns_of_whole_rounds() -> None:
    openings = solver_openings()
    assert sum(one.n for one in openings) >= 400_000
    for one in openings:
        assert one.start in range(PRESETS["keypad"].values // 2) and one.points in (-2, -1, 1, 2)
        assert one.reply[0] == "draw" or one.reply[0].startswith("play ")
