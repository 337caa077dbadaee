"""The garbage collector runs a full collection only while nothing moves."""

from __future__ import annotations

import gc
import weakref

import pytest

from hacktrick.ui.window.game_window import (
    COLLECTION_SECONDS_BUSY,
    COLLECTION_SECONDS_IDLE,
    IDLE_AFTER_SECONDS,
    GcScheduler,
)


class SelfReference:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def _only_new_objects_are_searched() -> None:
    """Exclude the objects of other tests, with which each collection would take seconds."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def gc_scheduler() -> GcScheduler:
    return GcScheduler()


def old_ring() -> weakref.ref[SelfReference]:
    """Return a dead ring that only a full collection finds."""
    ring = SelfReference()
    gc.collect()
    return weakref.ref(ring)


def test_python_runs_no_full_collection_while_the_window_is_open(gc_scheduler: GcScheduler) -> None:
    before = gc.get_threshold()
    gc_scheduler.start()
    try:
        ring, searched = old_ring(), gc.get_stats()[2]["collections"]
        kept = [[] for _n in range(200_000)]  # type: list[list[int]]
        assert kept and ring() is not None
        assert gc.get_stats()[2]["collections"] == searched
    finally:
        gc_scheduler.stop()
    assert gc.get_threshold() == before


def test_a_full_collection_runs_once_nothing_moves(gc_scheduler: GcScheduler) -> None:
    ring = old_ring()
    gc_scheduler.advance_and_collect_if_due(COLLECTION_SECONDS_IDLE, IDLE_AFTER_SECONDS / 2)
    assert ring() is not None
    gc_scheduler.advance_and_collect_if_due(0.0, IDLE_AFTER_SECONDS)
    assert ring() is None
    ring = old_ring()
    gc_scheduler.advance_and_collect_if_due(COLLECTION_SECONDS_IDLE / 2, IDLE_AFTER_SECONDS)
    assert ring() is not None


def test_constant_motion_allows_a_full_collection_between_two_movements(
    gc_scheduler: GcScheduler,
) -> None:
    ring = old_ring()
    gc_scheduler.advance_and_collect_if_due(COLLECTION_SECONDS_BUSY / 2, 0.0)
    assert ring() is not None
    gc_scheduler.advance_and_collect_if_due(COLLECTION_SECONDS_BUSY / 2, 0.0)
    assert ring() is None


def test_no_collection_runs_if_nothing_happened_since_the_last_one(
    gc_scheduler: GcScheduler,
) -> None:
    gc_scheduler.advance_and_collect_if_due(COLLECTION_SECONDS_IDLE, IDLE_AFTER_SECONDS)
    ring = old_ring()
    for n in range(1, 20):
        gc_scheduler.advance_and_collect_if_due(
            COLLECTION_SECONDS_IDLE, IDLE_AFTER_SECONDS + n * COLLECTION_SECONDS_IDLE
        )
    assert ring() is not None
    gc_scheduler.advance_and_collect_if_due(IDLE_AFTER_SECONDS, IDLE_AFTER_SECONDS)
    assert ring() is None
