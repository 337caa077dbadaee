"""The features that build/train learns from, and the mirrored positions it adds."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import pytest
from train.training_example_stream import (
    EXAMPLES,
    MIRRORS,
    StreamEnded,
    read_examples,
    read_message_header,
)

from hacktrick.ai.decision_position import read_position
from hacktrick.ai.mirror_symmetry import mirrored_position
from hacktrick.ai.solver.public_belief import WinUtilities, hand_table_for
from hacktrick.ai.solver.value_net import (
    N_BELIEF,
    N_FIXED,
    N_MOVING,
    N_PUBLIC,
    N_STATS,
    PositionArrays,
    fixed_hand_features,
    hand_statistics,
    public_net_features,
)
from tests.support.solver_rounds import random_views


def test_mirrored_columns_are_the_features_of_the_mirrored_position() -> None:
    for view in random_views("keypad", range(4)):
        position = read_position(view)
        public = position.public
        here, there = PositionArrays([public]), PositionArrays([mirrored_position(position).public])
        plain, mirrored = (
            public_net_features(spots, WinUtilities((1.0, 2.0))) for spots in (here, there)
        )
        assert (plain[:, MIRRORS["public"]] == mirrored).all()
        table = hand_table_for(public)
        for seat in range(2):
            hands = np.flatnonzero(table.size == public.hand_sizes[seat])
            backwards = table.numbers_of_hands(tuple(table.hands[hand][::-1] for hand in hands))
            at = np.zeros(len(hands), np.int64)
            for look, name in ((hand_statistics, "moving"), (fixed_hand_features, "fixed")):
                plain = look(here, table, seat, at, hands)
                mirrored = look(there, table, seat, at, backwards)
                assert (plain[:, MIRRORS[name]] == mirrored).all()


def test_every_feature_has_its_mirror() -> None:
    widths = {"public": N_PUBLIC, "belief": N_BELIEF, "fixed": N_FIXED, "moving": N_MOVING}
    for name, columns in MIRRORS.items():
        assert sorted(columns) == list(range(widths[name]))
        assert (columns[columns] == np.arange(widths[name])).all()
    stats = MIRRORS["moving"][:N_STATS]
    assert (MIRRORS["belief"] == np.append(stats, stats + N_STATS)).all()


def training_message(n: int, r: int) -> tuple[bytes, list[np.ndarray[Any, Any]]]:
    shapes = [(n, N_PUBLIC), (n, N_BELIEF), (r, N_FIXED), (r, N_MOVING), (r, 4), (r,)]
    arrays: list[np.ndarray[Any, Any]]
    arrays = [np.arange(n, dtype=np.int32) + k for k in range(2)]
    arrays += [np.random.default_rng(k).random(s, np.float32) for k, s in enumerate(shapes)]
    header = np.array([EXAMPLES, n, r], np.int32)
    return b"".join(array.tobytes() for array in (header, *arrays)), arrays


def test_training_examples_are_read_as_they_were_written() -> None:
    data, arrays = training_message(3, 7)
    stream = BytesIO(data)
    assert read_message_header(stream) == (EXAMPLES, 3, 7)
    for read, written in zip(read_examples(stream, 3, 7), arrays, strict=True):
        assert (read == written).all()
    with pytest.raises(StreamEnded):
        read_message_header(stream)


def test_a_message_that_breaks_off_is_the_end() -> None:
    data, _ = training_message(3, 7)
    stream = BytesIO(data[:-1])
    read_message_header(stream)
    with pytest.raises(StreamEnded):
        read_examples(stream, 3, 7)
