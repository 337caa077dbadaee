"""The program tries itself out: a window, a table, decisions of the computer, a save, an end.

Without a window that anybody sees unless the environment names a video driver. For packagers: it
uses every part that could be missing from a package, the worker process above all.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import SystemRandom

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from hacktrick import themes as theme
from hacktrick.game.view import SeatInfo
from hacktrick.play.players import LEVEL_NUMBERS, level_name
from hacktrick.play.thinker import Answer, ProcessThinker
from hacktrick.seat.desk import Desk
from hacktrick.seat.newmatch import NewMatch
from hacktrick.settings import Settings
from hacktrick.storage import Storage, open_storage
from hacktrick.ui.table.scene import TableScene
from hacktrick.ui.window.app import App, NoDisplay
from hacktrick.ui.window.program import keep
from hacktrick.ui.window.ways import connect

PATIENCE = 60.0  # seconds for the computer's first decisions, on machines that have much to do
ACTIONS = 2  # actions of the computer that are waited for
FRAMES = 3  # frames that a screen is looked at


class Failure(Exception):
    """A step did not work; the text is one sentence."""


def self_test(data_dir: Path | None = None) -> int:
    """0 if everything works, 1 and one sentence if not. A match of the player is never touched."""
    try:
        if data_dir:
            data_dir.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="hacktrick-self-test-", dir=data_dir) as folder:
            _run(Path(folder))
    except (Failure, NoDisplay, OSError) as error:
        print(f"self-test failed: {error}", file=sys.stderr)
        return 1
    print("self-test passed")
    return 0


def _run(folder: Path) -> None:
    storage, problems = open_storage(folder)
    if problems:
        raise Failure(f"the folder {folder} cannot be used ({problems[0].code})")
    _step(f"data folder: {folder}")
    for key in theme.available():
        theme.load(key)
    _step(f"themes: {', '.join(theme.available())}")
    app = App(Settings(pace="instant", animation_speed="off"))
    app.context.save = partial(keep, storage)
    _step(f"window: {app.context.size[0]} x {app.context.size[1]}")
    desk = Desk(app.context, storage, _Thinker, SystemRandom())
    try:
        watch = _Watch(app, desk)
        app.after_frame = watch.look
        app.run(connect(app.context, desk).first())
        if watch.failure:
            raise Failure(watch.failure)
        _check_save(app, desk, storage)
    finally:
        desk.close()
    _step("end: clean")


class _Thinker(ProcessThinker):
    """A decision that a fault made is no decision here."""

    def poll(self) -> Answer | None:
        answer = super().poll()
        if answer is not None and answer.decision.faulty:
            raise Failure("the computer player cannot think: see the error above")
        return answer


class _Watch:
    """Goes from screen to screen while the window runs, and ends it."""

    def __init__(self, app: App, desk: Desk) -> None:
        self.failure = ""
        self._app, self._desk = app, desk
        self._frames = 0
        self._since = time.monotonic()
        self._next: Callable[[], None] = self._see_title

    def look(self) -> None:
        self._frames += 1
        self._next()

    def _see_title(self) -> None:
        if self._frames < FRAMES:
            return
        _step("title: shown")
        level = level_name(LEVEL_NUMBERS[-1])
        seats = (SeatInfo("One", level), SeatInfo("Two", level))
        self._desk.begin(NewMatch("keypad", seats))
        self._app.context.stack.push(TableScene(self._app.context, self._desk))
        self._since, self._next = time.monotonic(), self._see_decision

    def _see_decision(self) -> None:
        session = self._desk.session
        seconds = time.monotonic() - self._since
        if session is None:
            self._stop("the table went away")
        elif session.version > ACTIONS:
            _step(f"table: shown, {ACTIONS} decisions of the computer in {seconds:.1f} s")
            self._stop()
        elif seconds > PATIENCE:
            self._stop(f"the computer did not decide within {PATIENCE:.0f} seconds")

    def _stop(self, failure: str = "") -> None:
        self.failure = failure
        self._app.stop()


def _check_save(app: App, desk: Desk, storage: Storage) -> None:
    """What was saved is what was played."""
    played = desk.session
    if played is None:
        raise Failure("there is no match to save")
    again = Desk(app.context, storage, ProcessThinker, SystemRandom())
    if again.saved is None:
        raise Failure("the saved match cannot be loaded")
    loaded = again.resume()
    if (loaded.public, loaded.told_to_all) != (played.public, played.told_to_all):
        raise Failure("the saved match is not the one that was played")
    _step("match: saved and loaded")


def _step(text: str) -> None:
    print(text, flush=True)
