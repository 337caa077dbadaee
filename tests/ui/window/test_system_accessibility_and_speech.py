"""The system is asked late and in the background; the voice reads announcements if wanted."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from hacktrick.i18n import setting_text
from hacktrick.ui.audio.voice import Voice
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.widgets.dialogs import NoticeScene
from hacktrick.ui.window.system_accessibility_and_speech import (
    SystemPreferences,
    SystemPreferencesAndSpeech,
    read_system_preferences,
)
from tests.support.rig import BareTable, Rig


class RecordingVoice(Voice):
    """A voice that only records what it should say."""

    def __init__(self) -> None:
        super().__init__(lambda: None)
        self.texts: list[str] = []
        self.languages: set[str] = set()
        self.n_hushed = 0

    def say(self, texts: Sequence[str], language: str) -> None:
        self.texts += texts
        self.languages.add(language)

    def stop_speaking(self) -> None:
        self.n_hushed += 1


def started_assistance(
    rig: Rig, preferences: SystemPreferences | None = None
) -> tuple[SystemPreferencesAndSpeech, RecordingVoice]:
    """Return an accessibility service that has read the system's preferences, and its voice."""
    voice = RecordingVoice()
    assistance = SystemPreferencesAndSpeech(
        rig.context, voice, lambda: preferences or SystemPreferences()
    )
    assistance.start_reading_preferences()
    # Waits for the thread, which has no public name.
    assert assistance._thread is not None
    assistance._thread.join(20.0)
    assistance.apply_preferences_and_speak()
    rig.stack.apply_changes()
    return assistance, voice


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path, bare_table=True)


# Tests of the system's preferences.


def preferences_for_answers(**answers: str) -> list[SystemPreferences]:
    """Return the preferences read on Linux and macOS if the system answers each key with a text."""

    def answer(command: tuple[str, ...]) -> str:
        return answers.get(command[-1].replace("-", "_"), "")

    return [read_system_preferences(platform, answer) for platform in ("linux", "darwin")]


def test_a_desktop_without_animations_reduces_motion() -> None:
    assert preferences_for_answers(enable_animations="false")[0].reduces_motion is True
    assert preferences_for_answers(enable_animations="(<<true>>,)")[0].reduces_motion is False
    assert preferences_for_answers(reduceMotion="1")[1].reduces_motion is True
    assert preferences_for_answers(reduceMotion="0")[1].reduces_motion is False


def test_a_system_that_gives_no_answer_has_no_preferences() -> None:
    assert {one.reduces_motion for one in preferences_for_answers()} == {None}
    assert not any(one.has_assistive_technology for one in preferences_for_answers())


def test_a_screen_reader_is_found() -> None:
    assert preferences_for_answers(screen_reader_enabled="true")[0].has_assistive_technology
    assert preferences_for_answers(voiceOverOnOffKey="1")[1].has_assistive_technology


def test_the_portal_is_asked_before_the_settings() -> None:
    asked: list[tuple[str, ...]] = []

    def answer(command: tuple[str, ...]) -> str:
        asked.append(command)
        return ""

    read_system_preferences("linux", answer)
    assert [command[0] for command in asked[:2]] == ["gdbus", "gsettings"]


# Tests of reduced motion.


@pytest.mark.parametrize(
    ("motion", "says", "reduces"),
    [
        ("system", True, True),
        ("system", False, False),
        ("system", None, False),
        ("reduced", False, True),
        ("full", True, False),
    ],
)
def test_motion_follows_the_system_only_if_left_to_it(
    rig: Rig, motion: str, says: bool | None, reduces: bool
) -> None:
    rig.context.change_settings(motion=motion)
    started_assistance(rig, SystemPreferences(says))
    assert rig.settings.reduced_motion is reduces
    rig.context.change_settings(motion="full")
    rig.context.change_settings(motion="system")
    assert rig.settings.reduced_motion is bool(says)


