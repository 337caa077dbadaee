"""The public tree below a belief: nodes everybody can tell apart, linked by hands.

An action is a sparse matrix from the hands above to the hands below. Its coefficients (a play:
unseen copies over copies held; a draw: copies held after it over cards in the deck) make the
likelihoods, the ways and the values fit together without any further normalising.

What is decided in several steps that the other may watch has a node a step: the word after a draw,
the second card of a turn, the answer to a stake (after which the turn goes on, or the round is
over). The net judges none of those; the tree goes on to the next beginning of a turn, or to where a
turn goes on that is still to be played.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import numpy as np

from hacktrick.ai.pbs.belief import Belief
from hacktrick.ai.pbs.clock import ENDLESS, Clock
from hacktrick.ai.pbs.exchanges import put_under, swapped
from hacktrick.ai.pbs.hands import Bools, HandTable, Ints, table_for, unseen_cards
from hacktrick.ai.pbs.nodes import (
    NO_LINKS,
    Edge,
    Geometry,
    Links,
    Node,
    by_seat,
    chosen,
    every,
    only,
)
from hacktrick.ai.pbs.turns import (
    STUCK,
    is_midway,
    is_staked,
    may_put_under,
    may_swap,
    openers,
    out_of_markers,
    words,
)
from hacktrick.ai.pieces import Pieces, whole
from hacktrick.ai.position import goes_on
from hacktrick.game.actions import CALL, DRAW, FOLD, Action, Ask, Play, Start, Swap, Under
from hacktrick.game.advance import advance, lose_by_markers
from hacktrick.game.cards import Counts, cards_of
from hacktrick.game.legal import must_draw
from hacktrick.game.state import IN_SUPPLY, Facts, PublicState

MOST_NODES = 2500
FOR_BUILDING = 0.4  # of the time
A_PIECE = 20  # nodes
_NOTHING = Facts()


class TooLarge(Exception):
    """The tree has more nodes than allowed, or building it takes too long."""


class Builder:
    """Builds the nodes, level by level.

    Raises:
        TooLarge: there are more than ``most_nodes``, or the clock is well on. With ``most_nodes`` 0
            the tree is built, however large it is.

    Args:
        in_pieces: there is only the root until ``growing`` has been gone through.
    """

    def __init__(
        self,
        root: Belief,
        depth: int,
        narrow_replies: bool = True,
        most_nodes: int = 0,
        clock: Clock = ENDLESS,
        in_pieces: bool = False,
    ) -> None:
        self.table: HandTable = table_for(root.public)
        self._likely = root.likelihood
        self.depth = depth
        self.narrow_replies = narrow_replies
        self.geometries: list[Geometry] = []
        self.nodes: list[Node] = []
        self._plays: dict[tuple[int, ...], tuple[int, Links]] = {}
        self._draws: dict[tuple[int, ...], tuple[int, Links]] = {}
        unseen = unseen_cards(root.public)
        hands = self._geometry(root.hands, unseen)
        self.nodes.append(Node(root.public, hands, 0, 0, True, is_staked(root.public)))
        self._most_nodes, self._clock = most_nodes, clock
        if not in_pieces:
            whole(self.growing())

    def of_the_root(self, last: int) -> Builder:
        """The root, and the nodes up to ``last`` without what lies below them."""
        kept = copy(self)
        kept.geometries, kept._plays, kept._draws = [], {}, {}
        below = [replace(node, edges=[]) for node in self.nodes[1 : last + 1]]
        kept.nodes = [self.nodes[0], *below]
        return kept

    def growing(self) -> Pieces[None]:
        """Builds what is below the root."""
        for count, node in enumerate(self.nodes):  # grows while it is walked: breadth first
            if not node.is_over and (node.ahead < self.depth or is_midway(node.public)):
                self.expand(node)
            too_many = len(self.nodes) > self._most_nodes
            if self._most_nodes and (too_many or self._clock.is_past(FOR_BUILDING)):
                raise TooLarge
            if count % A_PIECE == 0:
                yield

    def forget_geometries(self, first: int) -> None:
        """Drops those from this one on: nothing refers to them any more."""
        del self.geometries[first:]
        for known in (self._plays, self._draws):
            for key in [key for key, (made, _) in known.items() if made >= first]:
                del known[key]

    def _geometry(self, hands: tuple[Ints, Ints], unseen: Counts) -> int:
        self.geometries.append(Geometry(hands, unseen, self.table.pair_ways(unseen, *hands)))
        return len(self.geometries) - 1

    def _join(
        self,
        node: Node,
        public: PublicState,
        geometry: int,
        own: Links,
        other: Links | None = None,
        fact: int = -1,
    ) -> None:
        if not self.geometries[geometry].ways.any():
            return  # no deal comes here
        wide = (public.seat == node.public.seat and node.wide) or not self.narrow_replies
        ahead = node.ahead + (not is_midway(node.public))
        # What ends the round takes the stakes off the table; a fold, before there were two.
        staked = is_staked(public if public.result is None else node.public)
        node.edges.append(Edge(len(self.nodes), len(node.slots) - 1, own, other, fact))
        self.nodes.append(Node(public, geometry, node.level + 1, ahead, wide, staked))

    def expand(self, node: Node) -> None:
        """Builds what is just below a node."""
        if node.public.phase == "start":
            self._start(node)
        elif node.public.phase == "answer":
            for answer in (CALL, FOLD):
                self._opener(node, answer)
        elif node.public.phase == "command":
            self._words(node)
            if goes_on(node.public):
                self._all_plays(node, again=True)
        else:
            self._turn(node)

    def _turn(self, node: Node) -> None:
        stuck = self._stuck(node)
        if stuck is not None:
            self._forced_loss(node, stuck)
        else:
            for action in openers(node.public):
                self._opener(node, action)
            if node.wide and may_swap(node.public):
                self._swaps(node)
            self._all_plays(node)
            if node.wide and may_put_under(node.public):
                self._unders(node)
        self._draw(node)

    # ---------------------------------------------------------------- moves

    def _stuck(self, node: Node) -> Bools | None:
        """Hands that lose at once: commanded to play, able to, and without a marker."""
        public = node.public
        if public.supply[public.seat] or public.rules.out_of_markers != "when_obliged":
            return None
        stuck = self._must_play(node)
        return stuck if stuck.any() else None

    def _must_play(self, node: Node) -> Bools:
        public, table = node.public, self.table
        hands = self.geometries[node.geometry].hands[public.seat]
        if must_draw(public):
            return np.zeros(len(hands), dtype=np.bool_)
        if public.hand_sizes[public.seat] >= public.seating.limits[public.seat]:
            return np.ones(len(hands), dtype=np.bool_)
        if public.standing != "play":
            return np.zeros(len(hands), dtype=np.bool_)
        able: Bools = table.size[hands] > table.count[hands, public.row[-1]]
        return able

    def _forced_loss(self, node: Node, stuck: Bools) -> None:
        (src,) = np.nonzero(stuck)
        node.slots.append(STUCK)
        lost = lose_by_markers(node.public, node.public.side)
        own = Links(src, src, np.ones(len(src), dtype=np.float32))
        self._join(node, lost, node.geometry, own)

    def _opener(self, node: Node, action: Action) -> None:
        """An ask, a power that moves markers and no cards, a stake or its answer."""
        node.slots.append((action,))
        after = advance(node.public, action, _NOTHING)
        if isinstance(action, Ask):
            self._told(node, after)
        else:
            n = len(self.geometries[node.geometry].hands[node.public.seat])
            self._join(node, after, node.geometry, every(n))

    def _told(self, node: Node, after: PublicState) -> None:
        """One child a sum of the other's."""
        me, other = node.public.seat, 1 - node.public.seat
        hands, unseen, _ = self.geometries[node.geometry]
        totals = self.table.total[hands[other]]
        for total in np.unique(totals):
            told = chosen(totals == total)
            pair = by_seat(me, hands[me], hands[other][told.src])
            geometry = self._geometry(pair, unseen)
            self._join(node, after, geometry, every(len(hands[me])), told, int(total))

    def _unders(self, node: Node) -> None:
        """Cards under the deck: a slot a choice of them, one child a number."""
        public = node.public
        me = public.seat
        hands, unseen, _ = self.geometries[node.geometry]
        likely = self._likely[1 - me] if node.level == 0 else np.ones(len(hands[1 - me]))
        for n in range(1, min(public.hand_sizes[me], public.deck_size) + 1):
            other = hands[1 - me], likely.astype(np.float32)
            below, choices = put_under(self.table, unseen, public.deck_size, hands[me], other, n)
            geometry = self._geometry(by_seat(me, below, hands[1 - me]), unseen)
            child = len(self.nodes)
            for put, own in choices:
                under = Under(cards_of(put))
                node.slots.append((under,))
                if child == len(self.nodes):
                    after = out_of_markers(advance(public, under, _NOTHING))
                    self._join(node, after, geometry, own)
                else:
                    node.edges.append(Edge(child, len(node.slots) - 1, own, NO_LINKS))

    def _swaps(self, node: Node) -> None:
        """A card given for one taken blindly: a slot a card given, one child a card taken."""
        public = node.public
        me = public.seat
        hands, unseen, _ = self.geometries[node.geometry]
        for given in range(self.table.values):
            if not self.table.count[hands[me], given].any():
                continue
            swap = Swap(given)
            node.slots.append((swap,))
            after = advance(public, swap, _NOTHING)
            for taken in range(self.table.values):
                mine, theirs = swapped(self.table, hands[me], hands[1 - me], given, taken)
                geometry = self._geometry(by_seat(me, mine[0], theirs[0]), unseen)
                self._join(node, after, geometry, mine[1], theirs[1], taken)

    def _all_plays(self, node: Node, again: bool = False) -> None:
        public = node.public
        me = public.seat
        if not public.supply[me] or must_draw(public):
            return
        for card in range(self.table.values):
            if card == public.row[-1]:
                continue
            geometry, own = self._play(node, card)
            if len(own.src):
                self._markers(node, Play(card, again=again), geometry, own)

    def _markers(self, node: Node, card: Play, geometry: int, own: Links) -> None:
        public = node.public
        me = public.seat
        singles = public.singles(me) > 0
        for double in (False, True):
            if double and (public.double[me] != IN_SUPPLY or (singles and not node.wide)):
                continue
            if not double and not singles:
                continue
            play = replace(card, double=double)
            placed = advance(public, play, _NOTHING)
            if placed.result is not None:  # single or double: all the same
                node.slots.append((play,))
                self._join(node, placed, geometry, own)
                return
            if goes_on(placed):
                node.slots.append((play,))
                self._join(node, placed, geometry, own)
                continue
            for word in self._said(node, placed):
                node.slots.append((play, word))
                after = out_of_markers(advance(placed, word, _NOTHING))
                self._join(node, after, geometry, own)

    def _words(self, node: Node) -> None:
        """What is said after a draw, by the hand with the card in it; or after the first of two
        cards."""
        n = len(self.geometries[node.geometry].hands[node.public.seat])
        for word in self._said(node, node.public):
            node.slots.append((word,))
            after = out_of_markers(advance(node.public, word, _NOTHING))
            self._join(node, after, node.geometry, every(n))

    def _said(self, node: Node, public: PublicState) -> tuple[Action, ...]:
        return words(public, node.wide)

    def _play(self, node: Node, card: int) -> tuple[int, Links]:
        me = node.public.seat
        key = (node.geometry, me, card)
        if key not in self._plays:
            hands, unseen, _ = self.geometries[node.geometry]
            below = self.table.sub[hands[me], card]
            (src,) = np.nonzero(below >= 0)
            coef = unseen[card] / self.table.count[hands[me][src], card]
            own = Links(src, np.arange(len(src)), coef.astype(np.float32))
            geometry = -1
            if len(src):
                left = tuple(n - (value == card) for value, n in enumerate(unseen))
                geometry = self._geometry(by_seat(me, below[src], hands[1 - me]), left)
            self._plays[key] = geometry, own
        return self._plays[key]

    def _draw(self, node: Node) -> None:
        public = node.public
        geometry, own = self._drawn(node)
        if not len(own.src):
            return
        node.slots.append((DRAW,))
        after = out_of_markers(advance(public, DRAW, _NOTHING))
        if public.deck_size > 1:
            self._join(node, after, geometry, own)
        else:
            self._reveal(node, after, geometry, own)

    def _drawn(self, node: Node) -> tuple[int, Links]:
        public, table = node.public, self.table
        me = public.seat
        forced = public.standing == "play"
        key = (node.geometry, me, public.deck_size, public.row[-1] if forced else -1)
        if key not in self._draws:
            hands, unseen, _ = self.geometries[node.geometry]
            may = ~self._must_play(node)
            room = np.array(unseen) > table.count[hands[me]]
            src, card = np.nonzero(may[:, None] & room)
            below, dst = np.unique(table.add[hands[me][src], card], return_inverse=True)
            coef = table.count[below[dst], card] / public.deck_size
            own = Links(src, dst.astype(np.int64), coef.astype(np.float32))
            geometry = -1
            if len(src):
                geometry = self._geometry(by_seat(me, below, hands[1 - me]), unseen)
            self._draws[key] = geometry, own
        return self._draws[key]

    def _reveal(self, node: Node, after: PublicState, geometry: int, own: Links) -> None:
        """The deck was made anew: both know both hands, one child a pair of hands.

        Its chance is made of the ways of the old deck, all that follows of those of the new.
        """
        hands, _, ways = self.geometries[geometry]
        unseen = unseen_cards(after)
        me = node.public.seat
        for first, second in np.argwhere(ways > 0):
            pair = (hands[0][first : first + 1], hands[1][second : second + 1])
            child = self._geometry(pair, unseen)
            factor = ways[first, second] / self.geometries[child].ways[0, 0]
            mine, theirs = (first, second) if me == 0 else (second, first)
            here = own.dst == mine
            links = Links(own.src[here], np.zeros(here.sum(), np.int64), own.coef[here] * factor)
            self._join(node, after, child, links, only(int(theirs)))

    def _start(self, node: Node) -> None:
        """The start card, and what both then announce: one child a card and pair of sums."""
        public, table = node.public, self.table
        me = public.seat
        hands, unseen, _ = self.geometries[node.geometry]
        for card in range(table.values):
            below = table.sub[hands[me], card]
            after = advance(public, Start(card), _NOTHING)
            left = tuple(n - (value == card) for value, n in enumerate(unseen))
            node.slots.append((Start(card),))
            said = np.where(below >= 0, table.total[below], -1)
            for own_total in np.unique(said[said >= 0]):
                (src,) = np.nonzero(said == own_total)
                coef = unseen[card] / table.count[hands[me][src], card]
                own = Links(src, np.arange(len(src)), coef.astype(np.float32))
                totals = table.total[hands[1 - me]]
                for total in np.unique(totals):
                    told = chosen(totals == total)
                    pair = by_seat(me, below[src], hands[1 - me][told.src])
                    self._join(node, after, self._geometry(pair, left), own, told)
