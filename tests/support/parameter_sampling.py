"""Test parameters of which the quick tests run a sample, and the slow tests run the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import Any

import pytest


def product_mostly_slow(*axes: Collection[Any]) -> list[Any]:
    """Return all combinations of the axes' values, with all but a sample marked slow.

    The sample has one combination for each value of the longest axis, and contains every value of
    every axis. The n-th values of all axes are combined; a shorter axis repeats its values.
    """
    values = [list(axis) for axis in axes]
    quick = {tuple(n % len(axis) for axis in values) for n in range(max(map(len, values)))}
    places = product(*(range(len(axis)) for axis in values))
    return [
        _marked_parameters([axis[n] for axis, n in zip(values, place, strict=True)], place in quick)
        for place in places
    ]


def mostly_slow(combinations: Iterable[Sequence[Any]], step: int) -> list[Any]:
    """Return the combinations, marking all as slow except every ``step``-th."""
    return [_marked_parameters(one, n % step == 0) for n, one in enumerate(combinations)]


def mark_others_slow(values: Iterable[Any], *quick: Any) -> list[Any]:
    """Return the values, marking all as slow except those in ``quick``."""
    found = list(values)
    assert set(quick) <= set(found), "a quick one that does not exist"
    return [_marked_parameters([one], one in quick) for one in found]


def _marked_parameters(values: Iterable[Any], is_quick: bool) -> Any:
    return pytest.param(*values, marks=() if is_quick else pytest.mark.slow)
