"""What a public tree is made of: nodes, and the links between the hands above and below."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from hacktrick.ai.pbs.hands import Bools, Floats, Ints
from hacktrick.ai.pbs.turns import Move
from hacktrick.game.cards import Counts
from hacktrick.game.state import PublicState


class Geometry(NamedTuple):
    """Hands of both seats and their ways: the same for all moves with the same card."""

    hands: tuple[Ints, Ints]
    unseen: Counts
    ways: Floats


class Links(NamedTuple):
    """A sparse matrix: ``below[dst] += coef * above[src]``."""

    src: Ints
    dst: Ints
    coef: Floats


@dataclass(slots=True)
class Edge:
    """One child: the mover's slot, his links, and the other's (None: all his hands stay).

    Several slots may lead to the same child; the other's links are then with one of them, and the
    rest have none (``NO_LINKS``).
    ``fact``: what came to light and tells the child from others of the slot: the sum that was said,
    or the card that was taken; else -1.
    """

    child: int
    slot: int
    own: Links
    other: Links | None
    fact: int = -1


@dataclass(slots=True)
class Node:
    """A public state with possible hands.

    ``level``: links from the root. ``ahead``: moves looked ahead so far, which the word after a
    draw does not add to. ``wide``: all moves are looked at. ``is_staked``: a called stake lies on
    the table, or lay there as the round ended.
    """

    public: PublicState
    geometry: int
    level: int
    ahead: int
    wide: bool
    is_staked: bool
    slots: list[Move] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return self.public.result is not None


NO_LINKS = Links(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32))


def by_seat(seat: int, own: Ints, other: Ints) -> tuple[Ints, Ints]:
    return (own, other) if seat == 0 else (other, own)


def every(n: int) -> Links:
    return Links(np.arange(n), np.arange(n), np.ones(n, dtype=np.float32))


def chosen(mask: Bools) -> Links:
    (src,) = np.nonzero(mask)
    return Links(src, np.arange(len(src)), np.ones(len(src), dtype=np.float32))


def only(src: int) -> Links:
    return Links(np.array([src]), np.zeros(1, np.int64), np.ones(1, dtype=np.float32))
