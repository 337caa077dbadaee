"""Widgets and focus, driven by posted events only."""

import itertools
from pathlib import Path
from typing import Any, TypeVar

import pygame
import pytest

from hacktrick.i18n.turn_instructions import ButtonCaption
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.basic_widgets import (
    Button,
    ListView,
    ScrollArea,
    Slider,
    Stepper,
    TextField,
    Toggle,
    Widget,
)
from hacktrick.ui.widgets.dialogs import NoticeScene, TextInputScene
from hacktrick.ui.widgets.focus_and_scanning import FocusGroup
from hacktrick.ui.widgets.menu_base import Menu
from tests.support.rig import TableRig

W = TypeVar("W", bound=Widget)


class RecordingGroup:
    """A group that records everything it reports."""

    def __init__(self) -> None:
        self.context = Context()
        self.n_changes = 0
        self.reasons: list[str] = []
        self.calls: list[object] = []
        self.group = FocusGroup(self.context, self.change, self.reasons.append)

    def change(self) -> None:
        self.n_changes += 1

    def button(self, name: str, x: int, y: int) -> Button:
        button = Button(self.context, name, lambda: self.calls.append(name))
        button.rect = pygame.Rect(x, y, 100, 40)
        self.group.add_widgets(button)
        return button

    def place(self, widget: W, *rect: int) -> W:
        widget.rect = pygame.Rect(rect)
        self.group.add_widgets(widget)
        return widget

    def post(self, *events: pygame.Event) -> list[bool]:
        """Send events through SDL's queue, as the program does."""
        pygame.event.clear()
        for event in events:
            pygame.event.post(event)
        return [self.group.handle_event(event) for event in pygame.event.get()]

    def key(self, key: int, mod: int = 0, text: str = "") -> bool:
        return self.post(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text))[0]

    def click(self, x: int, y: int) -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.post(pygame.Event(kind, pos=(x, y), button=1))

    def picture(self) -> bytes:
        surface = pygame.Surface((400, 300))
        self.group.draw_widgets_and_ring(surface)
        return pygame.image.tobytes(surface, "RGB")


@pytest.fixture
def table() -> RecordingGroup:
    return RecordingGroup()


def test_the_first_widget_has_the_focus(table: RecordingGroup) -> None:
    assert table.button("a", 0, 0) is table.group.focused_widget


def test_tab_goes_round_both_ways(table: RecordingGroup) -> None:
    a, b, c = (table.button(name, 0, 50 * n) for n, name in enumerate("abc"))
    table.key(pygame.K_TAB)
    assert table.group.focused_widget is b
    table.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    table.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert table.group.focused_widget is c and a.focused is False


def test_widgets_that_are_reordered_leave_all_others_in_their_places(
    table: RecordingGroup,
) -> None:
    a, b, c, d, e = (table.button(name, 0, 50 * n) for n, name in enumerate("abcde"))
    table.group.reorder_widgets([d, b, c])
    assert table.group.widgets == [a, d, b, c, e]


def test_arrows_go_to_the_nearest_in_a_direction(table: RecordingGroup) -> None:
    a, b = table.button("a", 0, 0), table.button("b", 200, 0)
    c, d = table.button("c", 0, 100), table.button("d", 200, 100)
    for key, expected in (
        (pygame.K_RIGHT, b),
        (pygame.K_DOWN, d),
        (pygame.K_LEFT, c),
        (pygame.K_UP, a),
    ):
        assert table.key(key) and table.group.focused_widget is expected
    assert not table.key(pygame.K_UP)


def test_down_in_a_menu_stays_in_the_column() -> None:
    class TwoColumns(Menu):
        def create_widgets(self) -> None:
            for name in ("above", "nearer", "below"):
                self.add_widget(name, Button(self.context, name, lambda: None))

        def place_widgets(self) -> None:
            for name, x, y in (("above", 0, 0), ("nearer", 90, 50), ("below", 0, 150)):
                self.widgets[name].rect = pygame.Rect(x, y, 80, 30)

    menu = TwoColumns(Context())
    menu.lay_out()
    assert menu.group.move_focus((0, 1))
    assert menu.group.focused_widget is menu.widgets["below"]


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE, pygame.K_KP_ENTER])
def test_keys_press_the_focused_widget(table: RecordingGroup, key: int) -> None:
    table.button("a", 0, 0)
    assert table.key(key) and table.calls == ["a"]


def test_a_click_focuses_and_presses_a_widget(table: RecordingGroup) -> None:
    table.button("a", 0, 0)
    b = table.button("b", 200, 0)
    table.click(210, 10)
    assert table.calls == ["b"] and table.group.focused_widget is b


def test_a_click_dragged_off_does_nothing(table: RecordingGroup) -> None:
    table.button("a", 0, 0)
    table.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1))
    table.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=(300, 200), button=1))
    assert table.calls == []


