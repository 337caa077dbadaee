"""The library saves each finished match once, and loses none if its file is damaged or outdated."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hacktrick.cli import main
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.library import database
from hacktrick.library.database import SCHEMA_VERSION, Library
from hacktrick.library.importer import import_paths
from hacktrick.library.match_entries import (
    LIBRARY_FILE,
    LibraryError,
    MatchProvenance,
    MatchQuery,
    TurnNote,
)
from hacktrick.library.position_index import winners_and_turns_of_record
from hacktrick.match.record import Record, RecordError, read_record
from hacktrick.match.share_code import share_code_of
from tests.support.scripted_matches import played_match

MOMENT = "2026-05-03T18:00:00+00:00"


def random_record(seed: int = 1, preset: str = "keypad") -> Record:
    return played_match(rules_for(preset, {"target": 1}), seed).record


def library_in(folder: Path, may_write: bool = True) -> Library:
    return Library(folder, may_write, now=lambda: MOMENT)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_finished_match_is_read_back_as_it_was_saved(tmp_path: Path, preset: str) -> None:
    match = played_match(rules_for(preset), 3)
    library = library_in(tmp_path)
    number = library.add_match(match.record, MatchProvenance(aids="standard", rated=True))
    assert number is not None
    assert library.load_record(number).as_text() == match.record.as_text()
    (entry,) = library.find_matches()
    assert entry.preset == preset and entry.score == match.record.score and entry.rated
    assert entry.ended == MOMENT and entry.rounds == len(match.record.rounds)
    won = tuple(seat for seat, player in enumerate(entry.players) if player.won)
    assert won == tuple(sorted(match.match_state.winners))


def test_the_same_match_is_saved_once(tmp_path: Path) -> None:
    library = library_in(tmp_path)
    assert library.add_match(random_record(1)) is not None
    assert library.add_match(read_record(random_record(1).as_text())) is None
    assert library.add_match(random_record(2)) is not None
    assert len(library) == len(library.find_matches()) == 2


def test_the_key_of_a_match_does_not_depend_on_the_order_of_json_keys() -> None:
    record = random_record()
    data = dict(reversed(list(record.as_json().items())))
    assert read_record(json.dumps(data)).key == record.key


@given(st.integers(1, 12))
@settings(max_examples=8, deadline=None)
def test_an_unfinished_match_is_never_saved(
    tmp_path_factory: pytest.TempPathFactory, n: int
) -> None:
    record = played_match(PRESETS["keypad"], n, stop=n).record
    library = library_in(tmp_path_factory.mktemp("library"))
    with pytest.raises(RecordError, match="not over"):
        library.add_match(record)
    assert len(library) == 0


def test_a_record_that_breaks_the_rules_is_never_saved(tmp_path: Path) -> None:
    record = random_record()
    record.rounds[0].actions[1] = "play 9"
    with pytest.raises(RecordError):
        library_in(tmp_path).add_match(record)


def test_lists_are_searched_by_words_edition_level_star_and_winner(tmp_path: Path) -> None:
    library = library_in(tmp_path)
    one, two = library.add_match(random_record(1)), library.add_match(random_record(2, "club"))
    assert one and two
    library.set_note(one, "50 % luck_")
    library.set_star(two, True)

    def found(**wanted: Any) -> list[int]:
        return [entry.id for entry in library.find_matches(MatchQuery(**wanted))]

    assert found() == [two, one]  # the latest match comes first
    assert found(text="club ada") == [two] and found(text="50 %") == [one]
    assert found(text="k_") == [one] and found(text="%%") == []
    library.write_turn_note(TurnNote(two, 0, 1, "Clever!"))
    assert found(text="clever ben") == [two]
    assert found(preset="keypad") == [one] and found(starred=True) == [two]
    assert found(level=3) == []
    (seat, *_) = winners_and_turns_of_record(library.load_record(one)).won
    assert one in found(won_by=library.find_matches()[1].players[seat].name)


def test_a_search_ignores_the_case_of_letters_in_every_alphabet(tmp_path: Path) -> None:
    library = library_in(tmp_path)
    one = library.add_match(random_record(1))
    assert one
    library.set_note(one, "Ödön Łukasz ÉLAN")
    for text in ("ödön", "ŁUKASZ élan", "ADA"):
        assert [entry.id for entry in library.find_matches(MatchQuery(text=text))] == [one]


@pytest.mark.parametrize("text", ["x" * 60_000, "x " * 2000], ids=["long word", "many words"])
def test_no_search_makes_a_library_look_damaged(tmp_path: Path, text: str) -> None:
    library = library_in(tmp_path)
    library.add_match(random_record(1))
    assert library.find_matches(MatchQuery(text=text)) == ()
    assert library.fault is None and len(library.find_matches()) == 1


def test_deleted_matches_come_back_until_they_are_purged(tmp_path: Path) -> None:
    library = library_in(tmp_path)
    number = library.add_match(random_record())
    assert number is not None
    library.mark_deleted([number])
    assert library.find_matches() == () and len(library) == 0
    with pytest.raises(KeyError):
        library.load_record(number)
    library.restore_deleted([number])
    assert len(library) == 1
    library.mark_deleted([number])
    library.purge_deleted()
    library.restore_deleted([number])
    assert len(library) == 0


def test_a_rebuild_keeps_columns_that_no_record_tells(tmp_path: Path) -> None:
    library = library_in(tmp_path)
    number = library.add_match(
        random_record(), MatchProvenance(aids="memory", profiles=("Ada", None), rated=True)
    )
    assert number is not None
    library.set_note(number, "mine")
    before = library.find_matches()
    with sqlite3.connect(tmp_path / LIBRARY_FILE) as other:
        other.execute("UPDATE seat SET name = 'X', won = 0")
        other.execute("DELETE FROM round")
    other.close()
    assert library.find_matches() != before
    library.recompute_columns_from_record(number)
    assert library.find_matches() == before
    assert before[0].players[0].profile == "Ada" and before[0].note == "mine"


# Tests of the library's file.


def test_a_library_of_a_newer_program_is_read_but_not_changed(tmp_path: Path) -> None:
    library_in(tmp_path).add_match(random_record())
    with sqlite3.connect(tmp_path / LIBRARY_FILE) as other:
        other.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    other.close()
    before = (tmp_path / LIBRARY_FILE).read_bytes()
    library = library_in(tmp_path)
    assert library.fault == "newer" and not library.may_write
    assert len(library.find_matches()) == 1
    with pytest.raises(LibraryError):
        library.add_match(random_record(2))
    assert (tmp_path / LIBRARY_FILE).read_bytes() == before


def test_an_upgrade_leaves_a_copy_of_the_old_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = library_in(tmp_path)
    library.add_match(random_record())
    library.close()
    monkeypatch.setattr(
        database, "MIGRATIONS", (*database.MIGRATIONS, "ALTER TABLE match ADD COLUMN mood TEXT;")
    )
    monkeypatch.setattr(database, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    newer = library_in(tmp_path)
    assert newer.may_write and len(newer) == 1 and newer.add_match(random_record(2)) is not None
    with sqlite3.connect(tmp_path / f"{LIBRARY_FILE}.version-{SCHEMA_VERSION}") as copy:
        assert copy.execute("SELECT count(*) FROM match").fetchone() == (1,)
        assert copy.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    copy.close()


def test_there_is_no_upgrade_without_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library_in(tmp_path).add_match(random_record())
    (tmp_path / f"{LIBRARY_FILE}.version-{SCHEMA_VERSION}").mkdir()
    monkeypatch.setattr(
        database, "MIGRATIONS", (*database.MIGRATIONS, "ALTER TABLE match ADD COLUMN mood TEXT;")
    )
    monkeypatch.setattr(database, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    library = library_in(tmp_path)
    assert library.fault == "copy_failed" and not library.may_write
    assert library.find_matches()[0].preset == "keypad"


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be one" * 40, b"x"])
def test_a_damaged_file_is_renamed_and_reported(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LIBRARY_FILE).write_bytes(content)
    library = library_in(tmp_path)
    assert library.fault == "broken" and Path(library.backup_path).read_bytes() == content
    assert library.add_match(random_record()) is not None
    assert library_in(tmp_path).fault is None


def test_the_database_of_another_program_is_renamed(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / LIBRARY_FILE) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    library = library_in(tmp_path)
    assert library.fault == "foreign" and Path(library.backup_path).exists()
    assert len(library) == 0 and library.may_write


@pytest.mark.parametrize("kind", ["folder", *(["pipe"] if hasattr(os, "mkfifo") else [])])
def test_a_path_that_is_no_file_is_left_alone(tmp_path: Path, kind: str) -> None:
    place = tmp_path / LIBRARY_FILE
    place.mkdir() if kind == "folder" else os.mkfifo(place)
    library = library_in(tmp_path)
    assert library.fault == "unreadable" and not library.may_write and library.find_matches() == ()
    assert place.is_dir() or place.is_fifo()


def test_an_empty_file_is_an_empty_library(tmp_path: Path) -> None:
    (tmp_path / LIBRARY_FILE).touch()
    library = library_in(tmp_path)
    assert library.fault is None and library.add_match(random_record()) is not None


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    library = library_in(tmp_path)
    library.add_match(random_record(1))
    # Only the connection can make the disk seem full.
    connection = library._connection
    assert connection is not None
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(LibraryError) as caught:
        for seed in range(2, 200):
            library.add_match(random_record(seed))
    assert caught.value.full
    n = len(library)
    assert n >= 1 and len(library.find_matches()) == n
    connection.execute("PRAGMA max_page_count = 100000")
    assert library.add_match(random_record(999)) is not None and len(library) == n + 1


WRITER = """
import sys
from pathlib import Path
from hacktrick.library.database import Library
from tests.library.test_database import random_record
library = Library(Path(sys.argv[1]))
for seed in range(int(sys.argv[2]), 10**6):
    if library.add_match(random_record(seed)) is not None:
        print(seed, flush=True)
