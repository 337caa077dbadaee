"""Paints markers of four shapes: solid pieces for the board and flat signs for panels."""

import math
from functools import cache

import pygame

from hacktrick.app.profiles import StyledMarker
from hacktrick.app.themes import Colour, Theme
from hacktrick.ui.paint.canvas import (
    BLACK,
    WHITE,
    Canvas,
    Point,
    Sprite,
    mix_colours,
    regular_polygon,
    rounded_polygon,
    vertical_gradient,
    with_alpha,
)
from hacktrick.ui.paint.fonts import load_font_file

FORESHORTENING = 0.74  # height of a marker's top, seen at an angle, as a share of its width
DOUBLE_WIDTH = 1.22  # width of a double, in widths of a single
# Heights of a single and a double above the board, in widths of a single.
SINGLE_HEIGHT, DOUBLE_HEIGHT = 0.26, 0.46
# The "×2" on a double is dark if its colour's red, green and blue add up to more than this.
DARK_SIGN_FROM = 330
# The size of the "×2" in the outline of a missing double, as a share of the outline's width.
NUMBER_IN_OUTLINE = {"diamond": 0.6, "triangle": 0.56, "square": 0.64}
FAINT_OUTLINE = 0.55  # opacity of an outline that comes close to the "×2" inside it
MIN_RING_PIXELS = 40  # minimum width in pixels of a flat double with a ring around its "×2"
MIN_SIGN_PIXELS = 20  # minimum width in pixels of a flat double that bears the sign "×2"
LIGHT_DIRECTION = (-0.6, -0.8)  # direction towards the light source: up and left


@cache
def marker_shape_outline(shape: str) -> tuple[Point, ...]:
    """Return the outline of a marker shape, clockwise around (0, 0), with a radius of about 1.

    Args:
        shape: "disc", "diamond", "triangle" or "square".
    """
    if shape == "disc":
        return tuple(regular_polygon(56, 1.0))
    if shape == "diamond":
        return tuple(rounded_polygon(regular_polygon(4, 1.14), 0.2))
    if shape == "triangle":
        return tuple((x, y + 0.17) for x, y in rounded_polygon(regular_polygon(3, 1.24), 0.34))
    return tuple(rounded_polygon(regular_polygon(4, 1.27, 1 / 8), 0.3))


def marker_height(width: float, double: bool) -> float:
    """Return the height in pixels of a marker above the board.

    Args:
        width: the width of a single in pixels.
        double: whether the marker is a double.
    """
    return width * (DOUBLE_HEIGHT if double else SINGLE_HEIGHT)


def standing_marker(theme: Theme, marker: StyledMarker, width: float) -> Sprite:
    """Return a marker that stands on the board, scaled so that a single is ``width`` wide."""
    wide = width * (DOUBLE_WIDTH if marker.double else 1.0)
    high = marker_height(width, marker.double)
    deep = wide * FORESHORTENING
    canvas = Canvas(wide, deep + high, pad=wide * 0.3)
    colour = theme.colours.players[marker.colour]
    _draw_marker_shadow(canvas, theme, wide, deep, high)
    face = _MarkerTopFace(canvas, marker.shape_name, wide, deep)
    _draw_marker_side(face, colour, high, marker.double)
    _draw_top_bevel(face, colour)
    _draw_top_hollow(face, colour)
    if marker.double:
        _draw_sign_on_top(face, theme, "×2", colour, marker.shape_name)
    return canvas.to_sprite()


