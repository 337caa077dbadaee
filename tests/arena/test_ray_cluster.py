"""The arena on a cluster, with a stand-in for Ray.

``build/qa/cluster_check.py`` tries the real one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from hacktrick import cli
from hacktrick.arena import workers
from hacktrick.arena.contest_runner import Contest, run_contest
from hacktrick.arena.contestants import read_contestant
from hacktrick.arena.workers import TASKS_AHEAD, RayCluster, WorkersError
from hacktrick.game.editions import PRESETS

N_CORES = 2


class RayError(Exception):
    pass


class RayTaskError(RayError):
    def __init__(self, cause: Exception) -> None:
        super().__init__("many lines\nof a trace")
        self.cause = cause


class FakeRay(ModuleType):
    """Runs a task when its result is requested, and records its arguments."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.settings: dict[str, Any] = {}
        self.open: set[int] = set()
        self.most_open = self.n_given = 0
        self.lost = False
        self.exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)

    def init(self, **how: Any) -> None:
        if how.get("address") == "nowhere:1":
            raise ConnectionError("nobody\nis there")
        self.settings = how

    def put(self, value: Any) -> Any:
        return value

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(N_CORES)}

    def remote(self, **how: Any) -> Callable[[Callable[..., Any]], Any]:
        def wrapped(work: Callable[..., Any]) -> Any:
            return SimpleNamespace(remote=lambda *given: self._given(lambda: work(*given)))

        return wrapped

    def _given(self, task: Callable[[], Any]) -> tuple[int, Callable[[], Any]]:
        self.n_given += 1
        self.open.add(self.n_given)
        self.most_open = max(self.most_open, len(self.open))
        return self.n_given, task

    def get(self, reference: tuple[int, Callable[[], Any]]) -> Any:
        number, task = reference
        self.open.discard(number)
        if self.lost:
            raise RayError("the worker died")
        try:
            return task()
        except Exception as error:
            raise RayTaskError(error) from error

    def cancel(self, reference: tuple[int, Callable[[], Any]], force: bool) -> None:
        self.open.discard(reference[0])

    def shutdown(self) -> None:
        assert not self.open, "nothing goes on behind our back"
        self.settings["ended"] = True


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


def double(number: int) -> int:
    return 2 * number


def raise_for(number: int) -> int:
    raise ValueError(f"not {number}")


def test_results_come_in_order_with_few_tasks_submitted_ahead(ray: FakeRay) -> None:
    tasks: Sequence[int] = range(100)
    assert list(RayCluster().run_in_order(double, tasks)) == [2 * n for n in tasks]
    assert ray.n_given == 100 and ray.most_open <= TASKS_AHEAD * N_CORES and ray.settings["ended"]


def test_a_cluster_gives_the_same_results_as_this_process(ray: FakeRay) -> None:
    contest = Contest(
        PRESETS["keypad"], (read_contestant("level:2"), read_contestant("level:1")), 3
    )
    found = [[p.by for p in pair] for _, pair in run_contest(contest, 4, RayCluster("here:1"))]
    assert ray.settings["address"] == "here:1" and "num_cpus" not in ray.settings
    assert found == [[p.by for p in pair] for _, pair in run_contest(contest, 4)]


def test_unneeded_tasks_are_cancelled(ray: FakeRay) -> None:
    results = RayCluster(jobs=3).run_in_order(double, range(50))
    assert next(results) == 0
    results.close()
    assert not ray.open and ray.settings["num_cpus"] == 3


def test_an_error_of_the_task_is_raised(ray: FakeRay) -> None:
    with pytest.raises(ValueError, match=r"^not 0$"):
        list(RayCluster().run_in_order(raise_for, range(3)))


def test_a_cluster_that_loses_every_worker_ends_with_an_error(ray: FakeRay) -> None:
    ray.lost = True
    with pytest.raises(WorkersError, match="the cluster lost a deal"):
        list(RayCluster().run_in_order(double, range(3)))


def test_machines_with_another_version_are_refused(
    ray: FakeRay, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = RayCluster().run_in_order(double, range(3))
    assert next(results) == 0
    monkeypatch.setattr(workers, "__version__", "99")
    with pytest.raises(WorkersError, match="has hacktrick 99, not"):
        list(results)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--on", "dask"), "'dask' is not ray or ray:ADDRESS"),
        (("--on", "ray:nowhere:1"), "cannot join the cluster nowhere:1: nobody is there"),
    ],
)
def test_an_unreachable_cluster_gives_one_sentence(
    ray: FakeRay, capsys: pytest.CaptureFixture[str], words: tuple[str, str], sentence: str
) -> None:
    assert cli.main(["arena", "level:1", "level:1", "--rounds", "2", *words]) == cli.FAILED
    error = capsys.readouterr().err
    assert sentence in error and error.count("\n") == 1


def test_without_ray_one_sentence_names_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert cli.main(["round-robin", "level:1", "level:1", "--on", "ray"]) == cli.FAILED
    assert "ray is not installed" in capsys.readouterr().err
