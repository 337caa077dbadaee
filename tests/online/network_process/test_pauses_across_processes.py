"""Pauses survive the crash of a real network process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hacktrick.online.protocol.process_messages import (
    EndAbandonedMatch,
    JoinTable,
    SetPause,
    SetReady,
)
from tests.support import network_processes as crowd
from tests.support.network_processes import NetworkPlayer


@pytest.fixture
def people(tmp_path: Path) -> Iterator[list[NetworkPlayer]]:
    """Yield the host Ada, the guest Ben and the spectator Cleo."""
    three = crowd.make_players(tmp_path, 3, seed=6)
    yield three
    crowd.close_players(three)


def is_paused(one: NetworkPlayer) -> bool:
    return one.state.pause is not None and one.state.pause.has_begun


def all_of(people: list[NetworkPlayer], holds: Callable[[NetworkPlayer], bool], what: str) -> None:
    crowd.wait_until(people, lambda: all(map(holds, people)), what)


@pytest.mark.slow
def test_a_pause_outlives_a_killed_host_and_a_killed_guest(people: list[NetworkPlayer]) -> None:
    ada, ben, cleo = people
    crowd.gather_in_lobby([ada, ben], "keypad", allows_spectators=True)
    cleo.send_command(
        JoinTable(dict(ada.state.invitations)["direct"], cleo.name, as_spectator=True)
    )
    all_of(people, lambda one: len(one.state.spectators) == 1, "a spectator")
    for one in (ada, ben):
        one.send_command(SetReady(True))
    all_of([ada, ben], lambda one: one.state.can_ask_for_pause, "the first decision")
    ben.send_command(SetPause(True))
    crowd.wait_until(people, lambda: ada.state.pause is not None, "the question")
    ada.send_command(SetPause(True))
    all_of(people, is_paused, "the pause")
    match = ada.state.match_id
    for one in (ben, ada):
        one.restart(match)
        all_of([ada, ben], is_paused, "the pause after a death")
        everybody = lambda: all(s and s.presence == "here" for s in ada.state.players)  # noqa: E731
        crowd.wait_until(people, everybody, "all together again")
    for one in (ada, ben):
        one.play()
        assert one.n_acts == 0
    ben.send_command(SetPause(False))
    all_of(people, lambda one: one.state.pause is None, "the end of the pause")
    crowd.play_match([ada, ben], lambda: all(one.n_acts >= 2 for one in (ada, ben)))
    all_of(people, lambda one: len(one.state.match_state.public_events) >= 4, "that all see it")


@pytest.mark.slow
def test_nobody_can_end_a_paused_match_while_all_are_present(people: list[NetworkPlayer]) -> None:
    ada, ben, _cleo = people
    crowd.gather_in_lobby([ada, ben], "keypad", clock=60)
    for one in (ada, ben):
        one.send_command(SetReady(True))
    all_of([ada, ben], lambda one: one.state.can_ask_for_pause, "the first decision")
    for one in (ada, ben):
        one.send_command(SetPause(True))
    all_of([ada, ben], is_paused, "the pause")
    ada.send_command(EndAbandonedMatch())
    ada.send_command(SetPause(False))
    all_of([ada, ben], lambda one: one.state.pause is None, "that it goes on")
    assert ada.state.stage == ben.state.stage == "playing"
