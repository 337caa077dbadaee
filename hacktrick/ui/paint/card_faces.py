"""Paints number cards: faces, backs, and the deck as a pile."""

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
from hacktrick.ui.paint.fonts import load_font_file
from hacktrick.ui.paint.keys_and_panels import glow_around_rounded_rect

# Cards of at least this many units in height have numbers in their corners.
CORNER_NUMBERS_FROM = 90


@dataclass(frozen=True, slots=True)
class CardLook:
    """The look of a number card.

    Attributes:
        value: the number on the card's face; None if the card lies face down.
        last: whether the card is the last card of the row, which has a coloured frame.
        key: the key on which playing the card places a marker, shown as a small keycap in the upper
            right corner; None to show no key.
        owner: the colour number of the player who holds a face-down card.
        reading: what the player at the screen knows about a face-down card: "certain" if only one
            value is possible, "either" if two values are, "pinned" for the player's own guess, ""
            if nothing is known.
        values: the one or two values of the reading.
        joint: the translated word between two values, such as "or".
        tilt: the angle in degrees, counter-clockwise.
        has_note: whether the number moves up to leave room for a few words, which lie within
            ``note_top_and_bottom``.
    """

    value: int | None
    selected: bool = False
    hovered: bool = False
    dimmed: bool = False
    last: bool = False
    key: int | None = None
    owner: int | None = None
    reading: str = ""
    values: tuple[int, ...] = ()
    joint: str = ""
    tilt: float = 0.0
    has_note: bool = False


def card(theme: Theme, look: CardLook, size: tuple[int, int], scale: float) -> Sprite:
    """Return a card of ``size`` pixels with its shadow, without the look's tilt and key."""
    body = (
        _paint_card_back(theme, look, size, scale)
        if look.value is None
        else _paint_card_face(theme, look, size, scale)
    )
    glow = _card_glow_and_strength(theme, look)
    if glow is not None:
        body = merge_sprites(
            body, glow_around_rounded_rect(theme, size, card_corner_radius(size), scale, *glow)
        )
    return body


def deck(theme: Theme, n_cards: int, size: tuple[int, int], scale: float) -> Sprite:
    """Return a pile of face-down cards, at most nine cards high; without cards, an empty place.

    Args:
        n_cards: the number of cards.
        size: the width and height of one card in pixels.
        scale: pixels per layout unit.
    """
    if n_cards == 0:
        return _paint_empty_card_place(theme, size, scale)
    width, height = size
    step = 0.0125 * height
    rise = round((min(n_cards, 9) - 1) * step)
    pad = round(20 * scale)
    whole = pygame.Surface((width + 2 * pad, height + rise + 2 * pad), pygame.SRCALPHA)
    lowest = card(theme, CardLook(None), size, scale)
    lowest.draw(whole, (pad, pad + rise))
    # Only the lowest card has a shadow, since nine shadows would add up to black.
    bare = Sprite(lowest.surface.subsurface((lowest.pad, lowest.pad, width, height)))
    for n in range(1, min(n_cards, 9)):
        bare.draw(whole, (pad, pad + rise - n * step))
    return Sprite(whole, pad)


def card_corner_radius(size: tuple[int, int]) -> float:
    """Return the radius of a card's corners in pixels."""
    return size[0] * 0.105


def card_back_thickness(theme: Theme, scale: float) -> float:
    """Return the height in pixels of the visible edge below the back of a card."""
    return 1.6 * scale * theme.surface.relief


def _card_glow_and_strength(theme: Theme, look: CardLook) -> tuple[Colour, float] | None:
    if theme.surface.glow == 0 or look.dimmed:
        return None
    if look.selected:
        tint = theme.colours.accent if look.value is None else theme.colours.cards[look.value]
        return mix_colours(tint, WHITE, 0.15), 0.9
    if look.hovered:
        return theme.colours.accent, 0.45
    return None


