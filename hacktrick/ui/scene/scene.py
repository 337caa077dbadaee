"""The base class of a screen or overlay. It knows no other scene, no window and no clock."""

import pygame

from hacktrick.ui.layout.table_layout import LEAST_SIZE
from hacktrick.ui.scene.context import Context


class Scene:
    """One screen or overlay. Its methods do nothing; subclasses override what they need."""

    opaque = True  # False: the scene below is drawn first
    updates_hidden = (
        False  # True: ``update_hidden`` runs while the scene is hidden, to follow a network
    )
    least = LEAST_SIZE  # units that it needs; the scale is smaller in windows that have fewer

    def __init__(self, context: Context) -> None:
        self.context = context
        self.dirty = True  # set when the picture has changed; the loop clears it
        self.moved = False  # True: only moving parts have changed
        self.animating = False  # True asks the loop for 60 updates a second
        self.painting = False  # True: every update paints a sprite ahead
        self.tension = 0.0  # 0 to 1, of the public state; the music follows it

    def enter(self) -> None:
        """Respond to being put onto the stack; ``layout`` follows."""

    def leave(self) -> None:
        """Respond to leaving the stack for good."""

    def covered(self) -> None:
        """Respond to another scene coming on top."""

    def uncovered(self) -> None:
        """Respond to the scene on top having gone; ``layout`` follows."""

    def layout(self) -> None:
        """Place everything for the size, scale, theme and language of the context."""

    def handle(self, event: pygame.Event) -> bool:
        """Handle an event; True keeps it from the scenes below."""
        return False

    def intent(self, event: pygame.Event) -> str:
        """The intent of a key or button in this scene, "" for none."""
        return self.context.intent(event)

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass; set ``dirty`` if that changes the picture."""

    def update_hidden(self, dt: float) -> None:
        """Let ``dt`` seconds pass while scenes without ``updates_hidden`` hide this one."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the picture without changing anything."""
