"""Everything that the search of the settings can find: settings, and links to what is beside them.

Words only; how a hit is shown and where a link leads is the business of the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hacktrick.ui.controls.intent_words import group_name, intent_name
from hacktrick.ui.keys.intents import GROUPS, INTENTS
from hacktrick.ui.menus.setting_search import Entry
from hacktrick.ui.stage.context import system_languages
from hacktrick.words.settings import aids_sentence, setting_help, setting_name, value_name
from hacktrick.words.translator import _

FOLDER = "to folder"
KEYS = "to keys "  # and the group


def entries(
    pages: Mapping[str, tuple[str, ...]], values_of: Callable[[str], tuple[object, ...]]
) -> Iterator[Entry]:
    """In the current language, page by page.

    Args:
        values_of: what can be chosen for a setting, () where it is not a choice.
    """
    for page, keys in pages.items():
        for key in keys:
            values = tuple(value_name(key, value, system_languages()) for value in values_of(key))
            if key == "aids":
                values += tuple(aids_sentence(str(value)) for value in values_of(key))
            yield Entry(key, setting_name(key), setting_help(key), _(page), values)
        if page == "Privacy":
            yield _folder(page)
    yield from map(_keys, GROUPS)


def _folder(page: str) -> Entry:
    name = _("Folder of the matches and settings")
    text = _("Matches and settings are kept in this folder. Nothing leaves this computer.")
    return Entry(FOLDER, name, text, _(page))


def _keys(group: str) -> Entry:
    """A page of keys, with the names of what they do."""
    names = tuple(intent_name(intent.name) for intent in INTENTS if intent.group == group)
    title, page = group_name(group), _("Keys and gamepad")
    return Entry(KEYS + group, title, ", ".join(names), page, parts=names)