def blank_card_canvas(theme: Theme, size: tuple[int, int], scale: float) -> Canvas:
    """Return a canvas with the common parts of all cards: the shadow and the edge of the paper."""
    width, height = size
    canvas = Canvas(width, height, pad=round(16 * scale))
    if theme.surface.shadow:
        dark = with_alpha(theme.colours.shadow, 0.7 * theme.surface.shadow)
        canvas.drop_shadow(
            (0, 2.5 * scale, width, height), card_corner_radius(size), 3.5 * scale, dark
        )
    edge = mix_colours(theme.colours.card, theme.colours.shadow, 0.55)
    canvas.rounded_rect((0, 0, width, height), card_corner_radius(size), with_alpha(edge, 1))
    return canvas


def _paint_card_face(theme: Theme, look: CardLook, size: tuple[int, int], scale: float) -> Sprite:
    assert look.value is not None
    canvas = blank_card_canvas(theme, size, scale)
    tint = theme.colours.cards[look.value]
    if look.dimmed:
        tint = mix_colours(tint, theme.colours.card, 0.42)
    _draw_card_paper(canvas, theme, look, tint, size, scale)
    _draw_card_face_frame(canvas, theme, look, tint, size, scale)
    _draw_card_numbers(canvas, theme, look, tint, size, scale)
    if not look.has_note:
        _draw_pips(canvas, look.value, tint, size, scale)
    return canvas.to_sprite()


def _draw_card_paper(
    canvas: Canvas, theme: Theme, look: CardLook, tint: Colour, size: tuple[int, int], scale: float
) -> None:
    width, height = size
    thick = 2.2 * scale * theme.surface.relief
    wash = 0.03 if look.dimmed else 0.14 if theme.light else 0.22
    top = mix_colours(theme.colours.card_light, tint, wash)
    bottom = mix_colours(theme.colours.card, tint, wash * 0.55)
    if look.hovered or look.selected:
        top, bottom = mix_colours(top, WHITE, 0.07), mix_colours(bottom, WHITE, 0.05)
    box = (0.0, 0.0, float(width), height - thick)
    canvas.rounded_rect(box, card_corner_radius(size), with_alpha(top, 1), with_alpha(bottom, 1))
    _draw_card_sheen(canvas, theme, box, card_corner_radius(size))


def _draw_card_sheen(
    canvas: Canvas, theme: Theme, box: tuple[float, float, float, float], radius: float
) -> None:
    """Draw a slanted reflection over the upper part of a card, as on coated paper."""
    layer = canvas.new_layer()
    _, _, width, height = box
    slant = [(0.0, 0.0), (width, 0.0), (width, height * 0.14), (0.0, height * 0.50)]
    opacity = round((14 if not theme.light else 90) * theme.surface.relief)
    pygame.draw.polygon(layer, (255, 255, 255, opacity), canvas.to_canvas_points(slant))
    mask = canvas.new_layer()
    rounding = round(radius * canvas.factor)
    pygame.draw.rect(
        mask, (255, 255, 255, 255), canvas.to_canvas_rect(*box), border_radius=rounding
    )
    layer.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    canvas.surface.blit(layer, (0, 0))


def _draw_card_face_frame(
    canvas: Canvas, theme: Theme, look: CardLook, tint: Colour, size: tuple[int, int], scale: float
) -> None:
    width, height = size
    thick = 2.2 * scale * theme.surface.relief
    box = (0.0, 0.0, float(width), height - thick)
    thin = max(theme.surface.outline, 1.0)
    seam = (1.2 * scale, 1.2 * scale, width - 2.4 * scale, height - thick - 2.4 * scale)
    canvas.rounded_frame(
        seam,
        card_corner_radius(size) - scale,
        scale,
        with_alpha(WHITE, 0.32 * theme.surface.relief),
        with_alpha(WHITE, 0),
    )
    if look.selected or look.last:
        canvas.rounded_frame(
            box, card_corner_radius(size), (thin + 1.6) * scale, with_alpha(theme.colours.focus, 1)
        )
    else:
        edge = mix_colours(tint, theme.colours.outline, 0.35 if not look.dimmed else 0.7)
        canvas.rounded_frame(
            box,
            card_corner_radius(size),
            (thin + 0.4) * scale,
            with_alpha(edge, 0.6 if look.dimmed else 1),
        )


