"""Pages of the rulebook in plain lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.i18n import translator as words
from hacktrick.i18n.rulebook.page_model import PageTable, RulebookPage
from hacktrick.i18n.rulebook.rulebook_search import page_lines, rulebook_pages
from hacktrick.terminal.play.rules_reader import WINDOW_ONLY_PAGE

CODES = words.available_languages()


@pytest.fixture(autouse=True)
def restore_english() -> Iterator[None]:
    yield
    words.set_language("en")


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("preset", list(PRESETS))
def test_the_lines_of_a_page_include_all_its_texts(preset: str, code: str) -> None:
    words.set_language(code)
    rules = rules_for(preset)
    for page in rulebook_pages(rules, words._):
        if page.key == WINDOW_ONLY_PAGE:
            continue
        text = "\n".join(page_lines(rules, page))
        assert "{" not in text
        assert all(ruling.question in text and ruling.answer in text for ruling in page.rulings)
        assert all(example.caption in text for example in page.examples)


def test_a_wide_table_repeats_the_heading_with_each_cell() -> None:
    table = PageTable((("Edition", "Orders", "Names"), ("Keypad", "Pass, Play", "key, keys")))
    lines = page_lines(rules_for("keypad"), RulebookPage("x", "X", (table,)))
    assert lines == ["X", "", "Keypad.", "Orders: Pass, Play", "Names: key, keys"]


def test_a_table_of_two_columns_has_a_line_for_each_row() -> None:
    table = PageTable((("Number", "Pairs"), ("1", "0 + 1"), ("2", "0 + 2, 1 + 1")))
    lines = page_lines(rules_for("keypad"), RulebookPage("x", "X", (table,)))
    assert lines == ["X", "", "1: 0 + 1", "2: 0 + 2, 1 + 1"]
