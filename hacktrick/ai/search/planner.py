"""Levels 3 to 7: value whole turns in many worlds and play the turn with the best mean.

They also value what may come before a card: asks, by the gain from knowing the answer, and powers
of codes, by the gain in the turn that follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from hacktrick.ai.agent import EXTRA_TURN_SHARE, Budget, Decision, clamp_value
from hacktrick.ai.decision_position import Position, read_position, winning_action_and_value
from hacktrick.ai.levels.styles import Style, style_of_decider
from hacktrick.ai.match_equity import RoundUtility
from hacktrick.ai.mirror_symmetry import mirrored_view, should_mirror_view, unmirrored_decision
from hacktrick.ai.possible_worlds import (
    MemoryKind,
    World,
    WorldBelief,
    believed_worlds,
    worlds_remembered_by_player,
)
from hacktrick.ai.search.code_heuristics import CODE_VALUES, choose_code
from hacktrick.ai.search.open_hand import BudgetSpent, LookaheadSearch, SearchNode, TurnPlan
from hacktrick.game.actions import (
    CALL,
    FOLD,
    Action,
    Ask,
    AskPartner,
    PutUnderDeck,
    Stake,
    Swap,
)
from hacktrick.game.cards import Counts, sum_of
from hacktrick.game.code_powers import power_in_force
from hacktrick.game.engine import apply_hidden_part, chance_outcomes
from hacktrick.game.state import Seat
from hacktrick.game.view import View

PRUNING_MARGIN = 0.7  # plans worse than the best by more points than this are dropped at depth 0
# The weight of the shallower value in the final value. With open hands the opponent finds every
# answer, but in a real round they may not. A player who loses in every world therefore chooses the
# move that is hardest to answer.
SHALLOW_SHARE = 0.15


class PlanValues:
    """A table of values, with a row for each plan and a column for each world.

    All values in a column have the same depth, so plans stay comparable even if columns differ in
    depth.
    """

    def __init__(
        self,
        plans: Sequence[TurnPlan],
        worlds: Sequence[tuple[World, float]],
        seat: Seat,
        preferences: Sequence[float] = (),
    ) -> None:
        """Create an empty table.

        Args:
            worlds: worlds with their probabilities, likeliest first.
            preferences: what the player's style adds to the value of each plan; by default nothing.
        """
        self.plans = list(plans)
        self._preferences = list(preferences) or [0.0] * len(self.plans)
        self.worlds = tuple(worlds)
        self.seat = seat
        self._columns: list[list[float]] = []

    def value_plans(self, search: LookaheadSearch, depth: int) -> None:
        """Value every plan in every world, likeliest worlds first, looking ``depth`` turns ahead.

        Raises:
            BudgetSpent: the budget ran out; the columns that were finished before are kept.
        """
        for number, (world, _) in enumerate(self.worlds):
            column = [search.plan_value(plan, self.seat, world, depth) for plan in self.plans]
            if number < len(self._columns):
                self._columns[number] = [
                    (1 - SHALLOW_SHARE) * deep + SHALLOW_SHARE * first
                    for deep, first in zip(column, self._columns[number], strict=True)
                ]
            else:
                self._columns.append(column)

    def keep_best_plans(self, max_plans: int) -> None:
        """Keep at most the ``max_plans`` best plans, all within ``PRUNING_MARGIN`` of the best."""
        values = self._mean_plan_values(range(len(self._columns)))
        order = sorted(range(len(self.plans)), key=lambda n: -values[n])
        kept = [n for n in order[:max_plans] if values[n] > values[order[0]] - PRUNING_MARGIN]
        self.plans = [self.plans[n] for n in kept]
        self._preferences = [self._preferences[n] for n in kept]
        self._columns = [[column[n] for n in kept] for column in self._columns]

    def values_by_action(self) -> dict[Action, float]:
        """Return the value of each first action: the value of the best plan that begins with it."""
        found: dict[Action, float] = {}
        for plan, value in zip(self.plans, self._mean_plan_values(self._all_columns), strict=True):
            first = plan.actions[0]
            found[first] = max(value, found.get(first, value))
        return found

    def best_value(self) -> float:
        """Return the value of the best plan."""
        return max(self._mean_plan_values(self._all_columns))

    def best_value_after_hearing_sum(self, seat: Seat) -> float:
        """Return the expected value of choosing a plan after hearing the sum of ``seat``."""
        groups: dict[int, list[int]] = {}
        for number in self._all_columns:
            groups.setdefault(sum_of(self.worlds[number][0].hands[seat]), []).append(number)
        total = sum(self.worlds[number][1] for number in self._all_columns)
        return sum(
            max(self._mean_plan_values(group))
            * sum(self.worlds[number][1] for number in group)
            / total
            for group in groups.values()
        )

    @property
    def _all_columns(self) -> Sequence[int]:
        return range(len(self._columns))

    def _mean_plan_values(self, world_numbers: Sequence[int]) -> list[float]:
        """Return the mean value of each plan over some worlds, plus the style's preference.

        Args:
            world_numbers: the numbers of the worlds.
        """
        if not world_numbers:
            return [0.0] * len(self.plans)
        sums = [0.0] * len(self.plans)
        total = 0.0
        for number in world_numbers:
            share = self.worlds[number][1]
            total += share
            for row, value in enumerate(self._columns[number]):
                sums[row] += share * value
        return [value / total + extra for extra, value in zip(self._preferences, sums, strict=True)]


# Prices and gains are in points of the round.
ASK_PRICE = 0.015  # price of the captured marker that a player pays to ask
ASK_OWN_PRICE = 0.06  # price of a marker from the supply paid to ask (Nae Popescu)
ASK_PARTNER_PRICE = 0.003  # price of letting the opponents hear the partner's sum
MIN_POWER_GAIN = 0.04  # least gain for which a power is used: about the error of a value at depth 0
# Value of saving the discard, which works only once, for when markers run short.
DISCARD_RESERVE = 0.06
FEW_WORLDS = 10  # number of worlds in which swaps and cards under the deck are valued
FEW_DRAWS = 6  # number of draws to consider in each of these worlds

WeightedWorlds = tuple[tuple[World, float], ...]


def preliminary_action_values(
    position: Position,
    node: SearchNode,
    table: PlanValues,
    shallow: dict[Action, float],
    search: LookaheadSearch,
) -> dict[Action, float]:
    """Return the values of actions that may come before a card: asks and powers of codes.

    Args:
        table: the values of the plans without such actions.
        shallow: the values of first actions at depth 0; empty if there was no time for them.
    """
    found: dict[Action, float] = {}
    for action in position.legal:
        if action.stage == "question":
            found[action] = _question_value(position, table, action)
    if position.public.rules.has_codes and shallow:
        powers = _PowerValuation(position, node, table, search, max(shallow.values()))
        try:
            for action in position.legal:
                gain = powers.gain_of_power_action(action)
                if gain is not None:
                    found[action] = table.best_value() + gain - MIN_POWER_GAIN
        except BudgetSpent:
            pass
    return found


def _question_value(position: Position, table: PlanValues, action: Ask | AskPartner) -> float:
    seating = position.public.seating
    asked: Seat | None
    if action.verb == "partner":
        asked, price = seating.partner_of(position.seat), ASK_PARTNER_PRICE
    else:
        asked = seating.opponents_of(position.seat)[0] if action.seat is None else action.seat
        price = _ask_price(position, action)
    assert asked is not None
    return table.best_value_after_hearing_sum(asked) - price


def _ask_price(position: Position, action: Ask) -> float:
    public, side = position.public, position.side
    if action.from_supply:
        return ASK_OWN_PRICE * (2 if public.supply[side] <= 3 else 1)
    power = power_in_force(public, side)
    price = None if power is None else CODE_VALUES[power.code].question_price
    return ASK_PRICE if price is None else price


class _PowerValuation:
    """Computes the values of the powers of the player's code, with plans at depth 0."""

    def __init__(
        self,
        position: Position,
        node: SearchNode,
        table: PlanValues,
        search: LookaheadSearch,
        base: float,
    ) -> None:
        self._position = position
        self._node = node
        self._worlds = table.worlds
        self._search = search
        self._base = base

    def gain_of_power_action(self, action: Action) -> float | None:
        """Return what ``action`` gains over a turn without it; None if it does not use a power."""
        if action.verb == "discard":
            node = self._node.node_after(action)
            value = (
                self._value_after_power(node, self._position.hand, self._worlds) - DISCARD_RESERVE
            )
        elif action.verb == "stake":
            value = self._stake_value(action)
        elif action.verb == "swap":
            return self._swap_value(action)
        elif action.verb == "under":
            # The order hardly matters at depth 0, so each set of cards is tried in one order only.
            if list(action.cards) != sorted(action.cards):
                return None
            value = self._put_under_deck_value(action)
        else:
            return None
        return value - self._base

    def _value_after_power(self, node: SearchNode, hand: Counts, worlds: WeightedWorlds) -> float:
        plans = node.turn_plans(hand)
        if not plans:
            return self._base
        table = PlanValues(plans, worlds, self._position.seat)
        table.value_plans(self._search, 0)
        return table.best_value()

    def _stake_value(self, action: Stake) -> float:
        answer = self._node.node_after(action)
        called = self._value_after_power(answer.node_after(CALL), self._position.hand, self._worlds)
        folded = self._position.utility.value_of_result(answer.node_after(FOLD).public)
        return min(called, folded)

    def _swap_value(self, action: Swap) -> float:
        """Return the mean gain over the cards that may be taken.

        The rest of the turn is planned for each of these cards.
        """
        worlds = self._likeliest_worlds()
        before = self._value_after_power(self._node, self._position.hand, worlds)
        cases: dict[int, list[tuple[World, float]]] = {}
        for world, share in worlds:
            state = world.state(self._position.public)
            outcomes = chance_outcomes(state, action)
            total = sum(copies for _, copies in outcomes)
            for chance, copies in outcomes:
                after, _ = apply_hidden_part(state, action, chance)
                moved = World(after.hands, after.deck, after.under)
                cases.setdefault(chance[0], []).append((moved, share * copies / total))
        after_it = sum(
            sum(share for _, share in case)
            * self._value_after_power(
                self._node.node_after(action), case[0][0].hands[self._position.seat], tuple(case)
            )
            for case in cases.values()
        )
        whole = sum(share for _, share in worlds)
        return after_it / whole - before - ASK_PRICE

    def _put_under_deck_value(self, action: PutUnderDeck) -> float:
        """Return the mean value after the turn, over the cards that may be drawn."""
        node = self._node.node_after(action)
        worlds = self._likeliest_worlds()
        value = 0.0
        for world, share in worlds:
            state = world.state(self._position.public)
            outcomes = sorted(chance_outcomes(state, action), key=lambda pair: -pair[1])
            chosen = outcomes[:FEW_DRAWS]
            total = sum(copies for _, copies in chosen)
            for chance, copies in chosen:
                after, _ = apply_hidden_part(state, action, chance)
                value += share * copies / total * self._search.value(node, after.hands, 0)
        return value / sum(share for _, share in worlds)

    def _likeliest_worlds(self) -> WeightedWorlds:
        return tuple(islice(self._worlds, FEW_WORLDS))


