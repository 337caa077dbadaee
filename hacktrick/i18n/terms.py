"""The terms of each edition: the names of its commands, keys and points."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from hacktrick.game.editions import Rules
from hacktrick.i18n.translator import Translator

Translate = Callable[[str], str]


def edition_translator(rules: Rules, _: Translate) -> Translate:
    """Return the translator for an edition; return a plain function unchanged."""
    return _.in_edition(rules.words) if isinstance(_, Translator) else _


class TermTranslator(Protocol):
    """A translator that also fills in the terms of an edition and the given fields."""

    def __call__(self, sentence: str, /, **fields: object) -> str: ...


class EditionTerms(NamedTuple):
    """The terms of an edition; players say ``pass_``, ``play`` and ``guard`` aloud.

    Attributes:
        play_order: ``play`` as it is spoken, in quotation marks.
        guard_order: ``guard`` as it is spoken, in quotation marks.
    """

    pass_: str
    play: str
    guard: str
    ask: str
    board: str
    key: str
    keys: str
    point: str
    points: str
    play_order: str = ""
    guard_order: str = ""


def edition_terms(rules: Rules, _: Translate) -> EditionTerms:
    """Return the terms of the edition that ``rules.words`` names."""
    terms, spoken = _TERMS_BY_EDITION[rules.words](edition_translator(rules, _)), _("“{order}!”")
    play, guard = (spoken.format(order=name.rstrip("!")) for name in (terms.play, terms.guard))
    return terms._replace(play_order=play, guard_order=guard)


def term_translator(rules: Rules, _: Translate) -> TermTranslator:
    """Return a translator that also fills in terms: ``say("The {board} is empty.")``."""
    words, translate = edition_terms(rules, _)._asdict(), edition_translator(rules, _)

    def translate_with_terms(sentence: str, /, **fields: object) -> str:
        return translate(sentence).format(**words, **fields)

    return translate_with_terms


def _keypad_terms(_: Translate) -> EditionTerms:
    return EditionTerms(
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


def _servers_terms(_: Translate) -> EditionTerms:
    return EditionTerms(
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


def _arena_terms(_: Translate) -> EditionTerms:
    return EditionTerms(
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


def _club_terms(_: Translate) -> EditionTerms:
    return EditionTerms(
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


_TERMS_BY_EDITION: dict[str, Callable[[Translate], EditionTerms]] = {
    "keypad": _keypad_terms,
    "servers": _servers_terms,
    "arena": _arena_terms,
    "club": _club_terms,
}
