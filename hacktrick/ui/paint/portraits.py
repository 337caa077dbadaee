"""Draws the SVG portraits in assets/ in the graphic style, or "material", of a theme.

The colours are replaced in the SVG text before the text is parsed. CSS classes in the SVG mark the
parts that each material draws in its own way: ``.shade`` and ``.light`` inside shapes, and the
outlines ``.line`` and ``.thin``.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import pygame

from hacktrick import resources
from hacktrick.app.themes import Colour, Theme, hex_of_colour
from hacktrick.ui.paint.canvas import BLACK, WHITE, mix_colours, with_alpha

COLOUR_PATTERN = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b")
STYLE_PATTERN = re.compile(r"<style>.*?</style>", re.DOTALL)
# Pictures smaller than this many pixels have no scan lines, which would hide detail.
SCAN_LINES_FROM = 40
NORMAL_EDGE, LARGE_EDGE = 240, 480  # sizes in pixels at which a portrait is drawn

ColourGrade = Callable[[Colour], Colour]


@dataclass(frozen=True, slots=True)
class PortraitMaterial:
    """The graphic style of drawings in a theme.

    Attributes:
        grade: converts a colour of the drawing to this style.
        flat_grade: used in place of ``grade`` for drawings with outlines; None to use ``grade``.
        outline: the colour of outlines, and their width in hundredths of the picture's width.
        shadow: the colour and opacity of the shadows at the lower right of shapes.
        light: the colour and opacity of the light at the upper left of shapes.
        hatch: the distance between the lines of a hatched shadow, in hundredths of the picture's
            width; 0 for a solid shadow.
        scan_lines: the colour and opacity of scan lines over the whole picture; an opacity of 0
            for none.
    """

    grade: ColourGrade
    outline: tuple[Colour, float]
    shadow: tuple[Colour, float]
    light: tuple[Colour, float]
    hatch: float = 0.0
    scan_lines: tuple[Colour, float] = (BLACK, 0.0)
    flat_grade: ColourGrade | None = None


@lru_cache(maxsize=60)
def cached_code_portrait(theme: Theme, code: str, is_large: bool = False) -> pygame.Surface:
    """Return a code's cached portrait, opaque and square, 240 or 480 pixels wide.

    Callers scale a copy to the size that they need.

    Args:
        code: the name of the code.
        is_large: whether the portrait is 480 pixels wide.
    """
    return themed_svg_picture(theme, "portraits", code, LARGE_EDGE if is_large else NORMAL_EDGE)


def themed_svg_picture(theme: Theme, folder: str, name: str, edge: int) -> pygame.Surface:
    """Return a drawing in the material of a theme, opaque and ``edge`` pixels wide and high.

    Args:
        folder: a folder of assets/.
        name: the file name without ".svg".
    """
    material = MATERIALS[theme.material](theme)
    with resources.required_asset(folder, f"{name}.svg") as file:
        text = file.read_text(encoding="utf-8")
        picture = _render_svg(_recoloured_svg(text, material), edge)
        if material.hatch and STYLE_PATTERN.search(text):
            _draw_hatching(picture, _render_svg(_shading_only_svg(text), edge), material)
    colour, opacity = material.scan_lines
    if opacity and edge >= SCAN_LINES_FROM:
        _add_scan_lines(picture, colour, opacity)
    return picture


def _render_svg(text: str, edge: int) -> pygame.Surface:
    read = pygame.image.load_sized_svg(io.BytesIO(text.encode()), (edge, edge))
    picture = pygame.Surface((edge, edge), pygame.SRCALPHA)
    picture.blit(read, (0, 0))  # SDL may render the drawing one pixel larger than requested
    return picture


def _recoloured_svg(text: str, material: PortraitMaterial) -> str:
    """Return the text of an SVG drawing with the colours and lines of a material."""
    ink, width = material.outline
    opacity = 0.0 if material.hatch else material.shadow[1]
    style = (
        f".shade{{fill:{hex_of_colour(material.shadow[0])};fill-opacity:{opacity}}}"
        f".light{{fill:{hex_of_colour(material.light[0])};fill-opacity:{material.light[1]}}}"
        f".line{{stroke:{hex_of_colour(ink)};stroke-width:{width}}}"
        f".thin{{stroke:{hex_of_colour(ink)};stroke-width:{width * 0.7:.2f}}}"
    )
    plain, n_styles = STYLE_PATTERN.subn("<style></style>", text)
    grade = material.flat_grade if n_styles and material.flat_grade else material.grade
    graded = COLOUR_PATTERN.sub(
        lambda found: hex_of_colour(grade(_colour_of_hex(found.group()))), plain
    )
    return graded.replace("<style></style>", f"<style>{style}</style>")


def _shading_only_svg(text: str) -> str:
    """Return the text of an SVG drawing that shows only the shaded parts, white on black."""
    style = (
        ".shade{fill:#ffffff;fill-opacity:1}.light{fill-opacity:0}"
        ".line{stroke:#000000;stroke-width:1.2}.thin{stroke:#000000;stroke-width:0.8}"
    )
    black = COLOUR_PATTERN.sub("#000000", STYLE_PATTERN.sub("<style></style>", text))
    return black.replace("<style></style>", f"<style>{style}</style>")


def _draw_hatching(
    picture: pygame.Surface, shades: pygame.Surface, material: PortraitMaterial
) -> None:
    """Draw slanting lines on ``picture``, in the shadow's colour, wherever ``shades`` is white."""
    edge = picture.get_width()
    colour, opacity = material.shadow
    large = edge * 2  # draw larger for smooth lines
    lines = pygame.Surface((large, large))
    step = max(3, round(material.hatch * large / 100))
    level = round(255 * opacity)
    for start in range(0, 2 * large, step):
        ends = (start, 0), (start - large, large)
        pygame.draw.line(lines, (level,) * 3, *ends, max(2, round(step * 0.62)))
    lines = pygame.transform.smoothscale(lines, (edge, edge))
    lines.blit(shades, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    rest = pygame.Surface((edge, edge))
    rest.fill(WHITE)
    rest.blit(lines, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    picture.blit(rest, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    lines.fill(colour, special_flags=pygame.BLEND_RGB_MULT)
    picture.blit(lines, (0, 0), special_flags=pygame.BLEND_RGB_ADD)


def _add_scan_lines(picture: pygame.Surface, colour: Colour, opacity: float) -> None:
    edge = picture.get_width()
    step = max(3, round(edge / 58))
    line = pygame.Surface((edge, max(1, step // 3)), pygame.SRCALPHA)
    line.fill(with_alpha(colour, opacity))
    for y in range(0, edge, step):
        picture.blit(line, (0, y))


def _colour_of_hex(text: str) -> Colour:
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


# The following functions define the materials of the themes.


def lightness(colour: Colour) -> float:
    """Return the perceived lightness of a colour, from 0 (black) to 1 (white)."""
    return (0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]) / 255


def _colour_at(stops: tuple[Colour, ...], light: float) -> Colour:
    place = min(0.9999, max(0.0, light)) * (len(stops) - 1)
    return mix_colours(stops[int(place)], stops[int(place) + 1], place % 1)


def _glass_material(theme: Theme) -> PortraitMaterial:
    """Return the material of a backlit display: deep colours and scan lines."""
    deep, accent = theme.colours.background, theme.colours.accent
    ramp = (deep, mix_colours(deep, accent, 0.34), mix_colours(accent, WHITE, 0.2), WHITE)
    return PortraitMaterial(
        lambda colour: mix_colours(colour, _colour_at(ramp, lightness(colour)), 0.1),
        outline=(mix_colours(deep, BLACK, 0.4), 1.2),
        shadow=(mix_colours(deep, accent, 0.08), 0.42),
        light=(mix_colours(accent, WHITE, 0.7), 0.34),
        scan_lines=(BLACK, 0.16),
    )


def _wire_material(theme: Theme) -> PortraitMaterial:
    """Return the material of a hologram: two colours of the theme and the shades between them."""
    night, accent, text = theme.colours.background, theme.colours.accent, theme.colours.text
    violet = theme.colours.players[1]
    ramp = (
        night,
        mix_colours(night, violet, 0.42),
        mix_colours(violet, accent, 0.55),
        mix_colours(accent, text, 0.75),
    )
    return PortraitMaterial(
        lambda colour: mix_colours(_colour_at(ramp, lightness(colour) * 0.95), colour, 0.35),
        outline=(mix_colours(accent, text, 0.35), 0.85),
        shadow=(mix_colours(night, violet, 0.1), 0.5),
        light=(text, 0.3),
        scan_lines=(violet, 0.22),
    )


def _paper_material(theme: Theme) -> PortraitMaterial:
    """Return the material of a print on paper: flat inks and hatched shadows."""
    paper, ink = theme.colours.card_light, theme.colours.text
    return PortraitMaterial(
        lambda colour: mix_colours(mix_colours(ink, paper, lightness(colour) ** 0.9), colour, 0.56),
        outline=(ink, 1.15),
        shadow=(ink, 0.55),
        light=(paper, 0.0),
        hatch=2.0,
    )


def _wood_material(theme: Theme) -> PortraitMaterial:
    """Return the material of a woodcut: greys, black lines and strong hatching.

    Drawings with outlines get four greys, but keep their vivid colours.
    """
    tones = (BLACK, (72, 72, 72), (172, 172, 172), WHITE)

    def grey_of_colour(colour: Colour) -> Colour:
        level = (lightness(colour) ** 0.8 - 0.5) * 1.25 + 0.5
        return (round(255 * min(1.0, max(0.0, level))),) * 3

    def tinted_tone_of_colour(colour: Colour) -> Colour:
        tone = tones[min(3, int(lightness(colour) * 4.2))]
        return mix_colours(tone, colour, 0.7) if max(colour) - min(colour) > 110 else tone

    return PortraitMaterial(
        grey_of_colour,
        outline=(BLACK, 1.6),
        shadow=(BLACK, 0.85),
        light=(WHITE, 0),
        hatch=2.6,
        flat_grade=tinted_tone_of_colour,
    )


MATERIALS: dict[str, Callable[[Theme], PortraitMaterial]] = {
    "glass": _glass_material,
    "wire": _wire_material,
    "paper": _paper_material,
    "wood": _wood_material,
}
