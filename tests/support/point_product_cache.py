"""A cache for multiplications of points, to speed up tests.

The peers of a match that share a test's process check the same proofs and decode the same points.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import nacl.bindings as sodium
import pytest

MOST = 20_000  # results of about five rounds of two peers, in about 5 MB


@pytest.fixture(scope="session", autouse=True)
def remembered_products() -> Iterator[None]:
    multiply = lru_cache(MOST)(sodium.crypto_scalarmult_ed25519_noclamp)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sodium, "crypto_scalarmult_ed25519_noclamp", multiply)
        yield
