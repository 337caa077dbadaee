"""Fingerprints of what decisions depend on: the value net, the program, Python and the processor.

The same level decides alike from the same view only where all of them agree. Records carry the
fingerprints, which are computed without loading the net.
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


HASH_LENGTH = 16  # of the hash of the computer
SOURCE_FOLDERS = ("ai", "coach", "fairness", "game")
CPU_INFO = Path("/proc/cpuinfo")
CPU_FIELDS = ("model name", "flags", "Features", "CPU part")  # of the first processor there


@cache
def weights_hash() -> str:
    """SHA-256 of the net that ships; 64 hexadecimal digits."""
    return sha256(resources.path("ai", VALUE_NET_FILE).read_bytes()).hexdigest()


@cache
def computer_hash() -> str:
    """Of program and processor, 16 hexadecimal digits: which they are cannot be read from it."""
    parts = (__version__, _sources(), _figures(), sys.version, _numpy(), *_processor())
    return sha256("\n".join(parts).encode()).hexdigest()[:HASH_LENGTH]


def _sources() -> str:
    """Of the rules and the players, where they lie open: empty in an executable, whose version says
    all."""
    root = Path(__file__).parent.parent
    files = sorted(file for name in SOURCE_FOLDERS for file in (root / name).rglob("*.py"))
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
    return (*named, *(line for line in first.splitlines() if line.startswith(CPU_FIELDS)))


WEIGHTS_KEY = "weights"  # key of a record: the hash of the net that the computer played by


COMPUTER_KEY = "computer"  # the same: the hash of the program and the processor that it played on


SEVERAL_COMPUTERS = (
    "several"  # in the place of either, where a match was begun by one and went on by another
)


def note_program_fingerprint(record: Record) -> None:
    """Write into a record by which net, and on what, the computer plays from here on."""
    has_begun = any(played.actions for played in record.rounds)
    for key, now in ((WEIGHTS_KEY, weights_hash()), (COMPUTER_KEY, computer_hash())):
        by_others = has_begun and record.extra.get(key) != now
        record.extra[key] = SEVERAL_COMPUTERS if by_others else now


def is_played_by_this_net(record: Record) -> bool:
    """Whether all decisions of a record were made by the net of this program."""
    return bool(record.extra.get(WEIGHTS_KEY) == weights_hash())


def is_played_on_this_computer(record: Record) -> bool:
    """Whether they were made by this program on such a processor. Only then they must come out the
    same again: elsewhere a sum may be rounded otherwise, and a tie fall the other way."""
    return bool(record.extra.get(COMPUTER_KEY) == computer_hash())
