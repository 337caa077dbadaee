"""Gamepads: found when they are plugged in, their buttons and sticks turned into names.

It must not know what a button means. Buttons are named as on the pad that most games draw ("a" at
the bottom, "lb" at the left shoulder); the sticks and the cross are directions.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field

import pygame
from pygame._sdl2 import controller

NAMES: dict[int, str] = {
    pygame.CONTROLLER_BUTTON_A: "a",
    pygame.CONTROLLER_BUTTON_B: "b",
    pygame.CONTROLLER_BUTTON_X: "x",
    pygame.CONTROLLER_BUTTON_Y: "y",
    pygame.CONTROLLER_BUTTON_BACK: "select",
    pygame.CONTROLLER_BUTTON_START: "start",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "ls",
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: "rs",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "lb",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "rb",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "dpad_up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "dpad_down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "dpad_left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "dpad_right",
    # SDL numbers these, pygame has no names for them.
    15: "misc",
    16: "paddle1",
    17: "paddle2",
    18: "paddle3",
    19: "paddle4",
    20: "touchpad",
}
TRIGGERS = {
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: "lt",
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: "rt",
}
# The left stick does what the cross does; the right one scrolls.
STICKS: dict[int, tuple[str, str]] = {
    pygame.CONTROLLER_AXIS_LEFTX: ("dpad_left", "dpad_right"),
    pygame.CONTROLLER_AXIS_LEFTY: ("dpad_up", "dpad_down"),
    pygame.CONTROLLER_AXIS_RIGHTY: ("stick_up", "stick_down"),
}
REPEATING = frozenset(("dpad_left", "dpad_right", "dpad_up", "dpad_down", "stick_up", "stick_down"))
PRESSED, LET_GO = 18_000, 12_000  # of 32767; the gap keeps a trembling stick quiet
FIRST_REPEAT, NEXT_REPEAT = 0.40, 0.11  # seconds


@dataclass(frozen=True, slots=True)
class Press:
    """A button that went down (again, if it repeats) or up."""

    button: str
    down: bool = True


@dataclass
class _Pad:
    """One gamepad. `axes` holds where its sticks and triggers stand, -1, 0 or 1."""

    handle: controller.Controller | None = None
    axes: dict[int, int] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)


class Pads:
    """All gamepads there are; any of them may be used at any time."""

    def __init__(self) -> None:
        self._pads: dict[int, _Pad] = {}
        self._repeating = ""
        self._wait = 0.0

    def open(self) -> None:
        """Listen to gamepads from now on; a system without them is quiet."""
        with contextlib.suppress(pygame.error):
            controller.init()

    def close(self) -> None:
        for pad in self._pads.values():
            if pad.handle is not None:
                pad.handle.quit()
        self._pads.clear()
        with contextlib.suppress(pygame.error):
            controller.quit()

    @property
    def n_pads(self) -> int:
        return sum(pad.handle is not None for pad in self._pads.values())

    def read(self, event: pygame.Event) -> list[Press]:
        """What an event of a gamepad amounts to; other events to nothing."""
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._plug_in(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            return self._pull_out(event.instance_id)
        elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            name = NAMES.get(event.button)
            down = event.type == pygame.CONTROLLERBUTTONDOWN
            return self._button(self._pad(event), name, down) if name else []
        elif event.type == pygame.CONTROLLERAXISMOTION:
            return self._axis(self._pad(event), event.axis, event.value)
        return []

    def repeat(self, dt: float) -> list[Press]:
        """Directions that are held go on, as keys do."""
        if not self._repeating:
            return []
        self._wait -= dt
        if self._wait > 0:
            return []
        self._wait = NEXT_REPEAT
        return [Press(self._repeating)]

    def let_go(self) -> list[Press]:
        """The window is away: everything that is held goes up."""
        return [press for pad in self._pads.values() for press in self._release(pad)]

    def _plug_in(self, index: int) -> None:
        with contextlib.suppress(pygame.error):
            handle = controller.Controller(index)
            self._pads[handle.as_joystick().get_instance_id()] = _Pad(handle)

    def _pull_out(self, number: int) -> list[Press]:
        pad = self._pads.pop(number, None)
        return self._release(pad) if pad else []

    def _release(self, pad: _Pad) -> list[Press]:
        held, pad.held = sorted(pad.held), set()
        pad.axes.clear()
        self._repeating = ""
        return [Press(button, False) for button in held]

    def _pad(self, event: pygame.Event) -> _Pad:
        return self._pads.setdefault(event.dict.get("instance_id", 0), _Pad())

    def _button(self, pad: _Pad, name: str, down: bool) -> list[Press]:
        if down == (name in pad.held):
            return []  # the cross and the stick may say the same
        if down:
            pad.held.add(name)
        else:
            pad.held.discard(name)
        if name in REPEATING:
            self._wait = FIRST_REPEAT
            self._repeating = name if down else ""
        return [Press(name, down)]

    def _axis(self, pad: _Pad, axis: int, value: int) -> list[Press]:
        before = pad.axes.get(axis, 0)
        far = abs(value) >= (LET_GO if before else PRESSED)
        now = (1 if value > 0 else -1) if far else 0
        if axis in TRIGGERS:
            names = ("", TRIGGERS[axis])
        elif axis in STICKS:
            names = STICKS[axis]
        else:
            return []
        if now == before or (now and self._is_aslant(pad, axis)):
            return []
        pad.axes[axis] = now
        found = []
        for sign, name in zip((-1, 1), names, strict=True):
            if name and sign in (before, now):
                found += self._button(pad, name, sign == now)
        return sorted(found, key=lambda press: press.down)

    def _is_aslant(self, pad: _Pad, axis: int) -> bool:
        """A stick means one direction at a time: the one that it took first."""
        left = (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY)
        return axis in left and any(pad.axes.get(one) for one in left if one != axis)