"""


def test_a_program_killed_while_writing_loses_no_match_that_it_reported(tmp_path: Path) -> None:
    reported: list[str] = []
    for n in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), str(1000 * n)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        ) as writer:
            assert writer.stdout is not None
            reported.append(writer.stdout.readline())
            time.sleep(0.02 * n)
            writer.kill()
            reported += writer.stdout.read().splitlines(keepends=True)[:-1]
    library = library_in(tmp_path)
    assert library.fault is None and len(library) >= len(reported)
    for number in library.match_numbers():
        library.load_record(number)


# Tests of import and export.


def test_a_folder_is_imported_and_a_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    (folder / "deeper").mkdir(parents=True)
    (folder / "a.json").write_text("{}", encoding="utf-8")
    (folder / "b.hacktrick.json").write_text(random_record(1).as_text(), encoding="utf-8")
    (folder / "deeper" / "c.hacktrick.json").write_text(
        random_record(2).as_text(), encoding="utf-8"
    )
    (folder / "notes.txt").write_text("not asked for", encoding="utf-8")
    library = library_in(tmp_path)
    taken = list(import_paths(library, [folder, folder / "missing.json"]))
    assert [bool(one.number) for one in taken] == [False, True, True, False]
    assert taken[0].reason == "the record is not a Hack Trick match" and taken[3].reason
    assert {entry.source for entry in library.find_matches()} == {"imported"}


def test_the_command_lists_imports_exports_and_rebuilds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> tuple[int, str, str]:
        code = main(["--data-dir", str(tmp_path / "data"), "library", *words])
        out, error = capsys.readouterr()
        return code, out, error

    assert run("list") == (0, "no saved matches\n", "")
    record = random_record(5)
    file = tmp_path / "m.hacktrick.json"
    file.write_text(record.as_text(), encoding="utf-8")
    assert run("import", str(file))[:2] == (0, "1 imported, 0 already there\n")
    assert run("import", str(file))[:2] == (0, "0 imported, 1 already there\n")
    assert "keypad" in run("list", "ada")[1]
    (data,) = json.loads(run("list", "--json")[1])
    assert data["id"] == 1 and data["players"][0]["name"] == "Ada"
    assert run("export", "1", "--to", str(tmp_path))[0] == 0
    written = (tmp_path / "hacktrick-1.hacktrick.json").read_text(encoding="utf-8")
    assert written == record.as_text()
    assert run("rebuild", "--json")[1] == '{"rebuilt": 1}\n'


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("import", "nowhere.json"), "nowhere.json: "),  # followed by the system's message
        (("export", "7"), "there is no match 7"),
        (("export", "x"), "'x' is not a whole number"),
        ((), "subcommand"),
        (("burn",), "burn"),
    ],
)
def test_the_command_reports_an_error_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], fault: str
) -> None:
    assert main(["--data-dir", str(tmp_path), "library", *words]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1 and fault.lower() in error.lower()


def test_the_command_reports_a_damaged_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / LIBRARY_FILE).write_bytes(b"rubbish" * 100)
    assert main(["--data-dir", str(tmp_path), "library", "rebuild"]) == 2
    error = capsys.readouterr().err
    assert "is damaged: 0 matches could be read; it was kept as" in error
    assert main(["--data-dir", str(tmp_path), "library", "rebuild"]) == 0


# Tests of the lines of text about matches.


def test_a_share_code_is_replayed_and_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = share_code_of(random_record(4))
    assert main(["replay", line]) == 0
    assert "the record follows the rules" in capsys.readouterr().out
    data = ["--data-dir", str(tmp_path), "library"]
    assert main([*data, "import", line, line]) == 0
    assert capsys.readouterr().out == "1 imported, 1 already there\n"
    kept = tmp_path / "line.txt"
    kept.write_text(f"{line}\n")
    assert main(["replay", str(kept)]) == 0
    assert main([*data, "import", str(kept)]) == 0
    assert main(["replay", "HT1.nonsense"]) == 2
    assert main([*data, "import", line[:-3]]) == 2
    assert capsys.readouterr().err.count("error: ") == 2


def test_matches_are_starred_noted_deleted_and_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = library_in(tmp_path)
    number = library.add_match(random_record(1))
    library.close()
    data = ["--data-dir", str(tmp_path), "library"]
    assert main([*data, "star", f"{number}"]) == 0
    assert main([*data, "note", f"{number}", "a", "good", "one"]) == 0
    main([*data, "list"])
    assert "* " in (output := capsys.readouterr().out) and "a good one" in output
    assert main([*data, "delete", f"{number}"]) == 0
    main([*data, "list"])
    assert "no saved matches" in capsys.readouterr().out
    assert main([*data, "restore", f"{number}"]) == 0
    assert main([*data, "unstar", f"{number}"]) == 0
    for deed in ("star", "restore", "delete"):
        assert main([*data, deed, "77"]) == 2
        assert "there is no match 77" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["code", "transcript", "page"])
def test_a_match_is_exported_as_a_text(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = library_in(tmp_path)
    library.add_match(random_record(1))
    library.close()
    data = ["--data-dir", str(tmp_path), "library"]
    assert main([*data, "export", "1", f"--{kind}", "--to", str(tmp_path)]) == 0
    text = Path(capsys.readouterr().out.strip()).read_text(encoding="utf-8")
    assert share_code_of(random_record(1)) in text
    assert text.startswith("<!doctype html>") == (kind == "page")


def test_filters_find_matches_by_winner_and_length(tmp_path: Path) -> None:
    library = library_in(tmp_path)
    for seed in range(6):
        library.add_match(played_match(rules_for("keypad", {"target": 1 + seed % 3}), seed).record)
    won = library.find_matches(MatchQuery(outcome="won"))
    assert won and all(any(one.won and one.level is None for one in e.players) for e in won)
    lost = library.find_matches(MatchQuery(outcome="lost"))
    assert not {entry.id for entry in lost} & {entry.id for entry in won}
    longest = [entry.rounds for entry in library.find_matches(MatchQuery(sort="longest"))]
    assert longest == sorted(longest, reverse=True)
    ids = [entry.id for entry in library.find_matches(MatchQuery(sort="earliest"))]
    assert ids == sorted(ids)
