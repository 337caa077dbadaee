"""A damaged library lists every intact match, and never raises an unexpected error."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from qa import library_damage

from hacktrick.app.library_service import LibraryService
from hacktrick.app.storage import open_storage
from hacktrick.cli import main
from hacktrick.library import database
from hacktrick.library.damaged_database_rows import salvaged_rows
from hacktrick.library.database import Library
from hacktrick.library.match_entries import LIBRARY_FILE, MatchProvenance
from tests.library.test_database import random_record


def save_matches(folder: Path, n: int = 4) -> bytes:
    with closing(Library(folder)) as library:
        for seed in range(n):
            library.add_match(random_record(seed))
        library.set_note(2, "a note")
        library.set_star(3, True)
    return (folder / LIBRARY_FILE).read_bytes()


def run_command(
    folder: Path, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str, str]:
    code = main(["--data-dir", str(folder), "library", *words])
    out, error = capsys.readouterr()
    return code, out, error


def run_damaging_sql(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / LIBRARY_FILE, isolation_level=None)) as connection:
        connection.execute(statement)


def test_a_damaged_row_is_left_out_named_shown_raw_and_repaired(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_matches(tmp_path)
    run_damaging_sql(tmp_path, "UPDATE match SET options = '{]', source = 7 WHERE id = 2")
    code, out, error = run_command(tmp_path, capsys, "list")
    assert code == 2 and [line.split()[0] for line in out.splitlines()] == ["4", "3", "1"]
    assert "because of damage: 2 " in error and error.count("\n") == 1
    assert run_command(tmp_path, capsys, "export", "2", "--raw", "--to", str(tmp_path))[0] == 0
    raw = json.loads((tmp_path / "hacktrick-2.raw.json").read_text())
    assert raw["options"] == "{]" and raw["note"] == "a note" and len(raw["seats"]) == 2
    assert run_command(tmp_path, capsys, "rebuild")[0] == 0
    assert run_command(tmp_path, capsys, "list")[0] == 0


def test_a_match_with_a_damaged_seat_too_many_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_matches(tmp_path)
    run_damaging_sql(tmp_path, "INSERT INTO seat VALUES (2, 2, NULL, x'00', NULL, 0)")
    code, out, error = run_command(tmp_path, capsys, "list")
    assert code == 2 and [line.split()[0] for line in out.splitlines()] == ["4", "3", "1"]
    assert "because of damage: 2 " in error


def test_a_damaged_record_does_not_stop_the_rebuild_of_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_matches(tmp_path)
    run_damaging_sql(tmp_path, "UPDATE match SET record = 'text' WHERE id = 1")
    run_damaging_sql(tmp_path, "DELETE FROM seat")
    code, out, error = run_command(tmp_path, capsys, "rebuild")
    assert (code, out) == (2, "3 matches rebuilt\n") and "match 1 is damaged" in error
    assert len(Library(tmp_path).find_matches()) == 3


def test_a_file_with_a_damaged_schema_is_replaced_and_keeps_every_match(tmp_path: Path) -> None:
    content = save_matches(tmp_path)
    (tmp_path / LIBRARY_FILE).write_bytes(
        content.replace(b"CREATE TABLE match", b"CREATE TABEL match")
    )
    with closing(Library(tmp_path)) as library:
        entries = {entry.id: entry for entry in library.find_matches()}
        assert (
            library.fault == "broken"
            and library.n_recovered == 4
            and Path(library.backup_path).exists()
        )
    assert entries[2].note == "a note" and entries[3].starred and set(entries) == {1, 2, 3, 4}
    assert Library(tmp_path).fault is None


def damage_schema(folder: Path) -> bytes:
    """Damage the schema of a library; return what the file contains then."""
    file = folder / LIBRARY_FILE
    file.write_bytes(file.read_bytes().replace(b"CREATE TABLE match", b"CREATE TABEL match"))
    return file.read_bytes()


def test_a_recovered_match_keeps_what_its_record_does_not_tell(tmp_path: Path) -> None:
    with closing(Library(tmp_path)) as library:
        library.add_match(
            random_record(1), MatchProvenance(aids="memory", profiles=("Ada", None), rated=True)
        )
        library.add_match(random_record(2), MatchProvenance("branch", branch_at="0/3"))
        library.add_match(random_record(3), MatchProvenance("watched"))
        library.set_star(2, True)
        library.set_note(3, "a note")
        before = library.find_matches()
        library.mark_deleted((3,))
    damage_schema(tmp_path)
    with closing(Library(tmp_path)) as library:
        assert (library.fault, library.n_recovered) == ("broken", 2)
        assert library.find_matches() == before[1:]
        library.restore_deleted((3,))
        assert library.find_matches() == before


def test_every_damaged_file_is_kept_as_a_backup_of_its_own(tmp_path: Path) -> None:
    contents = []
    for seed in range(3):
        with closing(Library(tmp_path)) as library:
            library.add_match(random_record(seed))
        contents.append(damage_schema(tmp_path))
    Library(tmp_path).close()
    names = [f"{LIBRARY_FILE}.backup{number}" for number in ("", 2, 3)]
    assert [(tmp_path / name).read_bytes() for name in names] == contents


@pytest.mark.parametrize("changes", [{18: 5}, {18: 5, 63: 0}, {19: 9}], ids=str)
def test_a_damaged_header_does_not_make_a_library_that_cannot_be_written(
    tmp_path: Path, changes: dict[int, int]
) -> None:
    """Bytes 18 and 19 are versions of the file format, byte 63 the number of migrations."""
    content = bytearray(save_matches(tmp_path))
    for at, value in changes.items():
        content[at] = value
    (tmp_path / LIBRARY_FILE).write_bytes(content)
    with closing(Library(tmp_path)) as library:
        assert library.fault == "broken" and len(library.find_matches()) == 4
        assert library.add_match(random_record(9)) is not None


class SimulatedKill(BaseException):
    """Raised where the program is killed."""


@pytest.mark.parametrize("n_before", range(8))
def test_a_kill_during_the_recovery_loses_no_match_and_leaves_one_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, n_before: int
) -> None:
    """The program is killed before each step: linking the backup, adding a match, replacing."""
    damaged = save_matches(tmp_path).replace(b"CREATE TABLE match", b"CREATE TABEL match")
    (tmp_path / LIBRARY_FILE).write_bytes(damaged)
    (tmp_path / f"{LIBRARY_FILE}-journal").write_bytes(b"")
    steps: list[str] = []

    def killing(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def step(*arguments: Any, **options: Any) -> Any:
            if len(steps) == n_before:
                raise SimulatedKill
            steps.append(name)
            return method(*arguments, **options)

        return step

    with monkeypatch.context() as patch:
        patch.setattr(os, "link", killing("link", os.link))
        # Kills the process between two statements.
        write_rows = database._write_seats_rounds_and_turns
        patch.setattr(database, "_write_seats_rounds_and_turns", killing("match", write_rows))
        patch.setattr(Path, "replace", killing("replace", Path.replace))
        with contextlib.suppress(SimulatedKill):
            Library(tmp_path).close()
    assert steps == ["link", *["match"] * 4, "replace", "replace"][:n_before]
    with closing(Library(tmp_path)) as library:
        assert len(library.find_matches()) == 4
        assert library.fault == ("broken" if n_before < 7 else None)
    backups = tmp_path.glob(f"{LIBRARY_FILE}.backup*")
    (backup,) = [path for path in backups if not path.name.endswith("-journal")]
    assert backup.read_bytes() == damaged
    assert not list(tmp_path.glob("*.tmp"))


def test_a_damaged_page_found_while_adding_does_not_lose_the_match(
    tmp_path: Path,
) -> None:
    save_matches(tmp_path)
    library = Library(tmp_path)
    content = bytearray((tmp_path / LIBRARY_FILE).read_bytes())
    for at in range(4096, len(content), 4096):
        if content[at] == 0x0A:  # a page of an index
            content[at + 3 : at + 12] = bytes(range(200, 209))
    (tmp_path / LIBRARY_FILE).write_bytes(content)
    assert library.add_match(random_record(9)) is not None
    assert library.fault == "broken" and len(library.find_matches()) == 5


def test_a_reader_lists_a_damaged_file_and_leaves_it_unchanged(tmp_path: Path) -> None:
    content = save_matches(tmp_path)[:-4096].replace(b"SQLite format 3", b"SQLite formal 3")
    (tmp_path / LIBRARY_FILE).write_bytes(content)
    library = Library(tmp_path, may_write=False)
    assert (
        library.fault == "broken" and not library.backup_path and len(library.find_matches()) >= 3
    )
    assert (tmp_path / LIBRARY_FILE).read_bytes() == content


def test_rows_are_read_from_pages_that_overflow(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "some", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, b, c, d)")
        rows = [(n, "ő" * n * 700, bytes(n * 3000), n / 3 if n % 2 else -(2**n)) for n in range(40)]
        connection.executemany("INSERT INTO a VALUES (?, ?, ?, ?)", rows)
    found = {
        number: tuple(row[1:]) for number, row in salvaged_rows(tmp_path / "some") if len(row) == 4
    }
    assert found == {row[0]: row[1:] for row in rows}


def test_values_of_every_kind_and_length_are_salvaged(tmp_path: Path) -> None:
    numbers = [sign * (2**bits + d) for bits in range(63) for d in (-1, 0) for sign in (-1, 1)]
    values: list[Any] = [None, *numbers, -(2**63), 2**63 - 1, 0.5, -1e300]
    for n in (*range(70), 4000, 4060, 4061, 4062, 4063, 8152, 12_244, 70_000):
        values += ["x" * n, b"y" * n]
    rows = list(enumerate(values, start=1))
    with closing(sqlite3.connect(tmp_path / "some", isolation_level=None)) as connection:
        connection.execute("BEGIN")  # one transaction takes less time
        connection.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, b)")
        connection.executemany("INSERT INTO a VALUES (?, ?)", rows)
        connection.execute("COMMIT")
    found = {number: row[1] for number, row in salvaged_rows(tmp_path / "some") if len(row) == 2}
    assert found == dict(rows)
    assert all(type(found[number]) is type(value) for number, value in rows)


@pytest.mark.parametrize("kind", [10, 11])
def test_a_row_with_a_kind_of_value_that_does_not_exist_is_left_out(
    tmp_path: Path, kind: int
) -> None:
    with closing(sqlite3.connect(tmp_path / "some", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, b, c)")
        connection.execute("INSERT INTO a VALUES (1, NULL, 'damaged'), (2, NULL, 'whole')")
    content = (tmp_path / "some").read_bytes()
    # A row's header: its length, the kind of the number (0, since it is the row's number), of NULL
    # (0) and of a text of n characters (13 + 2n).
    header = bytes((4, 0, 0, 13 + 2 * len("damaged"))) + b"damaged"
    assert content.count(header) == 1
    (tmp_path / "some").write_bytes(
        content.replace(header, header[:2] + bytes((kind,)) + header[3:])
    )
    found = [row[2] for _number, row in salvaged_rows(tmp_path / "some") if len(row) == 3]
    assert found == ["whole"]


def test_deleted_rows_do_not_come_back(tmp_path: Path) -> None:
    """They are read neither from the free room on a page nor from free pages."""
    with closing(sqlite3.connect(tmp_path / "some", isolation_level=None)) as connection:
        connection.execute("BEGIN")  # one transaction takes less time
        connection.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, b, c, d)")
        rows = [(n, f"row {n}", 0, 1) for n in range(400)]
        connection.executemany("INSERT INTO a VALUES (?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
        connection.execute("DELETE FROM a WHERE id % 3 = 1 OR id BETWEEN 100 AND 300")
        left = [row[0] for row in connection.execute("SELECT id FROM a ORDER BY id")]
    found = [number for number, row in salvaged_rows(tmp_path / "some") if len(row) == 4]
    assert sorted(number for number in found if number is not None) == left


HOT = """
import sqlite3, os, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE match SET note = hex(randomblob(20000))")
os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
def test_a_hot_journal_is_rolled_back_before_a_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_matches(tmp_path)
    subprocess.run([sys.executable, "-c", HOT, str(tmp_path / LIBRARY_FILE)], check=False)
    assert (tmp_path / f"{LIBRARY_FILE}-journal").stat().st_size
    code, out, error = run_command(tmp_path, capsys, "list")
    assert (code, error) == (0, "") and out.count("\n") == 4 and "a note" in out


