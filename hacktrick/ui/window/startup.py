"""Starts the game in a window: opens storage, log and window, and shows the title.

All other screens are imported after the first frame, so that the title appears sooner.
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

from hacktrick.app import crash_log
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings
from hacktrick.app.storage import DataFolders, Storage, StorageProblem, open_storage
from hacktrick.i18n.file_problem_text import bad_installation_text, crash_text
from hacktrick.i18n.translator import _
from hacktrick.resources import BadInstallation
from hacktrick.ui.scene.scenes_and_context import Clipboard
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.window.game_window import TITLE, GameWindow, NoDisplayError

if TYPE_CHECKING:
    from hacktrick.coach.thinking_client import Thinker

CRASHED = 1
BAD_INSTALLATION = 2
NO_DISPLAY = 2
FIRST_PICTURE, TAKES_INPUT = "the first picture is shown", "the window takes input"


def run_game(data_dir: Path | None = None, opened: Path | None = None) -> int:
    """Open the window and play until the window is closed; return the exit code.

    Args:
        data_dir: the data folder; None for the usual data folder of the system.
        opened: the file of a match to import and show first, as requested by a file manager; None
            for none.
    """
    storage, problems = open_storage(data_dir)
    storage.use_background_writer()
    if not crash_log.install_log(storage.folders.log):
        problems += (StorageProblem("no_log", str(storage.folders.log / crash_log.LOG_FILE)),)
    crash_log.install_crash_log()
    settings, more = storage.load_settings()
    folders = storage.folders
    try:
        app = GameWindow(settings, on_crash=lambda error: log_and_show_crash(error, folders))
    except NoDisplayError as error:
        print(f"error: {error}", file=sys.stderr)
        storage.close()
        return NO_DISPLAY
    except BadInstallation as error:
        storage.close()
        return report_bad_installation(error)
    app.context.save = partial(save_settings_to_storage, storage)
    services = ProgramServices(
        *(app.context, storage, create_thinker, SystemRandom(), problems + more),
        judge=create_low_priority_thinker,
    )
    app.after_first_frame = partial(load_screens_and_background_services, app, services)
    if opened is not None:
        app.after_first_frame = partial(import_and_show_match, app, services, opened)
    app.after_frame = partial(log_input_ready_and_enable_gc, app)
    try:
        return app.run(TitleScene(app.context, services))
    except BadInstallation:
        return BAD_INSTALLATION  # the problem has already been reported
    except Exception:
        return CRASHED  # the crash has already been reported
    finally:
        services.close()


def create_thinker() -> Thinker:
    """Return a worker process for the computer players.

    The module of the worker is imported here, since only the first match needs it.
    """
    from hacktrick.coach.thinking_client import ProcessThinker

    return ProcessThinker()


def create_low_priority_thinker() -> Thinker:
    """Return a worker process of the lowest priority, for judging many matches."""
    from hacktrick.coach.thinking_client import ProcessThinker

    return ProcessThinker.with_low_priority()


def load_screens_and_background_services(app: GameWindow, services: ProgramServices) -> None:
    """Import all other screens; called after the first frame, before the first input."""
    crash_log.log.info(FIRST_PICTURE)
    from hacktrick.ui.window.screen_navigator import connect_navigator
    from hacktrick.ui.window.system_accessibility_and_speech import SystemPreferencesAndSpeech

    connect_navigator(app.context, services)
    app.preferences_and_voice = SystemPreferencesAndSpeech(app.context)
    app.preferences_and_voice.start_reading_preferences()
    app.work_in_background = services.review_queue.judge_step_finishes_match


def import_and_show_match(app: GameWindow, services: ProgramServices, path: Path) -> None:
    """Import a match from a file and show it in the library."""
    load_screens_and_background_services(app, services)
    app.context.navigator.show_match_list(str(path))


def log_input_ready_and_enable_gc(app: GameWindow) -> None:
    """Log that the window takes input, and turn on the garbage collector."""
    crash_log.log.info(TAKES_INPUT)
    app.after_frame = None
    gc.freeze()
    gc.enable()


def save_settings_to_storage(storage: Storage, settings: Settings) -> None:
    """Save the settings and log problems, which the player sees when a match is saved."""
    for problem in storage.save_settings(settings):
        crash_log.log.warning("settings not saved: %s %s", problem.code, problem.path)


def log_and_show_crash(error: BaseException, folders: DataFolders) -> None:
    """Report a crash in the log, on the terminal, and in a system message box.

    The game's own window may be unusable after a crash.
    """
    report = crash_log.crash_report(error)
    crash_log.log.critical("crash\n%s", report)
    if isinstance(error, BadInstallation):
        report_bad_installation(error)
        return
    text = crash_text(folders)
    print(text, file=sys.stderr)
    show_message_box(text, report)


def report_bad_installation(error: BadInstallation) -> int:
    """Report that a file of the installed program is missing; return the exit code."""
    text = bad_installation_text(error)
    print(f"error: {error}", file=sys.stderr)
    show_message_box(text, str(error))
    return BAD_INSTALLATION


def show_message_box(text: str, details: str) -> None:
    if pygame.display.get_init() and pygame.display.get_driver() in ("dummy", "offscreen"):
        return  # without a screen, the message box could not be closed
    buttons = (_("Close"), _("Copy the details"))
    with contextlib.suppress(pygame.error):
        if pygame.display.message_box(TITLE, text, "error", buttons=buttons) == 1:
            Clipboard().put_text(details)
