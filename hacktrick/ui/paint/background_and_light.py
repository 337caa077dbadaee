"""Paints screen backgrounds, the world map, the light along a completed line, and LCD text."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

import pygame

from hacktrick.app.themes import LEGIBLE_FACES, Colour, Theme
from hacktrick.game.keypad import KEY_ORDER
from hacktrick.ui.paint.canvas import (
    WHITE,
    Canvas,
    Point,
    Sprite,
    as_additive_light,
    mix_colours,
    with_alpha,
)
from hacktrick.ui.paint.fonts import LCD, Fonts, TextStyle

SCAN_LINE_STEP = 6  # distance between scan lines, in layout units
PAPER_BAR_HEIGHT = 26.0  # height of a bar of printer paper, in layout units
PAPER_HOLE_RADIUS = 3.4  # radius of a sprocket hole, in layout units
PAPER_HOLE_INSET = 8.0  # distance of the holes from the paper's edge, in layout units
LAMP_LIGHT: Colour = (150, 104, 58)
SCREEN_LIGHT: Colour = (62, 122, 128)
ALL_SEGMENTS = "~"  # the character that has every segment lit in the DSEG font


def background(theme: Theme, size: tuple[int, int], scale: float) -> pygame.Surface:
    """Return the opaque background of a screen of ``size`` pixels.

    Most backgrounds are lit in the middle and darker towards the corners. Some themes add scan
    lines or printer paper.
    """
    small = _background_colours_picture(theme)
    # Scaling up in two steps avoids visible cells.
    ground = pygame.transform.smoothscale(pygame.transform.smoothscale(small, (256, 144)), size)
    if theme.surface.vignette:
        _add_grain(ground, pygame.BLEND_RGB_SUB if theme.light else pygame.BLEND_RGB_ADD)
    if theme.surface.scan_lines:
        _draw_scan_lines(theme, ground, scale)
    if theme.surface.paper:
        _draw_printer_paper(theme, ground, scale)
    return ground


@lru_cache(maxsize=8)
def _background_colours_picture(theme: Theme) -> pygame.Surface:
    """Return the colours of a theme's background as a picture of 64 by 36 pixels, to scale up."""
    small = pygame.Surface((64, 36))
    for y in range(36):
        for x in range(64):
            colour = _background_colour(theme, (x - 31.5) / 32, (y - 15.5) / 18)
            small.set_at((x, y), colour)
    return small


def _draw_printer_paper(theme: Theme, ground: pygame.Surface, scale: float) -> None:
    """Draw printer paper: horizontal bars, and sprocket holes along both edges."""
    width, height = ground.get_size()
    bar = pygame.Surface((width, round(PAPER_BAR_HEIGHT * scale)), pygame.SRCALPHA)
    bar.fill(with_alpha(theme.colours.accent, 0.045 * theme.surface.paper))
    hole = mix_colours(theme.colours.background, theme.colours.shadow, 0.3)
    rim = mix_colours(theme.colours.background, theme.colours.shadow, 0.5)
    radius = PAPER_HOLE_RADIUS * scale
    for n in range(math.ceil(height / (PAPER_BAR_HEIGHT * scale))):
        if n % 2:
            ground.blit(bar, (0, round(n * PAPER_BAR_HEIGHT * scale)))
        for x in (PAPER_HOLE_INSET * scale, width - PAPER_HOLE_INSET * scale):
            middle = round(x), round((n + 0.5) * PAPER_BAR_HEIGHT * scale)
            pygame.draw.aacircle(ground, hole, middle, round(radius))
            pygame.draw.aacircle(ground, rim, middle, round(radius), max(1, round(scale)))


CIRCUIT_TRACES = (
    (0.14, 0.30, 0.00, 0.74),
    (0.20, 0.34, 0.05, 0.82),
    (0.26, 0.38, 0.10, 0.86),
    (0.44, 0.26, 0.66, 0.70),
    (0.50, 0.22, 0.74, 0.80),
    (0.56, 0.18, 0.82, 0.88),
)
"""For each circuit trace: its height at the start, where it bends, its height at the end, and its
reach. Heights are shares of the sprite's height, bend and reach of its width."""


def circuit_traces(theme: Theme, size: tuple[int, int], scale: float, *, is_left: bool) -> Sprite:
    """Return circuit traces from the keypad's housing to the left or right, which end in rings."""
    width, height = size
    canvas = Canvas(width, height, pad=round(4 * scale))
    tint = mix_colours(theme.colours.accent, theme.colours.background, 0.72)
    ink = with_alpha(tint, 0.75)
    line, ring = max(1.0, 1.1 * scale), 3.2 * scale
    for start, bend, end, reach in CIRCUIT_TRACES:
        y0, y1 = height * start, height * end
        x0, x1, x2 = 0.0, width * bend, width * bend + abs(y1 - y0)
        x3 = max(width * reach, x2 + 12 * scale)
        if x3 > width - ring:
            continue
        path = [(x0, y0), (x1, y0), (x2, y1), (x3, y1)]
        eye = [
            (
                x3 + ring + ring * math.cos(math.pi * n / 8),
                y1 + ring * math.sin(math.pi * n / 8),
            )
            for n in range(17)
        ]
        for piece in (path, eye):
            turned = [(width - x, y) if is_left else (x, y) for x, y in piece]
            canvas.stroke(turned, line, ink)
    return canvas.to_sprite()


