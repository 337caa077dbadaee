"""What ``library`` and ``stats`` print, as whole tables and whole data."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hacktrick.cli import main
from hacktrick.coach.rating import PlayerStrength, RatingEstimate
from hacktrick.coach.statistics import Career, PlayedMatch, PlayerRound, player_statistics
from hacktrick.game.editions import rules_for
from hacktrick.library.database import Library
from hacktrick.library.match_entries import (
    LIBRARY_FILE,
    FoundTurn,
    MatchProvenance,
    OpeningCount,
    PositionSearchResult,
    TurnFrequency,
)
from hacktrick.library.position_index import PositionIndex
from hacktrick.library.saved_reviews import SavedReviews
from hacktrick.terminal.commands import library as library_commands
from tests.support.scripted_matches import played_match

DAY = "2026-05-03T18:00:00+00:00"
# Ada wins all three: two rounds of two points in keypad, one in trio, then one in keypad.
MATCHES = (("keypad", 3), ("trio", 1), ("keypad", 2))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(Library(tmp_path, now=lambda: DAY)) as library:
        for preset, seed in MATCHES:
            library.add_match(played_match(rules_for(preset, {"target": 2}), seed).record)
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> str:
    assert main(["--data-dir", str(folder), *words]) == 0
    return capsys.readouterr().out


def error_of(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> tuple[str, str]:
    """Return the output and the error sentence of a command that must fail."""
    assert main(["--data-dir", str(folder), *words]) == 2
    shown = capsys.readouterr()
    return shown.out, shown.err


def test_a_list_names_number_day_edition_score_star_winner_and_note(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed(capsys, folder, "library", "star", "1", "2")
    printed(capsys, folder, "library", "unstar", "1")
    printed(capsys, folder, "library", "note", "2", "a", "long", "evening")
    assert printed(capsys, folder, "library", "list") == (
        "    3  2026-05-03  keypad  2:0  Ada (won), Ben\n"
        "    2  2026-05-03  trio  2:0  * Ada (won), Ben, Cleo  a long evening\n"
        "    1  2026-05-03  keypad  3:0  Ada (won), Ben\n"
    )


def test_openings_are_a_table_with_the_solvers_most_frequent_first(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = (
        *(OpeningCount(0, ("draw",), 1, 1), OpeningCount(0, ("draw",), -2, 3)),
        *(OpeningCount(1, ("play 2", "pass"), -1, 20), OpeningCount(1, ("draw",), 1, 100)),
    )
    monkeypatch.setattr(library_commands, "solver_openings", lambda: solver)
    # The saved rounds began with the cards 5 (the mirror of 0), 3 (of 2) and 1; the leader won.
    assert printed(capsys, folder, "library", "openings") == (
        "  the solver   won    kept   won\n"
        "         120  17 %       1   0 %  start 1\n"
        "           4  75 %       1   0 %  start 0\n"
        "           0     –       1   0 %  start 2\n"
    )
    assert printed(capsys, folder, "library", "openings", "--start", "1") == (
        "  the solver   won    kept   won\n"
        "         100 100 %       0     –  draw\n"
        "          20   0 %       0     –  play 2, pass\n"
        "           0     –       1 100 %  play 0, command play\n"
    )
    rows = json.loads(printed(capsys, folder, "library", "openings", "--json"))
    assert rows[:2] == [
        {"turn": "start 1", "solver": {"n": 120, "won": 20}, "kept": {"n": 1, "won": 0}},
        {"turn": "start 0", "solver": {"n": 4, "won": 3}, "kept": {"n": 1, "won": 0}},
    ]


def test_found_turns_are_listed_by_frequency_with_the_latest_rounds(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    won = FoundTurn(7, 0, 4, 1, ("play 1", "pass"), 2, True, True, False)
    lost = replace(won, match=6, round=2, actions=("draw",), points=-1, has_same_board=False)
    mirrored = replace(won, match=5, action=0, is_mirrored=True, has_same_row=False)
    turns = (TurnFrequency(("play 1", "pass"), 21, 14), TurnFrequency(("draw",), 2, 0))
    found = PositionSearchResult(23, turns, (won, lost, *(mirrored,) * 20))
    monkeypatch.setattr(PositionIndex, "find_turns", lambda *_: found)
    position = "keypad turn=4 row=315 aside=02 hands=24/??? board=4a,6Bb captured=1/0 sums=-/7+1"
    lines = printed(capsys, folder, "library", "find", position).splitlines()
    assert lines[:6] == [
        "23 turns in saved rounds; how often each was played and won:",
        "     21   67 %  play 1, pass",
        "      2    0 %  draw",
        "latest:",
        "match 7, round 1, action 4: play 1, pass; won; same row and sums and board",
        "match 6, round 3, action 4: draw; lost; same row and sums",
    ]
    assert lines[6] == "match 5, round 1, action 0: play 1, pass; won; same board, mirrored"
    assert len(lines) == 4 + library_commands.MAX_ROUNDS_LISTED


def test_matches_that_cannot_be_imported_or_rebuilt_are_counted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, worse = folder / "bad.json", folder / "worse.json"
    for file in (bad, worse):
        file.write_text("{}", encoding="utf-8")
    reason = "the record is not a Hack Trick match"
    nothing = "0 imported, 0 already there\n"
    assert error_of(capsys, folder, "library", "import", str(bad)) == (
        *(nothing, f"error: {bad}: {reason}\n"),
    )
    assert error_of(capsys, folder, "library", "import", str(worse), str(bad)) == (
        nothing,
        f"error: 2 of 2 files were not imported, the first is {worse}: {reason}\n",
    )
    output, _error = error_of(capsys, folder, "library", "import", str(bad), "--json")
    assert json.loads(output) == [{"path": str(bad), "id": None, "error": reason}]
    with closing(sqlite3.connect(folder / LIBRARY_FILE, isolation_level=None)) as connection:
        connection.execute("UPDATE match SET record = x'00' WHERE id = 2")
        output, error = error_of(capsys, folder, "library", "rebuild")
        assert output == "2 matches rebuilt\n" and "in all" not in error
        connection.execute("UPDATE match SET record = x'00' WHERE id = 3")
    output, error = error_of(capsys, folder, "library", "rebuild")
    assert output == "1 matches rebuilt\n" and error.endswith(" (2 matches in all)\n")


def test_a_rebuild_judges_rounds_only_if_asked_to(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[tuple[int, int]] = []

    def note_review(_reviews: SavedReviews, number: int, finished: Any) -> None:
        judged.append((number, finished.judgement.number))

    monkeypatch.setattr(SavedReviews, "save_review", note_review)
    monkeypatch.setattr(library_commands, "review_until_checked_stage", lambda finished: finished)
    printed(capsys, folder, "library", "rebuild")
    assert judged == []
    printed(capsys, folder, "library", "rebuild", "--judge")
    assert judged == [(1, 0), (1, 1), (3, 0)], "no judge knows trio"


def test_statistics_are_printed_as_sentences(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Library(folder, now=lambda: DAY)) as library:
        record = played_match(rules_for("keypad", {"target": 1}), 3).record
        other = replace(record.seats[1], player="level:4")
        library.add_match(
            replace(record, seats=(record.seats[0], other)), MatchProvenance(rated=True)
        )
    lines = printed(capsys, folder, "stats").splitlines()
    assert lines[:8] == [
        "Ada",
        "Matches: 4 won, 0 lost",
        "Winning streak: 4, longest 4",
        "Beaten: Kernel",
        "Favourite line: 8-3-4, 3 of 5 lines",
        "Your strength: not enough games yet (1 of 8 rated rounds).",
        "Rounds against Kernel: won 1, lost 0",
        "Rounds not rated (with help, replayed or against people): 3",
    ]


def test_statistics_as_data_tell_matches_ratings_luck_and_themes() -> None:
    won, lost = PlayedMatch(True, 3), PlayedMatch(False, 4)
    career = Career((won, won, lost, won), {(1, 5, 9): 2, (1, 2, 3): 1}, 0, 0)
    estimates = (RatingEstimate(1200.0, 50.0, 9), RatingEstimate(1300.0, 40.0, 8))
    rounds = [PlayerRound(1, n, 4, n > 0, True, n / 4) for n in range(3)]
    statistics = replace(
        player_statistics(rounds, []), strength=PlayerStrength(*estimates, None), error_rate=12.5
    )
    theme = replace(statistics.themes[0], n=40, loss=0.5, error=0.25, expected_loss=0.125)
    data = library_commands.statistics_as_data("Zoe", replace(statistics, themes=(theme,)), career)
    assert data == {
        "player": "Zoe",
        "matches": {
            "won": 3,
            "lost": 1,
            "streak": 1,
            "best_streak": 2,
            "beaten_levels": (3,),
            "lines": {"1-2-3": 1, "1-5-9": 2},
        },
        "rounds": 3,
        "rated": 2,
        "rating": {
            "decisions": {"rating": 1200.0, "error": 50.0, "rounds": 9},
            "results": {"rating": 1300.0, "error": 40.0, "rounds": 8},
            "both": None,
        },
        "error_rate": 12.5,
        "luck": (0.375, pytest.approx(0.125)),
        "themes": {
            theme.theme: {"n": 40, "loss": 0.5, "error": 0.25, "usual": 0.125, "told": True}
        },
    }


def test_statistics_of_a_damaged_library_end_with_an_error(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / LIBRARY_FILE
    file.write_bytes(file.read_bytes().replace(b"CREATE TABLE match", b"CREATE TABEL match"))
    _output, error = error_of(capsys, folder, "stats")
    assert error == (
        f"error: the library in {folder} is damaged: these are the statistics of what could be "
        "read\n"
    )


def test_the_reason_for_an_unusable_library_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(folder / LIBRARY_FILE, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 999")
    assert printed(capsys, folder, "library", "list").count("\n") == 3
    assert error_of(capsys, folder, "library", "star", "1") == (
        "",
        f"error: the library in {folder}: it was written by a newer version of Hack Trick and can "
        "only be read\n",
    )
