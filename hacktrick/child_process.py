"""A child process with one pipe, started when it is first needed."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from hacktrick.online.protocol.json_values import Kinds, ValuePipe


class ChildProcess:
    """One process after the other, each with a pipe of its own.

    Args:
        serve: what a process runs, with its end of the pipe and ``facts``.
        closing: seconds that a dying process is waited for.
        kinds: what may come through the pipe, told when it is first needed; None: anything, for
            a process that hears no strangers.

    Attributes:
        process: the one that was started last; None once it has been stopped.
        pipe: the end of its pipe that is here.
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
        """Whether there is a process that has not died."""
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
        other.close()  # so that its death is seen as the end of the pipe

    def send(self, said: object) -> None:
        """Put a value into the pipe of the started process.

        Raises:
            OSError: nobody is at the other end.
        """
        assert self.pipe is not None
        self.pipe.send(said)

    def kill(self) -> None:
        """End the process as a crash would; its pipe stays."""
        if self.process is not None:
            self.process.kill()
            self.process.join(self._closing)

    def stop(self) -> None:
        """No process and no pipe are left."""
        if self.pipe is not None:
            self.pipe.close()
        self.kill()
        self.pipe = self.process = None


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """A process that is started meanwhile takes no notice of Ctrl-C from its first moment: the
    program that has started it decides what becomes of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
