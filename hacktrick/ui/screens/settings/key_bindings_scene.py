"""The screen that shows and changes the keys and gamepad buttons of each intent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from hacktrick.i18n import screen_text
from hacktrick.i18n.translator import _
from hacktrick.ui.accessibility.accessibility_tree import (
    PRESSABLE,
    Node,
    NodeAction,
    PaintedText,
    bounds_of_rect,
)
from hacktrick.ui.input.intents import INTENT, INTENT_BY_NAME, INTENT_GROUPS, INTENTS
from hacktrick.ui.input.key_bindings import (
    FIXED_BUTTONS,
    FIXED_KEYS,
    Bindings,
    BindingSlot,
    default_bindings,
    pressed_chord,
)
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.basic_widgets import Button, ListView
from hacktrick.ui.widgets.input_hints import (
    draw_gamepad_button,
    gamepad_button_name,
    intent_group_name,
    intent_name,
    key_chord_name,
)
from hacktrick.ui.widgets.menu_base import KEY_EVENTS, Menu

ROW_HEIGHT = 50.0  # height of a row with an intent's fields, in layout units
FIELD_SIZE = (118.0, 34.0)  # width and height of a field, in layout units
GAP = 10.0
N_COLUMNS = 3  # the columns are key, second key, gamepad button


def binding_column_titles() -> tuple[str, str, str]:
    """Return the headings of the columns of bindings."""
    return _("Key"), _("Second key"), _("Gamepad")


class KeyBindingList(ListView):
    """The list of a group's intents, each with fields for two keys and a gamepad button.

    Args:
        on_choose: called with the slot whose key or button the player wants to change.
        waiting_slot: returns the slot that waits for a press; None if no slot waits.

    Attributes:
        column: the column of the chosen field in the row ``chosen``.
    """

    scan_intents = ("down", "up", "right", "left", "confirm")

    def __init__(
        self,
        context: Context,
        names: tuple[str, ...],
        on_choose: Callable[[BindingSlot], None],
        waiting_slot: Callable[[], BindingSlot | None],
    ) -> None:
        super().__init__(context, len(names), ROW_HEIGHT, self._draw_row, self._choose_slot_of_row)
        self.names, self.column = names, 0
        self._on_choose, self._waiting_slot = on_choose, waiting_slot

    @property
    def chosen_slot(self) -> BindingSlot:
        """The slot of the chosen field."""
        return self._slot_in_column(self.names[self.chosen], self.column)

    def _slot_in_column(self, name: str, column: int) -> BindingSlot:
        last = column == N_COLUMNS - 1
        return BindingSlot(name, "button") if last else BindingSlot(name, "key", column)

    def handle_key(self, event: pygame.Event) -> bool:
        by = {"left": -1, "right": 1}.get(self.context.intent_of_event(event), 0)
        if by and 0 <= self.column + by < N_COLUMNS:
            self.column += by
            return True
        return super().handle_key(event)

    def handle_press(self, pos: tuple[int, int]) -> None:
        super().handle_press(pos)
        for column in range(N_COLUMNS):
            field = self._field_in_row(self.viewport, column)
            if field.left - self.context.px(GAP / 2) <= pos[0]:
                self.column = column

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        """Return the rows for screen readers, each with a button for every slot."""
        listing = super().accessibility_node(key, texts)
        assert listing is not None
        rows = []
        for row in listing.children:
            name = self.names[int(row.key.removeprefix("row "))]
            cells = tuple(self._slot_node(name, column) for column in range(N_COLUMNS))
            fixed = _unchangeable_keys_text(name)
            rows.append(
                row._replace(name=intent_name(name), description=fixed, children=cells, actions=())
            )
        return listing._replace(children=tuple(rows))

    def _slot_node(self, name: str, column: int) -> Node:
        """Return a button node that names the key or button bound to a slot.

        Args:
            name: the name of the intent.
            column: the column of the slot.
        """
        slot = self._slot_in_column(name, column)
        bound = self.context.bindings.key_or_button_in_slot(slot)
        shown = key_chord_name(bound) if bound and slot.kind != "button" else bound or "–"
        if slot == self._waiting_slot():
            shown = _(screen_text.WAITING_FOR_KEY)
        title, chosen = binding_column_titles()[column], slot == self.chosen_slot
        rect = bounds_of_rect(self.slot_field_rect(slot))
        name = f"{title}: {shown}"
        return Node(str(column), "button", name, bounds=rect, actions=PRESSABLE, is_selected=chosen)

    def perform_screen_reader_request(
        self, action: NodeAction, part: str = "", value: float | str | None = None
    ) -> None:
        row, _slash, column = part.partition("/")
        if column.isdecimal():
            self.column = int(column)
        super().perform_screen_reader_request(action, row, value)

    @property
    def focused_part(self) -> str:
        return f"{super().focused_part}/{self.column}"

    def column_rects(self) -> list[pygame.Rect]:
        """Return the rectangles of the columns, to align the headings above the list."""
        return [self._field_in_row(self.viewport, column) for column in range(N_COLUMNS)]

    def slot_field_rect(self, slot: BindingSlot) -> pygame.Rect:
        """Return the current rectangle of a slot's field, which may be scrolled out of view."""
        px = self.context.px
        top = self.rect.y + self.names.index(slot.intent) * px(ROW_HEIGHT) - self.offset
        line = pygame.Rect(self.viewport.x, top, self.viewport.width, px(ROW_HEIGHT))
        return self._field_in_row(line, N_COLUMNS - 1 if slot.kind == "button" else slot.place)

    def _choose_slot_of_row(self, _row: int) -> None:
        self._on_choose(self.chosen_slot)

    def _field_in_row(self, row: pygame.Rect, column: int) -> pygame.Rect:
        px = self.context.px
        width, height = px(FIELD_SIZE[0]), px(FIELD_SIZE[1])
        right = row.right - px(GAP) - (N_COLUMNS - 1 - column) * (width + px(GAP))
        top = row.y + (px(ROW_HEIGHT) - height) // 2
        return pygame.Rect(right - width, top, width, height)

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool) -> None:
        context, colours = self.context, self.context.theme.colours
        fonts, px, name = context.fonts, context.px, self.names[row]
        left = rect.left + px(14)
        room = self._field_in_row(rect, 0).left - left - px(GAP)
        fixed_keys = _unchangeable_keys_text(name)
        middle = rect.centery - (px(9) if fixed_keys else 0)
        ink = colours.text if chosen else colours.muted
        style = styles.STRONG if chosen else styles.BODY
        fonts.draw_text(surface, intent_name(name), (left, middle), style, ink, "midleft", room)
        if fixed_keys:
            place = (left, rect.centery + px(10))
            fonts.draw_text(
                surface, fixed_keys, place, styles.SMALL, colours.muted, "midleft", room
            )
        for column in range(N_COLUMNS):
            last = column == N_COLUMNS - 1
            slot = BindingSlot(name, "button") if last else BindingSlot(name, "key", column)
            self._draw_field(surface, self._field_in_row(rect, column), slot)

    def _draw_field(self, surface: pygame.Surface, field: pygame.Rect, slot: BindingSlot) -> None:
        context, colours = self.context, self.context.theme.colours
        is_waiting, chosen = slot == self._waiting_slot(), slot == self.chosen_slot
        edge = colours.warning if is_waiting else colours.accent if chosen else None
        look = PanelLook(edge=edge, edge_width=2.0 if edge else 1.0, raised=not is_waiting)
        context.sprites.panel(look, field.size).draw(surface, field.topleft)
        middle = field.centerx, field.centery - context.px(1)
        text = context.bindings.key_or_button_in_slot(slot)
        room = field.width - context.px(12)
        if is_waiting:
            self._draw_text(surface, _(screen_text.WAITING_FOR_KEY), middle, colours.warning, room)
        elif not text:
            self._draw_text(surface, "–", middle, colours.muted, room)
        elif slot.kind == "button":
            draw_gamepad_button(surface, context, text, middle, colours.text)
        else:
            self._draw_text(surface, key_chord_name(text), middle, colours.text, room)

    def _draw_text(
        self,
        surface: pygame.Surface,
        text: str,
        middle: tuple[float, float],
        colour: tuple[int, int, int],
        room: int,
    ) -> None:
        fonts = self.context.fonts
        fonts.draw_text(surface, text, middle, styles.KEY_HINT, colour, "center", room)


