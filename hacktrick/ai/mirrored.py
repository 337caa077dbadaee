"""Views in the mirror of the game: card c as 5-c, key k as 10-k.

Whoever looks at a sample of worlds, or breaks ties in some order, thinks in one of the two forms,
chosen by what the view holds, and so plays mirrored rounds in mirrored ways.
"""

from __future__ import annotations

from dataclasses import replace

from hacktrick.ai.agent import Decision
from hacktrick.ai.pbs.mirror import turned_action
from hacktrick.game.cards import Card
from hacktrick.game.state import PublicState
from hacktrick.game.view import View, follow

WITH_A_CARD = ("start", "play", "draw")


def is_turned(view: View) -> bool:
    """Whether a view is thought about in its mirrored form. Codes name keys: never with them."""
    if view.rules.codes:
        return False
    top = view.rules.values - 1
    balance = 2 * sum(view.aside) - len(view.aside) * top
    if balance:
        return balance > 0
    laid = [int(text.split(" ")[1]) for text in view.actions if text.startswith("start ")]
    if laid:
        return 2 * laid[0] > top
    return sorted(view.hand) > sorted(top - card for card in view.hand)


def turned(view: View) -> View:
    """The mirrored view, for rules without codes.

    Raises:
        ValueError: the view contradicts itself.
    """
    top = view.rules.values - 1
    _, steps = follow(view)

    def cards(old: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(top - card for card in old)

    def said(number: int, seat: int, total: int) -> tuple[int, int, int]:
        if number >= len(steps):
            raise ValueError(f"action {number}: there is no such action")
        return number, seat, top * steps[number].after.hand_sizes[seat] - total

    return replace(
        view,
        hand=cards(view.hand),
        aside=cards(view.aside),
        actions=tuple(_turned_text(text, top) for text in view.actions),
        said=tuple(said(*entry) for entry in view.said),
        shown=tuple((n, seat, tuple(sorted(cards(shown)))) for n, seat, shown in view.shown),
    )


def _turned_text(text: str, top: int) -> str:
    verb, *words = text.split(" ")
    if verb in WITH_A_CARD and words and words[0].isdigit():
        words[0] = str(top - int(words[0]))
    return " ".join([verb, *words])


def turned_decision(decision: Decision, public: PublicState) -> Decision:
    """The decision of a mirrored view for the view itself."""
    return replace(
        decision,
        action=turned_action(decision.action, public),
        values=tuple((turned_action(act, public), value) for act, value in decision.values),
        mixed=tuple((turned_action(act, public), share) for act, share in decision.mixed),
    )
