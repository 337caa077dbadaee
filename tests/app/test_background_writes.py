"""A background thread does all disk writes in order, and finishes them before the program ends."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from hacktrick.app import storage as kept
from hacktrick.app.storage import AUTOSAVES, BackgroundWriter, Storage, open_storage


def test_writes_are_done_in_order_by_another_thread() -> None:
    behind, done = BackgroundWriter(), list[tuple[int, bool]]()
    here = threading.current_thread()
    for n in range(50):
        behind.queue_write(lambda n=n: done.append((n, threading.current_thread() is here)))  # type: ignore[misc]
    behind.wait_for_writes()
    assert done == [(n, False) for n in range(50)]
    behind.close()


def test_a_write_is_awaited_only_by_flush() -> None:
    behind, gate, done = BackgroundWriter(), threading.Event(), list[str]()

    def slow() -> None:
        gate.wait(10)
        done.append("slow")

    behind.queue_write(slow)
    assert done == []
    gate.set()
    behind.wait_for_writes()
    assert done == ["slow"]
    behind.close()


def test_closing_finishes_the_queue_and_later_writes_start_a_new_thread() -> None:
    behind, done = BackgroundWriter(), list[int]()
    for n in (1, 2):
        behind.queue_write(lambda n=n: done.append(n))  # type: ignore[misc]
        behind.close()
    assert done == [1, 2]
    assert not [one for one in threading.enumerate() if one.name == "disk"]
    BackgroundWriter().close()


def storage_with_writer(folder: Path) -> Storage:
    storage, _problems = open_storage(folder)
    storage.use_background_writer()
    return storage


def test_a_match_saved_in_the_background_can_be_read_at_once(tmp_path: Path) -> None:
    storage = storage_with_writer(tmp_path)
    for n in range(20):
        assert storage.save_match_soon(f"[{n}]") == ()
    assert storage.load_autosave().text == "[19]"
    storage.save_match_soon("[20]")
    storage.delete_autosaves()
    assert not any((tmp_path / name).exists() for name in AUTOSAVES)
    storage.save_match_soon("[21]")
    storage.close()
    assert (tmp_path / AUTOSAVES[0]).read_text() == "[21]"


def test_an_error_of_a_background_write_is_reported_once(tmp_path: Path) -> None:
    storage = storage_with_writer(tmp_path)
    (tmp_path / AUTOSAVES[0]).mkdir()
    (tmp_path / AUTOSAVES[0] / "in the way").touch()
    storage.save_match_soon("[1]")
    storage.save_match_soon("[2]")
    storage.load_autosave()
    (problem,) = storage.pop_problems()
    assert problem.code in ("write_failed", "folder_unusable")
    assert storage.pop_problems() == ()
    storage.close()


def test_asking_for_problems_does_not_wait_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, written = threading.Event(), list[str]()

    def slow(path: Path, text: str) -> None:
        gate.wait(10)
        written.append(text)

    storage = storage_with_writer(tmp_path)
    monkeypatch.setattr(kept, "write_atomically", slow)
    storage.save_match_soon("[1]")
    assert storage.pop_problems() == () and written == []
    gate.set()
    storage.close()
    assert written == ["[1]"]
