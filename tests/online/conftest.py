"""What the tests of tables over a network share."""

from __future__ import annotations

import nacl.bindings as sodium
import pytest
from qa import plain_edwards25519


@pytest.fixture
def gullible_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """A libsodium that takes every point of the curve for one of the subgroup, and works with it.

    That of PyNaCl before 1.6.2 takes those that are twisted by order 2.
    """
    is_valid = sodium.crypto_core_ed25519_is_valid_point
    multiplied = sodium.crypto_scalarmult_ed25519_noclamp

    def multiplied_anyhow(k: bytes, point: bytes) -> bytes:
        if is_valid(point):
            return bytes(multiplied(k, point))
        read = plain_edwards25519.decoded(point)
        return plain_edwards25519.point_bytes(
            plain_edwards25519.combined([int.from_bytes(k, "little")], [read])
        )

    monkeypatch.setattr(sodium, "crypto_core_ed25519_is_valid_point", lambda point: True)
    monkeypatch.setattr(sodium, "crypto_scalarmult_ed25519_noclamp", multiplied_anyhow)
