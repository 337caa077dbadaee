"""Stored files are whole or absent, and broken content is never trusted."""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path

import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hacktrick import safe_files
from hacktrick.app import storage
from hacktrick.app.storage import DataFolders, StorageProblem
from hacktrick.safe_files import BadFile

ROOT = Path(__file__).resolve().parents[2]


def folders_at(folder: Path) -> DataFolders:
    return DataFolders(folder, folder, folder / "log")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def codes(problems: tuple[StorageProblem, ...]) -> list[str]:
    return [problem.code for problem in problems]


# Tests of the data folder.


def test_the_option_beats_the_variable(tmp_path: Path) -> None:
    environ = {storage.DATA_DIR_VARIABLE: str(tmp_path / "variable")}
    assert storage.choose_data_folders(tmp_path / "option", environ).data == tmp_path / "option"
    assert storage.choose_data_folders(None, environ).data == tmp_path / "variable"
    assert storage.choose_data_folders(None, environ).log == tmp_path / "variable" / "log"


def test_a_relative_data_folder_is_made_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert storage.choose_data_folders("here", {}).data == tmp_path / "here"


def test_portable_text_keeps_data_beside_the_program(tmp_path: Path) -> None:
    (tmp_path / "portable.txt").touch()
    assert (
        storage.choose_data_folders(None, {}, program=tmp_path).data == tmp_path / "hacktrick-data"
    )


def test_without_option_or_variable_the_system_chooses_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Places:
        user_data_dir = str(tmp_path / "share")
        user_log_dir = str(tmp_path / "state")

    monkeypatch.setattr(platformdirs, "PlatformDirs", lambda *_, **__: Places)
    found = storage.choose_data_folders(None, {}, program=tmp_path)
    assert found == DataFolders(tmp_path / "share", tmp_path / "share", tmp_path / "state")


def test_each_kind_of_program_has_its_program_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert storage.folder_containing_program({}) == ROOT
    assert (
        storage.folder_containing_program({"APPIMAGE": str(tmp_path / "game.AppImage")}) == tmp_path
    )
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "hacktrick"))
    assert storage.folder_containing_program({}) == tmp_path
    inside = tmp_path / "Hack Trick.app" / "Contents" / "MacOS" / "hacktrick"
    monkeypatch.setattr(sys, "executable", str(inside))
    assert storage.folder_containing_program({}) == tmp_path


def test_no_home_folder_means_playing_without_saving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    opened, problems = storage.open_storage(folders=folders_at(Path("~/unknown")))
    assert codes(problems) == ["folder_unusable"]
    assert opened.save_match("{}") == ()
    assert list(tmp_path.iterdir()) == []


# Tests of writing files.


def test_writing_leaves_the_text_and_nothing_else(folder: Path) -> None:
    safe_files.write_atomically(folder / "a.json", "one\n")
    safe_files.write_atomically(folder / "a.json", "zwei ü\n")
    assert (folder / "a.json").read_bytes() == "zwei ü\n".encode()
    assert [path.name for path in folder.iterdir()] == ["a.json"]


@pytest.mark.parametrize("broken_call", ["fsync", "replace"])
def test_a_failed_write_keeps_the_old_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, broken_call: str
) -> None:
    safe_files.write_atomically(folder / "a.json", "old")
    make_call_fail(monkeypatch, broken_call, errno.EIO)
    with pytest.raises(OSError):
        safe_files.write_atomically(folder / "a.json", "new")
    assert (folder / "a.json").read_text() == "old"
    assert [path.name for path in folder.iterdir()] == ["a.json"]


def test_a_file_held_for_a_moment_is_waited_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.replace
    refusals = [PermissionError(errno.EACCES, "held")] * 3

    def replace(self: Path, target: Path) -> Path:
        if refusals:
            raise refusals.pop()
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    safe_files.write_atomically(folder / "a.json", "text")
    assert (folder / "a.json").read_text() == "text"


def test_a_lone_surrogate_is_written_as_its_escape(folder: Path) -> None:
    safe_files.write_atomically(folder / "a.json", '"\ud800"')
    assert json.loads((folder / "a.json").read_text()) == "\ud800"


# Tests of reading files.


def test_a_file_at_the_limit_is_read_and_one_above_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 10)
    assert safe_files.read_text(path, largest=10) == "x" * 10
    with pytest.raises(BadFile, match="too_large"):
        safe_files.read_text(path, largest=9)


def test_a_folder_or_device_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="unreadable"):
        safe_files.read_text(tmp_path)


def test_bytes_that_are_no_text_are_broken(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile, match="broken"):
        safe_files.read_text(tmp_path / "a")


