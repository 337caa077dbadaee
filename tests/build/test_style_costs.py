"""Tests of build/qa/style_strength.py, which measures the strength and habits of playing styles."""

from __future__ import annotations

import pytest
from qa.style_strength import PlayerCountsInRound, main, play_deals_twice, style_table_line

from hacktrick.arena.workers import InProcessWorkers
from hacktrick.game.actions import ASK, COMMAND_PLAY, DRAW, PASS, Play


def test_the_habits_of_a_player_are_counted() -> None:
    habits = PlayerCountsInRound()
    for action in (Play(3), Play(2, True), COMMAND_PLAY, ASK, DRAW, PASS):
        habits.count_action(action)
    assert (habits.doubles, habits.commands, habits.paid) == (1, 1, 2)


def test_every_deal_is_played_from_both_sides() -> None:
    rounds = play_deals_twice(5, "thrifty", 4, 3, InProcessWorkers())
    assert len(rounds) == 4
    for own, other in rounds:
        assert own.points == -other.points != 0
        assert own.doubles <= 1 and other.doubles <= 1


def test_a_line_sets_the_style_beside_the_steady_player() -> None:
    won = PlayerCountsInRound(2, 1, 3, 4), PlayerCountsInRound(-2, 0, 1, 1)
    lost = PlayerCountsInRound(-1, 0, 1, 2), PlayerCountsInRound(1, 1, 0, 0)
    cells = [
        cell.strip() for cell in style_table_line(6, "bold", [won, lost]).strip("|").split("|")
    ]
    assert cells[:3] == ["6", "bold", "2"]
    assert cells[3].startswith("50.0 ±") and cells[4].startswith("+0.500 ±")
    assert cells[5:] == ["0.50 / 0.50", "0.50 / 0.00", "2.00 / 0.50", "3.00 / 0.50"]


def test_the_command_writes_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--levels", "5", "--styles", "bold", "--rounds", "2"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and lines[2].startswith("| 5 | bold | 2 |")
