"""Basic widgets: buttons, toggles, steppers, sliders, text fields, scroll areas and lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from hacktrick.app.themes import Colour
from hacktrick.ui.accessibility.accessibility_tree import (
    PRESSABLE,
    STEPPABLE,
    Node,
    NodeAction,
    PaintedText,
    Role,
    ValueAndRange,
    bounds_of_rect,
    joined_painted_texts,
    painted_text_node,
    texts_by_row,
)
from hacktrick.ui.input.key_bindings import CTRL_MASK
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import mix_colours
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.game_drawing import draw_icon_button
from hacktrick.ui.widgets.input_hints import draw_input_hint, input_hint_width, intent_hint

Action = Callable[[], None]
PADDING = 12  # space between a widget's edge and its text, in layout units
ARROW_WIDTH = 0.8  # width of a stepper's arrows, as a multiple of the box height
SIDEWAYS_STEPS = {"left": -1, "right": 1}
# The strength of a chosen row's tint, from 0 to 1, and the width of its bar in layout units.
CHOSEN_ROW_TINT, CHOSEN_ROW_BAR = 0.07, 4
ROW_INSET = 6  # space between the text of a setting and the focus ring, in layout units


def do_nothing() -> None:
    """Do nothing; the default action of a widget."""


class Widget:
    """Base class of everything in a scene that is drawn and can be pressed.

    Attributes:
        rect: the widget's rectangle in pixels, set by the ``lay_out`` of its scene.
    """

    focusable = True
    # Whether typed characters are entered as text instead of acting as shortcuts.
    takes_text = False
    # The intents, such as "left", that a switch user can choose inside the widget.
    scan_intents: tuple[str, ...] = ()

    def __init__(self, context: Context, rect: pygame.Rect | None = None) -> None:
        self.context = context
        self.rect = rect or pygame.Rect(0, 0, 0, 0)
        self.visible = True
        self.focused = False
        self.hovered = False
        self.pressed = False
        # Set by the widget's ``FocusGroup``; requests a redraw.
        self.request_redraw: Action = do_nothing
        # Called with the reason when a dimmed button is pressed; set by the widget's
        # ``FocusGroup``.
        self.on_refusal: Callable[[str], None] = lambda reason: None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the widget without the focus ring."""

    @property
    def is_tab_stop(self) -> bool:
        """Whether Tab stops at this widget; in a list of widgets, only at the chosen one."""
        return True

    @property
    def scan_rank(self) -> int | None:
        """The widget's rank in the scanning order of switch users; lower ranks come first.

        Widgets of equal rank come in Tab order. A widget whose rank is None is left out.
        """
        return 0

    def is_point_inside(self, pos: tuple[int, int]) -> bool:
        """Return whether a press at ``pos`` hits the widget."""
        return self.rect.collidepoint(pos)

    def activate(self) -> None:
        """Respond to Enter, space, a click or a switch."""

    def handle_key(self, event: pygame.Event) -> bool:
        """Handle a key or gamepad button while the widget has the focus.

        Returns:
            Whether the widget used the event.
        """
        return False

    def handle_press(self, pos: tuple[int, int]) -> None:
        """Respond to the pointer going down on the widget."""

    def handle_hover(self, pos: tuple[int, int]) -> None:
        """Respond to the pointer hovering over the widget."""

    def handle_drag(self, pos: tuple[int, int]) -> None:
        """Respond to the pointer being dragged after a press on the widget."""

    def handle_wheel(self, steps: int) -> bool:
        """Respond to the mouse wheel.

        Args:
            steps: the number of notches turned; positive if turned up, away from the player.

        Returns:
            Whether the widget used the event.
        """
        return False

    def handle_focus_change(self) -> None:
        """Respond to gaining or losing the focus; ``focused`` already has its new value."""

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        """Return the widget's node for screen readers, or None if there is nothing to read.

        Args:
            key: the key of the node.
            texts: the texts painted on the widget.
        """
        actions = PRESSABLE if self.focusable else ()
        return Node(
            key,
            "button",
            joined_painted_texts(texts),
            bounds=bounds_of_rect(self.rect),
            actions=actions,
        )

    def pressable_node(self, key: str, name: str, role: Role = "button") -> Node:
        """Return a node at the widget's place that can be pressed.

        Args:
            key: the key of the node.
            name: the text that screen readers read.
        """
        return Node(key, role, name, bounds=bounds_of_rect(self.rect), actions=PRESSABLE)

    def perform_screen_reader_request(
        self, action: NodeAction, part: str = "", value: float | str | None = None
    ) -> None:
        """Perform an action that a screen reader requests.

        Args:
            part: the key of a row or another part; "" for the whole widget.
            value: the value for the action "set".
        """
        if action == "press":
            self.activate()

    @property
    def focused_part(self) -> str:
        """The key of the part that has the focus, such as a row; "" for the whole widget."""
        return ""

    def _draw_panel(
        self, surface: pygame.Surface, look: PanelLook, rect: pygame.Rect | None = None
    ) -> None:
        rect = rect or self.rect
        self.context.sprites.panel(look, rect.size).draw(surface, rect.topleft)


