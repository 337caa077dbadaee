"""The chance to win the match at a score, and what a double win is worth there.

From four numbers of self-play: how often the leader and the starter of a round win it by one point
and by two. Knows scores and who leads; no cards, no board.
"""

from __future__ import annotations

from functools import lru_cache

from hacktrick.ai.measured import Ends, figures
from hacktrick.game.rules import NextLeader, Rules
from hacktrick.game.state import PublicState

HIGHEST_PRICE = 3.5


@lru_cache(maxsize=8192)
def leader_wins_match(own: int, other: int, next_leader: NextLeader, ends: Ends) -> float:
    """The chance of the round's leader to win the match, needing ``own`` points to ``other``."""
    if own <= 0:
        return 1.0
    if other <= 0:
        return 0.0
    total = 0.0
    for points, share in ((1, ends.leader_1), (2, ends.leader_2)):
        if next_leader == "winner":
            total += share * leader_wins_match(own - points, other, next_leader, ends)
        else:
            total += share * (1 - leader_wins_match(other, own - points, next_leader, ends))
    for points, share in ((1, ends.starter_1), (2, ends.starter_2)):
        total += share * (1 - leader_wins_match(other - points, own, next_leader, ends))
    return total


def match_chance(rules: Rules, score: tuple[int, ...], leader: int, side: int) -> float:
    """The chance of ``side`` to win a match of two, with ``leader`` to lead the next round.

    >>> from hacktrick.game.rules import PRESETS
    >>> match_chance(PRESETS["keypad"], (5, 0), 0, 0)
    1.0
    """
    need = [rules.target - points for points in score]
    ends = figures().ends[rules.out_of_markers]
    chance = leader_wins_match(need[leader], need[1 - leader], rules.next_leader, ends)
    return chance if leader == side else 1 - chance


def after_round(public: PublicState, winner: int, points: int, side: int, staked: int = 0) -> float:
    """The chance of ``side`` to win the match once ``winner`` has won this round.

    Args:
        public: as the round began.
        points: those of the bank.
        staked: what each has put on the table, as his stake was called (Hai Doo).
    """
    score = tuple(
        n + (points + staked if owner == winner else -staked)
        for owner, n in enumerate(public.score)
    )
    leader = winner if public.rules.next_leader == "winner" else 1 - public.seating.leader
    return match_chance(public.rules, score, leader, side)


def price_of_double(public: PublicState, side: int) -> float:
    """What a double win of ``side`` is worth beyond a single one, a single win being 1 and a
    single loss -1."""
    lost = after_round(public, 1 - side, 1, side)
    won = after_round(public, side, 1, side)
    double = after_round(public, side, 2, side)
    return min(HIGHEST_PRICE, max(0.0, 2 * (double - lost) / (won - lost) - 2))


def prices_of_pot(public: PublicState, side: int) -> tuple[float, float]:
    """What a single win of ``side`` is worth where a called stake of one point each is on the
    table, in the same measure, and a double win beyond it."""
    lost = after_round(public, 1 - side, 1, side)
    won = after_round(public, side, 1, side)
    pot, double = (
        2 * (after_round(public, side, points, side, staked=1) - lost) / (won - lost) - 1
        for points in (1, 2)
    )
    pot = min(1 + 2 * HIGHEST_PRICE, max(1.0, pot))
    return pot, min(HIGHEST_PRICE, max(0.0, double - pot))
