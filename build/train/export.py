"""Turn the weights of a training run into the file that the game ships.

Run: ``python build/train/export.py RUN_FOLDER OUTPUT.npz``. Half precision; the start cards go
along as ``start`` (pair set aside, hand, card).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

SHAPES: tuple[tuple[str, tuple[int, ...]], ...] = (
    *(("w1", (173, 384)), ("b1", (384,)), ("w2", (384, 256)), ("b2", (256,))),
    *(("w3", (256, 192)), ("b3", (192,)), ("wb", (38, 192)), ("w4", (192, 96)), ("b4", (96,))),
    *(("wp", (96, 64)), ("bp", (64,)), ("ws", (35, 64)), ("wd", (20, 64))),
    *(("w5", (64, 32)), ("b5", (32,)), ("w6", (32, 4)), ("b6", (4,))),
)
"""The arrays of net.bin, in order (SHAPES in net.hpp)."""


def read(folder: Path) -> dict[str, npt.NDArray[np.float16]]:
    """The arrays of a run, by name."""
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
    arrays["start"] = start.reshape(36, -1, 6).astype(np.float16)
    return arrays


def main() -> None:
    folder, output = Path(sys.argv[1]), Path(sys.argv[2])
    output.parent.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = dict(read(folder))
    np.savez_compressed(output, **arrays)
    print(f"{output}: {output.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
