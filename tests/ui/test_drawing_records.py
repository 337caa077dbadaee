"""The window draws what the accepted records in ``drawing_records`` say.

A record only tells that something has changed. If that is as it should be, make the records again
with build/assets/drawing_records.py and read their diff.
"""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

from assets.drawing_records import FOLDER, RECORDS, texts_of_record_files

MAX_SHOWN_LINES = 40
HINT = "If this is as it should be: python build/assets/drawing_records.py, and read the diff."


def assert_drawn_as_accepted(record: str, folder: Path) -> None:
    made = texts_of_record_files(record, folder)
    accepted = {
        path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8")
        for path in (*FOLDER.glob(f"{record}/*.txt"), *FOLDER.glob(f"{record}.txt"))
    }
    changes = [
        line
        for path in sorted({*made, *accepted})
        for line in unified_diff(
            accepted.get(path, "").splitlines(), made.get(path, "").splitlines(), path, n=0
        )
    ]
    assert not changes, "\n".join([HINT, *changes[:MAX_SHOWN_LINES]])


def test_every_record_is_compared() -> None:
    tests = {f"test_{name.replace('-', '_')}_are_drawn_as_accepted" for name in RECORDS}
    assert tests <= {*globals()}


def test_menus_are_drawn_as_accepted(tmp_path: Path) -> None:
    assert_drawn_as_accepted("menus", tmp_path)


def test_studies_are_drawn_as_accepted(tmp_path: Path) -> None:
    assert_drawn_as_accepted("studies", tmp_path)


def test_tables_are_drawn_as_accepted(tmp_path: Path) -> None:
    assert_drawn_as_accepted("tables", tmp_path)


def test_rules_are_drawn_as_accepted(tmp_path: Path) -> None:
    assert_drawn_as_accepted("rules", tmp_path)


def test_sprites_are_drawn_as_accepted(tmp_path: Path) -> None:
    assert_drawn_as_accepted("sprites", tmp_path)


def test_small_windows_are_drawn_as_accepted(tmp_path: Path) -> None:
    assert_drawn_as_accepted("small-windows", tmp_path)


def test_tall_windows_are_drawn_as_accepted(tmp_path: Path) -> None:
    assert_drawn_as_accepted("tall-windows", tmp_path)


def test_wide_windows_are_drawn_as_accepted(tmp_path: Path) -> None:
    assert_drawn_as_accepted("wide-windows", tmp_path)
