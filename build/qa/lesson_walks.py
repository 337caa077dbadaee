"""Plays every lesson with random input at the real table: by keys, gamepad, mouse or touch.

python build/qa/lesson_walks.py [--walks 20] [--by keys|pad|clicks|touch] [--lesson NAME] [--seed 1]

A walk presses random widgets until its lesson is over; whenever it has left the lesson, it returns
by the list of lessons. Random input steps back as often as forward, so after many inputs the walk
follows the move that the lesson shows. If even that does not end the lesson, the walk is stuck.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

import pygame

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.app.settings import Settings
from hacktrick.coach.lessons.course import LESSONS, LESSONS_BY_NAME
from hacktrick.coach.thinking_client import AnalysisUpdate
from hacktrick.game.actions import Command, Draw, Play
from hacktrick.ui.screens.lessons.lesson_list import LessonListScene
from hacktrick.ui.screens.lessons.lesson_scene import LessonScene
from hacktrick.ui.table.panels.board_widgets import HandCardWidget, KeyWidget
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.window.input_devices import InputDevices
from tests.support.gamepad_dpad import CROSS, shortest_focus_path
from tests.support.rig import NoReviewThinker, Rig, unsaved_storage

N_RANDOM_INPUTS, MAX_INPUTS = 1000, 1500
FOLLOWING_SHARE = 0.3  # share of inputs that follow the shown move
LEAVING_SHARE = 0.01  # share of inputs that leave the lesson
SKIPPING_SHARE = 0.03  # share of inputs that may press Skip, which usually ends a step
ARROWS = {
    "left": pygame.K_LEFT,
    "right": pygame.K_RIGHT,
    "up": pygame.K_UP,
    "down": pygame.K_DOWN,
}
EMPTY_PLACE = (3, 3)  # a point in the window with nothing but background


class LessonInputDevice(Protocol):
    """An input device that can press widgets and leave a lesson."""

    def press(self, widget: Widget) -> None: ...

    def leave(self) -> None: ...

    def close_overlays(self) -> None:
        """Close everything that covers the table."""


class ThinkerWithoutAnalyses(NoReviewThinker):
    """A thinker that plays at once and gives no analyses, which would take most of the time."""

    def pop_analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
        return ()


class SimulatedWindow:
    """A test rig that passes events through the same input handling as a window."""

    def __init__(self, folder: Path, seed: int, language: str = "en") -> None:
        settings = Settings(animation_speed="off", pace="instant", language=language)
        self.rig = Rig(
            unsaved_storage(folder),
            settings=settings,
            thinker=ThinkerWithoutAnalyses,
            rng=Random(seed),
        )
        self.inputs = InputDevices(self.rig.context)

    def send_event(self, kind: int, **facts: Any) -> None:
        """Pass an event to the input handling, and the resulting events to the scenes."""
        for event in self.inputs.convert_event(pygame.Event(kind, **facts)):
            self.rig.stack.handle(event)
            self.rig.stack.apply_changes()

    @property
    def top_scene(self) -> Any:
        return self.rig.top


class Keyboard:
    """Input by keyboard alone."""

    def __init__(self, window: SimulatedWindow) -> None:
        self.window = window

    def press_key(self, key_code: int, sign: str = "") -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self.window.send_event(kind, key=key_code, mod=0, unicode=sign, scancode=0)

    def press(self, widget: Widget) -> None:
        """Press a widget by its own key, if any, or otherwise by Tab or arrows and Enter."""
        if isinstance(widget, HandCardWidget) and widget.value is not None:
            self.press_key(pygame.K_0 + widget.value, str(widget.value))
        elif isinstance(widget, KeyWidget):
            self.press_key(pygame.K_KP_0 + widget.key_number)
        else:
            self._move_focus_to(widget)
            self.press_key(pygame.K_RETURN)

    def _move_focus_to(self, widget: Widget) -> None:
        group = self.window.top_scene.group
        if not widget.is_tab_stop:
            for direction in shortest_focus_path(group, widget) or ():
                self.press_key(ARROWS[direction])
            return
        for _ in range(len(group.widgets)):
            if group.focused_widget is widget and group.ring:
                return
            self.press_key(pygame.K_TAB)

    def leave(self) -> None:
        self.press_key(pygame.K_ESCAPE)

    close_overlays = leave


class Gamepad:
    """Input by gamepad alone."""

    def __init__(self, window: SimulatedWindow) -> None:
        self.window = window

    def press_button(self, button: int) -> None:
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            self.window.send_event(kind, button=button, instance_id=0)

    def press(self, widget: Widget) -> None:
        """Move the focus to a widget by the directional pad, and press the button.

        If the widget cannot be reached, the widget that has the focus is pressed.
        """
        for direction in shortest_focus_path(self.window.top_scene.group, widget) or ():
            self.press_button(CROSS[direction])
        self.press_button(pygame.CONTROLLER_BUTTON_A)

    def leave(self) -> None:
        self.press_button(pygame.CONTROLLER_BUTTON_B)

    close_overlays = leave


class Pointer(ABC):
    """Input that points at places in the window."""

    def __init__(self, window: SimulatedWindow) -> None:
        self.window = window

    @abstractmethod
    def press_at(self, pos: tuple[int, int]) -> None:
        """Press at a point of the window, in pixels."""

    def press(self, widget: Widget) -> None:
        self.press_at(widget.rect.center)

    def close_overlays(self) -> None:
        self.press_at(EMPTY_PLACE)

    def leave(self) -> None:
        self.press(self.window.top_scene.widgets.menu)


class Mouse(Pointer):
    """Input by mouse clicks alone."""

    def press_at(self, pos: tuple[int, int]) -> None:
        self.window.send_event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        self.window.send_event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        self.window.send_event(pygame.MOUSEBUTTONUP, pos=pos, button=1)


class Finger(Pointer):
    """Input by touch alone."""

    def press_at(self, pos: tuple[int, int]) -> None:
        wide, high = self.window.rig.context.size
        x, y = pos[0] / wide, pos[1] / high
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            self.window.send_event(kind, x=x, y=y, dx=0.0, dy=0.0, touch_id=1, finger_id=7)


DEVICES: dict[str, type[Keyboard | Gamepad | Mouse | Finger]] = {
    "keys": Keyboard,
    "pad": Gamepad,
    "clicks": Mouse,
    "touch": Finger,
}


class RandomLessonWalk:
    """A walk through one lesson by random input."""

    def __init__(
        self, window: SimulatedWindow, device: LessonInputDevice, lesson: str, rng: Random
    ) -> None:
        self.window, self.device, self.lesson, self.rng = window, device, lesson, rng
        # Whether the walk only follows the shown moves and never steps back.
        self.only_follows = False

    def does_reach_end(self) -> bool:
        """Play the lesson, and return whether it ends."""
        rig = self.window.rig
        rig.stack.clear()
        rig.stack.apply_changes()
        rig.navigator.show_lessons()
        rig.stack.apply_changes()
        rig.navigator.show_lesson(self.lesson, from_start=True)
        rig.stack.apply_changes()
        for n in range(MAX_INPUTS):
            self.only_follows = n >= N_RANDOM_INPUTS
            rig.tick(0.35, 2)
            if self._is_over():
                return True
            self._make_random_input()
        return self._is_over()

    def _is_over(self) -> bool:
        top = self.window.top_scene
        return isinstance(top, LessonScene) and top.session.shown_step.state == "over"

    def _make_random_input(self) -> None:
        top = self.window.top_scene
        if isinstance(top, LessonListScene):
            self._return_to_lesson(top)
        elif (
            isinstance(top, LessonScene)
            and not self.only_follows
            and self.rng.random() < LEAVING_SHARE
        ):
            self.device.leave()
        else:
            self._press_random_widget(top)

    def _press_random_widget(self, top: Any) -> None:
        widgets = self._pressable_widgets(top)
        if isinstance(top, LessonScene) and (
            self.only_follows or self.rng.random() < FOLLOWING_SHARE
        ):
            widgets = self._shown_move_widgets(top) or widgets
        if widgets:
            self.device.press(self.rng.choice(widgets))
        else:
            self.device.close_overlays()

    def _pressable_widgets(self, top: Any) -> list[Widget]:
        """Return the widgets that can be pressed, except those that leave the table.

        Skip is usually also left out.
        """
        offered: list[Widget] = [w for w in top.group.widgets if w.visible and w.focusable]
        if not isinstance(top, LessonScene):
            return offered
        widgets = top.widgets
        away = {
            id(widget) for widget in (widgets.menu, widgets.rules, widgets.log, widgets.notebook)
        }
        spared = {"Back"} if self.only_follows else set()
        if self.only_follows or self.rng.random() > SKIPPING_SHARE:
            spared |= {"Skip", "Lessons"}
        labels = [press.label for press in widgets.coach_panel.content.buttons]
        pairs = zip(widgets.coach_panel.buttons, labels, strict=False)
        away |= {id(widget) for widget, label in pairs if label in spared}
        return [widget for widget in offered if id(widget) not in away]

    def _shown_move_widgets(self, top: LessonScene) -> list[Widget]:
        """Return the widgets for the next press towards the move that the lesson shows."""
        action, widgets, draft = top.session.shown_action, top.widgets, top.turn.draft
        if isinstance(action, Play):
            if draft.double != action.double:
                return [widgets.double]
            if draft.card != action.card:
                return [
                    widget
                    for widget in widgets.cards
                    if widget.visible and widget.value == action.card
                ]
            return [widgets.end_turn_button]
        if isinstance(action, Draw):
            return [widgets.draw_button]
        if isinstance(action, Command):
            return [widgets.end_buttons[1 if action.kind == "play" else 2]]
        return []

    def _return_to_lesson(self, top: LessonListScene) -> None:
        """Return to this walk's lesson, at the step where it was left."""
        tile = top.widgets[self.lesson]
        if top.chosen is not LESSONS_BY_NAME[self.lesson]:
            self.device.press(tile)
        else:
            self.device.press(top.widgets["go"])


