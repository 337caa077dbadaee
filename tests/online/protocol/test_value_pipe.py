"""The pipe of the network process carries all values of a table, but never code."""

from __future__ import annotations

import json
import os
import pickle
from dataclasses import dataclass
from multiprocessing import Pipe
from pathlib import Path
from typing import Any, get_args

import pytest

from hacktrick.child_process import ValuePipe, decode_value, encode_value
from hacktrick.game.actions import Action
from hacktrick.online.network_process.process_client import ProcessNetworkClient
from hacktrick.online.protocol import process_messages
from hacktrick.online.protocol.process_messages import (
    ChatLine,
    HostTable,
    NetworkCommand,
    NetworkState,
    NetworkTrouble,
    StateReceived,
    TablePlayer,
    pipe_value_types,
)

SITTER = TablePlayer("Zoë \ud800\u202e", "human", "ab" * 32, is_own=True)


@pytest.mark.parametrize(
    "value",
    [
        NetworkState(),
        NetworkState(
            7, "lobby", players=(SITTER, None), options={"target": 2, "codes": True, "x": [1, 2]}
        ),
        NetworkState(
            8,
            "closed",
            trouble=NetworkTrouble("CHEATED", "NOT_A_POINT", 1),
            proof_counts={"shuffle": 2},
        ),
        HostTable("keypad", {"target": 3}, "Ada", clock=60),
        StateReceived(),
        (1, -1.5, "", None, True, [(), []], {}, {"list": 1, "Told": {"map": []}}),
    ],
)
def test_a_value_passes_the_pipe_unchanged(value: object) -> None:
    found = decode_value(encode_value(value, pipe_value_types()), pipe_value_types())
    assert found == value and type(found) is type(value)


def test_all_values_of_a_network_state_may_pass() -> None:
    known = set(pipe_value_types().values())
    values = {kind for kind in vars(process_messages).values() if isinstance(kind, type)}
    assert {kind for kind in values if kind.__module__ == process_messages.__name__} <= known
    assert {*get_args(NetworkCommand), *get_args(Action)} <= known


@dataclass
class UnlistedClass:
    """A class that is not on the list of allowed classes."""

    word: str


def test_a_value_of_another_type_is_not_sent() -> None:
    state = NetworkState(chat=(UnlistedClass("x"),))  # type: ignore[arg-type]
    for value in (UnlistedClass("x"), state, {1, 2}, b"x", print):
        with pytest.raises(TypeError):
            encode_value(value, pipe_value_types())


BAD: list[Any] = [
    {"Stranger": ["x"]},
    {"Line": [1]},
    {"Line": {"seat": 1}},
    {"Line": 3},
    {"Told": [], "Line": []},
    {},
    {"os.system": ["true"]},
    {"map": [[1]]},
    {"map": [[{"map": []}, 1]]},
    {"list": None},
    {"__class__": []},
]


@pytest.mark.parametrize(
    "data",
    [
        *(json.dumps(bad).encode() for bad in BAD),
        b"",
        b"\xff",
        b"[" * 100_000,
        pickle.dumps(NetworkState()),
    ],
    ids=lambda data: repr(data[:30]),
)
def test_bytes_that_are_no_value_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        decode_value(data, pipe_value_types())


class FolderMakingPickle:
    """An object whose pickle creates a folder when it is loaded."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (self._folder,)


class DishonestProcess:
    """A network process that sends what no honest one sends."""

    process = None

    def __init__(self, content: bytes) -> None:
        own, self.other = Pipe()
        self.pipe: ValuePipe | None = ValuePipe(own, pipe_value_types())
        self.other.send_bytes(content)

    def stop(self) -> None:
        self.pipe = None


def test_a_network_process_cannot_run_code_in_the_window(tmp_path: Path) -> None:
    made = tmp_path / "made"
    network = ProcessNetworkClient(tmp_path)
    network._piped = DishonestProcess(pickle.dumps(FolderMakingPickle(made)))  # type: ignore[assignment]
    assert network.poll() and network.state.stage == "closed"
    assert network.state.trouble == NetworkTrouble("CLOSED") and not network.poll()
    assert not made.exists()
    pickle.loads(pickle.dumps(FolderMakingPickle(made)))
    assert made.exists()  # an ordinary pickle runs the code


def test_a_real_network_process_uses_the_value_pipe(tmp_path: Path) -> None:
    network = ProcessNetworkClient(tmp_path)
    network.start()
    try:
        pipe = network._piped.pipe
        assert isinstance(pipe, ValuePipe)
        first = pipe.recv()
        assert isinstance(first, NetworkState) and first.chat == ()
    finally:
        network.close()


class WindowsConnection:
    """The end of a pipe as Windows has it after the other end was closed."""

    def poll(self) -> bool:
        raise BrokenPipeError("[WinError 109] The pipe has been ended")

    def recv_bytes(self, most: int) -> bytes:
        raise EOFError


@pytest.mark.parametrize("of_windows", [False, True])
def test_the_end_of_a_pipe_is_noticed_by_receiving_and_not_by_polling(of_windows: bool) -> None:
    here, there = Pipe()
    there.close()
    end: Any = WindowsConnection() if of_windows else here
    pipe = ValuePipe(end, {})
    assert pipe.poll()
    with pytest.raises(EOFError):
        pipe.recv()
    here.close()


def test_a_pipe_keeps_the_types_of_its_values() -> None:
    line = ChatLine(None, "hello", "", "Ada")
    assert (
        decode_value(encode_value((line,), pipe_value_types()), pipe_value_types())[0].name == "Ada"
    )
