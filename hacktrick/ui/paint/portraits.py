"""The people of the twelve codes, painted in the material of each theme.

A portrait is painted once for a theme, rather large, and made smaller for every place where it is
shown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pygame

from hacktrick.themes import Colour, Theme
from hacktrick.ui.paint.brush import Brush, Material
from hacktrick.ui.paint.grounds import GROUNDS
from hacktrick.ui.paint.people_hair import HAIR
from hacktrick.ui.paint.people_hats import HATS
from hacktrick.ui.paint.tools import BLACK, WHITE, mix

PEOPLE: dict[str, Callable[[Brush], None]] = {**HATS, **HAIR}
LARGE, LARGEST = 240, 480  # pixels: the edge of the pictures that all others are made of


@lru_cache(maxsize=60)
def portrait(theme: Theme, code: str, is_largest: bool = False) -> pygame.Surface:
    """The picture that all sizes are made of, opaque and square."""
    brush = Brush(LARGEST if is_largest else LARGE, MATERIALS[theme.material](theme))
    GROUNDS[code].paint(brush)
    PEOPLE[code](brush)
    FINISHES[theme.material](brush, theme)
    return brush.finish()


def small_portrait(theme: Theme, code: str, edge: int) -> pygame.Surface:
    """The same with an edge of so many pixels."""
    return pygame.transform.smoothscale(portrait(theme, code), (edge, edge))


# Materials


def grey(colour: Colour) -> float:
    """How light a colour is to the eye, 0 to 1."""
    return (0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]) / 255


def _ramp(stops: tuple[Colour, ...], light: float) -> Colour:
    place = min(0.9999, max(0.0, light)) * (len(stops) - 1)
    return mix(stops[int(place)], stops[int(place) + 1], place % 1)


def _glass(theme: Theme) -> Material:
    """Behind the lit glass of a display: deep colours, a bright edge above."""
    deep, accent = theme.colours.background, theme.colours.accent
    ramp = (deep, mix(deep, accent, 0.34), mix(accent, WHITE, 0.2), WHITE)

    def grade(colour: Colour) -> Colour:
        return mix(colour, _ramp(ramp, grey(colour)), 0.17)

    return Material(
        grade,
        outline=(mix(deep, BLACK, 0.4), 1.25),
        shadow=(mix(deep, accent, 0.08), 0.42),
        light=(mix(accent, WHITE, 0.6), 0.42),
        round=1.0,
    )


def _wire(theme: Theme) -> Material:
    """Drawn with lit wires on the night: two colours and what lies between them."""
    night, accent, text = theme.colours.background, theme.colours.accent, theme.colours.text
    violet = theme.colours.players[1]
    ramp = (night, mix(night, violet, 0.42), mix(violet, accent, 0.55), mix(accent, text, 0.75))

    def grade(colour: Colour) -> Colour:
        return mix(_ramp(ramp, grey(colour) * 0.95), colour, 0.4)

    return Material(
        grade,
        outline=(mix(accent, text, 0.35), 0.85),
        shadow=(mix(night, violet, 0.1), 0.5),
        light=(text, 0.3),
        round=0.5,
    )


def _paper(theme: Theme) -> Material:
    """Printed on paper: flat inks, and shadows of slanting lines."""
    paper, ink = theme.colours.card_light, theme.colours.text

    def grade(colour: Colour) -> Colour:
        return mix(mix(ink, paper, 0.12 + 0.88 * grey(colour)), colour, 0.62)

    return Material(grade, outline=(ink, 1.15), shadow=(ink, 0.55), light=(paper, 0.0), hatch=2.0)


def _wood(theme: Theme) -> Material:
    """Cut in wood: black and white, three tones and one spot of colour."""
    tones = (BLACK, (72, 72, 72), (172, 172, 172), WHITE)

    def grade(colour: Colour) -> Colour:
        strong = max(colour) - min(colour)
        tone = tones[min(3, int(grey(colour) * 4.2))]
        return mix(tone, colour, 0.7) if strong > 110 else tone

    return Material(grade, outline=(BLACK, 1.7), shadow=(BLACK, 0.9), light=(WHITE, 0.0), hatch=2.6)


MATERIALS: dict[str, Callable[[Theme], Material]] = {
    "glass": _glass,
    "wire": _wire,
    "paper": _paper,
    "wood": _wood,
}


# What lies over the whole picture


def _scan(brush: Brush, theme: Theme) -> None:
    """Lines of a screen, and the reflection of a pane."""
    edge = brush.surface.get_width()
    step = max(4, round(1.7 * brush.unit))
    line = pygame.Surface((edge, step // 2), pygame.SRCALPHA)
    line.fill((0, 0, 0, 30))
    for y in range(0, edge, step):
        brush.surface.blit(line, (0, y))
    _sheen(brush, 26)


def _sheen(brush: Brush, strength: int) -> None:
    edge = brush.surface.get_width()
    layer = pygame.Surface((edge, edge), pygame.SRCALPHA)
    slant = [(0, 0), (edge, 0), (edge, edge * 0.1), (0, edge * 0.5)]
    pygame.draw.polygon(layer, (255, 255, 255, strength), slant)
    brush.surface.blit(layer, (0, 0))


def _lit(brush: Brush, theme: Theme) -> None:
    """Light of the wires around the middle, night at the corners."""
    edge = brush.surface.get_width()
    small = pygame.Surface((32, 32), pygame.SRCALPHA)
    for y in range(32):
        for x in range(32):
            far = ((x - 15.5) ** 2 + (y - 13.5) ** 2) ** 0.5 / 22
            small.set_at((x, y), (*theme.colours.background, round(190 * max(0.0, far - 0.45))))
    brush.surface.blit(pygame.transform.smoothscale(small, (edge, edge)), (0, 0))
    _sheen(brush, 16)


def _plain(brush: Brush, theme: Theme) -> None:
    """As it was printed."""


FINISHES: dict[str, Callable[[Brush, Theme], None]] = {
    "glass": _scan,
    "wire": _lit,
    "paper": _plain,
    "wood": _plain,
}
