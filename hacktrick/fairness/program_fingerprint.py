"""Fingerprints of what decisions depend on: the value net, the program, Python and the processor.

The same level makes the same decision from the same view only if all of them are the same. Records
contain the fingerprints, which are computed without loading the net.
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
from hacktrick.ai.measurements import VALUE_NET_FILE

if TYPE_CHECKING:
    from hacktrick.match.record import Record


WEIGHTS_KEY = "weights"
"""The key of a record for the hash of the value net that the computer played with."""
COMPUTER_KEY = "computer"
"""The key of a record for the hash of the program and the processor that it ran on."""
SEVERAL_COMPUTERS = "several"
"""Stands for either hash if a match was begun by one program and continued by another."""
HASH_LENGTH = 16  # hexadecimal digits of the hash of the computer
SOURCE_FOLDERS = ("ai", "coach", "fairness", "game")
CPU_INFO = Path("/proc/cpuinfo")
CPU_FIELDS = ("model name", "flags", "Features", "CPU part")
"""The lines of ``CPU_INFO`` that count, of the first processor."""


@cache
def weights_hash() -> str:
    """Return the SHA-256 of the value net that ships: 64 hexadecimal digits."""
    return sha256(resources.path("ai", VALUE_NET_FILE).read_bytes()).hexdigest()


@cache
def computer_hash() -> str:
    """Return a hash of program and processor, 16 hexadecimal digits, which does not reveal them."""
    parts = (__version__, _sources(), _figures(), sys.version, _numpy(), *_processor())
    return sha256("\n".join(parts).encode()).hexdigest()[:HASH_LENGTH]


def _sources() -> str:
    """Return a hash of the sources of rules and players; empty in an executable, where the version
    is enough."""
    root = Path(__file__).parent.parent
    files = sorted(file for name in SOURCE_FOLDERS for file in (root / name).rglob("*.py"))
    found = sha256()
    for file in files:
        found.update(file.read_bytes())
    return found.hexdigest() if files else ""


def _figures() -> str:
    """Return a hash of the measured figures that decisions depend on."""
    return sha256(resources.path("ai", "figures.toml").read_bytes()).hexdigest()


def _numpy() -> str:
    """Return the version of NumPy; empty in an executable."""
    metadata = import_module("importlib.metadata")  # slow to import, and not needed at the start
    try:
        return str(metadata.version("numpy"))
    except metadata.PackageNotFoundError:
        return ""


def _processor() -> tuple[str, ...]:
    """Return what the system tells of the processor."""
    named = (platform.system(), platform.machine(), os.environ.get("PROCESSOR_IDENTIFIER", ""))
    try:
        first = CPU_INFO.read_text(encoding="utf-8", errors="replace").split("\n\n")[0]
    except OSError:
        return named
    return (*named, *(line for line in first.splitlines() if line.startswith(CPU_FIELDS)))


def note_program_fingerprint(record: Record) -> None:
    """Write into a record which net and computer make the decisions from now on."""
    has_begun = any(played.actions for played in record.rounds)
    for key, now in ((WEIGHTS_KEY, weights_hash()), (COMPUTER_KEY, computer_hash())):
        by_others = has_begun and record.extra.get(key) != now
        record.extra[key] = SEVERAL_COMPUTERS if by_others else now


def is_played_by_this_net(record: Record) -> bool:
    """Whether the net of this program made all decisions of a record."""
    return bool(record.extra.get(WEIGHTS_KEY) == weights_hash())


def is_played_on_this_computer(record: Record) -> bool:
    """Whether this program made all decisions of a record on this kind of processor.

    Only then must a repetition give the same actions: another processor may round a sum differently
    and so decide a tie the other way.
    """
    return bool(record.extra.get(COMPUTER_KEY) == computer_hash())
