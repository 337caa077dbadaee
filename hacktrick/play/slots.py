"""When a computer player's answer is given: at the end of a slot, whatever the answer is.

A draw that came at once would tell that there was nothing to play (RULES section 6), a pass after
a moment that a command was weighed. So a turn, the card and the word together, takes one slot of
time, which depends on the level and the edition alone; who is late takes the next one as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING

from hacktrick.ai.grades import nearest
from hacktrick.game.actions import Action, Play
from hacktrick.game.view import View, follow

if TYPE_CHECKING:
    from hacktrick.ai.agent import Decision
    from hacktrick.game.rules import Rules

_SECONDS = (0.1, 0.1, 0.15, 0.15, 0.3, 0.4, 0.3, 0.4, 0.6, 1.2)
SLOTS: dict[int, float] = dict(enumerate(_SECONDS, start=1))
"""Seconds, by level: at least twice the longest turn that was measured."""

ELSEWHERE = 1.5  # so many times as long where there is more to think about, or no solver thinks


PATIENT = 10.0
"""Seconds for a player who takes its time: all of them, whatever it thinks about."""


def slot_of(level: int, rules: Rules, patient: bool = False) -> float:
    """The seconds that a turn of ``level`` takes under these rules."""
    if patient:
        return PATIENT
    return SLOTS[nearest(level)] * (1 if rules.is_plain else ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Slots:
    """Time divided into slots of ``length`` seconds, from the moment of the question."""

    length: float

    def end(self, ready: float) -> float:
        """When an answer is given that is ready ``ready`` seconds after the question: at the end
        of the slot in which it is ready.

        >>> Slots(0.5).end(0.001), Slots(0.5).end(0.4), Slots(0.5).end(0.7)
        (0.5, 0.5, 1.0)
        """
        return self.length * max(1, ceil(ready / self.length))


def continued(view: View, action: Action) -> View | None:
    """The view of the seat after its own ``action``, if its turn goes on with nothing new to know.

    That is so after a card, whose word can be thought about before the card is seen; not after a
    question or a draw, which bring something to light, nor once the turn or the round is over.
    """
    if not isinstance(action, Play):
        return None
    after = replace(view, actions=(*view.actions, str(action)))
    _, steps = follow(after)
    return after if steps[-1].after.seat == view.seat else None


def whole_turn(view: View, choose: Callable[[View], Decision]) -> Iterator[tuple[View, Decision]]:
    """The decisions of a turn, each with the view that it was made from, as far as ``continued``
    goes."""
    now: View | None = view
    while now is not None:
        decision = choose(now)
        yield now, decision
        now = continued(now, decision.action)
