"""The chance to win a match follows from how often rounds end in each way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hacktrick.ai.match_equity import (
    DOUBLE_WIN_SHARE,
    MAX_PREMIUM,
    RoundUtility,
    called_stake_win_and_premium,
    double_win_premium,
    leader_match_chance,
    match_chance,
    match_chance_after,
    match_chance_between_equals,
    point_value_at_score,
)
from hacktrick.ai.measured_figures import RoundEndShares
from hacktrick.game.editions import PRESETS, NextLeader
from hacktrick.game.state import PublicState, Result
from tests.support.random_positions import random_positions

ENDS = RoundEndShares(leader_1=0.4, leader_2=0.2, starter_1=0.3, starter_2=0.1)
KEYPAD = PRESETS["keypad"]


def position(score: tuple[int, int], leader: int = 0, preset: str = "keypad") -> PublicState:
    public = next(random_positions(preset, 1)).public
    return public._replace(score=score, seating=replace(public.seating, order=(leader, 1 - leader)))


@pytest.mark.parametrize("rule", ["winner", "alternates"])
def test_who_needs_one_point_wins_by_winning_a_round(rule: NextLeader) -> None:
    assert leader_match_chance(1, 1, rule, ENDS) == pytest.approx(0.6)
    assert leader_match_chance(0, 3, rule, ENDS) == 1 and leader_match_chance(3, 0, rule, ENDS) == 0
    assert (
        leader_match_chance(-1, 1, rule, ENDS) == 1 and leader_match_chance(1, -1, rule, ENDS) == 0
    )


def test_a_match_of_two_points_is_won_by_the_leaders_of_the_next_rounds() -> None:
    # A double win decides the match; a single win leaves one round, which the winner leads.
    assert leader_match_chance(1, 2, "winner", ENDS) == pytest.approx(0.6 + 0.3 * (1 - 0.6))
    assert leader_match_chance(2, 1, "winner", ENDS) == pytest.approx(0.2 + 0.4 * 0.6)
    # By this rule, the other player leads the second round.
    assert leader_match_chance(1, 2, "alternates", ENDS) == pytest.approx(0.6 + 0.3 * (1 - 0.6))
    assert leader_match_chance(2, 1, "alternates", ENDS) == pytest.approx(0.2 + 0.4 * (1 - 0.6))


@pytest.mark.parametrize("score", [(0, 0), (3, 1), (4, 4)])
@pytest.mark.parametrize("leader", [0, 1])
def test_the_chances_of_both_sides_are_one_together(score: tuple[int, int], leader: int) -> None:
    assert sum(match_chance(KEYPAD, score, leader, side) for side in (0, 1)) == pytest.approx(1)
    swapped = match_chance(KEYPAD, score[::-1], 1 - leader, 1)
    assert match_chance(KEYPAD, score, leader, 0) == swapped


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("leader", [0, 1])
def test_a_round_changes_the_score_and_who_leads(winner: int, leader: int) -> None:
    public = position((2, 1), leader)
    won = (3, 1) if winner == 0 else (2, 2)
    assert match_chance_after(public, winner, 1, 0) == match_chance(KEYPAD, won, winner, 0)
    staked = (4, 0) if winner == 0 else (1, 3)
    assert match_chance_after(public, winner, 1, 1, 1) == match_chance(KEYPAD, staked, winner, 1)
    taking_turns = replace(KEYPAD, next_leader="alternates")
    other = public._replace(rules=taking_turns)
    expected = match_chance(taking_turns, won, 1 - leader, 0)
    assert match_chance_after(other, winner, 1, 0) == expected


def test_a_double_win_is_worth_more_unless_one_point_is_enough() -> None:
    assert double_win_premium(position((4, 4)), 0) == 0
    assert double_win_premium(position((4, 0)), 0) == 0
    assert (
        double_win_premium(position((3, 4)), 1) == 0 < 1 < double_win_premium(position((3, 4)), 0)
    )
    public = position((1, 2), leader=1)
    lost, one, two = (
        match_chance_after(public, winner, points, 0) for winner, points in ((1, 1), (0, 1), (0, 2))
    )
    # A single win is one half of the difference between winning and losing.
    assert double_win_premium(public, 0) == pytest.approx((two - one) / ((one - lost) / 2))


def test_a_premium_has_a_limit() -> None:
    scores = [(own, other) for own in range(5) for other in range(5)]
    for preset in ("keypad", "club"):
        for score in scores:
            for side in (0, 1):
                assert 0 <= double_win_premium(position(score, preset=preset), side) <= MAX_PREMIUM


@pytest.mark.parametrize("side", [0, 1])
def test_a_called_stake_is_worth_the_points_that_change_hands(side: int) -> None:
    public = position((1, 1), preset="wits")
    lost, won, staked, double = (
        match_chance_after(public, winner, points, side, stake)
        for winner, points, stake in ((1 - side, 1, 0), (side, 1, 0), (side, 1, 1), (side, 2, 1))
    )
    middle, half = (won + lost) / 2, (won - lost) / 2
    single, premium = called_stake_win_and_premium(public, side)
    assert single == pytest.approx((staked - middle) / half)
    assert premium == pytest.approx((double - staked) / half)
    assert single > 1 and premium > 0


def test_between_equals_a_lead_helps_as_the_shares_of_wins_say() -> None:
    # Needing one point against two: win a round, or lose a single one and win the next.
    single = 1 - DOUBLE_WIN_SHARE
    assert match_chance_between_equals(1, 2) == pytest.approx(0.5 + 0.5 * single * 0.5)
    assert match_chance_between_equals(0, 0) == 1 and match_chance_between_equals(1, 0) == 0


def test_the_value_of_a_finished_round_is_that_of_its_win() -> None:
    public = position((2, 3))
    for side in (0, 1):
        worth = RoundUtility(public, side)
        for winner in (0, 1):
            for points in (1, 2):
                score = (2 + points, 3) if winner == 0 else (2, 3 + points)
                over = public._replace(score=score, result=Result(winner, points, "line"))
                assert worth.value_of_result(over) == worth.value_of_win(public, winner, points)


def test_a_taste_for_double_wins_adds_a_share_of_the_second_point() -> None:
    public = position((1, 1))
    plain, eager = RoundUtility(public, 0), RoundUtility(public, 0, double_win_bonus=0.5)
    second = plain.value_of_win(public, 0, 2) - plain.value_of_win(public, 0, 1)
    assert eager.value_of_win(public, 0, 2) == pytest.approx(
        plain.value_of_win(public, 0, 2) + 0.5 * second
    )
    for winner, points in ((0, 1), (1, 1), (1, 2)):
        assert eager.value_of_win(public, winner, points) == plain.value_of_win(
            public, winner, points
        )


def test_what_a_point_is_worth_follows_from_the_chances_around_it() -> None:
    one, two = match_chance(KEYPAD, (3, 3), 0, 0), match_chance(KEYPAD, (4, 3), 0, 0)
    lost = match_chance(KEYPAD, (2, 4), 1, 0)
    found = point_value_at_score(2, 3)
    assert found.share == pytest.approx((one - lost) / (two - lost))
    assert found.chance == pytest.approx(
        (match_chance(KEYPAD, (2, 3), 0, 0) + match_chance(KEYPAD, (2, 3), 1, 0)) / 2
    )
