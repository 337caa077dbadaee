#!/usr/bin/env python3
"""Installs Hack Trick into `.venv` at the first start, then starts the game."""

from __future__ import annotations

import os
import subprocess
import sys

import virtual_environment


def main() -> int:
    python = virtual_environment.prepare_environment(virtual_environment.ROOT / ".venv")
    command = [str(python), "-m", "hacktrick", *sys.argv[1:]]
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode  # Windows has no exec that waits


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