def _add_grain(ground: pygame.Surface, blend: int) -> None:
    """Add faint noise, the same every time, which hides the steps of a dark 8-bit gradient.

    Args:
        ground: the background to change.
        blend: the blend flag with which pygame applies the noise.
    """
    tile = _grain_tile()
    for y in range(0, ground.get_height(), 128):
        for x in range(0, ground.get_width(), 128):
            ground.blit(tile, (x, y), special_flags=blend)


@lru_cache(maxsize=1)
def _grain_tile() -> pygame.Surface:
    greys = bytes(random.Random(5).choices((0, 0, 1, 2), k=128 * 128))
    pixels = bytearray(3 * len(greys))
    pixels[0::3] = pixels[1::3] = pixels[2::3] = greys
    return pygame.image.frombytes(bytes(pixels), (128, 128), "RGB")


def _background_colour(theme: Theme, x: float, y: float) -> Colour:
    far = min(1.0, (x * x * 0.85 + y * y) ** 0.5)
    lit = mix_colours(
        theme.colours.background_light, theme.colours.background, min(1.0, far * 1.15) ** 0.8
    )
    dark = 0.42 * theme.surface.vignette * max(0.0, far - 0.45) / 0.55
    shaded = mix_colours(lit, theme.colours.shadow, dark)
    if theme.material != "glass":
        return shaded
    # The light comes from a lamp below and a screen at the upper left.
    lamp = math.exp(-((x - 0.05) ** 2) / 0.5 - (y - 1.15) ** 2 / 0.16)
    screen = math.exp(-((x + 0.55) ** 2) / 0.3 - (y + 0.55) ** 2 / 0.5)
    warmed = mix_colours(shaded, LAMP_LIGHT, 0.13 * lamp * theme.surface.vignette)
    return mix_colours(warmed, SCREEN_LIGHT, 0.10 * screen * theme.surface.vignette)


def _draw_scan_lines(theme: Theme, ground: pygame.Surface, scale: float) -> None:
    width, height = ground.get_size()
    line = pygame.Surface((width, max(1, round(scale))), pygame.SRCALPHA)
    line.fill(with_alpha(theme.colours.decoration, 0.16 * theme.surface.scan_lines))
    y = 0.0
    while y < height:
        ground.blit(line, (0, round(y)))
        y += SCAN_LINE_STEP * scale


def draw_line_of_light(
    surface: pygame.Surface,
    theme: Theme,
    points: Sequence[Point],
    progress: float,
    colour: Colour,
    scale: float,
) -> None:
    """Draw a bright line through the points, up to a share of its length.

    Args:
        points: the points of the whole line.
        progress: the share of the length to draw, from 0 to 1.
        scale: pixels per layout unit.
    """
    trace = _path_up_to(points, progress)
    if len(trace) < 2:
        return
    ground = theme.colours.background if theme.light else None
    corner, sprites = _line_of_light_sprites(
        tuple(points), colour, ground, theme.surface.glow, scale
    )
    clip, margin = surface.get_clip(), _line_of_light_margin(scale)
    xs, ys = zip(*trace, strict=True)
    shown = pygame.Rect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)
    surface.set_clip(shown.inflate(2 * margin, 2 * margin).clip(clip))
    for sprite in sprites:
        sprite.draw(surface, corner)
    surface.set_clip(clip)


@lru_cache(maxsize=1)
def _line_of_light_sprites(
    points: tuple[Point, ...], colour: Colour, ground: Colour | None, glow: float, scale: float
) -> tuple[Point, tuple[Sprite, ...]]:
    """Return the place to draw a whole line of light, and its sprites from back to front.

    The latest line is cached, since the line is revealed bit by bit and painting its blur takes
    longer than a frame.

    Args:
        glow: the strength of the theme's glow.
        ground: the background colour of a light theme; None for a dark theme.
        scale: pixels per layout unit.
    """
    corner, trace = _corner_and_relative_points(list(points))
    sprites = []
    if glow:
        soft = _stroked_path(trace, 11 * scale, colour, scale)
        soft.surface = soft.blur(soft.surface, 6 * scale)
        halo = soft.to_sprite()
        sprites.append(halo if ground is not None else as_additive_light(halo, glow))
    crisp = _stroked_path(trace, 5 * scale, colour, scale)
    core = mix_colours(colour, ground or WHITE, 0.75)
    crisp.stroke(trace, 2 * scale, with_alpha(core, 1))
    return corner, (*sprites, crisp.to_sprite())


