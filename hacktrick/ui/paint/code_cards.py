"""Paints the code cards of Battle of Wits, and code portraits without a card."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from hacktrick.app.themes import Colour, Theme
from hacktrick.ui.paint.canvas import (
    BLACK,
    WHITE,
    Canvas,
    Sprite,
    merge_sprites,
    mix_colours,
    with_alpha,
)
from hacktrick.ui.paint.card_faces import blank_card_canvas, card_corner_radius
from hacktrick.ui.paint.keys_and_panels import glow_around_rounded_rect
from hacktrick.ui.paint.portraits import cached_code_portrait

PORTRAIT_INSET = 0.05  # margin around the portrait, as a share of the card's width
PICTURE_ONLY_WIDTH = 60  # cards narrower than this many units have no room for a name
FADED_SHARE = 0.55  # share by which a used or cancelled code fades into the card's colour

Bounds = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class CodeCardLook:
    """The look of a code card.

    Attributes:
        code: the name of the code.
        edge: the colour of the code's owner; None if no player has the code.
        used: whether the code's power has been used.
        cancelled: whether the code is cancelled; its portrait is then crossed out.
        glowing: whether the card glows, for example when the code is revealed.
    """

    code: str
    edge: Colour | None = None
    hovered: bool = False
    used: bool = False
    cancelled: bool = False
    glowing: bool = False

    @property
    def is_used_or_cancelled(self) -> bool:
        return self.used or self.cancelled


def code_card(theme: Theme, look: CodeCardLook, size: tuple[int, int], scale: float) -> Sprite:
    """Return a code card of ``size`` pixels, without the text of its name."""
    canvas = blank_card_canvas(theme, size, scale)
    width, height = size
    edge = _code_card_edge_colour(theme, look)
    body = (0.0, 0.0, float(width), float(height))
    top, low = theme.colours.card_light, theme.colours.card
    if look.hovered:
        top, low = mix_colours(top, WHITE, 0.1), mix_colours(low, WHITE, 0.07)
    canvas.rounded_rect(body, card_corner_radius(size), with_alpha(top, 1), with_alpha(low, 1))
    _draw_portrait(canvas, theme, look, _portrait_box(size, scale), card_corner_radius(size) * 0.7)
    if look.cancelled:
        _draw_cancelled_cross(canvas, theme, _portrait_box(size, scale))
    canvas.rounded_frame(
        body, card_corner_radius(size), (max(theme.surface.outline, 1.0) + 0.8) * scale, edge
    )
    finished = canvas.to_sprite()
    if not (look.glowing and theme.surface.glow) or look.is_used_or_cancelled or look.edge is None:
        return finished
    return merge_sprites(
        finished,
        glow_around_rounded_rect(theme, size, card_corner_radius(size), scale, look.edge, 0.7),
    )


def code_card_name_rect(rect: pygame.Rect, scale: float) -> pygame.Rect:
    """Return the rectangle for the name on a code card at ``rect``; empty if there is no room."""
    _x, top, wide, tall = _portrait_box(rect.size, scale)
    low = round(top + tall)
    if is_card_too_small_for_name(rect.size, scale):
        return pygame.Rect(rect.x, rect.bottom, 0, 0)
    inset = round((rect.width - wide) / 2)
    return pygame.Rect(rect.x + inset, rect.y + low, round(wide), rect.height - low)


def is_card_too_small_for_name(size: tuple[int, int], scale: float) -> bool:
    """Return whether a code card of this size has no room for a name."""
    return size[0] < PICTURE_ONLY_WIDTH * scale


def code_portrait(theme: Theme, look: CodeCardLook, edge: int, scale: float) -> Sprite:
    """Return a code's framed portrait without the card, ``edge`` pixels wide and high."""
    canvas = Canvas(edge, edge, pad=round(2 * scale))
    whole = (0.0, 0.0, float(edge), float(edge))
    radius = edge * 0.12
    _draw_portrait(canvas, theme, look, whole, radius)
    if look.cancelled:
        _draw_cancelled_cross(canvas, theme, whole)
    canvas.rounded_frame(
        whole,
        radius,
        max(theme.surface.outline, 1.0) * 1.2 * scale,
        _code_card_edge_colour(theme, look),
    )
    return canvas.to_sprite()


def _code_card_edge_colour(theme: Theme, look: CodeCardLook) -> tuple[int, int, int, int]:
    colours = theme.colours
    line = look.edge or mix_colours(colours.outline, colours.muted, 0.25)
    return with_alpha(
        mix_colours(line, colours.outline, 0.6) if look.is_used_or_cancelled else line, 1
    )


def _portrait_box(size: tuple[int, int], scale: float) -> Bounds:
    """Return the box of the portrait on a card of ``size``: x, y, width, height."""
    width, height = size
    inset = width * PORTRAIT_INSET
    if is_card_too_small_for_name(size, scale):
        return inset, inset, width - 2 * inset, height - 2 * inset
    return inset, inset, width - 2 * inset, width - 2 * inset


def _draw_portrait(
    canvas: Canvas, theme: Theme, look: CodeCardLook, window: Bounds, radius: float
) -> None:
    """Draw the portrait into the box ``window``; a narrow box cuts off the portrait's sides."""
    place = canvas.to_canvas_rect(*window)
    whole = cached_code_portrait(theme, look.code, canvas.width * 2 > 400)
    if look.is_used_or_cancelled:
        whole = _faded_portrait(theme, whole)
    edge = whole.get_width()
    wide = min(edge, round(edge * place.width / place.height))
    part = whole.subsurface(((edge - wide) // 2, 0, wide, edge))
    picture = pygame.transform.smoothscale(part, place.size)
    mask = pygame.Surface(place.size, pygame.SRCALPHA)
    rounding = round(radius * canvas.factor)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=rounding)
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    canvas.surface.blit(picture, place)
    rim = with_alpha(mix_colours(theme.colours.shadow, BLACK, 0.3), 0.55)
    canvas.rounded_frame(window, radius, max(1.0, canvas.width * 0.008), rim)


def _faded_portrait(theme: Theme, picture: pygame.Surface) -> pygame.Surface:
    """Return a grey copy of a picture, blended towards the card colour."""
    grey = pygame.transform.grayscale(picture)
    veil = pygame.Surface(grey.get_size(), pygame.SRCALPHA)
    veil.fill(with_alpha(theme.colours.card, FADED_SHARE))
    grey.blit(veil, (0, 0))
    return grey


def _draw_cancelled_cross(canvas: Canvas, theme: Theme, window: Bounds) -> None:
    """Draw a cross over the portrait."""
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
