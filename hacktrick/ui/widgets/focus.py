"""The widgets of a scene as a group with one focus.

The group passes each event to the widget under the pointer or to the one with the focus.
"""

from collections.abc import Callable, Iterable, Sequence

import pygame

from hacktrick.ui.input.intents import INTENT, REQUEST, TABLE_INTENTS
from hacktrick.ui.input.key_bindings import is_text_input
from hacktrick.ui.scene.context import Context
from hacktrick.ui.widgets.basic_widgets import Button, Widget
from hacktrick.ui.widgets.scanning import (
    ScanBar,
    draw_scan_ring,
    make_back_button,
    widget_scan_options,
)

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
TAB_STEPS = {"next": 1, "previous": -1}
# Gamepad buttons that act like Tab, except at the table, where they have other meanings.
BUTTON_STEPS = {"lb": "previous", "rb": "next"}
MIN_TOUCH_TARGET = 44  # units: minimum width and height of a touch target


class FocusGroup:
    """The widgets of a scene in the order of Tab, one of which has the focus.

    The scene passes its events to ``handle`` and calls ``draw``.

    Args:
        changed: called whenever the picture changes.
        refused: called with the reason when a dimmed button is pressed.

    Attributes:
        ring: whether the focus ring is shown; a press with the mouse or a finger hides it.
        by_columns: whether up and down prefer widgets in the same column.
        by_rows: whether left and right prefer widgets in the same row.
    """

    def __init__(
        self,
        context: Context,
        changed: Callable[[], None],
        refused: Callable[[str], None] = lambda reason: None,
    ) -> None:
        self.context = context
        self.widgets: list[Widget] = []
        self.ring = True
        self.by_columns = False
        self.by_rows = False
        self._changed, self._refused = changed, refused
        self._focus: Widget | None = None
        self._down: Widget | None = None
        self._down_area = pygame.Rect(0, 0, 0, 0)  # the pressed widget's area at that moment
        # Open while a switch user chooses inside the focused widget.
        self._scan_bar: ScanBar | None = None

    @property
    def focused_widget(self) -> Widget | None:
        return self._focus

    @property
    def pressed_widget(self) -> Widget | None:
        """The widget that the mouse button or a finger holds down; None if there is none."""
        return self._down

    def transfer_press(self, widget: Widget) -> None:
        """Treat ``widget`` as pressed, because it has replaced the pressed one."""
        self._down = widget

    def add_widgets(self, *widgets: Widget) -> None:
        for widget in widgets:
            widget.request_redraw, widget.on_refusal = self._changed, self._refused
            self.widgets.append(widget)
        if self._focus is None:
            self.set_focus(next(iter(self._reachable_widgets()), None))

    def replace_widgets(self, widgets: Iterable[Widget], focus: Widget | None = None) -> None:
        """Replace all widgets; ``focus``, or else the first reachable widget, gets the focus."""
        self.set_focus(None)
        self._down = None
        self.widgets.clear()
        self.add_widgets(*widgets)
        if focus:
            self.set_focus(focus)

    def reorder_widgets(self, widgets: Sequence[Widget]) -> None:
        """Put ``widgets``, which are neighbours in the order of Tab, into the given order."""
        first = min(map(self.widgets.index, widgets))
        self.widgets[first : first + len(widgets)] = widgets

    def set_focus(self, widget: Widget | None) -> None:
        if widget is self._focus:
            return
        self._scan_bar = None
        for one, focused in ((self._focus, False), (widget, True)):
            if one:
                one.focused = focused
                one.handle_focus_change()
        self._focus = widget
        self._changed()

    def handle_event(self, event: pygame.Event) -> bool:
        if event.type in (pygame.KEYDOWN, INTENT):
            return self._handle_key(event)
        if event.type == REQUEST:
            return self._handle_request(event)
        if event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING):
            return bool(self._focus and self._focus.handle_key(event))
        if event.type == pygame.MOUSEMOTION:
            return self._handle_motion(event.pos, bool(event.dict.get("touch")))
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._handle_press(event.pos, bool(event.dict.get("touch")))
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._handle_release(event.pos, bool(event.dict.get("touch")))
        if event.type == pygame.MOUSEWHEEL:
            over = [one for one in self.widgets if one.hovered]
            under_hand = over or [one for one in self.widgets if one.focused]
            return any(one.handle_wheel(event.y) for one in under_hand)
        if event.type == pygame.WINDOWLEAVE:
            return self._handle_motion((-1, -1))
        return False

    def _handle_request(self, event: pygame.Event) -> bool:
        """Carry out a screen reader's request on a widget."""
        widget = event.widget
        if widget not in self.widgets or not widget.visible:
            return False
        self._show_ring()
        if widget.focusable:
            self.set_focus(widget)
        if event.action != "show":
            widget.perform_request(event.action, event.part, event.value)
        self._changed()
        return True

    def intent_of_event(self, event: pygame.Event) -> str:
        """Return the intent of a key or gamepad button.

        Returns "" if there is none, or if the key types a character into the focused text field.
        """
        if self._focus and self._focus.takes_text and is_text_input(event):
            return ""
        name = self.context.intent_of_event(event)
        if event.type == INTENT and event.button in BUTTON_STEPS:
            return BUTTON_STEPS[event.button] if name in TABLE_INTENTS else name
        return name

    def draw(self, surface: pygame.Surface) -> None:
        for widget in self.widgets:
            if widget.visible:
                widget.draw(surface)
        self.draw_ring(surface)

    def draw_ring(self, surface: pygame.Surface) -> None:
        """Draw only the focus ring, for scenes that draw their widgets themselves."""
        if not (self.ring and self._focus and self._focus.visible):
            return
        rect = self._focus.rect
        if self._scan_bar is not None:
            self._scan_bar.draw(surface)
        elif self.context.settings.scan != "off":
            if self._focus not in self.widgets:
                self._focus.draw(surface)  # the added Back button, which scenes do not draw
            draw_scan_ring(surface, self.context, rect)
        else:
            self.context.sprites.focus_ring(rect.size).draw(surface, rect.topleft)

    def move_focus(self, direction: tuple[int, int]) -> bool:
        """Move the focus to the nearest widget in a direction; return False if there is none.

        Args:
            direction: one of the values of ``DIRECTIONS``.
        """
        goal = self.nearest_widget(self._focus, direction) if self._focus else None
        if goal is not None:
            self.set_focus(goal)
        return goal is not None

    def nearest_widget(self, start: Widget, direction: tuple[int, int]) -> Widget | None:
        """Return the widget nearest to ``start`` in a direction; None if there is none."""
        in_line = _in_one_column if direction[1] else _in_one_row
        beside = self.by_columns if direction[1] else self.by_rows
        ahead = [
            (beside and not in_line(start.rect, one.rect), distance, n)
            for n, one in enumerate(self.widgets)
            if one in self._reachable_widgets() and one is not start
            if (distance := _distance_towards(start.rect, one.rect, direction)) is not None
        ]
        return self.widgets[min(ahead)[-1]] if ahead else None

    def move_focus_by_tab(self, by: int) -> None:
        """Move the focus by 1 or -1 in the order of Tab, wrapping at both ends."""
        stops = [one for one in self._reachable_widgets() if one.is_tab_stop or one is self._focus]
        if stops:
            now = stops.index(self._focus) if self._focus in stops else -by
            self.set_focus(stops[(now + by) % len(stops)])

    def widgets_in_scan_order(self) -> list[Widget]:
        """Return the widgets that a switch user steps through, in order.

        If none of them is a Back button, one is added at the end.
        """
        ranks = {one: one.scan_rank for one in self._reachable_widgets()}
        found = [one for one, rank in ranks.items() if rank is not None]
        found.sort(key=lambda one: ranks[one] or 0)
        if any(isinstance(one, Button) and one.hint == "back" for one in found):
            return found
        return [*found, make_back_button(self.context)]

    def _scan_step(self) -> None:
        """Move the ring to the next choice, or to the next option of an open ``ScanBar``."""
        self._show_ring()
        if self._scan_bar is not None:
            self._scan_bar.select_next()
        else:
            stops = self.widgets_in_scan_order()
            is_leaving = self._focus is not None and self._focus not in self.widgets
            now = stops.index(self._focus) if self._focus in stops else -1
            self.set_focus(stops[0 if is_leaving else (now + 1) % len(stops)])
        self._changed()

    def _scan_choose(self) -> None:
        """Press the widget in the ring, open its options, or carry out the chosen option."""
        focus = self._focus
        if self._scan_bar is not None:
            if not self._scan_bar.carry_out_choice():
                self._scan_bar = None
        elif focus is None or not self.ring or not focus.visible:
            self._scan_step()
        elif options := widget_scan_options(focus):
            self._scan_bar = ScanBar(focus, options)
        else:
            focus.activate()
        self._changed()

    def _reachable_widgets(self) -> list[Widget]:
        return [widget for widget in self.widgets if widget.visible and widget.focusable]

    def _handle_key(self, event: pygame.Event) -> bool:
        if self._focus and self._focus.visible and self._focus.handle_key(event):
            self._changed()
            return True
        name = self.intent_of_event(event)
        if name == "scan_step":
            self._scan_step()
            return True
        if name == "scan_choose":
            self._scan_choose()
            return True
        if name in TAB_STEPS:
            self._show_ring()
            self.move_focus_by_tab(TAB_STEPS[name])
            return True
        if name in DIRECTIONS:
            self._show_ring()
            return self.move_focus(DIRECTIONS[name])
        if name == "confirm" and self._focus and self._focus.visible:
            self._show_ring()
            self._focus.activate()
            self._changed()
            return True
        return False

    def _handle_motion(self, pos: tuple[int, int], touch: bool = False) -> bool:
        if self._down:
            self._down.handle_drag(pos)
        over = self.widget_at(pos, touch)
        if over is not None:
            over.handle_hover(pos)
        for widget in self.widgets:
            pressed = widget is self._down and widget is over
            if (widget.hovered, widget.pressed) != (widget is over, pressed):
                widget.hovered, widget.pressed = widget is over, pressed
                self._changed()
        return over is not None or self._down is not None

    def clear_hover(self) -> None:
        """Unmark all hovered widgets, because another scene covers them."""
        for widget in self.widgets:
            widget.hovered = False
        self._changed()

    def _handle_press(self, pos: tuple[int, int], touch: bool) -> bool:
        self._handle_motion(pos, touch)
        widget = self.widget_at(pos, touch)
        if widget is None:
            return False
        self._down, widget.pressed, self.ring = widget, True, False
        self._down_area = self._touch_area(widget) if touch else widget.rect.copy()
        if widget.focusable:
            self.set_focus(widget)
        widget.handle_press(pos)
        self._changed()
        return True

    def _handle_release(self, pos: tuple[int, int], touch: bool) -> bool:
        widget, self._down = self._down, None
        if widget is None:
            return False
        widget.pressed = False
        self._changed()
        area = self._touch_area(widget) if touch else widget.rect
        if widget.visible and (
            widget.is_hit_at(pos)
            or (touch and area.collidepoint(pos))
            # A new text has moved the widget away since it was pressed.
            or (area != self._down_area and self._down_area.collidepoint(pos))
        ):
            widget.activate()
        return True

    def widget_at(self, pos: tuple[int, int], touch: bool = False) -> Widget | None:
        """Return the topmost focusable widget at a point; None if there is none.

        A touch that misses every widget hits the nearest one within a fingertip.
        """
        hits = (one for one in reversed(self.widgets) if one.visible and one.is_hit_at(pos))
        found = next((one for one in hits if one.focusable), None)
        if found is not None or not touch:
            return found
        near = [one for one in self._reachable_widgets() if self._touch_area(one).collidepoint(pos)]
        return min(near, key=lambda one: _squared_distance(one.rect, pos), default=None)

    def _touch_area(self, widget: Widget) -> pygame.Rect:
        """Return the area in which a touch hits a widget, at least a fingertip wide and high."""
        least = self.context.px(MIN_TOUCH_TARGET)
        wider, taller = max(0, least - widget.rect.width), max(0, least - widget.rect.height)
        return widget.rect.inflate(wider, taller)

    def _show_ring(self) -> None:
        if not self.ring:
            self.ring = True
            self._changed()


