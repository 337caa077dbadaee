"""Asks for the setup of a new match: edition, players, names and options.

The window offers the same choices, and the settings remember them. An unfinished match is replaced
only if the player confirms this.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hacktrick.app.crash_log import log
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.profiles import MAX_NAME_LENGTH, normalized_name
from hacktrick.app.settings import OneOfRule, Settings, rule_of, with_changes
from hacktrick.app.storage import Storage
from hacktrick.game.editions import OPTIONS, PRESETS
from hacktrick.game.match_rules import possible_first_leaders
from hacktrick.game.state import Seat
from hacktrick.i18n import terminal_text
from hacktrick.i18n import translator as words
from hacktrick.i18n.computer_players import (
    level_and_rating_sentence,
    manner_name,
    manner_sentence,
    nearest_existing_level,
)
from hacktrick.i18n.computer_players import level_name as name_of
from hacktrick.i18n.file_problem_text import FOREIGN_PROGRAM
from hacktrick.i18n.match_options_and_player_names import (
    USUAL_LEVEL,
    NewMatchOptions,
    SeatOptions,
    is_word_for_you,
    options_from_setting,
    options_to_setting,
    reserved_name_refusal,
)
from hacktrick.i18n.rulebook.edition_text import (
    differences_from_default,
    house_rule_sentence,
    option_name,
    option_value_name,
    preset_name,
    preset_summary,
)
from hacktrick.i18n.setting_text import (
    language_name,
    memory_aids_sentence,
    setting_label,
    setting_value_name,
)
from hacktrick.i18n.terminal_text import choice_with_explanation
from hacktrick.i18n.translator import _, label_with_value
from hacktrick.match.player_kinds import (
    ENGINE,
    ENGINE_LEVEL,
    HUMAN,
    LEVEL_NUMBERS,
    level_of,
    player_for_level,
)
from hacktrick.terminal.play.console import Terminal, ask_choice

AUTO = "auto"
UNTRANSLATED = ("C", "POSIX")


@dataclass(slots=True)
class TextSettings:
    """The settings of the text mode, with the storage that saves them."""

    settings: Settings
    storage: Storage

    def __post_init__(self) -> None:
        self.apply_language()

    def change_settings(self, **values: Any) -> None:
        """Change settings and save them; problems with the disk are logged.

        Raises:
            ValueError: a value is invalid for its setting.
        """
        self.settings = with_changes(self.settings, **values)
        for problem in self.storage.save_settings(self.settings):
            log.warning("settings not saved: %s %s", problem.code, problem.path)
        self.apply_language()

    def apply_language(self) -> None:
        """Switch to the language in the settings, or to that of the terminal."""
        chosen = self.settings.language
        own = words.preferred_language(terminal_languages(os.environ))
        words.set_language(own if chosen == AUTO else chosen)

    def language_name(self, code: str) -> str:
        """Return the name of a language in the form that the settings show."""
        return language_name(code, terminal_languages(os.environ))


def terminal_languages(environ: Mapping[str, str]) -> list[str]:
    """Return the languages that a terminal's environment asks for, the preferred one first."""
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


def ask_for_match_setup(terminal: Terminal, preferences: TextSettings) -> MatchSetup | None:
    """Ask for the setup of a new match; return None if the player goes back.

    Raises:
        InputClosed: the input has ended.
    """
    setup = _SetupQuestions(terminal, preferences)
    setup.ask_edition()
    for seat in range(setup.choices.rules.n_seats):
        setup.ask_player(seat)
        setup.ask_name(seat)
    begun = setup.ask_for_options()
    preferences.change_settings(last_match=options_to_setting(setup.choices))
    return setup.choices.match_setup() if begun else None


