"""The proof file of a match: the terms and every signed frame, packed, for anybody to check.

    magic ‖ zlib(block(terms) ‖ block(frame) …) ‖ BLAKE2b-256 of all before

where a block is its length (four bytes, little-endian) and its bytes.

The digest at the end finds a damaged file; a changed one is found by the signatures.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable
from typing import NamedTuple

from hacktrick.game.shapes import ShapeError
from hacktrick.net.frames import MAX_FRAME, SIGNATURE
from hacktrick.net.terms import Terms, read_terms

MAGIC = b"hacktrick-proof-1\n"
LARGEST = 64 * 1024 * 1024  # bytes, packed or not: a thousand rounds
_MOST_UNPACKED = 8  # times the size of the file: points and signatures are hardly packed at all
_SMALLEST_FRAME = SIGNATURE  # bytes
_DIGEST = 32
_MAX_BLOCK = 65_536


class ProofFileError(ValueError):
    """A file that is no proof file; the text says why, in one clause."""


class ProofFile(NamedTuple):
    terms: Terms
    frames: list[bytes]


def write_proof(proof: ProofFile) -> bytes:
    """The content of a proof file."""
    blocks = [proof.terms.as_text().encode(), *proof.frames]
    content = MAGIC + zlib.compress(b"".join(map(_block, blocks)), 9)
    return content + _digest(content)


def read_proof(content: bytes) -> ProofFile:
    """The terms and frames of a proof file. Nothing of them is checked yet.

    Raises:
        ProofFileError: what is wrong.
    """
    if not content.startswith(MAGIC):
        raise ProofFileError("the file is no proof file")
    if len(content) > LARGEST or _digest(content[:-_DIGEST]) != content[-_DIGEST:]:
        raise ProofFileError("the file is damaged or incomplete")
    unpacker = zlib.decompressobj()
    try:
        most = min(LARGEST, _MOST_UNPACKED * len(content))
        unpacked = unpacker.decompress(content[len(MAGIC) : -_DIGEST], most)
    except zlib.error as error:
        raise ProofFileError("the file cannot be unpacked") from error
    if not unpacker.eof or unpacker.unused_data:
        raise ProofFileError("the file is too large, or not all of it is packed")
    terms, *frames = _blocks(unpacked)
    if any(len(frame) > MAX_FRAME for frame in frames):
        raise ProofFileError("a frame is too large")
    try:
        return ProofFile(read_terms(terms.decode("ascii")), frames)
    except (ShapeError, UnicodeDecodeError) as error:
        raise ProofFileError(f"the terms cannot be used: {error}") from error


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST).digest()


def _block(data: bytes) -> bytes:
    return len(data).to_bytes(4, "little") + data


def _blocks(data: bytes) -> Iterable[bytes]:
    at, found = 0, []
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "little")
        block = data[at + 4 : at + 4 + length]
        if len(block) < length or length > _MAX_BLOCK or len(data) < at + 4:
            raise ProofFileError("a frame is cut off")
        if length < _SMALLEST_FRAME:
            raise ProofFileError("a frame is too small")
        found.append(block)
        at += 4 + length
    if not found:
        raise ProofFileError("the terms are missing")
    return found
