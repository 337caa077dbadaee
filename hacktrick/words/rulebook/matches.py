"""The page about the match and its editions."""

from __future__ import annotations

from hacktrick.game.rules import PRESETS, Rules
from hacktrick.words.rulebook.editions import (
    differences,
    names_table,
    option_value,
    options_table,
    preset_name,
    preset_summary,
    presets_table,
)
from hacktrick.words.rulebook.model import Block, Bullets, Heading, Page, Paragraph, Ruling, Table
from hacktrick.words.terms import Say, Translate


def match_page(rules: Rules, _: Say, plain: Translate) -> Page:
    """``plain`` translates without the words of ``rules``: the tables speak of all editions."""
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "This match is played by this edition: {name}.",
                name=preset_name(rules.preset, plain),
            )
        ),
        *_differences(rules, _, plain),
        *_match_rulings(rules, _, plain),
        Heading(_("The editions")),
        Bullets(tuple(_edition(preset, _, plain) for preset in PRESETS)),
        Table(names_table(plain)),
        Table(presets_table(plain)),
        Heading(_("The options")),
        Table(options_table(rules, plain)),
        *_option_rulings(_),
    )
    return Page("match", _("Match and editions"), blocks)


def _edition(preset: str, _: Say, plain: Translate) -> str:
    return _(
        "{name}: {summary}",
        name=preset_name(preset, plain),
        summary=preset_summary(preset, plain),
    )


def _differences(rules: Rules, _: Say, plain: Translate) -> tuple[Block, ...]:
    told = differences(rules, plain)
    if not told:
        return (Paragraph(_("These are the rules of the default edition.")),)
    return (Heading(_("What differs from the default edition")), Bullets(told))


def _match_rulings(rules: Rules, _: Say, plain: Translate) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "match.target",
            _("When does the match end?"),
            _(
                "As soon as one side has reached the target at the end of a round. In this match "
                "the target is: {target}.",
                target=option_value("target", rules.target, rules, plain),
            ),
            ("ROUND_IS_OVER",),
        ),
        Ruling(
            "match.beyond",
            _("May a score pass the target?"),
            _("Yes. With 4 of 5 {points} a win worth 2 ends the match at 6."),
        ),
        Ruling(
            "match.first-leader",
            _("Who leads the first round?"),
            _("Chance decides. In the games for three, the first solo player leads."),
        ),
        Ruling(
            "match.next-leader",
            _("Who leads the next round?"),
            _(
                "The winner of the round, or both players by turns, or the solo player: it "
                "depends on the edition. In this match: {value}.",
                value=option_value("next_leader", rules.next_leader, rules, plain),
            ),
        ),
    )


def _option_rulings(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "match.preset",
            _("What is an edition?"),
            _(
                "A named set of options together with its own words for the commands and things. "
                "The game itself is always the same."
            ),
        ),
        Ruling(
            "match.options",
            _("May I mix the rules of different editions?"),
            _(
                "Yes. For a new match each option can be set on its own: target, next leader, "
                "running out of markers, commands after a draw and the meaning of the second "
                "command. Only the leader in the games for three is fixed."
            ),
        ),
        Ruling(
            "match.names",
            _("Why do the commands have different names?"),
            _(
                "Each edition has its own words. Hack and Play are the same command, and so are "
                "Block, Firewall and Guard, except in the Club edition. Keys, servers and squares "
                "are the same things, and so are EP, Bitcoins and points."
            ),
        ),
        Ruling(
            "match.club",
            _("What is special about the Club edition?"),
            _(
                "A command may follow a draw, and the second command makes the opponent draw "
                "instead of playing. The lead alternates, and an empty supply loses only when "
                "its owner is obliged to play."
            ),
        ),
    )
