"""Computes what turns cost, which turns are mistakes, and when the tutor comments on a turn.

Hints, tutor, review and study all use these losses. The loss of a whole turn is the smaller of the
losses by two solutions, so a single inaccurate solution cannot exaggerate it. The tutor comments
only on losses that a longer solution confirms and that matter in this match.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from random import Random
from typing import Literal, NamedTuple

from hacktrick.ai.advice import Advice, AdvisedTurn, MatchChancesByResult
from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.fairness.net_and_computer_hashes import weights_hash
from hacktrick.game.actions import Action
from hacktrick.game.editions import PRESETS, Rules

MistakeClass = Literal["fine", "slip", "mistake", "blunder"]

TOLERATED_LOSS = 0.1
"""The judge's error, in equity; smaller differences do not count."""

CLASS_LIMITS: tuple[tuple[MistakeClass, float, float], ...] = (
    ("blunder", 0.6, 0.02),
    ("mistake", 0.3, 0.01),
    ("slip", TOLERATED_LOSS, 0.005),
)
"""Each class with its smallest loss, in equity and as a match chance; worst class first."""

MARKED_CLASSES: tuple[MistakeClass, ...] = ("mistake", "blunder")
"""The classes that a review marks, once play-outs confirm the loss."""


def mistake_class(equity_loss: float, match_loss: float) -> MistakeClass:
    """Return the class of a turn by its loss.

    Args:
        equity_loss: the loss in equity; a single win is worth 1.
        match_loss: the loss as a match chance.

    >>> [mistake_class(*one) for one in ((0.09, 0.5), (0.7, 0.1), (0.7, 0.011), (0.7, 0.001))]
    ['fine', 'blunder', 'mistake', 'fine']
    """
    for name, least_equity, least_match in CLASS_LIMITS:
        if equity_loss >= least_equity and match_loss >= least_match:
            return name
    return "fine"


JUDGE_VERSION = "pbs-4"
"""Part of the judge's identity; it changes whenever turns are judged in another way."""

SECOND_LOOK_SETTINGS = (3, 96, 12_000_000, (90, 16))
"""Depth, iterations, effort and extra-depth pairs of the second look.

It does three to four times the work of the highest level, searches deeper and considers all
replies.
"""


def judge_id(rules: Rules = PRESETS["keypad"]) -> str:
    """Return the identity of the judge, which is stored with every judgement.

    The identity differs between the plain rules and all others, since their forecasts are
    calibrated differently.
    """
    return _judge_id(rules.is_standard)


def current_judge_ids() -> tuple[str, str]:
    """Return the identities of the current judge: for plain rules, and for all others."""
    return _judge_id(True), _judge_id(False)


_FORMER_NAMES = (
    ("LazySolvingPlayer(", "Solving("),
    ("extra_depth_pairs=", "few_pairs="),
    ("fallback=", "otherwise="),
    ("has_all_moves=", "wide="),
)


@cache
def _judge_id(is_standard: bool) -> str:
    # Saved reviews carry this identity, so it keeps the names used when it was introduced.
    agent = repr(LEVELS[max(LEVELS)].agent)
    for name, former in _FORMER_NAMES:
        agent = agent.replace(name, former)
    settings = f"({agent}, {SECOND_LOOK_SETTINGS})" + ("" if is_standard else " elsewhere")
    return f"{JUDGE_VERSION}-{sha256((settings + weights_hash()).encode()).hexdigest()[:12]}"


class TurnLoss(NamedTuple):
    """The loss caused by a turn, in equity and as a match chance."""

    equity: float
    match: float

    @property
    def mistake_class(self) -> MistakeClass:
        """The class of mistake to which a turn with this loss belongs."""
        return mistake_class(self.equity, self.match)


def smallest_confirmed_loss(
    by_solution: Iterable[float], by_playouts: float | None = None
) -> float:
    """Return the smallest loss of a whole turn in all evidence, as a match chance.

    Args:
        by_solution: the loss according to each solution, as match chances.
        by_playouts: the most that the turn costs according to play-outs, as a match chance; None
            without play-outs.
    """
    found: float = min(by_solution)
    return found if by_playouts is None else min(found, by_playouts)


