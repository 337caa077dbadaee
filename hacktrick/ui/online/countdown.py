"""The countdown at the seat that has to act: quiet figures, and words when little time is left."""

from __future__ import annotations

import math

import pygame

from hacktrick.seat.clock import DecisionClock
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.stage.context import Context
from hacktrick.words.online import time_left

HEIGHT, INSET, LAP = 25.0, 10.0, 7.0  # units; lap: how far it lies on the panel


class Countdown:
    """Draws a clock on the edge of a panel, and is heard twice: when little is left, and at the
    end. Nothing of it moves."""

    def __init__(self, context: Context, clock: DecisionClock) -> None:
        self.context, self.clock = context, clock
        self._shown: tuple[object, ...] = ()

    def update(self, own: bool) -> bool:
        """Whether it has to be drawn anew.

        Args:
            own: it is the time of the player at the screen.
        """
        clock = self.clock
        before = self._shown
        self._shown = (clock.seat, math.ceil(clock.left), clock.is_short)
        if self._shown == before:
            return False
        if clock.late is not None:
            self.context.play("invalid" if own else "ask", 0)
        elif own and clock.is_short and before[-1:] == (False,):
            self.context.play("ask", 0)
        return True

    def draw(self, surface: pygame.Surface, panel: pygame.Rect) -> None:
        """Below a player's panel, on its edge, where it covers nothing that is written there."""
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        text = time_left(self.clock.left, self.clock.is_short)
        ink = colours.warning if self.clock.is_short else colours.muted
        width = context.fonts.size(text, styles.LABEL)[0] + 2 * px(INSET)
        plate = pygame.Rect(0, 0, min(width, panel.width), px(HEIGHT))
        plate.topright = panel.right - px(INSET), panel.bottom - px(LAP)
        plate.bottom = min(plate.bottom, surface.get_height())
        look = PanelLook(edge=ink, edge_width=2.0 if self.clock.is_short else 1.0, raised=True)
        context.sprites.panel(look, plate.size).draw(surface, plate.topleft)
        room = plate.width - px(INSET)
        middle = (plate.centerx, plate.centery - px(1))  # the plate is raised
        context.fonts.text(surface, text, middle, styles.LABEL, ink, "center", room)
