"""Faces of the players: drawings of the computer players, emblems of people."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import pygame

from hacktrick import resources
from hacktrick.app.marker_styles import StyledMarker
from hacktrick.app.themes import Colour, Theme
from hacktrick.ui.paint.canvas import (
    BLACK,
    WHITE,
    Bounds,
    Canvas,
    Sprite,
    mix,
    overlay,
    with_alpha,
)
from hacktrick.ui.paint.fonts import font_file
from hacktrick.ui.paint.keys_and_panels import halo
from hacktrick.ui.paint.markers import marker_outline

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
"""The drawings in assets/faces, by level from 1 on."""

CORNER = 0.16  # of the edge: the corner radius
MASK_SAMPLES = 3  # pixels of the mask for one of the picture
COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b")

Grade = Callable[[Colour], Colour]


@dataclass(frozen=True, slots=True)
class FaceLook:
    """The look of a face.

    Attributes:
        level: the level of a computer player; None for a person.
        piece: a person's marker, which gives their emblem its shape and colour.
        initial: the first letter of a person's name.
        edge: the colour of the frame; None for that of panels.
        glow: a glow around it, as when its owner speaks.
        dim: it stands back, as a level that was not reached.
    """

    level: int | None = None
    piece: StyledMarker | None = None
    initial: str = ""
    edge: Colour | None = None
    glow: bool = False
    dim: bool = False


def face(theme: Theme, look: FaceLook, edge: int, unit: float) -> Sprite:
    """A framed face, ``edge`` pixels wide and high."""
    if look.level is None:
        drawn = _emblem(theme, look, edge)
    else:
        drawn = drawing(theme, "faces", face_file(look.level), edge).copy()
    if look.dim:
        veil = pygame.Surface(drawn.get_size(), pygame.SRCALPHA)
        veil.fill(with_alpha(theme.colours.background, 0.45))
        drawn.blit(veil, (0, 0))
    drawn.blit(_rounded_mask(edge), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    line = look.edge or mix(theme.colours.outline, theme.colours.muted, 0.4)
    width = max(theme.surface.outline, 1.0) * (1.6 if look.edge else 1.2) * unit
    framed = overlay(Sprite(drawn.premul_alpha()), _frame(edge, line, width))
    if not (look.glow and theme.surface.glow):
        return framed
    return overlay(framed, halo(theme, (edge, edge), edge * CORNER, unit, line, 0.7))


@lru_cache(maxsize=16)
def _rounded_mask(edge: int) -> pygame.Surface:
    """White with round corners, transparent outside."""
    large = pygame.Surface((edge * MASK_SAMPLES, edge * MASK_SAMPLES), pygame.SRCALPHA)
    large.fill((255, 255, 255, 0))
    radius = round(edge * CORNER * MASK_SAMPLES)
    pygame.draw.rect(large, (255, 255, 255, 255), large.get_rect(), border_radius=radius)
    return pygame.transform.smoothscale(large, (edge, edge))


@lru_cache(maxsize=32)
def _frame(edge: int, colour: Colour, width: float) -> Sprite:
    canvas = Canvas(edge, edge)
    whole = (0.0, 0.0, float(edge), float(edge))
    canvas.rounded_frame(whole, edge * CORNER, width, with_alpha(colour, 1))
    return canvas.finish()


def face_file(level: int) -> str:
    """The name of the drawing of a level; levels of later versions have the strongest one's."""
    return FACE_FILES[min(max(level, 1), len(FACE_FILES)) - 1]


@lru_cache(maxsize=64)
def drawing(theme: Theme, folder: str, name: str, edge: int) -> pygame.Surface:
    """A drawing of assets/ in the material of a theme, square and opaque."""
    with resources.loading(folder, f"{name}.svg") as file:
        text = file.read_text(encoding="utf-8")
        grade = GRADES[theme.material](theme)
        graded = COLOUR.sub(lambda found: _hex(grade(_rgb(found.group()))), text)
        picture = pygame.image.load_sized_svg(io.BytesIO(graded.encode()), (edge, edge))
    FINISHES[theme.material](picture, theme)
    return picture


