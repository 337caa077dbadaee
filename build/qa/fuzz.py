#!/usr/bin/env python3
"""Searches for input texts that the program handles badly, guided by code coverage.

python build/qa/fuzz.py [--seconds S] [--only NAME …]

Needs Linux or macOS. The first run creates a virtual environment for the search. Failing inputs are
saved as files in `.work/fuzz`, and the last lines of the output say what went wrong.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import virtual_environment

ROOT = virtual_environment.ROOT
WORK = ROOT / ".work" / "fuzz"
MAX_TEXT_LENGTH = 40_000
MAX_INPUT_SECONDS = 20  # number of seconds for one input
MAX_MEGABYTES = 2048  # in megabytes, since the instrumented program is large


def main() -> int:
    arguments = read_arguments()
    if arguments.target:
        fuzz_target_and_exit(arguments.target, arguments.seconds)
        return 0
    python = virtual_environment.prepare_environment(ROOT / ".work" / "fuzz-venv", ("fuzz",))
    names = arguments.only or target_names(python)
    failed = [name for name in names if not does_target_pass(python, name, arguments.seconds)]
    print(
        f"\nFailed: {', '.join(failed)}" if failed else f"\nNothing found in {len(names)} targets."
    )
    return 1 if failed else 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, metavar="S", help="time for each target")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these targets")
    # Used for the child process that searches.
    parser.add_argument("--target", help=argparse.SUPPRESS)
    return parser.parse_args()


def target_names(python: Path) -> list[str]:
    """Return the names of all targets."""
    command = [str(python), "-c", "from qa import fuzz_targets; print(*fuzz_targets.TARGETS)"]
    done = subprocess.run(
        command, env=_environment_variables(), capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def does_target_pass(python: Path, name: str, seconds: int) -> bool:
    """Search one target in a separate process; return whether nothing was found."""
    print(f"\n== {name}, {seconds} s", flush=True)
    log = WORK / f"{name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [str(python), __file__, "--target", name, "--seconds", str(seconds)]
    with log.open("w", encoding="utf-8", errors="replace") as file:
        done = subprocess.run(
            command, cwd=ROOT, env=_environment_variables(), stdout=file, stderr=file, check=False
        )
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    print("\n".join(lines[-1:] if not done.returncode else _lines_about_finding(lines)))
    return not done.returncode


def _lines_about_finding(lines: list[str]) -> list[str]:
    """Return the part of the log that describes the finding."""
    begins = [n for n, line in enumerate(lines) if "Uncaught Python exception" in line]
    return lines[begins[0] :][-40:] if begins else lines[-20:]


def _environment_variables() -> dict[str, str]:
    paths = os.pathsep.join((str(ROOT), str(ROOT / "build")))
    return {**os.environ, "PYTHONPATH": paths, "SDL_VIDEODRIVER": "dummy"}


def fuzz_target_and_exit(name: str, seconds: int) -> None:
    """Search one target in the search environment, and end the process instead of returning."""
    import atheris  # noqa: PLC0415  # only in the search environment

    with atheris.instrument_imports(include=["hacktrick", "tomllib"]):
        from qa import (  # noqa: PLC0415
            fuzz_seeds,
            fuzz_targets,
        )

    folder = WORK / name
    folder.mkdir(parents=True, exist_ok=True)
    kind = fuzz_targets.TARGETS[name][0]
    for seed in range(fuzz_seeds.N_SEEDS):
        (folder / f"good-{seed}").write_bytes(fuzz_seeds.valid_text(kind, seed).encode())

    def one(content: bytes) -> None:
        fuzz_targets.run_target(name, content.decode("utf-8", "replace"))

    def mutate(content: bytes, longest: int, seed: int) -> bytes:
        """Mutate the values of the text most of the time, and its bytes now and then."""
        if seed % 4 == 0:
            return bytes(atheris.Mutate(content, longest))
        text = fuzz_seeds.corrupted_text(content.decode("utf-8", "replace"), Random(seed))
        return text.encode("utf-8", "replace")[:longest]

    options = [
        f"-max_total_time={seconds}",
        f"-max_len={MAX_TEXT_LENGTH}",
        f"-timeout={MAX_INPUT_SECONDS}",
    ]
    options += [f"-rss_limit_mb={MAX_MEGABYTES}", f"-artifact_prefix={WORK}/{name}-"]
    atheris.Setup([sys.argv[0], *options, str(folder)], one, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
