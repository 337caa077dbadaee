"""Received points and scalars are checked, and every hash input is unambiguous."""

from __future__ import annotations

import nacl.bindings as sodium
import pytest

from hacktrick.online.crypto import curve_group
from hacktrick.online.faults import InvalidData

# RFC 8032, section 5.1: the base point, and the order of its group.
RFC_BASE = bytes.fromhex("58" + "66" * 31)
TWICE_THE_BASE = bytes.fromhex("c9a3f86aae465f0e56513864510f3997561fa2c9e85ea21dc2292309f3cd6022")
# Points of order 8, 4 and 2, the neutral element, and encodings of no point.
BAD_POINTS = {
    "order 8": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "order 8, the other": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "order 4": "00" * 32,
    "order 2": "ec" + "ff" * 30 + "7f",
    "neutral": "01" + "00" * 31,
    "neutral, written otherwise": "ee" + "ff" * 30 + "7f",
    "no canonical number": "ff" * 32,
    "not on the curve": "02" + "00" * 31,
    "too short": "58" + "66" * 30,
    "too long": "58" + "66" * 32,
    "nothing": "",
}


def test_the_base_point_is_that_of_the_rfc() -> None:
    assert curve_group.BASE_POINT == RFC_BASE
    assert (
        curve_group.multiply(curve_group.GROUP_ORDER, curve_group.BASE_POINT)
        == curve_group.NEUTRAL_POINT
    )
    assert (
        curve_group.multiply_base(2) == curve_group.add_points(RFC_BASE, RFC_BASE) == TWICE_THE_BASE
    )


@pytest.mark.parametrize("kind", BAD_POINTS)
def test_bytes_that_are_no_point_are_refused(kind: str) -> None:
    with pytest.raises(InvalidData) as refused:
        curve_group.decode_point(bytes.fromhex(BAD_POINTS[kind]))
    assert refused.value.fault == "NOT_A_POINT"


TWISTED = [
    pytest.param(
        curve_group.add_points(curve_group.multiply_base(k), twist), id=f"{n} eighths added to {k}"
    )
    for k in (1, 2, 3, 4, curve_group.GROUP_ORDER // 3)
    for n, twist in enumerate(curve_group.SMALL_ORDER_POINTS, start=1)
]


@pytest.mark.parametrize("point", TWISTED)
def test_a_point_outside_the_subgroup_is_refused(point: bytes) -> None:
    with pytest.raises(InvalidData) as refused:
        curve_group.decode_point(point)
    assert refused.value.fault == "NOT_A_POINT"


@pytest.mark.usefixtures("gullible_library")
@pytest.mark.parametrize("point", TWISTED)
def test_a_point_outside_the_subgroup_is_refused_on_any_library(point: bytes) -> None:
    with pytest.raises(InvalidData) as refused:
        curve_group.decode_point(point)
    assert refused.value.fault == "NOT_A_POINT"


@pytest.mark.usefixtures("gullible_library")
def test_a_valid_point_is_decoded_unchanged_with_any_library() -> None:
    points = [curve_group.multiply_base(curve_group.random_scalar()) for _ in range(50)]
    assert [curve_group.decode_point(point) for point in points] == points


def test_the_twists_are_those_of_all_small_orders() -> None:
    assert len({*curve_group.SMALL_ORDER_POINTS}) == 7
    named = {"order 8", "order 8, the other", "order 4", "order 2"}
    assert {bytes.fromhex(BAD_POINTS[name]) for name in named} < {*curve_group.SMALL_ORDER_POINTS}


def test_the_installed_library_is_sound() -> None:
    assert curve_group.has_safe_libsodium()


@pytest.mark.usefixtures("gullible_library")
def test_a_library_that_takes_any_point_is_not_sound() -> None:
    assert not curve_group.has_safe_libsodium()


def test_a_library_that_takes_points_twisted_by_order_two_is_not_sound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The libsodium of PyNaCl before 1.6.2 is such a library."""
    is_valid = sodium.crypto_core_ed25519_is_valid_point
    of_order_2 = bytes.fromhex(BAD_POINTS["order 2"])
    monkeypatch.setattr(
        sodium,
        "crypto_core_ed25519_is_valid_point",
        lambda point: is_valid(point) or is_valid(curve_group.add_points(point, of_order_2)),
    )
    assert not curve_group.has_safe_libsodium()


def test_a_valid_point_is_decoded_unchanged() -> None:
    assert curve_group.decode_point(curve_group.multiply_base(5)) == curve_group.multiply_base(5)


@pytest.mark.parametrize("data", [b"", bytes(31), bytes(33), b"\xff" * 32])
def test_bytes_that_are_no_scalar_are_refused(data: bytes) -> None:
    with pytest.raises(InvalidData):
        curve_group.decode_scalar(data)


def test_a_scalar_has_one_encoding() -> None:
    assert curve_group.decode_scalar(curve_group.encode_scalar(-1)) == curve_group.GROUP_ORDER - 1
    with pytest.raises(InvalidData):
        curve_group.decode_scalar(curve_group.GROUP_ORDER.to_bytes(32, "little"))


def test_the_neutral_element_adds_nothing() -> None:
    point = curve_group.multiply_base(7)
    assert curve_group.add_points(point, curve_group.NEUTRAL_POINT) == point
    assert curve_group.subtract_points(point, point) == curve_group.NEUTRAL_POINT
    assert curve_group.multiply(3, curve_group.NEUTRAL_POINT) == curve_group.NEUTRAL_POINT
    assert (
        curve_group.multiply(0, point)
        == curve_group.multiply_base(0)
        == curve_group.sum_points(())
        == curve_group.NEUTRAL_POINT
    )


def test_sums_and_products_agree() -> None:
    a, b = curve_group.multiply_base(3), curve_group.multiply_base(11)
    assert curve_group.linear_combination((2, 5), (a, b)) == curve_group.multiply_base(
        2 * 3 + 5 * 11
    )


def test_no_two_lists_of_parts_hash_alike() -> None:
    lists = [(b"ab", b"c"), (b"a", b"bc"), (b"abc",), (b"", b"abc"), (b"abc", b""), ()]
    assert len({curve_group.hash_parts(*parts) for parts in lists}) == len(lists)


def test_the_test_vectors_of_the_protocol_stay_the_same() -> None:
    """Other implementations must produce the same bytes."""
    assert curve_group.hash_parts(b"ab", b"c").hex() == (
        "fc7885b64e1f226099db1ab64a1f3783378f35216ace4f37cb98f86c6ec76d81"
        "de15772cdb0e15ce9d84f30b5bd906794f89dd3a707812c673de93675ff8e1b1"
    )
    assert (
        curve_group.independent_generator(0).hex()
        == "7faecbd07e960a06a82e1f0234fe1e8eb13eef873c8a901714a4385346b13916"
    )
    assert (
        curve_group.independent_generator(18).hex()
        == "9892040a41fdd405026f04c6fc3a6875a090e6d34ecb0d9f19f2205da78d04ec"
    )
    assert (
        curve_group.challenge_scalar(b"x")
        == 4397682351394076980855517180139113376750640074889781910617077482126119814137
    )


def test_the_generators_are_different_points_of_the_subgroup() -> None:
    found = [curve_group.independent_generator(number) for number in range(19)]
    assert len({*found, curve_group.BASE_POINT}) == 20
    assert [curve_group.decode_point(point) for point in found] == found
