"""Rulebook pages about the game, the keypad, the setup, what players may know, and the controls."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.game.editions import Rules
from hacktrick.game.keypad import lines
from hacktrick.i18n.match_text import line_keys_text
from hacktrick.i18n.rulebook.page_model import (
    Block,
    BulletList,
    Example,
    ExamplePosition,
    MarkerStack,
    PageTable,
    Paragraph,
    RoundContinuesClaim,
    RoundWonClaim,
    RulebookPage,
    Ruling,
)
from hacktrick.i18n.terms import TermTranslator


def game_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "Two hackers try to open the same lock. Every card you play marks one of nine "
                "{keys} of the {board}, and three of your markers in the right places win the "
                "round."
            )
        ),
        BulletList(
            (
                _("Add your card to the last card of the row. The sum is the {key} you mark."),
                _("Three of your markers in a row, or three on the same {key}, win the round."),
                _("Markers of the opponent on the {key} you mark are captured."),
                _("A captured marker buys a question: how much are the opponent's cards worth?"),
                _("One of your own markers buys an order over the opponent's next turn."),
            )
        ),
        _target_paragraph(rules, _),
        *_game_rulings(_),
    )
    return RulebookPage("game", _("What the game is"), blocks)


def _target_paragraph(rules: Rules, _: TermTranslator) -> Paragraph:
    if rules.target == 1:
        return Paragraph(_("The first {point} wins the match."))
    return Paragraph(_("First to {n} {points} wins the match.", n=rules.target))


def _game_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "game.match",
            _("What is a round, and what is a match?"),
            _(
                "A round is one deal of the cards, played until somebody wins it. A match is a "
                "series of rounds, played until one side has enough {points}."
            ),
        ),
        Ruling(
            "game.double",
            _("What is the double?"),
            _(
                "One of your ten markers is bigger and bears x2. It is placed, captured and paid "
                "like any other, but it can make a win worth 2 {points}."
            ),
        ),
        Ruling(
            "game.supply",
            _("Where are my markers?"),
            _(
                "Your supply holds the markers you have neither placed nor paid. The others are "
                "on the {board}, captured in front of the opponent, or out of the round."
            ),
        ),
    )


def keypad_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "The nine {keys} form a magic square: each row, each column and both diagonals "
                "add up to 15. These eight are the lines."
            )
        ),
        _line_example(_),
        Ruling(
            "keypad.lines",
            _("Which lines are there?"),
            _(
                "There are eight: {lines}. No other three different numbers of the square add up "
                "to 15.",
                lines=", ".join(map(line_keys_text, lines())),
            ),
        ),
        Ruling(
            "keypad.not-a-line",
            _("Is every three that adds up to 15 a line?"),
            _(
                "No. A line needs three different {keys}. Markers on 3, 3 and 9 or on 6, 6 and 3 "
                "add up to 15 as well, but they win nothing."
            ),
        ),
        _no_line_example(_),
        Paragraph(_("Every {key} is reached by the sum of two different cards from 0 to 5.")),
        _pairs_table(_),
        Ruling(
            "keypad.pairs",
            _("Which cards reach which number?"),
            _(
                "The two last cards of the row must add up to it. 5 can be reached in three ways, "
                "3, 4, 6 and 7 in two ways each, and 1, 2, 8 and 9 in one way only."
            ),
        ),
    )
    return RulebookPage("keypad", _("The {board} and its lines"), blocks)


def _pairs_table(_: TermTranslator) -> PageTable:
    return PageTable(
        (
            (_("Number"), _("Pairs of cards")),
            ("1", "0 + 1"),
            ("2", "0 + 2"),
            ("3", "0 + 3, 1 + 2"),
            ("4", "0 + 4, 1 + 3"),
            ("5", "0 + 5, 1 + 4, 2 + 3"),
            ("6", "1 + 5, 2 + 4"),
            ("7", "2 + 5, 3 + 4"),
            ("8", "3 + 5"),
            ("9", "4 + 5"),
        )
    )


def _line_example(_: TermTranslator) -> Example:
    return Example(
        "keypad.line",
        _("You play 3 on 4 and mark 7. Your markers on 3, 5 and 7 are a line: you win 1 {point}."),
        ExamplePosition(
            (MarkerStack(3, 0), MarkerStack(5, 0), MarkerStack(9, 1), MarkerStack(8, 1)),
            (5, 4),
            (3, 1),
        ),
        RoundWonClaim(1, "line"),
        ("play 3",),
        lines=((3, 5, 7),),
    )


def _no_line_example(_: TermTranslator) -> Example:
    return Example(
        "keypad.no-line",
        _("You play 5 on 4 and mark 9. 3 + 3 + 9 is 15, but this is no line: the round goes on."),
        ExamplePosition((MarkerStack(3, 0, 2), MarkerStack(5, 1)), (1, 4), (5, 2)),
        RoundContinuesClaim(),
        ("play 5",),
        keys=(3, 9),
    )


def setup_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        BulletList(
            (
                _("The 18 cards are shuffled: three each of 0, 1, 2, 3, 4 and 5."),
                _("The leader gets three cards, the starter four."),
                _("Two cards are set aside, face up. Nine are left as the deck."),
                _("Each player has ten markers: nine singles and the double."),
                _("The starter lays one card as the beginning of the row."),
                _("Both players announce the sum of their three cards. The leader begins."),
            )
        ),
        *_deal_rulings(_),
        *_opening_rulings(_),
    )
    return RulebookPage("setup", _("Set-up of a round"), blocks)


def _deal_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "setup.deal",
            _("How are the cards dealt?"),
            _(
                "Of the 18 shuffled cards the leader gets 3 and the starter 4. Two are set aside "
                "face up and 9 are left in the deck. Three and four players deal differently."
            ),
        ),
        Ruling(
            "setup.markers",
            _("How many markers does a player have?"),
            _("Ten: nine singles and the double. Every round begins with all of them."),
        ),
        Ruling(
            "setup.aside",
            _("What are the two cards beside the {board} for?"),
            _(
                "They are set aside, face up, and stay out for the whole round. You cannot get "
                "them, but you know that nobody else holds them."
            ),
        ),
        Ruling(
            "setup.dealer",
            _("Who is the dealer?"),
            _(
                "The rulebooks call different players the dealer, so this program does not use "
                "the word. The leader is dealt three cards and takes the first turn. The starter "
                "is dealt four and lays the start card."
            ),
        ),
    )


def _opening_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "setup.start-card",
            _("Does the start card place a marker?"),
            _(
                "No. The starter lays any one of the four cards. No marker is placed and no "
                "order may follow, since there is only one card in the row."
            ),
            ("NOT_IN_HAND", "NOT_NOW"),
        ),
        Ruling(
            "setup.sums",
            _("Which sums are announced at the beginning?"),
            _(
                "After the start card both players hold three cards. Both sums are announced at "
                "the same time, truthfully and to everybody. The starter has therefore chosen "
                "the start card before hearing the leader's sum."
            ),
        ),
        Ruling(
            "setup.first-turn",
            _("Who takes the first turn?"),
            _("The leader, the player who was dealt three cards. Then the turns alternate."),
            ("NOT_YOUR_TURN",),
        ),
    )


Control = tuple[str, str, str]  # the effect of a control, its keys, its gamepad button


def information_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        BulletList(
            (
                _("Open: the row, the set-aside cards, the {board}, supplies, captured markers."),
                _("Open: how many cards a hand and the deck hold, and all that was announced."),
                _("Hidden: which cards somebody holds or draws, and the order of the deck."),
            )
        ),
        *_public_information_rulings(_),
        *_fairness_rulings(_),
    )
    return RulebookPage("knowing", _("What you may know"), blocks)


def _public_information_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "knowing.public",
            _("What is public and may be seen by everybody?"),
            _(
                "The row, the set-aside cards, the {board}, all supplies and captured markers, "
                "the size of each hand and of the deck, and every announced sum and order with "
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
            _("Yes. Sums and orders stay public with their history for the whole round."),
        ),
    )


def _fairness_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
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
                "Because an automatic draw would tell the others that you hold no card that "
                "may be played. Unless you were ordered, that is your secret: choose to draw."
            ),
        ),
    )


def controls_page(rules: Rules, _: TermTranslator, controls: Sequence[Control]) -> RulebookPage:
    table = _control_blocks(_, controls) if controls else ()
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "Everything can be done with a mouse, by touch, with the keyboard alone, or with a "
                "gamepad alone."
            )
        ),
        BulletList(
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
    return RulebookPage("keys", _("Keys and gestures"), blocks)


def _control_blocks(_: TermTranslator, controls: Sequence[Control]) -> tuple[Block, ...]:
    head = _("What it does"), _("Keys"), _("Gamepad")
    change = _("Other keys and buttons can be chosen in the settings, under Keys and gamepad.")
    return PageTable((head, *controls)), Paragraph(change)
