"""The thinking process, as far as it is seen from inside."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from hacktrick.ai import worker


@pytest.fixture
def garbage() -> Iterator[None]:
    """Collected afterwards as before."""
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)
    gc.unfreeze()


@pytest.mark.usefixtures("garbage")
def test_what_is_remembered_is_searched_for_garbage_once() -> None:
    found: list[dict[str, int]] = []

    def count(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            found.append(info)

    worker.collect_when_idle()
    gc.callbacks.append(count)
    try:
        remembered = [[n] for n in range(200_000)]
        assert all(info["generation"] < 2 for info in found)
        worker.tidy()
        assert [info["generation"] for info in found].count(2) == 1
        assert gc.get_freeze_count() > len(remembered)
    finally:
        gc.callbacks.remove(count)
