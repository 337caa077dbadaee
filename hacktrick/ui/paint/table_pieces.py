"""Paints the surroundings of the board: housing, trays, bubbles, stamps, card stacks, plates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pygame

from hacktrick.app.themes import Colour, Theme
from hacktrick.ui.paint.canvas import (
    BLACK,
    WHITE,
    Bounds,
    Canvas,
    Point,
    Sprite,
    contrast_ratio,
    contrasting_text_colour,
    merge_sprites,
    mix_colours,
    with_alpha,
)
from hacktrick.ui.paint.card_faces import CardLook, card, card_corner_radius
from hacktrick.ui.paint.fonts import load_font_file
from hacktrick.ui.paint.keys_and_panels import glow_around_rounded_rect, key_corner_radius
from hacktrick.ui.paint.markers import FORESHORTENING

ButtonRank = Literal["first", "possible", "rare", "impossible", "risky"]

MAX_STACK_EDGES = 2  # maximum number of cards visible behind the front card of a stack
AMBER: Colour = (255, 194, 87)
MIN_CONTRAST = 4.5  # contrast ratio of readable text, by WCAG level AA


@dataclass(frozen=True, slots=True)
class ButtonPlateLook:
    """The plate of a button beside the table.

    Attributes:
        rank: "first" for the choice that stands out, "possible", "rare" for a choice that is seldom
            wanted, "impossible", or "risky" for a choice that loses the round at once.
    """

    rank: ButtonRank = "possible"
    hovered: bool = False
    pressed: bool = False


def readable_colour(colour: Colour, ground: Colour, toward: Colour) -> Colour:
    """Return ``colour``, mixed with just enough of ``toward`` to be readable on ``ground``."""
    for step in range(11):
        tried = mix_colours(colour, toward, step / 10)
        if contrast_ratio(tried, ground) >= MIN_CONTRAST:
            return tried
    return toward


def keypad_housing(theme: Theme, size: tuple[int, int], scale: float) -> Sprite:
    """Return the housing in which the keypad and its display are set, in the theme's material."""
    width, height = size
    canvas = Canvas(width, height, pad=round(18 * scale))
    colours, relief = theme.colours, theme.surface.relief
    radius = 15 * scale
    box = (0.0, 0.0, float(width), float(height))
    if theme.surface.shadow:
        dark = with_alpha(colours.shadow, 0.7 * theme.surface.shadow)
        canvas.drop_shadow((0, 4 * scale, width, height), radius, 7 * scale, dark)
    if theme.board == "servers":
        top, low = mix_colours(colours.panel, colours.background_light, 0.5), colours.background
        canvas.rounded_rect(box, radius, with_alpha(top, 0.85), with_alpha(low, 0.85))
        canvas.rounded_frame(box, radius, 1.3 * scale, with_alpha(colours.outline, 0.75))
        return canvas.to_sprite()
    if theme.material == "paper":
        _draw_wooden_plate(canvas, box, radius, scale)
        return canvas.to_sprite()
    top = mix_colours(colours.key, colours.background, 0.30)
    low = mix_colours(colours.panel, colours.shadow, 0.35 * relief)
    canvas.rounded_rect(box, radius, with_alpha(top, 1), with_alpha(low, 1))
    edge = mix_colours(colours.outline, colours.key, 0.25 if theme.surface.glow else 0.0)
    canvas.rounded_frame(box, radius, theme.surface.outline * 1.2 * scale, with_alpha(edge, 1))
    seam = (2.5 * scale, 2.5 * scale, width - 5 * scale, height - 5 * scale)
    canvas.rounded_frame(
        seam, radius - 2 * scale, scale, with_alpha(WHITE, 0.16 * relief), with_alpha(WHITE, 0.02)
    )
    if theme.surface.glow:
        for x in (8.5 * scale, width - 8.5 * scale):
            for y in (8.5 * scale, height - 8.5 * scale):
                _draw_screw(canvas, theme, (x, y), 3.2 * scale)
    return canvas.to_sprite()


