"""Scenes and the stack they live on.

It must not know any particular scene, the window or the clock. Changes of the stack are asked
for at any time and happen between events and frames, so no scene disappears under its own feet.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from hacktrick.ui.stage.context import Context


class Scene:
    """One screen or overlay. Subclasses override what they need; all methods do nothing here."""

    opaque = True  # False: the scene below is drawn first

    def __init__(self, context: "Context") -> None:
        self.context = context
        self.dirty = True  # set it whenever the picture would change; the loop clears it
        self.animating = False  # True asks the loop for 60 updates a second

    def enter(self) -> None:
        """The scene has come onto the stack; layout() follows."""

    def leave(self) -> None:
        """The scene has left the stack for good."""

    def covered(self) -> None:
        """Another scene has come on top."""

    def uncovered(self) -> None:
        """The scene on top has gone; layout() follows."""

    def layout(self) -> None:
        """Place everything for context.size, scale, theme and language; called after each
        change."""

    def handle(self, event: pygame.Event) -> bool:
        """True if the event is used up and scenes below shall not see it."""
        return False

    def intent(self, event: pygame.Event) -> str:
        """What a key or a button means to this scene, "" for nothing."""
        return self.context.intent(event)

    def update(self, dt: float) -> None:
        """Time has passed, in seconds. Set dirty if something moved."""

    def draw(self, surface: pygame.Surface) -> None:
        """The picture; changes nothing."""


class SceneStack:
    """Scenes from bottom to top. push, pop, replace and clear wait until apply()."""

    def __init__(self) -> None:
        self._scenes: list[Scene] = []
        self._waiting: list[Callable[[], None]] = []
        self.changed = False  # scenes have come, gone or been laid out since the last picture

    def __len__(self) -> int:
        return len(self._scenes)

    @property
    def top(self) -> Scene | None:
        return self._scenes[-1] if self._scenes else None

    @property
    def dirty(self) -> bool:
        return self.changed or any(scene.dirty for scene in self.visible())

    @property
    def animating(self) -> bool:
        return any(scene.animating for scene in self.visible())

    def push(self, scene: Scene) -> None:
        self._waiting.append(lambda: self._push(scene))

    def pop(self) -> None:
        self._waiting.append(self._pop)

    def replace(self, scene: Scene) -> None:
        """Instead of the top scene; the scene below is not uncovered in between."""
        self._waiting.append(lambda: self._replace(scene))

    def clear(self, scene: Scene | None = None) -> None:
        """Everything goes, and `scene` (if any) is the only one left; without one the program
        ends."""
        self._waiting.append(lambda: self._clear(scene))

    def apply(self) -> None:
        """Carry out what was asked for, in order, including what these changes ask for
        themselves."""
        while self._waiting:
            change = self._waiting.pop(0)
            change()
            self.changed = True

    def layout(self) -> None:
        """The size, theme or language changed: every scene places itself again."""
        for scene in self._scenes:
            scene.layout()
        self.changed = True

    def handle(self, event: pygame.Event) -> bool:
        return any(scene.handle(event) for scene in reversed(self._scenes))

    def update(self, dt: float) -> None:
        for scene in self.visible():
            scene.update(dt)

    def draw(self, surface: pygame.Surface) -> None:
        for scene in self.visible():
            scene.draw(surface)
            scene.dirty = False
        self.changed = False

    def visible(self) -> list[Scene]:
        """From the topmost opaque scene upwards."""
        opaque = [number for number, scene in enumerate(self._scenes) if scene.opaque]
        return self._scenes[opaque[-1] if opaque else 0 :]

    def _push(self, scene: Scene) -> None:
        if self._scenes:
            self._scenes[-1].covered()
        self._enter(scene)

    def _pop(self) -> None:
        if not self._scenes:
            return
        self._scenes.pop().leave()
        if self._scenes:
            self._scenes[-1].uncovered()
            self._scenes[-1].layout()

    def _replace(self, scene: Scene) -> None:
        if self._scenes:
            self._scenes.pop().leave()
        self._enter(scene)

    def _clear(self, scene: Scene | None) -> None:
        while self._scenes:
            self._scenes.pop().leave()
        if scene:
            self._enter(scene)

    def _enter(self, scene: Scene) -> None:
        self._scenes.append(scene)
        scene.enter()
        scene.layout()
