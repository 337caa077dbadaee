"""System events of gamepads and fingers become events for scenes, and hints fit the device."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hacktrick.app.settings import Settings
from hacktrick.ui.input.intents import INTENT, INTENT_END
from hacktrick.ui.scene.scenes_and_context import Context, Scene
from hacktrick.ui.widgets.basic_widgets import Button, ListView, TextField
from hacktrick.ui.widgets.focus_and_scanning import FocusGroup
from hacktrick.ui.widgets.input_hints import input_hint_width
from hacktrick.ui.window.game_window import GameWindow
from hacktrick.ui.window.input_devices import (
    FIRST_REPEAT_SECONDS,
    NEXT_REPEAT_SECONDS,
    Gamepads,
    InputDevices,
    PadButtonEvent,
)
from tests.support.rig import TableRig

A, X = pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_X
DOWN, UP = pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP
LEFT_X, LEFT_Y = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY
TRIGGER = pygame.CONTROLLER_AXIS_TRIGGERLEFT


def button(kind: int, number: int, pad: int = 0) -> pygame.Event:
    return pygame.Event(kind, button=number, instance_id=pad)


def axis(number: int, value: int) -> pygame.Event:
    return pygame.Event(pygame.CONTROLLERAXISMOTION, axis=number, value=value, instance_id=0)


def finger(kind: int, x: float, y: float, number: int = 1) -> pygame.Event:
    return pygame.Event(kind, x=x, y=y, dx=0.0, dy=0.0, touch_id=1, finger_id=number)


@pytest.fixture
def inputs() -> InputDevices:
    return InputDevices(Context(Settings(language="en"), size=(1280, 720)))


# Tests of held keys.


def key(kind: int, number: int) -> pygame.Event:
    return pygame.Event(kind, key=number, mod=0, unicode="", scancode=0)


def test_a_held_key_confirms_and_leaves_once_but_moves_on(inputs: InputDevices) -> None:
    """The system repeats a held key; the next screen must not be pressed by it."""
    once = (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_F10)
    for number, n_times in (*((number, 1) for number in once), (pygame.K_DOWN, 3)):
        presses = [inputs.convert_event(key(pygame.KEYDOWN, number)) for _n in range(3)]
        assert sum(map(len, presses)) == n_times
        assert len(inputs.convert_event(key(pygame.KEYUP, number))) == 1
        assert len(inputs.convert_event(key(pygame.KEYDOWN, number))) == 1


def test_a_held_key_chooses_to_draw_but_does_not_draw(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    bench.play_randomly_until(0)
    inputs, before = InputDevices(bench.context), bench.texts()
    for _n in range(30):
        bench.post(*inputs.convert_event(key(pygame.KEYDOWN, pygame.K_d)))
    assert bench.table.turn.draft.is_drawing and bench.texts() == before
    bench.post(*inputs.convert_event(key(pygame.KEYUP, pygame.K_d)))
    bench.post(*inputs.convert_event(key(pygame.KEYDOWN, pygame.K_d)))
    assert bench.texts()[len(before) :][:1] == ["draw"]


def test_a_key_released_in_another_window_can_be_pressed_again(inputs: InputDevices) -> None:
    inputs.convert_event(key(pygame.KEYDOWN, pygame.K_RETURN))
    inputs.convert_event(pygame.Event(pygame.WINDOWFOCUSLOST))
    assert len(inputs.convert_event(key(pygame.KEYDOWN, pygame.K_RETURN))) == 1


# Tests of gamepads.


def test_a_button_becomes_an_intent(inputs: InputDevices) -> None:
    (down,) = inputs.convert_event(button(DOWN, X))
    (up,) = inputs.convert_event(button(UP, X))
    assert (down.type, down.name, down.button) == (INTENT, "draw", "x")
    assert (up.type, up.name) == (INTENT_END, "draw")


def test_a_rebound_button_takes_its_new_meaning(inputs: InputDevices) -> None:
    inputs.context.change_settings(buttons={"draw": "paddle1"})
    assert [one.name for one in inputs.convert_event(button(DOWN, X))] == [""]
    assert [one.name for one in inputs.convert_event(button(DOWN, 16))] == ["draw"]


def test_a_stick_is_a_cross_with_one_direction_at_a_time() -> None:
    pads = Gamepads()
    assert pads.convert_event(axis(LEFT_X, 9_000)) == []
    assert pads.convert_event(axis(LEFT_X, 30_000)) == [PadButtonEvent("dpad_right")]
    assert pads.convert_event(axis(LEFT_Y, 30_000)) == []
    assert pads.convert_event(axis(LEFT_X, 14_000)) == []
    assert pads.convert_event(axis(LEFT_X, -30_000)) == [
        PadButtonEvent("dpad_right", False),
        PadButtonEvent("dpad_left"),
    ]
    assert pads.convert_event(axis(LEFT_X, 0)) == [PadButtonEvent("dpad_left", False)]


def test_a_trigger_is_a_button() -> None:
    pads = Gamepads()
    assert pads.convert_event(axis(TRIGGER, 32_767)) == [PadButtonEvent("lt")]
    assert pads.convert_event(axis(TRIGGER, 20_000)) == []
    assert pads.convert_event(axis(TRIGGER, 0)) == [PadButtonEvent("lt", False)]


def test_directions_repeat_and_other_buttons_do_not() -> None:
    pads = Gamepads()
    pads.convert_event(button(DOWN, pygame.CONTROLLER_BUTTON_DPAD_DOWN))
    assert pads.repeat_held_direction(FIRST_REPEAT_SECONDS * 0.9) == []
    assert pads.repeat_held_direction(FIRST_REPEAT_SECONDS * 0.2) == [PadButtonEvent("dpad_down")]
    assert pads.repeat_held_direction(NEXT_REPEAT_SECONDS * 1.1) == [PadButtonEvent("dpad_down")]
    pads.convert_event(button(UP, pygame.CONTROLLER_BUTTON_DPAD_DOWN))
    assert pads.repeat_held_direction(5) == []
    pads.convert_event(button(DOWN, A))
    assert pads.repeat_held_direction(5) == []


def test_a_window_that_loses_the_focus_releases_all_held_buttons(inputs: InputDevices) -> None:
    inputs.convert_event(button(DOWN, pygame.CONTROLLER_BUTTON_DPAD_DOWN))
    inputs.convert_event(finger(pygame.FINGERDOWN, 0.5, 0.5))
    kinds = [one.type for one in inputs.convert_event(pygame.Event(pygame.WINDOWFOCUSLOST))]
    assert INTENT_END in kinds and pygame.MOUSEBUTTONUP in kinds
    assert inputs.advance_time(5) == []


class FakePad:
    """A controller with pygame's interface."""

    def __init__(self, index: int) -> None:
        if index > 1:
            raise pygame.error("gone again")
        self.number = 40 + index
        self.closed = False

    def as_joystick(self) -> FakePad:
        return self

    def get_instance_id(self) -> int:
        return self.number

    def quit(self) -> None:
        self.closed = True


