"""Sentences for players are in ``i18n``; labels may also be beside their widgets."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.syntax_trees import nodes_of, parsed_source

PACKAGE = Path(__file__).resolve().parents[2] / "hacktrick"
GETTEXT = {"_": 0, "N_": 0, "ngettext": 0, "pgettext": 1}
"""The functions that mark text for the catalogues, with the index of the English text."""
END_MARKS = tuple(".?!:…")
SENTENCES_IN_UI = 21
"""How many sentences the window still holds itself. It may only fall."""


def marked_texts(tree: ast.AST) -> Iterator[str]:
    """Yield the English texts that a syntax tree marks for translation."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            index = GETTEXT.get(node.func.id, len(node.args))
            argument = node.args[index] if index < len(node.args) else None
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value


def is_label(text: str) -> bool:
    """Return True for a few words without a placeholder or a closing punctuation mark."""
    return "{" not in text and not text.rstrip("”").endswith(END_MARKS)


def sentences_in(folder: Path) -> dict[str, list[str]]:
    """Return the marked sentences of each module below ``folder`` that has any."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        texts = marked_texts(parsed_source(path.read_text(encoding="utf-8")))
        if sentences := [text for text in texts if not is_label(text)]:
            found[str(path.relative_to(PACKAGE))] = sentences
    return found


def test_only_i18n_and_the_window_hold_sentences_for_players() -> None:
    rooms = {path for path in PACKAGE.iterdir() if path.name not in ("i18n", "ui")}
    assert rooms >= {PACKAGE / "terminal", PACKAGE / "app"}
    assert [sentences_in(room) for room in sorted(rooms) if room.is_dir()] == [
        {} for room in rooms if room.is_dir()
    ]
    assert not any(
        list(marked_texts(parsed_source(room.read_text(encoding="utf-8"))))
        for room in rooms
        if room.suffix == ".py"
    )


def test_no_sentence_is_marked_inside_an_f_string() -> None:
    """Python 3.11 hides it there from what gathers the sentences, so it is never translated."""
    for path in PACKAGE.rglob("*.py"):
        tree = parsed_source(path.read_text(encoding="utf-8"))
        found = [node for node in nodes_of(tree) if isinstance(node, ast.JoinedStr)]
        assert not any(list(marked_texts(node)) for node in found), path


def test_no_marked_expression_contains_other_texts() -> None:
    """Some versions of Babel take the key of ``_(TEXTS["key"])`` for a sentence, others do not."""
    for path in PACKAGE.rglob("*.py"):
        for node in nodes_of(parsed_source(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                arguments = node.args if node.func.id in GETTEXT else []
                parts = [part for one in arguments for part in ast.walk(one) if part is not one]
                texts = [part for part in parts if isinstance(part, ast.Constant)]
                assert not any(isinstance(one.value, str) for one in texts), (path, node.lineno)


def test_the_window_holds_no_more_sentences_than_before() -> None:
    found = sentences_in(PACKAGE / "ui")
    assert sum(map(len, found.values())) <= SENTENCES_IN_UI


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("_('Back')", ["Back"]),
        ("ngettext('{n} card', '{n} cards', n)", ["{n} card"]),
        ("pgettext('command', 'help')", ["help"]),
        ("_(name); print('Back'); words._('Back')", []),
    ],
)
def test_marked_texts_are_found(source: str, texts: list[str]) -> None:
    assert list(marked_texts(parsed_source(source))) == texts


@pytest.mark.parametrize("text", ["Back", "Learn · 5 minutes", "Leave; the match is kept"])
def test_a_few_words_are_a_label(text: str) -> None:
    assert is_label(text)


@pytest.mark.parametrize("text", ["What next?", "One moment …", "{name} leads", "Wait for “go.”"])
def test_a_field_or_an_end_mark_makes_a_sentence(text: str) -> None:
    assert not is_label(text)
