"""How deep is worth looking: a tree grows by whole moves while the cost foreseen allows it.

The cost is foreseen from the tree alone, in nodes and hands, so the same position is always looked
at as deeply, however busy the machine is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from hacktrick.ai.pbs.tree import A_PIECE, Builder
from hacktrick.ai.pbs.turns import is_midway
from hacktrick.ai.pieces import Pieces

A_NODE = 110  # microseconds: building it, its arrays, what the net sees of it
FEWER = (0.6, 0.7)  # the second and third move have so many times the replies of the one before
AT_MOST = 1.5  # times the work allowed that a tree may turn out to take


class Size(NamedTuple):
    """What the cost of a tree depends on: its nodes; its leaves, their hands and pairs of hands."""

    nodes: int
    leaves: int
    rows: int
    pairs: int

    def cost(self, iterations: int) -> float:
        """About how many microseconds building and solving take on a middling processor."""
        return self.nodes * A_NODE + iterations * iteration_cost(self.leaves, self.rows, self.pairs)


def iteration_cost(leaves: int, rows: int, pairs: int) -> int:
    """About how many microseconds an iteration takes on a middling processor."""
    return 1000 + 2 * rows + 8 * leaves + pairs // 20


def size_of(builder: Builder) -> Size:
    leaves = _ends(builder)
    ways = [builder.geometries[builder.nodes[n].geometry].ways for n in leaves]
    rows = sum(sum(pairs.shape) for pairs in ways)
    return Size(len(builder.nodes), len(leaves), rows, sum(pairs.size for pairs in ways))


def growing_on(builder: Builder, work: int, iterations: int, most: int) -> Pieces[int]:
    """Grows a built tree by whole moves as long as all of it costs no more than ``work``
    microseconds, as far as can be foreseen, and ``most`` moves deep at most; returns how many moves
    deep it is then. A move that turns out to cost much more is taken back.
    """
    depth, size, before = builder.depth, size_of(builder), Size(1, 1, 0, 0)
    while depth < most and size.leaves:
        if _foreseen(before, size, depth).cost(iterations) > work:
            break
        ends, sizes = _ends(builder), (len(builder.nodes), len(builder.geometries))
        yield from _growing_below(builder, ends, int(AT_MOST * work / A_NODE))
        before, size = size, size_of(builder)
        if size.cost(iterations) > AT_MOST * work:
            _cut_back(builder, ends, *sizes)
            break
        depth += 1
    _put_in_order(builder)
    return depth


def _foreseen(before: Size, now: Size, depth: int) -> Size:
    """The tree with one move more, if leaves have as many replies as those before them had."""
    fewer = FEWER[depth - 1] if depth <= len(FEWER) else 1.0
    nodes = fewer * (now.nodes - before.nodes) / before.leaves
    leaves = fewer * now.leaves / before.leaves
    return Size(
        now.nodes + int(now.leaves * nodes),
        int(now.leaves * leaves),
        int(now.rows * leaves),
        int(now.pairs * leaves),
    )


def _ends(builder: Builder) -> list[int]:
    """The nodes that nothing is built below of, of rounds that go on."""
    return [n for n, node in enumerate(builder.nodes) if not node.edges and not node.is_over]


def _growing_below(builder: Builder, ends: Sequence[int], most_nodes: int) -> Pieces[None]:
    """One move more below these nodes; stops where there are too many."""
    first = len(builder.nodes)
    for count, number in enumerate(ends):
        builder.expand(builder.nodes[number])
        if count % A_PIECE == 0:
            yield
        if len(builder.nodes) > most_nodes:
            return
    for node in islice(builder.nodes, first, None):  # grows while it is walked
        if not node.is_over and is_midway(node.public):
            builder.expand(node)


def _cut_back(builder: Builder, ends: Sequence[int], nodes: int, geometries: int) -> None:
    """Takes back what has grown below ``ends``: of so many nodes and geometries."""
    del builder.nodes[nodes:]
    for number in ends:
        builder.nodes[number] = replace(builder.nodes[number], slots=[], edges=[])
    builder.forget_geometries(geometries)


def _put_in_order(builder: Builder) -> None:
    """Sorts the nodes by their levels: a word after a draw makes paths longer than others are."""
    nodes = builder.nodes
    order = sorted(range(len(nodes)), key=lambda number: nodes[number].level)
    places = {number: place for place, number in enumerate(order)}
    for node in nodes:
        for edge in node.edges:
            edge.child = places[edge.child]
    builder.nodes = [nodes[number] for number in order]
