"""The settings of the text mode: those of the window, read and kept in the same file."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hacktrick.crashlog import log
from hacktrick.settings import Settings, changed
from hacktrick.storage import Storage
from hacktrick.words import translator as words
from hacktrick.words.settings import language_name

AUTO = "auto"
UNTRANSLATED = ("C", "POSIX")


@dataclass(slots=True)
class Preferences:
    settings: Settings
    storage: Storage

    def __post_init__(self) -> None:
        self.speak()

    def change(self, **values: Any) -> None:
        """Change settings and keep them; trouble with the disk goes to the log.

        Raises:
            ValueError: a value that its setting cannot have.
        """
        self.settings = changed(self.settings, **values)
        for problem in self.storage.save_settings(self.settings):
            log.warning("settings not saved: %s %s", problem.code, problem.path)
        self.speak()

    def speak(self) -> None:
        """Use the chosen language from now on, or that of the terminal."""
        chosen = self.settings.language
        own = words.preferred_language(terminal_languages(os.environ))
        words.set_language(own if chosen == AUTO else chosen)

    def language_name(self, code: str) -> str:
        """What a value of the setting is called."""
        return language_name(code, terminal_languages(os.environ))


def terminal_languages(environ: Mapping[str, str]) -> list[str]:
    """The languages that a terminal wants to be spoken to in, first choice first."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environ[name] for name in names if environ.get(name)), "")
    if locale.partition(".")[0] in UNTRANSLATED:
        return []
    if not locale and sys.platform == "win32":
        return _windows_languages()
    return [wish for wish in (*environ.get("LANGUAGE", "").split(":"), locale) if wish]


if sys.platform == "win32":
    import ctypes
    import locale as locales

    def _windows_languages() -> list[str]:
        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return [name for name in (locales.windows_locale.get(number),) if name]

else:

    def _windows_languages() -> list[str]:
        return []