def card_or_marker_tray(
    theme: Theme, size: tuple[int, int], scale: float, wells: Sequence[Bounds] = ()
) -> Sprite:
    """Return a shallow tray for cards or markers.

    Args:
        size: width and height in pixels.
        scale: pixels per layout unit.
        wells: the hollows of missing markers, relative to the tray's upper left corner.
    """
    width, height = size
    canvas = Canvas(width, height, pad=round(6 * scale))
    colours, relief = theme.colours, theme.surface.relief
    radius = min(10 * scale, height / 3)
    box = (0.0, 0.0, float(width), float(height))
    if theme.material == "paper":
        _draw_wooden_plate(canvas, box, radius, scale)
        ground = mix_colours(WOOD_LOW, BLACK, 0.25)
    else:
        ground = mix_colours(colours.background, colours.shadow, 0.5)
        top = mix_colours(colours.background, colours.shadow, 0.55 * relief)
        low = mix_colours(colours.panel, colours.key, 0.35 * relief)
        canvas.rounded_rect(box, radius, with_alpha(top, 0.96), with_alpha(low, 0.96))
        edge = mix_colours(colours.outline, colours.background, 0.2 if relief > 0.5 else 0.0)
        canvas.rounded_frame(box, radius, max(1.0, scale), with_alpha(edge, 1))
    for x, y, wide, high in wells:
        _draw_ellipse(canvas, (x, y, wide, high), with_alpha(ground, 1))
        lit = with_alpha(mix_colours(colours.outline, WHITE, 0.2), 0.0 if theme.light else 0.22)
        if not relief or relief < 0.5:
            lit = with_alpha(colours.outline, 0.45)
        _draw_ellipse(canvas, (x, y, wide, high), lit, line=max(1.0, 0.8 * scale))
    return canvas.to_sprite()


def tray_text_colour(theme: Theme) -> Colour:
    """Return the colour of text on a tray."""
    return (52, 30, 8) if theme.material == "paper" else theme.colours.muted


WOOD_TOP: Colour = (203, 161, 102)
WOOD_LOW: Colour = (163, 115, 62)


def _draw_wooden_plate(canvas: Canvas, box: Bounds, radius: float, scale: float) -> None:
    """Draw a wooden plate with its grain."""
    x, y, width, height = box
    canvas.rounded_rect(box, radius, with_alpha(WOOD_TOP, 1), with_alpha(WOOD_LOW, 1))
    layer = canvas.new_layer()
    lines = max(4, round(height / (7 * scale)))
    for n in range(lines):
        level = y + height * (n + 0.5) / lines
        wave = [
            (
                x + width * k / 24,
                level + 2.2 * scale * math.sin(k * 0.55 + n * 1.7) * math.sin(n * 2.3 + 0.4),
            )
            for k in range(25)
        ]
        shade = (90, 54, 20, 26) if n % 3 else (255, 232, 190, 30)
        pygame.draw.lines(layer, shade, False, canvas.to_canvas_points(wave), max(1, canvas.factor))
    canvas.blit_clipped(layer, box, radius)
    dark, pale = (104, 66, 28), (255, 236, 200)
    canvas.rounded_frame(box, radius, 1.4 * scale, with_alpha(dark, 0.9))
    seam = (x + 1.6 * scale, y + 1.6 * scale, width - 3.2 * scale, height - 3.2 * scale)
    canvas.rounded_frame(
        seam, max(1.0, radius - 1.5 * scale), scale, with_alpha(pale, 0.55), with_alpha(pale, 0.05)
    )


def _draw_screw(canvas: Canvas, theme: Theme, middle: Point, radius: float) -> None:
    colours = theme.colours
    rim = mix_colours(colours.outline, colours.shadow, 0.25)
    x, y = middle
    canvas.stroke([middle], 2 * radius, with_alpha(rim, 1))
    canvas.stroke(
        [middle], 1.35 * radius, with_alpha(mix_colours(colours.panel, colours.key, 0.5), 1)
    )
    slot = radius * 0.4
    canvas.stroke([(x - slot, y + slot), (x + slot, y - slot)], radius * 0.28, with_alpha(rim, 1))


def _draw_ellipse(
    canvas: Canvas, box: Bounds, colour: tuple[int, int, int, int], line: float = 0
) -> None:
    layer = canvas.new_layer()
    width = max(1, round(line * canvas.factor)) if line else 0
    pygame.draw.ellipse(layer, colour, canvas.to_canvas_rect(*box), width)
    canvas.surface.blit(layer, (0, 0))


