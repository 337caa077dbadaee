"""The pages about a turn: its order, asking, playing and drawing."""

from __future__ import annotations

from hacktrick.game.rules import Rules
from hacktrick.words.rulebook.model import (
    Block,
    Bullets,
    Example,
    GoesOn,
    HandsFor,
    Page,
    Paragraph,
    Position,
    Refuses,
    Ruling,
    Shows,
    Stack,
)
from hacktrick.words.terms import Say


def turn_page(rules: Rules, _: Say) -> Page:
    ends = (
        _("After either, end the turn: say {pass_}, {play} or {guard}.")
        if rules.command_after_draw
        else _("If you played, end the turn: say {pass_}, {play} or {guard}.")
    )
    blocks: tuple[Block, ...] = (
        Bullets(
            (
                _("First, if you like and can pay: ask for the sum of the opponent's hand."),
                _("Then play a card or draw a card."),
                ends,
            )
        ),
        *_turn_rulings(_),
    )
    return Page("turn", _("A turn"), blocks)


def _turn_rulings(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "turn.order",
            _("In which order do I act in a turn?"),
            _(
                "Ask first, then play or draw, then end the turn. You cannot go back: after "
                "playing there is no asking and no drawing, and before playing no command."
            ),
            ("NOT_NOW",),
        ),
        Ruling(
            "turn.whose",
            _("Why may I not act? Is it not my turn?"),
            _("It is another player's turn. You act again as soon as it has ended."),
            ("NOT_YOUR_TURN",),
        ),
        Ruling(
            "turn.nothing",
            _("May I do nothing?"),
            _("No. In each turn you play a card or draw one. Skipping a turn does not exist."),
        ),
        Ruling(
            "turn.obliged",
            _("When must I play a card?"),
            _(
                "You must play when your hand is full, which is 4 cards with two players. You "
                "must also play when you were commanded to and hold a card that may be played."
            ),
            ("HAND_IS_FULL", "COMMANDED_TO_PLAY"),
        ),
        Ruling(
            "turn.impossible",
            _("Can I get stuck without a card to play or to draw?"),
            _(
                "No. There are only three cards of each value, so a hand of three or more always "
                "holds one that differs from the last card of the row. A full hand can always "
                "play, and after a turn the deck is never empty."
            ),
        ),
        Ruling(
            "turn.longest",
            _("How long can a round last?"),
            _("It always ends: no round can take more than 44 turns."),
        ),
    )


def ask_page(rules: Rules, _: Say) -> Page:
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "At the start of your turn you may pay one captured marker. The opponent then "
                "announces the sum of the cards in hand."
            )
        ),
        _ask_example(_),
        *_ask_rulings(_),
        Ruling(
            "ask.whom",
            _("Whom do I ask when there are several opponents?"),
            _("You name one of your opponents. Only that player announces a sum."),
            ("NO_SUCH_OPPONENT",),
        ),
    )
    return Page("ask", _("Asking for the sum"), blocks)


def _ask_example(_: Say) -> Example:
    return Example(
        "ask.sum",
        _(
            "You pay a captured marker. The opponent holds two cards and announces 8. That is 3 "
            "and 5, or 4 and 4; but you see two 4s, so it must be 3 and 5."
        ),
        Position(
            (Stack(5, 1), Stack(6, 0)), (1, 4, 2), (0, 4), (3, 5), aside=(1, 0), captured=(1, 0)
        ),
        HandsFor(8, ((3, 5),)),
        ("ask",),
    )


def _ask_rulings(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "ask.price",
            _("What does it cost to ask?"),
            _(
                "One marker that you have captured. It is out of the round. Without a captured "
                "marker you cannot ask."
            ),
            ("NO_CAPTURED_MARKER",),
        ),
        Ruling(
            "ask.once",
            _("How often may I ask?"),
            _("At most once in a turn, and only before you play or draw."),
            ("ALREADY_ASKED",),
        ),
        Ruling(
            "ask.answer",
            _("Who hears the answer?"),
            _(
                "Everybody. The sum of the current hand is announced truthfully, and it stays in "
                "the history of the round."
            ),
        ),
        Ruling(
            "ask.commanded",
            _("May I ask although I was commanded to play?"),
            _("Yes. You ask first and play afterwards."),
        ),
        Ruling(
            "ask.own-cards",
            _("Does the number of my own cards matter when I ask?"),
            _("No. You may ask with any number of cards in your own hand, even with none."),
        ),
        Ruling(
            "ask.empty-hand",
            _("May I ask an opponent who holds no cards?"),
            _("No. There is nothing to announce, and your marker would be wasted."),
            ("EMPTY_HAND",),
        ),
        Ruling(
            "ask.which-marker",
            _("Which captured marker is paid first?"),
            _(
                "A single, and a captured double only when there is no single. It makes no "
                "difference, since a captured double is worth nothing special."
            ),
        ),
    )


def play_page(rules: Rules, _: Say) -> Page:
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "Put a card at the end of the row. It must differ from the card before it. Then "
                "place a marker on the {key} whose number is the sum of these two cards."
            )
        ),
        _key_example(_),
        *_card_rulings(_),
        _same_example(_),
        *_capture_rulings(_),
        _capture_example(_),
        Ruling(
            "play.win-check",
            _("When is it checked whether I have won?"),
            _(
                "At once, after the marker is placed. If it wins, the round is over and no "
                "command follows."
            ),
            ("ROUND_IS_OVER",),
        ),
    )
    return Page("play", _("Playing a card"), blocks)


