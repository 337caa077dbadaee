"""Text to speech through a command-line program of the system, without a library.

A background thread starts a process for each speech and writes the text to its standard input, so
that no text is ever part of a command. A process that hangs is ended; the game never waits for it.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from hacktrick.app.crash_log import log
from hacktrick.resources import environment_for_other_programs

MAX_QUEUED_TEXTS = 8  # maximum number of texts in the queue; a newer text pushes out the oldest
MAX_SPOKEN_LENGTH = 600  # maximum characters of a text; the rest of the text is not spoken
# Characters after which a voice pauses by itself, and those that may follow them.
SENTENCE_ENDS, QUOTES = (".", "!", "?", "…", ":"), "”“» "
SPEECH_TIMEOUT = 30.0  # seconds after which the process of a speech is ended
MAX_FAILURES = 3  # number of failures in a row after which the voice gives up
NO_WINDOW_FLAG = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # prevents a console window on Windows

WINDOWS_LANGUAGES = {
    "en": "409",
    "de": "407",
    "es": "40A",
    "fr": "40C",
    "hu": "40E",
    "it": "410",
    "pl": "415",
    "ro": "418",
}
"""The hexadecimal IDs that Windows uses for the languages of its voices."""
SAPI_SCRIPT = (
    "[Console]::InputEncoding = [Text.Encoding]::UTF8; "
    "$voice = New-Object -ComObject SAPI.SpVoice; "
    "$found = $voice.GetVoices('Language={language}'); "
    "if ($found.Count) { $voice.Voice = $found.Item(0) }; "
    "[void]$voice.Speak([Console]::In.ReadToEnd(), 16)"
)
"""A PowerShell script that speaks standard input. Flag 16 (SVSFIsNotXML): the text is not XML."""

FindProgram = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class SpeechCommand:
    """A command that speaks the text that it reads from standard input.

    Attributes:
        command: the program and its arguments, in which ``{language}`` stands for a language.
        languages: pairs of a language code and the text that replaces ``{language}`` for this
            language; other codes are used unchanged.
    """

    command: tuple[str, ...]
    languages: tuple[tuple[str, str], ...] = ()

    def command_for_language(self, language: str) -> list[str]:
        code = dict(self.languages).get(language, language)
        return [part.replace("{language}", code) for part in self.command]


def find_speech_command(
    platform: str = sys.platform, which: FindProgram = shutil.which
) -> SpeechCommand | None:
    """Return the command that speaks on this system; None if there is none.

    Args:
        platform: the system, as in ``sys.platform``.
        which: finds the path of a program, like ``shutil.which``.
    """
    if platform == "win32":
        found = which("powershell")
        if not found:
            return None
        command = (found, "-NoProfile", "-NonInteractive", "-Command", SAPI_SCRIPT)
        return SpeechCommand(command, tuple(WINDOWS_LANGUAGES.items()))
    if platform == "darwin":
        found = which("say")
        return SpeechCommand((found, "-f", "-")) if found else None
    options_of = {
        "spd-say": ("--pipe-mode", "--wait", "--application-name", "hacktrick", "--language"),
        "espeak-ng": ("--stdin", "-v"),
        "espeak": ("--stdin", "-v"),
    }
    for name, options in options_of.items():
        if found := which(name):
            return SpeechCommand((found, *options, "{language}"))
    return None


def text_safe_for_speech(text: str) -> str:
    """Return a text that is safe to speak: one line without control characters and commands.

    ``spd-say`` takes a line that begins with "!-!" for a command. A long text is cut off.
    """
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return line.lstrip("!- ")[:MAX_SPOKEN_LENGTH]


def joined_sentences(texts: Iterable[str]) -> str:
    """Join texts so that a voice pauses between them.

    >>> joined_sentences(["Pixel draws a card", "“Block!”", "Your turn"])
    'Pixel draws a card. “Block!” Your turn'
    """
    *first, last = texts
    ended = [one if one.rstrip(QUOTES)[-1:] in SENTENCE_ENDS else f"{one}." for one in first]
    return " ".join((*ended, last))


class Voice:
    """Speaks texts in order on a background thread; drops the oldest texts of a long queue.

    Args:
        find: returns the command that speaks, or None; called when the first text is spoken.
        timeout: seconds after which the process of a speech is ended.
    """

    def __init__(
        self,
        find: Callable[[], SpeechCommand | None] = find_speech_command,
        timeout: float = SPEECH_TIMEOUT,
    ) -> None:
        self._find, self._timeout = find, timeout
        self._waiting: deque[str] = deque(maxlen=MAX_QUEUED_TEXTS)
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._n_stops = 0  # number of calls of ``stop_speaking``
        self._language = "en"
        self._is_closed = False
        self.has_failed = False  # true if there is no command that speaks, or if it fails

    def say(self, texts: Sequence[str], language: str) -> None:
        """Queue texts to be spoken, and return at once.

        Args:
            texts: the texts, which are spoken in this order.
            language: the language code of the texts.
        """
        spoken = [line for text in texts if (line := text_safe_for_speech(text))]
        if not spoken or self.has_failed or self._is_closed:
            return
        with self._changed:
            self._waiting.extend(spoken)
            self._language = language
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._speak_queued_texts, name="voice", daemon=True
                )
                self._thread.start()
            self._changed.notify()

    def stop_speaking(self) -> None:
        """Drop the waiting texts and stop speaking."""
        with self._changed:
            self._waiting.clear()
            self._n_stops += 1
            process = self._process
        if process is not None:
            _end_process(process)

    def close(self) -> None:
        """Stop speaking permanently, and return at once; the daemon thread ends by itself."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self.stop_speaking()

    def _speak_queued_texts(self) -> None:
        speech_command, failures = self._find(), 0
        while speech_command is not None and failures < MAX_FAILURES:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._is_closed)
                if self._is_closed:
                    return
                text, language = joined_sentences(self._waiting), self._language
                self._waiting.clear()
                n_stops = self._n_stops
            command = speech_command.command_for_language(language)
            failures = 0 if self._speak(command, text, n_stops) else failures + 1
        self.has_failed = True
        log.warning(
            "no voice: %s",
            "no speech command found" if speech_command is None else speech_command.command[0],
        )

    def _speak(self, command: list[str], text: str, n_stops: int) -> bool:
        """Speak one text and wait until the speech ends; return False if speaking failed.

        Args:
            n_stops: the number of calls of ``stop_speaking`` before the text was taken; a later
                call ends the speech, even if its process has not started yet.
        """
        quiet = subprocess.DEVNULL
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=quiet,
                stderr=quiet,
                creationflags=NO_WINDOW_FLAG,
                env=environment_for_other_programs(),
            )
        except OSError:
            return False
        with self._changed:
            self._process = process
            is_stopped = self._n_stops != n_stops
        if is_stopped:
            _end_process(process)
        try:
            process.communicate((text + "\n").encode("utf-8"), self._timeout)
        except (subprocess.TimeoutExpired, OSError):
            _end_process(process)
            return False
        finally:
            with self._changed:
                self._process = None
        return process.returncode == 0 or self._n_stops != n_stops


def _end_process(process: subprocess.Popen[bytes]) -> None:
    """End a process and close its pipe."""
    with contextlib.suppress(OSError):
        process.kill()
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        process.wait(1.0)
