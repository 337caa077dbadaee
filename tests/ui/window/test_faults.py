"""The match survives faults of disks, folders, clocks and workers, and the player is told."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hacktrick import __version__
from hacktrick.app.crash_log import crash_report
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.settings import Settings
from hacktrick.app.storage import AUTOSAVES
from hacktrick.child_process import ValuePipe
from hacktrick.coach.thinking_client import ProcessThinker
from hacktrick.game.legality import legal_actions
from hacktrick.game.notation.diagram import diagram_of_public
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.view import SeatInfo
from hacktrick.ui.screens.about_scene import AboutScene
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.dialogs import NoticeScene
from tests.support.rig import Rig, match_of_session

ROOT = Path(__file__).resolve().parents[3]
ONE_HUMAN = (SeatInfo("Ada", "human"), SeatInfo("Zeus", "level:1"))
COMPUTERS = (SeatInfo("Zeus", "level:1"), SeatInfo("Max", "level:1"))
PATIENCE = 120.0


def serve_stuck(pipe: ValuePipe) -> None:
    time.sleep(1000)


class ProgramWithoutWindow(Rig):
    """The whole program without its window and main loop."""

    def __init__(self, folder: Path, thinker: ProcessThinker | None = None) -> None:
        self.thinker = thinker or ProcessThinker()
        settings = Settings(pace="instant", animation_speed="off", language="en")
        super().__init__(folder, settings=settings, thinker=lambda: self.thinker)
        self.stack.push(self.navigator.make_title_scene())
        self.tick(n=3)

    def play(self, seats: tuple[SeatInfo, ...] = ONE_HUMAN) -> TableScene:
        self.context.navigator.start_match(MatchSetup("keypad", seats, leader=1))
        self.tick(n=3)
        assert isinstance(self.top, TableScene)
        return self.top

    def act(self, table: TableScene) -> None:
        """Play one action of the human."""
        seat = table.session.viewer
        assert seat is not None
        table.submit_unless_tutor_warns(
            legal_actions(match_of_session(table.session).observe(seat))[0]
        )
        self.tick(n=3)

    @property
    def errors(self) -> str:
        top = self.top
        return f"{top.title}: {top.text}" if isinstance(top, NoticeScene) else ""

    def close(self) -> None:
        self.services.close()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[ProgramWithoutWindow]:
    running = ProgramWithoutWindow(tmp_path / "data")
    yield running
    running.close()


def human_first(program: ProgramWithoutWindow) -> TableScene:
    table = program.play((ONE_HUMAN[1], ONE_HUMAN[0]))
    until = time.monotonic() + PATIENCE
    while not table.session.may_act and time.monotonic() < until:
        program.tick()
        time.sleep(0.01)
    return table


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "disk is full"),
        (errno.EROFS, "cannot be used"),
        (errno.EIO, "not be written"),
    ],
)
def test_a_failing_disk_is_reported_at_the_table_and_the_match_goes_on(
    program: ProgramWithoutWindow, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    table = human_first(program)

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    version = table.session.version
    program.act(table)
    assert words in program.errors
    assert table.session.version > version
    program.context.stack.pop()
    program.tick(n=3)
    assert program.errors == "", "told once"


def test_a_folder_that_cannot_be_created_is_reported_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    program = ProgramWithoutWindow(tmp_path / "file" / "data")
    assert "The game goes on" in program.errors
    program.context.stack.pop()
    table = program.play()
    assert table.session.version
    program.close()


def test_a_folder_that_vanishes_under_a_match_is_made_again(program: ProgramWithoutWindow) -> None:
    table = human_first(program)
    folder = program.storage.folders.data
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    program.act(table)
    assert program.errors == ""
    assert (folder / AUTOSAVES[0]).read_text() == match_of_session(table.session).record.as_text()


def test_a_clock_set_back_changes_nothing(
    program: ProgramWithoutWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = human_first(program)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    program.act(table)
    newest = program.storage.folders.data / AUTOSAVES[0]
    os.utime(newest, (0, 0))  # older than the earlier saves
    loaded = program.storage.load_autosave()
    assert loaded.text == match_of_session(table.session).record.as_text()
    assert loaded.problems == ()


def test_a_second_window_is_told_so_and_neither_harms_the_other(
    program: ProgramWithoutWindow, tmp_path: Path
) -> None:
    table = human_first(program)
    kept = (tmp_path / "data" / AUTOSAVES[0]).read_text()
    second = ProgramWithoutWindow(tmp_path / "data")
    assert second.errors.startswith("Hack Trick is already open")
    second.context.stack.pop()
    assert second.services.local_table.saved_match is None, "one match in two windows"
    human_first(second)
    second.services.leave_table()
    second.close()
    assert (tmp_path / "data" / AUTOSAVES[0]).read_text() == kept
    program.act(table)
    assert (tmp_path / "data" / AUTOSAVES[0]).read_text() != kept


def play_on(program: ProgramWithoutWindow, table: TableScene, n_actions: int) -> None:
    until = time.monotonic() + PATIENCE
    while table.session.version < n_actions and time.monotonic() < until:
        program.tick()
        time.sleep(0.01)
    assert table.session.version >= n_actions


def test_a_worker_that_is_killed_costs_no_match(tmp_path: Path) -> None:
    program = ProgramWithoutWindow(tmp_path / "data")
    table = program.play(COMPUTERS)
    play_on(program, table, 3)
    # The process that is killed.
    process = program.thinker._worker.process
    assert process is not None
    process.kill()
    play_on(program, table, 6)
    program.close()


def test_a_worker_that_is_stuck_costs_no_match(tmp_path: Path) -> None:
    program = ProgramWithoutWindow(
        tmp_path / "data", ProcessThinker(serve=serve_stuck, hard_limit=0.1)
    )
    table = program.play(COMPUTERS)
    play_on(program, table, 3)
    program.close()


def test_the_diagnostics_name_the_system_and_no_card(program: ProgramWithoutWindow) -> None:
    human_first(program)
    scene = AboutScene(program.context, program.services)
    scene.copy_details()
    before = program.clipboard.text
    program.play(COMPUTERS)
    scene.copy_details()
    assert program.clipboard.text == before, "it does not depend on the match"
    folders = program.storage.folders
    assert f"Data {folders.data}" in before.splitlines()
    rest = before.replace(str(folders.data), "", 1)
    assert str(Path.home()) not in rest and str(folders.data.parent) not in rest
    for word in (f"Hack Trick {__version__}", "Python", "SDL", "Window", "Theme"):
        assert word in before


def test_a_crash_report_at_the_table_contains_public_facts_only(
    program: ProgramWithoutWindow,
) -> None:
    table = human_first(program)
    line = next(
        text.removeprefix("Position ")
        for text in crash_report(ValueError()).splitlines()
        if text.startswith("Position ")
    )
    diagram = read_diagram(line)
    assert diagram == diagram_of_public(table.session.public)
    assert not any(map(any, diagram.hands))
    program.services.leave_table()
    assert "Position" not in crash_report(ValueError())


def self_test(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hacktrick", "--data-dir", str(folder), "--self-test"]
    environment = {**os.environ, **variables}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )


@pytest.mark.slow
def test_without_sound_the_game_plays_in_silence(tmp_path: Path) -> None:
    done = self_test(tmp_path, SDL_AUDIODRIVER="none-such")
    assert done.returncode == 0, done.stderr


def test_without_a_display_one_sentence_says_so(tmp_path: Path) -> None:
    done = self_test(tmp_path, SDL_VIDEODRIVER="none-such")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "window" in done.stderr
