"""Every setting read from a file has a valid value or its default."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hacktrick.app import settings
from hacktrick.app.settings import SETTING_KEYS, Settings

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)

GOOD: list[tuple[str, Any]] = [
    ("language", "pt-BR"),
    ("theme", "servers"),
    ("ui_scale", 80),
    ("ui_scale", 200),
    ("animation_speed", "off"),
    ("conceal_after", 0),
    ("curtain_style", "hold"),
    ("pace", "instant"),
    ("scan", "wait_to_step"),
    *(("press_gap", milliseconds) for milliseconds in (0, 200, 400, 700, 1000, 1500)),
    ("music_volume", 0),
    ("music_volume", 100),
    ("engine_command", "x" * 400),
    ("keys", {"quit": ["a", "b", "c", "d"]}),
    ("keys", {"x" * 40: ["y" * 40]}),
    ("keys", {str(n): [] for n in range(200)}),
    ("buttons", {"quit": "a"}),
    ("window_size", (2560, 1440)),
    ("window_position", None),
    ("last_match", {"preset": "keypad", "options": {"target": 5}, "seats": [{"name": "Ada"}]}),
]
BAD: list[tuple[str, Any]] = [
    ("language", "../../etc"),
    ("language", ""),
    ("theme", 3),
    ("ui_scale", 79),
    ("ui_scale", 201),
    ("ui_scale", 100.0),
    ("ui_scale", True),
    ("music_volume", 101),
    ("engine_command", "x" * 401),
    ("keys", {"quit": ["a", "b", "c", "d", "e"]}),
    ("keys", {"quit": "a"}),
    ("keys", {"x" * 41: []}),
    ("keys", {"quit": ["y" * 41]}),
    ("keys", {str(n): [] for n in range(201)}),
    ("buttons", {"quit": ["a"]}),
    ("reduced_motion", 1),
    ("conceal_after", 30),
    ("conceal_after", False),
    ("window_size", [1280]),
    ("window_size", [1280, "720"]),
    ("window_size", None),
    ("aids", "all"),
    ("scan", True),
    ("press_gap", 401),
    ("motion", False),
    ("last_match", []),
    ("last_match", {"preset": 1}),
    ("last_match", {"options": []}),
    ("last_match", {"seats": [{"name": "\ud800"}]}),
    ("last_match", {"seats": [{}] * 5}),
]


DEFAULTS = {
    "pace": "normal",
    "aids": "standard",
    "confirm": "button",
    "voices": True,
    "announcements": "short",
    "pins": True,
    "engine_name": "",
    "engine_command": "",
    "hints": True,
    "odds": "counting",
    "counting": False,
    "tutor": "off",
    "takeback": True,
    "think_ahead": True,
    "rated": True,
    "language": "auto",
    "theme": "edition",
    "ui_scale": 100,
    "animation_speed": "normal",
    "reduced_motion": False,
    "fullscreen": False,
    "window_size": (1280, 720),
    "window_position": None,
    "voice": False,
    "voice_offered": False,
    "typeface": "theme",
    "motion": "system",
    "scan": "off",
    "scan_time": 2,
    "press_gap": 0,
    "master_volume": 80,
    "effects_volume": 70,
    "music_volume": 0,
    "mute_unfocused": True,
    "muted": False,
    "curtain": True,
    "curtain_style": "press",
    "conceal_after": 45,
    "keys": {},
    "buttons": {},
    "last_match": {},
    "broker": "",
    "online_name": "",
}


def test_a_new_player_finds_every_setting_at_its_usual_value() -> None:
    assert {key: settings.default_of(key) for key in SETTING_KEYS} == DEFAULTS
    first = settings.settings_at_first_start()
    assert first == settings.with_changes(Settings(), aids="learning")


def test_every_default_is_valid() -> None:
    for key in SETTING_KEYS:
        default = settings.default_of(key)
        assert settings.rule_of(key).validate(default) == default


@pytest.mark.parametrize(("key", "value"), GOOD)
def test_a_valid_setting_is_accepted(key: str, value: object) -> None:
    assert getattr(settings.with_changes(Settings(), **{key: value}), key) == value


@pytest.mark.parametrize(("key", "value"), BAD)
def test_a_bad_value_is_refused(key: str, value: object) -> None:
    with pytest.raises(ValueError):
        settings.with_changes(Settings(), **{key: value})
    assert settings.settings_from_data({key: value}) == (Settings(), (key,))


def test_an_unknown_key_cannot_be_changed() -> None:
    with pytest.raises(KeyError):
        settings.with_changes(Settings(), nonsense=1)


def test_a_newer_file_keeps_its_version_and_keys() -> None:
    read, bad = settings.settings_from_data({"version": 7, "hologram": True, "pace": "slow"})
    assert bad == ()
    data = settings.settings_to_data(read)
    assert (data["version"], data["hologram"], data["pace"]) == (7, True, "slow")


def test_a_wrong_version_number_is_corrected_on_saving() -> None:
    read, _ = settings.settings_from_data({"version": "one"})
    assert settings.settings_to_data(read)["version"] == settings.VERSION


@pytest.mark.parametrize(("reduced", "motion"), [(True, "reduced"), (False, "system")])
def test_reduced_motion_of_an_older_file_becomes_a_choice_of_three(
    reduced: bool, motion: str
) -> None:
    read, bad = settings.settings_from_data({"reduced_motion": reduced})
    assert (read.motion, read.reduced_motion, bad) == (motion, reduced, ())


def test_an_older_program_finds_the_motion_that_applies() -> None:
    for motion, reduced in (("reduced", True), ("full", False)):
        data = settings.settings_to_data(settings.with_changes(Settings(), motion=motion))
        assert data["reduced_motion"] is reduced


@given(st.dictionaries(st.sampled_from((*SETTING_KEYS, "version", "format", "other")), JSON))
def test_settings_from_any_data_survive_saving_and_loading(data: dict[str, object]) -> None:
    read, bad = settings.settings_from_data(data)
    assert set(bad) <= set(data)
    written = json.loads(json.dumps(settings.settings_to_data(read)))
    assert settings.settings_from_data(written) == (read, ())
