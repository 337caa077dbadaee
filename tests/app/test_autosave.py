"""The autosave loses nothing, survives broken files and disks, and reports each problem once."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hacktrick import safe_files
from hacktrick.app import storage
from hacktrick.app.settings import Settings, settings_at_first_start
from hacktrick.app.storage import AUTOSAVES, Storage, StorageProblem

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def open_storage_in(folder: Path) -> Iterator[Storage]:
    opened, problems = storage.open_storage(folder)
    assert problems == ()
    yield opened
    opened.close()


def problem_codes(problems: tuple[StorageProblem, ...]) -> list[str]:
    return [problem.code for problem in problems]


def make_call_fail(monkeypatch: pytest.MonkeyPatch, name: str, number: int) -> None:
    def call(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path if name == "replace" else os, name, call)


# Tests of the autosaved match.


def test_a_missing_autosave_is_not_a_problem(open_storage_in: Storage) -> None:
    assert open_storage_in.load_autosave() == storage.LoadedText(None)


def test_the_newest_three_autosaves_are_kept(open_storage_in: Storage, folder: Path) -> None:
    for number in range(5):
        assert open_storage_in.save_match(f"[{number}]") == ()
        assert open_storage_in.load_autosave() == storage.LoadedText(f"[{number}]")
    assert [(folder / name).read_text() for name in AUTOSAVES] == ["[4]", "[3]", "[2]"]
    assert not [path for path in folder.iterdir() if path.suffix == ".tmp"]


def test_without_hard_links_the_newest_three_autosaves_are_kept(
    open_storage_in: Storage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_call_fail(monkeypatch, "link", errno.EPERM)
    test_the_newest_three_autosaves_are_kept(open_storage_in, folder)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"{", "broken"),
        (b"", "broken"),
        (b"\xff", "broken"),
        (b"[" * 100 + b"]" * 100, "too_deep"),
        (b" " * (safe_files.MAX_FILE_SIZE + 1), "too_large"),
    ],
)
def test_a_broken_autosave_is_replaced_by_the_one_before(
    open_storage_in: Storage, folder: Path, content: bytes, code: str
) -> None:
    open_storage_in.save_match("[1]")
    open_storage_in.save_match("[2]")
    (folder / AUTOSAVES[0]).write_bytes(content)
    loaded = open_storage_in.load_autosave()
    assert loaded.text == "[1]"
    assert problem_codes(loaded.problems) == [code, "older_used"]
    assert Path(loaded.problems[0].backup_path).read_bytes() == content
    assert open_storage_in.save_match("[3]") == ()
    assert open_storage_in.load_autosave() == storage.LoadedText("[3]")


def test_a_text_that_is_no_match_is_set_aside(open_storage_in: Storage) -> None:
    open_storage_in.save_match("[1]")
    open_storage_in.save_match("[2]")

    def check(text: str) -> None:
        if text == "[2]":
            raise ValueError(text)

    loaded = open_storage_in.load_autosave(check)
    assert loaded.text == "[1]"
    assert loaded.problems[0].backup_path.endswith(".backup")


def test_autosaves_that_are_all_damaged_are_reported_and_the_game_goes_on(
    open_storage_in: Storage, folder: Path
) -> None:
    for name in AUTOSAVES:
        (folder / name).write_text("{")
    loaded = open_storage_in.load_autosave()
    assert loaded.text is None
    assert problem_codes(loaded.problems) == ["broken"] * 3
    assert open_storage_in.load_autosave() == storage.LoadedText(None)


def test_a_finished_match_is_not_resumed(open_storage_in: Storage) -> None:
    open_storage_in.save_match("[1]")
    open_storage_in.save_match("[2]")
    assert open_storage_in.delete_autosaves() == ()
    assert open_storage_in.load_autosave() == storage.LoadedText(None)


def test_a_newest_match_exists_at_every_moment(
    open_storage_in: Storage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A save that is killed before any of its steps leaves the last or the new match."""
    open_storage_in.save_match("[0]")
    real: Callable[[Path, Path], Path] = Path.replace

    def replace(self: Path, target: Path) -> Path:
        assert (folder / AUTOSAVES[0]).read_text() in expected
        done = real(self, target)
        assert (folder / AUTOSAVES[0]).read_text() in expected
        return done

    monkeypatch.setattr(Path, "replace", replace)
    for number in range(1, 5):
        expected = (f"[{number - 1}]", f"[{number}]")
        open_storage_in.save_match(f"[{number}]")


# Tests of disks and folders that do not work.


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "disk_full"),
        (errno.EDQUOT, "disk_full"),
        (errno.EROFS, "folder_unusable"),
        (errno.EIO, "write_failed"),
    ],
)
def test_a_failing_disk_is_reported_once(
    open_storage_in: Storage, monkeypatch: pytest.MonkeyPatch, number: int, code: str
) -> None:
    open_storage_in.save_match("[1]")
    with monkeypatch.context() as patch:
        make_call_fail(patch, "fsync", number)
        assert problem_codes(open_storage_in.save_match("[2]")) == [code]
        assert open_storage_in.save_match("[3]") == ()
        assert open_storage_in.save_settings(Settings()) == ()
    assert open_storage_in.load_autosave().text == "[1]"
    assert open_storage_in.save_match("[4]") == ()
    assert open_storage_in.load_autosave().text == "[4]"
    make_call_fail(monkeypatch, "fsync", number)
    assert problem_codes(open_storage_in.save_match("[5]")) == [code], (
        "it had worked again in between"
    )


