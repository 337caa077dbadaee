"""Groups the widgets of a scene, one of which has the focus.

The group passes each event to the widget under the pointer or to the focused widget. For people who
play with one or two switches, the group draws a large ring around the current choice, and a bar
with the options of a widget.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from hacktrick.i18n.translator import _
from hacktrick.ui.input.intents import INTENT, REQUEST, TABLE_INTENTS
from hacktrick.ui.input.key_bindings import is_text_input
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.basic_widgets import Button, Slider, TextField, Widget
from hacktrick.ui.widgets.input_hints import intent_name

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
TAB_STEPS = {"next": 1, "previous": -1}
# Gamepad buttons that act like Tab, except at the table, where they have other meanings.
BUTTON_STEPS = {"lb": "previous", "rb": "next"}
MIN_TOUCH_TARGET = 44  # minimum width and height of a touch target, in layout units


class FocusGroup:
    """The widgets of a scene in Tab order, one of which has the focus.

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
        # The area of the pressed widget when it was pressed.
        self._down_area = pygame.Rect(0, 0, 0, 0)
        # Open while a switch user chooses inside the focused widget.
        self._scan_bar: ScanOptionBar | None = None

    @property
    def focused_widget(self) -> Widget | None:
        return self._focus

    @property
    def pressed_widget(self) -> Widget | None:
        """The widget that the mouse button or a finger holds down; None if there is none."""
        return self._down

    def transfer_press_to(self, widget: Widget) -> None:
        """Treat ``widget`` as pressed, because it has replaced the pressed widget."""
        self._down = widget

    def add_widgets(self, *widgets: Widget) -> None:
        for widget in widgets:
            widget.request_redraw, widget.on_refusal = self._changed, self._refused
            self.widgets.append(widget)
        if self._focus is None:
            self.set_focus(next(iter(self._focusable_widgets()), None))

    def replace_widgets(self, widgets: Iterable[Widget], focus: Widget | None = None) -> None:
        """Replace all widgets.

        Args:
            focus: the widget that gets the focus; None for the first reachable widget.
        """
        self.set_focus(None)
        self._down = None
        self.widgets.clear()
        self.add_widgets(*widgets)
        if focus:
            self.set_focus(focus)

    def reorder_widgets(self, widgets: Sequence[Widget]) -> None:
        """Rearrange ``widgets``, which are neighbours in the Tab order, into the given order."""
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
            return self._handle_screen_reader_request(event)
        if event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING):
            return bool(self._focus and self._focus.handle_key(event))
        if event.type == pygame.MOUSEMOTION:
            return self._handle_pointer_motion(event.pos, bool(event.dict.get("touch")))
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._handle_press(event.pos, bool(event.dict.get("touch")))
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._handle_release(event.pos, bool(event.dict.get("touch")))
        if event.type == pygame.MOUSEWHEEL:
            over = [one for one in self.widgets if one.hovered]
            under_hand = over or [one for one in self.widgets if one.focused]
            return any(one.handle_wheel(event.y) for one in under_hand)
        if event.type == pygame.WINDOWLEAVE:
            return self._handle_pointer_motion((-1, -1))
        return False

    def _handle_screen_reader_request(self, event: pygame.Event) -> bool:
        """Carry out a screen reader's request on a widget; return False if it no longer exists."""
        widget = event.widget
        if widget not in self.widgets or not widget.visible:
            return False
        self._show_focus_ring()
        if widget.focusable:
            self.set_focus(widget)
        if event.action != "show":
            widget.perform_screen_reader_request(event.action, event.part, event.value)
        self._changed()
        return True

    def intent_of_event(self, event: pygame.Event) -> str:
        """Return the intent of a key or gamepad button.

        Return "" if the key has no intent, or if it types a character into the focused text field.
        """
        if self._focus and self._focus.takes_text and is_text_input(event):
            return ""
        name = self.context.intent_of_event(event)
        if event.type == INTENT and event.button in BUTTON_STEPS:
            return BUTTON_STEPS[event.button] if name in TABLE_INTENTS else name
        return name

    def draw_widgets_and_ring(self, surface: pygame.Surface) -> None:
        for widget in self.widgets:
            if widget.visible:
                widget.draw(surface)
        self.draw_focus_ring_or_scan_bar(surface)

    def draw_focus_ring_or_scan_bar(self, surface: pygame.Surface) -> None:
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
        """Move the focus to the nearest widget in a direction.

        Args:
            direction: one of the values of ``DIRECTIONS``.

        Returns:
            False if there is no widget in that direction.
        """
        goal = self.nearest_widget(self._focus, direction) if self._focus else None
        if goal is not None:
            self.set_focus(goal)
        return goal is not None

    def nearest_widget(self, start: Widget, direction: tuple[int, int]) -> Widget | None:
        """Return the widget nearest to ``start`` in a direction, or None if there is none.

        Args:
            direction: one of the values of ``DIRECTIONS``.
        """
        in_line = _do_columns_overlap if direction[1] else _do_rows_overlap
        beside = self.by_columns if direction[1] else self.by_rows
        ahead = [
            (beside and not in_line(start.rect, one.rect), distance, n)
            for n, one in enumerate(self.widgets)
            if one in self._focusable_widgets() and one is not start
            if (distance := _distance_towards(start.rect, one.rect, direction)) is not None
        ]
        return self.widgets[min(ahead)[-1]] if ahead else None

    def move_focus_by_tab(self, by: int) -> None:
        """Move the focus in the Tab order, wrapping around at both ends.

        Args:
            by: 1 for the next widget, -1 for the previous widget.
        """
        stops = [one for one in self._focusable_widgets() if one.is_tab_stop or one is self._focus]
        if stops:
            now = stops.index(self._focus) if self._focus in stops else -by
            self.set_focus(stops[(now + by) % len(stops)])

    def widgets_in_scan_order(self) -> list[Widget]:
        """Return the widgets that a switch user steps through, in order.

        If there is no Back button among these widgets, a Back button is added at the end.
        """
        ranks = {one: one.scan_rank for one in self._focusable_widgets()}
        found = [one for one, rank in ranks.items() if rank is not None]
        found.sort(key=lambda one: ranks[one] or 0)
        if any(isinstance(one, Button) and one.hint == "back" for one in found):
            return found
        return [*found, make_back_button_for_scanning(self.context)]

    def _move_scan_ring(self) -> None:
        """Move the ring to the next choice, or to the next option of an open ``ScanOptionBar``."""
        self._show_focus_ring()
        if self._scan_bar is not None:
            self._scan_bar.highlight_next_option()
        else:
            stops = self.widgets_in_scan_order()
            is_leaving = self._focus is not None and self._focus not in self.widgets
            now = stops.index(self._focus) if self._focus in stops else -1
            self.set_focus(stops[0 if is_leaving else (now + 1) % len(stops)])
        self._changed()

    def _act_on_scanned_choice(self) -> None:
        """Press the widget in the ring, open its options, or carry out the current option."""
        focus = self._focus
        if self._scan_bar is not None:
            if not self._scan_bar.activate_option_or_leave_level():
                self._scan_bar = None
        elif focus is None or not self.ring or not focus.visible:
            self._move_scan_ring()
        elif options := scan_options_inside_widget(focus):
            self._scan_bar = ScanOptionBar(focus, options)
        else:
            focus.activate()
        self._changed()

    def _focusable_widgets(self) -> list[Widget]:
        return [widget for widget in self.widgets if widget.visible and widget.focusable]

    def _handle_key(self, event: pygame.Event) -> bool:
        if self._focus and self._focus.visible and self._focus.handle_key(event):
            self._changed()
            return True
        name = self.intent_of_event(event)
        if name == "scan_step":
            self._move_scan_ring()
            return True
        if name == "scan_choose":
            self._act_on_scanned_choice()
            return True
        if name in TAB_STEPS:
            self._show_focus_ring()
            self.move_focus_by_tab(TAB_STEPS[name])
            return True
        if name in DIRECTIONS:
            self._show_focus_ring()
            return self.move_focus(DIRECTIONS[name])
        if name == "confirm" and self._focus and self._focus.visible:
            self._show_focus_ring()
            self._focus.activate()
            self._changed()
            return True
        return False

    def _handle_pointer_motion(self, pos: tuple[int, int], touch: bool = False) -> bool:
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

    def unmark_hovered_widgets(self) -> None:
        """Unmark all hovered widgets, because another scene covers them."""
        for widget in self.widgets:
            widget.hovered = False
        self._changed()

    def _handle_press(self, pos: tuple[int, int], touch: bool) -> bool:
        self._handle_pointer_motion(pos, touch)
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
            widget.is_point_inside(pos)
            or (touch and area.collidepoint(pos))
            # a new text has moved the widget since it was pressed
            or (area != self._down_area and self._down_area.collidepoint(pos))
        ):
            widget.activate()
        return True

    def widget_at(self, pos: tuple[int, int], touch: bool = False) -> Widget | None:
        """Return the topmost focusable widget at a point, or None if there is none.

        Args:
            touch: whether the screen was touched. A touch that misses every widget hits the nearest
                widget within the size of a fingertip.
        """
        hits = (one for one in reversed(self.widgets) if one.visible and one.is_point_inside(pos))
        found = next((one for one in hits if one.focusable), None)
        if found is not None or not touch:
            return found
        near = [one for one in self._focusable_widgets() if self._touch_area(one).collidepoint(pos)]
        return min(near, key=lambda one: _squared_distance(one.rect, pos), default=None)

    def _touch_area(self, widget: Widget) -> pygame.Rect:
        """Return the area in which a touch hits a widget, at least a fingertip wide and high."""
        least = self.context.px(MIN_TOUCH_TARGET)
        wider, taller = max(0, least - widget.rect.width), max(0, least - widget.rect.height)
        return widget.rect.inflate(wider, taller)

    def _show_focus_ring(self) -> None:
        if not self.ring:
            self.ring = True
            self._changed()


