"""The page of keys and gamepad buttons: what each intent is bound to, and how to change it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.i18n.translator import _
from hacktrick.ui.input.intents import GROUPS, INTENT, INTENT_BY_NAME, INTENTS
from hacktrick.ui.input.key_bindings import (
    FIXED_BUTTONS,
    FIXED_KEYS,
    Bindings,
    Slot,
    default_bindings,
    pressed_chord,
)
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.widgets.basic_widgets import Button, ListView
from hacktrick.ui.widgets.input_hints import (
    button_name,
    draw_pad_button,
    group_name,
    intent_name,
    key_name,
)
from hacktrick.ui.widgets.menu import KEYS, Menu

ROW = 50.0  # units
FIELD = (118.0, 34.0)  # units of a field for a key
GAP = 10.0
N_COLUMNS = 3  # key, second key, button


class KeyBindingList(ListView):
    """One line for each intent of a group. `chosen` and `column` say which field is chosen.

    Args:
        asked: called with the slot that is to get another key or button.
        asking: the slot that waits for one.
    """

    def __init__(
        self,
        context: Context,
        names: tuple[str, ...],
        asked: Callable[[Slot], None],
        asking: Callable[[], Slot | None],
    ) -> None:
        super().__init__(context, len(names), ROW, self._row, self._picked)
        self.names, self.column = names, 0
        self._asked, self._asking = asked, asking

    @property
    def slot(self) -> Slot:
        """The chosen field."""
        name = self.names[self.chosen]
        last = self.column == N_COLUMNS - 1
        return Slot(name, "button") if last else Slot(name, "key", self.column)

    def key(self, event: pygame.Event) -> bool:
        by = {"left": -1, "right": 1}.get(self.context.intent(event), 0)
        if by and 0 <= self.column + by < N_COLUMNS:
            self.column += by
            return True
        return super().key(event)

    def press(self, pos: tuple[int, int]) -> None:
        super().press(pos)
        for column in range(N_COLUMNS):
            field = self._field(self.inner, column)
            if field.left - self.context.px(GAP / 2) <= pos[0]:
                self.column = column

    def columns(self) -> list[pygame.Rect]:
        """The fields of a row at the top of the list, for the headings above them."""
        return [self._field(self.inner, column) for column in range(N_COLUMNS)]

    def field_of(self, slot: Slot) -> pygame.Rect:
        """The place of a field, where it is now."""
        px = self.context.px
        top = self.rect.y + self.names.index(slot.intent) * px(ROW) - self.offset
        line = pygame.Rect(self.inner.x, top, self.inner.width, px(ROW))
        return self._field(line, N_COLUMNS - 1 if slot.kind == "button" else slot.place)

    def _picked(self, _row: int) -> None:
        self._asked(self.slot)

    def _field(self, row: pygame.Rect, column: int) -> pygame.Rect:
        px = self.context.px
        width, height = px(FIELD[0]), px(FIELD[1])
        right = row.right - px(GAP) - (N_COLUMNS - 1 - column) * (width + px(GAP))
        top = row.y + (px(ROW) - height) // 2
        return pygame.Rect(right - width, top, width, height)

    def _row(self, surface: pygame.Surface, rect: pygame.Rect, row: int, chosen: bool) -> None:
        context, colours = self.context, self.context.theme.colours
        fonts, px, name = context.fonts, context.px, self.names[row]
        left = rect.left + px(14)
        room = self._field(rect, 0).left - left - px(GAP)
        always = _always(name)
        middle = rect.centery - (px(9) if always else 0)
        ink = colours.text if chosen else colours.muted
        style = styles.STRONG if chosen else styles.BODY
        fonts.text(surface, intent_name(name), (left, middle), style, ink, "midleft", room)
        if always:
            place = (left, rect.centery + px(10))
            fonts.text(surface, always, place, styles.SMALL, colours.muted, "midleft", room)
        for column in range(N_COLUMNS):
            last = column == N_COLUMNS - 1
            slot = Slot(name, "button") if last else Slot(name, "key", column)
            self._draw_field(surface, self._field(rect, column), slot)

    def _draw_field(self, surface: pygame.Surface, field: pygame.Rect, slot: Slot) -> None:
        context, colours = self.context, self.context.theme.colours
        asking, chosen = slot == self._asking(), slot == self.slot
        edge = colours.warning if asking else colours.accent if chosen else None
        look = PanelLook(edge=edge, edge_width=2.0 if edge else 1.0, raised=not asking)
        context.sprites.panel(look, field.size).draw(surface, field.topleft)
        middle = field.centerx, field.centery - context.px(1)
        text = context.bindings.at(slot)
        room = field.width - context.px(12)
        if asking:
            self._word(surface, _("press …"), middle, colours.warning, room)
        elif not text:
            self._word(surface, "–", middle, colours.muted, room)
        elif slot.kind == "button":
            draw_pad_button(surface, context, text, middle, colours.text)
        else:
            self._word(surface, key_name(text), middle, colours.text, room)

    def _word(
        self,
        surface: pygame.Surface,
        text: str,
        middle: tuple[float, float],
        colour: tuple[int, int, int],
        room: int,
    ) -> None:
        fonts = self.context.fonts
        fonts.text(surface, text, middle, styles.KEY_HINT, colour, "center", room)


def _always(name: str) -> str:
    """The keys and buttons that cannot be changed."""
    intent = INTENT_BY_NAME[name]
    fixed = [key_name(text) for text in intent.fixed]
    fixed += [button_name(button) for button in intent.fixed_buttons]
    return _("always {keys}").format(keys=", ".join(fixed)) if fixed else ""


class Rebinding:
    """`slot` is the one that waits for a key or a button, None while nothing is asked; `told` is
    the sentence that belongs to what happened last."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.slot: Slot | None = None
        self.told = ""
        self._wanted = ""  # what was pressed already and stands for something else

    def ask(self, slot: Slot) -> None:
        """The next key or button is for this slot."""
        self.slot, self._wanted = slot, ""
        if slot.kind == "key":
            self.told = _("Press the key for “{intent}”, or Escape to leave it as it is.")
        else:
            self.told = _("Press the button of the gamepad for “{intent}”.")
        self.told = self.told.format(intent=intent_name(slot.intent))

    def cancel(self) -> None:
        if self.slot is not None:
            self.slot, self.told = None, _("Nothing has changed.")

    def offer(self, text: str) -> None:
        """A key or button was pressed."""
        slot, bindings = self.slot, self.context.bindings
        assert slot is not None
        refusal = bindings.refusal(slot, text)
        if refusal is not None:
            self.told = self._refused(slot, text, refusal == "fixed")
            return
        holder = bindings.holder(slot, text)
        if holder is not None and holder.intent != slot.intent and self._wanted != text:
            self._wanted = text
            self.told = _conflict(slot, text, holder.intent, bindings.at(slot))
            return
        self._keep(bindings.bind(slot, text))
        self.slot, self.told = None, _bound(slot, text)

    def empty(self, slot: Slot) -> None:
        """Take the key or button of a slot away."""
        self.slot = None
        bindings = self.context.bindings
        if not bindings.at(slot):
            self.told = _("There is nothing to empty.")
        elif bindings.refusal(slot, ""):
            self.told = self._refused(slot, "", fixed=False)
        else:
            self._keep(bindings.bind(slot, ""))
            self.told = _("“{intent}” has lost it.").format(intent=intent_name(slot.intent))

    def reset(self) -> None:
        """The usual keys and buttons, all of them."""
        self.slot = None
        self._keep(default_bindings())
        self.told = _("All keys and buttons are the usual ones.")

    def _keep(self, bindings: Bindings) -> None:
        self.context.change_settings(
            keys=bindings.changed_keys(), buttons=bindings.changed_buttons()
        )

    def _refused(self, slot: Slot, text: str, fixed: bool) -> str:
        if not fixed:
            holder = self.context.bindings.holder(slot, text) if text else None
            name = (holder or slot).intent
            return _("A gamepad cannot do without a button for “{intent}”.").format(
                intent=intent_name(name)
            )
        name = FIXED_KEYS[text] if slot.kind == "key" else FIXED_BUTTONS[text]
        return _("{key} always stands for “{intent}”. Press another one.").format(
            key=_named(slot, text), intent=intent_name(name)
        )


