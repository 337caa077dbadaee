"""Looking whole turns ahead in worlds where every hand is known, within a budget."""

from __future__ import annotations

import time
from functools import partial
from math import inf, isinf

from hacktrick.ai.agent import Budget
from hacktrick.ai.belief import World
from hacktrick.ai.evaluate import judge, wins_now
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
        self.cut = False  # the clock has ended a look
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

    def value(
        self, spot: Spot, hands: Hands, depth: int, low: float = -inf, high: float = inf
    ) -> float:
        """The worth of ``spot``, where a turn begins, with ``depth`` turns looked through.

        Between ``low`` and ``high`` it is exact; beyond them only the side is right (alpha-beta).

        Raises:
            BudgetSpent: the budget does not allow another node.
        """
        self._spend()
        public = spot.public
        if not depth or public.result is not None or wins_now(spot, hands):
            return judge(spot, hands, self._worth, self._own)
        mine = public.side == self._own
        best = -inf if mine else inf
        for after, then in self._replies(spot, hands, depth):
            if mine:
                best = max(best, self.value(after, then, depth - 1, max(low, best), high))
            else:
                best = min(best, self.value(after, then, depth - 1, low, min(high, best)))
            if best >= high if mine else best <= low:
                break
        if isinf(best):  # obliged to play without a marker
            return judge(spot, hands, self._worth, self._own)
        return best

    def _replies(self, spot: Spot, hands: Hands, depth: int) -> list[tuple[Spot, Hands]]:
        """Where the turn may lead; before a deeper look the best at first sight come first."""
        seat = spot.public.seat
        # A card drawn in here stays unknown: its holder is judged by the cards he has.
        found = [(end.spot, with_side(hands, seat, end.hand)) for end in spot.replies(hands[seat])]
        if depth > 1:
            sight = partial(self._at_first_sight, mine=spot.public.side == self._own)
            found.sort(key=sight)
        return found

    def _at_first_sight(self, reply: tuple[Spot, Hands], mine: bool) -> float:
        value = judge(*reply, self._worth, self._own)
        return -value if mine else value

    def _spend(self) -> None:
        if self.nodes >= self._limit:
            raise BudgetSpent
        self.nodes += 1
        if self.nodes % CLOCK_EVERY == 0 and time.monotonic() > self._deadline:
            self.cut = True
            raise BudgetSpent