def flat_marker(theme: Theme, marker: StyledMarker, width: float, filled: bool = True) -> Sprite:
    """Return a marker drawn flat, for panels, in a square of ``width`` pixels.

    If not ``filled``, only the outline is drawn, which stands for a missing marker.
    """
    ring = width * 0.1 if marker.double else 0.0
    canvas = Canvas(width, width)
    colour = theme.colours.players[marker.colour]
    radius = (width / 2 - 0.5) / 1.14 if marker.shape_name != "disc" else width / 2 - 0.5
    points = [
        (width / 2 + x * radius, width / 2 + y * radius)
        for x, y in marker_shape_outline(marker.shape_name)
    ]
    if filled:
        canvas.polygon(points, with_alpha(colour, 1))
    else:
        inner = _shrunk_outline(points, (width / 2, width / 2), max(1.2, width * 0.09))
        strength = (
            FAINT_OUTLINE if marker.double and marker.shape_name in ("diamond", "triangle") else 0.9
        )
        canvas.stroke(inner, max(1.2, width * 0.1), with_alpha(colour, strength), closed=True)
    if marker.double:
        hole = mix_colours(colour, BLACK, 0.78) if not theme.light else WHITE
        inner = _shrunk_outline(points, (width / 2, width / 2), ring * 1.5)
        is_small = width < MIN_SIGN_PIXELS
        if filled and (width >= MIN_RING_PIXELS or is_small):
            canvas.stroke(inner, max(1.0, ring * 0.6), with_alpha(hole, 1), closed=True)
        share = 0.7 if filled else NUMBER_IN_OUTLINE.get(marker.shape_name, 0.7)
        low = 0.06 if marker.shape_name == "triangle" else 0.0
        ink = hole if filled else colour
        if not is_small:  # "×2" would be unreadable, and "2" alone would look like a card or key
            size, middle = width * share * 0.78, (width / 2, width * (0.5 + low))
            _draw_flat_number(canvas, theme, "×2", ink, middle, size)
    return canvas.to_sprite()


MAX_KEY_RATIO = 1.12  # width-to-height ratio of a key above which its markers stop growing


def marker_positions_on_key(
    key: pygame.Rect, n_markers: int, is_round: bool = False
) -> list[tuple[Point, float]]:
    """Return the places of 1 to 3 markers on a key.

    Each place is a foot, which is the middle of the marker's front edge, and the width of a single
    there, in pixels. The markers leave room for the key's number, which is in the upper left
    corner, or at the top of a round key.

    Args:
        key: the rectangle of the key.
        n_markers: the number of markers.
        is_round: whether the key is round.
    """
    if is_round:
        return _positions_on_round_key(key, n_markers)
    edge = min(key.width, key.height * MAX_KEY_RATIO)
    width = edge * {1: 0.38, 2: 0.31}.get(n_markers, 0.24)
    foot = key.top + key.height * 0.83
    steps = {1: (0.58,), 2: (0.285, 0.68)}.get(n_markers, (0.23, 0.475, 0.735))
    lift = {1: (0.0,), 2: (0.0, 0.0)}.get(n_markers, (0.0, 0.045, 0.0))
    places = zip(steps, lift, strict=True)
    return [((key.left + key.width * x, foot + key.height * y), width) for x, y in places]


def _positions_on_round_key(key: pygame.Rect, n_markers: int) -> list[tuple[Point, float]]:
    width = key.width * {1: 0.34, 2: 0.27}.get(n_markers, 0.22)
    places = {1: ((0.5, 0.86),), 2: ((0.325, 0.79), (0.655, 0.79))}
    three = ((0.245, 0.73), (0.485, 0.83), (0.735, 0.73))
    return [
        ((key.left + key.width * x, key.top + key.height * y), width)
        for x, y in places.get(n_markers, three)
    ]


class _MarkerTopFace:
    """The top face of a marker that stands on the board; computes its outline at any size."""

    def __init__(self, canvas: Canvas, shape: str, wide: float, deep: float) -> None:
        self.canvas, self.wide, self.deep = canvas, wide, deep
        self._unit = marker_shape_outline(shape)
        reach = max(max(abs(x), abs(y)) for x, y in self._unit)
        self._radius = wide / 2 / reach

    def canvas_outline_points(self, size: float = 1.0, down: float = 0.0) -> list[Point]:
        radius = self._radius * size
        middle = self.wide / 2, self.deep / 2 + down
        return [
            (middle[0] + x * radius, middle[1] + y * radius * FORESHORTENING) for x, y in self._unit
        ]


