"""The prime-order subgroup of edwards25519, computed by libsodium through PyNaCl.

Scalars are integers modulo the group order. Points are their 32-byte encodings by RFC 8032.
libsodium's multiplication rejects points outside the subgroup and the neutral element, so this
module handles the neutral element itself.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence

import nacl.bindings as sodium

from hacktrick.online.faults import InvalidData

Point = bytes
Scalar = int

GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493
NEUTRAL_POINT: Point = b"\x01" + bytes(31)
ENCODED_SIZE = 32  # number of bytes in the encoding of a point or a scalar
# The domain of this protocol, which separates its digests from those of other protocols.
HASH_PERSONALIZATION = b"hacktrick-net-1"


def random_scalar() -> Scalar:
    """Return a random nonzero scalar from the system's random generator."""
    return secrets.randbelow(GROUP_ORDER - 1) + 1


def encode_scalar(k: Scalar) -> bytes:
    return (k % GROUP_ORDER).to_bytes(ENCODED_SIZE, "little")


def decode_scalar(data: bytes) -> Scalar:
    """Decode a received scalar.

    Raises:
        InvalidData: the data are not 32 bytes, or not reduced modulo the order. Every scalar thus
            has only one encoding.
    """
    k = int.from_bytes(data, "little")
    if len(data) != ENCODED_SIZE or k >= GROUP_ORDER:
        raise InvalidData("NOT_A_SCALAR")
    return k


def decode_point(data: bytes) -> Point:
    """Decode a received point.

    Raises:
        InvalidData: the point is not on the curve, not canonical, outside the subgroup, or neutral.
    """
    if len(data) != ENCODED_SIZE or not sodium.crypto_core_ed25519_is_valid_point(data):
        raise InvalidData("NOT_A_POINT")
    if not _is_in_subgroup(data):
        raise InvalidData("NOT_A_POINT")
    return data


def _is_in_subgroup(point: Point) -> bool:
    """Return whether a point of the curve is in the subgroup: ``GROUP_ORDER`` times it is neutral.

    Equivalently, ``GROUP_ORDER`` - 1 times the point is its negative. This fails for a point of the
    subgroup plus one of order 2, 4 or 8. As ``GROUP_ORDER`` - 1 is a multiple of 4, the added point
    becomes neutral or of order 2, and never its own negative.
    """
    try:
        found = sodium.crypto_scalarmult_ed25519_noclamp(encode_scalar(-1), point)
    except RuntimeError:  # this libsodium rejects the point by itself
        return False
    return found == point[:-1] + bytes([point[-1] ^ 0x80])  # the highest bit is the sign


def multiply(k: Scalar, point: Point) -> Point:
    k %= GROUP_ORDER
    if k == 0 or point == NEUTRAL_POINT:
        return NEUTRAL_POINT
    return sodium.crypto_scalarmult_ed25519_noclamp(encode_scalar(k), point)


def multiply_base(k: Scalar) -> Point:
    """Return ``k`` times the base point of RFC 8032."""
    k %= GROUP_ORDER
    if k == 0:
        return NEUTRAL_POINT
    return sodium.crypto_scalarmult_ed25519_base_noclamp(encode_scalar(k))


def add_points(a: Point, b: Point) -> Point:
    return sodium.crypto_core_ed25519_add(a, b)


def subtract_points(a: Point, b: Point) -> Point:
    return sodium.crypto_core_ed25519_sub(a, b)


def sum_points(points: Iterable[Point]) -> Point:
    result = NEUTRAL_POINT
    for point in points:
        result = add_points(result, point)
    return result


def linear_combination(scalars: Sequence[Scalar], points: Sequence[Point]) -> Point:
    """Return the sum of all points, each multiplied by its scalar."""
    return sum_points(multiply(k, point) for k, point in zip(scalars, points, strict=True))


def hash_parts(*parts: bytes) -> bytes:
    """Return the BLAKE2b digest of several parts, 64 bytes.

    Every part is preceded by its length (four bytes, little-endian), so that no two lists of parts
    have the same input.
    """
    hashed = hashlib.blake2b(digest_size=64, person=HASH_PERSONALIZATION)
    for part in parts:
        hashed.update(len(part).to_bytes(4, "little"))
        hashed.update(part)
    return hashed.digest()


def challenge_scalar(*parts: bytes) -> Scalar:
    """Return the digest of the parts as a scalar (the Fiat-Shamir heuristic).

    Reducing the digest modulo the group order leaves a bias below 2^-256.
    """
    return int.from_bytes(hash_parts(*parts), "little") % GROUP_ORDER


def independent_generator(number: int) -> Point:
    """Return the generator with this number.

    The generator is hashed to the curve (Elligator 2 as in libsodium), so nobody knows its
    logarithm to the base point or to another generator.
    """
    seed = hash_parts(b"generator", number.to_bytes(4, "little"))[:ENCODED_SIZE]
    return sodium.crypto_core_ed25519_from_uniform(seed)


def has_safe_libsodium() -> bool:
    """Return whether libsodium itself rejects a valid point plus a point of small order.

    PyNaCl before 1.6.2 accepts a valid point plus the point of order 2. A cheat could mark a card
    in this way and recognise it after every shuffle. ``decode_point`` rejects such points with any
    libsodium. Players with an unsafe library are asked to update it before they play online.
    """
    twisted = [
        add_points(multiply_base(n), twist) for n in range(1, 5) for twist in SMALL_ORDER_POINTS
    ]
    return not any(map(sodium.crypto_core_ed25519_is_valid_point, twisted))


BASE_POINT: Point = multiply_base(1)
_OF_ORDER_8 = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
SMALL_ORDER_POINTS: tuple[Point, ...] = tuple(sum_points([_OF_ORDER_8] * n) for n in range(1, 8))
"""The seven points of small order, except the neutral one; their orders are 8, 4, 8, 2, 8, 4, 8.

The sum of a valid point and one of these points is outside the subgroup. Multiplying the sum by the
order of the added point gives the same result as multiplying the valid point."""
