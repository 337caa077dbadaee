"""From the events of the system to those that scenes understand: keys and mouse as they are,
gamepads as intents, fingers as a mouse.

It must not know a scene. It also knows which device was used last, because hints are about that.
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from hacktrick.ui.keys.intents import INTENT, INTENT_END
from hacktrick.ui.keys.pads import Pads, Press
from hacktrick.ui.keys.touch import FINGERS, Touch, is_made_of_touch
from hacktrick.ui.stage.context import Context

AWAY = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED)
OF_PADS = (
    *(pygame.CONTROLLERDEVICEADDED, pygame.CONTROLLERDEVICEREMOVED),
    *(pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP, pygame.CONTROLLERAXISMOTION),
)
# The system tells all of a gamepad twice, the second time without knowing what is what.
UNNAMED = (
    *(pygame.JOYAXISMOTION, pygame.JOYBALLMOTION, pygame.JOYHATMOTION, pygame.JOYBUTTONDOWN),
    *(pygame.JOYBUTTONUP, pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED),
)
OF_HANDS = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL)


class Inputs:
    """One for the window. `read` every event, and call `passed` once a frame."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.pads, self.touch = Pads(), Touch()

    def open(self) -> None:
        self.pads.open()

    def close(self) -> None:
        self.pads.close()

    def read(self, event: pygame.Event) -> list[pygame.Event]:
        """What scenes are to be given for an event."""
        if event.type in OF_PADS:
            return self._intents(self.pads.read(event))
        if event.type in FINGERS:
            self.context.use("touch")
            return self.touch.read(event, self.context.size)
        if event.type in UNNAMED or is_made_of_touch(event):
            return []
        if event.type in AWAY:
            return [*self._intents(self.pads.let_go()), *self.touch.let_go(), event]
        if event.type in OF_HANDS:
            self.context.use("keys")
        return [event]

    def passed(self, dt: float) -> list[pygame.Event]:
        """Time has passed: what is held on a gamepad repeats."""
        return self._intents(self.pads.repeat(dt))

    def _intents(self, presses: Iterable[Press]) -> list[pygame.Event]:
        found = []
        for press in presses:
            if press.down:
                self.context.use("pad")
            name = self.context.bindings.intent_of_button(press.button)
            kind = INTENT if press.down else INTENT_END
            found.append(pygame.Event(kind, name=name, button=press.button))
        return found
