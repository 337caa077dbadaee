"""When a computer player answers and how much it may think, so that its time reveals nothing.

An instant draw would reveal that no card could be played. A whole turn therefore takes one time
slot, whose length depends only on level and edition. An answer that misses its slot waits for the
end of the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING

from hacktrick.game.actions import Action
from hacktrick.game.view import View, replay_view
from hacktrick.match.players import LEVEL_NUMBERS, nearest_level

if TYPE_CHECKING:
    from hacktrick.ai.agent import Budget, Decision
    from hacktrick.game.rules import Rules


PATIENT_WORK_FACTOR = 4.0  # a patient player does this many times the usual work


def work_budget_of(level: int, share: float, patient: bool = False) -> Budget | None:
    """Return the budget of a level for ``share`` of the usual work; None for the level's own
    budget.

    Args:
        patient: whether the player takes more time and does more work.
    """
    from hacktrick.ai.levels.catalogue import LEVELS  # the window must not load the players

    share *= PATIENT_WORK_FACTOR if patient else 1
    return LEVELS[nearest_level(level)].budget.scaled(share) if share != 1 else None


def can_be_patient(level: int) -> bool:
    """Whether the level plays better with more time; only the strongest does."""
    return nearest_level(level) == LEVEL_NUMBERS[-1]


_SECONDS = (0.1, 0.1, 0.15, 0.15, 0.3, 0.4, 0.3, 0.4, 0.6, 1.2)
SLOT_SECONDS: dict[int, float] = dict(enumerate(_SECONDS, start=1))
"""The slot of each level in seconds: at least twice the longest turn measured."""

OTHER_RULES_FACTOR = 1.5  # the slot is longer by this factor under rules that need more thought

PATIENT_SLOT_SECONDS = 10.0  # the fixed slot of a patient player


def slot_length(level: int, rules: Rules, patient: bool = False) -> float:
    """Return the seconds that a turn of ``level`` takes under these rules."""
    if patient:
        return PATIENT_SLOT_SECONDS
    return SLOT_SECONDS[nearest_level(level)] * (1 if rules.is_plain else OTHER_RULES_FACTOR)


@dataclass(frozen=True, slots=True)
class AnswerSlots:
    """Time since the question, divided into slots of ``length`` seconds."""

    length: float

    def end(self, ready: float) -> float:
        """Return when to give an answer that is ready ``ready`` seconds after the question.

        That is the end of the slot in which it is ready.

        >>> AnswerSlots(0.5).end(0.001), AnswerSlots(0.5).end(0.4), AnswerSlots(0.5).end(0.7)
        (0.5, 0.5, 1.0)
        """
        return self.length * max(1, ceil(ready / self.length))


def continued_view(view: View, action: Action) -> View | None:
    """Return the view after the seat's own ``action`` if its turn continues without new
    information.

    That is so after a card, since the command can be decided before the card is shown. Otherwise
    the result is None: a question or a draw brings new information, or the turn or round is over.
    """
    if action.verb != "play":
        return None
    after = replace(view, actions=(*view.actions, str(action)))
    _, steps = replay_view(after)
    return after if steps[-1].after.seat == view.seat else None


def turn_decisions(
    view: View, choose: Callable[[View], Decision]
) -> Iterator[tuple[View, Decision]]:
    """Yield the decisions of a turn, each with the view it was made from, as far as
    ``continued_view`` reaches."""
    now: View | None = view
    while now is not None:
        decision = choose(now)
        yield now, decision
        now = continued_view(now, decision.action)
