"""The measures of ``bench.py`` that need a window, each run in a process of its own.

python build/window_bench.py start | think SIZE SECONDS | idle SIZE SECONDS

Prints one line of JSON. ``BEGUN`` in the environment is the time at which the process was asked
for, so that the start of Python itself is counted.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

if TYPE_CHECKING:
    from hacktrick.ui.app import App

LEVEL = 4
SETTLE = 12.0  # seconds: the deal, the first card, and the pictures that are painted ahead


def start() -> dict[str, float]:
    """Seconds from the command to the first picture and to the first frame that takes input."""
    from hacktrick.ui import app as window  # noqa: PLC0415 - loading it is what is measured

    seen: list[float] = []
    begun = float(os.environ["BEGUN"])
    frame = window.App._frame

    def timed(app: App) -> None:
        frame(app)
        seen.append(time.time() - begun)
        if len(seen) == 3:
            app.stop()

    setattr(window.App, "_frame", timed)  # noqa: B010 - the loop is watched from outside
    from hacktrick.ui.game import run_game  # noqa: PLC0415

    run_game()
    return {"first_frame": seen[0], "interactive": seen[1]}


class Waiting:
    """A clock that remembers how long it let the loop wait for its next frame."""

    def __init__(self, clock: Any) -> None:
        self._clock = clock
        self.waited = 0.0

    def tick(self, rate: float) -> float:
        begun = time.perf_counter()
        passed: float = self._clock.tick(rate)
        self.waited += time.perf_counter() - begun
        return passed


def think(size: str, seconds: str) -> dict[str, float]:
    """Work of every frame (input, update, drawing, showing; without the wait for the next one)
    while a computer player thinks all the time. The title has painted ahead, as it does before
    anybody has pressed Play."""
    works: list[float] = []
    clocks: list[Waiting] = []
    last = time.perf_counter()

    def note(app: App) -> None:
        nonlocal last
        now = time.perf_counter()
        if not clocks:
            clocks.append(Waiting(app._clock))
            setattr(app, "_clock", clocks[0])  # noqa: B010 - the loop is watched from outside
        else:
            works.append(now - last - clocks[0].waited)
        last, clocks[0].waited = now, 0.0

    _table(size, float(seconds), f"level:{LEVEL}", f"level:{LEVEL}", note, ahead=True)
    settled = works[2:]  # the first two open the table
    return {
        "frames": len(settled),
        "median": 1000 * median(settled),
        "longest": 1000 * max(settled),
        "level": LEVEL,
    }


def idle(size: str, seconds: str) -> dict[str, float]:
    """Processor time and memory of a table at which nobody does anything."""
    marks: list[tuple[float, float]] = []

    def note(app: App) -> None:
        marks.append((time.perf_counter(), time.process_time()))

    _table(size, float(seconds) + SETTLE, "human", f"level:{LEVEL}", note)
    settled = [mark for mark in marks if mark[0] > marks[0][0] + SETTLE]
    wall = settled[-1][0] - settled[0][0]
    return {"cpu": 100 * (settled[-1][1] - settled[0][1]) / wall, "memory": _memory()}


def _table(
    size: str,
    seconds: float,
    first: str,
    second: str,
    note: Callable[[App], None],
    ahead: bool = False,
) -> None:
    """Sit at a table for some seconds; ``note`` is called after every frame. ``ahead``: pictures
    are painted before, as on the title."""
    from hacktrick.game.view import SeatInfo  # noqa: PLC0415
    from hacktrick.play.thinker import ProcessThinker  # noqa: PLC0415
    from hacktrick.storage import open_storage  # noqa: PLC0415
    from hacktrick.ui import app as window  # noqa: PLC0415
    from hacktrick.ui.desk import Desk, NewMatch  # noqa: PLC0415
    from hacktrick.ui.scenes.table import TableScene  # noqa: PLC0415
    from hacktrick.ui.views.warm import table_ahead  # noqa: PLC0415

    app = window.App()
    app.window.size = tuple(map(int, size.split("x")))
    app.context.rebuild(app.window.size)
    if ahead:
        list(table_ahead(app.context))
        while app.sounds.prepare():
            pass
    storage, _ = open_storage()
    desk = Desk(app.context, storage, ProcessThinker, Random(1))
    seats = (SeatInfo("Ada", first), SeatInfo("Zeus", second))
    desk.begin(NewMatch("keypad", seats, leader=0))
    ends = time.perf_counter() + seconds
    frame = app._frame

    def timed() -> None:
        frame()
        note(app)
        if time.perf_counter() > ends:
            app.stop()

    setattr(app, "_frame", timed)  # noqa: B010 - as above
    try:
        app.run(TableScene(app.context, desk))
    finally:
        desk.close()


def _memory() -> float:
    """Megabytes of memory that this process holds; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    measures: dict[str, Callable[..., dict[str, float]]] = {
        "start": start,
        "think": think,
        "idle": idle,
    }
    print(json.dumps(measures[sys.argv[1]](*sys.argv[2:])))