def _distance_towards(
    start: pygame.Rect, goal: pygame.Rect, direction: tuple[int, int]
) -> float | None:
    """Return the distance from ``start`` to ``goal`` in a direction.

    The distance is in pixels; an offset to the side counts double. Return None if ``goal`` does
    not lie in that direction.

    Args:
        direction: one of the values of ``DIRECTIONS``.
    """
    dx, dy = goal.centerx - start.centerx, goal.centery - start.centery
    along = dx * direction[0] + dy * direction[1]
    if direction[0]:
        aside = max(0, goal.top - start.bottom, start.top - goal.bottom) + abs(dy) * 0.1
    else:
        aside = max(0, goal.left - start.right, start.left - goal.right) + abs(dx) * 0.1
    return along + 2 * aside if along > 0 else None


def _do_columns_overlap(one: pygame.Rect, other: pygame.Rect) -> bool:
    return one.left < other.right and other.left < one.right


def _do_rows_overlap(one: pygame.Rect, other: pygame.Rect) -> bool:
    return one.top < other.bottom and other.top < one.bottom


def _squared_distance(rect: pygame.Rect, pos: tuple[int, int]) -> int:
    """Return the squared distance, in square pixels, from a point to a rectangle; 0 if inside."""
    dx = max(rect.left - pos[0], 0, pos[0] - rect.right)
    dy = max(rect.top - pos[1], 0, pos[1] - rect.bottom)
    return dx * dx + dy * dy