@dataclass(frozen=True, slots=True)
class PositionJudgement:
    """The coach's knowledge about a position so far.

    Attributes:
        first: the advice of the highest level's solver.
        second: the advice of the longer solver; None until it is computed.
        advice_by_counting: the advice that ignores how the opponent has played; None until it is
            computed.
        playout_losses: turns that were played out, with the most that each costs as a match chance.
    """

    first: Advice
    second: Advice | None = None
    advice_by_counting: Advice | None = None
    playout_losses: tuple[tuple[tuple[Action, ...], float], ...] = ()

    @property
    def chances_by_result(self) -> MatchChancesByResult:
        """The chances to win the match after each possible result of the round."""
        return self.first.chances_by_result

    @property
    def is_checked(self) -> bool:
        """Whether the longer solution is computed."""
        return self.second is not None

    def loss(self, actions_made: Sequence[Action]) -> TurnLoss | None:
        """Return the loss of the best turn that begins with the actions ``actions_made``.

        The result is None for turns that are not judged, such as those with a pointless command.
        """
        return self._loss(actions_made, self._max_loss_by_playouts(actions_made))

    def solver_loss(self, actions_made: Sequence[Action]) -> TurnLoss | None:
        """Return the loss by the solutions alone; None if no solution contains such a turn."""
        return self._loss(actions_made, None)

    def _loss(self, actions_made: Sequence[Action], max_loss: float | None) -> TurnLoss | None:
        found = [loss_in_advice(advice, actions_made) for advice in self.advices_so_far]
        known = [loss.match for loss in found if loss is not None]
        if not known:
            return None
        lost = smallest_confirmed_loss(known, max_loss)
        return TurnLoss(lost / self.chances_by_result.equity_unit, lost)

    def needs_playouts(self, actions_made: Sequence[Action]) -> bool:
        """Return whether a turn with these first actions seems a mistake and was not played out."""
        loss = self.solver_loss(actions_made)
        marked = loss is not None and loss.mistake_class in MARKED_CLASSES
        return marked and self.is_checked and self._max_loss_by_playouts(actions_made) is None

    def with_loss_limit_from_playouts(
        self, actions_made: Sequence[Action], max_loss: float
    ) -> PositionJudgement:
        """Return the judgement after play-outs have shown that a turn costs at most ``max_loss``.

        Args:
            actions_made: the actions of the turn.
            max_loss: the limit of the loss, as a match chance.
        """
        turn = self.turn_beginning_with(actions_made)
        return (
            self
            if turn is None
            else replace(self, playout_losses=(*self.playout_losses, (turn, max_loss)))
        )

    def _max_loss_by_playouts(self, actions_made: Sequence[Action]) -> float | None:
        turn = self.turn_beginning_with(actions_made)
        return next((most for tried, most in self.playout_losses if tried == turn), None)

    def turn_beginning_with(self, actions_made: Sequence[Action]) -> tuple[Action, ...] | None:
        """Return the best turn that begins with ``actions_made``; None if there is none."""
        turns = (self.second or self.first).turns
        return next(
            (turn.actions for turn in turns if is_beginning_of_turn(turn.actions, actions_made)),
            None,
        )

    @property
    def ranked_turns(self) -> tuple[AdvisedTurn, ...]:
        """The turns in the order and with the figures that reviews show, best first.

        The turns come from the first solution. Reviews compute the longer solution only for
        doubtful turns, so it only confirms or reduces losses.
        """
        return self.first.turns

    @property
    def advices_so_far(self) -> tuple[Advice, ...]:
        """The solutions computed so far, in the order in which they were computed."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def newest_advice(self) -> Advice:
        """The longer solution's advice if it is computed, otherwise the first solution's."""
        return self.second or self.first

    @property
    def recommended_turn(self) -> AdvisedTurn:
        """The turn to recommend, with the figures of the newest solution."""
        return self.advised_turns()[0]

    def advised_turns(self) -> tuple[AdvisedTurn, ...]:
        """Return the turns to advise, with the figures of the newest solution.

        These are the turns that all solutions accept. If there are none, they are the turns that at
        least one solution accepts, best first.
        """
        good = tuple(map(self.with_figures_of_newest_solution, self.turns_good_in_every_solution()))
        if good:
            return good
        turns = map(self.with_figures_of_newest_solution, self.turns_good_in_some_solution())
        return tuple(sorted(turns, key=lambda turn: -turn.forecast.match))

    def with_figures_of_newest_solution(self, turn: AdvisedTurn) -> AdvisedTurn:
        """Return the turn with the figures of the newest solution, if that contains the turn."""
        same = (one for one in self.newest_advice.turns if one.actions == turn.actions)
        return next(same, turn)

    def turns_good_in_every_solution(self) -> tuple[AdvisedTurn, ...]:
        """Return the turns that every solution rates as good as the best, within the tolerance.

        The result is empty if the solutions disagree.
        """
        return tuple(
            turn
            for turn in self.first.turns
            if all(_is_within_tolerance(advice, turn.actions) for advice in self.advices_so_far)
        )

    def turns_good_in_some_solution(self) -> tuple[AdvisedTurn, ...]:
        """Return the turns that some solution rates as good as the best, within the tolerance."""
        return tuple(
            turn
            for turn in self.first.turns
            if any(_is_within_tolerance(advice, turn.actions) for advice in self.advices_so_far)
        )


def loss_in_advice(advice: Advice, actions_made: Sequence[Action]) -> TurnLoss | None:
    """Return the loss, by one solution, of the best turn that begins with ``actions_made``.

    Return None if the solution has no such turn.
    """
    values = [
        turn.forecast.match
        for turn in advice.turns
        if is_beginning_of_turn(turn.actions, actions_made)
    ]
    if not values:
        return None
    match = max(turn.forecast.match for turn in advice.turns) - max(values)
    return TurnLoss(match / advice.chances_by_result.equity_unit, match)


def is_beginning_of_turn(actions: Sequence[Action], actions_made: Sequence[Action]) -> bool:
    """Return whether the actions of a listed turn begin with the actions ``actions_made``.

    A winning play is listed only once, whichever marker it places.
    """
    if tuple(actions[: len(actions_made)]) == tuple(actions_made):
        return True
    listed, play = actions[0], actions_made[0]
    wins = len(actions) == 1 and listed.verb == "play" and play.verb == "play"
    return wins and listed.card == play.card  # type: ignore[union-attr]


def _is_within_tolerance(advice: Advice, actions: Sequence[Action]) -> bool:
    loss = loss_in_advice(advice, actions)
    return loss is not None and loss.equity < TOLERATED_LOSS


GENTLE, STRICT = 0.30, 0.15  # the smallest loss, in equity, on which each kind of tutor comments
MIN_MATCH_LOSS = 0.01  # the smallest loss, as a match chance, on which the tutor comments
SLIP_COMMENT_SHARE = 0.5  # share of slips on which the tutor comments

LossSize = Literal["something", "much", "very_much"]
LOSS_SIZES: tuple[tuple[float, LossSize], ...] = ((0.6, "very_much"), (0.3, "much"))


def loss_size_for_tutor(
    judgement: PositionJudgement,
    actions_made: Sequence[Action],
    threshold: float,
    decision_key: str,
) -> LossSize | None:
    """Return the size of the loss on which the tutor comments; None if the tutor says nothing.

    The tutor says nothing until all solutions are computed and a seeming mistake has been played
    out.

    Args:
        actions_made: the actions of the player's turn.
        threshold: the smallest loss to comment on, in equity: ``GENTLE``, ``STRICT`` or another.
        decision_key: identifies the decision (match and action), so that the answer is always
            the same.
    """
    loss = judgement.loss(actions_made)
    if loss is None or not judgement.is_checked or judgement.advice_by_counting is None:
        return None
    if judgement.needs_playouts(actions_made):
        return None
    known = loss_in_advice(judgement.advice_by_counting, actions_made)
    if known is None or known.equity < threshold / 2:
        return None
    if loss.equity < threshold or loss.match < MIN_MATCH_LOSS:
        return None
    if (
        loss.mistake_class == "slip"
        and Random(f"tutor {decision_key}").random() >= SLIP_COMMENT_SHARE
    ):
        return None
    return next((size for least, size in LOSS_SIZES if loss.equity >= least), "something")
