"""Wider widgets: a line of text to type in, an area that scrolls, a list to choose from.

They must not know the game. While a text field has the focus the system's text input is on; it
is off at all other times because an input method would swallow the digit keys.
"""

from collections.abc import Callable

import pygame

from hacktrick.ui.controls.widgets import PADDING, Widget, draw_label
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.paint.tools import mix
from hacktrick.ui.stage.context import Context

Paint = Callable[[pygame.Surface, pygame.Rect], None]
DRAG = 8  # units that a press may stray before it is a drag
PaintRow = Callable[[pygame.Surface, pygame.Rect, int, bool], None]


class TextField(Widget):
    """One line of text with a label. changed_to gets every new text."""

    takes_text = True

    def __init__(
        self,
        context: Context,
        label: str,
        text: str,
        changed_to: Callable[[str], None],
        longest: int = 24,
    ) -> None:
        super().__init__(context)
        self.label, self.text, self.changed_to, self.longest = label, text, changed_to, longest
        self.cursor = len(text)

    def focus_changed(self) -> None:
        if self.focused:
            self.cursor = len(self.text)
            pygame.key.start_text_input()
            pygame.key.set_text_input_rect(self._box())
        else:
            pygame.key.stop_text_input()

    def key(self, event: pygame.Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self.insert(event.text)
            return True
        if event.type != pygame.KEYDOWN:
            return False
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return self._shortcut(event.key)
        return self._edit(event.key) or bool(event.unicode and event.unicode.isprintable())

    def insert(self, text: str) -> None:
        clean = "".join(c for c in text if c.isprintable())[: self.longest - len(self.text)]
        self._set(
            self.text[: self.cursor] + clean + self.text[self.cursor :], self.cursor + len(clean)
        )

    def draw(self, surface: pygame.Surface) -> None:
        context, colours, box = self.context, self.context.theme.colours, self._box()
        draw_label(surface, self, self.label, box.left - context.px(12))
        context.sprites.lcd(box.size).draw(surface, box.topleft)
        inner = box.inflate(-2 * context.px(PADDING), 0)
        before = context.fonts.size(self.text[: self.cursor], styles.BODY)[0] if self.cursor else 0
        shift = max(0, before - inner.width)
        clip = surface.get_clip()
        surface.set_clip(inner.inflate(context.px(4), 0).clip(clip))
        if self.text:
            place = (inner.left - shift, inner.centery)
            context.fonts.text(surface, self.text, place, styles.BODY, colours.text, "midleft")
        if self.focused:
            line = pygame.Rect(0, 0, max(1, context.px(2)), context.px(20))
            line.center = inner.left - shift + before + 1, inner.centery
            surface.fill(colours.accent, line)
        surface.set_clip(clip)

    def _edit(self, key: int) -> bool:
        left, right = self.text[: self.cursor], self.text[self.cursor :]
        if key == pygame.K_BACKSPACE:
            self._set(left[:-1] + right, max(0, self.cursor - 1))
        elif key == pygame.K_DELETE:
            self._set(left + right[1:], self.cursor)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = -1 if key == pygame.K_LEFT else 1
            self.cursor = min(len(self.text), max(0, self.cursor + step))
        elif key in (pygame.K_HOME, pygame.K_END):
            self.cursor = 0 if key == pygame.K_HOME else len(self.text)
        else:
            return False
        return True

    def _shortcut(self, key: int) -> bool:
        if key == pygame.K_v:
            self.insert(self.context.clipboard.get())
        elif key == pygame.K_c:
            self.context.clipboard.put(self.text)
        else:
            return False
        return True

    def _set(self, text: str, cursor: int) -> None:
        self.cursor = cursor
        if text != self.text:
            self.text = text
            self.changed_to(text)
            self.changed()

    def _box(self) -> pygame.Rect:
        width = round(self.rect.width * (0.62 if self.label else 1.0))
        return pygame.Rect(self.rect.right - width, self.rect.y, width, self.rect.height)


class SearchField(TextField):
    """A field without a label, with a magnifying glass; `hint` stands in it while it is empty."""

    def __init__(
        self, context: Context, hint: str, text: str, changed_to: Callable[[str], None]
    ) -> None:
        super().__init__(context, "", text, changed_to, 60)
        self.hint = hint

    def clear(self) -> None:
        self._set("", 0)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        context, muted = self.context, self.context.theme.colours.muted
        size, place = context.px(18), (self.rect.right - context.px(22), self.rect.centery)
        context.sprites.icon("search", size, muted).draw_centred(surface, place)
        if not self.text and not self.focused:
            left = self.rect.left + context.px(PADDING)
            room = self.rect.right - context.px(36) - left
            place = (left, self.rect.centery)
            context.fonts.text(surface, self.hint, place, styles.BODY, muted, "midleft", room)


class ScrollArea(Widget):
    """A window on something taller. paint(surface, rect) draws it all; rect starts above the window
    when scrolled, and what sticks out is cut off."""

    def __init__(self, context: Context, paint: Paint, height: Callable[[int], int]) -> None:
        super().__init__(context)
        self.paint = paint
        self.content_height = height  # of the content in pixels, for a width in pixels
        self.offset = 0
        self._grip: tuple[int, int] | None = None  # where it was taken hold of: y and offset
        self._dragged = False

    @property
    def inner(self) -> pygame.Rect:
        """The room for the content: everything but the scroll bar."""
        return pygame.Rect(
            self.rect.topleft, (self.rect.width - self.context.px(14), self.rect.height)
        )

    @property
    def overflow(self) -> int:
        """How far one can scroll."""
        return max(0, self.content_height(self.inner.width) - self.rect.height)

    def scroll(self, pixels: int) -> bool:
        """True if anything moved."""
        new = min(self.overflow, max(0, self.offset + pixels))
        moved, self.offset = new != self.offset, new
        if moved:
            self.changed()
        return moved

    def show_end(self) -> None:
        self.offset = self.overflow
        self.changed()

    def wheel(self, steps: int) -> bool:
        self.scroll(-steps * self.context.px(48))
        return True

    def key(self, event: pygame.Event) -> bool:
        page, line = round(self.rect.height * 0.9), self.context.px(32)
        moves = {
            "page_up": -page,
            "page_down": page,
            "up": -line,
            "down": line,
            "first": -self.offset,
            "last": self.overflow,
        }
        name = self.context.intent(event)
        return name in moves and self.scroll(moves[name])

    def press(self, pos: tuple[int, int]) -> None:
        on_bar = pos[0] >= self.inner.right
        self._grip, self._dragged = None if on_bar else (pos[1], self.offset), False
        self.drag(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        """By its content, as on paper, or by the bar."""
        bar = self._bar()
        if self._grip is not None:
            y, offset = self._grip
            self._dragged = self._dragged or abs(pos[1] - y) > self.context.px(DRAG)
            if self._dragged:
                self.scroll(offset + y - pos[1] - self.offset)
        elif bar:
            part = (pos[1] - self.rect.y - bar.height / 2) / max(1, self.rect.height - bar.height)
            self.scroll(round(part * self.overflow) - self.offset)

    def draw(self, surface: pygame.Surface) -> None:
        self.offset = min(self.offset, self.overflow)
        clip = surface.get_clip()
        surface.set_clip(self.inner.clip(clip))
        content = self.inner.move(0, -self.offset)
        content.height = max(self.rect.height, self.rect.height + self.overflow)
        self.paint(surface, content)
        surface.set_clip(clip)
        bar = self._bar()
        if bar:
            colours = self.context.theme.colours
            edge = colours.accent if self.hovered else colours.outline
            self.context.sprites.pill(PanelLook(edge=edge), bar.size, filled=True).draw(
                surface, bar.topleft
            )

    def _bar(self) -> pygame.Rect | None:
        overflow, height = self.overflow, self.rect.height
        if not overflow:
            return None
        length = max(self.context.px(28), round(height * height / (height + overflow)))
        top = self.rect.y + round((height - length) * self.offset / overflow)
        width = self.context.px(6)
        return pygame.Rect(self.rect.right - width, top, width, length)


class ListView(ScrollArea):
    """Rows of one height to choose from. paint_row(surface, rect, number, chosen) draws one of
    them; chosen_row is called when the choice moves, picked when it is confirmed."""

    def __init__(
        self,
        context: Context,
        n_rows: int,
        row_height: float,
        paint_row: PaintRow,
        picked: Callable[[int], None] = lambda row: None,
        chosen_row: Callable[[int], None] = lambda row: None,
    ) -> None:
        super().__init__(context, self._rows, lambda width: self.n_rows * self._step())
        self.n_rows, self.row_height, self.paint_row = n_rows, row_height, paint_row
        self.picked, self.chosen_row = picked, chosen_row
        self.chosen = 0
        self._pressed_row: int | None = None  # under the mouse when it went down

    def activate(self) -> None:
        """A press that was let go where it began chooses its row; one that scrolled does not."""
        row, self._pressed_row = self._pressed_row, None
        dragged, self._dragged = self._dragged, False
        if dragged:
            return
        if row is not None:
            self.choose(row)
        if self.n_rows:
            self.picked(self.chosen)

    def key(self, event: pygame.Event) -> bool:
        self._pressed_row, self._dragged = None, False
        steps = {"up": -1, "down": 1, "page_up": -8, "page_down": 8}
        by = steps.get(self.context.intent(event), 0)
        return bool(by) and self.choose(self.chosen + by)

    def choose(self, row: int) -> bool:
        """Moves the choice and shows it; False at the ends, so that the focus can go on."""
        row = min(self.n_rows - 1, max(0, row))
        if row == self.chosen or row < 0:
            return False
        self.chosen = row
        top = row * self._step()
        low, high = top + self._step() - self.rect.height, top
        self.offset = min(max(self.offset, low), high)
        self.chosen_row(row)
        self.changed()
        return True

    def press(self, pos: tuple[int, int]) -> None:
        super().press(pos)
        row = (pos[1] - self.rect.y + self.offset) // self._step()
        on_row = pos[0] < self.inner.right and 0 <= row < self.n_rows
        self._pressed_row = row if on_row else None
        self._dragged = not on_row

    def _step(self) -> int:
        return self.context.px(self.row_height)

    def _rows(self, surface: pygame.Surface, content: pygame.Rect) -> None:
        step, colours = self._step(), self.context.theme.colours
        first = self.offset // step
        for row in range(first, min(self.n_rows, first + self.rect.height // step + 2)):
            rect = pygame.Rect(content.x, content.y + row * step, content.width, step)
            if row == self.chosen:
                surface.fill(mix(colours.panel, colours.accent, 0.14), rect)
            self.paint_row(surface, rect, row, row == self.chosen)