def _unchangeable_keys_text(name: str) -> str:
    """Return the keys and buttons of an intent that cannot be changed; "" if there are none."""
    intent = INTENT_BY_NAME[name]
    fixed = [key_chord_name(text) for text in intent.fixed]
    fixed += [gamepad_button_name(button) for button in intent.fixed_buttons]
    return _(screen_text.FIXED_KEYS).format(keys=", ".join(fixed)) if fixed else ""


class KeyRebinding:
    """Changes bindings, one press at a time.

    Attributes:
        slot: the slot that waits for a key or button; None if no slot waits.
        message: the sentence about the last change or refusal; "" for none.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.slot: BindingSlot | None = None
        self.message = ""
        self._confirmed = ""  # the key or button that a second press binds despite a conflict

    def wait_for_press(self, slot: BindingSlot) -> None:
        """Start to wait for the next key or button, to bind it to ``slot``."""
        self.slot, self._confirmed = slot, ""
        if slot.kind == "key":
            self.message = _(screen_text.PRESS_KEY_FOR)
        else:
            self.message = _(screen_text.PRESS_BUTTON_FOR)
        self.message = self.message.format(intent=intent_name(slot.intent))

    def stop_waiting(self) -> None:
        if self.slot is not None:
            self.slot, self.message = None, _(screen_text.NOTHING_CHANGED)

    def bind_pressed_key_or_refuse(self, text: str) -> None:
        """Bind a pressed key or button to the waiting slot, or show why that is impossible.

        A key or button that is bound to another intent must be pressed twice.

        Args:
            text: the key as in ``KeyChord.text``, or the name of the button.
        """
        slot, bindings = self.slot, self.context.bindings
        assert slot is not None
        refusal = bindings.refusal_of_binding(slot, text)
        if refusal is not None:
            self.message = self._refusal_sentence(slot, text, refusal == "fixed")
            return
        holder = bindings.other_slot_bound_to(slot, text)
        if holder is not None and holder.intent != slot.intent and self._confirmed != text:
            self._confirmed = text
            self.message = _conflict_sentence(
                slot, text, holder.intent, bindings.key_or_button_in_slot(slot)
            )
            return
        self._save_bindings(bindings.with_binding(slot, text))
        self.slot, self.message = None, _bound_sentence(slot, text)

    def clear_slot(self, slot: BindingSlot) -> None:
        """Remove the key or button from a slot, or show why that is impossible."""
        self.slot = None
        bindings = self.context.bindings
        if not bindings.key_or_button_in_slot(slot):
            self.message = _(screen_text.NOTHING_TO_CLEAR)
        elif bindings.refusal_of_binding(slot, ""):
            self.message = self._refusal_sentence(slot, "", fixed=False)
        else:
            self._save_bindings(bindings.with_binding(slot, ""))
            self.message = _(screen_text.BINDING_REMOVED).format(intent=intent_name(slot.intent))

    def reset_bindings(self) -> None:
        """Restore and save all default keys and buttons."""
        self.slot = None
        self._save_bindings(default_bindings())
        self.message = _(screen_text.BINDINGS_RESET)

    def _save_bindings(self, bindings: Bindings) -> None:
        self.context.change_settings(
            keys=bindings.changed_keys(), buttons=bindings.changed_buttons()
        )

    def _refusal_sentence(self, slot: BindingSlot, text: str, fixed: bool) -> str:
        if not fixed:
            holder = self.context.bindings.other_slot_bound_to(slot, text) if text else None
            name = (holder or slot).intent
            return _(screen_text.BUTTON_NEEDED).format(intent=intent_name(name))
        name = FIXED_KEYS[text] if slot.kind == "key" else FIXED_BUTTONS[text]
        return _(screen_text.KEY_IS_FIXED).format(
            key=_key_or_button_name(slot, text), intent=intent_name(name)
        )


def _key_or_button_name(slot: BindingSlot, text: str) -> str:
    return key_chord_name(text) if slot.kind == "key" else gamepad_button_name(text)


def _conflict_sentence(slot: BindingSlot, text: str, other_intent: str, own_intent: str) -> str:
    template = _(screen_text.KEY_CAN_BE_SWAPPED) if own_intent else _(screen_text.KEY_CAN_BE_TAKEN)
    return template.format(key=_key_or_button_name(slot, text), intent=intent_name(other_intent))


def _bound_sentence(slot: BindingSlot, text: str) -> str:
    return _(screen_text.KEY_BOUND).format(
        key=_key_or_button_name(slot, text), intent=intent_name(slot.intent)
    )


GROUPS_WIDTH = 232.0  # width of the list of groups, in layout units
HEADING_HEIGHT, MESSAGE_HEIGHT = 44.0, 66.0  # heights above and below the list, in layout units
CLEAR_KEYS = (pygame.K_BACKSPACE, pygame.K_DELETE)


class KeyBindingsScene(Menu):
    """The screen that shows and changes the bindings of a group of intents."""

    maximum_height = 10_000.0  # in layout units; the list may use the whole height

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.current_group = INTENT_GROUPS[0]
        self.rebinding = KeyRebinding(context)
        self._pressed_keys: set[int] = set()  # the held keys, whose repeats are ignored
        self._panel = pygame.Rect(0, 0, 0, 0)

    @property
    def list_view(self) -> KeyBindingList:
        listing = self.widgets["list"]
        assert isinstance(listing, KeyBindingList)
        return listing

    def create_widgets(self) -> None:
        context = self.context
        for group in INTENT_GROUPS:
            button = Button(
                context, intent_group_name(group), partial(self.show_intent_group, group)
            )
            button.primary = group == self.current_group
            self.add_widget(f"group {group}", button)
        names = tuple(one.name for one in INTENTS if one.group == self.current_group)
        listing = KeyBindingList(context, names, self.wait_for_press, lambda: self.rebinding.slot)
        listing.name = intent_group_name(self.current_group)
        self.add_widget("list", listing)
        self.add_widget("back", Button(context, _("Back"), self.go_back, icon="left", hint="back"))
        self.add_widget("empty", Button(context, _("Clear"), self.clear_chosen_slot, icon="cross"))
        self.add_widget(
            "reset", Button(context, _("Default keys"), self.reset_bindings, icon="undo")
        )

    def first_focus_name(self) -> str:
        return "list"

    def show_intent_group(self, group: str) -> None:
        self.current_group = group
        self.rebinding.stop_waiting()
        self.rebinding.message = ""
        self.rebuild_widgets()

    def wait_for_press(self, slot: BindingSlot) -> None:
        self.rebinding.wait_for_press(slot)
        self.needs_redraw = True

    def clear_chosen_slot(self) -> None:
        self.rebinding.clear_slot(self.list_view.chosen_slot)
        self.needs_redraw = True

    def reset_bindings(self) -> None:
        self.rebinding.reset_bindings()
        self.needs_redraw = True

    def intent_of_event(self, event: pygame.Event) -> str:
        """Return the intent of an event; "" while a slot waits for a press."""
        return "" if self.rebinding.slot is not None else super().intent_of_event(event)

    def handle(self, event: pygame.Event) -> bool:
        repeated = self._is_key_repeat(event)
        if self.rebinding.slot is None:
            on_list = self.group.focused_widget is self.list_view
            if on_list and event.type == pygame.KEYDOWN and event.key in CLEAR_KEYS:
                self.clear_chosen_slot()
                return True
            return super().handle(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.rebinding.stop_waiting()
            return super().handle(event)
        if event.type == pygame.KEYDOWN and not repeated:
            self._handle_awaited_key(event, self.rebinding.slot)
        elif event.type == INTENT:
            self._handle_awaited_button(event, self.rebinding.slot)
        self.needs_redraw = True
        return event.type in KEY_EVENTS or super().handle(event)

    def _is_key_repeat(self, event: pygame.Event) -> bool:
        if event.type == pygame.KEYUP:
            self._pressed_keys.discard(event.key)
        if event.type != pygame.KEYDOWN:
            return False
        again = event.key in self._pressed_keys
        self._pressed_keys.add(event.key)
        return again

    def _handle_awaited_key(self, event: pygame.Event, slot: BindingSlot) -> None:
        if event.key == pygame.K_ESCAPE:
            self.rebinding.stop_waiting()
        elif slot.kind != "key":
            self.rebinding.message = _(screen_text.FIELD_TAKES_BUTTON)
        elif (chord := pressed_chord(event)) is not None:
            self.rebinding.bind_pressed_key_or_refuse(chord.text)

    def _handle_awaited_button(self, event: pygame.Event, slot: BindingSlot) -> None:
        if slot.kind == "button":
            self.rebinding.bind_pressed_key_or_refuse(event.button)
        elif event.name == "back":
            self.rebinding.stop_waiting()
        else:
            self.rebinding.message = _(screen_text.FIELD_TAKES_KEY)

    def place_widgets(self) -> None:
        rect, px = self.context.px_rect, self.context.px
        (left, width), (top, height) = self.content_left_and_width, self.content_top_and_height
        self._panel = self._place_groups()
        listing = self._panel.inflate(-px(16), 0)
        listing.y += px(HEADING_HEIGHT)
        # The list shows only whole rows.
        listing.height = (
            (listing.height - px(HEADING_HEIGHT + MESSAGE_HEIGHT))
            // px(ROW_HEIGHT)
            * px(ROW_HEIGHT)
        )
        self.widgets["list"].rect = listing
        foot, wide = top + height + 18, min(270.0, (width - 200) / 2)
        self.widgets["back"].rect = rect(left, foot, 180, 52)
        self.widgets["empty"].rect = rect(left + width - 2 * wide - 10, foot, wide, 52)
        self.widgets["reset"].rect = rect(left + width - wide, foot, wide, 52)

    def _place_groups(self) -> pygame.Rect:
        """Place the buttons of the groups at the left of the list, or above it in a narrow window.

        Returns:
            The rectangle of the list's panel in pixels.
        """
        rect, (left, width), (top, height) = (
            self.context.px_rect,
            self.content_left_and_width,
            self.content_top_and_height,
        )
        buttons = [self.widgets[f"group {group}"] for group in INTENT_GROUPS]
        if not self.is_narrow:
            for n, button in enumerate(buttons):
                button.rect = rect(left, top + 8 + 60 * n, GROUPS_WIDTH, 50)
            right = left + GROUPS_WIDTH + 24
            return rect(right, top + 8, width - GROUPS_WIDTH - 24, height - 8)
        wide = (width - 2 * 10) / 3
        for n, button in enumerate(buttons):
            button.rect = rect(left + n % 3 * (wide + 10), top + 8 + 58 * (n // 3), wide, 50)
        under = 8 + 58 * -(-len(buttons) // 3)
        return rect(left, top + under, width, height - under)

    def draw_content(self, surface: pygame.Surface) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        aside = _(screen_text.CHANGES_APPLY_AT_ONCE)
        self.draw_title(surface, _("Keys and gamepad"), aside)
        context.sprites.panel(PanelLook(), self._panel.size).draw(surface, self._panel.topleft)
        middle = self._panel.top + px(HEADING_HEIGHT / 2 + 2)
        for head, field in zip(binding_column_titles(), self.list_view.column_rects(), strict=True):
            place, room = (field.centerx, middle), field.width + px(8)
            style, ink = styles.STRONG, colours.accent
            context.fonts.draw_one_or_two_lines(surface, head, place, style, ink, "center", room)
        self._paint_message(surface)

    def _paint_message(self, surface: pygame.Surface) -> None:
        """Draw, below the list, the last message or else the instructions for the list."""
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        line = pygame.Rect(self._panel.x, 0, self._panel.width, max(1, px(1)))
        line.top = self.list_view.rect.bottom + px(6)
        surface.fill(colours.outline, line.inflate(-px(32), 0))
        room = pygame.Rect(
            line.x + px(22), line.top + px(8), line.width - px(44), px(MESSAGE_HEIGHT - 16)
        )
        message = self.rebinding.message
        text = message or self._usage_text()
        ink = colours.warning if self.rebinding.slot else colours.text if message else colours.muted
        context.fonts.draw_paragraph(surface, text, room, styles.BODY, ink)

    def _usage_text(self) -> str:
        return _(screen_text.BINDINGS_HELP)
