"""Values through the pipe of the network process: all that belongs to a table, and no code."""

from __future__ import annotations

import json
import os
import pickle
from dataclasses import dataclass
from multiprocessing import Pipe
from pathlib import Path
from typing import Any, get_args

import pytest

from hacktrick.game.actions import Action
from hacktrick.net import told
from hacktrick.net.told import Command, HostTable, Line, Sitter, Taken, Told, Trouble
from hacktrick.net.values import ValuePipe, read, written
from hacktrick.play.remote import ProcessNetwork, kinds

SITTER = Sitter("Zoë \ud800\u202e", "human", "ab" * 32, own=True)


@pytest.mark.parametrize(
    "value",
    [
        Told(),
        Told(7, "lobby", sitters=(SITTER, None), options={"target": 2, "codes": True, "x": [1, 2]}),
        Told(8, "closed", trouble=Trouble("CHEATED", "NOT_A_POINT", 1), proved={"shuffle": 2}),
        HostTable("keypad", {"target": 3}, "Ada", clock=60),
        Taken(),
        (1, -1.5, "", None, True, [(), []], {}, {"list": 1, "Told": {"map": []}}),
    ],
)
def test_a_value_comes_out_as_it_went_in(value: object) -> None:
    found = read(written(value, kinds()), kinds())
    assert found == value and type(found) is type(value)


def test_all_that_is_said_about_a_table_may_come_through() -> None:
    known = set(kinds().values())
    values = {kind for kind in vars(told).values() if isinstance(kind, type)}
    assert {kind for kind in values if kind.__module__ == told.__name__} <= known
    assert {*get_args(Command), *get_args(Action)} <= known


@dataclass
class Stranger:
    """A class that nobody has named."""

    word: str


def test_another_kind_does_not_go_in() -> None:
    for value in (Stranger("x"), Told(lines=(Stranger("x"),)), {1, 2}, b"x", print):  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            written(value, kinds())


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
        pickle.dumps(Told()),
    ],
    ids=lambda data: repr(data[:30]),
)
def test_what_is_no_value_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        read(data, kinds())


class Poison:
    """A pickle of it makes a folder where it is read."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (self._folder,)


class Taught:
    """A process that says something that no honest one says."""

    process = None

    def __init__(self, said: bytes) -> None:
        own, self.other = Pipe()
        self.pipe: ValuePipe | None = ValuePipe(own, kinds())
        self.other.send_bytes(said)

    def stop(self) -> None:
        self.pipe = None


def test_a_network_process_cannot_run_code_in_the_window(tmp_path: Path) -> None:
    made = tmp_path / "made"
    network = ProcessNetwork(tmp_path)
    network._piped = Taught(pickle.dumps(Poison(made)))  # type: ignore[assignment]
    assert network.poll() and network.told.stage == "closed"
    assert network.told.trouble == Trouble("CLOSED") and not network.poll()
    assert not made.exists()
    pickle.loads(pickle.dumps(Poison(made)))
    assert made.exists()  # so it would have run


def test_a_real_network_process_speaks_so(tmp_path: Path) -> None:
    network = ProcessNetwork(tmp_path)
    network.start()
    try:
        pipe = network._piped.pipe
        assert isinstance(pipe, ValuePipe)
        first = pipe.recv()
        assert isinstance(first, Told) and first.lines == ()
    finally:
        network.close()


def test_a_line_keeps_its_kind() -> None:
    line = Line(None, "hello", "", "Ada")
    assert read(written((line,), kinds()), kinds())[0].name == "Ada"
