"""Matches from files and folders into the library, each checked by playing it through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hacktrick.files import BadFile, read_text
from hacktrick.library.entries import Mark
from hacktrick.library.shelf import Library
from hacktrick.play.record import RecordError, read_record

SUFFIX = ".json"


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of one file: the number of its match, or why there is none.

    Attributes:
        number: in the library; None if it was refused or there already.
        reason: what is wrong with it, "" if nothing is.
    """

    path: Path
    number: int | None = None
    reason: str = ""


def take_in(library: Library, paths: Iterable[Path]) -> Iterator[Taken]:
    """Import files, and the ``.json`` files below folders, one after the other; a bad one does
    not stop the others.

    Raises:
        LibraryError: the library cannot be written; what was taken until then stays.
    """
    for path in paths:
        for file in _files(path):
            yield _take(library, file)


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]


def _take(library: Library, path: Path) -> Taken:
    try:
        record = read_record(read_text(path))
        return Taken(path, library.add(record, Mark(source="imported")))
    except RecordError as error:
        return Taken(path, reason=str(error))
    except BadFile as error:
        return Taken(path, reason=error.code.replace("_", " "))
    except (OSError, ValueError) as error:
        return Taken(path, reason=getattr(error, "strerror", None) or str(error))