def test_the_depth_of_nested_json_is_limited(tmp_path: Path) -> None:
    assert safe_files.read_json("[" * 64 + "]" * 64)
    for text in ("[" * 65 + "]" * 65, '{"a":' * 100_000, "[" * 1_000_000):
        with pytest.raises(BadFile, match="too_deep"):
            safe_files.read_json(text)


def test_brackets_in_strings_are_not_depth() -> None:
    text = json.dumps(["[" * 500, '\\"[[', "{" * 500])
    assert safe_files.read_json(text) == json.loads(text)


@pytest.mark.parametrize(
    "text", ["", "{", "NaN", "[Infinity]", '"open', "1" * 5000, '"\\"' * 50_000]
)
def test_text_that_is_not_json_is_broken(text: str) -> None:
    with pytest.raises(BadFile, match="broken"):
        safe_files.read_json(text)


@given(st.text() | st.text('[]{}",:\\ 1', max_size=200))
def test_any_text_is_a_value_or_a_bad_file(text: str) -> None:
    try:
        value = safe_files.read_json(text)
    except BadFile:
        return
    assert json.loads(text) == value


# Tests of setting files aside.


def test_setting_aside_never_collides(tmp_path: Path) -> None:
    names = []
    for number in range(3):
        (tmp_path / "a.json").write_text(str(number))
        kept = safe_files.rename_to_backup(tmp_path / "a.json")
        assert kept
        names.append(kept.name)
        assert kept.read_text() == str(number)
    assert names == ["a.json.backup", "a.json.backup2", "a.json.backup3"]


def test_a_file_that_cannot_be_renamed_is_left_in_place(tmp_path: Path) -> None:
    assert safe_files.rename_to_backup(tmp_path / "missing") is None


def make_call_fail(monkeypatch: pytest.MonkeyPatch, name: str, number: int) -> None:
    def call(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path if name == "replace" else os, name, call)


# Tests of files of a newer program.


def test_an_autosave_of_a_newer_program_is_left_until_another_takes_its_place(
    folder: Path,
) -> None:
    folder.mkdir()
    path = folder / storage.AUTOSAVES[0]
    path.write_text('{"format": "hacktrick-match", "version": 2}')

    def check(text: str) -> None:
        raise BadFile("newer")

    opened, _ = storage.open_storage(folders=folders_at(folder))
    loaded = opened.load_autosave(check)
    assert loaded.text is None and codes(loaded.problems) == ["newer"]
    assert path.exists() and not list(folder.glob("*.backup"))
    assert opened.save_match("{}") == ()
    assert [kept.read_text() for kept in folder.glob("*.backup")] == [
        '{"format": "hacktrick-match", "version": 2}'
    ]
    assert path.read_text() == "{}"
    opened.close()


@pytest.mark.parametrize(
    ("file", "content", "load", "save"),
    [
        (
            storage.PROFILES_FILE,
            '{"format": "hacktrick-profiles", "version": 9, "profiles": [{"name": 3}]}',
            "load_profiles",
            "save_profiles",
        ),
        (
            storage.LEARNING_FILE,
            '{"format": "hacktrick-lessons", "version": 9, "profiles": {"a": 3}}',
            "load_learning_progress",
            "save_learning_progress",
        ),
        (
            storage.SETTINGS_FILE,
            '{"format": "hacktrick-settings", "version": 9, "theme": 3}',
            "load_settings",
            "save_settings",
        ),
    ],
)
def test_a_file_of_a_newer_program_is_reported_and_left_unchanged(
    folder: Path, file: str, content: str, load: str, save: str
) -> None:
    folder.mkdir()
    (folder / file).write_text(content)
    opened, _ = storage.open_storage(folders=folders_at(folder))
    found, problems = getattr(opened, load)()
    assert codes(problems) == ["newer"]
    getattr(opened, save)(found)
    opened.close()
    assert (folder / file).read_text() == content and not list(folder.glob("*.backup"))


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("My study", "My study"),
        ("a/b:c*?", "abc"),
        ("Łukasz 2", "Łukasz 2"),
        ("..", "study"),
        ("CON", "CON_"),  # Windows would write to a device
        ("lpt1", "lpt1_"),
        ("COM²", "COM²_"),
        ("console", "console"),
    ],
)
def test_what_a_player_types_becomes_a_name_that_every_system_accepts(
    typed: str, name: str
) -> None:
    assert safe_files.safe_file_name(typed, "study") == name


@pytest.mark.parametrize("typed", ["", '""', "~no such user/x", "~5", "x" * 400, "a\0b", "nowhere"])
def test_a_text_that_names_no_file_has_no_path(typed: str) -> None:
    assert safe_files.existing_path(typed) is None


def test_a_typed_path_may_stand_in_quotes(tmp_path: Path) -> None:
    assert safe_files.existing_path(f'"{tmp_path}"') == tmp_path
