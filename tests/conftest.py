"""For every test: no window, no sound, no waiting for disks, patience with slow machines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from unittest import mock

import hypothesis
import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
# As in the program; a test may load numpy before it. More threads only wait for each other.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

# The first run in a fresh clone builds tables of characters: no fault of any test.
hypothesis.settings.register_profile(
    "patient", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("patient")

# Pipes with names are a thing of Unix.
collect_ignore = [] if hasattr(os, "mkfifo") else ["test_pipes.py"]


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_disks() -> Iterator[None]:
    """No file of a test has to outlive a power cut; tests that play with saves spent most of their
    time on making sure of it."""
    with mock.patch.object(os, "fsync", lambda number: None):
        yield
