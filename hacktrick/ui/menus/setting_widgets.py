"""The widget for each setting, made from the rule that it obeys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from hacktrick import themes
from hacktrick.settings import Between, OneOf, YesNo, rule_of
from hacktrick.ui.controls.widgets import Choice, Slider, Toggle, Widget
from hacktrick.ui.stage.context import SCALE_STEPS, Context, system_languages
from hacktrick.words import translator as words
from hacktrick.words.settings import setting_name, value_name
from hacktrick.words.translator import _

VOLUME_STEP = 5


def make_widget(context: Context, key: str, change: Callable[[str, object], None]) -> Widget:
    """
    Args:
        change: told a setting and its new value.
    """
    rule, value, label = rule_of(key), getattr(context.settings, key), setting_name(key)
    changed = partial(change, key)
    if isinstance(rule, YesNo):
        return Toggle(context, label, value, changed)
    if isinstance(rule, Between) and key != "ui_scale":
        return Slider(
            context,
            label,
            value,
            lambda number: changed(round(number)),
            low=rule.lowest,
            high=rule.highest,
            step=VOLUME_STEP,
            show=lambda number: _("{n} %").format(n=round(number)),
        )
    return Choice(context, label, _options(context, key), value, changed)


def values_of(context: Context, key: str) -> tuple[object, ...]:
    """What can be chosen, () for what is not a choice; the open lists are known only here."""
    rule = rule_of(key)
    if isinstance(rule, OneOf):
        return rule.choices
    if key == "theme":
        return (themes.AS_EDITION, *themes.available())
    if key == "language":
        return ("auto", *words.languages())
    if key != "ui_scale":
        return ()
    return tuple(sorted({*SCALE_STEPS, context.settings.ui_scale}))


def refresh(context: Context, widgets: Mapping[str, Widget]) -> None:
    """Show the settings as they are; a setting may also be changed by a key of the window.

    Args:
        widgets: by their settings.
    """
    for key, widget in widgets.items():
        value = getattr(context.settings, key)
        if isinstance(widget, Toggle):
            widget.on = value
        elif isinstance(widget, Slider):
            widget.value = value
        elif isinstance(widget, Choice) and widget.value != value:
            widget.options = _options(context, key)
            values = [one for one, _name in widget.options]
            widget.index = values.index(value) if value in values else 0


def _options(context: Context, key: str) -> list[tuple[object, str]]:
    wishes = system_languages()
    return [(one, value_name(key, one, wishes)) for one in values_of(context, key)]
