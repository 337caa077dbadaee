"""Long work in short pieces, so that whoever waits for something else never waits for long.

A function in pieces is a generator: it stops wherever something more urgent may come between, and
what it returns in the end does not depend on whether that happened.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Pieces = Generator[None, None, T]


def whole(pieces: Pieces[T]) -> T:
    """All of the work at once."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            result: T = end.value
            return result
