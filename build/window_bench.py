"""The measures of ``bench.py`` that need a window, each run in a process of its own.

python build/window_bench.py think SIZE SECONDS | move SIZE SECONDS | idle SIZE SECONDS

Prints one line of JSON.
"""

from __future__ import annotations

import inspect
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

import pygame

if TYPE_CHECKING:
    from hacktrick.ui.window.app import App

LEVEL, QUICK = 10, 1  # who thinks long, and who does not
SETTLE = 12.0  # seconds: the deal and the first card; the pictures painted ahead may take longer


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
    works = _works(size, float(seconds), LEVEL, moving=False)
    return {**_middle_and_worst(works), "level": LEVEL}


def move(size: str, seconds: str) -> dict[str, float]:
    """Work of the frames in which something moves, in rounds of players who never rest: deals,
    plays, captures, plates, reshuffles, winning lines, points."""
    return _middle_and_worst(_works(size, float(seconds), QUICK, moving=True))


def _middle_and_worst(works: list[float]) -> dict[str, float]:
    ordered = sorted(works)
    return {
        "frames": len(ordered),
        "median": 1000 * median(ordered),
        "late": 1000 * ordered[int(0.99 * (len(ordered) - 1))],
        "longest": 1000 * ordered[-1],
    }


def _works(size: str, seconds: float, level: int, moving: bool) -> list[float]:
    works: list[float] = []
    clocks: list[Waiting] = []
    last = time.perf_counter()

    def note(app: App) -> None:
        nonlocal last
        now = time.perf_counter()
        if not clocks:
            clocks.append(Waiting(app._clock))
            setattr(app, "_clock", clocks[0])  # noqa: B010 - the loop is watched from outside
        elif app.context.stack.animating or not moving:
            works.append(now - last - clocks[0].waited)
        _go_on(app)
        last, clocks[0].waited = time.perf_counter(), 0.0

    pace = "instant" if moving else "normal"
    _table(size, seconds, f"level:{level}", f"level:{level}", note, ahead=True, pace=pace)
    return works[2:]  # the first two open the table


def _go_on(app: App) -> None:
    """Press Enter on the result of a round, as a player would."""
    from hacktrick.ui.table.scene import TableScene  # noqa: PLC0415

    stack = app.context.stack
    if not stack.animating and not isinstance(stack.top, TableScene):
        key = {"key": pygame.K_RETURN, "mod": 0, "unicode": "\r", "scancode": 40}
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key))


def idle(size: str, seconds: str, focused: str = "1") -> dict[str, float]:
    """Processor time and memory of a table at which nobody does anything; ``focused`` 0: the window
    lies behind another one."""
    marks: list[tuple[float, float]] = []
    begun = time.perf_counter()

    def note(app: App) -> None:
        if time.perf_counter() < begun + SETTLE or (not marks and _is_painting(app)):
            return
        if marks and time.perf_counter() > marks[0][0] + float(seconds):
            app.stop()
        if not marks and focused == "0":
            pygame.event.post(pygame.Event(pygame.WINDOWFOCUSLOST))
        marks.append((time.perf_counter(), time.process_time()))

    _table(size, 10 * SETTLE + float(seconds), "human", f"level:{LEVEL}", note)
    (start, used), (end, used_then) = marks[10], marks[-1]  # the first cover the cards
    return {"cpu": 100 * (used_then - used) / (end - start), "memory": _memory()}


def _is_painting(app: App) -> bool:
    """Whether pictures are still being painted ahead."""
    ahead = getattr(app.context.stack.top, "_ahead", None)
    return ahead is not None and inspect.getgeneratorstate(ahead) != inspect.GEN_CLOSED


def _table(
    size: str,
    seconds: float,
    first: str,
    second: str,
    note: Callable[[App], None],
    ahead: bool = False,
    pace: str = "normal",
) -> None:
    """Sit at a table for some seconds; ``note`` is called after every frame. ``ahead``: pictures
    are painted before, as on the title."""
    from hacktrick.game.view import SeatInfo  # noqa: PLC0415
    from hacktrick.play.thinker import ProcessThinker  # noqa: PLC0415
    from hacktrick.seat.desk import Desk  # noqa: PLC0415
    from hacktrick.seat.newmatch import NewMatch  # noqa: PLC0415
    from hacktrick.settings import Settings, changed  # noqa: PLC0415
    from hacktrick.storage import open_storage  # noqa: PLC0415
    from hacktrick.ui.table.warm import table_ahead  # noqa: PLC0415
    from hacktrick.ui.window import app as window  # noqa: PLC0415
    from hacktrick.ui.window.ways import connect  # noqa: PLC0415

    app = window.App(changed(Settings(), pace=pace))
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
        app.run(connect(app.context, desk).at_table())
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
        "think": think,
        "move": move,
        "idle": idle,
    }
    print(json.dumps(measures[sys.argv[1]](*sys.argv[2:])))
