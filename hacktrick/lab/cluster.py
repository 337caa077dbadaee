"""A Ray cluster as the crew: the work of the arena on many machines.

Ray is asked for by name when it is wanted, and is no part of the program (dependency group
``cluster``). Every machine of the cluster needs the same version of Hack Trick.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from hacktrick import __version__
from hacktrick.lab.crew import AHEAD, TRIES, CrewError, Result, Task

NAME = "ray"


@dataclass(frozen=True, slots=True)
class Cluster:
    """The machines of a cluster.

    Attributes:
        address: of the cluster, as Ray spells it; empty: the one of the environment (RAY_ADDRESS),
            or one of this machine alone, which ends with the work.
        jobs: how many processes that has; 0: one a core.
    """

    address: str = ""
    jobs: int = 0

    def in_order(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[Result]:
        """The results of ``work``, in the order of ``tasks``.

        A machine that is lost costs the tasks that were on it a second playing.

        Raises:
            CrewError: there is no Ray, no cluster, or one that loses every worker.
        """
        if tasks:
            with self.joined() as crew:
                yield from crew.in_order(work, tasks)

    @contextmanager
    def joined(self) -> Iterator[Joined]:
        """The cluster for as long as there may be more work, which spares joining it every time.

        Raises:
            CrewError: there is no Ray, or no cluster.
        """
        ray = self._connected()
        try:
            yield Joined(ray)
        finally:
            ray.shutdown()

    def _connected(self) -> Any:
        """Ray, connected to the cluster."""
        try:
            ray = import_module(NAME)
        except ImportError as error:
            raise CrewError(
                "ray is not installed (the dependency group cluster brings it)"
            ) from error
        how: dict[str, Any] = {"address": self.address} if self.address else {}
        if self.jobs and not self.address:
            how["num_cpus"] = self.jobs
        try:
            ray.init(include_dashboard=False, logging_level="ERROR", log_to_driver=False, **how)
        except (ConnectionError, OSError, ValueError, RuntimeError) as error:
            told = " ".join(str(error).split())
            raise CrewError(f"cannot join the cluster {self.address or NAME}: {told}") from error
        return ray


@dataclass(frozen=True, slots=True)
class Joined:
    """A crew that stays together."""

    ray: Any

    def in_order(self, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[Result]:
        """As ``Cluster.in_order``."""
        return _results(self.ray, work, tasks)


def _results(ray: Any, work: Callable[[Task], Result], tasks: Sequence[Task]) -> Generator[Result]:
    """In order. Only so many are handed out that none waits long to be taken."""
    play = ray.remote(num_cpus=1, max_retries=TRIES)(_played)
    given = ray.put(work)
    at_once = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
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
    """The result of a task, once it is there."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise CrewError(f"the cluster lost a deal more than {TRIES} times") from error


def _played(version: str, work: Callable[[Task], Result], task: Task) -> Result:
    """What runs on a machine of the cluster."""
    if version != __version__:
        raise CrewError(f"a machine of the cluster has hacktrick {__version__}, not {version}")
    return work(task)
