"""The network client copes with a network process that dies."""

from __future__ import annotations

from multiprocessing import Pipe
from pathlib import Path

import pytest

from hacktrick.game.actions import Play
from hacktrick.game.legality import IllegalAction
from hacktrick.online.network_process.process_client import (
    CLOSE_TIMEOUT,
    ProcessNetworkClient,
    RemoteMatchTable,
)
from hacktrick.online.protocol.process_messages import (
    CloseProcess,
    LeaveTable,
    NetworkState,
    NetworkTrouble,
    ReadyForNextRound,
    StateReceived,
    SubmitAction,
)
from tests.support.scripted_matches import scripted_match
from tests.support.scripted_network import ScriptedNetworkClient


class DeadProcess:
    """A dead process whose pipe accepts nothing."""

    process = pipe = None

    def start(self) -> None:
        """Do nothing: the process stays dead."""

    def stop(self) -> None:
        """Do nothing: the process has stopped already."""

    def send(self, message: object) -> None:
        raise BrokenPipeError


def test_a_dead_process_closes_the_table_with_a_newer_state(tmp_path: Path) -> None:
    network = ProcessNetworkClient(tmp_path)
    network._piped = DeadProcess()  # type: ignore[assignment]
    network.state = NetworkState(7, "playing", match_id="m")
    network.send(LeaveTable())
    assert network.state.number > 7 and network.state.stage == "closed"
    assert network.state.trouble == NetworkTrouble("CLOSED") and not network.poll()


def a_table() -> tuple[RemoteMatchTable, ScriptedNetworkClient]:
    line = ScriptedNetworkClient(scripted_match(hands=("125", "0343")).submit_text("start 3"), 0)
    line.show()
    return RemoteMatchTable(line), line


def test_an_illegal_action_is_not_sent() -> None:
    table, line = a_table()
    with pytest.raises(IllegalAction):
        table.submit(0, Play(3))
    with pytest.raises(ValueError, match="local seat"):
        table.submit(1, Play(0))
    assert not line.sent and table.may_act


def test_only_one_action_is_under_way_at_a_time() -> None:
    table, line = a_table()
    table.submit(0, Play(5))
    assert line.sent == [SubmitAction("play 5")] and table.pending_action == Play(5)
    with pytest.raises(IllegalAction):
        table.submit(0, Play(2))
    line.apply_sent_actions()
    assert (
        table.use_newest_state() and table.pending_action is None and not table.use_newest_state()
    )


def test_the_next_round_is_asked_for_once_a_round() -> None:
    table, line = a_table()
    assert not table.has_asked_for_next_round
    for _ in range(2):
        table.deal_next_round()
    assert table.has_asked_for_next_round and line.sent == [ReadyForNextRound()]
    line.report(
        NetworkState(
            stage="playing",
            match_id="m",
            match_state=table.state._replace(version=9, round_number=2),
        )
    )
    assert table.use_newest_state() and not table.has_asked_for_next_round
    table.deal_next_round()
    assert table.has_asked_for_next_round and line.sent == [
        ReadyForNextRound(),
        ReadyForNextRound(),
    ]


def test_states_of_another_match_are_ignored() -> None:
    table, line = a_table()
    line.report(
        NetworkState(stage="playing", match_id="other", match_state=table.state._replace(version=9))
    )
    assert not table.use_newest_state()
    line.report(NetworkState(stage="playing", match_id="m"))
    assert not table.use_newest_state() and table.version == 1


class ProcessWithMessage(DeadProcess):
    """A process that has already sent a message."""

    def __init__(self, *pictures: NetworkState) -> None:
        self.pipe, self.heard = Pipe()  # type: ignore[assignment]
        for picture in pictures:
            self.heard.send(picture)


def test_the_newest_state_is_used_and_each_is_acknowledged(tmp_path: Path) -> None:
    network = ProcessNetworkClient(tmp_path)
    spoken = ProcessWithMessage(NetworkState(1, "opening"), NetworkState(2, "lobby"))
    network._piped = spoken  # type: ignore[assignment]
    assert network.poll() and network.state == NetworkState(2, "lobby")
    assert [spoken.heard.recv() for _ in range(2)] == [StateReceived(), StateReceived()]
    assert not network.poll() and network.state.number == 2
    spoken.heard.close()
    assert network.poll() and network.state.stage == "closed"


class SlowlyEndingProcess(DeadProcess):
    """A process that ends slowly, saying goodbye over a slow line."""

    def __init__(self, seconds: float) -> None:
        self.process = self  # type: ignore[assignment]
        self.sent: list[object] = []
        self.has_ended, self._left = False, seconds

    def send(self, message: object) -> None:
        self.sent.append(message)

    def wait(self) -> None:
        assert CLOSE_TIMEOUT <= 2.0, "whoever closes the window does not wait for others"
        self.has_ended = self._left <= CLOSE_TIMEOUT


def test_a_farewell_has_time_for_a_round_trip_of_a_second(tmp_path: Path) -> None:
    network = ProcessNetworkClient(tmp_path)
    slow = SlowlyEndingProcess(1.0)
    network._piped = slow  # type: ignore[assignment]
    network.close()
    assert slow.sent == [CloseProcess()] and slow.has_ended and network.state == NetworkState()
