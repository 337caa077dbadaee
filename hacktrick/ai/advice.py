"""Advice for a seat as data: forecasts, whole turns with their values, and figures about a turn.

Everything is computed from what that seat may know. Sentences are made in ``hacktrick.i18n``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from hacktrick.ai.board_threats import NO_FACTS, KeyPoints, best_win, winning_cards, winning_points
from hacktrick.game.actions import Action
from hacktrick.game.cards import Counts, minus, sum_of
from hacktrick.game.rules import Seat, Side
from hacktrick.game.state import PublicState
from hacktrick.game.transitions import advance

HandChances = tuple[tuple[Counts, float], ...]
"""The hands that another may hold, likeliest first, with their chances."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chances of the four ends of the round, and of winning the match."""

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
class MatchStakes:
    """The chance to win the match after each end of the round: what the score makes of it.

    Attributes:
        pot: the same where both have a point on the table; None where nobody can stake.
    """

    win_1: float
    win_2: float
    lose_1: float
    lose_2: float
    pot: MatchStakes | None = None

    def of(self, staked: bool) -> MatchStakes:
        """Those that hold now: whether both have a point on the table."""
        return self.pot if staked and self.pot is not None else self

    @property
    def unit(self) -> float:
        """Half of what lies between a single win and a single loss; one of equity."""
        return (self.win_1 - self.lose_1) / 2


@dataclass(frozen=True, slots=True)
class BoardThreats:
    """What a side threatens on a board.

    Attributes:
        keys: the keys on which one more marker would win, each with the points.
        cards: the cards that would win after the last card of the row.
        chance: how likely the next turn of the side would win, if the row stayed as it is; for
            the own side by the own hand: 0 or 1.
        double: the same for two points.
    """

    keys: tuple[tuple[int, int], ...]
    cards: tuple[int, ...]
    chance: float
    double: float


@dataclass(frozen=True, slots=True)
class TurnFigures:
    """A turn in numbers.

    Attributes:
        own: the own threats after it; ``answers``: after how many of the cards that the other may
            leave in the row the own hand would win then.
        other: the threats of the other side after it.
        supply: the own markers left in the supply; ``captured``: opposing markers taken by this
            turn; ``paid``: own markers given away, ``paid_captured``: captured ones.
        places_double: whether the double is placed.
        information: bits that are learned of the other's hand, on the average.
        ends: the points of a round won at once, or 0.
    """

    own: BoardThreats
    other: BoardThreats
    answers: int
    supply: int
    captured: int
    paid: int
    paid_captured: int
    places_double: bool
    information: float
    ends: int


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A whole turn (a play and the word after it, a draw, an ask) with what it leads to."""

    actions: tuple[Action, ...]
    forecast: Forecast
    frequency: float
    reasons: TurnFigures


@dataclass(frozen=True, slots=True)
class Advice:
    """The best line first; ``facts`` and ``inferred``: the other's hands, likeliest first, from
    what must be true alone, and with what his play tells. ``own`` and ``other``: the threats
    before the turn. ``information``: the bits that are still hidden, by ``inferred``."""

    forecast: Forecast
    stakes: MatchStakes
    lines: tuple[TurnLine, ...]
    facts: HandChances
    inferred: HandChances
    own: BoardThreats
    other: BoardThreats
    information: float


def entropy(hands: HandChances) -> float:
    """How much is hidden, in bits.

    >>> entropy((((0,), 0.5), ((1,), 0.5)))
    1.0
    """
    return -sum(chance * log2(chance) for _, chance in hands if chance > 0) + 0.0


def sum_information_bits(hands: HandChances) -> float:
    """The bits that the sum of the hand would tell, on the average."""
    sums: dict[int, float] = {}
    for hand, chance in hands:
        sums[sum_of(hand)] = sums.get(sum_of(hand), 0.0) + chance
    return -sum(chance * log2(chance) for chance in sums.values() if chance > 0) + 0.0


def threats_on_board(public: PublicState, side: Side, hands: HandChances) -> BoardThreats:
    """The threats of ``side``, one of whose seats holds one of ``hands``."""
    points = winning_points(public, side)
    keys = tuple((key, worth) for key, worth in enumerate(points, 1) if worth)
    if not public.row or not public.supply[side]:
        return BoardThreats(keys, (), 0.0, 0.0)
    last = public.row[-1]
    best = [(best_win(hand, points, last), chance) for hand, chance in hands]
    return BoardThreats(
        keys,
        winning_cards(points, last, public.rules.values),
        min(1.0, sum(chance for worth, chance in best if worth)),
        min(1.0, sum(chance for worth, chance in best if worth > 1)),
    )


def turn_figures(
    public: PublicState, seat: Seat, hand: Counts, others: HandChances, actions: Sequence[Action]
) -> TurnFigures:
    """What ``seat``, holding ``hand``, has of a line of actions.

    Args:
        others: what the next opponent may hold.
    """
    side = public.seating.side_of[seat]
    after, left = public, hand
    information = 0.0
    for action in actions:
        if action.verb == "play":
            left = minus(left, action.card)
        if action.verb == "ask":
            information = sum_information_bits(others)
        after = advance(after, action, NO_FACTS)
    own = winning_points(after, side)
    result = after.result
    return TurnFigures(
        threats_on_board(after, side, ((left, 1.0),)),
        threats_on_board(after, 1 - side, others),
        _answers(left, own, after.rules.values) if after.supply[side] else 0,
        after.supply[side],
        _taken(public, actions, side),
        sum(action.verb == "command" for action in actions),
        sum(action.verb == "ask" for action in actions),
        any(action.verb == "play" and action.double for action in actions),
        information,
        result.points if result is not None and result.side == side else 0,
    )


def _answers(hand: Counts, points: KeyPoints, values: int) -> int:
    return sum(best_win(hand, points, last) > 0 for last in range(values))


def _taken(public: PublicState, actions: Sequence[Action], side: Side) -> int:
    """Opposing markers that the play of a line takes from its key."""
    for action in actions:
        if action.verb == "play" and public.row:
            return public.markers_on(public.row[-1] + action.card, 1 - side)
    return 0