def _draw_marker_shadow(
    canvas: Canvas, theme: Theme, wide: float, deep: float, high: float
) -> None:
    dark = with_alpha(theme.colours.shadow, 0.6 * theme.surface.shadow)
    box = (wide * 0.02, high + deep * 0.12, wide * 1.02, deep * 0.98)
    canvas.drop_shadow(box, deep * 0.48, wide * 0.07, dark)


def _draw_marker_side(face: _MarkerTopFace, colour: Colour, high: float, double: bool) -> None:
    top, bottom = face.canvas_outline_points(), face.canvas_outline_points(down=high)
    for n, (start, end) in enumerate(zip(top, top[1:] + top[:1], strict=True)):
        normal = _outward_normal(start, end)
        if normal[1] > -0.05:
            low, low_next = bottom[n], bottom[(n + 1) % len(bottom)]
            face.canvas.polygon(
                [start, end, low_next, low], with_alpha(_shaded_colour(colour, normal, 0.30), 1)
            )
    _draw_groove_on_side(face, colour, high * 0.55, high * 0.12, 0.45)
    if double:
        _draw_belt_of_double(face, colour, high)


def _draw_groove_on_side(
    face: _MarkerTopFace, colour: Colour, down: float, width: float, dark: float
) -> None:
    """Draw a groove around the visible half of a marker's side, ``down`` pixels below the top."""
    top = face.canvas_outline_points(down=down)
    for start, end in zip(top, top[1:] + top[:1], strict=True):
        if _outward_normal(start, end)[1] > 0.02:
            face.canvas.stroke(
                [start, end], width, with_alpha(mix_colours(colour, BLACK, dark + 0.25), 1)
            )


def _draw_belt_of_double(face: _MarkerTopFace, colour: Colour, high: float) -> None:
    """Draw the bright belt that distinguishes a double from two stacked singles.

    Args:
        high: the height of the marker's side in pixels.
    """
    top = face.canvas_outline_points(down=high * 0.55)
    for start, end in zip(top, top[1:] + top[:1], strict=True):
        normal = _outward_normal(start, end)
        if normal[1] > 0.02:
            shine = mix_colours(
                mix_colours(colour, WHITE, 0.75),
                mix_colours(colour, BLACK, 0.3),
                max(0.0, normal[0]) * 0.8,
            )
            face.canvas.stroke([start, end], high * 0.17, with_alpha(shine, 1))


def _draw_top_bevel(face: _MarkerTopFace, colour: Colour) -> None:
    outer, inner = face.canvas_outline_points(), face.canvas_outline_points(0.84)
    face.canvas.polygon(outer, with_alpha(mix_colours(colour, WHITE, 0.1), 1))
    for n, (start, end) in enumerate(zip(outer, outer[1:] + outer[:1], strict=True)):
        quad = [start, end, inner[(n + 1) % len(inner)], inner[n]]
        face.canvas.polygon(
            quad, with_alpha(_shaded_colour(colour, _outward_normal(start, end), 0.95), 1)
        )


def _draw_top_hollow(face: _MarkerTopFace, colour: Colour) -> None:
    """Draw the hollow in the top of a marker: dark towards the light, with a soft reflection."""
    canvas = face.canvas
    rim = face.canvas_outline_points(0.84)
    canvas.stroke(
        rim,
        max(0.5, face.wide * 0.022),
        with_alpha(mix_colours(colour, BLACK, 0.45), 1),
        closed=True,
    )
    layer = canvas.new_layer()
    pygame.draw.polygon(
        layer, (255, 255, 255, 255), canvas.to_canvas_points(face.canvas_outline_points(0.82))
    )
    top, bottom = mix_colours(colour, BLACK, 0.34), mix_colours(colour, WHITE, 0.10)
    first = (canvas.pad + face.deep * 0.1) / (canvas.height + 2 * canvas.pad)
    last = (canvas.pad + face.deep * 0.95) / (canvas.height + 2 * canvas.pad)
    stops = (
        (0, with_alpha(top, 1)),
        (first, with_alpha(top, 1)),
        (last, with_alpha(bottom, 1)),
        (1, with_alpha(bottom, 1)),
    )
    layer.blit(
        vertical_gradient(layer.get_size(), stops), (0, 0), special_flags=pygame.BLEND_RGBA_MULT
    )
    canvas.surface.blit(layer, (0, 0))
    _draw_top_reflection(face)


