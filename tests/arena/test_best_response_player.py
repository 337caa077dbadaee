"""The best-response player knows what a level does and holds; calibration counts outcomes."""

from __future__ import annotations

from random import Random

import pytest
from qa import forecast_calibration
from qa.forecast_calibration import Chances, ForecastRound

from hacktrick.ai.agent import Budget
from hacktrick.ai.decision_position import read_position, winning_action_and_value
from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.mirror_symmetry import mirrored_action, mirrored_position, should_mirror_position
from hacktrick.ai.solver.belief_tracker import finished_moves
from hacktrick.ai.solver.forecasts import is_double_win_worth_waiting_for
from hacktrick.ai.solver.solving_player import (
    SolvingPlayer,
    hand_at_turn_start,
    shared_solver,
    win_utilities,
)
from hacktrick.arena.contest_runner import dealt_match
from hacktrick.arena.experiment_players import (
    BestResponsePlayer,
    best_response_to_level,
    level_policy,
)
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import observation_of
from hacktrick.game.view_json import read_view
from hacktrick.match.live_match import Match

AGENT = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))
ENDLESS = Budget(3600.0, 10**9)


def known_policy(match: Match) -> dict[str, float]:
    """Return the policy of the seat to act, from the public belief and its hand."""
    mover = match.public.seat
    position = read_position(match.view(mover))
    mirrored = should_mirror_position(position)
    seen = mirrored_position(position) if mirrored else position
    turns, _ = finished_moves(seen.steps)
    prices = win_utilities(seen.round_start)
    belief = shared_solver(seen.round_start.rules).tracker.belief(
        mover, seen.round_start, turns, prices
    )
    solver = AGENT.solve(belief, prices)
    row = (
        solver.belief.hands[mover]
        .tolist()
        .index(solver.builder.table.index[hand_at_turn_start(seen)])
    )
    found: dict[str, float] = {}
    for move, share in zip(solver.moves, level_policy(solver)[row], strict=True):
        if share:
            action = mirrored_action(move[0], match.public) if mirrored else move[0]
            found[str(action)] = found.get(str(action), 0.0) + float(share)
    return found


@pytest.mark.parametrize("preset", ["keypad", "arena"])
def test_the_best_response_player_knows_the_policy_that_is_played(preset: str) -> None:
    compared = 0
    for seed in range(3):
        match, rng = dealt_match(PRESETS[preset], seed), Random(seed)
        while not match.is_round_over:
            seat = match.public.seat
            decision = AGENT.choose(match.view(seat), ENDLESS, rng.getrandbits(30))
            legal = legal_actions(match.observe(seat))
            # For a winning card, the player knows only the move with a single. It assumes that the
            # level takes every win, and so cannot predict when the level waits for two points.
            asked = match.public.phase == "turn" and len(legal) > 1 and len(decision.values) > 1
            if asked and not may_wait_for_more(match):
                policy = {str(action): share for action, share in decision.policy if share}
                assert known_policy(match) == pytest.approx(policy, abs=1e-6)
                compared += 1
            match.submit(seat, decision.action)
    assert compared > 12


def may_wait_for_more(match: Match) -> bool:
    """Whether the seat to act could win now, and two points may still come."""
    position = read_position(match.view(match.public.seat))
    won = winning_action_and_value(position)
    return won is not None and is_double_win_worth_waiting_for(
        position.round_start, position.public, position.seat
    )


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["keypad", "arena"])
def test_the_best_response_player_plays_legally_and_repeatably(preset: str) -> None:
    match, rng = dealt_match(PRESETS[preset], 5), Random(1)
    while not match.is_round_over:
        seat = match.public.seat
        view = match.view(seat)
        if seat:
            action = AGENT.choose(view, ENDLESS, rng.getrandbits(30)).action
        else:
            action = BestResponsePlayer(AGENT).choose(view, 1).action
            assert BestResponsePlayer(AGENT).choose(view, 1).action == action
        assert action in legal_actions(match.observe(seat))
        match.submit(seat, action)


def test_the_best_response_player_faces_an_opponent_who_plays_unlike_its_level() -> None:
    """With no hand that seat 0 may hold would level 8 have played like this."""
    view = read_view(
        {
            "format": "hacktrick-view",
            "version": 1,
            "preset": "keypad",
            "options": {},
            "seat": 1,
            "score": [0, 0],
            "said": [[0, 0, 2], [0, 1, 7]],
            "shown": [],
            "seats": [{"name": "Ada", "player": "bot"}, {"name": "Zeus", "player": "bot"}],
            "rounds": [
                {
                    "leader": 0,
                    "starter": 1,
                    "result": None,
                    "reshuffles": [],
                    "deal": {"hands": [3, [1, 2, 4, 5]], "aside": [4, 2]},
                    "actions": [
                        *("start 5", "draw", "play 1", "command guard", "play 0", "pass"),
                        *("draw 5", "draw", "draw 0", "play 2", "pass"),
                    ],
                }
            ],
        }
    )
    player = best_response_to_level(8, view.rules)
    assert player.choose(view, 0).action in legal_actions(observation_of(view))


def test_best_responses_exist_only_for_solving_levels() -> None:
    with pytest.raises(ValueError, match="no solver"):
        best_response_to_level(1, PRESETS["keypad"])
    with pytest.raises(ValueError, match="'club'"):
        best_response_to_level(10, PRESETS["club"])


def forecast_rounds(confidence: float, n: int = 4000) -> list[ForecastRound]:
    """Return rounds that end as forecast if ``confidence`` is 1, and less reliably below."""
    rng, found = Random(1), []
    for number in range(n):
        chance = rng.random()
        true = 0.5 + confidence * (chance - 0.5)
        side = int(rng.random() > true)
        first: Chances = (chance, 0.0, 1 - chance, 0.0)
        second: Chances = (1 - chance, 0.0, chance, 0.0)
        found.append(ForecastRound(number, [(0, first), (1, second)], side, 1))
    return found


def test_calibrated_forecasts_show_only_random_error() -> None:
    played = forecast_rounds(1.0)
    found = forecast_calibration.expected_calibration_error(
        forecast_calibration.forecast_bins(forecast_calibration.win_forecasts_and_outcomes(played))
    )
    chance = forecast_calibration.calibration_error_of_perfect_forecasts(played, Random(2))
    assert found < 2 * chance < 0.05


def test_overconfident_forecasts_are_detected() -> None:
    found = forecast_calibration.expected_calibration_error(
        forecast_calibration.forecast_bins(
            forecast_calibration.win_forecasts_and_outcomes(forecast_rounds(0.6))
        )
    )
    assert found == pytest.approx(0.1, abs=0.02)  # 0.4 times the mean distance from a half


def test_calibration_counts_each_end_for_the_right_player() -> None:
    even: Chances = (0.25, 0.25, 0.25, 0.25)
    played = [ForecastRound(0, [(0, even), (1, even)], 0, 2)]
    came = [
        [true for _, true in forecast_calibration.forecasts_of_one_end(played, place)]
        for place in range(4)
    ]
    assert came == [[False, False], [True, False], [False, False], [False, True]]
