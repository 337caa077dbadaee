"""Paints keys of the board, panels and buttons, the LCD, focus rings and glows."""

from dataclasses import dataclass

import pygame

from hacktrick.app.themes import Colour, Theme
from hacktrick.ui.paint.canvas import (
    BLACK,
    WHITE,
    Canvas,
    Rgba,
    Sprite,
    as_additive_light,
    merge_sprites,
    mix_colours,
    with_alpha,
)

Bounds = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class KeyLook:
    """The look of a key of the board.

    Attributes:
        owner: the colour number, 0 to 3, of the side whose markers stand on the key; None if the
            key is empty.
        is_reachable: whether a card of the player's hand can place a marker on the key.
        chosen: whether the chosen card would place a marker on the key.
        won: whether the key belongs to the winning line.
    """

    owner: int | None = None
    is_reachable: bool = False
    chosen: bool = False
    hovered: bool = False
    pressed: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class PanelLook:
    """The look of a panel or of a button's plate.

    Attributes:
        edge: the colour of the frame; None for the theme's outline colour.
        edge_width: the width of the frame, as a multiple of the theme's outline.
        raised: whether the plate is raised like a button, not flat.
        dimmed: whether the plate looks unavailable.
        glow_colour: the colour of a glow around the plate; None for no glow.
    """

    edge: Colour | None = None
    edge_width: float = 1.0
    raised: bool = False
    pressed: bool = False
    hovered: bool = False
    dimmed: bool = False
    glow_colour: Colour | None = None


def keycap(theme: Theme, look: KeyLook, size: tuple[int, int], scale: float) -> Sprite:
    """Return a key of ``size`` pixels, without its number and markers.

    Args:
        look: the look of the key.
        size: width and height in pixels.
        scale: pixels per layout unit, or less for a small key; see ``key_outline_scale``.
    """
    width, height = size
    canvas = Canvas(width, height, pad=round(16 * scale))
    radius = key_corner_radius(theme, size, scale)
    lip = (2.0 if look.pressed else 6.0) * scale * theme.surface.relief
    drop = 4.0 * scale * theme.surface.relief if look.pressed else 0.0
    _draw_drop_shadow(canvas, theme, (0, 2 * scale, width, height), radius, scale, 0.75)
    _draw_key_front_wall(canvas, theme, look, (0, drop, width, height - drop), radius)
    face = (0.0, drop, float(width), height - drop - lip)
    _draw_key_cap(canvas, theme, look, face, radius, scale)
    _draw_key_hollow(canvas, theme, look, face, scale)
    body = canvas.to_sprite()
    glow = _key_glow_and_strength(theme, look)
    return (
        body
        if glow is None
        else merge_sprites(body, _light_around_key(theme, size, drop, lip, scale, *glow))
    )


def panel(theme: Theme, look: PanelLook, size: tuple[int, int], scale: float) -> Sprite:
    """Return a rounded plate with a thin frame: flat for a panel, raised for a button."""
    width, height = size
    canvas = Canvas(
        width, height, pad=round((14 if look.glow_colour or look.raised else 10) * scale)
    )
    radius = min(theme.surface.corner * scale, height / 2, width / 2)
    lip = (3.0 if look.raised and not look.pressed else 0.0) * scale * theme.surface.relief
    drop = 3.0 * scale * theme.surface.relief if look.raised and look.pressed else 0.0
    _draw_drop_shadow(
        canvas, theme, (0, scale, width, height), radius, scale, 0.5 if look.raised else 0.35
    )
    if lip:
        dark = mix_colours(theme.colours.key, theme.colours.shadow, 0.62 * theme.surface.relief)
        canvas.rounded_rect((0, 0, width, height), radius, with_alpha(dark, 1))
    box = (0.0, drop, float(width), height - lip - drop)
    _draw_panel_plate(canvas, theme, look, box, radius, scale)
    body = canvas.to_sprite()
    if look.glow_colour is None or theme.surface.glow == 0:
        return body
    return merge_sprites(
        body, glow_around_rounded_rect(theme, size, radius, scale, look.glow_colour, 0.8)
    )


