"""A box over whatever is on the screen: its title at the top, its buttons in a line at its foot.

It must not know what any box is about.
"""

from __future__ import annotations

import pygame

from hacktrick.ui.controls.menu import Menu, dim, plate
from hacktrick.ui.controls.widgets import Widget
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import centred, columns
from hacktrick.ui.stage.context import Context

MARGIN = 32.0
FOOT = 52.0  # units: the height of its buttons
EDGE = 40.0  # units of the window that stay free beside a box
TITLE = styles.TextStyle("heading", 26)


class Dialogue(Menu):
    """Subclasses call ``lay_box`` and ``lay_foot`` in place(), and ``draw_box`` in draw()."""

    opaque = False

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._box = pygame.Rect(0, 0, 0, 0)

    def width(self, units: float) -> int:
        """Pixels of a box so many units wide, or of what the window leaves it."""
        return min(self.context.px(units), self.context.size[0] - self.context.px(EDGE))

    def lay_box(self, width: int, height: int) -> pygame.Rect:
        """Pixels of the box in the middle of the window; the room within its margins."""
        margin = self.context.px(MARGIN)
        self._box = centred(self.context.size, width, height)
        return self._box.inflate(-2 * margin, -2 * margin)

    def lay_foot(self, *buttons: Widget, least: int = 2) -> None:
        """Buttons in a line, each as wide as if there were ``least`` of them."""
        px = self.context.px
        inner = self._box.inflate(-2 * px(MARGIN), -2 * px(MARGIN))
        foot = pygame.Rect(inner.x, inner.bottom - px(FOOT), inner.width, px(FOOT))
        places = columns(foot, (1.0,) * max(least, len(buttons)), px(14))
        for button, place in zip(buttons, places[-len(buttons) :], strict=True):
            button.rect = place

    def draw_box(self, surface: pygame.Surface, title: str, gap: float) -> pygame.Rect:
        """The box with its title; what lies ``gap`` units below it."""
        dim(surface)
        context, px = self.context, self.context.px
        plate(surface, context, self._box)
        rest = self._box.inflate(-2 * px(MARGIN), -2 * px(MARGIN - 4))
        ink = context.theme.colours.text
        rest.y += context.fonts.paragraph(surface, title, rest, TITLE, ink) + px(gap)
        return rest
