"""Rulebook pages about a turn: asking, playing, drawing, commands, the end of the deck."""

from __future__ import annotations

from hacktrick.game.editions import Rules
from hacktrick.i18n.rulebook.page_model import (
    ActionRefusedClaim,
    Block,
    BulletList,
    CardsShownClaim,
    Example,
    ExamplePosition,
    MarkerStack,
    NewDeckClaim,
    OnlyLegalActionsClaim,
    Paragraph,
    PossibleHandsClaim,
    RoundContinuesClaim,
    RulebookPage,
    Ruling,
)
from hacktrick.i18n.terms import TermTranslator


def turn_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    ends = (
        _("After either, end the turn: say {pass_}, {play} or {guard}.")
        if rules.command_after_draw
        else _("If you played, end the turn: say {pass_}, {play} or {guard}.")
    )
    blocks: tuple[Block, ...] = (
        BulletList(
            (
                _("First, if you like and can pay: ask for the sum of the opponent's hand."),
                _("Then play a card or draw a card."),
                ends,
            )
        ),
        *_turn_rulings(_),
    )
    return RulebookPage("turn", _("A turn"), blocks)


def _turn_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "turn.order",
            _("In which order do I act in a turn?"),
            _(
                "Ask first, then play or draw, then end the turn. You cannot go back: after "
                "playing there is no asking and no drawing, and no order before you have "
                "played."
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
                "must also play when you were ordered to and hold a card that may be played."
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


def ask_page(rules: Rules, _: TermTranslator) -> RulebookPage:
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
    return RulebookPage("ask", _("Asking for the sum"), blocks)


def _ask_example(_: TermTranslator) -> Example:
    return Example(
        "ask.sum",
        _(
            "You pay a captured marker. The opponent holds two cards and announces 8. That is 3 "
            "and 5, or 4 and 4; but you see two 4s, so it must be 3 and 5."
        ),
        ExamplePosition(
            (MarkerStack(5, 1), MarkerStack(6, 0)),
            (1, 4, 2),
            (0, 4),
            (3, 5),
            aside=(1, 0),
            captured=(1, 0),
        ),
        PossibleHandsClaim(8, ((3, 5),)),
        ("ask",),
    )


def _ask_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
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
            _("May I ask although an order says I must play?"),
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


def play_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "Put a card at the end of the row. It must differ from the card before it. Then "
                "place a marker on the {key} whose number is the sum of these two cards."
            )
        ),
        _key_example(_),
        *_card_rulings(_),
        _same_card_example(_),
        *_capture_rulings(_),
        _capture_example(_),
        Ruling(
            "play.win-check",
            _("When is it checked whether I have won?"),
            _(
                "At once, after the marker is placed. If it wins, the round is over and no "
                "order follows."
            ),
            ("ROUND_IS_OVER",),
        ),
    )
    return RulebookPage("play", _("Playing a card"), blocks)


def _key_example(_: TermTranslator) -> Example:
    return Example(
        "play.key",
        _("The last card is 3 and you play 2: your marker goes on 5."),
        ExamplePosition((), (3,), (2, 0, 5)),
        RoundContinuesClaim(),
        ("play 2",),
        keys=(5,),
    )


def _same_card_example(_: TermTranslator) -> Example:
    return Example(
        "play.same",
        _("The row ends with 3. Your 3 may not follow it; your 1 may."),
        ExamplePosition((MarkerStack(3, 1),), (0, 3), (1, 3)),
        ActionRefusedClaim("play 3", "SAME_AS_LAST_CARD"),
    )


def _capture_example(_: TermTranslator) -> Example:
    return Example(
        "play.capture",
        _("You play 4 on 2 and mark 6. Both markers of the opponent there are captured."),
        ExamplePosition((MarkerStack(5, 0), MarkerStack(6, 1, 2)), (3, 2), (4, 0)),
        RoundContinuesClaim(captures=2),
        ("play 4",),
        keys=(6,),
    )


def _card_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
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


def _capture_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
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


def draw_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "Instead of playing you may take the top card of the deck, if your hand is not "
                "full and you are not obliged to play."
            )
        ),
        _end_of_draw_ruling(rules, _),
        *_draw_rulings(_),
        _full_hand_example(_),
        *_cannot_play_rulings(_),
        _shown_hand_example(_),
    )
    return RulebookPage("draw", _("Drawing a card"), blocks)


