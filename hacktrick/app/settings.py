"""The settings, each with its default and the rule for its valid values.

Settings are immutable. ``app.storage`` reads and writes them, and ``ui`` builds its widgets from
the rules (``rule_of``).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, cast

FORMAT = "hacktrick-settings"
VERSION = 1

TUTOR_LIMITS = {"own_5": 5, "own_10": 10, "own_20": 20, "own_30": 30}
"""The smallest loss on which the tutor comments, in per cent of a round, by the setting
``tutor``."""

SCAN_MODES = ("off", "two_switches", "wait_to_choose", "wait_to_step")
"""The ways to play with one or two switches; see ``ui.input.switch_access``."""

Value = TypeVar("Value")


class SettingRule(Protocol):
    """A rule that decides which values of a setting are valid."""

    def validate(self, value: object) -> object:
        """Return ``value`` as a valid value of the setting.

        Raises:
            ValueError: the value is invalid.
        """


@dataclass(frozen=True, slots=True)
class OneOfRule:
    """Accepts one of several texts or numbers."""

    choices: tuple[str | int, ...]

    def validate(self, value: object) -> object:
        # ``1 == True == 1.0`` in Python, so return the offered value itself.
        for choice in self.choices:
            if type(value) is type(choice) and value == choice:
                return value
        raise ValueError(value)


@dataclass(frozen=True, slots=True)
class RangeRule:
    """Accepts an integer from ``lowest`` to ``highest``."""

    lowest: int
    highest: int

    def validate(self, value: object) -> object:
        if type(value) is int and self.lowest <= value <= self.highest:
            return value
        raise ValueError(value)


@dataclass(frozen=True, slots=True)
class BoolRule:
    """Accepts the values True and False."""

    def validate(self, value: object) -> object:
        if isinstance(value, bool):
            return value
        raise ValueError(value)


@dataclass(frozen=True, slots=True)
class IdentifierRule:
    """Accepts a short identifier, for example of a language or theme, whether it exists or not."""

    longest: int = 40

    def validate(self, value: object) -> object:
        if isinstance(value, str) and 0 < len(value) <= self.longest and _is_safe_identifier(value):
            return value
        raise ValueError(value)


@dataclass(frozen=True, slots=True)
class TextRule:
    """Accepts a short text, which may be empty."""

    longest: int = 120

    def validate(self, value: object) -> object:
        if isinstance(value, str) and len(value) <= self.longest and value.isprintable():
            return value
        raise ValueError(value)


@dataclass(frozen=True, slots=True)
class TwoIntegersRule:
    """Accepts two integers, as a tuple in Python and as a list in JSON."""

    lowest: int
    highest: int
    may_be_none: bool = False

    def validate(self, value: object) -> object:
        if value is None and self.may_be_none:
            return None
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise ValueError(value)
        within = RangeRule(self.lowest, self.highest)
        return tuple(within.validate(number) for number in value)


@dataclass(frozen=True, slots=True)
class MatchChoicesRule:
    """Accepts the last choices of the new-match screen: edition, options and seats."""

    def validate(self, value: object) -> object:
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            raise ValueError(value)
        if not _is_short_drawable_text(value.get("preset", "")):
            raise ValueError(value)
        if not isinstance(value.get("options", {}), dict):
            raise ValueError(value)
        if not _are_seats(value.get("seats", [])):
            raise ValueError(value)
        return value


@dataclass(frozen=True, slots=True)
class BindingRule:
    """Accepts the keys or buttons bound to each intent.

    Intents and keys need not exist; readers ignore unknown ones.

    Attributes:
        most: the maximum number of intents with bindings.
        texts: the maximum number of keys for an intent; 0 if an intent has one text, not a list.
        longest: the maximum length of a text, in characters.
    """

    most: int = 200
    texts: int = 4
    longest: int = 40

    def validate(self, value: object) -> object:
        if not isinstance(value, dict) or len(value) > self.most:
            raise ValueError(value)
        for name, bound in value.items():
            if not _is_short_drawable_text(name, self.longest) or not self._are_valid_keys(bound):
                raise ValueError(value)
        return value

    def _are_valid_keys(self, bound: object) -> bool:
        if not self.texts:
            return _is_short_drawable_text(bound, self.longest)
        if not isinstance(bound, list | tuple) or len(bound) > self.texts:
            return False
        return all(_is_short_drawable_text(text, self.longest) for text in bound)


def _is_safe_identifier(name: str) -> bool:
    """Return whether a name has only letters, digits and ``-_.``, so that it cannot be a path."""
    return name[0].isalnum() and all(sign.isalnum() or sign in "-_." for sign in name)


def _are_seats(seats: object) -> bool:
    if not isinstance(seats, list) or len(seats) > 4:
        return False
    return all(isinstance(seat, dict) and _is_seat(seat) for seat in seats)


def _is_seat(seat: dict[object, object]) -> bool:
    return _is_short_drawable_text(seat.get("name", "")) and _is_short_drawable_text(
        seat.get("player", "")
    )


def _is_short_drawable_text(value: object, max_length: int = 200) -> bool:
    """Return whether a value is a short text without surrogates, which cannot be drawn or saved."""
    if not isinstance(value, str) or len(value) > max_length:
        return False
    return not any("\ud800" <= sign <= "\udfff" for sign in value)


def _setting_with_rule(default: Value, rule: SettingRule) -> Value:
    declared: Value = field(default=default, metadata={"rule": rule})
    return declared


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings; ``with_changes`` makes a checked copy."""

    # Settings for play.
    pace: str = _setting_with_rule("normal", OneOfRule(("instant", "quick", "normal", "slow")))
    aids: str = _setting_with_rule(
        "standard", OneOfRule(("memory", "tournament", "standard", "learning"))
    )
    # How a composed turn is confirmed: with the button, or with a second click on the board.
    confirm: str = _setting_with_rule("button", OneOfRule(("button", "click")))
    voices: bool = _setting_with_rule(True, BoolRule())
    announcements: str = _setting_with_rule("short", OneOfRule(("off", "short", "full")))
    # Whether players may pin guesses on the cards of others.
    pins: bool = _setting_with_rule(True, BoolRule())
    # The name of a foreign program (an engine) that can play, and the command that starts it.
    engine_name: str = _setting_with_rule("", TextRule(24))
    engine_command: str = _setting_with_rule("", TextRule(400))
    # Settings for learning.
    hints: bool = _setting_with_rule(True, BoolRule())
    odds: str = _setting_with_rule("counting", OneOfRule(("off", "counting", "habits")))
    # Whether the player is asked to guess hands before the odds are shown.
    counting: bool = _setting_with_rule(False, BoolRule())
    tutor: str = _setting_with_rule("off", OneOfRule(("off", "gentle", "strict", *TUTOR_LIMITS)))
    takeback: bool = _setting_with_rule(True, BoolRule())
    think_ahead: bool = _setting_with_rule(True, BoolRule())
    rated: bool = _setting_with_rule(True, BoolRule())
    # Settings for the display.
    language: str = _setting_with_rule("auto", IdentifierRule())
    # The key of a theme, or "edition" for the theme of the edition that is played.
    theme: str = _setting_with_rule("edition", IdentifierRule())
    ui_scale: int = _setting_with_rule(100, RangeRule(80, 200))
    animation_speed: str = _setting_with_rule(
        "normal", OneOfRule(("half", "normal", "double", "off"))
    )
    # Whether motion is currently reduced, as follows from ``motion`` and the system.
    reduced_motion: bool = _setting_with_rule(False, BoolRule())
    fullscreen: bool = _setting_with_rule(False, BoolRule())
    window_size: tuple[int, int] = _setting_with_rule((1280, 720), TwoIntegersRule(320, 16_384))
    window_position: tuple[int, int] | None = _setting_with_rule(
        None, TwoIntegersRule(-32_768, 32_767, True)
    )
    # Settings for accessibility.
    # Whether the system's voice reads announcements aloud, and whether this has been offered.
    voice: bool = _setting_with_rule(False, BoolRule())
    voice_offered: bool = _setting_with_rule(False, BoolRule())
    typeface: str = _setting_with_rule("theme", OneOfRule(("theme", "legible")))
    motion: str = _setting_with_rule("system", OneOfRule(("system", "reduced", "full")))
    scan: str = _setting_with_rule("off", OneOfRule(SCAN_MODES))
    # Seconds between two steps of scanning.
    scan_time: int = _setting_with_rule(2, OneOfRule((1, 2, 3, 4, 6, 8)))
    # Milliseconds after a press during which another press is ignored.
    press_gap: int = _setting_with_rule(0, OneOfRule((0, 200, 400, 700, 1000, 1500)))
    # Settings for sound.
    master_volume: int = _setting_with_rule(80, RangeRule(0, 100))
    effects_volume: int = _setting_with_rule(70, RangeRule(0, 100))
    music_volume: int = _setting_with_rule(0, RangeRule(0, 100))
    mute_unfocused: bool = _setting_with_rule(True, BoolRule())
    muted: bool = _setting_with_rule(False, BoolRule())
    # Settings for privacy.
    curtain: bool = _setting_with_rule(True, BoolRule())
    curtain_style: str = _setting_with_rule("press", OneOfRule(("hold", "press")))
    # Seconds without input after which the cards are hidden; 0 means never.
    conceal_after: int = _setting_with_rule(45, OneOfRule((0, 15, 45, 90)))
    # Keys and gamepad buttons that differ from the defaults, by intent.
    keys: Mapping[str, Any] = field(
        default_factory=dict, metadata={"rule": BindingRule()}, hash=False
    )
    buttons: Mapping[str, Any] = field(
        default_factory=dict, metadata={"rule": BindingRule(texts=0)}, hash=False
    )
    # The choices for the last new match, which the next one offers again.
    last_match: Mapping[str, Any] = field(
        default_factory=dict, metadata={"rule": MatchChoicesRule()}, hash=False
    )
    # Settings for online play. The address of an MQTT broker; empty for none.
    broker: str = _setting_with_rule("", TextRule())
    # The player's name at the last online table, to which their key belongs; empty before the
    # first.
    online_name: str = _setting_with_rule("", TextRule(longest=16))
    # Settings of a newer version, which are preserved when the file is saved again.
    unknown: Mapping[str, Any] = field(default_factory=dict, hash=False)