@dataclass(frozen=True, slots=True)
class Planner:
    """A player who plans whole turns in possible worlds.

    Attributes:
        depth: the number of turns to look ahead after the player's own turn.
        worlds: the most worlds to consider; if there are more, a sample represents them.
        width: the most plans to examine beyond depth 0.
        memory: what the player remembers of sums and cards.
        commands: whether the player gives commands even if their style does not prefer it.
    """

    depth: int
    worlds: int
    width: int = 16
    memory: MemoryKind = "everything"
    commands: bool = True

    def choose(self, view: View, budget: Budget, seed: int) -> Decision:
        position = _styled_position(view)
        if not should_mirror_view(view):
            return self.decide_in_position(position, budget, seed)
        found = self.decide_in_position(_styled_position(mirrored_view(view)), budget, seed)
        return unmirrored_decision(found, position.public)

    def decide_in_position(self, position: Position, budget: Budget, seed: int) -> Decision:
        """Return a decision for a position as it is, without mirroring the position first."""
        won = winning_action_and_value(position)
        if won is not None:
            return Decision(won[0], clamp_value(won[1]), (won,))
        if position.public.phase == "codes":
            return choose_code(position)
        rng = Random(seed)
        if self.memory == "everything":
            believed = believed_worlds(position.view, position.round_start, position.steps)
        else:
            believed = worlds_remembered_by_player(position, self.memory, self.worlds, rng)
        worlds = sample_worlds(believed, self.worlds, rng)
        search = LookaheadSearch(position.utility, position.side, budget)
        if position.public.phase == "answer":
            found = _stake_answer_decision(position, worlds, search)
        else:
            found = self._best_plan_decision(
                position, worlds, search, rng, int(budget.share >= EXTRA_TURN_SHARE)
            )
        return replace(found, is_cut_short=search.is_cut_short)

    def _best_plan_decision(
        self,
        position: Position,
        worlds: Sequence[tuple[World, float]],
        search: LookaheadSearch,
        rng: Random,
        extra_depth: int,
    ) -> Decision:
        node = SearchNode(position.public)
        style = style_of_decider(position.view)
        plans = self._allowed_plans(node, position, style)
        preferences = [style.points_added_to_turn(plan.actions) for plan in plans]
        table = PlanValues(plans, worlds, position.seat, preferences)
        shallow: dict[Action, float] = {}
        try:
            table.value_plans(search, 0)
            shallow = table.values_by_action()
            if self.depth:
                table.keep_best_plans(self.width)
            for depth in range(1, self.depth + 1 + extra_depth):
                table.value_plans(search, depth)
        except BudgetSpent:
            pass
        values = table.values_by_action()
        first = preliminary_action_values(position, node, table, shallow, search)
        for action, value in first.items():
            values[action] = value + style.points_added_to_turn([action])
        return _decision_of_best_action(values, rng)

    def _allowed_plans(
        self, node: SearchNode, position: Position, style: Style
    ) -> Sequence[TurnPlan]:
        plans = node.turn_plans(position.hand)
        if self.commands or style.command > 0:
            return plans
        return [plan for plan in plans if plan.actions[-1].verb != "command"] or plans


