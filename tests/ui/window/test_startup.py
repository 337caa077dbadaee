"""The whole program at its start: window size and place, crash notes, icon and self-test."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import icon
import pygame
import pytest

from hacktrick import cli, resources
from hacktrick.app import crash_log
from hacktrick.app.settings import Settings, with_changes
from hacktrick.app.storage import open_storage
from hacktrick.coach.thinking_client import DecisionAnswer, ProcessThinker
from hacktrick.ui.scene.scenes_and_context import Scene
from hacktrick.ui.window import self_test
from hacktrick.ui.window import startup as game
from hacktrick.ui.window.game_window import (
    NEEDS_DISPLAY,
    NO_WINDOW,
    GameWindow,
    has_window_manager,
    initial_window_size,
    reachable_window_position,
    window_position_to_save,
)

Place = tuple[int, int] | None
Desktop = Callable[..., None]


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> Desktop:
    def of(*sizes: tuple[int, int]) -> None:
        monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: list(sizes))

    return of


@pytest.mark.parametrize(
    ("screen", "kept", "expected"),
    [
        ((1920, 1080), (1280, 720), (1280, 720)),
        ((1280, 720), (1280, 720), (1152, 648)),
        ((1024, 600), (1280, 720), (922, 600)),
        ((1920, 1080), (1600, 900), (1600, 900)),
        ((1920, 1080), (4000, 3000), (1920, 1080)),
        ((1920, 1080), (400, 320), (720, 600)),
    ],
)
def test_the_remembered_size_fits_the_desktop(
    desktop: Desktop, screen: tuple[int, int], kept: tuple[int, int], expected: tuple[int, int]
) -> None:
    desktop(screen)
    assert initial_window_size(Settings(window_size=kept)) == expected


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (None, None),
        ((100, 50), (100, 50)),
        ((-5000, -40), (120 - 1280, 0)),
        ((5000, 5000), (1920 - 120, 1080 - 120)),
    ],
)
def test_the_title_bar_can_always_be_reached(
    desktop: Desktop, place: Place, expected: Place
) -> None:
    desktop((1920, 1080))
    assert reachable_window_position(place, (1280, 720)) == expected


def test_a_window_may_be_restored_on_a_second_screen(desktop: Desktop) -> None:
    desktop((1920, 1080), (1280, 1024))
    assert reachable_window_position((2500, 300), (1280, 720)) == (2500, 300)


class QuittingScene(Scene):
    def update(self, dt: float) -> None:
        self.context.stack.clear()


class FailingScene(Scene):
    def update(self, dt: float) -> None:
        raise RuntimeError(f"a hidden card: {2 + 3}")


def test_the_size_of_the_window_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    app = GameWindow()
    monkeypatch.setattr(pygame, "quit", lambda: None)
    kept: list[Settings] = []
    app.context.save = kept.append
    app.window.size = (1100, 700)
    app.run(QuittingScene(app.context))
    assert kept[-1].window_size == (1100, 700)


class FakeWindow:
    """A stand-in for a window, with size and place, that records changes of its mode."""

    def __init__(self) -> None:
        self.size, self.position = (1280, 720), (30, 40)
        self.calls: list[tuple[str, tuple[int, int], tuple[int, int]]] = []

    def set_fullscreen(self, on: bool) -> None:
        assert on
        self.calls.append(("full", self.size, self.position))

    def set_windowed(self) -> None:
        self.calls.append(("windowed", self.size, self.position))

    def get_surface(self) -> pygame.Surface:
        return pygame.Surface(self.size)


@pytest.fixture
def app_on_screen(monkeypatch: pytest.MonkeyPatch) -> GameWindow:
    app = GameWindow()
    monkeypatch.setattr(pygame, "quit", lambda: None)
    monkeypatch.setattr(GameWindow, "_window_position", lambda self: self.window.position)
    app.window = FakeWindow()  # type: ignore[assignment]
    return app


def test_full_screen_follows_the_setting_and_keeps_the_old_size(app_on_screen: Any) -> None:
    app = app_on_screen
    app.context.change_settings(fullscreen=True)
    # A frame of the main loop calls this, but the loop would not end.
    app._apply_fullscreen_setting()
    app._apply_fullscreen_setting()
    assert app.window.calls == [("full", (1280, 720), (30, 40))]
    app.window.size = (1600, 1000)
    # Leaving the main loop saves size and position; the loop is not run here.
    app._save_size_and_position()
    assert app.context.settings.window_size != (1600, 1000)


def test_without_a_window_manager_the_game_fills_the_screen_itself(
    app_on_screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_on_screen
    monkeypatch.setattr("hacktrick.ui.window.game_window.has_window_manager", lambda: False)
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
    app.window.size = (1100, 700)
    for full in (True, False):
        app.context.change_settings(fullscreen=full)
        app._apply_fullscreen_setting()
    assert app.window.calls[0] == ("full", (1920, 1080), (0, 0))
    assert (app.window.size, app.window.position) == ((1100, 700), (30, 40))


def test_only_on_x11_the_program_looks_for_a_window_manager() -> None:
    assert has_window_manager()


def test_a_crash_is_explained_plainly_and_logged_without_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pygame, "quit", lambda: None)
    monkeypatch.setattr(game, "TitleScene", lambda context, _services: FailingScene(context))
    assert game.run_game(tmp_path) == game.CRASHED
    crash_log.close_log()
    errors = capsys.readouterr().err
    log = (tmp_path / "log" / crash_log.LOG_FILE).read_text(encoding="utf-8")
    assert "Continue" in errors and str(tmp_path) in errors
    assert "RuntimeError" in log and "card: 5" not in log + errors


NOT_YET = (
    "hacktrick.ui.window.screen_navigator",
    "hacktrick.ui.table.table_scene",
    "hacktrick.ui.screens.review.review_scene",
    "hacktrick.coach.thinking_worker",
    "hacktrick.ai.solver",
    "hacktrick.online",
    "hacktrick.coach.lessons",
    "hacktrick.app.match_session",
    "hacktrick.i18n.rulebook.page_model",
    "multiprocessing.connection",
    "numpy",
    "sqlite3",
)
"""Modules that are loaded after the first picture, or when they are needed."""


def test_the_first_picture_loads_what_it_shows(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from hacktrick import cli\n"
        "import hacktrick.ui.window.startup as program\n"
        "def look(app, services):\n"
        f"    print(*[name for name in sys.modules if name.startswith({NOT_YET})])\n"
        "    app.stop()\n"
        "program.load_screens_and_background_services = look\n"
        "sys.exit(cli.main(['--data-dir', sys.argv[1]]))\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (finished.returncode, finished.stdout.splitlines()[-1:]) == (0, [""]), finished.stderr


ON_LINUX: list[dict[str, str]] = [{}, {"XDG_RUNTIME_DIR": "/nowhere"}]


@pytest.mark.parametrize(
    "variables",
    [{"SDL_VIDEODRIVER": "nothing"}, *(ON_LINUX if sys.platform == "linux" else [])],
)
def test_without_a_display_the_program_says_one_sentence(
    tmp_path: Path, variables: dict[str, str]
) -> None:
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR")
    kept = {name: text for name, text in os.environ.items() if name not in gone}
    done = subprocess.run(
        [sys.executable, "-m", "hacktrick", "--data-dir", str(tmp_path)],
        env={**kept, **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (game.NO_DISPLAY, "")
    sentence = (
        f"{NO_WINDOW}: nothing not available." if "SDL_VIDEODRIVER" in variables else NEEDS_DISPLAY
    )
    assert done.stderr == f"error: {sentence}\n"


def test_a_key_pressed_before_the_first_picture_finds_all_screens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame, "quit", lambda: None)
    log_message = crash_log.log.info
    seen: list[str] = []

    def press_then_close(app: GameWindow) -> None:
        seen.append(type(app.context.stack.top).__name__)
        app.stop()

    def post(text: str) -> None:
        log_message(text)
        if text == game.FIRST_PICTURE:
            pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_F1, mod=0, unicode=""))

    monkeypatch.setattr(crash_log.log, "info", post)
    monkeypatch.setattr(game, "log_input_ready_and_enable_gc", press_then_close)
    assert game.run_game(tmp_path) == 0
    assert seen == ["RulesScene"]


def test_a_file_from_the_file_manager_is_imported_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pygame, "quit", lambda: None)
    match = Path(__file__).parents[2] / "conformance" / "keypad-1.hacktrick.json"
    seen: list[str] = []

    def look_then_close(app: GameWindow) -> None:
        seen.append(type(app.context.stack.top).__name__)
        if len(seen) == 3:  # enough frames for the import
            app.stop()

    monkeypatch.setattr(game, "log_input_ready_and_enable_gc", look_then_close)
    assert cli.main(["--data-dir", str(tmp_path), "--open", str(match)]) == 0
    assert seen[-1] == "MatchListScene"
    capsys.readouterr()
    assert cli.main(["--data-dir", str(tmp_path), "library", "list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 1


def test_settings_are_written_as_they_change(tmp_path: Path) -> None:
    storage, _problems = open_storage(tmp_path)
    game.save_settings_to_storage(storage, with_changes(Settings(), pace="slow"))
    assert storage.load_settings()[0].pace == "slow"
    storage.close()


# Tests of the window's icon.


def test_the_icon_files_hold_the_pictures_that_their_headers_name(tmp_path: Path) -> None:
    image = pygame.Surface((8, 8), pygame.SRCALPHA)
    data = icon.png_bytes(image)
    ico = icon.ico_bytes({16: data, 256: data})
    assert struct.unpack("<HHH", ico[:6]) == (0, 1, 2)
    for n, edge in enumerate((16, 0)):
        entry = struct.unpack("<BBBBHHII", ico[6 + 16 * n : 22 + 16 * n])
        assert entry[:2] == (edge, edge) and ico[entry[7] : entry[7] + entry[6]] == data
    icns = icon.icns_bytes({size: data for _kind, size in icon.ICNS_TYPES})
    assert icns[:4] == b"icns" and struct.unpack(">I", icns[4:8])[0] == len(icns)


def test_the_icon_is_in_the_assets() -> None:
    picture = pygame.image.load(resources.asset_path("icon", "icon.png"))
    assert picture.get_size() == (512, 512) and picture.get_at((0, 0)).a == 0
    for name, start in (("icon.ico", b"\0\0\1\0"), ("icon.icns", b"icns")):
        assert resources.asset_path("icon", name).read_bytes()[:4] == start


# Tests of the self-test.


@pytest.mark.slow
def test_the_self_test_passes_and_keeps_a_saved_match(tmp_path: Path) -> None:
    """Run the self-test in a new process, as a packager does; a saved match stays."""
    (tmp_path / "match.hacktrick.json").write_text("mine", encoding="utf-8")
    command = [sys.executable, "-m", "hacktrick", "--data-dir", str(tmp_path), "--self-test"]
    root = Path(game.__file__).resolve().parents[3]
    done = subprocess.run(
        command, cwd=root, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    for step in ("data folder", "themes", "window", "title", "table", "match", "end", "passed"):
        assert step in done.stdout
    assert (tmp_path / "match.hacktrick.json").read_text(encoding="utf-8") == "mine"


def test_a_self_test_that_fails_says_why_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    assert self_test.self_test(blocked) == 1
    error = capsys.readouterr().err
    assert error.startswith("self-test failed: ") and error.count("\n") == 1


def test_a_self_test_fails_where_the_computer_cannot_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A faulty computer player costs only a move in a match, but no package may ship with it."""

    thought = ProcessThinker.poll_decision

    def poll_decision(self: ProcessThinker) -> DecisionAnswer | None:
        answer = thought(self)
        return answer and answer._replace(decision=replace(answer.decision, is_fallback=True))

    monkeypatch.setattr(ProcessThinker, "poll_decision", poll_decision)
    assert self_test.self_test(tmp_path) == 1
    assert "cannot think" in capsys.readouterr().err


def test_a_window_that_was_not_moved_keeps_its_place_at_the_next_start() -> None:
    wanted, below_its_title_bar = (300, 200), (301, 220)
    assert window_position_to_save(below_its_title_bar, below_its_title_bar, wanted) == wanted
    assert window_position_to_save((40, 60), below_its_title_bar, wanted) == (40, 60)
    assert window_position_to_save((40, 60), None, wanted) == (40, 60)
    assert window_position_to_save((40, 60), (40, 60), None) == (40, 60)
