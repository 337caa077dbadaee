"""Runs tasks in worker processes and returns results in task order.

If a worker is killed, its task is run again.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol, TypeVar

from hacktrick import __version__

Task = TypeVar("Task")
Result = TypeVar("Result")

TRIES = 3  # per task; one that kills as many workers will kill the next
TASKS_AHEAD = 8  # per worker; limits the results that wait to be taken


class WorkersError(Exception):
    """The work cannot be done; the text says why."""


class Workers(Protocol):
    """Runs tasks."""

    def in_order(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[Result]:
        """Yield the results of ``work`` in the order of ``tasks``; closing the generator stops the
        work.

        Raises:
            WorkersError: no worker can do it.
        """


class InProcessWorkers:
    """Runs tasks in this process."""

    def in_order(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[Result]:
        yield from map(work, tasks)


@dataclass(frozen=True, slots=True)
class ProcessWorkers:
    """Runs tasks in ``jobs`` processes of this machine."""

    jobs: int

    def in_order(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[Result]:
        run = _WorkerRun(work, tasks, min(self.jobs, len(tasks)))
        try:
            yield from run.results()
        finally:
            run.end()


class _WorkerRun:
    """One run of the worker processes."""

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
        """Give a task to each idle worker, but not too far ahead of the wanted one."""
        limit = wanted + TASKS_AHEAD * len(self._workers)
        for worker in self._workers:
            if worker.task is None and self._waiting and self._waiting[0] < limit:
                number = self._waiting.popleft()
                self._tries[number] += 1
                worker.begin(number, self._tasks[number])

    def _collect(self) -> None:
        """Wait for at least one result and take all that are ready."""
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
        """Replace a killed worker and put its task first in line."""
        number = worker.task
        assert number is not None
        worker.kill()
        if self._tries[number] == TRIES:
            raise WorkersError(f"{TRIES} processes that played deal {number} were killed")
        self._waiting.appendleft(number)
        self._workers[self._workers.index(worker)] = _Worker(self._work)

    def end(self) -> None:
        for worker in self._workers:
            worker.kill()


@dataclass(frozen=True, slots=True)
class _Failed:
    """The error that the work itself raised; another worker would not help."""

    error: Exception


@dataclass(slots=True, eq=False)
class _Worker:
    """A process and the pipe to it.

    Attributes:
        task: the number of its current task; None if it is idle.
    """

    work: Callable[[Any], Any]
    task: int | None = None
    pipe: Connection = field(init=False)
    process: SpawnProcess = field(init=False)

    def __post_init__(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(self.work, theirs))
        self.process.start()
        theirs.close()  # so that the pipe ends if the process dies

    def begin(self, number: int, task: Any) -> None:
        self.task = number
        with suppress(OSError):  # a dead process is noticed when its result is awaited
            self.pipe.send(task)

    def finish(self) -> Any:
        return self.pipe.recv()

    def kill(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


def _serve(work: Callable[[Any], Any], pipe: Connection) -> None:
    """Run tasks until the other end is closed; the main function of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles interrupts
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


RAY_PACKAGE = "ray"


@dataclass(frozen=True, slots=True)
class RayCluster:
    """The machines of a Ray cluster.

    Attributes:
        address: the address of the cluster; if empty, the one in RAY_ADDRESS, or a temporary
            cluster on this machine.
        jobs: the number of processes of a temporary cluster; 0 for one per core.
    """

    address: str = ""
    jobs: int = 0

    def in_order(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[Result]:
        """Yield the results of ``work`` in the order of ``tasks``.

        The tasks of a lost machine are run again.

        Raises:
            WorkersError: Ray is not installed, there is no cluster, or it loses every worker.
        """
        if tasks:
            with self.connected() as workers:
                yield from workers.in_order(work, tasks)

    @contextmanager
    def connected(self) -> Iterator[RayWorkers]:
        """Stay connected to the cluster, for several runs.

        Raises:
            WorkersError: Ray is not installed, or there is no cluster.
        """
        ray = self._connected()
        try:
            yield RayWorkers(ray)
        finally:
            ray.shutdown()

    def _connected(self) -> Any:
        """Connect to the cluster and return the Ray module."""
        try:
            ray = import_module(RAY_PACKAGE)
        except ImportError as error:
            raise WorkersError(
                "ray is not installed (the dependency group cluster brings it)"
            ) from error
        how: dict[str, Any] = {"address": self.address} if self.address else {}
        if self.jobs and not self.address:
            how["num_cpus"] = self.jobs
        try:
            ray.init(include_dashboard=False, logging_level="ERROR", log_to_driver=False, **how)
        except (ConnectionError, OSError, ValueError, RuntimeError) as error:
            reason = " ".join(str(error).split())
            raise WorkersError(
                f"cannot join the cluster {self.address or RAY_PACKAGE}: {reason}"
            ) from error
        return ray


@dataclass(frozen=True, slots=True)
class RayWorkers:
    """The workers of a connected cluster."""

    ray: Any

    def in_order(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[Result]:
        """Run tasks like ``RayCluster.in_order``."""
        return _results(self.ray, work, tasks)


def _results(ray: Any, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[Result]:
    """Yield results in order, with a limited number of tasks submitted ahead."""
    play = ray.remote(num_cpus=1, max_retries=TRIES)(_played)
    given = ray.put(work)
    at_once = TASKS_AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    coming: dict[int, Any] = {}
    try:
        for number in range(len(tasks)):
            for other in range(number, min(len(tasks), number + at_once)):
                if other not in coming:
                    coming[other] = play.remote(__version__, given, tasks[other])
            yield _taken(ray, coming[number])
            del coming[number]
    finally:
        for reference in coming.values():
            with suppress(Exception):  # the cluster may be gone
                ray.cancel(reference, force=True)


def _taken(ray: Any, reference: Any) -> Any:
    """Return the result of a task, waiting for it."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise WorkersError(f"the cluster lost a deal more than {TRIES} times") from error


def _played(version: str, work: Callable[[Task], Result], task: Task) -> Result:
    """Run a task on a machine of the cluster."""
    if version != __version__:
        raise WorkersError(f"a machine of the cluster has hacktrick {__version__}, not {version}")
    return work(task)
