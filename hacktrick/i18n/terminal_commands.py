"""The words that the text mode takes as commands, in English and in the player's language, each
with the sentence that explains it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from hacktrick.i18n.translator import _, pgettext

CommandName = Literal[
    "actions",
    "state",
    "hand",
    "row",
    "board",
    "markers",
    "sums",
    "unseen",
    "threats",
    "pin",
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
    """A command of the text mode with its word and explanation in the current language."""

    name: CommandName
    word: str
    sentence: str


CommandWords = Mapping[CommandName, Callable[[], tuple[str, str]]]


LESSON_WORDS: CommandWords = {
    "back": lambda: (
        pgettext("command", "back"),
        _("Back one step."),
    ),
    "skip": lambda: (pgettext("command", "skip"), _("Skip this step.")),
    "show": lambda: (pgettext("command", "show"), _("Show the solution.")),
}
"""Commands of lessons only."""

_MATCH_WORDS: CommandWords = {
    "actions": lambda: (
        pgettext("command", "actions"),
        _("List your actions again, like an empty line."),
    ),
    "state": lambda: (
        pgettext("command", "state"),
        _("Everything on the table, and your hand."),
    ),
    "hand": lambda: (pgettext("command", "hand"), _("Your hand.")),
    "row": lambda: (pgettext("command", "row"), _("The row, its last card last.")),
    "board": lambda: (pgettext("command", "board"), _("The markers on the board.")),
    "markers": lambda: (pgettext("command", "markers"), _("Markers left and captured.")),
    "sums": lambda: (
        pgettext("command", "sums"),
        _("Announced sums, and what changed since."),
    ),
    "unseen": lambda: (pgettext("command", "unseen"), _("How many of each card are unseen.")),
    "threats": lambda: (
        pgettext("command", "threats"),
        _("Where a marker would win at once."),
    ),
    "pin": lambda: (
        pgettext("command", "pin"),
        _("Note the cards you take theirs for, such as: pin 2 4. Each round scores your pins."),
    ),
    "hint": lambda: (
        pgettext("command", "hint"),
        _("Where to look; again for an idea, then the turn."),
    ),
    "why": lambda: (
        pgettext("command", "why"),
        _("Why the best turn is best; add an action to compare."),
    ),
    "odds": lambda: (pgettext("command", "odds"), _("What the others may hold.")),
    "takeback": lambda: (
        pgettext("command", "takeback"),
        _("Take back your last turn; the match is then unrated."),
    ),
    "codes": lambda: (pgettext("command", "codes"), _("Active codes, and yours.")),
    "log": lambda: (pgettext("command", "log"), _("What happened in this round.")),
    "review": lambda: (
        pgettext("command", "review"),
        _("Review the last round, or add the number of another."),
    ),
    "next": lambda: (pgettext("command", "next"), _("Go to the next mistake.")),
    "retry": lambda: (pgettext("command", "retry"), _("Try that turn again.")),
    "replay": lambda: (
        pgettext("command", "replay"),
        _("Replay the match so far, as you saw it."),
    ),
    "rules": lambda: (
        pgettext("command", "rules"),
        _("The rules; add a page number or search words."),
    ),
    "save": lambda: (pgettext("command", "save"), _("Save a copy of the match to a file.")),
    "learn": lambda: (
        pgettext("command", "learn"),
        _("Lessons; your match waits here."),
    ),
    "menu": lambda: (pgettext("command", "menu"), _("Back to the start. Your match is saved.")),
    "quit": lambda: (pgettext("command", "quit"), _("Quit. Your match is saved.")),
    "help": lambda: (pgettext("command", "help"), _("This list.")),
}


def command_words(words: CommandWords | None = None) -> tuple[CommandWord, ...]:
    """The command words in the current language, in the order of the help.

    Args:
        words: the commands; None for those of a match.
    """
    return tuple(CommandWord(name, *texts()) for name, texts in (words or _MATCH_WORDS).items())


def read_command(
    text: str, known: Sequence[CommandWord] | None = None
) -> tuple[CommandName, str] | None:
    """The command that ``text`` begins with, and the words after it; None if it is no command.

    The beginning of a command is enough if it fits no other one.

    Args:
        known: the possible commands; None for those of a match.

    >>> read_command("rules third ask"), read_command("mar"), read_command("x")
    (('rules', 'third ask'), ('markers', ''), None)
    """
    first, _space, rest = text.casefold().partition(" ")
    words = command_words() if known is None else known
    found = set(_exact(first, words)) or set(_beginning(first, words))
    return (found.pop(), rest.strip()) if first and len(found) == 1 else None


def _exact(text: str, words: Sequence[CommandWord]) -> Iterator[CommandName]:
    return (one.name for one in words if text in (one.name, one.word.casefold()))


def _beginning(text: str, words: Sequence[CommandWord]) -> Iterator[CommandName]:
    for one in words:
        if one.name.startswith(text) or one.word.casefold().startswith(text):
            yield one.name


def help_lines(commands: Iterable[CommandWord], *, with_notation: bool) -> list[str]:
    """What can be typed at a table: actions, then ``commands`` with their explanations.

    Args:
        with_notation: actions may also be typed as match records write them.
    """
    notation = _("Or type it: play 3, play 3 double, draw, ask, pass.")
    line = _("{name}: {value}")
    return [
        _("Type the number of an action to do it."),
        *([notation] if with_notation else []),
        _("Commands (the first letters are enough):"),
        *(line.format(name=one.word, value=one.sentence) for one in commands),
    ]


REPLAY_COMMANDS = ("previous", "turn", "round", "start", "end", "eye", "state", "branch", "back")
"""What can be typed during a replay."""

_TRANSLATED: dict[str, Callable[[], str]] = {
    "previous": lambda: pgettext("command", "previous"),
    "turn": lambda: pgettext("command", "turn"),
    "round": lambda: pgettext("command", "round"),
    "start": lambda: pgettext("command", "start"),
    "end": lambda: pgettext("command", "end"),
    "eye": lambda: pgettext("command", "eye"),
    "state": lambda: pgettext("command", "state"),
    "branch": lambda: pgettext("command", "branch"),
    "back": lambda: pgettext("command", "back"),
    "import": lambda: pgettext("command", "import"),
    "undo": lambda: pgettext("command", "undo"),
    "learn": lambda: pgettext("command", "learn"),
    "library": lambda: pgettext("command", "library"),
    "puzzle": lambda: pgettext("command", "puzzle"),
    "stats": lambda: pgettext("command", "stats"),
    "today": lambda: pgettext("command", "today"),
}
"""Commands of the menu, the library and a replay, which no help explains."""


def translated_command(name: str) -> str:
    """The word for a command of the menu, the library or a replay in the player's language."""
    return _TRANSLATED[name]()


def command_spellings(name: str) -> tuple[str, str]:
    """The English word for a command of the menu, the library or a replay, and the translated one,
    both in small letters."""
    return name, translated_command(name).casefold()
