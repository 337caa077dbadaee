"""Match equity: the chance to win the match at a score, and how the result of a round changes it.

``match_chance`` uses win rates measured in games of the program against itself. ``RoundUtility`` is
the simpler model of levels 1 to 7. The statistics screen shows ``point_value_at_score``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hacktrick.ai.measured_figures import RoundEndShares, shipped_measurements
from hacktrick.game.editions import PRESETS, NextLeader, Rules
from hacktrick.game.state import PublicState, Side

DOUBLE_WIN_SHARE = 0.4  # measured share of won rounds that bring two points
MAX_POINTS_NEEDED = 24  # a side that needs more points is treated as if it needed only this many

Score = tuple[int, ...]


@lru_cache(maxsize=4096)
def match_chance_between_equals(need: int, other_need: int) -> float:
    """Return the chance to win a match between equals, for a player who needs ``need`` points.

    Args:
        other_need: the points that the opponent needs.

    >>> [match_chance_between_equals(*need) for need in ((1, 1), (0, 3), (3, 0))]
    [0.5, 1.0, 0.0]
    """
    if need <= 0:
        return 1.0
    if other_need <= 0:
        return 0.0
    ends = ((1, 1 - DOUBLE_WIN_SHARE), (2, DOUBLE_WIN_SHARE))
    return sum(
        (
            match_chance_between_equals(need - points, other_need)
            + match_chance_between_equals(need, other_need - points)
        )
        * (share / 2)
        for points, share in ends
    )


class RoundUtility:
    """The value of the results of a round for one side, in equity.

    At the score of ``root``, a win by one point is worth 1 and a loss by one point -1.

    Args:
        is_deciding: whether the winner of this round wins the match, whatever the points.
        double_win_bonus: the extra value of the second point of a win, as a share of that point's
            value (a preference of the style).
    """

    def __init__(
        self,
        root: PublicState,
        side: Side,
        is_deciding: bool = False,
        double_win_bonus: float = 0.0,
    ) -> None:
        self._side = side
        self._deciding = is_deciding
        self._second = double_win_bonus
        self._known: dict[tuple[object, ...], float] = {}
        won = self._match_chance(root, _score_after_win(root, side, 1))
        lost = self._match_chance(root, _score_after_win(root, 1 - side, 1))
        self._middle, self._half = (won + lost) / 2, (won - lost) / 2

    def value_of_result(self, public: PublicState) -> float:
        """Return the value of the result of ``public``, a finished round."""
        assert public.result is not None
        return self._value_of_win(public, public.result.side, public.score, public.result.points)

    def value_of_win(self, public: PublicState, side: Side, points: int) -> float:
        """Return the value of the unfinished round ``public`` if ``side`` wins by ``points``."""
        key = (public.score, public.stakes, side, points)
        known = self._known.get(key)
        if known is None:
            known = self._value_of_win(public, side, _score_after_win(public, side, points), points)
            self._known[key] = known
        return known

    def _value_of_win(self, public: PublicState, winner: Side, score: Score, points: int) -> float:
        if self._deciding:
            return 1.0 if winner == self._side else -1.0
        worth = (self._match_chance(public, score) - self._middle) / self._half
        if self._second and winner == self._side and points > 1:
            worth += self._second * (worth - 1.0)
        return worth

    def _match_chance(self, public: PublicState, score: Score) -> float:
        return match_chance_between_equals(
            _points_needed(public, score, self._side), _points_needed(public, score, 1 - self._side)
        )


def _score_after_win(public: PublicState, side: Side, points: int) -> Score:
    score = list(public.score)
    for owner in public.score_indices(side):
        score[owner] += points
    if any(public.stakes):  # only matches of two have stakes
        score[side] += sum(public.stakes)
    return tuple(score)


def _points_needed(public: PublicState, score: Score, side: Side) -> int:
    best = max(score[owner] for owner in public.score_indices(side))
    return min(MAX_POINTS_NEEDED, public.rules.target - best)


MAX_PREMIUM = 3.5  # limit, in equity, of the premium of a double win that decides the match


@lru_cache(maxsize=8192)
def leader_match_chance(
    leader_needs: int, opponent_needs: int, next_leader: NextLeader, ends: RoundEndShares
) -> float:
    """Return the chance that the leader of the next round wins the match.

    Args:
        leader_needs: the points that the leader still needs.
        opponent_needs: the points that the opponent still needs.
        next_leader: the rule that determines who leads the following rounds.
        ends: the share of rounds that end in each way.
    """
    if leader_needs <= 0:
        return 1.0
    if opponent_needs <= 0:
        return 0.0
    total = 0.0
    for points, share in ((1, ends.leader_1), (2, ends.leader_2)):
        if next_leader == "winner":
            total += share * leader_match_chance(
                leader_needs - points, opponent_needs, next_leader, ends
            )
        else:
            total += share * (
                1 - leader_match_chance(opponent_needs, leader_needs - points, next_leader, ends)
            )
    for points, share in ((1, ends.starter_1), (2, ends.starter_2)):
        total += share * (
            1 - leader_match_chance(opponent_needs - points, leader_needs, next_leader, ends)
        )
    return total


def match_chance(rules: Rules, score: tuple[int, ...], leader: int, side: int) -> float:
    """Return the chance of ``side`` to win a match of two if ``leader`` leads the next round.

    >>> from hacktrick.game.editions import PRESETS
    >>> match_chance(PRESETS["keypad"], (5, 0), 0, 0)
    1.0

    Args:
        score: the points of both sides.
    """
    need = [rules.target - points for points in score]
    ends = shipped_measurements().round_ends[rules.out_of_markers]
    chance = leader_match_chance(need[leader], need[1 - leader], rules.next_leader, ends)
    return chance if leader == side else 1 - chance


def match_chance_after(
    public: PublicState, winner: int, points: int, side: int, staked: int = 0
) -> float:
    """Return the chance of ``side`` to win the match after ``winner`` has won this round.

    Args:
        public: the state at the start of the round.
        points: the points from the bank.
        staked: the points that each player has staked (Hai Doo).
    """
    score = tuple(
        n + (points + staked if owner == winner else -staked)
        for owner, n in enumerate(public.score)
    )
    leader = winner if public.rules.next_leader == "winner" else 1 - public.seating.leader
    return match_chance(public.rules, score, leader, side)


def double_win_premium(public: PublicState, side: int) -> float:
    """Return the equity that a double win of ``side`` adds to a single win."""
    lost = match_chance_after(public, 1 - side, 1, side)
    won = match_chance_after(public, side, 1, side)
    double = match_chance_after(public, side, 2, side)
    return min(MAX_PREMIUM, max(0.0, 2 * (double - lost) / (won - lost) - 2))


def called_stake_win_and_premium(public: PublicState, side: int) -> tuple[float, float]:
    """Return what a win of ``side`` is worth after a called stake of one point each.

    Returns:
        The equity of a single win, and the additional equity of a double win.
    """
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
    """What a point is worth at one score.

    Attributes:
        share: the gain from winning one point instead of losing one, divided by the gain from
            winning two points instead of losing one. Waiting for two points pays if the attempt
            succeeds more often than this.
        chance: the chance to win the match, averaged over who leads.
    """

    share: float
    chance: float


def point_value_at_score(own_points: int, opponent_points: int) -> PointValue:
    """Return what a point is worth at a score of an unfinished match of two.

    >>> [round(point_value_at_score(*score).share, 2) for score in ((3, 3), (0, 0), (4, 0))]
    [0.25, 0.6, 1.0]

    Args:
        own_points: the points of the side for which a point is valued.
        opponent_points: the points of its opponent.
    """
    rules = PRESETS["keypad"]
    one = match_chance(rules, (own_points + 1, opponent_points), 0, 0)
    two = match_chance(rules, (own_points + 2, opponent_points), 0, 0)
    lost = match_chance(rules, (own_points, opponent_points + 1), 1, 0)
    now = (
        sum(match_chance(rules, (own_points, opponent_points), leader, 0) for leader in (0, 1)) / 2
    )
    return PointValue((one - lost) / (two - lost), now)