def speech_bubble(
    theme: Theme,
    size: tuple[int, int],
    scale: float,
    edge: Colour,
    tip: tuple[int, int],
    is_fresh: bool,
    is_outdated: bool,
) -> Sprite:
    """Return a speech bubble without its text.

    Args:
        size: width and height in pixels, without the tail.
        scale: pixels per layout unit.
        edge: the colour of the bubble's outline.
        tip: the point where the tail ends, relative to the bubble's upper left corner.
        is_fresh: whether the text was said in the last turn; the bubble is then bright.
        is_outdated: whether the text no longer holds; the bubble then has a dashed outline.
    """
    width, height = size
    far = max(-tip[0], tip[0] - width, -tip[1], tip[1] - height, 0)
    canvas = Canvas(width, height, pad=far + round(8 * scale))
    radius = min(13 * scale, height / 2)
    ground, _ink = speech_bubble_and_text_colours(theme, is_fresh)
    line = max(1.6, theme.surface.outline) * scale
    box = (0.0, 0.0, float(width), float(height))
    if theme.surface.shadow:
        dark = with_alpha(theme.colours.shadow, 0.5 * theme.surface.shadow)
        canvas.drop_shadow((0, 2 * scale, width, height), radius, 4 * scale, dark)
    tail = _bubble_tail_corners(size, tip, min(9 * scale, height * 0.24))
    rim = with_alpha(edge, 1)
    canvas.polygon(_grown_triangle(tail, line), rim)
    if is_outdated:
        canvas.rounded_rect(box, radius, with_alpha(ground, 1))
        canvas.dashed_frame(box, radius, line, rim)
    else:
        canvas.rounded_rect(box, radius, rim)
        inner = (line, line, width - 2 * line, height - 2 * line)
        canvas.rounded_rect(inner, max(1.0, radius - line), with_alpha(ground, 1))
    canvas.polygon(tail, with_alpha(ground, 1))
    return canvas.to_sprite()


def speech_bubble_and_text_colours(theme: Theme, is_fresh: bool) -> tuple[Colour, Colour]:
    """Return the background and text colours of a speech bubble."""
    colours = theme.colours
    if is_fresh:
        return ((255, 255, 255) if theme.light else (242, 247, 247)), (14, 18, 24)
    if theme.light:
        ground = mix_colours(colours.panel, colours.background, 0.5)
        return ground, colours.text
    return mix_colours(colours.background, colours.panel, 0.6), colours.text


def _bubble_tail_corners(size: tuple[int, int], tip: tuple[int, int], half: float) -> list[Point]:
    """Return the triangle of a bubble's tail, from the nearest edge to ``tip``.

    Args:
        size: width and height of the bubble in pixels.
        tip: the point where the tail ends.
        half: half the width of the tail at the bubble's edge.
    """
    width, height = size
    x, y = tip
    if x < 0 or x > width:
        foot = 3.0 if x < 0 else width - 3.0
        middle = min(height - 1.5 * half, max(1.5 * half, y))
        return [(foot, middle - half), tip, (foot, middle + half)]
    foot = 3.0 if y < 0 else height - 3.0
    middle = min(width - 2.5 * half, max(2.5 * half, x))
    return [(middle - half, foot), tip, (middle + half, foot)]


def _grown_triangle(triangle: list[Point], by: float) -> list[Point]:
    """Return a triangle with its corners moved outwards, so that its edges move by about ``by``."""
    cx = sum(x for x, _ in triangle) / 3
    cy = sum(y for _, y in triangle) / 3
    grown = []
    for n, (x, y) in enumerate(triangle):
        reach = max(1.0, math.dist((x, y), (cx, cy)))
        more = by * (2.4 if n == 1 else 1.5)
        grown.append((x + (x - cx) / reach * more, y + (y - cy) / reach * more))
    return grown


