"""The D-pad of a gamepad: its buttons, and the path of the focus that the buttons move."""

from __future__ import annotations

from collections import deque

import pygame

from hacktrick.ui.widgets.basic_widgets import Slider, Stepper, Widget
from hacktrick.ui.widgets.focus_and_scanning import DIRECTIONS, FocusGroup

CROSS = {
    "left": pygame.CONTROLLER_BUTTON_DPAD_LEFT,
    "right": pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
    "up": pygame.CONTROLLER_BUTTON_DPAD_UP,
    "down": pygame.CONTROLLER_BUTTON_DPAD_DOWN,
}


def shortest_focus_path(group: FocusGroup, goal: Widget) -> list[str] | None:
    """Return the directions of the shortest focus path to a widget, or None if there is none."""
    if group.focused_widget is None:
        return None
    ways: dict[int, list[str]] = {id(group.focused_widget): []}
    waiting = deque([group.focused_widget])
    while waiting:
        here = waiting.popleft()
        if here is goal:
            return ways[id(here)]
        for name, direction in DIRECTIONS.items():
            if isinstance(here, Stepper | Slider) and direction[0]:
                continue  # the skipped widgets use left and right themselves
            there = group.nearest_widget(here, direction)
            if there is not None and id(there) not in ways:
                ways[id(there)] = [*ways[id(here)], name]
                waiting.append(there)
    return None
