"""Tests of this part need any verdict of the coach, not its best: it judges quickly."""

from __future__ import annotations

import pytest

from tests.support.quick_judge import hurry


@pytest.fixture(autouse=True)
def _judge_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