def command_stamp(
    theme: Theme, text: str, height: int, colour: Colour, tilt: float = 8.0
) -> Sprite:
    """Return the word of a command in a double frame, like the print of a rubber stamp.

    Args:
        height: the height in pixels before the stamp is tilted; the width follows from the text.
        tilt: the angle in degrees, counter-clockwise.
    """
    probe = load_font_file(theme.faces.numeral, max(6, round(height * 0.56 * 3)))
    width = round(probe.size(text)[0] / 3 + height * 0.75)
    canvas = Canvas(width, height, pad=2, factor=3)
    ground = (
        theme.colours.panel if theme.light else mix_colours(theme.colours.background, BLACK, 0.2)
    )
    ink = readable_colour(colour, ground, theme.colours.text)
    box = (0.0, 0.0, float(width), float(height))
    radius = height * 0.2
    canvas.rounded_rect(box, radius, with_alpha(ground, 0.92))
    canvas.rounded_frame(box, radius, height * 0.085, with_alpha(ink, 1))
    gap = height * 0.135
    canvas.rounded_frame(
        (gap, gap, width - 2 * gap, height - 2 * gap),
        radius * 0.6,
        height * 0.035,
        with_alpha(ink, 0.9),
    )
    image = probe.render(text, True, ink)
    image = image.subsurface(image.get_bounding_rect())
    canvas.surface.blit(image, image.get_rect(center=canvas.to_canvas_point(width / 2, height / 2)))
    return canvas.to_sprite().rotated(tilt)


def padlock(theme: Theme, width: int, colour: Colour, opening: float) -> Sprite:
    """Return a padlock.

    Args:
        width: the width in pixels.
        colour: the colour of the open padlock; a closed one is grey.
        opening: the opening from 0 (closed and hollow) to 1 (open and filled).
    """
    height = round(width * 1.3)
    canvas = Canvas(width, height, pad=round(width * 0.3))
    line = max(1.5, width * 0.105)
    body = (width * 0.06, height * 0.46, width * 0.88, height * 0.5)
    shut = mix_colours(theme.colours.muted, theme.colours.background, 0.12)
    ink = with_alpha(mix_colours(shut, colour, opening), 1)
    rise = height * 0.07 * opening
    left, right = width * 0.26, width * 0.74
    arch = [
        (
            width / 2 - (right - left) / 2 * math.cos(math.pi * k / 14),
            height * 0.3 - rise - (right - left) / 2 * math.sin(math.pi * k / 14),
        )
        for k in range(15)
    ]
    free = height * (0.47 - 0.17 * opening) - rise
    shackle = [(left, height * 0.5), *arch, (right, free)]
    if opening < 0.5:
        canvas.stroke(shackle, line, ink)
        canvas.rounded_frame(body, width * 0.14, line, ink)
        return canvas.to_sprite()
    turned = [(x + (x - left) * 0.12, y + (x - left) * 0.1) for x, y in shackle]
    canvas.stroke(turned, line, ink)
    low = mix_colours(colour, BLACK, 0.16 * theme.surface.relief)
    canvas.rounded_rect(body, width * 0.14, ink, with_alpha(low, 1))
    return canvas.to_sprite()


def unseen_card_stack(
    theme: Theme, value: int, n_cards: int, size: tuple[int, int], scale: float
) -> Sprite:
    """Return the ``n_cards`` unseen copies of the card ``value`` as a stack.

    The stack has a front card and the edges of up to two cards behind it. Without cards, it is a
    dashed outline.
    """
    width, height = size
    if n_cards <= 0:
        canvas = Canvas(width, height, pad=round(8 * scale))
        muted = mix_colours(theme.colours.muted, theme.colours.background, 0.3)
        canvas.dashed_frame(
            (0, 0, width, height),
            card_corner_radius(size),
            max(1.0, scale),
            with_alpha(muted, 0.8),
            3.5,
        )
        font = load_font_file(theme.faces.numeral, max(6, round(height * 0.42 * canvas.factor)))
        image = font.render(
            str(value), True, mix_colours(theme.colours.muted, theme.colours.text, 0.1)
        )
        image = image.subsurface(image.get_bounding_rect())
        canvas.surface.blit(
            image, image.get_rect(center=canvas.to_canvas_point(width / 2, height * 0.48))
        )
        return canvas.to_sprite()
    front = card(theme, CardLook(value), size, scale)
    whole = pygame.Surface(front.surface.get_size(), pygame.SRCALPHA)
    edges = min(n_cards - 1, MAX_STACK_EDGES)
    step = max(2, round(4 * scale))
    for k in range(edges, 0, -1):
        edge = Canvas(width, height, pad=front.pad)
        tint = mix_colours(theme.colours.cards[value], theme.colours.outline, 0.4)
        ground = mix_colours(theme.colours.card_light, theme.colours.cards[value], 0.18)
        inset = k * 1.0 * scale
        box = (inset, -k * step, width - 2 * inset, float(height - k * step))
        edge.rounded_rect(box, card_corner_radius(size), with_alpha(ground, 1))
        edge.rounded_frame(
            box, card_corner_radius(size), max(1.0, 1.2 * scale), with_alpha(tint, 1)
        )
        edge.to_sprite().draw(whole, (front.pad, front.pad))
    front.draw(whole, (front.pad, front.pad))
    return Sprite(whole, front.pad)


