"""The judge: the same solution for every possible hand, and wins taken or postponed by value."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from hacktrick.ai.agent import Budget
from hacktrick.ai.decision_position import read_position, winning_action_and_value
from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.solver.forecasts import (
    MIN_WAITING_GAIN,
    is_double_win_worth_waiting_for,
    match_chances_by_result,
    policy_preferring_wins,
)
from hacktrick.ai.solver.solved_position import SolvedPosition, solve_position
from hacktrick.ai.solver.solving_player import SolvingPlayer, hand_at_turn_start, shared_solver
from hacktrick.coach import judgement as naming
from hacktrick.coach.advisor import advise
from hacktrick.coach.judgement import judge_id
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import View
from hacktrick.match.live_match import Match
from tests.support.resampled_matches import Resampler
from tests.support.solver_rounds import new_match, random_views

AGENT = SolvingPlayer(1, 8, 10**6, (20,), OnePlyPlayer(counts_cards=True))


def judge_without_caches(view: View) -> SolvedPosition:
    """Return the judgement of a position, computed with empty caches."""
    shared_solver.cache_clear()
    return solve_position(read_position(view), AGENT)


def are_equal_bit_by_bit(one: SolvedPosition, other: SolvedPosition) -> bool:
    arrays = [
        (judged.solver.average, judged.solver.outcomes, *judged.solver.belief.likelihood)
        for judged in (one, other)
    ]
    alike = all(a.tobytes() == b.tobytes() for a, b in zip(*arrays, strict=True))
    return alike and one.is_mirrored == other.is_mirrored


def rounds(preset: str, seeds: range) -> list[Match]:
    """Return matches in the middle of random rounds, before a turn."""
    found = []
    for seed in seeds:
        match, rng = new_match(preset, seed), Random(seed)
        stop = 2 + seed
        while not match.is_round_over and (stop > 0 or match.public.phase == "command"):
            match.submit(
                match.public.seat, rng.choice(legal_actions(match.observe(match.public.seat)))
            )
            stop -= 1
        if not match.is_round_over:
            found.append(match)
    return found


@pytest.mark.parametrize("preset", ["keypad", pytest.param("arena", marks=pytest.mark.slow)])
def test_the_solution_is_identical_whatever_hand_the_player_holds(preset: str) -> None:
    others = 0
    for match in [new_match(preset, 1), *rounds(preset, range(6))]:
        seat = match.public.seat
        judged = judge_without_caches(match.view(seat))
        resampler, rng = Resampler(match, 1 - seat), Random(1)
        for _ in range(3):
            view = resampler.draw(rng).view(seat)
            others += view.hand != match.view(seat).hand
            assert are_equal_bit_by_bit(judged, judge_without_caches(view))
    assert others > 10


@pytest.mark.slow
def test_cached_and_fresh_solutions_are_identical() -> None:
    for view in random_views("keypad", range(2)):
        one = judge_without_caches(view)
        for other in random_views("keypad", range(2, 3)):
            solve_position(read_position(other), AGENT)
        assert are_equal_bit_by_bit(one, solve_position(read_position(view), AGENT))


@pytest.mark.slow
def test_every_possible_hand_is_judged() -> None:
    for view in random_views("keypad", range(6)):
        position = read_position(view)
        judged = solve_position(position, AGENT)
        assert judged.can_hold(position.seat, hand_at_turn_start(position))
        for seat in (0, 1):
            assert (judged.solver.belief.likelihood[seat] > 0).all()


@pytest.mark.parametrize(
    ("waiting", "made"),
    [
        (0.5 + MIN_WAITING_GAIN / 2, [1.0, 0.0, 0.0]),  # the gain lies within the judge's error
        (0.51 + MIN_WAITING_GAIN, [0.0, 1.0, 0.0]),
    ],
)
def test_a_win_is_taken_unless_waiting_is_clearly_better(waiting: float, made: list[float]) -> None:
    shares = np.array([0.2, 0.5, 0.3])
    assert policy_preferring_wins(shares, [0.5, waiting, 0.4], [0, 1, 2], [0], 1.0).tolist() == made


def test_waiting_mixes_only_moves_better_than_the_win() -> None:
    shares = np.array([0.2, 0.6, 0.15, 0.05])
    mixed = policy_preferring_wins(shares, [0.5, 0.7, 0.3, 0.6], [0, 1, 2, 3], [0], 1.0)
    assert mixed == pytest.approx([0, 12 / 13, 0, 1 / 13])


def test_of_several_wins_the_most_valuable_is_taken() -> None:
    shares = np.array([0.6, 0.2, 0.2])
    assert policy_preferring_wins(shares, [0.6, 0.9, 0.5], [0, 1, 2], [0, 1], 1.0).tolist() == [
        0,
        1,
        0,
    ]


def test_nobody_waits_if_two_points_bring_no_more() -> None:
    position = read_position(random_views("keypad", range(1))[0])
    at_four = position.round_start._replace(score=(4, 4))
    assert not is_double_win_worth_waiting_for(at_four, position.public, position.seat)
    at_three = position.round_start._replace(score=(3, 3))
    assert is_double_win_worth_waiting_for(at_three, position.public, position.seat)
    gone = position.public._replace(double=(-1, -1))
    assert not is_double_win_worth_waiting_for(at_three, gone, position.seat)


@pytest.mark.slow
def test_player_and_advice_agree_on_taking_a_win_or_waiting() -> None:
    seen = 0
    for view in random_views("keypad", range(40)):
        position = read_position(view)
        if winning_action_and_value(position) is None:
            continue
        seen += 1
        decision = AGENT.choose(view, Budget(60, 10**9), 1)
        turns = {turn.actions[0]: turn for turn in advise(view, AGENT).turns}
        chosen = max(turn.frequency for turn in turns.values())
        taken = turns.get(decision.action) or next(
            turn for turn in turns.values() if turn.figures.win_points
        )
        assert taken.frequency > 0
        if taken.figures.win_points:
            assert chosen == 1
            unit = match_chances_by_result(position.round_start, position.seat).equity_unit
            best = max(turn.forecast.match for turn in turns.values())
            assert best - taken.forecast.match < MIN_WAITING_GAIN * unit
    assert seen > 5


def test_the_judge_identity_depends_on_its_net(monkeypatch: pytest.MonkeyPatch) -> None:
    before = judge_id()
    # The identity is cached for the process; here it is computed again.
    naming._judge_id.cache_clear()
    assert judge_id() == judge_id(PRESETS["arena"]) == before
    assert judge_id(PRESETS["club"]) != before, "figures of both never meet"
    try:
        monkeypatch.setattr(naming, "weights_hash", lambda: "other weights")
        naming._judge_id.cache_clear()
        assert judge_id() != before
    finally:
        naming._judge_id.cache_clear()
