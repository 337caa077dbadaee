"""Alpha-beta search over whole turns in worlds where all hands are known, within a budget.

Nodes are public states shared by all worlds; they cache everything that does not depend on hands. A
logistic model evaluates leaves; its weights were fitted to rounds of level 3 against itself.
"""

from __future__ import annotations

import time
from functools import partial
from math import exp, inf, isinf
from typing import NamedTuple

from hacktrick.ai.agent import Budget
from hacktrick.ai.decision_position import (
    NO_FACTS,
    KeyPoints,
    card_value_bit_mask,
    count_begun_and_empty_lines,
    most_points_of_next_card,
    winning_last_card_masks,
    winning_points,
)
from hacktrick.ai.match_equity import RoundUtility
from hacktrick.ai.possible_worlds import World
from hacktrick.game.actions import Action
from hacktrick.game.cards import Counts, with_card_added, with_card_removed
from hacktrick.game.legality import (
    is_commanded_to_draw,
    is_pointless_command,
    legal_actions,
    must_play,
)
from hacktrick.game.state import IN_SUPPLY, Observation, PublicState, Seat, Side
from hacktrick.game.transitions import apply_public_part, with_value_at


class TurnPlan(NamedTuple):
    """One way to play a whole turn.

    Attributes:
        actions: the actions of the turn.
        node: the public state after the turn.
        hand: the hand after the turn, without a drawn card.
        draws: whether the turn draws a card.
    """

    actions: tuple[Action, ...]
    node: SearchNode
    hand: Counts
    draws: bool


class SearchNode:
    """A public state that caches values computed from it.

    Attributes:
        result_value: the value of the result if the round is over.
        public_score: the part of the evaluation that depends on public information alone.
        win_and_loss_values: the values of a win and of a loss for the side to move.
        values_by_hands: evaluations of the node, by the hands of all seats.
    """

    __slots__ = (
        "_children",
        "_plans_by_hand",
        "_reply_plans_by_hand",
        "_winning_points",
        "_winning_points_after_capture",
        "public",
        "public_score",
        "result_value",
        "values_by_hands",
        "win_and_loss_values",
    )

    def __init__(self, public: PublicState) -> None:
        self.public = public
        self.result_value: float | None = None
        self.public_score: float | None = None
        self.win_and_loss_values: tuple[float, float] | None = None
        self.values_by_hands: dict[tuple[Counts, ...], float] = {}
        self._children: dict[Action, SearchNode] = {}
        self._plans_by_hand: dict[Counts, tuple[TurnPlan, ...]] = {}
        self._reply_plans_by_hand: dict[Counts, tuple[TurnPlan, ...]] = {}
        self._winning_points: list[KeyPoints | None] = [None, None]
        self._winning_points_after_capture: dict[tuple[Side, int], KeyPoints] = {}

    def node_after(self, action: Action) -> SearchNode:
        """Return the node after ``action``, which must be legal here and reveal nothing."""
        child = self._children.get(action)
        if child is None:
            child = self._children[action] = SearchNode(
                apply_public_part(self.public, action, NO_FACTS)
            )
        return child

    def winning_points(self, side: Side) -> KeyPoints:
        """Return, for each key, the points that a marker of ``side`` would win in a later turn."""
        known = self._winning_points[side]
        if known is None:
            known = self._winning_points[side] = winning_points(self.public, side)
        return known

    def winning_points_without_markers_on(self, side: Side, key: int) -> KeyPoints:
        """Return the winning points of ``side`` after its markers on ``key`` have been captured."""
        board = self.public.board
        if not board[key - 1][side]:
            return self.winning_points(side)
        known = self._winning_points_after_capture.get((side, key))
        if known is None:
            bare = (*board[: key - 1], (0, 0), *board[key:])
            known = self._winning_points_after_capture[side, key] = winning_points(
                self.public._replace(board=bare), side
            )
        return known

    def turn_plans(self, hand: Counts) -> tuple[TurnPlan, ...]:
        """Return every sensible way to play the rest of the turn with ``hand``."""
        known = self._plans_by_hand.get(hand)
        if known is None:
            known = self._plans_by_hand[hand] = tuple(self._turn_plans(hand, thorough=True))
        return known

    def reply_plans(self, hand: Counts) -> tuple[TurnPlan, ...]:
        """Return the plans to consider for a reply: no Guard, and no double while singles last.

        In measurements this costs no strength, whereas leaving out the command to play would.
        """
        known = self._reply_plans_by_hand.get(hand)
        if known is None:
            known = self._reply_plans_by_hand[hand] = tuple(self._turn_plans(hand, thorough=False))
        return known

    def _turn_plans(self, hand: Counts, thorough: bool) -> list[TurnPlan]:
        public = self.public
        legal = legal_actions(Observation(public.seat, public, hand, ()))
        found: list[TurnPlan] = []
        for action in legal:
            if action.verb in ("play", "draw", "start", "pass", "command") and (
                thorough or _is_searched_in_replies(public, action)
            ):
                found += self._plans_beginning_with(action, hand, thorough)
        return found

    def _plans_beginning_with(self, action: Action, hand: Counts, thorough: bool) -> list[TurnPlan]:
        public = self.public
        if is_pointless_command(public, action):
            return []
        node = self.node_after(action)
        after = node.public
        left = hand if action.row_card is None else with_card_removed(hand, action.row_card)
        draws = action.verb == "draw"
        if after.result is not None or after.turn != public.turn or public.phase == "start":
            return [TurnPlan((action,), node, left, draws)]
        return [
            end._replace(actions=(action, *end.actions), draws=draws or end.draws)
            for end in node._turn_plans(left, thorough)
        ]


