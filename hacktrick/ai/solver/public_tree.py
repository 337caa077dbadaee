"""The public game tree below a belief, grown until a work limit is reached.

A node is a public state with the hands that are possible there. A move is stored as a sparse matrix
(``HandTransition``) from the hands before it to the hands after it. For a swap, and for cards put
under the deck, the matrix also contains the chances of the cards that change hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import islice
from math import comb
from typing import NamedTuple

import numpy as np

from hacktrick.ai.agent import NO_DEADLINE, Deadline, Interruptible, run_to_end
from hacktrick.ai.decision_position import can_play_second_card
from hacktrick.ai.solver.public_belief import (
    NO_HAND,
    Bools,
    Floats,
    HandTable,
    Ints,
    PublicBelief,
    cards_in_hands_and_deck,
    hand_table_for,
)
from hacktrick.game.actions import (
    CALL,
    COMMAND_GUARD,
    COMMAND_PLAY,
    DRAW,
    FOLD,
    PASS,
    Action,
    LayStartCard,
    Play,
    PutUnderDeck,
    Swap,
)
from hacktrick.game.cards import Card, Counts, cards_of
from hacktrick.game.code_powers import n_payable_supply_markers
from hacktrick.game.legality import (
    actions_before_playing,
    can_command_guard,
    can_command_play,
    is_commanded_to_draw,
    is_pointless_command,
)
from hacktrick.game.state import IN_SUPPLY, PublicState, RevealedFacts
from hacktrick.game.transitions import apply_public_part, lose_by_markers

Move = tuple[Action, ...]
"""A choice of the solver, one of:

