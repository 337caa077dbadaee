"""Checks that both learners make the same training step.

They start from the same net, training examples and random numbers. Run: ``python
build/train/learner_check.py [DEVICE]``. Exits with 1 if the resulting weights differ by more than a
thousandth of the step. Needs torch and g++.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import numpy.typing as npt

TRAIN = Path(__file__).with_name("train.py")
LIMIT = 1e-3
# The plan of a single wave of rounds.
PLAN = "--plan 1000 --per-round 1000 --parts 1 --threads 2 --seed 3"
# With this ratio all examples form one batch; over more steps Adam amplifies rounding.
ONE_STEP = "0.5"


def weights_after_one_round(learner: str, ratio: str) -> npt.NDArray[np.float32]:
    """Return the weights after the first round of a run.

    Args:
        learner: the learner's name.
        ratio: the number of examples learnt for each example played.
    """
    with tempfile.TemporaryDirectory() as folder:
        options = [*PLAN.split(), "--dir", folder, "--ratio", ratio, "--learner", learner]
        run = subprocess.run([sys.executable, str(TRAIN), "train", *options], check=False)
        if run.returncode:
            sys.exit(run.returncode)
        return np.fromfile(Path(folder) / "net.bin", dtype=np.float32)


def main() -> int:
    torch = "torch:" + sys.argv[1] if len(sys.argv) > 1 else "torch"
    before = weights_after_one_round("threads", "0")
    here, there = (
        weights_after_one_round("threads", ONE_STEP),
        weights_after_one_round(torch, ONE_STEP),
    )
    step, difference = np.linalg.norm(here - before), np.linalg.norm(here - there)
    print(f"the step is {step:.2e} long, the difference {difference:.2e}")
    return int(not difference < LIMIT * step)


if __name__ == "__main__":
    sys.exit(main())
