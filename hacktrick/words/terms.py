"""The words of an edition: what its commands and things are called.

Used by the rules reference and by the table. Words are put into whole sentences by name
("Say {guard}."), never glued to them; a translator may move or inflect around the fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Protocol, runtime_checkable

from hacktrick.game.rules import Rules

Translate = Callable[[str], str]


@runtime_checkable
class Translator(Protocol):
    """A translator that has sentences of its own for some editions (``words.Translator``)."""

    def in_edition(self, edition: str) -> Translate: ...


def of_edition(rules: Rules, _: Translate) -> Translate:
    """``_`` for the words of ``rules``; a plain function has one way to say things."""
    return _.in_edition(rules.words) if isinstance(_, Translator) else _


class Say(Protocol):
    """A translator that also fills in the edition's words and the fields it is given."""

    def __call__(self, sentence: str, /, **fields: object) -> str: ...


@dataclass(frozen=True, slots=True)
class Terms:
    """The names of one edition. ``pass_``, ``play`` and ``guard`` are what the players say."""

    pass_: str
    play: str
    guard: str
    ask: str
    board: str
    key: str
    keys: str
    point: str
    points: str


def terms(rules: Rules, _: Translate) -> Terms:
    """The words that ``rules`` are told in (``Rules.words``)."""
    return _WORDS[rules.words](of_edition(rules, _))


def speaker(rules: Rules, _: Translate) -> Say:
    """``_`` for sentences with the fields of ``Terms``: ``say("The {board} is empty.")``."""
    words, translate = asdict(terms(rules, _)), of_edition(rules, _)

    def say(sentence: str, /, **fields: object) -> str:
        return translate(sentence).format(**words, **fields)

    return say


def _keypad(_: Translate) -> Terms:
    return Terms(
        pass_=_("Pass"),
        play=_("Play"),
        guard=_("Block"),
        ask=_("Ask"),
        board=_("keypad"),
        key=_("key"),
        keys=_("keys"),
        point=_("point"),
        points=_("points"),
    )


def _servers(_: Translate) -> Terms:
    return Terms(
        pass_=_("Pass"),
        play=_("Hack"),
        guard=_("Firewall"),
        ask=_("Spy"),
        board=_("map"),
        key=_("server"),
        keys=_("servers"),
        point=_("Bitcoin"),
        points=_("Bitcoins"),
    )


def _arena(_: Translate) -> Terms:
    return Terms(
        pass_=_("Pass"),
        play=_("Play!"),
        guard=_("Guard!"),
        ask=_("Ask"),
        board=_("board"),
        key=_("square"),
        keys=_("squares"),
        point=_("point"),
        points=_("points"),
    )


def _club(_: Translate) -> Terms:
    return Terms(
        pass_=_("Passo"),
        play=_("Play"),
        guard=_("Block"),
        ask=_("Ask"),
        board=_("plancia"),
        key=_("casella"),
        keys=_("caselle"),
        point=_("point"),
        points=_("points"),
    )


_WORDS: dict[str, Callable[[Translate], Terms]] = {
    "keypad": _keypad,
    "servers": _servers,
    "arena": _arena,
    "club": _club,
}