- a whole turn: a play with its command or pass;
- an ask;
- a draw, and, if the rules allow a command after it, that command;
- the first of two cards, and then the command after it or the second card with its command;
- a stake, or its answer.
"""

NO_MOVE: Move = ()


def is_mid_turn(public: PublicState) -> bool:
    """Return whether the mover still has to choose a command or to answer a stake.

    The value net does not value such states.
    """
    return public.phase in ("command", "answer")


def is_staked(public: PublicState) -> bool:
    """Return whether a stake was called, so that both players risk a point (Hai Doo)."""
    return all(public.stakes)


def sensible_commands(placed: PublicState, has_all_moves: bool) -> tuple[Action, ...]:
    """Return the possible ends of a turn after a play or a draw: a pass and all useful commands.

    Args:
        placed: the public state after the play or the draw.
        has_all_moves: whether to include Guards whose only effect is to forbid Play.
    """
    if not n_payable_supply_markers(placed):
        return (PASS,)
    commands = (COMMAND_PLAY,) if can_command_play(placed) else ()
    draws = placed.rules.second_command == "draw"
    if (draws or has_all_moves) and can_command_guard(placed):
        commands = (*commands, COMMAND_GUARD)
    return (PASS, *(word for word in commands if not is_pointless_command(placed, word)))


def can_swap(public: PublicState) -> bool:
    """Return whether the mover may swap a card (Coco van Vaeck), whatever cards they hold."""
    return any(action.verb == "swap" for action in _actions_before_playing(public))


def can_put_under_deck(public: PublicState) -> bool:
    """Return whether the mover may put cards under the deck (Jack Sun), whatever they hold."""
    return any(action.verb == "under" for action in _actions_before_playing(public))


def action_seen_by_opponent(action: Action) -> Action:
    """Return an action as the opponent sees it: without the values of cards put under the deck."""
    return action.concealed() if action.hidden_from == "others" else action


def _actions_before_playing(public: PublicState) -> tuple[Action, ...]:
    """Return the actions that the mover may take before playing, if they hold at least one card."""
    return actions_before_playing(public, (1,)) if public.hand_sizes[public.seat] else ()


def preliminary_actions(public: PublicState) -> tuple[Action, ...]:
    """Return what the mover may do before playing or drawing, whatever cards they hold."""
    return actions_before_playing(public, ())


def lose_if_out_of_markers(public: PublicState) -> PublicState:
    """Return the state in which the mover has lost if they have a full hand and no marker.

    This happens only under the rule ``out_of_markers = "when_obliged"``; other states are returned
    unchanged.
    """
    seat = public.seat
    if public.rules.out_of_markers != "when_obliged" or public.result is not None:
        return public
    if public.phase != "turn" or public.supply[seat]:
        return public
    if public.hand_sizes[seat] < public.seating.limits[seat]:
        return public
    return lose_by_markers(public, public.side)


class HandPairs(NamedTuple):
    """The possible hands of both seats, and the number of deals of each pair.

    Several nodes may share an instance.

    Attributes:
        hands: by seat, the numbers of the hands.
        unseen: the copies of each card in the two hands and the deck.
        ways: the number of deals: [hand of seat 0, hand of seat 1].
    """

    hands: tuple[Ints, Ints]
    unseen: Counts
    ways: Floats


class HandTransition(NamedTuple):
    """A sparse matrix that maps the hands of a node to the hands of a child.

    The matrix is applied by ``below[dst] += coef * above[src]``.
    """

    src: Ints
    dst: Ints
    coef: Floats


@dataclass(slots=True)
class TreeEdge:
    """A move and one child that it leads to.

    Attributes:
        child: the number of the child's node.
        slot: the number of the move in ``PublicNode.slots``.
        own: the links of the mover's hands.
        other: the links of the opponent's hands; None if all of them stay. If several edges lead to
            the same child, only the first has these links; the others have ``NO_LINKS``.
        revealed: the announced sum or the taken card that selects this child among those of the
            move; -1 if the move has only one child.
    """

    child: int
    slot: int
    own: HandTransition
    other: HandTransition | None
    revealed: int = -1


@dataclass(slots=True)
class PublicNode:
    """A public state with the hands that are possible in it.

    Attributes:
        hand_pairs_number: the number of the node's ``HandPairs``.
        level: the number of edges from the root.
        lookahead: the number of moves from the root; a command after a draw does not count.
        has_all_moves: whether the tree considers all moves here, not only the important ones.
        is_staked: whether a stake was called, even if the round is over.
        slots: the mover's moves.
    """

    public: PublicState
    hand_pairs_number: int
    level: int
    lookahead: int
    has_all_moves: bool
    is_staked: bool
    slots: list[Move] = field(default_factory=list)
    edges: list[TreeEdge] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return self.public.result is not None


NO_LINKS = HandTransition(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32))


def ordered_by_seat(seat: int, own: Ints, other: Ints) -> tuple[Ints, Ints]:
    """Return an array of the mover and one of the opponent, in the order of their seats.

    Args:
        seat: the mover's seat.
        own: the mover's array.
        other: the opponent's array.
    """
    return (own, other) if seat == 0 else (other, own)


def identity_links(n_hands: int) -> HandTransition:
    """Return the links of a move that changes none of ``n_hands`` hands."""
    return HandTransition(
        np.arange(n_hands), np.arange(n_hands), np.ones(n_hands, dtype=np.float32)
    )


def masked_links(mask: Bools) -> HandTransition:
    """Return the links that keep the hands with a True in ``mask`` and drop the others."""
    (src,) = np.nonzero(mask)
    return HandTransition(src, np.arange(len(src)), np.ones(len(src), dtype=np.float32))


def link_to_only_hand(src: int) -> HandTransition:
    """Return the link from the hand at index ``src`` to the only hand of the child."""
    return HandTransition(np.array([src]), np.zeros(1, np.int64), np.ones(1, dtype=np.float32))


def swap_links(
    table: HandTable, own: Ints, other: Ints, given: Card, taken: Card
) -> tuple[tuple[Ints, HandTransition], tuple[Ints, HandTransition]]:
    """Return the links of a blind swap: the mover gives one card and takes one of the opponent's.

    Coco van Vaeck's code allows it. Afterwards both players know both cards. With the mover's hand
    a and the opponent's hand b, the chance to take the card is b_taken / size. If the cards differ,
    the deals before over those after are (a_taken + 1) / a_given times (b_given + 1) / b_taken, so
    the mover's factor is (a_taken + 1) / a_given and the opponent's (b_given + 1) / size. If they
    are the same card, the hands stay, and the factors are 1 and b_taken / size.

    Args:
        own: the numbers of the mover's possible hands.
        other: the numbers of the opponent's possible hands.
        given: the card that the mover gives.
        taken: the card that the mover takes.

    Returns:
        For the mover and then for the opponent: the hands after the swap and the links to them. No
        two hands before it lead to the same hand after it.
    """
    mine, after_a = _hands_after_exchange(table, own, given, taken)
    theirs, after_b = _hands_after_exchange(table, other, taken, given)
    a, b = own[mine], other[theirs]
    factor_a = table.count[after_a, taken] / table.count[a, given]
    factor_b = table.count[after_b, given] / table.size[b]
    own_links = HandTransition(mine, np.arange(len(mine)), factor_a.astype(np.float32))
    other_links = HandTransition(theirs, np.arange(len(theirs)), factor_b.astype(np.float32))
    return (after_a, own_links), (after_b, other_links)


def _hands_after_exchange(
    table: HandTable, hands: Ints, given: Card, taken: Card
) -> tuple[Ints, Ints]:
    """Return which of ``hands`` can exchange the cards, as indices, and what they become.

    Args:
        given: the card that leaves each hand.
        taken: the card that each hand receives.
    """
    less = table.sub[hands, given]
    after = np.where(less >= 0, table.add[less, taken], NO_HAND)
    (places,) = np.nonzero(after >= 0)
    return places, after[places]


_FACTORIAL = np.array([1.0, 1.0, 2.0, 6.0, 24.0])


def under_deck_links(
    table: HandTable,
    unseen: Counts,
    deck_size: int,
    own: Ints,
    other: tuple[Ints, Floats],
    n_cards: int,
) -> tuple[Ints, list[tuple[Counts, HandTransition]]]:
    """Return the links of putting ``n_cards`` cards under the deck, drawing as many (Jack Sun).

    The mover puts the cards p of the hand a under the deck and draws the cards d, which leaves a'.
    With the opponent's hand b, the deals before over those after, times the chance of d, are a'! /
    (a! d!) times r! / (r - p)!, multiplied over the values and divided by the ways to choose that
    many cards of the deck. Here r = unseen - a' - b is the deck afterwards, and the last factor
    counts the ways in which it can hold p. That factor is not a product of the two hands, so its
    mean over the opponent's hands replaces it, each b weighted by its likelihood times the deals of
    a' and b.
    This keeps the probability of every a', for every a and p.

    Args:
        own: the mover's possible hands.
        other: the opponent's possible hands and their likelihoods.
        n_cards: at most ``deck_size``.

    Returns:
        The mover's possible hands afterwards, and for every choice of cards the links to them.
        All choices lead to the same node, since the opponent sees only the number of cards.
    """
    counts = table.count
    (drawn,) = np.nonzero(table.size == n_cards)
    ways = table.deal_counts_by_hand_pair(unseen, np.arange(len(table.hands)), other[0]) @ other[1]
    parts = []
    for p in _card_sets_to_put_under_deck(table, own, n_cards):
        left = tuple(u - k for u, k in zip(unseen, p, strict=True))
        (src,) = np.nonzero((counts[own] >= p).all(1))
        after = table.numbers_of_counts((counts[own[src]] - p)[:, None] + counts[drawn])
        row, column = np.nonzero(after >= 0)
        reached = after[row, column]
        holding = table.deal_counts_by_hand_pair(left, reached, other[0]) @ other[1]
        mean = _falling_factorial(unseen, left) * holding / np.maximum(ways[reached], 1e-30)
        chosen = _factorial_product(counts[reached]) / _factorial_product(counts[own[src[row]]])
        coef = (
            mean * chosen / (_factorial_product(counts[drawn[column]]) * comb(deck_size, n_cards))
        )
        kept = coef > 0
        parts.append((p, src[row[kept]], reached[kept], coef[kept]))
    below = np.unique(np.concatenate([reached for _, _, reached, _ in parts]))
    return below, [
        (p, HandTransition(src, np.searchsorted(below, reached), coef.astype(np.float32)))
        for p, src, reached, coef in parts
    ]


def _card_sets_to_put_under_deck(table: HandTable, own: Ints, n_cards: int) -> Iterator[Counts]:
    """Yield every set of ``n_cards`` cards that a hand in ``own`` can put under the deck."""
    for number in np.flatnonzero(table.size == n_cards):
        p = table.hands[int(number)]
        if (table.count[own] >= p).all(1).any():
            yield p


def _falling_factorial(unseen: Counts, left: Counts) -> float:
    """Return u! / (u - p)! over all card values; u is ``unseen``, and u - p is ``left``."""
    return float(np.prod(_FACTORIAL[list(unseen)] / _FACTORIAL[list(left)]))


def _factorial_product(counts: Ints) -> Floats:
    """Return the product of the factorials of each hand's counts: [hand]."""
    found: Floats = _FACTORIAL[counts].prod(axis=-1)
    return found


