"""The page about Battle of Wits: how codes are won, laid and used."""

from __future__ import annotations

from hacktrick.game.rules import PRESETS, Rules
from hacktrick.words.rulebook.model import Block, Bullets, Page, Paragraph, Ruling
from hacktrick.words.terms import Say


def wits_page(rules: Rules, _: Say) -> Page:
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "Battle of Wits is the game for two with twelve codes. A code changes the rules "
                "for its owner in one round."
            )
        ),
        Bullets(
            (
                _("Win rounds to draw codes. Nobody else sees yours."),
                _("After the deal, each player lays one code face down, or none."),
                _("Both are revealed and hold for this round."),
                _("After the round they are gone, used or not."),
            )
        ),
        *_pile_rulings(_),
        *_lay_rulings(_),
        *_use_rulings(_),
    )
    return Page("wits", _("Battle of Wits"), blocks, special=not rules.codes)


def _pile_rulings(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "wits.target",
            _("How many {points} win Battle of Wits?"),
            _("The match goes to {n} unless you choose another target.", n=PRESETS["wits"].target),
        ),
        Ruling(
            "wits.pile",
            _("Where do the codes come from?"),
            _("All twelve are shuffled at the start of the match and lie face down as a pile."),
        ),
        Ruling(
            "wits.earn",
            _("How do I get codes?"),
            _(
                "The winner of a round draws as many codes as the round was worth in {points}. "
                "Staked {points} do not count for this. When the pile is short, there are fewer."
            ),
        ),
        Ruling(
            "wits.secret",
            _("Who sees my codes?"),
            _("Only you. How many codes each player holds is public, and so are those laid."),
        ),
    )


def _lay_rulings(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "wits.lay",
            _("When do I lay a code?"),
            _(
                "After the deal and before the start card, when you have seen your hand and the "
                "set-aside cards. The leader lays first, face down, then the starter."
            ),
            ("NOT_NOW",),
        ),
        Ruling(
            "wits.one",
            _("How many codes may I lay in a round?"),
            _("One of those you hold, or none. Laying none keeps them all for later."),
            ("CODE_NOT_HELD",),
        ),
        Ruling(
            "wits.reveal",
            _("When are the codes revealed?"),
            _(
                "Both at the same time, after both players have chosen. They hold for this round "
                "and then go out, used or not."
            ),
        ),
        Ruling(
            "wits.skipped",
            _("What if I have no codes?"),
            _("You are skipped. If nobody holds a code, the start card is laid straight away."),
        ),
    )


def _use_rulings(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "wits.by-code",
            _("What is a victory by a code worth?"),
            _("Always 1 {point}. The double never doubles it."),
        ),
        Ruling(
            "wits.best",
            _("What if a marker wins by a code and by a line together?"),
            _("The best single result counts. They are not added up."),
        ),
        Ruling(
            "wits.when",
            _("When may I use a power at the start of a turn?"),
            _(
                "Before you play or draw, in any order with asking, and also when you were "
                "commanded to play. Asking and Coco van Vaeck's exchange exclude each other in a "
                "turn."
            ),
            ("NOT_NOW", "ALREADY_ASKED"),
        ),
        Ruling(
            "wits.no-code",
            _("Why may I not use this power?"),
            _(
                "A power works only for the player whose code is in force in this round. A code "
                "in your hand does nothing, and Joavista Rukowski cancels the code opposite."
            ),
            ("NO_CODE_FOR_THIS",),
        ),
        Ruling(
            "wits.once",
            _("How often may I use a power?"),
            _(
                "Xiao Tina Huang and Hai Doo work once in a round. The others work whenever "
                "their condition is met."
            ),
            ("POWER_IS_SPENT",),
        ),
    )
