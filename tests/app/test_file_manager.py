"""Folders are opened by the file manager of each system, without a shell."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import pytest

from hacktrick.app.file_manager import FileManager


class FakeProcess:
    """A started program that has ended with a status, or still runs for None."""

    def __init__(self, status: int | None) -> None:
        self.status = status

    def poll(self) -> int | None:
        return self.status

    def wait(self, timeout: float) -> int:
        if self.status is None:
            raise subprocess.TimeoutExpired("opener", timeout)
        return self.status


class RecordedStarts:
    """Records the programs to be started instead of starting them."""

    def __init__(self, status: int | None = 0) -> None:
        self.status = status
        self.words: list[Sequence[str]] = []
        self.environ: Mapping[str, str] = {}

    def __call__(self, words: Sequence[str], environ: Mapping[str, str]) -> subprocess.Popen[bytes]:
        self.words.append(words)
        self.environ = environ
        return cast("subprocess.Popen[bytes]", FakeProcess(self.status))


@pytest.fixture
def path_with_xdg_open(tmp_path: Path) -> str:
    tool = tmp_path / "bin" / "xdg-open"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    return str(tool.parent)


@pytest.mark.parametrize(
    ("platform", "opener"),
    [("darwin", "/usr/bin/open"), ("win32", str(Path("D:/Win") / "explorer.exe")), ("linux", "")],
)
def test_each_system_opens_a_folder_with_its_own_program(
    platform: str, opener: str, tmp_path: Path, path_with_xdg_open: str
) -> None:
    # Explorer on Windows always ends with status 1.
    started = RecordedStarts(status=1 if platform == "win32" else 0)
    environ = {"PATH": path_with_xdg_open, "SystemRoot": "D:/Win"}
    folder = tmp_path / "-a 'folder'; rm & $HOME"
    folder.mkdir()
    assert FileManager(platform, environ, started).open_folder(folder)
    program = opener or str(Path(path_with_xdg_open) / "xdg-open")
    assert started.words == [(program, str(folder))]


def test_a_file_manager_that_goes_on_has_opened_the_folder(
    tmp_path: Path, path_with_xdg_open: str
) -> None:
    manager = FileManager(
        "linux", {"PATH": path_with_xdg_open}, started := RecordedStarts(status=None)
    )
    assert manager.open_folder(tmp_path) and manager.open_folder(tmp_path)
    assert len(started.words) == 2


def test_a_system_without_a_file_manager_is_reported(
    tmp_path: Path, path_with_xdg_open: str
) -> None:
    environ = {"PATH": path_with_xdg_open}
    assert not FileManager(
        "linux", {"PATH": str(tmp_path)}, started := RecordedStarts()
    ).open_folder(tmp_path)
    assert not FileManager("linux", environ, started).open_folder(tmp_path / "missing")
    assert started.words == []
    assert not FileManager("linux", environ, RecordedStarts(status=3)).open_folder(tmp_path)


def test_a_program_that_cannot_be_started_is_reported(tmp_path: Path) -> None:
    def refuse(words: Sequence[str], environ: Mapping[str, str]) -> subprocess.Popen[bytes]:
        raise PermissionError(words[0])

    assert not FileManager("darwin", {}, refuse).open_folder(tmp_path)


def test_the_libraries_of_a_frozen_program_are_not_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = RecordedStarts()
    environ = {"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/usr/own", "LANG": "de"}
    FileManager("darwin", environ, started).open_folder(tmp_path)
    assert started.environ == {"LD_LIBRARY_PATH": "/usr/own", "LANG": "de"}
    monkeypatch.setattr("sys.frozen", True, raising=False)
    FileManager("darwin", {"LD_LIBRARY_PATH": "/bundle"}, started).open_folder(tmp_path)
    assert started.environ == {}
