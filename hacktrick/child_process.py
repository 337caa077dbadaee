"""Child processes, each connected to the program by one pipe.

Values cross a ``ValuePipe`` as JSON: numbers, strings, tuples, lists, mappings, and the types that
were named in advance. No incoming value can name another class, a function or a module. So an
attacker who controls the network process can show the program a false table, but do no more.

A tuple becomes a JSON list. Anything else that JSON lacks becomes an object with one key:
``{"list": […]}``, ``{"map": [[key, value], …]}``, ``{"TablePlayer": [its fields]}``.

A child process is started by a command line that names the inherited end of the pipe, the function
to run, and the function that returns the allowed types. Both functions are written as
``module:name``.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from importlib import import_module
from multiprocessing import connection
from multiprocessing.connection import Connection, Pipe
from operator import attrgetter
from typing import Any

MAX_VALUE_BYTES = 1 << 24  # maximum bytes of a value; the program sends none as large
CHILD_OPTION = "--child-process"
"""The first argument of a frozen program that is started as a child process."""

_ATOMS = frozenset((str, int, bool, float, type(None)))
# Base types of atoms of other libraries, such as ``numpy.float64``.
_ATOM_BASES = (bool, int, float, str)
_START = "import sys; from json import loads; sys.path[:] = loads(sys.argv.pop(1)); "
_START += f"from {__name__} import run_child_process; run_child_process(sys.argv[1:])"

LOWEST_PRIORITY = 19  # the lowest priority, as a value of ``nice``
IDLE_PRIORITY_CLASS = 0x40  # a constant of the Windows API

PipeTypes = Mapping[str, type]
"""The dataclasses and named tuples that may pass a pipe, by name."""


class LazyPipeTypes(dict[str, type]):
    """Types by name; each is imported when its name is first looked up.

    Args:
        modules: the names of the types, by module.
    """

    def __init__(self, modules: Mapping[str, Sequence[str]]) -> None:
        super().__init__()
        self._homes = {name: module for module, names in modules.items() for name in names}

    def __missing__(self, name: str) -> type:
        found: type = getattr(import_module(self._homes[name]), name)
        self[name] = found
        return found


def no_pipe_types() -> PipeTypes:
    """Return an empty mapping of types, for a pipe that carries only plain values."""
    return {}


class ValuePipe:
    """One end of a pipe that carries only values of known types; works like a ``Connection``."""

    def __init__(self, end: Connection, kinds: PipeTypes) -> None:
        self._connection, self._kinds = end, kinds

    @property
    def connection(self) -> Connection:
        """The underlying connection, so that a caller can wait on several pipes."""
        return self._connection

    def send(self, value: object) -> None:
        """Send a value to the other end of the pipe.

        Raises:
            OSError: the process has ended.
            TypeError: the value, or a part of it, is of an unknown type.
        """
        self._connection.send_bytes(encode_value(value, self._kinds))

    def poll(self) -> bool:
        """Return True if a value is waiting or the other end is closed."""
        try:
            return self._connection.poll()
        except BrokenPipeError:
            # Only Windows raises this error here; on other systems ``recv`` reports the closed
            # pipe.
            return True

    def recv(self) -> Any:
        """Wait for a value and return it.

        Raises:
            EOFError: the other end is closed.
            OSError: the other end is closed, or the value is larger than ``MAX_VALUE_BYTES``.
            ValueError: the bytes are not a value of a known type.
        """
        return decode_value(self._connection.recv_bytes(MAX_VALUE_BYTES), self._kinds)

    def close(self) -> None:
        self._connection.close()


_as_json = json.JSONEncoder(separators=(",", ":")).encode


def encode_value(value: object, kinds: PipeTypes) -> bytes:
    """Return a value as JSON.

    Args:
        kinds: the types that may be encoded.

    Raises:
        TypeError: the value, or a part of it, is of an unknown type.
    """
    return _as_json(_to_plain(value, kinds)).encode()


def decode_value(data: bytes, kinds: PipeTypes) -> Any:
    """Return the value that ``encode_value`` has encoded.

    Args:
        kinds: the types that may be decoded.

    Raises:
        ValueError: the data do not contain a value of a known type.
    """
    try:
        return _from_plain(json.loads(data), kinds)
    except (AttributeError, LookupError, TypeError, RecursionError) as error:
        raise ValueError("no value of a known kind") from error


def _to_plain(value: Any, kinds: PipeTypes) -> Any:
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple:
        return _list_to_plain(value, kinds)
    if kind is list:
        return {"list": _list_to_plain(value, kinds)}
    name = kind.__name__
    if _is_known(kind, kinds):
        parts = _constructor_arguments_getter(kind)(value)  # type: ignore[arg-type]  # mypy: type[Any] has no hash
        return {name: _list_to_plain(parts, kinds)}
    if isinstance(value, Mapping):
        return {"map": [[key, _to_plain(one, kinds)] for key, one in value.items()]}
    for base in _ATOM_BASES:
        if isinstance(value, base):
            return base(value)
    raise TypeError(f"{name} does not come through this pipe")


def _list_to_plain(values: Sequence[Any], kinds: PipeTypes) -> Sequence[Any]:
    if _ATOMS.issuperset(map(type, values)):
        return values
    return [_to_plain(one, kinds) for one in values]


def _is_known(kind: type, kinds: PipeTypes) -> bool:
    try:
        return kinds[kind.__name__] is kind
    except KeyError:
        return False


@lru_cache(maxsize=256)
def _constructor_arguments_getter(kind: Any) -> Callable[[Any], Sequence[Any]]:
    """Return a function that extracts the constructor arguments from a value of this type."""
    if not is_dataclass(kind):
        return tuple
    names = [field.name for field in fields(kind) if field.init]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: [getattr(value, name) for name in names]


def _from_plain(plain: Any, kinds: PipeTypes) -> Any:
    if type(plain) is list:
        return tuple(_list_from_plain(plain, kinds))
    if type(plain) is not dict:
        return plain
    ((name, parts),) = plain.items()
    if name == "list":
        return _list_from_plain(parts, kinds)
    if name == "map":
        return {key: _from_plain(one, kinds) for key, one in parts}
    return kinds[name](*_list_from_plain(parts, kinds))


def _list_from_plain(plain: Any, kinds: PipeTypes) -> list[Any]:
    return [one if type(one) in _ATOMS else _from_plain(one, kinds) for one in plain]


class ChildProcess:
    """A child process and the pipe to it. After the process has ended, another one can be started.

    Args:
        serve: the module-level function that the process runs. Its arguments are the process's end
            of the pipe and then ``facts``.
        facts: the remaining arguments of the function.
        closing: how many seconds to wait for the process to exit.
        kinds: the module-level function that returns the types of values that may pass. Both sides
            call it when the process starts.

    Attributes:
        process: the process started last; None after it was stopped.
        pipe: this program's end of the pipe.
    """

    def __init__(
        self,
        serve: Callable[..., None],
        *facts: str | int,
        closing: float,
        kinds: Callable[[], PipeTypes] = no_pipe_types,
    ) -> None:
        self._serve, self._facts, self._closing = serve, facts, closing
        self._kinds = kinds
        self.process: subprocess.Popen[bytes] | None = None
        self.pipe: ValuePipe | None = None

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start a process, unless one is running."""
        if self.is_alive:
            return
        self.stop()
        own, other = Pipe()
        self.pipe = ValuePipe(own, self._kinds())
        with _interrupts_ignored():
            self.process = _start_process(
                other,
                importable_name(self._serve),
                importable_name(self._kinds),
                json.dumps(self._facts),
            )
        other.close()  # only the child still holds this end, so the pipe closes when the child ends
        atexit.register(self.process.kill)

    def send(self, message: object) -> None:
        """Send a value to the started process.

        Raises:
            OSError: the process has ended.
        """
        assert self.pipe is not None
        self.pipe.send(message)

    def wait(self) -> None:
        """Wait for the process to exit, for at most ``closing`` seconds."""
        if self.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(self._closing)

    def kill(self) -> None:
        """Kill the process, as if it had crashed; keep the pipe."""
        if self.process is not None:
            self.process.kill()
            self.wait()
            atexit.unregister(self.process.kill)

    def stop(self) -> None:
        """Close the pipe and kill the process."""
        if self.pipe is not None:
            self.pipe.close()
        self.kill()
        self.pipe = self.process = None


