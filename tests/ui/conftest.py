"""One pygame for all tests; the drivers are the dummies of the conftest above."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest


@pytest.fixture(scope="session", autouse=True)
def _quit() -> Iterator[None]:
    """Also ready for what a whole module shares, which is made before its first test."""
    pygame.font.init()
    yield
    pygame.quit()


@pytest.fixture(autouse=True)
def _pygame() -> None:
    """Ready for every test, also after one in which the program came to its end."""
    pygame.display.init()
    pygame.font.init()