def _has_room_for_corner_numbers(size: tuple[int, int], scale: float) -> bool:
    """Return whether a card is large enough for corner numbers.

    Only a card with corner numbers may be cut off by the lower edge of the window.
    """
    return size[1] >= CORNER_NUMBERS_FROM * scale


def note_top_and_bottom(size: tuple[int, int], scale: float) -> tuple[int, int]:
    """Return the vertical span of a note on a card, in pixels from the card's upper edge."""
    above, below = (0.475, 0.8) if _has_room_for_corner_numbers(size, scale) else (0.36, 0.97)
    return round(size[1] * above), round(size[1] * below)


def _draw_card_numbers(
    canvas: Canvas,
    theme: Theme,
    look: CardLook,
    tint: Colour,
    size: tuple[int, int],
    scale: float,
) -> None:
    width, height = size
    bright = mix_colours(tint, theme.colours.text, 0.0 if look.dimmed else 0.12)
    digit = str(look.value)
    if not _has_room_for_corner_numbers(size, scale):
        tall, middle = (0.36, 0.2) if look.has_note else (0.54, 0.42)
        _draw_digit(canvas, theme, digit, height * tall, (width * 0.5, height * middle), bright)
        return
    if look.has_note:
        _draw_digit(canvas, theme, digit, height * 0.4, (width * 0.5, height * 0.325), bright)
    else:
        _draw_digit(canvas, theme, digit, height * 0.47, (width * 0.5, height * 0.385), bright)
    corner = max(14 * scale, height * 0.15)
    _draw_digit(canvas, theme, digit, corner, (width * 0.145, height * 0.11), tint)
    _draw_digit(canvas, theme, digit, corner, (width * 0.855, height * 0.885), tint, turned=True)


def small_keycap_badge(theme: Theme, look: CardLook, width: int, scale: float) -> Sprite:
    """Return a small keycap with a key's number, for a card ``width`` pixels wide."""
    colours = theme.colours
    edge = round(max(20 * scale, width * 0.29))
    canvas = Canvas(edge, edge)
    box = (0.0, 0.0, float(edge), float(edge))
    radius = edge * (0.5 if theme.board == "servers" else 0.22)
    ground = mix_colours(colours.key, colours.shadow, 0.0 if theme.light else 0.45)
    canvas.rounded_rect(box, radius, with_alpha(ground, 1))
    rim = colours.focus if look.selected else colours.accent
    canvas.rounded_frame(box, radius, max(1.4, edge * 0.05), with_alpha(rim, 1))
    middle = (edge / 2, edge / 2)
    _draw_digit(canvas, theme, str(look.key), edge * 0.74, middle, colours.text)
    return canvas.to_sprite()


def card_with_keycap_badge(plain: Sprite, badge: Sprite) -> Sprite:
    """Return the sprite of a card with ``badge``, a small keycap, in its upper right corner."""
    whole, inset = plain.surface.copy(), plain.size[0] * 0.055
    left = plain.pad + plain.size[0] - badge.size[0] - inset
    badge.draw(whole, (left, plain.pad + inset))
    return Sprite(whole, plain.pad)


