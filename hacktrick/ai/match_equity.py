"""What the result of a round is worth at a score: chances to win the match.

``match_chance`` uses win shares measured in self-play; ``RoundUtility`` is the simpler model of
the searching levels; ``point_value`` serves the statistics screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hacktrick.ai.measurements import RoundEndShares, WaitingOdds, shipped_measurements
from hacktrick.game.rules import PRESETS, NextLeader, Rules, Side
from hacktrick.game.state import PublicState

DOUBLE_WIN_SHARE = 0.4  # share of rounds won that bring two points, measured in self-play
MOST_NEEDED = 24

Score = tuple[int, ...]


@lru_cache(maxsize=4096)
def even_match_chance(need: int, other_need: int) -> float:
    """The chance to win the match, needing that many points, between equals.

    >>> even_match_chance(1, 1), even_match_chance(0, 3), even_match_chance(3, 0)
    (0.5, 1.0, 0.0)
    """
    if need <= 0:
        return 1.0
    if other_need <= 0:
        return 0.0
    ends = ((1, 1 - DOUBLE_WIN_SHARE), (2, DOUBLE_WIN_SHARE))
    return sum(
        (
            even_match_chance(need - points, other_need)
            + even_match_chance(need, other_need - points)
        )
        * (share / 2)
        for points, share in ends
    )


class RoundUtility:
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
        return even_match_chance(
            _need(public, score, self._side), _need(public, score, 1 - self._side)
        )


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


MAX_PREMIUM = 3.5


@lru_cache(maxsize=8192)
def leader_match_chance(
    own: int, other: int, next_leader: NextLeader, ends: RoundEndShares
) -> float:
    """The chance of the round's leader to win the match, needing ``own`` points to ``other``."""
    if own <= 0:
        return 1.0
    if other <= 0:
        return 0.0
    total = 0.0
    for points, share in ((1, ends.leader_1), (2, ends.leader_2)):
        if next_leader == "winner":
            total += share * leader_match_chance(own - points, other, next_leader, ends)
        else:
            total += share * (1 - leader_match_chance(other, own - points, next_leader, ends))
    for points, share in ((1, ends.starter_1), (2, ends.starter_2)):
        total += share * (1 - leader_match_chance(other - points, own, next_leader, ends))
    return total


def match_chance(rules: Rules, score: tuple[int, ...], leader: int, side: int) -> float:
    """The chance of ``side`` to win a match of two, with ``leader`` to lead the next round.

    >>> from hacktrick.game.rules import PRESETS
    >>> even_match_chance(PRESETS["keypad"], (5, 0), 0, 0)
    1.0
    """
    need = [rules.target - points for points in score]
    ends = shipped_measurements().ends[rules.out_of_markers]
    chance = leader_match_chance(need[leader], need[1 - leader], rules.next_leader, ends)
    return chance if leader == side else 1 - chance


def match_chance_after(
    public: PublicState, winner: int, points: int, side: int, staked: int = 0
) -> float:
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


def double_win_premium(public: PublicState, side: int) -> float:
    """What a double win of ``side`` is worth beyond a single one, a single win being 1 and a
    single loss -1."""
    lost = match_chance_after(public, 1 - side, 1, side)
    won = match_chance_after(public, side, 1, side)
    double = match_chance_after(public, side, 2, side)
    return min(MAX_PREMIUM, max(0.0, 2 * (double - lost) / (won - lost) - 2))


def called_stake_prices(public: PublicState, side: int) -> tuple[float, float]:
    """What a single win of ``side`` is worth where a called stake of one point each is on the
    table, in the same measure, and a double win beyond it."""
    lost = match_chance_after(public, 1 - side, 1, side)
    won = match_chance_after(public, side, 1, side)
    pot, double = (
        2 * (match_chance_after(public, side, points, side, staked=1) - lost) / (won - lost) - 1
        for points in (1, 2)
    )
    pot = min(1 + 2 * MAX_PREMIUM, max(1.0, pot))
    return pot, min(MAX_PREMIUM, max(0.0, double - pot))


@dataclass(frozen=True, slots=True)
class PointValue:
    """A score and what a point does to it.

    Attributes:
        share: of what two points bring, one point brings so much, both against losing one. Waiting
            for two is right if they come more often than that.
        chance: to win the match, whoever leads.
    """

    own: int
    other: int
    share: float
    chance: float


def point_value(own: int, other: int, rules: Rules | None = None) -> PointValue:
    """At a score of a match of two that is not over.

    >>> [round(point_value(*score).share, 2) for score in ((3, 3), (0, 0), (4, 0))]
    [0.31, 0.6, 1.0]
    """
    rules = rules or PRESETS["keypad"]
    one = match_chance(rules, (own + 1, other), 0, 0)
    two = match_chance(rules, (own + 2, other), 0, 0)
    lost = match_chance(rules, (own, other + 1), 1, 0)
    now = sum(match_chance(rules, (own, other), leader, 0) for leader in (0, 1)) / 2
    return PointValue(own, other, (one - lost) / (two - lost), now)


def lesson_waiting_odds() -> WaitingOdds:
    """What the judge thinks of the win that waits in the lesson about one point or two."""
    return shipped_measurements().waiting
