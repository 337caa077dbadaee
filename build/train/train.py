"""Compile the training tool and run it: ``python build/train/train.py COMMAND [--option value]``.

Needs g++ (C++20). The binary and the runs lie under .work/train, which is not part of the project.
Commands and options are described in README.md beside this file.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORK = HERE.parents[1] / ".work" / "train"
BINARY = WORK / "hacktrick-train"
FLAGS = ("-std=c++20", "-O3", "-march=native", "-ffast-math", "-Wall", "-pthread")


def compile_tool() -> Path:
    """The binary, compiled anew if a source is younger. A running one is not disturbed."""
    WORK.mkdir(parents=True, exist_ok=True)
    sources = [*HERE.glob("*.hpp"), HERE / "main.cpp"]
    if BINARY.exists() and BINARY.stat().st_mtime > max(s.stat().st_mtime for s in sources):
        return BINARY
    fresh = BINARY.with_suffix(".new")
    command = [os.environ.get("CXX", "g++"), *FLAGS, "-o", str(fresh), str(HERE / "main.cpp")]
    subprocess.run(command, check=True)
    fresh.replace(BINARY)
    return BINARY


def main() -> int:
    binary = compile_tool()
    if len(sys.argv) < 2:
        print(binary)
        return 0
    os.chdir(WORK)
    return subprocess.run([str(binary), *sys.argv[1:]], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
