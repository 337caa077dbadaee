"""Fingers: the first one on the screen is a mouse with its button down, others are not heard.

It must not know what lies under a finger. The events that it makes have `touch` set, so that small
things can be given a larger place to be hit; what the system itself makes of fingers is left out.
"""

from __future__ import annotations

from typing import Any

import pygame

FINGERS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
_MOUSE = (
    *(pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP),
    pygame.MOUSEWHEEL,
)
NOWHERE = (-1, -1)


def is_made_of_touch(event: pygame.Event) -> bool:
    """A mouse event that the system made up from a finger."""
    return event.type in _MOUSE and bool(event.dict.get("touch"))


class Touch:
    """Turns finger events into mouse events."""

    def __init__(self) -> None:
        self._finger: tuple[int, int] | None = None
        self._at = NOWHERE

    def read(self, event: pygame.Event, size: tuple[int, int]) -> list[pygame.Event]:
        """The mouse events of one finger event; `size` is that of the surface in pixels."""
        finger = event.dict.get("touch_id", 0), event.finger_id
        pos = _place(event, size)
        if event.type == pygame.FINGERDOWN:
            if self._finger is not None:
                return []
            self._finger, self._at = finger, pos
            return [_motion(pos, (0, 0)), _button(pygame.MOUSEBUTTONDOWN, pos)]
        if finger != self._finger:
            return []
        if event.type == pygame.FINGERMOTION:
            rel = pos[0] - self._at[0], pos[1] - self._at[1]
            self._at = pos
            return [_motion(pos, rel)] if rel != (0, 0) else []
        return self._lift(pos)

    def let_go(self) -> list[pygame.Event]:
        """The window is away: the finger is up, and beside everything, so that nothing happens."""
        return [] if self._finger is None else self._lift(NOWHERE)

    def _lift(self, pos: tuple[int, int]) -> list[pygame.Event]:
        """A finger that is gone points at nothing."""
        self._finger, self._at = None, NOWHERE
        return [_button(pygame.MOUSEBUTTONUP, pos), _motion(NOWHERE, (0, 0))]


def _place(event: pygame.Event, size: tuple[int, int]) -> tuple[int, int]:
    """The system gives shares of the window, which may be 1.0 at its edge."""
    x, y = round(event.x * size[0]), round(event.y * size[1])
    return min(max(x, 0), size[0] - 1), min(max(y, 0), size[1] - 1)


def _button(kind: int, pos: tuple[int, int]) -> pygame.Event:
    return pygame.Event(kind, pos=pos, button=1, touch=True)


def _motion(pos: tuple[int, int], rel: tuple[int, int]) -> pygame.Event:
    facts: dict[str, Any] = {"pos": pos, "rel": rel, "buttons": (0, 0, 0), "touch": True}
    return pygame.Event(pygame.MOUSEMOTION, facts)
