"""The network process refuses to play with a libsodium version that allows marked cards."""

from __future__ import annotations

import asyncio
from multiprocessing import Pipe
from pathlib import Path

import pytest

from hacktrick.child_process import ValuePipe
from hacktrick.i18n.online_text import network_trouble_sentence
from hacktrick.online.network_process import process_main
from hacktrick.online.protocol.process_messages import (
    CloseProcess,
    HostTable,
    JoinTable,
    NetworkCommand,
    NetworkState,
    ReplaceSigningKey,
    ResumeTable,
    StateReceived,
    pipe_value_types,
)


def state_after(folder: Path, command: NetworkCommand) -> NetworkState:
    """Return the network state after one command."""
    here, there = (ValuePipe(end, pipe_value_types()) for end in Pipe())
    for message in (command, StateReceived(), CloseProcess()):
        here.send(message)
    asyncio.run(process_main.NetworkCommandLoop(there, folder, lambda replica: None).run())
    there.close()
    pictures = []
    while here.poll():
        try:
            pictures.append(here.recv())
        except EOFError:
            break
    state = pictures[-1]
    assert isinstance(state, NetworkState)
    return state


@pytest.mark.parametrize(
    "command",
    [
        HostTable("keypad", {}, "Ada", is_announced=False, address="127.0.0.1"),
        JoinTable("ABCD-EFGH", "Ada"),
        ResumeTable("00" * 8),
    ],
    ids=lambda command: type(command).__name__,
)
def test_no_table_is_opened_and_the_player_is_told_why(
    command: NetworkCommand, tmp_path: Path, gullible_library: None
) -> None:
    state = state_after(tmp_path, command)
    assert state.stage == "idle" and state.trouble is not None
    assert state.trouble.code == "UNSAFE_LIBRARY"
    assert "PyNaCl 1.6.2" in network_trouble_sentence(state.trouble, state)


def test_commands_without_cards_work_with_an_unsafe_library(
    tmp_path: Path, gullible_library: None
) -> None:
    state = state_after(tmp_path, ReplaceSigningKey("Ada"))
    assert (state.trouble, state.key_change) == (None, "replaced")


def test_with_a_sound_library_other_errors_are_reported(tmp_path: Path) -> None:
    state = state_after(tmp_path, JoinTable("?", "Ada"))
    assert state.trouble is not None and state.trouble.code == "BAD_INVITATION"
