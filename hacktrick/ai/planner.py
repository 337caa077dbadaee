"""The players who think: exact belief, whole turns ahead in every world, values averaged.

Within a world all hands are known; what the own side does not know comes in where worlds are
averaged before a choice is made, and that is also where a question shows what it is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from hacktrick.ai.agent import MUCH, Budget, Decision, bounded
from hacktrick.ai.belief import Belief, World, belief
from hacktrick.ai.codes import choose_code
from hacktrick.ai.memory import Memory, remembered
from hacktrick.ai.mirrored import is_turned, turned, turned_decision
from hacktrick.ai.openers import openers
from hacktrick.ai.position import Position, read_position, winning_now
from hacktrick.ai.search import BudgetSpent, Looker
from hacktrick.ai.spots import End, Spot
from hacktrick.ai.style import Style, own_style
from hacktrick.ai.tables import Table
from hacktrick.ai.worth import Worth
from hacktrick.game.actions import CALL, FOLD, Action, Command
from hacktrick.game.view import View


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans whole turns.

    Attributes:
        depth: turns looked through after the own one.
        worlds: how many worlds are looked at; where there are more, a sample stands for them.
        width: how many plans are looked at more deeply than the next turn.
        memory: what he keeps of what was said and played.
        commands: whether he ever says a command without a liking for it.
    """

    depth: int
    worlds: int
    width: int = 16
    memory: Memory = "everything"
    commands: bool = True

    def choose(self, view: View, budget: Budget, seed: int) -> Decision:
        position = _styled(view)
        if not is_turned(view):
            return self.decide(position, budget, seed)
        found = self.decide(_styled(turned(view)), budget, seed)
        return turned_decision(found, position.public)

    def decide(self, position: Position, budget: Budget, seed: int) -> Decision:
        """The same for a view that was read, in the form that it has."""
        won = winning_now(position)
        if won is not None:
            return Decision(won[0], bounded(won[1]), (won,))
        if position.public.phase == "codes":
            return choose_code(position)
        rng = Random(seed)
        if self.memory == "everything":
            believed = belief(position.view, position.first, position.steps)
        else:
            believed = remembered(position, self.memory, self.worlds, rng)
        worlds = sample(believed, self.worlds, rng)
        looker = Looker(position.worth, position.side, budget)
        if position.public.phase == "answer":
            found = _answer(position, worlds, looker)
        else:
            found = self._plan(position, worlds, looker, rng, int(budget.share >= MUCH))
        return replace(found, cut=looker.cut)

    def _plan(
        self,
        position: Position,
        worlds: Sequence[tuple[World, float]],
        looker: Looker,
        rng: Random,
        further: int,
    ) -> Decision:
        spot = Spot(position.public)
        style = own_style(position.view)
        plans = self._plans(spot, position, style)
        tastes = [style.taste(plan.actions) for plan in plans]
        table = Table(plans, worlds, position.seat, tastes)
        shallow: dict[Action, float] = {}
        try:
            table.fill(looker, 0)
            shallow = table.by_action()
            if self.depth:
                table.keep_best(self.width)
            for depth in range(1, self.depth + 1 + further):
                table.fill(looker, depth)
        except BudgetSpent:
            pass
        values = table.by_action()
        first = openers(position, spot, table, shallow, looker)
        for action, value in first.items():
            values[action] = value + style.taste([action])
        return _best(values, rng)

    def _plans(self, spot: Spot, position: Position, style: Style) -> Sequence[End]:
        plans = spot.ends(position.hand)
        if self.commands or style.command > 0:
            return plans
        return [plan for plan in plans if not isinstance(plan.actions[-1], Command)] or plans


def _styled(view: View) -> Position:
    """The position with what results are worth to this player."""
    position, style = read_position(view), own_style(view)
    if not style.second:
        return position
    worth = Worth(position.public, position.side, view.duel, style.second)
    return replace(position, worth=worth)


def _best(values: dict[Action, float], rng: Random) -> Decision:
    """Equal values are told apart by the seed, so that games differ."""
    ranked = sorted(
        ((value, action) for action, value in values.items()),
        key=lambda pair: (-round(pair[0], 6), rng.random()),
    )
    value, action = ranked[0]
    return Decision(action, bounded(value), tuple((a, v) for v, a in ranked))


def sample(believed: Belief, size: int, rng: Random) -> tuple[tuple[World, float], ...]:
    """At most ``size`` worlds, likeliest first, that stand for all, with their shares.

    Where there are too many, evenly spaced steps through the summed probabilities choose, so that
    the sample has nearly the shares of the whole.
    """
    if len(believed) <= size:
        return tuple(sorted(believed.items(), key=lambda pair: -pair[1]))
    chosen: dict[World, float] = {}
    step, due, passed = 1 / size, rng.random() / size, 0.0
    for world, probability in believed.items():
        passed += probability
        while passed > due:
            chosen[world] = chosen.get(world, 0.0) + step
            due += step
    return tuple(sorted(chosen.items(), key=lambda pair: -pair[1]))


def _answer(position: Position, worlds: Iterable[tuple[World, float]], looker: Looker) -> Decision:
    """Call or fold, by what the round is worth with two stakes on the table."""
    spot = Spot(position.public)
    folded = position.worth.of_result(spot.child(FOLD).public)
    called = 0.0
    with suppress(BudgetSpent):
        called = sum(
            share * looker.value(spot.child(CALL), world.hands, 1) for world, share in worlds
        )
    return _best({CALL: called, FOLD: folded}, Random(0))
