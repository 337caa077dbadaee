"""The self-test of an installed program: opens a window, plays a little, saves and quits."""

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

from hacktrick.app import themes as theme
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings
from hacktrick.app.storage import Storage, open_storage
from hacktrick.coach.thinking_client import DecisionAnswer, ProcessThinker
from hacktrick.game.view import SeatInfo
from hacktrick.match.player_kinds import LEVEL_NUMBERS, player_for_level
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.window.game_window import GameWindow, NoDisplayError
from hacktrick.ui.window.screen_navigator import connect_navigator
from hacktrick.ui.window.startup import save_settings_to_storage

# Number of seconds to wait for the computer's first actions, on a busy machine.
COMPUTER_TIMEOUT = 60.0
COMPUTER_ACTIONS = 2  # number of actions of the computer to wait for
FRAMES_PER_SCREEN = 3  # number of frames for which each screen is shown


class SelfTestFailure(Exception):
    """Raised with a one-sentence text when a step of the self-test fails."""


def self_test(data_dir: Path | None = None) -> int:
    """Run the self-test in a temporary folder.

    Args:
        data_dir: the folder in which the temporary folder is made; None for the system's. Existing
            files in ``data_dir`` are left unchanged.

    Returns:
        0, or 1 after printing a sentence on standard error.
    """
    try:
        if data_dir:
            data_dir.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(
            prefix="hacktrick-self-test-", dir=data_dir, ignore_cleanup_errors=True
        ) as folder:
            _run_self_test_in_folder(Path(folder))
    except (SelfTestFailure, NoDisplayError, OSError) as error:
        print(f"self-test failed: {error}", file=sys.stderr)
        return 1
    print("self-test passed")
    return 0


def _run_self_test_in_folder(folder: Path) -> None:
    storage, problems = open_storage(folder)
    if problems:
        raise SelfTestFailure(f"the folder {folder} cannot be used ({problems[0].code})")
    _report_step(f"data folder: {folder}")
    for key in theme.theme_keys():
        theme.load_theme(key)
    _report_step(f"themes: {', '.join(theme.theme_keys())}")
    app = GameWindow(Settings(pace="instant", animation_speed="off"))
    app.context.save = partial(save_settings_to_storage, storage)
    _report_step(f"window: {app.context.size[0]} x {app.context.size[1]}")
    services = ProgramServices(app.context, storage, _ThinkerWithoutFallback, SystemRandom())
    try:
        watch = _ScreenTour(app, services)
        app.after_frame = watch.advance_frame
        app.run(connect_navigator(app.context, services).make_title_scene())
        if watch.failure:
            raise SelfTestFailure(watch.failure)
        _check_saved_match(app, services, storage)
    finally:
        services.close()
    _report_step("end: clean")


class _ThinkerWithoutFallback(ProcessThinker):
    """A worker process whose ``poll_decision`` raises if a level failed and a fallback decided."""

    def poll_decision(self) -> DecisionAnswer | None:
        answer = super().poll_decision()
        if answer is not None and answer.decision.is_fallback:
            raise SelfTestFailure("the computer player cannot think: see the error above")
        return answer


class _ScreenTour:
    """Shows one screen after another, checks each screen in every frame, and closes the window."""

    def __init__(self, app: GameWindow, services: ProgramServices) -> None:
        self.failure = ""
        self._app, self._services = app, services
        self._frames = 0
        self._since = time.monotonic()
        self._next: Callable[[], None] = self._check_title_and_open_table

    def advance_frame(self) -> None:
        self._frames += 1
        self._next()

    def _check_title_and_open_table(self) -> None:
        if self._frames < FRAMES_PER_SCREEN:
            return
        _report_step("title: shown")
        level = player_for_level(LEVEL_NUMBERS[-1])
        seats = (SeatInfo("One", level), SeatInfo("Two", level))
        self._services.local_table.begin_match(MatchSetup("keypad", seats))
        self._app.context.stack.push(TableScene(self._app.context, self._services))
        self._since, self._next = time.monotonic(), self._check_decision

    def _check_decision(self) -> None:
        session = self._services.session
        seconds = time.monotonic() - self._since
        if session is None:
            self._stop_with_failure("the table went away")
        elif session.version > COMPUTER_ACTIONS:
            _report_step(
                f"table: shown, {COMPUTER_ACTIONS} decisions of the computer in {seconds:.1f} s"
            )
            self._stop_with_failure()
        elif seconds > COMPUTER_TIMEOUT:
            self._stop_with_failure(
                f"the computer did not decide within {COMPUTER_TIMEOUT:.0f} seconds"
            )

    def _stop_with_failure(self, failure: str = "") -> None:
        self.failure = failure
        self._app.stop()


def _check_saved_match(app: GameWindow, services: ProgramServices, storage: Storage) -> None:
    """Check that the saved match can be loaded and equals the match that was played."""
    played = services.session
    if played is None:
        raise SelfTestFailure("there is no match to save")
    again = ProgramServices(app.context, storage, ProcessThinker, SystemRandom())
    if again.local_table.saved_match is None:
        raise SelfTestFailure("the saved match cannot be loaded")
    loaded = again.local_table.resume_match()
    if (loaded.public, loaded.public_history) != (played.public, played.public_history):
        raise SelfTestFailure("the saved match is not the one that was played")
    _report_step("match: saved and loaded")


def _report_step(text: str) -> None:
    print(text, flush=True)