def button_text_colour(theme: Theme, plate: ButtonPlateLook) -> Colour:
    """Return the colour of the text and icon on a button's plate."""
    colours = theme.colours
    if plate.rank in ("first", "risky"):
        return contrasting_text_colour(_button_fill_colour(theme, plate))
    if plate.rank == "impossible":
        return mix_colours(colours.muted, colours.panel, 0.12)
    if plate.rank == "rare":
        return mix_colours(colours.text, colours.muted, 0.65)
    return colours.text


def _button_fill_colour(theme: Theme, plate: ButtonPlateLook) -> Colour:
    base = theme.colours.accent if plate.rank == "first" else AMBER
    return mix_colours(base, WHITE, 0.12 if plate.hovered else 0.0)


def button_plate(
    theme: Theme, plate: ButtonPlateLook, size: tuple[int, int], scale: float
) -> Sprite:
    """Return the plate of a button beside the table.

    The plate is filled for the ranks "first" and "risky", and dashed for "impossible".
    """
    width, height = size
    canvas = Canvas(width, height, pad=round(16 * scale))
    colours, relief = theme.colours, theme.surface.relief
    radius = min(10 * scale, height / 3)
    box = (0.0, 0.0, float(width), float(height))
    if plate.rank == "impossible":
        ground = mix_colours(colours.panel, colours.background, 0.35)
        canvas.rounded_rect(box, radius, with_alpha(ground, 0.85))
        edge = mix_colours(colours.outline, colours.background, 0.15 if relief > 0.5 else 0)
        canvas.dashed_frame(box, radius, max(1.0, 1.1 * scale), with_alpha(edge, 1), 4 * scale)
        return canvas.to_sprite()
    if theme.surface.shadow:
        dark = with_alpha(colours.shadow, 0.55 * theme.surface.shadow)
        canvas.drop_shadow((0, 2 * scale, width, height), radius, 4 * scale, dark)
    drop = 1.5 * scale * relief if plate.pressed else 0.0
    box = (0.0, drop, float(width), height - drop)
    if plate.rank in ("first", "risky"):
        fill = _button_fill_colour(theme, plate)
        low = mix_colours(
            fill, colours.shadow if not theme.light else BLACK, 0.18 * max(relief, 0.4)
        )
        top = mix_colours(fill, WHITE, 0.2 * relief)
        canvas.rounded_rect(box, radius, with_alpha(top, 1), with_alpha(low, 1))
        rim = mix_colours(fill, BLACK, 0.5) if theme.light else mix_colours(fill, WHITE, 0.5)
        canvas.rounded_frame(box, radius, 1.2 * scale, with_alpha(rim, 0.9))
        body = canvas.to_sprite()
        if not theme.surface.glow:
            return body
        return merge_sprites(glow_around_rounded_rect(theme, size, radius, scale, fill, 0.9), body)
    is_rare = plate.rank == "rare"
    top = mix_colours(colours.key, colours.key_light, 0.6 * relief)
    low = mix_colours(colours.key, colours.panel, 0.25)
    if is_rare:
        top = mix_colours(colours.panel, colours.key, 0.55)
        low = mix_colours(colours.panel, colours.key, 0.2)
    if plate.hovered:
        top, low = mix_colours(top, WHITE, 0.1), mix_colours(low, WHITE, 0.06)
    canvas.rounded_rect(box, radius, with_alpha(top, 1), with_alpha(low, 1))
    seam = (scale, scale + drop, width - 2 * scale, height - drop - 2 * scale)
    shine = (0.06 if is_rare else 0.16) * relief
    canvas.rounded_frame(
        seam, max(1.0, radius - scale), scale, with_alpha(WHITE, shine), with_alpha(WHITE, 0)
    )
    edge = mix_colours(colours.outline, colours.background, 0.15 if is_rare and relief > 0.5 else 0)
    if not is_rare:
        edge = mix_colours(edge, colours.text, 0.2)
    line = theme.surface.outline * (1.0 if is_rare else 1.3) * scale
    canvas.rounded_frame(box, radius, line, with_alpha(edge, 1))
    return canvas.to_sprite()