class SettingsHolder(Protocol):
    """Holds the current settings, which change while the program runs."""

    @property
    def settings(self) -> Settings: ...


_FIELDS = {item.name: item for item in dataclasses.fields(Settings) if "rule" in item.metadata}
SETTING_KEYS = tuple(_FIELDS)


def settings_at_first_start() -> Settings:
    """Return the settings for the first start, with all memory aids on."""
    return with_changes(Settings(), aids="learning")


def rule_of(key: str) -> SettingRule:
    """Return the rule for the valid values of a setting."""
    return cast(SettingRule, _FIELDS[key].metadata["rule"])


def default_of(key: str) -> Any:
    """Return the default value of a setting."""
    return getattr(Settings(), key)


def with_changes(settings: Settings, **values: object) -> Settings:
    """Return a copy with these values.

    Raises:
        ValueError: a value is invalid.
        KeyError: there is no such setting.
    """
    good = {key: rule_of(key).validate(value) for key, value in values.items()}
    if "motion" in good:
        good["reduced_motion"] = good["motion"] == "reduced"
    return dataclasses.replace(settings, **cast(dict[str, Any], good))


def settings_from_data(data: Mapping[str, object]) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings in a file's data, and the keys whose invalid values were replaced.

    Settings of a newer program are kept in ``Settings.unknown``.
    """
    good: dict[str, Any] = {}
    bad = []
    for key in SETTING_KEYS:
        if key in data:
            try:
                good[key] = rule_of(key).validate(data[key])
            except ValueError:
                bad.append(key)
    if good.get("reduced_motion") and "motion" not in data:
        good["motion"] = "reduced"  # the file is older than this setting's three values
    # A newer file keeps its version number together with its unknown keys.
    unknown = {key: data[key] for key in data if key not in _FIELDS and key != "format"}
    if not is_newer_version(unknown.get("version")):
        unknown.pop("version", None)
    return Settings(**good, unknown=unknown), tuple(bad)


def settings_to_data(settings: Settings) -> dict[str, object]:
    """Return the settings as JSON data, which ``settings_from_data`` can read."""
    data: dict[str, object] = {"format": FORMAT, "version": VERSION}
    data.update(settings.unknown)
    data.update({key: getattr(settings, key) for key in SETTING_KEYS})
    return data


def is_newer_version(version: object) -> bool:
    """Return whether a settings file of this ``version`` was written by a newer program."""
    return type(version) is int and version > VERSION
