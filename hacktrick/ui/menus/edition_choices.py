"""The edition of a new match as things to choose: its name, its target, its house rules.

They change the choices and say that they have; what follows from it is the business of the screen.
"""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.game.rules import OPTIONS, PRESETS
from hacktrick.ui.controls.widgets import Choice
from hacktrick.ui.stage.context import Context
from hacktrick.words.choices import MatchChoices
from hacktrick.words.rulebook.editions import house_rule, option_value, preset_name
from hacktrick.words.translator import _

BOX = 0.56  # of the width
FOLDED = tuple(option for option in OPTIONS if option != "target")  # the target stands above


def edition_choice(
    context: Context, choices: MatchChoices, changed_to: Callable[[str], None]
) -> Choice:
    """Which edition is played; the choice itself changes nothing."""
    presets = [(preset, preset_name(preset, _)) for preset in PRESETS]
    choice = Choice(context, _("Edition"), presets, choices.preset, changed_to)
    choice.box_share = BOX
    return choice


def option_choice(
    context: Context, choices: MatchChoices, option: str, changed: Callable[[], None]
) -> Choice:
    """The values of one option."""

    def choose(value: object) -> None:
        choices.set_option(option, value)
        changed()

    rules = choices.rules
    say, label = (option_value, _("Target")) if option == "target" else (house_rule, "")
    options = [(value, say(option, value, rules, _)) for value in OPTIONS[option]]
    choice = Choice(context, label, options, getattr(rules, option), choose)
    choice.box_share = BOX
    return choice


def house_rules(choices: MatchChoices) -> list[str]:
    """The options that this edition leaves open, without the target."""
    fixed = PRESETS[choices.preset].next_leader not in OPTIONS["next_leader"]
    return [option for option in FOLDED if not (fixed and option == "next_leader")]


def n_changed(choices: MatchChoices) -> int:
    """How many house rules are not as published."""
    return len(set(choices.options) & set(FOLDED))


def fold_label(choices: MatchChoices) -> str:
    """What the house rules are folded away under."""
    n = n_changed(choices)
    return _("House rules ({n} changed)").format(n=n) if n else _("House rules")
