"""Playing styles: they show in decisions, cost little strength, and are public."""

from __future__ import annotations

from dataclasses import replace
from math import exp

import numpy as np
import pytest

from hacktrick.ai.agent import Budget
from hacktrick.ai.answer_time_slots import work_budget_of
from hacktrick.ai.levels.catalogue import LEVELS, level_decision
from hacktrick.ai.levels.styles import PLAIN_STYLE, STYLES, style_of, style_of_decider
from hacktrick.ai.solver.solving_player import style_adjusted_shares
from hacktrick.game.actions import Ask, Command, Play
from hacktrick.game.transitions import with_value_at
from hacktrick.game.view import SeatInfo, View
from tests.support.solver_rounds import random_views

PLENTY = Budget(1e9, 20_000)


def styled_view(view: View, level: int, style: str) -> View:
    own = SeatInfo("A", f"level:{level}", style)
    return replace(view, seats=with_value_at(view.seats, view.seat, own))


def total_share(level: int, style: str, kinds: tuple[type, ...]) -> float:
    """Return the summed probability with which a level of this style chooses certain actions."""
    total = 0.0
    for view in random_views("keypad", range(6 if level < 8 else 3)):
        found = level_decision(level, styled_view(view, level, style), PLENTY, 3)
        total += sum(share for action, share in found.policy if isinstance(action, kinds))
    return total


@pytest.mark.parametrize("level", [6, pytest.param(9, marks=pytest.mark.slow)])
def test_talkative_players_command_more_and_thrifty_ones_pay_less(level: int) -> None:
    commands, paid = (Command,), (Command, Ask)
    assert total_share(level, "talkative", commands) > total_share(level, "steady", commands)
    assert total_share(level, "thrifty", paid) < total_share(level, "steady", paid)


def test_a_level_without_commands_gives_them_when_talkative() -> None:
    assert total_share(5, "steady", (Command,)) == 0 < total_share(5, "talkative", (Command,))


@pytest.mark.parametrize("level", [5, 6, pytest.param(9, marks=pytest.mark.slow)])
def test_bold_players_keep_the_double_for_the_win(level: int) -> None:
    assert double_placing_share(level, "bold") < double_placing_share(level, "steady")


def double_placing_share(level: int, style: str) -> float:
    """Add up the shares of actions that place the double without winning at once."""
    total = 0.0
    for view in random_views("keypad", range(6 if level < 8 else 3)):
        found = level_decision(level, styled_view(view, level, style), PLENTY, 3)
        if found.value < 0.99:
            total += sum(s for a, s in found.policy if isinstance(a, Play) and a.double)
    return total


@pytest.mark.slow
def test_a_double_win_is_worth_more_to_bold_players() -> None:
    """The utility of two points is higher; the utility of one point is unchanged."""
    plain = [level_decision(7, view, PLENTY, 3) for view in random_views("keypad", range(6))]
    bold = [
        level_decision(7, styled_view(view, 7, "bold"), PLENTY, 3)
        for view in random_views("keypad", range(6))
    ]
    higher = [new.value > old.value for old, new in zip(plain, bold, strict=True)]
    assert sum(higher) > len(higher) / 2


@pytest.mark.parametrize("level", [5, 7, 8])
def test_the_steady_style_plays_like_the_plain_level(level: int) -> None:
    for view in random_views("keypad", range(1)):
        assert level_decision(
            level, styled_view(view, level, "steady"), PLENTY, 3
        ) == level_decision(level, view, PLENTY, 3)


def test_weak_levels_humans_and_unknown_styles_play_steadily() -> None:
    assert style_of(SeatInfo("A", "level:4", "bold")) is PLAIN_STYLE
    assert style_of(SeatInfo("A", "human", "bold")) is PLAIN_STYLE
    assert style_of(SeatInfo("A", "level:9", "shy")) is PLAIN_STYLE
    assert style_of(SeatInfo("A", "level:5", "bold")) is STYLES["bold"]


def test_a_decision_uses_the_style_of_its_own_seat() -> None:
    view = random_views("keypad", range(1))[0]
    bold = tuple(SeatInfo("B", "level:9", "bold") for _ in view.seats)
    plain = with_value_at(bold, view.seat, SeatInfo("A", "level:9"))
    assert style_of_decider(replace(view, seats=plain)) is PLAIN_STYLE
    assert style_of_decider(replace(view, seats=bold)) is STYLES["bold"]


def test_a_patient_player_searches_more_nodes_not_more_seconds() -> None:
    patient, usual = work_budget_of(10, 1.0, True), LEVELS[10].budget
    assert patient is not None
    assert patient.nodes > usual.nodes and patient.share > 1
    halved = work_budget_of(10, 0.5, True)
    assert halved is not None and halved.nodes == patient.nodes // 2


def test_a_style_may_choose_a_new_move_that_loses_no_more_than_the_style_prefers() -> None:
    shares, values = np.array([1.0, 0.0, 0.0, 0.0]), np.array([0.5, 0.25, 0.125, 9.0])
    shifted = style_adjusted_shares(shares, values, {0: 0.0, 1: 0.25, 2: 0.25})
    assert list(shifted > 0) == [True, True, False, False], "the last move is not available"
    assert shifted[1] == pytest.approx(0.04 * exp(0.25 / 0.02))
    plain = style_adjusted_shares(shares, values, {0: 0.25, 1: 0.25, 2: 0.25})
    assert list(plain > 0) == [True, False, False, False], "the style prefers no move to another"
