"""Time slots of fixed length for the answers of computer players, which hide the thinking time.

An instant draw, for example, would reveal that no card could be played. A slot covers a whole turn;
its length depends only on level and edition. An answer that misses the end of its slot waits for
the end of the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING

from hacktrick.game.actions import Action
from hacktrick.game.view import View, replay_view
from hacktrick.match.player_kinds import LEVEL_NUMBERS, nearest_level

if TYPE_CHECKING:
    from hacktrick.ai.agent import Budget, Decision
    from hacktrick.game.editions import Rules


PATIENT_WORK_FACTOR = 4.0  # multiple of the usual work that a patient player does


def work_budget_of(level: int, share: float, patient: bool = False) -> Budget | None:
    """Return a level's budget for ``share`` of the usual work; None if its own budget applies.

    Args:
        patient: whether the player takes more time and does more work.
    """
    # Imported here because it loads all computer players.
    from hacktrick.ai.levels.catalogue import LEVELS

    share *= PATIENT_WORK_FACTOR if patient else 1
    return LEVELS[nearest_level(level)].budget.with_scaled_work(share) if share != 1 else None


def benefits_from_more_time(level: int) -> bool:
    """Return whether the level plays better with more time, which only the strongest one does."""
    return nearest_level(level) == LEVEL_NUMBERS[-1]


_SECONDS = (0.1, 0.1, 0.15, 0.15, 0.3, 0.4, 0.3, 0.4, 0.6, 1.2)
SLOT_SECONDS: dict[int, float] = dict(enumerate(_SECONDS, start=1))
"""The length of each level's slot in seconds: at least twice the longest turn measured."""

OTHER_RULES_FACTOR = 1.5  # factor that lengthens time slots under all rules except the plain ones

PATIENT_SLOT_SECONDS = 10.0  # length in seconds of a patient player's time slot


def slot_seconds(level: int, rules: Rules, patient: bool = False) -> float:
    """Return the length in seconds of a time slot, which covers a whole turn.

    Args:
        level: the level of the player.
        rules: the rules of the match.
        patient: whether the player takes more time and does more work.
    """
    if patient:
        return PATIENT_SLOT_SECONDS
    return SLOT_SECONDS[nearest_level(level)] * (1 if rules.is_standard else OTHER_RULES_FACTOR)


@dataclass(frozen=True, slots=True)
class TimeSlots:
    """The time since a request, divided into slots of ``length`` seconds."""

    length: float

    def end_of_slot(self, ready: float) -> float:
        """Return the end of the slot in which an answer is ready, in seconds after the request.

        >>> [TimeSlots(0.5).end_of_slot(ready) for ready in (0.001, 0.4, 0.7)]
        [0.5, 0.5, 1.0]
        """
        return self.length * max(1, ceil(ready / self.length))


def next_view_in_turn(view: View, action: Action) -> View | None:
    """Return the view after ``action``; None if the turn ends or brings new information.

    A turn goes on after a card: its command can be decided before the card is shown. An ask or a
    draw brings new information.
    """
    if action.verb != "play":
        return None
    after = replace(view, actions=(*view.actions, str(action)))
    _, steps = replay_view(after)
    return after if steps[-1].after.seat == view.seat else None


def decisions_until_new_information(
    view: View, choose: Callable[[View], Decision]
) -> Iterator[tuple[View, Decision]]:
    """Yield the decisions of a turn with their views.

    Stop when the turn ends or brings new information.

    Args:
        view: the view at the start of the turn.
        choose: makes a decision from a view.
    """
    now: View | None = view
    while now is not None:
        decision = choose(now)
        yield now, decision
        now = next_view_in_turn(now, decision.action)
