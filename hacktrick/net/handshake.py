"""Two computers that know the same short code agree on strong keys; nobody else learns a thing.

SPAKE2 (RFC 9382) in the prime-order subgroup of edwards25519: the code, stretched by Argon2id,
masks a Diffie-Hellman exchange. Whoever stands in between can try one code for each connection, and
sees nothing that would let him try others at home. Then each side proves that it has the key (RFC
9382, section 3.3), so a wrong code is told before anything else is said.
"""

from __future__ import annotations

import hmac
import threading
from dataclasses import dataclass
from hashlib import sha512
from typing import Literal

from nacl.pwhash import argon2id

from hacktrick.net.faults import Refused
from hacktrick.net.group import (
    NEUTRAL,
    ORDER,
    SIZE,
    Point,
    base_times,
    minus,
    plus,
    random_scalar,
    read_point,
    scalar_bytes,
    times,
)

Side = Literal["host", "guest"]

# RFC 9382, section 4: the points M and N of edwards25519.
MASKS: dict[Side, Point] = {
    "guest": bytes.fromhex("d048032c6ea0b6d697ddc2e86bda85a33adac920f1bf18e1b0c6d166a5cecdaf"),
    "host": bytes.fromhex("d3bfb518f44f3430f29d0c92af503865a1ed3281dc69b35dd868ba85f886c4ab"),
}
NAMES: dict[Side, bytes] = {"guest": b"hacktrick guest 1", "host": b"hacktrick host 1"}
_stretching = threading.Lock()
SALT = b"hacktrick code 1"  # 16 bytes, as Argon2id wants them: codes are random, not chosen
COFACTOR = 8
PROOF_SIZE = 64


class WrongCode(Exception):
    """The other side does not know the code, or somebody stands in between."""


@dataclass(frozen=True, slots=True)
class Keys:
    """What both sides have in the end: 32 bytes for each direction, and what each has to show."""

    to_host: bytes
    to_guest: bytes
    proof_of_host: bytes
    proof_of_guest: bytes

    def proof_of(self, side: Side) -> bytes:
        return self.proof_of_host if side == "host" else self.proof_of_guest


def other(side: Side) -> Side:
    return "guest" if side == "host" else "host"


def stretched(code: bytes) -> int:
    """A scalar that takes a while to work out from the code: 64 MiB and a tenth of a second. One at
    a time: a process never has that memory twice."""
    effort, memory = argon2id.OPSLIMIT_INTERACTIVE, argon2id.MEMLIMIT_INTERACTIVE
    with _stretching:
        data = argon2id.kdf(64, code, SALT, opslimit=effort, memlimit=memory)
    return int.from_bytes(data, "little") % ORDER


class Handshake:
    """One side of one exchange. Send ``message``, then give ``finish`` what the other has sent.

    Args:
        secret: the code as bytes, stretched.
    """

    def __init__(self, side: Side, secret: int) -> None:
        self.side = side
        self._w = secret
        self._x = random_scalar()
        self.message: Point = plus(base_times(self._x), times(secret, MASKS[side]))

    def finish(self, heard: bytes) -> Keys:
        """The keys, still to be proved by both.

        Raises:
            WrongCode: what was heard is no point that an honest side would send.
        """
        try:
            theirs = read_point(heard)
        except Refused as error:
            raise WrongCode from error
        unmasked = minus(theirs, times(self._w, MASKS[other(self.side)]))
        shared = times(COFACTOR * self._x, unmasked)
        if shared == NEUTRAL:
            raise WrongCode
        messages = {self.side: self.message, other(self.side): theirs}
        return _keys(messages["guest"], messages["host"], shared, self._w)


def check(keys: Keys, side: Side, proof: bytes) -> None:
    """That ``side`` has the same keys.

    Raises:
        WrongCode: it has not.
    """
    if not hmac.compare_digest(keys.proof_of(side), proof):
        raise WrongCode


def _keys(guest: Point, host: Point, shared: Point, w: int) -> Keys:
    """RFC 9382, sections 3.3 and 4, with SHA-512, HKDF-SHA-512 and HMAC-SHA-512."""
    parts = (NAMES["guest"], NAMES["host"], guest, host, shared, scalar_bytes(w))
    told = b"".join(len(part).to_bytes(8, "little") + part for part in parts)
    digest = sha512(told).digest()
    encryption, confirmation = digest[:SIZE], digest[SIZE:]
    proofs = _derived(confirmation, b"ConfirmationKeys", 128)
    streams = _derived(encryption, b"hacktrick streams 1", 2 * SIZE)
    return Keys(
        to_host=streams[:SIZE],
        to_guest=streams[SIZE:],
        proof_of_guest=hmac.digest(proofs[:64], told, "sha512"),
        proof_of_host=hmac.digest(proofs[64:], told, "sha512"),
    )


def _derived(key: bytes, info: bytes, size: int) -> bytes:
    """HKDF (RFC 5869) with an empty salt."""
    secret = hmac.digest(bytes(64), key, "sha512")
    data, block = b"", b""
    for number in range(1, -(-size // 64) + 1):
        block = hmac.digest(secret, block + info + bytes([number]), "sha512")
        data += block
    return data[:size]