def lcd_plate(theme: Theme, size: tuple[int, int], scale: float) -> Sprite:
    """Return the glass plate of the LCD, recessed into its surroundings."""
    width, height = size
    canvas = Canvas(width, height, pad=round(6 * scale))
    radius = 6 * scale
    relief = theme.surface.relief
    canvas.rounded_rect(
        (-scale, -scale, width + 2 * scale, height + 3 * scale),
        radius + scale,
        _edge_light_colour(theme),
    )
    glass = theme.colours.lcd
    top = mix_colours(glass, theme.colours.shadow, 0.35 * relief)
    canvas.rounded_rect((0, 0, width, height), radius, with_alpha(top, 1), with_alpha(glass, 1))
    _draw_inner_shadow(canvas, theme, (0, 0, width, height), radius, 7 * scale)
    sheen = with_alpha(WHITE, (0.045 if not theme.light else 0.35) * relief)
    canvas.rounded_rect(
        (scale, scale, width - 2 * scale, height * 0.44), radius, sheen, with_alpha(WHITE, 0)
    )
    line = theme.surface.outline * scale
    canvas.rounded_frame((0, 0, width, height), radius, line, with_alpha(theme.colours.outline, 1))
    return canvas.to_sprite()


def glow_around_rounded_rect(
    theme: Theme,
    size: tuple[int, int],
    radius: float,
    scale: float,
    colour: Colour,
    strength: float,
) -> Sprite:
    """Return a glow around a rounded rectangle: added light in a dark theme, otherwise a tint.

    Args:
        size: the size of the rectangle in pixels.
        radius: the radius of its corners.
        colour: the colour of the glow.
        strength: the strength of the glow, from 0 to 1; the theme's glow strength multiplies it.
    """
    canvas = Canvas(*size, pad=round(16 * scale), factor=1)
    around = (0.0, 0.0, float(size[0]), float(size[1]))
    canvas.surface = canvas.blurred_box(
        around, radius, 5.5 * scale, (*colour, 0), (*colour, 255), line=3 * scale
    )
    soft = canvas.to_sprite()
    strength *= theme.surface.glow
    return soft.with_opacity(strength) if theme.light else as_additive_light(soft, strength)


def rounded_bar(
    theme: Theme,
    look: PanelLook,
    size: tuple[int, int],
    scale: float,
    filled: bool,
    roundness: float = 0.5,
) -> Sprite:
    """Return a small bar in the colour ``look.edge``, either filled or hollow.

    Args:
        size: width and height in pixels.
        filled: whether the bar is filled.
        roundness: the corner radius as a share of the height; 0.5 makes round ends.
    """
    width, height = size
    canvas = Canvas(width, height, pad=round(2 * scale))
    colours, radius = theme.colours, height * roundness
    edge = look.edge or colours.outline
    if filled:
        low = mix_colours(edge, colours.shadow, 0.3 * theme.surface.relief)
        canvas.rounded_rect((0, 0, width, height), radius, with_alpha(edge, 1), with_alpha(low, 1))
        return canvas.to_sprite()
    hollow = mix_colours(colours.key, colours.shadow, 0.35 * theme.surface.relief)
    canvas.rounded_rect(
        (0, 0, width, height), radius, with_alpha(hollow, 1), with_alpha(colours.key, 1)
    )
    canvas.rounded_frame(
        (0, 0, width, height), radius, look.edge_width * scale, with_alpha(edge, 1)
    )
    return canvas.to_sprite()


def switch_or_slider_handle(theme: Theme, width: int, scale: float) -> Sprite:
    """Return the round handle of switches and sliders."""
    canvas = Canvas(width, width, pad=round(5 * scale))
    colours = theme.colours
    _draw_drop_shadow(canvas, theme, (0, scale, width, width), width / 2, scale * 0.6, 0.6)
    face = colours.text if not theme.light else colours.panel
    low = mix_colours(face, colours.outline, 0.45)
    canvas.rounded_rect((0, 0, width, width), width / 2, with_alpha(face, 1), with_alpha(low, 1))
    canvas.rounded_frame((0, 0, width, width), width / 2, scale, with_alpha(colours.outline, 1))
    return canvas.to_sprite()


def focus_ring(theme: Theme, size: tuple[int, int], scale: float) -> Sprite:
    """Return the ring, 3 units wide, around a focused widget of ``size``.

    A thin contrasting line on both sides keeps the ring visible on any background.
    """
    width, height = size
    canvas = Canvas(width, height, pad=round(8 * scale))
    radius = theme.surface.corner * scale
    seam = with_alpha(WHITE if theme.light else BLACK, 0.75)
    for grow, line, colour in ((6, 5, seam), (5, 3, with_alpha(theme.colours.focus, 1))):
        box = (-grow * scale, -grow * scale, width + 2 * grow * scale, height + 2 * grow * scale)
        canvas.rounded_frame(box, radius + grow * scale, line * scale, colour)
    return canvas.to_sprite()


