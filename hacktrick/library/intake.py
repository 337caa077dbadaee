"""Matches from files, folders and pasted texts into the library, each checked by playing it
through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from hacktrick.files import BadFile, read_text
from hacktrick.library.entries import PASTED, Mark, Taken
from hacktrick.library.shelf import Library
from hacktrick.play.code import CodeError, is_code, read_code
from hacktrick.play.record import Record, RecordError, read_record

SUFFIX = ".json"


def take_in(library: Library, paths: Iterable[Path]) -> Iterator[Taken]:
    """Import files, and the ``.json`` files below folders, one after the other; a bad one does
    not stop the others.

    Raises:
        LibraryError: the library cannot be written; what was taken until then stays.
    """
    for path in paths:
        for file in _files(path):
            yield _take_file(library, file)


def take_text(library: Library, text: str) -> Taken:
    """Import a match from its line of text, or from a record as text.

    Raises:
        LibraryError: the library cannot be written.
    """
    try:
        record = read_code(text) if is_code(text) else read_record(text)
    except (CodeError, RecordError) as error:
        return _refused(PASTED, error)
    return _take(library, PASTED, record)


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]


def _take_file(library: Library, path: Path) -> Taken:
    try:
        text = read_text(path)
        return _take(library, path, read_code(text) if is_code(text) else read_record(text))
    except (CodeError, RecordError) as error:
        return _refused(path, error)
    except BadFile as error:
        return Taken(path, reason=error.code.replace("_", " "))
    except (OSError, ValueError) as error:
        return Taken(path, reason=getattr(error, "strerror", None) or str(error))


def _take(library: Library, path: Path, record: Record) -> Taken:
    try:
        return Taken(path, library.add(record, Mark(source="imported")))
    except RecordError as error:
        return _refused(path, error)


def _refused(path: Path, error: CodeError | RecordError) -> Taken:
    place = None
    if isinstance(error, RecordError) and error.round is not None:
        place = error.round, error.action
    return Taken(path, reason=str(error), place=place)