def test_the_wheel_is_no_click(table: RecordingGroup) -> None:
    table.button("a", 0, 0)
    table.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=4))
    table.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=(5, 5), button=4))
    assert table.calls == []


def test_a_dimmed_button_says_why(table: RecordingGroup) -> None:
    table.button("a", 0, 0).reason = "Hand is full: play"
    table.click(5, 5)
    table.key(pygame.K_RETURN)
    assert table.calls == [] and table.reasons == ["Hand is full: play"] * 2


def test_hover_focus_and_press_are_seen(table: RecordingGroup) -> None:
    a = table.button("a", 20, 20)
    table.group.ring = False
    plain = table.picture()
    table.post(pygame.Event(pygame.MOUSEMOTION, pos=(30, 30), rel=(0, 0), buttons=(0, 0, 0)))
    hovered = table.picture()
    table.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(30, 30), button=1))
    pressed = table.picture()
    table.group.ring = True
    a.pressed = a.hovered = False
    assert len({plain, hovered, pressed, table.picture()}) == 4


def test_the_mouse_hides_the_ring_and_keys_show_it(table: RecordingGroup) -> None:
    table.button("a", 0, 0)
    table.click(5, 5)
    assert not table.group.ring
    table.key(pygame.K_TAB)
    assert table.group.ring


class PlainWidget(Widget):
    focusable = False


def test_invisible_and_plain_widgets_are_passed_over(table: RecordingGroup) -> None:
    table.button("a", 0, 0)
    table.button("b", 0, 50).visible = False
    table.place(PlainWidget(table.context), 0, 100, 90, 20)
    c = table.button("c", 0, 150)
    table.key(pygame.K_TAB)
    assert table.group.focused_widget is c


def test_replacing_the_widgets_moves_the_focus_to_a_new_one(table: RecordingGroup) -> None:
    a = table.button("a", 0, 0)
    b = Button(table.context, "b", table.change, rect=pygame.Rect(0, 0, 10, 10))
    table.group.replace_widgets([b])
    assert table.group.focused_widget is b and not a.focused


def test_a_toggle_switches_on_and_off(table: RecordingGroup) -> None:
    toggle = table.place(Toggle(table.context, "Sound", False, table.calls.append), 0, 0, 300, 40)
    table.key(pygame.K_SPACE)
    table.click(280, 20)
    assert table.calls == [True, False] and not toggle.on


def test_a_stepper_moves_with_keys_and_arrows(table: RecordingGroup) -> None:
    options = [(1, "one"), (2, "two"), (3, "three")]
    choice = Stepper(table.context, "Target", options, 1, table.calls.append)
    table.place(choice, 0, 0, 300, 40)
    table.key(pygame.K_RIGHT)
    table.key(pygame.K_LEFT)
    table.click(290, 20)
    assert choice.value == 2
    table.click(155, 20)
    assert choice.value == 1


def test_a_slider_moves_in_steps_and_stays_in_bounds(table: RecordingGroup) -> None:
    slider = table.place(Slider(table.context, "Volume", 0.5, table.calls.append), 0, 0, 400, 40)
    table.key(pygame.K_RIGHT)
    assert slider.value == pytest.approx(0.6)
    table.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(399, 20), button=1))
    assert slider.value == 1
    moved = pygame.Event(pygame.MOUSEMOTION, pos=(0, 20), rel=(0, 0), buttons=(1, 0, 0))
    table.post(moved)
    assert slider.value == 0


def test_a_text_field_edits_and_keeps_digits_and_arrows(table: RecordingGroup) -> None:
    field = table.place(
        TextField(table.context, "Name", "ANA", table.calls.append, 5), 0, 0, 300, 40
    )
    table.button("b", 0, 100)
    table.key(pygame.K_LEFT)
    table.post(pygame.Event(pygame.TEXTINPUT, text="N"))
    table.post(pygame.Event(pygame.TEXTINPUT, text="éx"))
    assert field.text == "ANNéA"
    assert table.key(pygame.K_3, text="3") and table.key(pygame.K_BACKSPACE)
    assert field.text == "ANNA" and table.group.focused_widget is field
    table.key(pygame.K_DELETE)
    assert field.text == "ANN" and table.calls[-1] == "ANN"
    assert not pygame.key.name(0) and table.key(pygame.K_TAB) and not field.focused


def test_ctrl_a_selects_the_whole_text_and_the_next_input_replaces_it(
    table: RecordingGroup,
) -> None:
    field = table.place(
        TextField(table.context, "Name", "Player", table.calls.append, 6), 0, 0, 300, 40
    )
    plain = table.picture()
    table.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_a, mod=pygame.KMOD_CTRL, unicode=""))
    assert field.text == "Player" and table.picture() != plain
    table.post(pygame.Event(pygame.TEXTINPUT, text="Anna"))
    assert field.text == "Anna"
    table.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_a, mod=pygame.KMOD_CTRL, unicode=""))
    table.key(pygame.K_LEFT)
    table.key(pygame.K_BACKSPACE)
    assert field.text == "Ana"
    table.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_a, mod=pygame.KMOD_CTRL, unicode=""))
    table.key(pygame.K_DELETE)
    assert field.text == ""


