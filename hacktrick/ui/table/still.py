"""What of a picture stays as it is while something moves on it: painted once, and where something
moves a part of it with every frame, so that no frame takes long.

It must not know what is painted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

Painter = Callable[[pygame.Surface], None]


class Still:
    """A picture that is kept until it would be another one."""

    def __init__(self) -> None:
        self._kept: pygame.Surface | None = None
        self._next: pygame.Surface | None = None
        self._painted = 0  # parts of the next one
        self._good = True  # what is kept, or the next one when it is all there

    @property
    def is_good(self) -> bool:
        """Whether what is kept is the picture as it is now."""
        return self._good and self._painted == 0 and self._kept is not None

    def forget(self) -> None:
        """What is kept must not be seen any more."""
        self._kept = None

    def outdate(self) -> None:
        """It would be another one now; until that is there, what is kept may be seen. A next one
        that is painted already is finished before it is painted anew: it is newer than that."""
        self._good = False

    def lay(self, surface: pygame.Surface, parts: Sequence[Painter], moving: bool) -> None:
        """On the whole of ``surface``: as it was painted last, or painted anew.

        Args:
            parts: each paints one over those before.
            moving: the next frame comes at once, and those after it.
        """
        if self._kept is None or self._kept.get_size() != surface.get_size():
            self._next = pygame.Surface(surface.get_size(), 0, surface)
            self._paint(parts, len(parts))
        elif not self.is_good:
            self._paint(parts, 1 if moving else len(parts))
        assert self._kept is not None
        surface.blit(self._kept, (0, 0))

    def _paint(self, parts: Sequence[Painter], n: int) -> None:
        """So many more parts of the next one, which in the end takes the place of what is kept."""
        if n == len(parts):
            self._painted = 0
        if self._painted == 0:
            self._good = True
        if self._next is None:
            assert self._kept is not None
            self._next = self._kept.copy()
        for paint in parts[self._painted : self._painted + n]:
            paint(self._next)
        self._painted += n
        if self._painted == len(parts):
            self._kept, self._next, self._painted = self._next, self._kept, 0
