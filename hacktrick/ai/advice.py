"""Advice for a player as data: forecasts, the possible turns, and figures about each turn.

Everything is computed from what the player's seat may know; ``hacktrick.i18n`` turns it into
sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from hacktrick.ai.decision_position import (
    NO_FACTS,
    KeyPoints,
    most_points_of_next_card,
    winning_points,
)
from hacktrick.game.actions import Action
from hacktrick.game.cards import Counts, sum_of, with_card_removed
from hacktrick.game.state import PublicState, Seat, Side
from hacktrick.game.transitions import apply_public_part

HandChances = tuple[tuple[Counts, float], ...]
"""The hands that another player may hold with their chances, likeliest first."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chances of the four round ends and of winning the match, each from 0 to 1.

    A round ends in a win or a loss by one or by two points.
    """

    win_1: float
    win_2: float
    lose_1: float
    lose_2: float
    match: float

    @property
    def points(self) -> float:
        """The expected points of the round."""
        return self.win_1 + 2 * self.win_2 - self.lose_1 - 2 * self.lose_2


@dataclass(frozen=True, slots=True)
class MatchChancesByResult:
    """The chance to win the match after each end of the round, at the current score.

    Attributes:
        staked: the same chances if both players have staked a point (Hai Doo); None if the rules
            have no stakes.
    """

    win_1: float
    win_2: float
    lose_1: float
    lose_2: float
    staked: MatchChancesByResult | None = None

    def chances_if_staked(self, staked: bool) -> MatchChancesByResult:
        """Return the chances for a round in which both players have staked a point if ``staked``.

        Otherwise, or if the rules have no stakes, return these chances.
        """
        return self.staked if staked and self.staked is not None else self

    @property
    def equity_unit(self) -> float:
        """The match chance that corresponds to one unit of equity.

        This is half the difference between a single win and a single loss.
        """
        return (self.win_1 - self.lose_1) / 2


@dataclass(frozen=True, slots=True)
class TurnFigures:
    """Figures about a turn and the position after it.

    Attributes:
        opponent_win_chance: the chance that the opposing side wins in its next turn if the row does
            not change.
        n_winning_answers: the number of card values after which, as the last card of the row, the
            player's hand would win.
        supply: the markers left in the player's supply.
        captured: the opposing markers that the turn captures.
        places_double: whether the turn places the double.
        win_points: the points won if the turn ends the round, else 0.
    """

    opponent_win_chance: float
    n_winning_answers: int
    supply: int
    captured: int
    places_double: bool
    win_points: int


@dataclass(frozen=True, slots=True)
class AdvisedTurn:
    """A whole turn (a play with its command or pass, a draw, or an ask) and its forecast.

    Attributes:
        forecast: the forecast after the turn.
        frequency: how often the solution plays this turn, from 0 to 1.
    """

    actions: tuple[Action, ...]
    forecast: Forecast
    frequency: float
    figures: TurnFigures


@dataclass(frozen=True, slots=True)
class Advice:
    """The solver's advice for one position, as data.

    Attributes:
        forecast: the forecast before the turn.
        turns: the possible turns, best first.
        counted_hands: the opponent's possible hands by the rules alone, likeliest first.
        inferred_hands: the same hands, weighted by how the opponent has played.
    """

    forecast: Forecast
    chances_by_result: MatchChancesByResult
    turns: tuple[AdvisedTurn, ...]
    counted_hands: HandChances
    inferred_hands: HandChances


def card_sum_entropy_bits(hands: HandChances) -> float:
    """Return the entropy of a hand's card sum, in bits.

    Args:
        hands: the possible hands with their chances.
    """
    sums: dict[int, float] = {}
    for hand, chance in hands:
        sums[sum_of(hand)] = sums.get(sum_of(hand), 0.0) + chance
    return -sum(chance * log2(chance) for chance in sums.values() if chance > 0) + 0.0


def next_turn_win_chance(public: PublicState, side: Side, hands: HandChances) -> float:
    """Return the chance that ``side`` wins in its next turn if the row does not change.

    Args:
        hands: the hands that the side's next player may hold, with their chances.
    """
    if not public.row or not public.supply[side]:
        return 0.0
    points, last = winning_points(public, side), public.row[-1]
    return min(
        1.0, sum(chance for hand, chance in hands if most_points_of_next_card(hand, points, last))
    )


def turn_figures(
    public: PublicState, seat: Seat, hand: Counts, others: HandChances, actions: Sequence[Action]
) -> TurnFigures:
    """Return the figures of a turn by ``seat``.

    Args:
        hand: the seat's hand before the turn.
        others: the hands that the next opponent may hold, with their chances.
        actions: the actions of the turn, in order.
    """
    side = public.seating.side_of[seat]
    after, left = public, hand
    for action in actions:
        if action.verb == "play":
            left = with_card_removed(left, action.card)
        after = apply_public_part(after, action, NO_FACTS)
    own = winning_points(after, side)
    result = after.result
    return TurnFigures(
        next_turn_win_chance(after, 1 - side, others),
        _n_winning_answers(left, own, after.rules.values) if after.supply[side] else 0,
        after.supply[side],
        _n_captured_by_turn(public, actions, side),
        any(action.verb == "play" and action.double for action in actions),
        result.points if result is not None and result.side == side else 0,
    )


def _n_winning_answers(hand: Counts, points: KeyPoints, values: int) -> int:
    return sum(most_points_of_next_card(hand, points, last) > 0 for last in range(values))


def _n_captured_by_turn(public: PublicState, actions: Sequence[Action], side: Side) -> int:
    """Return the number of opposing markers that the play in a turn captures."""
    for action in actions:
        if action.verb == "play" and public.row:
            return public.markers_on(public.row[-1] + action.card, 1 - side)
    return 0