def test_an_unusable_folder_is_reported_once_and_the_game_runs_without_it(tmp_path: Path) -> None:
    (tmp_path / "file").touch()  # even root cannot make a folder below a file
    opened, problems = storage.open_storage(tmp_path / "file" / "data")
    assert problem_codes(problems) == ["folder_unusable"]
    assert opened.save_match("[1]") == ()
    assert opened.save_settings(Settings()) == ()
    assert opened.load_autosave() == storage.LoadedText(None)
    assert opened.load_settings() == (settings_at_first_start(), ())
    assert opened.delete_autosaves() == ()


def test_a_folder_that_comes_back_is_used_again(tmp_path: Path) -> None:
    blocking = tmp_path / "disk"
    blocking.touch()
    opened, _ = storage.open_storage(blocking / "data")
    blocking.unlink()
    assert opened.save_match("[1]") == ()
    assert opened.load_autosave().text == "[1]"
    opened.close()


def test_a_read_only_folder_is_still_read(
    folder: Path, open_storage_in: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_storage_in.save_match("[1]")
    open_storage_in.close()

    def no_lock(_: object) -> bool:
        raise PermissionError(errno.EACCES, "read only")

    monkeypatch.setattr(storage.InstanceLock, "acquire", no_lock)
    opened, problems = storage.open_storage(folder)
    assert problem_codes(problems) == ["folder_unusable"]
    assert opened.load_autosave().text == "[1]"
    assert opened.save_match("[2]") == ()


def test_a_folder_that_vanishes_is_made_again(open_storage_in: Storage, folder: Path) -> None:
    open_storage_in.save_match("[1]")
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    assert open_storage_in.save_match("[2]") == ()
    assert open_storage_in.load_autosave().text == "[2]"


# Tests of saved settings.


def test_saved_settings_are_read_back(open_storage_in: Storage) -> None:
    settings = Settings(ui_scale=150, window_position=(-3, 40), last_match={"preset": "arena"})
    assert open_storage_in.load_settings() == (settings_at_first_start(), ())
    assert open_storage_in.save_settings(settings) == ()
    assert open_storage_in.load_settings() == (settings, ())


def test_a_wrong_value_costs_only_its_key(open_storage_in: Storage, folder: Path) -> None:
    (folder / storage.SETTINGS_FILE).write_text('{"ui_scale": 9000, "aids": "memory", "new": [1]}')
    settings, problems = open_storage_in.load_settings()
    assert settings == Settings(aids="memory", unknown={"new": [1]})
    assert [(problem.code, problem.key) for problem in problems] == [
        ("setting_invalid", "ui_scale")
    ]
    open_storage_in.save_settings(settings)
    saved = json.loads((folder / storage.SETTINGS_FILE).read_text())
    assert saved["new"] == [1]
    assert saved["ui_scale"] == 100


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": "other"}', "[" * 70 + "]" * 70])
def test_unreadable_settings_are_set_aside(
    open_storage_in: Storage, folder: Path, text: str
) -> None:
    (folder / storage.SETTINGS_FILE).write_text(text)
    settings, problems = open_storage_in.load_settings()
    assert settings == Settings()
    assert len(problems) == 1
    assert Path(problems[0].backup_path).read_text() == text
    assert open_storage_in.load_settings() == (settings_at_first_start(), ())


# Tests of two instances of the program.


def test_a_second_instance_is_warned_and_changes_no_file(
    open_storage_in: Storage, folder: Path
) -> None:
    open_storage_in.save_match("[1]")
    (folder / storage.SETTINGS_FILE).write_text("{")
    second, problems = storage.open_storage(folder)
    assert problem_codes(problems) == ["other_instance"]
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert second.save_match("[2]") == ()
    assert second.save_settings(Settings()) == ()
    assert second.delete_autosaves() == ()
    assert second.load_autosave() == storage.LoadedText(None)
    assert problem_codes(second.load_settings()[1]) == ["broken"]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_the_lock_is_free_after_closing(open_storage_in: Storage, folder: Path) -> None:
    open_storage_in.close()
    again, problems = storage.open_storage(folder)
    assert problems == ()
    again.close()


def test_temporary_files_of_a_killed_instance_are_deleted(
    open_storage_in: Storage, folder: Path
) -> None:
    open_storage_in.close()
    (folder / f".{AUTOSAVES[0]}.x1y2.tmp").touch()
    (folder / ".poems.tmp").touch()
    again, _ = storage.open_storage(folder)
    assert {path.name for path in folder.iterdir()} == {storage.LOCK_FILE, ".poems.tmp"}
    again.close()


HOLDER = """
import sys, time
from hacktrick.app import storage
opened, problems = storage.open_storage(sys.argv[1])
opened.save_match("[1]")
print(len(problems), flush=True)
time.sleep(60)
"""


def test_a_killed_instance_does_not_block_the_next(folder: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "0\n"
        assert problem_codes(storage.open_storage(folder)[1]) == ["other_instance"]
        holder.kill()
    opened, problems = storage.open_storage(folder)
    assert problems == ()
    assert opened.load_autosave().text == "[1]"
    opened.close()
