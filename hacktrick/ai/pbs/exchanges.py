"""Codes that move cards between hands and the deck, as links between hands.

A link's coefficient is the ways of the pair of hands before (``hands.pair_ways``) over those after,
times the chance of what came, parted into a factor of the own hand and one of the other's.
"""

from __future__ import annotations

import numpy as np

from hacktrick.ai.pbs.hands import HandTable, Ints
from hacktrick.ai.pbs.nodes import Links
from hacktrick.game.cards import Card


def swapped(
    table: HandTable, own: Ints, other: Ints, given: Card, taken: Card
) -> tuple[tuple[Ints, Links], tuple[Ints, Links]]:
    """Coco van Vaeck: the own hands a and the other's b after a card was given for one taken
    blindly. Both players know both cards.

    The chance to take the card is b_taken / size. Where the two differ, the ways before over those
    after are (a_taken + 1) / a_given times (b_given + 1) / b_taken, so that the own factor is
    (a_taken + 1) / a_given and the other's (b_given + 1) / size; where they are the same card the
    hands stay as they are, and the factors are 1 and b_taken / size.

    Returns:
        The hands below and the links to them: own, then the other's. No two hands above lead to the
        same below.
    """
    (mine,) = np.nonzero(table.count[own, given])
    (theirs,) = np.nonzero(table.count[other, taken])
    a, b = own[mine], other[theirs]
    after_a = table.add[table.sub[a, given], taken]
    after_b = table.add[table.sub[b, taken], given]
    factor_a = table.count[after_a, taken] / table.count[a, given]
    factor_b = table.count[after_b, given] / table.size[b]
    own_links = Links(mine, np.arange(len(mine)), factor_a.astype(np.float32))
    other_links = Links(theirs, np.arange(len(theirs)), factor_b.astype(np.float32))
    return (after_a, own_links), (after_b, other_links)