def _key_example(_: Say) -> Example:
    return Example(
        "play.key",
        _("The last card is 3 and you play 2: your marker goes on 5."),
        Position((), (3,), (2, 0, 5)),
        GoesOn(),
        ("play 2",),
        keys=(5,),
    )


def _same_example(_: Say) -> Example:
    return Example(
        "play.same",
        _("The row ends with 3. Your 3 may not follow it; your 1 may."),
        Position((Stack(3, 1),), (0, 3), (1, 3)),
        Refuses("play 3", "SAME_AS_LAST_CARD"),
    )


def _capture_example(_: Say) -> Example:
    return Example(
        "play.capture",
        _("You play 4 on 2 and mark 6. Both markers of the opponent there are captured."),
        Position((Stack(5, 0), Stack(6, 1, 2)), (3, 2), (4, 0)),
        GoesOn(captures=2),
        ("play 4",),
        keys=(6,),
    )


def _card_rulings(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "play.key",
            _("Where does my marker go?"),
            _("On the {key} whose number is your card plus the card before it in the row."),
        ),
        Ruling(
            "play.differs",
            _("May I play the same value as the last card?"),
            _("No. The card must differ in value from the last card of the row."),
            ("SAME_AS_LAST_CARD",),
        ),
        Ruling(
            "play.in-hand",
            _("Which cards may I play?"),
            _("Only cards in your own hand. The set-aside cards belong to nobody."),
            ("NOT_IN_HAND",),
        ),
        Ruling(
            "play.size",
            _("Single or double: may I choose?"),
            _(
                "Yes, as long as both are in your supply. When the double has been placed, paid "
                "or captured, only singles are left; when no single is left, it is the double."
            ),
            ("DOUBLE_NOT_IN_SUPPLY", "NO_SINGLE"),
        ),
        Ruling(
            "play.no-marker",
            _("May I play without a marker in my supply?"),
            _("No. A card is always played together with a marker."),
            ("NO_MARKER",),
        ),
    )


def _capture_rulings(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "play.capture",
            _("What happens to the opponent's markers on my {key}?"),
            _(
                "All of them are captured, one or two. They lie in front of you until you pay "
                "them for questions. So a {key} never holds markers of both sides."
            ),
        ),
        Ruling(
            "play.own-stay",
            _("What happens to my own markers there?"),
            _("They stay. You are building towards three on the same {key}."),
        ),
    )


def draw_page(rules: Rules, _: Say) -> Page:
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "Instead of playing you may take the top card of the deck, if your hand is not "
                "full and you are not obliged to play."
            )
        ),
        _draw_end(rules, _),
        *_draw_rulings(_),
        _full_example(_),
        *_cannot_rulings(_),
        _shown_example(_),
    )
    return Page("draw", _("Drawing a card"), blocks)


def _draw_end(rules: Rules, _: Say) -> Ruling:
    question = _("May I give a command after drawing?")
    if rules.command_after_draw:
        answer = _(
            "Yes, in this match you end a turn with {pass_}, {play} or {guard} after a draw as "
            "well as after a play. In most other editions a draw ends the turn at once."
        )
    else:
        answer = _(
            "No. A draw ends your turn at once, without {play} or {guard}. Only the Club edition "
            "and the option for it allow a command after a draw."
        )
    return Ruling("draw.ends-turn", question, answer)


def _draw_rulings(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "draw.limit",
            _("How many cards may I hold?"),
            _(
                "With two players, four. With four cards you cannot draw: you must play. In "
                "teams some hands are full with three."
            ),
            ("HAND_IS_FULL",),
        ),
        Ruling(
            "draw.secret",
            _("Who sees the card that I draw?"),
            _("Only you. The others see that you drew, and the size of your hand."),
        ),
        Ruling(
            "draw.commanded",
            _("May I draw when I was commanded to play?"),
            _("Only if you hold no card that may be played. Otherwise you must play one."),
            ("COMMANDED_TO_PLAY",),
        ),
    )


def _cannot_rulings(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "draw.forced",
            _("What if I was commanded to play and cannot play?"),
            _(
                "If your hand is empty, or all your cards equal the last one of the row, you show "
                "your hand to everybody, draw one card, and your turn ends. The drawn card may "
                "not be played in that turn."
            ),
        ),
        Ruling(
            "draw.unforced",
            _("What if I cannot play, but nobody commanded me?"),
            _("You draw a card. You show nothing and need not say why you draw."),
        ),
        Ruling(
            "draw.empty-hand",
            _("What if I have no cards left?"),
            _("You draw a card in your turn. An empty hand does not lose the round."),
        ),
    )


def _full_example(_: Say) -> Example:
    return Example(
        "draw.full",
        _("You hold four cards. You may not draw a fifth: play the 0, the 1 or the 5."),
        Position((Stack(6, 1),), (4, 2), (0, 1, 2, 5)),
        Refuses("draw", "HAND_IS_FULL"),
    )


def _shown_example(_: Say) -> Example:
    return Example(
        "draw.shown",
        _("You were commanded to play, but both your cards are 4s like the last one of the row."),
        Position((Stack(5, 1),), (1, 4), (4, 4), standing="play"),
        Shows((4, 4)),
        ("draw",),
    )
