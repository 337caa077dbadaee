"""A computer player at an online table takes a seat, gets ready, plays and never delays a pause."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from hacktrick.app.computer_guest import ComputerGuest
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.legality import legal_actions
from hacktrick.online.protocol.process_messages import (
    JoinTable,
    NetworkState,
    PauseState,
    ReadyForNextRound,
    SetPause,
    SetReady,
    TablePlayer,
    TableStage,
)
from tests.support.scripted_matches import scripted_match
from tests.support.scripted_network import ScriptedNetworkClient

GUEST, LEVEL = 1, 1
LONG = 100.0  # seconds: more than any turn of a computer takes


def table_players(ready: bool) -> tuple[TablePlayer, ...]:
    return TablePlayer("Ada", "human", "00", False, True), TablePlayer(
        "Bot", "level:1", "01", True, ready
    )


def guest_and_network(leader: int) -> tuple[ComputerGuest, ScriptedNetworkClient]:
    line = ScriptedNetworkClient(scripted_match("keypad", leader=leader, seed=3), GUEST)
    return ComputerGuest(line, InlineThinker(), LEVEL, "Bot", "abc", Random(1)), line


def test_a_computer_guest_joins_under_its_name_as_a_computer() -> None:
    _guest, line = guest_and_network(0)
    assert line.sent == [JoinTable("abc", "Bot", player="level:1")]


@pytest.mark.parametrize("stage", ["lobby", "over"])
def test_a_computer_guest_reports_ready_once_before_every_match(stage: TableStage) -> None:
    guest, line = guest_and_network(0)
    for ready in (False, True, True):
        line.report(NetworkState(stage=stage, players=table_players(ready)))
        guest.update(LONG)
    assert line.sent[1:] == [SetReady(True)]


@pytest.mark.parametrize("leader", [0, 1])
def test_a_computer_guest_plays_a_round_and_requests_the_next(leader: int) -> None:
    guest, line = guest_and_network(leader)
    match, dice = line.match, Random(5)
    line.show()
    for _ in range(200):
        if match.is_round_over:
            break
        if match.public.seat == GUEST:
            before = len(line.sent_actions)
            guest.update(LONG)
            guest.update(LONG)
            line.apply_sent_actions()
            assert len(line.sent_actions) > before, "it never has to be asked twice"
        else:
            match.submit(0, dice.choice(legal_actions(match.observe(0))))
            line.show()
    assert match.is_round_over and ReadyForNextRound() not in line.sent
    line.show()
    guest.update(LONG)
    guest.update(LONG)
    assert line.sent.count(ReadyForNextRound()) == 1


def test_a_computer_guest_sends_nothing_on_the_turn_of_another() -> None:
    guest, line = guest_and_network(0)
    match = line.match
    while match.public.seat == GUEST:
        match.submit(GUEST, legal_actions(match.observe(GUEST))[0])
    line.show()
    guest.update(LONG)
    assert not line.sent_actions


def test_a_computer_guest_agrees_to_a_pause_and_ends_none() -> None:
    guest, line = guest_and_network(0)
    line.show(can_ask_for_pause=True, pause=PauseState(False, 0, (0,)))
    guest.update(0.0)
    assert line.sent[1:] == [SetPause(True)]
    line.show(can_ask_for_pause=False, pause=PauseState(True, 0, (0, 1)))
    guest.update(0.0)
    line.show(can_ask_for_pause=True)
    guest.update(0.0)
    assert line.sent[1:] == [SetPause(True)]


def test_no_network_or_guest_is_started_before_online_play() -> None:
    unwanted = "{'hacktrick.online.network_process.process_client', 'hacktrick.app.computer_guest'}"
    code = (
        f"import sys, hacktrick.app.online_service; sys.exit(bool({unwanted} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
