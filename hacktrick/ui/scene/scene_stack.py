"""The stack of scenes, and the time that passes for them.

Changes take effect between events and frames, so a scene never disappears while it runs.
"""

from collections.abc import Callable
from typing import Protocol

import pygame


class StackedScene(Protocol):
    """What the stack needs of a scene; see ``Scene``."""

    opaque: bool

    @property
    def least(self) -> tuple[float, float]:
        """The units that it needs."""

    dirty: bool
    moved: bool
    animating: bool
    painting: bool
    tension: float
    updates_hidden: bool

    def enter(self) -> None: ...
    def leave(self) -> None: ...
    def covered(self) -> None: ...
    def uncovered(self) -> None: ...
    def layout(self) -> None: ...
    def handle(self, event: pygame.Event) -> bool: ...
    def intent(self, event: pygame.Event) -> str: ...
    def update(self, dt: float) -> None: ...
    def update_hidden(self, dt: float) -> None: ...
    def draw(self, surface: pygame.Surface) -> None: ...


class SceneStack:
    """Scenes from bottom to top. Changes to the stack wait until ``apply``."""

    def __init__(self) -> None:
        self._scenes: list[StackedScene] = []
        self._waiting: list[Callable[[], None]] = []
        self.fit: Callable[[], None] = lambda: (
            None
        )  # called before scenes that come into view are laid out
        self.seconds = 0.0  # time that has passed for the scenes; there is no other clock
        self.changed = False  # scenes came, went or were laid out since the last frame

    def __len__(self) -> int:
        return len(self._scenes)

    @property
    def top(self) -> StackedScene | None:
        return self._scenes[-1] if self._scenes else None

    @property
    def dirty(self) -> bool:
        return self.changed or any(scene.dirty or scene.moved for scene in self.visible())

    @property
    def animating(self) -> bool:
        return any(scene.animating for scene in self.visible())

    @property
    def painting(self) -> bool:
        return any(scene.painting for scene in self.visible())

    @property
    def tension(self) -> float:
        return max((scene.tension for scene in self._scenes), default=0.0)

    @property
    def least(self) -> tuple[float, float]:
        """The units that the lowest visible scene needs; those above it make do with them."""
        visible = self.visible()
        return visible[0].least if visible else (0.0, 0.0)

    def push(self, scene: StackedScene) -> None:
        self._waiting.append(lambda: self._push(scene))

    def pop(self) -> None:
        self._waiting.append(self._pop)

    def replace(self, scene: StackedScene) -> None:
        """Replace the top scene without uncovering the one below."""
        self._waiting.append(lambda: self._replace(scene))

    def clear(self, scene: StackedScene | None = None) -> None:
        """Remove all scenes and push ``scene``, if any; the program ends when the stack is
        empty."""
        self._waiting.append(lambda: self._clear(scene))

    def apply(self) -> None:
        """Carry out the waiting changes in order, including those that they cause."""
        while self._waiting:
            change = self._waiting.pop(0)
            change()
            self.changed = True

    def layout(self) -> None:
        """Lay out every scene after a change of size, theme or language."""
        for scene in self._scenes:
            scene.layout()
        self.changed = True

    def handle(self, event: pygame.Event) -> bool:
        return any(scene.handle(event) for scene in reversed(self._scenes))

    def update(self, dt: float) -> None:
        self.seconds += dt
        visible = self.visible()
        for scene in visible:
            scene.update(dt)
        if not any(scene.updates_hidden for scene in visible):
            self._hear(dt)

    def _hear(self, dt: float) -> None:
        """Update the topmost scene that follows a network while it is hidden."""
        scene = next((scene for scene in reversed(self._scenes) if scene.updates_hidden), None)
        if scene is not None:
            scene.update_hidden(dt)

    def draw(self, surface: pygame.Surface) -> None:
        for scene in self.visible():
            scene.draw(surface)
            scene.dirty = scene.moved = False
        self.changed = False

    def visible(self) -> list[StackedScene]:
        """The scenes from the topmost opaque one upwards."""
        opaque = [number for number, scene in enumerate(self._scenes) if scene.opaque]
        return self._scenes[opaque[-1] if opaque else 0 :]

    def _push(self, scene: StackedScene) -> None:
        if self._scenes:
            self._scenes[-1].covered()
        self._enter(scene)

    def _pop(self) -> None:
        if not self._scenes:
            return
        self._scenes.pop().leave()
        if self._scenes:
            self._scenes[-1].uncovered()
            self.fit()
            self._scenes[-1].layout()

    def _replace(self, scene: StackedScene) -> None:
        if self._scenes:
            self._scenes.pop().leave()
        self._enter(scene)

    def _clear(self, scene: StackedScene | None) -> None:
        while self._scenes:
            self._scenes.pop().leave()
        if scene:
            self._enter(scene)

    def _enter(self, scene: StackedScene) -> None:
        self._scenes.append(scene)
        scene.enter()
        self.fit()
        scene.layout()
