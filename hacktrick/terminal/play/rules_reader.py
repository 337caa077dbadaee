"""The rules in lines: a list of pages, a page, and what a search has found."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.game.rules import Rules
from hacktrick.i18n import translator as words
from hacktrick.i18n.rulebook.page_model import (
    Block,
    Example,
    Heading,
    MarkerStack,
    PageTable,
    RulebookPage,
    Ruling,
)
from hacktrick.i18n.rulebook.rulebook_search import (
    SearchHit,
    block_texts,
    rulebook_index,
    rulebook_pages,
)
from hacktrick.i18n.terms import edition_terms
from hacktrick.i18n.translator import _, ngettext
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
    while topic := terminal.ask(_("Number of a page, or words to look for; Enter goes back:")):
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
        return [_("Nothing about that was found.")]
    numbers = {page.key: n for n, page in enumerate(book, start=1)}
    return [line for hit in hits for line in _hit_lines(hit, numbers[hit.page.key])]


def _hit_lines(hit: SearchHit, number: int) -> list[str]:
    if hit.ruling is None:
        return [_("See page {n}: {title}").format(n=number, title=hit.page.title)]
    return [hit.ruling.question, hit.ruling.answer]


def page_lines(rules: Rules, page: RulebookPage) -> list[str]:
    """A page, an empty line before each part of it."""
    lines = [page.title]
    for block in page.blocks:
        lines += ["", *_block_lines(rules, block)]
    return lines


def _block_lines(rules: Rules, block: Block) -> list[str]:
    match block:
        case PageTable(rows):
            return _table_lines(rows)
        case Example():
            return _example_lines(rules, block)
        case Heading(text):
            return [f"{text}."]
        case Ruling():
            return [block.question, block.answer]
    return list(block_texts(block))


def _table_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Two columns side by side; of more, each cell with the head of its column."""
    head, *body = rows
    if len(head) == 2:
        return [_("{name}: {value}").format(name=name, value=value) for name, value in body]
    lines = []
    for title, *cells in body:
        told = zip(head[1:], cells, strict=True)
        lines.append(f"{title}.")
        lines += [_("{name}: {value}").format(name=name, value=value) for name, value in told]
    return lines


def _example_lines(rules: Rules, example: Example) -> list[str]:
    position = example.position
    lines = [_("An example."), *(_stack_line(rules, stack) for stack in position.stacks)]
    for told, cards in (
        (_("Row: {cards}."), position.row),
        (_("Your hand: {cards}."), position.hand),
        (_("Set aside: {cards}."), position.aside),
    ):
        if cards:
            lines.append(told.format(cards=" ".join(map(str, cards))))
    if example.played is not None:
        lines.append(_("You play {card}.").format(card=example.played.card))
    return [*lines, example.caption]


def _stack_line(rules: Rules, stack: MarkerStack) -> str:
    n = stack.n
    if stack.side == 0:
        sentence = ngettext(
            "{key} {number}: {n} marker of yours.", "{key} {number}: {n} markers of yours.", n
        )
    else:
        sentence = ngettext(
            "{key} {number}: {n} marker of the opponent.",
            "{key} {number}: {n} markers of the opponent.",
            n,
        )
    key = edition_terms(rules, _).key
    line = sentence.format(key=key[:1].upper() + key[1:], number=stack.key, n=n)
    return f"{line} {_('The double is among them.')}" if stack.double else line