TILE_SIZE, TILE_GAP, LABEL_HEIGHT = 52.0, 8.0, 30.0  # sizes in the bar, in layout units
BACK_BUTTON_SIZE = (240.0, 60.0)
RING_GAP, RING_WIDTH, RING_SEAM = 2.0, 6.0, 2.0
LETTER_GROUPS = ("abcdef", "ghijkl", "mnopqr", "stuvwxyz", "01234", "56789", "-.:@ ")
OPTION_ICONS = {"page_up": "up", "page_down": "down", "confirm": "check"}


@dataclass(frozen=True, slots=True)
class ScanOption:
    """One option of a ``ScanOptionBar``.

    Attributes:
        icon: the name of the icon on the option's tile; "" to show ``text`` on the tile.
        text: the name of the option, which must be short if there is no icon.
        act: called when the option is chosen; None if the option opens ``more`` or leaves the bar.
        more: the options of the next level, which this option opens; empty for none.
    """

    icon: str
    text: str
    act: Callable[[], None] | None = None
    more: tuple[ScanOption, ...] = ()


def scan_options_inside_widget(widget: Widget) -> tuple[ScanOption, ...]:
    """Return the options that a switch user can choose inside a widget.

    If the result is empty, choosing the widget presses it.
    """
    if isinstance(widget, TextField):
        return _typing_options(widget)
    if isinstance(widget, Slider):
        less, more = (
            partial(_activate_or_send_intent, widget, "left"),
            partial(_activate_or_send_intent, widget, "right"),
        )
        return ScanOption("minus", _("Less"), less), ScanOption("plus", _("More"), more)
    return tuple(
        ScanOption(
            OPTION_ICONS.get(name, name),
            intent_name(name),
            partial(_activate_or_send_intent, widget, name),
        )
        for name in widget.scan_intents
    )


def _activate_or_send_intent(widget: Widget, name: str) -> None:
    if name == "confirm":
        widget.activate()
    else:
        widget.handle_key(pygame.Event(INTENT, name=name, button=""))


def _typing_options(field: TextField) -> tuple[ScanOption, ...]:
    """Return the options for typing: groups of letters, and deletion.

    The groups keep the number of steps to each letter small.
    """
    groups = tuple(
        ScanOption(
            "",
            group.strip().upper() if len(group) > 5 else group.strip(),
            more=tuple(_letter_option(field, sign) for sign in group),
        )
        for group in LETTER_GROUPS
    )

    def delete_letter() -> None:
        field.handle_key(pygame.Event(pygame.KEYDOWN, key=pygame.K_BACKSPACE, mod=0, unicode=""))

    return *groups, ScanOption("undo", _("Delete"), delete_letter)


def _letter_option(field: TextField, sign: str) -> ScanOption:
    def insert_letter() -> None:
        starts_a_word = not field.text or field.text.endswith(" ")
        field.insert_text(sign.upper() if starts_a_word else sign)

    return ScanOption("", _("Space") if sign == " " else sign, insert_letter)


