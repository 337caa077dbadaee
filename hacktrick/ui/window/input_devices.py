"""Converts system events for the scenes: gamepad events to intents, touches to mouse events."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pygame
from pygame._sdl2 import controller

from hacktrick.ui.input.intents import INTENT, INTENT_END
from hacktrick.ui.input.switch_access import RepeatedPressFilter, SwitchReader
from hacktrick.ui.scene.scenes_and_context import FOCUS_LOST_EVENTS, Context

PAD_BUTTON_NAMES: dict[int, str] = {
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
    # Buttons for which SDL has numbers, but pygame has no names.
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
# The left stick acts like the directional pad; the right stick scrolls.
STICKS: dict[int, tuple[str, str]] = {
    pygame.CONTROLLER_AXIS_LEFTX: ("dpad_left", "dpad_right"),
    pygame.CONTROLLER_AXIS_LEFTY: ("dpad_up", "dpad_down"),
    pygame.CONTROLLER_AXIS_RIGHTY: ("stick_up", "stick_down"),
}
REPEATING = frozenset(("dpad_left", "dpad_right", "dpad_up", "dpad_down", "stick_up", "stick_down"))
# Values of an axis, up to 32767, from which it counts as pressed and below which as released. The
# gap ignores a trembling stick.
PRESS_THRESHOLD, RELEASE_THRESHOLD = 18_000, 12_000
# Seconds until a held direction repeats for the first time, and until each further repetition.
FIRST_REPEAT_SECONDS, NEXT_REPEAT_SECONDS = 0.40, 0.11


@dataclass(frozen=True, slots=True)
class PadButtonEvent:
    """A press or release of a gamepad button, or a repetition of a press.

    Attributes:
        button: a value of ``PAD_BUTTON_NAMES``, ``TRIGGERS`` or ``STICKS``.
        down: True for a press or a repetition, False for a release.
    """

    button: str
    down: bool = True


@dataclass
class _Gamepad:
    """One connected gamepad.

    Attributes:
        axes: the state of each stick axis and trigger: -1, 0 or 1.
    """

    handle: controller.Controller | None = None
    axes: dict[int, int] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)


class Gamepads:
    """All connected gamepads, any of which may be used at any time."""

    def __init__(self) -> None:
        self._pads: dict[int, _Gamepad] = {}
        self._repeating = ""
        self._wait = 0.0

    def start_listening(self) -> None:
        """Start listening to gamepads."""
        with contextlib.suppress(pygame.error):
            controller.init()

    def stop_listening(self) -> None:
        for pad in self._pads.values():
            if pad.handle is not None:
                pad.handle.quit()
        self._pads.clear()
        with contextlib.suppress(pygame.error):
            controller.quit()

    @property
    def n_pads(self) -> int:
        return sum(pad.handle is not None for pad in self._pads.values())

    def convert_event(self, event: pygame.Event) -> list[PadButtonEvent]:
        """Return the presses and releases that a gamepad event means; empty for other events."""
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._connect_pad(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            return self._disconnect_pad(event.instance_id)
        elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            name = PAD_BUTTON_NAMES.get(event.button)
            down = event.type == pygame.CONTROLLERBUTTONDOWN
            return self._button_events(self._gamepad_of(event), name, down) if name else []
        elif event.type == pygame.CONTROLLERAXISMOTION:
            return self._button_events_of_axis(self._gamepad_of(event), event.axis, event.value)
        return []

    def repeat_held_direction(self, dt: float) -> list[PadButtonEvent]:
        """Advance the time and repeat the press of a held direction when due.

        Args:
            dt: the number of seconds since the last call.

        Returns:
            The repeated press, if any.
        """
        if not self._repeating:
            return []
        self._wait -= dt
        if self._wait > 0:
            return []
        self._wait = NEXT_REPEAT_SECONDS
        return [PadButtonEvent(self._repeating)]

    def release_held_buttons(self) -> list[PadButtonEvent]:
        """Release all held buttons and return the releases, when the window loses the focus."""
        return [press for pad in self._pads.values() for press in self._release_held_buttons(pad)]

    def _connect_pad(self, index: int) -> None:
        with contextlib.suppress(pygame.error):
            handle = controller.Controller(index)
            self._pads[handle.as_joystick().get_instance_id()] = _Gamepad(handle)

    def _disconnect_pad(self, number: int) -> list[PadButtonEvent]:
        pad = self._pads.pop(number, None)
        return self._release_held_buttons(pad) if pad else []

    def _release_held_buttons(self, pad: _Gamepad) -> list[PadButtonEvent]:
        held, pad.held = sorted(pad.held), set()
        pad.axes.clear()
        self._repeating = ""
        return [PadButtonEvent(button, False) for button in held]

    def _gamepad_of(self, event: pygame.Event) -> _Gamepad:
        return self._pads.setdefault(event.dict.get("instance_id", 0), _Gamepad())

    def _button_events(self, pad: _Gamepad, name: str, down: bool) -> list[PadButtonEvent]:
        if down == (name in pad.held):
            return []  # the directional pad and the stick may both point in this direction
        if down:
            pad.held.add(name)
        else:
            pad.held.discard(name)
        if name in REPEATING:
            self._wait = FIRST_REPEAT_SECONDS
            self._repeating = name if down else ""
        return [PadButtonEvent(name, down)]

    def _button_events_of_axis(self, pad: _Gamepad, axis: int, value: int) -> list[PadButtonEvent]:
        before = pad.axes.get(axis, 0)
        far = abs(value) >= (RELEASE_THRESHOLD if before else PRESS_THRESHOLD)
        now = (1 if value > 0 else -1) if far else 0
        if axis in TRIGGERS:
            names = ("", TRIGGERS[axis])
        elif axis in STICKS:
            names = STICKS[axis]
        else:
            return []
        if now == before or (now and self._is_other_axis_held(pad, axis)):
            return []
        pad.axes[axis] = now
        found = []
        for sign, name in zip((-1, 1), names, strict=True):
            if name and sign in (before, now):
                found += self._button_events(pad, name, sign == now)
        return sorted(found, key=lambda press: press.down)

    def _is_other_axis_held(self, pad: _Gamepad, axis: int) -> bool:
        """Return whether the left stick already points along its other axis, which has priority."""
        left = (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY)
        return axis in left and any(pad.axes.get(one) for one in left if one != axis)


FINGER_EVENTS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
_MOUSE = (
    *(pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP),
    pygame.MOUSEWHEEL,
)
NO_POSITION = (-1, -1)


def is_mouse_from_touch(event: pygame.Event) -> bool:
    """Return whether the system has made this mouse event from a touch."""
    return event.type in _MOUSE and bool(event.dict.get("touch"))


class TouchAsMouse:
    """Turns finger events into mouse events; only the first finger on the screen counts."""

    def __init__(self) -> None:
        self._finger: tuple[int, int] | None = None
        self._at = NO_POSITION

    def convert_event(self, event: pygame.Event, size: tuple[int, int]) -> list[pygame.Event]:
        """Return the mouse events for a finger event.

        Args:
            size: the width and height of the surface in pixels.
        """
        finger = event.dict.get("touch_id", 0), event.finger_id
        pos = _finger_pixel(event, size)
        if event.type == pygame.FINGERDOWN:
            if self._finger is not None:
                return []
            self._finger, self._at = finger, pos
            return [
                _mouse_motion_event(pos, (0, 0)),
                _mouse_button_event(pygame.MOUSEBUTTONDOWN, pos),
            ]
        if finger != self._finger:
            return []
        if event.type == pygame.FINGERMOTION:
            rel = pos[0] - self._at[0], pos[1] - self._at[1]
            self._at = pos
            return [_mouse_motion_event(pos, rel)] if rel != (0, 0) else []
        return self._lift_finger(pos)

    def lift_finger_outside_widgets(self) -> list[pygame.Event]:
        """Lift the finger outside all widgets, so that no widget is pressed, and return the events.

        This method is called when the window loses the focus.
        """
        return [] if self._finger is None else self._lift_finger(NO_POSITION)

    def _lift_finger(self, pos: tuple[int, int]) -> list[pygame.Event]:
        """Return the events that release the mouse button at ``pos`` and move the pointer away."""
        self._finger, self._at = None, NO_POSITION
        return [
            _mouse_button_event(pygame.MOUSEBUTTONUP, pos),
            _mouse_motion_event(NO_POSITION, (0, 0)),
        ]


def _finger_pixel(event: pygame.Event, size: tuple[int, int]) -> tuple[int, int]:
    """Return the pixel that a finger touches.

    The event gives the point as fractions of the window's width and height.

    Args:
        size: the width and height of the surface in pixels.
    """
    x, y = round(event.x * size[0]), round(event.y * size[1])
    return min(max(x, 0), size[0] - 1), min(max(y, 0), size[1] - 1)


def _mouse_button_event(kind: int, pos: tuple[int, int]) -> pygame.Event:
    return pygame.Event(kind, pos=pos, button=1, touch=True)


def _mouse_motion_event(pos: tuple[int, int], rel: tuple[int, int]) -> pygame.Event:
    facts: dict[str, Any] = {"pos": pos, "rel": rel, "buttons": (0, 0, 0), "touch": True}
    return pygame.Event(pygame.MOUSEMOTION, facts)


PAD_EVENTS = (
    *(pygame.CONTROLLERDEVICEADDED, pygame.CONTROLLERDEVICEREMOVED),
    *(pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP, pygame.CONTROLLERAXISMOTION),
)
# SDL reports every gamepad a second time, as a joystick whose buttons have no names.
JOYSTICK_EVENTS = (
    *(pygame.JOYAXISMOTION, pygame.JOYBALLMOTION, pygame.JOYHATMOTION, pygame.JOYBUTTONDOWN),
    *(pygame.JOYBUTTONUP, pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED),
)
REPEATED_INTENTS = frozenset(
    (
        *("left", "right", "up", "down", "next", "previous", "page_up", "page_down"),
        *("first", "last", "undo", "redo", "next_mistake", "larger", "smaller"),
        "",  # a key without an intent, such as those that edit a text
    )
)
"""The intents that a held key gives again and again.

