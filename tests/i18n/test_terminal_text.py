"""Command words of the text mode in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hacktrick.i18n import translator as words
from hacktrick.i18n.terminal_text import command_words, read_command

CODES = words.available_languages()


@pytest.fixture(autouse=True)
def restore_english() -> Iterator[None]:
    yield
    words.set_language("en")


@pytest.mark.parametrize("code", CODES)
def test_each_command_is_read_in_english_and_in_every_language(code: str) -> None:
    words.set_language(code)
    for one in command_words():
        assert read_command(one.word.upper()) == (one.name, "")
        assert read_command(f"{one.name} some more") == (one.name, "some more")


@pytest.mark.parametrize("text", ["", " ", "r", "s", "h", "statement", "42"])
def test_an_unknown_or_ambiguous_word_is_no_command(text: str) -> None:
    assert read_command(text) is None
