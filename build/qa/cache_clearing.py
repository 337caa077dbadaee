"""A pytest plugin for build/qa/mutate.py that clears all function caches before each test.

A line behind a cache runs only in the first test that needs it, so coverage would credit that test
alone. The plugin is loaded only for the run with coverage.
"""

from __future__ import annotations

import gc
from functools import lru_cache

CACHE = type(lru_cache(lambda: None))
# The scope of build/qa/mutate.py.
PARTS = (
    "hacktrick.game.",
    "hacktrick.match.",
    "hacktrick.coach.",
    "hacktrick.app.",
    "hacktrick.ai.possible_worlds",
)


def pytest_runtest_setup() -> None:
    for found in gc.get_objects():
        if type(found) is CACHE and str(found.__module__).startswith(PARTS):
            found.cache_clear()
