"""The curve edwards25519 in plain Python, after RFC 8032.

This code is slow and not constant-time, but independent of any library. A point is (X, Y, Z, T) in
extended coordinates: x = X/Z, y = Y/Z, xy = T/Z.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

Point = tuple[int, int, int, int]

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)  # square root of -1
MONTGOMERY_A = 486662
SIZE = 32  # number of bytes of a point or scalar
NEUTRAL: Point = (0, 1, 1, 0)


class InvalidEncoding(ValueError):
    """Raised for bytes that are not a canonical scalar or a point of the prime-order group."""


def add_points(a: Point, b: Point) -> Point:
    """Add two points, which may be equal or neutral (RFC 8032, section 5.1.4)."""
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    k = (y1 - x1) * (y2 - x2) % P
    m = (y1 + x1) * (y2 + x2) % P
    c = 2 * t1 * t2 * D % P
    d = 2 * z1 * z2 % P
    e, f, g, h = m - k, d - c, d + c, m + k
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def double_point(a: Point) -> Point:
    x, y, z, _ = a
    k, m = x * x % P, y * y % P
    h, g = k + m, k - m
    e = h - (x + y) * (x + y) % P
    f = 2 * z * z + g
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def negated_point(a: Point) -> Point:
    x, y, z, t = a
    return (-x % P, y, z, -t % P)


def combine_points(scalars: Sequence[int], points: Sequence[Point]) -> Point:
    """Return the sum of all points, each multiplied by its scalar.

    The function processes four bits of all scalars at a time (Straus).
    """
    tables = [_multiples_0_to_15(point) for point in points]
    longest = max((k.bit_length() for k in scalars), default=0)
    result = NEUTRAL
    for shift in range((longest + 3) // 4 * 4 - 4, -1, -4):
        result = double_point(double_point(double_point(double_point(result))))
        for k, table in zip(scalars, tables, strict=True):
            if digit := k >> shift & 15:
                result = add_points(result, table[digit])
    return result


@lru_cache(maxsize=1024)
def _multiples_0_to_15(point: Point) -> tuple[Point, ...]:
    """Return the multiples 0 to 15 of a point."""
    found = [NEUTRAL]
    for _ in range(15):
        found.append(add_points(found[-1], point))
    return tuple(found)


def is_same_point(a: Point, b: Point) -> bool:
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 == (a[1] * b[2] - b[1] * a[2]) % P


def point_bytes(a: Point) -> bytes:
    x, y, z, _ = a
    inverse = pow(z, -1, P)
    x, y = x * inverse % P, y * inverse % P
    return (y | (x & 1) << 255).to_bytes(SIZE, "little")


def decode_curve_point(data: bytes) -> Point:
    """Decode any point of the curve, even one of small order (RFC 8032, section 5.1.3).

    Raises:
        InvalidEncoding: the bytes are not 32 in number, not canonical, or not on the curve.
    """
    number = int.from_bytes(data, "little")
    y, odd = number & (1 << 255) - 1, number >> 255
    if len(data) != SIZE or y >= P:
        raise InvalidEncoding("not canonical")
    x = square_root((y * y - 1) * pow(D * y * y + 1, -1, P))
    if x is None or (x == 0 and odd):
        raise InvalidEncoding("not on the curve")
    return _extended_from_affine(x if x & 1 == odd else P - x, y)


@lru_cache(maxsize=4096)
def decode_prime_order_point(data: bytes) -> Point:
    """Decode a point of the prime-order group other than the neutral point.

    Raises:
        InvalidEncoding: the bytes are not such a point.
    """
    point = decode_curve_point(data)
    if is_same_point(point, NEUTRAL) or not is_same_point(
        combine_points([ORDER], [point]), NEUTRAL
    ):
        raise InvalidEncoding("not in the prime-order group")
    return point


def decode_reduced_scalar(data: bytes) -> int:
    """Decode a scalar.

    Raises:
        InvalidEncoding: the bytes are not 32 in number, or the scalar is not below the order.
    """
    k = int.from_bytes(data, "little")
    if len(data) != SIZE or k >= ORDER:
        raise InvalidEncoding("not reduced")
    return k


def scalar_bytes(k: int) -> bytes:
    """Encode a number, reduced modulo the order, as a scalar."""
    return (k % ORDER).to_bytes(SIZE, "little")


def map_to_curve_elligator2(data: bytes) -> Point:
    """Map 32 bytes to a point by Elligator 2 (Bernstein, Hamburg, Krasnova, Lange 2013).

    The choices are those of libsodium: the number is in the lower 255 bits, the sign of x in the
    highest bit, and the result is multiplied by eight.
    """
    number = int.from_bytes(data, "little")
    r, odd = number & (1 << 255) - 1, number >> 255
    u = -MONTGOMERY_A * pow(1 + 2 * r * r, -1, P) % P
    v = square_root(u * (u * u + MONTGOMERY_A * u + 1))
    if v is None:
        u = -u - MONTGOMERY_A
        v = square_root(u * (u * u + MONTGOMERY_A * u + 1)) or 0
    return double_point(double_point(double_point(_edwards_from_montgomery(u % P, v, odd))))


def _edwards_from_montgomery(u: int, v: int, odd: int) -> Point:
    """Convert a Montgomery point (RFC 7748, section 4.1) to an Edwards point.

    Args:
        odd: the parity of the result's x.
    """
    factor = square_root(-MONTGOMERY_A - 2) or 0
    x = factor * u * pow(v, -1, P) % P
    y = (u - 1) * pow(u + 1, -1, P) % P
    return _extended_from_affine(x if x & 1 == odd else P - x, y)


def _extended_from_affine(x: int, y: int) -> Point:
    return (x % P, y, 1, x * y % P)


def square_root(square: int) -> int | None:
    """Return a square root modulo P, or None if there is none."""
    square %= P
    found = pow(square, (P + 3) // 8, P)
    for candidate in (found, found * ROOT_OF_MINUS_ONE % P):
        if candidate * candidate % P == square:
            return candidate
    return None


BASE = decode_curve_point((4 * pow(5, -1, P) % P).to_bytes(SIZE, "little"))
