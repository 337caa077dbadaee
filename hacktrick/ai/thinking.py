"""What the computer players of this program think with, as fingerprints; without loading it.

The same level decides alike from the same view only where weights, program, Python and processor
are the same: a processor may round otherwise, and a tie falls the other way.
"""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from hacktrick import __version__, resources

LETTERS = 16  # of the hash of the computer
SOURCES = ("ai", "game")
NET = "value.npz"
CPU_INFO = Path("/proc/cpuinfo")
TOLD = ("model name", "flags", "Features", "CPU part")  # of the first processor there


@cache
def weights_hash() -> str:
    """SHA-256 of the net that ships; 64 hexadecimal digits."""
    return sha256(resources.path("ai", NET).read_bytes()).hexdigest()


@cache
def computer_hash() -> str:
    """Of program and processor, 16 hexadecimal digits: which they are cannot be read from it."""
    parts = (__version__, _sources(), _figures(), sys.version, _numpy(), *_processor())
    return sha256("\n".join(parts).encode()).hexdigest()[:LETTERS]


def _sources() -> str:
    """Of the rules and the players, where they lie open: empty in an executable, whose version says
    all."""
    root = Path(__file__).parent.parent
    files = sorted(file for name in SOURCES for file in (root / name).rglob("*.py"))
    found = sha256()
    for file in files:
        found.update(file.read_bytes())
    return found.hexdigest() if files else ""


def _figures() -> str:
    """Of what was measured, which decisions depend on."""
    return sha256(resources.path("ai", "figures.toml").read_bytes()).hexdigest()


def _numpy() -> str:
    """The version of what multiplies matrices; empty in an executable."""
    metadata = import_module("importlib.metadata")  # slow to load, and not needed at the start
    try:
        return str(metadata.version("numpy"))
    except metadata.PackageNotFoundError:
        return ""


def _processor() -> tuple[str, ...]:
    named = (platform.system(), platform.machine(), os.environ.get("PROCESSOR_IDENTIFIER", ""))
    try:
        first = CPU_INFO.read_text(encoding="utf-8", errors="replace").split("\n\n")[0]
    except OSError:
        return named
    return (*named, *(line for line in first.splitlines() if line.startswith(TOLD)))