def _draw_digit(
    canvas: Canvas,
    theme: Theme,
    digit: str,
    pixels: float,
    centre: tuple[float, float],
    colour: Colour,
    turned: bool = False,
) -> None:
    """Draw a digit about ``pixels`` high, upside down if ``turned``.

    The digit is centred by its visible pixels, not by the line height of the font.
    """
    font = load_font_file(theme.faces.numeral, max(6, round(pixels * canvas.factor)))
    image = font.render(digit, True, colour)
    image = image.subsurface(image.get_bounding_rect())
    if turned:
        image = pygame.transform.rotate(image, 180)
    if not turned and theme.surface.relief and not theme.light:
        dark = font.render(digit, True, BLACK)
        dark = dark.subsurface(dark.get_bounding_rect()).copy()
        dark.set_alpha(round(130 * theme.surface.relief))
        place = dark.get_rect(center=canvas.to_canvas_point(*centre))
        canvas.surface.blit(dark, place.move(0, round(pixels * 0.035 * canvas.factor)))
    canvas.surface.blit(image, image.get_rect(center=canvas.to_canvas_point(*centre)))


def _draw_pips(
    canvas: Canvas, value: int, tint: Colour, size: tuple[int, int], scale: float
) -> None:
    width, height = size
    edge = width * (0.07 if _has_room_for_corner_numbers(size, scale) else 0.085)
    step = edge * 1.55
    middle = height * (0.645 if _has_room_for_corner_numbers(size, scale) else 0.82)
    left = width / 2 - ((value - 1) * step + edge) / 2
    for n in range(value):
        box = (left + n * step, middle - edge / 2, edge, edge)
        canvas.rounded_rect(box, edge * 0.25, with_alpha(tint, 1))


def _paint_card_back(theme: Theme, look: CardLook, size: tuple[int, int], scale: float) -> Sprite:
    canvas = blank_card_canvas(theme, size, scale)
    width, height = size
    thick = card_back_thickness(theme, scale)
    colours = theme.colours
    is_read = look.reading in ("certain", "either")
    tint = colours.accent
    if look.reading == "certain":
        tint = colours.cards[look.values[0]]
    elif is_read:
        tint = colours.text
    wash = 0.05 if not is_read else 0.1 if theme.light else 0.22
    top, low = (
        mix_colours(colours.card_light, tint, wash),
        mix_colours(colours.card, tint, wash * 0.6),
    )
    canvas.rounded_rect(
        (0, 0, width, height - thick),
        card_corner_radius(size),
        with_alpha(top, 1),
        with_alpha(low, 1),
    )
    if not is_read:
        _draw_back_circuit(canvas, theme, size, 0.16 if look.dimmed else 0.34)
    edge = mix_colours(colours.outline, colours.muted, 0.25)
    if look.owner is not None:
        edge = mix_colours(colours.players[look.owner], colours.card, 0.15)
    if look.selected:
        edge = colours.focus
    line = max(theme.surface.outline, 1.0) + (0.4 if look.owner is not None else 0.2)
    canvas.rounded_frame(
        (0, 0, width, height - thick), card_corner_radius(size), line * scale, with_alpha(edge, 1)
    )
    inset = width * 0.09
    frame = (inset, inset, width - 2 * inset, height - thick - 2 * inset)
    if is_read:
        stroke = max(1.2 * scale, width * 0.022)
        ink = tint if look.reading == "certain" else colours.muted
        canvas.dashed_frame(frame, card_corner_radius(size) * 0.6, stroke, with_alpha(ink, 1))
        _draw_known_values(canvas, theme, look, size)
    else:
        canvas.rounded_frame(
            frame, card_corner_radius(size) * 0.6, 0.8 * scale, with_alpha(colours.accent, 0.30)
        )
    if look.reading == "pinned":
        _draw_pinned_note(canvas, theme, look.values, size)
    return canvas.to_sprite()


def _draw_known_values(canvas: Canvas, theme: Theme, look: CardLook, size: tuple[int, int]) -> None:
    """Draw the value that a face-down card must have, or the two values that it can have."""
    width, height = size
    tints = [theme.colours.cards[value] for value in look.values]
    if len(look.values) == 1:
        middle = (width / 2, height * 0.49)
        _draw_digit(canvas, theme, str(look.values[0]), height * 0.46, middle, tints[0])
        return
    for n, (value, tint) in enumerate(zip(look.values[:2], tints, strict=False)):
        middle = (width / 2, height * (0.275, 0.715)[n])
        _draw_digit(canvas, theme, str(value), height * 0.31, middle, tint)
    font = load_font_file(theme.faces.strong, max(6, round(height * 0.13 * canvas.factor)))
    image = font.render(look.joint, True, theme.colours.text)
    canvas.surface.blit(
        image, image.get_rect(center=canvas.to_canvas_point(width / 2, height * 0.49))
    )


