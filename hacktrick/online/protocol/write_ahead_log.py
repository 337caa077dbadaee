"""The write-ahead log of an online match, which keeps a seat from answering a step twice.

Every frame of this seat is on the disk before it is sent. After a crash, the saved frame is sent
again instead of a new one, since two different frames for one step would look like cheating. The
file has the terms, the seat, the secret of the match and all frames, and only its owner can read
it. The signing key stays with the player's profile.

    magic ‖ block(header as JSON) ‖ block(frame) …      block: length (4) ‖ CRC-32 (4) ‖ bytes

A last block that a crash has cut off is dropped; its frame had not been sent.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from hacktrick.game import json_validation
from hacktrick.game.json_validation import JsonShapeError
from hacktrick.game.state import Seat
from hacktrick.online.protocol.match_terms import MatchTerms, read_match_terms
from hacktrick.online.protocol.signed_frame_chain import (
    canonical_json,
    decode_base64,
    encode_base64,
)
from hacktrick.online.resource_limits import MAX_FRAME_BYTES

MAGIC = b"hacktrick-log-1\n"
SECRET_SIZE = 32
MAX_HEADER = 65_536
_BLOCK_HEADER_SIZE = 8  # number of bytes for the length and the CRC-32


class LogError(ValueError):
    """Raised for a file that is not the log of a match; the text gives the reason."""


class LogHeader(NamedTuple):
    """The header of a log: everything except the frames.

    Attributes:
        seat: the local seat.
        secret: the random bytes from which the seat's keys and salts are derived.
    """

    terms: MatchTerms
    seat: Seat
    secret: bytes


class MatchLog:
    """The open log of one match."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    @classmethod
    def create(cls, path: Path, header: LogHeader) -> MatchLog:
        """Create the log of a new match.

        Raises:
            FileExistsError: the match has a log already, and no match may begin twice.
            OSError: the file cannot be written.
        """
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
        log = cls(os.fdopen(number, "wb"))
        data = {
            "terms": header.terms.as_text(),
            "seat": header.seat,
            "secret": encode_base64(header.secret),
        }
        log._file.write(MAGIC + _length_prefixed(canonical_json(data)))
        log._sync_to_disk()
        return log

    @classmethod
    def reopen(cls, path: Path) -> tuple[MatchLog, LogHeader, list[bytes]]:
        """Open the log of an earlier process.

        Returns:
            The log, its header, and its frames in order.

        Raises:
            LogError: the file is not a log.
            OSError: the file cannot be read or written.
        """
        content = path.read_bytes()
        blocks = list(_read_blocks(content))
        if not blocks:
            raise LogError("the file is no log of a match")
        header = _read_header(blocks[0])
        whole = len(MAGIC) + sum(_BLOCK_HEADER_SIZE + len(block) for block in blocks)
        file = path.open("r+b")
        file.truncate(whole)
        file.seek(whole)
        return cls(file), header, blocks[1:]

    def append_frame(self, frame: bytes, is_own: bool) -> None:
        """Write ``frame``; if it is this seat's own, also sync all frames so far to the disk."""
        self._file.write(_length_prefixed(frame))
        if is_own:
            self._sync_to_disk()

    def close(self) -> None:
        """Close the file; frames that a full disk has cut off are sent again later."""
        with contextlib.suppress(OSError), self._file:
            self._sync_to_disk()

    def _sync_to_disk(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())


_BINARY = getattr(os, "O_BINARY", 0)  # prevents Windows from changing line endings


def _length_prefixed(data: bytes) -> bytes:
    return len(data).to_bytes(4, "little") + zlib.crc32(data).to_bytes(4, "little") + data


def _read_blocks(content: bytes) -> Iterator[bytes]:
    """Yield the blocks of a file, up to the first damaged block."""
    if not content.startswith(MAGIC):
        return
    at = len(MAGIC)
    while at + _BLOCK_HEADER_SIZE <= len(content):
        length = int.from_bytes(content[at : at + 4], "little")
        data = content[at + _BLOCK_HEADER_SIZE : at + _BLOCK_HEADER_SIZE + length]
        if not 0 < length <= max(MAX_FRAME_BYTES, MAX_HEADER) or len(data) < length:
            return
        if zlib.crc32(data) != int.from_bytes(content[at + 4 : at + _BLOCK_HEADER_SIZE], "little"):
            return
        yield data
        at += _BLOCK_HEADER_SIZE + length


def _read_header(data: bytes) -> LogHeader:
    try:
        header = json_validation.require_object(json.loads(data), "the header")
        terms_text = header.get("terms")
        if not isinstance(terms_text, str):
            raise JsonShapeError("the terms are missing")
        terms = read_match_terms(terms_text)
        seat = json_validation.require_int(header.get("seat"), "the seat")
        secret = decode_base64(header.get("secret"))
    except (ValueError, RecursionError) as error:
        raise LogError(f"the log cannot be used: {error}") from error
    if not 0 <= seat < terms.rules.n_seats or len(secret) != SECRET_SIZE:
        raise LogError("the log names no seat, or no secret, of its match")
    return LogHeader(terms, seat, secret)
