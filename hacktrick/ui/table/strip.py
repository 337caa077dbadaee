"""The strip at the lower right of the table: a few lines that somebody tells, and buttons below.

It must not know who tells them: a coach, a lesson or nobody. It stands in its zone and grows
upwards, over what lies there, as far as it needs to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

import pygame

from hacktrick.themes import Colour
from hacktrick.ui.controls.hints import draw_hint, hint_width
from hacktrick.ui.controls.widgets import Button, Widget
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context

Ink = Literal["text", "muted", "accent", "good", "warning"]

MOST_PRESSES = 6
LARGE = styles.TextStyle("strong", 17)
PRESS, GAP = 44.0, 6.0  # units: what a finger hits, and between two of them
SIDE, TOP, HEAD = 14.0, 10.0, 26.0  # units: margins, and the line of the title
ROW, TALL_ROW, BAR = 23.0, 36.0, 8.0  # units: a line with a chance, the same in a narrow strip
SHARE = 0.4  # of a line, for its words
NARROW = 270.0  # units of width, under which a bar stands below its line
AFTER = 5.0  # units below a paragraph


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that is told.

    Attributes:
        chance: 0 to 1: told in whole per cent, with a bar; ``other``: a second bar below it.
        faint: not sure yet.
        large: what everything here is about.
    """

    text: str
    ink: Ink = "text"
    chance: float | None = None
    other: float | None = None
    faint: bool = False
    large: bool = False

    @property
    def style(self) -> styles.TextStyle:
        return LARGE if self.large else styles.BODY


@dataclass(frozen=True, slots=True)
class Press:
    """A button. ``hint``: the intent that does the same; ``main``: what Enter does while it is
    there; ``lit``: what it leads to is shown now."""

    label: str
    do: Callable[[], None] = field(compare=False)
    hint: str = ""
    main: bool = False
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Content:
    """``title`` empty: there is nothing but the buttons, and the zone above is somebody else's.

    Attributes:
        columns: of the buttons; 0: as many as there is room for.
        edged: it wants to be seen.
    """

    title: str = ""
    aside: str = ""
    lines: tuple[Line, ...] = ()
    note: str = ""
    presses: tuple[Press, ...] = ()
    columns: int = 0
    edged: bool = False