NOTE_PAPER: Colour = (255, 224, 138)
NOTE_INK: Colour = (44, 33, 8)


def _draw_pinned_note(
    canvas: Canvas, theme: Theme, values: tuple[int, ...], size: tuple[int, int]
) -> None:
    """Draw the note on a face-down card: the one or two guessed values, and "?"."""
    width, height = size
    edge = width * 0.72
    f = canvas.factor
    paper = pygame.Surface((round(edge * f), round(edge * f)), pygame.SRCALPHA)
    paper.fill((*NOTE_PAPER, 255))
    text = "/".join(map(str, values[:2])) + "?"
    font = load_font_file(
        theme.faces.numeral, max(6, round(edge * (0.6 if len(text) < 3 else 0.42) * f))
    )
    image = font.render(text, True, NOTE_INK)
    image = image.subsurface(image.get_bounding_rect())
    middle = (paper.get_width() / 2, paper.get_height() * 0.55)
    paper.blit(image, image.get_rect(center=middle))
    turned = pygame.transform.rotozoom(paper, 5, 1)
    place = turned.get_rect(center=canvas.to_canvas_point(width / 2, height * 0.5))
    canvas.surface.blit(turned, place)
    pin = canvas.to_canvas_point(width / 2, height * 0.5 - edge * 0.46)
    radius = edge * 0.11
    pygame.draw.aacircle(canvas.surface, theme.colours.shadow, (pin[0], pin[1] + f), radius * f)
    pygame.draw.aacircle(canvas.surface, theme.colours.bad, pin, radius * f)


def _draw_back_circuit(
    canvas: Canvas, theme: Theme, size: tuple[int, int], strength: float
) -> None:
    """Draw the pattern of card backs: a keypad of nine contacts with circuit traces.

    Args:
        size: the size of the card in pixels.
        strength: the opacity, from 0 to 1.
    """
    width, height = size
    colour = with_alpha(mix_colours(theme.colours.accent, theme.colours.card, 1 - strength), 1)
    line = max(0.7, width * 0.018)
    cx, cy, step = width / 2, height * 0.485, width * 0.17
    for side in (-1, 1):
        for row in (-1, 0, 1):
            start = (cx + side * step, cy + row * step)
            bend = (cx + side * width * 0.33, cy + row * step * 1.0)
            end = (cx + side * width * 0.33, cy + row * step + row * height * 0.16)
            canvas.stroke([start, bend, end] if row else [start, bend], line, colour)
        for column in (-0.5, 0.5):
            start = (cx + column * 2 * step, cy + side * step)
            canvas.stroke([start, (start[0], cy + side * height * 0.33)], line, colour)
    for row in (-1, 0, 1):
        for column in (-1, 0, 1):
            edge = width * 0.105
            box = (cx + column * step - edge / 2, cy + row * step - edge / 2, edge, edge)
            canvas.rounded_rect(box, edge * 0.3, colour)


def _paint_empty_card_place(theme: Theme, size: tuple[int, int], scale: float) -> Sprite:
    canvas = Canvas(*size)
    hollow = mix_colours(theme.colours.background, theme.colours.shadow, 0.3)
    canvas.rounded_rect((0, 0, *size), card_corner_radius(size), with_alpha(hollow, 0.8))
    canvas.rounded_frame(
        (0, 0, *size), card_corner_radius(size), scale, with_alpha(theme.colours.outline, 0.7)
    )
    return canvas.to_sprite()
