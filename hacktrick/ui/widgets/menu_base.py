"""The base class of menus and full-screen pages.

The class provides named widgets, a title, messages, scrolling, a way back, and search by typing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from hacktrick.i18n import translator as words
from hacktrick.ui.accessibility.accessibility_tree import ReadableWidget
from hacktrick.ui.input.intents import INTENT, INTENT_END, REQUEST, TABLE_INTENTS
from hacktrick.ui.input.key_bindings import is_text_input
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.scenes_and_context import Context, Scene
from hacktrick.ui.widgets.basic_widgets import Button, SearchField, TextField, Widget
from hacktrick.ui.widgets.focus_and_scanning import FocusGroup

MESSAGE_SECONDS = 3.5  # minimum time that a message is shown
SECONDS_A_LETTER = 0.06  # additional seconds for each letter of a long message
# Maximum width of a message in layout units, so that it hides no buttons beside it.
MESSAGE_WIDTH = 600.0
# The maximum height, in layout units, and number of the rows of buttons that messages avoid.
MAX_BUTTON_HEIGHT, MAX_BUTTON_ROWS = 80.0, 4
HEADER_HEIGHT = 92.0  # height of the title at the top of a page, in layout units
FOOTER_HEIGHT = 84.0  # height of the buttons at the bottom of a page, in layout units
# Distance from the top of the last row of buttons to the window's lower edge, in layout units.
BUTTONS_FROM_BOTTOM = 68.0
# The margin at both sides of a page, in a wide and in a narrow window, in layout units.
SIDE_MARGIN, NARROW_SIDE_MARGIN = 40.0, 18.0
NARROW_WINDOW_WIDTH = 960.0  # panels are stacked in a window narrower than this, in layout units
CENTRING_SLACK = 160.0  # spare height from which a short page is centred, in layout units
MIN_MENU_WIDTH = 640.0  # default width that a menu needs, in layout units; see ``minimum_size``
WHEEL_STEP = 48.0  # distance scrolled by a notch of the mouse wheel, in layout units
# Intents that scroll a page, and the distance in heights of the window, positive downwards.
PAGE_SCROLLS = {
    "page_up": -0.8,
    "page_down": 0.8,
    "first": -99.0,
    "last": 99.0,
}
MAX_PAGE_WIDTH = 1180.0  # maximum width of a page, in layout units
VEIL_OPACITY = 165  # opacity, from 0 to 255, of the black veil between a dialog and the scene below

PANEL_TITLE_STYLE = styles.TextStyle("heading", 20)  # the style of a panel's title

MOUSE_EVENTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
KEY_EVENTS = (
    *(pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING),
    *(INTENT, INTENT_END),
)


def study_position_on_clipboard(context: Context, show_message: Callable[[str], None]) -> None:
    """Open the study board at the position on the clipboard, or show why that is impossible."""
    # Imported here since this module loads much that the first picture does not need.
    from hacktrick.i18n.study_text import nothing_to_paste_sentence  # noqa: PLC0415

    text = context.clipboard.get_text().strip()
    fault = (
        context.navigator.show_position_or_return_fault(text)
        if text
        else nothing_to_paste_sentence()
    )
    if fault:
        show_message(fault)


class Menu(Scene):
    """Base class of menus and full-screen pages.

    Subclasses override ``create_widgets``, ``place_widgets`` and ``draw_content``, and ``go_back``
    if Escape does more than close the menu.

    Attributes:
        widgets: the widgets by name, in Tab order.
        takes_positions: whether a position can be pasted to study it.
    """

    minimum_size = (MIN_MENU_WIDTH, 0.0)
    maximum_height = 640.0  # maximum height of a page, in layout units
    # Height of the content in layout units; the page scrolls in a lower window.
    minimum_height_in_units = 490.0
    takes_positions = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.group = FocusGroup(context, self.request_redraw, self.show_message)
        self.group.by_columns = True
        self.widgets: dict[str, Widget] = {}
        self._built_language: str | None = None  # the code of the language of the widgets' texts
        self._message = ""
        self._message_seconds = 0.0
        self._free_header = pygame.Rect(0, 0, 0, 0)  # the room beside the title; empty if used
        self._scrolled = 0.0  # distance by which the page is scrolled, in layout units
        # Pointer's y coordinate in pixels during a drag of the page, otherwise None.
        self._grip: int | None = None

    def create_widgets(self) -> None:
        """Create the widgets and pass them to ``add_widget``, in Tab order."""

    def place_widgets(self) -> None:
        """Set the rectangle of each widget."""

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw everything that lies behind the widgets."""

    def first_focus_name(self) -> str | None:
        """Return the name of the initially focused widget; None for the first widget."""
        return None

    def go_back(self) -> None:
        """Leave the menu."""
        self.context.stack.pop()

    def add_widget(self, name: str, widget: Widget) -> None:
        self.widgets[name] = widget

    def readable_widgets(self) -> Mapping[str, ReadableWidget]:
        return self.widgets

    def request_redraw(self) -> None:
        """Request that the menu be redrawn."""
        self.needs_redraw = True

    def show_message(self, sentence: str) -> None:
        """Show a message for as long as needed to read it, and announce it to screen readers."""
        self._message = sentence
        self._message_seconds = max(MESSAGE_SECONDS, SECONDS_A_LETTER * len(sentence))
        self.context.announce(sentence, "answer")
        self.needs_redraw = True

    @property
    def message(self) -> str:
        return self._message

    def rebuild_widgets(self) -> None:
        """Create the widgets anew, for example after the language has changed.

        The new widget of the same name gets the focus. If the new button has the same label, a
        press in progress also passes to it.
        """
        pressed = next(
            (name for name, one in self.widgets.items() if one is self.group.pressed_widget), ""
        )
        before = self.widgets.get(pressed)
        held = next(
            (name for name, one in self.widgets.items() if one is self.group.focused_widget), None
        )
        self.widgets = {}
        self._built_language = words.current_language()
        self.create_widgets()
        focus = self.widgets.get(held or "") or self.widgets.get(self.first_focus_name() or "")
        self.group.replace_widgets(self.widgets.values(), focus)
        after = self.widgets.get(pressed)
        if isinstance(before, Button) and isinstance(after, Button) and before.label == after.label:
            self.group.transfer_press_to(after)
        self.place_widgets()
        self.needs_redraw = True

    def lay_out(self) -> None:
        self._scrolled = min(self._scrolled, self.overflow_units)
        if self._built_language != words.current_language():
            self.rebuild_widgets()
            return
        self.place_widgets()
        self.needs_redraw = True

    def on_removed(self) -> None:
        self.group.set_focus(None)

    def on_covered(self) -> None:
        """Stop text input, so that a covered text field receives no characters."""
        pygame.key.stop_text_input()

    def on_uncovered(self) -> None:
        """Let the focused text field receive characters again."""
        if isinstance(self.group.focused_widget, TextField):
            self.group.focused_widget.handle_focus_change()

    def intent_of_event(self, event: pygame.Event) -> str:
        return self.group.intent_of_event(event)

    def handle(self, event: pygame.Event) -> bool:
        name = self.intent_of_event(event)
        if name and self.handle_intent(name):
            return True
        used = self.group.handle_event(event)
        if self.overflow_units > 0:
            used = self._scroll_page_for_event(event, name, used)
        return used or event.type in MOUSE_EVENTS + KEY_EVENTS

    def _scroll_page_for_event(self, event: pygame.Event, name: str, is_handled: bool) -> bool:
        """Scroll a page taller than the window in response to an event.

        The wheel, page keys and dragging scroll the page; other keys scroll to the focused widget.

        Args:
            name: the intent of the event; "" for none.
            is_handled: whether a widget has used the event.

        Returns:
            ``is_handled``, unchanged.
        """
        if event.type == pygame.MOUSEWHEEL and not is_handled:
            self.scroll(-event.y * WHEEL_STEP)
        elif event.type in (pygame.KEYDOWN, INTENT, REQUEST):
            if not is_handled and name in PAGE_SCROLLS:
                self.scroll(PAGE_SCROLLS[name] * self.context.size_in_units[1])
            else:
                self._scroll_to_focus()
        elif event.type == pygame.MOUSEBUTTONDOWN and not is_handled:
            self._grip = event.pos[1]
        elif event.type == pygame.MOUSEBUTTONUP:
            self._grip = None
        elif event.type == pygame.MOUSEMOTION and self._grip is not None:
            self.scroll((self._grip - event.pos[1]) / self.context.scale)
            self._grip = event.pos[1]
        return is_handled

    @property
    def overflow_units(self) -> float:
        """The number of layout units by which the page is taller than the window."""
        return max(
            0.0, HEADER_HEIGHT + self.page_height + FOOTER_HEIGHT - self.context.size_in_units[1]
        )

    def scroll(self, units: float) -> None:
        """Scroll down, within the limits of the page.

        Args:
            units: the distance in layout units; negative to scroll up.
        """
        self._scrolled = max(0.0, min(self.overflow_units, self._scrolled + units))
        self.place_widgets()
        self.needs_redraw = True

    def _scroll_to_focus(self) -> None:
        focus, height = self.group.focused_widget, self.context.size[1]
        if focus is None or not focus.visible:
            return
        margin = self.context.px(16)
        if focus.rect.top < margin:
            self.scroll((focus.rect.top - margin) / self.context.scale)
        elif focus.rect.bottom > height - margin:
            self.scroll((focus.rect.bottom - height + margin) / self.context.scale)

    def handle_intent(self, name: str) -> bool:
        """Carry out an intent; return False if it has no meaning in this menu."""
        focus = self.group.focused_widget
        if name == "confirm" and isinstance(focus, TextField) and focus.on_enter is not None:
            focus.on_enter()
            return True
        if name == "paste" and self.takes_positions and not isinstance(focus, TextField):
            self.study_pasted_position()
            return True
        if name == "back":
            self.go_back()
        return name == "back"

    def study_pasted_position(self) -> None:
        """Study the position on the clipboard, or show why that is impossible."""
        study_position_on_clipboard(self.context, self.show_message)

    def update(self, dt: float) -> None:
        if self._message_seconds > 0:
            self._message_seconds -= dt
            if self._message_seconds <= 0:
                self._message, self.needs_redraw = "", True

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(self.context.sprites.background(surface.get_size()), (0, 0))
        self.draw_content(surface)
        self.group.draw_widgets_and_ring(surface)
        self._draw_scroll_bar(surface)
        self.draw_message(surface)

    def _draw_scroll_bar(self, surface: pygame.Surface) -> None:
        """Draw the page's scroll bar at the right edge of the window."""
        if self.overflow_units <= 0:
            return
        px, (width, height) = self.context.px, surface.get_size()
        whole = self.context.px(HEADER_HEIGHT + self.page_height + FOOTER_HEIGHT)
        bar = pygame.Rect(width - px(8), 0, px(4), max(px(24), height * height // whole))
        bar.y = round((height - bar.height) * self._scrolled / self.overflow_units)
        look = PanelLook(edge=self.context.theme.colours.outline)
        self.context.sprites.rounded_bar(look, bar.size, filled=True).draw(surface, bar.topleft)

    def draw_message(self, surface: pygame.Surface) -> None:
        """Draw the current message on a plate above the lower edge, or else beside the title.

        It stands beside the title if nothing else does and buttons fill the lower edge.
        """
        if not self._message:
            return
        context, colours = self.context, self.context.theme.colours
        room = min(surface.get_width() - context.px(80), context.px(MESSAGE_WIDTH))
        lines = context.fonts.wrap(self._message, styles.STRONG, room)
        width = max(context.fonts.text_size(line, styles.STRONG)[0] for line in lines)
        step = context.fonts.line_height(styles.STRONG)
        plate = pygame.Rect(0, 0, width + context.px(48), step * len(lines) + context.px(24))
        plate.midbottom = surface.get_width() // 2, surface.get_height() - context.px(20)
        at_edge = plate.copy()
        self._move_message_off_buttons(plate)
        header = self._free_header
        if plate != at_edge and plate.width <= header.width and header.top >= 0:
            plate.midright = header.midright
        look = PanelLook(edge=colours.warning, edge_width=1.5, raised=True)
        context.sprites.panel(look, plate.size).draw(surface, plate.topleft)
        inner = plate.inflate(-context.px(48), -context.px(22))
        context.fonts.draw_paragraph(
            surface, self._message, inner, styles.STRONG, colours.warning, "center"
        )

    def _move_message_off_buttons(self, plate: pygame.Rect) -> None:
        """Move the plate of a message up until it covers no button; it may cover lists."""
        gap, tallest = self.context.px(16), self.context.px(MAX_BUTTON_HEIGHT)
        for _row in range(MAX_BUTTON_ROWS):
            covered = [
                one.rect.top
                for one in self.widgets.values()
                if one.visible and one.rect.height <= tallest and one.rect.colliderect(plate)
            ]
            if not covered:
                return
            plate.bottom = min(covered) - gap

    # The dimensions of a full page, in layout units.

    @property
    def is_narrow(self) -> bool:
        """Whether panels have no room side by side, as in a tall window or with large text."""
        return self.context.size_in_units[0] < NARROW_WINDOW_WIDTH

    def left_column_units(self, default_units: float) -> float:
        """Return the width of the left column in layout units.

        Args:
            default_units: the usual width in layout units; the result is less in a narrow window,
                but at least 170.
        """
        return max(
            170.0,
            min(default_units, default_units * self.context.size_in_units[0] / NARROW_WINDOW_WIDTH),
        )

    @property
    def content_left_and_width(self) -> tuple[float, float]:
        """The left edge and the width of the content, in layout units."""
        edge = NARROW_SIDE_MARGIN if self.is_narrow else SIDE_MARGIN
        width = min(MAX_PAGE_WIDTH, self.context.size_in_units[0] - 2 * edge)
        return (self.context.size_in_units[0] - width) / 2, width

    @property
    def content_top_and_height(self) -> tuple[float, float]:
        """The top and the height of the content between title and footer, in layout units."""
        return HEADER_HEIGHT - self._page_scroll_offset, self.page_height

    @property
    def footer_top(self) -> float:
        """The top of the row of buttons below the content, in layout units."""
        top, height = self.content_top_and_height
        return max(
            self.context.size_in_units[1] - BUTTONS_FROM_BOTTOM,
            top + height + FOOTER_HEIGHT - BUTTONS_FROM_BOTTOM,
        )

    @property
    def _page_scroll_offset(self) -> float:
        """The distance in layout units by which the page is scrolled up.

        The distance is negative if a short page is centred.
        """
        spare = self.context.size_in_units[1] - HEADER_HEIGHT - self.page_height - FOOTER_HEIGHT
        return self._scrolled if spare < CENTRING_SLACK else -0.4 * spare

    @property
    def page_height(self) -> float:
        """The height of the content between title and footer, in layout units."""
        return max(
            self.minimum_height_in_units,
            min(self.maximum_height, self.context.size_in_units[1] - HEADER_HEIGHT - FOOTER_HEIGHT),
        )

    def draw_title(self, surface: pygame.Surface, title: str, aside: str = "") -> None:
        """Draw the title of a page with a line of light below the title.

        Args:
            aside: muted words at the right; "" for none.
        """
        context, colours = self.context, self.context.theme.colours
        left, width = self.content_left_and_width
        middle = context.px(48 - self._page_scroll_offset)
        place = (context.px(left), middle)
        style = styles.TextStyle("heading", 32)
        shown = context.fonts.draw_text(surface, title, place, style, colours.text, "midleft")
        right = context.px(left + width)
        room = right - shown.right - context.px(24)
        self._free_header = pygame.Rect(right - room, shown.top, 0 if aside else room, shown.height)
        if aside:
            place = (right, middle + context.px(4))
            context.fonts.draw_text(
                surface, aside, place, styles.BODY, colours.muted, "midright", room
            )
        self._draw_title_underline(
            surface,
            context.px(left),
            context.px(76 - self._page_scroll_offset),
            shown.width,
            context.px(width),
        )

    def draw_titled_panel(self, surface: pygame.Surface, rect: pygame.Rect, title: str) -> None:
        """Draw a flat panel with a title at its top."""
        context, colours = self.context, self.context.theme.colours
        context.sprites.panel(PanelLook(), rect.size).draw(surface, rect.topleft)
        if context.stack.recorder is not None:
            context.stack.recorder.record_panel(title, rect)
        place = (rect.left + context.px(24), rect.top + context.px(28))
        room = rect.width - context.px(48)
        context.fonts.draw_text(
            surface, title, place, PANEL_TITLE_STYLE, colours.accent, "midleft", room
        )

    def _draw_title_underline(
        self, surface: pygame.Surface, left: int, top: int, bright: int, whole: int
    ) -> None:
        colours = self.context.theme.colours
        thin = max(1, self.context.px(1))
        surface.fill(colours.outline, pygame.Rect(left, top, whole, thin))
        surface.fill(colours.accent, pygame.Rect(left, top - thin, bright, 3 * thin))


def darken_surface(surface: pygame.Surface) -> None:
    """Darken everything drawn so far, so that a dialog can be drawn on top."""
    veil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    veil.fill((0, 0, 0, VEIL_OPACITY))
    surface.blit(veil, (0, 0))


def draw_dialog_box(surface: pygame.Surface, context: Context, rect: pygame.Rect) -> None:
    """Draw the empty box of a dialog."""
    look = PanelLook(edge=context.theme.colours.accent, edge_width=1.5, raised=True)
    context.sprites.panel(look, rect.size).draw(surface, rect.topleft)


def start_search_by_typing(menu: Menu, field: SearchField, event: pygame.Event) -> bool:
    """Start a search if the event types a letter or digit that has no other meaning in the menu.

    The search field gets the focus and receives the character.

    Returns:
        Whether the event was used.
    """
    in_field = menu.group.focused_widget is field
    if in_field or not is_text_input(event) or not event.unicode.isalnum():
        return False
    if menu.intent_of_event(event) not in TABLE_INTENTS or menu.group.handle_event(event):
        return False
    menu.group.set_focus(field)
    field.insert_text(event.unicode)
    return True


def intent_while_searching(intent: str, event: pygame.Event) -> str:
    """Return the intent of a key in a menu with a search field.

    The result is ``intent``, unless this is "mute" and the key types a character. The result is
    then "", and the search field receives the character.
    """
    return "" if intent == "mute" and is_text_input(event) else intent
