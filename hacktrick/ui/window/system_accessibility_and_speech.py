"""Applies the system's accessibility preferences, such as reduced motion, and speaks announcements.

A thread reads the preferences after the window has opened. A preference that cannot be read counts
as not set.
"""

from __future__ import annotations

import contextlib
import ctypes
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass

from hacktrick.i18n import setting_text
from hacktrick.i18n import translator as words
from hacktrick.i18n.translator import _
from hacktrick.resources import environment_for_other_programs
from hacktrick.ui.audio.voice import NO_WINDOW_FLAG, Voice
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.widgets.dialogs import NoticeAnswer, NoticeScene

ANSWER_TIMEOUT = 3.0  # number of seconds to wait for a command of the system

GNOME_ANIMATIONS = ("org.gnome.desktop.interface", "enable-animations")
GNOME_ASSISTIVE_KEYS = (
    ("org.gnome.desktop.a11y.applications", "screen-reader-enabled"),
    ("org.gnome.desktop.a11y.applications", "screen-magnifier-enabled"),
)
PORTAL_COMMAND = (
    *("gdbus", "call", "--session", "--timeout", "2", "--dest", "org.freedesktop.portal.Desktop"),
    *("--object-path", "/org/freedesktop/portal/desktop"),
    *("--method", "org.freedesktop.portal.Settings.Read"),
)
MACOS_ASSISTIVE_KEYS = ("voiceOverOnOffKey", "closeViewZoomedIn")
# Parameters of SystemParametersInfoW, from winuser.h.
SPI_GETSCREENREADER = 0x0046
SPI_GETCLIENTAREAANIMATION = 0x1042


@dataclass(frozen=True, slots=True)
class SystemPreferences:
    """The accessibility preferences of the system; None for a preference that cannot be read.

    Attributes:
        has_assistive_technology: whether a screen reader or a magnifier is on.
    """

    reduces_motion: bool | None = None
    has_assistive_technology: bool | None = None


CommandReader = Callable[[tuple[str, ...]], str]
"""Runs a command as ``lowercase_command_output`` does; "" if the command fails."""


def lowercase_command_output(command: tuple[str, ...]) -> str:
    """Run a command and return its output in lower case, or "" if it fails or takes too long."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        run = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=ANSWER_TIMEOUT,
            creationflags=NO_WINDOW_FLAG,
            env=environment_for_other_programs(),
            check=True,
        )
        return run.stdout.decode("utf-8", "replace").strip().lower()
    return ""


def read_system_preferences(
    platform: str = sys.platform, answer: CommandReader = lowercase_command_output
) -> SystemPreferences:
    """Return the accessibility preferences of the system, which may take seconds to read.

    Args:
        platform: the system as in ``sys.platform``.
        answer: runs a system command and returns its output.
    """
    if platform == "win32":
        animates = _windows_parameter(SPI_GETCLIENTAREAANIMATION)
        reader = _windows_parameter(SPI_GETSCREENREADER)
        return SystemPreferences(None if animates is None else not animates, reader)
    if platform == "darwin":
        reduces = answer(("defaults", "read", "com.apple.universalaccess", "reduceMotion"))
        aids = [
            answer(("defaults", "read", "com.apple.universalaccess", key))
            for key in MACOS_ASSISTIVE_KEYS
        ]
        return SystemPreferences({"0": False, "1": True}.get(reduces), "1" in aids)
    animates = _gnome_setting(*GNOME_ANIMATIONS, answer)
    found = [_gnome_setting(schema, key, answer) for schema, key in GNOME_ASSISTIVE_KEYS]
    return SystemPreferences(None if animates is None else not animates, True in found)


def _gnome_setting(schema: str, key: str, answer: CommandReader) -> bool | None:
    """Return a boolean setting of GNOME, or None if it cannot be read.

    The settings portal is tried first, since only the portal answers in a sandbox.

    Args:
        answer: runs a system command and returns its output.
    """
    for command in ((*PORTAL_COMMAND, schema, key), ("gsettings", "get", schema, key)):
        reply = answer(command)
        if "true" in reply or "false" in reply:
            return "true" in reply
    return None


def _windows_parameter(number: int) -> bool | None:
    value = ctypes.c_int(0)
    try:
        user32 = ctypes.WinDLL("user32")  # type: ignore[attr-defined,unused-ignore]
        succeeded = user32.SystemParametersInfoW(number, 0, ctypes.byref(value), 0)
    except (AttributeError, OSError):
        return None
    return bool(value.value) if succeeded else None


class SystemPreferencesAndSpeech:
    """Applies the system's accessibility preferences and reads announcements aloud.

    The method ``update`` must be called in every frame.
    """

    def __init__(
        self,
        context: Context,
        voice: Voice | None = None,
        ask: Callable[[], SystemPreferences] = read_system_preferences,
    ) -> None:
        self.context, self.voice, self._ask = context, voice or Voice(), ask
        self._preferences: SystemPreferences | None = None
        self._thread: threading.Thread | None = None
        self._was_speaking = context.settings.voice
        self._reader = context.announcements.new_reader()
        self._n_clears = context.announcements.n_clears
        context.has_voice = lambda: not self.voice.has_failed

    def start_reading_preferences(self) -> None:
        """Start reading the preferences in the background."""
        self._thread = threading.Thread(
            target=self._read_preferences, name="system preferences", daemon=True
        )
        self._thread.start()

    def _read_preferences(self) -> None:
        self._preferences = self._ask()

    def close_voice(self) -> None:
        self.voice.close()

    def apply_preferences_and_speak(self) -> None:
        """Apply the preferences once they are known, and speak new announcements."""
        self._start_or_stop_voice()
        preferences, context = self._preferences, self.context
        if preferences is None:
            return
        if context.system_reduces_motion is not preferences.reduces_motion:
            context.system_reduces_motion = preferences.reduces_motion
            before = context.settings
            context.follow_system_motion_if_chosen()
            if context.settings != before:
                context.change_settings()
        if preferences.has_assistive_technology and not context.settings.voice_offered:
            self._offer_voice_on_title_screen()

    def _start_or_stop_voice(self) -> None:
        speaks, n_clears = self.context.settings.voice, self.context.announcements.n_clears
        if (self._was_speaking and not speaks) or self._n_clears != n_clears:
            self.voice.stop_speaking()
        if speaks and not self._was_speaking:
            self.voice.say((_(setting_text.VOICE_IS_ON),), words.current_language())
        self._was_speaking, self._n_clears = speaks, n_clears
        news = self._reader.pop_unread()
        if speaks and news:
            self.voice.say([one.text for one in news], words.current_language())

    def _offer_voice_on_title_screen(self) -> None:
        """Ask once, on the title screen, whether the game should read aloud."""
        context = self.context
        if not isinstance(context.stack.top, TitleScene):
            return
        context.change_settings_without_redraw(voice_offered=True)
        if context.settings.voice:
            return
        answers = (
            NoticeAnswer(_("Read aloud"), lambda: context.change_settings(voice=True)),
            NoticeAnswer(_("No, thanks"), primary=True),
        )
        title, text = _(setting_text.VOICE_QUESTION), _(setting_text.VOICE_OFFER)
        context.stack.push(NoticeScene(context, title, text, answers))
