"""Imports matches from files, folders and pasted text, and checks each by a replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from hacktrick.library.database import Library
from hacktrick.library.match_entries import PASTED, ImportResult, MatchProvenance
from hacktrick.match.record import Record, RecordError, read_record
from hacktrick.match.share_code import ShareCodeError, is_share_code, read_share_code
from hacktrick.safe_files import BadFile, read_text

SUFFIX = ".json"


def import_paths(library: Library, paths: Iterable[Path]) -> Iterator[ImportResult]:
    """Import files, and all ``.json`` files in folders, one by one. A bad file does not stop it.

    Raises:
        LibraryError: the library cannot be written; earlier imports remain.
    """
    for path in paths:
        for file in _files(path):
            yield _take_file(library, file)


def import_text(library: Library, text: str) -> ImportResult:
    """Import a match from a share code or the text of a record.

    Raises:
        LibraryError: the library cannot be written.
    """
    try:
        record = read_share_code(text) if is_share_code(text) else read_record(text)
    except (ShareCodeError, RecordError) as error:
        return _refused(PASTED, error)
    return _take(library, PASTED, record)


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]


def _take_file(library: Library, path: Path) -> ImportResult:
    try:
        text = read_text(path)
        return _take(
            library, path, read_share_code(text) if is_share_code(text) else read_record(text)
        )
    except (ShareCodeError, RecordError) as error:
        return _refused(path, error)
    except BadFile as error:
        return ImportResult(path, reason=error.code.replace("_", " "))
    except (OSError, ValueError) as error:
        return ImportResult(path, reason=getattr(error, "strerror", None) or str(error))


def _take(library: Library, path: Path, record: Record) -> ImportResult:
    try:
        return ImportResult(path, library.add(record, MatchProvenance(source="imported")))
    except RecordError as error:
        return _refused(path, error)


def _refused(path: Path, error: ShareCodeError | RecordError) -> ImportResult:
    place = None
    if isinstance(error, RecordError) and error.round is not None:
        place = error.round, error.action
    return ImportResult(path, reason=str(error), place=place)
