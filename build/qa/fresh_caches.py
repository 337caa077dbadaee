"""For build/qa/mutate.py alone: before each test, what functions remember is forgotten.

A line behind a cache runs in the first test that needs it and in no other, so that coverage would
give it to that test alone. A plugin of pytest, loaded for the run with coverage only.
"""

from __future__ import annotations

import gc
from functools import lru_cache

CACHE = type(lru_cache(lambda: None))
# What build/qa/mutate.py looks at.
PARTS = (
    "hacktrick.game.",
    "hacktrick.match.",
    "hacktrick.coach.",
    "hacktrick.app.",
    "hacktrick.ai.worlds",
)


def pytest_runtest_setup() -> None:
    for found in gc.get_objects():
        if type(found) is CACHE and str(found.__module__).startswith(PARTS):
            found.cache_clear()