def _line_of_light_margin(scale: float) -> int:
    """Return the margin that the glow of a line of light needs, in pixels."""
    return round(22 * scale)


def _corner_and_relative_points(points: list[Point]) -> tuple[Point, list[Point]]:
    """Return the upper left corner of the box around the points, and the points relative to it."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return (left, top), [(x - left, y - top) for x, y in points]


def _stroked_path(points: list[Point], width: float, colour: Colour, scale: float) -> Canvas:
    size = max(x for x, _ in points) + 1, max(y for _, y in points) + 1
    canvas = Canvas(*size, pad=_line_of_light_margin(scale))
    # Blurring mixes in transparent pixels, which would darken the edge if they had another colour.
    canvas.surface.fill((*colour, 0))
    canvas.stroke(points, width, with_alpha(colour, 1))
    return canvas


def _path_up_to(points: Sequence[Point], progress: float) -> list[Point]:
    """Return the first part of a path, up to the share ``progress`` (0 to 1) of its length."""
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    left = sum(lengths) * min(1.0, max(0.0, progress))
    trace = [points[0]]
    for (start, end), length in zip(pairwise(points), lengths, strict=True):
        if left <= 0:
            break
        t = min(1.0, left / length) if length else 1.0
        trace.append((start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t))
        left -= length
    return trace


def draw_lcd_text(
    surface: pygame.Surface,
    theme: Theme,
    fonts: Fonts,
    string: str,
    midleft: tuple[float, float],
    cells: int,
    style: TextStyle = LCD,
) -> pygame.Rect:
    """Draw text on an LCD, one character per cell; return the rectangle of all cells.

    Only empty cells show unlit segments, which would make a character hard to read.

    Args:
        string: the text.
        midleft: the middle of the left edge of the first cell.
        cells: the number of cells; further characters are not drawn.
        style: the font and size.
    """
    lit = theme.colours.lcd_text
    unlit = mix_colours(theme.colours.lcd, lit, 0.075)
    width, height = fonts.text_size(ALL_SEGMENTS, style)
    left, middle = round(midleft[0]), round(midleft[1])
    with fonts.without_recording():
        for n in range(cells):
            place = (left + n * width, middle)
            if n < len(string) and string[n] != " ":
                fonts.draw_text(surface, string[n], place, style, lit, "midleft")
            elif theme.faces != LEGIBLE_FACES:
                fonts.draw_text(surface, ALL_SEGMENTS, place, style, unlit, "midleft")
    display = pygame.Rect(left, middle - height // 2, width * cells, height)
    fonts.record_text(string, display, style)
    return display


LAND_COLUMNS = 56
# The continents: for each row of dots, from north to south, the first and last column of each
# stretch of land.
LAND_STRETCHES: tuple[tuple[tuple[int, int], ...], ...] = (
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


def world_map(theme: Theme, size: tuple[int, int], scale: float) -> Sprite:
    """Return a dotted world map of ``size`` pixels on a transparent background."""
    width, height = size
    canvas = Canvas(width, height)
    colours = theme.colours
    step = min((width - 20 * scale) / LAND_COLUMNS, (height - 16 * scale) / len(LAND_STRETCHES))
    # On a tall board, every row of dots is drawn twice so that the land has no gaps.
    fits_twice = (height - 16 * scale) / len(LAND_STRETCHES) > 1.5 * step
    rows = [row for row in LAND_STRETCHES for _ in range(2)] if fits_twice else list(LAND_STRETCHES)
    left, top = (width - step * LAND_COLUMNS) / 2, (height - step * len(rows)) / 2
    dot = with_alpha(mix_colours(colours.decoration, colours.outline, 0.22), 1)
    for row, stretches in enumerate(rows):
        for first, last in stretches:
            for column in range(first, last + 1):
                x, y = left + (column + 0.5) * step, top + (row + 0.5) * step
                canvas.stroke([(x, y)], step * 0.42, dot)
    return canvas.to_sprite()


def draw_key_links(
    surface: pygame.Surface,
    theme: Theme,
    nodes: Mapping[int, pygame.Rect],
    lines: Iterable[tuple[int, int, int]],
    scale: float,
) -> None:
    """Draw the connections between neighbouring keys of each line.

    Args:
        nodes: the rectangle of each key, by key number.
        lines: the lines, as the numbers of their three keys.
        scale: pixels per layout unit.
    """
    in_order = (sorted(line, key=KEY_ORDER.index) for line in lines)
    edges = {pair for line in in_order for pair in pairwise(line)}
    colour = mix_colours(theme.colours.outline, theme.colours.panel, 0.25)
    for a, b in sorted(edges):
        start, end = nodes[a].center, nodes[b].center
        pygame.draw.aaline(surface, colour, start, end, max(1, round(1.5 * scale)))