def _distance_towards(
    start: pygame.Rect, goal: pygame.Rect, direction: tuple[int, int]
) -> float | None:
    """Return how far ``goal`` lies from ``start`` in a direction; None if it lies the other way.

    The distance is in pixels; an offset to the side counts double.
    """
    dx, dy = goal.centerx - start.centerx, goal.centery - start.centery
    along = dx * direction[0] + dy * direction[1]
    if direction[0]:
        aside = max(0, goal.top - start.bottom, start.top - goal.bottom) + abs(dy) * 0.1
    else:
        aside = max(0, goal.left - start.right, start.left - goal.right) + abs(dx) * 0.1
    return along + 2 * aside if along > 0 else None


def _in_one_column(one: pygame.Rect, other: pygame.Rect) -> bool:
    return one.left < other.right and other.left < one.right


def _in_one_row(one: pygame.Rect, other: pygame.Rect) -> bool:
    return one.top < other.bottom and other.top < one.bottom


def _squared_distance(rect: pygame.Rect, pos: tuple[int, int]) -> int:
    """Return the squared distance in pixels from a point to a rectangle; 0 inside it."""
    dx = max(rect.left - pos[0], 0, pos[0] - rect.right)
    dy = max(rect.top - pos[1], 0, pos[1] - rect.bottom)
    return dx * dx + dy * dy
