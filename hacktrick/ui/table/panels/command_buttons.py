"""The buttons of the turn beside the board, and the words of the top bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from hacktrick.i18n.translator import _
from hacktrick.i18n.turn_text import ButtonCaption
from hacktrick.ui.layout.boxes import columns, rows
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.geometry import TableGeometry
from hacktrick.ui.widgets.basic_widgets import Button, Widget
from hacktrick.ui.widgets.input_hints import draw_input_hint, input_hint_width

COMMAND = TextStyle("heading", 18)
SMALL_COMMAND = TextStyle("heading", 15)
TIGHT = 15.0  # units between the lines of a button that has much to say


class CommandButton(Button):
    """A button of the turn: its word, its key, its price and its effect."""

    def __init__(
        self, context: Context, action: Callable[[], None], hint: str, icon: str = ""
    ) -> None:
        super().__init__(context, "", action, hint=hint, icon=icon)
        self.warning = ""
        self.brief = ""
        self.is_free = False
        self.help = ""

    def tell(self, caption: ButtonCaption, *, primary: bool = False, help: str = "") -> None:
        self.label, self.price, self.effect = caption.label, caption.price, caption.effect
        self.warning, self.reason, self.primary = caption.warning, caption.reason, primary
        self.brief, self.is_free = caption.brief or caption.effect, caption.is_free
        self.help = help

    def activate(self) -> None:
        """Also where it is refused: the action itself says why."""
        if self.reason is None:
            self.context.play("select", 0)
        self.action()

    def draw(self, surface: pygame.Surface) -> None:
        self._panel(surface, self._look())
        context = self.context
        lip = context.px(3 * context.theme.surface.relief)
        down = lip if self.pressed and self.reason is None else 0
        inner = self.rect.inflate(-2 * context.px(9), 0).move(0, down)
        inner.height -= lip
        self._words(surface, inner)

    def _words(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        """The label with its key, then price and effect as far as there is room."""
        roomy = inner.height / self.context.scale >= 50
        style = COMMAND if roomy else SMALL_COMMAND
        step, margin = (17.5, 8) if roomy else (TIGHT, 1)
        first = self.context.px(style.size * (1.22 if roomy else 1.12))
        labels = self._label_lines(style, inner.width, max(1, inner.height // first))
        room = inner.height - first * len(labels)
        wanted = self._below(inner.width)
        if roomy and self.context.px(step) * len(wanted) > room - self.context.px(margin):
            step, margin = TIGHT, 3
        small = self.context.px(step)
        below = self._fitting(wanted, max(0, (room - self.context.px(margin)) // small))
        top = inner.centery - (first * len(labels) + small * len(below)) // 2
        hint = self._hint_width()
        for n, label in enumerate(labels):
            place = (inner.x, top + first * n + first // 2)
            width = inner.width - (0 if n else hint)
            self.context.fonts.text(surface, label, place, style, self._ink(), "midleft", width)
        if hint:
            place = (inner.right, top + first // 2)
            muted = self.context.theme.colours.muted
            draw_input_hint(surface, self.context, (self.hint,), place, "midright", muted)
        self._draw_below(surface, inner, top + first * len(labels), small, below)

    def _hint_width(self) -> int:
        width = input_hint_width(self.context, (self.hint,)) if self.hint else 0
        return width + self.context.px(6) if width else 0

    def _label_lines(self, style: TextStyle, width: int, most: int) -> list[str]:
        """The label on as few lines as it needs, the first one shorter because of the key."""
        fonts = self.context.fonts
        beside = width - self._hint_width()
        if fonts.fits(self.label, style, beside):
            return [self.label]
        top = fonts.wrap(self.label, style, beside)[0]
        rest = self.label[len(top) :].strip()
        if rest and not fonts.fits(rest, style, width):
            return [top, *fonts.wrap(rest, style, width)][:most]
        return [top, rest] if rest else [top]

    def _below(self, width: int) -> list[str]:
        """Price and effect: the brief effect where the long one does not fit, on two lines where
        even that is too long; what costs nothing needs no price then."""
        fonts = self.context.fonts
        effects = [self.effect, self.brief] if self.effect else []
        whole = next((one for one in effects if fonts.fits(one, styles.SMALL, width)), None)
        if whole is not None or not effects:
            return [line for line in (self.price, whole) if line]
        lines = fonts.wrap(self.brief, styles.SMALL, width)
        return lines if self.is_free else [self.price, *lines]

    def _fitting(self, wanted: list[str], most: int) -> list[str]:
        """As many lines as there is room for, but no effect without its end: a warning goes before
        the price, the price before any other effect."""
        if len(wanted) <= most:
            return wanted
        effect = wanted[1:] if wanted[0] == self.price else wanted
        if self.warning and self.reason is None and len(effect) <= most:
            return effect
        return [self.price][:most] if self.price else []

    def _draw_below(
        self, surface: pygame.Surface, inner: pygame.Rect, top: int, step: int, below: list[str]
    ) -> None:
        colours = self.context.theme.colours
        for n, line in enumerate(below):
            warned = line != self.price and bool(self.warning) and self.reason is None
            place = (inner.x, top + step * n + step // 2)
            colour = colours.warning if warned else colours.muted
            self.context.fonts.text(
                surface, line, place, styles.SMALL, colour, "midleft", inner.width
            )


class BarButton(Button):
    """A word of the top bar with its key; without it where it is ``brief``."""

    brief = False

    def width(self) -> int:
        fonts, px = self.context.fonts, self.context.px
        word = fonts.size(self.label, styles.BODY)[0]
        return word + self._hint() + px(8 if self._hint() else 0) + px(12 if self.brief else 20)

    def _hint(self) -> int:
        """Width of its key."""
        return 0 if self.brief or not self.hint else input_hint_width(self.context, (self.hint,))

    def draw(self, surface: pygame.Surface) -> None:
        context, colours = self.context, self.context.theme.colours
        if self.hovered or self.pressed:
            look = PanelLook(raised=True, hover=True, pressed=self.pressed)
            self._panel(surface, look)
        left = self.rect.x + context.px(6 if self.brief else 10)
        middle = self.rect.centery - context.px(1)
        if self._hint():
            place = (left, middle)
            box = draw_input_hint(surface, context, (self.hint,), place, "midleft", colours.muted)
            left = box.right + context.px(8)
        ink = colours.text if self.hovered else colours.muted
        place = (left, middle)
        context.fonts.text(surface, self.label, place, styles.BODY, ink, "midleft")


BAR_SHARE = 0.42  # of the bar: what its words may take with their keys
TALLEST = 80.0  # units: a button below others
HIGH = 150.0  # units of height from which a zone has room for wide gaps
WIDE_GAP = 8.0  # units


class BarButtons:
    """The words at the right of the bar, from its right end; ``panels``, the last of them, unfolds
    what has no room."""

    def __init__(
        self, context: Context, words: Sequence[BarButton], toggle_panels: Callable[[], None]
    ) -> None:
        self._context = context
        self.panels = BarButton(context, "", toggle_panels)
        self._all = (*words, self.panels)

    def place(self, places: TableGeometry) -> None:
        """With their keys only where there is room."""
        self.panels.label = _("Board") if places.opened else _("More")
        self.panels.visible = bool(places.table.folded)
        px, bar = self._context.px, places.table.top_bar
        brief = sum(part.width() for part in self._all) > bar.width * BAR_SHARE
        right = bar.right - px(8)
        for part in self._all:
            part.brief = brief
            if not part.visible:
                continue
            width = part.width()
            part.rect = pygame.Rect(right - width, bar.y, width, bar.height)
            part.rect.inflate_ip(0, -px(8))
            right -= width + px(2)

    @property
    def left(self) -> int:
        """Where they begin, in pixels."""
        return min(part.rect.x for part in self._all if part.visible)


def spread_buttons(
    context: Context, zone: pygame.Rect, parts: Sequence[Widget], flat: float, gap: float
) -> None:
    """Buttons below each other, or beside each other in a flat zone.

    Args:
        flat: so many times as wide as high is a flat zone.
        gap: units between them in a low zone.
    """
    px, n_parts = context.px, max(1, len(parts))
    between = px(WIDE_GAP if zone.height > px(HIGH) else gap)
    if zone.width > flat * zone.height:
        places = columns(zone, (1.0,) * n_parts, between)
    else:
        height = min(px(TALLEST), (zone.height - between * (n_parts - 1)) // n_parts)
        places = rows(zone, height, between, n_parts)
    for part, place in zip(parts, places, strict=False):
        part.rect = place
