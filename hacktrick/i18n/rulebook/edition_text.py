"""The names and explanations of editions and house rules, and the differences of editions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hacktrick.game.editions import OPTIONS, PRESETS, Rules
from hacktrick.i18n.terms import TermTranslator, Translate, term_translator

DEFAULT_PRESET = "keypad"


def preset_name(preset: str, _: Translate) -> str:
    """Return the title of a preset."""
    return {
        "keypad": _("Keypad (2015)"),
        "servers": _("Servers (2017)"),
        "arena": _("Arena (online)"),
        "club": _("Club (Italian)"),
        "wits": _("Battle of Wits"),
        "trio": _("Three players"),
        "trio-individual": _("Three players, separate scores"),
        "quartet": _("Four players"),
    }[preset]


def preset_summary(preset: str, _: Translate) -> str:
    """Return a preset's description in one sentence."""
    return {
        "keypad": _("The original game of 2015 for two, and the default."),
        "servers": _("The edition of 2017: the same game with other names, and shorter."),
        "arena": _("As it is played online: the lead alternates, and markers last longer."),
        "club": _("An Italian summary: orders follow draws too, and a block forces a draw."),
        "wits": _("The game for experts: twelve codes bend the rules, one in each round."),
        "trio": _("One against two: the solo player leads every round."),
        "trio-individual": _(
            "One against two: everyone is solo in turn and keeps their own points."
        ),
        "quartet": _("Two against two: partners sit opposite each other."),
    }[preset]


def option_name(option: str, _: Translate) -> str:
    """Return the name of an option of ``OPTIONS``."""
    return {
        "target": _("Target of the match"),
        "next_leader": _("Leader of the next round"),
        "out_of_markers": _("Running out of markers"),
        "command_after_draw": _("Orders after a draw"),
        "second_command": _("Second order"),
    }[option]


def option_value_name(option: str, value: Any, rules: Rules, _: Translate) -> str:
    """Return the name of an option's value."""
    if option == "target":
        return _target_value(value, term_translator(rules, _))
    return _VALUES[option](_)[value]


def house_rule_sentence(option: str, value: Any, rules: Rules, _: Translate) -> str:
    """Return a sentence that states the rule given by an option's value."""
    return _HOUSE_RULES[option](term_translator(rules, _))[value]


def _target_value(n_points: int, _: TermTranslator) -> str:
    return _("1 {point}") if n_points == 1 else _("{n} {points}", n=n_points)


def _next_leader_values(_: Translate) -> dict[Any, str]:
    return {
        "winner": _("the winner"),
        "alternates": _("alternates"),
        "solo": _("always the solo player"),
        "rotates": _("the next solo player"),
    }


def _out_of_markers_values(_: Translate) -> dict[Any, str]:
    return {
        "immediate": _("an empty supply loses at once"),
        "when_obliged": _("loses when obliged to play"),
    }


def _command_after_draw_values(_: Translate) -> dict[Any, str]:
    return {False: _("not allowed"), True: _("allowed")}


def _second_command_values(_: Translate) -> dict[Any, str]:
    return {
        "guard": _("forbids orders to play"),
        "draw": _("makes the opponent draw"),
    }


def _next_leader_rules(_: TermTranslator) -> dict[Any, str]:
    return {
        "winner": _("The winner of a round leads the next one."),
        "alternates": _("The lead alternates from round to round."),
    }


def _out_of_markers_rules(_: TermTranslator) -> dict[Any, str]:
    return {
        "immediate": _("An empty supply loses the round at once."),
        "when_obliged": _("An empty supply loses only if its owner must play."),
    }


def _command_after_draw_rules(_: TermTranslator) -> dict[Any, str]:
    return {False: _("A draw ends the turn."), True: _("An order may follow a draw, too.")}


def _second_command_rules(_: TermTranslator) -> dict[Any, str]:
    return {
        "guard": _("{guard}: the opponent may not say {play}."),
        "draw": _("{guard}: the opponent must draw."),
    }


_HOUSE_RULES: dict[str, Callable[[TermTranslator], dict[Any, str]]] = {
    "next_leader": _next_leader_rules,
    "out_of_markers": _out_of_markers_rules,
    "command_after_draw": _command_after_draw_rules,
    "second_command": _second_command_rules,
}

_VALUES: dict[str, Callable[[Translate], dict[Any, str]]] = {
    "next_leader": _next_leader_values,
    "out_of_markers": _out_of_markers_values,
    "command_after_draw": _command_after_draw_values,
    "second_command": _second_command_values,
}


def edition_terms_table(_: Translate) -> tuple[tuple[str, ...], ...]:
    """Return a table of all presets with their terms; the first row is the heading."""
    heading = (_("Edition"), _("Orders"), _("Names"))
    return (heading, *(_edition_terms_row(rules, _) for rules in PRESETS.values()))


