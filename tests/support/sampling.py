"""Combinations of parameters: the quick tests run a sample of them, the slow ones the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import Any

import pytest


def cross_sample(*axes: Collection[Any]) -> list[Any]:
    """Return one combination for each value of the longest axis, and the rest marked slow.

    Every value of every axis occurs in a quick combination: the n-th of one meets the n-th of the
    others, and a shorter axis starts again.
    """
    values = [list(axis) for axis in axes]
    quick = {tuple(n % len(axis) for axis in values) for n in range(max(map(len, values)))}
    places = product(*(range(len(axis)) for axis in values))
    return [
        _parameters([axis[n] for axis, n in zip(values, place, strict=True)], place in quick)
        for place in places
    ]


def sample_each(combinations: Iterable[Sequence[Any]], step: int) -> list[Any]:
    """Return the combinations, marking as slow all but one of each ``step`` in order."""
    return [_parameters(one, n % step == 0) for n, one in enumerate(combinations)]


def mark_others_slow(values: Iterable[Any], *quick: Any) -> list[Any]:
    """Return the values, marking as slow all but the ``quick`` ones."""
    found = list(values)
    assert set(quick) <= set(found), "a quick one that does not exist"
    return [_parameters([one], one in quick) for one in found]


def _parameters(values: Iterable[Any], is_quick: bool) -> Any:
    return pytest.param(*values, marks=() if is_quick else pytest.mark.slow)
