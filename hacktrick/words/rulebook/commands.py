"""The pages about the end of a turn: the commands, and the deck that runs out."""

from __future__ import annotations

from hacktrick.game.rules import Rules
from hacktrick.words.rulebook.model import (
    Block,
    Bullets,
    Example,
    MayOnly,
    NewDeck,
    Page,
    Paragraph,
    Position,
    Refuses,
    Ruling,
    Stack,
)
from hacktrick.words.terms import Say


def commands_page(rules: Rules, _: Say) -> Page:
    blocks: tuple[Block, ...] = (
        Bullets(
            (
                _("{pass_}: your turn ends, and it costs nothing."),
                _("{play}: the opponent must play a card in the next turn, if possible."),
                _guard_in_short(rules, _),
            )
        ),
        *_end_rulings(_),
        Ruling(
            "commands.play",
            _("What does the command {play} do to the opponent?"),
            _(
                "In the next turn the opponent must play a card. If no card may be played, the "
                "opponent shows the hand to everybody and draws."
            ),
            ("COMMANDED_TO_PLAY",),
        ),
        *_guard_rulings(rules, _),
        _guarded_example(_),
        *_limits(_),
        *_club_rulings(_),
        _blocked_example(_),
    )
    return Page("commands", _("{pass_}, {play} and {guard}"), blocks)


def _guard_in_short(rules: Rules, _: Say) -> str:
    if rules.second_command == "draw":
        return _("{guard}: the opponent must draw in the next turn and may not play.")
    return _("{guard}: the opponent may not say {play} at the end of the next turn.")


def _end_rulings(_: Say) -> tuple[Ruling, ...]:
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
            _("What does a command cost?"),
            _(
                "One marker of your own supply, for {play} as for {guard}. It is out of the "
                "round. {pass_} is free. Captured markers cannot pay for a command."
            ),
            ("NO_MARKER", "LAST_MARKER"),
        ),
        Ruling(
            "commands.which-marker",
            _("Which marker pays for a command?"),
            _(
                "A single, as long as you have one in your supply, and otherwise the double. The "
                "program never takes the double from you while a single is left."
            ),
        ),
    )


def _guard_rulings(rules: Rules, _: Say) -> tuple[Ruling, ...]:
    if rules.second_command == "draw":
        here = _(
            "Here {guard} means something else: see the rulings on drawing below. In most "
            "editions it forbids the opponent to command a play in the next turn, and leaves "
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
            _("How long does a command last?"),
            _("For the very next turn only, whatever happens in it. Then it is gone."),
        ),
    )


def _limits(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "commands.pointless",
            _("May I give a command that has no effect?"),
            _(
                "Yes: {play} against an empty or a full hand, or {guard} against somebody who "
                "has no marker to pay with. It is legal but wasted, so the table warns you. The "
                "computer players never do it."
            ),
        ),
        Ruling(
            "commands.last-marker",
            _("May I pay for a command with my last marker?"),
            _(
                "That depends on the edition. Where an empty supply loses the round at once, no: "
                "such a command is refused. Where it loses only when you are obliged to play, "
                "yes."
            ),
            ("LAST_MARKER",),
        ),
    )


def _club_rulings(_: Say) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "commands.block-draws",
            _("When does a block make the opponent draw?"),
            _(
                "In the Club edition and with the option for it. The opponent draws in the next "
                "turn instead of playing, even with a card that could be played. No command is "
                "forbidden by it."
            ),
            ("MUST_DRAW",),
        ),
        Ruling(
            "commands.block-full",
            _("May I block an opponent whose hand is full?"),
            _(
                "Not where it makes the opponent draw: a full hand has no room for a card, so "
                "the command is refused. Where it only forbids commands, yes."
            ),
            ("OPPONENT_HAND_IS_FULL",),
        ),
        Ruling(
            "commands.block-then",
            _("What may a blocked player do after the draw?"),
            _(
                "The turn ends with that draw. Where commands may follow a draw, as in the Club "
                "edition, the blocked player may give one."
            ),
        ),
        Ruling(
            "commands.after-draw",
            _("Which edition allows a command after a draw?"),
            _("In the Club edition, and wherever the option for it is set. Elsewhere never."),
        ),
    )


def _guarded_example(_: Say) -> Example:
    return Example(
        "commands.guarded",
        _(
            "Where {guard} forbids commands: the opponent has just said it. After playing 0 you "
            "may say {pass_} or {guard}, but not {play}."
        ),
        Position((Stack(7, 1),), (3, 4), (0, 2), standing="guard", preset="keypad"),
        Refuses("command play", "GUARDED"),
        ("play 0",),
    )


def _blocked_example(_: Say) -> Example:
    return Example(
        "commands.blocked",
        _(
            "Where {guard} makes you draw: the opponent has just said it. Your 3 could be played, "
            "but you must draw."
        ),
        Position((Stack(5, 1),), (1, 4), (3, 4), standing="guard", preset="club"),
        MayOnly(("draw",)),
    )


def deck_page(rules: Rules, _: Say) -> Page:
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
        _deck_example(_),
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
    return Page("deck", _("The deck runs out"), blocks)


def _deck_example(_: Say) -> Example:
    return Example(
        "deck.new",
        _("You draw the last card. The 5 stays; 3, 1, 4 and 0 are shuffled into a new deck."),
        Position((Stack(4, 0, 2), Stack(5, 1, 2)), (3, 1, 4, 0, 5), (2, 2), deck_size=1),
        NewDeck(4),
        ("draw",),
    )
