"""The deck on its way round the table: every player shuffles it, one after the other.

It shows what happens, at a pace that eyes can follow: the shuffles themselves take milliseconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.stage.animation import speed_of
from hacktrick.ui.stage.context import Context

TRIP, RIFFLE = 0.28, 0.34  # seconds from one to the next, and of a shuffle
CARD = (54.0, 74.0)  # units
BACKS = 5  # of the pile that are seen apart


class Procession:
    """Runs once for every deal."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._n = 0
        self._time = 0.0
        self._running = False

    @property
    def running(self) -> bool:
        return self._running

    @property
    def seat(self) -> int:
        """Who shuffles now."""
        return min(self._n - 1, int(self._time / (TRIP + RIFFLE)))

    def begin(self, n_seats: int) -> None:
        speed = speed_of(self.context.settings)
        self._n, self._time = n_seats, 0.0
        self._running = speed > 0 and not self.context.settings.reduced_motion

    def cut(self) -> None:
        self._running = False

    def update(self, dt: float) -> None:
        if self._running:
            self._time += dt * speed_of(self.context.settings)
            self._running = self._time < self._n * (TRIP + RIFFLE)

    def draw(
        self, surface: pygame.Surface, middle: pygame.Rect, panel: Callable[[int], pygame.Rect]
    ) -> None:
        """
        Args:
            middle: where the deck lies at first.
            panel: of a seat.
        """
        seat, within = self.seat, self._time % (TRIP + RIFFLE)
        start = middle.center if seat == 0 else panel(seat - 1).center
        goal = panel(seat).center
        share = min(1.0, within / TRIP)
        eased = share * share * (3 - 2 * share)
        x = start[0] + (goal[0] - start[0]) * eased
        y = start[1] + (goal[1] - start[1]) * eased
        riffle = max(0.0, within - TRIP) / RIFFLE
        self._draw_pile(surface, x, y, math.sin(math.pi * riffle))

    def _draw_pile(self, surface: pygame.Surface, x: float, y: float, apart: float) -> None:
        px = self.context.px
        size = (px(CARD[0]), px(CARD[1]))
        back = self.context.sprites.card(CardLook(None), size)
        for n in range(BACKS):
            side = 1 if n % 2 else -1
            left = x - size[0] / 2 + side * apart * px(26) + n * px(2)
            top = y - size[1] / 2 - n * px(2) - apart * px(3 * n)
            back.draw(surface, (round(left), round(top)))
