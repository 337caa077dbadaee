"""Levels 3 to 7: plan whole turns in many worlds, then average the values.

Also values what may come before a card: questions, by what the answer gains, and the powers of
Battle of Wits, by what the turn after them gains.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from hacktrick.ai.agent import EXTRA_TURN_SHARE, Budget, Decision, clamp_value
from hacktrick.ai.decision_position import Position, read_position, winning_action
from hacktrick.ai.levels.styles import Style, own_style
from hacktrick.ai.match_equity import RoundUtility
from hacktrick.ai.mirror import is_view_mirrored, mirrored_view, unmirrored_decision
from hacktrick.ai.search.code_heuristics import CODE_VALUES, choose_code
from hacktrick.ai.search.open_hand import BudgetSpent, LookaheadSearch, SearchNode, TurnEnd
from hacktrick.ai.worlds import MemoryKind, World, WorldBelief, believed_worlds, remembered_worlds
from hacktrick.game.actions import (
    CALL,
    FOLD,
    Action,
    Ask,
    Partner,
    Stake,
    Swap,
    Under,
)
from hacktrick.game.cards import Counts, sum_of
from hacktrick.game.engine import chance_outcomes, resolve_hidden
from hacktrick.game.powers import power_of
from hacktrick.game.rules import Seat
from hacktrick.game.view import View

PRUNING_MARGIN = (
    0.7  # a plan that falls behind the best by more at first sight is not looked at again
)
# How much of the shallower look stays in the value: within a world the opponent knows all hands
# and finds every answer, at the table he may not. It also makes a player who is lost in every
# world choose the move that is hardest to answer.
SHALLOW_SHARE = 0.15


class PlanValues:
    """A row a plan, a column a world. Every column holds values of one depth, so that columns of
    different depths may be averaged while plans are compared."""

    def __init__(
        self,
        plans: Sequence[TurnEnd],
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

    def fill(self, looker: LookaheadSearch, depth: int) -> None:
        """Value every plan in every world, likeliest worlds first.

        Raises:
            BudgetSpent: in the middle; the columns finished by then count.
        """
        for number, (world, _) in enumerate(self.worlds):
            column = [looker.of_end(plan, self.seat, world, depth) for plan in self.plans]
            if number < len(self._columns):
                self._columns[number] = [
                    (1 - SHALLOW_SHARE) * deep + SHALLOW_SHARE * first
                    for deep, first in zip(column, self._columns[number], strict=True)
                ]
            else:
                self._columns.append(column)

    def keep_best(self, width: int) -> None:
        """Drop the plans that are far behind."""
        values = self._values(range(len(self._columns)))
        order = sorted(range(len(self.plans)), key=lambda n: -values[n])
        kept = [n for n in order[:width] if values[n] > values[order[0]] - PRUNING_MARGIN]
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


ASK_PRICE = 0.015  # the price of a captured marker, beyond what the answer gains
ASK_OWN_PRICE = 0.06
ASK_PARTNER_PRICE = 0.003  # the opponents hear the answer too
MIN_POWER_GAIN = 0.04  # a power must gain more than the error of a first sight
DISCARD_RESERVE = 0.06  # once a round: it is worth more when markers run short
FEW_WORLDS = 10
FEW_DRAWS = 6

Shares = tuple[tuple[World, float], ...]


def opening_values(
    position: Position,
    spot: SearchNode,
    table: PlanValues,
    shallow: dict[Action, float],
    looker: LookaheadSearch,
) -> dict[Action, float]:
    """The worth of every action that may come first and is worth a thought.

    Args:
        table: the plans without it, as deeply looked at as there was time for.
        shallow: what they were worth at first sight.
    """
    found: dict[Action, float] = {}
    for action in position.legal:
        if action.stage == "question":
            found[action] = _question(position, table, action)
    if position.public.rules.codes and shallow:
        powers = _Powers(position, spot, table, looker, max(shallow.values()))
        try:
            for action in position.legal:
                gain = powers.gain(action)
                if gain is not None:
                    found[action] = table.value() + gain - MIN_POWER_GAIN
        except BudgetSpent:
            pass
    return found


def _question(position: Position, table: PlanValues, action: Ask | Partner) -> float:
    seating = position.public.seating
    asked: Seat | None
    if action.verb == "partner":
        asked, price = seating.partner_of(position.seat), ASK_PARTNER_PRICE
    else:
        asked = seating.opponents_of(position.seat)[0] if action.seat is None else action.seat
        price = _price(position, action)
    assert asked is not None
    return table.value_knowing(asked) - price


def _price(position: Position, action: Ask) -> float:
    public, side = position.public, position.side
    if action.own:
        return ASK_OWN_PRICE * (2 if public.supply[side] <= 3 else 1)
    power = power_of(public, side)
    price = None if power is None else CODE_VALUES[power.code].captured
    return ASK_PRICE if price is None else price


class _Powers:
    """What the powers of the own code gain at first sight."""

    def __init__(
        self,
        position: Position,
        spot: SearchNode,
        table: PlanValues,
        looker: LookaheadSearch,
        base: float,
    ) -> None:
        self._position = position
        self._spot = spot
        self._worlds = table.worlds
        self._looker = looker
        self._base = base

    def gain(self, action: Action) -> float | None:
        """What ``action`` gains over a turn without it; None if it is no power."""
        if action.verb == "discard":
            spot = self._spot.child(action)
            value = self._turn_after(spot, self._position.hand, self._worlds) - DISCARD_RESERVE
        elif action.verb == "stake":
            value = self._staked(action)
        elif action.verb == "swap":
            return self._swapped(action)
        elif action.verb == "under":
            # The order matters little at first sight; one of each choice of cards is enough.
            if list(action.cards) != sorted(action.cards):
                return None
            value = self._under(action)
        else:
            return None
        return value - self._base

    def _turn_after(self, spot: SearchNode, hand: Counts, worlds: Shares) -> float:
        plans = spot.ends(hand)
        if not plans:
            return self._base
        table = PlanValues(plans, worlds, self._position.seat)
        table.fill(self._looker, 0)
        return table.value()

    def _staked(self, action: Stake) -> float:
        answer = self._spot.child(action)
        called = self._turn_after(answer.child(CALL), self._position.hand, self._worlds)
        folded = self._position.worth.of_result(answer.child(FOLD).public)
        return min(called, folded)

    def _swapped(self, action: Swap) -> float:
        """Over the cards that may be taken, each known before the turn goes on."""
        worlds = self._few()
        before = self._turn_after(self._spot, self._position.hand, worlds)
        cases: dict[int, list[tuple[World, float]]] = {}
        for world, share in worlds:
            state = world.state(self._position.public)
            outcomes = chance_outcomes(state, action)
            total = sum(copies for _, copies in outcomes)
            for chance, copies in outcomes:
                after, _ = resolve_hidden(state, action, chance)
                moved = World(after.hands, after.deck, after.under)
                cases.setdefault(chance[0], []).append((moved, share * copies / total))
        after_it = sum(
            sum(share for _, share in case)
            * self._turn_after(
                self._spot.child(action), case[0][0].hands[self._position.seat], tuple(case)
            )
            for case in cases.values()
        )
        whole = sum(share for _, share in worlds)
        return after_it / whole - before - ASK_PRICE

    def _under(self, action: Under) -> float:
        """Over the cards that may come up; the next turn is judged."""
        spot = self._spot.child(action)
        worlds = self._few()
        value = 0.0
        for world, share in worlds:
            state = world.state(self._position.public)
            outcomes = sorted(chance_outcomes(state, action), key=lambda pair: -pair[1])
            chosen = outcomes[:FEW_DRAWS]
            total = sum(copies for _, copies in chosen)
            for chance, copies in chosen:
                after, _ = resolve_hidden(state, action, chance)
                value += share * copies / total * self._looker.value(spot, after.hands, 0)
        return value / sum(share for _, share in worlds)

    def _few(self) -> Shares:
        return tuple(islice(self._worlds, FEW_WORLDS))


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
    memory: MemoryKind = "everything"
    commands: bool = True

    def choose(self, view: View, budget: Budget, seed: int) -> Decision:
        position = _styled(view)
        if not is_view_mirrored(view):
            return self.decide(position, budget, seed)
        found = self.decide(_styled(mirrored_view(view)), budget, seed)
        return unmirrored_decision(found, position.public)

    def decide(self, position: Position, budget: Budget, seed: int) -> Decision:
        """The same for a view that was read, in the form that it has."""
        won = winning_action(position)
        if won is not None:
            return Decision(won[0], clamp_value(won[1]), (won,))
        if position.public.phase == "codes":
            return choose_code(position)
        rng = Random(seed)
        if self.memory == "everything":
            believed = believed_worlds(position.view, position.first, position.steps)
        else:
            believed = remembered_worlds(position, self.memory, self.worlds, rng)
        worlds = sample_worlds(believed, self.worlds, rng)
        looker = LookaheadSearch(position.worth, position.side, budget)
        if position.public.phase == "answer":
            found = _answer(position, worlds, looker)
        else:
            found = self._plan(position, worlds, looker, rng, int(budget.share >= EXTRA_TURN_SHARE))
        return replace(found, cut=looker.cut)

    def _plan(
        self,
        position: Position,
        worlds: Sequence[tuple[World, float]],
        looker: LookaheadSearch,
        rng: Random,
        further: int,
    ) -> Decision:
        spot = SearchNode(position.public)
        style = own_style(position.view)
        plans = self._plans(spot, position, style)
        tastes = [style.taste(plan.actions) for plan in plans]
        table = PlanValues(plans, worlds, position.seat, tastes)
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
        first = opening_values(position, spot, table, shallow, looker)
        for action, value in first.items():
            values[action] = value + style.taste([action])
        return _best(values, rng)

    def _plans(self, spot: SearchNode, position: Position, style: Style) -> Sequence[TurnEnd]:
        plans = spot.ends(position.hand)
        if self.commands or style.command > 0:
            return plans
        return [plan for plan in plans if plan.actions[-1].verb != "command"] or plans


def _styled(view: View) -> Position:
    """The position with what results are worth to this player."""
    position, style = read_position(view), own_style(view)
    if not style.second:
        return position
    worth = RoundUtility(position.public, position.side, view.duel, style.second)
    return replace(position, worth=worth)


def _best(values: dict[Action, float], rng: Random) -> Decision:
    """Equal values are told apart by the seed, so that games differ."""
    ranked = sorted(
        ((value, action) for action, value in values.items()),
        key=lambda pair: (-round(pair[0], 6), rng.random()),
    )
    value, action = ranked[0]
    return Decision(action, clamp_value(value), tuple((a, v) for v, a in ranked))


def sample_worlds(believed: WorldBelief, size: int, rng: Random) -> tuple[tuple[World, float], ...]:
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


def _answer(
    position: Position, worlds: Iterable[tuple[World, float]], looker: LookaheadSearch
) -> Decision:
    """Call or fold, by what the round is worth with two stakes on the table."""
    spot = SearchNode(position.public)
    folded = position.worth.of_result(spot.child(FOLD).public)
    called = 0.0
    with suppress(BudgetSpent):
        called = sum(
            share * looker.value(spot.child(CALL), world.hands, 1) for world, share in worlds
        )
    return _best({CALL: called, FOLD: folded}, Random(0))
