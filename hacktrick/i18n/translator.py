"""Translates English sentences into the chosen language, and folds text for comparison."""

from __future__ import annotations

import gettext
import re
import struct
import unicodedata
from collections.abc import Callable, Iterable

from hacktrick import resources
from hacktrick.app.crash_log import log

DOMAIN = "hacktrick"
SOURCE = "en"


class _NoVariant(gettext.NullTranslations):
    """The end of the line for sentences with a context: empty, where gettext would hand back the
    English one as if it were found."""

    def pgettext(self, context: str, message: str) -> str:
        return ""


class Translator:
    """The sentence in the current language. Fields go in afterwards, by name, with str.format."""

    def __call__(self, sentence: str) -> str:
        return _catalogue.gettext(sentence)

    def in_edition(self, edition: str) -> Callable[[str], str]:
        """The same for sentences that name things of an edition (`Rules.words`). A translator may
        give such a sentence once more for one edition, with its name as context, where the words
        of that edition want another gender or case."""

        def translate(sentence: str) -> str:
            return _catalogue.pgettext(edition, sentence) or _catalogue.gettext(sentence)

        return translate


_catalogue: gettext.NullTranslations = _NoVariant()
_language = SOURCE
_ = Translator()


def ngettext(one: str, many: str, n: int) -> str:
    """The form of a sentence that the current language uses for `n` things."""
    return _catalogue.ngettext(one, many, n)


def pgettext(context: str, sentence: str) -> str:
    """As _(), for short words that need a context to be translated ("Play" the command, "Play"
    the button)."""
    return _catalogue.pgettext(context, sentence) or sentence


def N_(sentence: str) -> str:
    """Marks a sentence of a table for the catalogue; it is translated where it is shown."""
    return sentence


def languages() -> tuple[str, ...]:
    """The codes of all languages that can be chosen, English first."""
    files = resources.root().glob(f"locale/*/LC_MESSAGES/{DOMAIN}.mo")
    return (SOURCE, *sorted({file.parts[-3] for file in files} - {SOURCE}))


def language() -> str:
    return _language


def set_language(code: str) -> None:
    """Speaks `code` from now on; an unknown one, or one whose file is broken, falls back to
    English."""
    global _catalogue, _language
    _language, _catalogue = SOURCE, _NoVariant()
    if code not in languages() or code == SOURCE:
        return
    try:
        found = gettext.translation(DOMAIN, str(resources.root() / "locale"), [code])
    except (OSError, ValueError, struct.error) as error:
        log.warning("the language %s cannot be read: %s", code, error)
        return
    found.add_fallback(_NoVariant())
    _language, _catalogue = code, found


def preferred_language(wishes: Iterable[str]) -> str:
    """The first language of the system's wish list that we speak, else English.

    Args:
        wishes: codes such as "de", "de_AT" or "pt-BR.UTF-8".
    """
    short = (re.split("[-_.@]", wish.strip().lower())[0] for wish in wishes)
    return next((wish for wish in short if wish in languages()), SOURCE)


_UNFOLDED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
_WORD = re.compile(r"\w+")


def folded_words(text: str) -> list[str]:
    """The words of a text without case and accents.

    >>> folded_words("Évgeniy's KEY-pad")
    ['evgeniy', 's', 'key', 'pad']
    """
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_UNFOLDED))
    return _WORD.findall("".join(c for c in folded if not unicodedata.combining(c)))