MAX_NODES = 2500  # maximum number of nodes in a tree with the usual work
BUILDING_TIME_SHARE = 0.4  # share of the time limit that building the tree may take
NODES_PER_STEP = 20  # nodes built between two yields of a generator
_NOTHING = RevealedFacts()


class TreeTooLarge(Exception):
    """Raised if a tree would have more nodes than allowed or take too long to build."""


class PublicTreeBuilder:
    """Builds the tree below a belief, level by level.

    Args:
        root: the belief at the root.
        depth: the number of moves to look ahead.
        narrow_replies: whether to leave out unimportant moves below the root.
        max_nodes: the most nodes allowed; 0 for no limit.
        clock: the time limit.
        in_pieces: whether to build only the root; ``grow_in_steps`` then builds the rest.

    Raises:
        TreeTooLarge: the tree exceeds ``max_nodes``, or building takes longer than
            ``BUILDING_TIME_SHARE`` of the time limit.
    """

    def __init__(
        self,
        root: PublicBelief,
        depth: int,
        narrow_replies: bool = True,
        max_nodes: int = 0,
        clock: Deadline = NO_DEADLINE,
        in_pieces: bool = False,
    ) -> None:
        self.table: HandTable = hand_table_for(root.public)
        self._likely = root.likelihood
        self.depth = depth
        self.narrow_replies = narrow_replies
        self.hand_pairs: list[HandPairs] = []
        self.nodes: list[PublicNode] = []
        self._plays: dict[tuple[int, ...], tuple[int, HandTransition]] = {}
        self._draws: dict[tuple[int, ...], tuple[int, HandTransition]] = {}
        unseen = cards_in_hands_and_deck(root.public)
        hands = self._add_hand_pairs(root.hands, unseen)
        self.nodes.append(PublicNode(root.public, hands, 0, 0, True, is_staked(root.public)))
        self._most_nodes, self._clock = max_nodes, clock
        if not in_pieces:
            run_to_end(self.grow_in_steps())

    def reduced_to_root(self, last: int) -> PublicTreeBuilder:
        """Return a copy with only the nodes up to number ``last``; only the root has children."""
        kept = copy(self)
        kept.hand_pairs, kept._plays, kept._draws = [], {}, {}
        below = [replace(node, edges=[]) for node in self.nodes[1 : last + 1]]
        kept.nodes = [self.nodes[0], *below]
        return kept

    def grow_in_steps(self) -> Interruptible[None]:
        """Build the tree below the root; yields so that the caller can stop in between."""
        # The loop appends to the list, which makes it breadth first.
        for count, node in enumerate(self.nodes):
            if not node.is_over and (node.lookahead < self.depth or is_mid_turn(node.public)):
                self.create_children(node)
            too_many = len(self.nodes) > self._most_nodes
            if self._most_nodes and (too_many or self._clock.is_share_used_up(BUILDING_TIME_SHARE)):
                raise TreeTooLarge
            if count % NODES_PER_STEP == 0:
                yield

    def drop_hand_pairs(self, first: int) -> None:
        """Drop the hand pairs from number ``first`` on; no node may use them."""
        del self.hand_pairs[first:]
        for known in (self._plays, self._draws):
            for key in [key for key, (made, _) in known.items() if made >= first]:
                del known[key]

    def _add_hand_pairs(self, hands: tuple[Ints, Ints], unseen: Counts) -> int:
        self.hand_pairs.append(
            HandPairs(hands, unseen, self.table.deal_counts_by_hand_pair(unseen, *hands))
        )
        return len(self.hand_pairs) - 1

    def _add_child(
        self,
        node: PublicNode,
        public: PublicState,
        hand_pairs_number: int,
        own: HandTransition,
        other: HandTransition | None = None,
        revealed: int = -1,
    ) -> None:
        if not self.hand_pairs[hand_pairs_number].ways.any():
            return  # no deal leads to this child
        has_all_moves = (
            public.seat == node.public.seat and node.has_all_moves
        ) or not self.narrow_replies
        ahead = node.lookahead + (not is_mid_turn(node.public))
        # The end of a round clears the stakes, so the state before it counts. A fold ends the round
        # before both sides have staked.
        staked = is_staked(public if public.result is None else node.public)
        node.edges.append(TreeEdge(len(self.nodes), len(node.slots) - 1, own, other, revealed))
        self.nodes.append(
            PublicNode(public, hand_pairs_number, node.level + 1, ahead, has_all_moves, staked)
        )

    def create_children(self, node: PublicNode) -> None:
        """Create the children of a node."""
        if node.public.phase == "start":
            self._add_start_cards(node)
        elif node.public.phase == "answer":
            for answer in (CALL, FOLD):
                self._add_action_before_playing(node, answer)
        elif node.public.phase == "command":
            self._add_commands(node)
            if can_play_second_card(node.public):
                self._add_plays(node, is_second_card=True)
        else:
            self._add_turn_moves(node)

    def _add_turn_moves(self, node: PublicNode) -> None:
        stuck = self._mask_of_losing_hands(node)
        if stuck is not None:
            self._add_forced_loss(node, stuck)
        else:
            for action in preliminary_actions(node.public):
                self._add_action_before_playing(node, action)
            if node.has_all_moves and can_swap(node.public):
                self._add_swaps(node)
            self._add_plays(node)
            if node.has_all_moves and can_put_under_deck(node.public):
                self._add_under_deck_moves(node)
        self._add_draw(node)

    def _mask_of_losing_hands(self, node: PublicNode) -> Bools | None:
        """Return a mask of the hands that lose now because they must play without a marker.

        Return None if there is no such hand.
        """
        public = node.public
        if public.supply[public.seat] or public.rules.out_of_markers != "when_obliged":
            return None
        stuck = self._mask_of_obliged_hands(node)
        return stuck if stuck.any() else None

    def _mask_of_obliged_hands(self, node: PublicNode) -> Bools:
        public, table = node.public, self.table
        hands = self.hand_pairs[node.hand_pairs_number].hands[public.seat]
        if is_commanded_to_draw(public):
            return np.zeros(len(hands), dtype=np.bool_)
        if public.hand_sizes[public.seat] >= public.seating.limits[public.seat]:
            return np.ones(len(hands), dtype=np.bool_)
        if public.command_in_force != "play":
            return np.zeros(len(hands), dtype=np.bool_)
        able: Bools = table.size[hands] > table.count[hands, public.row[-1]]
        return able

    def _add_forced_loss(self, node: PublicNode, stuck: Bools) -> None:
        (src,) = np.nonzero(stuck)
        node.slots.append(NO_MOVE)
        lost = lose_by_markers(node.public, node.public.side)
        own = HandTransition(src, src, np.ones(len(src), dtype=np.float32))
        self._add_child(node, lost, node.hand_pairs_number, own)

    def _add_action_before_playing(self, node: PublicNode, action: Action) -> None:
        """Add an ask, a discard, a stake or the answer to a stake."""
        node.slots.append((action,))
        after = apply_public_part(node.public, action, _NOTHING)
        if action.verb == "ask":
            self._add_sum_children(node, after)
        else:
            n = len(self.hand_pairs[node.hand_pairs_number].hands[node.public.seat])
            self._add_child(node, after, node.hand_pairs_number, identity_links(n))

    def _add_sum_children(self, node: PublicNode, after: PublicState) -> None:
        """Add one child for each sum that the opponent may announce."""
        me, other = node.public.seat, 1 - node.public.seat
        hands, unseen, _ = self.hand_pairs[node.hand_pairs_number]
        totals = self.table.total[hands[other]]
        for total in np.unique(totals):
            heard = masked_links(totals == total)
            pair = ordered_by_seat(me, hands[me], hands[other][heard.src])
            hand_pairs_number = self._add_hand_pairs(pair, unseen)
            self._add_child(
                node, after, hand_pairs_number, identity_links(len(hands[me])), heard, int(total)
            )

    def _add_under_deck_moves(self, node: PublicNode) -> None:
        """Add the moves that put cards under the deck.

        Each choice of cards has its own slot; choices of the same number of cards share a child.
        """
        public = node.public
        me = public.seat
        hands, unseen, _ = self.hand_pairs[node.hand_pairs_number]
        likely = self._likely[1 - me] if node.level == 0 else np.ones(len(hands[1 - me]))
        for n in range(1, min(public.hand_sizes[me], public.deck_size) + 1):
            other = hands[1 - me], likely.astype(np.float32)
            below, choices = under_deck_links(
                self.table, unseen, public.deck_size, hands[me], other, n
            )
            hand_pairs_number = self._add_hand_pairs(
                ordered_by_seat(me, below, hands[1 - me]), unseen
            )
            child = len(self.nodes)
            for put, own in choices:
                under = PutUnderDeck(cards_of(put))
                node.slots.append((under,))
                if child == len(self.nodes):
                    after = lose_if_out_of_markers(apply_public_part(public, under, _NOTHING))
                    self._add_child(node, after, hand_pairs_number, own)
                else:
                    node.edges.append(TreeEdge(child, len(node.slots) - 1, own, NO_LINKS))

    def _add_swaps(self, node: PublicNode) -> None:
        """Add the swaps: one slot for each card given, and in it one child for each card taken."""
        public = node.public
        me = public.seat
        hands, unseen, _ = self.hand_pairs[node.hand_pairs_number]
        for given in range(self.table.values):
            if not self.table.count[hands[me], given].any():
                continue
            swap = Swap(given)
            node.slots.append((swap,))
            after = apply_public_part(public, swap, _NOTHING)
            for taken in range(self.table.values):
                mine, theirs = swap_links(self.table, hands[me], hands[1 - me], given, taken)
                hand_pairs_number = self._add_hand_pairs(
                    ordered_by_seat(me, mine[0], theirs[0]), unseen
                )
                self._add_child(node, after, hand_pairs_number, mine[1], theirs[1], taken)

    def _add_plays(self, node: PublicNode, is_second_card: bool = False) -> None:
        public = node.public
        me = public.seat
        if not public.supply[me] or is_commanded_to_draw(public):
            return
        for card in range(self.table.values):
            if card == public.row[-1]:
                continue
            hand_pairs_number, own = self._links_of_play(node, card)
            if len(own.src):
                self._add_placements(
                    node, Play(card, is_second_card=is_second_card), hand_pairs_number, own
                )

    def _add_placements(
        self, node: PublicNode, card: Play, hand_pairs_number: int, own: HandTransition
    ) -> None:
        public = node.public
        me = public.seat
        singles = public.n_singles_in_supply(me) > 0
        for double in (False, True):
            if double and (public.double[me] != IN_SUPPLY or (singles and not node.has_all_moves)):
                continue
            if not double and not singles:
                continue
            play = replace(card, double=double)
            placed = apply_public_part(public, play, _NOTHING)
            if placed.result is not None:
                # The single and the double win the same points, so one move is enough.
                node.slots.append((play,))
                self._add_child(node, placed, hand_pairs_number, own)
                return
            if can_play_second_card(placed):
                node.slots.append((play,))
                self._add_child(node, placed, hand_pairs_number, own)
                continue
            for word in self._command_moves(node, placed):
                node.slots.append((play, word))
                after = lose_if_out_of_markers(apply_public_part(placed, word, _NOTHING))
                self._add_child(node, after, hand_pairs_number, own)

    def _add_commands(self, node: PublicNode) -> None:
        """Add the commands and the pass after a draw, or after the first of two cards."""
        n = len(self.hand_pairs[node.hand_pairs_number].hands[node.public.seat])
        for word in self._command_moves(node, node.public):
            node.slots.append((word,))
            after = lose_if_out_of_markers(apply_public_part(node.public, word, _NOTHING))
            self._add_child(node, after, node.hand_pairs_number, identity_links(n))

    def _command_moves(self, node: PublicNode, public: PublicState) -> tuple[Action, ...]:
        return sensible_commands(public, node.has_all_moves)

    def _links_of_play(self, node: PublicNode, card: int) -> tuple[int, HandTransition]:
        me = node.public.seat
        key = (node.hand_pairs_number, me, card)
        if key not in self._plays:
            hands, unseen, _ = self.hand_pairs[node.hand_pairs_number]
            below = self.table.sub[hands[me], card]
            (src,) = np.nonzero(below >= 0)
            coef = unseen[card] / self.table.count[hands[me][src], card]
            own = HandTransition(src, np.arange(len(src)), coef.astype(np.float32))
            hand_pairs_number = -1
            if len(src):
                left = tuple(n - (value == card) for value, n in enumerate(unseen))
                hand_pairs_number = self._add_hand_pairs(
                    ordered_by_seat(me, below[src], hands[1 - me]), left
                )
            self._plays[key] = hand_pairs_number, own
        return self._plays[key]

    def _add_draw(self, node: PublicNode) -> None:
        public = node.public
        hand_pairs_number, own = self._links_of_draw(node)
        if not len(own.src):
            return
        node.slots.append((DRAW,))
        after = lose_if_out_of_markers(apply_public_part(public, DRAW, _NOTHING))
        if public.deck_size > 1:
            self._add_child(node, after, hand_pairs_number, own)
        else:
            self._add_children_after_reshuffle(node, after, hand_pairs_number, own)

    def _links_of_draw(self, node: PublicNode) -> tuple[int, HandTransition]:
        public, table = node.public, self.table
        me = public.seat
        forced = public.command_in_force == "play"
        key = (node.hand_pairs_number, me, public.deck_size, public.row[-1] if forced else -1)
        if key not in self._draws:
            hands, unseen, _ = self.hand_pairs[node.hand_pairs_number]
            may = ~self._mask_of_obliged_hands(node)
            room = np.array(unseen) > table.count[hands[me]]
            src, card = np.nonzero(may[:, None] & room)
            below, dst = np.unique(table.add[hands[me][src], card], return_inverse=True)
            coef = table.count[below[dst], card] / public.deck_size
            own = HandTransition(src, dst.astype(np.int64), coef.astype(np.float32))
            hand_pairs_number = -1
            if len(src):
                hand_pairs_number = self._add_hand_pairs(
                    ordered_by_seat(me, below, hands[1 - me]), unseen
                )
            self._draws[key] = hand_pairs_number, own
        return self._draws[key]

    def _add_children_after_reshuffle(
        self, node: PublicNode, after: PublicState, hand_pairs_number: int, own: HandTransition
    ) -> None:
        """Add the children after a reshuffle: one for each pair of hands, since both become known.

        The number of deals before the reshuffle gives the chance of a child; below it, the new deck
        counts.
        """
        hands, _, ways = self.hand_pairs[hand_pairs_number]
        unseen = cards_in_hands_and_deck(after)
        me = node.public.seat
        for first, second in np.argwhere(ways > 0):
            pair = (hands[0][first : first + 1], hands[1][second : second + 1])
            child = self._add_hand_pairs(pair, unseen)
            factor = ways[first, second] / self.hand_pairs[child].ways[0, 0]
            mine, theirs = (first, second) if me == 0 else (second, first)
            here = own.dst == mine
            links = HandTransition(
                own.src[here], np.zeros(here.sum(), np.int64), own.coef[here] * factor
            )
            self._add_child(node, after, child, links, link_to_only_hand(int(theirs)))

    def _add_start_cards(self, node: PublicNode) -> None:
        """Add the start cards: one child for each card and pair of sums announced after it."""
        public, table = node.public, self.table
        me = public.seat
        hands, unseen, _ = self.hand_pairs[node.hand_pairs_number]
        for card in range(table.values):
            below = table.sub[hands[me], card]
            after = apply_public_part(public, LayStartCard(card), _NOTHING)
            left = tuple(n - (value == card) for value, n in enumerate(unseen))
            node.slots.append((LayStartCard(card),))
            own_totals = np.where(below >= 0, table.total[below], -1)
            for own_total in np.unique(own_totals[own_totals >= 0]):
                (src,) = np.nonzero(own_totals == own_total)
                coef = unseen[card] / table.count[hands[me][src], card]
                own = HandTransition(src, np.arange(len(src)), coef.astype(np.float32))
                totals = table.total[hands[1 - me]]
                for total in np.unique(totals):
                    heard = masked_links(totals == total)
                    pair = ordered_by_seat(me, below[src], hands[1 - me][heard.src])
                    self._add_child(node, after, self._add_hand_pairs(pair, left), own, heard)


