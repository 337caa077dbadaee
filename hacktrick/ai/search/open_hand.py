"""Alpha-beta search over whole turns in worlds where every hand is known, within a budget.

Nodes cache what follows from a public state for all worlds. Leaves are evaluated by a logistic
model whose weights were fitted to rounds of level 3 against itself.
"""

from __future__ import annotations

import time
from functools import partial
from math import exp, inf, isinf
from typing import NamedTuple

from hacktrick.ai.agent import Budget
from hacktrick.ai.board_threats import (
    NO_FACTS,
    KeyPoints,
    best_win,
    hand_bits,
    open_lines,
    winning_last_cards,
    winning_points,
)
from hacktrick.ai.match_equity import RoundUtility
from hacktrick.ai.worlds import World
from hacktrick.game.actions import Action
from hacktrick.game.cards import Counts, minus, plus
from hacktrick.game.legality import is_pointless, legal_actions, must_draw, must_play
from hacktrick.game.rules import Seat, Side
from hacktrick.game.state import IN_SUPPLY, Observation, PublicState
from hacktrick.game.transitions import advance, with_value_at


class TurnEnd(NamedTuple):
    """One way to play a whole turn: the actions, where they lead, the hand that is left.
    ``draws``: a card comes to that hand."""

    actions: tuple[Action, ...]
    spot: SearchNode
    hand: Counts
    draws: bool


class SearchNode:
    """A public state and what has been worked out about it."""

    __slots__ = (
        "_bare_wins",
        "_children",
        "_ends",
        "_replies",
        "_wins",
        "judged",
        "public",
        "seen",
        "sure",
        "worths",
    )

    def __init__(self, public: PublicState) -> None:
        self.public = public
        self.sure: float | None = None  # the worth of a finished round
        self.seen: float | None = None  # the judgement of what everybody sees
        self.worths: tuple[float, float] | None = None  # of a win of the side to move, of a loss
        self.judged: dict[tuple[Counts, ...], float] = {}
        self._children: dict[Action, SearchNode] = {}
        self._ends: dict[Counts, tuple[TurnEnd, ...]] = {}
        self._replies: dict[Counts, tuple[TurnEnd, ...]] = {}
        self._wins: list[KeyPoints | None] = [None, None]
        self._bare_wins: dict[tuple[Side, int], KeyPoints] = {}

    def child(self, action: Action) -> SearchNode:
        """The spot after ``action``, which is legal here and brings nothing to light."""
        child = self._children.get(action)
        if child is None:
            child = self._children[action] = SearchNode(advance(self.public, action, NO_FACTS))
        return child

    def wins(self, side: Side) -> KeyPoints:
        """Per key, what ``side`` would win there in a later turn."""
        known = self._wins[side]
        if known is None:
            known = self._wins[side] = winning_points(self.public, side)
        return known

    def wins_without(self, side: Side, key: int) -> KeyPoints:
        """The same once the markers of ``side`` on ``key`` are captured."""
        board = self.public.board
        if not board[key - 1][side]:
            return self.wins(side)
        known = self._bare_wins.get((side, key))
        if known is None:
            bare = (*board[: key - 1], (0, 0), *board[key:])
            known = self._bare_wins[side, key] = winning_points(
                self.public._replace(board=bare), side
            )
        return known

    def ends(self, hand: Counts) -> tuple[TurnEnd, ...]:
        """Every sensible way for the seat to act, holding ``hand``, to finish its turn by cards
        and commands."""
        known = self._ends.get(hand)
        if known is None:
            known = self._ends[hand] = tuple(self._ways(hand, thorough=True))
        return known

    def replies(self, hand: Counts) -> tuple[TurnEnd, ...]:
        """Fewer of them, for deeper looks: no Guard, and no double while there is a single.
        Measured, that loses nothing; leaving out the command to play would."""
        known = self._replies.get(hand)
        if known is None:
            known = self._replies[hand] = tuple(self._ways(hand, thorough=False))
        return known

    def _ways(self, hand: Counts, thorough: bool) -> list[TurnEnd]:
        public = self.public
        legal = legal_actions(Observation(public.seat, public, hand, ()))
        found: list[TurnEnd] = []
        for action in legal:
            if action.verb in ("play", "draw", "start", "pass", "command") and (
                thorough or _in_replies(public, action)
            ):
                found += self._through(action, hand, thorough)
        return found

    def _through(self, action: Action, hand: Counts, thorough: bool) -> list[TurnEnd]:
        public = self.public
        if is_pointless(public, action):
            return []
        spot = self.child(action)
        after = spot.public
        left = hand if action.row_card is None else minus(hand, action.row_card)
        draws = action.verb == "draw"
        if after.result is not None or after.turn != public.turn or public.phase == "start":
            return [TurnEnd((action,), spot, left, draws)]
        return [
            end._replace(actions=(action, *end.actions), draws=draws or end.draws)
            for end in spot._ways(left, thorough)
        ]


