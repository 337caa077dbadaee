"""The command loop of the network process, without a process."""

from __future__ import annotations

import asyncio
from multiprocessing import Pipe
from pathlib import Path

import pytest

from hacktrick.child_process import ValuePipe
from hacktrick.online.network_process.process_main import NetworkCommandLoop
from hacktrick.online.protocol.invitations import (
    SECRET_BYTES,
    BrokerInvitation,
    DirectInvitation,
    read_broker_address,
)
from hacktrick.online.protocol.process_messages import (
    CloseProcess,
    EndAbandonedMatch,
    HostTable,
    JoinTable,
    LeaveTable,
    NetworkCommand,
    NetworkState,
    StateReceived,
    pipe_value_types,
)
from hacktrick.online.table.guest import TableGuest

JOIN = JoinTable(str(DirectInvitation("127.0.0.1", 9, bytes(SECRET_BYTES))), "Ben")
HOST = HostTable("keypad", {}, "Ada", is_announced=False, address="127.0.0.1")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.Future[None]]:
    """Let guests call their table until they are stopped; return their calls."""
    found: list[asyncio.Future[None]] = []

    def call(guest: TableGuest) -> asyncio.Future[None]:
        found.append(asyncio.get_running_loop().create_future())
        return found[-1]

    monkeypatch.setattr(TableGuest, "run", call)
    return found


def states_after(folder: Path, *commands: NetworkCommand) -> list[NetworkState]:
    """Return the states that the program gets while it sends these commands."""
    here, there = (ValuePipe(end, pipe_value_types()) for end in Pipe())
    for command in commands:
        here.send(command)
        here.send(StateReceived())
    here.send(CloseProcess())
    asyncio.run(NetworkCommandLoop(there, folder, lambda replica: None).run())
    there.close()
    states = []
    while here.poll():
        try:
            states.append(here.recv())
        except EOFError:
            break
    return states


def test_a_guest_who_leaves_calls_no_more(
    tmp_path: Path, calls: list[asyncio.Future[None]]
) -> None:
    states = states_after(tmp_path, JOIN, LeaveTable(), LeaveTable(), JOIN)
    assert [call.cancelled() for call in calls] == [True, True]
    assert [state.trouble for state in states] == [None] * len(states)
    assert not any(state.is_host for state in states)


def test_a_host_who_leaves_can_host_again(tmp_path: Path) -> None:
    states = states_after(tmp_path, HOST, LeaveTable(), HOST)
    assert [state.stage for state in states] == ["idle", "lobby", "idle", "lobby"]
    assert [state.is_host for state in states] == [False, True, False, True]


@pytest.mark.usefixtures("calls")
@pytest.mark.parametrize(
    ("invited", "in_settings", "trouble"),
    [("mqtts://b.example", "", None), ("", "mqtts://b.example", None), ("", "", "BROKER_MISSING")],
)
def test_a_broker_is_named_by_the_invitation_or_by_the_settings(
    tmp_path: Path, invited: str, in_settings: str, trouble: str | None
) -> None:
    broker = read_broker_address(invited) if invited else None
    invitation = str(BrokerInvitation(47, bytes(SECRET_BYTES), broker))
    states = states_after(tmp_path, JoinTable(invitation, "Ben", broker=in_settings))
    assert trouble in [state.trouble and state.trouble.code for state in states]
    assert all(state.trouble is None or state.trouble.code == trouble for state in states)


def test_a_table_without_a_match_is_closed_as_one_with_an_abandoned_match(tmp_path: Path) -> None:
    *_before, state = states_after(tmp_path, HOST, EndAbandonedMatch())
    assert (state.stage, state.is_ended_early, state.trouble) == ("idle", True, None)