class PressPart(Button):
    """A button of the strip: its word, and its key where there is room for it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "", _nothing)
        self.visible = False

    def tell(self, press: Press, rect: pygame.Rect) -> None:
        self.label, self.action, self.hint = press.label, press.do, press.hint
        self.primary, self.rect, self.visible = press.main or press.lit, rect, True

    def draw(self, surface: pygame.Surface) -> None:
        context, px = self.context, self.context.px
        self._panel(surface, self._look())
        lip = px(3 * context.theme.surface.relief)
        inner = self.rect.inflate(-2 * px(8), 0).move(0, lip if self.pressed else 0)
        inner.height -= lip
        room = inner.width
        less = hint_width(context, (self.hint,)) if self.hint else 0
        wide = context.fonts.size(self.label, styles.STRONG)[0] + px(6) + less <= room
        if less and wide:
            muted = context.theme.colours.muted
            draw_hint(surface, context, (self.hint,), inner.midright, "midright", muted)
            place = (inner.left, inner.centery)
            context.fonts.text(surface, self.label, place, styles.STRONG, self._ink(), "midleft")
            return
        fits = context.fonts.fits(self.label, styles.STRONG, room)
        style = styles.STRONG if fits else styles.SMALL
        middle = inner.center
        context.fonts.in_lines(surface, self.label, middle, style, self._ink(), "center", room)


class Strip(Widget):
    """The panel with its lines, and a fixed number of buttons that come and go.

    Attributes:
        rest: what is left of the zone where the strip has nothing but buttons.
    """

    focusable = False

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.presses = [PressPart(context) for _ in range(MOST_PRESSES)]
        self.content = Content()
        self.rest = pygame.Rect(0, 0, 0, 0)
        self._note = self._lines = pygame.Rect(0, 0, 0, 0)

    @property
    def widgets(self) -> list[Widget]:
        """In the order of Tab."""
        return [self, *self.presses]

    @property
    def top(self) -> int:
        """The upper edge of it and of what is left of its zone."""
        return min(self.rest.y, self.rect.y)

    @property
    def shown(self) -> list[PressPart]:
        return [part for part in self.presses if part.visible]

    @property
    def main(self) -> PressPart | None:
        """The button that Enter presses, where there is one."""
        for part, press in zip(self.presses, self.content.presses, strict=False):
            if press.main:
                return part
        return None

    def wanted(self, content: Content, zone: pygame.Rect) -> int:
        """The height that all of this would take in a zone, in pixels."""
        self.content = content
        px, foot = self.context.px, self._foot_height(zone)
        below = foot + px(GAP) if foot else 0
        return px(2 * TOP + HEAD) + self._height(zone.width) + below if content.title else below

    def tell(self, content: Content, zone: pygame.Rect, ceiling: int) -> None:
        """Show this in ``zone``, in pixels; growing up to ``ceiling``."""
        wanted = self.wanted(content, zone)
        self.visible = bool(content.title)
        px, foot = self.context.px, self._foot_height(zone)
        self.rest = zone.copy()
        if not content.title:
            self.rect = pygame.Rect(zone.x, zone.bottom - foot, zone.width, foot)
            self.rest.height -= foot + (px(GAP) if foot else 0)
            self._place_presses(self.rect)
            return
        height = min(max(zone.height, wanted), zone.bottom - ceiling)
        self.rect = pygame.Rect(zone.x, zone.bottom - height, zone.width, height)
        inner = self.rect.inflate(-2 * px(SIDE), -2 * px(TOP))
        self._place_presses(pygame.Rect(inner.x, inner.bottom - foot, inner.width, foot))
        top = inner.y + px(HEAD)
        bottom = inner.bottom - foot - (px(GAP) if foot else 0)
        note = self._note_height(inner.width)
        self._lines = pygame.Rect(inner.x, top, inner.width, max(0, bottom - note - top))
        self._note = pygame.Rect(inner.x, bottom - note, inner.width, note)

    # Places

    def _columns(self, width: int) -> int:
        n = len(self.content.presses)
        if self.content.columns:
            return self.content.columns
        least = 72.0 if n > 1 else 0.0
        while n > 1 and (width / self.context.scale - GAP * (n - 1)) / n < least:
            n = -(-n // 2)
        return max(1, n)

    def _foot_height(self, zone: pygame.Rect) -> int:
        n = len(self.content.presses)
        if not n:
            return 0
        px, inset = self.context.px, 2 * SIDE if self.content.title else 0.0
        rows = -(-n // self._columns(zone.width - px(inset)))
        return rows * px(PRESS) + (rows - 1) * px(GAP)

    def _place_presses(self, foot: pygame.Rect) -> None:
        px, columns = self.context.px, self._columns(foot.width)
        gap, height = px(GAP), px(PRESS)
        for part in self.presses:
            part.visible = False
        for n, press in enumerate(self.content.presses):
            row, place = divmod(n, columns)
            among = min(columns, len(self.content.presses) - row * columns)
            width = (foot.width - gap * (among - 1)) / among
            left = foot.x + round(place * (width + gap))
            top = foot.y + row * (height + gap)
            right = foot.x + round(place * (width + gap) + width)
            self.presses[n].tell(press, pygame.Rect(left, top, right - left, height))

    def _is_narrow(self, width: int) -> bool:
        return width / self.context.scale < NARROW

    def _line_height(self, line: Line, width: int) -> int:
        px, fonts = self.context.px, self.context.fonts
        if line.chance is None:
            return fonts.paragraph_height(line.text, line.style, width) + px(AFTER)
        height = px(TALL_ROW if self._is_narrow(width) else ROW) + self._wrapped(line, width)
        return height + (px(BAR) if line.other is not None else 0)

    def _room_for_words(self, width: int) -> int:
        """Beside the chance of a line."""
        return width - self.context.px(52) if self._is_narrow(width) else round(width * SHARE)

    def _wrapped(self, line: Line, width: int) -> int:
        """How much higher the words of a line with a chance are than a single line."""
        fonts, room = self.context.fonts, self._room_for_words(width)
        if fonts.fits(line.text, styles.BODY, room):
            return 0
        one = fonts.paragraph_height("8", styles.BODY, room)
        return fonts.paragraph_height(line.text, styles.BODY, room) - one

    def _note_height(self, width: int) -> int:
        note, px = self.content.note, self.context.px
        if not note:
            return 0
        return self.context.fonts.paragraph_height(note, styles.SMALL, width) + px(AFTER)

    def _height(self, zone_width: int) -> int:
        width = zone_width - 2 * self.context.px(SIDE)
        lines = sum(self._line_height(line, width) for line in self.content.lines)
        return lines + self._note_height(width)

    # The picture

    def draw(self, surface: pygame.Surface) -> None:
        context, content = self.context, self.content
        radius = round(context.theme.surface.corner * context.scale)
        pygame.draw.rect(surface, context.theme.colours.panel, self.rect, border_radius=radius)
        edge = context.theme.colours.accent if content.edged else None
        draw.panel(surface, context, self.rect, content.title, content.aside, edge, 1.6)
        for line, rect in self._placed():
            if line.chance is None:
                ink = self._colour(line.ink)
                context.fonts.paragraph(surface, line.text, rect, line.style, ink)
            else:
                self._row(surface, line, line.chance, rect)
        if content.note:
            ink = context.theme.colours.muted
            context.fonts.paragraph(surface, content.note, self._note, styles.SMALL, ink)

    def _placed(self) -> Iterator[tuple[Line, pygame.Rect]]:
        """The lines for which there is room."""
        top, room = self._lines.y, self._lines
        for line in self.content.lines:
            height = self._line_height(line, room.width)
            left = room.bottom - top
            if left < min(height, self.context.px(ROW)):
                return
            yield line, pygame.Rect(room.x, top, room.width, min(height, left))
            top += height

    def _row(self, surface: pygame.Surface, line: Line, chance: float, rect: pygame.Rect) -> None:
        """A line with its chance: the words, whole per cents, the bar."""
        context, px, fonts = self.context, self.context.px, self.context.fonts
        narrow = self._is_narrow(rect.width)
        middle = rect.y + px(ROW / 2)
        number = f"{round(100 * chance)} %"
        ink = self._colour("muted" if line.faint else line.ink)
        words, wrapped = self._room_for_words(rect.width), self._wrapped(line, rect.width)
        colour = self._colour(line.ink)
        if wrapped:
            room = pygame.Rect(rect.x, rect.y + px(2), words, rect.height)
            fonts.paragraph(surface, line.text, room, styles.BODY, colour)
        else:
            fonts.text(surface, line.text, (rect.x, middle), styles.BODY, colour, "midleft", words)
        right = rect.right if narrow else rect.x + words + px(50)
        fonts.text(surface, number, (right, middle), styles.MONO_STRONG, ink, "midright")
        left = rect.x if narrow else right + px(10)
        top = middle + px(11) + wrapped if narrow else middle - px(BAR / 2)
        bar = pygame.Rect(left, top, rect.right - left, px(BAR))
        colours = context.theme.colours
        draw.gauge(surface, context, bar, chance, colours.muted if line.faint else colours.accent)
        if line.other is not None:
            below = bar.move(0, px(BAR + 2))
            draw.gauge(surface, context, below, line.other, colours.warning)

    def _colour(self, ink: Ink) -> Colour:
        colour: Colour = getattr(self.context.theme.colours, ink)
        return colour


def _nothing() -> None:
    """What a button does that is not there."""
