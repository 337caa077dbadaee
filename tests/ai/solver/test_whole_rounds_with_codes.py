"""Whole rounds of Battle of Wits by the solver against a player of random legal moves."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.ai.agent import Budget
from hacktrick.ai.decision_position import read_position
from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.possible_worlds import believed_worlds
from hacktrick.ai.solver import belief_tracker
from hacktrick.ai.solver.belief_tracker import FinishedMove, finished_moves
from hacktrick.ai.solver.flat_tree import Array
from hacktrick.ai.solver.public_belief import PublicBelief
from hacktrick.ai.solver.regret_matching import Solver
from hacktrick.ai.solver.solved_position import opponent_hands
from hacktrick.ai.solver.solving_player import SolvingPlayer, shared_solver, win_utilities
from hacktrick.game.actions import CODES
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from tests.support.parameter_sampling import product_mostly_slow
from tests.support.solver_rounds import round_with_laid_codes

QUICK = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))
MUCH = Budget(60.0, 10**9)


@pytest.mark.parametrize(
    ("code", "seat"), product_mostly_slow([code for code in CODES if code != "rukowski"], [0, 1])
)
def test_every_move_made_was_possible_by_the_belief(
    code: str, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tracker never falls back to the belief after the deal, whichever seat has the code."""
    seen: list[FinishedMove] = []
    moved = belief_tracker.belief_after

    def watched(solver: Solver, turn: FinishedMove, policy: Array) -> PublicBelief | None:
        found = moved(solver, turn, policy)
        assert found is not None, turn.move
        seen.append(turn)
        return found

    monkeypatch.setattr(belief_tracker, "belief_after", watched)
    codes = (code, "slavic") if code != "slavic" else (code, "god")
    match, rng = round_with_laid_codes(codes, 5 + seat), Random(f"{code} {seat}")
    while not match.is_round_over:
        acting = match.public.seat
        legal = legal_actions(match.observe(acting))
        action = rng.choice(legal)
        if acting == seat:
            action = QUICK.choose(match.view(seat), MUCH, 3).action
        assert action in legal
        match.submit(acting, action)
    assert seen


@pytest.mark.parametrize("code", [code for code in CODES if code not in ("rukowski", "sun")])
def test_the_belief_keeps_exactly_the_hands_that_fit_the_facts(code: str) -> None:
    codes = (code, "slavic") if code != "slavic" else (code, "god")
    compared = 0
    for seed in range(2):
        match, rng = round_with_laid_codes(codes, seed), Random(f"{code} {seed}")
        while not match.is_round_over:
            seat = match.public.seat
            if match.public.phase == "turn":
                view = match.view(seat)
                position = read_position(view)
                turns, _ = finished_moves(position.steps)
                utilities = win_utilities(position.round_start)
                found = shared_solver(view.rules).belief(position, turns, utilities)
                left = opponent_hands(position, found, mirrored=False)
                worlds = believed_worlds(view, position.round_start, position.steps)
                assert set(left) == {world.hands[1 - seat] for world in worlds}
                compared += 1
            match.submit(seat, rng.choice(legal_actions(match.observe(seat))))
    assert compared


def test_the_solver_plays_every_edition_for_two() -> None:
    assert [name for name, rules in PRESETS.items() if rules.has_solver] == [
        *("keypad", "servers", "arena", "club", "wits")
    ]
