"""Checks that a run that starts from an exported net, and learns nothing, exports the same net.

Run: ``python build/train/export_round_trip_check.py [FILE.npz]``. Exits with 1 if an array differs,
or if the run, restarted with another net, does not resume from its own state. Needs g++ and numpy.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from train.export import read_net, read_run_arrays

HERE = Path(__file__).resolve().parent
SHIPPED = HERE.parents[1] / "assets" / "ai" / "value.npz"


def start_run_without_learning(folder: Path, net: Path) -> None:
    """Start or resume a run that plays no round and learns nothing."""
    options = ["--dir", str(folder), "--plan", "0", "--from", str(net), "--learner", "threads"]
    subprocess.run([sys.executable, str(HERE / "train.py"), "train", *options], check=True)


def differing_arrays(folder: Path, net: Path) -> list[str]:
    """Return the names of the arrays in which a run differs from a net."""
    ours, theirs = read_run_arrays(folder), read_net(net)
    return [name for name, array in ours.items() if array.tobytes() != theirs[name].tobytes()]


def main() -> int:
    net = Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED
    with tempfile.TemporaryDirectory() as folder:
        run, other = Path(folder) / "run", Path(folder) / "other.npz"
        start_run_without_learning(run, net)
        nothing: dict[str, Any] = {
            name: np.zeros_like(array) for name, array in read_run_arrays(run).items()
        }
        np.savez(other, **nothing)
        start_run_without_learning(run, other)
        found = differing_arrays(run, net)
        if found:
            print(f"differs: {', '.join(found)}")
            return 1
    print("the run exports the net that it started from")
    return 0


if __name__ == "__main__":
    sys.exit(main())