def _in_replies(public: PublicState, action: Action) -> bool:
    if action.verb == "play":
        return not action.double or not public.singles(public.side)
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
    # from here on with both hands known
    "reach_mine": 0.07,
    "reach_theirs": -0.02,
    "waiting_is_fatal": -0.01,
    "fatal_share": -1.18,
    "no_escape": -3.33,
    "their_feeding": 0.51,
    "choices_mine": -0.11,
    "choices_theirs": -0.04,
    # of those who move after them, in teams
    "reach_partner": 0.05,
    "reach_other": -0.05,
}
"""What is looked at, from the side to move, and its weight."""

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
"""The same for three and four players."""

N_PUBLIC_FEATURES = list(FEATURE_WEIGHTS).index("reach_mine")
WEIGHTS_FOR_TWO, WEIGHTS_FOR_TEAMS = (
    (tuple(weights.values())[:N_PUBLIC_FEATURES], tuple(weights.values())[N_PUBLIC_FEATURES:])
    for weights in (FEATURE_WEIGHTS, TEAM_FEATURE_WEIGHTS)
)

# The chance that a round won is won by two points: the double placed and part of a line that
# wants one key; placed; still in the supply; out.
RICH, PLACED, KEPT = 0.52, 0.40, 0.30


def evaluate(spot: SearchNode, hands: tuple[Counts, ...], worth: RoundUtility, own: Side) -> float:
    """The worth for side ``own`` of a spot where a turn begins, if the hands are ``hands``."""
    public = spot.public
    if public.result is not None:
        if spot.sure is None:
            spot.sure = worth.of_result(public)
        return spot.sure
    known = spot.judged.get(hands)
    if known is None:
        known = spot.judged[hands] = _evaluate(spot, hands, worth, own)
    return known


def points_won_now(spot: SearchNode, hands: tuple[Counts, ...]) -> int:
    """The most points the seat to act could win with its next card; 0 for none."""
    public = spot.public
    if not public.supply[public.side] or must_draw(public):
        return 0
    hand, points, last = hands[public.seat], spot.wins(public.side), public.row[-1]
    # Mostly there is nothing to win, which is known without looking at every card.
    return best_win(hand, points, last) if winning_last_cards(hand, points)[0] >> last & 1 else 0


def _evaluate(spot: SearchNode, hands: tuple[Counts, ...], worth: RoundUtility, own: Side) -> float:
    public = spot.public
    side, mine = public.side, hands[public.seat]
    if points := points_won_now(spot, hands):
        return worth.of_win(public, side, points)
    # Whoever must play and has no marker to spare for it has lost by markers.
    kept = 1 if public.rules.out_of_markers == "immediate" else 0
    if public.supply[side] <= kept and must_play(public, mine):
        return worth.of_win(public, 1 - side, 1)
    public_weights, hand_weights = WEIGHTS_FOR_TEAMS if len(hands) > 2 else WEIGHTS_FOR_TWO
    if spot.seen is None:
        spot.seen = _sum(public_features(spot), public_weights)
    x = spot.seen + _sum(hand_features(spot, hands), hand_weights)
    chance = 1 / (1 + exp(-x))
    if spot.worths is None:
        spot.worths = _win(spot, side, worth), _win(spot, 1 - side, worth)
    won, lost = spot.worths
    return chance * won + (1 - chance) * lost


def _sum(features: tuple[float, ...], weights: tuple[float, ...]) -> float:
    return sum([a * b for a, b in zip(features, weights)])  # noqa: B905 - the hot line


def _win(spot: SearchNode, side: Side, worth: RoundUtility) -> float:
    """The worth of a round won by ``side`` from here on, not knowing how."""
    public = spot.public
    one = worth.of_win(public, side, 1)
    chance = double_chance(spot, side)
    return one + chance * (worth.of_win(public, side, 2) - one) if chance else one


def double_chance(spot: SearchNode, side: Side) -> float:
    place = spot.public.double[side]
    if place == IN_SUPPLY:
        return KEPT
    if place < 0:
        return 0.0
    return RICH if max(spot.wins(side)) > 1 else PLACED


def public_features(spot: SearchNode) -> tuple[float, ...]:
    """What everybody sees, from the side to move."""
    public = spot.public
    side = public.side
    other = 1 - side
    mine, theirs = spot.wins(side), spot.wins(other)
    own = tuple([key[side] for key in public.board])
    their = tuple([key[other] for key in public.board])
    begun, empty = open_lines(own, their)
    their_begun, _ = open_lines(their, own)
    sizes, limits, captured = public.hand_sizes, public.seating.limits, public.captured
    seat, following = public.seat, public.next_seat
    kept = 1 if public.rules.out_of_markers == "immediate" else 0
    spare = [n - kept for n in public.supply]  # to place without losing the round
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
        public.standing == "play",
        public.standing == "guard",
        public.deck_size <= 2,
    )


