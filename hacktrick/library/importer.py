"""Imports matches from files, folders and pasted text, and checks each match by a replay.

The text may be a match record, a share code, or an exported web page, which contains the record.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from hacktrick.library.database import Library
from hacktrick.library.match_entries import PASTED, MatchProvenance, SingleImportResult
from hacktrick.match.record import Record, RecordError, read_record
from hacktrick.match.share_code import (
    ShareCodeError,
    is_share_code,
    position_index_in_share_code,
    read_share_code,
)
from hacktrick.safe_files import BadFile, read_text

RECORD_SUFFIX = ".json"
PAGE_START = "<!doctype html"
PAGE_DATA = re.compile(r'<script type="application/json" id="match">([^<]*)</script>')


def import_paths(library: Library, paths: Iterable[Path]) -> Iterator[SingleImportResult]:
    """Import files, and all ``.json`` files in folders; yield the result for each file.

    Raises:
        LibraryError: the library cannot be written; earlier imports remain.
    """
    for path in paths:
        for file in _record_files(path):
            yield _import_file(library, file)


def import_text(library: Library, text: str) -> SingleImportResult:
    """Import a match from a share code or the text of a record.

    Raises:
        LibraryError: the library cannot be written.
    """
    try:
        record = _record_from_text(text)
    except (ShareCodeError, RecordError) as error:
        return _refused_import(PASTED, error)
    taken = _import_record(library, PASTED, record)
    place = position_index_in_share_code(text) if is_share_code(text) else None
    return taken if taken.reason else replace(taken, opens_at=place)


def _record_from_text(text: str) -> Record:
    """Return the match in a share code, a web page or the text of a record.

    Raises:
        ShareCodeError, RecordError: the text contains no match.
    """
    if is_share_code(text):
        return read_share_code(text)
    if text[: len(PAGE_START)].lower() != PAGE_START:
        return read_record(text)
    data = PAGE_DATA.search(text)
    if data is None:
        raise RecordError("the page contains no match")
    try:
        content = json.loads(data[1])
    except (ValueError, RecursionError) as error:
        raise RecordError("the match in the page is damaged") from error
    record = content.get("record") if isinstance(content, dict) else None
    return read_record(json.dumps(record))


def _record_files(path: Path) -> list[Path]:
    return sorted(path.rglob(f"*{RECORD_SUFFIX}")) if path.is_dir() else [path]


def _import_file(library: Library, path: Path) -> SingleImportResult:
    try:
        return _import_record(library, path, _record_from_text(read_text(path)))
    except (ShareCodeError, RecordError) as error:
        return _refused_import(path, error)
    except BadFile as error:
        return SingleImportResult(path, reason=error.code.replace("_", " "))
    except (OSError, ValueError) as error:
        return SingleImportResult(path, reason=getattr(error, "strerror", None) or str(error))


def _import_record(library: Library, path: Path, record: Record) -> SingleImportResult:
    try:
        number = library.add_match(record, MatchProvenance(source="imported"))
        return SingleImportResult(path, number, key=record.key)
    except RecordError as error:
        return _refused_import(path, error)


def _refused_import(path: Path, error: ShareCodeError | RecordError) -> SingleImportResult:
    place = None
    if isinstance(error, RecordError) and error.round is not None:
        place = error.round, error.action
    return SingleImportResult(path, reason=str(error), place=place)
