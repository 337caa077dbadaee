"""Pipes in place of files never block and give one clear error; missing file locks do no harm.

These tests run on Unix alone."""

from __future__ import annotations

import errno
import fcntl
import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from hacktrick import cli
from hacktrick.app import crash_log, storage
from hacktrick.app.settings import Settings
from hacktrick.app.storage import InstanceLock
from hacktrick.i18n.file_problem_text import problem_sentence
from hacktrick.terminal.play import program
from hacktrick.terminal.play.console import Terminal
from tests.support.terminal_player import ScriptedInput


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def refusal_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Check that a command is refused, and return its one-sentence error."""
    assert cli.main(words) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("error: ") and output.err.count("\n") == 1
    return output.err


@pytest.mark.parametrize("command", ["replay", "analyse"])
def test_a_pipe_or_device_is_refused_as_a_record(
    command: str, pipe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (str(pipe), "/dev/zero"):
        refusal = refusal_of(capsys, command, path)
        assert f"{path} is a pipe or a device, not a file; use - for" in refusal


def test_a_pipe_is_refused_as_a_proof_without_naming_another_way(
    pipe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refusal = refusal_of(capsys, "verify", str(pipe))
    assert refusal == f"error: {pipe} is a pipe or a device, not a file\n"


def test_numbers_are_not_written_into_a_pipe_that_nobody_reads(
    pipe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("arena", "level:1", "level:1", "--rounds", "2", "--json")
    assert f"cannot write {pipe}" in refusal_of(capsys, *words, str(pipe))


def test_the_journal_of_a_contest_is_not_written_into_a_pipe(
    pipe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("arena", "level:1", "level:1", "--rounds", "2", "--resume")
    assert f"cannot use {pipe}" in refusal_of(capsys, *words, str(pipe))


def test_a_pipe_as_lock_means_playing_without_saving(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / storage.LOCK_FILE)
    opened, (problem,) = storage.open_storage(tmp_path)
    assert (problem.code, problem.path) == ("folder_unusable", str(tmp_path))
    assert opened.save_match("[1]") == ()
    opened.close()


@pytest.mark.parametrize("name", [storage.SETTINGS_FILE, storage.PROFILES_FILE])
def test_a_pipe_in_place_of_a_file_is_renamed_and_reported(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    opened, _ = storage.open_storage(tmp_path)
    load = opened.load_settings if name == storage.SETTINGS_FILE else opened.load_profiles
    _, (problem,) = load()
    assert problem.code == "unreadable" and Path(problem.backup_path).is_fifo()
    assert problem_sentence(problem) == (
        f"The file {name} cannot be read. It is kept as {problem.backup_path}."
    )
    assert opened.save_settings(Settings()) == ()
    opened.close()


def test_a_file_left_in_place_is_reported_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / storage.SETTINGS_FILE
    os.mkfifo(file)
    monkeypatch.setattr(storage, "rename_to_backup", lambda path: None)
    _, (problem,) = storage.Storage(storage.choose_data_folders(tmp_path)).load_settings()
    assert problem_sentence(problem) == f"The file {file} cannot be read. It was left unchanged."


def test_a_pipe_in_place_of_the_log_is_reported_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    os.mkfifo(tmp_path / "log" / crash_log.LOG_FILE)
    screen = io.StringIO()
    terminal = Terminal(ScriptedInput([], None, screen), screen, lambda target: None)
    assert program.run_text_mode(tmp_path, terminal) == 0
    sentence = f"The log {tmp_path / 'log' / crash_log.LOG_FILE} cannot be written"
    assert sentence in " ".join(screen.getvalue().split())
    crash_log.close_log()


def test_without_file_locks_the_folder_counts_as_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without locks, only one player is likely.

    A lock that another program holds is still respected.
    """

    def refusing(error: OSError) -> Callable[..., None]:
        def flock(*args: object) -> None:
            raise error

        return flock

    monkeypatch.setattr(fcntl, "flock", refusing(OSError(errno.ENOLCK, "no locks")))
    assert InstanceLock(tmp_path / "lock").acquire()
    monkeypatch.setattr(fcntl, "flock", refusing(BlockingIOError()))
    assert not InstanceLock(tmp_path / "lock").acquire()
