"""What lies behind the title: the conductors of a circuit board that lead to the keypad.

It must not know the menu. Painted once for a window; it never moves.
"""

from __future__ import annotations

import random
from itertools import pairwise

import pygame

from hacktrick.themes import Colour, Theme
from hacktrick.ui.paint.tools import mix

PITCH = 9.0  # units between conductors of one bundle
FAINT, BRIGHT = 0.13, 0.34  # of the accent on the ground
BUNDLES = (
    # side, place along the edge of the keypad, conductors, run before the bend, bend, run after it
    (-1, 0.10, 5, 30.0, -58.0, 210.0),
    (-1, 0.42, 4, 60.0, 44.0, 330.0),
    (-1, 0.62, 6, 26.0, 96.0, 250.0),
    (-1, 0.93, 4, 44.0, -36.0, 420.0),
    (1, 0.14, 4, 22.0, 40.0, 90.0),
    (1, 0.50, 5, 36.0, -64.0, 120.0),
    (1, 0.80, 6, 20.0, 52.0, 140.0),
)


def conductors(
    surface: pygame.Surface, theme: Theme, hub: pygame.Rect, unit: float, light: bool
) -> None:
    """Bundles of conductors from both sides of ``hub``, each ending in a ring of solder.

    Args:
        light: one conductor of every bundle is live.
    """
    dice = random.Random(15)
    for side, along, n, run, bend, rest in BUNDLES:
        start = hub.left if side < 0 else hub.right, hub.top + along * hub.height
        live = dice.randrange(n)
        for k in range(n):
            share = BRIGHT if light and k == live else FAINT
            colour = mix(theme.colours.background, theme.colours.accent, share)
            inner = k if bend * side > 0 else n - 1 - k  # the inner one of a bend turns first
            path = _path(
                start, side, k, run + inner * PITCH * 0.41, bend, rest + 34 * (k % 3), unit
            )
            _trace(surface, path, colour, theme.colours.background, unit)


def _path(
    start: tuple[float, float],
    side: int,
    k: int,
    run: float,
    bend: float,
    rest: float,
    unit: float,
) -> list[tuple[float, float]]:
    """Straight, at 45 degrees up or down, and straight again."""
    x, y = start[0], start[1] + k * PITCH * unit
    first = (x + side * run * unit, y)
    second = (first[0] + side * abs(bend) * unit, y + bend * unit)
    return [(x, y), first, second, (second[0] + side * rest * unit, second[1])]


def _trace(
    surface: pygame.Surface,
    path: list[tuple[float, float]],
    colour: Colour,
    ground: Colour,
    unit: float,
) -> None:
    width = max(1, round(1.5 * unit))
    for start, end in pairwise(path):
        pygame.draw.aaline(surface, colour, start, end, width)
    ring = max(3, round(3.6 * unit))
    pygame.draw.aacircle(surface, ground, path[-1], ring)
    pygame.draw.aacircle(surface, colour, path[-1], ring, width)