NODE_COST = 110  # microseconds for building a node, its arrays and its features for the net
# The number of replies to the second and to the third move, relative to the move before.
BRANCHING_DECAY = (0.6, 0.7)
MAX_OVERRUN = 1.5  # the estimated cost of a grown tree may exceed the allowed work by this factor


class TreeSize(NamedTuple):
    """The quantities from which the cost of building and solving a tree is estimated.

    Attributes:
        nodes: the number of all nodes.
        leaves: the number of unfinished nodes without children.
        rows: the number of possible hands of both players, summed over the leaves.
        pairs: the number of pairs of such hands, summed over the leaves.
    """

    nodes: int
    leaves: int
    rows: int
    pairs: int

    def estimated_microseconds(self, iterations: int) -> float:
        """Estimate the time for building and solving, in microseconds on an average processor."""
        return self.nodes * NODE_COST + iterations * iteration_cost(
            self.leaves, self.rows, self.pairs
        )


def iteration_cost(leaves: int, rows: int, pairs: int) -> int:
    """Estimate the time for one iteration, in microseconds on an average processor.

    Args:
        leaves: the number of leaves.
        rows: the number of hands at all leaves, over both seats.
        pairs: the number of pairs of hands at all leaves.
    """
    return 1000 + 2 * rows + 8 * leaves + pairs // 20


