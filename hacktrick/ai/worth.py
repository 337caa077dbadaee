"""What the end of a round is worth at this score: two points matter more at some scores than at
others. Knows scores only: no cards, no board.
"""

from __future__ import annotations

from functools import lru_cache

from hacktrick.game.rules import Side
from hacktrick.game.state import PublicState

TWO_POINTS = 0.4  # share of rounds won that bring two points, measured in self-play
MOST_NEEDED = 24

Score = tuple[int, ...]


@lru_cache(maxsize=4096)
def match_chance(need: int, other_need: int) -> float:
    """The chance to win the match, needing that many points, between equals.

    >>> match_chance(1, 1), match_chance(0, 3), match_chance(3, 0)
    (0.5, 1.0, 0.0)
    """
    if need <= 0:
        return 1.0
    if other_need <= 0:
        return 0.0
    ends = ((1, 1 - TWO_POINTS), (2, TWO_POINTS))
    return sum(
        (match_chance(need - points, other_need) + match_chance(need, other_need - points))
        * (share / 2)
        for points, share in ends
    )


class Worth:
    """The worth of results for one side, scaled so that at the score of ``root`` one point won
    is 1 and one point lost is -1.

    Args:
        deciding: this round decides the match, whatever the points.
        second: how much more than that the second point of a win is worth to the side, as a share.
    """

    def __init__(
        self, root: PublicState, side: Side, deciding: bool = False, second: float = 0.0
    ) -> None:
        self._side = side
        self._deciding = deciding
        self._second = second
        self._known: dict[tuple[object, ...], float] = {}
        won = self._chance(root, _with_win(root, side, 1))
        lost = self._chance(root, _with_win(root, 1 - side, 1))
        self._middle, self._half = (won + lost) / 2, (won - lost) / 2

    def of_result(self, public: PublicState) -> float:
        """The worth of the finished round ``public``."""
        assert public.result is not None
        return self._of(public, public.result.side, public.score, public.result.points)

    def of_win(self, public: PublicState, side: Side, points: int) -> float:
        """The worth if ``side`` were to win the unfinished round ``public`` with ``points``."""
        key = (public.score, public.stakes, side, points)
        known = self._known.get(key)
        if known is None:
            known = self._of(public, side, _with_win(public, side, points), points)
            self._known[key] = known
        return known

    def _of(self, public: PublicState, winner: Side, score: Score, points: int) -> float:
        if self._deciding:
            return 1.0 if winner == self._side else -1.0
        worth = (self._chance(public, score) - self._middle) / self._half
        if self._second and winner == self._side and points > 1:
            worth += self._second * (worth - 1.0)
        return worth

    def _chance(self, public: PublicState, score: Score) -> float:
        return match_chance(_need(public, score, self._side), _need(public, score, 1 - self._side))


def _with_win(public: PublicState, side: Side, points: int) -> Score:
    score = list(public.score)
    for owner in public.score_owners(side):
        score[owner] += points
    if any(public.stakes):  # only where a side is one player
        score[side] += sum(public.stakes)
    return tuple(score)


def _need(public: PublicState, score: Score, side: Side) -> int:
    best = max(score[owner] for owner in public.score_owners(side))
    return min(MOST_NEEDED, public.rules.target - best)
