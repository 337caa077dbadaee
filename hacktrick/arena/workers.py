"""Runs tasks in worker processes or on a Ray cluster, and returns results in task order.

If a worker is killed, its task is run again.
"""

from __future__ import annotations

import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol, TypeVar

from hacktrick import __version__
from hacktrick.child_process import (
    ChildProcess,
    PipeTypes,
    ValuePipe,
    import_function,
    importable_name,
    no_pipe_types,
)

Task = TypeVar("Task")
Result = TypeVar("Result")

TRIES = 3  # tries for a task; one that has killed so many workers is likely to kill more
CLOSE_TIMEOUT = 5.0  # seconds to wait for a killed process to end
# Number of tasks submitted in advance for each worker, to limit the waiting results.
TASKS_AHEAD = 8


class WorkersError(Exception):
    """Raised if tasks cannot be run; the message gives the reason."""


class Workers(Protocol):
    """Runs tasks in this process, in other processes or on other machines."""

    def run_in_order(
        self, work: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Generator[Result]:
        """Yield ``work(task)`` for all tasks, in their order; closing the generator stops the work.

        Raises:
            WorkersError: the tasks cannot be run.
        """


class InProcessWorkers:
    """Runs tasks in this process."""

    def run_in_order(
        self, work: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Generator[Result]:
        yield from map(work, tasks)


@dataclass(frozen=True, slots=True)
class ProcessWorkers:
    """Runs tasks in ``jobs`` processes on this machine.

    The work must be a module-level function, or a ``partial`` of one with leading arguments.

    Attributes:
        kinds: a module-level function that returns the types of arguments, tasks and results.
    """

    jobs: int
    kinds: Callable[[], PipeTypes] = no_pipe_types

    def run_in_order(
        self, work: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Generator[Result]:
        run = _WorkerRun(work, tasks, min(self.jobs, len(tasks)), self.kinds)
        try:
            yield from run.results()
        finally:
            run.kill_workers()


class _WorkerRun:
    """The state of one run with several worker processes."""

    def __init__(
        self,
        work: Callable[[Any], Any],
        tasks: Sequence[Any],
        n_workers: int,
        kinds: Callable[[], PipeTypes],
    ) -> None:
        self._work, self._tasks, self._kinds = work, tasks, kinds
        self._waiting = deque(range(len(tasks)))
        self._tries = [0] * len(tasks)
        self._done: dict[int, Any] = {}
        self._workers = [_Worker(work, kinds) for _ in range(n_workers)]

    def results(self) -> Iterator[Any]:
        for number in range(len(self._tasks)):
            while number not in self._done:
                self._assign_tasks(number)
                self._collect_results()
            yield self._done.pop(number)

    def _assign_tasks(self, wanted: int) -> None:
        """Give a task to each idle worker, unless the task is too far ahead of the wanted one."""
        limit = wanted + TASKS_AHEAD * len(self._workers)
        for worker in self._workers:
            if worker.task is None and self._waiting and self._waiting[0] < limit:
                number = self._waiting.popleft()
                self._tries[number] += 1
                worker.begin_task(number, self._tasks[number])

    def _collect_results(self) -> None:
        """Wait for a result, then fetch all results that are ready."""
        busy = {worker.connection: worker for worker in self._workers if worker.task is not None}
        for connection in wait(list(busy)):
            worker = busy[connection]  # type: ignore[index]
            try:
                has_failed, result = worker.receive_result()
            except (EOFError, OSError):
                self._replace_worker(worker)
                continue
            if has_failed:
                raise WorkersError(result)
            assert worker.task is not None
            self._done[worker.task], worker.task = result, None

    def _replace_worker(self, worker: _Worker) -> None:
        """Replace a killed worker and run its task next."""
        number = worker.task
        assert number is not None
        worker.kill()
        if self._tries[number] == TRIES:
            raise WorkersError(f"{TRIES} processes that played deal {number} were killed")
        self._waiting.appendleft(number)
        self._workers[self._workers.index(worker)] = _Worker(self._work, self._kinds)

    def kill_workers(self) -> None:
        for worker in self._workers:
            worker.kill()


class _Worker:
    """A process that runs tasks.

    Attributes:
        task: the number of the current task; None if the process is idle.
    """

    def __init__(self, work: Callable[[Any], Any], kinds: Callable[[], PipeTypes]) -> None:
        function, arguments = (work.func, work.args) if isinstance(work, partial) else (work, ())
        self.task: int | None = None
        self._process = ChildProcess(
            serve_tasks, importable_name(function), closing=CLOSE_TIMEOUT, kinds=kinds
        )
        self._process.start()
        self._send_if_alive(arguments)

    @property
    def connection(self) -> Connection:
        assert self._process.pipe is not None
        return self._process.pipe.connection

    def begin_task(self, number: int, task: Any) -> None:
        self.task = number
        self._send_if_alive(task)

    def _send_if_alive(self, value: Any) -> None:
        with suppress(OSError):  # a dead process is noticed when its result is awaited
            self._process.send(value)

    def receive_result(self) -> tuple[bool, Any]:
        """Wait for the task to end; return whether it failed, and the reason or the result."""
        assert self._process.pipe is not None
        has_failed, result = self._process.pipe.recv()
        return has_failed, result

    def kill(self) -> None:
        self._process.stop()


def serve_tasks(pipe: ValuePipe, function: str) -> None:
    """Run tasks until the parent closes the pipe; this is the main function of a worker process.

    The first value received is a tuple of arguments that precede each task in the call.

    Args:
        function: the name of the work function, as ``module:name``.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles interrupts
    work = import_function(function)
    with suppress(EOFError, OSError):
        arguments = pipe.recv()
        while True:
            task = pipe.recv()
            try:
                answer = (False, work(*arguments, task))
            except Exception as error:
                traceback.print_exc(file=sys.stderr)
                answer = (True, f"a worker failed: {type(error).__name__}: {error}")
            pipe.send(answer)


RAY_PACKAGE = "ray"


@dataclass(frozen=True, slots=True)
class RayCluster:
    """The machines of a Ray cluster.

    Attributes:
        address: the address of the cluster. If it is empty, the environment variable RAY_ADDRESS
            gives the address; without that, a temporary cluster is started on this machine.
        jobs: the number of processes of a temporary cluster; 0 for one per core.
    """

    address: str = ""
    jobs: int = 0

    def run_in_order(
        self, work: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Generator[Result]:
        """Yield the results of ``work`` in the order of ``tasks``.

        If a machine is lost, its tasks are run again.

        Raises:
            WorkersError: Ray is not installed, there is no cluster, or all its workers are lost.
        """
        if tasks:
            with self.connected_workers() as workers:
                yield from workers.run_in_order(work, tasks)

    @contextmanager
    def connected_workers(self) -> Iterator[RayWorkers]:
        """Connect to the cluster for the length of a ``with`` block, and provide its workers.

        Raises:
            WorkersError: Ray is not installed, or there is no cluster.
        """
        ray = self._connect()
        try:
            yield RayWorkers(ray)
        finally:
            ray.shutdown()

    def _connect(self) -> Any:
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
    """The workers of a cluster to which this process is connected."""

    ray: Any

    def run_in_order(
        self, work: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Generator[Result]:
        """Like ``RayCluster.run_in_order``, with the existing connection."""
        return _ray_results(self.ray, work, tasks)


def _ray_results(
    ray: Any, work: Callable[[Task], Result], tasks: Sequence[Task]
) -> Generator[Result]:
    """Yield the results of ``work`` in order; submit only a limited number of tasks in advance."""
    play = ray.remote(num_cpus=1, max_retries=TRIES)(_run_remote_task)
    given = ray.put(work)
    at_once = TASKS_AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    coming: dict[int, Any] = {}
    try:
        for number in range(len(tasks)):
            for other in range(number, min(len(tasks), number + at_once)):
                if other not in coming:
                    coming[other] = play.remote(__version__, given, tasks[other])
            yield _await_result(ray, coming[number])
            del coming[number]
    finally:
        for reference in coming.values():
            with suppress(Exception):  # the cluster may be gone
                ray.cancel(reference, force=True)


def _await_result(ray: Any, reference: Any) -> Any:
    """Wait for the result of a task and return it."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise WorkersError(f"the cluster lost a deal more than {TRIES} times") from error


def _run_remote_task(version: str, work: Callable[[Task], Result], task: Task) -> Result:
    """Run a task on a machine of the cluster.

    Args:
        version: the version of the program that sent the task; a machine with another version
            refuses the task.
    """
    if version != __version__:
        raise WorkersError(f"a machine of the cluster has hacktrick {__version__}, not {version}")
    return work(task)
