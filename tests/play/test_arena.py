"""The arena: both players get every deal; foreign bots that fail lose the round and are named."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hacktrick.game.rules import PRESETS
from hacktrick.play import arena
from hacktrick.play.arena import Played, PlayerError, read_player, report, run, summary

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


def bot(tmp_path: Path, kind: str) -> arena.Player:
    program = tmp_path / "bot.py"
    program.write_text(BOTS[kind], encoding="utf-8")
    return read_player(f"cmd:'{sys.executable}' '{program}'")


def test_players_are_read() -> None:
    assert read_player("level:2").level == 2
    assert read_player("cmd:prog 'an arg' b").command == ("prog", "an arg", "b")


@pytest.mark.parametrize("text", ["level:99", "level:", "level:x", "cmd:", "human", "", "cmd:'"])
def test_other_players_are_refused(text: str) -> None:
    with pytest.raises(PlayerError):
        read_player(text)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_can_be_played(preset: str) -> None:
    players = (read_player("level:2"), read_player("level:1"))
    found = summary(PRESETS[preset], players, run(PRESETS[preset], players, 2, seed=1))
    assert found["rounds"] == 4
    first, second = found["players"]
    assert first["won"] + second["won"] == 1
    assert first["points"] == -second["points"]
    assert not first["faults"] and not second["faults"]


def test_both_play_the_same_deals() -> None:
    """A player against himself: what one wins of a deal, he loses of it with sides exchanged."""
    players = (read_player("level:1"), read_player("level:1"))
    for one, other in run(PRESETS["keypad"], players, 5, seed=3):
        assert (one.winner, one.points) == (1 - other.winner, other.points)


def test_the_number_of_processes_changes_nothing() -> None:
    players = (read_player("level:2"), read_player("level:1"))
    rules = PRESETS["keypad"]
    alone, together = (run(rules, players, 6, seed=2, jobs=jobs) for jobs in (1, 2))
    assert [(p.winner, p.points, p.by) for pair in alone for p in pair] == [
        (p.winner, p.points, p.by) for pair in together for p in pair
    ]


def test_a_foreign_bot_plays(tmp_path: Path) -> None:
    players = (bot(tmp_path, "good"), read_player("level:1"))
    pairs = run(PRESETS["keypad"], players, 1, seed=1)
    assert not any(played.fault for pair in pairs for played in pair)


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
    players = (read_player("level:1"), bot(tmp_path, kind))
    pairs = run(PRESETS["keypad"], players, 1, seed=1)
    assert all(played.winner == 0 and fault in played.fault for played in pairs[0])
    text = report(summary(PRESETS["keypad"], players, pairs))
    assert "lost 2 by fault" in text


def test_a_late_bot_loses_the_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hacktrick.play.foreign.STARTING", 0.0)
    players = (read_player("level:1"), bot(tmp_path, "late"))
    pairs = run(PRESETS["keypad"], players, 1, seed=1, time_ms=50)
    assert all("within 50 ms" in played.fault for played in pairs[0])


def test_a_program_that_does_not_exist_loses() -> None:
    players = (read_player("cmd:no-such-program-anywhere"), read_player("level:1"))
    pairs = run(PRESETS["keypad"], players, 1, seed=1)
    assert all("cannot be started" in played.fault for played in pairs[0])


def test_intervals_are_over_deals() -> None:
    players = (read_player("level:2"), read_player("level:1"))
    won, lost = Played(0, 2, "line"), Played(1, 1, "triple")
    found = summary(PRESETS["keypad"], players, [(won, lost), (won, won)])["players"][0]
    assert found["won"] == 0.75 and found["points"] == 1.25
    assert found["won_pm"] == pytest.approx(1.96 * 0.25)
