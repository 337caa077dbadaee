"""Plays rounds of the solver against itself and counts how they open: assets/ai/openings.json.

python build/assets/openings.py --state DIR [--rounds N] [--jobs N]  plays rounds; goes on
python build/assets/openings.py --state DIR --write                   counts the rounds so far

DIR lies outside the checkout, one for each net. Needs g++ (build/train/README.md).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "build"))

from train.parts import in_parts  # noqa: E402

from assets.figures_file import NET  # noqa: E402

PART = 2000  # rounds
ITERATIONS = 8
SEED = 1


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--state", type=Path, metavar="DIR", required=True)
    parser.add_argument("--rounds", type=int, metavar="N", default=1_000_000)
    parser.add_argument("--jobs", type=int, metavar="N", default=1, help="processes side by side")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    state = options.state.resolve()
    play(state, options.rounds, options.jobs)
    return 0


def play(state: Path, rounds: int, jobs: int) -> None:
    """Plays rounds, and keeps them part by part."""
    net = state / "net"
    if not (net / "net.bin").exists():
        export = [sys.executable, str(ROOT / "build" / "train" / "export.py"), "--back"]
        subprocess.run([*export, str(ROOT / NET), str(net)], check=True)
    command = ("openings", "--dir", str(net), "--iterations", str(ITERATIONS))
    in_parts(command, rounds, SEED, jobs, state / "rounds", PART)


if __name__ == "__main__":
    sys.exit(main())
