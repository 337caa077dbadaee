"""Code shared by all commands: argument types, file access, and errors in one sentence."""

from __future__ import annotations

import argparse
import codecs
import io
import json
import math
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from hacktrick.game.editions import PRESETS
from hacktrick.match.player_kinds import LEVEL_NUMBERS

MAX_COUNT = 1_000_000
MAX_MINUTES = 30  # maximum estimated minutes without ``--long``; no usual match takes as long
STANDARD_INPUT = "-"
PRESET_HELP = f"edition: {', '.join(PRESETS)}; default: keypad"


class CommandError(Exception):
    """Raised if a command cannot be carried out; the text gives the reason."""


class CommandLineParser(argparse.ArgumentParser):
    """An argument parser that raises ``CommandError`` for a bad command line.

    Args:
        add_arguments: adds the arguments of a command; called only when that command is used, so
            that modules needed by other commands are not loaded.
    """

    def __init__(
        self, *, add_arguments: Callable[[CommandLineParser], None] | None = None, **more: Any
    ) -> None:
        super().__init__(**more)
        self._add_arguments = add_arguments

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._add_arguments is not None:
            add_arguments, self._add_arguments = self._add_arguments, None
            add_arguments(self)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        raise CommandError(message)


def escape_unencodable_letters() -> None:
    """Make standard output and standard error escape the characters that they cannot encode.

    The escapes are those of JSON, so text stays readable and JSON stays valid.
    """
    codecs.register_error("hacktrick.escape", _escape_as_json)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="hacktrick.escape")


def _escape_as_json(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def count_argument(text: str) -> int:
    """Parse a count from 1 to ``MAX_COUNT``."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= MAX_COUNT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {MAX_COUNT}")
    return int(text)


def level_argument(text: str) -> int:
    """Parse the number of a level."""
    if not text.isascii() or not text.isdigit() or int(text) not in LEVEL_NUMBERS:
        known = ", ".join(map(str, LEVEL_NUMBERS))
        raise argparse.ArgumentTypeError(f"there is no level {text!r} (known: {known})")
    return int(text)


def preset_argument(text: str) -> str:
    """Parse the name of a preset."""
    if text not in PRESETS:
        raise argparse.ArgumentTypeError(f"unknown preset {text!r} (known: {', '.join(PRESETS)})")
    return text


def utf8_argument(text: str) -> str:
    """Return a text if it is UTF-8; other bytes fit neither the database nor the output.

    Raises:
        ArgumentTypeError: the text is not UTF-8.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not UTF-8 text") from error
    return text


def add_option_for_long_work(parser: argparse.ArgumentParser) -> None:
    """Add the argument that allows long work; see ``refuse_long_work_unless_allowed``."""
    text = f"allow more than {MAX_MINUTES} minutes for one file"
    parser.add_argument("--long", action="store_true", help=text)


def refuse_long_work_unless_allowed(seconds: float, options: argparse.Namespace) -> None:
    """Refuse long work, unless the command line allows it.

    Args:
        seconds: the estimated duration of the work.

    Raises:
        CommandError: the work takes more than ``MAX_MINUTES``, and there is no ``--long``.
    """
    if seconds > 60 * MAX_MINUTES and not options.long:
        minutes = math.ceil(seconds / 60)
        raise CommandError(f"this would take about {minutes} minutes; add --long to do it anyway")


def folder_argument(text: str) -> Path:
    """Parse the path of a folder, which need not exist.

    ``~`` and ``~name`` stand for home folders.
    """
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        home = Path(text).parts[0]
        raise argparse.ArgumentTypeError(f"the home folder of {home!r} is unknown") from error


def read_input(path: Path, largest: int) -> str:
    """Read a file, or standard input for the path ``-``.

    Args:
        largest: the maximum number of characters to read; the rest is ignored.

    Raises:
        CommandError: the file cannot be read.
    """
    if str(path) == STANDARD_INPUT:
        return _read_standard_input(largest)
    try:
        require_regular_file(path, f"; use {STANDARD_INPUT} for standard input")
        with path.open(encoding="utf-8-sig") as file:
            return file.read(largest)
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not UTF-8 text") from error
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise CommandError(f"{path} is not a file name") from error


def _read_standard_input(largest: int) -> str:
    if sys.stdin is None:
        raise CommandError("there is no standard input")
    try:
        sys.stdin.reconfigure(encoding="utf-8-sig")  # type: ignore[union-attr]
        return sys.stdin.read(largest)
    except UnicodeDecodeError as error:
        raise CommandError("standard input is not UTF-8 text") from error


def require_regular_file(path: Path, advice: str = "") -> None:
    """Check that a path is a regular file, since reading from a pipe or a device might never end.

    Args:
        advice: what to do instead of naming a pipe, added to the error message.

    Raises:
        CommandError: the path is not a regular file.
        OSError: the path does not exist or is not accessible.
    """
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise CommandError(f"{path} is a folder, not a file")
    if not stat.S_ISREG(mode):
        raise CommandError(f"{path} is a pipe or a device, not a file{advice}")


def write_output(path: Path, text: str) -> None:
    """Write a file.

    Raises:
        CommandError: the file cannot be written.
    """
    try:
        with os.fdopen(_open_without_blocking(path), "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}") from error


def _open_without_blocking(path: Path) -> int:
    """Open a file for writing; fail for a pipe without a reader instead of waiting for one."""
    at_once: int = getattr(os, "O_NONBLOCK", 0)
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | at_once, 0o666)
    if at_once:
        os.set_blocking(number, True)
    return number


def check_writable(path: Path | None) -> None:
    """Check before a long computation that its result can be written.

    Raises:
        CommandError: the folder does not exist, or the path is itself a folder.
    """
    if path is not None and not path.parent.is_dir():
        raise CommandError(f"cannot write {path}: there is no such folder")
    if path is not None and path.is_dir():
        raise CommandError(f"cannot write {path}: it is a folder")
