#!/usr/bin/env python3
"""Alters proof files in many ways, and checks that each alteration is rejected.

python build/qa/proof_file_changes.py [N]

Nine of ten altered files are repacked with a correct digest, so that the signatures must reveal the
change. One change is left out because nobody can detect it: removing the last frames, as in an
unfinished match. Exits with 1 if an altered file is accepted.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import zlib
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.online.protocol.proof_file import (
    MAGIC,
    ProofViolation,
    check_proof_file,
    decode_proof_file,
)
from qa.adversary import AttackTrial, PlannedAttack
from tests.support.network_tables import random_legal_choice

MATCHES = Path(__file__).resolve().parents[2] / "tests" / "online" / "protocol" / "matches"
N_CHANGES = 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("changes", nargs="?", type=int, default=N_CHANGES, metavar="N")
    wanted = parser.parse_args().changes
    files = [path.read_bytes() for path in sorted(MATCHES.glob("*.hacktrick-proof"))]
    accepted = [
        seed
        for seed in range(wanted)
        if not is_random_alteration_refused(files[seed % len(files)], seed)
    ]
    print(f"{wanted - len(accepted)} of {wanted} changed proof files refused")
    if accepted:
        print(f"accepted: {accepted}")
    return 1 if accepted else 0


def is_random_alteration_refused(content: bytes, seed: int) -> bool:
    """Return whether a proof file is rejected after an alteration.

    Args:
        seed: the seed of the alteration.
    """
    try:
        for _ in check_proof_file(randomly_altered_proof_file(content, Random(seed))):
            pass
    except ProofViolation:
        return True
    return False


def randomly_altered_proof_file(content: bytes, rng: Random) -> bytes:
    """Return a proof file with one random alteration."""
    if rng.random() < 0.1:
        return _with_flipped_bit(content, rng)
    proof = decode_proof_file(content)
    frames = list(proof.frames)
    # Frames at the end may be missing, but no earlier frames.
    place = rng.randrange(len(frames) - 8)
    kind = rng.randrange(6)
    if kind == 0:
        del frames[place]
    elif kind == 1:
        frames.insert(place, frames[place])
    elif kind == 2:
        frames[place : place + 2] = reversed(frames[place : place + 2])
    elif kind == 3:
        frames[place] = frames[place][: rng.randrange(len(frames[place]))]
    elif kind == 4:
        frames[place] = rng.randbytes(64) + frames[place][64:]
    else:
        frames[place] = _with_flipped_bit(frames[place], rng)
    return proof_file_of_blocks([proof.terms.as_text().encode(), *frames])


def _with_flipped_bit(data: bytes, rng: Random) -> bytes:
    """Return the bytes with one bit flipped."""
    altered_file = bytearray(data)
    altered_file[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(altered_file)


def proof_file_of_blocks(blocks: list[bytes]) -> bytes:
    """Pack any blocks into a proof file with a correct digest."""
    unpacked = b"".join(len(block).to_bytes(4, "little") + block for block in blocks)
    return with_digest_appended(MAGIC + zlib.compress(unpacked, 9))


def with_digest_appended(content: bytes) -> bytes:
    return content + hashlib.blake2b(content, digest_size=32).digest()


def trial_with_adversary(planned: PlannedAttack, path: Path) -> AttackTrial:
    """Return a table with the rules of a proof file and with one adversary."""
    rules = decode_proof_file(path.read_bytes()).terms.rules
    return AttackTrial(rules, random_legal_choice(Random(1)), 0, planned)


if __name__ == "__main__":
    sys.exit(main())
