"""What a learner is told by ``hacktrick-train``: the messages of learner.hpp, and the mirror.

Every message is three int32 (kind and two numbers), then arrays as they lie in memory.
"""

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]

WEIGHTS, LESSONS, STEPS = 1, 2, 3
N_OUT = 4


class Gone(Exception):
    """Nobody tells anything any more."""


class Lessons(NamedTuple):
    """Some lessons, and where they are kept. Of n lessons with all in all r hands.

    Attributes:
        place: ``(n,)``, of each lesson; what lay there before is forgotten.
        rows: ``(n,)``, how many hands each has; they follow each other in the arrays of r rows.
        public: ``(n, 208)``, and so on: what the net sees (features.hpp).
        target: ``(r, 4)``, chances of the four ends.
        weight: ``(r,)``, of the hand in the loss.
    """

    place: Ints
    rows: Ints
    public: Floats
    belief: Floats
    fixed: Floats
    moving: Floats
    target: Floats
    weight: Floats


def reversing(*parts: tuple[int, int]) -> npt.NDArray[np.int64]:
    """The columns of mirrored features, in the order of the plain ones.

    Args:
        parts: from left to right: how many cards or keys a part tells of (1: of neither), and how
            many columns each of them has.
    """
    ends = np.cumsum([0, *(n * width for n, width in parts)])
    columns = [
        np.arange(a, b).reshape(n, width)[::-1].ravel()
        for (n, width), (a, b) in zip(parts, pairwise(ends), strict=True)
    ]
    return np.concatenate(columns)


_CARDS, _KEYS = 6, 9
_STATS = ((_CARDS, 1), (_CARDS, 1), (_CARDS, 1), (1, 1))
MIRRORS = {
    "public": reversing(
        *((_KEYS, 6), (_KEYS, 4), (_CARDS, 2), (_CARDS, 1), (_CARDS, 3), (_CARDS, 1), (1, 76))
    ),
    "belief": reversing(*_STATS, *_STATS),
    "fixed": reversing((1, 1), (_CARDS, 3), (1, 3), (_CARDS, 1), (_CARDS, 1), (1, 1)),
    "moving": reversing(*_STATS, (1, 1)),
}
"""Card c seen as 5-c, key k as 10-k: where each column of the features comes from."""


def read_header(stream: BinaryIO) -> tuple[int, int, int]:
    """Kind and numbers of the next message.

    Raises:
        Gone: there is none.
    """
    kind, a, b = (int(x) for x in read_array(stream, np.int32, (3,)))
    return kind, a, b


def read_array(stream: BinaryIO, kind: npt.DTypeLike, shape: tuple[int, ...]) -> Any:
    """Raises: Gone: the stream has ended."""
    size = np.dtype(kind).itemsize * prod(shape)
    read = bytearray(stream.read(size))
    if len(read) < size:
        raise Gone
    return np.frombuffer(read, kind).reshape(shape)


def read_lessons(stream: BinaryIO, n: int, r: int) -> Lessons:
    """The arrays after the header ``(LESSONS, n, r)``."""
    widths = [len(mirror) for mirror in MIRRORS.values()]
    shapes = [(n, widths[0]), (n, widths[1]), (r, widths[2]), (r, widths[3]), (r, N_OUT), (r,)]
    places = [read_array(stream, np.int32, (n,)) for _ in range(2)]
    return Lessons(*places, *(read_array(stream, np.float32, shape) for shape in shapes))
