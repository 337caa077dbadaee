"""Tests of contests: both players get every deal, and an external bot that fails loses."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from hacktrick.arena import contest_runner as arena
from hacktrick.arena.contest_results import pairing_report, pairing_summary, thinking_time_summary
from hacktrick.arena.contest_runner import Contest, ContestRound, DealResults, contest_value_types
from hacktrick.arena.contestants import (
    Contestant,
    ContestantError,
    experiment_player_for,
    read_contestant,
)
from hacktrick.arena.workers import ProcessWorkers
from hacktrick.game.editions import PRESETS
from tests.support.parameter_sampling import mark_others_slow

HEAD = "import json, sys, time\nfor line in sys.stdin:\n    request = json.loads(line)\n"
ANSWER = "    print(json.dumps({'action': request['legal'][0]}), flush=True)\n"
BOTS = {
    "good": HEAD + ANSWER,
    "illegal": HEAD + "    print(json.dumps({'action': 'play 9'}), flush=True)\n",
    "no action": HEAD + "    print(json.dumps({'action': 'jump'}), flush=True)\n",
    "garbage": HEAD + "    print('hello', flush=True)\n",
    "late": HEAD + "    time.sleep(30)\n",
    "dead": HEAD + "    break\n",
}


def bot(tmp_path: Path, kind: str) -> Contestant:
    program = tmp_path / "bot.py"
    program.write_text(BOTS[kind], encoding="utf-8")
    return read_contestant(f"cmd:'{sys.executable}' '{program}'")


def test_contestants_are_read_from_text() -> None:
    assert read_contestant("level:2").level == 2
    assert read_contestant("cmd:prog 'an arg' b").command == ("prog", "an arg", "b")


def test_a_command_line_is_split_and_read_by_no_shell() -> None:
    assert read_contestant("cmd:bot --depth 3 ; rm $HOME | x").command == (
        *("bot", "--depth", "3", ";", "rm", "$HOME", "|", "x"),
    )


def test_paths_of_windows_keep_their_backslashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    words = (r"C:\My bots\bot.exe", r"D:\new.txt")
    for quote in "\"'":
        assert read_contestant(f"cmd:{quote}{words[0]}{quote} {words[1]}").command == words


@pytest.mark.parametrize(
    "text", ["level:99", "level:", "level:x", "cmd:", "human", "", "cmd:'", "work:0", "work:x"]
)
def test_unknown_contestants_are_refused(text: str) -> None:
    with pytest.raises(ContestantError):
        read_contestant(text)


def play_contest(
    *players: Contestant,
    preset: str = "keypad",
    deals: int = 1,
    seed: int = 1,
    time_ms: int = 1000,
    jobs: int = 1,
) -> list[DealResults]:
    contest = Contest(PRESETS[preset], players, seed, time_ms)
    return [
        pair
        for _, pair in arena.run_contest(contest, deals, ProcessWorkers(jobs, contest_value_types))
    ]


def contest_summary(
    *players: Contestant, pairs: list[DealResults], preset: str = "keypad"
) -> dict[str, Any]:
    return pairing_summary(Contest(PRESETS[preset], players), pairs)


@pytest.mark.parametrize("preset", mark_others_slow(sorted(PRESETS), "keypad", "quartet", "wits"))
def test_every_edition_can_be_played_in_a_contest(preset: str) -> None:
    players = (read_contestant("level:2"), read_contestant("level:1"))
    pairs = play_contest(*players, preset=preset, deals=2)
    found = contest_summary(*players, pairs=pairs, preset=preset)
    assert found["rounds"] == 4
    first, second = found["players"]
    assert first["won"] + second["won"] == 1
    assert first["points"] == -second["points"]
    assert not first["faults"] and not second["faults"]


def test_both_players_get_the_same_deals() -> None:
    """Against itself, a player wins one round of a deal and loses the other by the same points."""
    players = (read_contestant("level:1"), read_contestant("level:1"))
    for one, other in play_contest(*players, deals=5, seed=3):
        assert (one.winner, one.points) == (1 - other.winner, other.points)


def test_the_number_of_processes_does_not_change_results() -> None:
    players = (read_contestant("level:2"), read_contestant("level:1"))
    alone, together = (play_contest(*players, deals=6, seed=2, jobs=jobs) for jobs in (1, 2))
    assert [(p.winner, p.points, p.by) for pair in alone for p in pair] == [
        (p.winner, p.points, p.by) for pair in together for p in pair
    ]


def test_all_pairings_of_a_round_robin_get_the_same_deals() -> None:
    players = tuple(read_contestant("level:1") for _ in range(3))
    contest = Contest(PRESETS["keypad"], players, seed=3)
    found: dict[int, set[tuple[int, int]]] = {}
    for deal, (one, _) in arena.run_contest(contest, 4):
        found.setdefault(deal.number, set()).add((one.winner, one.points))
    assert len(found) == 4
    assert all(len(results) == 1 for results in found.values())


def test_an_external_bot_plays_a_contest_without_faults(tmp_path: Path) -> None:
    pairs = play_contest(bot(tmp_path, "good"), read_contestant("level:1"))
    assert not any(one.fault for pair in pairs for one in pair)


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("illegal", "answered 'play 9', which is not legal"),
        ("no action", "answered"),
        ("garbage", "answered 'hello'"),
        ("dead", "died"),
    ],
)
def test_a_bot_that_fails_loses_the_round(tmp_path: Path, kind: str, fault: str) -> None:
    players = (read_contestant("level:1"), bot(tmp_path, kind))
    pairs = play_contest(*players)
    assert all(one.winner == 0 and fault in one.fault for one in pairs[0])
    text = pairing_report(contest_summary(*players, pairs=pairs))
    assert "lost 2 by fault" in text


def test_a_late_bot_loses_the_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hacktrick.ai.foreign_bot.STARTING_SECONDS", 0.0)
    pairs = play_contest(read_contestant("level:1"), bot(tmp_path, "late"), time_ms=50)
    assert all("within 50 ms" in one.fault for one in pairs[0])


def test_a_bot_whose_program_is_missing_loses() -> None:
    pairs = play_contest(
        read_contestant("cmd:no-such-program-anywhere"), read_contestant("level:1")
    )
    assert all("cannot be started" in one.fault for one in pairs[0])


def test_confidence_intervals_use_deals_as_units() -> None:
    players = (read_contestant("level:2"), read_contestant("level:1"))
    won, lost = ContestRound(0, 2, "line"), ContestRound(1, 1, "triple")
    found = contest_summary(*players, pairs=[(won, lost), (won, won)])["players"][0]
    assert found["won"] == 0.75 and found["points"] == 1.25
    assert found["won_pm"] == pytest.approx(1.96 * 0.25)


def test_the_95th_percentile_is_that_of_the_thinking_times() -> None:
    found = thinking_time_summary([n / 1000 for n in range(1, 101)])
    assert found == {"mean_ms": pytest.approx(50.5), "p95_ms": 95.0, "max_ms": 100.0}


def test_the_solver_plays_with_any_work_limit() -> None:
    players = (read_contestant("work:5"), read_contestant("level:4"))
    (pair,) = play_contest(*players)
    assert not any(one.fault for one in pair)


def test_a_work_limit_is_refused_for_three_players() -> None:
    with pytest.raises(ContestantError, match="no solver under the rules of 'trio'"):
        experiment_player_for(read_contestant("work:5"), PRESETS["trio"])