Any other intent comes once: repeated, it would draw the card that it has only chosen, take back one
turn after the other, or press the control that is focused on the next screen.
"""
HAND_EVENTS = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL)


class InputDevices:
    """The input devices of a window.

    The window calls ``convert_event`` for every system event and ``advance_time`` in every frame.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.pads, self.touch = Gamepads(), TouchAsMouse()
        self.presses = RepeatedPressFilter(context)
        self.switches = SwitchReader(context, context.intent_of_event, lambda: context.size[0])
        self._is_away = False  # whether another window has the focus
        self._held_keys: set[int] = set()  # held keys whose intent must not be repeated

    def convert_event(self, event: pygame.Event) -> list[pygame.Event]:
        """Return the events to pass to scenes for a system event; empty for none."""
        if event.type in (*FOCUS_LOST_EVENTS, pygame.WINDOWFOCUSGAINED):
            self._is_away = event.type != pygame.WINDOWFOCUSGAINED
        return self._translate_switch_events(self._convert_device_event(event))

    def _translate_switch_events(self, events: Iterable[pygame.Event]) -> list[pygame.Event]:
        counted = [event for event in events if self.presses.accepts_event(event)]
        return [found for event in counted for found in self.switches.translate_event(event)]

    def _convert_device_event(self, event: pygame.Event) -> list[pygame.Event]:
        if event.type in PAD_EVENTS:
            return self._intent_events(self.pads.convert_event(event))
        if event.type in FINGER_EVENTS:
            self.context.show_hints_for_device("touch")
            return self.touch.convert_event(event, self.context.size)
        if event.type in JOYSTICK_EVENTS or is_mouse_from_touch(event):
            return []
        if event.type in FOCUS_LOST_EVENTS:
            self._held_keys.clear()
            return [
                *self._intent_events(self.pads.release_held_buttons()),
                *self.touch.lift_finger_outside_widgets(),
                event,
            ]
        if event.type in HAND_EVENTS:
            self.context.show_hints_for_device("keys")
        return [] if self._is_unwanted_key_repetition(event) else [event]

    def _is_unwanted_key_repetition(self, event: pygame.Event) -> bool:
        """Return whether the event repeats a held key whose intent must not be repeated."""
        if event.type == pygame.KEYUP:
            self._held_keys.discard(event.key)
        if event.type != pygame.KEYDOWN:
            return False
        if event.key in self._held_keys:
            return True
        if self.context.intent_of_event(event) not in REPEATED_INTENTS:
            self._held_keys.add(event.key)
        return False

    def advance_time(self, dt: float) -> list[pygame.Event]:
        """Advance by ``dt`` seconds.

        Returns:
            The repetitions of held buttons, and the automatic steps of switch scanning.
        """
        repeated = self._translate_switch_events(
            self._intent_events(self.pads.repeat_held_direction(dt))
        )
        return repeated if self._is_away else repeated + self.switches.advance_time(dt)

    def _intent_events(self, presses: Iterable[PadButtonEvent]) -> list[pygame.Event]:
        found = []
        for press in presses:
            if press.down:
                self.context.show_hints_for_device("pad")
            name = self.context.bindings.intent_of_button(press.button)
            kind = INTENT if press.down else INTENT_END
            found.append(pygame.Event(kind, name=name, button=press.button))
        return found
