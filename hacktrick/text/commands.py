"""The words that a player may type at the table instead of a number.

Data and reading only; what they do is the business of the table. Every word is understood in
English and in the language that is spoken, and by any beginning that no other word has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from hacktrick.words.translator import _, pgettext

Name = Literal[
    "actions",
    "state",
    "hand",
    "row",
    "board",
    "markers",
    "sums",
    "unseen",
    "threats",
    "codes",
    "log",
    "rules",
    "save",
    "menu",
    "quit",
    "help",
]


class CommandWord(NamedTuple):
    """``word`` and ``sentence`` in the present language."""

    name: Name
    word: str
    sentence: str


def command_words() -> tuple[CommandWord, ...]:
    """All of them, in the order in which the help tells them."""
    return tuple(CommandWord(name, *told()) for name, told in _WORDS.items())


def read_command(text: str) -> tuple[Name, str] | None:
    """The command that ``text`` begins with, and the words after it; None if it is no command.

    >>> read_command("rules third ask"), read_command("mar"), read_command("x")
    (('rules', 'third ask'), ('markers', ''), None)
    """
    first, _space, rest = text.casefold().partition(" ")
    found = set(_exact(first)) or set(_beginning(first))
    return (found.pop(), rest.strip()) if first and len(found) == 1 else None


def _exact(text: str) -> Iterator[Name]:
    return (one.name for one in command_words() if text in (one.name, one.word.casefold()))


def _beginning(text: str) -> Iterator[Name]:
    for one in command_words():
        if one.name.startswith(text) or one.word.casefold().startswith(text):
            yield one.name


_WORDS: dict[Name, Callable[[], tuple[str, str]]] = {
    "actions": lambda: (
        pgettext("command", "actions"),
        _("The actions again. An empty line does the same."),
    ),
    "state": lambda: (
        pgettext("command", "state"),
        _("Everything that lies on the table, and the own hand."),
    ),
    "hand": lambda: (pgettext("command", "hand"), _("The own hand.")),
    "row": lambda: (pgettext("command", "row"), _("The cards of the row, the last one last.")),
    "board": lambda: (pgettext("command", "board"), _("The markers on the board.")),
    "markers": lambda: (pgettext("command", "markers"), _("Markers left, and captured ones.")),
    "sums": lambda: (
        pgettext("command", "sums"),
        _("The announced sums, and what has happened to the hands since."),
    ),
    "unseen": lambda: (pgettext("command", "unseen"), _("How many of each card are unseen.")),
    "threats": lambda: (
        pgettext("command", "threats"),
        _("Where a marker would win the round at once."),
    ),
    "codes": lambda: (pgettext("command", "codes"), _("The codes in force and in hand.")),
    "log": lambda: (pgettext("command", "log"), _("What has happened in this round.")),
    "rules": lambda: (
        pgettext("command", "rules"),
        _("The rules; with the number of a page or with words, what they say about that."),
    ),
    "save": lambda: (pgettext("command", "save"), _("A copy of the match in a file of its own.")),
    "menu": lambda: (pgettext("command", "menu"), _("Back to the start. The match is kept.")),
    "quit": lambda: (pgettext("command", "quit"), _("Away. The match is kept.")),
    "help": lambda: (pgettext("command", "help"), _("These lines.")),
}
