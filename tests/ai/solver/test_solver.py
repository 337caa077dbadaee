"""The public-belief solver: exact on small games, symmetric, repeatable."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from hacktrick.ai import possible_worlds
from hacktrick.ai.agent import Budget
from hacktrick.ai.decision_position import read_position, winning_action_and_value
from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.mirror_symmetry import mirrored_action, mirrored_position
from hacktrick.ai.solver.belief_tracker import BeliefTracker, finished_moves
from hacktrick.ai.solver.public_belief import WinUtilities, belief_after_deal, hand_table_for
from hacktrick.ai.solver.public_tree import PublicTreeBuilder
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings
from hacktrick.ai.solver.solving_player import (
    SolvingPlayer,
    hand_at_turn_start,
    shared_solver,
    win_utilities,
)
from hacktrick.ai.solver.value_net import shipped_net
from hacktrick.arena.experiment_players import best_response_value, exploitability
from hacktrick.game.actions import Play
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import PublicState
from tests.support.small_games import BruteForceResponder, small_game
from tests.support.solver_rounds import new_match, random_views

FULL = SolverSettings(depth=99, iterations=100, narrow_replies=False, tremble=0.0, max_nodes=0)
SHALLOW = SolvingPlayer(1, 12, 60_000, (), OnePlyPlayer(counts_cards=True))
DEEP = SolvingPlayer(2, 16, 150_000, (80, 10), OnePlyPlayer(counts_cards=True))


@pytest.mark.parametrize(
    "public",
    [
        small_game(3, 2, 1, 2, ()),
        pytest.param(small_game(4, 2, 1, 2, (0, 3)), marks=pytest.mark.slow),
    ],
    ids=["three", "four"],
)
def test_a_tree_solved_to_its_end_is_not_exploitable(public: PublicState) -> None:
    solver = Solver(belief_after_deal(public), WinUtilities(), None, FULL)
    assert exploitability(solver, solver.average) > 0.1
    solver.solve()
    assert exploitability(solver, solver.average) <= 0.002


@pytest.mark.slow  # test_solver_with_codes.py has quick tests of the same
@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_response_equals_enumerating_all_deals(seat: int) -> None:
    public = small_game(4, 2, 1, 2, (0, 3), "immediate")
    solver = Solver(belief_after_deal(public), WinUtilities(), None, replace(FULL, iterations=3))
    solver.solve()
    brute = BruteForceResponder(solver, solver.average, seat).value()
    assert best_response_value(solver, solver.average, seat) == pytest.approx(brute, abs=1e-6)


@pytest.mark.parametrize("preset", ["keypad", "arena", "club"])
def test_without_inference_the_belief_equals_counting_deals(preset: str) -> None:
    tracker = BeliefTracker(shipped_net())
    for view in random_views(preset, range(6)):
        position = read_position(view)
        turns, pending = finished_moves(position.steps)
        if pending:
            continue
        found = tracker.belief(position.seat, position.round_start, turns, WinUtilities(), 1.0)
        given = found.opponent_chances(position.seat, hand_at_turn_start(position))
        table = hand_table_for(found.public)
        exact: dict[int, float] = {}
        for world, chance in possible_worlds.believed_worlds(
            view, position.round_start, position.steps
        ).items():
            number = table.index[world.hands[1 - position.seat]]
            exact[number] = exact.get(number, 0.0) + chance
        for number, chance in zip(found.hands[1 - position.seat], given, strict=True):
            assert float(chance) == pytest.approx(exact.pop(int(number), 0.0), abs=1e-5)
        assert not exact


@pytest.mark.parametrize(
    "preset",
    ["keypad", *(pytest.param(name, marks=pytest.mark.slow) for name in ("servers", "arena"))],
)
@pytest.mark.parametrize("agent", [SHALLOW, pytest.param(DEEP, marks=pytest.mark.slow)])
def test_the_solver_plays_legal_rounds_repeatably(preset: str, agent: SolvingPlayer) -> None:
    match = new_match(preset, 3)
    while not match.is_round_over:
        seat = match.public.seat
        view = match.view(seat)
        decision = agent.choose(view, Budget(60, 10**9), 7)
        assert decision.action in legal_actions(match.observe(seat))
        shared_solver.cache_clear()  # nothing may come from the cache
        assert decision == agent.choose(view, Budget(60, 10**9), 7)
        assert sum(share for _, share in decision.policy) == pytest.approx(1)
        match.submit(seat, decision.action)


@pytest.mark.parametrize("preset", ["keypad", pytest.param("arena", marks=pytest.mark.slow)])
def test_mirrored_positions_get_mirrored_decisions(preset: str) -> None:
    agent = SolvingPlayer(1, 6, 10**6, (), OnePlyPlayer(counts_cards=True))
    for view in random_views(preset, range(4))[::3]:
        position = read_position(view)
        if winning_action_and_value(position) is not None:
            continue
        one = agent.decide_in_position(position, Random(1))
        shared_solver.cache_clear()
        other = agent.decide_in_position(mirrored_position(position), Random(1))
        back = {mirrored_action(a, position.public): share for a, share in other.policy}
        assert dict(one.policy) == back
        assert one.value == other.value


def test_a_command_comes_from_the_same_solution_as_its_card() -> None:
    match, words, had_a_choice = new_match("keypad", 3), 0, False
    while not match.is_round_over:
        seat = match.public.seat
        latest = shared_solver(PRESETS["keypad"]).latest
        decision = SHALLOW.choose(match.view(seat), Budget(60, 10**9), 7)
        chooses = len(decision.policy) > 1
        if match.public.phase == "command" and chooses and had_a_choice:
            words += 1
            assert shared_solver(PRESETS["keypad"]).latest is latest
        had_a_choice = chooses  # a card without an alternative is played without the solver
        match.submit(seat, decision.action)
    assert words


def test_a_solution_cut_short_by_the_clock_is_not_cached() -> None:
    shared_solver.cache_clear()
    for view in random_views("keypad", range(2)):
        DEEP.choose(view, Budget(1e-9, 10**9), 7)
        assert shared_solver(PRESETS["keypad"]).latest is None


def test_levels_without_the_solver_do_not_load_numpy() -> None:
    code = "import sys, hacktrick.coach.thinking_worker; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_rare_moves_are_not_made_and_pointless_commands_not_offered() -> None:
    for view in random_views("keypad", range(2)):
        position = read_position(view)
        turns, pending = finished_moves(position.steps)
        if pending:
            continue
        utilities = win_utilities(position.round_start)
        found = BeliefTracker(shipped_net()).belief(
            position.seat, position.round_start, turns, utilities
        )
        moves = PublicTreeBuilder(found, 1).nodes[0].slots
        assert len(moves) == len(set(moves))
        for move in moves:
            if isinstance(move[0], Play) and len(move) == 2:
                assert str(move[1]) in ("pass", "command play", "command guard")
