#!/usr/bin/env python3
"""Installs the development tools, then checks style, types and tests. Needs no display.

Without ``--slow`` it leaves out the tests marked slow: those that take seconds, and all but a
sample of the combinations of parameters.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import virtual_environment

CHECKS = (
    ("style", ["ruff", "check", "."]),
    ("format", ["ruff", "format", "--check", "."]),
    ("types", ["mypy"]),
    ("tests", ["pytest", "--numprocesses=auto", "--maxprocesses=8"]),
)
# The tests that run without --slow. The tests of a file share a worker, which creates their shared
# fixtures only once. With slow tests, this would leave one worker idle.
QUICK = ["-m", "not slow", "--dist=loadfile"]


def main() -> int:
    arguments = read_arguments()
    python = virtual_environment.prepare_environment(
        arguments.venv.absolute(), ("dev",), arguments.fresh
    )
    with tempfile.TemporaryDirectory(prefix="hacktrick-check-") as data:
        quick = [] if arguments.slow else QUICK
        failed = [
            name
            for name, words in CHECKS
            if name in (arguments.only or [name])
            and not run_check(name, python, words + quick * (name == "tests"), data)
        ]
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nEverything passed.")
    return 1 if failed else 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--venv", type=Path, default=virtual_environment.ROOT / ".venv", metavar="FOLDER"
    )
    parser.add_argument("--slow", action="store_true", help="also run the slow tests")
    names = [name for name, _ in CHECKS]
    parser.add_argument("--only", nargs="+", choices=names, help="run only these checks")
    parser.add_argument("--fresh", action="store_true", help="recreate the environment")
    return parser.parse_args()


def run_check(name: str, python: Path, command: list[str], data: str) -> bool:
    print(f"\n== {name}: {' '.join(command)}", flush=True)
    began = time.monotonic()
    variables = {**os.environ, "HACKTRICK_DATA_DIR": data}  # protects the player's own files
    variables.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    # The tests start hundreds of programs, each of which would compile its modules again.
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    if name == "tests" and not (virtual_environment.ROOT / "tests" / "__pycache__").exists():
        # In a fresh clone, compile the tests once, since otherwise every worker would do so.
        collect = [str(python), "-m", "pytest", "--collect-only", "-qq"]
        nowhere = subprocess.DEVNULL
        subprocess.run(
            collect, cwd=virtual_environment.ROOT, env=variables, stdout=nowhere, check=False
        )
    done = subprocess.run(
        [str(python), "-m", *command], cwd=virtual_environment.ROOT, env=variables, check=False
    )
    print(f"   {'passed' if not done.returncode else 'FAILED'}, {time.monotonic() - began:.1f} s")
    return not done.returncode


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
