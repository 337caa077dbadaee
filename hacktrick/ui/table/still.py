"""What of a picture stays as it is while something moves on it, painted once.

It must not know what is painted.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame


class Still:
    """A picture that is kept until it is forgotten."""

    def __init__(self) -> None:
        self._kept: pygame.Surface | None = None
        self._good = False

    def forget(self) -> None:
        """It would be another one now."""
        self._good = False

    def lay(self, surface: pygame.Surface, paint: Callable[[pygame.Surface], None]) -> None:
        """On the whole of ``surface``: as ``paint`` painted it last, or painted anew."""
        kept = self._kept
        if self._good and kept is not None and kept.get_size() == surface.get_size():
            surface.blit(kept, (0, 0))
            return
        paint(surface)
        if kept is None or kept.get_size() != surface.get_size():
            kept = self._kept = pygame.Surface(surface.get_size(), 0, surface)
        kept.blit(surface, (0, 0))
        self._good = True
