"""One pygame for the whole run; the drivers are the dummies of the conftest above."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest


@pytest.fixture(scope="session", autouse=True)
def _pygame() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    yield
    pygame.quit()
