"""The preview on the display page: the table with the current settings, and a picture per theme."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from hacktrick import resources
from hacktrick.app import themes
from hacktrick.app.workspace import Workspace
from hacktrick.i18n.new_match_options import NewMatchOptions, options_from_setting
from hacktrick.i18n.setting_text import setting_value_name
from hacktrick.ui.accessibility.tree import Node, PaintedText
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.context import Context
from hacktrick.ui.table.thumbnails import (
    ThumbnailCache,
    ThumbnailRequest,
    fitted_rect,
    thumbnail_request,
)
from hacktrick.ui.widgets.basic_widgets import Widget

WIDE_FROM = 780.0  # units: minimum width for the table beside the rows
ROWS_SHARE = 0.54  # fraction of the width for the rows of settings
GAP, NAME_HEIGHT = 12.0, 30.0
LINE_GAP, MAX_EXTRA_GAP = 6.0, 10.0  # units between lines of pictures
MIN_PICTURE_WIDTH = 84.0  # units: narrower pictures are left out
NAME_STYLE = styles.SMALL

PROPORTIONS = (16, 9)  # width to height of a theme's picture


class ThemePicture(Widget):
    """A button that chooses a theme, with a picture of that theme's table.

    Args:
        theme: the theme to choose, which may depend on the edition.
        shown_theme: the theme in the picture, which `build/assets/theme_pictures.py` renders.
    """

    def __init__(
        self, context: Context, theme: str, shown_theme: str, choose: Callable[[str], None]
    ) -> None:
        super().__init__(context)
        self.theme, self.choose = theme, choose
        with resources.required_asset("themes", f"{shown_theme}.png") as path:
            picture = pygame.image.load(path)
        self._picture = pygame.Surface(picture.get_size())  # true colour, as scaling needs
        self._picture.blit(picture, (0, 0))

    def activate(self) -> None:
        self.context.play("select", 0)
        self.choose(self.theme)

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        node = self.pressable_node(key, setting_value_name("theme", self.theme))
        return node._replace(is_selected=self.context.settings.theme == self.theme)

    def draw(self, surface: pygame.Surface) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        is_chosen = context.settings.theme == self.theme
        place = fitted_rect(self.rect, PROPORTIONS)
        surface.blit(pygame.transform.smoothscale(self._picture, place.size), place)
        pygame.draw.rect(surface, colours.outline, place, 1)
        if is_chosen or self.hovered:
            edge = colours.accent if is_chosen else colours.focus
            look = PanelLook(edge=edge, edge_width=2.2, glow_colour=edge if is_chosen else None)
            frame = place.inflate(px(6), px(6))
            pygame.draw.rect(surface, edge, frame, max(2, px(look.edge_width)), px(5))
        ink = colours.text if is_chosen else colours.muted
        below = pygame.Rect(self.rect.left, place.bottom + px(4), self.rect.width, px(NAME_HEIGHT))
        name = setting_value_name("theme", self.theme)
        middle = (place.centerx, below.centery)
        context.fonts.draw_one_or_two_lines(
            surface, name, middle, NAME_STYLE, ink, "center", below.width
        )


class DisplayPreview:
    """Lays out and draws the pictures of the display page."""

    def __init__(self, context: Context, workspace: Workspace) -> None:
        self.context = context
        self.pictures = ThumbnailCache(context, workspace)
        self.widgets: dict[str, ThemePicture] = {}
        self._current = pygame.Rect(0, 0, 0, 0)
        self._choices = NewMatchOptions()

    def create_widgets(self, choose: Callable[[str], None]) -> dict[str, ThemePicture]:
        """Return a new widget for every theme, keyed by its name in the menu."""
        self._choices = options_from_setting(self.context.settings.last_match)
        keys = (themes.THEME_OF_EDITION, *themes.theme_keys())
        self.widgets = {
            f"look {key}": ThemePicture(
                self.context, key, themes.resolve_theme(key, self._choices.preset), choose
            )
            for key in keys
        }
        return self.widgets

    def setting_rows_width(self, width: float) -> float:
        """Return the width that the rows of settings get.

        Args:
            width: the width of the page; in units, like the result.
        """
        return width * ROWS_SHARE if width >= WIDE_FROM else width

    def place_pictures(self, panel: pygame.Rect, rows_top: int, rows_bottom: int) -> None:
        """Place the pictures in the room that the rows of settings leave.

        Args:
            rows_top, rows_bottom: the upper and lower edge of the rows in pixels.
        """
        px = self.context.px
        inner = panel.inflate(-px(48), 0)
        below = pygame.Rect(
            inner.left, rows_bottom, inner.width, panel.bottom - px(12) - rows_bottom
        )
        if inner.width >= px(WIDE_FROM - 48):
            left = inner.left + round(inner.width * ROWS_SHARE) + px(28)
            beside = pygame.Rect(
                left, rows_top, inner.right - left, rows_bottom - rows_top - px(14)
            )
            self._current = fitted_rect(beside, self.context.size)
            self._current.centerx = beside.centerx
            themes_room = below
        else:
            self._current = fitted_rect(
                below.inflate(-round(below.width * 0.52), 0), self.context.size
            )
            self._current.topleft = below.topleft
            left = self._current.right + px(GAP * 1.5)
            themes_room = pygame.Rect(left, below.top, below.right - left, below.height)
        if self._current.width < px(MIN_PICTURE_WIDTH):
            self._current = pygame.Rect(0, 0, 0, 0)
        self._place_themes(themes_room)
        self._request_pictures()

    def _place_themes(self, room: pygame.Rect) -> None:
        px, n = self.context.px, len(self.widgets)
        gap, name = px(GAP), px(NAME_HEIGHT)
        columns = max(range(1, n + 1), key=lambda count: self._picture_width(room, count))
        wide = self._picture_width(room, columns)
        tall = round(wide * PROPORTIONS[1] / PROPORTIONS[0]) + name
        spare = room.width - columns * wide - (columns - 1) * gap
        step = wide + gap + (spare // max(1, columns - 1) if spare < wide and columns > 2 else 0)
        lines = -(-n // columns)
        down = tall + px(LINE_GAP)
        down += max(0, min(px(MAX_EXTRA_GAP), (room.height - lines * down) // lines))
        for number, widget in enumerate(self.widgets.values()):
            x = room.left + number % columns * step
            y = room.top + number // columns * down
            widget.rect = pygame.Rect(x, y, wide, tall)
            widget.visible = wide >= px(MIN_PICTURE_WIDTH)

    def _picture_width(self, room: pygame.Rect, columns: int) -> int:
        """Return the width in pixels of each theme's picture if they stand in ``columns``."""
        px, n = self.context.px, len(self.widgets)
        lines = -(-n // columns)
        wide = (room.width - (columns - 1) * px(GAP)) // columns
        tall = (room.height - (lines - 1) * px(LINE_GAP)) // lines - px(NAME_HEIGHT)
        return max(0, min(wide, round(tall * PROPORTIONS[0] / PROPORTIONS[1])))

    # The table with the current settings

    def _request_pictures(self) -> None:
        self.pictures.request([self._current_request()] if self._current.width else [])

    def _current_request(self) -> ThumbnailRequest:
        return thumbnail_request(
            self.context, self._choices, self.context.settings.theme, self._current.size
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table with the current settings."""
        if self._current.width:
            self.pictures.draw(surface, self._current, self._current_request(), "now")
