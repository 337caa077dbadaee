"""The window game put together: storage, log, window, thinker, first scene.

The one place that knows them all; everything else is handed what it needs.
"""

from __future__ import annotations

import contextlib
import gc
import sys
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

import pygame

from hacktrick import crashlog
from hacktrick.folders import Folders
from hacktrick.resources import BadInstallation
from hacktrick.seat.desk import Desk
from hacktrick.settings import Settings
from hacktrick.storage import Problem, Storage, open_storage
from hacktrick.ui.menus.title import TitleScene
from hacktrick.ui.stage.context import Clipboard
from hacktrick.ui.window.app import TITLE, App, NoDisplay
from hacktrick.words.problems import bad_installation_text, crash_text
from hacktrick.words.translator import _

if TYPE_CHECKING:
    from hacktrick.play.thinker import Thinker

CRASHED = 1
BAD_INSTALLATION = 2
FIRST_PICTURE, TAKES_INPUT = "the first picture is shown", "the window takes input"


def run_game(data_dir: Path | None = None) -> int:
    """Open the window and play until it is closed; returns the exit code."""
    storage, problems = open_storage(data_dir)
    storage.write_behind()
    if not crashlog.install_log(storage.folders.log):
        problems += (Problem("no_log", str(storage.folders.log / crashlog.LOG_FILE)),)
    crashlog.install_crash_log()
    settings, more = storage.load_settings()
    folders = storage.folders
    try:
        app = App(settings, on_crash=lambda error: tell_crash(error, folders))
    except NoDisplay as error:
        print(error, file=sys.stderr)
        storage.close()
        return CRASHED
    except BadInstallation as error:
        storage.close()
        return tell_bad_installation(error)
    app.context.save = partial(keep, storage)
    desk = Desk(app.context, storage, new_thinker, SystemRandom(), problems + more)
    app.after_first = partial(load_other_screens, app, desk)
    app.after_frame = partial(log_input, app)
    try:
        return app.run(TitleScene(app.context, desk))
    except BadInstallation:
        return BAD_INSTALLATION  # it has been told
    except Exception:
        return CRASHED  # it has been told
    finally:
        desk.close()


def new_thinker() -> Thinker:
    """A process for the computer players; what it needs is loaded with the first match."""
    from hacktrick.play.thinker import ProcessThinker

    return ProcessThinker()


def load_other_screens(app: App, desk: Desk) -> None:
    """Behind the first picture, which needs none of them, and before the first press."""
    crashlog.log.info(FIRST_PICTURE)
    from hacktrick.ui.window.ways import connect

    connect(app.context, desk)


def log_input(app: App) -> None:
    """A slow start shows in the log."""
    crashlog.log.info(TAKES_INPUT)
    app.after_frame = None
    gc.freeze()
    gc.enable()


def keep(storage: Storage, settings: Settings) -> None:
    """Write changed settings; trouble goes to the log, as the match tells the player of it."""
    for problem in storage.save_settings(settings):
        crashlog.log.warning("settings not saved: %s %s", problem.code, problem.path)


def tell_crash(error: BaseException, folders: Folders) -> None:
    """In the log, on the terminal, and in a box of the system, as our own window is broken."""
    report = crashlog.crash_report(error)
    crashlog.log.critical("crash\n%s", report)
    if isinstance(error, BadInstallation):
        tell_bad_installation(error)
        return
    text = crash_text(folders)
    print(text, file=sys.stderr)
    _box(text, report)


def tell_bad_installation(error: BadInstallation) -> int:
    """That the program cannot go on without one of its own files; the exit code."""
    text = bad_installation_text(error)
    print(f"error: {error}", file=sys.stderr)
    _box(text, str(error))
    return BAD_INSTALLATION


def _box(text: str, details: str) -> None:
    if pygame.display.get_init() and pygame.display.get_driver() in ("dummy", "offscreen"):
        return  # nobody could close the box
    buttons = (_("Close"), _("Copy the details"))
    with contextlib.suppress(pygame.error):
        if pygame.display.message_box(TITLE, text, "error", buttons=buttons) == 1:
            Clipboard().put(details)