def does_lesson_walk_end(device: str, lesson: str, seed: str, folder: Path) -> bool:
    """Return whether a walk reaches the end of its lesson."""
    rng = Random(seed)
    window = SimulatedWindow(folder, rng.getrandbits(30))
    try:
        return RandomLessonWalk(window, DEVICES[device](window), lesson, rng).does_reach_end()
    finally:
        window.rig.services.close()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--walks", type=int, default=20, metavar="N", help="number of walks through each lesson"
    )
    parser.add_argument("--by", choices=tuple(DEVICES), help="only this device")
    parser.add_argument("--lesson", choices=tuple(LESSONS_BY_NAME), help="only this lesson")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    options = parser.parse_args(arguments)
    pygame.init()
    names = [options.lesson] if options.lesson else [lesson.name for lesson in LESSONS]
    stuck = 0
    for device in [options.by] if options.by else list(DEVICES):
        for name in names:
            lost = [
                n
                for n in range(options.walks)
                if not _does_numbered_walk_end(device, name, n, options.seed)
            ]
            stuck += len(lost)
            summary = f"stuck: {lost}" if lost else "0 stuck"
            print(f"{device}, {name}: {options.walks} walks, {summary}", flush=True)
    return 1 if stuck else 0


def _does_numbered_walk_end(device: str, lesson: str, number: int, seed: int) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        return does_lesson_walk_end(
            device, lesson, f"{device} {lesson} {seed} {number}", Path(folder)
        )


if __name__ == "__main__":
    sys.exit(main())
