"""Compiles the training tool and runs it: ``python build/train/train.py COMMAND [--option value]``.

Needs g++ (C++20). The binary and the runs lie under .work/train, outside version control. README.md
beside this file describes commands and options.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORK = HERE.parents[1] / ".work" / "train"
BINARY = WORK / "hacktrick-train"
FLAGS = ("-std=c++20", "-O3", "-march=native", "-ffast-math", "-Wall", "-pthread")
LEARNER, FROM, ON, PLAYERS = "--learner", "--from", "--on", "--players"


def compile_tool_if_outdated() -> Path:
    """Compile the tool if a source is newer than the binary, and return the path of the binary.

    A tool that is already running is not disturbed.

    Raises:
        SystemExit: there is no compiler, or the compiler fails.
    """
    WORK.mkdir(parents=True, exist_ok=True)
    sources = [*HERE.glob("*.hpp"), HERE / "main.cpp"]
    if BINARY.exists() and BINARY.stat().st_mtime > max(s.stat().st_mtime for s in sources):
        return BINARY
    fresh = BINARY.with_suffix(".new")
    compiler = os.environ.get("CXX", "g++")
    if shutil.which(compiler) is None:
        sys.exit(f"train.py: there is no {compiler}; a compiler for C++20 is needed")
    command = [compiler, *FLAGS, "-o", str(fresh), str(HERE / "main.cpp")]
    if subprocess.run(command, check=False).returncode:
        sys.exit(f"train.py: {compiler} failed")
    fresh.replace(BINARY)
    return BINARY


def best_available_learner() -> str:
    """Return ``torch`` if it is installed and has a GPU, otherwise ``threads``."""
    if not find_spec("torch"):
        return "threads"
    ask = [sys.executable, str(HERE / "learner.py"), "--ask"]
    found = subprocess.run(ask, capture_output=True, text=True, check=False).stdout.strip()
    return "torch" if found not in ("", "cpu") else "threads"


def replace_learner_option(arguments: Sequence[str]) -> list[str]:
    """Return the arguments of ``train`` with the learner's command in place of its name.

    Raises:
        SystemExit: the learner is unknown.
    """
    rest = list(arguments)
    if LEARNER in rest[:-1]:
        at = rest.index(LEARNER)
        _, name = rest.pop(at), rest.pop(at)
    else:
        name = best_available_learner()
    kind, _, device = name.partition(":")
    if kind == "threads" and not device:
        return rest
    if kind != "torch":
        sys.exit(f"train.py: {name!r} is no learner; there are threads, torch and torch:DEVICE")
    if not find_spec("torch"):
        sys.exit("train.py: torch is not installed (the dependency group train-torch brings it)")
    command = [sys.executable, str(HERE / "learner.py")]
    command += ["--device", device] if device else []
    return [*rest, LEARNER, shlex.join(command)]


def replace_net_file(arguments: Sequence[str]) -> list[str]:
    """Return the arguments of ``train`` with an unpacked net in place of the file after ``--from``.

    Raises:
        SystemExit: the file is not an exported net.
    """
    rest = list(arguments)
    if FROM not in rest[:-1]:
        return rest
    at = rest.index(FROM) + 1
    file, folder = Path(rest[at]).resolve(), WORK / "from" / Path(rest[at]).stem
    export = [sys.executable, str(HERE / "export.py"), "--back", str(file), str(folder)]
    if subprocess.run(export, check=False).returncode:
        sys.exit(1)
    rest[at] = str(folder)
    return rest


def replace_cluster_option(arguments: Sequence[str]) -> list[str]:
    """Return the arguments of ``train`` with a command in place of ``--on ray[:ADDRESS]``.

    The command plays rounds on that cluster.

    Raises:
        SystemExit: the value does not name a cluster.
    """
    rest = list(arguments)
    if ON not in rest[:-1]:
        return rest
    at = rest.index(ON)
    _, place = rest.pop(at), rest.pop(at)
    kind, _, address = place.partition(":")
    if kind != "ray":
        sys.exit(f"train.py: {place!r} is no cluster; it is called ray, or ray:ADDRESS")
    command = [
        sys.executable,
        str(HERE / "ray_training_rounds.py"),
        "--address",
        address,
        str(BINARY),
    ]
    return [*rest, PLAYERS, shlex.join(command)]


def main() -> int:
    arguments = sys.argv[1:]
    if arguments[:1] == ["train"]:
        arguments = replace_net_file(replace_cluster_option(replace_learner_option(arguments)))
    binary = compile_tool_if_outdated()
    if not arguments:
        print(binary)
        return 0
    os.chdir(WORK)
    return subprocess.run([str(binary), *arguments], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
