"""A pytest plugin for build/qa/mutate.py that clears all function caches before each test.

A line behind a cache runs only in the first test that needs it, so coverage would credit that test
alone. The plugin is loaded only for the run with coverage.
"""

from __future__ import annotations

import sys
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
    clear_function_caches(PARTS)


def clear_function_caches(module_prefixes: str | tuple[str, ...]) -> None:
    """Empty the function caches of the loaded modules whose names begin with a prefix."""
    # The garbage collector no longer knows the caches, since tests/conftest.py freezes them.
    for name, module in tuple(sys.modules.items()):
        if name.startswith(module_prefixes):
            for one in vars(module).values():
                if type(one) is CACHE:
                    one.cache_clear()