def tree_size(builder: PublicTreeBuilder) -> TreeSize:
    """Return the size of a tree."""
    leaves = _unexpanded_node_numbers(builder)
    ways = [builder.hand_pairs[builder.nodes[n].hand_pairs_number].ways for n in leaves]
    rows = sum(sum(pairs.shape) for pairs in ways)
    return TreeSize(len(builder.nodes), len(leaves), rows, sum(pairs.size for pairs in ways))


def grow_tree_in_steps(
    builder: PublicTreeBuilder, work: int, iterations: int, max_depth: int
) -> Interruptible[int]:
    """Deepen a tree by one move at a time while its predicted cost stays below ``work``.

    A move that turns out to cost much more than predicted is removed again. The generator yields so
    that the caller can stop in between.

    Args:
        work: in microseconds.
        iterations: the number of iterations that the solver will run.
        max_depth: the greatest depth, in moves.

    Returns:
        The depth reached, in moves.
    """
    depth, size = builder.depth, tree_size(builder)
    before = (1, 1)  # before the last move, the tree is its root: one node and one leaf
    while depth < max_depth and size.leaves:
        if _size_with_one_more_move(before, size, depth).estimated_microseconds(iterations) > work:
            break
        ends, sizes = (
            _unexpanded_node_numbers(builder),
            (len(builder.nodes), len(builder.hand_pairs)),
        )
        yield from _grow_below(builder, ends, int(MAX_OVERRUN * work / NODE_COST))
        before, size = (size.nodes, size.leaves), tree_size(builder)
        if size.estimated_microseconds(iterations) > MAX_OVERRUN * work:
            _remove_below_ends(builder, ends, *sizes)
            break
        depth += 1
    _sort_by_level(builder)
    return depth


