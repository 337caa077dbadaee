"""The questions that a turn can ask: whom, which card, which code, call or fold; and the powers.

Words and choices; what an answer does is handed in. Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hacktrick.game.actions import (
    ASK_OWN,
    CALL,
    DISCARD,
    FOLD,
    STAKE,
    Action,
    Ask,
    Lay,
    Swap,
    Under,
)
from hacktrick.game.cards import Card, cards_of
from hacktrick.game.rules import Side
from hacktrick.game.state import Observation
from hacktrick.seat.turn import Refusal
from hacktrick.ui.table.question import Answer, Question
from hacktrick.words.frame import Frame
from hacktrick.words.prompts import captured_price, reason
from hacktrick.words.rulebook import code_card
from hacktrick.words.translator import _, ngettext
from hacktrick.words.wording import Wording

Do = Callable[[Action], None]

WITH_BUTTON = ("popescu", "vaeck", "huang", "doo", "sun", "kriskaya")


def whom_to_ask(
    wording: Wording, seen: Observation, refusal: dict[int, Refusal | None], do: Do
) -> Question:
    """Three or four players: the opponents one by one."""
    answers: list[Answer] = []
    for seat in seen.public.seating.opponents_of(seen.seat):
        size = seen.public.hand_sizes[seat]
        detail = ngettext("{n} card in hand", "{n} cards in hand", size).format(n=size)
        why = refusal[seat]
        answers.append(
            Answer(
                wording.name(seat),
                lambda seat=seat: do(Ask(seat)),  # type: ignore[misc]
                detail,
                captured_price(),
                key=len(answers) + 1,
                primary=not answers,
                reason=None if why is None else reason(wording, why),
            )
        )
    return Question(_("Who is to announce the sum?"), "", tuple(answers))


def code_to_lay(wording: Wording, held: Sequence[str], do: Do) -> Question:
    """Battle of Wits: one of the codes held, or none."""
    answers = [
        Answer(
            wording.code(code),
            lambda code=code: do(Lay(code)),  # type: ignore[misc]
            code_card(code, _, wording.rules).power,
            key=n + 1,
        )
        for n, code in enumerate(held)
    ]
    none = Answer(_("No code"), lambda: do(Lay(None)), key=len(answers) + 1, primary=True)
    text = _("It lies face down until both have chosen, and is gone after this round.")
    return Question(_("Lay a code for this round?"), text, (*answers, none))


def stake_to_answer(wording: Wording, seen: Observation, do: Do) -> Question:
    """Hai Doo: the other player has staked a point."""
    (opponent,) = seen.public.seating.opponents_of(seen.seat)
    name = wording.name(opponent)
    call = Answer(
        _("Call"),
        lambda: do(CALL),
        _("A point of one's own is staked too; the winner of the round takes both."),
        wording.price_points(1),
        key=1,
        primary=True,
    )
    fold = Answer(
        _("Fold"),
        lambda: do(FOLD),
        _("{name} wins the round and takes the stake back.").format(name=name),
        key=2,
    )
    return Question(_("{name} stakes a point").format(name=name), "", (call, fold))


def card_to_swap(wording: Wording, seen: Observation, do: Do) -> Question:
    """Coco van Vaeck: the card to give for one taken blindly."""
    cards = [card for card, n in enumerate(seen.hand) if n]
    (opponent,) = seen.public.seating.opponents_of(seen.seat)
    answers = tuple(
        Answer(
            _("Give the {card}").format(card=card),
            lambda card=card: do(Swap(card)),  # type: ignore[misc]
            price=captured_price(),
            card=card,
            key=card,
        )
        for card in cards
    )
    text = _("A card is taken blindly from {name}, who gets this one.").format(
        name=wording.name(opponent)
    )
    return Question(_("Which card goes away?"), text, answers)


def cards_to_bury(wording: Wording, seen: Observation, picked: list[int], do: Do) -> Question:
    """Jack Sun: cards in the order in which they go under the deck. ``picked`` holds places in
    the sorted hand and is changed by the answers."""
    cards = cards_of(seen.hand)
    answers = []
    for n, card in enumerate(cards):
        order = picked.index(n) + 1 if n in picked else 0
        label = _("Number {n}").format(n=order) if order else _("Stays in the hand")
        answers.append(
            Answer(
                label,
                lambda n=n: _toggle(picked, n),  # type: ignore[misc]
                card=card,
                primary=bool(order),
            )
        )
    chosen = tuple(cards[n] for n in picked)
    text = _("The first goes under the deck first, the last lies at the very bottom.")
    label = ngettext(
        "Put {n} card under the deck, draw {n}",
        "Put {n} cards under the deck, draw {n}",
        len(chosen),
    ).format(n=len(chosen))
    why = None if chosen else _("Choose at least one card.")
    done = Answer(label, lambda: do(Under(chosen)), _("This ends the turn."), reason=why)
    return Question(_("Which cards go under the deck?"), text, (*answers, done))


def _toggle(picked: list[int], n: int) -> None:
    if n in picked:
        picked.remove(n)
    else:
        picked.append(n)


def codes_to_read(frame: Frame) -> Question:
    """All codes that matter: those in force for all to see, the own ones in private."""
    wording, public = frame.wording, frame.public
    answers = []
    for side in (0, 1):
        code = public.codes[side]
        if code:
            name = wording.side_name(public, side)
            label = _("{name}: {code}").format(name=name, code=wording.code(code))
            answers.append(Answer(label, detail=code_card(code, _, wording.rules).power))
    seen = frame.seen
    for code in seen.held if seen is not None else ():
        label = _("In hand: {code}").format(code=wording.code(code))
        answers.append(Answer(label, detail=code_card(code, _, wording.rules).power))
    text = "" if answers else _("No code is in force, and none is held.")
    return Question(_("Codes"), text, tuple(answers))


def code_text(wording: Wording, public_codes: Sequence[str | None], side: Side) -> str:
    """Name and power of the code in force for a side; empty without one."""
    code = public_codes[side]
    if not code:
        return ""
    card = code_card(code, _, wording.rules)
    return _("{code}: {power}").format(code=card.name, power=card.power)


def power_action(code: str, seen: Observation) -> Action | None:
    """An action to test whether the power of a code may be used now; None where it is used
    otherwise."""
    cards = cards_of(seen.hand)
    card: Card = cards[0] if cards else 0
    actions: dict[str, Action] = {
        "popescu": ASK_OWN,
        "vaeck": Swap(card),
        "huang": DISCARD,
        "doo": STAKE,
        "sun": Under((card,)),
    }
    return actions.get(code)
