"""A computer player's turn: asked for as a whole, shown at the end of its time slot.

Its duration depends on level, edition and pace alone (``ai.answer_timing``), and the command comes
with the card, so time reveals nothing. What it expected is shown only where nobody could gain by
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from hacktrick.ai.answer_timing import AnswerSlots, continued_view, slot_length, work_budget_of
from hacktrick.game.actions import Action

if TYPE_CHECKING:
    from hacktrick.coach.thinking_client import DecisionAnswer, Thinker
    from hacktrick.game.cards import Card
    from hacktrick.game.rules import Seat
    from hacktrick.game.state import PublicState
    from hacktrick.game.view import View


MOST_ALTERNATIVES = 3  # ways that are told


@dataclass(frozen=True, slots=True)
class DecisionForecast:
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


def decision_forecast(public: PublicState, answer: DecisionAnswer) -> DecisionForecast:
    """What is told of a decision that was made in a turn."""
    decision = answer.decision
    shares: dict[Action, float] = {}
    for action, share in decision.policy:
        plain = _plain(action)
        shares[plain] = shares.get(plain, 0.0) + share
    ways = sorted(shares.items(), key=lambda way: -way[1])[:MOST_ALTERNATIVES]
    value = decision.value if decision.values or decision.mixed_policy else None
    turn, last = public.turn + 1, public.row[-1]
    return DecisionForecast(public.seat, turn, last, _plain(decision.action), value, tuple(ways))


def _plain(action: Action) -> Action:
    """A card, whichever marker goes with it."""
    return replace(action, double=False) if action.verb == "play" else action


PAUSES: dict[str, float] = {"instant": 0.0, "quick": 0.35, "normal": 0.7, "slow": 1.4}
"""Seconds that a turn of the computer takes at least, by the setting ``pace``."""


class ComputerTurn:
    """Asks a thinker for turns, one after the other.

    Args:
        rng: the dice for the seeds of the decisions.
        share: of the usual work, on a slow machine less than 1.
    """

    # Of a turn: set as it begins, and not asked for before.
    _level: int
    _patient: bool
    _slot: float
    _waited: float
    _hurried: bool
    _seeds: Iterator[int | None]  # of its decisions

    def __init__(self, thinker: Thinker, rng: Random, share: float) -> None:
        self._thinker, self._rng, self._share = thinker, rng, share
        self._view: View | None = None  # what is being thought about
        self._ready: float | None = None  # when the turn was decided, as far as it can be
        self._decided: list[DecisionAnswer] = []

    @property
    def goes_on(self) -> bool:
        """Whether more of the turn is decided and not yet done."""
        return bool(self._decided)

    def begin(self, level: int, view: View, seed_of: Callable[[int], int | None]) -> None:
        """The turn of ``level`` begins, or what is left of it after something new was seen.

        Args:
            seed_of: the seed of the decision so many actions further on; None: from the dice.
        """
        self._patient = view.seats[view.seat].patient
        self._level, self._waited = level, 0.0
        self._slot = slot_length(level, view.rules, self._patient)
        self._hurried, self._ready, self._decided = False, None, []
        self._seeds = map(seed_of, count())
        self._ask(view)

    def update(self, dt: float) -> None:
        """``dt`` seconds have passed."""
        self._waited += dt
        while self._view is not None and (answer := self._thinker.poll()) is not None:
            self._decided.append(answer)
            after = continued_view(self._view, answer.action)
            if after is None:
                self._view, self._ready = None, self._waited
            else:
                self._ask(after)

    def take(self, pace: str) -> DecisionAnswer | None:
        """The next decision of the turn, once its slot is over."""
        if self._ready is None or not self._decided:
            return None
        length = self._slot if self._hurried else max(self._slot, PAUSES[pace])
        if self._waited < AnswerSlots(length).end(self._ready):
            return None
        return self._decided.pop(0)

    def hurry(self) -> None:
        """No longer than the slot: what the pace adds to it is left out."""
        self._hurried = True

    def forget(self) -> None:
        """The turn is of no interest any more."""
        self._thinker.forget_question()
        self._view, self._ready, self._decided = None, None, []

    def _ask(self, view: View) -> None:
        self._view = view
        seed = next(self._seeds)
        seed = self._rng.getrandbits(32) if seed is None else seed
        budget = work_budget_of(self._level, self._share, self._patient)
        self._thinker.ask(self._level, view, seed=seed, budget=budget)