def _rgb(text: str) -> Colour:
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _emblem(theme: Theme, look: FaceLook, edge: int) -> pygame.Surface:
    """A person's marker seen from above, with the initial on it."""
    colours = theme.colours
    piece = look.piece or StyledMarker(0)
    colour = colours.players[piece.colour]
    canvas = Canvas(edge, edge, factor=2)
    whole: Bounds = (0.0, 0.0, float(edge), float(edge))
    ground = mix(colours.panel, colour, 0.14)
    canvas.rounded_rect(whole, 0, with_alpha(mix(ground, colour, 0.16), 1), with_alpha(ground, 1))
    for size, shade in ((0.40, mix(colour, BLACK, 0.3)), (0.365, colour)):
        canvas.polygon(_placed(piece, edge, size), with_alpha(shade, 1))
    canvas.stroke(
        _placed(piece, edge, 0.30),
        edge * 0.014,
        with_alpha(mix(colour, BLACK, 0.35), 1),
        closed=True,
    )
    picture = pygame.Surface((edge, edge), pygame.SRCALPHA)
    canvas.finish().draw(picture, (0, 0))
    if look.initial:
        font = font_file(theme.faces.numeral, max(6, round(edge * 0.36)))
        ink = mix(colour, BLACK, 0.8) if sum(colour) > 330 else mix(colour, WHITE, 0.92)
        letter = font.render(look.initial, True, ink)
        letter = letter.subsurface(letter.get_bounding_rect())
        low = 0.06 if piece.outline == "triangle" else 0.0
        picture.blit(letter, letter.get_rect(center=(edge / 2, edge * (0.5 + low))))
    return picture


def _placed(piece: StyledMarker, edge: int, size: float) -> list[tuple[float, float]]:
    middle, radius = edge / 2, edge * size
    return [(middle + x * radius, middle + y * radius) for x, y in marker_outline(piece.outline)]


# Materials


def lightness(colour: Colour) -> float:
    """The perceived lightness of a colour, 0 to 1."""
    return (0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]) / 255


def _colour_at(stops: tuple[Colour, ...], light: float) -> Colour:
    place = min(0.9999, max(0.0, light)) * (len(stops) - 1)
    return mix(stops[int(place)], stops[int(place) + 1], place % 1)


def _glass_grade(theme: Theme) -> Grade:
    """The colours of a lit display."""
    deep, accent = theme.colours.background, theme.colours.accent
    ramp = (deep, mix(deep, accent, 0.34), mix(accent, WHITE, 0.2), WHITE)
    return lambda colour: mix(colour, _colour_at(ramp, lightness(colour)), 0.1)


def _wire_grade(theme: Theme) -> Grade:
    """The colours of a hologram: two colours of the theme and the shades between them."""
    night, accent, text = theme.colours.background, theme.colours.accent, theme.colours.text
    violet = theme.colours.players[1]
    ramp = (night, mix(night, violet, 0.42), mix(violet, accent, 0.55), mix(accent, text, 0.75))
    return lambda colour: mix(_colour_at(ramp, lightness(colour) * 0.95), colour, 0.35)


def _paper_grade(theme: Theme) -> Grade:
    """The inks of a print on paper."""
    paper, ink = theme.colours.card_light, theme.colours.text
    return lambda colour: mix(mix(ink, paper, lightness(colour) ** 0.9), colour, 0.5)


def _wood_grade(theme: Theme) -> Grade:
    """The greys of a woodcut."""

    def grade(colour: Colour) -> Colour:
        level = round(255 * min(1.0, max(0.0, (lightness(colour) ** 0.8 - 0.5) * 1.25 + 0.5)))
        return level, level, level

    return grade


GRADES: dict[str, Callable[[Theme], Grade]] = {
    "glass": _glass_grade,
    "wire": _wire_grade,
    "paper": _paper_grade,
    "wood": _wood_grade,
}


# Finishes, drawn over the whole picture


def _add_lines(picture: pygame.Surface, colour: Colour, opacity: float) -> None:
    """Draw the scan lines of a display."""
    edge = picture.get_width()
    step = max(3, round(edge / 58))
    line = pygame.Surface((edge, max(1, step // 3)), pygame.SRCALPHA)
    line.fill(with_alpha(colour, opacity))
    for y in range(0, edge, step):
        picture.blit(line, (0, y))


def _finish_glass(picture: pygame.Surface, theme: Theme) -> None:
    _add_lines(picture, BLACK, 0.16)


def _finish_wire(picture: pygame.Surface, theme: Theme) -> None:
    _add_lines(picture, theme.colours.players[1], 0.22)


def _finish_plain(picture: pygame.Surface, theme: Theme) -> None:
    """Leave the picture as it is."""


FINISHES: dict[str, Callable[[pygame.Surface, Theme], None]] = {
    "glass": _finish_glass,
    "wire": _finish_wire,
    "paper": _finish_plain,
    "wood": _finish_plain,
}
