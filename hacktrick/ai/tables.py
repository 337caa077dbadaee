"""Plans for the own turn against worlds: what each plan is worth in each world."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.ai.belief import World
from hacktrick.ai.search import Looker
from hacktrick.ai.spots import End
from hacktrick.game.actions import Action
from hacktrick.game.cards import sum_of
from hacktrick.game.rules import Seat

MARGIN = 0.7  # a plan that falls behind the best by more at first sight is not looked at again
# How much of the shallower look stays in the value: within a world the opponent knows all hands
# and finds every answer, at the table he may not. It also makes a player who is lost in every
# world choose the move that is hardest to answer.
HOPE = 0.15


class Table:
    """A row a plan, a column a world. Every column holds values of one depth, so that columns of
    different depths may be averaged while plans are compared."""

    def __init__(
        self,
        plans: Sequence[End],
        worlds: Sequence[tuple[World, float]],
        seat: Seat,
        tastes: Sequence[float] = (),
    ) -> None:
        """``tastes``: what the plans are worth by liking alone; nothing unless they are told."""
        self.plans = list(plans)
        self._tastes = list(tastes) or [0.0] * len(self.plans)
        self.worlds = tuple(worlds)
        self.seat = seat
        self._columns: list[list[float]] = []

    def fill(self, looker: Looker, depth: int) -> None:
        """Value every plan in every world, likeliest worlds first.

        Raises:
            BudgetSpent: in the middle; the columns finished by then count.
        """
        for number, (world, _) in enumerate(self.worlds):
            column = [looker.of_end(plan, self.seat, world, depth) for plan in self.plans]
            if number < len(self._columns):
                self._columns[number] = [
                    (1 - HOPE) * deep + HOPE * first
                    for deep, first in zip(column, self._columns[number], strict=True)
                ]
            else:
                self._columns.append(column)

    def keep_best(self, width: int) -> None:
        """Drop the plans that are far behind."""
        values = self._values(range(len(self._columns)))
        order = sorted(range(len(self.plans)), key=lambda n: -values[n])
        kept = [n for n in order[:width] if values[n] > values[order[0]] - MARGIN]
        self.plans = [self.plans[n] for n in kept]
        self._tastes = [self._tastes[n] for n in kept]
        self._columns = [[column[n] for n in kept] for column in self._columns]

    def by_action(self) -> dict[Action, float]:
        """The worth of every first action: that of the best plan that begins with it."""
        found: dict[Action, float] = {}
        for plan, value in zip(self.plans, self._values(self._known), strict=True):
            first = plan.actions[0]
            found[first] = max(value, found.get(first, value))
        return found

    def value(self) -> float:
        """The worth of the best plan."""
        return max(self._values(self._known))

    def value_knowing(self, seat: Seat) -> float:
        """The worth if the sum of ``seat`` were known before choosing."""
        groups: dict[int, list[int]] = {}
        for number in self._known:
            groups.setdefault(sum_of(self.worlds[number][0].hands[seat]), []).append(number)
        total = sum(self.worlds[number][1] for number in self._known)
        return sum(
            max(self._values(group)) * sum(self.worlds[number][1] for number in group) / total
            for group in groups.values()
        )

    @property
    def _known(self) -> Sequence[int]:
        return range(len(self._columns))

    def _values(self, numbers: Sequence[int]) -> list[float]:
        """The mean worth of every plan over these worlds."""
        if not numbers:
            return [0.0] * len(self.plans)
        sums = [0.0] * len(self.plans)
        total = 0.0
        for number in numbers:
            share = self.worlds[number][1]
            total += share
            for row, value in enumerate(self._columns[number]):
                sums[row] += share * value
        return [value / total + taste for taste, value in zip(self._tastes, sums, strict=True)]
