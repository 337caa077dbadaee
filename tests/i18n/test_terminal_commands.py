"""Command words of the text mode in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hacktrick.i18n import translator as words
from hacktrick.i18n.terminal_commands import command_words, read_command

CODES = words.languages()


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    words.set_language("en")


@pytest.mark.parametrize("code", CODES)
def test_every_command_is_understood_in_every_language(code: str) -> None:
    words.set_language(code)
    for one in command_words():
        assert read_command(one.word.upper()) == (one.name, "")
        assert read_command(f"{one.name} some more") == (one.name, "some more")


@pytest.mark.parametrize("text", ["", " ", "r", "s", "h", "statement", "42"])
def test_what_means_no_command_or_several_is_none(text: str) -> None:
    assert read_command(text) is None
