"""One pygame for all tests; the drivers are the dummies of the conftest above."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from rig import Rig

from tests.ui.online import window


@pytest.fixture(autouse=True)
def _pygame() -> None:
    """Ready for every test, also after one in which the program came to its end."""
    pygame.display.init()
    pygame.font.init()


@pytest.fixture(scope="module", autouse=True)
def _pygame_of_the_module() -> None:
    """Also ready for what the tests of a module share, which is made before any of them."""
    pygame.display.init()
    pygame.font.init()


@pytest.fixture(scope="session", autouse=True)
def _quit() -> Iterator[None]:
    yield
    pygame.quit()


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Rig, Rig]]:
    """Two windows, before they meet at a table."""
    windows = window(tmp_path / "ada", "Ada"), window(tmp_path / "ben", "Ben")
    yield windows
    for stage in windows:
        stage.desk.close()