def _is_searched_in_replies(public: PublicState, action: Action) -> bool:
    if action.verb == "play":
        return not action.double or not public.n_singles_in_supply(public.side)
    return action.verb != "command" or (
        action.kind == "play" or public.rules.second_command == "draw"
    )


FEATURE_WEIGHTS: dict[str, float] = {
    "tempo": -0.21,
    "keys_mine": 0.26,
    "keys_theirs": -0.23,
    "rich_keys_mine": 0.02,
    "rich_keys_theirs": -0.02,
    "begun_mine": 0.06,
    "begun_theirs": -0.05,
    "empty": -0.04,
    "markers_mine": 0.12,
    "markers_theirs": -0.06,
    "spare_mine": 0.29,
    "spare_theirs": -0.19,
    "short_mine": -0.42,
    "short_theirs": 0.46,
    "last_marker_mine": -1.08,
    "last_marker_theirs": 1.29,
    "cornered_mine": -0.74,
    "cornered_theirs": 0.61,
    "captured_mine": 0.14,
    "captured_theirs": -0.17,
    "double_kept_mine": 0.12,
    "double_kept_theirs": -0.4,
    "double_placed_mine": 0.36,
    "double_placed_theirs": -0.36,
    "cards_mine": 0.37,
    "cards_theirs": -0.27,
    "commanded": -0.33,
    "guarded": -0.0,
    "deck_low": 0.03,
    # The following features depend on hands.
    "reach_mine": 0.07,
    "reach_theirs": -0.02,
    "waiting_is_fatal": -0.01,
    "fatal_share": -1.18,
    "no_escape": -3.33,
    "their_feeding": 0.51,
    "choices_mine": -0.11,
    "choices_theirs": -0.04,
    # The following features matter in teams: they depend on the hands of the seats after the next
    # one.
    "reach_partner": 0.05,
    "reach_other": -0.05,
}
"""The weight of each feature in matches of two, for the value to the side to move."""

TEAM_FEATURE_WEIGHTS: dict[str, float] = {
    "tempo": -0.07,
    "keys_mine": 0.09,
    "keys_theirs": -0.22,
    "rich_keys_mine": 0.12,
    "rich_keys_theirs": -0.18,
    "begun_mine": -0.03,
    "begun_theirs": 0.0,
    "empty": -0.04,
    "markers_mine": 0.2,
    "markers_theirs": -0.07,
    "spare_mine": 0.47,
    "spare_theirs": -0.41,
    "short_mine": -0.07,
    "short_theirs": 0.09,
    "last_marker_mine": -0.16,
    "last_marker_theirs": 0.16,
    "cornered_mine": -0.42,
    "cornered_theirs": 0.46,
    "captured_mine": 0.31,
    "captured_theirs": -0.33,
    "double_kept_mine": -0.14,
    "double_kept_theirs": 0.23,
    "double_placed_mine": -0.02,
    "double_placed_theirs": 0.07,
    "cards_mine": 0.38,
    "cards_theirs": -0.4,
    "commanded": -0.43,
    "guarded": -0.24,
    "deck_low": 0.1,
    "reach_mine": -0.05,
    "reach_theirs": 0.1,
    "waiting_is_fatal": 0.07,
    "fatal_share": -0.97,
    "no_escape": -4.26,
    "their_feeding": 1.15,
    "choices_mine": -0.09,
    "choices_theirs": -0.03,
    "reach_partner": 0.14,
    "reach_other": -0.12,
}
"""The weight of each feature in matches of three and four."""

