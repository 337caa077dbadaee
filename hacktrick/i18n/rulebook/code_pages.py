"""Rulebook pages about Battle of Wits and its twelve codes: powers, rulings, examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from hacktrick.game.actions import CODES
from hacktrick.game.editions import PRESETS, Rules
from hacktrick.i18n.rulebook.page_model import (
    ActionRefusedClaim,
    Block,
    BulletList,
    CodeCardText,
    Example,
    ExamplePosition,
    Heading,
    MarkerStack,
    Paragraph,
    RoundContinuesClaim,
    RoundWonClaim,
    RulebookPage,
    Ruling,
)
from hacktrick.i18n.terms import TermTranslator, Translate, term_translator


def slavic_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "codes.slavic",
            _("Slavic: does the order of the two markers matter?"),
            _(
                "Yes. The double must lie on the {key} first, from an earlier turn. Placing the "
                "double on a {key} that holds a single of yours does not win."
            ),
        ),
    )


def baltic_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "codes.baltic",
            _("Baltic: when are the captured markers counted?"),
            _(
                "At the moment you capture. Alexey Baltic needs three in front of you at once; "
                "markers you have paid for questions no longer count."
            ),
        ),
    )


def god_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "codes.god",
            _("Andy God: which three numbers win?"),
            _(
                "Any three of your markers on 1, 2, 8 and 9, for example on 2, 8 and 9. Repeats "
                "are allowed, as in 1-2-2."
            ),
        ),
        Ruling(
            "codes.god.triple",
            _("Andy God: what about three markers on the same {key}?"),
            _("They still count as an ordinary triple, so the double may make it 2 {points}."),
        ),
    )


def huang_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "codes.huang",
            _("Huang: what is the eleventh marker?"),
            _("Xiao Tina Huang begins the round with one more single: ten singles and the double."),
        ),
        Ruling(
            "codes.huang.pay",
            _("Huang: how does the payment work?"),
            _(
                "Once in the round, at the start of a turn, you pay a single of your supply. The "
                "opponent then pays a marker too: a single if possible, otherwise the double. "
                "Both are out of the round."
            ),
            ("POWER_IS_SPENT", "NO_SINGLE"),
        ),
        Ruling(
            "codes.huang.last",
            _("Huang: what about the last marker?"),
            _(
                "If an empty supply loses at once, you may not pay your own last marker, and an "
                "opponent who pays the last one loses the round."
            ),
            ("LAST_MARKER",),
        ),
        Ruling(
            "codes.huang.empty",
            _("Huang: may I use it when the opponent's supply is empty?"),
            _("No. There is no marker that the opponent could pay."),
            ("NO_MARKER",),
        ),
    )


def popescu_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "codes.popescu",
            _("Popescu: may I ask twice in a turn?"),
            _(
                "No. Nae Popescu changes how you pay for asking: with a marker of your own supply "
                "instead of a captured one. It is still one question in a turn."
            ),
            ("ALREADY_ASKED", "EMPTY_HAND"),
        ),
        Ruling(
            "codes.popescu.nasha",
            _("Popescu: does Nasha Grigorova stop this question?"),
            _("Yes. While two of her markers sum to 10, no question may be asked, however paid."),
            ("ASKING_IS_FORBIDDEN",),
        ),
        Ruling(
            "codes.popescu.last",
            _("Popescu: may I pay with my last marker?"),
            _("Not where an empty supply loses the round at once."),
            ("LAST_MARKER",),
        ),
    )


def vaeck_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "codes.vaeck",
            _("Coco van Vaeck: what may I give back?"),
            _(
                "A card that you held before. You choose it without seeing the card you take, "
                "which is drawn at random from the opponent's hand."
            ),
            ("NOT_IN_HAND",),
        ),
        Ruling(
            "codes.vaeck.price",
            _("Coco van Vaeck: what does the exchange cost?"),
            _("A captured marker. It takes the place of asking in this turn."),
            ("NO_CAPTURED_MARKER", "ALREADY_ASKED"),
        ),
        Ruling(
            "codes.vaeck.empty",
            _("Coco van Vaeck: what if a hand is empty?"),
            _("Then there is no exchange. Both of you need at least one card."),
            ("EMPTY_HAND",),
        ),
        Ruling(
            "codes.vaeck.known",
            _("Coco van Vaeck: who knows the exchanged cards?"),
            _(
                "The two players know both cards. Sums announced before shift with them, so you "
                "can work out the new ones."
            ),
        ),
    )


def sun_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "codes.sun",
            _("Jack Sun: how many cards may I change?"),
            _(
                "One or more, up to your whole hand. You choose the order in which they go under "
                "the deck, and draw as many from the top."
            ),
            ("NOT_IN_HAND",),
        ),
        Ruling(
            "codes.sun.when",
            _("Jack Sun: when may I change cards?"),
            _(
                "Only when you could draw instead: with fewer than 4 cards and not ordered. It "
                "ends your turn, as a draw does."
            ),
            ("HAND_IS_FULL", "COMMANDED_TO_PLAY", "MUST_DRAW"),
        ),
        Ruling(
            "codes.sun.public",
            _("Jack Sun: what do the others learn?"),
            _("How many cards you changed, but neither which ones nor their order."),
        ),
    )


def kriskaya_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "codes.kriskaya",
            _("Trojana Kriskaya: which two markers sum to 10?"),
            _(
                "Two of yours on 3 and 7, 1 and 9, 2 and 8, 4 and 6, or both on 5. They must lie "
                "there when your turn starts."
            ),
            ("NO_SECOND_CARD",),
        ),
        Ruling(
            "codes.kriskaya.each",
            _("Trojana Kriskaya: how do the two cards work?"),
            _(
                "Each is resolved fully: it must differ from the card before it, places a "
                "marker, captures, and may win. There is one order, after the last card."
            ),
        ),
        Ruling(
            "codes.kriskaya.play",
            _("Trojana Kriskaya: must I play twice when ordered to play?"),
            _("No. One card is enough. The second card is always your choice."),
        ),
        Ruling(
            "codes.kriskaya.double",
            _("Trojana Kriskaya: double first, then the winning marker, in one turn?"),
            _(
                "That wins only 1 {point}. For the bonus the double must lie there from an "
                "earlier turn, not only from an earlier card."
            ),
        ),
    )


def grigorova_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "codes.grigorova",
            _("Nasha Grigorova: when is asking forbidden?"),
            _(
                "As long as two of her owner's markers lie on {keys} that sum to 10, such as 3 "
                "and 7, or twice 5. Once one is captured, asking is possible again."
            ),
            ("ASKING_IS_FORBIDDEN",),
        ),
        Ruling(
            "codes.grigorova.coco",
            _("Nasha Grigorova: does she stop Coco van Vaeck?"),
            _("No. The exchange of cards is not a question."),
        ),
    )


def gorilla_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "codes.gorilla",
            _("Dodo Gorilla: which wins are doubled?"),
            _(
                "Only the lines 8-5-2 and 1-5-9: 2 {points} instead of 1, and 4 instead of 2. "
                "Triples, victories by a code and empty supplies are not doubled."
            ),
        ),
        Ruling(
            "codes.gorilla.two",
            _("Dodo Gorilla: what if I complete two lines at once?"),
            _("Each line is valued on its own, with its own doubling. Then the best one counts."),
        ),
    )


def doo_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "codes.doo",
            _("Hai Doo: when may I stake?"),
            _(
                "Once in the round, at the start of a turn, if both players have at least 1 "
                "{point}, so that the opponent is able to call."
            ),
            ("NO_POINT_TO_STAKE", "POWER_IS_SPENT"),
        ),
        Ruling(
            "codes.doo.fold",
            _("Hai Doo: what if the opponent folds?"),
            _("You win the round and 1 {point}, and your stake comes back to you."),
        ),
        Ruling(
            "codes.doo.call",
            _("Hai Doo: what if the opponent calls?"),
            _(
                "The opponent stakes 1 {point} too, and your turn goes on. The winner of the "
                "round takes both stakes on top of what the round is worth."
            ),
        ),
        Ruling(
            "codes.doo.score",
            _("Hai Doo: whose are the staked {points}?"),
            _("Nobody's, until the round ends. They do not bring new codes either."),
        ),
    )


def rukowski_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "codes.rukowski",
            _("Joavista Rukowski: when does the cancelling happen?"),
            _(
                "At the reveal, before anything else. The cancelled code has no effect at all and "
                "still goes out after the round."
            ),
            ("NO_CODE_FOR_THIS",),
        ),
    )


def slavic_example(_: TermTranslator) -> Example:
    return Example(
        "codes.slavic",
        _("Your double waits on 4. You play 1 on 3, and the second marker there wins."),
        ExamplePosition(
            (MarkerStack(4, 0, double=True), MarkerStack(5, 1)),
            (2, 3),
            (1, 5),
            codes=("slavic", None),
            preset="wits",
        ),
        RoundWonClaim(1, "code"),
        ("play 1",),
        keys=(4,),
    )


def baltic_example(_: TermTranslator) -> Example:
    return Example(
        "codes.baltic",
        _("You hold two captured markers and take a third one on 6: you win 1 {point}."),
        ExamplePosition(
            (MarkerStack(5, 0), MarkerStack(6, 1)),
            (3, 2),
            (4, 0),
            captured=(2, 0),
            codes=("baltic", None),
            preset="wits",
        ),
        RoundWonClaim(1, "code"),
        ("play 4",),
        keys=(6,),
    )


def god_example(_: TermTranslator) -> Example:
    return Example(
        "codes.god",
        _("You have markers on 1 and 2. A second one on 2 makes 1-2-2: you win 1 {point}."),
        ExamplePosition(
            (MarkerStack(1, 0), MarkerStack(2, 0), MarkerStack(7, 1)),
            (5, 2),
            (0, 3),
            codes=("god", None),
            preset="wits",
        ),
        RoundWonClaim(1, "code"),
        ("play 0",),
        keys=(1, 2),
    )


def huang_example(_: TermTranslator) -> Example:
    return Example(
        "codes.huang",
        _("The opponent has one marker left. You pay a single, and this last marker goes too."),
        ExamplePosition(
            (MarkerStack(5, 1, 2), MarkerStack(7, 0)),
            (2, 5),
            (0, 3),
            supply=(4, 1),
            codes=("huang", None),
            preset="wits",
        ),
        RoundWonClaim(1, "markers"),
        ("discard",),
    )


def kriskaya_example(_: TermTranslator) -> Example:
    return Example(
        "codes.kriskaya",
        _("Your markers on 3 and 7 sum to 10. You play 0 and then 2, marking 4 and 2."),
        ExamplePosition(
            (MarkerStack(3, 0), MarkerStack(7, 0), MarkerStack(5, 1)),
            (1, 4),
            (0, 2, 5),
            codes=("kriskaya", None),
            preset="wits",
        ),
        RoundContinuesClaim(),
        ("play 0", "play 2 again", "pass"),
        keys=(3, 7),
    )


def grigorova_example(_: TermTranslator) -> Example:
    return Example(
        "codes.grigorova",
        _("The opponent laid Nasha Grigorova and holds 4 and 6. You may not ask."),
        ExamplePosition(
            (MarkerStack(4, 1), MarkerStack(6, 1), MarkerStack(5, 0)),
            (4, 1),
            (0, 3),
            captured=(1, 0),
            codes=(None, "grigorova"),
            preset="wits",
        ),
        ActionRefusedClaim("ask", "ASKING_IS_FORBIDDEN"),
        keys=(4, 6),
    )


def gorilla_example(_: TermTranslator) -> Example:
    return Example(
        "codes.gorilla",
        _("Your double is on 8. You complete 8-5-2 with a single on 2: 2 {points}, doubled to 4."),
        ExamplePosition(
            (MarkerStack(8, 0, double=True), MarkerStack(5, 0), MarkerStack(6, 1)),
            (4, 2),
            (0, 1),
            codes=("gorilla", None),
            preset="wits",
        ),
        RoundWonClaim(4, "line"),
        ("play 0",),
        lines=((2, 5, 8),),
    )


PowerPrice = Literal["marker", "captured", "point"]
"""What a power is paid with: a marker of the supply, a captured marker, or a staked point."""


@dataclass(frozen=True, slots=True)
class ButtonWords:
    """The texts on the button that uses a code's power.

    Attributes:
        effect: the effect of the power; {name} stands for the opponent.
        price: the price of using the power; None if it is free.
    """

    label: Callable[[Translate], str]
    effect: Callable[[Translate], str]
    price: PowerPrice | None = None


@dataclass(frozen=True, slots=True)
class CodeWords:
    """The texts about a code card, whose rules are in a ``game.code_powers.Power``.

    Attributes:
        name: the full name on the card.
        power: the effect in one or two lines, as the owner reads it.
        power_of_other: the effect as other players read it, with the owner's name.
        rulings: the rulings about the code; their keys begin with "codes.CODE".
        button: the button of a power that is used during a turn; None for other powers.
    """

    name: Callable[[Translate], str]
    power: Callable[[TermTranslator], str]
    power_of_other: Callable[[TermTranslator], str]
    rulings: Callable[[TermTranslator], tuple[Ruling, ...]]
    example: Callable[[TermTranslator], Example] | None = None
    button: ButtonWords | None = None


CODE_WORDS: dict[str, CodeWords] = {
    "slavic": CodeWords(
        lambda _: _("Evgeniy M. Slavic"),
        lambda _: _("A second marker on the {key} that holds your double wins 1 {point}."),
        lambda _: _("A second marker on the {key} that holds {name}'s double wins 1 {point}."),
        slavic_rulings,
        slavic_example,
    ),
    "baltic": CodeWords(
        lambda _: _("Alexey Baltic"),
        lambda _: _("Three captured markers in front of you at once win 1 {point}."),
        lambda _: _("Three captured markers in front of {name} at once win 1 {point}."),
        baltic_rulings,
        baltic_example,
    ),
    "god": CodeWords(
        lambda _: _("Andy God"),
        lambda _: _("Three of your markers on 1, 2, 8 and 9, repeats allowed, win 1 {point}."),
        lambda _: _("Three of {name}'s markers on 1, 2, 8 and 9, repeats allowed, win 1 {point}."),
        god_rulings,
        god_example,
    ),
    "huang": CodeWords(
        lambda _: _("Xiao Tina Huang"),
        lambda _: _("You get an 11th marker. Once, you pay a single and the opponent pays too."),
        lambda _: _("{name} has an 11th marker and may once make both players pay one."),
        huang_rulings,
        huang_example,
        button=ButtonWords(lambda _: _("Discard"), lambda _: _("{name} pays one"), "marker"),
    ),
    "popescu": CodeWords(
        lambda _: _("Nae Popescu"),
        lambda _: _("You may ask by paying a marker of your own supply."),
        lambda _: _("{name} may ask by paying a marker of their own supply."),
        popescu_rulings,
        button=ButtonWords(lambda _: _("Ask, own marker"), lambda _: _("{name}'s sum"), "marker"),
    ),
    "vaeck": CodeWords(
        lambda _: _("Coco van Vaeck"),
        lambda _: _("Pay a captured marker: take a random card of the opponent and give one back."),
        lambda _: _("{name} may pay a captured marker to swap a card unseen."),
        vaeck_rulings,
        button=ButtonWords(lambda _: _("Swap"), lambda _: _("a blind swap"), "captured"),
    ),
    "sun": CodeWords(
        lambda _: _("Jack Sun"),
        lambda _: _("Instead of drawing, put cards under the deck and draw as many from the top."),
        lambda _: _("Instead of drawing, {name} may put cards under the deck and draw as many."),
        sun_rulings,
        button=ButtonWords(lambda _: _("Under the deck"), lambda _: _("ends the turn")),
    ),
    "kriskaya": CodeWords(
        lambda _: _("Trojana Kriskaya"),
        lambda _: _("With two markers that sum to 10 as your turn starts, you may play twice."),
        lambda _: _("With two markers that sum to 10, {name} may play twice."),
        kriskaya_rulings,
        kriskaya_example,
        button=ButtonWords(lambda _: _("Second card"), lambda _: _("play two cards")),
    ),
    "grigorova": CodeWords(
        lambda _: _("Nasha Grigorova"),
        lambda _: _("While two of your markers sum to 10, the opponent may not ask."),
        lambda _: _("While two of {name}'s markers sum to 10, nobody may ask {name}."),
        grigorova_rulings,
        grigorova_example,
    ),
    "gorilla": CodeWords(
        lambda _: _("Dodo Gorilla"),
        lambda _: _("A win by 8-5-2 or 1-5-9 counts twice: 2, or 4 with the double."),
        lambda _: _("{name} wins double by 8-5-2 or 1-5-9: 2, or 4 with the double."),
        gorilla_rulings,
        gorilla_example,
    ),
    "doo": CodeWords(
        lambda _: _("Hai Doo"),
        lambda _: _(
            "Once, stake 1 {point}: the opponent gives up the round or stakes one as well."
        ),
        lambda _: _("{name} may once stake 1 {point}: fold, or stake one too."),
        doo_rulings,
        button=ButtonWords(lambda _: _("Stake"), lambda _: _("{name} answers"), "point"),
    ),
    "rukowski": CodeWords(
        lambda _: _("Joavista Rukowski"),
        lambda _: _("The opponent's code is cancelled."),
        lambda _: _("{name} cancels the opposing code."),
        rukowski_rulings,
    ),
}


def code_name(code: str, _: Translate) -> str:
    """Return the full name of a code."""
    return CODE_WORDS[code].name(_)


def code_card_text(
    code: str, _: Translate, rules: Rules = PRESETS["wits"], owner: str = ""
) -> CodeCardText:
    """Return the text of a code card, in the terms of ``rules``.

    Args:
        code: the key of the code.
        _: the translator into the reader's language.
        rules: the rules whose terms are used.
        owner: the name of the player who holds the code; "" if that is the reader.
    """
    say, words = term_translator(rules, _), CODE_WORDS[code]

    def sentence_about_owner(sentence: str, /, **fields: object) -> str:
        return say(sentence, name=owner, **fields)

    power = words.power_of_other(sentence_about_owner) if owner else words.power(say)
    return CodeCardText(words.name(_), power, words.rulings(say))


def code_cards_page(rules: Rules, _: TermTranslator, plain: Translate) -> RulebookPage:
    opening = Paragraph(
        _("Twelve codes exist, each of them once. Here is what they do, in alphabetical order.")
    )
    names = {code: code_name(code, plain) for code in CODES}
    entries = (
        block
        for code in sorted(CODES, key=lambda code: names[code].casefold())
        for block in _code_blocks(code, names[code], _)
    )
    return RulebookPage("codes", _("The twelve codes"), (opening, *entries), is_supplementary=True)


def _code_blocks(code: str, name: str, _: TermTranslator) -> Iterator[Block]:
    words = CODE_WORDS[code]
    yield Heading(name, code)
    yield Paragraph(words.power(_))
    yield from words.rulings(_)
    if words.example is not None:
        yield words.example(_)


def wits_page(rules: Rules, _: TermTranslator) -> RulebookPage:
    blocks: tuple[Block, ...] = (
        Paragraph(
            _(
                "Battle of Wits is the game for two with twelve codes. A code changes the rules "
                "for its owner in one round."
            )
        ),
        BulletList(
            (
                _("Win rounds to draw codes. Nobody else sees yours."),
                _("After the deal, each player lays one code face down, or none."),
                _("Both are revealed and hold for this round."),
                _("After the round they are gone, used or not."),
            )
        ),
        *_pile_rulings(_),
        *_code_laying_rulings(_),
        *_code_use_rulings(_),
    )
    return RulebookPage("wits", _("Battle of Wits"), blocks, is_supplementary=not rules.has_codes)


def _pile_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
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


def _code_laying_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
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


def _code_use_rulings(_: TermTranslator) -> tuple[Ruling, ...]:
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
                "Before you play or draw, before or after asking, and also when you were "
                "ordered to play. Asking and Coco van Vaeck's exchange exclude each other in a "
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
