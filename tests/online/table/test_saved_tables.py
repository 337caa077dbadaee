"""Saved online matches are listed newest first; a folder that cannot be read lists none."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from hacktrick.online.table.saved_tables import SavedTables


@pytest.mark.parametrize("code", [errno.EACCES, errno.ENOTDIR, errno.ENOENT])
def test_a_folder_that_cannot_be_read_holds_no_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """Another user's folder, for example, cannot be read."""

    def refuse(self: Path) -> Iterator[Path]:
        raise OSError(code, "not allowed", str(self))

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert list(SavedTables(tmp_path).list_resumable()) == []


def test_a_damaged_match_is_not_listed(tmp_path: Path) -> None:
    for name in ("aa", "bb"):
        (tmp_path / name).mkdir()
    (tmp_path / "aa" / "log").write_bytes(b"damaged")
    assert list(SavedTables(tmp_path).list_resumable()) == []
