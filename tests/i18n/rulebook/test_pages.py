"""The rulebook is complete in every edition and fully translated."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

import hacktrick.i18n.rulebook
from hacktrick.game.actions import CODES, REFUSAL_REASONS
from hacktrick.game.editions import OPTIONS, PRESETS, Rules, rules_for
from hacktrick.i18n.rulebook.code_pages import code_card_text
from hacktrick.i18n.rulebook.page_model import Block, Example, PageTable, RulebookPage, Ruling
from hacktrick.i18n.rulebook.rulebook_search import (
    block_texts,
    rulebook_index,
    rulebook_pages,
    ruling_key_for_refusal,
    stop_words,
    synonym_groups,
)
from hacktrick.i18n.terms import EditionTerms, edition_terms

KEYPAD = PRESETS["keypad"]
ALL_RULES = (
    *PRESETS.values(),
    rules_for("keypad", {"target": 1, "second_command": "draw"}),
    rules_for("servers", {"command_after_draw": True, "next_leader": "alternates"}),
    rules_for("club", {"second_command": "guard", "out_of_markers": "immediate"}),
)
CONTROLS = (("[Pick that card]", "[0 to 5]", ""), ("[Draw]", "[D]", "[X]"))
TOO_LONG = 420  # number of characters from which a paragraph or an answer is too long
B = TypeVar("B")
FOLDER = Path(hacktrick.i18n.rulebook.__file__).parent
ROOT = FOLDER.parents[2]


def bracketed(sentence: str) -> str:
    return f"[{sentence}]"


def texts(book: tuple[RulebookPage, ...]) -> Iterator[str]:
    for page in book:
        yield page.title
        for block in page.blocks:
            yield from block_texts(block)


def rulings(rules: Rules = KEYPAD) -> dict[str, Ruling]:
    return {ruling.key: ruling for page in rulebook_pages(rules, str) for ruling in page.rulings}


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_every_edition_has_the_same_pages_and_rulings(rules: Rules) -> None:
    book, default = rulebook_pages(rules, str), rulebook_pages(KEYPAD, str)
    assert [page.key for page in book] == [page.key for page in default]
    assert rulings(rules).keys() == rulings().keys()


def test_keys_of_pages_and_rulings_are_unique_and_belong_together() -> None:
    book = rulebook_pages(KEYPAD, str)
    assert len({page.key for page in book}) == len(book)
    keys = [ruling.key for page in book for ruling in page.rulings]
    assert len(set(keys)) == len(keys)
    assert all(ruling.key.startswith(page.key + ".") for page in book for ruling in page.rulings)


@pytest.mark.parametrize("reason", REFUSAL_REASONS)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_refusal_is_explained(reason: str, preset: str) -> None:
    assert ruling_key_for_refusal(PRESETS[preset], reason, str) is not None


def test_a_refusal_is_explained_by_the_first_ruling_about_it() -> None:
    assert ruling_key_for_refusal(PRESETS["wits"], "LAST_MARKER", str) == "commands.cost"
    assert ruling_key_for_refusal(KEYPAD, None, str) is None


def test_every_reason_of_a_ruling_exists() -> None:
    assert {reason for ruling in rulings().values() for reason in ruling.reasons} == set(
        REFUSAL_REASONS
    )


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_every_text_passes_through_the_translator(rules: Rules) -> None:
    book = rulebook_pages(rules, bracketed, CONTROLS)
    for text in texts(book):
        if any(letter.isalpha() for letter in text):
            assert text_outside_brackets(text) == "", text


def text_outside_brackets(text: str) -> str:
    """Return the letters of ``text`` outside all brackets."""
    depth, outside = 0, ""
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        outside += letter if not depth and letter.isalpha() else ""
    return outside


def test_synonyms_and_common_words_are_translated() -> None:
    assert all(
        group.startswith("[") for group in (*synonym_groups(bracketed), stop_words(bracketed))
    )
    assert rulebook_index(KEYPAD, "pseudo", bracketed).search("prisoner")


def test_every_sentence_is_a_literal_so_that_it_can_be_extracted() -> None:
    for file in (*FOLDER.glob("*.py"), FOLDER.parent / "terms.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name, text = getattr(node.func, "id", ""), node.args[0]
                passed_on = file.name == "terms.py" and isinstance(text, ast.Name)
                assert name != "_" or isinstance(text, ast.Constant) or passed_on, file
                assert name not in ("say", "plain") or not isinstance(text, ast.Constant), file


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_no_field_is_left_unfilled_and_no_text_is_empty_or_too_long(rules: Rules) -> None:
    for text in texts(rulebook_pages(rules, str)):
        assert text.strip() == text != ""
        assert "{" not in text and "}" not in text
        assert "  " not in text
        assert len(text) <= TOO_LONG, text


def test_questions_are_questions_and_answers_are_sentences() -> None:
    for rules in ALL_RULES:
        for ruling in rulings(rules).values():
            assert ruling.question.endswith("?"), ruling.key
            assert ruling.answer[-1] in ".!", ruling.key
            assert ruling.question[0].isupper() or ruling.question[0].isdigit()


def test_tables_of_the_rulebook_are_rectangular() -> None:
    for rules in ALL_RULES:
        for table in blocks(rules, PageTable):
            assert len({len(row) for row in table.rows}) == 1


def blocks(rules: Rules, kind: type[B]) -> list[B]:
    found: list[Block] = [block for page in rulebook_pages(rules, str) for block in page.blocks]
    return [block for block in found if isinstance(block, kind)]


def test_a_page_uses_the_terms_of_its_edition() -> None:
    titles = {
        preset: next(page.title for page in rulebook_pages(rules, str) if page.key == "commands")
        for preset, rules in PRESETS.items()
    }
    assert titles["keypad"] == titles["wits"] == "Pass, Play and Block"
    assert titles["servers"] == "Pass, Hack and Firewall"
    assert titles["arena"] == "Pass, Play! and Guard!"
    assert titles["club"] == "Passo, Play and Block"


def test_each_edition_has_its_terms() -> None:
    assert edition_terms(PRESETS["servers"], str) == EditionTerms(
        *("Pass", "Hack", "Firewall", "Spy", "map", "server", "servers", "Bitcoin", "Bitcoins"),
        *("“Hack!”", "“Firewall!”"),
    )
    assert edition_terms(PRESETS["arena"], str).play_order == "“Play!”"
    assert edition_terms(PRESETS["keypad"], str).points == "points"
    assert edition_terms(PRESETS["arena"], str).keys == "squares"
    assert edition_terms(PRESETS["club"], str).board == "plancia"
    assert edition_terms(PRESETS["quartet"], bracketed).guard == "[Block]"


def test_terms_of_other_editions_appear_only_in_comparisons() -> None:
    compared = {"match"}
    for page in rulebook_pages(PRESETS["arena"], str):
        words = {word for text in texts((page,)) for word in text.split()}
        assert page.key in compared or not words & {"keypad", "Firewall", "Bitcoins", "EP"}


@pytest.mark.parametrize("preset", ["keypad", "club"])
def test_the_page_of_the_match_names_the_rules_in_force(preset: str) -> None:
    answers = rulings(PRESETS[preset])
    assert answers["draw.ends-turn"].answer.startswith("Yes" if preset == "club" else "No")
    assert ("something else" in answers["commands.guard"].answer) == (preset == "club")


def test_all_codes_have_an_entry_on_the_page_and_a_card() -> None:
    page = next(page for page in rulebook_pages(PRESETS["wits"], str) if page.key == "codes")
    for code in CODES:
        card = code_card_text(code, str)
        assert card.name in list(texts((page,)))
        assert card.power in list(texts((page,)))
        assert set(card.rulings) <= set(page.rulings)


def test_all_options_and_presets_are_on_the_page_of_the_match() -> None:
    names, presets, options = blocks(KEYPAD, PageTable)[1:]
    assert len(names.rows) == len(presets.rows) == len(PRESETS) + 1
    assert len(presets.rows[0]) == len(options.rows) == len(OPTIONS) + 1


def test_the_page_of_controls_shows_the_given_controls() -> None:
    *_, without = rulebook_pages(KEYPAD, str)
    *_, with_keys = rulebook_pages(KEYPAD, str, [("Draw", "D", "X")])
    assert not [block for block in without.blocks if isinstance(block, PageTable)]
    (table,) = (block for block in with_keys.blocks if isinstance(block, PageTable))
    assert ("Draw", "D", "X") in table.rows


def test_most_pages_about_the_board_have_an_example() -> None:
    with_board = {page.key for page in rulebook_pages(KEYPAD, str) if page.examples}
    assert with_board >= {"keypad", "ask", "play", "draw", "commands", "deck", "winning", "markers"}
    assert len(blocks(KEYPAD, Example)) > 20


def test_the_rulebook_loads_no_window() -> None:
    code = "import sys, hacktrick.i18n.rulebook; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
