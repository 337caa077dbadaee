"""The worker process, tested within the test's own process."""

from __future__ import annotations

import gc

from hacktrick.coach import thinking_worker


def test_cached_objects_are_scanned_for_garbage_once() -> None:
    found: list[dict[str, int]] = []

    def count(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            found.append(info)

    before = gc.get_threshold()
    gc.callbacks.append(count)
    try:
        with thinking_worker.no_automatic_garbage_collection():
            remembered = [[n] for n in range(200_000)]
            assert all(info["generation"] < 2 for info in found)
            thinking_worker.collect_garbage()
            assert [info["generation"] for info in found].count(2) == 1
            assert gc.get_freeze_count() > len(remembered)
    finally:
        gc.callbacks.remove(count)
    assert gc.get_threshold() == before and not gc.get_freeze_count()
