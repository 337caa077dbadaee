"""Fingerprints of everything that decisions depend on: value net, program, Python, processor.

A level is sure to repeat a decision only if all of these are the same, so match records contain the
fingerprints. All of them are computed without loading the net.
"""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from hacktrick import __version__, resources
from hacktrick.ai.measured_figures import VALUE_NET_FILE

if TYPE_CHECKING:
    from hacktrick.match.record import Record


WEIGHTS_KEY = "weights"
"""The key in a record for the hash of the value net that played."""
COMPUTER_KEY = "computer"
"""The key in a record for the hash of the program and its processor."""
SEVERAL_COMPUTERS = "several"
"""Stands for a hash if programs with different hashes have played parts of the match."""
HASH_LENGTH = 16  # number of hexadecimal digits in the hash of program and processor
SOURCE_FOLDERS = ("ai", "coach", "fairness", "game")
CPU_INFO = Path("/proc/cpuinfo")
CPU_FIELDS = ("model name", "flags", "Features", "CPU part")
"""The lines of ``CPU_INFO`` that are hashed, for the first processor."""


@cache
def weights_hash() -> str:
    """Return the SHA-256 of the shipped value net as 64 hexadecimal digits."""
    return sha256(resources.asset_path("ai", VALUE_NET_FILE).read_bytes()).hexdigest()


@cache
def program_and_processor_hash() -> str:
    """Return a hash of program and processor as 16 hexadecimal digits; it reveals neither."""
    parts = (
        __version__,
        _source_hash(),
        _measured_figures_hash(),
        sys.version,
        _numpy_version(),
        *_processor_description(),
    )
    return sha256("\n".join(parts).encode()).hexdigest()[:HASH_LENGTH]


def _source_hash() -> str:
    """Return a hash of the source code of the rules and the computer players.

    Return "" in an executable, which is identified by its version.
    """
    root = Path(__file__).parent.parent
    files = sorted(file for name in SOURCE_FOLDERS for file in (root / name).rglob("*.py"))
    found = sha256()
    for file in files:
        found.update(file.read_bytes())
    return found.hexdigest() if files else ""


def _measured_figures_hash() -> str:
    """Return a hash of the measured figures on which decisions depend."""
    return sha256(resources.asset_path("ai", "figures.toml").read_bytes()).hexdigest()


def _numpy_version() -> str:
    """Return the version of NumPy; "" in an executable."""
    # Imported here because it is slow to import and not needed at the start.
    metadata = import_module("importlib.metadata")
    try:
        return str(metadata.version("numpy"))
    except metadata.PackageNotFoundError:
        return ""


def _processor_description() -> tuple[str, ...]:
    """Return the operating system's description of the processor."""
    named = (platform.system(), platform.machine(), os.environ.get("PROCESSOR_IDENTIFIER", ""))
    try:
        first = CPU_INFO.read_text(encoding="utf-8", errors="replace").split("\n\n")[0]
    except OSError:
        return named
    return (*named, *(line for line in first.splitlines() if line.startswith(CPU_FIELDS)))


def write_net_and_computer_hashes(record: Record) -> None:
    """Write the fingerprints of this program into a match record, before it makes decisions.

    These are the hash of the value net and that of the program and its processor. If actions were
    played under another hash, ``SEVERAL_COMPUTERS`` is written instead.
    """
    has_begun = any(played.actions for played in record.rounds)
    for key, now in ((WEIGHTS_KEY, weights_hash()), (COMPUTER_KEY, program_and_processor_hash())):
        by_others = has_begun and record.extra.get(key) != now
        record.extra[key] = SEVERAL_COMPUTERS if by_others else now


def is_played_by_this_net(record: Record) -> bool:
    """Return whether this program's net made all decisions in a record."""
    return bool(record.extra.get(WEIGHTS_KEY) == weights_hash())


def is_played_on_this_computer(record: Record) -> bool:
    """Return whether this program made all decisions in a record, on this kind of processor.

    Only then must a repetition give the same actions: another processor may round differently and
    so break a tie differently.
    """
    return bool(record.extra.get(COMPUTER_KEY) == program_and_processor_hash())
