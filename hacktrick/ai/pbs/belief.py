"""The public belief: for each player the likelihood of every hand he may hold.

The chance of a pair of hands is ``likelihood * likelihood * ways`` (``hands.pair_ways``): plays,
draws and sums keep that form. A deck made anew shows both hands to both players.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hacktrick.ai.pbs.hands import Floats, Ints, table_for, unseen_cards
from hacktrick.game.cards import Counts, hands_within
from hacktrick.game.state import PublicState

LEAST = 1e-7
"""No hand that can be held is less likely than this beside the likeliest."""


@dataclass(frozen=True)
class Prices:
    """What wins are worth, by the seat of the winner; as much is lost by the other.

    A single win is worth 1 where nothing is staked, so that all is told in halves of the difference
    between a round won and a round lost by one point. As they are: points (Hai Doo's winner has one
    more than the bank gives, and the loser one less).

    Attributes:
        of: a double win beyond a single one.
        pot: a single win where a called stake lies on the table; ``pot_of``: a double beyond it.
    """

    of: tuple[float, float] = (1.0, 1.0)
    pot: tuple[float, float] = (3.0, 3.0)
    pot_of: tuple[float, float] = (1.0, 1.0)

    def utility(self, seat: int, winner: int, points: int, is_staked: bool = False) -> float:
        """For ``seat``: a single win, more a double, and a code's four points in proportion.

        Args:
            points: those of the bank.
            is_staked: a called stake lies on the table as the round ends.
        """
        single = self.pot[winner] if is_staked else 1.0
        worth = single + (points - 1) * self.beyond(is_staked)[winner]
        return worth if seat == winner else -worth

    def beyond(self, is_staked: bool) -> tuple[float, float]:
        """A double win beyond a single one, by the winner."""
        return self.pot_of if is_staked else self.of

    def felt(self, is_staked: bool) -> tuple[float, float]:
        """The same, measured as the net knows it: by half of what lies between a round won and a
        round lost by one point."""
        if not is_staked:
            return self.of
        half = sum(self.pot) / 2
        return self.pot_of[0] / half, self.pot_of[1] / half


@dataclass(frozen=True)
class Belief:
    """The public state and, by seat, possible hands with their likelihoods."""

    public: PublicState
    hands: tuple[Ints, Ints]
    likelihood: tuple[Floats, Floats]

    def joint(self) -> Floats:
        """The chance of every pair of hands."""
        table = table_for(self.public)
        ways = table.pair_ways(unseen_cards(self.public), *self.hands)
        weights = self.likelihood[0][:, None] * self.likelihood[1][None, :] * ways
        total: Floats = weights / max(float(weights.sum()), 1e-30)
        return total

    def opponent_given(self, seat: int, hand: Counts) -> Floats:
        """The chances of the other's hands for ``seat`` holding ``hand``."""
        table = table_for(self.public)
        own = np.array([table.index[hand]])
        other = 1 - seat
        pair = (own, self.hands[other]) if seat == 0 else (self.hands[other], own)
        ways = table.pair_ways(unseen_cards(self.public), *pair).reshape(-1)
        weights = ways * self.likelihood[other]
        given: Floats = weights / max(float(weights.sum()), 1e-30)
        return given


def all_hands(public: PublicState) -> Belief:
    """Every hand of the right size, all alike: the deal."""
    table, unseen = table_for(public), unseen_cards(public)
    hands = tuple(table.numbers(hands_within(unseen, size)) for size in public.hand_sizes[:2])
    even = tuple(np.ones(len(numbers), dtype=np.float32) for numbers in hands)
    return Belief(public, (hands[0], hands[1]), (even[0], even[1]))


def known_hands(public: PublicState, hands: tuple[Counts, ...]) -> Belief:
    """Both hands are common knowledge."""
    table = table_for(public)
    one = np.ones(1, dtype=np.float32)
    first, second = (np.array([table.index[hand]]) for hand in hands[:2])
    return Belief(public, (first, second), (one, one))


def settled(belief: Belief) -> Belief:
    """Without the hands that have become impossible; likelihoods from ``LEAST`` up to 1.

    A hand that can be held is never dropped, however unlikely the play makes it: whoever holds it
    must find it here, or what he is told would depend on what he holds.
    """
    likely = tuple(_within_bounds(values) for values in belief.likelihood)
    even = Belief(belief.public, belief.hands, (likely[0], likely[1]))
    joint = even.joint()
    hands, likelihood = [], []
    for seat in (0, 1):
        kept = joint.sum(1 - seat) > 0
        if not kept.any():
            return all_hands(belief.public)  # the model of the other player has failed
        hands.append(belief.hands[seat][kept])
        likelihood.append(likely[seat][kept])
    return Belief(belief.public, (hands[0], hands[1]), (likelihood[0], likelihood[1]))


def _within_bounds(values: Floats) -> Floats:
    """Likelihoods up to 1; those that are not 0 at least ``LEAST``."""
    share = values / max(float(values.max(initial=0)), 1e-30)
    bounded: Floats = np.where(values > 0, np.maximum(share, LEAST), 0).astype(np.float32)
    return bounded
