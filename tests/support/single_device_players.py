"""Scripted players at the real window who use only a keyboard, only a gamepad or only touch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Protocol

import pygame

from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings
from hacktrick.app.storage import open_storage
from hacktrick.app.turn_draft import TURN_ENDS
from hacktrick.game.actions import ASK, COMMAND_PLAY, PASS, Action, Draw, LayStartCard, Play
from hacktrick.game.legality import legal_actions
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.round_result import ResultScene
from hacktrick.ui.table.table_scene import TableScene
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.focus_and_scanning import FocusGroup
from hacktrick.ui.widgets.menu_base import Menu
from hacktrick.ui.window.game_window import GameWindow
from hacktrick.ui.window.screen_navigator import connect_navigator
from tests.support.gamepad_dpad import CROSS, shortest_focus_path
from tests.support.rig import NoReviewThinker

ARROWS = {
    "left": pygame.K_LEFT,
    "right": pygame.K_RIGHT,
    "up": pygame.K_UP,
    "down": pygame.K_DOWN,
}
MAX_FRAMES = 6000  # number of frames after which a match counts as endless


def post_event(kind: int, **facts: Any) -> None:
    pygame.event.post(pygame.Event(kind, **facts))


class DeviceInput(Protocol):
    """The inputs that a player can make with any device; every method only posts events."""

    n_presses: int

    def confirm(self, top: object) -> None: ...

    def press(self, menu: Menu, name: str) -> None: ...

    def choose_card(self, table: TableScene, card: int) -> None: ...

    def press_draw(self, table: TableScene) -> None: ...

    def press_ask(self, table: TableScene) -> None: ...

    def end_turn(self, table: TableScene, action: Action) -> None: ...


class KeyboardInput:
    """Plays with the keyboard alone."""

    def __init__(self) -> None:
        self.n_presses = 0

    def key(self, key: int, sign: str = "") -> None:
        self.n_presses += 1
        post_event(pygame.KEYDOWN, key=key, mod=0, unicode=sign, scancode=0)
        post_event(pygame.KEYUP, key=key, mod=0, unicode=sign, scancode=0)

    def confirm(self, top: object) -> None:
        self.key(pygame.K_RETURN)

    def press(self, menu: Menu, name: str) -> None:
        for direction in shortest_focus_path(menu.group, menu.widgets[name]):
            self.key(ARROWS[direction])
        self.confirm(menu)

    def choose_card(self, table: TableScene, card: int) -> None:
        self.key(pygame.K_0 + card, str(card))

    def press_draw(self, table: TableScene) -> None:
        self.key(pygame.K_d, "d")

    def press_ask(self, table: TableScene) -> None:
        self.key(pygame.K_q, "q")

    def end_turn(self, table: TableScene, action: Action) -> None:
        keys = {PASS: pygame.K_RETURN, COMMAND_PLAY: pygame.K_p}
        self.key(keys.get(action, pygame.K_g))


class GamepadInput:
    """Plays with a gamepad alone: the D-pad moves the focus, and the buttons act."""

    def __init__(self) -> None:
        self.n_presses = 0

    def button(self, button: int) -> None:
        self.n_presses += 1
        post_event(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)
        post_event(pygame.CONTROLLERBUTTONUP, button=button, instance_id=0)

    def confirm(self, top: object) -> None:
        self.button(pygame.CONTROLLER_BUTTON_A)

    def press(self, menu: Menu, name: str) -> None:
        self.move_focus(menu.group, menu.widgets[name])
        self.confirm(menu)

    def choose_card(self, table: TableScene, card: int) -> None:
        goal = next(
            widget for widget in table.widgets.cards if widget.visible and widget.value == card
        )
        self.move_focus(table.group, goal)
        self.button(pygame.CONTROLLER_BUTTON_A)

    def press_draw(self, table: TableScene) -> None:
        self.button(pygame.CONTROLLER_BUTTON_X)

    def press_ask(self, table: TableScene) -> None:
        self.button(pygame.CONTROLLER_BUTTON_Y)

    def end_turn(self, table: TableScene, action: Action) -> None:
        if action == PASS:
            self.move_focus(table.group, table.widgets.end_turn_button)
            self.button(pygame.CONTROLLER_BUTTON_A)
        elif action == COMMAND_PLAY:
            self.button(pygame.CONTROLLER_BUTTON_LEFTSHOULDER)
        else:
            self.button(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)

    def move_focus(self, group: FocusGroup, goal: Widget) -> None:
        for direction in focus_path(group, goal):
            self.button(CROSS[direction])


class TouchInput:
    """Plays by touch alone."""

    def __init__(self, size: Callable[[], tuple[int, int]]) -> None:
        self.size = size
        self.n_presses = 0

    def tap(self, widget: Widget) -> None:
        self.n_presses += 1
        wide, high = self.size()
        x, y = widget.rect.centerx / wide, widget.rect.centery / high
        post_event(pygame.FINGERDOWN, x=x, y=y, dx=0.0, dy=0.0, touch_id=1, finger_id=7)
        post_event(pygame.FINGERUP, x=x, y=y, dx=0.0, dy=0.0, touch_id=1, finger_id=7)

    def confirm(self, top: object) -> None:
        focus = top.group.focused_widget  # type: ignore[attr-defined]
        self.tap(focus)

    def press(self, menu: Menu, name: str) -> None:
        self.tap(menu.widgets[name])

    def choose_card(self, table: TableScene, card: int) -> None:
        self.tap(
            next(
                widget for widget in table.widgets.cards if widget.visible and widget.value == card
            )
        )

    def press_draw(self, table: TableScene) -> None:
        self.tap(table.widgets.draw_button)

    def press_ask(self, table: TableScene) -> None:
        self.tap(table.widgets.ask)

    def end_turn(self, table: TableScene, action: Action) -> None:
        ends = (PASS, COMMAND_PLAY)
        self.tap(table.widgets.end_buttons[ends.index(action) if action in ends else 2])


def focus_path(group: FocusGroup, goal: Widget) -> list[str]:
    """Return the shortest path of the focus to a widget, as directions."""
    found = shortest_focus_path(group, goal)
    assert found is not None, f"the focus cannot get to {goal}"
    return found


class InstantClock:
    """A clock that advances without really waiting."""

    def tick(self, framerate: float) -> int:
        return 50


class DevicePlayer:
    """Plays a match at the real window, from the title to its end, with one input device."""

    def __init__(self, folder: Path, device: DeviceInput | None = None, seed: int = 18) -> None:
        choices = {
            "preset": "keypad",
            "seats": [{"player": "human", "name": "Ada"}, {"player": "level:1", "name": ""}],
        }
        settings = Settings(
            pace="instant",
            animation_speed="off",
            last_match=choices,
            language="en",
            think_ahead=False,
        )
        self.app = GameWindow(settings, clock=InstantClock())
        self.storage, _problems = open_storage(folder)
        self.services = ProgramServices(
            self.app.context, self.storage, NoReviewThinker, Random(seed)
        )
        self.device: DeviceInput = device or TouchInput(lambda: self.app.context.size)
        self.rng = Random(seed)
        # The turns with one card, and their numbers of inputs.
        self.turns: list[tuple[Action, int]] = []
        self.n_frames = self.n_asked = 0
        self.over = False

    def play(self) -> None:
        self.app.after_frame = self.act_after_frame
        try:
            self.app.run(connect_navigator(self.app.context, self.services).make_title_scene())
        finally:
            self.services.close()

    def act_after_frame(self) -> None:
        """Make one input if an input is due; called after each frame."""
        self.n_frames += 1
        top = self.app.context.stack.top
        if self.over or self.n_frames > MAX_FRAMES:
            self.app.stop()
        elif isinstance(top, TitleScene):
            self.device.press(top, "play")
        # The buttons of a result react only after a short delay.
        elif isinstance(top, ResultScene) and top._age > 1:
            self.over = top.session.is_over
            if not self.over:
                self.device.confirm(top)
        elif isinstance(top, TableScene):
            self._act(top)

    def _act(self, table: TableScene) -> None:
        seen = table.turn.observation
        if seen is None or not table.session.may_act or table.playback.is_running:
            return
        legal = legal_actions(seen)
        if ASK in legal and self.rng.random() < 0.5:
            self.device.press_ask(table)
            self.n_asked += 1
            return
        before = self.device.n_presses
        action = self.rng.choice([one for one in legal if one != ASK])
        if isinstance(action, LayStartCard | Play):
            self.device.choose_card(table, action.card)
        elif isinstance(action, Draw):
            self.device.press_draw(table)
            self.device.press_draw(table)
        # The next frame handles the posted events, and only then can the turn be ended.
        self.app.after_frame = lambda: self._end(table, action, before)

    def _end(self, table: TableScene, action: Action, before: int) -> None:
        self.app.after_frame = self.act_after_frame
        offers = table.turn.action_offers()
        ends = [action for end, action in TURN_ENDS.items() if offers[end].refusal is None]
        if not table.session.may_act or not ends:
            return
        commanding = len(ends) > 1 and self.rng.random() < 0.5
        end = self.rng.choice(ends[1:]) if commanding else ends[0]
        self.device.end_turn(table, end)
        self.turns.append((action, self.device.n_presses - before))
