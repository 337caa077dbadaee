"""Paints the players' faces: drawings for computer players, emblems for people."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame

from hacktrick.app.profiles import StyledMarker
from hacktrick.app.themes import Colour, Theme
from hacktrick.ui.paint.canvas import (
    BLACK,
    WHITE,
    Bounds,
    Canvas,
    Sprite,
    merge_sprites,
    mix_colours,
    regular_polygon,
    with_alpha,
)
from hacktrick.ui.paint.fonts import load_font_file
from hacktrick.ui.paint.keys_and_panels import glow_around_rounded_rect
from hacktrick.ui.paint.markers import marker_shape_outline
from hacktrick.ui.paint.portraits import themed_svg_picture

FACE_FILES = (
    "pixel",
    "buffer",
    "cipher",
    "kernel",
    "daemon",
    "vector",
    "cortex",
    "oracle",
    "phantom",
    "zero",
)
"""The names of the drawings in assets/faces, for the levels from 1 on."""

CORNER_RADIUS = 0.16  # corner radius, as a share of the face's width
MASK_SAMPLES = 4  # factor by which the mask of a face is drawn too large, for smooth edges


@dataclass(frozen=True, slots=True)
class PlayerFaceLook:
    """The look of a face.

    Attributes:
        level: the level of a computer player; None for a person.
        piece: a person's marker, which gives their emblem its shape and colour.
        initial: the first letter of a person's name.
        edge: the colour of the frame; None for the usual grey frame.
        glowing: whether the frame glows, for example while the player speaks.
        mark: a letter in the corner that distinguishes the face from an equal face; "" for none.
    """

    level: int | None = None
    piece: StyledMarker | None = None
    initial: str = ""
    edge: Colour | None = None
    glowing: bool = False
    mark: str = ""


def player_face(theme: Theme, look: PlayerFaceLook, edge: int, scale: float) -> Sprite:
    """Return a framed face, ``edge`` pixels wide and high."""
    if look.level is None:
        drawn = _paint_marker_emblem(theme, look, edge)
    else:
        drawn = themed_svg_picture(theme, "faces", face_file_name(look.level), edge).copy()
    drawn.blit(_rounded_mask(edge), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    line = look.edge or mix_colours(theme.colours.outline, theme.colours.muted, 0.4)
    width = max(theme.surface.outline, 1.0) * (1.6 if look.edge else 1.2) * scale
    framed = merge_sprites(Sprite(drawn.premul_alpha()), _paint_face_frame(edge, line, width))
    if look.mark:
        framed = merge_sprites(framed, _paint_corner_letter(theme, look.mark, edge, line))
    if not (look.glowing and theme.surface.glow):
        return framed
    return merge_sprites(
        framed,
        glow_around_rounded_rect(theme, (edge, edge), edge * CORNER_RADIUS, scale, line, 0.7),
    )


@lru_cache(maxsize=16)
def _rounded_mask(edge: int) -> pygame.Surface:
    """Return a mask for round corners: a white square of ``edge`` pixels on transparency."""
    large = pygame.Surface((edge * MASK_SAMPLES, edge * MASK_SAMPLES), pygame.SRCALPHA)
    large.fill((255, 255, 255, 0))
    radius = round(edge * CORNER_RADIUS * MASK_SAMPLES)
    pygame.draw.rect(large, (255, 255, 255, 255), large.get_rect(), border_radius=radius)
    return pygame.transform.smoothscale(large, (edge, edge))


@lru_cache(maxsize=32)
def _paint_face_frame(edge: int, colour: Colour, width: float) -> Sprite:
    canvas = Canvas(edge, edge)
    whole = (0.0, 0.0, float(edge), float(edge))
    canvas.rounded_frame(whole, edge * CORNER_RADIUS, width, with_alpha(colour, 1))
    return canvas.to_sprite()


MARK_SIZE, MIN_MARK_PIXELS, MAX_MARK_SIZE = 0.34, 15, 0.56
"""The diameter of a mark as a fraction of the face, its minimum in pixels, and the maximum
fraction of the face, which has precedence."""


def _paint_corner_letter(theme: Theme, mark: str, edge: int, colour: Colour) -> Sprite:
    """Return a disc with a letter in the lower left corner of a transparent square."""
    size = min(max(edge * MARK_SIZE, MIN_MARK_PIXELS), edge * MAX_MARK_SIZE)
    middle, radius = (size / 2, edge - size / 2), size / 2 - 1
    canvas = Canvas(edge, edge)
    for share, ink in ((1.0, colour), (0.86, theme.colours.panel)):
        disc = regular_polygon(32, radius * share)
        canvas.polygon([(middle[0] + x, middle[1] + y) for x, y in disc], with_alpha(ink, 1))
    picture = pygame.Surface((edge, edge), pygame.SRCALPHA)
    canvas.to_sprite().draw(picture, (0, 0))
    letter = load_font_file(theme.faces.numeral, max(6, round(size * 0.62))).render(
        mark, True, theme.colours.text
    )
    letter = letter.subsurface(letter.get_bounding_rect())
    picture.blit(letter, letter.get_rect(center=middle))
    return Sprite(picture.premul_alpha())


def face_file_name(level: int) -> str:
    """Return the file name of a level's drawing, without the extension.

    A level without a drawing gets the nearest level's drawing.
    """
    return FACE_FILES[min(max(level, 1), len(FACE_FILES)) - 1]


def _paint_marker_emblem(theme: Theme, look: PlayerFaceLook, edge: int) -> pygame.Surface:
    """Return a person's marker seen from above, with the initial of their name on it."""
    colours = theme.colours
    piece = look.piece or StyledMarker(0)
    colour = colours.players[piece.colour]
    canvas = Canvas(edge, edge, factor=2)
    whole: Bounds = (0.0, 0.0, float(edge), float(edge))
    ground = mix_colours(colours.panel, colour, 0.14)
    canvas.rounded_rect(
        whole, 0, with_alpha(mix_colours(ground, colour, 0.16), 1), with_alpha(ground, 1)
    )
    for size, shade in ((0.40, mix_colours(colour, BLACK, 0.3)), (0.365, colour)):
        canvas.polygon(_marker_corners(piece, edge, size), with_alpha(shade, 1))
    canvas.stroke(
        _marker_corners(piece, edge, 0.30),
        edge * 0.014,
        with_alpha(mix_colours(colour, BLACK, 0.35), 1),
        closed=True,
    )
    picture = pygame.Surface((edge, edge), pygame.SRCALPHA)
    canvas.to_sprite().draw(picture, (0, 0))
    if look.initial:
        font = load_font_file(theme.faces.numeral, max(6, round(edge * 0.36)))
        ink = (
            mix_colours(colour, BLACK, 0.8)
            if sum(colour) > 330
            else mix_colours(colour, WHITE, 0.92)
        )
        letter = font.render(look.initial, True, ink)
        letter = letter.subsurface(letter.get_bounding_rect())
        low = 0.06 if piece.shape_name == "triangle" else 0.0
        picture.blit(letter, letter.get_rect(center=(edge / 2, edge * (0.5 + low))))
    return picture


def _marker_corners(marker: StyledMarker, edge: int, size: float) -> list[tuple[float, float]]:
    middle, radius = edge / 2, edge * size
    return [
        (middle + x * radius, middle + y * radius)
        for x, y in marker_shape_outline(marker.shape_name)
    ]