def _draw_top_reflection(face: _MarkerTopFace) -> None:
    canvas = face.canvas
    layer = canvas.new_layer()
    layer.fill((255, 255, 255, 0))
    spot = canvas.to_canvas_rect(
        face.wide * 0.26, face.deep * 0.2, face.wide * 0.36, face.deep * 0.24
    )
    pygame.draw.ellipse(layer, (255, 255, 255, 92), spot)
    soft = canvas.blur(layer, face.wide * 0.05)
    mask = canvas.new_layer()
    mask.fill((255, 255, 255, 0))
    pygame.draw.polygon(
        mask, (255, 255, 255, 255), canvas.to_canvas_points(face.canvas_outline_points(0.82))
    )
    soft.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    canvas.surface.blit(soft, (0, 0))


def _draw_sign_on_top(
    face: _MarkerTopFace, theme: Theme, sign: str, colour: Colour, shape: str
) -> None:
    canvas = face.canvas
    font = load_font_file(theme.faces.numeral, max(6, round(face.wide * 0.5 * canvas.factor)))
    x, y = canvas.to_canvas_point(face.wide / 2, face.deep / 2)
    low = {"triangle": 0.1}.get(shape, 0.0) * face.deep * canvas.factor
    dark, pale = mix_colours(colour, BLACK, 0.80), mix_colours(colour, WHITE, 0.55)
    ink, seam = (
        (dark, pale) if sum(colour) > DARK_SIGN_FROM else (mix_colours(colour, WHITE, 0.92), dark)
    )
    for shade, shift in ((seam, 0.02), (ink, 0.0)):
        image = font.render(sign, True, shade)
        image = image.subsurface(image.get_bounding_rect())
        squeezed = (image.get_width(), round(image.get_height() * FORESHORTENING))
        image = pygame.transform.smoothscale(image, squeezed)
        place = image.get_rect(center=(x, y + low + shift * face.wide * canvas.factor))
        canvas.surface.blit(image, place)


def _draw_flat_number(
    canvas: Canvas, theme: Theme, sign: str, colour: Colour, middle: Point, size: float
) -> None:
    font = load_font_file(theme.faces.numeral, max(6, round(size * canvas.factor)))
    image = font.render(sign, True, colour)
    image = image.subsurface(image.get_bounding_rect())
    canvas.surface.blit(image, image.get_rect(center=canvas.to_canvas_point(*middle)))


def _outward_normal(start: Point, end: Point) -> Point:
    """Return the outward unit normal of an edge of a clockwise outline."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    return dy / length, -dx / length


def _shaded_colour(colour: Colour, normal: Point, base: float) -> Colour:
    """Return the colour of a surface after shading by the light.

    Args:
        colour: the colour of the surface.
        normal: the unit normal, the direction in which the surface faces.
        base: the brightness without the light: about 1 for a top and 0.3 for a side.
    """
    lamp = normal[0] * LIGHT_DIRECTION[0] + normal[1] * LIGHT_DIRECTION[1]
    level = base + lamp * 0.42 + (0.28 if base < 0.5 else 0.0)
    if level >= 0.8:
        return mix_colours(colour, WHITE, min(0.62, (level - 0.8) * 1.05))
    return mix_colours(colour, BLACK, min(0.72, (0.8 - level) * 0.85))


def _shrunk_outline(points: list[Point], middle: Point, inset: float) -> list[Point]:
    """Return an outline shrunk by about ``inset`` pixels towards ``middle``."""
    reach = max(math.dist(point, middle) for point in points)
    part = max(0.1, 1 - inset / reach) if reach else 0.1
    cx, cy = middle
    return [(cx + (x - cx) * part, cy + (y - cy) * part) for x, y in points]
