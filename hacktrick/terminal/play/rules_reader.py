"""The rules in lines: a list of pages, a page, and what a search has found."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.game.rules import Rules
from hacktrick.i18n import terminal_text
from hacktrick.i18n import translator as words
from hacktrick.i18n.rulebook.page_lines import page_lines
from hacktrick.i18n.rulebook.page_model import (
    RulebookPage,
)
from hacktrick.i18n.rulebook.rulebook_search import (
    SearchHit,
    rulebook_index,
    rulebook_pages,
)
from hacktrick.i18n.translator import _
from hacktrick.terminal.play.console import Terminal, number_in, numbered

OF_THE_WINDOW = "keys"  # the page about mouse and keyboard
MOST_HITS = 5


def read_rules(terminal: Terminal, rules: Rules, topic: str = "") -> None:
    """Show what ``topic`` (a number of a page, or words to look for) leads to; without one, list
    the pages and ask until nothing is asked any more.

    Raises:
        Closed: the input has come to its end.
    """
    book = _book(rules)
    if topic:
        terminal.say("", *_looked_up(rules, book, topic))
        return
    terminal.say("", _("Rules"), *numbered([page.title for page in book]))
    while topic := terminal.ask(terminal_text.page_prompt()):
        terminal.say("", *_looked_up(rules, book, topic))


def _book(rules: Rules) -> list[RulebookPage]:
    return [page for page in rulebook_pages(rules, _) if page.key != OF_THE_WINDOW]


def _looked_up(rules: Rules, book: Sequence[RulebookPage], topic: str) -> list[str]:
    number = number_in(topic, len(book))
    if number is not None:
        return page_lines(rules, book[number])
    found = rulebook_index(rules, words.language(), _).search(topic)
    hits = [hit for hit in found if hit.page.key != OF_THE_WINDOW][:MOST_HITS]
    if not hits:
        return [terminal_text.no_ruling_found()]
    numbers = {page.key: n for n, page in enumerate(book, start=1)}
    return [line for hit in hits for line in _hit_lines(hit, numbers[hit.page.key])]


def _hit_lines(hit: SearchHit, number: int) -> list[str]:
    if hit.ruling is None:
        return [terminal_text.page_reference(number, hit.page.title)]
    return [hit.ruling.question, hit.ruling.answer]
