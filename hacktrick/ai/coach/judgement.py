"""One position judged for its seat: the solution that the levels play by, and a second look.

Hint, tutor, retry and review read losses from here, so that none can say otherwise. A loss is the
smaller of both looks; until the second one is done, nothing is a verdict. What is a mistake by both
is tried as well (``coach.trial``), and costs no more than the trial allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from hacktrick.ai.advice import Advice, Line, Stakes
from hacktrick.ai.verdict import FREE, MARKED, Class, class_of
from hacktrick.game.actions import Action, Play


class Loss(NamedTuple):
    """What a turn costs: in equity, and as a chance to win the match."""

    equity: float
    match: float

    @property
    def verdict(self) -> Class:
        return class_of(self.equity, self.match)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of a position.

    Attributes:
        first: by the search of the highest level; ``second``: by a longer one; ``facts``: without
            reading the other's habits. Both None until they are there.
        trials: whole turns that were tried, with what they cost at most as a chance of the match.
    """

    first: Advice
    second: Advice | None = None
    facts: Advice | None = None
    trials: tuple[tuple[tuple[Action, ...], float], ...] = ()

    @property
    def stakes(self) -> Stakes:
        return self.first.stakes

    @property
    def is_checked(self) -> bool:
        return self.second is not None

    def loss(self, made: Sequence[Action]) -> Loss | None:
        """What it costs to begin a turn like this; None for what nobody would judge, as a command
        that binds the other to nothing."""
        found = self.by_looks(made)
        most = self._most(made)
        if found is None or most is None:
            return found
        return min(found, Loss(most / self.stakes.unit, most))

    def by_looks(self, made: Sequence[Action]) -> Loss | None:
        """The same by the solutions alone."""
        found = [lost(advice, made) for advice in self.looks]
        known = [loss for loss in found if loss is not None]
        return min(known, default=None)

    def untried(self, made: Sequence[Action]) -> bool:
        """Whether a turn that begins like this is a mistake as far as is known, and not tried."""
        loss = self.by_looks(made)
        marked = loss is not None and loss.verdict in MARKED
        return marked and self.is_checked and self._most(made) is None

    def with_trial(self, made: Sequence[Action], most: float) -> Judgement:
        """A turn has been tried: it costs ``most`` at most."""
        line = self.line(made)
        return self if line is None else replace(self, trials=(*self.trials, (line, most)))

    def _most(self, made: Sequence[Action]) -> float | None:
        line = self.line(made)
        return next((most for tried, most in self.trials if tried == line), None)

    def line(self, made: Sequence[Action]) -> tuple[Action, ...] | None:
        """The best turn that begins like this."""
        lines = (self.second or self.first).lines
        return next((line.actions for line in lines if begins(line.actions, made)), None)

    @property
    def looks(self) -> tuple[Advice, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    def good(self) -> tuple[Line, ...]:
        """The turns that no look thinks worse than the best by more than it may be wrong; none
        where the looks disagree."""
        return tuple(
            line
            for line in self.first.lines
            if all(_within(advice, line.actions) for advice in self.looks)
        )

    def passable(self) -> tuple[Line, ...]:
        """The turns that nobody would call a mistake."""
        return tuple(
            line
            for line in self.first.lines
            if any(_within(advice, line.actions) for advice in self.looks)
        )


def lost(advice: Advice, made: Sequence[Action]) -> Loss | None:
    """What it costs, by one look, to begin a turn like this."""
    values = [line.forecast.match for line in advice.lines if begins(line.actions, made)]
    if not values:
        return None
    match = max(line.forecast.match for line in advice.lines) - max(values)
    return Loss(match / advice.stakes.unit, match)


def begins(actions: Sequence[Action], made: Sequence[Action]) -> bool:
    """Whether a line begins like this. A winning play is written once, whatever its marker."""
    if tuple(actions[: len(made)]) == tuple(made):
        return True
    line, play = actions[0], made[0]
    wins = len(actions) == 1 and isinstance(line, Play) and isinstance(play, Play)
    return wins and line.card == play.card  # type: ignore[union-attr]


def _within(advice: Advice, actions: Sequence[Action]) -> bool:
    loss = lost(advice, actions)
    return loss is not None and loss.equity < FREE
