"""What commands share: types of arguments, reading and writing files, one sentence for an error."""

from __future__ import annotations

import argparse
import codecs
import io
import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from hacktrick.game.rules import PRESETS
from hacktrick.match.players import LEVEL_NUMBERS

MOST = 1_000_000
STANDARD_INPUT = "-"


class CommandError(Exception):
    """What the user asked for cannot be done; the text says why."""


class Parser(argparse.ArgumentParser):
    """A parser that answers a bad command line with one sentence.

    Of a command: it learns its words when the command is given, so that no command loads what
    only another one needs.
    """

    def __init__(self, *, words: Callable[[Parser], None] | None = None, **more: Any) -> None:
        super().__init__(**more)
        self._words = words

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._words is not None:
            words, self._words = self._words, None
            words(self)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        raise CommandError(message)


def escape_unknown_letters() -> None:
    """From now on a letter that an output has no sign for is written as JSON would escape it, so
    that text can be read and JSON stays JSON."""
    codecs.register_error("hacktrick.escape", _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="hacktrick.escape")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def count_argument(text: str) -> int:
    """A number of things."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {MOST}")
    return int(text)


def level_argument(text: str) -> int:
    """The number of a level."""
    if not text.isascii() or not text.isdigit() or int(text) not in LEVEL_NUMBERS:
        known = ", ".join(map(str, LEVEL_NUMBERS))
        raise argparse.ArgumentTypeError(f"there is no level {text!r} (there are {known})")
    return int(text)


def preset_argument(text: str) -> str:
    """The name of a preset."""
    if text not in PRESETS:
        raise argparse.ArgumentTypeError(f"unknown preset {text!r} (known: {', '.join(PRESETS)})")
    return text


def words(text: str) -> str:
    """Text to look for or to keep; bytes that are no text would fit no database and no line."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a text in UTF-8") from error
    return text


def folder_argument(text: str) -> Path:
    """A folder, which need not be there; ``~`` and ``~name`` are homes."""
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        home = Path(text).parts[0]
        raise argparse.ArgumentTypeError(f"no home folder is known for {home!r}") from error


def read_input(path: Path, largest: int) -> str:
    """The text of a file, of a longer one only ``largest`` characters; of ``-`` what comes on
    standard input.

    Raises:
        CommandError: it cannot be read.
    """
    if str(path) == STANDARD_INPUT:
        return _standard_input(largest)
    try:
        check_regular(path)
        with path.open(encoding="utf-8-sig") as file:
            return file.read(largest)
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not a text in UTF-8") from error
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise CommandError(f"{path} is no file name") from error


def _standard_input(largest: int) -> str:
    if sys.stdin is None:
        raise CommandError("there is no standard input")
    try:
        sys.stdin.reconfigure(encoding="utf-8-sig")  # type: ignore[union-attr]
        return sys.stdin.read(largest)
    except UnicodeDecodeError as error:
        raise CommandError("what came on standard input is not a text in UTF-8") from error


def check_regular(path: Path) -> None:
    """That a path is a file: a pipe or a device might be waited for without an end.

    Raises:
        CommandError: it is not.
        OSError: there is nothing, or it may not be looked at.
    """
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise CommandError(f"{path} is a folder, not a file")
    if not stat.S_ISREG(mode):
        raise CommandError(f"{path} is a pipe or a device, not a file; - reads standard input")


def write_output(path: Path, text: str) -> None:
    """Writes a file.

    Raises:
        CommandError: it cannot be written.
    """
    try:
        with os.fdopen(_open_at_once(path), "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}") from error


def _open_at_once(path: Path) -> int:
    """A pipe that nobody reads is an error; opened in the usual way it would be waited for."""
    at_once: int = getattr(os, "O_NONBLOCK", 0)
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | at_once, 0o666)
    if at_once:
        os.set_blocking(number, True)
    return number


def check_writable(path: Path | None) -> None:
    """That a file to be written after long work can be there.

    Raises:
        CommandError: its folder is not there, or it is a folder itself.
    """
    if path is not None and not path.parent.is_dir():
        raise CommandError(f"cannot write {path}: there is no such folder")
    if path is not None and path.is_dir():
        raise CommandError(f"cannot write {path}: it is a folder")
