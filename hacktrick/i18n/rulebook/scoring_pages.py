"""Rulebook pages about wins, the double, running out of markers, the match and its editions."""

from __future__ import annotations

from hacktrick.game.editions import PRESETS, Rules
from hacktrick.i18n.rulebook.edition_text import (
    differences_from_default,
    edition_terms_table,
    option_value_name,
    options_table,
    preset_name,
    preset_summary,
    presets_table,
)
from hacktrick.i18n.rulebook.page_model import (
    ActionRefusedClaim,
    Block,
    BulletList,
    Example,
    ExamplePosition,
    Heading,
    MarkerStack,
    PageTable,
    Paragraph,
    RoundContinuesClaim,
    RoundWonClaim,
    RulebookPage,
    Ruling,
)
from hacktrick.i18n.terms import TermTranslator, Translate


def winning_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        BulletList(
            (
                _("Three {keys} of a line, each with a marker of yours: 1 {point}."),
                _("Three markers of yours on the same {key}: 1 {point}."),
                _("Either of them with your double, placed in an earlier turn: 2 {points}."),
                _("The opponent runs out of markers: 1 {point}."),
            )
        ),
        *_triple_rulings(_),
        _triple_example(_),
        *_double_rulings(_),
        _double_example(_),
        _late_double_example(_),
        *_several_wins_rulings(_),
        _best_of_two_lines_example(_),
    )
    return RulebookPage("winning", _("Winning a round and its points"), blocks)


def _triple_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "winning.line",
            _("When is a line complete?"),
            _(
                "When all three of its {keys} bear at least one of your markers. It is worth 1 "
                "{point}. It does not matter in which order they were placed."
            ),
        ),
        Ruling(
            "winning.triple",
            _("Do three markers on one {key} win?"),
            _("Yes, three of your own markers on the same {key} are worth 1 {point}, like a line."),
        ),
        Ruling(
            "winning.fifteen",
            _("Do 3 + 3 + 9 or 6 + 6 + 3 win?"),
            _("No. They add up to 15, but only three different {keys} make a line."),
        ),
    )


def _double_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "winning.double",
            _("When is a win worth 2 {points}?"),
            _(
                "When a completed line or triple contains your double, and the double was not "
                "placed in this turn."
            ),
        ),
        Ruling(
            "winning.double-last",
            _("What if the double itself completes the line?"),
            _("Then the win is worth 1 {point}. The double must lie there from an earlier turn."),
        ),
        Ruling(
            "winning.double-lost",
            _("Is a captured or paid double worth anything?"),
            _("No, it gives a bonus to nobody. It is out of play until the next round."),
        ),
    )


def _several_wins_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "winning.best",
            _("What if my marker completes several lines at once?"),
            _("The best one counts. Several lines are never added up."),
        ),
        Ruling(
            "winning.how-many",
            _("Can one marker complete a line and a triple together?"),
            _(
                "No. A third marker on a {key} cannot complete a line that was not complete with "
                "the second. One marker can complete at most three lines."
            ),
        ),
        Ruling(
            "winning.next-round",
            _("What happens to the markers after a round?"),
            _(
                "Everything placed, captured or paid returns to its owner. Only the {points} "
                "stay, and all cards are dealt anew."
            ),
            ("ROUND_IS_OVER",),
        ),
    )


def _triple_example(_: TermTranslator) -> Example:
    return Example(
        "winning.triple",
        _("You play 1 on 3 and mark 4, where you have two markers already: you win 1 {point}."),
        ExamplePosition((MarkerStack(4, 0, 2), MarkerStack(5, 1)), (2, 3), (1, 5)),
        RoundWonClaim(1, "triple"),
        ("play 1",),
        keys=(4,),
    )


def _double_example(_: TermTranslator) -> Example:
    return Example(
        "winning.double",
        _("Your double waits on 1. You play 4 on 5, mark 9 and win 2 {points}."),
        ExamplePosition(
            (MarkerStack(1, 0, double=True), MarkerStack(5, 0), MarkerStack(7, 1)), (2, 5), (4, 0)
        ),
        RoundWonClaim(2, "line"),
        ("play 4",),
        lines=((1, 5, 9),),
    )