def hand_features(spot: SearchNode, hands: tuple[Counts, ...]) -> tuple[float, ...]:
    """What the hands can do: that of the seat to move, of the next, and of those after them."""
    public = spot.public
    side = public.side
    mine, theirs = hands[public.seat], hands[public.next_seat]
    last = public.row[-1]
    reached, _ = winning_last_cards(mine, spot.wins(side))
    threatened, _ = winning_last_cards(theirs, spot.wins(1 - side))
    following, partnered, opposed = reached, 0, 0
    if len(hands) > 2:
        following, partnered, opposed = _after_them(spot, hands)
    their_held = hand_bits(theirs)
    waiting = threatened >> last & 1
    fatal, choices = _fatal(spot, mine, theirs, threatened)
    playing = choices
    if public.hand_sizes[public.seat] < public.seating.limits[public.seat] and not (
        public.standing == "play" and choices
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


def _after_them(spot: SearchNode, hands: tuple[Counts, ...]) -> tuple[int, int, int]:
    """In teams: the last cards that the next of the own side can use, as bits, and how many those
    are if it is a partner; how many the opponent after the next one can use."""
    public = spot.public
    order = public.seating.order
    after, later = (order[(public.turn + n) % len(order)] for n in (2, 3))
    following = winning_last_cards(hands[after], spot.wins(public.side))[0]
    partnered = following.bit_count() if after != public.seat else 0
    if later == public.next_seat:
        return following, partnered, 0
    opposed = winning_last_cards(hands[later], spot.wins(1 - public.side))[0]
    return following, partnered, opposed.bit_count()


def _fatal(spot: SearchNode, mine: Counts, theirs: Counts, threatened: int) -> tuple[int, int]:
    """How many of the cards that could be played leave the next hand a win, and how many cards
    those are in all."""
    public = spot.public
    side, last = public.side, public.row[-1]
    fatal = choices = 0
    for card, copies in enumerate(mine):
        if not copies or card == last:
            continue
        choices += 1
        if threatened >> card & 1:
            points = spot.wins_without(1 - side, last + card)
            fatal += winning_last_cards(theirs, points)[0] >> card & 1
    return fatal, choices


NODES_PER_CLOCK_CHECK = 64  # nodes between two looks at the clock

Hands = tuple[Counts, ...]


class BudgetSpent(Exception):
    """No more nodes or no more time."""


class LookaheadSearch:
    """Values spots for the side ``own`` by looking turns ahead, and counts what that costs."""

    def __init__(self, worth: RoundUtility, own: Side, budget: Budget) -> None:
        self.nodes = 0
        self.cut = False  # the clock has ended a look
        self._worth = worth
        self._own = own
        self._limit = budget.nodes
        self._deadline = time.monotonic() + budget.seconds

    def of_end(self, end: TurnEnd, seat: Seat, world: World, depth: int) -> float:
        """The worth of a turn of ``seat`` in ``world`` that goes as ``end`` says.

        A card drawn is averaged over what may be drawn in that world.

        Raises:
            BudgetSpent: the budget does not allow another node.
        """
        hands = with_value_at(world.hands, seat, end.hand)
        if not end.draws or end.spot.public.result is not None:
            return self.value(end.spot, hands, depth)
        if not sum(world.deck):
            known = with_value_at(hands, seat, plus(end.hand, world.under[0]))
            return self.value(end.spot, known, depth)
        total = 0.0
        for card, copies in enumerate(world.deck):
            if copies:
                drawn = with_value_at(hands, seat, plus(end.hand, card))
                total += copies * self.value(end.spot, drawn, depth)
        return total / sum(world.deck)

    def value(
        self, spot: SearchNode, hands: Hands, depth: int, low: float = -inf, high: float = inf
    ) -> float:
        """The worth of ``spot``, where a turn begins, with ``depth`` turns looked through.

        Between ``low`` and ``high`` it is exact; beyond them only the side is right (alpha-beta).

        Raises:
            BudgetSpent: the budget does not allow another node.
        """
        self._spend()
        public = spot.public
        if not depth or public.result is not None or points_won_now(spot, hands):
            return evaluate(spot, hands, self._worth, self._own)
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
            return evaluate(spot, hands, self._worth, self._own)
        return best

    def _replies(
        self, spot: SearchNode, hands: Hands, depth: int
    ) -> list[tuple[SearchNode, Hands]]:
        """Where the turn may lead; before a deeper look the best at first sight come first."""
        seat = spot.public.seat
        # A card drawn in here stays unknown: its holder is judged by the cards he has.
        found = [
            (end.spot, with_value_at(hands, seat, end.hand)) for end in spot.replies(hands[seat])
        ]
        if depth > 1:
            sight = partial(self._at_first_sight, mine=spot.public.side == self._own)
            found.sort(key=sight)
        return found

    def _at_first_sight(self, reply: tuple[SearchNode, Hands], mine: bool) -> float:
        value = evaluate(*reply, self._worth, self._own)
        return -value if mine else value

    def _spend(self) -> None:
        if self.nodes >= self._limit:
            raise BudgetSpent
        self.nodes += 1
        if self.nodes % NODES_PER_CLOCK_CHECK == 0 and time.monotonic() > self._deadline:
            self.cut = True
            raise BudgetSpent
