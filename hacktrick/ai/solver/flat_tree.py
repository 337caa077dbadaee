"""A public tree as flat arrays, so that an iteration needs only a few dozen array operations.

Two kinds of index are used. Every hand of every node has a place; places are ordered by level, node
and seat. Every pair of a mover's hand and a move has an entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hacktrick.ai.agent import Interruptible
from hacktrick.ai.solver.public_belief import Ints
from hacktrick.ai.solver.public_tree import HandTransition, PublicNode, PublicTreeBuilder, TreeEdge

Array = npt.NDArray[np.float64]
PADDED_HAND_COUNTS = np.array([1, 3, 6, 12, 24])  # sizes to which nodes are padded in batches
SMALL_BATCH = 4000  # trees with at most this many pairs of hands have one batch of leaves


@dataclass(frozen=True)
class TreeLevel:
    """The decisions on one level of the tree, and the links to the next level.

    Attributes:
        begin, end: the range of places of this level's hands.
        entry_begin, entry_end: the range of this level's entries.
        row_begin, row_end: the range of this level's rows (see ``FlatTree``).
        own_src, own_dst, own_coef: the links of the movers' hands to the next level, as in
            ``HandTransition``, with places for hands.
        own_entry: the entry of each of these links.
        other_src, other_dst, other_coef: the links of the opponents' hands.
        other_places: the distinct values of ``other_src``.
    """

    begin: int
    end: int
    entry_begin: int
    entry_end: int
    row_begin: int
    row_end: int
    own_src: Ints
    own_dst: Ints
    own_coef: Array
    own_entry: Ints
    other_src: Ints
    other_dst: Ints
    other_coef: Array
    other_places: Ints

    def move_values(self, values: Array) -> Array:
        """Return the value of each entry of this level, from the values of the next level."""
        of_links = self.own_coef * values[self.own_dst]
        n_entries = self.entry_end - self.entry_begin
        sums = np.bincount(self.own_entry - self.entry_begin, of_links, n_entries)
        return np.asarray(sums, dtype=np.float64)

    def propagate_opponent_values(self, values: Array) -> None:
        """Write the values of the opponents' hands, computed from the values of the next level."""
        sums = np.bincount(self.other_src - self.begin, self.other_coef * values[self.other_dst])
        values[self.other_places] = sums[self.other_places - self.begin]


@dataclass(frozen=True)
class LeafBatch:
    """Nodes without children, padded to equal numbers of hands.

    Attributes:
        nodes: the numbers of the nodes.
        hands: by seat, the places of the hands: [node, hand]. Padding refers to the place after
            the last hand.
        is_real: by seat, whether an element is a hand and not padding: [node, hand].
        ways: the deals for each pair of hands: [node, first hand, second hand].
    """

    nodes: Ints
    hands: tuple[Ints, Ints]
    is_real: tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]
    ways: npt.NDArray[np.float32]

    @property
    def n_hands(self) -> tuple[int, int]:
        """The number of hands without padding, by seat."""
        return int(self.is_real[0].sum()), int(self.is_real[1].sum())


@dataclass(frozen=True)
class FlatTree:
    """A public tree as arrays.

    A row is one hand of a mover; its entries, one for each move, are adjacent.

    Attributes:
        n_hands: the number of hands of all nodes, each of which has a place.
        n_entries: the number of entries.
        places: by node and seat, the place of the seat's first hand.
        entries: by node, the first entry.
        row_start, row_hand: by row, the first entry and the place of the hand.
        row_of: by entry, the row.
        legal: by entry, whether the hand can make the move.
        leaves: the unfinished nodes without children, which the net values.
        terminals: the nodes at which the round is over.
    """

    n_hands: int
    n_entries: int
    places: list[tuple[int, int]]
    entries: list[int]
    levels: list[TreeLevel]
    row_start: Ints
    row_hand: Ints
    row_of: Ints
    legal: npt.NDArray[np.bool_]
    leaves: list[LeafBatch]
    terminals: list[LeafBatch]

    def reduced_to_root(self, last: int, n_entries: int) -> FlatTree:
        """Return a copy with only the root's entries and the places of the first nodes.

        Args:
            last: the number of the last node whose places are kept.
            n_entries: the number of the root's entries.
        """
        none = self.row_start[:0].copy()
        legal, places = self.legal[:n_entries].copy(), self.places[: last + 1]
        return FlatTree(self.n_hands, n_entries, places, [], [], none, none, none, legal, [], [])


def flatten_in_steps(builder: PublicTreeBuilder) -> Interruptible[FlatTree]:
    """Build the arrays of a tree in a generator that yields after every level."""
    nodes = builder.nodes
    places, n_hands = _hand_index_ranges(builder)
    entries, rows_at, row_start, row_hand, n_entries = _decision_rows(builder, places)
    yield
    row_of = np.repeat(np.arange(len(row_start)), np.diff([*row_start, n_entries]))
    depth = nodes[-1].level + 1
    by_level: list[list[int]] = [[] for _ in range(depth)]
    for number, node in enumerate(nodes):
        by_level[node.level].append(number)
    legal = np.zeros(n_entries, dtype=np.bool_)
    levels = []
    for numbers in by_level:
        deciding = [k for k in numbers if nodes[k].edges]
        if not deciding:
            continue
        level = _make_level(builder, numbers, deciding, places, entries, rows_at)
        legal[level.own_entry] = True
        levels.append(level)
        yield
    ends = [k for k, node in enumerate(nodes) if not node.edges]
    leaves = [k for k in ends if not nodes[k].is_over]
    terminals = [k for k in ends if nodes[k].is_over]
    return FlatTree(
        n_hands,
        n_entries,
        places,
        entries,
        levels,
        np.array(row_start, dtype=np.int64),
        np.array(row_hand, dtype=np.int64),
        row_of,
        legal,
        _padded_batches(builder, leaves, places, n_hands),
        _padded_batches(builder, terminals, places, n_hands),
    )


