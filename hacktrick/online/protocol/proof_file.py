"""Proof files: a match with every signed frame, which anybody can check.

    magic ‖ zlib(block(terms) ‖ block(frame) …) ‖ BLAKE2b-256 of all before

A block is its length (four bytes, little-endian) and its bytes. The digest detects damage to the
file, and the signatures detect changes to its content.
"""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hacktrick.game.json_validation import JsonShapeError
from hacktrick.game.state import Result
from hacktrick.match.record import RecordError
from hacktrick.match.record_replay import replay_record
from hacktrick.online.faults import Cheat, Fault, HistoryFork, UnattributableFrame
from hacktrick.online.protocol.match_replica import (
    MatchReplica,
    SeatlessReplica,
    record_of_replica,
)
from hacktrick.online.protocol.match_terms import MatchTerms, read_match_terms
from hacktrick.online.protocol.signed_frame_chain import SIGNATURE_SIZE
from hacktrick.online.resource_limits import MAX_FRAME_BYTES

MAGIC = b"hacktrick-proof-1\n"
# Maximum bytes of a proof file, compressed or not; enough for a thousand rounds.
MAX_FILE_BYTES = 64 * 1024 * 1024
_MAX_COMPRESSION_RATIO = 8  # the ratio is low because points and signatures hardly compress
_MIN_FRAME_BYTES = SIGNATURE_SIZE  # minimum number of bytes in a frame
_DIGEST = 32
_MAX_BLOCK = 65_536


class ProofFileError(ValueError):
    """Raised for a file that is not a proof file; the text gives the reason as one clause."""


class ProofFile(NamedTuple):
    """The content of a proof file: the terms of a match and all its frames, in order."""

    terms: MatchTerms
    frames: list[bytes]


def encode_proof_file(proof: ProofFile) -> bytes:
    """Return the content of a proof file."""
    blocks = [proof.terms.as_text().encode(), *proof.frames]
    content = MAGIC + zlib.compress(b"".join(map(_length_prefixed, blocks)), 9)
    return content + _file_digest(content)


def decode_proof_file(content: bytes) -> ProofFile:
    """Decode the terms and frames of a proof file, without checking signatures or proofs.

    Raises:
        ProofFileError: the content is not that of a proof file.
    """
    if not content.startswith(MAGIC):
        raise ProofFileError("the file is no proof file")
    if len(content) > MAX_FILE_BYTES or _file_digest(content[:-_DIGEST]) != content[-_DIGEST:]:
        raise ProofFileError("the file is damaged or incomplete")
    unpacker = zlib.decompressobj()
    try:
        most = min(MAX_FILE_BYTES, _MAX_COMPRESSION_RATIO * len(content))
        unpacked = unpacker.decompress(content[len(MAGIC) : -_DIGEST], most)
    except zlib.error as error:
        raise ProofFileError("the file cannot be unpacked") from error
    if not unpacker.eof or unpacker.unused_data:
        raise ProofFileError("the file is too large, or not all of it is packed")
    terms, *frames = _read_blocks(unpacked)
    if any(len(frame) > MAX_FRAME_BYTES for frame in frames):
        raise ProofFileError("a frame is too large")
    try:
        return ProofFile(read_match_terms(terms.decode("ascii")), frames)
    except (JsonShapeError, UnicodeDecodeError) as error:
        raise ProofFileError(f"the terms cannot be used: {error}") from error


def _file_digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST).digest()


def _length_prefixed(data: bytes) -> bytes:
    return len(data).to_bytes(4, "little") + data


def _read_blocks(data: bytes) -> Iterable[bytes]:
    at, found = 0, []
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "little")
        block = data[at + 4 : at + 4 + length]
        if len(block) < length or length > _MAX_BLOCK or len(data) < at + 4:
            raise ProofFileError("a frame is cut off")
        if length < _MIN_FRAME_BYTES:
            raise ProofFileError("a frame is too small")
        found.append(block)
        at += 4 + length
    if not found:
        raise ProofFileError("the terms are missing")
    return found


PROOF_MAGIC = MAGIC

