"""The words that a player may type at the table instead of a number.

Data and reading only; what they do is the business of the table. Every word is understood in
English and in the language that is spoken, and by any beginning that no other word has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
    "hint",
    "why",
    "odds",
    "takeback",
    "codes",
    "log",
    "review",
    "next",
    "retry",
    "replay",
    "rules",
    "save",
    "learn",
    "back",
    "skip",
    "show",
    "menu",
    "quit",
    "help",
]


class CommandWord(NamedTuple):
    """``word`` and ``sentence`` in the present language."""

    name: Name
    word: str
    sentence: str


Words = Mapping[Name, Callable[[], tuple[str, str]]]


def command_words(words: Words | None = None) -> tuple[CommandWord, ...]:
    """All of them, in the order in which the help tells them; None: those of a table."""
    return tuple(CommandWord(name, *told()) for name, told in (words or _WORDS).items())


def read_command(text: str, known: Sequence[CommandWord] | None = None) -> tuple[Name, str] | None:
    """The command that ``text`` begins with, and the words after it; None if it is no command.
    ``known``: others than those of a table.

    >>> read_command("rules third ask"), read_command("mar"), read_command("x")
    (('rules', 'third ask'), ('markers', ''), None)
    """
    first, _space, rest = text.casefold().partition(" ")
    words = command_words() if known is None else known
    found = set(_exact(first, words)) or set(_beginning(first, words))
    return (found.pop(), rest.strip()) if first and len(found) == 1 else None


def _exact(text: str, words: Sequence[CommandWord]) -> Iterator[Name]:
    return (one.name for one in words if text in (one.name, one.word.casefold()))


def _beginning(text: str, words: Sequence[CommandWord]) -> Iterator[Name]:
    for one in words:
        if one.name.startswith(text) or one.word.casefold().startswith(text):
            yield one.name


LESSON_WORDS: Words = {
    "back": lambda: (
        pgettext("command", "back"),
        _("To the step before, or to the beginning of this one."),
    ),
    "skip": lambda: (pgettext("command", "skip"), _("This step is passed over.")),
    "show": lambda: (pgettext("command", "show"), _("What is meant here.")),
}
"""What belongs to a lesson alone."""

_WORDS: Words = {
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
    "hint": lambda: (
        pgettext("command", "hint"),
        _("Where to look; again: the idea, then the turn."),
    ),
    "why": lambda: (
        pgettext("command", "why"),
        _("Why the best turn is better; with an action, better than that one."),
    ),
    "odds": lambda: (pgettext("command", "odds"), _("What the others can hold, counted.")),
    "takeback": lambda: (
        pgettext("command", "takeback"),
        _("The last turn back, against computers; the match is not rated then."),
    ),
    "codes": lambda: (pgettext("command", "codes"), _("The codes in force and in hand.")),
    "log": lambda: (pgettext("command", "log"), _("What has happened in this round.")),
    "review": lambda: (
        pgettext("command", "review"),
        _("The last round that is over, looked back on; with a number, another one."),
    ),
    "next": lambda: (pgettext("command", "next"), _("The next of its worst moments.")),
    "retry": lambda: (pgettext("command", "retry"), _("That turn once more.")),
    "replay": lambda: (
        pgettext("command", "replay"),
        _("The match so far, action by action, as the own hand knew it."),
    ),
    "rules": lambda: (
        pgettext("command", "rules"),
        _("The rules; with the number of a page or with words, what they say about that."),
    ),
    "save": lambda: (pgettext("command", "save"), _("A copy of the match in a file of its own.")),
    "learn": lambda: (
        pgettext("command", "learn"),
        _("The lessons. Afterwards the match goes on here."),
    ),
    "menu": lambda: (pgettext("command", "menu"), _("Back to the start. The match is kept.")),
    "quit": lambda: (pgettext("command", "quit"), _("Away. The match is kept.")),
    "help": lambda: (pgettext("command", "help"), _("These lines.")),
}
