"""The log file, and the report that a crash leaves in it.

A player may send the log to strangers, so it contains nothing secret about a running round. The
report of a crash has the position as everyone at the table sees it. It has no local variables, and
no error messages that could name cards.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import logging.handlers
import platform
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType

from hacktrick import __version__

LOG_FILE = "hacktrick.log"
MAX_LOG_BYTES = 256 * 1024
OLD_LOGS = 3

log = logging.getLogger("hacktrick")

# The messages of the following errors name files, modules and attributes, never values.
_ERRORS_WITHOUT_VALUES = (
    OSError,
    ImportError,
    AttributeError,
    NameError,
    MemoryError,
    RecursionError,
)


_position: Callable[[], str] | None = None


class _HandlerIgnoringWriteErrors(logging.handlers.RotatingFileHandler):
    """A log handler that ignores write errors.

    A full disk must neither stop the game nor flood a terminal.
    """

    def handleError(self, record: logging.LogRecord) -> None:
        pass


def install_log(folder: Path) -> bool:
    """Start to log into a rotating file; return False if the folder cannot be used."""
    close_log()
    log.setLevel(logging.INFO)
    log.propagate = False
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / LOG_FILE).exists() and not (folder / LOG_FILE).is_file():
            # Opening a named pipe would block.
            raise FileExistsError(errno.EEXIST, "the log is no file")
        handler: logging.Handler = _HandlerIgnoringWriteErrors(
            folder / LOG_FILE, maxBytes=MAX_LOG_BYTES, backupCount=OLD_LOGS, encoding="utf-8"
        )
    except OSError:
        log.addHandler(logging.NullHandler())
        return False
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(handler)
    return True


def close_log() -> None:
    """Close the log file and remove all handlers."""
    for handler in tuple(log.handlers):
        log.removeHandler(handler)
        with contextlib.suppress(OSError):  # lines that cannot be written may be lost
            handler.close()


def install_crash_log(on_crash: Callable[[str], None] | None = None) -> None:
    """Write uncaught errors to the log, and pass reports of them to ``on_crash``."""
    previous = sys.excepthook

    def handle_uncaught_error(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, Exception):
            report = crash_report(error)
            log.critical("crash\n%s", report)
            if on_crash:
                on_crash(report)
        previous(kind, error, trace)

    sys.excepthook = handle_uncaught_error


def set_position_for_crash_reports(position: Callable[[], str] | None) -> None:
    """Set the function from which crash reports get the position.

    Args:
        position: returns the position as a line of text (docs/position.md) with public knowledge
            only; None while no match is on the screen.
    """
    global _position
    _position = position


def crash_report(error: BaseException) -> str:
    """Return the report of an error, which a player may send to strangers."""
    lines = [
        version_line(),
        *_position_lines(),
        *(s for part in _error_chain(error) for s in _error_lines(part)),
    ]
    return "\n".join(lines)


def _position_lines() -> list[str]:
    """Return a list with the position line, empty if the line is not available."""
    with contextlib.suppress(Exception):
        return [f"Position {_position()}"] if _position else []
    return []


def version_line() -> str:
    """Return one line with the versions of the game and of Python, and the platform."""
    return f"Hack Trick {__version__}, Python {platform.python_version()}, {platform.platform()}"


def _error_chain(error: BaseException) -> Iterator[BaseException]:
    """Yield the error and its causes, each once; the original cause comes last."""
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__


def _error_lines(error: BaseException) -> Iterator[str]:
    message = f": {error}" if isinstance(error, _ERRORS_WITHOUT_VALUES) else ""
    yield f"{type(error).__qualname__}{message}"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}: {frame.line}"
