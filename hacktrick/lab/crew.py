"""Many processes at the same work: results in the order of the tasks, whoever did them.

A worker that is killed costs its task a second playing and nothing else.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

TRIES = 3  # for one task: what kills as many workers will kill the next
AHEAD = 8  # tasks a worker that may be done before the result of the first is taken


class CrewError(Exception):
    """The work cannot be done; the text says why."""


class Crew(Protocol):
    """Who does the work."""

    def in_order(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[Result]:
        """The results of ``work``, in the order of ``tasks``; closing it ends the work.

        Raises:
            CrewError: there is nobody who could do it.
        """


class Alone:
    """This process itself."""

    def in_order(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[Result]:
        yield from map(work, tasks)


@dataclass(frozen=True, slots=True)
class Processes:
    """So many processes of this machine."""

    jobs: int

    def in_order(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[Result]:
        shift = _Shift(work, tasks, min(self.jobs, len(tasks)))
        try:
            yield from shift.results()
        finally:
            shift.end()


class _Shift:
    """One run of the workers."""

    def __init__(self, work: Callable[[Any], Any], tasks: Sequence[Any], n_workers: int) -> None:
        self._work, self._tasks = work, tasks
        self._waiting = deque(range(len(tasks)))
        self._tries = [0] * len(tasks)
        self._done: dict[int, Any] = {}
        self._workers = [_Worker(work) for _ in range(n_workers)]

    def results(self) -> Iterator[Any]:
        for number in range(len(self._tasks)):
            while number not in self._done:
                self._hand_out(number)
                self._collect()
            yield self._done.pop(number)

    def _hand_out(self, wanted: int) -> None:
        """A task for everybody who has none, but not too far ahead of the one wanted."""
        limit = wanted + AHEAD * len(self._workers)
        for worker in self._workers:
            if worker.task is None and self._waiting and self._waiting[0] < limit:
                number = self._waiting.popleft()
                self._tries[number] += 1
                worker.begin(number, self._tasks[number])

    def _collect(self) -> None:
        """What is finished by now, at least one thing."""
        busy = {worker.pipe: worker for worker in self._workers if worker.task is not None}
        for pipe in wait(list(busy)):
            worker = busy[pipe]  # type: ignore[index]
            try:
                result = worker.finish()
            except (EOFError, OSError):
                self._replace(worker)
                continue
            if isinstance(result, _Failed):
                raise result.error
            assert worker.task is not None
            self._done[worker.task], worker.task = result, None

    def _replace(self, worker: _Worker) -> None:
        """A worker has been killed: another one does its task, first of all."""
        number = worker.task
        assert number is not None
        worker.kill()
        if self._tries[number] == TRIES:
            raise CrewError(f"{TRIES} processes that played deal {number} were killed")
        self._waiting.appendleft(number)
        self._workers[self._workers.index(worker)] = _Worker(self._work)

    def end(self) -> None:
        for worker in self._workers:
            worker.kill()


@dataclass(frozen=True, slots=True)
class _Failed:
    """The work itself raised ``error``: no worker would do better."""

    error: Exception


@dataclass(slots=True, eq=False)
class _Worker:
    """A process and the pipe to it. ``task``: the number of what it is busy with."""

    work: Callable[[Any], Any]
    task: int | None = None
    pipe: Connection = field(init=False)
    process: SpawnProcess = field(init=False)

    def __post_init__(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(self.work, theirs))
        self.process.start()
        theirs.close()  # so that a death is seen as the end of the pipe

    def begin(self, number: int, task: Any) -> None:
        self.task = number
        with suppress(OSError):  # it has died: the end of the pipe tells
            self.pipe.send(task)

    def finish(self) -> Any:
        return self.pipe.recv()

    def kill(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


def _serve(work: Callable[[Any], Any], pipe: Connection) -> None:
    """What a worker runs, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's to handle
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            result = work(task)
        except Exception as error:
            result = _Failed(error)
        try:
            pipe.send(result)
        except OSError:
            return
