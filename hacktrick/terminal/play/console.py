"""Reads and writes lines at a terminal, and asks questions with numbered answers.

The output has no boxes, colours or cursor movements, which are difficult for screen readers.
"""

from __future__ import annotations

import codecs
import os
import shutil
import sys
import textwrap
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import TextIO

from hacktrick.i18n.terminal_text import number_prompt, number_range_sentence

LINE_WIDTH = 78  # maximum characters per line, which fit into most terminals
MIN_LINE_WIDTH = 16  # width in characters below which lines are not wrapped
# Number of empty lines that scroll text out of sight if the screen cannot be cleared.
SCREENFUL_LINES = 60
MAX_INPUT_LENGTH = 1_000  # maximum characters of a typed line; the rest is read as the next line
CLEAR_SCREEN = "\x1b[H\x1b[2J\x1b[3J"  # escape codes that clear the screen and its scrollback

# Replacements for characters that Braille tables or old terminals lack.
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("−–—·", "-"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("\u00a0\u202f", " "),
        "…": "...",
    }
)

_LOOKALIKES = {
    "ł": "l",
    "Ł": "L",
    "ß": "ss",
    "œ": "oe",
    "Œ": "OE",
    "æ": "ae",
    "ø": "o",
    "đ": "d",
    "×": "x",
    "±": "+/-",
    "½": "1/2",
    "→": "->",
    "←": "<-",
    "€": "EUR",
}
"""Replacements for characters that are not just a letter with an accent."""


class InputClosed(Exception):
    """Raised if the input has ended or the player quits."""


class OutputError(OSError):
    """Raised if a line cannot be written, for example because the disk is full."""


class Terminal:
    """The terminal of the player.

    Args:
        source: the stream of the player's input.
        target: the stream that the player reads.
        clear_screen: clears ``target``; None to detect how the terminal can be cleared.
        sleep: waits for a number of seconds.
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
        self._clear = clear_screen or _clearing_function(target)

    @property
    def can_clear_scrollback(self) -> bool:
        """Whether clearing also removes the text that has scrolled off the screen."""
        return self._clear is not _scroll_away

    @property
    def _line_width(self) -> int:
        """The number of characters in a line, which changes if the player resizes the terminal."""
        if not self._target.isatty():
            return LINE_WIDTH
        return max(MIN_LINE_WIDTH, min(LINE_WIDTH, shutil.get_terminal_size().columns))

    def say(self, *lines: str) -> None:
        """Write lines; long lines are wrapped.

        Raises:
            BrokenPipeError: the program that reads the output has ended.
            OutputError: the output cannot be written.
        """
        try:
            for line in lines:
                for part in line.split("\n"):
                    print("\n".join(_wrapped_line(part, self._line_width)), file=self._target)
            self._target.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(error.errno, error.strerror) from error

    def ask(self, question: str) -> str:
        """Ask a question and return the answer, stripped of surrounding spaces.

        Raises:
            InputClosed: the input has ended.
        """
        self.say(question)
        try:
            line = self._source.readline(MAX_INPUT_LENGTH)
        except (OSError, UnicodeError):  # the terminal is closed, or standard input is a folder
            line = ""
        if not line:
            raise InputClosed
        return "".join(sign for sign in line if sign.isprintable()).strip()

    def clear(self) -> None:
        """Clear the screen or, if that is impossible, scroll the text out of sight."""
        self._clear(self._target)
        self._target.flush()


def standard_terminal() -> Terminal:
    """Return the terminal that started the program.

    Characters that the terminal cannot show are replaced by similar ones.
    """
    codecs.register_error("hacktrick.nearest", _replace_unencodable_letters)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "hacktrick.nearest")):
        stream.reconfigure(errors=errors)  # type: ignore[union-attr]
    return Terminal(sys.stdin, sys.stdout)


def _replace_unencodable_letters(error: UnicodeError) -> tuple[str, int]:
    """Replace each character that an encoding lacks by a similar one, such as "ő" by "o".

    A character without a similar one becomes "?".
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_nearest_letter(sign, error.encoding) for sign in lacking), error.end


def _nearest_letter(sign: str, encoding: str) -> str:
    parts = unicodedata.normalize("NFKD", _LOOKALIKES.get(sign, sign))
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    try:
        plain.encode(encoding)
    except UnicodeEncodeError:
        return "?"
    return plain


def _wrapped_line(line: str, width: int) -> list[str]:
    parts = textwrap.wrap(
        line.translate(_PLAIN), width, break_long_words=False, break_on_hyphens=False
    )
    return parts or [""]


def _clearing_function(target: TextIO) -> Callable[[TextIO], None]:
    if not target.isatty():
        return _scroll_away
    if sys.platform == "win32":
        return _clear_console
    return _scroll_away if os.environ.get("TERM", "dumb") == "dumb" else _clear_by_escape_code


def _scroll_away(target: TextIO) -> None:
    target.write("\n" * SCREENFUL_LINES)


def _clear_by_escape_code(target: TextIO) -> None:
    target.write(CLEAR_SCREEN)


def _clear_console(target: TextIO) -> None:
    target.flush()
    os.system("cls")  # old consoles know no escape codes


def ask_choice(
    terminal: Terminal,
    question: str,
    answers: Sequence[str],
    default_index: int | None = None,
    answer_index_by_word: Mapping[str, int] | None = None,
) -> int:
    """Ask until the player types the number of an answer; return the index of the answer.

    Args:
        terminal: the terminal at which to ask.
        question: the question to print.
        answers: the answers to offer, in order.
        default_index: the index of the answer for an empty line; None if there is none.
        answer_index_by_word: the indices of answers that can also be typed as words.

    Raises:
        InputClosed: the input has ended.
    """
    terminal.say("", question, *numbered_lines(answers))
    while True:
        text = terminal.ask(number_prompt(default_index))
        number = answer_index(text, len(answers), default_index)
        number = (answer_index_by_word or {}).get(text.casefold()) if number is None else number
        if number is not None:
            return number
        terminal.say(number_range_sentence(len(answers)))


def numbered_lines(answers: Sequence[str]) -> list[str]:
    """Return the answers as lines, numbered from 1."""
    return [f"{n}. {answer}" for n, answer in enumerate(answers, start=1)]


def answer_index(text: str, n_answers: int, default_index: int | None = None) -> int | None:
    """Return the index of the answer whose number was typed; None if there is no such answer.

    Args:
        text: the text that the player has typed.
        n_answers: the number of answers.
        default_index: the index of the answer for an empty text; None if there is none.
    """
    if not text:
        return default_index
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(n_answers))):
        return None
    return int(text) - 1 if 1 <= int(text) <= n_answers else None
