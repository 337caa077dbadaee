"""The crash log rotates, never stops the game and reveals no cards."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hacktrick import __version__
from hacktrick.app import crash_log


@pytest.fixture(autouse=True)
def restore_excepthook(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    yield
    crash_log.close_log()


def crash(error: BaseException) -> None:
    secret_hand = (5, 5, 3)
    try:
        try:
            raise KeyError(f"cause {secret_hand}")
        except KeyError as cause:
            raise error from cause
    except BaseException as caught:
        sys.excepthook(type(caught), caught, caught.__traceback__)


def test_a_crash_report_contains_no_values(tmp_path: Path) -> None:
    assert crash_log.install_log(tmp_path / "log")
    reports: list[str] = []
    crash_log.install_crash_log(reports.append)
    crash(ValueError("hand was (5, 5, 3)"))
    text = (tmp_path / "log" / crash_log.LOG_FILE).read_text(encoding="utf-8")
    assert reports[0] in text
    for expected in ("ValueError", "KeyError", "test_crash_log.py", "in crash", __version__):
        assert expected in text
    assert "(5, 5, 3)" not in text.replace("secret_hand = (5, 5, 3)", "")
    assert "hand was (5, 5, 3)\n" not in text


def test_messages_about_files_and_modules_are_kept(tmp_path: Path) -> None:
    reports: list[str] = []
    crash_log.install_crash_log(reports.append)
    crash(FileNotFoundError(2, "No such file", "font.ttf"))
    assert "font.ttf" in reports[0]


def test_a_report_has_the_position_in_a_line() -> None:
    crash_log.set_position_for_crash_reports(lambda: "keypad row=3 …")
    assert "\nPosition keypad row=3 …\n" in crash_log.crash_report(ValueError()) + "\n"
    crash_log.set_position_for_crash_reports(None)
    assert "Position" not in crash_log.crash_report(ValueError())


def test_a_crash_is_reported_even_if_its_position_cannot_be_written() -> None:
    def broken() -> str:
        raise RuntimeError("hand was (5, 5, 3)")

    crash_log.set_position_for_crash_reports(broken)
    report = crash_log.crash_report(ValueError())
    crash_log.set_position_for_crash_reports(None)
    assert "ValueError" in report and "Position" not in report and "5, 5, 3" not in report


def test_a_keyboard_interrupt_is_not_reported_as_a_crash() -> None:
    reports: list[str] = []
    crash_log.install_crash_log(reports.append)
    crash(KeyboardInterrupt())
    assert reports == []


def test_a_cycle_of_exception_causes_is_reported_once() -> None:
    first, second = ValueError(), ValueError()
    first.__cause__, second.__cause__ = second, first
    assert crash_log.crash_report(first).count("ValueError") == 2


def test_a_log_is_refused_for_an_impossible_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not crash_log.install_log(tmp_path / "file" / "log")
    crash_log.log.error("goes nowhere")


def test_a_full_log_is_rotated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash_log, "MAX_LOG_BYTES", 2000)
    crash_log.install_log(tmp_path)
    for number in range(500):
        crash_log.log.info("line %d %s", number, "x" * 60)
    files = sorted(tmp_path.iterdir())
    assert len(files) == crash_log.OLD_LOGS + 1
    assert all(path.stat().st_size <= 2000 for path in files)


def test_a_full_disk_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    crash_log.install_log(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(logging.StreamHandler, "flush", full)
    crash_log.log.info("line")
    assert capsys.readouterr().err == ""