class _SetupQuestions:
    """The questions about a new match."""

    def __init__(self, terminal: Terminal, preferences: TextSettings) -> None:
        self.terminal, self.preferences = terminal, preferences
        self.choices: NewMatchOptions = options_from_setting(preferences.settings.last_match)

    def ask_edition(self) -> None:
        presets = list(PRESETS)
        answers = [
            choice_with_explanation(preset_name(preset, _), preset_summary(preset, _))
            for preset in presets
        ]
        usual = presets.index(self.choices.preset)
        question = terminal_text.edition_question()
        chosen = presets[ask_choice(self.terminal, question, answers, usual)]
        if chosen != self.choices.preset:
            self.choices.choose_preset(chosen)

    def ask_player(self, seat: Seat) -> None:
        choice = self.choices.seats[seat]
        level = level_of(choice.player)
        question = terminal_text.player_question(seat + 1)
        settings = self.preferences.settings
        answers, now = [_("Human"), _("Computer")], int(level is not None)
        if settings.engine_command:
            answers.append(
                choice_with_explanation(
                    settings.engine_name or _("Your engine"), _(FOREIGN_PROGRAM)
                )
            )
            now = 2 if level == ENGINE_LEVEL else now
        kind = ask_choice(self.terminal, question, answers, now)
        if kind == 2:
            choice.choose_player(ENGINE, settings.engine_name)
            return
        player = player_for_level(self._ask_level(level or None)) if kind else HUMAN
        choice.choose_player(player, settings.engine_name)
        if len(choice.manners) > 1:
            self._ask_manner(choice)

    def _ask_manner(self, choice: SeatOptions) -> None:
        """Ask for the playing style of a computer player."""
        possible = choice.manners
        answers = [
            choice_with_explanation(manner_name(*one), manner_sentence(*one)) for one in possible
        ]
        now = possible.index(choice.manner)
        chosen = ask_choice(self.terminal, terminal_text.manner_question(), answers, now)
        choice.style, choice.patient = possible[chosen]

    def _ask_level(self, default_index: int | None) -> int:
        known = list(LEVEL_NUMBERS)
        answers = [
            choice_with_explanation(
                name_of(level), level_and_rating_sentence(level, self.choices.rules)
            )
            for level in known
        ]
        now = known.index(
            nearest_existing_level(USUAL_LEVEL) if default_index is None else default_index
        )
        return known[ask_choice(self.terminal, terminal_text.level_question(), answers, now)]

    def ask_name(self, seat: Seat) -> None:
        choice = self.choices.seats[seat]
        question = terminal_text.name_prompt(self.choices.names[seat])
        text = normalized_name(self.terminal.ask(question))
        while is_word_for_you(text):
            self.terminal.say(reserved_name_refusal(text))
            text = normalized_name(self.terminal.ask(question))
        if text:
            usual = text == self.choices.default_name(seat)
            choice.name = "" if usual else text[:MAX_NAME_LENGTH].strip()

    def ask_for_options(self) -> bool:
        """Let the player change options; return True to begin the match, False to go back."""
        while True:
            entries = self._option_entries()
            answers = [label for label, _change in entries]
            sentences = differences_from_default(self.choices.rules, _)
            self.terminal.say(*(["", *sentences] if sentences else []))
            chosen = ask_choice(self.terminal, terminal_text.next_step_question(), answers, 0)
            if chosen in (0, len(entries) - 1):
                return chosen == 0
            entries[chosen][1]()

    def _option_entries(self) -> list[tuple[str, Callable[[], None]]]:
        rules = self.choices.rules
        entries = [(_("Start"), _do_nothing)]
        if len(possible_first_leaders(rules)) > 1:
            entries.append(
                (label_with_value(_("Who starts"), self._leader_name()), self._ask_leader)
            )
        for option in self._changeable_options():
            line = self._option_line(option, getattr(rules, option))
            entries.append((line, self._option_asker(option)))
        aids = self.preferences.settings.aids
        entries.append(
            (
                label_with_value(setting_label("aids"), setting_value_name("aids", aids)),
                self._ask_aids,
            )
        )
        return [*entries, (_("Back"), _do_nothing)]

    def _option_line(self, option: str, value: Any) -> str:
        """Return a line about the value of an option: a number for the target, else a sentence."""
        rules = self.choices.rules
        if option != "target":
            return house_rule_sentence(option, value, rules, _)
        return label_with_value(option_name(option, _), option_value_name(option, value, rules, _))

    def _changeable_options(self) -> list[str]:
        """Return the options that this edition lets players change."""
        fixed = PRESETS[self.choices.preset].next_leader not in OPTIONS["next_leader"]
        return [option for option in OPTIONS if not (fixed and option == "next_leader")]

    def _leader_name(self) -> str:
        leader = self.choices.leader
        return _("random") if leader is None else self.choices.names[leader]

    def _ask_leader(self) -> None:
        leaders: list[Seat | None] = [None, *possible_first_leaders(self.choices.rules)]
        answers = [_("random"), *self.choices.names]
        usual = leaders.index(self.choices.leader)
        self.choices.leader = leaders[ask_choice(self.terminal, _("Who starts"), answers, usual)]

    def _option_asker(self, option: str) -> Callable[[], None]:
        def ask_option_value() -> None:
            rules, values = self.choices.rules, OPTIONS[option]
            say = option_value_name if option == "target" else house_rule_sentence
            answers = [say(option, value, rules, _) for value in values]
            usual = values.index(getattr(rules, option))
            value: Any = values[ask_choice(self.terminal, option_name(option, _), answers, usual)]
            self.choices.set_option(option, value)

        return ask_option_value

    def _ask_aids(self) -> None:
        rule = rule_of("aids")
        assert isinstance(rule, OneOfRule)
        values = [str(value) for value in rule.choices]
        answers = [
            choice_with_explanation(setting_value_name("aids", value), memory_aids_sentence(value))
            for value in values
        ]
        usual = values.index(self.preferences.settings.aids)
        chosen = values[ask_choice(self.terminal, setting_label("aids"), answers, usual)]
        self.preferences.change_settings(aids=chosen)


def _do_nothing() -> None:
    """Do nothing, as the action of answers that end the menu."""