FAULT_TEXTS: dict[Fault, str] = {
    "TWO_TONGUES": "said two things in one step",
    "OTHER_HISTORY": "names a past that does not follow from the frames",
    "OUT_OF_TURN": "spoke out of turn",
    "WRONG_KIND": "said something else than was due",
    "BAD_SHAPE": "sent a frame that is not what its kind holds",
    "NOT_A_POINT": "sent something that is no point of the group",
    "NOT_A_SCALAR": "sent something that is no scalar",
    "WRONG_SIZE": "sent a proof or cards of the wrong size",
    "KEY_UNPROVED": "did not prove to know the key",
    "SHARE_UNPROVED": "opened a card falsely",
    "NOT_A_SHUFFLE": "did something else with the cards than shuffle them",
    "NOT_THE_SAME_CARD": "handed on another card",
    "NOT_A_CARD": "opened something that is no card",
    "NO_SUCH_PLACE": "named a place outside the hand",
    "OTHER_CARD": "showed another card than the one said",
    "ILLEGAL_ACTION": "did what the rules do not allow",
    "WRONG_SUM": "announced a wrong sum",
    "WRONG_NONCE": "showed another nonce than the one committed to",
    "WRONG_CODE": "turned up another code than the one laid",
    "WRONG_KEY": "showed a key that is not the one of the round",
    "UNAGREED": "paused the match, or ended a pause, in the name of somebody who did not want it",
    "NOT_STUCK": "said wrongly whether a card could be played",
}


class ProofViolation(ValueError):
    """Raised if a proof file fails its check.

    The text describes the fault in one clause and, if known, names the player to blame.
    """


class ProvedRound(NamedTuple):
    """A checked round of a proof file.

    Attributes:
        number: the number of the round, from 0.
        proved: the number of proofs checked, by kind.
        result: the result; None if the file ends before the round.
    """

    number: int
    proved: Counter[str]
    result: Result | None


def proof_file_content(replica: MatchReplica) -> bytes:
    """Return the proof file of a match, which may be unfinished or ended by a cheat."""
    return encode_proof_file(ProofFile(replica.terms, replica.finished_frames_and_evidence()))


def check_proof_file(content: bytes) -> Iterator[ProvedRound]:
    """Check a whole match from its proof file; yield each round after checking it.

    Raises:
        ProofViolation: at the first check that fails.
    """
    try:
        proof = decode_proof_file(content)
        observer = SeatlessReplica(proof.terms)
        yield from _proved_rounds(observer, proof.frames)
    except UnattributableFrame as error:
        raise ProofViolation(f"a frame is not of this match: {error}") from error
    except ProofFileError as error:
        raise ProofViolation(str(error)) from error
    except Cheat as cheat:
        raise ProofViolation(_blame_sentence(observer, cheat)) from cheat
    except HistoryFork as fork:
        raise ProofViolation(_blame_sentence(observer, observer.resolve_fork(fork, ()))) from fork
    _check_by_record_replay(observer)


def _proved_rounds(observer: SeatlessReplica, frames: list[bytes]) -> Iterator[ProvedRound]:
    n_rounds = 0
    for frame in frames:
        if not observer.receive_frame(frame):
            raise ProofViolation("a frame is there twice")
        if len(observer.rounds) > n_rounds:
            opened = observer.rounds[n_rounds]
            yield ProvedRound(n_rounds, opened.proved, opened.result)
            n_rounds += 1
    if observer.exchange.chain.has_missing_frames(observer.is_over):
        raise ProofViolation("frames are missing")
    if list(observer.exchange.chain.frames_from()) != frames:
        raise ProofViolation("the frames are not in their order")
    begun = observer.dealing is not None and observer.dealing.keys.proved.total() > 0
    if begun or (observer.is_dealt and not observer.is_round_over):
        yield ProvedRound(n_rounds, observer.proof_counts(), None)


def _blame_sentence(observer: SeatlessReplica, cheat: Cheat) -> str:
    name = observer.terms.seats[cheat.seat].name
    place = f"round {len(observer.rounds)}, step {cheat.step}"
    return f"{place}: seat {cheat.seat} ({name}) {FAULT_TEXTS[cheat.fault]}"


def _check_by_record_replay(observer: SeatlessReplica) -> None:
    """Replay the match record, as a second check that does not use the replica's code.

    Raises:
        ProofViolation: the replay finds a fault.
    """
    if not observer.rounds or (observer.terms.rules.has_codes and not observer.pile):
        return
    try:
        for _ in replay_record(record_of_replica(observer)):
            pass
    except RecordError as error:
        raise ProofViolation(str(error)) from error
