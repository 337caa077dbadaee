"""Pages of the rulebook as plain lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.game.rules import Rules
from hacktrick.i18n.rulebook.page_model import (
    Block,
    Example,
    Heading,
    MarkerStack,
    PageTable,
    RulebookPage,
    Ruling,
)
from hacktrick.i18n.rulebook.rulebook_search import block_texts
from hacktrick.i18n.terms import edition_terms
from hacktrick.i18n.translator import _, ngettext


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
            return example_lines(rules, block)
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
        pairs = zip(head[1:], cells, strict=True)
        lines.append(f"{title}.")
        lines += [_("{name}: {value}").format(name=name, value=value) for name, value in pairs]
    return lines


def example_lines(rules: Rules, example: Example) -> list[str]:
    """An example, with the position that it is drawn with."""
    position = example.position
    lines = [_("An example."), *(_stack_line(rules, stack) for stack in position.stacks)]
    for sentence, cards in (
        (_("Row: {cards}."), position.row),
        (_("Your hand: {cards}."), position.hand),
        (_("Set aside: {cards}."), position.aside),
    ):
        if cards:
            lines.append(sentence.format(cards=" ".join(map(str, cards))))
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
    return " ".join((line, _("The double is among them."))) if stack.double else line