def _named(slot: Slot, text: str) -> str:
    return key_name(text) if slot.kind == "key" else button_name(text)


def _conflict(slot: Slot, text: str, other: str, own: str) -> str:
    if own:
        told = _(
            "{key} stands for “{intent}” already. Press it once more and the two change places, or "
            "press another one."
        )
    else:
        told = _(
            "{key} stands for “{intent}” already. Press it once more to take it from there, or "
            "press another one."
        )
    return told.format(key=_named(slot, text), intent=intent_name(other))


def _bound(slot: Slot, text: str) -> str:
    return _("{key} now stands for “{intent}”.").format(
        key=_named(slot, text), intent=intent_name(slot.intent)
    )


SIDE = 232.0  # units: width of the column of groups
HEAD, TOLD = 44.0, 66.0  # units above and below the list
CLEAR = (pygame.K_BACKSPACE, pygame.K_DELETE)


class KeyBindingsScene(Menu):
    tallest = 10_000.0  # the longer the list the better

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.group_shown = GROUPS[0]
        self.rebinding = Rebinding(context)
        self._held: set[int] = set()  # keys that are down: their repetitions are not meant
        self._panel = pygame.Rect(0, 0, 0, 0)

    @property
    def listing(self) -> KeyBindingList:
        listing = self.named["list"]
        assert isinstance(listing, KeyBindingList)
        return listing

    # --- Widgets ---

    def build(self) -> None:
        context = self.context
        for group in GROUPS:
            button = Button(context, group_name(group), lambda group=group: self.turn_to(group))  # type: ignore[misc]
            button.primary = group == self.group_shown
            self.put(f"group {group}", button)
        names = tuple(one.name for one in INTENTS if one.group == self.group_shown)
        self.put("list", KeyBindingList(context, names, self.ask, lambda: self.rebinding.slot))
        self.put("back", Button(context, _("Back"), self.back, icon="left", hint="back"))
        self.put("empty", Button(context, _("Empty the field"), self.empty, icon="cross"))
        self.put("reset", Button(context, _("The usual keys"), self.reset, icon="undo"))

    def first_focus(self) -> str:
        return "list"

    def turn_to(self, group: str) -> None:
        self.group_shown = group
        self.rebinding.cancel()
        self.rebinding.told = ""
        self.remake()

    def ask(self, slot: Slot) -> None:
        self.rebinding.ask(slot)
        self.dirty = True

    def empty(self) -> None:
        self.rebinding.empty(self.listing.slot)
        self.dirty = True

    def reset(self) -> None:
        self.rebinding.reset()
        self.dirty = True

    # --- Events ---

    def intent(self, event: pygame.Event) -> str:
        """While a key is asked for, none means anything else."""
        return "" if self.rebinding.slot is not None else super().intent(event)

    def handle(self, event: pygame.Event) -> bool:
        repeated = self._is_repeated(event)
        if self.rebinding.slot is None:
            on_list = self.group.focus is self.listing
            if on_list and event.type == pygame.KEYDOWN and event.key in CLEAR:
                self.empty()
                return True
            return super().handle(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.rebinding.cancel()
            return super().handle(event)
        if event.type == pygame.KEYDOWN and not repeated:
            self._take_key(event, self.rebinding.slot)
        elif event.type == INTENT:
            self._take_button(event, self.rebinding.slot)
        self.dirty = True
        return event.type in KEYS or super().handle(event)

    def _is_repeated(self, event: pygame.Event) -> bool:
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        if event.type != pygame.KEYDOWN:
            return False
        again = event.key in self._held
        self._held.add(event.key)
        return again

    def _take_key(self, event: pygame.Event, slot: Slot) -> None:
        if event.key == pygame.K_ESCAPE:
            self.rebinding.cancel()
        elif slot.kind != "key":
            self.rebinding.told = _("This field is for a button of the gamepad.")
        elif (chord := pressed_chord(event)) is not None:
            self.rebinding.offer(chord.text)

    def _take_button(self, event: pygame.Event, slot: Slot) -> None:
        if slot.kind == "button":
            self.rebinding.offer(event.button)
        elif event.name == "back":
            self.rebinding.cancel()
        else:
            self.rebinding.told = _("This field is for a key of the keyboard.")

    # --- Places ---

    def place(self) -> None:
        rect, px = self.context.rect, self.context.px
        (left, width), (top, height) = self.page, self.body
        self._panel = self._place_groups()
        listing = self._panel.inflate(-px(16), 0)
        listing.y += px(HEAD)
        listing.height = (listing.height - px(HEAD + TOLD)) // px(ROW) * px(ROW)  # whole lines
        self.named["list"].rect = listing
        foot, wide = top + height + 18, min(270.0, (width - 200) / 2)
        self.named["back"].rect = rect(left, foot, 180, 52)
        self.named["empty"].rect = rect(left + width - 2 * wide - 10, foot, wide, 52)
        self.named["reset"].rect = rect(left + width - wide, foot, wide, 52)

    def _place_groups(self) -> pygame.Rect:
        """The groups left of the list, or in lines above it; returns the panel of the list."""
        rect, (left, width), (top, height) = self.context.rect, self.page, self.body
        buttons = [self.named[f"group {group}"] for group in GROUPS]
        if not self.narrow:
            for n, button in enumerate(buttons):
                button.rect = rect(left, top + 8 + 60 * n, SIDE, 50)
            right = left + SIDE + 24
            return rect(right, top + 8, width - SIDE - 24, height - 8)
        wide = (width - 2 * 10) / 3
        for n, button in enumerate(buttons):
            button.rect = rect(left + n % 3 * (wide + 10), top + 8 + 58 * (n // 3), wide, 50)
        under = 8 + 58 * -(-len(buttons) // 3)
        return rect(left, top + under, width, height - under)

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        aside = _("Everything applies at once and is remembered.")
        self.draw_title(surface, _("Keys and gamepad"), aside)
        context.sprites.panel(PanelLook(), self._panel.size).draw(surface, self._panel.topleft)
        middle = self._panel.top + px(HEAD / 2 + 2)
        heads = (_("Key"), _("Second key"), _("Gamepad"))
        for head, field in zip(heads, self.listing.columns(), strict=True):
            place, room = (field.centerx, middle), field.width + px(8)
            style, ink = styles.STRONG, colours.accent
            context.fonts.in_lines(surface, head, place, style, ink, "center", room)
        self._paint_told(surface)

    def _paint_told(self, surface: pygame.Surface) -> None:
        """What is asked and answered stays there until something else is."""
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        line = pygame.Rect(self._panel.x, 0, self._panel.width, max(1, px(1)))
        line.top = self.listing.rect.bottom + px(6)
        surface.fill(colours.outline, line.inflate(-px(32), 0))
        room = pygame.Rect(line.x + px(22), line.top + px(8), line.width - px(44), px(TOLD - 16))
        told = self.rebinding.told
        text = told or self._usage()
        ink = colours.warning if self.rebinding.slot else colours.text if told else colours.muted
        context.fonts.paragraph(surface, text, room, styles.BODY, ink)

    def _usage(self) -> str:
        return _(
            "Choose a field, confirm, and press the new key or button. What always means something "
            "cannot be taken from it."
        )
