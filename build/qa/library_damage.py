#!/usr/bin/env python3
"""Damages match libraries, and checks that every undamaged match is still listed.

python build/qa/library_damage.py [--files N] [--rows N] [--seed S]

Bits of a file are flipped, or it is cut short or overwritten in part, or a row gets nonsensical
values. Then the library commands, the list of the text mode and the list of the window read it,
each from a fresh copy. Nothing may raise, a command prints at most one sentence, and every match
with an undamaged row must appear in every list.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import shutil
import sqlite3
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random

import pygame

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick import cli
from hacktrick.app.library_service import LibraryBrowser
from hacktrick.app.profiles import marker_styles_for
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.editions import rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.file_problem_text import problem_sentence
from hacktrick.i18n.library_and_statistics_text import (
    joined_player_names,
    match_date_and_source_line,
    match_score,
    round_count_text,
    winners_sentence,
)
from hacktrick.library.database import Library
from hacktrick.library.match_entries import LIBRARY_FILE, LibraryError
from hacktrick.terminal.play.console import Terminal
from hacktrick.terminal.play.program import run_text_mode
from hacktrick.ui.screens.library.match_list import MatchListScene
from tests.support.random_matches import random_record
from tests.support.rig import Rig

N_MATCHES = 12
MAX_NOTICES = 5
ROW_COLUMNS = (
    *("key", "began", "ended", "source", "preset", "options", "aids", "rated", "score", "rounds"),
    *("starred", "note", "record"),
)
SEAT_COLUMNS = ("profile", "name", "level", "won")
VALUES: tuple[object, ...] = (
    *("{]", "", "[]", "{}", "[1,", "null", "\u202e", "nothing", "[1e999]", "[" * 5000),
    *(-1, 0, 7, 2**62, 1.5, float("inf"), b"", b"\xff\x00", b"x\x9c\x03", bytes(3000)),
)
COMMANDS: tuple[tuple[str, ...], ...] = (
    *(("list",), ("list", "Ada"), ("list", "--json"), ("star", "3"), ("note", "4", "a word")),
    *(("delete", "5"), ("restore", "5"), ("rebuild",), ("import", "{folder}/new.json")),
    *(("export", "2", "--to", "{folder}"), ("export", "7", "--page", "--to", "{folder}")),
    *(("export", "8", "--raw", "--to", "{folder}"), ("export", "9", "--code", "--to", "{folder}")),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=500, metavar="N")
    parser.add_argument("--rows", type=int, default=300, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    options = parser.parse_args()
    faults = 0
    with tempfile.TemporaryDirectory(prefix="hacktrick-damage-") as folder:
        for fault in damage_libraries_and_find_faults(
            Path(folder), options.files, options.rows, Random(options.seed)
        ):
            faults += 1
            print(fault)
    print(f"{options.files} damaged files, {options.rows} bad rows: {faults} faults")
    return 1 if faults else 0


def damage_libraries_and_find_faults(
    folder: Path, n_files: int, n_rows: int, rng: Random
) -> Iterator[str]:
    """Damage files and rows of libraries, each in a new copy, and yield what goes wrong.

    Args:
        n_files: the number of files to damage.
        n_rows: the number of rows to damage.
    """
    whole = folder / "whole"
    make_undamaged_library(whole)
    good = (whole / LIBRARY_FILE).read_bytes()
    for n in range(n_files + n_rows):
        here = folder / "here"
        here.mkdir()
        what, lost = (
            damage_library_file(here / LIBRARY_FILE, good, rng)
            if n < n_files
            else damage_match_row(here / LIBRARY_FILE, good, rng)
        )
        yield from (
            f"{what}: {fault}" for fault in reader_faults_on_damage(here, lost, whole / "new.json")
        )
        shutil.rmtree(here)


def make_undamaged_library(folder: Path) -> None:
    """Create a library of some matches, and beside it the record of one more match."""
    rules = rules_for("keypad", {"target": 1})
    seats = (SeatInfo("Ada", "human"), SeatInfo("Bénédicte", "level:2"))
    records = [random_record(rules, seats, Random(n)) for n in range(N_MATCHES + 1)]
    with closing(Library(folder)) as library:
        for record in records[:-1]:
            library.add_match(record)
        library.set_note(2, "a note")
        library.set_star(3, True)
    (folder / "new.json").write_text(records[-1].as_text(), encoding="utf-8")


def damage_library_file(path: Path, good: bytes, rng: Random) -> tuple[str, set[int]]:
    """Damage the bytes of a library file.

    Returns:
        A description of the damage, and the numbers of the matches that may be lost.
    """
    content, kind = bytearray(good), rng.choice(("flip", "flips", "cut", "junk", "head"))
    if kind == "cut":
        del content[rng.randrange(len(content)) :]
    elif kind == "junk":
        at, n = rng.randrange(len(content)), rng.choice((16, 100, 600, 5000))
        content[at : at + n] = rng.randbytes(min(n, len(content) - at))
    else:
        for _ in range({"flip": 1, "head": 2}.get(kind, 20)):
            content[rng.randrange(100 if kind == "head" else len(content))] ^= 1 << rng.randrange(8)
    path.write_bytes(content)
    return kind, matches_on_changed_pages(good, bytes(content)) | matches_with_changed_seats(
        good, path
    )


def matches_on_changed_pages(good: bytes, bad: bytes) -> set[int]:
    """Return the numbers of the matches whose records touch a changed page of the file."""
    size = int.from_bytes(good[16:18], "big")
    pages = {
        n // size for n in range(0, len(good), size) if good[n : n + size] != bad[n : n + size]
    }
    return {number for number, own in file_pages_by_match(good, size).items() if own & pages}


def matches_with_changed_seats(good: bytes, damaged: Path) -> set[int]:
    """Return the numbers of the matches of which a readable file has lost or changed players."""
    changed: set[int] = set()
    with (
        closing(sqlite3.connect(":memory:")) as known,
        closing(sqlite3.connect(damaged)) as found,
        contextlib.suppress(sqlite3.Error, UnicodeDecodeError),
    ):
        known.deserialize(good)
        for number in range(1, N_MATCHES + 1):
            rows = [
                library.execute("SELECT * FROM seat WHERE match = ?", (number,)).fetchall()
                for library in (known, found)
            ]
            changed |= {number} if rows[0] != rows[1] else set()
    return changed


@cache
def file_pages_by_match(good: bytes, size: int) -> dict[int, set[int]]:
    """Return the numbers of the pages that hold each match's record."""
    with closing(sqlite3.connect(":memory:")) as known:
        known.deserialize(good)
        rows = known.execute("SELECT id, record FROM match").fetchall()
    starts = {number: range(0, len(record) - 24, 100) for number, record in rows}
    return {
        number: {good.find(record[at : at + 24]) // size for at in starts[number]}
        for number, record in rows
    }


def damage_match_row(path: Path, good: bytes, rng: Random) -> tuple[str, set[int]]:
    """Damage values of one match, in a file that remains valid for SQLite.

    Returns:
        A description of the damage, and the numbers of the matches that may be lost.
    """
    path.write_bytes(good)
    number, value = rng.randint(1, N_MATCHES), rng.choice(VALUES)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        kind = rng.choice(("match", "match", "seat", "seats gone", "round"))
        with contextlib.suppress(sqlite3.IntegrityError):
            if kind == "match":
                kind = rng.choice(ROW_COLUMNS)
                connection.execute(f"UPDATE match SET {kind} = ? WHERE id = ?", (value, number))
            elif kind == "seat":
                kind = rng.choice(SEAT_COLUMNS)
                connection.execute(f"UPDATE seat SET {kind} = ? WHERE match = ?", (value, number))
            elif kind == "round":
                kind = rng.choice(("leader", "winner", "points", "by"))
                connection.execute(f"UPDATE round SET {kind} = ? WHERE match = ?", (value, number))
            else:
                connection.execute("DELETE FROM seat WHERE match = ?", (number,))
    return f"{kind} {str(value)[:20]!r}", {number}


# Functions for reading the damaged library.


def reader_faults_on_damage(folder: Path, lost: set[int], new: Path) -> Iterator[str]:
    """Yield what goes wrong when each reader opens a damaged library.

    Args:
        lost: the numbers of the matches that need not be listed.
        new: the path of a record to import.
    """
    wanted = set(range(1, N_MATCHES + 1)) - lost
    content = (folder / LIBRARY_FILE).read_bytes()

    def fresh() -> Path:
        shutil.rmtree(folder)
        folder.mkdir()
        (folder / LIBRARY_FILE).write_bytes(content)
        shutil.copy(new, folder / "new.json")
        return folder

    for words in (*COMMANDS, ("stats",)):
        fresh()
        given = [word.format(folder=folder) for word in words]
        where = ["--data-dir", str(folder), *(["library"] if words != ("stats",) else []), *given]
        code, out, error = run_capturing_output(lambda where=where: cli.main(where))  # type: ignore[misc]
        if code not in (0, 2) or error.count("\n") > 1 or "Traceback" in error:
            yield f"{' '.join(words)} ended with {code}: {error.strip()[-300:]}"
        if words == ("list",):
            listed = {
                int(line.split()[0]) for line in out.splitlines() if line[:5].strip().isdigit()
            }
            if wanted - listed:
                yield f"list lacks {sorted(wanted - listed)}: {error.strip()}"
        if words == ("list", "--json") and out:
            json.loads(out)
    yield from text_mode_faults(fresh())
    yield from window_faults(fresh(), wanted)


def run_capturing_output(command: Callable[[], int]) -> tuple[int, str, str]:
    """Run a command in this process; return its exit code, output and error output.

    If the command raises an exception, the code is -1 and the error output is the traceback.
    """
    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        try:
            code = command()
        except SystemExit:
            code = -2
        except BaseException:
            traceback.print_exc()
            code = -1
    return code, out.getvalue(), error.getvalue()


def text_mode_faults(folder: Path) -> Iterator[str]:
    """Yield what goes wrong when the text mode lists the matches and shows some."""
    typed = io.StringIO("library\n3\n1\nback\n\nAda\n\nstats\n\n\n")
    screen = io.StringIO()
    terminal = Terminal(typed, screen, sleep=lambda _seconds: None)
    code, _out, error = run_capturing_output(
        lambda: run_text_mode(folder, terminal, InlineThinker, Random(1))
    )
    if code or error:
        yield f"the text mode ended with {code}: {error.strip()[-300:]}{crash_report(folder)}"


def crash_report(folder: Path) -> str:
    """Return the end of the crash report in the log, or "" if there is none."""
    logs = "".join(path.read_text("utf-8", "replace") for path in folder.glob("log/*"))
    return logs[logs.find("crash") :][-600:] if "crash" in logs else ""


def window_faults(folder: Path, wanted: set[int]) -> Iterator[str]:
    """Yield what goes wrong when the window shows its notices and its list, and opens a replay."""
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    pygame.init()
    rig = Rig(folder)
    try:
        scene = rig.show(MatchListScene(rig.context, rig.services))
        for _ in range(MAX_NOTICES):
            rig.draw()
            if rig.top is scene:
                break
            rig.key(pygame.K_RETURN)
        if rig.top is not scene:
            yield f"the window does not come back to its list from {type(rig.top).__name__}"
            return
        entries = scene.entries
        if missing := wanted - {entry.id for entry in entries}:
            yield f"the window lacks {sorted(missing)}"
        for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_END, pygame.K_HOME, pygame.K_RETURN):
            rig.key(key)
            rig.wait(0.1)
            rig.draw()
        shelf = rig.services.library
        kept = LibraryBrowser(shelf, lambda seats: marker_styles_for(seats, ()))
        for entry in entries:
            for made in (
                match_date_and_source_line,
                joined_player_names,
                round_count_text,
                match_score,
                winners_sentence,
            ):
                made(entry)
            kept.open_replay(entry)
        for problem in rig.services.pop_problems():
            problem_sentence(problem)
    except (Exception, LibraryError):
        yield f"the window: {traceback.format_exc()[-400:]}"
    finally:
        rig.services.close()
        rig.storage.close()


if __name__ == "__main__":
    raise SystemExit(main())
