"""Shared fixtures of the online tests."""

from __future__ import annotations

import nacl.bindings as sodium
import pytest
from qa import plain_edwards25519

from tests.support.point_product_cache import remembered_products, repeated_random_numbers

__all__ = ["remembered_products", "repeated_random_numbers"]


@pytest.fixture
def gullible_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Patch libsodium to accept every point of the curve as one of the subgroup.

    The real flaw, in PyNaCl before 1.6.2, is to accept points twisted by order 2.
    """
    is_valid = sodium.crypto_core_ed25519_is_valid_point
    multiplied = sodium.crypto_scalarmult_ed25519_noclamp

    def multiplied_anyhow(k: bytes, point: bytes) -> bytes:
        if is_valid(point):
            return bytes(multiplied(k, point))
        read = plain_edwards25519.decode_curve_point(point)
        return plain_edwards25519.point_bytes(
            plain_edwards25519.combine_points([int.from_bytes(k, "little")], [read])
        )

    monkeypatch.setattr(sodium, "crypto_core_ed25519_is_valid_point", lambda point: True)
    monkeypatch.setattr(sodium, "crypto_scalarmult_ed25519_noclamp", multiplied_anyhow)
