"""The picture of a signing key: the same for the same key, and easily told from others.

A pattern of five by five squares, mirrored, from a hash of the key: fifteen squares and a colour.
A picture is for eyes that have seen it before; the program itself compares whole keys.
"""

from __future__ import annotations

from hashlib import sha256

import pygame

from hacktrick.themes import Colour
from hacktrick.ui.stage.context import Context

SIDE = 5
HALF = 3  # columns; the others are their mirror


def draw_identicon(surface: pygame.Surface, context: Context, key: str, rect: pygame.Rect) -> None:
    """Into a square.

    Args:
        key: hexadecimal.
    """
    colours = context.theme.colours
    pygame.draw.rect(surface, colours.background, rect, border_radius=context.px(6))
    data = sha256(bytes.fromhex(key)).digest()
    ink: Colour = colours.players[data[-1] % len(colours.players)]
    step = (rect.width - 2 * context.px(4)) / SIDE
    for column in range(SIDE):
        source = min(column, SIDE - 1 - column)
        for row in range(SIDE):
            if data[source * SIDE + row] & 1:
                left = rect.left + context.px(4) + column * step
                top = rect.top + context.px(4) + row * step
                square = pygame.Rect(round(left), round(top), round(step) + 1, round(step) + 1)
                surface.fill(ink, square)
    pygame.draw.rect(surface, colours.outline, rect, max(1, context.px(1)), context.px(6))
