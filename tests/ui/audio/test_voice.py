"""The voice speaks texts in order, and a speech command that fails or hangs harms nobody."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from hacktrick.ui.audio.voice import (
    MAX_FAILURES,
    MAX_QUEUED_TEXTS,
    MAX_SPOKEN_LENGTH,
    SpeechCommand,
    Voice,
    find_speech_command,
    text_safe_for_speech,
)

SCRIPT = """
import sys
from pathlib import Path
file, language = Path(sys.argv[1]), sys.argv[2]
text = sys.stdin.buffer.read().decode("utf-8")
with file.open("a", encoding="utf-8") as heard:
    heard.write(f"{language}|{text}")
"""
HANGING = "import time; time.sleep(600)"
PATIENCE = 120.0  # number of seconds to wait for a process on a busy machine


def python_speech_command(script: str, *arguments: str) -> SpeechCommand:
    return SpeechCommand((sys.executable, "-c", script, *arguments))


def wait_for_voice(voice: Voice) -> None:
    """Wait until the thread of a voice has ended."""
    # Waits for the thread, which has no public name.
    assert voice._thread is not None
    voice._thread.join(PATIENCE)
    assert not voice._thread.is_alive()


class VoiceWithListener:
    """A voice with a speech command that writes each text into a file."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "heard"
        self.begins = threading.Event()
        self.voice = Voice(self._find)
        self._speech_command = python_speech_command(SCRIPT, str(self.file), "{language}")
        self.calls = 0

    def _find(self) -> SpeechCommand:
        self.begins.wait(PATIENCE)
        return self._speech_command

    def heard(self, n_lines: int) -> list[str]:
        """Return the spoken lines, once there are ``n_lines``."""
        self.begins.set()
        waiting = threading.Event()
        for _n in range(400):
            lines = self.file.read_text("utf-8").splitlines() if self.file.exists() else []
            if len(lines) >= n_lines:
                return lines
            waiting.wait(0.05)
        raise AssertionError("nothing was spoken")


def test_a_text_is_spoken_in_its_language(tmp_path: Path) -> None:
    listening = VoiceWithListener(tmp_path)
    listening.voice.say(["Te jössz: űrlap."], "hu")
    assert listening.heard(1) == ["hu|Te jössz: űrlap."]
    listening.voice.close()
    wait_for_voice(listening.voice)


def test_only_the_newest_texts_are_spoken(tmp_path: Path) -> None:
    listening = VoiceWithListener(tmp_path)
    listening.voice.say([f"number {n}" for n in range(9)], "en")
    newest = ". ".join(f"number {n}" for n in range(9 - MAX_QUEUED_TEXTS, 9))
    assert listening.heard(1) == [f"en|{newest}"]
    listening.voice.close()


@pytest.mark.parametrize(
    "text", ["$(touch {file})", "`touch {file}`", "; touch {file}", '" & touch {file} & "', "-f x"]
)
def test_a_text_is_never_a_command(tmp_path: Path, text: str) -> None:
    made = tmp_path / "made"
    listening = VoiceWithListener(tmp_path)
    listening.voice.say([text.format(file=made)], "en")
    (line,) = listening.heard(1)
    assert line.endswith(text_safe_for_speech(text.format(file=made))) and not made.exists()
    listening.voice.close()


def test_a_hanging_speech_command_is_ended_and_given_up(tmp_path: Path) -> None:
    voice = Voice(lambda: python_speech_command(HANGING), timeout=0.2)
    for n in range(MAX_FAILURES):
        voice.say([f"text {n}"], "en")
        for _n in range(400):
            # No public name says whether the voice is idle.
            if not voice._waiting and voice._process is None:
                break
            threading.Event().wait(0.02)
    wait_for_voice(voice)
    assert voice.has_failed
    voice.say(["nobody speaks this"], "en")
    assert not voice._waiting


def test_a_speech_that_is_about_to_start_can_be_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listening = VoiceWithListener(tmp_path)
    start = subprocess.Popen

    def stop_first_speech(*arguments: Any, **options: Any) -> Any:
        monkeypatch.setattr(subprocess, "Popen", start)
        listening.voice.stop_speaking()
        listening.voice.say(["Your turn."], "en")
        return start(*arguments, **options)

    monkeypatch.setattr(subprocess, "Popen", stop_first_speech)
    listening.voice.say(["You cannot reach key 7."], "en")
    assert listening.heard(1) == ["en|Your turn."]
    listening.voice.close()
    wait_for_voice(listening.voice)
    assert not listening.voice.has_failed


def test_closing_does_not_wait_for_a_speech(tmp_path: Path) -> None:
    voice = Voice(lambda: python_speech_command(HANGING), timeout=600.0)
    voice.say(["a long story"], "en")
    for _n in range(400):
        if voice._process is not None:
            break
        threading.Event().wait(0.02)
    voice.close()
    wait_for_voice(voice)
    assert not voice.has_failed


def test_a_missing_speech_command_is_noted_once() -> None:
    voice = Voice(lambda: None)
    voice.say(["text"], "en")
    wait_for_voice(voice)
    assert voice.has_failed


def test_a_speech_command_that_cannot_start_is_given_up() -> None:
    voice = Voice(lambda: SpeechCommand(("no such program",)))
    while not voice.has_failed:
        voice.say(["text"], "en")
    wait_for_voice(voice)


@pytest.mark.parametrize(
    ("platform", "programs", "command"),
    [
        ("linux", {"spd-say", "espeak-ng"}, "/bin/spd-say"),
        ("linux", {"espeak-ng"}, "/bin/espeak-ng"),
        ("linux", {"espeak"}, "/bin/espeak"),
        ("win32", {"powershell"}, "/bin/powershell"),
        ("darwin", {"say"}, "/bin/say"),
    ],
)
def test_each_system_has_its_speech_command(
    platform: str, programs: set[str], command: str
) -> None:
    found = find_speech_command(platform, lambda name: f"/bin/{name}" if name in programs else None)
    assert found is not None
    words = found.command_for_language("de")
    assert words[0] == command and not any("{" in word and "language" in word for word in words)


def test_a_system_without_a_speech_command_has_none() -> None:
    assert [
        find_speech_command(one, lambda name: None) for one in ("linux", "win32", "darwin")
    ] == [None] * 3


def test_windows_voices_are_chosen_by_number() -> None:
    found = find_speech_command("win32", lambda name: name)
    assert found is not None and "Language=40E" in found.command_for_language("hu")[-1]


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("one\ntwo\r\n\x1b[31mthree", "one two [31mthree"),
        ("!-!STOP all", "STOP all"),
        ("\u200b!-!STOP", "STOP"),
        ("  -v 200", "v 200"),
        ("\x00", ""),
    ],
)
def test_control_characters_and_commands_are_removed(text: str, spoken: str) -> None:
    assert text_safe_for_speech(text) == spoken


def test_a_long_text_is_cut() -> None:
    assert len(text_safe_for_speech("a" * 5000)) == MAX_SPOKEN_LENGTH
