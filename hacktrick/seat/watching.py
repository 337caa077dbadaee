"""What a computer player foresaw when it decided: told only where nobody sits at the table who
could gain by it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hacktrick.game.actions import Action, Play

if TYPE_CHECKING:
    from hacktrick.game.cards import Card
    from hacktrick.game.rules import Seat
    from hacktrick.game.state import PublicState
    from hacktrick.play.thinker import Answer

MOST = 3  # ways that are told


@dataclass(frozen=True, slots=True)
class Thought:
    """A decision as it was made.

    Attributes:
        turn: its number, from 1.
        last: the last card of the row then.
        value: the points of the round that the player expects for its side; None where it does not
            look ahead.
        ways: the actions that it weighed, the likeliest first, each with its share of one; a card
            is one way, whichever marker goes with it.
    """

    seat: Seat
    turn: int
    last: Card
    action: Action
    value: float | None
    ways: tuple[tuple[Action, float], ...]


def thought_of(public: PublicState, answer: Answer) -> Thought:
    """What is told of a decision that was made in a turn."""
    decision = answer.decision
    shares: dict[Action, float] = {}
    for action, share in decision.policy:
        plain = _plain(action)
        shares[plain] = shares.get(plain, 0.0) + share
    ways = sorted(shares.items(), key=lambda way: -way[1])[:MOST]
    value = decision.value if decision.values or decision.mixed else None
    turn, last = public.turn + 1, public.row[-1]
    return Thought(public.seat, turn, last, _plain(decision.action), value, tuple(ways))


def _plain(action: Action) -> Action:
    """A card, whichever marker goes with it."""
    return replace(action, double=False) if isinstance(action, Play) else action
