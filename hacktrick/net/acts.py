"""Actions as all may read them: their texts with question marks for what stays hidden, the fields
of their frames, and whether they could be legal."""

from __future__ import annotations

from hacktrick.game.actions import (
    CODES,
    MOST_UNDER,
    Action,
    Draw,
    Lay,
    Play,
    Start,
    Swap,
    Under,
    parse,
)
from hacktrick.game.cards import Card, counts_of
from hacktrick.game.legal import legal_actions
from hacktrick.game.state import Observation, PublicState
from hacktrick.game.view import UNKNOWN_CARD, UNKNOWN_CODE
from hacktrick.net.faults import Refused

UNKNOWN_SWAP = "swap ?"
UNKNOWN_LAY = f"lay {UNKNOWN_CODE}"


def hidden_text(action: Action) -> str:
    """The action as all may read it: cards and codes that stay hidden are question marks."""
    if isinstance(action, Lay) and action.code is not None:
        return UNKNOWN_LAY
    if isinstance(action, Swap):
        return UNKNOWN_SWAP
    if isinstance(action, Under):
        return " ".join(["under", *("?" for _ in action.cards)])
    return str(action)


def read_hidden(text: str) -> Action:
    """Raises:
    NotationError: the text is no action.
    Refused: it says what has to stay hidden.
    """
    if text == UNKNOWN_LAY:
        return Lay(UNKNOWN_CODE)
    if text == UNKNOWN_SWAP:
        return Swap(UNKNOWN_CARD)
    verb, *words = text.split(" ")
    if verb == "under" and 0 < len(words) <= MOST_UNDER and set(words) == {"?"}:
        return Under((UNKNOWN_CARD,) * len(words))
    action = parse(text)
    if hidden_text(action) != text:
        raise Refused("BAD_SHAPE")
    return action


def fields_of(action: Action, shows: bool) -> set[str]:
    if isinstance(action, Draw):
        return {"a", "o"} if shows else {"a"}
    if isinstance(action, Lay) and action.code is None:
        return {"a"}
    return _FIELDS.get(type(action), {"a"})


_FIELDS: dict[type, set[str]] = {
    Play: set("aio"),
    Start: set("aio"),
    Lay: set("ah"),
    Under: set("adz"),
    Swap: set("aijcz"),
}


def check_possible(
    public: PublicState, n_held: int, action: Action, shown: tuple[Card, ...] | None
) -> None:
    """That the seat to act, who holds ``n_held`` cards, could do ``action``.

    Args:
        shown: his hand, if he had to show it; else he may hold anything.

    Raises:
        Refused: ``ILLEGAL_ACTION``.
    """
    values = public.rules.values
    hand = (1,) * values if shown is None else counts_of(shown, values)
    legal = legal_actions(Observation(public.seat, public, hand, CODES))
    if isinstance(action, (Swap, Under)) or action == Lay(UNKNOWN_CODE):
        possible = any(type(other) is type(action) for other in legal)
    else:
        possible = action in legal
    n_cards = len(action.cards) if isinstance(action, Under) else 0
    if not possible or n_cards > n_held:
        raise Refused("ILLEGAL_ACTION")
