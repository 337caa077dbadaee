"""Writes a file completely or not at all, and reads only files that are safe to read."""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import stat
import tempfile
import time
from pathlib import Path
from typing import Literal

WINDOWS_DEVICE_NAMES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in "123456789¹²³"))
)
"""Names that open a device instead of a file on Windows, whatever their extension."""
MAX_FILE_SIZE = 8 * 1024 * 1024  # maximum size of a file to read, in bytes
MAX_JSON_DEPTH = 64  # maximum nesting of JSON arrays and objects

FileFault = Literal["unreadable", "too_large", "too_deep", "broken", "newer"]


class BadFile(ValueError):
    """Raised if a file must not be used; ``code`` gives the reason."""

    def __init__(self, code: FileFault) -> None:
        super().__init__(code)
        self.code: FileFault = code


def write_atomically(path: Path, text: str) -> None:
    """Replace a file's content by ``text``; a crash leaves either the old or the new content.

    A lone surrogate, which JSON from elsewhere may contain, is written as a valid JSON escape.

    Raises:
        OSError: the file cannot be written.
    """
    write_bytes_atomically(path, text.encode("utf-8", "backslashreplace"))


def write_bytes_atomically(path: Path, content: bytes) -> None:
    """Replace a file's content by ``content``, as ``write_atomically`` does.

    Raises:
        OSError: the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        replace_file(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    _sync_folder(path.parent)


def safe_file_name(text: str, default: str) -> str:
    """Return a file name that every system accepts.

    Args:
        text: what the player typed; characters that file names should not have are left out.
        default: the name if the text contains no letter or digit.
    """
    name = "".join(sign for sign in text if sign.isalnum() or sign in "-_ ").strip()
    return f"{name}_" if name.lower() in WINDOWS_DEVICE_NAMES else name or default


def expand_home(path: Path) -> Path:
    """Return the path with ``~`` replaced by the home folder, if the home folder is known."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def existing_path(text: str) -> Path | None:
    """Return the path of the file or folder that a typed text names; None if there is none."""
    name = text.strip('"')
    path = expand_home(Path(name))
    try:
        return path if name and path.exists() else None
    except (OSError, ValueError):  # the text cannot be a file name
        return None


def replace_file(source: Path, target: Path, tries: int = 5) -> None:
    """Rename ``source`` to ``target``, replacing a file of that name.

    Args:
        tries: how often to try, since a virus scanner on Windows may hold a new file for a moment.

    Raises:
        OSError: the file cannot be renamed.
    """
    for left in reversed(range(tries)):
        try:
            source.replace(target)
        except PermissionError:
            if not left:
                raise
            time.sleep(0.02)
        else:
            return


def _sync_folder(folder: Path) -> None:
    """Make a rename durable, if the operating system supports that."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def read_text(path: Path, largest: int = MAX_FILE_SIZE) -> str:
    """Read the UTF-8 text of a regular file.

    Args:
        largest: the maximum size in bytes.

    Raises:
        BadFile: the file is not a regular file, is not UTF-8, or is too large.
        OSError: the file cannot be read.
    """
    if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe could block forever
        raise BadFile("unreadable")
    with path.open("rb") as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise BadFile("too_large")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile("broken") from error


def read_json(text: str) -> object:
    """Parse JSON from an untrusted file.

    Raises:
        BadFile: the text is malformed, nested too deeply, or contains an infinite number.
    """
    if _json_depth(text) > MAX_JSON_DEPTH:
        raise BadFile("too_deep")
    try:
        return json.loads(text, parse_constant=_refuse_constant, parse_float=_parse_finite_float)
    except ValueError as error:
        raise BadFile("broken") from error


# Possessive quantifiers and an optional closing quote keep the time linear on any text.
_TOKENS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)


def _json_depth(text: str) -> int:
    """Return how deeply JSON is nested, without parsing it."""
    depth = deepest = 0
    for token in _TOKENS.finditer(text):
        sign = token[0][0]
        depth += (sign in "[{") - (sign in "]}")
        deepest = max(deepest, depth)
    return deepest


def _refuse_constant(constant: str) -> object:
    raise ValueError(constant)


def _parse_finite_float(text: str) -> float:
    """Return the number in a text.

    Refuse infinite numbers: 1e999, for example, would be written back as Infinity, which is not
    JSON.
    """
    number = float(text)
    if math.isinf(number):
        raise ValueError(text)
    return number


def rename_to_backup(path: Path) -> Path | None:
    """Rename a bad file to an unused ``.backup`` name.

    Returns:
        The new path; None if the file cannot be renamed.
    """
    number = 1
    while True:
        target = path.with_name(
            f"{path.name}.backup" if number == 1 else f"{path.name}.backup{number}"
        )
        if not os.path.lexists(target):
            try:
                path.rename(target)
            except FileExistsError:  # on Windows, another program may just have taken the name
                continue
            except OSError:
                return None
            return target
        number += 1