def key_rim(
    theme: Theme, size: tuple[int, int], scale: float, colour: Colour, is_dashed: bool
) -> Sprite:
    """Return the rim of a key on which a marker would win the round.

    Args:
        is_dashed: whether the rim is dashed, for a win that is possible only after the next turn.
    """
    width, height = size
    canvas = Canvas(width, height, pad=round(4 * scale))
    radius = key_corner_radius(theme, size, scale)
    box = (0.0, 0.0, float(width), float(height))
    if is_dashed:
        canvas.dashed_frame(box, radius, 2.4 * scale, with_alpha(colour, 1), 7 * scale)
    else:
        canvas.rounded_frame(box, radius, 3.2 * scale, with_alpha(colour, 1))
    return canvas.to_sprite()


def dot_sprite(width: int, colour: Colour, opacity: float) -> Sprite:
    """Return one dot of a dotted line, with an opacity from 0 to 1."""
    canvas = Canvas(width, width, pad=1)
    canvas.stroke([(width / 2, width / 2)], width, with_alpha(colour, 1))
    return canvas.to_sprite().with_opacity(opacity)


def captured_marker_shelf(theme: Theme, width: int, scale: float) -> Sprite:
    """Return the shelf on which captured markers stand."""
    high = max(2, round(3 * scale))
    canvas = Canvas(width, high)
    tint = mix_colours(theme.colours.muted, theme.colours.background, 0.25)
    if theme.material == "paper":
        tint = mix_colours(WOOD_LOW, BLACK, 0.4)
    canvas.rounded_rect((0, 0, width, high), high / 2, with_alpha(tint, 1))
    return canvas.to_sprite()


def rounded_outline(size: tuple[int, int], colour: Colour, radius: float, scale: float) -> Sprite:
    """Return a rounded outline along the inside of a rectangle, about 2 units wide."""
    canvas = Canvas(*size)
    canvas.rounded_frame((0, 0, *size), radius, max(1.6, 2.2 * scale), with_alpha(colour, 1))
    return canvas.to_sprite()


def text_plate_on_key(theme: Theme, size: tuple[int, int], colour: Colour, scale: float) -> Sprite:
    """Return a plate with a rim, for a few words on a key or card."""
    width, height = size
    canvas = Canvas(width, height)
    radius = height * 0.36
    ground = mix_colours(theme.colours.key, theme.colours.background, 0.6)
    if theme.light:
        ground = WHITE
    canvas.rounded_rect((0, 0, width, height), radius, with_alpha(ground, 0.96))
    canvas.rounded_frame(
        (0, 0, width, height), radius, max(1.3, 1.6 * scale), with_alpha(colour, 1)
    )
    return canvas.to_sprite()


def ring_around_marker(theme: Theme, width: int, colour: Colour) -> Sprite:
    """Return a ring on the ground around a marker, drawn as an ellipse in the same perspective."""
    height = round(width * FORESHORTENING)
    canvas = Canvas(width, height, pad=round(width * 0.12))
    box = (0.0, 0.0, float(width), float(height))
    if theme.surface.glow and not theme.light:
        soft = canvas.blurred_box(
            box, height / 2, width * 0.06, (*colour, 0), (*colour, 150), line=width * 0.09
        )
        canvas.surface.blit(soft, (0, 0))
    _draw_ellipse(canvas, box, with_alpha(colour, 0.95), line=max(1.4, width * 0.032))
    return canvas.to_sprite()