def _edition_terms_row(rules: Rules, _: Translate) -> tuple[str, ...]:
    return (preset_name(rules.preset, _), *_edition_term_cells(term_translator(rules, _)))


def _edition_term_cells(_: TermTranslator) -> tuple[str, str]:
    return _("{pass_}, {play}, {guard}"), _("{board}, {keys}, {points}")


def presets_table(_: Translate) -> tuple[tuple[str, ...], ...]:
    """Return a table of all presets with the values of their options; headings come first."""
    heading = (_("Edition"), *(option_name(option, _) for option in OPTIONS))
    return (heading, *(_preset_row(rules, _) for rules in PRESETS.values()))


def _preset_row(rules: Rules, _: Translate) -> tuple[str, ...]:
    values = (option_value_name(option, getattr(rules, option), rules, _) for option in OPTIONS)
    return (preset_name(rules.preset, _), *values)


def options_table(rules: Rules, _: Translate) -> tuple[tuple[str, ...], ...]:
    """Return a table of all options, their possible values and the value in this match."""
    heading = (_("Option"), _("Choices"), _("In this match"))
    return (heading, *(_option_row(option, rules, _) for option in OPTIONS))


def _option_row(option: str, rules: Rules, _: Translate) -> tuple[str, ...]:
    here = option_value_name(option, getattr(rules, option), rules, _)
    return (option_name(option, _), _choices_text(option, rules, _), here)


def _choices_text(option: str, rules: Rules, _: Translate) -> str:
    values = OPTIONS[option]
    if option == "target":
        return _("from {first} to {last}").format(first=values[0], last=values[-1])
    return "; ".join(option_value_name(option, value, rules, _) for value in values)


def differences_from_default(rules: Rules, _: Translate) -> tuple[str, ...]:
    """Return the differences of ``rules`` from the default preset, most important first.

    Each difference is a sentence. The result is empty for the default preset itself.
    """
    say, base = term_translator(rules, _), PRESETS[DEFAULT_PRESET]
    sentences = (describe(rules, base, say) for describe in _DIFFERENCES)
    return tuple(sentence for sentence in sentences if sentence)


def _team_difference(rules: Rules, base: Rules, _: TermTranslator) -> str:
    if rules.table == "solo":
        return _("One solo player against a team of two, who share markers and captures.")
    if rules.table == "pairs":
        return _("Two teams of two; partners share markers and captures.")
    return ""


def _own_score_difference(rules: Rules, base: Rules, _: TermTranslator) -> str:
    if not rules.is_individual:
        return ""
    return _("Everybody keeps a score of their own; each team member gets the team's {points}.")


def _codes_difference(rules: Rules, base: Rules, _: TermTranslator) -> str:
    return _("Twelve codes with special powers are won and used.") if rules.has_codes else ""


def _target_difference(rules: Rules, base: Rules, _: TermTranslator) -> str:
    if rules.target == base.target:
        return ""
    n, default = rules.target, base.target
    if n == 1:
        return _("The first {point} wins, instead of {base} points.", base=default)
    if rules.words == base.words:
        return _("First to {n} {points} instead of {base}.", n=n, base=default)
    return _("First to {n} {points} instead of {base} points.", n=n, base=default)


def _leader_difference(rules: Rules, base: Rules, _: TermTranslator) -> str:
    return {
        "winner": "",
        "alternates": _("The lead alternates from round to round, whoever wins."),
        "solo": _("The solo player leads every round, whoever wins."),
        "rotates": _("The player to the left becomes solo and leads the next round."),
    }[rules.next_leader]


def _out_of_markers_difference(rules: Rules, base: Rules, _: TermTranslator) -> str:
    if rules.out_of_markers == base.out_of_markers:
        return ""
    return _("An empty supply loses only when its owner is obliged to play, not at once.")


def _command_after_draw_difference(rules: Rules, base: Rules, _: TermTranslator) -> str:
    return _("An order may also follow a draw.") if rules.command_after_draw else ""


def _second_command_difference(rules: Rules, base: Rules, _: TermTranslator) -> str:
    if rules.second_command == base.second_command:
        return ""
    return _("{guard} makes the opponent draw, instead of forbidding {play}.")


def _terms_difference(rules: Rules, base: Rules, _: TermTranslator) -> str:
    if rules.words == base.words:
        return ""
    return _("You say {pass_}, {play} or {guard}; you mark {keys} of the {board}.")


_DIFFERENCES: tuple[Callable[[Rules, Rules, TermTranslator], str], ...] = (
    _team_difference,
    _codes_difference,
    _own_score_difference,
    _target_difference,
    _leader_difference,
    _out_of_markers_difference,
    _second_command_difference,
    _command_after_draw_difference,
    _terms_difference,
)