def _late_double_example(_: TermTranslator) -> Example:
    return Example(
        "winning.double-last",
        _("The same line, but now the double comes last, on 9: you win only 1 {point}."),
        ExamplePosition((MarkerStack(1, 0), MarkerStack(5, 0), MarkerStack(7, 1)), (2, 5), (4, 0)),
        RoundWonClaim(1, "line"),
        ("play 4 double",),
        lines=((1, 5, 9),),
    )


def _best_of_two_lines_example(_: TermTranslator) -> Example:
    return Example(
        "winning.best",
        _(
            "Your marker on 5 completes 8-5-2, which holds your double, and 1-5-9. The better "
            "one counts: 2 {points}, not 3."
        ),
        ExamplePosition(
            (
                *(
                    MarkerStack(8, 0, double=True),
                    MarkerStack(2, 0),
                    MarkerStack(1, 0),
                    MarkerStack(9, 0),
                ),
                *(MarkerStack(4, 1), MarkerStack(3, 1)),
            ),
            (0, 4, 0, 3),
            (2, 4),
        ),
        RoundWonClaim(2, "line"),
        ("play 2",),
        lines=((2, 5, 8), (1, 5, 9)),
    )


def markers_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "Ten markers are few. They are spent by playing and by orders, and those on "
                "the {board} can be captured. Who runs out gives the opponent 1 {point}."
            )
        ),
        Paragraph(_empty_supply_sentence(rules, _)),
        *_out_of_markers_immediate_rulings(_),
        _last_marker_loses_example(_),
        _last_marker_wins_example(_),
        *_out_of_markers_obliged_rulings(_),
        _last_marker_when_obliged_example(_),
        _last_marker_unpayable_example(_),
    )
    return RulebookPage("markers", _("Running out of markers"), blocks)


def _empty_supply_sentence(rules: Rules, _: TermTranslator) -> str:
    if rules.out_of_markers == "immediate":
        return _("In this match an empty supply loses the round at once.")
    return _("In this match an empty supply loses the round when you are obliged to play.")


def _out_of_markers_immediate_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "markers.point",
            _("What does the opponent get when I run out of markers?"),
            _("The round and 1 {point}, never 2."),
        ),
        Ruling(
            "markers.immediate",
            _("When do I lose, if an empty supply loses at once?"),
            _(
                "As soon as you place your last marker and it does not win. This is the rule of "
                "the Keypad and Servers editions, of Battle of Wits and of the games in teams."
            ),
        ),
        Ruling(
            "markers.winning-last",
            _("What if my last marker completes a line?"),
            _("Then you win. The win is checked before the empty supply."),
        ),
        Ruling(
            "markers.last-command",
            _("Why may I not pay my last marker, if an empty supply loses at once?"),
            _(
                "Because you would lose by it. An order or a power that costs the last marker "
                "of your supply is refused."
            ),
            ("LAST_MARKER",),
        ),
    )


def _out_of_markers_obliged_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "markers.obliged",
            _("When do I lose, if an empty supply loses only when obliged?"),
            _(
                "When you are obliged to play and have no marker. It is tested as your turn "
                "begins, before anything else, and again after a power that cost you a marker. "
                "This is the rule of the Arena and Club editions."
            ),
            ("NO_MARKER",),
        ),
        Ruling(
            "markers.only-draw",
            _("What can I do with an empty supply that has not lost?"),
            _(
                "Only draw. You cannot play without a marker. You may still ask, if you have a "
                "captured marker, because asking is paid with that one."
            ),
            ("NO_MARKER",),
        ),
        Ruling(
            "markers.paid-last",
            _("May the last marker pay for an order, if I lose only when obliged?"),
            _("Yes. Your supply is then empty, and you must hope not to be obliged to play."),
        ),
    )


_LAST = (MarkerStack(5, 1), MarkerStack(2, 0), MarkerStack(7, 0))


def _last_marker_loses_example(_: TermTranslator) -> Example:
    return Example(
        "markers.immediate",
        _(
            "An empty supply loses at once: the double is your last marker and does not win, so "
            "the opponent gets 1 {point}."
        ),
        ExamplePosition(_LAST, (1, 4), (0, 5), supply=(1, 6), preset="keypad"),
        RoundWonClaim(-1, "markers"),
        ("play 0 double",),
        keys=(4,),
    )


