"""The daily round at the terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hacktrick.coach import daily_round as played_today
from hacktrick.i18n.terminal_text import number_prompt
from tests.support.terminal_player import AGAIN, play_text_mode


@pytest.fixture(autouse=True)
def use_quick_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use English, and two quick levels."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr(played_today, "LEVEL_NUMBERS", (1, 2))


def test_the_word_today_starts_the_daily_round_and_the_levels_follow(tmp_path: Path) -> None:
    code, screen = play_text_mode(tmp_path, ["today", "2", "1"], Random(3))
    lines = screen.splitlines()
    assert code == 0 and lines[-1] == "Good-bye."
    assert "Today's round" in lines and AGAIN in lines
    own = next(n for n, line in enumerate(lines) if line.startswith("You: "))
    levels = [line for line in lines[own:] if line.startswith(("Won by ", "Lost by "))]
    assert sorted(sign for line in levels for sign in line if sign.isdecimal()) == ["1", "2"]
    assert len(levels) <= 2 and "Level 1: Pixel" not in lines[own:]
    assert sum(line.startswith("Hack Trick round ") for line in lines) == 1
    assert screen.isascii() and "{" not in screen


def test_the_result_is_shown_the_next_time(tmp_path: Path) -> None:
    play_text_mode(tmp_path, ["today", "2", "1"], Random(3))
    _code, screen = play_text_mode(tmp_path, ["today", "2", "2"])
    assert "1. Rematch" in screen and "You: " in screen


def test_the_puzzle_menu_offers_the_daily_round(tmp_path: Path) -> None:
    _code, screen = play_text_mode(tmp_path, ["puzzle"])
    line = next(line for line in screen.splitlines() if line.endswith(". Today's round"))
    number = line.partition(".")[0]
    _code, screen = play_text_mode(tmp_path, ["puzzle", number, "2"])
    assert "One round, and only your first try counts." in " ".join(screen.split())


def test_the_daily_round_leaves_the_match_under_way_alone(tmp_path: Path) -> None:
    play_text_mode(tmp_path, ["1", "1"])
    before = (tmp_path / "match.hacktrick.json").read_bytes()
    play_text_mode(tmp_path, ["today", "2", "1", "1"])
    _code, screen = play_text_mode(tmp_path, ["today", "2", "2"])
    assert "1. Continue" in screen.splitlines()
    assert (tmp_path / "match.hacktrick.json").read_bytes() == before


def test_enter_chooses_the_puzzle_of_the_day(tmp_path: Path) -> None:
    _code, screen = play_text_mode(tmp_path, ["today"])
    after = screen.partition("1. Today's puzzle")[2].splitlines()
    assert number_prompt(0) in [line.strip() for line in after]


def test_each_kind_of_puzzle_has_its_own_series(tmp_path: Path) -> None:
    _code, screen = play_text_mode(tmp_path, ["puzzle"])
    lines = screen.partition("1. Today's puzzle")[2].splitlines()
    kind = next(line for line in lines if line.startswith("4. "))
    total = kind.rpartition(" ")[2]
    _code, screen = play_text_mode(tmp_path, ["puzzle", "4"])
    assert f"1/{total}" in screen.rpartition("Back")[2], kind