def _n_hands_of(builder: PublicTreeBuilder, node: PublicNode) -> tuple[int, int]:
    first, second = builder.hand_pairs[node.hand_pairs_number].hands
    return len(first), len(second)


def _hand_index_ranges(builder: PublicTreeBuilder) -> tuple[list[tuple[int, int]], int]:
    places, n = [], 0
    for node in builder.nodes:
        first, second = _n_hands_of(builder, node)
        places.append((n, n + first))
        n += first + second
    return places, n


def _decision_rows(
    builder: PublicTreeBuilder, places: list[tuple[int, int]]
) -> tuple[list[int], list[int], list[int], list[int], int]:
    entries: list[int] = []
    rows_at: list[int] = []
    row_start: list[int] = []
    row_hand: list[int] = []
    n = 0
    for node, at in zip(builder.nodes, places, strict=True):
        entries.append(n)
        rows_at.append(len(row_start))
        if not node.edges:
            continue
        me = node.public.seat
        for hand in range(_n_hands_of(builder, node)[me]):
            row_start.append(n)
            row_hand.append(at[me] + hand)
            n += len(node.slots)
    return entries, rows_at, row_start, row_hand, n


def _make_level(
    builder: PublicTreeBuilder,
    numbers: list[int],
    deciding: list[int],
    places: list[tuple[int, int]],
    entries: list[int],
    rows_at: list[int],
) -> TreeLevel:
    nodes = builder.nodes
    own: list[list[npt.NDArray[Any]]] = [[], [], [], []]
    other: list[list[npt.NDArray[Any]]] = [[], [], []]
    for number in deciding:
        node = nodes[number]
        for edge in node.edges:
            _link_hands(builder, node, edge, places, (number, entries[number]), own, other)
    first, last = numbers[0], numbers[-1]
    end = places[last][0] + sum(_n_hands_of(builder, nodes[last]))
    final = deciding[-1]
    other_src = _concatenated(other[0])
    n_final = _n_hands_of(builder, nodes[final])[nodes[final].public.seat]
    return TreeLevel(
        places[first][0],
        end,
        entries[deciding[0]],
        entries[final] + n_final * len(nodes[final].slots),
        rows_at[deciding[0]],
        rows_at[final] + n_final,
        _concatenated(own[0]),
        _concatenated(own[1]),
        _concatenated(own[2]).astype(np.float64),
        _concatenated(own[3]),
        other_src,
        _concatenated(other[1]),
        _concatenated(other[2]).astype(np.float64),
        np.unique(other_src),
    )


def _link_hands(
    builder: PublicTreeBuilder,
    node: PublicNode,
    edge: TreeEdge,
    places: list[tuple[int, int]],
    at: tuple[int, int],
    own: list[list[npt.NDArray[Any]]],
    other: list[list[npt.NDArray[Any]]],
) -> None:
    number, entry = at
    me = node.public.seat
    here, below = places[number], places[edge.child]
    src, dst, coef = edge.own
    slots = len(node.slots)
    own[0].append(here[me] + src)
    own[1].append(below[me] + dst)
    own[2].append(coef)
    own[3].append(entry + src * slots + edge.slot)
    if edge.other is None:
        every = np.arange(_n_hands_of(builder, node)[1 - me])
        others = HandTransition(every, every, np.ones(len(every), dtype=np.float32))
    else:
        others = edge.other
    other[0].append(here[1 - me] + others.src)
    other[1].append(below[1 - me] + others.dst)
    other[2].append(others.coef)


def _concatenated(parts: Iterable[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    return np.concatenate(list(parts))


def _padded_batches(
    builder: PublicTreeBuilder, numbers: list[int], places: list[tuple[int, int]], padding: int
) -> list[LeafBatch]:
    """Group nodes with similar numbers of hands into batches, so that little padding is needed."""
    if not numbers:
        return []
    sizes = np.array([_n_hands_of(builder, builder.nodes[k]) for k in numbers], dtype=np.int64)
    start = np.array([places[k] for k in numbers], dtype=np.int64)
    nodes = np.array(numbers, dtype=np.int64)
    kind = np.zeros(len(nodes), dtype=np.int64)
    if len(nodes) * int(sizes.max(axis=0).prod()) > SMALL_BATCH:
        kind = np.searchsorted(PADDED_HAND_COUNTS, sizes) @ np.array(
            [len(PADDED_HAND_COUNTS) + 1, 1]
        )
    parts = [np.flatnonzero(kind == one) for one in np.unique(kind)]
    return [_padded_batch(builder, nodes[at], sizes[at], start[at], padding) for at in parts]


def _padded_batch(
    builder: PublicTreeBuilder, nodes: Ints, sizes: Ints, start: Ints, padding: int
) -> LeafBatch:
    most = sizes.max(axis=0)
    hands, real = [], []
    for seat in (0, 1):
        span = np.arange(most[seat])
        mask = span < sizes[:, seat, None]
        hands.append(np.where(mask, start[:, seat, None] + span, padding))
        real.append(mask)
    ways = np.zeros((len(nodes), most[0], most[1]), dtype=np.float32)
    for row, number in enumerate(nodes):
        n0, n1 = sizes[row]
        ways[row, :n0, :n1] = builder.hand_pairs[builder.nodes[int(number)].hand_pairs_number].ways
    return LeafBatch(nodes, (hands[0], hands[1]), (real[0], real[1]), ways)