@pytest.mark.parametrize("key", [pygame.K_a, pygame.K_c, pygame.K_v])
def test_a_character_typed_with_altgr_does_not_use_the_clipboard(
    table: RecordingGroup, key: int
) -> None:
    """On Windows, AltGr arrives as Ctrl and Alt: a Polish keyboard types "ą" with it."""
    copied: list[str] = []
    table.context.clipboard.get_text = lambda: "pasted"  # type: ignore[method-assign]
    table.context.clipboard.put_text = copied.append  # type: ignore[method-assign,assignment]
    field = table.place(TextField(table.context, "Name", "Ad", table.calls.append), 0, 0, 300, 40)
    altgr = pygame.KMOD_LCTRL | pygame.KMOD_RALT
    assert table.post(pygame.Event(pygame.KEYDOWN, key=key, mod=altgr, unicode="ą")) == [True]
    table.post(pygame.Event(pygame.TEXTINPUT, text="ą"))
    assert field.text == "Adą" and copied == []


def test_a_text_field_receives_characters_again_after_a_dialog(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    receives: list[bool] = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: receives.append(True))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: receives.append(False))
    context = Context()
    context.stack.push(TextInputScene(context, "Note", "text", print, 20))
    context.stack.push(NoticeScene(context, "Note", "cannot be saved"))
    context.stack.apply_changes()
    assert receives[-1:] == [False]
    context.stack.pop()
    context.stack.apply_changes()
    assert receives[-1:] == [True]


def test_a_scroll_area_scrolls_by_wheel_and_keys(table: RecordingGroup) -> None:
    area = ScrollArea(table.context, lambda surface, rect: None, lambda width: 1000)
    table.place(area, 0, 0, 200, 100)
    table.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False))
    assert area.offset == 48
    table.key(pygame.K_END)
    assert area.offset == 900 and table.key(pygame.K_PAGEUP)
    area.scroll_to_end()
    assert area.offset == 900 and table.picture()


def test_a_list_reports_chosen_and_confirmed_rows(table: RecordingGroup) -> None:
    drawn: list[int] = []
    view = ListView(
        table.context, 20, 25, lambda s, r, n, chosen: drawn.append(n), table.calls.append
    )
    table.place(view, 0, 0, 200, 100)
    table.click(10, 60)
    assert view.chosen == 2 and table.calls == [2]
    for _ in range(4):
        table.key(pygame.K_DOWN)
    table.picture()
    assert view.chosen == 6 and 6 in drawn and 15 not in drawn


@pytest.mark.parametrize("theme", ["keypad", "fanfold", "contrast", "servers"])
def test_every_widget_draws_in_every_theme(table: RecordingGroup, theme: str) -> None:
    table.context.change_settings(theme=theme)
    widgets = [
        Button(table.context, "A", table.change, price="-1", effect="e", hint="ask", icon="sum"),
        Toggle(table.context, "T", True, table.calls.append),
        Stepper(table.context, "C", [(1, "one")], 1, table.calls.append),
        Slider(table.context, "S", 0.5, table.calls.append),
        TextField(table.context, "N", "x" * 20, table.calls.append),
    ]
    for n, widget in enumerate(widgets):
        widget.rect = pygame.Rect(10, 10 + 45 * n, 300, 40)
    empty = table.picture()
    table.group.add_widgets(*widgets)
    assert table.picture() != empty


def test_a_button_of_the_dock_says_its_effect_to_the_end_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A warning needs less height than any other effect."""
    table = TableRig(tmp_path).table
    drawn: list[str] = []
    fonts = table.context.fonts
    text = fonts.draw_text

    def keep(surface: pygame.Surface, words: str, *rest: Any, **more: Any) -> pygame.Rect:
        drawn.append(words)
        return text(surface, words, *rest, **more)

    monkeypatch.setattr(fonts, "draw_text", keep)
    effect = "changes nothing at all"
    part = table.widgets.end_buttons[2]
    shown: dict[str, list[int]] = {}
    for warning in ("", "It changes nothing."):
        part.set_caption(ButtonCaption("BLOCK", "", effect, warning))
        for height, width in itertools.product(range(44, 120, 4), (100, 240, 400)):
            part.rect = pygame.Rect(0, 0, width, height)
            drawn.clear()
            part.draw(pygame.Surface((420, 140)))
            below = [one for one in drawn if one not in ("BLOCK", "−1", "G")]
            assert " ".join(below) in ("", effect)
            if below:
                shown.setdefault(warning, []).append(height)
    assert min(shown["It changes nothing."]) < min(shown[""])