N_PUBLIC_FEATURES = list(FEATURE_WEIGHTS).index("reach_mine")
WEIGHTS_FOR_TWO, WEIGHTS_FOR_TEAMS = (
    (tuple(weights.values())[:N_PUBLIC_FEATURES], tuple(weights.values())[N_PUBLIC_FEATURES:])
    for weights in (FEATURE_WEIGHTS, TEAM_FEATURE_WEIGHTS)
)

# The chance that a won round brings two points if the winner's double is in a line that lacks one
# key, elsewhere on the board, or in the supply.
RICH_DOUBLE_CHANCE, PLACED_DOUBLE_CHANCE, KEPT_DOUBLE_CHANCE = 0.52, 0.40, 0.30


def evaluate_turn_start(
    node: SearchNode, hands: tuple[Counts, ...], utility: RoundUtility
) -> float:
    """Return the value of a node at the start of a turn for the side of ``utility``.

    Args:
        hands: the hands by seat.
    """
    public = node.public
    if public.result is not None:
        if node.result_value is None:
            node.result_value = utility.value_of_result(public)
        return node.result_value
    known = node.values_by_hands.get(hands)
    if known is None:
        known = node.values_by_hands[hands] = _uncached_evaluation(node, hands, utility)
    return known


def immediate_win_points(node: SearchNode, hands: tuple[Counts, ...]) -> int:
    """Return the most points that the seat to act can win with its next card; 0 for none.

    Args:
        hands: the hands by seat.
    """
    public = node.public
    if not public.supply[public.side] or is_commanded_to_draw(public):
        return 0
    hand, points, last = hands[public.seat], node.winning_points(public.side), public.row[-1]
    # A bit test excludes most hands before the loop over the cards.
    return (
        most_points_of_next_card(hand, points, last)
        if winning_last_card_masks(hand, points)[0] >> last & 1
        else 0
    )


def _uncached_evaluation(
    node: SearchNode, hands: tuple[Counts, ...], utility: RoundUtility
) -> float:
    public = node.public
    side, mine = public.side, hands[public.seat]
    if points := immediate_win_points(node, hands):
        return utility.value_of_win(public, side, points)
    # A player who must play but has no marker to spare loses by running out of markers.
    kept = 1 if public.rules.out_of_markers == "immediate" else 0
    if public.supply[side] <= kept and must_play(public, mine):
        return utility.value_of_win(public, 1 - side, 1)
    public_weights, hand_weights = WEIGHTS_FOR_TEAMS if len(hands) > 2 else WEIGHTS_FOR_TWO
    if node.public_score is None:
        node.public_score = _weighted_sum(public_features(node), public_weights)
    x = node.public_score + _weighted_sum(hand_features(node, hands), hand_weights)
    chance = 1 / (1 + exp(-x))
    if node.win_and_loss_values is None:
        node.win_and_loss_values = (
            _value_of_win(node, side, utility),
            _value_of_win(node, 1 - side, utility),
        )
    won, lost = node.win_and_loss_values
    return chance * won + (1 - chance) * lost


def _weighted_sum(features: tuple[float, ...], weights: tuple[float, ...]) -> float:
    return sum([a * b for a, b in zip(features, weights)])  # noqa: B905 - the hot line


def _value_of_win(node: SearchNode, side: Side, utility: RoundUtility) -> float:
    """Return the value of a win by ``side``, averaged over one and two points."""
    public = node.public
    one = utility.value_of_win(public, side, 1)
    chance = double_win_chance(node, side)
    return one + chance * (utility.value_of_win(public, side, 2) - one) if chance else one


def double_win_chance(node: SearchNode, side: Side) -> float:
    """Return the chance that a win of ``side`` brings two points, given where its double is."""
    place = node.public.double[side]
    if place == IN_SUPPLY:
        return KEPT_DOUBLE_CHANCE
    if place < 0:
        return 0.0
    return RICH_DOUBLE_CHANCE if max(node.winning_points(side)) > 1 else PLACED_DOUBLE_CHANCE


