"""Battle of Wits for the planning levels: codes, powers and stakes."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from hacktrick.ai.agent import Budget
from hacktrick.ai.decision_position import read_position
from hacktrick.ai.levels.catalogue import level_decision
from hacktrick.ai.search.code_heuristics import CODE_VALUES, choose_code
from hacktrick.game.actions import CALL, CODES, FOLD, STAKE, LayCode, parse
from hacktrick.game.editions import PRESETS
from hacktrick.match.live_match import Match
from tests.support.parameter_sampling import mark_others_slow
from tests.support.random_positions import begin_match

BUDGET = Budget(60.0, 3000)


def match_with_held_codes(
    held: tuple[tuple[str, ...], tuple[str, ...]], score: tuple[int, int]
) -> Match:
    rng = Random(3)
    match = begin_match(PRESETS["wits"], rng)
    match.match_state = match.match_state._replace(held=held, score=score)
    # Only a match without a state can be dealt again.
    match._state = None
    match.deal_next_round()
    return match


def code_laid_at_score(
    held: tuple[str, ...], score: tuple[int, int], other: tuple[str, ...] = ()
) -> str | None:
    for held_by in ((held, other), (other, held)):
        match = match_with_held_codes(held_by, score)
        seat = match.public.seat
        if match.observe(seat).held == held:
            action = choose_code(read_position(match.view(seat))).action
            assert isinstance(action, LayCode)
            return action.code
    raise AssertionError("nobody with these codes lays first")


def test_every_code_has_a_value() -> None:
    assert set(CODE_VALUES) == set(CODES)


def test_a_strong_code_is_laid() -> None:
    assert code_laid_at_score(("kriskaya", "grigorova"), (2, 2)) == "kriskaya"


def test_stakes_need_points_on_both_sides() -> None:
    assert code_laid_at_score(("doo",), (0, 2)) is None


def test_a_cancelling_code_is_kept_until_there_is_something_to_cancel() -> None:
    assert code_laid_at_score(("rukowski",), (2, 2)) is None


def match_with_stake(score: tuple[int, int] = (2, 2)) -> Match:
    match = match_with_held_codes((("doo",), ("doo",)), score)
    while match.public.phase == "codes":
        match.submit(match.public.seat, parse("lay doo"))
    match.submit(match.public.seat, level_decision(3, match.view(match.public.seat), BUDGET).action)
    match.submit(match.public.seat, STAKE)
    return match


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5, 6, 7])
def test_an_even_stake_is_called(level: int) -> None:
    match = match_with_stake()
    assert level_decision(level, match.view(match.public.seat), BUDGET).action in (CALL, FOLD)
    assert level_decision(level, match.view(match.public.seat), BUDGET).action == CALL


@pytest.mark.parametrize("level", mark_others_slow([4, 5, 6, 7], 6))
def test_every_power_is_used_sometimes(level: int) -> None:
    """Powers at the beginning of a turn are used in some rounds, but not always."""
    used: Counter[str] = Counter()
    turns = 0
    for code in ("vaeck", "sun", "huang", "popescu"):
        for number in range(2):
            match = begin_match(PRESETS["wits"], Random(f"{code} {number}"))
            match.match_state = match.match_state._replace(held=((code,), (code,)))
            match._state = None
            match.deal_next_round()
            while not match.is_round_over:
                seat = match.public.seat
                chosen = level_decision(level, match.view(seat), Budget(60.0, 600)).action
                if match.public.phase == "codes":
                    chosen = parse(f"lay {code}")
                turns += match.public.phase == "turn"
                used[str(chosen).split(" ")[0]] += 1
                match.submit(seat, chosen)
    powers = used["under"] + used["discard"] + used["swap"]
    assert 0 < powers < turns / 2
