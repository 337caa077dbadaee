"""The sampling of test parameters tries every value quickly and loses no combination."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.support.parameter_sampling import mark_others_slow, mostly_slow, product_mostly_slow


def short_parameters(parameters: list[Any]) -> list[tuple[Any, ...]]:
    return [one.values for one in parameters if not one.marks]


@pytest.mark.parametrize("axes", [("abc", range(2)), ("ab", range(5)), ("ab", "cd", "efg")])
def test_every_value_of_every_axis_occurs_in_a_quick_combination(axes: tuple[Any, ...]) -> None:
    found = product_mostly_slow(*axes)
    assert [one.values for one in found] == list(product(*axes))
    for n, axis in enumerate(axes):
        assert {values[n] for values in short_parameters(found)} == set(axis)
    assert len(short_parameters(found)) == max(map(len, axes))


def test_one_of_every_few_combinations_is_quick() -> None:
    found = mostly_slow(product("abcde", "xy"), 3)
    assert short_parameters(found) == [("a", "x"), ("b", "y"), ("d", "x"), ("e", "y")]
    assert len(found) == 10


def test_only_the_named_values_are_quick() -> None:
    assert (
        short_parameters(mark_others_slow("abc", "b")) == [("b",)]
        and len(mark_others_slow("abc", "b")) == 3
    )
    with pytest.raises(AssertionError):
        mark_others_slow("abc", "d")
