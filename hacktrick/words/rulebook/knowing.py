"""The pages about information, and about keys and gestures."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.game.rules import Rules
from hacktrick.words.rulebook.model import Block, Bullets, Page, Paragraph, Ruling, Table
from hacktrick.words.terms import Say

Control = tuple[str, str, str]  # what can be done, the keys for it, the button for it


def knowing_page(rules: Rules, _: Say) -> Page:
    blocks: tuple[Block, ...] = (
        Bullets(
            (
                _("Open: the row, the set-aside cards, the {board}, supplies, captured markers."),
                _("Open: how many cards a hand and the deck hold, and all that was announced."),
                _("Hidden: which cards somebody holds or draws, and the order of the deck."),
            )
        ),
        *_open_rulings(_),
        *_fair_rulings(_),
    )
    return Page("knowing", _("What you may know"), blocks)


def _open_rulings(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "knowing.public",
            _("What is public and may be seen by everybody?"),
            _(
                "The row, the set-aside cards, the {board}, all supplies and captured markers, "
                "the size of each hand and of the deck, and every announced sum and command with "
                "its history."
            ),
        ),
        Ruling(
            "knowing.private",
            _("What is secret and stays hidden?"),
            _(
                "Only the cards in a hand and the cards that are drawn. Nothing else is hidden. "
                "The order of the deck is known to nobody, not even to the computer players."
            ),
        ),
        Ruling(
            "knowing.history",
            _("May I look up sums that were announced earlier?"),
            _("Yes. Sums and commands stay public with their history for the whole round."),
        ),
    )


def _fair_rulings(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "knowing.deduce",
            _("May I count cards and draw conclusions?"),
            _(
                "Yes, that is what the game is about. If a player announced 7 with three cards "
                "and has since played a 4 and drawn one, you may work out what is left."
            ),
        ),
        Ruling(
            "knowing.no-hints",
            _("Does the program cheat, or give away hidden cards?"),
            _(
                "No. Nothing that is shown, logged, timed or animated tells you more than the "
                "rules allow, and computer players see only what a person in their seat would."
            ),
        ),
        Ruling(
            "knowing.choose-draw",
            _("Why does the program not draw for me when I cannot play?"),
            _(
                "Because an automatic draw would tell the others that you hold no card that may "
                "be played. Unless you were commanded, that is your secret: choose to draw."
            ),
        ),
    )


def keys_page(rules: Rules, _: Say, controls: Sequence[Control]) -> Page:
    table = _controls(_, controls) if controls else ()
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "Everything can be done with a mouse, by touch, with the keyboard alone, or with a "
                "gamepad alone."
            )
        ),
        Bullets(
            (
                _("Choose a card, and the {key} that it reaches lights up."),
                _("Or choose the {key}, and the card that reaches it is lifted."),
                _("Or drag the card to its {key}. Letting it go elsewhere changes nothing."),
                _("What may be done now is lit. Anything else tells you why not."),
            )
        ),
        Paragraph(
            _(
                "An ordinary turn takes two presses: a card, and how to end. Nothing has to be "
                "held, pressed twice in a hurry, or done in time."
            )
        ),
        *table,
        Ruling(
            "keys.final",
            _("When is a move final?"),
            _(
                "When you have said {pass_}, {play} or {guard}, or when the card wins. A card you "
                "have only lifted can be put back. A draw is final as soon as you confirm it."
            ),
        ),
        Ruling(
            "keys.dimmed",
            _("Why is a button dimmed?"),
            _("What it does is not legal now. Press it all the same, and it tells you why."),
        ),
    )
    return Page("keys", _("Keys and gestures"), blocks)


def _controls(_: Say, controls: Sequence[Control]) -> tuple[Block, ...]:
    head = _("What it does"), _("Keys"), _("Gamepad")
    change = _("Other keys and buttons can be chosen in the settings, under Keys and gamepad.")
    return Table((head, *controls)), Paragraph(change)