class Button(Widget):
    """A raised button with a label and, below the label, a price or an effect.

    Attributes:
        hint: the intent whose key or gamepad button is shown on the button; "" for none.
        primary: whether this is the usual choice, which is highlighted.
        reason: why the button cannot be used now; None if it can be used. A button with a reason is
            dimmed, and a press passes the reason to ``on_refusal``.
        name: the text for screen readers if the label alone is unclear; "" to use the label.
    """

    def __init__(
        self,
        context: Context,
        label: str,
        action: Action,
        *,
        price: str = "",
        effect: str = "",
        hint: str = "",
        icon: str = "",
        primary: bool = False,
        edge: Colour | None = None,
        centred: bool = False,
        rect: pygame.Rect | None = None,
    ) -> None:
        super().__init__(context, rect)
        self.label, self.action = label, action
        self.price, self.effect, self.hint, self.icon = price, effect, hint, icon
        self.primary, self.edge, self.centred = primary, edge, centred
        self.reason: str | None = None
        self.name = ""
        self.style = styles.BUTTON

    @property
    def scan_rank(self) -> int | None:
        return 0 if self.reason is None else None

    def activate(self) -> None:
        if self.reason is None:
            self.context.play("select", 0)
            self.action()
        else:
            self.context.play("invalid", 0)
            self.on_refusal(self.reason)

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        details = (self.price, self.spoken_effect) if self.reason is None else (self.reason,)
        return Node(
            key,
            "button",
            self.name or self.label or joined_painted_texts(texts),
            description=", ".join(filter(None, details)),
            bounds=bounds_of_rect(self.rect),
            actions=PRESSABLE,
            is_disabled=self.reason is not None,
            shortcut=intent_hint(self.context, self.hint) if self.hint else "",
        )

    @property
    def spoken_effect(self) -> str:
        """What a press does, in words that screen readers read after the price; "" for none."""
        return self.effect

    @property
    def preferred_width(self) -> int:
        """The width in pixels that the label needs, including its hint and the padding."""
        context = self.context
        sign = input_hint_width(context, (self.hint,)) + context.px(6) if self.hint else 0
        return context.fonts.text_size(self.label, self.style)[0] + sign + 2 * context.px(PADDING)

    def draw(self, surface: pygame.Surface) -> None:
        self._draw_panel(surface, self._panel_look())
        down = self.context.px(3 * self.context.theme.surface.relief) if self.pressed else 0
        inner = self.rect.inflate(-2 * self.context.px(PADDING), 0).move(0, down)
        if self.centred:
            self._draw_centred_label(surface, inner)
        else:
            self._draw_label_and_details(surface, inner)

    def _panel_look(self) -> PanelLook:
        colours = self.context.theme.colours
        live = self.reason is None
        edge = self.edge or (colours.accent if self.primary and live else None)
        return PanelLook(
            edge=edge,
            edge_width=2.0 if self.primary and live else 1.0,
            raised=True,
            pressed=self.pressed and live,
            hovered=self.hovered and live,
            dimmed=not live,
            glow_colour=colours.accent if self.primary and live else None,
        )

    def _text_colour(self) -> Colour:
        colours = self.context.theme.colours
        return (
            colours.text if self.reason is None else mix_colours(colours.muted, colours.panel, 0.12)
        )

    def _draw_centred_label(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        context = self.context
        middle = (inner.centerx, inner.centery - context.px(1))
        context.fonts.draw_text(
            surface, self.label, middle, self.style, self._text_colour(), "center", inner.width
        )

    def _draw_label_and_details(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        context, colours = self.context, self.context.theme.colours
        below = [line for line in (self.price, self.effect) if line]
        step = context.fonts.line_height(styles.SMALL)
        lines_height = round(self.style.size * context.scale * 1.25) + step * len(below)
        top = inner.centery - context.px(1.5) - lines_height / 2
        first = top + self.style.size * context.scale * 0.62
        left, right = self._draw_icon_and_input_hint(surface, inner, first)
        width = right - left
        two = 2 * context.fonts.line_height(self.style) <= inner.height
        write = (
            context.fonts.draw_one_or_two_lines if two and not below else context.fonts.draw_text
        )
        write(surface, self.label, (left, first), self.style, self._text_colour(), "midleft", width)
        for n, line in enumerate(below):
            y = top + self.style.size * context.scale * 1.25 + step * (n + 0.45)
            room = inner.right - left
            context.fonts.draw_text(
                surface, line, (left, y), styles.SMALL, colours.muted, "midleft", room
            )

    def _draw_icon_and_input_hint(
        self, surface: pygame.Surface, inner: pygame.Rect, middle: float
    ) -> tuple[int, int]:
        """Draw the button's icon and input hint.

        Args:
            inner: the rectangle inside the padding.
            middle: the vertical centre in pixels.

        Returns:
            The left and right edges, in pixels, of the space left for the label.
        """
        context = self.context
        left, right = inner.left, inner.right
        if self.icon:
            size = context.px(20)
            sprite = context.sprites.icon(self.icon, size, self._text_colour())
            sprite.draw_centred(surface, (left + size / 2, middle))
            left += size + context.px(10)
        if self.hint:
            place = (right, middle)
            hint = draw_input_hint(
                surface, context, (self.hint,), place, "midright", context.theme.colours.muted
            )
            right = hint.left - context.px(6)
        return left, right


class IconButton(Button):
    """A square button with an icon; the label appears only in the tooltip and in screen readers.

    Attributes:
        is_lit: whether the panel that the button opens is open.
    """

    is_lit = False

    def draw(self, surface: pygame.Surface) -> None:
        draw_icon_button(
            surface,
            self.context,
            self.rect,
            self.icon,
            is_open=self.is_lit,
            hovered=self.hovered,
            pressed=self.pressed,
        )


class Toggle(Widget):
    """A labelled on-off switch.

    Args:
        on_change: called with the new state.
    """

    def __init__(
        self, context: Context, label: str, on: bool, on_change: Callable[[bool], None]
    ) -> None:
        super().__init__(context)
        self.label, self.on, self.on_change = label, on, on_change

    def activate(self) -> None:
        self.on = not self.on
        self.context.play("select", 0)
        self.on_change(self.on)
        self.request_redraw()

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        track = pygame.Rect(0, 0, context.px(46), context.px(24))
        track.midright = self.rect.right - context.px(ROW_INSET), self.rect.centery
        draw_widget_label(surface, self, self.label, track.left - context.px(12))
        edge = colours.accent if self.on else colours.outline
        look = PanelLook(edge=edge, edge_width=1.5, hovered=self.hovered)
        context.sprites.rounded_bar(look, track.size, filled=self.on).draw(surface, track.topleft)
        knob_x = track.right - track.height / 2 if self.on else track.left + track.height / 2
        context.sprites.switch_or_slider_handle(context.px(18)).draw_centred(
            surface, (knob_x, track.centery)
        )
        if self.on:
            tick = context.sprites.icon("check", context.px(12), _toggle_tick_colour(context))
            tick.draw_centred(surface, (track.left + track.height * 0.52, track.centery))

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        return self.pressable_node(key, self.label, "toggle")._replace(is_on=self.on)


class Stepper(Widget):
    """A label with arrows that step through options, wrapping around at both ends.

    Args:
        options: pairs of a value and its text.
        on_change: called with the new value.
    """

    def __init__(
        self,
        context: Context,
        label: str,
        options: Sequence[tuple[Any, str]],
        value: Any,
        on_change: Callable[[Any], None],
    ) -> None:
        super().__init__(context)
        self.label, self.options, self.on_change = label, list(options), on_change
        values = [option for option, _ in self.options]
        self.index = values.index(value) if value in values else 0
        self.name = ""  # the text for screen readers if there is no label
        self.box_share = 0.5  # width of the box at the right, as a share of the widget
        # The step of the pressed arrow: -1 for the left arrow, 1 for the right arrow.
        self._click_step = 1

    @property
    def value(self) -> Any:
        return self.options[self.index][0]

    def step_value(self, by: int) -> None:
        self.index = (self.index + by) % len(self.options)
        self.context.play("select", 0)
        self.on_change(self.value)
        self.request_redraw()

    def activate(self) -> None:
        by, self._click_step = self._click_step, 1
        self.step_value(by)

    def handle_key(self, event: pygame.Event) -> bool:
        self._click_step = 1
        by = SIDEWAYS_STEPS.get(self.context.intent_of_event(event), 0)
        if not by:
            return False
        self.step_value(by)
        return True

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        name, value = self.label or self.name, self.options[self.index][1]
        return Node(
            key,
            "stepper",
            name or value,
            value=value if name else "",
            bounds=bounds_of_rect(self.rect),
            actions=(*PRESSABLE, *STEPPABLE),
            number=ValueAndRange(self.index, 0, len(self.options) - 1, 1),
        )

    def perform_screen_reader_request(
        self, action: NodeAction, part: str = "", value: float | str | None = None
    ) -> None:
        if action in ("press", "increase"):
            self.step_value(1)
        elif action == "decrease":
            self.step_value(-1)
        elif action == "set" and isinstance(value, int | float):
            goal = min(len(self.options) - 1, max(0, round(value)))
            if goal != self.index:
                self.step_value(goal - self.index)

    def handle_press(self, pos: tuple[int, int]) -> None:
        """Remember the pressed arrow; the value changes when the press is released.

        The change may move other widgets, which must not end up under the pressed pointer.
        """
        box = self._value_box_rect()
        self._click_step = -1 if box.left <= pos[0] < box.left + box.height else 1

    def draw(self, surface: pygame.Surface) -> None:
        context, colours, box = self.context, self.context.theme.colours, self._value_box_rect()
        draw_widget_label(surface, self, self.label, box.left - context.px(12))
        self._draw_panel(surface, PanelLook(raised=True, hovered=self.hovered), box)
        middle = box.centery - context.px(1)
        edge = round(box.height * ARROW_WIDTH)
        for name, x in (("previous", box.left + edge / 2), ("next", box.right - edge / 2)):
            sprite = context.sprites.icon(name, context.px(16), colours.accent)
            sprite.draw_centred(surface, (x, middle))
        text, room = self.options[self.index][1], box.width - 2 * edge
        fits = context.fonts.text_size(text, styles.STRONG)[0] <= room
        style = styles.STRONG if fits else styles.SMALL
        place = (box.centerx, middle)
        context.fonts.draw_one_or_two_lines(
            surface, text, place, style, colours.text, "center", room
        )

    def _value_box_rect(self) -> pygame.Rect:
        width = round(self.rect.width * (self.box_share if self.label else 1.0))
        return pygame.Rect(self.rect.right - width, self.rect.y, width, self.rect.height)


class Slider(Widget):
    """A labelled slider whose value changes in steps.

    Args:
        on_change: called with the new value.
        show: returns the value as text.
    """

    scan_intents = ("left", "right")

    def __init__(
        self,
        context: Context,
        label: str,
        value: float,
        on_change: Callable[[float], None],
        *,
        lowest: float = 0.0,
        highest: float = 1.0,
        step: float = 0.1,
        show: Callable[[float], str] = lambda value: f"{value * 100:.0f} %",
    ) -> None:
        super().__init__(context)
        self.label, self.value, self.on_change = label, value, on_change
        self.low, self.high, self.step, self.show = lowest, highest, step, show

    def set_value(self, value: float) -> None:
        value = min(self.high, max(self.low, round(value / self.step) * self.step))
        if abs(value - self.value) > 1e-9:
            self.value = value
            self.on_change(value)
            self.request_redraw()

    def handle_key(self, event: pygame.Event) -> bool:
        by = SIDEWAYS_STEPS.get(self.context.intent_of_event(event), 0)
        if not by:
            return False
        self.set_value(self.value + by * self.step)
        return True

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        return Node(
            key,
            "slider",
            self.label,
            value=self.show(self.value),
            bounds=bounds_of_rect(self.rect),
            actions=("focus", "set", *STEPPABLE),
            number=ValueAndRange(self.value, self.low, self.high, self.step),
        )

    def perform_screen_reader_request(
        self, action: NodeAction, part: str = "", value: float | str | None = None
    ) -> None:
        if action in STEPPABLE:
            self.set_value(self.value + (self.step if action == "increase" else -self.step))
        elif action == "set" and isinstance(value, int | float):
            self.set_value(value)

    def handle_press(self, pos: tuple[int, int]) -> None:
        self.handle_drag(pos)

    def handle_drag(self, pos: tuple[int, int]) -> None:
        track = self._track_rect()
        self.set_value(self.low + (pos[0] - track.left) / track.width * (self.high - self.low))

    def draw(self, surface: pygame.Surface) -> None:
        context, colours, track = self.context, self.context.theme.colours, self._track_rect()
        draw_widget_label(surface, self, self.label, track.left - context.px(12))
        sprites = context.sprites
        sprites.rounded_bar(PanelLook(), track.size, filled=False).draw(surface, track.topleft)
        done = (self.value - self.low) / (self.high - self.low)
        lit = pygame.Rect(
            track.x, track.y, max(track.height, round(track.width * done)), track.height
        )
        look = PanelLook(edge=colours.accent)
        sprites.rounded_bar(look, lit.size, filled=True).draw(surface, lit.topleft)
        knob = (track.left + track.width * done, track.centery)
        sprites.switch_or_slider_handle(context.px(22)).draw_centred(surface, knob)
        place = (self.rect.right - context.px(ROW_INSET), self.rect.centery)
        context.fonts.draw_text(
            surface, self.show(self.value), place, styles.MONO, colours.muted, "midright"
        )

    def _track_rect(self) -> pygame.Rect:
        number = self.context.px(64)
        width = round(self.rect.width * 0.5) - number
        left = self.rect.right - number - width
        height = self.context.px(8)
        return pygame.Rect(left, self.rect.centery - height // 2, width, height)


def draw_widget_label(surface: pygame.Surface, widget: Widget, text: str, right: int) -> None:
    """Draw a widget's label at its left edge, in the room up to ``right`` pixels."""
    context = widget.context
    colour = context.theme.colours.text
    left = widget.rect.left + context.px(ROW_INSET)
    place, room = (left, widget.rect.centery), right - left
    context.fonts.draw_one_or_two_lines(surface, text, place, styles.BODY, colour, "midleft", room)


def _toggle_tick_colour(context: Context) -> Colour:
    return context.theme.colours.background if not context.theme.light else (255, 255, 255)


Paint = Callable[[pygame.Surface, pygame.Rect], None]
DRAG_THRESHOLD = 8  # pointer movement in layout units from which a press counts as a drag
PaintRow = Callable[[pygame.Surface, pygame.Rect, int, bool], None]


class TextField(Widget):
    """A labelled field for a line of text.

    Args:
        on_change: called with the new text after every change.
        longest: the maximum number of characters.
        on_enter: called when Enter is pressed in the field; None if Enter does nothing.
    """

    takes_text = True

    def __init__(
        self,
        context: Context,
        label: str,
        text: str,
        on_change: Callable[[str], None],
        longest: int = 24,
        on_enter: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(context)
        self.label, self.text, self.on_change, self.longest = label, text, on_change, longest
        self.on_enter = on_enter
        self.name = ""  # the text for screen readers if there is no label
        self.cursor = len(text)
        self.is_selected = False  # whether the next input replaces the whole text

    def handle_focus_change(self) -> None:
        self.is_selected = False
        if self.focused:
            self.cursor = len(self.text)
            pygame.key.start_text_input()
            pygame.key.set_text_input_rect(self._value_box_rect())
        else:
            pygame.key.stop_text_input()

    def handle_key(self, event: pygame.Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self.insert_text(event.text)
            return True
        if event.type != pygame.KEYDOWN:
            return False
        # Windows reports AltGr, with which many keyboards type characters, as Ctrl and Alt.
        if event.mod & CTRL_MASK and not event.mod & pygame.KMOD_ALT:
            return self._handle_clipboard_key(event.key)
        return self._handle_editing_key(event.key) or bool(
            event.unicode and event.unicode.isprintable()
        )

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        bounds, name = bounds_of_rect(self.rect), self.label or self.name
        return Node(key, "field", name, self.text, bounds=bounds, actions=("focus", "set"))

    def perform_screen_reader_request(
        self, action: NodeAction, part: str = "", value: float | str | None = None
    ) -> None:
        if action == "set" and isinstance(value, str):
            clean = _printable_characters(value)[: self.longest]
            self._replace_text(clean, len(clean))

    def insert_text(self, text: str) -> None:
        left, right = ("", "") if self.is_selected else self._text_around_cursor()
        clean = _printable_characters(text)[: self.longest - len(left + right)]
        self._replace_text(left + clean + right, len(left + clean))

    def draw(self, surface: pygame.Surface) -> None:
        context, colours, box = self.context, self.context.theme.colours, self._value_box_rect()
        draw_widget_label(surface, self, self.label, box.left - context.px(12))
        context.sprites.lcd_plate(box.size).draw(surface, box.topleft)
        inner = box.inflate(-2 * context.px(PADDING), 0)
        before = (
            context.fonts.text_size(self.text[: self.cursor], styles.BODY)[0] if self.cursor else 0
        )
        shift = max(0, before - inner.width)
        clip = surface.get_clip()
        surface.set_clip(inner.inflate(context.px(4), 0).clip(clip))
        ink = colours.text
        if self.is_selected:
            size = context.fonts.text_size(self.text, styles.BODY)
            marked = pygame.Rect((inner.left - shift, inner.centery - size[1] // 2), size)
            surface.fill(colours.accent, marked)
            ink = colours.background
        if self.text:
            place = (inner.left - shift, inner.centery)
            context.fonts.draw_text(surface, self.text, place, styles.BODY, ink, "midleft")
        if self.focused:
            line = pygame.Rect(0, 0, max(1, context.px(2)), context.px(20))
            line.center = inner.left - shift + before + 1, inner.centery
            surface.fill(colours.accent, line)
        surface.set_clip(clip)

    def _text_around_cursor(self) -> tuple[str, str]:
        """Return the text before and after the cursor."""
        return self.text[: self.cursor], self.text[self.cursor :]

    def _handle_editing_key(self, key: int) -> bool:
        left, right = self._text_around_cursor()
        if key in (pygame.K_BACKSPACE, pygame.K_DELETE) and self.is_selected:
            self._replace_text("", 0)
        elif key == pygame.K_BACKSPACE:
            self._replace_text(left[:-1] + right, max(0, self.cursor - 1))
        elif key == pygame.K_DELETE:
            self._replace_text(left + right[1:], self.cursor)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = -1 if key == pygame.K_LEFT else 1
            self.cursor = min(len(self.text), max(0, self.cursor + step))
        elif key in (pygame.K_HOME, pygame.K_END):
            self.cursor = 0 if key == pygame.K_HOME else len(self.text)
        else:
            return False
        self.is_selected = False
        return True

    def _handle_clipboard_key(self, key: int) -> bool:
        if key == pygame.K_v:
            self.insert_text(self.context.clipboard.get_text())
        elif key == pygame.K_c:
            self.context.clipboard.put_text(self.text)
        elif key == pygame.K_a:
            self.cursor, self.is_selected = len(self.text), bool(self.text)
        else:
            return False
        return True

    def _replace_text(self, text: str, cursor: int) -> None:
        self.cursor, self.is_selected = cursor, False
        if text != self.text:
            self.text = text
            self.on_change(text)
            self.request_redraw()

    def _value_box_rect(self) -> pygame.Rect:
        width = round(self.rect.width * (0.62 if self.label else 1.0))
        return pygame.Rect(self.rect.right - width, self.rect.y, width, self.rect.height)


def _printable_characters(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable())


class SearchField(TextField):
    """A text field with a magnifying glass in place of a label.

    The field shows ``hint`` while it is empty and does not have the focus.
    """

    def __init__(
        self, context: Context, hint: str, text: str, on_change: Callable[[str], None]
    ) -> None:
        super().__init__(context, "", text, on_change, 60)
        self.hint = hint

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        self.name = self.hint
        return super().accessibility_node(key, texts)

    def clear(self) -> None:
        self._replace_text("", 0)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        context, muted = self.context, self.context.theme.colours.muted
        size, place = context.px(18), (self.rect.right - context.px(22), self.rect.centery)
        context.sprites.icon("search", size, muted).draw_centred(surface, place)
        if not self.text and not self.focused:
            left = self.rect.left + context.px(PADDING)
            room = self.rect.right - context.px(36) - left
            place = (left, self.rect.centery)
            context.fonts.draw_text(surface, self.hint, place, styles.BODY, muted, "midleft", room)


class ScrollArea(Widget):
    """An area that scrolls content taller than itself.

    Args:
        paint: draws the whole content into a rectangle, whose top lies above the area if the player
            has scrolled down.
        height: returns the height of the content for a width; both are in pixels.
    """

    scan_intents: tuple[str, ...] = ("page_down", "page_up")

    def __init__(self, context: Context, paint: Paint, height: Callable[[int], int]) -> None:
        super().__init__(context)
        self.paint = paint
        self.content_height = height
        self.name = ""  # the text for screen readers
        self.offset = 0  # number of pixels by which the content is scrolled down
        # Pointer's y coordinate and the scroll offset when a drag began.
        self._drag_start: tuple[int, int] | None = None
        self._dragged = False

    @property
    def viewport(self) -> pygame.Rect:
        """The rectangle of the area, without the scroll bar."""
        return pygame.Rect(
            self.rect.topleft, (self.rect.width - self.context.px(14), self.rect.height)
        )

    @property
    def overflow_pixels(self) -> int:
        """The number of pixels by which the content is taller than the area."""
        return max(0, self.content_height(self.viewport.width) - self.rect.height)

    @property
    def scan_rank(self) -> int | None:
        return 0 if self.overflow_pixels else None

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        """Return a group with all texts of the content, even those that are out of view."""
        children = tuple(painted_text_node(f"line {n}", text) for n, text in enumerate(texts))
        bounds = bounds_of_rect(self.rect)
        name = self.name or next((one.text for one in texts), "")
        return Node(key, "group", name, bounds=bounds, actions=("focus",), children=children)

    def scroll(self, pixels: int) -> bool:
        """Scroll down by ``pixels``, or up if negative; return whether the content moved."""
        new = min(self.overflow_pixels, max(0, self.offset + pixels))
        moved, self.offset = new != self.offset, new
        if moved:
            self.request_redraw()
        return moved

    def scroll_to_end(self) -> None:
        self.offset = self.overflow_pixels
        self.request_redraw()

    def handle_wheel(self, steps: int) -> bool:
        self.scroll(-steps * self.context.px(48))
        return True

    def handle_key(self, event: pygame.Event) -> bool:
        page, line = round(self.rect.height * 0.9), self.context.px(32)
        moves = {
            "page_up": -page,
            "page_down": page,
            "up": -line,
            "down": line,
            "first": -self.offset,
            "last": self.overflow_pixels,
        }
        name = self.context.intent_of_event(event)
        return name in moves and self.scroll(moves[name])

    def handle_press(self, pos: tuple[int, int]) -> None:
        on_bar = pos[0] >= self.viewport.right
        self._drag_start, self._dragged = None if on_bar else (pos[1], self.offset), False
        self.handle_drag(pos)

    def handle_drag(self, pos: tuple[int, int]) -> None:
        """Scroll by dragging the content or the scroll bar."""
        bar = self._scroll_bar_rect()
        if self._drag_start is not None:
            y, offset = self._drag_start
            self._dragged = self._dragged or abs(pos[1] - y) > self.context.px(DRAG_THRESHOLD)
            if self._dragged:
                self.scroll(offset + y - pos[1] - self.offset)
        elif bar:
            part = (pos[1] - self.rect.y - bar.height / 2) / max(1, self.rect.height - bar.height)
            self.scroll(round(part * self.overflow_pixels) - self.offset)

    def draw(self, surface: pygame.Surface) -> None:
        self.offset = min(self.offset, self.overflow_pixels)
        clip = surface.get_clip()
        surface.set_clip(self.viewport.clip(clip))
        content = self.viewport.move(0, -self.offset)
        content.height = max(self.rect.height, self.rect.height + self.overflow_pixels)
        if self.context.stack.recorder is None:
            self.paint(surface, content)
        else:
            with self.context.stack.recorder.within_scroll_area(self.rect):
                self.paint(surface, content)
        surface.set_clip(clip)
        bar = self._scroll_bar_rect()
        if bar:
            colours = self.context.theme.colours
            edge = colours.accent if self.hovered else colours.outline
            self.context.sprites.rounded_bar(PanelLook(edge=edge), bar.size, filled=True).draw(
                surface, bar.topleft
            )

    def _scroll_bar_rect(self) -> pygame.Rect | None:
        overflow, height = self.overflow_pixels, self.rect.height
        if not overflow:
            return None
        length = max(self.context.px(28), round(height * height / (height + overflow)))
        top = self.rect.y + round((height - length) * self.offset / overflow)
        width = self.context.px(6)
        return pygame.Rect(self.rect.right - width, top, width, length)


class ListView(ScrollArea):
    """A list of rows of equal height, one of which is chosen.

    Args:
        row_height: the height of a row in layout units.
        paint_row: draws a row, given the surface, the row's rectangle and index, and whether the
            row is chosen.
        on_confirm: called with the index of a row when the player confirms it.
        on_choose: called with the index of a row when the row becomes the chosen row.
    """

    scan_intents: tuple[str, ...] = ("down", "up", "confirm")

    def __init__(
        self,
        context: Context,
        n_rows: int,
        row_height: float,
        paint_row: PaintRow,
        on_confirm: Callable[[int], None] = lambda row: None,
        on_choose: Callable[[int], None] = lambda row: None,
    ) -> None:
        super().__init__(
            context, self._paint_visible_rows, lambda width: self.n_rows * self._row_height()
        )
        self.n_rows, self.row_height, self.paint_row = n_rows, row_height, paint_row
        self.on_confirm, self.on_choose = on_confirm, on_choose
        self.chosen = 0
        self._pressed_row: int | None = None  # the row where the pointer went down

    @property
    def scan_rank(self) -> int | None:
        return 0 if self.n_rows else None

    def activate(self) -> None:
        """Confirm the pressed row or, from the keyboard, the chosen row.

        Does nothing after a press that scrolled the list.
        """
        row, self._pressed_row = self._pressed_row, None
        dragged, self._dragged = self._dragged, False
        if dragged:
            return
        if row is not None:
            self.choose_row(row)
        if self.n_rows:
            self.on_confirm(self.chosen)

    def handle_key(self, event: pygame.Event) -> bool:
        self._pressed_row, self._dragged = None, False
        steps = {"up": -1, "down": 1, "page_up": -8, "page_down": 8}
        by = steps.get(self.context.intent_of_event(event), 0)
        return bool(by) and self.choose_row(self.chosen + by)

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        """Return a list node with the rows visible on the screen."""
        step, top = self._row_height(), self.rect.y - self.offset
        rows = []
        for row, painted in sorted(texts_by_row(texts, top, step, self.n_rows).items()):
            place = pygame.Rect(self.rect.x, top + row * step, self.rect.width, step)
            rows.append(
                Node(
                    f"row {row}",
                    "list_item",
                    joined_painted_texts(painted),
                    bounds=bounds_of_rect(place.clip(self.rect)),
                    actions=PRESSABLE,
                    is_selected=row == self.chosen,
                    place=(row + 1, self.n_rows),
                )
            )
        bounds, children = bounds_of_rect(self.rect), tuple(rows)
        return Node(key, "list", self.name, bounds=bounds, actions=("focus",), children=children)

    def perform_screen_reader_request(
        self, action: NodeAction, part: str = "", value: float | str | None = None
    ) -> None:
        row = part.removeprefix("row ")
        if row.isdecimal():
            self.choose_row(int(row))
        if action == "press" and self.n_rows:
            self.on_confirm(self.chosen)

    @property
    def focused_part(self) -> str:
        return f"row {self.chosen}" if 0 <= self.chosen < self.n_rows else ""

    def choose_row(self, row: int) -> bool:
        """Choose a row and scroll to it; an index out of range is clamped.

        Returns:
            Whether the choice changed. If not, as at either end of the list, an arrow key moves the
            focus out of the list.
        """
        row = min(self.n_rows - 1, max(0, row))
        if row == self.chosen or row < 0:
            return False
        self.chosen = row
        top = row * self._row_height()
        low, high = top + self._row_height() - self.rect.height, top
        self.offset = min(max(self.offset, low), high)
        self.on_choose(row)
        self.request_redraw()
        return True

    def handle_press(self, pos: tuple[int, int]) -> None:
        super().handle_press(pos)
        row = (pos[1] - self.rect.y + self.offset) // self._row_height()
        on_row = pos[0] < self.viewport.right and 0 <= row < self.n_rows
        self._pressed_row = row if on_row else None
        self._dragged = not on_row

    def _row_height(self) -> int:
        return self.context.px(self.row_height)

    def _paint_visible_rows(self, surface: pygame.Surface, content: pygame.Rect) -> None:
        step, colours = self._row_height(), self.context.theme.colours
        first = self.offset // step
        for row in range(first, min(self.n_rows, first + self.rect.height // step + 2)):
            rect = pygame.Rect(content.x, content.y + row * step, content.width, step)
            if row == self.chosen:
                surface.fill(mix_colours(colours.panel, colours.accent, CHOSEN_ROW_TINT), rect)
                bar = pygame.Rect(rect.topleft, (self.context.px(CHOSEN_ROW_BAR), rect.height))
                surface.fill(colours.accent, bar)
            self.paint_row(surface, rect, row, row == self.chosen)
