#!/usr/bin/env python3
"""Measures how long a library of many matches takes to open, list, search and count.

python build/bench/library.py [--matches 1000] [--seed 1]

Fills a library of its own with random `keypad` matches to three points. Searches for positions:
before and after the start card, where most rounds match, and in the middle of a round. Opening
means what the window does for *Matches*: first use of the database in a fresh process, whole list
and first picture of the scene at 1280x720.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.game.notation.diagram import Diagram
from hacktrick.game.rules import PRESETS
from hacktrick.game.view import SeatInfo
from hacktrick.library.database import Library
from hacktrick.library.match_entries import MatchProvenance, MatchQuery
from hacktrick.library.player_statistics import statistics_of
from hacktrick.library.position_index import PositionIndex
from tests.support.random_matches import random_match

SEATS = (SeatInfo("Ada", "human"), SeatInfo("Cipher", "level:7"))
MARK = MatchProvenance(profiles=("Ada", None), rated=True)
TIMES = 7


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--open", type=Path, help=argparse.SUPPRESS)  # the fresh process
    options = parser.parse_args()
    if options.open:
        print(opened(options.open))
        return 0
    with tempfile.TemporaryDirectory(prefix="hacktrick-library-") as name:
        measure(Path(name), options.matches, options.seed)
    return 0


def measure(folder: Path, n: int, seed: int) -> None:
    rng, began = Random(seed), time.perf_counter()
    library = Library(folder)
    for _ in range(n):
        library.add(random_match(PRESETS["keypad"], SEATS, rng), MARK)
    print(f"{len(library)} matches in {time.perf_counter() - began:.0f} s, {_size(folder):.1f} MB")
    print_median_time("the list of all", lambda: library.find())
    print_median_time("a search", lambda: library.find(MatchQuery(text="ada")))
    diagrams = positions(library)
    for what, diagram in diagrams.items():
        n = PositionIndex(library).find(diagram).n
        print_median_time(
            f"rounds that were {what} ({n} turns)", partial(PositionIndex(library).find, diagram)
        )
    print_median_time("how rounds opened", PositionIndex(library).openings)
    print_median_time("statistics of a player", lambda: statistics_of(library, "Ada"))
    library.close()
    command = [sys.executable, __file__, "--open", str(folder)]
    shown = [float(subprocess.check_output(command).splitlines()[-1]) for _ in range(TIMES)]
    print(f"Matches on the screen, in a fresh process: {1000 * median(shown):.0f} ms")


def positions(library: Library) -> dict[str, Diagram]:
    """Return positions of the last match: before and after the start card, and later."""
    turns = {"before the start card": 0, "after the start card": 1, "eight actions later": 9}
    replayed = ReplaySession(library.record(library.numbers()[-1]))
    found = {}
    for what, action in turns.items():
        replayed.go(ReplayPosition(0, action))
        replayed.go(replayed.turn_start)
        found[what] = replayed.public_diagram
    return found


def _size(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.iterdir()) / 1e6


def print_median_time(what: str, call: Callable[[], object]) -> None:
    """Print the median time of a call, in milliseconds."""
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    print(f"{what}: {1000 * median(times):.1f} ms, most {1000 * max(times):.1f}")


def opened(folder: Path) -> float:
    """Return the seconds from the press of *Matches* to its picture in an open program."""
    import pygame  # noqa: PLC0415

    from hacktrick.ui.screens.title.title_scene import TitleScene  # noqa: PLC0415
    from tests.support.rig import Rig  # noqa: PLC0415

    pygame.init()
    rig = Rig(folder)
    title = rig.show(TitleScene(rig.context, rig.workspace))
    rig.stack.draw(rig.surface)
    began = time.perf_counter()
    title.show_matches()
    rig.wait(0)
    rig.stack.draw(rig.surface)
    took = time.perf_counter() - began
    assert len(rig.top.entries) > 1
    return took


if __name__ == "__main__":
    sys.exit(main())
