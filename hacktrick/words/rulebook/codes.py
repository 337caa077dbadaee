"""The twelve codes in words: their names and powers, and the page that lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from hacktrick.game.actions import CODES
from hacktrick.game.rules import PRESETS, Rules
from hacktrick.words.rulebook import code_examples as examples
from hacktrick.words.rulebook import code_rulings as rulings
from hacktrick.words.rulebook.model import (
    Block,
    CodeText,
    Example,
    Heading,
    Page,
    Paragraph,
    Ruling,
)
from hacktrick.words.terms import Say, Translate, speaker


@dataclass(frozen=True, slots=True)
class ButtonWords:
    """The button of a power that its owner uses in a turn.

    Attributes:
        effect: may name the opponent as {name}.
        price: what a use costs; None: nothing.
    """

    label: Callable[[Translate], str]
    effect: Callable[[Translate], str]
    price: Literal["marker", "captured", "point"] | None = None


@dataclass(frozen=True, slots=True)
class CodeWords:
    """A code in words, the twin of ``game.powers.Power``.

    Attributes:
        name: the full name on its card.
        power: in one or two lines of a card.
        rulings: their keys begin with "codes.CODE".
        button: for a power that is used in a turn.
    """

    name: Callable[[Translate], str]
    power: Callable[[Say], str]
    rulings: Callable[[Say], tuple[Ruling, ...]]
    example: Callable[[Say], Example] | None = None
    button: ButtonWords | None = None


CODE_WORDS: dict[str, CodeWords] = {
    "slavic": CodeWords(
        lambda _: _("Evgeniy M. Slavic"),
        lambda _: _("A second marker on the {key} that holds your double wins 1 {point}."),
        rulings.slavic,
        examples.slavic,
    ),
    "baltic": CodeWords(
        lambda _: _("Alexey Baltic"),
        lambda _: _("Three captured markers in front of you at once win 1 {point}."),
        rulings.baltic,
        examples.baltic,
    ),
    "god": CodeWords(
        lambda _: _("Andy God"),
        lambda _: _("Three of your markers on 1, 2, 8 and 9, repeats allowed, win 1 {point}."),
        rulings.god,
        examples.god,
    ),
    "huang": CodeWords(
        lambda _: _("Xiao Tina Huang"),
        lambda _: _("You get an 11th marker. Once, you pay a single and the opponent pays too."),
        rulings.huang,
        examples.huang,
        button=ButtonWords(lambda _: _("DISCARD"), lambda _: _("{name} pays one"), "marker"),
    ),
    "popescu": CodeWords(
        lambda _: _("Nae Popescu"),
        lambda _: _("You may ask by paying a marker of your own supply."),
        rulings.popescu,
        button=ButtonWords(lambda _: _("ASK, OWN"), lambda _: _("{name} tells"), "marker"),
    ),
    "vaeck": CodeWords(
        lambda _: _("Coco van Vaeck"),
        lambda _: _("Pay a captured marker: take a random card of the opponent and give one back."),
        rulings.vaeck,
        button=ButtonWords(lambda _: _("SWAP"), lambda _: _("a blind swap"), "captured"),
    ),
    "sun": CodeWords(
        lambda _: _("Jack Sun"),
        lambda _: _("Instead of drawing, put cards under the deck and draw as many from the top."),
        rulings.sun,
        button=ButtonWords(lambda _: _("UNDER"), lambda _: _("ends the turn")),
    ),
    "kriskaya": CodeWords(
        lambda _: _("Trojana Kriskaya"),
        lambda _: _("With two markers that sum to 10 as your turn starts, you may play twice."),
        rulings.kriskaya,
        examples.kriskaya,
        button=ButtonWords(lambda _: _("2ND CARD"), lambda _: _("play two cards")),
    ),
    "grigorova": CodeWords(
        lambda _: _("Nasha Grigorova"),
        lambda _: _("While two of your markers sum to 10, the opponent may not ask."),
        rulings.grigorova,
        examples.grigorova,
    ),
    "gorilla": CodeWords(
        lambda _: _("Dodo Gorilla"),
        lambda _: _("A win by 8-5-2 or 1-5-9 counts twice: 2, or 4 with the double."),
        rulings.gorilla,
        examples.gorilla,
    ),
    "doo": CodeWords(
        lambda _: _("Hai Doo"),
        lambda _: _(
            "Once, stake 1 {point}: the opponent gives up the round or stakes one as well."
        ),
        rulings.doo,
        button=ButtonWords(lambda _: _("STAKE"), lambda _: _("{name} answers"), "point"),
    ),
    "rukowski": CodeWords(
        lambda _: _("Joavista Rukowski"),
        lambda _: _("The opponent's code is cancelled."),
        rulings.rukowski,
    ),
}


def code_name(code: str, _: Translate) -> str:
    """The full name on a code card."""
    return CODE_WORDS[code].name(_)


def code_card(code: str, _: Translate, rules: Rules = PRESETS["wits"]) -> CodeText:
    """All that a code card says, in the words of ``rules``."""
    say, words = speaker(rules, _), CODE_WORDS[code]
    return CodeText(words.name(_), words.power(say), words.rulings(say))


def codes_page(rules: Rules, _: Say, plain: Translate) -> Page:
    opening = Paragraph(
        _("Twelve codes exist, each of them once. Here is what they do, in alphabetical order.")
    )
    names = {code: code_name(code, plain) for code in CODES}
    entries = (
        block
        for code in sorted(CODES, key=lambda code: names[code].casefold())
        for block in _entry(code, names[code], _)
    )
    return Page("codes", _("The twelve codes"), (opening, *entries), special=True)


def _entry(code: str, name: str, _: Say) -> Iterator[Block]:
    words = CODE_WORDS[code]
    yield Heading(name, code)
    yield Paragraph(words.power(_))
    yield from words.rulings(_)
    if words.example is not None:
        yield words.example(_)