def _size_with_one_more_move(before: tuple[int, int], now: TreeSize, depth: int) -> TreeSize:
    """Predict the size of the tree with one more move, from how much the last move added.

    Args:
        before: the numbers of nodes and leaves before the last move.
        now: the size with the last move.
        depth: the number of moves in the tree now.
    """
    n_nodes, n_leaves = before
    fewer = BRANCHING_DECAY[depth - 1] if depth <= len(BRANCHING_DECAY) else 1.0
    nodes = fewer * (now.nodes - n_nodes) / n_leaves
    leaves = fewer * now.leaves / n_leaves
    return TreeSize(
        now.nodes + int(now.leaves * nodes),
        int(now.leaves * leaves),
        int(now.rows * leaves),
        int(now.pairs * leaves),
    )


def _unexpanded_node_numbers(builder: PublicTreeBuilder) -> list[int]:
    """Return the numbers of the unfinished nodes without children."""
    return [n for n, node in enumerate(builder.nodes) if not node.edges and not node.is_over]


def _grow_below(
    builder: PublicTreeBuilder, ends: Sequence[int], most_nodes: int
) -> Interruptible[None]:
    """Build one more move below the nodes ``ends``; stop early at ``most_nodes`` nodes."""
    first = len(builder.nodes)
    for count, number in enumerate(ends):
        builder.create_children(builder.nodes[number])
        if count % NODES_PER_STEP == 0:
            yield
        if len(builder.nodes) > most_nodes:
            return
    for node in islice(builder.nodes, first, None):  # the list grows while the loop reads it
        if not node.is_over and is_mid_turn(node.public):
            builder.create_children(node)


def _remove_below_ends(
    builder: PublicTreeBuilder, ends: Sequence[int], nodes: int, hand_pairs: int
) -> None:
    """Remove everything below the nodes ``ends``.

    Args:
        nodes: the number of nodes that remain.
        hand_pairs: the number of hand pairs that remain.
    """
    del builder.nodes[nodes:]
    for number in ends:
        builder.nodes[number] = replace(builder.nodes[number], slots=[], edges=[])
    builder.drop_hand_pairs(hand_pairs)


def _sort_by_level(builder: PublicTreeBuilder) -> None:
    """Sort the nodes by level; commands after draws make some paths longer than others."""
    nodes = builder.nodes
    order = sorted(range(len(nodes)), key=lambda number: nodes[number].level)
    places = {number: place for place, number in enumerate(order)}
    for node in nodes:
        for edge in node.edges:
            edge.child = places[edge.child]
    builder.nodes = [nodes[number] for number in order]
