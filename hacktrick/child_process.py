"""A child process with one pipe, started when it is first needed.

Values pass a ``ValuePipe`` as JSON: numbers, texts, tuples, lists, mappings and the types that
were named beforehand. Nothing that comes in can name another class, a function or a module, so a
network process that a stranger had taken over could show the program a false table and no more.

A tuple is a list in JSON. Everything else that JSON lacks is an object with one name:
``{"list": […]}``, ``{"map": [[key, value], …]}``, ``{"TablePlayer": [its fields]}``.
"""

from __future__ import annotations

import contextlib
import json
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

LARGEST_VALUE = 1 << 24  # bytes: more than any picture of a match
_AS_IT_IS = (str, int, bool, float, type(None))

Kinds = Mapping[str, type]
"""By name: dataclasses and named tuples that may come through."""


class ValuePipe:
    """One end of a pipe. Its methods are those of a ``Connection``."""

    def __init__(self, connection: Connection, kinds: Kinds) -> None:
        self._connection, self._kinds = connection, kinds

    def send(self, value: object) -> None:
        """
        Raises:
            OSError: the process has ended.
            TypeError: the value is not one of those that may come through.
        """
        self._connection.send_bytes(written(value, self._kinds))

    def poll(self) -> bool:
        return self._connection.poll()

    def recv(self) -> Any:
        """
        Raises:
            EOFError: nobody is at the other end.
            OSError: the same, or more bytes than any value has.
            ValueError: bytes that are no value.
        """
        return read(self._connection.recv_bytes(LARGEST_VALUE), self._kinds)

    def close(self) -> None:
        self._connection.close()


def written(value: object, kinds: Kinds) -> bytes:
    return json.dumps(_plain(value, kinds), separators=(",", ":")).encode()


def read(data: bytes, kinds: Kinds) -> Any:
    """The value that was written.

    Raises:
        ValueError: it is none.
    """
    try:
        return _value(json.loads(data), kinds)
    except (AttributeError, LookupError, TypeError, RecursionError) as error:
        raise ValueError("no value of a known kind") from error


def _plain(value: Any, kinds: Kinds) -> Any:
    kind = type(value)
    if kind in _AS_IT_IS:
        return value
    if kind is tuple:
        return [_plain(one, kinds) for one in value]
    if kind is list:
        return {"list": [_plain(one, kinds) for one in value]}
    if isinstance(value, Mapping):
        return {"map": [[key, _plain(one, kinds)] for key, one in value.items()]}
    if kinds.get(kind.__name__) is not kind:
        raise TypeError(f"{kind.__name__} does not come through this pipe")
    parts = value
    if is_dataclass(kind):
        parts = [getattr(value, field.name) for field in fields(kind) if field.init]
    return {kind.__name__: [_plain(one, kinds) for one in parts]}


def _value(plain: Any, kinds: Kinds) -> Any:
    if isinstance(plain, list):
        return tuple([_value(one, kinds) for one in plain])
    if not isinstance(plain, dict):
        return plain
    ((name, parts),) = plain.items()
    if name == "list":
        return [_value(one, kinds) for one in parts]
    if name == "map":
        return {key: _value(one, kinds) for key, one in parts}
    return kinds[name](*[_value(one, kinds) for one in parts])


class ChildProcess:
    """Starts a process when it is needed, and a new one after it has died.

    Args:
        serve: function that the process runs, called with its end of the pipe and ``facts``.
        closing: seconds to wait for a process that was told to end.
        kinds: what may come through the pipe, told when it is first needed; None: anything, for
            a process that hears no strangers.

    Attributes:
        process: the process started last; None once it has been stopped.
        pipe: our end of its pipe.
    """

    def __init__(
        self,
        serve: Callable[..., None],
        *facts: Any,
        closing: float,
        kinds: Callable[[], Kinds] | None = None,
    ) -> None:
        self._serve, self._facts, self._closing = serve, facts, closing
        self._kinds = kinds
        self.process: SpawnProcess | None = None
        self.pipe: Connection | ValuePipe | None = None

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self.process is not None and self.process.is_alive()

    def start(self) -> None:
        """Start a process, unless there is a living one."""
        if self.is_alive:
            return
        self.stop()
        context = get_context("spawn")
        own, other = context.Pipe()
        self.pipe = own if self._kinds is None else ValuePipe(own, self._kinds())
        self.process = context.Process(target=self._serve, args=(other, *self._facts), daemon=True)
        with _interrupts_ignored():
            self.process.start()
        other.close()  # so that the pipe ends with the process

    def send(self, said: object) -> None:
        """Put a value into the pipe of the started process.

        Raises:
            OSError: nobody is at the other end.
        """
        assert self.pipe is not None
        self.pipe.send(said)

    def kill(self) -> None:
        """Kill the process as a crash would; keep the pipe."""
        if self.process is not None:
            self.process.kill()
            self.process.join(self._closing)

    def stop(self) -> None:
        """Close the pipe and kill the process."""
        if self.pipe is not None:
            self.pipe.close()
        self.kill()
        self.pipe = self.process = None


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Make a process that starts meanwhile ignore Ctrl-C from its first moment: the program that
    starts it decides when it ends."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
