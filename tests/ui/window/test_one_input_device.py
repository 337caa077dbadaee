"""The whole game can be played with a keyboard, a gamepad or touch alone.

Every menu is reachable by gamepad, and nothing is too small for a finger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pygame
import pytest

from hacktrick.game.actions import Play
from hacktrick.match.record import read_record
from hacktrick.match.record_replay import replay_record
from hacktrick.ui.screens.about_scene import AboutScene
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.screens.settings.key_bindings_scene import KeyBindingsScene
from hacktrick.ui.screens.settings.settings_scene import SETTING_PAGES, SettingsScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.widgets.basic_widgets import ListView, ScrollArea, Slider, Stepper, Widget
from hacktrick.ui.widgets.focus_and_scanning import FocusGroup
from hacktrick.ui.window.input_devices import InputDevices
from tests.support.gamepad_dpad import CROSS
from tests.support.rig import Rig, TableRig, match_of_session
from tests.support.single_device_players import (
    DeviceInput,
    DevicePlayer,
    GamepadInput,
    KeyboardInput,
    focus_path,
)

FINGERTIP = 44  # size of a fingertip in pixels, in a window of 1280 x 720
BUTTONS = CROSS | {
    "lb": pygame.CONTROLLER_BUTTON_LEFTSHOULDER,
    "rb": pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
}
KINDS = ("keys", "pad", "touch")


@pytest.fixture(scope="module", autouse=True)
def _pygame_stays() -> Iterator[None]:
    """Keep pygame running when a window closes, because all tests of a run share it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pygame, "quit", lambda: None)
        yield


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], DevicePlayer]:
    """Play a match to its end with one input device."""

    @cache
    def play(kind: str) -> DevicePlayer:
        device: dict[str, DeviceInput | None] = {
            "keys": KeyboardInput(),
            "pad": GamepadInput(),
            "touch": None,
        }
        player = DevicePlayer(tmp_path_factory.mktemp(kind), device[kind])
        player.play()
        return player

    return play


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_match_is_played_with_one_device_alone(
    kind: str, played: Callable[[str], DevicePlayer]
) -> None:
    player = played(kind)
    session = player.services.session
    assert player.over and session is not None and session.is_over
    assert player.n_asked and max(match_of_session(session).match_state.score) >= 5
    assert player.app.context.device == kind
    *_, (last, _action) = replay_record(read_record(match_of_session(session).record.as_text()))
    assert last.is_over


@pytest.mark.parametrize("kind", ["keys", "touch"])
def test_an_ordinary_turn_takes_two_presses(
    kind: str, played: Callable[[str], DevicePlayer]
) -> None:
    turns = [n for action, n in played(kind).turns if isinstance(action, Play)]
    assert len(turns) > 10 and set(turns) == {2}


# Tests that a gamepad reaches every menu.


