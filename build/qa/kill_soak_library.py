#!/usr/bin/env python3
"""Kills a program while it writes to the match library, and checks what is left each time.

python build/qa/kill_soak_library.py [--kills N] [--seed S]

A child process adds matches, stars and notes, deletes matches and restores them, and reports each
finished action. After a kill -9 at a random moment every reported action must be in the library,
the file must be intact, and at most one more action, the unfinished one, may be there. Needs a
system with kill -9.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.game.editions import rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.library.database import Library
from hacktrick.library.match_entries import LIBRARY_FILE
from tests.support.random_matches import random_record

RULES = rules_for("keypad", {"target": 1})
SEATS = (SeatInfo("Ada", "human"), SeatInfo("Ben", "human"))
MIN_WRITING_SECONDS, MAX_WRITING_SECONDS = 0.0, 0.35  # number of seconds of writing before the kill
START_TIMEOUT = 60.0  # number of seconds within which the child must start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    # Used to run the child process.
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        return write_until_killed(options.write, options.seed)
    with tempfile.TemporaryDirectory(prefix="hacktrick-kill-library-") as folder:
        return soak_library(Path(folder), options.kills, Random(options.seed))


# Functions for the child process.


def write_until_killed(folder: Path, seed: int) -> int:
    """Write until killed and report every finished action; the child's main function."""
    rng, library = Random(seed), Library(folder)
    numbers = list(library.match_numbers())
    report_line("begin")
    while True:
        kind = rng.choice(("add", "add", "star", "note", "delete")) if numbers else "add"
        if kind == "add":
            number = library.add_match(random_record(RULES, SEATS, Random(rng.getrandbits(60))))
            assert number is not None
            numbers.append(number)
            report_line(f"add {number}")
            continue
        number = rng.choice(numbers)
        if kind == "star":
            library.set_star(number, True)
        elif kind == "note":
            library.set_note(number, f"note {number}")
        else:
            library.mark_deleted((number,))
            library.restore_deleted((number,))
        report_line(f"{kind} {number}")


def report_line(line: str) -> None:
    """Write a line to standard output."""
    os.write(1, f"{line}\n".encode())


def soak_library(folder: Path, kills: int, rng: Random) -> int:
    """Kill a child again and again, and check the library after each kill; return an exit code."""
    began, kept, noted, starred = time.monotonic(), set[int](), set[int](), set[int]()
    for number in range(1, kills + 1):
        for line in run_and_kill(folder, rng):
            kind, _space, text = line.partition(" ")
            {"add": kept, "note": noted, "star": starred}.get(kind, set()).add(int(text or 0))
        fault = library_fault(folder, kept, noted, starred)
        if fault:
            print(f"kill {number}: {fault}")
            return 1
    took = time.monotonic() - began
    print(f"{kills} kills in {took:.0f} s: {len(kept)} matches kept, nothing lost.")
    return 0


def run_and_kill(folder: Path, rng: Random) -> list[str]:
    """Start a child, kill it, and return the actions it has reported."""
    command = [sys.executable, __file__, "--write", str(folder), "--seed", str(rng.getrandbits(40))]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        first = child.stdout.readline().decode()
        time.sleep(rng.uniform(MIN_WRITING_SECONDS, MAX_WRITING_SECONDS))
        child.kill()
        lines = child.stdout.read().decode().split("\n")[:-1]
    assert first == "begin\n", "the library did not open"
    return lines


def library_fault(folder: Path, kept: set[int], noted: set[int], starred: set[int]) -> str:
    """Return a description of what is wrong with the library, or "" if nothing is.

    The match of an unfinished action is added to ``kept``.
    """
    with closing(sqlite3.connect(folder / LIBRARY_FILE)) as connection:
        (whole,) = connection.execute("PRAGMA integrity_check").fetchone()
        rows = connection.execute("SELECT id, starred, note, deleted FROM match").fetchall()
    found = {row[0]: row for row in rows}
    if whole != "ok":
        return f"the file is damaged: {whole}"
    if not kept <= found.keys() or len(found) > len(kept) + 1:
        lost, more = sorted(kept - found.keys()), sorted(found.keys() - kept)
        return f"lost are {lost}, nobody said {more}"
    kept.update(found)  # the match of the interrupted action counts as kept from now on
    if any(not found[number][2] for number in noted):
        return "a note is lost"
    if any(not found[number][1] for number in starred):
        return "a star is lost"
    if sum(row[3] is not None for row in rows) > 1:
        return "a match stays deleted"
    return _fault_in_newest_matches(folder, {row[0] for row in rows if row[3] is not None})


def _fault_in_newest_matches(folder: Path, deleted: set[int]) -> str:
    """Return what is wrong when the newest matches are read, or "" if nothing is.

    A match whose restoration was interrupted is restored first.
    """
    with closing(Library(folder)) as library:
        if library.fault:
            return f"the library is {library.fault}"
        library.restore_deleted(deleted)
        for number in library.match_numbers()[-3:]:
            library.load_record(number)
    return ""


if __name__ == "__main__":
    sys.exit(main())
