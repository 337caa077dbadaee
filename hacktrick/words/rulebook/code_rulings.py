"""The rulings on each of the twelve codes. Every answer names its code, for the search."""

from __future__ import annotations

from hacktrick.words.rulebook.model import Ruling
from hacktrick.words.terms import Say


def slavic(_: Say) -> tuple[Ruling, ...]:
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


def baltic(_: Say) -> tuple[Ruling, ...]:
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


def god(_: Say) -> tuple[Ruling, ...]:
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


def huang(_: Say) -> tuple[Ruling, ...]:
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


def popescu(_: Say) -> tuple[Ruling, ...]:
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


def vaeck(_: Say) -> tuple[Ruling, ...]:
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


def sun(_: Say) -> tuple[Ruling, ...]:
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
                "Only when you could draw instead: with fewer than 4 cards and not commanded. It "
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


def kriskaya(_: Say) -> tuple[Ruling, ...]:
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
                "Each is resolved fully: it must differ from the card before it, places a marker, "
                "captures, and may win. There is one command, after the last card."
            ),
        ),
        Ruling(
            "codes.kriskaya.play",
            _("Trojana Kriskaya: must I play twice when commanded to play?"),
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


def grigorova(_: Say) -> tuple[Ruling, ...]:
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


def gorilla(_: Say) -> tuple[Ruling, ...]:
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


def doo(_: Say) -> tuple[Ruling, ...]:
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


def rukowski(_: Say) -> tuple[Ruling, ...]:
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