def glowing_outline(
    theme: Theme, size: tuple[int, int], scale: float, colour: Colour, is_round: bool = False
) -> Sprite:
    """Return a thin outline around an area of ``size``, with a glow if the theme has glows."""
    width, height = size
    canvas = Canvas(width, height, pad=round(16 * scale))
    radius = min(size) / 2 if is_round else min(15 * scale, min(size) / 5)
    canvas.rounded_frame((0, 0, width, height), radius, 2.2 * scale, with_alpha(colour, 1))
    body = canvas.to_sprite()
    return (
        merge_sprites(body, glow_around_rounded_rect(theme, size, radius, scale, colour, 0.9))
        if theme.surface.glow
        else body
    )


def key_face_size(theme: Theme, size: tuple[int, int], scale: float) -> tuple[int, int]:
    """Return the size of a key's top face, without the front wall below it."""
    return size[0], round(size[1] - 6.0 * scale * theme.surface.relief)


def key_corner_radius(theme: Theme, size: tuple[float, float], scale: float) -> float:
    """Return the corner radius of a key in pixels; the keys of the server board are round."""
    return min(size) / 2 if theme.board == "servers" else 13 * scale


def _key_glow_and_strength(theme: Theme, look: KeyLook) -> tuple[Colour, float] | None:
    if theme.surface.glow == 0:
        return None
    if look.won and look.owner is not None:
        return theme.colours.players[look.owner], 1.0
    if look.chosen:
        return mix_colours(theme.colours.accent, theme.colours.focus, 0.35), 0.85
    if look.is_reachable:
        return theme.colours.accent, 0.62 if look.hovered else 0.4
    if look.owner is not None:
        return theme.colours.players[look.owner], 0.3
    return None


def _light_around_key(
    theme: Theme,
    size: tuple[int, int],
    drop: float,
    lip: float,
    scale: float,
    colour: Colour,
    strength: float,
) -> Sprite:
    radius = key_corner_radius(theme, size, scale)
    soft = glow_around_rounded_rect(
        theme, (size[0], round(size[1] - lip)), radius, scale, colour, strength
    )
    whole = pygame.Surface((size[0] + 2 * soft.pad, size[1] + 2 * soft.pad), pygame.SRCALPHA)
    soft.draw(whole, (soft.pad, soft.pad + drop / 2))
    return Sprite(whole, soft.pad)


def _draw_drop_shadow(
    canvas: Canvas, theme: Theme, box: Bounds, radius: float, scale: float, strength: float
) -> None:
    if theme.surface.shadow:
        dark = with_alpha(theme.colours.shadow, strength * theme.surface.shadow)
        canvas.drop_shadow(box, radius, 4 * scale, dark)


def _draw_key_front_wall(
    canvas: Canvas, theme: Theme, look: KeyLook, box: Bounds, radius: float
) -> None:
    """Draw the front wall of a keycap, visible below the keycap's face."""
    base = mix_colours(theme.colours.key, theme.colours.shadow, 0.45)
    if look.owner is not None:
        base = mix_colours(base, theme.colours.players[look.owner], 0.16)
    low = mix_colours(base, theme.colours.shadow, 0.5)
    canvas.rounded_rect(box, radius, with_alpha(base, 1), with_alpha(low, 1))


def _draw_key_cap(
    canvas: Canvas, theme: Theme, look: KeyLook, face: Bounds, radius: float, scale: float
) -> None:
    relief = theme.surface.relief
    lift = 0.14 if look.hovered else 0.0
    top = mix_colours(
        mix_colours(theme.colours.key, theme.colours.key_light, relief), WHITE, lift * 0.6
    )
    bottom = mix_colours(theme.colours.key, theme.colours.key_light, lift)
    canvas.rounded_rect(face, radius, with_alpha(top, 1), with_alpha(bottom, 1))
    x, y, width, height = face
    seam = (x + scale, y + scale, width - 2 * scale, height - 2 * scale)
    canvas.rounded_frame(
        seam, radius - scale, 1.4 * scale, with_alpha(WHITE, 0.30 * relief), with_alpha(WHITE, 0.02)
    )
    colour, line = _key_edge_colour_and_width(theme, look)
    canvas.rounded_frame(face, radius, line * scale, with_alpha(colour, 1))


def _key_edge_colour_and_width(theme: Theme, look: KeyLook) -> tuple[Colour, float]:
    thin = theme.surface.outline
    if look.chosen:
        return theme.colours.focus, thin + 2
    if look.won and look.owner is not None:
        return theme.colours.players[look.owner], thin + 2
    if look.is_reachable:
        return theme.colours.accent, thin + 1
    if look.owner is not None:
        return mix_colours(theme.colours.players[look.owner], theme.colours.key, 0.15), thin + 0.4
    return theme.colours.outline, thin


