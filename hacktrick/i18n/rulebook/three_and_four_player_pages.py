"""Rulebook pages about games of three and four players."""

from __future__ import annotations

from hacktrick.game.editions import PRESETS, Rules
from hacktrick.i18n.rulebook.page_model import (
    Block,
    BulletList,
    Heading,
    Paragraph,
    RulebookPage,
    Ruling,
)
from hacktrick.i18n.terms import TermTranslator


def teams_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "With three or four players two sides play against each other. Everything else "
                "is as in the game for two, except for what this page and the next two say."
            )
        ),
        *_side_rulings(_),
        *_partner_rulings(_),
    )
    return RulebookPage(
        "teams", _("Playing in teams"), blocks, is_supplementary=rules.table == "two"
    )


def _side_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "teams.shared",
            _("What do partners share?"),
            _(
                "One supply of nine singles and the double, one pile of captured markers and one "
                "score. It makes no difference which of the two placed a marker."
            ),
        ),
        Ruling(
            "teams.turns",
            _("In which order do the sides take turns?"),
            _("They alternate: after each turn of one side comes a turn of the other."),
            ("NOT_YOUR_TURN",),
        ),
        Ruling(
            "teams.commands",
            _("Whom does an order bind in teams?"),
            _(
                "The player who has the very next turn, always an opponent. {guard}, too, works "
                "on that very next opponent and on nobody else."
            ),
        ),
        Ruling(
            "teams.ask",
            _("Whom may I ask in teams?"),
            _("You name one opponent, who announces the sum. Each turn has one such question."),
            ("NO_SUCH_OPPONENT",),
        ),
        Ruling(
            "teams.limits",
            _("When is a hand full in teams?"),
            _(
                "With three cards, and with four for the solo player. Whoever has a full hand "
                "must play."
            ),
            ("HAND_IS_FULL",),
        ),
        Ruling(
            "teams.forced",
            _("Who sees a hand that was ordered to play and cannot?"),
            _("Everybody, partner and opponents. Then a card is drawn and the turn ends."),
        ),
    )


def _partner_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "teams.partner",
            _("May I ask my partner?"),
            _(
                "Yes, free and once in each of your turns, at its start. Your partner's sum is "
                "announced to everybody. An empty hand may be asked too, and counts 0."
            ),
            ("NO_PARTNER", "ALREADY_ASKED"),
        ),
        Ruling(
            "teams.secret",
            _("Do partners see each other's cards?"),
            _("No. They know of each other only what everybody may know."),
        ),
        Ruling(
            "teams.solo-partner",
            _("Why may I not ask a partner?"),
            _("You have none: with two players, and as the solo player, you are on your own."),
            ("NO_PARTNER",),
        ),
    )


def trio_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        Paragraph(_("One solo player against a team of two.")),
        BulletList(
            (
                _("The solo player deals three cards to one team member and two to the other."),
                _("The solo player gets two cards. Two are set aside."),
                _("The member with three cards lays the start card. All announce two cards."),
                _("The solo player has the first turn, and then every second one."),
            )
        ),
        *_trio_rulings(_),
        Heading(_("Three players, separate scores")),
        *_own_score_rulings(_),
    )
    return RulebookPage("trio", _("Three players"), blocks, is_supplementary=rules.table != "solo")


def _trio_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "trio.deal",
            _("How are the cards dealt to three players?"),
            _(
                "Three to one member of the team, two to the other, two to the solo player, and "
                "two are set aside. The member with three lays the start card, so that everybody "
                "announces the sum of two cards."
            ),
        ),
        Ruling(
            "trio.limits",
            _("How many cards may three players hold?"),
            _("The solo player four, each member of the team three."),
            ("HAND_IS_FULL",),
        ),
        Ruling(
            "trio.order",
            _("In which order do three players act?"),
            _(
                "Solo, the member dealt two cards, solo, the member dealt three cards, and so on "
                "from the beginning."
            ),
        ),
        Ruling(
            "trio.three-cards",
            _("Which team member is dealt three cards?"),
            _(
                "They alternate from round to round. In the first round it is the solo player's "
                "left neighbour."
            ),
        ),
        Ruling(
            "trio.solo",
            _("Who is solo in the next round?"),
            _(
                "The same player: the solo player stays for the whole match, to {n}. With own "
                "scores the left neighbour becomes solo in each new round.",
                n=PRESETS["trio"].target,
            ),
        ),
    )


def _own_score_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "trio.own-scores",
            _("Who gets the {points} when everyone has their own score?"),
            _(
                "The solo player alone, if solo wins. If the team wins, each of its members gets "
                "the full {points}. The match goes to {n}.",
                n=PRESETS["trio-individual"].target,
            ),
        ),
        Ruling(
            "trio.higher",
            _("What if two players reach the target together?"),
            _("The higher score wins outright."),
        ),
        Ruling(
            "trio.tie",
            _("What if two players are level at the target?"),
            _(
                "They play one more round, the two of them, by the rules for two players; its "
                "winner has won the match. The one who sits nearer to the last solo player, "
                "going clockwise, leads it."
            ),
        ),
    )


def quartet_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        Paragraph(_("Two teams of two. Partners sit opposite each other.")),
        *_quartet_rulings(_),
    )
    return RulebookPage(
        "quartet", _("Four players"), blocks, is_supplementary=rules.table != "pairs"
    )


def _quartet_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "quartet.deal",
            _("How are the cards dealt to four players?"),
            _(
                "The one who deals gives three cards to the left neighbour, then two to each of "
                "the others in turn and two to themselves. Two cards are set aside. The player "
                "with three lays the start card, and all announce two cards."
            ),
        ),
        Ruling(
            "quartet.order",
            _("In which order do four players act?"),
            _(
                "The player opposite the dealing one starts. Then the turn passes the other way "
                "round than the cards: if South deals clockwise, the order is North, West, "
                "South, East."
            ),
        ),
        Ruling(
            "quartet.limits",
            _("How many cards may four players hold?"),
            _("Three each. With three cards you must play."),
            ("HAND_IS_FULL",),
        ),
        Ruling(
            "quartet.target",
            _("To how many {points} do four players play?"),
            _("To {n}, unless you choose another target.", n=PRESETS["quartet"].target),
        ),
        Ruling(
            "quartet.next-deal",
            _("Who deals the next round with four players?"),
            _(
                "The player whose marker won the round. After a win by markers that ran out, it "
                "is the player of the winning side who would have had the next turn."
            ),
        ),
    )
