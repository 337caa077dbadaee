"""Looking whole turns ahead in worlds where every hand is known, within a budget."""

from __future__ import annotations

import time

from hacktrick.ai.agent import Budget
from hacktrick.ai.belief import World
from hacktrick.ai.evaluate import judge
from hacktrick.ai.spots import End, Spot
from hacktrick.ai.worth import Worth
from hacktrick.game.advance import with_side
from hacktrick.game.cards import Counts, plus
from hacktrick.game.rules import Seat, Side

CLOCK_EVERY = 64  # nodes between two looks at the clock

Hands = tuple[Counts, ...]


class BudgetSpent(Exception):
    """No more nodes or no more time."""


class Looker:
    """Values spots for the side ``own`` by looking turns ahead, and counts what that costs."""

    def __init__(self, worth: Worth, own: Side, budget: Budget) -> None:
        self.nodes = 0
        self._worth = worth
        self._own = own
        self._limit = budget.nodes
        self._deadline = time.monotonic() + budget.seconds

    def of_end(self, end: End, seat: Seat, world: World, depth: int) -> float:
        """The worth of a turn of ``seat`` in ``world`` that goes as ``end`` says.

        A card drawn is averaged over what may be drawn in that world.

        Raises:
            BudgetSpent: the budget does not allow another node.
        """
        hands = with_side(world.hands, seat, end.hand)
        if not end.draws or end.spot.public.result is not None:
            return self.value(end.spot, hands, depth)
        if not sum(world.deck):
            known = with_side(hands, seat, plus(end.hand, world.under[0]))
            return self.value(end.spot, known, depth)
        total = 0.0
        for card, copies in enumerate(world.deck):
            if copies:
                drawn = with_side(hands, seat, plus(end.hand, card))
                total += copies * self.value(end.spot, drawn, depth)
        return total / sum(world.deck)

    def value(self, spot: Spot, hands: Hands, depth: int) -> float:
        """The worth of ``spot``, where a turn begins, with ``depth`` turns looked through.

        Raises:
            BudgetSpent: the budget does not allow another node.
        """
        self._spend()
        public = spot.public
        if not depth or public.result is not None:
            return judge(spot, hands, self._worth, self._own)
        seat = public.seat
        # A card drawn in here stays unknown: its holder is judged by the cards he has.
        values = [
            self.value(end.spot, with_side(hands, seat, end.hand), depth - 1)
            for end in spot.replies(hands[seat])
        ]
        if not values:  # obliged to play without a marker
            return judge(spot, hands, self._worth, self._own)
        return max(values) if public.side == self._own else min(values)

    def _spend(self) -> None:
        if self.nodes >= self._limit:
            raise BudgetSpent
        self.nodes += 1
        if self.nodes % CLOCK_EVERY == 0 and time.monotonic() > self._deadline:
            raise BudgetSpent
