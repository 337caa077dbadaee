"""A canvas for antialiased shapes, gradients, shadows and glows, and sprites made from a canvas."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import pygame

from hacktrick.app.themes import Colour

Point = tuple[float, float]
Rgba = tuple[int, int, int, int]
Stops = Sequence[tuple[float, Rgba]]
Bounds = tuple[float, float, float, float]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)


def mix_colours(a: Colour, b: Colour, share_of_b: float) -> Colour:
    """Return the linear interpolation from ``a`` (``share_of_b`` 0) to ``b`` (``share_of_b`` 1).

    Values of ``share_of_b`` outside this range are clamped.
    """
    share_of_b = min(1.0, max(0.0, share_of_b))
    return (
        round(a[0] + (b[0] - a[0]) * share_of_b),
        round(a[1] + (b[1] - a[1]) * share_of_b),
        round(a[2] + (b[2] - a[2]) * share_of_b),
    )


def with_alpha(colour: Colour, opacity: float) -> Rgba:
    """Return the colour with the opacity ``opacity``, from 0 to 1."""
    return (*colour, round(255 * min(1.0, max(0.0, opacity))))


@dataclass(frozen=True, slots=True)
class Sprite:
    """A finished picture with premultiplied alpha.

    Attributes:
        pad: the margin on each side, in pixels, which leaves room for shadow and glow.
    """

    surface: pygame.Surface
    pad: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, without the margin."""
        return self.surface.get_width() - 2 * self.pad, self.surface.get_height() - 2 * self.pad

    def draw(self, target: pygame.Surface, topleft: tuple[float, float]) -> None:
        """Draw the sprite with its content at ``topleft``; the margin lies outside."""
        place = (round(topleft[0]) - self.pad, round(topleft[1]) - self.pad)
        target.blit(self.surface, place, special_flags=pygame.BLEND_PREMULTIPLIED)

    def draw_centred(self, target: pygame.Surface, centre: tuple[float, float]) -> None:
        width, height = self.size
        self.draw(target, (centre[0] - width / 2, centre[1] - height / 2))

    def with_opacity(self, opacity: float) -> "Sprite":
        """Return a copy with an opacity from 0 to 1.

        The copy's pixels are changed, since premultiplied surfaces ignore ``set_alpha``.
        """
        copy = self.surface.copy()
        copy.fill((round(255 * opacity),) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        return Sprite(copy, self.pad)

    def scaled(self, width_factor: float, height_factor: float = 1.0) -> "Sprite":
        """Return a stretched copy for one frame of an animation, such as a card turning over."""
        width = max(1, round(self.surface.get_width() * width_factor))
        height = max(1, round(self.surface.get_height() * height_factor))
        return Sprite(pygame.transform.smoothscale(self.surface, (width, height)), self.pad)

    def widened(self, width: int) -> "Sprite":
        """Return a copy whose ``size`` is ``width`` pixels wide; its middle column is repeated."""
        own_width, height = self.surface.get_size()
        left, more = own_width // 2, width - self.size[0]
        middle = self.surface.subsurface((left, 0, 1, height))
        whole = pygame.Surface((own_width + more, height), pygame.SRCALPHA)
        for picture, x in (
            (self.surface.subsurface((0, 0, left, height)), 0),
            (pygame.transform.scale(middle, (more, height)), left),
            (self.surface.subsurface((left, 0, own_width - left, height)), left + more),
        ):
            whole.blit(picture, (x, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        return Sprite(whole, self.pad)

    def rotated(self, degrees: float) -> "Sprite":
        """Return a copy turned counter-clockwise around its middle.

        The copy has the same ``size``, and a larger margin for the turned corners.
        """
        if not degrees:
            return self
        turned = pygame.transform.rotozoom(self.surface, degrees, 1)
        more = max(turned.get_width() - self.size[0], turned.get_height() - self.size[1])
        pad = math.ceil(more / 2)
        size = self.size[0] + 2 * pad, self.size[1] + 2 * pad
        whole = pygame.Surface(size, pygame.SRCALPHA)
        whole.blit(turned, turned.get_rect(center=(size[0] / 2, size[1] / 2)))
        return Sprite(whole, pad)


class Canvas:
    """A transparent surface, drawn ``factor`` times too large and scaled down to smooth edges.

    All methods take coordinates in final pixels.

    Args:
        width, height: the size of the area to draw on.
        pad: the margin around this area.
        factor: the oversampling; None for an oversampling that suits the size.
    """

    def __init__(
        self, width: float, height: float, pad: float = 0, factor: int | None = None
    ) -> None:
        self.width, self.height = max(1, math.ceil(width)), max(1, math.ceil(height))
        self.pad = math.ceil(pad)
        self.factor = factor or _oversampling(max(self.width, self.height))
        self.surface = self.new_layer()
        self._shadow_surface: pygame.Surface | None = None  # the shadow in its final size

    def new_layer(self) -> pygame.Surface:
        """Return an empty surface as large as the canvas, in canvas pixels."""
        size = (self.width + 2 * self.pad) * self.factor, (self.height + 2 * self.pad) * self.factor
        return pygame.Surface(size, pygame.SRCALPHA)

    def to_canvas_rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """Convert a rectangle from final pixels to canvas pixels."""
        f = self.factor
        left, top = round((x + self.pad) * f), round((y + self.pad) * f)
        right, bottom = round((x + width + self.pad) * f), round((y + height + self.pad) * f)
        return pygame.Rect(left, top, max(1, right - left), max(1, bottom - top))

    def to_canvas_point(self, x: float, y: float) -> Point:
        return (x + self.pad) * self.factor, (y + self.pad) * self.factor

    def to_canvas_points(self, points: Sequence[Point]) -> list[Point]:
        return [self.to_canvas_point(*point) for point in points]

    def rounded_rect(
        self,
        box: Bounds,
        radius: float,
        top: Rgba,
        bottom: Rgba | None = None,
    ) -> None:
        """Fill a rounded rectangle, with a vertical gradient if two colours are given."""
        rect = self.to_canvas_rect(*box)
        if bottom in (None, top) and top[3] == 255:
            pygame.draw.rect(self.surface, top, rect, border_radius=round(radius * self.factor))
            return
        self.surface.blit(gradient_box(rect.size, radius * self.factor, top, bottom or top), rect)

    def rounded_frame(
        self,
        box: Bounds,
        radius: float,
        width: float,
        top: Rgba,
        bottom: Rgba | None = None,
    ) -> None:
        """Draw an outline of ``width`` along the inside of a rounded rectangle.

        If two colours are given, the outline has a vertical gradient.
        """
        rect = self.to_canvas_rect(*box)
        ring = pygame.Surface(rect.size, pygame.SRCALPHA)
        line = max(1, round(width * self.factor))
        pygame.draw.rect(
            ring, (255, 255, 255, 255), ring.get_rect(), line, round(radius * self.factor)
        )
        shade = vertical_gradient(rect.size, ((0, top), (1, bottom or top)))
        ring.blit(shade, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(ring, rect)

    def polygon(self, points: Sequence[Point], colour: Rgba) -> None:
        """Fill a polygon; a translucent colour blends with the existing content."""
        if colour[3] == 255:
            pygame.draw.polygon(self.surface, colour, self.to_canvas_points(points))
            return
        layer = self.new_layer()
        pygame.draw.polygon(layer, colour, self.to_canvas_points(points))
        self.surface.blit(layer, (0, 0))

    def stroke(
        self, points: Sequence[Point], width: float, colour: Rgba, closed: bool = False
    ) -> None:
        """Draw a line of ``width`` through points, with round joints and ends.

        Args:
            closed: whether the line also leads from the last point back to the first.
        """
        scaled = self.to_canvas_points(points)
        radius = width * self.factor / 2
        for start, end in zip(scaled, scaled[1:] + (scaled[:1] if closed else []), strict=False):
            _draw_capsule(self.surface, start, end, radius, colour)
        if len(scaled) == 1:
            pygame.draw.circle(self.surface, colour, scaled[0], radius)

    def dashed_frame(
        self, box: Bounds, radius: float, width: float, colour: Rgba, dash: float = 0
    ) -> None:
        """Draw a dashed outline along the inside of a rounded rectangle.

        Args:
            dash: the length of a dash and of a gap; 0 for a length that suits the width.
        """
        x, y, wide, high = box
        outline = _rounded_outline(
            (x + width / 2, y + width / 2, wide - width, high - width),
            max(0.1, radius - width / 2),
        )
        for piece in dashes_along_path(outline, dash or max(3.5 * width, 5.0)):
            self.stroke(piece, width, colour)

    def drop_shadow(self, box: Bounds, radius: float, blur: float, colour: Rgba) -> None:
        """Put a blurred rounded rectangle below everything else on the canvas.

        A canvas has at most one shadow; a second call replaces the first shadow.
        """
        size = self.width + 2 * self.pad, self.height + 2 * self.pad
        soft = _blurred_box(size, self._to_padded(box), radius, blur, (*colour[:3], 0), colour)
        self._shadow_surface = soft.premul_alpha()

    def blurred_box(
        self, box: Bounds, radius: float, blur: float, ground: Rgba, colour: Rgba, line: float = 0
    ) -> pygame.Surface:
        """Return a layer of the colour ``ground`` with a blurred rounded rectangle in ``colour``.

        The layer is blurred at a small size and scaled up, which takes a tenth of the time.

        Args:
            box: the bounds of the rectangle.
            radius: the radius of its corners.
            blur: the width of the blur.
            line: the width of the rectangle's outline; 0 fills the rectangle.
        """
        layer = self.new_layer()
        f = self.factor
        place = tuple(f * side for side in self._to_padded(box))
        return _blurred_box(
            layer.get_size(), place, radius * f, blur * f, ground, colour, line * f, f
        )

    def _to_padded(self, box: Bounds) -> Bounds:
        """Return a box relative to the outer corner of the margin, in final pixels."""
        return box[0] + self.pad, box[1] + self.pad, box[2], box[3]

    def blit_clipped(self, soft: pygame.Surface, box: Bounds, radius: float) -> None:
        """Draw the part of a layer inside a rounded rectangle; this changes the layer itself.

        Args:
            soft: the layer of which a part is drawn.
            box: the bounds of the rounded rectangle.
            radius: the radius of its corners.
        """
        rect = self.to_canvas_rect(*box).clip(soft.get_rect())
        part = soft.subsurface(rect)
        mask = pygame.Surface(rect.size, pygame.SRCALPHA)
        mask.fill((255, 255, 255, 0))
        rounding = round(radius * self.factor)
        pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=rounding)
        part.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(part, rect)

    def blur(self, layer: pygame.Surface, blur: float) -> pygame.Surface:
        """Return a copy of a layer, blurred by about ``blur`` final pixels.

        The copy is blurred at a small size and scaled up, which takes a tenth of the time.
        """
        shrink = _shrink_factor(self.factor, blur)
        width, height = layer.get_size()
        small = pygame.transform.smoothscale(
            layer, (max(1, width // shrink), max(1, height // shrink))
        )
        small = pygame.transform.gaussian_blur(small, max(1, round(blur * self.factor / shrink)))
        return pygame.transform.smoothscale(small, (width, height))

    def to_sprite(self) -> Sprite:
        """Return the canvas as a sprite; the canvas must not be used afterwards."""
        size = self.width + 2 * self.pad, self.height + 2 * self.pad
        small = pygame.transform.smoothscale(self.surface.premul_alpha(), size)
        if self._shadow_surface is None:
            return Sprite(small, self.pad)
        self._shadow_surface.blit(small, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        return Sprite(self._shadow_surface, self.pad)


def _shrink_factor(factor: int, blur: float) -> int:
    """Return the factor by which a picture can be shrunk before blurring without visible loss."""
    return max(1, round(factor * max(1.0, blur / 4)))


def _blurred_box(
    size: tuple[int, int],
    box: Sequence[float],
    radius: float,
    blur: float,
    ground: Rgba,
    colour: Rgba,
    line: float = 0,
    factor: int = 1,
) -> pygame.Surface:
    """Return a surface with a blurred rounded rectangle; see ``Canvas.blurred_box``.

    Lengths are in pixels of the returned surface; ``factor`` is the oversampling of the canvas.
    """
    shrink = _shrink_factor(factor, blur / factor)
    small = pygame.Surface((max(1, size[0] // shrink), max(1, size[1] // shrink)), pygame.SRCALPHA)
    small.fill(ground)
    across, down = small.get_width() / size[0], small.get_height() / size[1]
    left, top = round(box[0] * across), round(box[1] * down)
    right, bottom = round((box[0] + box[2]) * across), round((box[1] + box[3]) * down)
    rect = pygame.Rect(left, top, max(1, right - left), max(1, bottom - top))
    width = max(1, round(line / shrink)) if line else 0
    pygame.draw.rect(small, colour, rect, width, round(radius / shrink))
    small = pygame.transform.gaussian_blur(small, max(1, round(blur / shrink)))
    return small if shrink == 1 else pygame.transform.smoothscale(small, size)


def as_additive_light(sprite: Sprite, strength: float) -> Sprite:
    """Return a copy that brightens its background, by a ``strength`` from 0 to 1.

    The copy's alpha is 0: drawing a premultiplied colour without alpha adds the colour to the
    background.
    """
    copy = sprite.surface.copy()
    level = round(255 * min(1.0, strength))
    copy.fill((level, level, level, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return Sprite(copy, sprite.pad)


def merge_sprites(below: Sprite, above: Sprite) -> Sprite:
    """Return ``above`` drawn over ``below``, which has the same size, with the larger margin."""
    pad = max(below.pad, above.pad)
    size = below.size[0] + 2 * pad, below.size[1] + 2 * pad
    whole = pygame.Surface(size, pygame.SRCALPHA)
    for sprite in (below, above):
        sprite.draw(whole, (pad, pad))
    return Sprite(whole, pad)


def vertical_gradient(size: tuple[int, int], stops: Stops) -> pygame.Surface:
    """Return a surface with a vertical gradient.

    Args:
        size: width and height in pixels.
        stops: pairs of a place, from 0 at the top to 1 at the bottom, and the colour there.
    """
    return pygame.transform.smoothscale(_gradient_column(tuple(stops)), size)


@lru_cache(maxsize=256)
def _gradient_column(stops: tuple[tuple[float, Rgba], ...]) -> pygame.Surface:
    """Return a gradient 1 pixel wide and 128 pixels high.

    The result is cached, since a theme has few gradients but needs each of them in many sizes.
    """
    pixels = bytearray()
    for (t0, above), (t1, below) in pairwise(stops):
        span = max(t1 - t0, 1e-9)
        while len(pixels) < 4 * 128 and (t := len(pixels) / (4 * 127)) <= t1:
            part = max(0.0, (t - t0) / span)
            pixels += bytes(round(x + (y - x) * part) for x, y in zip(above, below, strict=True))
    pixels += bytes(stops[-1][1]) * (128 - len(pixels) // 4)
    # Convert to the format of the layers: blits between formats take ten times as long.
    likeness = pygame.Surface((1, 1), pygame.SRCALPHA)
    return pygame.image.frombytes(bytes(pixels), (1, 128), "RGBA").convert(likeness)


def gradient_box(size: tuple[int, int], radius: float, top: Rgba, bottom: Rgba) -> pygame.Surface:
    """Return a rounded rectangle with a vertical gradient; its edges are not antialiased."""
    box = vertical_gradient(size, ((0, top), (1, bottom)))
    mask = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=round(radius))
    box.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return box


def regular_polygon(sides: int, radius: float, turn: float = 0.0) -> list[Point]:
    """Return the corners of a regular polygon around (0, 0).

    Args:
        radius: the distance of the corners from the middle.
        turn: the clockwise rotation in full turns; at 0, one corner is at the top.
    """
    angles = [2 * math.pi * (n / sides + turn) - math.pi / 2 for n in range(sides)]
    return [(radius * math.cos(a), radius * math.sin(a)) for a in angles]


def rounded_polygon(corners: Sequence[Point], radius: float) -> list[Point]:
    """Return the outline of a convex polygon with rounded corners.

    Args:
        corners: the corners of the polygon.
        radius: the distance from each corner at which the rounding begins, at most half an edge.
    """
    steps = 7  # number of edges of a rounded corner
    outline: list[Point] = []
    for before, corner, after in zip(
        [corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True
    ):
        start, end = _point_toward(corner, before, radius), _point_toward(corner, after, radius)
        outline.extend(_curve_point(start, corner, end, n / steps) for n in range(steps + 1))
    return outline


def _rounded_outline(box: Bounds, radius: float) -> list[Point]:
    """Return the closed outline of a rounded rectangle, clockwise from its upper left corner."""
    x, y, width, height = box
    steps = 10  # number of edges of a rounded corner
    radius = min(radius, width / 2, height / 2)
    right, bottom = x + width - radius, y + height - radius
    middles = ((right, y + radius), (right, bottom), (x + radius, bottom), (x + radius, y + radius))
    outline = [
        (cx + radius * math.cos(angle), cy + radius * math.sin(angle))
        for n, (cx, cy) in enumerate(middles)
        for angle in (math.pi / 2 * (n - 1 + k / steps) for k in range(steps + 1))
    ]
    return [*outline, outline[0]]


def dashes_along_path(path: Sequence[Point], dash: float) -> list[list[Point]]:
    """Return the dashes along a path, each as a path.

    Dashes and gaps have the same length, about ``dash``, chosen so that they fill the path.
    """
    total = sum(math.dist(a, b) for a, b in pairwise(path))
    if not total:
        return []
    part = total / max(2, 2 * round(total / (2 * dash)))
    pieces: list[list[Point]] = []
    is_on = True
    piece, left = [path[0]], part * 0.5
    for start, end in pairwise(path):
        length, done = math.dist(start, end), 0.0
        while length - done > left:
            done += left
            t = done / length
            turn = start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t
            if is_on:
                pieces.append([*piece, turn])
            piece, is_on, left = [turn], not is_on, part
        left -= length - done
        piece.append(end)
    if is_on and len(piece) > 1:
        pieces.append(piece)
    return pieces


def contrast_ratio(a: Colour, b: Colour) -> float:
    """Return the contrast ratio of two colours, from 1 to 21, as WCAG defines it."""
    light, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def contrasting_text_colour(ground: Colour) -> Colour:
    """Return near-black or white, whichever has more contrast with the colour ``ground``."""
    black, white = (8, 18, 14), WHITE
    return black if contrast_ratio(black, ground) >= contrast_ratio(white, ground) else white


def _luminance(colour: Colour) -> float:
    parts = (channel / 255 for channel in colour)
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _point_toward(corner: Point, other: Point, distance: float) -> Point:
    length = math.dist(corner, other)
    t = min(0.5, distance / length)
    return corner[0] + (other[0] - corner[0]) * t, corner[1] + (other[1] - corner[1]) * t


def _curve_point(start: Point, corner: Point, end: Point, progress: float) -> Point:
    a, b, c = (1 - progress) ** 2, 2 * progress * (1 - progress), progress**2
    return a * start[0] + b * corner[0] + c * end[0], a * start[1] + b * corner[1] + c * end[1]


def _draw_capsule(
    surface: pygame.Surface, start: Point, end: Point, radius: float, colour: Rgba
) -> None:
    pygame.draw.circle(surface, colour, start, radius)
    pygame.draw.circle(surface, colour, end, radius)
    length = math.dist(start, end)
    if length == 0:
        return
    nx, ny = (start[1] - end[1]) / length * radius, (end[0] - start[0]) / length * radius
    sides = [(start[0] + nx, start[1] + ny), (end[0] + nx, end[1] + ny)]
    back = [(end[0] - nx, end[1] - ny), (start[0] - nx, start[1] - ny)]
    pygame.draw.polygon(surface, colour, sides + back)


def _oversampling(pixels: int) -> int:
    """Return the oversampling for a canvas whose longer edge has ``pixels``.

    The oversampling is lower for large canvases, which would otherwise take too long to paint.
    """
    return 4 if pixels <= 140 else 3 if pixels <= 280 else 2
