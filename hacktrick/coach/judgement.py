"""The judgement of one position: losses by two looks, classes of mistakes, the judge's identity.

Hint, tutor, retry and review all read losses from here. A loss is the smaller of two looks, so one
wrong solution cannot exaggerate it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import Literal, NamedTuple

from hacktrick.ai.advice import Advice, MatchStakes, TurnLine
from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.fairness.program_fingerprint import weights_hash
from hacktrick.game.actions import Action
from hacktrick.game.rules import PRESETS, Rules

MistakeClass = Literal["fine", "slip", "mistake", "blunder"]

TOLERATED_LOSS = 0.1
"""In equity: what the judge itself may be wrong by."""

CLASS_LIMITS: tuple[tuple[MistakeClass, float, float], ...] = (
    ("blunder", 0.6, 0.02),
    ("mistake", 0.3, 0.01),
    ("slip", TOLERATED_LOSS, 0.005),
)
"""Each class with what it costs at least, in equity and in match chances; the worst first."""

MARKED_CLASSES: tuple[MistakeClass, ...] = ("mistake", "blunder")
"""What is tried before it is said."""


def mistake_class(equity: float, match: float) -> MistakeClass:
    """The class of a turn.

    Args:
        equity: what it costs, one being a single win; ``match``: the same as a chance of the match.

    >>> [mistake_class(*one) for one in ((0.09, 0.5), (0.7, 0.1), (0.7, 0.011), (0.7, 0.001))]
    ['fine', 'blunder', 'mistake', 'fine']
    """
    for name, least_equity, least_match in CLASS_LIMITS:
        if equity >= least_equity and match >= least_match:
            return name
    return "fine"


JUDGE_VERSION = "pbs-3"
"""Counts up when a judgement is made in another way."""

SECOND_LOOK_SETTINGS = (3, 96, 12_000_000, (90, 16))
"""Depth, iterations, effort and few pairs of the longer look: three to four times as long as that
of the highest level, and deeper; it looks at all replies."""


def judge_id(rules: Rules = PRESETS["keypad"]) -> str:
    """What stands beside every figure that is kept: of the judge of these rules. Figures of other
    rules than the plain ones never meet those, as forecasts are set right otherwise there."""
    return _judge_id(rules.is_plain)


_FORMER_NAMES = (
    ("LazySolver(", "Solving("),
    ("extra_depth_pairs=", "few_pairs="),
    ("fallback=", "otherwise="),
    ("has_all_moves=", "wide="),
)


@cache
def _judge_id(is_plain: bool) -> str:
    # Saved reviews carry this identity, so it keeps the names used when it was introduced.
    agent = repr(LEVELS[max(LEVELS)].agent)
    for name, former in _FORMER_NAMES:
        agent = agent.replace(name, former)
    settings = f"({agent}, {SECOND_LOOK_SETTINGS})" + ("" if is_plain else " elsewhere")
    return f"{JUDGE_VERSION}-{sha256((settings + weights_hash()).encode()).hexdigest()[:12]}"


class TurnLoss(NamedTuple):
    """What a turn costs: in equity, and as a chance to win the match."""

    equity: float
    match: float

    @property
    def verdict(self) -> MistakeClass:
        return mistake_class(self.equity, self.match)


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
    def stakes(self) -> MatchStakes:
        return self.first.stakes

    @property
    def is_checked(self) -> bool:
        return self.second is not None

    def loss(self, made: Sequence[Action]) -> TurnLoss | None:
        """What it costs to begin a turn like this; None for what nobody would judge, as a command
        that binds the other to nothing."""
        found = self.by_looks(made)
        most = self._most(made)
        if found is None or most is None:
            return found
        return min(found, TurnLoss(most / self.stakes.unit, most))

    def by_looks(self, made: Sequence[Action]) -> TurnLoss | None:
        """The same by the solutions alone."""
        found = [line_loss(advice, made) for advice in self.looks]
        known = [loss for loss in found if loss is not None]
        return min(known, default=None)

    def untried(self, made: Sequence[Action]) -> bool:
        """Whether a turn that begins like this is a mistake as far as is known, and not tried."""
        loss = self.by_looks(made)
        marked = loss is not None and loss.verdict in MARKED_CLASSES
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
        return next((line.actions for line in lines if begins_with(line.actions, made)), None)

    @property
    def looks(self) -> tuple[Advice, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    def good(self) -> tuple[TurnLine, ...]:
        """The turns that no look thinks worse than the best by more than it may be wrong; none
        where the looks disagree."""
        return tuple(
            line
            for line in self.first.lines
            if all(_within(advice, line.actions) for advice in self.looks)
        )

    def passable(self) -> tuple[TurnLine, ...]:
        """The turns that nobody would call a mistake."""
        return tuple(
            line
            for line in self.first.lines
            if any(_within(advice, line.actions) for advice in self.looks)
        )


def line_loss(advice: Advice, made: Sequence[Action]) -> TurnLoss | None:
    """What it costs, by one look, to begin a turn like this."""
    values = [line.forecast.match for line in advice.lines if begins_with(line.actions, made)]
    if not values:
        return None
    match = max(line.forecast.match for line in advice.lines) - max(values)
    return TurnLoss(match / advice.stakes.unit, match)


def begins_with(actions: Sequence[Action], made: Sequence[Action]) -> bool:
    """Whether a line begins like this. A winning play is written once, whatever its marker."""
    if tuple(actions[: len(made)]) == tuple(made):
        return True
    line, play = actions[0], made[0]
    wins = len(actions) == 1 and line.verb == "play" and play.verb == "play"
    return wins and line.card == play.card  # type: ignore[union-attr]


def _within(advice: Advice, actions: Sequence[Action]) -> bool:
    loss = line_loss(advice, actions)
    return loss is not None and loss.equity < TOLERATED_LOSS
