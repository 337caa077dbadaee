"""A question with numbered answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hacktrick.text.terminal import Terminal
from hacktrick.words.translator import _


def choose(
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
        Closed: the input has come to its end.
    """
    terminal.say("", question, *numbered(answers))
    while True:
        text = terminal.ask(_prompt(usual))
        number = number_in(text, len(answers), usual)
        number = (words or {}).get(text.casefold()) if number is None else number
        if number is not None:
            return number
        terminal.say(_("Type a number from 1 to {n}.").format(n=len(answers)))


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


def _prompt(usual: int | None) -> str:
    if usual is None:
        return _("Number:")
    return _("Number, or Enter for {n}:").format(n=usual + 1)
