"""The questions that a turn can ask: whom, which card, which code, call or fold; and the powers.

Words and choices; what an answer does is handed in. Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from hacktrick.game.actions import CALL, FOLD, Action, Lay, Swap, Under
from hacktrick.game.cards import Card, cards_of
from hacktrick.game.rules import Side
from hacktrick.game.state import Observation, PublicState
from hacktrick.seat.offers import Control, Offer
from hacktrick.ui.table.question import Answer, Question
from hacktrick.words.frame import Frame
from hacktrick.words.prompts import captured_price, reason
from hacktrick.words.rulebook.codes import code_card
from hacktrick.words.translator import _, ngettext
from hacktrick.words.wording import Wording

Do = Callable[[Action], None]
Ask_ = Callable[[Wording, Observation, Sequence[Offer], Do], Question]
"""A question: in whose words, to whom, its answers as offers, what an answer does."""


def question_of(public: PublicState, control: Control) -> Ask_:
    """The question behind a control with several answers."""
    if control == "power":
        return OF_POWERS[public.codes[public.side] or ""]()
    if control == "ask":
        return whom_to_ask
    return code_to_lay if public.phase == "codes" else stake_to_answer


def whom_to_ask(wording: Wording, seen: Observation, offers: Sequence[Offer], do: Do) -> Question:
    """Three or four players: the opponents one by one."""
    answers: list[Answer] = []
    opponents = seen.public.seating.opponents_of(seen.seat)
    for seat, offer in zip(opponents, offers, strict=True):
        size = seen.public.hand_sizes[seat]
        detail = ngettext("{n} card in hand", "{n} cards in hand", size).format(n=size)
        answers.append(
            Answer(
                wording.name(seat),
                partial(do, *offer.actions),
                detail,
                captured_price(),
                key=len(answers) + 1,
                primary=not answers,
                reason=None if offer.refusal is None else reason(wording, offer.refusal),
            )
        )
    return Question(_("Who is to announce the sum?"), "", tuple(answers))


def code_to_lay(wording: Wording, seen: Observation, offers: Sequence[Offer], do: Do) -> Question:
    """Battle of Wits: one of the codes held, or none."""
    answers = [
        Answer(
            wording.code(code),
            partial(do, Lay(code)),
            code_card(code, _, wording.rules).power,
            code=code,
            key=n + 1,
        )
        for n, code in enumerate(seen.held)
    ]
    none = Answer(_("No code"), partial(do, Lay(None)), key=len(answers) + 1, primary=True)
    text = _("It lies face down until both have chosen, and is gone after this round.")
    return Question(_("Lay a code for this round?"), text, (*answers, none))


def stake_to_answer(
    wording: Wording, seen: Observation, offers: Sequence[Offer], do: Do
) -> Question:
    """Hai Doo: the other player has staked a point."""
    (opponent,) = seen.public.seating.opponents_of(seen.seat)
    name = wording.name(opponent)
    call = Answer(
        _("Call"),
        partial(do, CALL),
        _("A point of one's own is staked too; the winner of the round takes both."),
        wording.price_points(1),
        key=1,
        primary=True,
    )
    fold = Answer(
        _("Fold"),
        partial(do, FOLD),
        _("{name} wins the round and takes the stake back.").format(name=name),
        key=2,
    )
    return Question(_("{name} stakes a point").format(name=name), "", (call, fold))


def card_to_swap(wording: Wording, seen: Observation, offers: Sequence[Offer], do: Do) -> Question:
    """Coco van Vaeck: the card to give for one taken blindly."""
    (opponent,) = seen.public.seating.opponents_of(seen.seat)
    swaps = [action for offer in offers for action in offer.actions if isinstance(action, Swap)]
    answers = tuple(
        Answer(
            _("Give the {card}").format(card=swap.card),
            partial(do, swap),
            price=captured_price(),
            card=swap.card,
            key=swap.card,
        )
        for swap in swaps
    )
    text = _("A card is taken blindly from {name}, who gets this one.").format(
        name=wording.name(opponent)
    )
    return Question(_("Which card goes away?"), text, answers)


class CardsToBury:
    """Jack Sun: cards in the order in which they go under the deck. It remembers what is picked,
    as places in the sorted hand, from one answer to the next."""

    def __init__(self) -> None:
        self._picked: list[int] = []

    def __call__(
        self, wording: Wording, seen: Observation, offers: Sequence[Offer], do: Do
    ) -> Question:
        cards = cards_of(seen.hand)
        answers = tuple(self._card(n, card) for n, card in enumerate(cards))
        chosen = Under(tuple(cards[n] for n in self._picked))
        text = _("The first goes under the deck first, the last lies at the very bottom.")
        n = len(self._picked)
        label = ngettext(
            "Put {n} card under the deck, draw {n}", "Put {n} cards under the deck, draw {n}", n
        ).format(n=n)
        offered = any(offer.actions == (chosen,) for offer in offers)
        why = None if offered else _("Choose at least one card.")
        done = Answer(label, partial(do, chosen), _("This ends the turn."), reason=why)
        return Question(_("Which cards go under the deck?"), text, (*answers, done))

    def _card(self, n: int, card: Card) -> Answer:
        order = self._picked.index(n) + 1 if n in self._picked else 0
        label = _("Number {n}").format(n=order) if order else _("Stays in the hand")
        return Answer(label, partial(self._toggle, n), card=card, primary=bool(order))

    def _toggle(self, n: int) -> None:
        if n in self._picked:
            self._picked.remove(n)
        else:
            self._picked.append(n)


OF_POWERS: dict[str, Callable[[], Ask_]] = {
    "vaeck": lambda: card_to_swap,
    "sun": CardsToBury,
}
"""For the codes whose uses the player chooses among; see ``game.powers.Power.chooses``."""


def codes_to_read(frame: Frame) -> Question:
    """All codes that matter: those in force for all to see, the own ones in private."""
    wording, public = frame.wording, frame.public
    answers = []
    for side in (0, 1):
        code = public.codes[side]
        if code:
            name = wording.side_name(public, side)
            label = _("{name}: {code}").format(name=name, code=wording.code(code))
            power = code_card(code, _, wording.rules).power
            answers.append(Answer(label, detail=power, code=code))
    seen = frame.seen
    for code in seen.held if seen is not None else ():
        label = _("In hand: {code}").format(code=wording.code(code))
        power = code_card(code, _, wording.rules).power
        answers.append(Answer(label, detail=power, code=code))
    text = "" if answers else _("No code is in force, and none is held.")
    return Question(_("Codes"), text, tuple(answers))


def code_text(wording: Wording, public_codes: Sequence[str | None], side: Side) -> str:
    """Name and power of the code in force for a side; empty without one."""
    code = public_codes[side]
    if not code:
        return ""
    card = code_card(code, _, wording.rules)
    return _("{code}: {power}").format(code=card.name, power=card.power)
