"""Shows the rulebook at the terminal: the list of pages, a page, or the results of a search."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.game.editions import Rules
from hacktrick.i18n import terminal_text
from hacktrick.i18n import translator as words
from hacktrick.i18n.rulebook.page_model import (
    RulebookPage,
)
from hacktrick.i18n.rulebook.rulebook_search import (
    SearchHit,
    page_lines,
    rulebook_index,
    rulebook_pages,
)
from hacktrick.i18n.translator import _
from hacktrick.terminal.play.console import Terminal, answer_index, numbered_lines

WINDOW_ONLY_PAGE = "keys"  # the page about mouse and keyboard, not shown at the terminal
MAX_HITS = 5


def browse_rules(terminal: Terminal, rules: Rules, topic: str = "") -> None:
    """Show a topic of the rules; without a topic, list the pages and ask for topics.

    Args:
        topic: the number of a page, or words to search for.

    Raises:
        InputClosed: the input has ended.
    """
    pages = _pages_for_terminal(rules)
    if topic:
        terminal.say("", *_topic_lines(rules, pages, topic))
        return
    terminal.say("", _("Rules"), *numbered_lines([page.title for page in pages]))
    while topic := terminal.ask(terminal_text.page_prompt()):
        terminal.say("", *_topic_lines(rules, pages, topic))


def _pages_for_terminal(rules: Rules) -> list[RulebookPage]:
    return [page for page in rulebook_pages(rules, _) if page.key != WINDOW_ONLY_PAGE]


def _topic_lines(rules: Rules, pages: Sequence[RulebookPage], topic: str) -> list[str]:
    number = answer_index(topic, len(pages))
    if number is not None:
        return page_lines(rules, pages[number])
    found = rulebook_index(rules, words.current_language(), _).search(topic)
    hits = [hit for hit in found if hit.page.key != WINDOW_ONLY_PAGE][:MAX_HITS]
    if not hits:
        return [terminal_text.no_ruling_found_sentence()]
    numbers = {page.key: n for n, page in enumerate(pages, start=1)}
    return [line for hit in hits for line in _hit_lines(hit, numbers[hit.page.key])]


def _hit_lines(hit: SearchHit, number: int) -> list[str]:
    if hit.ruling is None:
        return [terminal_text.rules_page_reference(number, hit.page.title)]
    return [hit.ruling.question, hit.ruling.answer]
