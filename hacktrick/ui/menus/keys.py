"""The page of keys and gamepad buttons: what stands for what, and how to change it.

What may be bound to what is known to `bindings`, what is asked and answered to `rebinding`.
"""

from __future__ import annotations

import pygame

from hacktrick.ui.controls.intent_words import group_name
from hacktrick.ui.controls.menu import KEYS, Menu
from hacktrick.ui.controls.rebinding import Rebinding
from hacktrick.ui.controls.widgets import Button
from hacktrick.ui.keys.bindings import Slot
from hacktrick.ui.keys.chords import pressed
from hacktrick.ui.keys.intents import GROUPS, INTENT, INTENTS
from hacktrick.ui.menus.key_list import ROW, KeyList
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context
from hacktrick.words.translator import _

SIDE = 232.0  # units: width of the column of groups
HEAD, TOLD = 44.0, 66.0  # units above and below the list
CLEAR = (pygame.K_BACKSPACE, pygame.K_DELETE)


class KeysScene(Menu):
    tallest = 10_000.0  # the longer the list the better

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.group_shown = GROUPS[0]
        self.rebinding = Rebinding(context)
        self._held: set[int] = set()  # keys that are down: their repetitions are not meant
        self._panel = pygame.Rect(0, 0, 0, 0)

    @property
    def listing(self) -> KeyList:
        listing = self.named["list"]
        assert isinstance(listing, KeyList)
        return listing

    # --- Widgets ---

    def build(self) -> None:
        context = self.context
        for group in GROUPS:
            button = Button(context, group_name(group), lambda group=group: self.turn_to(group))  # type: ignore[misc]
            button.primary = group == self.group_shown
            self.put(f"group {group}", button)
        names = tuple(one.name for one in INTENTS if one.group == self.group_shown)
        self.put("list", KeyList(context, names, self.ask, lambda: self.rebinding.slot))
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
        elif (chord := pressed(event)) is not None:
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
