"""Code cards of Battle of Wits: a portrait over a plate for the name, and the portrait alone."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from hacktrick.app.themes import Colour, Theme
from hacktrick.ui.paint.canvas import BLACK, WHITE, Canvas, Sprite, mix, overlaid, with_alpha
from hacktrick.ui.paint.card_faces import card_stock, corner_radius
from hacktrick.ui.paint.keys_and_panels import halo

INSET = 0.05  # of the width: the margin around the picture
SMALL = 60  # units of width below which a card is all picture
FADED = 0.55  # how much of its colours a code loses that is used up

Bounds = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class CodeLook:
    """How the card of a code looks.

    Attributes:
        edge: the colour of its owner; None: nobody's.
        used: its power is spent.
        dead: it is cancelled.
        glow: light around it, as at the moment when it turns up.
    """

    code: str
    edge: Colour | None = None
    hover: bool = False
    used: bool = False
    dead: bool = False
    glow: bool = False

    @property
    def faded(self) -> bool:
        return self.used or self.dead


def code_card(theme: Theme, look: CodeLook, size: tuple[int, int], unit: float) -> Sprite:
    """A card of ``size`` pixels, without its name."""
    canvas = card_stock(theme, size, unit)
    width, height = size
    edge = _edge(theme, look)
    body = (0.0, 0.0, float(width), float(height))
    top, low = theme.colours.card_light, theme.colours.card
    if look.hover:
        top, low = mix(top, WHITE, 0.1), mix(low, WHITE, 0.07)
    canvas.rounded(body, corner_radius(size), with_alpha(top, 1), with_alpha(low, 1))
    _picture(canvas, theme, look, _window(size, unit), corner_radius(size) * 0.7)
    if look.dead:
        _strike(canvas, theme, _window(size, unit))
    canvas.frame(body, corner_radius(size), (max(theme.surface.outline, 1.0) + 0.8) * unit, edge)
    finished = canvas.finish()
    if not (look.glow and theme.surface.glow) or look.faded or look.edge is None:
        return finished
    return overlaid(finished, halo(theme, size, corner_radius(size), unit, look.edge, 0.7))


def name_box(rect: pygame.Rect, unit: float) -> pygame.Rect:
    """Where the name stands on a card that lies at ``rect``; empty on one that is too small."""
    _x, top, wide, tall = _window(rect.size, unit)
    low = round(top + tall)
    if is_too_small_for_name(rect.size, unit):
        return pygame.Rect(rect.x, rect.bottom, 0, 0)
    inset = round((rect.width - wide) / 2)
    return pygame.Rect(rect.x + inset, rect.y + low, round(wide), rect.height - low)


def is_too_small_for_name(size: tuple[int, int], unit: float) -> bool:
    """Whether a card has no room for a name."""
    return size[0] < SMALL * unit


def code_portrait(theme: Theme, look: CodeLook, edge: int, unit: float) -> Sprite:
    """The picture alone, in a frame."""
    canvas = Canvas(edge, edge, pad=round(2 * unit))
    whole = (0.0, 0.0, float(edge), float(edge))
    radius = edge * 0.12
    _picture(canvas, theme, look, whole, radius)
    if look.dead:
        _strike(canvas, theme, whole)
    canvas.frame(whole, radius, max(theme.surface.outline, 1.0) * 1.2 * unit, _edge(theme, look))
    return canvas.finish()


def portrait_surface(theme: Theme, code: str, is_largest: bool = False) -> pygame.Surface:
    """The picture that those of all sizes are made of; painted when first wanted, and kept. The
    painters are loaded only then: nobody is seen in the first picture of the program."""
    from hacktrick.ui.paint.portraits import portrait

    return portrait(theme, code, is_largest)


def _edge(theme: Theme, look: CodeLook) -> tuple[int, int, int, int]:
    colours = theme.colours
    line = look.edge or mix(colours.outline, colours.muted, 0.25)
    return with_alpha(mix(line, colours.outline, 0.6) if look.faded else line, 1)


def _window(size: tuple[int, int], unit: float) -> Bounds:
    """Where the picture is seen."""
    width, height = size
    inset = width * INSET
    if is_too_small_for_name(size, unit):
        return inset, inset, width - 2 * inset, height - 2 * inset
    return inset, inset, width - 2 * inset, width - 2 * inset


def _picture(canvas: Canvas, theme: Theme, look: CodeLook, window: Bounds, radius: float) -> None:
    """The person, as far as the window shows; a narrow window leaves out what is at the sides."""
    place = canvas.rect(*window)
    whole = portrait_surface(theme, look.code, canvas.width * 2 > 400)
    if look.faded:
        whole = _faded(theme, whole)
    edge = whole.get_width()
    wide = min(edge, round(edge * place.width / place.height))
    part = whole.subsurface(((edge - wide) // 2, 0, wide, edge))
    picture = pygame.transform.smoothscale(part, place.size)
    mask = pygame.Surface(place.size, pygame.SRCALPHA)
    rounding = round(radius * canvas.factor)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=rounding)
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    canvas.surface.blit(picture, place)
    rim = with_alpha(mix(theme.colours.shadow, BLACK, 0.3), 0.55)
    canvas.frame(window, radius, max(1.0, canvas.width * 0.008), rim)


def _faded(theme: Theme, picture: pygame.Surface) -> pygame.Surface:
    """Grey, and on its way into the card."""
    grey = pygame.transform.grayscale(picture)
    veil = pygame.Surface(grey.get_size(), pygame.SRCALPHA)
    veil.fill(with_alpha(theme.colours.card, FADED))
    grey.blit(veil, (0, 0))
    return grey


def _strike(canvas: Canvas, theme: Theme, window: Bounds) -> None:
    """A cross through it."""
    x, y, wide, tall = window
    gap = wide * 0.16
    ends = (
        [(x + gap, y + gap), (x + wide - gap, y + tall - gap)],
        [(x + wide - gap, y + gap), (x + gap, y + tall - gap)],
    )
    for line in ends:
        canvas.stroke(line, wide * 0.085, with_alpha(theme.colours.card, 1))
    for line in ends:
        canvas.stroke(line, wide * 0.045, with_alpha(theme.colours.bad, 1))
