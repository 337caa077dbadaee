"""Storage picks free file names, limits sizes, reports problems once and cleans up after kills."""

from __future__ import annotations

import errno
import json
import os
import time
from pathlib import Path

import pytest

from hacktrick import safe_files
from hacktrick.app import storage
from hacktrick.app.learning_progress import LearningProgress, LessonPlace
from hacktrick.app.profiles import Profile
from hacktrick.app.settings import Settings
from hacktrick.app.storage import (
    DataFolders,
    InstanceLock,
    SharedFiles,
    Storage,
    StorageProblem,
    open_storage,
)
from hacktrick.match.record import MAX_CHARACTERS
from hacktrick.safe_files import BadFile, read_text


@pytest.fixture
def store(tmp_path: Path) -> Storage:
    made, problems = open_storage(tmp_path)
    assert problems == ()
    return made


def codes(problems: tuple[StorageProblem, ...]) -> list[str]:
    return [problem.code for problem in problems]


# Tests of file names.


def test_saved_copies_of_a_day_are_numbered_from_the_second_on(store: Storage) -> None:
    day = time.strftime("%Y-%m-%d")
    names = []
    for text in ("a", "b", "c"):
        path, problems = store.save_match_copy(text)
        assert path is not None and problems == () and path.read_text() == text
        names.append(path.name.removeprefix(f"hacktrick-{day}"))
    assert names == [".hacktrick.json", "-2.hacktrick.json", "-3.hacktrick.json"]


def test_shared_files_get_a_free_name(store: Storage) -> None:
    shared_files = SharedFiles(store.folders)
    folder = shared_files.folder
    assert folder == store.folders.data / "shared"
    names = []
    for _ in range(3):
        path, problems = shared_files.save_shared_file(folder, "match", ".png", b"picture")
        assert path is not None and problems == () and path.read_bytes() == b"picture"
        names.append(path.name)
    assert names == ["match.png", "match-2.png", "match-3.png"]


def test_without_a_free_name_nothing_is_written(store: Storage) -> None:
    shared_files = SharedFiles(store.folders)
    folder = shared_files.folder
    folder.mkdir()
    for n in range(1, 1000):
        (folder / f"x{f'-{n}' if n > 1 else ''}").touch()
    assert shared_files.save_shared_file(folder, "x", "", b"1") == (None, ())
    (folder / "x-999").unlink()
    assert shared_files.save_shared_file(folder, "x", "", b"1")[0] == folder / "x-999"


def test_without_a_free_name_no_copy_is_saved(
    store: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os.path, "lexists", lambda path: True)
    assert store.save_match_copy("text") == (None, ())


def test_a_copy_in_a_folder_that_may_not_be_read_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, **options: bool) -> os.stat_result:
        raise PermissionError(errno.EACCES, "no", str(path))

    monkeypatch.setattr(Path, "stat", refuse)
    made = Storage(DataFolders(tmp_path, tmp_path, tmp_path))
    path, problems = made.save_match_copy("text")
    assert path is None and codes(problems) == ["folder_unusable"]