def test_gamepads_can_be_connected_and_removed_at_any_time(
    inputs: InputDevices, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hacktrick.ui.window.input_devices.controller.Controller", FakePad)
    for index in (0, 1, 2):
        inputs.convert_event(pygame.Event(pygame.CONTROLLERDEVICEADDED, device_index=index))
    assert inputs.pads.n_pads == 2
    inputs.convert_event(button(DOWN, A, pad=41))
    gone = inputs.convert_event(pygame.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=41))
    assert [(one.type, one.name) for one in gone] == [(INTENT_END, "confirm")]
    assert inputs.pads.n_pads == 1
    inputs.convert_event(pygame.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=99))
    inputs.pads.stop_listening()
    assert inputs.pads.n_pads == 0


# Tests of touches.


def test_a_finger_is_a_mouse_with_its_button(inputs: InputDevices) -> None:
    events = inputs.convert_event(finger(pygame.FINGERDOWN, 0.25, 0.5))
    assert [one.type for one in events] == [pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN]
    assert events[1].pos == (320, 360) and events[1].button == 1 and events[1].touch
    (moved,) = inputs.convert_event(finger(pygame.FINGERMOTION, 0.5, 0.5))
    assert moved.pos == (640, 360) and moved.rel == (320, 0)
    events = inputs.convert_event(finger(pygame.FINGERUP, 1.0, 1.0))
    assert events[0].pos == (1279, 719) and events[1].pos == (-1, -1)


def test_only_the_first_finger_acts_as_a_mouse(inputs: InputDevices) -> None:
    inputs.convert_event(finger(pygame.FINGERDOWN, 0.25, 0.5))
    for kind in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
        assert inputs.convert_event(finger(kind, 0.9, 0.9, 2)) == []
    assert inputs.convert_event(finger(pygame.FINGERUP, 0.25, 0.5))


