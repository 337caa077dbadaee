#!/usr/bin/env python3
"""Measures how long a library of many matches takes to open, list and search.

python build/bench/library.py [--matches 1000] [--seed 1] [--folder DIR]

Fills a new library with random `keypad` matches to three points. About every tenth match has a
note, and all are marked as reviewed; the cost of each decision (the chance to win that it gave
away) is random, mostly zero. The benchmark searches for the positions before and after the start
card, which occur in many rounds, and for one from the middle of a round. The times of the screens
*Matches*, *Your mistakes* and *Were you here before?* include the first use of the database in a
fresh process and end with the first picture of the answer at 1280x720.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.app.position_search import search_position_in_library
from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.app.study_session import STUDY_FOLDER, StudyFiles, study_of_text
from hacktrick.coach.judgement import current_judge_ids
from hacktrick.coach.review.judged_round import DECISION_THEMES
from hacktrick.game.editions import PRESETS
from hacktrick.game.notation.diagram import Diagram
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.view import SeatInfo
from hacktrick.library.database import Library
from hacktrick.library.match_entries import MatchProvenance, MatchQuery
from hacktrick.library.position_index import PositionIndex
from hacktrick.library.statistics_queries import mistakes_of, statistics_of
from hacktrick.match.record import Record
from tests.support.random_matches import random_record

NOTE = "the fork of the zebra"
THEMES = " ".join(DECISION_THEMES[:2])
SHARE_OF_MARKED = 0.1  # share of decisions with a cost, and of matches with a note
SEATS = (SeatInfo("Ada", "human"), SeatInfo("Cipher", "level:7"))
MARK = MatchProvenance(profiles=("Ada", None), rated=True)
N_TIMES = 7
N_STUDIES = 50
POSITION_LINE = "keypad turn=0 row=3 aside=02 hands=0145/????"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument(
        "--folder", type=Path, help="keep the library in this folder, and use it again"
    )
    # Used to run in the fresh process.
    parser.add_argument("--open", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.open:
        folder, screen = options.open
        print(seconds_to_open_screen(Path(folder), screen))
        return 0
    if options.folder:
        measure_library(options.folder, options.matches, options.seed)
        return 0
    with tempfile.TemporaryDirectory(prefix="hacktrick-library-") as name:
        measure_library(Path(name), options.matches, options.seed)
    return 0


def measure_library(folder: Path, n_matches: int, seed: int) -> None:
    rng, began = Random(seed), time.perf_counter()
    library = Library(folder)
    for _ in range(n_matches - len(library)):
        add_judged_match(library, random_record(PRESETS["keypad"], SEATS, rng), rng)
    studies = StudyFiles(folder / STUDY_FOLDER)
    for number in range(N_STUDIES - len(studies.names)):
        studies.save_study(f"study {number}", study_of_text(POSITION_LINE))
    seconds = time.perf_counter() - began
    print(f"{len(library)} matches in {seconds:.0f} s, {_folder_megabytes(folder):.1f} MB")
    print_median_time("the list of all", lambda: library.find_matches())
    print_median_time("a search", lambda: library.find_matches(MatchQuery(text="ada")))
    print_median_time("a search for a note", lambda: library.find_matches(MatchQuery(text="zebra")))
    print_median_time("the mistakes of a player", lambda: mistakes_of(library, "Ada"))
    diagrams = sample_positions(library)
    for what, diagram in diagrams.items():
        print_median_time(
            f"the first answer {what}", partial(first_search_answer, library, studies, diagram)
        )
        n_matches = PositionIndex(library).find_turns(diagram).n
        print_median_time(
            f"rounds that were {what} ({n_matches} turns)",
            partial(PositionIndex(library).find_turns, diagram),
        )
    print_median_time("how rounds opened", PositionIndex(library).opening_counts)
    times = N_TIMES if len(library) <= 1000 else 1
    print_median_time("statistics of a player", lambda: statistics_of(library, "Ada"), times)
    library.close()
    for screen in SCREENS:
        command = [sys.executable, __file__, "--open", str(folder), screen]
        shown = [float(subprocess.check_output(command).splitlines()[-1]) for _ in range(N_TIMES)]
        middle, most = 1000 * median(shown), 1000 * max(shown)
        print(f"{screen} on the screen, in a fresh process: {middle:.0f} ms, most {most:.0f}")


def add_judged_match(library: Library, record: Record, rng: Random) -> None:
    """Add a match and mark it as judged, with invented costs for its decisions."""
    number = library.add_match(record, MARK)
    judge = current_judge_ids()[0]
    story = zlib.compress(b'{"stage":"opened"}')
    decisions: list[tuple[object, ...]] = []
    for round_, one in enumerate(record.rounds):
        for action, text in enumerate(one.actions):
            loss = rng.random() if rng.random() < SHARE_OF_MARKED else 0.0
            found = (number, round_, action, action % 2, judge, THEMES, 1, "draw", text)
            decisions.append((*found, loss, loss / 10, 0.5, loss))
    with library.transaction() as write:
        if rng.random() < SHARE_OF_MARKED:
            write.execute("INSERT INTO turn_note VALUES (?, 0, 1, ?)", (number, NOTE))
        rounds = [(number, round_, judge, story) for round_, _ in enumerate(record.rounds)]
        write.executemany("INSERT INTO judged VALUES (?, ?, ?, ?)", rounds)
        places = ", ".join("?" * 13)
        write.executemany(f"INSERT INTO decision VALUES ({places})", decisions)


def first_search_answer(library: Library, studies: StudyFiles, diagram: Diagram) -> object:
    """Return the first answer of a search for a position."""
    return next(search_position_in_library(library, studies, diagram))


def sample_positions(library: Library) -> dict[str, Diagram]:
    """Return positions of the newest match, by a description of their place in the round."""
    turns = {"before the start card": 0, "after the start card": 1, "eight actions later": 9}
    replayed = ReplaySession(library.load_record(library.match_numbers()[-1]))
    found = {}
    for what, action in turns.items():
        replayed.go_to(ReplayPosition(0, action))
        replayed.go_to(replayed.position_at_turn_start)
        found[what] = replayed.public_diagram
    return found


def _folder_megabytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.iterdir()) / 1e6


def print_median_time(label: str, call: Callable[[], object], n_times: int = N_TIMES) -> None:
    """Print the median and the longest time of a call, in milliseconds."""
    times = []
    for _ in range(n_times):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    print(f"{label}: {1000 * median(times):.1f} ms, most {1000 * max(times):.1f}")


SCREENS = ("Matches", "Your mistakes", "Were you here before?")


def seconds_to_open_screen(folder: Path, screen: str) -> float:
    """Return the seconds from the press of a button to the first picture with the result."""
    import pygame  # noqa: PLC0415

    from hacktrick.ui.screens.study.position_search_scene import (  # noqa: PLC0415
        PositionSearchScene,
    )
    from hacktrick.ui.screens.title.title_scene import TitleScene  # noqa: PLC0415
    from tests.support.rig import Rig  # noqa: PLC0415

    pygame.init()
    rig = Rig(folder)
    rig.show(TitleScene(rig.context, rig.services))
    rig.stack.draw(rig.surface)
    began = time.perf_counter()
    go = rig.context.navigator
    if screen == "Matches":
        go.show_match_list()
    elif screen == "Your mistakes":
        go.show_mistakes()
    else:
        go.find_position_in_library(read_diagram(POSITION_LINE))
    rig.wait(0)
    while isinstance(rig.top, PositionSearchScene) and rig.top.search.answer is None:
        rig.wait(0)
        time.sleep(0.001)
    rig.stack.draw(rig.surface)
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(main())
