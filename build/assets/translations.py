#!/usr/bin/env python3
"""Manages the translation catalogues: template, updates, compiled files, checks.

python build/assets/translations.py extract
    write the sentences of the program to hacktrick.pot
python build/assets/translations.py update
    extract, bring the catalogue of every language up to the template, and compile it
python build/assets/translations.py compile
    compile every hacktrick.po into the hacktrick.mo beside it
python build/assets/translations.py check
    print what is missing or wrong, and exit with an error if anything is
python build/assets/translations.py pseudo
    make a pseudo-language with longer, accented texts, to try layouts with; the settings then
    offer it

The compiled files are stored with the sources, so that a checkout has every language without a
build step; a test compares them with their sources.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
LOCALE = ROOT / "assets" / "locale"
TEMPLATE = LOCALE / "hacktrick.pot"
PSEUDO = "xx"
KEYWORDS = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
WIDTH = 100
NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)
# The editions with terms of their own, as values of ``Rules.words``.
EDITIONS = ("keypad", "servers", "arena", "club")
# The placeholders of an edition's terms: fields of ``hacktrick.i18n.terms.EditionTerms``.
WORD_FIELDS = frozenset(
    ("key", "keys", "board", "point", "points", "guard", "play", "pass_", "ask")
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("extract", "update", "compile", "check", "pseudo"))
    what = parser.parse_args().what
    if what in ("extract", "update"):
        TEMPLATE.parent.mkdir(parents=True, exist_ok=True)
        TEMPLATE.write_bytes(po_file_bytes(template_catalogue()))
    if what == "update":
        for path in catalogue_files():
            path.write_bytes(
                po_file_bytes(updated_catalogue(read_catalogue(path), template_catalogue()))
            )
    if what in ("update", "compile"):
        for path in catalogue_files():
            path.with_suffix(".mo").write_bytes(mo_file_bytes(read_catalogue(path)))
    if what == "pseudo":
        target = LOCALE / PSEUDO / "LC_MESSAGES" / "hacktrick.mo"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(mo_file_bytes(pseudo_catalogue(template_catalogue())))
    if what == "check":
        faults = [
            f"{path.parts[-3]}: {fault}"
            for path in catalogue_files()
            for fault in catalogue_faults(path)
        ]
        print("\n".join(faults) or "The catalogues are whole.")
        return 1 if faults else 0
    return 0


def catalogue_files() -> list[Path]:
    return sorted(LOCALE.glob("*/LC_MESSAGES/hacktrick.po"))


def read_catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


@cache
def template_catalogue() -> Catalog:
    """Return a catalogue of all sentences of the program, in the order of the sources.

    The catalogue is cached, so callers must not change it.
    """
    made = Catalog(project="Hack Trick", charset="utf-8", fuzzy=False)
    method = [("**.py", "python")]
    found = extract_from_dir(
        str(ROOT / "hacktrick"), method, keywords=KEYWORDS, comment_tags=("Translators:",)
    )
    for name, line, sentence, comments, context in found:
        made.add(
            sentence, None, [(f"hacktrick/{name}", line)], auto_comments=comments, context=context
        )
    return made


def updated_catalogue(old: Catalog, wanted: Catalog) -> Catalog:
    """Return ``old`` with exactly the sentences of ``wanted``; new sentences are not translated.

    Variants for editions stay as long as their sentence exists.
    """
    new = Catalog(locale=old.locale, project="Hack Trick", charset="utf-8", fuzzy=False)
    for message in wanted:
        if message.id:
            known = old.get(message.id, message.context)
            kept = known if known and known.pluralizable == message.pluralizable else None
            new.add(message.id, kept.string if kept else None, context=message.context)
            variants = (old.get(message.id, edition) for edition in EDITIONS)
            for variant in filter(None, variants):
                new.add(variant.id, variant.string, context=variant.context)
    return new


def po_file_bytes(catalogue: Catalog) -> bytes:
    """Return the content of a .po file for a catalogue.

    Line numbers and dates are left out, since they would change with every edit.
    """
    target = io.BytesIO()
    write_po(target, catalogue, width=WIDTH, no_location=True, omit_header=True)
    head = f"# {catalogue.locale or 'Template'}: Hack Trick. Under the licence of the project.\n"
    plural = catalogue.plural_forms if catalogue.locale else ""
    lines = ['msgid ""', 'msgstr ""', '"Content-Type: text/plain; charset=UTF-8\\n"']
    lines += [f'"Language: {catalogue.locale}\\n"'] * bool(catalogue.locale)
    lines += [f'"Plural-Forms: {plural}\\n"'] * bool(plural)
    return (head + "\n".join(lines) + "\n\n").encode() + target.getvalue()


def mo_file_bytes(catalogue: Catalog) -> bytes:
    """Return the content of a .mo file for a catalogue.

    The content has no dates, so that it depends on the texts alone.
    """
    catalogue.creation_date = catalogue.revision_date = NO_DATE
    target = io.BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def _sentences_in_mo_file(compiled: bytes) -> dict[str, str]:
    """Return the sentences of a compiled catalogue, without its header."""
    pairs = read_mo(io.BytesIO(compiled))
    return {f"{pair.context}|{pair.id}": str(pair.string) for pair in pairs if pair.id}


def catalogue_faults(path: Path) -> Iterator[str]:
    """Yield one sentence for each missing or wrong translation in a .po file."""
    catalogue, wanted = read_catalogue(path), template_catalogue()
    for message in wanted:
        if message.id and catalogue.get(message.id, message.context) is None:
            yield f"not there: {_quoted_sentence(message)}"
    known = {(message.id, message.context) for message in wanted}
    for message in catalogue:
        if not message.id:
            continue
        variant = message.context in EDITIONS
        if (message.id, None if variant else message.context) not in known:
            yield f"not in the program any more: {_quoted_sentence(message)}"
        if message.fuzzy:
            yield f"marked as uncertain: {_quoted_sentence(message)}"
        yield from _translation_faults(message, catalogue.num_plurals)
    if _sentences_in_mo_file(path.with_suffix(".mo").read_bytes()) != _sentences_in_mo_file(
        mo_file_bytes(catalogue)
    ):
        yield "hacktrick.mo is older than hacktrick.po: run build/assets/translations.py compile"


def _translation_faults(message: Message, n_plurals: int) -> Iterator[str]:
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    ids = _source_sentences(message)
    if isinstance(message.id, tuple | list) and len(strings) != n_plurals:
        yield f"{len(strings)} plural forms instead of {n_plurals}: {_quoted_sentence(message)}"
    for string in strings:
        if not string:
            yield f"not translated: {_quoted_sentence(message)}"
            continue
        for fault in _translated_string_faults(ids, string):
            yield f"{fault}: {_quoted_sentence(message)}"


def _source_sentences(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _translated_string_faults(ids: tuple[str, ...], string: str) -> Iterator[str]:
    most = set().union(*map(placeholder_names, ids))
    # A sentence may reword a term of the edition where the term cannot be inflected.
    least = (
        set.intersection(*map(placeholder_names, ids))
        - WORD_FIELDS
        - ({"n"} if len(ids) > 1 else set())
    )
    try:
        there = placeholder_names(string)
    except ValueError:
        yield "its braces do not match"
        return
    if wrong := there - most:
        yield f"unknown field {', '.join(sorted(wrong))}"
    if gone := least - there:
        yield f"without the field {', '.join(sorted(gone))}"
    original = ids[-1]
    for name, pattern in (("beginning", r"^\s*"), ("end", r"\s*$")):
        if _first_match(pattern, original) != _first_match(pattern, string):
            yield f"other white space at the {name}"
    if original.count("\n") != string.count("\n"):
        yield "another number of lines"


def _first_match(pattern: str, string: str) -> str:
    found = re.search(pattern, string)
    return found[0] if found else ""


def placeholder_names(sentence: str) -> set[str]:
    """Return the names of a sentence's placeholders, which stand in braces.

    Raises:
        ValueError: the braces do not match.
    """
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def _quoted_sentence(message: Message) -> str:
    sentence = _source_sentences(message)[0]
    short = sentence if len(sentence) <= 70 else f"{sentence[:69]}…"
    return f"“{short}”" + (f" ({message.context})" if message.context else "")


# Functions for the pseudo-language.

_ACCENTED = str.maketrans("aeiouyAEIOUYcnszlrtg", "áéíőűýÁÉÍŐŰÝčñšžłřťğ")
MAX_UNSPACED_LENGTH = 4  # number of characters that may follow a placeholder without a space
PSEUDO_GROWTH = 0.35


def pseudo_catalogue(wanted: Catalog) -> Catalog:
    made = Catalog(locale="en", charset="utf-8", fuzzy=False)
    for message in wanted:
        if message.id:
            strings = tuple(map(lengthened_and_accented, _source_sentences(message)))
            text = strings[0] if isinstance(message.id, str) else strings
            made.add(message.id, text, context=message.context)
    return made


def lengthened_and_accented(sentence: str) -> str:
    """Return a sentence made a third longer, accented, and put in brackets that reveal cut text.

    Placeholders are left unchanged.

    >>> lengthened_and_accented("Say {guard}")
    '[Sáý {guard}~]'
    """
    parts = re.split(r"(\{[^}]*\})", sentence)
    text = "".join(p if p.startswith("{") else p.translate(_ACCENTED) for p in parts)
    letters = sum(len(part) for part in parts if not part.startswith("{"))
    body, space = text.rstrip(), text[len(text.rstrip()) :]
    more = "~" * round(PSEUDO_GROWTH * letters)
    # Split into words, since a line can break only between words.
    longer = " ".join(more[n : n + 12] for n in range(0, len(more), 12))
    # A space lets a long line break here.
    apart = " " if body.endswith("}") and len(more) > MAX_UNSPACED_LENGTH else ""
    return f"[{body}{apart}{longer}]{space}"


if __name__ == "__main__":
    sys.exit(main())
