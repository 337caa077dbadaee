"""The list on the page of keys: what can be done, its two keys and its button."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.ui.controls.fields import ListView
from hacktrick.ui.controls.hints import draw_button
from hacktrick.ui.controls.intent_words import button_name, intent_name, key_name
from hacktrick.ui.keys.bindings import Slot
from hacktrick.ui.keys.intents import BY_NAME
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context
from hacktrick.words.translator import _

ROW = 50.0  # units
FIELD = (118.0, 34.0)  # units of a field for a key
GAP = 10.0
N_COLUMNS = 3  # key, second key, button


class KeyList(ListView):
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
            draw_button(surface, context, text, middle, colours.text)
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
    intent = BY_NAME[name]
    fixed = [key_name(text) for text in intent.fixed]
    fixed += [button_name(button) for button in intent.fixed_buttons]
    return _("always {keys}").format(keys=", ".join(fixed)) if fixed else ""