def public_features(node: SearchNode) -> tuple[float, ...]:
    """Return the features of the public state, from the point of view of the side to move."""
    public = node.public
    side = public.side
    other = 1 - side
    mine, theirs = node.winning_points(side), node.winning_points(other)
    own = tuple([key[side] for key in public.board])
    their = tuple([key[other] for key in public.board])
    begun, empty = count_begun_and_empty_lines(own, their)
    their_begun, _ = count_begun_and_empty_lines(their, own)
    sizes, limits, captured = public.hand_sizes, public.seating.limits, public.captured
    seat, following = public.seat, public.next_seat
    kept = 1 if public.rules.out_of_markers == "immediate" else 0
    spare = [n - kept for n in public.supply]  # markers that may be placed without losing
    double = public.double
    return (
        1.0,
        min(3, sum([n > 0 for n in mine])),
        min(3, sum([n > 0 for n in theirs])),
        max(mine) > 1,
        max(theirs) > 1,
        begun,
        their_begun,
        empty,
        sum(own),
        sum(their),
        spare[side],
        spare[other],
        max(0, 4 - spare[side]),
        max(0, 4 - spare[other]),
        spare[side] <= 0,
        spare[other] <= 0,
        max(0, 4 - spare[side] - limits[seat] + sizes[seat]),
        max(0, 4 - spare[other] - limits[following] + sizes[following]),
        min(2, captured[side]),
        min(2, captured[other]),
        double[side] == IN_SUPPLY,
        double[other] == IN_SUPPLY,
        double[side] > 0,
        double[other] > 0,
        sizes[seat],
        sizes[following],
        public.command_in_force == "play",
        public.command_in_force == "guard",
        public.deck_size <= 2,
    )


def hand_features(node: SearchNode, hands: tuple[Counts, ...]) -> tuple[float, ...]:
    """Return the features that depend on hands.

    Args:
        hands: the hands in turn order, the seat to move first.
    """
    public = node.public
    side = public.side
    mine, theirs = hands[public.seat], hands[public.next_seat]
    last = public.row[-1]
    reached, _ = winning_last_card_masks(mine, node.winning_points(side))
    threatened, _ = winning_last_card_masks(theirs, node.winning_points(1 - side))
    following, partnered, opposed = reached, 0, 0
    if len(hands) > 2:
        following, partnered, opposed = _later_seat_features(node, hands)
    their_held = card_value_bit_mask(theirs)
    waiting = threatened >> last & 1
    fatal, choices = _count_fatal_cards(node, mine, theirs, threatened)
    playing = choices
    if public.hand_sizes[public.seat] < public.seating.limits[public.seat] and not (
        public.command_in_force == "play" and choices
    ):
        fatal, choices = fatal + waiting, choices + 1
    share = fatal / max(1, choices)
    return (
        reached.bit_count(),
        threatened.bit_count(),
        waiting,
        share,
        share == 1.0,
        (their_held & following).bit_count() / max(1, their_held.bit_count()),
        playing,
        their_held.bit_count(),
        partnered,
        opposed,
    )


def _later_seat_features(node: SearchNode, hands: tuple[Counts, ...]) -> tuple[int, int, int]:
    """Return features of the seats two and three turns ahead, in matches of three and four players.

    Args:
        hands: the hands by seat.

    Returns:
        The last cards of the row from which the seat two turns ahead, on the mover's side, would
        win, as a bit mask; their number if that seat is the partner, else 0; and the number of last
        cards from which the opponent after that seat would win.
    """
    public = node.public
    order = public.seating.order
    after, later = (order[(public.turn + n) % len(order)] for n in (2, 3))
    following = winning_last_card_masks(hands[after], node.winning_points(public.side))[0]
    partnered = following.bit_count() if after != public.seat else 0
    if later == public.next_seat:
        return following, partnered, 0
    opposed = winning_last_card_masks(hands[later], node.winning_points(1 - public.side))[0]
    return following, partnered, opposed.bit_count()


