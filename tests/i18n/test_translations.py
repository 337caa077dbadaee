"""The catalogues are complete, and every language can show every text."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path

import pygame
import pytest
from babel.messages.catalog import Catalog

from assets import translations
from hacktrick import resources
from hacktrick.game.editions import PRESETS
from hacktrick.i18n import translator as words
from hacktrick.i18n.rulebook.rulebook_search import rulebook_pages
from hacktrick.i18n.setting_text import LANGUAGES, language_name
from hacktrick.i18n.terms import edition_terms, edition_translator, term_translator

FILES = translations.catalogue_files()
CODES = [path.parts[-3] for path in FILES]


@pytest.fixture(autouse=True)
def restore_english() -> Iterator[None]:
    yield
    words.set_language("en")


def catalogue(*entries: tuple[str, str, str | None]) -> Catalog:
    made = Catalog(locale="de", charset="utf-8", fuzzy=False)
    for sentence, translation, context in entries:
        made.add(sentence, translation, context=context)
    return made


@pytest.mark.parametrize("path", FILES, ids=CODES)
def test_a_catalogue_is_complete(path: Path) -> None:
    assert list(translations.catalogue_faults(path)) == []


def test_the_template_is_up_to_date() -> None:
    assert translations.TEMPLATE.read_bytes() == translations.po_file_bytes(
        translations.template_catalogue()
    )


@pytest.mark.parametrize("code", CODES)
def test_every_rulebook_page_is_translated_in_every_edition(code: str) -> None:
    words.set_language(code)
    assert words.current_language() == code
    for rules in PRESETS.values():
        pages = rulebook_pages(rules, words._)
        assert len(pages) == len(rulebook_pages(rules, str)) and pages != rulebook_pages(rules, str)


TEXT_FONTS = [
    path
    for family in ("Inter", "Atkinson")
    for path in sorted(resources.asset_path("fonts").glob(f"{family}*.ttf"))
]


@pytest.mark.parametrize("face", TEXT_FONTS)
@pytest.mark.parametrize("path", FILES, ids=CODES)
def test_the_text_font_has_every_letter(path: Path, face: Path) -> None:
    pygame.font.init()
    font = pygame.font.Font(face, 16)
    missing = drawn(font, "\uffff")
    assert [sign for sign in sorted(letters_of(path)) if drawn(font, sign) == missing] == []


@cache
def letters_of(path: Path) -> set[str]:
    """Return all printable characters of the translations in a catalogue."""
    return {
        sign
        for message in translations.read_catalogue(path)
        for string in (
            [message.string] if isinstance(message.string, str) else message.string or []
        )
        for sign in string or ""
        if sign.isprintable()
    }


def drawn(font: pygame.font.Font, sign: str) -> bytes:
    return pygame.image.tobytes(font.render(sign, True, (9, 9, 9)), "RGBA")


@pytest.mark.parametrize("code", CODES)
def test_a_language_goes_by_its_own_name(code: str) -> None:
    assert LANGUAGES[code] == language_name(code)


@pytest.mark.parametrize(
    ("wishes", "spoken"),
    [
        (["fr_CA", "en"], "fr"),
        (["de-AT.UTF-8"], "de"),
        (["tlh", "pl_PL"], "pl"),
        (["hu"], "hu"),
        (["IT"], "it"),
        (["tlh"], "en"),
        ([], "en"),
        (["C.UTF-8"], "en"),
    ],
)
def test_the_first_available_language_of_the_system_is_chosen(
    wishes: list[str], spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "available_languages", lambda: ("en", "de", "fr", "hu", "it", "pl"))
    assert words.preferred_language(wishes) == spoken


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "3 Mar 2026"),
        ("de", "3. März 2026"),
        ("fr", "3 mars 2026"),
        ("hu", "2026. márc. 3."),
        ("it", "3 mar 2026"),
        ("pl", "3 mar 2026"),
    ],
)
def test_every_language_writes_dates_in_its_own_way(code: str, text: str) -> None:
    words.set_language(code)
    assert words.date_text(date(2026, 3, 3)) == words.date_text("2026-03-03") == text
    assert len({words.date_text(date(2026, month, 1)) for month in range(1, 13)}) == 12
    assert words.date_text("once") == "once"


def test_a_broken_catalogue_falls_back_to_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "hacktrick.mo").write_bytes(b"not a catalogue")
    monkeypatch.setattr(resources, "assets_root", lambda: tmp_path)
    words.set_language("de")
    assert words.current_language() == "en" and words._("Rules") == "Rules"


def test_a_sentence_can_have_a_translation_of_its_own_for_an_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, other = "The {board} is empty.", "Das {board} ist leer."
    entries = ((plain, other, None), (plain, "Die {board} ist leer.", "servers"))
    words_of_servers = (("map", "Karte", None), ("keypad", "Tastenfeld", None))
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    made = translations.mo_file_bytes(catalogue(*entries, *words_of_servers))
    (folder / "hacktrick.mo").write_bytes(made)
    monkeypatch.setattr(resources, "assets_root", lambda: tmp_path)
    words.set_language("de")
    translated = {
        name: term_translator(PRESETS[name], words._)(plain) for name in ("keypad", "servers")
    }
    assert translated == {"keypad": "Das Tastenfeld ist leer.", "servers": "Die Karte ist leer."}
    assert edition_translator(PRESETS["servers"], words._)("Rules") == "Rules"


def test_a_plain_function_translates_all_editions_alike() -> None:
    assert edition_terms(PRESETS["servers"], "<{}>".format).board == "<map>"


# Tests of the checks themselves.


@pytest.mark.parametrize(
    ("sentence", "translation", "fault"),
    [
        ("{name} takes {n}", "{nome} nimmt {name} {n}", "unknown field nome"),
        ("{name} takes {n}", "{name} nimmt", "without the field n"),
        ("{name} says {guard}", "{name} warnt", None),
        ("Say {guard}", "Sage {guard", "its braces do not match"),
        ("a ", "b", "other white space at the end"),
        ("a\nb", "b", "another number of lines"),
        ("a", "b", None),
    ],
)
def test_the_check_finds_faults_of_a_translation(
    sentence: str, translation: str, fault: str
) -> None:
    # The command reads whole catalogues; this is the check of one sentence.
    found = list(translations._translated_string_faults((sentence,), translation))
    assert found == ([fault] if fault else [])


def test_an_update_keeps_edition_variants_and_drops_obsolete_sentences() -> None:
    old = catalogue(("gone", "weg", None), ("here", "da", None), ("here", "hier", "club"))
    wanted = Catalog()
    wanted.add("here")
    wanted.add("new")
    made = translations.updated_catalogue(old, wanted)
    kept = {(m.id, m.context): m.string or "" for m in made if m.id}
    assert kept == {("here", None): "da", ("here", "club"): "hier", ("new", None): ""}


def test_the_pseudo_language_keeps_fields_and_is_longer() -> None:
    made = translations.pseudo_catalogue(translations.template_catalogue())
    for message in made:
        if isinstance(message.id, str) and message.id:
            assert isinstance(message.string, str)
            assert translations.placeholder_names(message.string) == translations.placeholder_names(
                message.id
            )
            assert len(message.string) > len(message.id)


def test_compiled_files_are_read_by_gettext() -> None:
    for code in CODES:
        found = gettext.translation("hacktrick", str(translations.LOCALE), [code])
        assert found.gettext("Rules") != ""
