"""Advice and match equity: sums that must hold, and scores at which a double means what it must."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.ai.equity import ENDS, leader_wins_match, match_chance, price_of_double
from hacktrick.ai.glance import Glance
from hacktrick.ai.pbs.advice import advise
from hacktrick.ai.pbs.agent import PbsAgent
from hacktrick.game.advance import begin
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import PRESETS, seating_for
from hacktrick.game.view import SeatInfo
from hacktrick.play.match import Dice, Match

AGENT = PbsAgent(1, 8, 10**6, False, Glance(counts=True))


@pytest.mark.parametrize("preset", ["keypad", "servers", "arena"])
def test_the_chances_of_both_sides_make_one(preset: str) -> None:
    rules = PRESETS[preset]
    for own in range(rules.target):
        for other in range(rules.target):
            chances = [match_chance(rules, (own, other), 0, side) for side in (0, 1)]
            assert sum(chances) == pytest.approx(1)
            assert 0 < chances[0] < 1


def test_more_points_are_never_worse() -> None:
    ends = ENDS["immediate"]
    for own in range(1, 5):
        for other in range(1, 6):
            now = leader_wins_match(own, other, "winner", ends)
            assert now > leader_wins_match(own + 1, other, "winner", ends)


@pytest.mark.parametrize(("score", "price"), [((4, 4), 0.0), ((4, 3), 0.0)])
def test_a_double_is_worth_nothing_one_point_from_the_end(
    score: tuple[int, int], price: float
) -> None:
    rules = PRESETS["keypad"]
    public = begin(rules, seating_for(rules, 0, 1), (0, 1), score, (0, 0))
    assert price_of_double(public, 0) == pytest.approx(price)


def test_a_double_is_worth_most_two_points_from_the_end() -> None:
    rules = PRESETS["keypad"]
    prices = [
        price_of_double(begin(rules, seating_for(rules, 0, 1), (0, 1), (n, n), (0, 0)), 0)
        for n in range(5)
    ]
    assert max(prices) == prices[3]
    assert prices[4] == pytest.approx(0)


@pytest.mark.parametrize("preset", ["keypad", "arena"])
def test_advice_adds_up_and_names_legal_actions(preset: str) -> None:
    seats = [SeatInfo(str(n), "test") for n in range(2)]
    rng = Random(4)
    match = Match(PRESETS[preset], seats, Dice(rng), 0, ())
    match.deal()
    while not match.is_round_over:
        seat = match.public.seat
        legal = legal_actions(match.observe(seat))
        if match.public.phase != "start":
            advice = advise(match.view(seat), AGENT)
            assert sum(line.frequency for line in advice.lines) == pytest.approx(1)
            assert {line.actions[0] for line in advice.lines} <= set(legal)
            for hands in (advice.facts, advice.inferred):
                assert sum(chance for _, chance in hands) == pytest.approx(1, abs=1e-5)
            f = advice.forecast
            assert f.win_1 + f.win_2 + f.lose_1 + f.lose_2 == pytest.approx(1)
            true = match.observe(1 - seat).hand
            assert true in {hand for hand, _ in advice.facts}
        match.submit(seat, rng.choice(legal))