class PadStage(Rig):
    """A rig that receives the intents that the window makes of a gamepad."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.inputs = InputDevices(self.context)

    def push(self, button: int) -> None:
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            event = pygame.Event(kind, button=button, instance_id=0)
            for one in self.inputs.convert_event(event):
                self.context.stack.handle(one)
                self.context.stack.update(0)
                self.context.stack.apply_changes()

    def confirm(self) -> None:
        self.push(pygame.CONTROLLER_BUTTON_A)

    def move_focus(self, name: str) -> None:
        for direction in focus_path(self.group, self.top.widgets[name]):
            self.push(CROSS[direction])

    @property
    def group(self) -> FocusGroup:
        group: FocusGroup = self.top.group
        return group


@pytest.fixture
def pad(tmp_path: Path) -> PadStage:
    stage = PadStage(tmp_path)
    stage.show(TitleScene(stage.context, stage.services))
    return stage


@pytest.mark.parametrize(
    ("entry", "scene"),
    [
        ("new", NewMatchScene),
        ("rules", RulesScene),
        ("settings", SettingsScene),
        ("about", AboutScene),
    ],
)
def test_the_title_leads_everywhere_and_back(entry: str, scene: type, pad: PadStage) -> None:
    pad.move_focus(entry)
    pad.confirm()
    assert isinstance(pad.top, scene)
    pad.push(pygame.CONTROLLER_BUTTON_B)
    assert isinstance(pad.top, TitleScene)


def test_every_page_of_the_settings_is_reached(pad: PadStage) -> None:
    pad.move_focus("settings")
    pad.confirm()
    for page in SETTING_PAGES:
        pad.move_focus(f"page {page}")
        pad.confirm()
        assert isinstance(pad.top, SettingsScene) and pad.top.page_name == page
        assert _walk(pad) == _all(pad)
    pad.move_focus("keys")
    pad.confirm()
    assert isinstance(pad.top, KeyBindingsScene)
    assert _walk(pad) == _all(pad)


@pytest.mark.parametrize("scene", [NewMatchScene, PauseScene, AboutScene])
def test_a_gamepad_reaches_everything_in_a_menu(scene: type, pad: PadStage) -> None:
    pad.begin()
    pad.show(scene(pad.context, pad.services))
    assert _walk(pad) == _all(pad)


def test_a_gamepad_reaches_everything_in_the_rules(pad: PadStage) -> None:
    pad.move_focus("rules")
    pad.confirm()
    assert _walk(pad) == _all(pad)


@pytest.mark.parametrize(
    ("preset", "n"), [("keypad", 2), ("servers", 2), ("wits", 2), ("trio", 3), ("quartet", 4)]
)
def test_the_d_pad_reaches_everything_on_the_table(preset: str, n: int, tmp_path: Path) -> None:
    bench = TableRig(tmp_path, preset, ("human", *["level:1"] * (n - 1)))
    bench.tick(n=3)
    group = bench.table.group
    for goal in (part for part in group.widgets if part.visible and part.focusable):
        assert len(focus_path(group, goal)) < 20


def _all(pad: PadStage) -> set[int]:
    return {id(one) for one in pad.group.widgets if one.visible and one.focusable}


def _walk(pad: PadStage) -> set[int]:
    """Return the widgets that the D-pad and shoulder buttons reach.

    Goes left and right only where that changes no setting.
    """
    rng, seen = Random(3), set[int]()
    for _step in range(700):
        focus = pad.group.focused_widget
        seen.add(id(focus))
        names = ["up", "down"]
        if not isinstance(focus, Stepper | Slider):
            names += ["left", "right"]
        direction = rng.choice([*names, "lb", "rb"])
        # The focus leaves a long list only at its end, so keep going the same way for a while.
        long = isinstance(focus, ScrollArea) and direction in ("up", "down")
        for _again in range(25 if long else 1):
            pad.push(BUTTONS[direction])
    return seen


# Tests that widgets are large enough for a finger.


def _is_hit(group: FocusGroup, widget: Widget, size: tuple[int, int]) -> bool:
    """Return whether a finger still hits a widget if it misses the middle by half a fingertip.

    At the edge of the window the finger comes from inside.
    """
    window = pygame.Rect((0, 0), size)
    tip = pygame.Rect(0, 0, FINGERTIP - 4, FINGERTIP - 4)
    tip.center = widget.rect.center
    tip = tip.clip(window.inflate(-2, -2))
    places = (tip.midtop, tip.midbottom, tip.midleft, tip.midright, tip.center)
    return all(group.widget_at((min(x, size[0] - 1), y), touch=True) is widget for x, y in places)


@pytest.mark.parametrize(
    "scene", [TitleScene, NewMatchScene, PauseScene, SettingsScene, AboutScene]
)
def test_nothing_in_a_menu_is_too_small_for_a_finger(scene: type, tmp_path: Path) -> None:
    stage = Rig(tmp_path)
    stage.begin()
    shown = stage.show(scene(stage.context, stage.services))
    _check_group(shown.group, shown.widgets)


def test_lines_of_lists_are_large_enough_for_a_finger(tmp_path: Path) -> None:
    stage = Rig(tmp_path)
    stage.begin()
    stage.context.show_hints_for_device("touch")
    for scene in (
        RulesScene(stage.context, stage.services.session.rules),
        KeyBindingsScene(stage.context),
    ):
        stage.show(scene)
        _check_group(scene.group, scene.widgets)
        listing = scene.widgets["list"]
        assert isinstance(listing, ListView)
        assert stage.context.px(listing.row_height) >= FINGERTIP - 4


@pytest.mark.parametrize(
    ("preset", "n"), [("keypad", 2), ("servers", 2), ("wits", 2), ("trio", 3), ("quartet", 4)]
)
def test_nothing_on_the_table_is_too_small_for_a_finger(
    preset: str, n: int, tmp_path: Path
) -> None:
    bench = TableRig(tmp_path, preset, ("human", *["level:1"] * (n - 1)))
    bench.play_randomly_until(0)
    bench.tick(n=3)
    _check_group(bench.table.group, {})


def _check_group(group: FocusGroup, names: dict[str, Widget]) -> None:
    names_by_id = {id(widget): name for name, widget in names.items()}
    for widget in group.widgets:
        if widget.visible and widget.focusable:
            name = names_by_id.get(id(widget), type(widget).__name__)
            assert _is_hit(group, widget, group.context.size), (name, widget.rect)
