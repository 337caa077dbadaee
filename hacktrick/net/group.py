"""The prime-order subgroup of edwards25519, by libsodium through PyNaCl.

Scalars are whole numbers modulo the order, points are their 32 bytes as RFC 8032 writes them.
libsodium's multiplication itself refuses points outside the subgroup; the neutral element, which
it refuses too, is dealt with here.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence

import nacl.bindings as sodium

from hacktrick.net.faults import Refused

Point = bytes
Scalar = int

ORDER = 2**252 + 27742317777372353535851937790883648493
NEUTRAL: Point = b"\x01" + bytes(31)
SIZE = 32  # bytes of a point, of a scalar
PERSON = b"hacktrick-net-1"  # of this protocol: other uses of the hash give other digests


def random_scalar() -> Scalar:
    """Not zero, from the system's generator."""
    return secrets.randbelow(ORDER - 1) + 1


def scalar_bytes(k: Scalar) -> bytes:
    return (k % ORDER).to_bytes(SIZE, "little")


def read_scalar(data: bytes) -> Scalar:
    """A scalar from outside.

    Raises:
        Refused: not 32 bytes, or not reduced: every scalar has one text only.
    """
    k = int.from_bytes(data, "little")
    if len(data) != SIZE or k >= ORDER:
        raise Refused("NOT_A_SCALAR")
    return k


def read_point(data: bytes) -> Point:
    """A point from outside.

    Raises:
        Refused: not on the curve, not canonical, outside the subgroup, or the neutral element.
    """
    if len(data) != SIZE or not sodium.crypto_core_ed25519_is_valid_point(data):
        raise Refused("NOT_A_POINT")
    return data


def times(k: Scalar, point: Point) -> Point:
    k %= ORDER
    if k == 0 or point == NEUTRAL:
        return NEUTRAL
    return sodium.crypto_scalarmult_ed25519_noclamp(scalar_bytes(k), point)


def base_times(k: Scalar) -> Point:
    """``k`` times the base point of RFC 8032."""
    k %= ORDER
    if k == 0:
        return NEUTRAL
    return sodium.crypto_scalarmult_ed25519_base_noclamp(scalar_bytes(k))


def plus(a: Point, b: Point) -> Point:
    return sodium.crypto_core_ed25519_add(a, b)


def minus(a: Point, b: Point) -> Point:
    return sodium.crypto_core_ed25519_sub(a, b)


def total(points: Iterable[Point]) -> Point:
    result = NEUTRAL
    for point in points:
        result = plus(result, point)
    return result


def combined(scalars: Sequence[Scalar], points: Sequence[Point]) -> Point:
    """The sum of each point times its scalar."""
    return total(times(k, point) for k, point in zip(scalars, points, strict=True))


def digest(*parts: bytes) -> bytes:
    """64 bytes of BLAKE2b. Every part is preceded by its length (four bytes, little-endian), so
    that no two lists of parts read the same."""
    hashed = hashlib.blake2b(digest_size=64, person=PERSON)
    for part in parts:
        hashed.update(len(part).to_bytes(4, "little"))
        hashed.update(part)
    return hashed.digest()


def challenge(*parts: bytes) -> Scalar:
    """A scalar by the Fiat-Shamir heuristic: the digest, reduced (bias below 2^-256)."""
    return int.from_bytes(digest(*parts), "little") % ORDER


def generator(number: int) -> Point:
    """One of the independent generators: hashed to the curve (Elligator 2, as libsodium does it),
    so that nobody knows its logarithm to the base point or to another one."""
    seed = digest(b"generator", number.to_bytes(4, "little"))[:SIZE]
    return sodium.crypto_core_ed25519_from_uniform(seed)


BASE: Point = base_times(1)
