"""SPAKE2 (RFC 9382): two computers that know the same access code agree on strong keys.

The code, stretched by Argon2id, masks a Diffie-Hellman exchange in the prime-order subgroup of
edwards25519. An attacker in between can try one code per connection, and learns nothing that would
help to try others offline. Each side then proves that it has the key (section 3.3), so a wrong code
is noticed before anything else is sent.
"""

from __future__ import annotations

import hmac
import threading
from dataclasses import dataclass
from hashlib import sha512
from typing import Literal

from nacl.pwhash import argon2id

from hacktrick.online.crypto.curve_group import (
    ENCODED_SIZE,
    GROUP_ORDER,
    NEUTRAL_POINT,
    Point,
    add_points,
    decode_point,
    encode_scalar,
    multiply,
    multiply_base,
    random_scalar,
    subtract_points,
)
from hacktrick.online.faults import InvalidData

HandshakeSide = Literal["host", "guest"]

# RFC 9382, section 4: the points M and N of edwards25519.
MASK_POINTS: dict[HandshakeSide, Point] = {
    "guest": bytes.fromhex("d048032c6ea0b6d697ddc2e86bda85a33adac920f1bf18e1b0c6d166a5cecdaf"),
    "host": bytes.fromhex("d3bfb518f44f3430f29d0c92af503865a1ed3281dc69b35dd868ba85f886c4ab"),
}
PARTY_NAMES: dict[HandshakeSide, bytes] = {
    "guest": b"hacktrick guest 1",
    "host": b"hacktrick host 1",
}
_stretching = threading.Lock()
SALT = b"hacktrick code 1"  # the 16-byte salt for Argon2id, constant because codes are random
COFACTOR = 8


class WrongAccessCode(Exception):
    """Raised if the other side does not know the access code, or if messages were altered."""


@dataclass(frozen=True, slots=True)
class SessionKeys:
    """The session keys: 32 bytes for each direction, and the proof that each side sends."""

    to_host: bytes
    to_guest: bytes
    proof_of_host: bytes
    proof_of_guest: bytes

    def proof_of(self, side: HandshakeSide) -> bytes:
        return self.proof_of_host if side == "host" else self.proof_of_guest


def other_side(side: HandshakeSide) -> HandshakeSide:
    return "guest" if side == "host" else "host"


def stretch_code(code: bytes) -> int:
    """Derive a scalar from an access code with Argon2id.

    This takes 64 MiB and a tenth of a second. Only one code is stretched at a time, so that a
    process never needs this memory twice.
    """
    effort, memory = argon2id.OPSLIMIT_INTERACTIVE, argon2id.MEMLIMIT_INTERACTIVE
    with _stretching:
        data = argon2id.kdf(64, code, SALT, opslimit=effort, memlimit=memory)
    return int.from_bytes(data, "little") % GROUP_ORDER


class Handshake:
    """One side of an exchange: send ``message``, then pass the other side's message to ``finish``.

    Args:
        side: the role of this side, host or guest.
        secret: the access code as ``stretch_code`` returns it.
    """

    def __init__(self, side: HandshakeSide, secret: int) -> None:
        self.side = side
        self._w = secret
        self._x = random_scalar()
        self.message: Point = add_points(
            multiply_base(self._x), multiply(secret, MASK_POINTS[side])
        )

    def finish(self, other_message: bytes) -> SessionKeys:
        """Derive the session keys from the other side's message.

        Both sides must still prove that they have the same keys.

        Raises:
            WrongAccessCode: the message is not a point that an honest side would send.
        """
        try:
            theirs = decode_point(other_message)
        except InvalidData as error:
            raise WrongAccessCode from error
        unmasked = subtract_points(theirs, multiply(self._w, MASK_POINTS[other_side(self.side)]))
        shared = multiply(COFACTOR * self._x, unmasked)
        if shared == NEUTRAL_POINT:
            raise WrongAccessCode
        messages = {self.side: self.message, other_side(self.side): theirs}
        return _derive_session_keys(messages["guest"], messages["host"], shared, self._w)


def check_key_proof(keys: SessionKeys, side: HandshakeSide, proof: bytes) -> None:
    """Check the proof that ``side`` has the same keys.

    Raises:
        WrongAccessCode: the proof is wrong, so the other side used another code.
    """
    if not hmac.compare_digest(keys.proof_of(side), proof):
        raise WrongAccessCode


def _derive_session_keys(guest: Point, host: Point, shared: Point, w: int) -> SessionKeys:
    """Derive the keys by RFC 9382, sections 3.3 and 4, with SHA-512, HKDF and HMAC."""
    parts = (PARTY_NAMES["guest"], PARTY_NAMES["host"], guest, host, shared, encode_scalar(w))
    transcript = b"".join(len(part).to_bytes(8, "little") + part for part in parts)
    digest = sha512(transcript).digest()
    encryption, confirmation = digest[:ENCODED_SIZE], digest[ENCODED_SIZE:]
    proofs = _hkdf(confirmation, b"ConfirmationKeys", 128)
    streams = _hkdf(encryption, b"hacktrick streams 1", 2 * ENCODED_SIZE)
    return SessionKeys(
        to_host=streams[:ENCODED_SIZE],
        to_guest=streams[ENCODED_SIZE:],
        proof_of_guest=hmac.digest(proofs[:64], transcript, "sha512"),
        proof_of_host=hmac.digest(proofs[64:], transcript, "sha512"),
    )


def _hkdf(key: bytes, info: bytes, size: int) -> bytes:
    """Return the output of HKDF (RFC 5869) with an empty salt."""
    secret = hmac.digest(bytes(64), key, "sha512")
    data, block = b"", b""
    for number in range(1, -(-size // 64) + 1):
        block = hmac.digest(secret, block + info + bytes([number]), "sha512")
        data += block
    return data[:size]