def _end_of_draw_ruling(rules: Rules, _: TermTranslator) -> Ruling:
    question = _("May I give an order after drawing?")
    if rules.command_after_draw:
        answer = _(
            "Yes, in this match you end a turn with {pass_}, {play} or {guard} after a draw as "
            "well as after a play. In most other editions a draw ends the turn at once."
        )
    else:
        answer = _(
            "No. A draw ends your turn at once, without {play} or {guard}. Only the Club "
            "edition and the option for it allow an order after a draw."
        )
    return Ruling("draw.ends-turn", question, answer)


def _draw_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
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
            _("May I draw when I was ordered to play?"),
            _("Only if you hold no card that may be played. Otherwise you must play one."),
            ("COMMANDED_TO_PLAY",),
        ),
    )


def _cannot_play_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "draw.forced",
            _("What if I was ordered to play and cannot play?"),
            _(
                "If your hand is empty, or all your cards equal the last one of the row, you show "
                "your hand to everybody, draw one card, and your turn ends. The drawn card may "
                "not be played in that turn."
            ),
        ),
        Ruling(
            "draw.unforced",
            _("What if I cannot play, but nobody ordered me?"),
            _("You draw a card. You show nothing and need not say why you draw."),
        ),
        Ruling(
            "draw.empty-hand",
            _("What if I have no cards left?"),
            _("You draw a card in your turn. An empty hand does not lose the round."),
        ),
    )


def _full_hand_example(_: TermTranslator) -> Example:
    return Example(
        "draw.full",
        _("You hold four cards. You may not draw a fifth: play the 0, the 1 or the 5."),
        ExamplePosition((MarkerStack(6, 1),), (4, 2), (0, 1, 2, 5)),
        ActionRefusedClaim("draw", "HAND_IS_FULL"),
    )


def _shown_hand_example(_: TermTranslator) -> Example:
    return Example(
        "draw.shown",
        _("You were ordered to play, but both your cards are 4s like the last one of the row."),
        ExamplePosition((MarkerStack(5, 1),), (1, 4), (4, 4), command_in_force="play"),
        CardsShownClaim((4, 4)),
        ("draw",),
    )


def commands_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        BulletList(
            (
                _("{pass_}: your turn ends, and it costs nothing."),
                _("{play}: the opponent must play a card in the next turn, if possible."),
                _guard_summary(rules, _),
            )
        ),
        *_turn_end_rulings(_),
        Ruling(
            "commands.play",
            _("What does the order {play} do to the opponent?"),
            _(
                "In the next turn the opponent must play a card. If no card may be played, the "
                "opponent shows the hand to everybody and draws."
            ),
            ("COMMANDED_TO_PLAY",),
        ),
        *_guard_rulings(rules, _),
        _guarded_example(_),
        *_hand_limit_rulings(_),
        *_club_rulings(_),
        _blocked_example(_),
    )
    return RulebookPage("commands", _("{pass_}, {play} and {guard}"), blocks)


def _guard_summary(rules: Rules, _: TermTranslator) -> str:
    if rules.second_command == "draw":
        return _("{guard}: the opponent must draw in the next turn and may not play.")
    return _("{guard}: the opponent may not say {play} at the end of the next turn.")


def _turn_end_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "commands.one",
            _("How does a turn end after a play?"),
            _(
                "With exactly one of {pass_}, {play} and {guard}. Nothing is said when your "
                "marker has won the round."
            ),
        ),
        Ruling(
            "commands.cost",
            _("What does an order cost?"),
            _(
                "One marker of your own supply, for {play} as for {guard}. It is out of the "
                "round. {pass_} is free. Captured markers cannot pay for an order."
            ),
            ("NO_MARKER", "LAST_MARKER"),
        ),
        Ruling(
            "commands.which-marker",
            _("Which marker pays for an order?"),
            _(
                "A single, as long as you have one in your supply, and otherwise the double. The "
                "program never takes the double from you while a single is left."
            ),
        ),
    )


def _guard_rulings(rules: Rules, _: TermTranslator) -> tuple[Ruling, ...]:
    if rules.second_command == "draw":
        here = _(
            "Here {guard} means something else: see the rulings on drawing below. In most "
            "editions it forbids the opponent to order a play in the next turn, and leaves "
            "everything else allowed: play, draw, pass, and the same protection in return."
        )
    else:
        here = _(
            "In the next turn the opponent may not say {play}. Everything else is allowed: "
            "playing, drawing, {pass_}, and {guard} in return."
        )
    return (
        Ruling("commands.guard", _("What does {guard} protect me from?"), here, ("GUARDED",)),
        Ruling(
            "commands.duration",
            _("How long does an order last?"),
            _("For the very next turn only, whatever happens in it. Then it is gone."),
        ),
    )