def _count_fatal_cards(
    node: SearchNode, mine: Counts, theirs: Counts, threatened: int
) -> tuple[int, int]:
    """Return how many playable cards let the next hand win, and how many are playable.

    Args:
        mine: the hand of the seat to act.
        theirs: the hand that acts next.
        threatened: a bit mask of the cards after which ``theirs`` can win on the current board.
    """
    public = node.public
    side, last = public.side, public.row[-1]
    fatal = choices = 0
    for card, copies in enumerate(mine):
        if not copies or card == last:
            continue
        choices += 1
        if threatened >> card & 1:
            points = node.winning_points_without_markers_on(1 - side, last + card)
            fatal += winning_last_card_masks(theirs, points)[0] >> card & 1
    return fatal, choices


NODES_PER_CLOCK_CHECK = 64

Hands = tuple[Counts, ...]


class BudgetSpent(Exception):
    """Raised if no nodes or no time are left in the budget."""


class LookaheadSearch:
    """Values nodes by looking some turns ahead, within a budget.

    Args:
        utility: the values of results for the side ``own_side``.
        own_side: the side from whose point of view nodes are valued.

    Attributes:
        nodes: the number of nodes visited.
        is_cut_short: whether the clock ended the search.
    """

    def __init__(self, utility: RoundUtility, own_side: Side, budget: Budget) -> None:
        self.nodes = 0
        self.is_cut_short = False
        self._utility = utility
        self._own = own_side
        self._limit = budget.nodes
        self._deadline = time.monotonic() + budget.seconds

    def plan_value(self, plan: TurnPlan, seat: Seat, world: World, depth: int) -> float:
        """Return the value of a turn of ``seat`` in ``world``, averaged over the card it may draw.

        Args:
            depth: the number of turns to look ahead after the turn.

        Raises:
            BudgetSpent: the budget does not allow another node.
        """
        hands = with_value_at(world.hands, seat, plan.hand)
        if not plan.draws or plan.node.public.result is not None:
            return self.value(plan.node, hands, depth)
        if not sum(world.deck):
            known = with_value_at(hands, seat, with_card_added(plan.hand, world.under[0]))
            return self.value(plan.node, known, depth)
        total = 0.0
        for card, copies in enumerate(world.deck):
            if copies:
                drawn = with_value_at(hands, seat, with_card_added(plan.hand, card))
                total += copies * self.value(plan.node, drawn, depth)
        return total / sum(world.deck)

    def value(
        self, node: SearchNode, hands: Hands, depth: int, alpha: float = -inf, beta: float = inf
    ) -> float:
        """Return the value of ``node`` at the start of a turn, looking ``depth`` turns ahead.

        The value is exact if it lies between ``alpha`` and ``beta``; otherwise it is only a bound
        (alpha-beta).

        Raises:
            BudgetSpent: the budget does not allow another node.
        """
        self._count_node()
        public = node.public
        if not depth or public.result is not None or immediate_win_points(node, hands):
            return evaluate_turn_start(node, hands, self._utility)
        mine = public.side == self._own
        best = -inf if mine else inf
        for after, then in self._positions_after_replies(node, hands, depth):
            if mine:
                best = max(best, self.value(after, then, depth - 1, max(alpha, best), beta))
            else:
                best = min(best, self.value(after, then, depth - 1, alpha, min(beta, best)))
            if best >= beta if mine else best <= alpha:
                break
        if isinf(best):  # no legal turn: the seat must play without a marker, and loses
            return evaluate_turn_start(node, hands, self._utility)
        return best

    def _positions_after_replies(
        self, node: SearchNode, hands: Hands, depth: int
    ) -> list[tuple[SearchNode, Hands]]:
        """Return the node and the hands after each turn, in the order in which to search them."""
        seat = node.public.seat
        # Cards drawn during the search stay unknown; the evaluation uses the hand before the draw.
        found = [
            (end.node, with_value_at(hands, seat, end.hand))
            for end in node.reply_plans(hands[seat])
        ]
        if depth > 1:
            sight = partial(self._static_value, mine=node.public.side == self._own)
            found.sort(key=sight)
        return found

    def _static_value(self, reply: tuple[SearchNode, Hands], mine: bool) -> float:
        value = evaluate_turn_start(*reply, self._utility)
        return -value if mine else value

    def _count_node(self) -> None:
        if self.nodes >= self._limit:
            raise BudgetSpent
        self.nodes += 1
        if self.nodes % NODES_PER_CLOCK_CHECK == 0 and time.monotonic() > self._deadline:
            self.is_cut_short = True
            raise BudgetSpent
