"""A clipboard with text that is not Unicode counts as empty, and cannot take such text."""

from __future__ import annotations

import pygame
import pytest

from hacktrick.ui.scene.scenes_and_context import Clipboard


def test_text_that_is_not_utf8_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """pygame decodes what another program wrote, which raises an error for other encodings."""
    monkeypatch.setattr(pygame.scrap, "get_text", "café".encode("latin-1").decode)
    assert Clipboard().get_text() == ""


@pytest.mark.parametrize("text", ["a\0b", "/home/caf\udce9"])
def test_text_that_cannot_be_written_is_reported(text: str) -> None:
    assert not Clipboard().put_text(text)