def _hand_limit_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "commands.pointless",
            _("May I give an order that has no effect?"),
            _(
                "Yes: {play} against an empty or a full hand, or {guard} against somebody who "
                "has no marker to pay with. It is legal but wasted, so the table warns you. The "
                "computer players never do it."
            ),
        ),
        Ruling(
            "commands.last-marker",
            _("May I pay for an order with my last marker?"),
            _(
                "That depends on the edition. Where an empty supply loses the round at once, "
                "no: such an order is refused. Where it loses only when you are obliged to "
                "play, yes."
            ),
            ("LAST_MARKER",),
        ),
    )


def _club_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "commands.block-draws",
            _("When does a block make the opponent draw?"),
            _(
                "In the Club edition and with the option for it. The opponent draws in the "
                "next turn instead of playing, even with a card that could be played. No order "
                "is forbidden by it."
            ),
            ("MUST_DRAW",),
        ),
        Ruling(
            "commands.block-full",
            _("May I block an opponent whose hand is full?"),
            _(
                "Not where it makes the opponent draw: a full hand has no room for a card, so "
                "the order is refused. Where it only forbids orders, yes."
            ),
            ("OPPONENT_HAND_IS_FULL",),
        ),
        Ruling(
            "commands.block-then",
            _("What may a blocked player do after the draw?"),
            _(
                "The turn ends with that draw. Where orders may follow a draw, as in the Club "
                "edition, the blocked player may give one."
            ),
        ),
        Ruling(
            "commands.after-draw",
            _("Which edition allows an order after a draw?"),
            _("In the Club edition, and wherever the option for it is set. Elsewhere never."),
        ),
    )


def _guarded_example(_: TermTranslator) -> Example:
    return Example(
        "commands.guarded",
        _(
            "Where {guard} forbids orders: the opponent has just said it. After playing 0 "
            "you may say {pass_} or {guard}, but not {play}."
        ),
        ExamplePosition(
            (MarkerStack(7, 1),), (3, 4), (0, 2), command_in_force="guard", preset="keypad"
        ),
        ActionRefusedClaim("command play", "GUARDED"),
        ("play 0",),
    )


def _blocked_example(_: TermTranslator) -> Example:
    return Example(
        "commands.blocked",
        _(
            "Where {guard} makes you draw: the opponent has just said it. Your 3 could be played, "
            "but you must draw."
        ),
        ExamplePosition(
            (MarkerStack(5, 1),), (1, 4), (3, 4), command_in_force="guard", preset="club"
        ),
        OnlyLegalActionsClaim(("draw",)),
    )


def deck_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "The deck holds nine cards at first. It never stays empty: the cards of the row "
                "come back."
            )
        ),
        Ruling(
            "deck.new",
            _("What happens when the deck runs out?"),
            _(
                "As soon as its last card is drawn, all cards of the row but the last one are "
                "shuffled and become the new deck. The last card stays as the row."
            ),
        ),
        _reshuffle_example(_),
        Ruling(
            "deck.aside",
            _("Do the set-aside cards come back into the deck?"),
            _("No. They stay out for the whole round."),
        ),
        Ruling(
            "deck.order",
            _("Does anybody know the order of the deck?"),
            _(
                "No, neither before nor after it is shuffled. Only a player who puts cards under "
                "it with Jack Sun knows what lies at the bottom."
            ),
        ),
        Ruling(
            "deck.board",
            _("Do the markers stay when the row is shuffled?"),
            _("Yes. Only cards move; the {board} stays as it is."),
        ),
    )
    return RulebookPage("deck", _("The deck runs out"), blocks)


def _reshuffle_example(_: TermTranslator) -> Example:
    return Example(
        "deck.new",
        _("You draw the last card. The 5 stays; 3, 1, 4 and 0 are shuffled into a new deck."),
        ExamplePosition(
            (MarkerStack(4, 0, 2), MarkerStack(5, 1, 2)), (3, 1, 4, 0, 5), (2, 2), deck_size=1
        ),
        NewDeckClaim(4),
        ("draw",),
    )
