"""How tense a round is, from what everybody sees and nothing else."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from hacktrick.seat.threats import gone_cards, threats

if TYPE_CHECKING:
    from hacktrick.game.state import PublicState

ONE_SIDE, MORE, MATCH_POINT = 0.35, 0.15, 0.2


@lru_cache(maxsize=4)
def tension(public: PublicState) -> float:
    """0 where nobody can win with his next marker, 1 where both can and it is the match.

    Every side that has a key to win with counts, and counts more with two of them.
    """
    if public.result is not None:
        return 0.0
    gone, total = gone_cards(public), 0.0
    for side in (0, 1):
        keys = [threat.key for threat in threats(public, side, gone) if threat.pairs]
        total += ONE_SIDE * bool(keys) + MORE * (len(keys) > 1)
    if total and max(public.score) + 1 >= public.rules.target:
        total += MATCH_POINT
    return min(1.0, total)