def test_columns_with_unexpected_values_do_not_stop_statistics(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_matches(tmp_path)
    run_damaging_sql(tmp_path, "UPDATE round SET points = 'many', winner = x'ff' WHERE match = 1")
    assert main(["--data-dir", str(tmp_path), "stats"]) == 0
    assert capsys.readouterr().err == ""


def test_the_window_learns_which_matches_are_missing(tmp_path: Path) -> None:
    save_matches(tmp_path)
    run_damaging_sql(tmp_path, "UPDATE match SET score = 'x' WHERE id = 3")
    storage = open_storage(tmp_path)[0]
    shelf = LibraryService(storage)
    library = shelf.opened_library
    assert library is not None and len(library.find_matches()) == 3
    shelf.report_damage()
    assert [(problem.code, problem.key) for problem in storage.pop_problems()] == [
        ("library_rows", "3")
    ]
    shelf.report_damage()
    assert storage.pop_problems() == ()
    shelf.close()


@pytest.mark.slow
def test_libraries_with_damage_anywhere_are_opened_or_refused(tmp_path: Path) -> None:
    assert list(library_damage.damage_libraries_and_find_faults(tmp_path, 6, 4, Random(4))) == []


def test_a_link_in_a_circle_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / LIBRARY_FILE).symlink_to(tmp_path / LIBRARY_FILE)
    code, out, error = run_command(tmp_path, capsys, "list")
    assert (code, out) == (2, "") and error.startswith("error: the library in ")
