"""Lines in, lines out: short lines of plain signs, and a screen that can be cleared.

It must not know the game. Nothing here draws: no boxes, no colours, no cursor.
"""

from __future__ import annotations

import os
import sys
import textwrap
import time
from collections.abc import Callable
from typing import TextIO

WIDTH = 78  # characters of a line; the longest that every terminal and Braille display takes
SCREENFUL = 60  # empty lines where nothing can be cleared
LONGEST_INPUT = 1_000  # characters; what is typed beyond them counts as another line
CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what has scrolled off it

# Signs that Braille tables and old terminals lack, as those that all of them have.
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("−–—·", "-"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("\u00a0\u202f", " "),
        "…": "...",
    }
)


class Closed(Exception):
    """There is no more input."""


class Unwritable(OSError):
    """What is said cannot be written: the reader has gone, or the disk is full."""


class Terminal:
    """Where the player reads and types.

    Args:
        clear_screen: how the screen is cleared; None finds out what ``target`` can do.
        sleep: lets time pass.
    """

    def __init__(
        self,
        source: TextIO,
        target: TextIO,
        clear_screen: Callable[[TextIO], None] | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._source, self._target = source, target
        self.wait = sleep
        self._clear = clear_screen or _way_to_clear(target)

    @property
    def forgets(self) -> bool:
        """Whether what was cleared is gone, also for whoever scrolls back."""
        return self._clear is not _push_away

    def say(self, *lines: str) -> None:
        """Each of ``lines`` from the beginning of a line; long ones go on below.

        Raises:
            BrokenPipeError, Unwritable: nobody can read it.
        """
        try:
            for line in lines:
                for part in line.split("\n"):
                    print("\n".join(_wrapped(part)), file=self._target)
            self._target.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise Unwritable(error.errno, error.strerror) from error

    def ask(self, question: str) -> str:
        """What is typed after ``question``, without the spaces around it.

        Raises:
            Closed: the input has come to its end.
        """
        self.say(question)
        try:
            line = self._source.readline(LONGEST_INPUT)
        except (OSError, UnicodeError):  # a terminal that was closed, a folder
            line = ""
        if not line:
            raise Closed
        return "".join(sign for sign in line if sign.isprintable()).strip()

    def clear(self) -> None:
        """Nothing that was written stays in sight; where the terminal forgets, it is gone."""
        self._clear(self._target)
        self._target.flush()


def standard_terminal() -> Terminal:
    """The one that the program was started in; signs that it lacks become question marks."""
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    return Terminal(sys.stdin, sys.stdout)


def _wrapped(line: str) -> list[str]:
    parts = textwrap.wrap(
        line.translate(_PLAIN), WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return parts or [""]


def _way_to_clear(target: TextIO) -> Callable[[TextIO], None]:
    if not target.isatty():
        return _push_away
    if sys.platform == "win32":
        return _clear_console
    return _push_away if os.environ.get("TERM", "dumb") == "dumb" else _clear_by_code


def _push_away(target: TextIO) -> None:
    target.write("\n" * SCREENFUL)


def _clear_by_code(target: TextIO) -> None:
    target.write(CLEAR)


def _clear_console(target: TextIO) -> None:
    target.flush()
    os.system("cls")  # takes no code sequences everywhere, but this
