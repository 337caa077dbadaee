"""Converts the weights of a training run into the file that the game ships.

Run: ``python build/train/export.py RUN_FOLDER OUTPUT.npz``. Weights are in half precision; the
start cards are included as ``start`` (pair set aside, hand, card). ``export.py --back FILE.npz
RUN_FOLDER`` converts back, for a run that starts from an exported net.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

SHAPES: tuple[tuple[str, tuple[int, ...]], ...] = (
    *(("w1", (208, 384)), ("b1", (384,)), ("w2", (384, 256)), ("b2", (256,))),
    *(("w3", (256, 192)), ("b3", (192,)), ("wb", (38, 192)), ("w4", (192, 96)), ("b4", (96,))),
    *(("wp", (96, 64)), ("bp", (64,)), ("ws", (35, 64)), ("wd", (20, 64))),
    *(("w5", (64, 32)), ("b5", (32,)), ("w6", (32, 4)), ("b6", (4,))),
)
"""The arrays of net.bin, in order (SHAPES in value_net.hpp)."""

START = (36, 204, 6)  # shape of the array in start.bin: pair set aside, hand, card


def read_run_arrays(folder: Path) -> dict[str, npt.NDArray[np.float16]]:
    """Return the arrays of a run by name, in half precision.

    Raises:
        ValueError: the weights have an unexpected size.
    """
    data = np.fromfile(folder / "net.bin", dtype=np.float32)
    arrays: dict[str, npt.NDArray[np.float16]] = {}
    at = 0
    for name, shape in SHAPES:
        size = int(np.prod(shape))
        arrays[name] = data[at : at + size].reshape(shape).astype(np.float16)
        at += size
    if at != len(data):
        raise ValueError(f"{folder / 'net.bin'} has {len(data)} numbers instead of {at}")
    start = np.fromfile(folder / "start.bin", dtype=np.float32)
    arrays["start"] = start.reshape(START).astype(np.float16)
    return arrays


def read_net(file: Path) -> dict[str, npt.NDArray[np.float16]]:
    """Return the arrays of an exported net by name.

    In an older net with fewer inputs, the weights of the missing inputs are zero.

    Raises:
        ValueError: the file is not a net of these shapes.
    """
    try:
        with np.load(file) as arrays:
            found = {name: arrays[name] for name in arrays.files}
    except (AttributeError, OSError, ValueError, BadZipFile) as error:
        raise ValueError(f"{file} is no exported net") from error
    if "w1" in found and found["w1"].ndim == 2:
        rows, columns = SHAPES[0][1]
        missing = np.zeros((max(0, rows - len(found["w1"])), columns), np.float16)
        found["w1"] = np.concatenate([found["w1"][:, :columns], missing])
    for name, shape in (*SHAPES, ("start", START)):
        if name not in found or found[name].shape != shape:
            raise ValueError(f"{file}: {name} is not {' x '.join(map(str, shape))}")
    return found


def write_array_to_net(file: Path, name: str, array: npt.NDArray[np.float64]) -> None:
    """Add or replace one array in a net's file, in half precision."""
    with np.load(file) as arrays:
        kept: dict[str, Any] = dict(arrays)
    np.savez_compressed(file, **{**kept, name: array.astype(np.float16)})


def unpack_net_to_run(file: Path, folder: Path) -> None:
    """Write the weights and start cards of an exported net as the files of a run.

    Raises:
        ValueError: the file is not a net of these shapes.
    """
    found = {name: array.astype(np.float32) for name, array in read_net(file).items()}
    folder.mkdir(parents=True, exist_ok=True)
    np.concatenate([found[name].ravel() for name, _ in SHAPES]).tofile(folder / "net.bin")
    found["start"].tofile(folder / "start.bin")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--back", action="store_true")
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    options = parser.parse_args()
    if options.back:
        try:
            unpack_net_to_run(options.source, options.target)
        except ValueError as error:
            sys.exit(f"export.py: {error}")
        return
    folder, output = options.source, options.target
    output.parent.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = dict(read_run_arrays(folder))
    np.savez_compressed(output, **arrays)
    print(f"{output}: {output.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
