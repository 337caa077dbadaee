"""The base class of a screen or overlay. It knows no other scene, no window and no clock."""

import pygame

from hacktrick.ui.layout.table_layout import LEAST_SIZE
from hacktrick.ui.scene.context import Context


class Scene:
    """One screen or overlay. Subclasses override what they need; all methods do nothing here."""

    opaque = True  # False: the scene below is drawn first
    updates_hidden = (
        False  # True: what others send is taken by it, in ``beneath`` while it is out of sight
    )
    least = LEAST_SIZE  # units that it needs; text stays smaller where a window has fewer

    def __init__(self, context: Context) -> None:
        self.context = context
        self.dirty = True  # set it whenever the picture would change; the loop clears it
        self.moved = False  # True: only what is in motion would be drawn elsewhere
        self.animating = False  # True asks the loop for 60 updates a second
        self.painting = False  # True: pictures are painted ahead, one at every update
        self.tension = 0.0  # 0 to 1, of what everybody sees; the music answers it

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

    def update_hidden(self, dt: float) -> None:
        """Time has passed while others hide the scene, none of which hears."""

    def draw(self, surface: pygame.Surface) -> None:
        """The picture; changes nothing. ``dirty`` and ``moved`` tell what has changed since the
        last one."""
