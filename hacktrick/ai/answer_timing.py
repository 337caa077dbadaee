"""When a computer player answers and how much it may think, so that its time reveals nothing.

An immediate draw would tell that no card could be played. A whole turn therefore takes one slot of
time, which depends only on level and edition. An answer that is late waits for the next slot.
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


PATIENT_WORK_FACTOR = 4.0  # so many times the usual work is done by a player who takes its time


def work_budget_of(level: int, share: float, patient: bool = False) -> Budget | None:
    """The budget of a level on a machine that takes ``share`` of the usual work; None: its own.

    Args:
        patient: the player takes its time.
    """
    from hacktrick.ai.levels.catalogue import (
        LEVELS,  # the players themselves, which a window needs later
    )

    share *= PATIENT_WORK_FACTOR if patient else 1
    return LEVELS[nearest_level(level)].budget.scaled(share) if share != 1 else None


def can_be_patient(level: int) -> bool:
    """Whether more time would make anything of it: the strongest level alone."""
    return nearest_level(level) == LEVEL_NUMBERS[-1]


_SECONDS = (0.1, 0.1, 0.15, 0.15, 0.3, 0.4, 0.3, 0.4, 0.6, 1.2)
SLOT_SECONDS: dict[int, float] = dict(enumerate(_SECONDS, start=1))
"""Seconds, by level: at least twice the longest turn that was measured."""

OTHER_RULES_FACTOR = (
    1.5  # so many times as long where there is more to think about, or no solver thinks
)


PATIENT_SLOT_SECONDS = 10.0
"""Seconds for a player who takes its time: all of them, whatever it thinks about."""


def slot_length(level: int, rules: Rules, patient: bool = False) -> float:
    """The seconds that a turn of ``level`` takes under these rules."""
    if patient:
        return PATIENT_SLOT_SECONDS
    return SLOT_SECONDS[nearest_level(level)] * (1 if rules.is_plain else OTHER_RULES_FACTOR)


@dataclass(frozen=True, slots=True)
class AnswerSlots:
    """Time divided into slots of ``length`` seconds, from the moment of the question."""

    length: float

    def end(self, ready: float) -> float:
        """When an answer is given that is ready ``ready`` seconds after the question: at the end
        of the slot in which it is ready.

        >>> AnswerSlots(0.5).end(0.001), AnswerSlots(0.5).end(0.4), AnswerSlots(0.5).end(0.7)
        (0.5, 0.5, 1.0)
        """
        return self.length * max(1, ceil(ready / self.length))


def continued_view(view: View, action: Action) -> View | None:
    """The view of the seat after its own ``action``, if its turn goes on with nothing new to know.

    That is so after a card, whose word can be thought about before the card is seen; not after a
    question or a draw, which bring something to light, nor once the turn or the round is over.
    """
    if action.verb != "play":
        return None
    after = replace(view, actions=(*view.actions, str(action)))
    _, steps = replay_view(after)
    return after if steps[-1].after.seat == view.seat else None


def turn_decisions(
    view: View, choose: Callable[[View], Decision]
) -> Iterator[tuple[View, Decision]]:
    """The decisions of a turn, each with the view that it was made from, as far as
    ``continued_view`` goes."""
    now: View | None = view
    while now is not None:
        decision = choose(now)
        yield now, decision
        now = continued_view(now, decision.action)
