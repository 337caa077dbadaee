"""Lines in and out of a terminal, and questions with numbered answers.

Draws nothing: no boxes, no colours, no cursor.
"""

from __future__ import annotations

import os
import sys
import textwrap
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TextIO

from hacktrick.i18n.terminal_text import number_prompt, number_range

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


class InputClosed(Exception):
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
            InputClosed: the input has come to its end.
        """
        self.say(question)
        try:
            line = self._source.readline(LONGEST_INPUT)
        except (OSError, UnicodeError):  # a terminal that was closed, a folder
            line = ""
        if not line:
            raise InputClosed
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


def choose_answer(
    terminal: Terminal,
    question: str,
    answers: Sequence[str],
    usual: int | None = None,
    words: Mapping[str, int] | None = None,
) -> int:
    """The place in ``answers`` of the one whose number is typed.

    Args:
        usual: the answer that an empty line gives.
        words: the places of answers that may also be called by a word.

    Raises:
        InputClosed: the input has come to its end.
    """
    terminal.say("", question, *numbered(answers))
    while True:
        text = terminal.ask(number_prompt(usual))
        number = number_in(text, len(answers), usual)
        number = (words or {}).get(text.casefold()) if number is None else number
        if number is not None:
            return number
        terminal.say(number_range(len(answers)))


def numbered(answers: Sequence[str]) -> list[str]:
    """Lines to choose from, counted from 1."""
    return [f"{n}. {answer}" for n, answer in enumerate(answers, start=1)]


def number_in(text: str, n_answers: int, usual: int | None = None) -> int | None:
    """The place that a typed number means; None if it means none."""
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(n_answers))):
        return None
    return int(text) - 1 if 1 <= int(text) <= n_answers else None