def lower_priority() -> None:
    """Give this process the lowest priority, so that it runs only while the processor is idle."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415

        # -1 is the handle of the current process.
        ctypes.windll.kernel32.SetPriorityClass(-1, IDLE_PRIORITY_CLASS)
    else:
        os.nice(LOWEST_PRIORITY)


def importable_name(function: Callable[..., object]) -> str:
    """Return the name by which another process can find a function: ``module:name``.

    Raises:
        ValueError: ``function`` is not at the top level of an importable module.
    """
    module, name = function.__module__, function.__qualname__
    if module == "__main__" or "." in name or "<" in name:
        raise ValueError(f"{module}:{name} cannot be found by another process")
    return f"{module}:{name}"


def import_function(name: str) -> Any:
    """Import and return the function that ``importable_name`` has named."""
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def run_child_process(arguments: Sequence[str]) -> None:
    """Run the function that the command line names; this is the main function of a child process.

    Args:
        arguments: the number of the inherited end of the pipe, the names of the functions ``serve``
            and ``kinds``, and the facts as JSON.
    """
    handle, serve, kinds, facts = arguments
    pipe = ValuePipe(_inherited_connection(int(handle)), import_function(kinds)())
    import_function(serve)(pipe, *json.loads(facts))


def _start_process(end: Connection, *words: str) -> subprocess.Popen[bytes]:
    """Start a process that inherits one end of a pipe."""
    if getattr(sys, "frozen", False):
        command = [sys.executable, CHILD_OPTION]
    else:
        # With -P, nothing is imported from the current folder.
        command = [sys.executable, "-P", "-c", _START, json.dumps(sys.path)]
    handle = end.fileno()
    command += [str(handle), *words]
    # A windowed program on Windows has no output streams that the child could inherit.
    outputs: dict[str, Any] = {
        name: subprocess.DEVNULL for name in ("stdout", "stderr") if getattr(sys, name) is None
    }
    if sys.platform == "win32":
        os.set_handle_inheritable(handle, True)
        info = subprocess.STARTUPINFO(lpAttributeList={"handle_list": [handle]})
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, startupinfo=info, **outputs)
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=(handle,), **outputs)


def _inherited_connection(handle: int) -> Connection:
    """Return the connection for an inherited end of a pipe."""
    if sys.platform == "win32":
        # Programs started from this process would otherwise keep the pipe open.
        os.set_handle_inheritable(handle, False)
        return connection.PipeConnection(handle)
    os.set_inheritable(handle, False)
    return Connection(handle)


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C in all processes that are started in this block; their parent ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
