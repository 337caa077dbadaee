"""A new match by questions: the edition, who plays, and what else differs from the last time.

The choices are those of the window's screen for a new match, and remembered with them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hacktrick.game.match import first_leaders
from hacktrick.game.rules import OPTIONS, PRESETS, Seat
from hacktrick.play.players import HUMAN, LEVEL_NUMBERS, level_name, level_of
from hacktrick.profiles import LONGEST_NAME, tidy
from hacktrick.seat.newmatch import NewMatch
from hacktrick.settings import OneOf, rule_of
from hacktrick.text.choosing import choose
from hacktrick.text.preferences import Preferences
from hacktrick.text.terminal import Terminal
from hacktrick.words.choices import (
    USUAL_LEVEL,
    MatchChoices,
    SeatChoice,
    from_setting,
    is_you,
    to_setting,
    you_refused,
)
from hacktrick.words.levels import level_name as name_of
from hacktrick.words.levels import manner_name, manner_sentence, nearest_level, rated_sentence
from hacktrick.words.rulebook.editions import (
    differences,
    house_rule,
    option_name,
    option_value,
    preset_name,
    preset_summary,
)
from hacktrick.words.settings import aids_sentence, setting_name, value_name
from hacktrick.words.translator import _


def arrange(terminal: Terminal, preferences: Preferences) -> NewMatch | None:
    """The match that is wanted; None if none is after all.

    Raises:
        Closed: the input has come to its end.
    """
    setup = _Setup(terminal, preferences)
    setup.ask_edition()
    for seat in range(setup.choices.rules.n_seats):
        setup.ask_player(seat)
        setup.ask_name(seat)
    begun = setup.ask_the_rest()
    preferences.change(last_match=to_setting(setup.choices))
    return setup.choices.new_match() if begun else None


class _Setup:
    def __init__(self, terminal: Terminal, preferences: Preferences) -> None:
        self.terminal, self.preferences = terminal, preferences
        self.choices: MatchChoices = from_setting(preferences.settings.last_match)

    def ask_edition(self) -> None:
        presets = list(PRESETS)
        answers = [
            _("{name}. {sentence}").format(
                name=preset_name(preset, _), sentence=preset_summary(preset, _)
            )
            for preset in presets
        ]
        usual = presets.index(self.choices.preset)
        chosen = presets[choose(self.terminal, _("Which edition?"), answers, usual)]
        if chosen != self.choices.preset:
            self.choices.choose_preset(chosen)

    def ask_player(self, seat: Seat) -> None:
        choice = self.choices.seats[seat]
        level = level_of(choice.player)
        question = _("Who is player {n}?").format(n=seat + 1)
        answers = (_("Human"), _("Computer"))
        computer = choose(self.terminal, question, answers, int(level is not None))
        choice.player = level_name(self._ask_level(level)) if computer else HUMAN
        if len(choice.manners) > 1:
            self._ask_manner(choice)

    def _ask_manner(self, choice: SeatChoice) -> None:
        """What a computer player is like."""
        possible = choice.manners
        answers = [
            _("{name}. {sentence}").format(name=manner_name(*one), sentence=manner_sentence(*one))
            if manner_sentence(*one)
            else manner_name(*one)
            for one in possible
        ]
        now = possible.index(choice.manner)
        chosen = choose(self.terminal, _("What is it like?"), answers, now)
        choice.style, choice.patient = possible[chosen]

    def _ask_level(self, usual: int | None) -> int:
        known = list(LEVEL_NUMBERS)
        answers = [
            _("{name}. {sentence}").format(
                name=name_of(level), sentence=rated_sentence(level, self.choices.rules)
            )
            for level in known
        ]
        now = known.index(nearest_level(USUAL_LEVEL) if usual is None else usual)
        return known[choose(self.terminal, _("Which level?"), answers, now)]

    def ask_name(self, seat: Seat) -> None:
        choice = self.choices.seats[seat]
        question = _("Name, or Enter for {name}:").format(name=self.choices.names[seat])
        text = tidy(self.terminal.ask(question))
        while is_you(text):
            self.terminal.say(you_refused(text))
            text = tidy(self.terminal.ask(question))
        if text:
            usual = text == self.choices.usual_name(seat)
            choice.name = "" if usual else text[:LONGEST_NAME].strip()

    def ask_the_rest(self) -> bool:
        """What else may be changed; True to begin the match, False to give it up."""
        while True:
            entries = self._entries()
            answers = [label for label, _change in entries]
            told = differences(self.choices.rules, _)
            self.terminal.say(*(["", *told] if told else []))
            chosen = choose(self.terminal, _("What next?"), answers, 0)
            if chosen in (0, len(entries) - 1):
                return chosen == 0
            entries[chosen][1]()

    def _entries(self) -> list[tuple[str, Callable[[], None]]]:
        rules = self.choices.rules
        entries = [(_("Start"), _nothing)]
        if len(first_leaders(rules)) > 1:
            entries.append((self._value(_("First leader"), self._leader()), self._ask_leader))
        for option in self._open_options():
            said = self._said(option, getattr(rules, option))
            entries.append((said, self._asking(option)))
        aids = self.preferences.settings.aids
        entries.append((self._value(setting_name("aids"), value_name("aids", aids)), self._aids))
        return [*entries, (_("Back"), _nothing)]

    def _said(self, option: str, value: Any) -> str:
        """An option with its value: the target in figures, house rules in whole sentences."""
        rules = self.choices.rules
        if option != "target":
            return house_rule(option, value, rules, _)
        return self._value(option_name(option, _), option_value(option, value, rules, _))

    def _value(self, name: str, value: str) -> str:
        return _("{name}: {value}").format(name=name, value=value)

    def _open_options(self) -> list[str]:
        """The options that this edition leaves open."""
        fixed = PRESETS[self.choices.preset].next_leader not in OPTIONS["next_leader"]
        return [option for option in OPTIONS if not (fixed and option == "next_leader")]

    def _leader(self) -> str:
        leader = self.choices.leader
        return _("random") if leader is None else self.choices.names[leader]

    def _ask_leader(self) -> None:
        leaders: list[Seat | None] = [None, *first_leaders(self.choices.rules)]
        answers = [_("random"), *self.choices.names]
        usual = leaders.index(self.choices.leader)
        self.choices.leader = leaders[choose(self.terminal, _("First leader"), answers, usual)]

    def _asking(self, option: str) -> Callable[[], None]:
        def ask() -> None:
            rules, values = self.choices.rules, OPTIONS[option]
            say = option_value if option == "target" else house_rule
            answers = [say(option, value, rules, _) for value in values]
            usual = values.index(getattr(rules, option))
            value: Any = values[choose(self.terminal, option_name(option, _), answers, usual)]
            self.choices.set_option(option, value)

        return ask

    def _aids(self) -> None:
        rule = rule_of("aids")
        assert isinstance(rule, OneOf)
        values = [str(value) for value in rule.choices]
        answers = [
            _("{name}. {sentence}").format(
                name=value_name("aids", value), sentence=aids_sentence(value)
            )
            for value in values
        ]
        usual = values.index(self.preferences.settings.aids)
        chosen = values[choose(self.terminal, setting_name("aids"), answers, usual)]
        self.preferences.change(aids=chosen)


def _nothing() -> None:
    """This answer changes nothing."""
