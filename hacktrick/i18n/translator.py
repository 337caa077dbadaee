"""Translates English sentences into the chosen language, and folds text for comparisons."""

from __future__ import annotations

import gettext
import re
import struct
import unicodedata
from collections.abc import Callable, Iterable
from datetime import date

from hacktrick import resources
from hacktrick.app.crash_log import log

DOMAIN = "hacktrick"
SOURCE_LANGUAGE = "en"


class _EmptyCatalogue(gettext.NullTranslations):
    """A catalogue without entries, which returns "" for a sentence with a context.

    A plain ``NullTranslations`` would return the English sentence as if it had been found.
    """

    def pgettext(self, context: str, message: str) -> str:
        return ""


class Translator:
    """Translates sentences into the current language; callers then fill in the fields."""

    def __call__(self, sentence: str) -> str:
        return _catalogue.gettext(sentence)

    def in_edition(self, edition: str) -> Callable[[str], str]:
        """Return a translator for sentences that contain terms of an edition.

        If the terms of an edition need another gender or case, a catalogue may contain a second
        translation of such a sentence, with the edition as its context.

        Args:
            edition: the set of terms, as in ``Rules.words``.
        """

        def translate(sentence: str) -> str:
            return _catalogue.pgettext(edition, sentence) or _catalogue.gettext(sentence)

        return translate


_catalogue: gettext.NullTranslations = _EmptyCatalogue()
_language = SOURCE_LANGUAGE
_ = Translator()


def ngettext(singular: str, plural: str, n: int) -> str:
    """Translate a sentence with a count ``n``, in the plural form that the language needs."""
    return _catalogue.ngettext(singular, plural, n)


def pgettext(context: str, sentence: str) -> str:
    """Translate a word whose meaning depends on a context: "Play" is a command or a button."""
    return _catalogue.pgettext(context, sentence) or sentence


def label_with_value(name: str, value: object) -> str:
    """Return a line with a name and a value, separated as the language requires."""
    return _("{name}: {value}").format(name=name, value=value)


def date_text(day: date | str) -> str:
    """Return a date in the format of the current language.

    Args:
        day: a date, or its text in ISO 8601; any other text is returned as it is.
    """
    if isinstance(day, str):
        try:
            day = date.fromisoformat(day)
        except ValueError:
            return str(day)
    # Translators: the twelve months, shortened, in one line with a space between them.
    months = _("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()
    # Translators: a date; the order and the dots may change.
    return _("{day} {month} {year}").format(day=day.day, month=months[day.month - 1], year=day.year)


def capitalized(text: str) -> str:
    """Return a text with its first letter in upper case; the other letters do not change."""
    return text[:1].upper() + text[1:]


def N_(sentence: str) -> str:
    """Mark a sentence for the catalogue; ``_`` translates it when the sentence is shown."""
    return sentence


def available_languages() -> tuple[str, ...]:
    """Return the codes of all available languages, English first."""
    files = resources.assets_root().glob(f"locale/*/LC_MESSAGES/{DOMAIN}.mo")
    return (SOURCE_LANGUAGE, *sorted({file.parts[-3] for file in files} - {SOURCE_LANGUAGE}))


def current_language() -> str:
    """Return the code of the current language."""
    return _language


def set_language(code: str) -> None:
    """Switch to a language, or to English if it is unknown or its catalogue cannot be read."""
    global _catalogue, _language
    _language, _catalogue = SOURCE_LANGUAGE, _EmptyCatalogue()
    if code not in available_languages() or code == SOURCE_LANGUAGE:
        return
    try:
        found = gettext.translation(DOMAIN, str(resources.assets_root() / "locale"), [code])
    except (OSError, ValueError, struct.error) as error:
        log.warning("the language %s cannot be read: %s", code, error)
        return
    found.add_fallback(_EmptyCatalogue())
    _language, _catalogue = code, found


def preferred_language(preferred_languages: Iterable[str]) -> str:
    """Return the first available language among those that the system prefers, or English.

    Args:
        preferred_languages: codes such as "de", "de_AT" or "pt-BR.UTF-8", most preferred first.
    """
    short = (re.split("[-_.@]", wish.strip().lower())[0] for wish in preferred_languages)
    return next((wish for wish in short if wish in available_languages()), SOURCE_LANGUAGE)


_UNFOLDED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
_WORD = re.compile(r"\w+")


def folded_words(text: str) -> list[str]:
    """Return the words of a text in lower case without accents, for searching and comparing.

    >>> folded_words("Évgeniy's KEY-pad")
    ['evgeniy', 's', 'key', 'pad']
    """
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_UNFOLDED))
    return _WORD.findall("".join(c for c in folded if not unicodedata.combining(c)))