def _draw_key_hollow(
    canvas: Canvas, theme: Theme, look: KeyLook, face: Bounds, scale: float
) -> None:
    """Draw the hollow of a key, in which markers stand, with a light in its owner's colour."""
    x, y, width, height = face
    inset = 7 * scale
    box = (x + inset, y + inset * 0.85, width - 2 * inset, height - 1.85 * inset)
    radius = 8 * scale if theme.board == "keypad" else min(box[2:]) / 2
    relief = theme.surface.relief
    tint = theme.colours.key
    if look.owner is not None:
        tint = mix_colours(
            tint, theme.colours.players[look.owner], 0.13 if not theme.light else 0.10
        )
    elif look.is_reachable or look.chosen:
        tint = mix_colours(tint, theme.colours.accent, 0.07)
    top = mix_colours(tint, theme.colours.shadow, (0.12 if theme.light else 0.42) * relief)
    low = mix_colours(tint, theme.colours.key_light, 0.25 * relief)
    canvas.rounded_rect(box, radius, with_alpha(top, 1), with_alpha(low, 1))
    _draw_inner_shadow(canvas, theme, box, radius, 5 * scale)
    canvas.rounded_frame(
        box, radius, scale, with_alpha(BLACK, 0.25 * relief), with_alpha(WHITE, 0.16 * relief)
    )
    if look.owner is not None:
        _draw_neon_tube(
            canvas, theme, theme.colours.players[look.owner], box, radius, scale, look.won
        )


def _draw_neon_tube(
    canvas: Canvas,
    theme: Theme,
    colour: Colour,
    box: Bounds,
    radius: float,
    scale: float,
    bright: bool,
) -> None:
    """Draw a thin neon line around the hollow of a key, and its light inside the hollow."""
    level = 1.0 if bright else 0.55
    if theme.surface.glow:
        soft = canvas.blurred_box(
            box, radius, 5 * scale, (*colour, 0), (*colour, 255), line=2.5 * scale
        )
        soft.fill((255, 255, 255, round(150 * level)), special_flags=pygame.BLEND_RGBA_MULT)
        canvas.blit_clipped(soft, box, radius)
    canvas.rounded_frame(box, radius, 1.5 * scale, with_alpha(colour, 0.6 + 0.4 * level))


def _draw_panel_plate(
    canvas: Canvas, theme: Theme, look: PanelLook, box: Bounds, radius: float, scale: float
) -> None:
    top, bottom = _panel_plate_colours(theme, look)
    canvas.rounded_rect(box, radius, top, bottom)
    x, y, width, height = box
    relief = theme.surface.relief * (0.16 if look.raised else 0.07)
    seam = (x + scale, y + scale, width - 2 * scale, height - 2 * scale)
    canvas.rounded_frame(
        seam, max(1.0, radius - scale), scale, with_alpha(WHITE, relief), with_alpha(WHITE, 0.0)
    )
    edge = look.edge or theme.colours.outline
    opacity = 0.6 if look.dimmed else 1.0
    canvas.rounded_frame(
        box, radius, theme.surface.outline * look.edge_width * scale, with_alpha(edge, opacity)
    )


def _panel_plate_colours(theme: Theme, look: PanelLook) -> tuple[Rgba, Rgba]:
    colours = theme.colours
    if not look.raised:
        top = mix_colours(colours.panel, colours.background_light, 0.35)
        return with_alpha(top, 0.97), with_alpha(colours.panel, 0.97)
    if look.dimmed:
        flat = mix_colours(colours.panel, colours.key, 0.35)
        return with_alpha(flat, 1), with_alpha(flat, 1)
    top = mix_colours(colours.key, colours.key_light, 0.75 * theme.surface.relief)
    bottom = colours.key
    if look.hovered:
        top, bottom = mix_colours(top, WHITE, 0.10), mix_colours(bottom, WHITE, 0.06)
    if look.pressed:
        top, bottom = mix_colours(bottom, colours.shadow, 0.18), bottom
    return with_alpha(top, 1), with_alpha(bottom, 1)


def _draw_inner_shadow(
    canvas: Canvas, theme: Theme, box: Bounds, radius: float, depth: float
) -> None:
    """Draw the shadow that the upper edge of a hollow casts into the hollow."""
    strength = theme.surface.shadow * theme.surface.relief
    if not strength:
        return
    dark, hole = theme.colours.shadow, (box[0], box[1] + depth * 0.45, box[2], box[3])
    soft = canvas.blurred_box(hole, radius, depth * 0.6, (*dark, 255), (*dark, 0))
    soft.fill((255, 255, 255, round(190 * strength)), special_flags=pygame.BLEND_RGBA_MULT)
    canvas.blit_clipped(soft, box, radius)


def _edge_light_colour(theme: Theme) -> Rgba:
    return with_alpha(WHITE, 0.10 * theme.surface.relief)