def _styled_position(view: View) -> Position:
    """Return the position of ``view``, with results valued as the player's style prefers."""
    position, style = read_position(view), style_of_decider(view)
    if not style.double_win_bonus:
        return position
    utility = RoundUtility(position.public, position.side, view.duel, style.double_win_bonus)
    return replace(position, utility=utility)


def _decision_of_best_action(values: dict[Action, float], rng: Random) -> Decision:
    """Return a decision for the best action; ``rng`` chooses among actions of equal value."""
    ranked = sorted(
        ((value, action) for action, value in values.items()),
        key=lambda pair: (-round(pair[0], 6), rng.random()),
    )
    value, action = ranked[0]
    return Decision(action, clamp_value(value), tuple((a, v) for v, a in ranked))


def sample_worlds(believed: WorldBelief, size: int, rng: Random) -> tuple[tuple[World, float], ...]:
    """Return at most ``size`` worlds that represent all believed ones, likeliest first.

    Systematic sampling takes the worlds at evenly spaced steps of the cumulative probability, so
    the sample is distributed almost like the whole.

    Returns:
        The worlds with their probabilities in the sample.
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


def _stake_answer_decision(
    position: Position, worlds: Iterable[tuple[World, float]], search: LookaheadSearch
) -> Decision:
    """Answer a stake: call if that is worth more than folding."""
    node = SearchNode(position.public)
    folded = position.utility.value_of_result(node.node_after(FOLD).public)
    called = 0.0
    with suppress(BudgetSpent):
        called = sum(
            share * search.value(node.node_after(CALL), world.hands, 1) for world, share in worlds
        )
    return _decision_of_best_action({CALL: called, FOLD: folded}, Random(0))
