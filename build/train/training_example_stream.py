"""Reads and mirrors the training examples that ``hacktrick-train`` sends to a learner.

A message (learner.hpp) is three int32, its kind and two numbers, and then arrays in their memory
layout.
"""

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]

WEIGHTS, EXAMPLES, STEPS = 1, 2, 3
N_OUT = 4


class StreamEnded(Exception):
    """Raised if a stream ends before or within a message."""


class TrainingExamples(NamedTuple):
    """A set of n training examples with r hands in total, and the indices at which to store them.

    Attributes:
        place: ``(n,)``, the index in the replay buffer at which each example replaces the old one.
        rows: ``(n,)``, the number of hands of each example; they are consecutive in the arrays of r
            rows.
        public: ``(n, 208)``; this and the next three are the inputs of the net (features.hpp).
        target: ``(r, 4)``, the chances of the four ends.
        weight: ``(r,)``, the weight of each hand in the loss.
    """

    place: Ints
    rows: Ints
    public: Floats
    belief: Floats
    fixed: Floats
    moving: Floats
    target: Floats
    weight: Floats


def mirrored_feature_columns(*parts: tuple[int, int]) -> npt.NDArray[np.int64]:
    """Return, for each column of features, the column that has its value after mirroring.

    Args:
        parts: from left to right, the number of cards or keys that a part describes (1 for neither)
            and the number of columns for each.
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
    "public": mirrored_feature_columns(
        *((_KEYS, 6), (_KEYS, 4), (_CARDS, 2), (_CARDS, 1), (_CARDS, 3), (_CARDS, 1), (1, 76))
    ),
    "belief": mirrored_feature_columns(*_STATS, *_STATS),
    "fixed": mirrored_feature_columns(
        (1, 1), (_CARDS, 3), (1, 3), (_CARDS, 1), (_CARDS, 1), (1, 1)
    ),
    "moving": mirrored_feature_columns(*_STATS, (1, 1)),
}
"""For each column of mirrored features, its plain column: card c becomes 5-c, key k 10-k."""


def read_message_header(stream: BinaryIO) -> tuple[int, int, int]:
    """Read the header of a message: its kind and two numbers.

    Raises:
        StreamEnded: the stream has ended.
    """
    kind, a, b = (int(x) for x in read_array(stream, np.int32, (3,)))
    return kind, a, b


def read_array(stream: BinaryIO, kind: npt.DTypeLike, shape: tuple[int, ...]) -> Any:
    """Read one array of a message.

    Raises:
        StreamEnded: the stream has ended.
    """
    size = np.dtype(kind).itemsize * prod(shape)
    read = bytearray(stream.read(size))
    if len(read) < size:
        raise StreamEnded
    return np.frombuffer(read, kind).reshape(shape)


def read_examples(stream: BinaryIO, n_examples: int, r: int) -> TrainingExamples:
    """Read the arrays that follow the header ``(EXAMPLES, n, r)``.

    Raises:
        StreamEnded: the stream has ended.
    """
    widths = [len(mirror) for mirror in MIRRORS.values()]
    shapes = [
        (n_examples, widths[0]),
        (n_examples, widths[1]),
        (r, widths[2]),
        (r, widths[3]),
        (r, N_OUT),
        (r,),
    ]
    places = [read_array(stream, np.int32, (n_examples,)) for _ in range(2)]
    return TrainingExamples(*places, *(read_array(stream, np.float32, shape) for shape in shapes))
