"""The translator: English sentences in, sentences of the chosen language out.

It must not know any sentence. Ids are the English sentences, so a checkout without compiled
catalogues still speaks. The language can change while the program runs, so nobody may keep a
translated text longer than until the next layout().
"""

import gettext

import pygame

from hacktrick import resources

DOMAIN = "hacktrick"
SOURCE = "en"

_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_language = SOURCE


def _(sentence: str) -> str:
    """The sentence in the current language. Fields go in afterwards, by name, with str.format."""
    return _catalogue.gettext(sentence)


def ngettext(one: str, many: str, n: int) -> str:
    """The form of a sentence that the current language uses for `n` things."""
    return _catalogue.ngettext(one, many, n)


def pgettext(context: str, sentence: str) -> str:
    """As _(), for short words that need a context to be translated ("Play" the command, "Play"
    the button)."""
    return _catalogue.pgettext(context, sentence)


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
    """Speaks `code` from now on; an unknown one falls back to English."""
    global _catalogue, _language
    _language = code if code in languages() else SOURCE
    folder = str(resources.root() / "locale")
    _catalogue = gettext.translation(DOMAIN, folder, [_language], fallback=True)


def preferred_language() -> str:
    """The first language of the system's wish list that we speak, else English."""
    wishes = [wish["language"].lower() for wish in pygame.system.get_pref_locales()]
    return next((wish for wish in wishes if wish in languages()), SOURCE)
