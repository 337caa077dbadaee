"""The preview on the display page: the table as it would look now, and every theme."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.app import themes
from hacktrick.app.workspace import Workspace
from hacktrick.i18n.new_match_options import NewMatchOptions, options_from_setting
from hacktrick.i18n.setting_text import value_name
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.thumbnails import (
    SAMPLE,
    ThumbnailCache,
    ThumbnailRequest,
    fitted_rect,
    thumbnail_request,
)
from hacktrick.ui.widgets.basic_widgets import Widget

WIDE = 780.0  # units of a page that has room beside its rows
ROWS = 0.54  # of its width
GAP, NAME = 12.0, 30.0
LINES, AIR = 6.0, 10.0  # units between lines of pictures, and more of it where there is room
LEAST = 84.0  # units: the narrowest picture of a theme
NAMES = styles.SMALL

Show = Callable[[pygame.Surface, pygame.Rect, str], None]


class ThemePicture(Widget):
    """A theme to be chosen by its picture."""

    def __init__(
        self, context: Context, theme: str, show: Show, choose: Callable[[str], None]
    ) -> None:
        super().__init__(context)
        self.theme, self.show, self.choose = theme, show, choose

    @property
    def picture(self) -> pygame.Rect:
        return fitted_rect(self.rect, SAMPLE)

    def activate(self) -> None:
        self.context.play("select", 0)
        self.choose(self.theme)

    def draw(self, surface: pygame.Surface) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        is_chosen = context.settings.theme == self.theme
        place = self.picture
        self.show(surface, place, self.theme)
        if is_chosen or self.hovered:
            edge = colours.accent if is_chosen else colours.focus
            look = PanelLook(edge=edge, edge_width=2.2, glow=edge if is_chosen else None)
            frame = place.inflate(px(6), px(6))
            pygame.draw.rect(surface, edge, frame, max(2, px(look.edge_width)), px(5))
        ink = colours.text if is_chosen else colours.muted
        below = pygame.Rect(self.rect.left, place.bottom + px(4), self.rect.width, px(NAME))
        name = value_name("theme", self.theme)
        middle = (place.centerx, below.centery)
        context.fonts.in_lines(surface, name, middle, NAMES, ink, "center", below.width)


class DisplayPreview:
    """The pictures of that page. ``rows`` is how wide its rows may be, in units."""

    def __init__(self, context: Context, workspace: Workspace) -> None:
        self.context = context
        self.pictures = ThumbnailCache(context, workspace)
        self.widgets: dict[str, ThemePicture] = {}
        self._now = pygame.Rect(0, 0, 0, 0)
        self._choices = NewMatchOptions()

    def build(self, choose: Callable[[str], None]) -> dict[str, ThemePicture]:
        """A widget for every theme, by its name among the others."""
        keys = (themes.THEME_OF_EDITION, *themes.theme_keys())
        self.widgets = {
            f"look {key}": ThemePicture(self.context, key, self._show, choose) for key in keys
        }
        return self.widgets

    def rows_width(self, width: float) -> float:
        """How much of a page that is ``width`` units wide its rows may have."""
        return width * ROWS if width >= WIDE else width

    def place(self, panel: pygame.Rect, rows_top: int, rows_bottom: int) -> None:
        """Pictures where the rows leave room for them."""
        px = self.context.px
        inner = panel.inflate(-px(48), 0)
        below = pygame.Rect(
            inner.left, rows_bottom, inner.width, panel.bottom - px(12) - rows_bottom
        )
        if inner.width >= px(WIDE - 48):
            left = inner.left + round(inner.width * ROWS) + px(28)
            beside = pygame.Rect(
                left, rows_top, inner.right - left, rows_bottom - rows_top - px(14)
            )
            self._now = fitted_rect(beside, self.context.size)
            self._now.centerx = beside.centerx
            themes_room = below
        else:
            self._now = fitted_rect(below.inflate(-round(below.width * 0.52), 0), self.context.size)
            self._now.topleft = below.topleft
            left = self._now.right + px(GAP * 1.5)
            themes_room = pygame.Rect(left, below.top, below.right - left, below.height)
        if self._now.width < px(LEAST):
            self._now = pygame.Rect(0, 0, 0, 0)
        self._place_themes(themes_room)
        self._want()

    def _place_themes(self, room: pygame.Rect) -> None:
        px, n = self.context.px, len(self.widgets)
        gap, name = px(GAP), px(NAME)
        columns = max(range(1, n + 1), key=lambda count: self._picture_width(room, count))
        wide = self._picture_width(room, columns)
        tall = round(wide * SAMPLE[1] / SAMPLE[0]) + name
        spare = room.width - columns * wide - (columns - 1) * gap
        step = wide + gap + (spare // max(1, columns - 1) if spare < wide and columns > 2 else 0)
        lines = -(-n // columns)
        down = tall + px(LINES)
        down += max(0, min(px(AIR), (room.height - lines * down) // lines))
        for number, widget in enumerate(self.widgets.values()):
            x = room.left + number % columns * step
            y = room.top + number // columns * down
            widget.rect = pygame.Rect(x, y, wide, tall)
            widget.visible = wide >= px(LEAST)

    def _picture_width(self, room: pygame.Rect, columns: int) -> int:
        """Of each, in so many columns."""
        px, n = self.context.px, len(self.widgets)
        lines = -(-n // columns)
        wide = (room.width - (columns - 1) * px(GAP)) // columns
        tall = (room.height - (lines - 1) * px(LINES)) // lines - px(NAME)
        return max(0, min(wide, round(tall * SAMPLE[0] / SAMPLE[1])))

    # Pictures

    def _want(self) -> None:
        self._choices = options_from_setting(self.context.settings.last_match)
        wishes = [self._wish_now()] if self._now.width else []
        wishes += [
            self._wish_of(one.theme, one.picture) for one in self.widgets.values() if one.visible
        ]
        self.pictures.want(wishes)

    def _wish_now(self) -> ThumbnailRequest:
        return thumbnail_request(
            self.context, self._choices, self.context.settings.theme, self._now.size
        )

    def _wish_of(self, theme: str, place: pygame.Rect) -> ThumbnailRequest:
        return thumbnail_request(self.context, self._choices, theme, place.size, sample=True)

    def _show(self, surface: pygame.Surface, place: pygame.Rect, theme: str) -> None:
        self.pictures.draw(surface, place, self._wish_of(theme, place), theme)

    def paint(self, surface: pygame.Surface) -> None:
        """The table as it would be now."""
        if self._now.width:
            self.pictures.draw(surface, self._now, self._wish_now(), "now")