class ScanOptionBar:
    """The bar with the options of a widget.

    Its last option, "Done", leaves the current level.
    """

    def __init__(self, widget: Widget, options: Sequence[ScanOption]) -> None:
        self.widget, self.context = widget, widget.context
        self._levels = [self._with_done_option(options)]
        self.chosen = 0

    def _with_done_option(self, options: Sequence[ScanOption]) -> tuple[ScanOption, ...]:
        return *options, ScanOption("cross", _("Done"))

    @property
    def options(self) -> tuple[ScanOption, ...]:
        """The options of the current level, with "Done" at the end."""
        return self._levels[-1]

    def highlight_next_option(self) -> None:
        self.chosen = (self.chosen + 1) % len(self.options)

    def activate_option_or_leave_level(self) -> bool:
        """Carry out the current option; return False if the bar must be closed."""
        option = self.options[self.chosen]
        if option.more:
            self._levels.append(self._with_done_option(option.more))
            self.chosen = 0
        elif option.act is not None:
            option.act()
            if len(self._levels) > 1:  # after a letter, start at the groups again
                self._levels.pop()
                self.chosen = 0
        elif len(self._levels) > 1:
            self._levels.pop()
            self.chosen = 0
        else:
            return False
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the bar below its widget, or above it if there is no room below."""
        context, px = self.context, self.context.px
        tile, gap, n = px(TILE_SIZE), px(TILE_GAP), len(self.options)
        width = n * tile + (n + 1) * gap
        box = pygame.Rect(0, 0, width, tile + 2 * gap + px(LABEL_HEIGHT))
        rect = self.widget.rect
        box.midtop = rect.centerx, rect.bottom + 2 * gap
        if box.bottom > surface.get_height():
            box.bottom = rect.top - 2 * gap
        box.clamp_ip(surface.get_rect())
        colours = context.theme.colours
        surface.fill(colours.panel, box)
        look = PanelLook(edge=colours.focus, edge_width=2.0)
        context.sprites.panel(look, box.size).draw(surface, box.topleft)
        for number, option in enumerate(self.options):
            place = pygame.Rect(box.x + gap + number * (tile + gap), box.y + gap, tile, tile)
            self._draw_tile(surface, option, place)
        chosen = self.options[self.chosen]
        middle = box.centerx, box.bottom - px(LABEL_HEIGHT) // 2 - gap // 2
        context.fonts.draw_text(
            surface, chosen.text, middle, styles.STRONG, colours.text, "center", width - 2 * gap
        )
        place = pygame.Rect(box.x + gap + self.chosen * (tile + gap), box.y + gap, tile, tile)
        draw_scan_ring(surface, context, place.inflate(-px(12), -px(12)))

    def _draw_tile(self, surface: pygame.Surface, option: ScanOption, place: pygame.Rect) -> None:
        context, colours = self.context, self.context.theme.colours
        context.sprites.panel(PanelLook(raised=True), place.size).draw(surface, place.topleft)
        if option.icon:
            icon = context.sprites.icon(option.icon, context.px(24), colours.text)
            icon.draw_centred(surface, place.center)
        else:
            style, room = styles.STRONG, place.width - context.px(8)
            context.fonts.draw_text(
                surface, option.text, place.center, style, colours.text, "center", room
            )


def make_back_button_for_scanning(context: Context) -> Button:
    """Return a Back button at the foot of the window.

    Scenes without a Back button of their own need this one; a switch user could not leave
    otherwise.
    """

    def go_back() -> None:
        context.stack.handle(pygame.Event(INTENT, name="back", button=""))

    button = Button(context, _("Back"), go_back, icon="left", centred=True)
    size = context.px(BACK_BUTTON_SIZE[0]), context.px(BACK_BUTTON_SIZE[1])
    button.rect = pygame.Rect((0, 0), size)
    button.rect.midbottom = context.size[0] // 2, context.size[1] - context.px(20)
    return button


def draw_scan_ring(surface: pygame.Surface, context: Context, rect: pygame.Rect) -> None:
    """Draw a thick ring, with a contrasting seam, around the choice that a switch would press."""
    px = context.px
    line, seam, gap = max(3, px(RING_WIDTH)), max(2, px(RING_SEAM)), px(RING_GAP)
    radius = round(context.theme.surface.corner * context.scale) + gap
    window = surface.get_rect().inflate(-2 * seam, -2 * seam)
    frame = rect.inflate(2 * (gap + line), 2 * (gap + line)).clip(window)
    ground = (255, 255, 255) if context.theme.light else (0, 0, 0)
    pygame.draw.rect(
        surface, ground, frame.inflate(2 * seam, 2 * seam), line + 2 * seam, radius + seam
    )
    pygame.draw.rect(surface, context.theme.colours.focus, frame, line, radius)
