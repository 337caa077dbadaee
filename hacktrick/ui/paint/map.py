"""The board of the server edition: a world of dots, and the links between the nine servers.

It must not know who owns a server. The world is decoration: it is too coarse to find a place on it.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise

import pygame

from hacktrick.themes import Theme
from hacktrick.ui.paint.middle import KEY_ORDER
from hacktrick.ui.paint.tools import Canvas, Sprite, alpha, mix

COLUMNS = 56
# For each row of dots from north to south: first and last dot of every stretch of land.
LAND: tuple[tuple[tuple[int, int], ...], ...] = (
    ((8, 14), (18, 23), (38, 54)),
    ((1, 4), (5, 16), (19, 21), (23, 23), (28, 31), (32, 54)),
    ((2, 3), (6, 16), (26, 26), (28, 30), (31, 51)),
    ((7, 17), (25, 26), (27, 31), (32, 48), (51, 51)),
    ((7, 16), (26, 31), (32, 40), (41, 47), (49, 49)),
    ((7, 15), (25, 26), (28, 29), (31, 33), (34, 40), (41, 46), (48, 49)),
    ((8, 14), (25, 28), (29, 32), (33, 36), (37, 39), (41, 45), (47, 47)),
    ((9, 11), (14, 14), (24, 31), (33, 35), (37, 40), (41, 45)),
    ((10, 12), (14, 15), (24, 32), (33, 35), (38, 40), (42, 43), (45, 45)),
    ((12, 13), (24, 32), (34, 34), (38, 39), (42, 43), (45, 46)),
    ((14, 17), (25, 33), (39, 39), (42, 42), (46, 46)),
    ((14, 18), (28, 33), (42, 42), (44, 46)),
    ((14, 20), (28, 32), (43, 44), (47, 50)),
    ((15, 20), (28, 32), (47, 48)),
    ((16, 20), (29, 32), (34, 34), (45, 49)),
    ((16, 18), (29, 31), (33, 33), (44, 50)),
    ((15, 18), (29, 30), (45, 50)),
    ((15, 17), (49, 49), (54, 54)),
    ((15, 16), (53, 53)),
    ((15, 16),),
)


def world(theme: Theme, size: tuple[int, int], unit: float, plate: bool = True) -> Sprite:
    """The land as dots in `size` pixels, on a plate or on whatever is there."""
    width, height = size
    canvas = Canvas(width, height)
    colours = theme.colours
    radius = theme.surface.corner * unit
    box = (0.0, 0.0, float(width), float(height))
    if plate:
        canvas.rounded(box, radius, alpha(colours.panel, 0.9), alpha(colours.panel, 0.6))
    step = min((width - 20 * unit) / COLUMNS, (height - 16 * unit) / len(LAND))
    left, top = (width - step * COLUMNS) / 2, (height - step * len(LAND)) / 2
    dot = alpha(mix(colours.decoration, colours.outline, 0.22), 1)
    for row, stretches in enumerate(LAND):
        for first, last in stretches:
            for column in range(first, last + 1):
                x, y = left + (column + 0.5) * step, top + (row + 0.5) * step
                canvas.stroke([(x, y)], step * 0.42, dot)
    if plate:
        canvas.frame(box, radius, theme.surface.outline * unit, alpha(colours.outline, 0.8))
    return canvas.finish()


def links(
    surface: pygame.Surface,
    theme: Theme,
    nodes: Mapping[int, pygame.Rect],
    lines: Iterable[tuple[int, int, int]],
    unit: float,
) -> None:
    """The connections of the board: for every line of three keys, from one to the next."""
    in_order = (sorted(line, key=KEY_ORDER.index) for line in lines)
    edges = {pair for line in in_order for pair in pairwise(line)}
    colour = mix(theme.colours.outline, theme.colours.panel, 0.25)
    for a, b in sorted(edges):
        start, end = nodes[a].center, nodes[b].center
        pygame.draw.aaline(surface, colour, start, end, max(1, round(1.5 * unit)))