def _last_marker_wins_example(_: TermTranslator) -> Example:
    return Example(
        "markers.winning-last",
        _("Your last marker, the double, completes 6-7-2. The win comes first: 1 {point}."),
        ExamplePosition(
            (*_LAST, MarkerStack(3, 1)), (4, 1), (5, 0), supply=(1, 6), preset="keypad"
        ),
        RoundWonClaim(1, "line"),
        ("play 5 double",),
        lines=((2, 6, 7),),
    )


def _last_marker_when_obliged_example(_: TermTranslator) -> Example:
    return Example(
        "markers.obliged",
        _(
            "An empty supply loses only when obliged: the same last marker, and the round goes "
            "on. You will have to draw."
        ),
        ExamplePosition(_LAST, (1, 4), (0, 5), supply=(1, 6), preset="arena"),
        RoundContinuesClaim(),
        ("play 0 double", "pass"),
        keys=(4,),
    )


def _last_marker_unpayable_example(_: TermTranslator) -> Example:
    return Example(
        "markers.last-command",
        _(
            "An empty supply loses at once: after this card one marker is left. You may "
            "not pay it for an order."
        ),
        ExamplePosition(_LAST, (1, 4), (0, 5), supply=(2, 6), preset="keypad"),
        ActionRefusedClaim("command play", "LAST_MARKER"),
        ("play 0",),
    )


def match_page(rules: Rules, _: TermTranslator, plain: Translate) -> RulebookPage:
    """Return the page about the match and its editions.

    Args:
        rules: the rules whose terms to use.
        _: the translator, which fills in terms.
        plain: a translator that does not fill in terms, for tables that cover all editions.
    """
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "This match is played by this edition: {name}.",
                name=preset_name(rules.preset, plain),
            )
        ),
        *_difference_blocks(rules, _, plain),
        *_match_rulings(rules, _, plain),
        Heading(_("The editions")),
        BulletList(tuple(_edition_summary(preset, _, plain) for preset in PRESETS)),
        PageTable(edition_terms_table(plain)),
        PageTable(presets_table(plain)),
        Heading(_("The options")),
        PageTable(options_table(rules, plain)),
        *_option_rulings(_),
    )
    return RulebookPage("match", _("Match and editions"), blocks)


def _edition_summary(preset: str, _: TermTranslator, plain: Translate) -> str:
    return _(
        "{name}: {summary}",
        name=preset_name(preset, plain),
        summary=preset_summary(preset, plain),
    )


def _difference_blocks(rules: Rules, _: TermTranslator, plain: Translate) -> tuple[Block, ...]:
    sentences = differences_from_default(rules, plain)
    if not sentences:
        return (Paragraph(_("These are the rules of the default edition.")),)
    return (Heading(_("What differs from the default edition")), BulletList(sentences))


def _match_rulings(rules: Rules, _: TermTranslator, plain: Translate) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "match.target",
            _("When does the match end?"),
            _(
                "As soon as one side has reached the target at the end of a round. In this match "
                "the target is: {target}.",
                target=option_value_name("target", rules.target, rules, plain),
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
                value=option_value_name("next_leader", rules.next_leader, rules, plain),
            ),
        ),
    )


def _option_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "match.preset",
            _("What is an edition?"),
            _(
                "A named set of options together with its own words for the orders and things. "
                "The game itself is always the same."
            ),
        ),
        Ruling(
            "match.options",
            _("May I mix the rules of different editions?"),
            _(
                "Yes. For a new match each option can be set on its own: target, next leader, "
                "running out of markers, orders after a draw and the meaning of the second "
                "order. Only the leader in the games for three is fixed."
            ),
        ),
        Ruling(
            "match.names",
            _("Why do the orders have different names?"),
            _(
                "Each edition has its own words. Hack and Play are the same order, and so are "
                "Block, Firewall and Guard, except in the Club edition. Keys, servers and "
                "squares are the same things, and so are EP, Bitcoins and points."
            ),
        ),
        Ruling(
            "match.club",
            _("What is special about the Club edition?"),
            _(
                "An order may follow a draw, and the second order makes the opponent draw "
                "instead of playing. The lead alternates, and an empty supply loses only when "
                "its owner is obliged to play."
            ),
        ),
    )
