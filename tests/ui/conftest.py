"""One pygame and one cache of sprites for all tests of the window; SDL uses dummy drivers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import ClassVar
from unittest import mock

import pygame
import pytest

from hacktrick.app.themes import Theme
from hacktrick.ui.paint import canvas
from hacktrick.ui.paint.canvas import Sprite
from hacktrick.ui.paint.sprite_cache import BudgetedSpriteCache, SpriteCache
from hacktrick.ui.scene import scenes_and_context as context
from hacktrick.ui.table import thumbnails
from tests.support.online_windows import open_window
from tests.support.quick_judge import judge_quickly
from tests.support.rig import Rig

__all__ = ["judge_quickly"]

MAX_PIXELS = 60_000_000  # limit of the shared cache


class SharedSprites(SpriteCache):
    """Sprites that share their cache with all tests of the same theme and scale.

    Their edges are not smoothed, since smoothing takes most of the time of painting.
    """

    _painted: ClassVar[dict[tuple[int, float, Hashable], Sprite]] = {}
    _themes: ClassVar[dict[Theme, int]] = {}  # numbers, since hashing a theme takes long
    _pixels: ClassVar[int] = 0

    def __init__(self, theme: Theme, scale: float) -> None:
        super().__init__(theme, scale)
        self._number = self._themes.setdefault(theme, len(self._themes))

    def _cached_sprite(self, key: Hashable, paint: Callable[[], Sprite]) -> Sprite:
        # All tests of a process share one cache; the key also names theme and scale.
        return super()._cached_sprite(
            key, lambda: self._shared((self._number, self.scale, key), paint)
        )

    @classmethod
    def _shared(cls, key: tuple[int, float, Hashable], paint: Callable[[], Sprite]) -> Sprite:
        found = cls._painted.get(key)
        if found is None:
            if cls._pixels > MAX_PIXELS:
                cls._painted.clear()
                cls._pixels = 0
            with mock.patch.object(canvas, "_oversampling", lambda pixels: 1):
                found = cls._painted[key] = paint()
            cls._pixels += found.size[0] * found.size[1]
        return found


class SharedBudgetedSprites(SharedSprites, BudgetedSpriteCache):
    """Shares the sprites of thumbnails, which are painted a few at a time."""


@pytest.fixture(scope="session", autouse=True)
def _shared_sprites() -> Iterator[None]:
    """Share sprites between tests, which would otherwise spend most of their time painting."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(context, "SpriteCache", SharedSprites)
        patch.setattr(thumbnails, "BudgetedSpriteCache", SharedBudgetedSprites)
        yield


@pytest.fixture(autouse=True)
def _pygame() -> None:
    """Initialize pygame before each test: a test that ends the program shuts pygame down."""
    pygame.display.init()
    pygame.font.init()


@pytest.fixture(scope="module", autouse=True)
def _pygame_of_the_module() -> None:
    """Initialize pygame before the fixtures that a module shares."""
    pygame.display.init()
    pygame.font.init()


@pytest.fixture(scope="session", autouse=True)
def _quit() -> Iterator[None]:
    yield
    pygame.quit()


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Rig, Rig]]:
    """Two windows that are not yet at an online table."""
    windows = open_window(tmp_path / "ada", "Ada"), open_window(tmp_path / "ben", "Ben")
    yield windows
    for stage in windows:
        stage.services.close()