def test_a_preference_of_the_system_is_not_saved_as_a_setting(rig: Rig) -> None:
    started_assistance(rig, SystemPreferences(False))
    assert rig.kept == []


def test_the_start_does_not_wait_for_the_system(rig: Rig) -> None:
    answered = threading.Event()

    def ask() -> SystemPreferences:
        answered.wait(20.0)
        return SystemPreferences(True)

    assistance = SystemPreferencesAndSpeech(rig.context, RecordingVoice(), ask)
    assistance.start_reading_preferences()
    assistance.apply_preferences_and_speak()
    assert not rig.settings.reduced_motion
    answered.set()
    assert assistance._thread is not None
    assistance._thread.join(20.0)
    assistance.apply_preferences_and_speak()
    assert rig.settings.reduced_motion


# Tests of the voice.


def test_announcements_are_read_aloud_only_if_wanted(rig: Rig) -> None:
    assistance, voice = started_assistance(rig)
    rig.context.announce("CIPHER plays 2.")
    assistance.apply_preferences_and_speak()
    assert voice.texts == []
    rig.context.change_settings(voice=True, language="de")
    assistance.apply_preferences_and_speak()
    rig.context.announce("CIPHER plays 3.")
    assistance.apply_preferences_and_speak()
    assert voice.texts[1:] == ["CIPHER plays 3."] and voice.languages == {"de"}


def test_switching_the_voice_off_hushes_it(rig: Rig) -> None:
    assistance, voice = started_assistance(rig)
    rig.context.change_settings(voice=True)
    assistance.apply_preferences_and_speak()
    assert len(voice.texts) == 1, "it says that it is on"
    rig.context.change_settings(voice=False)
    assistance.apply_preferences_and_speak()
    assistance.apply_preferences_and_speak()
    assert voice.n_hushed == 1


def test_the_voice_stops_when_announcements_are_dropped_for_another_player(rig: Rig) -> None:
    assistance, voice = started_assistance(rig)
    rig.context.change_settings(voice=True)
    rig.context.announce("You cannot reach key 7.", "answer")
    assistance.apply_preferences_and_speak()
    assert voice.n_hushed == 0
    rig.context.announcements.clear()
    rig.context.announce("Your turn", "turn")
    assistance.apply_preferences_and_speak()
    assistance.apply_preferences_and_speak()
    assert voice.n_hushed == 1 and voice.texts[-1] == "Your turn"


def test_the_voice_is_offered_once_on_the_title(rig: Rig) -> None:
    rig.show(TitleScene(rig.context, rig.services))
    assistance, _voice = started_assistance(rig, SystemPreferences(None, True))
    assert isinstance(rig.top, NoticeScene) and rig.top.title == setting_text.VOICE_QUESTION
    rig.click("0")
    assert rig.settings.voice and rig.settings.voice_offered
    rig.context.change_settings(voice=False)
    assistance.apply_preferences_and_speak()
    rig.stack.apply_changes()
    assert isinstance(rig.top, TitleScene)


def test_declining_the_voice_is_the_first_answer(rig: Rig) -> None:
    rig.show(TitleScene(rig.context, rig.services))
    started_assistance(rig, SystemPreferences(None, True))
    notice = rig.top
    assert notice.group.focused_widget is notice.widgets["1"]
    rig.click("1")
    assert not rig.settings.voice and rig.settings.voice_offered


def test_the_voice_is_never_offered_over_a_match(rig: Rig) -> None:
    rig.begin()
    scene = PauseScene(rig.context, rig.services)
    rig.show(BareTable(rig.context, rig.services), scene)
    started_assistance(rig, SystemPreferences(None, True))
    assert rig.top is scene and not rig.settings.voice_offered


def test_without_an_aid_nothing_is_offered(rig: Rig) -> None:
    rig.show(TitleScene(rig.context, rig.services))
    started_assistance(rig, SystemPreferences(False, False))
    assert isinstance(rig.top, TitleScene) and not rig.settings.voice_offered
