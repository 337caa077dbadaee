"""Settings for all tests: no window, no sound, no disk flushes, long time limits."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from random import Random
from unittest import mock

import hypothesis
import pytest

from hacktrick.i18n import translator
from tests.support.unix_only import UNIX_ONLY

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
# As the program does; a test may load numpy earlier. More threads would only wait for each other.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

# The first run in a fresh clone builds character tables, which makes one test slow.
hypothesis.settings.register_profile(
    "patient", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("patient")

# A number that shuffles all tests, to find those that depend on their order.
ORDER_VARIABLE = "HACKTRICK_TEST_ORDER"

# Searching for garbage as often as usual takes a fiftieth of the time.
gc.set_threshold(20_000, *gc.get_threshold()[1:])

collect_ignore = [name for name in UNIX_ONLY if "::" not in name and sys.platform == "win32"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if sys.platform == "win32":
        left_out = [item for item in items if _test_name(item) in UNIX_ONLY]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    if seed := os.environ.get(ORDER_VARIABLE):
        Random(seed).shuffle(items)


def _test_name(item: pytest.Item) -> str:
    """Return the name of a test below ``tests``, as in ``UNIX_ONLY``, without its parameters."""
    return item.nodeid.removeprefix("tests/").partition("[")[0]


@pytest.fixture(scope="module", autouse=True)
def _older_objects_are_no_garbage() -> None:
    """Leave collected tests, and what earlier files keep in memory, out of searches for garbage.

    An idle window searches all objects, which took seconds late in a run.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_disks() -> Iterator[None]:
    """Make ``fsync`` do nothing.

    No test file has to survive a power cut, and flushing took most of the time of tests that save.
    """
    with mock.patch.object(os, "fsync", lambda number: None):
        yield


@pytest.fixture(autouse=True)
def _language_is_restored() -> Iterator[None]:
    """Give the next test the language that this one found."""
    before = translator.current_language()
    yield
    if translator.current_language() != before:
        translator.set_language(before)