@pytest.mark.parametrize("kind", [pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP])
def test_a_mouse_that_the_system_makes_of_a_finger_is_left_out(
    inputs: InputDevices, kind: int
) -> None:
    assert inputs.convert_event(pygame.Event(kind, pos=(5, 5), button=1, touch=True)) == []
    assert len(inputs.convert_event(pygame.Event(kind, pos=(5, 5), button=1, touch=False))) == 1


def test_a_tap_presses_once(inputs: InputDevices) -> None:
    pressed: list[int] = []
    group = FocusGroup(inputs.context, lambda: None)
    one = Button(inputs.context, "Go", lambda: pressed.append(1))
    one.rect = pygame.Rect(100, 100, 60, 20)
    group.add_widgets(one)
    for y in (0.17, 0.145, 0.3):  # on the widget, just above it, far below it
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            for event in inputs.convert_event(finger(kind, 0.1, y)):
                group.handle_event(event)
    assert pressed == [1, 1]


def test_dragging_a_list_scrolls_it_and_chooses_nothing(inputs: InputDevices) -> None:
    picked: list[int] = []
    view = ListView(inputs.context, 30, 40, lambda *row: None, picked.append)
    group = FocusGroup(inputs.context, lambda: None)
    view.rect = pygame.Rect(0, 0, 400, 400)
    group.add_widgets(view)
    ways = ((0.1, 0.4), (0.1, 0.1)), ((0.1, 0.4), (0.1, 0.4))
    for start, end in ways:
        for kind, (x, y) in (
            (pygame.FINGERDOWN, start),
            (pygame.FINGERMOTION, end),
            (pygame.FINGERUP, end),
        ):
            for event in inputs.convert_event(finger(kind, x, y)):
                group.handle_event(event)
    assert view.offset == 216 and picked == [(288 + 216) // 40]


# Tests of hints for the device in use.


def test_hints_name_the_keys_of_the_device_in_use(inputs: InputDevices) -> None:
    context = inputs.context
    letters = input_hint_width(context, ("draw",))
    inputs.convert_event(button(DOWN, A))
    assert context.device == "pad" and input_hint_width(context, ("draw",)) not in (0, letters)
    assert input_hint_width(context, ("undo",)) == 0
    inputs.convert_event(finger(pygame.FINGERDOWN, 0.5, 0.5))
    assert context.device == "touch" and input_hint_width(context, ("draw",)) == 0
    inputs.convert_event(
        pygame.Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(1, 1), buttons=(0, 0, 0))
    )
    assert context.device == "touch"
    inputs.convert_event(pygame.Event(pygame.KEYDOWN, key=pygame.K_d, mod=0, unicode="d"))
    assert context.device == "keys" and input_hint_width(context, ("draw",)) == letters


@pytest.mark.parametrize("device", ["keys", "pad", "touch"])
@pytest.mark.parametrize("preset", ["keypad", "wits"])
def test_the_table_has_another_picture_for_each_device(
    device: str, preset: str, tmp_path: Path
) -> None:
    bench = TableRig(tmp_path, preset)
    bench.play_randomly_until(0)
    bench.tick(n=3)
    usual = bench.picture()
    bench.context.show_hints_for_device(device)  # type: ignore[arg-type]
    assert (bench.picture() == usual) == (device == "keys")


# Tests of devices in the window.


class EventRecorderScene(Scene):
    """A scene that records the events it receives."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.names: list[str] = []

    def handle(self, event: pygame.Event) -> bool:
        if event.type == INTENT:
            self.names.append(event.name)
            if event.name == "confirm":
                self.context.stack.pop()
        return True


def test_the_window_mutes_and_sizes_by_any_key_bound_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame, "quit", lambda: None)
    app = GameWindow(Settings(keys={"mute": ["f7"]}, buttons={"larger": "rb", "guard": ""}))
    ear = EventRecorderScene(app.context)
    pygame.event.clear()
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_F7, mod=0, unicode=""))
    for number in (pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, X, A):
        pygame.event.post(button(DOWN, number))
        pygame.event.post(button(UP, number))
    app.run(ear)
    assert app.context.settings.muted and app.context.settings.ui_scale == 110
    assert ear.names == ["draw", "confirm"]


def test_typed_characters_trigger_nothing_else() -> None:
    context = Context()
    group = FocusGroup(context, lambda: None)
    group.add_widgets(TextField(context, "", "", lambda text: None))
    typed = pygame.Event(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m")
    assert context.intent_of_event(typed) == "mute" and group.intent_of_event(typed) == ""
    escape = pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="\x1b")
    assert group.intent_of_event(escape) == "back"
    group.set_focus(None)
    pygame.key.stop_text_input()