def test_a_file_that_cannot_be_shared_is_reported_with_its_name(
    store: Storage, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    path, problems = SharedFiles(store.folders).save_shared_file(
        tmp_path / "file", "match", ".png", b""
    )
    assert path is None
    assert problems == (StorageProblem("folder_unusable", str(tmp_path / "file" / "match.png")),)


# Tests of limits on sizes.


@pytest.mark.parametrize(
    ("name", "load", "largest"),
    [
        (storage.PROFILES_FILE, "load_profiles", 65_536),
        (storage.LEARNING_FILE, "load_learning_progress", 262_144),
        (storage.SETTINGS_FILE, "load_settings", 8_388_608),
    ],
)
def test_a_file_is_read_up_to_its_size_and_not_beyond(
    store: Storage, name: str, load: str, largest: int
) -> None:
    ada = Profile("Ada", 1, 2)
    store.save_profiles((ada,))
    store.save_learning_progress(LearningProgress().with_lesson_at("Ada", "line", 1))
    store.save_settings(Settings(pace="slow"))
    path = store.folders.data / name
    good = path.read_bytes()
    path.write_bytes(good.ljust(largest))
    found, problems = getattr(store, load)()
    assert problems == () and found in (
        *((ada,), LearningProgress().with_lesson_at("Ada", "line", 1), Settings(pace="slow")),
    )
    path.write_bytes(good.ljust(largest + 1))
    assert codes(getattr(store, load)()[1]) == ["too_large"]


def test_json_may_be_64_deep_and_no_deeper() -> None:
    for depth, sign in ((64, True), (65, False)):
        text = "[" * depth + "]" * depth
        if sign:
            assert safe_files.read_json(text) is not None
        else:
            with pytest.raises(BadFile, match="too_deep"):
                safe_files.read_json(text)
    assert safe_files.read_json("[" + "{}," * 99 + "{}]") is not None, "side by side is not deep"


@pytest.mark.parametrize("text", ["1e999", "-1e999", "NaN", "Infinity", "[-Infinity]"])
def test_a_json_number_that_is_nan_or_infinite_is_refused(text: str) -> None:
    with pytest.raises(BadFile, match="broken"):
        safe_files.read_json(text)
    assert safe_files.read_json("1e300") == 1e300 and safe_files.read_json("-0.5") == -0.5


# Tests of how files are written.


def test_names_are_written_so_that_people_can_read_them(store: Storage) -> None:
    store.save_profiles((Profile("Zoë", 0, 0),))
    store.save_learning_progress(LearningProgress().with_lesson_at("Zoë", "line", 1))
    for name in (storage.PROFILES_FILE, storage.LEARNING_FILE):
        text = (store.folders.data / name).read_text(encoding="utf-8")
        assert "Zoë" in text and text.endswith("\n") and len(text.splitlines()) > 1
        json.loads(text)
    assert store.load_learning_progress()[0].place_in_lesson("Zoë", "line") == LessonPlace(
        "begun", 1
    )


# Tests of reported problems.


def test_a_problem_is_reported_once_until_saving_works_again(
    store: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = {errno.ENOSPC: "disk_full", errno.EACCES: "folder_unusable", errno.EIO: "write_failed"}
    for number, code in wanted.items():

        def fail(path: Path, text: str, number: int = number) -> None:
            raise OSError(number, "no")

        with monkeypatch.context() as patch:
            patch.setattr(storage, "write_atomically", fail)
            assert codes(store.save_settings(Settings())) == [code]
            assert store.save_settings(Settings()) == ()
        assert store.save_settings(Settings()) == ()
        with monkeypatch.context() as patch:
            patch.setattr(storage, "write_atomically", fail)
            assert codes(store.save_settings(Settings())) == [code], "that is news"
        store.save_settings(Settings())


def test_a_file_may_be_as_large_as_the_largest_record(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("x" * MAX_CHARACTERS)
    assert len(read_text(path)) == MAX_CHARACTERS


def test_a_bad_file_is_kept_under_another_name_but_not_by_a_second_window(
    store: Storage, tmp_path: Path
) -> None:
    path = tmp_path / storage.PROFILES_FILE
    second, problems = open_storage(tmp_path)
    assert codes(problems) == ["other_instance"] and not second.may_save
    path.write_text("{")
    (problem,) = second.load_profiles()[1]
    assert (problem.code, problem.backup_path) == ("broken", "") and path.exists()
    (problem,) = store.load_profiles()[1]
    assert problem.backup_path == str(path) + ".backup" and not path.exists()
    assert second.save_settings(Settings()) == () and second.delete_autosaves() == ()
    assert not (tmp_path / storage.SETTINGS_FILE).exists()
    assert second.load_autosave().text is None


def test_valid_entries_are_saved_again_and_the_damaged_file_is_kept(store: Storage) -> None:
    path = store.folders.data / storage.PROFILES_FILE
    store.save_profiles((Profile("Ada", 0, 0),))
    data = json.loads(path.read_text())
    data["profiles"].append({"name": 3})
    path.write_text(json.dumps(data))
    found, (problem,) = store.load_profiles()
    assert found == (Profile("Ada", 0, 0),) and problem.code == "broken"
    assert store.load_profiles() == ((Profile("Ada", 0, 0),), ())


# Tests of files that a killed program has left.


def test_half_written_files_are_deleted_and_nothing_else(tmp_path: Path) -> None:
    names = (
        *storage.AUTOSAVES,
        *(storage.SETTINGS_FILE, storage.PROFILES_FILE, storage.LEARNING_FILE),
    )
    for name in names:
        (tmp_path / f".{name}.abc.tmp").touch()
        (tmp_path / name).touch()
    (tmp_path / "mine.tmp").touch()
    open_storage(tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {*names, "mine.tmp", storage.LOCK_FILE}


def test_half_written_settings_in_their_own_folder_are_deleted(
    tmp_path: Path,
) -> None:
    folders = DataFolders(tmp_path / "data", tmp_path / "config", tmp_path / "logs")
    folders.config.mkdir()
    left = folders.config / f".{storage.SETTINGS_FILE}.abc.tmp"
    left.touch()
    open_storage(folders=folders)
    assert not left.exists()


def test_only_one_program_holds_the_lock_until_it_is_released(tmp_path: Path) -> None:
    one, other = InstanceLock(tmp_path / "a" / "lock"), InstanceLock(tmp_path / "a" / "lock")
    assert one.acquire() and not other.acquire()
    other.release()
    assert not other.acquire()
    one.release()
    one.release()
    assert other.acquire()


def test_a_lock_that_is_not_a_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()
    with pytest.raises(FileExistsError) as raised:
        InstanceLock(tmp_path / "lock").acquire()
    assert raised.value.errno == errno.EEXIST
    assert codes(open_storage(tmp_path)[1]) == []


def test_a_bad_file_goes_aside_under_the_first_number_that_is_free(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        path = tmp_path / "x.json"
        path.touch()
        kept = safe_files.rename_to_backup(path)
        assert kept is not None and not path.exists()
        names.append(kept.name)
    assert names == ["x.json.backup", "x.json.backup2", "x.json.backup3"]


def test_replacing_a_held_file_is_tried_five_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Path] = []

    def held(self: Path, target: Path) -> None:
        tried.append(target)
        raise PermissionError

    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    monkeypatch.setattr(Path, "replace", held)
    with pytest.raises(PermissionError):
        safe_files.replace_file(tmp_path / "a", tmp_path / "b")
    assert len(tried) == 5
    assert len(waited) == 4 and all(0 < seconds < 0.1 for seconds in waited), "no player notices"
