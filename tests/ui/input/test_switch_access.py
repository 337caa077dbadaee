"""One or two switches reach everything, and presses of trembling hands are dropped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from hacktrick.app.settings import Settings
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.input.switch_access import AFTER_CHOICE_FACTOR, RepeatedPressFilter
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.screens.profiles_scene import ProfilesScene
from hacktrick.ui.screens.settings.settings_scene import SettingsScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.private_hands_and_handover import HandoverScene
from hacktrick.ui.widgets.basic_widgets import Button, TextField, Widget
from hacktrick.ui.widgets.dialogs import NoticeScene
from hacktrick.ui.window.input_devices import InputDevices
from tests.support.rig import Rig, TableRig


def key(code: int, kind: int = pygame.KEYDOWN, text: str = "") -> pygame.Event:
    return pygame.Event(kind, key=code, mod=0, unicode=text)


def mouse(button: int, kind: int = pygame.MOUSEBUTTONDOWN, **facts: Any) -> pygame.Event:
    return pygame.Event(kind, pos=(10, 10), button=button, **facts)


def pad(number: int, kind: int = pygame.CONTROLLERBUTTONDOWN) -> pygame.Event:
    return pygame.Event(kind, button=number, instance_id=0)


def finger(x: float) -> pygame.Event:
    return pygame.Event(pygame.FINGERDOWN, x=x, y=0.5, dx=0.0, dy=0.0, touch_id=1, finger_id=1)


def inputs_with(**settings: Any) -> InputDevices:
    return InputDevices(Context(Settings(language="en", **settings)))


def event_names(events: list[pygame.Event]) -> list[str]:
    return [event.name for event in events if event.type == INTENT]


FIRST = {
    "space": key(pygame.K_SPACE),
    "left button": mouse(1),
    "pad": pad(pygame.CONTROLLER_BUTTON_A),
    "left half": finger(0.2),
}
SECOND = {
    "enter": key(pygame.K_RETURN),
    "right button": mouse(3),
    "pad": pad(pygame.CONTROLLER_BUTTON_B),
    "right half": finger(0.8),
}


# Tests of one and two switches.


@pytest.mark.parametrize("event", FIRST.values(), ids=FIRST)
def test_the_first_switch_moves_the_ring(event: pygame.Event) -> None:
    assert event_names(inputs_with(scan="two_switches").convert_event(event)) == ["scan_step"]


@pytest.mark.parametrize("event", SECOND.values(), ids=SECOND)
def test_the_second_switch_presses_the_widget_in_the_ring(event: pygame.Event) -> None:
    assert event_names(inputs_with(scan="two_switches").convert_event(event)) == ["scan_choose"]


@pytest.mark.parametrize("event", [*FIRST.values(), *SECOND.values()])
def test_without_scanning_no_press_is_a_switch(event: pygame.Event) -> None:
    found = event_names(inputs_with().convert_event(event))
    assert "scan_step" not in found and "scan_choose" not in found


def test_a_key_of_the_players_own_is_a_switch() -> None:
    inputs = inputs_with(scan="two_switches", keys={"scan_choose": ["f7"]})
    assert event_names(inputs.convert_event(key(pygame.K_F7))) == ["scan_choose"]


def test_other_keys_keep_their_meaning() -> None:
    (event,) = inputs_with(scan="two_switches").convert_event(key(pygame.K_ESCAPE))
    assert event.key == pygame.K_ESCAPE


def test_a_held_switch_counts_once_and_types_nothing() -> None:
    inputs = inputs_with(scan="two_switches")
    assert event_names(inputs.convert_event(key(pygame.K_SPACE))) == ["scan_step"]
    assert inputs.convert_event(pygame.Event(pygame.TEXTINPUT, text=" ")) == []
    assert inputs.convert_event(key(pygame.K_SPACE)) == []
    assert inputs.convert_event(key(pygame.K_SPACE, pygame.KEYUP)) == []
    assert event_names(inputs.convert_event(key(pygame.K_SPACE))) == ["scan_step"]


def test_waiting_chooses_once_after_a_step() -> None:
    inputs = inputs_with(scan="wait_to_choose", scan_time=2)
    assert event_names(inputs.advance_time(60.0)) == []
    assert event_names(inputs.convert_event(key(pygame.K_RETURN))) == ["scan_step"]
    assert event_names(inputs.advance_time(1.9)) == []
    assert event_names(inputs.advance_time(0.2)) == ["scan_choose"]
    assert event_names(inputs.advance_time(60.0)) == []


def test_the_ring_moves_automatically_and_waits_after_a_choice() -> None:
    inputs = inputs_with(scan="wait_to_step", scan_time=2)
    assert event_names(inputs.advance_time(AFTER_CHOICE_FACTOR * 2 + 0.1)) == ["scan_step"]
    assert event_names(inputs.advance_time(2.1)) == ["scan_step"]
    assert event_names(inputs.convert_event(mouse(1))) == ["scan_choose"]
    assert event_names(inputs.advance_time(2.1)) == []
    assert event_names(inputs.advance_time(2.0)) == ["scan_step"]


def test_the_ring_rests_while_another_window_has_the_focus() -> None:
    inputs = inputs_with(scan="wait_to_step", scan_time=1)
    inputs.convert_event(pygame.Event(pygame.WINDOWFOCUSLOST))
    assert inputs.advance_time(60.0) == []
    inputs.convert_event(pygame.Event(pygame.WINDOWFOCUSGAINED))
    assert event_names(inputs.advance_time(60.0)) == ["scan_step"]


# Tests of a second press that comes too soon.


class ManualClock:
    now = 0

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def filter_with(gap: int, clock: ManualClock) -> RepeatedPressFilter:
    return RepeatedPressFilter(Context(Settings(press_gap=gap)), clock)


PAIRS = [
    (key(pygame.K_a), key(pygame.K_a, pygame.KEYUP)),
    (mouse(1), mouse(1, pygame.MOUSEBUTTONUP)),
    (mouse(1, touch=True), mouse(1, pygame.MOUSEBUTTONUP, touch=True)),
]


@pytest.mark.parametrize(("down", "up"), PAIRS)
def test_a_second_press_too_soon_is_dropped_with_its_end(
    down: pygame.Event, up: pygame.Event, clock: ManualClock
) -> None:
    presses = filter_with(400, clock)
    assert presses.accepts_event(down) and presses.accepts_event(up)
    clock.now = 399
    assert not presses.accepts_event(down) and not presses.accepts_event(up)
    clock.now = 399 + 400
    assert presses.accepts_event(down) and presses.accepts_event(up)


def test_a_press_of_another_key_counts_at_once(clock: ManualClock) -> None:
    presses = filter_with(1500, clock)
    for code in (pygame.K_a, pygame.K_b):
        assert presses.accepts_event(key(code)) and presses.accepts_event(key(code, pygame.KEYUP))


def test_a_dropped_key_types_nothing_and_does_not_repeat(clock: ManualClock) -> None:
    presses = filter_with(400, clock)
    text = pygame.Event(pygame.TEXTINPUT, text="a")
    assert presses.accepts_event(key(pygame.K_a)) and presses.accepts_event(text)
    assert presses.accepts_event(key(pygame.K_a))  # the key is held and repeats
    presses.accepts_event(key(pygame.K_a, pygame.KEYUP))
    assert not presses.accepts_event(key(pygame.K_a)) and not presses.accepts_event(text)
    clock.now = 5000
    assert not presses.accepts_event(key(pygame.K_a)), "a dropped press that is held"


def test_by_default_no_press_is_dropped(clock: ManualClock) -> None:
    presses = filter_with(0, clock)
    for down, up in PAIRS:
        assert all(presses.accepts_event(one) for one in (down, up, down, up))


# Tests of switches in scenes.


def scan_to_widget(rig: Rig, name: str) -> None:
    rig.post(pygame.Event(INTENT, name=name, button="", by_itself=False))


def scan_to(rig: Rig, wanted: Widget) -> None:
    """Step until the focus ring is on a widget."""
    for _n in range(len(rig.top.group.widgets_in_scan_order()) + 1):
        if rig.top.group.focused_widget is wanted and rig.top.group.ring:
            return
        scan_to_widget(rig, "scan_step")
    raise AssertionError("the ring never came there")


def scanning_rig(folder: Path, **settings: Any) -> Rig:
    return Rig(folder, settings=Settings(scan="two_switches", **settings), bare_table=True)


def test_the_ring_passes_every_choice_and_comes_round(tmp_path: Path) -> None:
    rig = scanning_rig(tmp_path)
    scene = rig.show(SettingsScene(rig.context, rig.services))
    choices = scene.group.widgets_in_scan_order()
    seen = []
    for _n in choices:
        scan_to_widget(rig, "scan_step")
        seen.append(scene.group.focused_widget)
    assert set(map(id, seen)) == set(map(id, choices)) and len(seen) == len(choices)
    picture = rig.picture()
    scan_to_widget(rig, "scan_step")
    assert scene.group.focused_widget is seen[0] and rig.picture() != picture


def test_a_dimmed_button_is_no_choice(tmp_path: Path) -> None:
    rig = scanning_rig(tmp_path)
    scene = rig.show(SettingsScene(rig.context, rig.services))
    reset = scene.widgets["reset"]
    assert isinstance(reset, Button) and reset in scene.group.widgets_in_scan_order()
    reset.reason = "There is nothing to reset."
    assert reset not in scene.group.widgets_in_scan_order()


def test_the_scene_is_left_without_a_button_of_its_own(tmp_path: Path) -> None:
    rig = scanning_rig(tmp_path)
    notice = NoticeScene(rig.context, "Title", "Text.")
    rig.show(TitleScene(rig.context, rig.services), notice)
    leave = notice.group.widgets_in_scan_order()[-1]
    assert leave not in notice.group.widgets and isinstance(leave, Button)
    scan_to_widget(rig, "scan_step")
    assert (
        notice.group.focused_widget is not None
        and notice.group.focused_widget not in notice.group.widgets
    )
    rig.picture()
    scan_to_widget(rig, "scan_choose")
    assert isinstance(rig.top, TitleScene)


def test_a_slider_is_moved_from_inside(tmp_path: Path) -> None:
    rig = scanning_rig(tmp_path)
    scene = SettingsScene(rig.context, rig.services)
    scene.page_name = "Sound"
    rig.show(scene)
    scan_to(rig, scene.widgets["master_volume"])
    before, picture = rig.settings.master_volume, rig.picture()
    scan_to_widget(rig, "scan_choose")
    assert rig.picture() != picture
    scan_to_widget(rig, "scan_choose")
    assert rig.settings.master_volume < before
    scan_to_widget(rig, "scan_step")
    scan_to_widget(rig, "scan_choose")
    assert rig.settings.master_volume == before
    scan_to_widget(rig, "scan_step")
    scan_to_widget(rig, "scan_choose")  # this choice leaves the slider
    scan_to_widget(rig, "scan_step")
    assert scene.group.focused_widget is not scene.widgets["master_volume"]


def test_a_text_is_typed_with_two_switches(tmp_path: Path) -> None:
    rig = scanning_rig(tmp_path)
    scene = SettingsScene(rig.context, rig.services)
    rig.show(scene)
    field = scene.widgets["search"]
    assert isinstance(field, TextField)
    scan_to(rig, field)
    scan_to_widget(rig, "scan_choose")
    for group, letter in ((1, 1), (0, 0)):  # "h" among g to l, "a" among a to f
        for n in (group, letter):
            for _n in range(n):
                scan_to_widget(rig, "scan_step")
            scan_to_widget(rig, "scan_choose")
    assert field.text == "Ha"


def test_a_turn_is_played_with_two_switches(tmp_path: Path) -> None:
    rig = TableRig(tmp_path, scan="two_switches")
    rig.play_randomly_until(0, turn=2)
    rig.tick()
    card = next(part for part in rig.table.widgets.cards if part.scan_rank == 0)
    scan_to(rig, card)
    before = len(rig.texts())
    scan_to_widget(rig, "scan_choose")
    assert rig.table.turn.draft.card == card.value
    assert rig.table.group.focused_widget is rig.table.widgets.end_turn_button
    scan_to_widget(rig, "scan_choose")
    assert len(rig.texts()) > before


def test_an_automatic_step_cuts_no_animation_and_keeps_no_hand_open(tmp_path: Path) -> None:
    rig = TableRig(tmp_path, scan="wait_to_step", animation_speed="normal")
    rig.play_randomly_until(0, turn=2)
    assert rig.table.playback.is_running
    rig.stack.seconds += 5.0
    rig.post(pygame.Event(INTENT, name="scan_step", button="", by_itself=True))
    assert rig.table.playback.is_running and rig.table.privacy.idle_seconds >= 5.0


def test_the_curtain_opens_by_two_presses_of_a_switch(tmp_path: Path) -> None:
    rig = scanning_rig(tmp_path, curtain_style="hold")
    rig.begin()
    assert rig.services.session is not None
    opened: list[int] = []
    rig.show(HandoverScene(rig.context, rig.services.session, 0, (), lambda: opened.append(1)))
    inputs = InputDevices(rig.context)
    for _n in range(2):
        rig.wait(0.5)
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            for event in inputs.convert_event(key(pygame.K_RETURN, kind)):
                rig.stack.handle(event)
    rig.tick()
    assert opened == [1]


def test_the_way_out_of_a_profile_list_is_its_own_button(tmp_path: Path) -> None:
    rig = scanning_rig(tmp_path)
    scene = rig.show(
        ProfilesScene(rig.context, rig.services, "", lambda name: None, lambda old, new: None)
    )
    assert all(one in scene.group.widgets for one in scene.group.widgets_in_scan_order())
