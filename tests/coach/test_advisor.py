"""Advice and match equity: sums that must hold, and the value of a double by score."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from hacktrick.ai.advice import Advice, Forecast, card_sum_entropy_bits, next_turn_win_chance
from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.match_equity import (
    called_stake_win_and_premium,
    double_win_premium,
    leader_match_chance,
    match_chance,
)
from hacktrick.ai.measured_figures import RoundEndShares, shipped_measurements
from hacktrick.ai.solver.solving_player import SolvingPlayer
from hacktrick.coach.advisor import advise, quick_forecast, strongest_solver
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.state import RevealedFacts, seating_for
from hacktrick.game.transitions import apply_public_part, begin_round
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match, RandomChance

AGENT = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))


@pytest.mark.parametrize("preset", ["keypad", "servers", "arena"])
def test_the_match_chances_of_both_sides_sum_to_one(preset: str) -> None:
    rules = PRESETS[preset]
    for own in range(rules.target):
        for other in range(rules.target):
            chances = [match_chance(rules, (own, other), 0, side) for side in (0, 1)]
            assert sum(chances) == pytest.approx(1)
            assert 0 < chances[0] < 1


def test_more_points_are_never_worse() -> None:
    ends = shipped_measurements().round_ends["immediate"]
    for own in range(1, 5):
        for other in range(1, 6):
            now = leader_match_chance(own, other, "winner", ends)
            assert now > leader_match_chance(own + 1, other, "winner", ends)


def test_the_chance_to_win_the_match_follows_from_how_rounds_end() -> None:
    """Worked out by hand: the leader wins 60 % of the rounds, a sixth of those by two points."""
    ends = RoundEndShares(leader_1=0.5, leader_2=0.1, starter_1=0.3, starter_2=0.1)
    for next_leader in ("winner", "alternate"):
        assert leader_match_chance(1, 1, next_leader, ends) == pytest.approx(0.6)
        assert leader_match_chance(0, 1, next_leader, ends) == 1
        assert leader_match_chance(1, 0, next_leader, ends) == 0
    assert leader_match_chance(1, 2, "winner", ends) == pytest.approx(0.6 + 0.3 * 0.4)
    assert leader_match_chance(2, 1, "winner", ends) == pytest.approx(0.1 + 0.5 * 0.6)
    assert leader_match_chance(2, 1, "alternate", ends) == pytest.approx(0.1 + 0.5 * 0.4)


@pytest.mark.parametrize(("score", "price"), [((4, 4), 0.0), ((4, 3), 0.0)])
def test_a_double_is_worth_nothing_one_point_from_the_end(
    score: tuple[int, int], price: float
) -> None:
    rules = PRESETS["keypad"]
    public = begin_round(rules, seating_for(rules, 0, 1), (0, 1), score, (0, 0))
    assert double_win_premium(public, 0) == pytest.approx(price)


def test_a_double_is_worth_most_two_points_from_the_end() -> None:
    rules = PRESETS["keypad"]
    prices = [
        double_win_premium(begin_round(rules, seating_for(rules, 0, 1), (0, 1), (n, n), (0, 0)), 0)
        for n in range(5)
    ]
    assert max(prices) == prices[3]
    assert prices[4] == pytest.approx(0)


def test_stakes_and_doubles_are_worth_something_but_not_without_limit() -> None:
    rules = rules_for("wits", {"target": 10})
    seating, singles, doubles, premiums = seating_for(rules, 0, 1), [], [], []
    for score in product(range(10), repeat=2):
        public = begin_round(rules, seating, (0, 1), score, (0, 0))
        single, more = called_stake_win_and_premium(public, 0)
        singles.append(single)
        doubles.append(more)
        premiums.append(double_win_premium(public, 0))
        if score[0] == 9:  # any win is the last one
            assert (single, more, premiums[-1]) == (1.0, 0.0, 0.0)
    assert (min(singles), max(singles)) == (1.0, 8.0)
    assert (min(doubles), max(doubles)) == (0.0, 3.5)
    assert (min(premiums), max(premiums)) == (0.0, 3.5)


@pytest.mark.parametrize("preset", ["keypad", "arena"])
def test_advice_is_consistent_and_names_legal_actions(preset: str) -> None:
    seats = [SeatInfo(str(n), "test") for n in range(2)]
    rng = Random(4)
    match = Match(PRESETS[preset], seats, RandomChance(rng), 0, ())
    match.deal_next_round()
    while not match.is_round_over:
        seat = match.public.seat
        legal = legal_actions(match.observe(seat))
        advice = advise(match.view(seat), AGENT)
        assert sum(turn.frequency for turn in advice.turns) == pytest.approx(1)
        assert {turn.actions[0] for turn in advice.turns} <= set(legal)
        for hands in (advice.counted_hands, advice.inferred_hands):
            assert sum(chance for _, chance in hands) == pytest.approx(1, abs=1e-5)
        f = advice.forecast
        assert f.win_1 + f.win_2 + f.lose_1 + f.lose_2 == pytest.approx(1)
        s = advice.chances_by_result
        assert s.lose_2 <= s.lose_1 < s.win_1 <= s.win_2
        true = match.observe(1 - seat).hand
        assert true in {hand for hand, _ in advice.counted_hands}
        check_reasons(match, advice)
        match.submit(seat, rng.choice(legal))


def check_reasons(match: Match, advice: Advice) -> None:
    """Compare the figures of each line with the engine's result of its first action."""
    public, seat = match.public, match.public.seat
    for turn in advice.turns:
        why = turn.figures
        after = public
        for action in turn.actions:
            after = apply_public_part(after, action, RevealedFacts())
        assert why.supply == after.supply[seat]
        paid = sum(action.verb == "ask" for action in turn.actions)
        assert why.captured - paid == after.captured[seat] - public.captured[seat]
        assert why.win_points == (after.result.points if after.result else 0)
        assert 0 <= why.opponent_win_chance <= 1


def test_the_first_forecast_looks_one_move_ahead() -> None:
    match = Match.begin_with_rng(
        PRESETS["keypad"], [SeatInfo("a", "x"), SeatInfo("b", "y")], Random(2)
    )
    match.submit(match.public.seat, legal_actions(match.observe(match.public.seat))[0])
    view = match.view(match.public.seat)
    quick, deep = quick_forecast(view), advise(view, strongest_solver())
    assert isinstance(quick, Forecast)
    assert quick != deep.forecast
    assert quick == quick_forecast(view)


def test_the_chance_to_win_next_is_that_of_the_hands_with_a_winning_card() -> None:
    # With key 6 a line: 2 + 7 + 6 = 15.
    public = read_diagram("keypad row=32 aside=01 hands=???/??? board=2a,7A").public
    low, high = (1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 1, 1)
    assert next_turn_win_chance(public, 0, ((low, 0.75), (high, 0.25))) == 0.25
    assert next_turn_win_chance(public, 1, ((high, 1.0),)) == 0


def test_information_is_counted_in_bits() -> None:
    hands = tuple((tuple(int(k == n) for k in range(6)), 0.25) for n in range(4))
    assert card_sum_entropy_bits(hands) == 2  # each of the four cards has another sum
    alike = (((1, 0, 0, 1, 0, 0), 0.5), ((0, 1, 1, 0, 0, 0), 0.5))
    assert card_sum_entropy_bits(alike) == 0
    assert card_sum_entropy_bits((*alike, ((2, 0, 0, 0, 0, 0), 0.0))) == 0  # cannot be held
