"""Speeds up tests of online tables by computing the points of one test once for all tests.

The peers of a match share a test's process, check the same proofs and decode the same points. If
every test has the same random numbers, so do tests whose tables begin alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from types import SimpleNamespace

import nacl.bindings as sodium
import pytest

MOST = 40_000  # results of about ten rounds of two peers, in about 10 MB
COSTLY = (
    "crypto_scalarmult_ed25519_noclamp",
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_core_ed25519_add",
    "crypto_core_ed25519_sub",
    "crypto_core_ed25519_is_valid_point",
)


@pytest.fixture(scope="session", autouse=True)
def remembered_products() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in COSTLY:
            patch.setattr(sodium, name, lru_cache(MOST)(getattr(sodium, name)))
        yield


@pytest.fixture(autouse=True)
def repeated_random_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffle and encrypt with the same random numbers in every test."""
    repeat_random_numbers(monkeypatch)


def repeat_random_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let cryptography take its random numbers from a generator with a fixed seed."""
    rng = Random(1)
    system = SimpleNamespace(randbelow=rng.randrange, SystemRandom=lambda: rng)
    for module in ("curve_group", "verifiable_shuffle"):
        monkeypatch.setattr(f"hacktrick.online.crypto.{module}.secrets", system)
