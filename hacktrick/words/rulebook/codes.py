"""The twelve codes in words: their names and powers, and the page that lists them."""

from __future__ import annotations

from collections.abc import Iterator

from hacktrick.game.actions import CODES
from hacktrick.game.rules import PRESETS, Rules
from hacktrick.words.rulebook.code_examples import code_examples
from hacktrick.words.rulebook.code_rulings import code_rulings
from hacktrick.words.rulebook.model import Block, CodeText, Heading, Page, Paragraph
from hacktrick.words.terms import Say, Translate, speaker


def code_name(code: str, _: Translate) -> str:
    """The full name on a code card."""
    return {
        "slavic": _("Evgeniy M. Slavic"),
        "baltic": _("Alexey Baltic"),
        "god": _("Andy God"),
        "huang": _("Xiao Tina Huang"),
        "popescu": _("Nae Popescu"),
        "vaeck": _("Coco van Vaeck"),
        "sun": _("Jack Sun"),
        "kriskaya": _("Trojana Kriskaya"),
        "grigorova": _("Nasha Grigorova"),
        "gorilla": _("Dodo Gorilla"),
        "doo": _("Hai Doo"),
        "rukowski": _("Joavista Rukowski"),
    }[code]


def code_power(code: str, _: Say) -> str:
    """The power in one or two lines of a card."""
    return {
        "slavic": _("A second marker on the {key} that holds your double wins 1 {point}."),
        "baltic": _("Three captured markers in front of you at once win 1 {point}."),
        "god": _("Three of your markers on 1, 2, 8 and 9, repeats allowed, win 1 {point}."),
        "huang": _("You get an 11th marker. Once, you pay a single and the opponent pays too."),
        "popescu": _("You may ask by paying a marker of your own supply."),
        "vaeck": _("Pay a captured marker: take a random card of the opponent and give one back."),
        "sun": _("Instead of drawing, put cards under the deck and draw as many from the top."),
        "kriskaya": _("With two markers that sum to 10 as your turn starts, you may play twice."),
        "grigorova": _("While two of your markers sum to 10, the opponent may not ask."),
        "gorilla": _("A win by 8-5-2 or 1-5-9 counts twice: 2, or 4 with the double."),
        "doo": _("Once, stake 1 {point}: the opponent gives up the round or stakes one as well."),
        "rukowski": _("The opponent's code is cancelled."),
    }[code]


def code_card(code: str, _: Translate, rules: Rules = PRESETS["wits"]) -> CodeText:
    """All that a code card says, in the words of ``rules``."""
    say = speaker(rules, _)
    return CodeText(code_name(code, _), code_power(code, say), code_rulings(code, say))


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
    yield Heading(name)
    yield Paragraph(code_power(code, _))
    yield from code_rulings(code, _)
    yield from code_examples(code, _)
