"""A computer player's turn, decided as a whole and shown at the end of its time slot.

The slot depends only on level, edition and pace (``ai.answer_time_slots``), and the command is
decided together with the card. So the duration of a turn reveals nothing about hidden cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from hacktrick.ai.answer_time_slots import (
    TimeSlots,
    next_view_in_turn,
    slot_seconds,
    work_budget_of,
)
from hacktrick.game.actions import Action
from hacktrick.match.player_kinds import ENGINE_LEVEL, LEVEL_NUMBERS

if TYPE_CHECKING:
    from hacktrick.app.engine_player import EnginePlayer
    from hacktrick.coach.thinking_client import DecisionAnswer, Thinker
    from hacktrick.game.cards import Card
    from hacktrick.game.state import PublicState, Seat
    from hacktrick.game.view import View


MAX_ALTERNATIVES = 3  # maximum number of alternatives in a ``DecisionForecast``


@dataclass(frozen=True, slots=True)
class DecisionForecast:
    """A computer player's expectations when it made a decision.

    Attributes:
        turn: the number of the turn, from 1.
        last: the last card of the row before the decision.
        value: the points that the player expects its side to win in the round; None if it does not
            look ahead.
        alternatives: the actions that the player considered, with their probabilities, the
            likeliest first. Plays of the same card with different markers count as one action.
    """

    seat: Seat
    turn: int
    last: Card
    action: Action
    value: float | None
    alternatives: tuple[tuple[Action, float], ...]


def decision_forecast(public: PublicState, answer: DecisionAnswer) -> DecisionForecast:
    """Return a player's expectations of a decision that it made in the position ``public``."""
    decision = answer.decision
    shares: dict[Action, float] = {}
    for action, share in decision.policy:
        plain = _without_marker_choice(action)
        shares[plain] = shares.get(plain, 0.0) + share
    likeliest = sorted(shares.items(), key=lambda pair: -pair[1])[:MAX_ALTERNATIVES]
    value = decision.value if decision.values or decision.mixed_policy else None
    turn, last = public.turn + 1, public.row[-1]
    return DecisionForecast(
        public.seat, turn, last, _without_marker_choice(decision.action), value, tuple(likeliest)
    )


def _without_marker_choice(action: Action) -> Action:
    """Return a play without its choice of marker; other actions stay the same."""
    return replace(action, double=False) if action.verb == "play" else action


MIN_TURN_SECONDS: dict[str, float] = {"instant": 0.0, "quick": 0.35, "normal": 0.7, "slow": 1.4}
"""The minimum seconds of a computer's turn, by the setting ``pace``."""


class ComputerTurn:
    """Asks the thinker for whole turns and releases each decision at the end of its time slot.

    Args:
        rng: draws the seeds of the decisions.
        work_share: the fraction of the usual work to do; less than 1 on a slow machine.
        engine: decides for seats whose player is ``ENGINE``; None if there are no such seats.
    """

    # ``request_decisions`` sets the following attributes of the current turn.
    _level: int
    _patient: bool
    _slot: float
    _waited: float
    _is_hurried: bool
    _seeds: Iterator[int | None]  # the seeds of the turn's decisions

    def __init__(
        self, thinker: Thinker, rng: Random, work_share: float, engine: EnginePlayer | None = None
    ) -> None:
        self._thinker, self._rng, self._work_share = thinker, rng, work_share
        self._engine = engine
        self._view: View | None = None  # the player's view at the decision that has been requested
        # Seconds from the request until the whole turn was decided.
        self._ready: float | None = None
        self._decided: list[DecisionAnswer] = []

    @property
    def has_unreleased_decisions(self) -> bool:
        """Whether the turn has decisions that have not been released yet."""
        return bool(self._decided)

    def request_decisions(
        self, level: int, view: View, seed_of: Callable[[int], int | None]
    ) -> None:
        """Request the decisions of a turn, or of the rest of a turn after a card was drawn.

        Args:
            level: the number of the level that decides, or ``ENGINE_LEVEL``.
            view: the player's view at the current point of the turn.
            seed_of: returns the seed of the n-th decision of the request; None to draw the seed at
                random.
        """
        self._patient = view.seats[view.seat].patient
        self._level, self._waited = self._level_or_substitute(level), 0.0
        slot_level = level if level != ENGINE_LEVEL else LEVEL_NUMBERS[-1]
        self._slot = slot_seconds(slot_level, view.rules, self._patient)
        self._is_hurried, self._ready, self._decided = False, None, []
        self._seeds = map(seed_of, count())
        self._request_decision(view)

    def update(self, dt: float) -> None:
        """Collect the decisions that have been made.

        Args:
            dt: seconds since the last call.
        """
        self._waited += dt
        if self._view is not None and self._level != self._level_or_substitute(self._level):
            self._level = self._level_or_substitute(self._level)
            self._request_decision(self._view)  # a level has replaced the engine that was asked
        while (
            self._view is not None
            and (answer := self._thinker_or_engine.poll_decision()) is not None
        ):
            self._decided.append(answer)
            after = next_view_in_turn(self._view, answer.action)
            if after is None:
                self._view, self._ready = None, self._waited
            else:
                self._request_decision(after)

    def pop_due_decision(self, pace: str) -> DecisionAnswer | None:
        """Return the next decision of the turn, once; None while the time slot lasts.

        Args:
            pace: the value of the setting ``pace``, which may prolong the wait
                (``MIN_TURN_SECONDS``).
        """
        if self._ready is None or not self._decided:
            return None
        length = self._slot if self._is_hurried else max(self._slot, MIN_TURN_SECONDS[pace])
        if self._waited < TimeSlots(length).end_of_slot(self._ready):
            return None
        return self._decided.pop(0)

    def skip_extra_wait(self) -> None:
        """Skip the extra wait that the pace setting adds to the turn's time slot."""
        self._is_hurried = True

    def cancel(self) -> None:
        """Forget the turn and cancel the pending request for a decision."""
        self._thinker.cancel_decision()
        if self._engine is not None:
            self._engine.cancel_decision()
        self._view, self._ready, self._decided = None, None, []

    def _level_or_substitute(self, level: int) -> int:
        """Return the level that decides for ``level``.

        This is ``level`` itself, unless ``level`` stands for an engine that a level has replaced.
        """
        engine = self._engine
        if level != ENGINE_LEVEL or engine is None or engine.substitute is None:
            return level
        return engine.substitute

    @property
    def _thinker_or_engine(self) -> Thinker | EnginePlayer:
        """The thinker or the engine, whichever was asked for the pending decision."""
        if self._level == ENGINE_LEVEL and self._engine is not None:
            return self._engine
        return self._thinker

    def _request_decision(self, view: View) -> None:
        self._view = view
        if self._level == ENGINE_LEVEL and self._engine is not None:
            self._engine.request_decision(view)
            return
        seed = next(self._seeds)
        seed = self._rng.getrandbits(32) if seed is None else seed
        budget = work_budget_of(self._level, self._work_share, self._patient)
        self._thinker.request_decision(self._level, view, seed=seed, budget=budget)
