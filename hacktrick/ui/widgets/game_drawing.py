"""Drawings of game things that several screens share: a numbered key with markers, a titled
panel, rows of marker signs, a gauge, a code card with its name.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from hacktrick.app.marker_styles import StyledMarker
from hacktrick.app.themes import Colour
from hacktrick.ui.layout.boxes import key_unit, sign_rects
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import mix
from hacktrick.ui.paint.code_cards import CodeLook, name_box
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook
from hacktrick.ui.paint.markers import marker_spots
from hacktrick.ui.scene.context import Context

LEAST_NUMBER = 14.5  # units; even on the keys of a small sample


def draw_numbered_key(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    number: int,
    look: KeyLook,
    pieces: Sequence[StyledMarker] = (),
    ghost: StyledMarker | None = None,
    struck: bool = False,
) -> list[pygame.Rect]:
    """Draw a key with its number, its markers, and behind them the ghost of one more.

    Returns the places of the markers, the ghost last.

    Args:
        struck: the markers would be captured.
    """
    context.sprites.key(look, rect.size).draw(surface, rect.topleft)
    return draw_key_contents(surface, context, rect, number, look, pieces, ghost, struck)


def draw_key_contents(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    number: int,
    look: KeyLook,
    pieces: Sequence[StyledMarker] = (),
    ghost: StyledMarker | None = None,
    struck: bool = False,
    is_lit: bool = False,
) -> list[pygame.Rect]:
    """Draw what stands on a key, without the key.

    Args:
        is_lit: light runs across it, so the number gets a rim to stand out.
    """
    unit = key_unit(rect.size, context.scale)
    down = round(unit * 4 * context.theme.surface.relief) if look.pressed else 0
    rim = context.theme.colours.key if is_lit else None
    _number(surface, context, rect.move(0, down), number, key_number_colour(context, look), rim)
    return _standing(surface, context, rect.move(0, down), pieces, ghost, struck)


def draw_shifting_markers(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    pieces: Sequence[StyledMarker],
    free: int,
    share: float,
) -> None:
    """Draw markers on a key that make room for one more.

    Args:
        free: the number of the place that becomes empty.
        share: how far they have moved, 0 to 1.
    """
    is_round = context.theme.board == "servers"
    then = marker_spots(rect, len(pieces) + 1, is_round)
    then = then[:free] + then[free + 1 :]
    for piece, now, goal in zip(
        pieces, marker_spots(rect, len(pieces), is_round), then, strict=True
    ):
        (x, y), wide = now
        (goal_x, goal_y), narrow = goal
        zoom = 1 + (narrow / wide - 1) * share
        sprite = context.sprites.marker(piece, wide)
        foot = x + (goal_x - x) * share, y + (goal_y - y) * share
        middle = foot[0], foot[1] - sprite.size[1] * zoom / 2
        sprite.scaled(zoom, zoom).draw_centred(surface, middle)


def marker_bodies_middle(rect: pygame.Rect, n: int) -> tuple[float, float]:
    """The middle of the bodies of ``n`` markers on a key of the keypad."""
    standing = marker_spots(rect, min(3, max(1, n)))
    x = sum(foot[0] for foot, _width in standing) / len(standing)
    y = sum(foot[1] - width * 0.5 for foot, width in standing) / len(standing)
    return x, y


def _number(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    number: int,
    colour: Colour,
    rim: Colour | None = None,
) -> None:
    """Draw the number: in the upper left corner of a key, at the top of a server."""
    units, unit = rect.height / context.scale, key_unit(rect.size, context.scale)
    if context.theme.board == "servers":
        style = styles.TextStyle("numeral", max(LEAST_NUMBER, min(30.0, units * 0.28)))
        place, anchor = (rect.centerx, rect.y + round(rect.height * 0.24)), "center"
    else:
        style = styles.TextStyle("numeral", min(styles.KEY_NUMERAL.size, units * 0.4))
        place, anchor = (rect.x + round(13 * unit), rect.y + round(25 * unit)), "midleft"
    if rim is not None:
        context.fonts.draw_outline(surface, str(number), place, style, rim, anchor, context.px(2))
    context.fonts.draw_text(surface, str(number), place, style, colour, anchor)


def key_number_colour(context: Context, look: KeyLook) -> Colour:
    """The colour of a key's number: quieter on an empty key that is of no use now."""
    colours = context.theme.colours
    busy = look.is_reachable or look.chosen or look.owner is not None
    return colours.text if busy else mix(colours.text, colours.muted, 0.45)


def _standing(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    pieces: Sequence[StyledMarker],
    ghost: StyledMarker | None,
    struck: bool,
) -> list[pygame.Rect]:
    """The places of all markers in a line, the ghost last; there are at most two struck markers and
    a ghost."""
    n = min(3, len(pieces) + (ghost is not None))
    places = marker_spots(rect, n, context.theme.board == "servers") if n else []
    drawn = []
    for piece, (foot, width) in zip(pieces, places, strict=False):
        place = context.sprites.draw_marker(surface, piece, foot, width, ghost=struck)
        if struck:
            context.sprites.cross_out(place.size).draw(surface, place.topleft)
        drawn.append(place)
    if ghost and places:
        foot, width = places[-1]
        drawn.append(context.sprites.draw_marker(surface, ghost, foot, width, ghost=True))
    return drawn


def draw_panel(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    title: str = "",
    aside: str = "",
    edge: Colour | None = None,
    edge_width: float = 1.0,
) -> pygame.Rect:
    """Draw a flat panel with a title and muted words at the right; returns the room below."""
    colours, fonts = context.theme.colours, context.fonts
    context.sprites.panel(PanelLook(edge=edge, edge_width=edge_width), rect.size).draw(
        surface, rect.topleft
    )
    inner = rect.inflate(-2 * context.px(14), -2 * context.px(10))
    if not title:
        return inner
    line = context.px(24)
    middle = inner.top + line // 2
    taken = 0
    if aside:
        place = (inner.right, middle)
        taken = fonts.draw_text(
            surface, aside, place, styles.KEY_HINT, colours.muted, "midright"
        ).width
    width = inner.width - taken - context.px(8)
    fonts.draw_text(
        surface, title, (inner.left, middle), styles.LABEL, colours.text, "midleft", width
    )
    return pygame.Rect(inner.x, inner.y + line, inner.width, inner.height - line)


def draw_signs(
    surface: pygame.Surface,
    context: Context,
    midleft: tuple[int, int],
    pieces: Sequence[tuple[StyledMarker, bool]],
    size: float = 17,
    width: int | None = None,
) -> pygame.Rect:
    """Draw signs of markers in a line, outlines for those that are gone.

    Args:
        pieces: each with whether it is there.
        size: in units.
        width: in pixels; signs move together until they fit.
    """
    places = sign_rects(context.px, midleft, len(pieces), size, width)
    for (piece, there), place in zip(pieces, places, strict=True):
        context.sprites.sign(piece, place.width, there).draw(surface, place.topleft)
    return pygame.Rect(places[0]).unionall(places) if places else pygame.Rect(midleft, (0, 0))


def draw_gauge(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, share: float, colour: Colour
) -> None:
    """Draw a bar filled by a share of 0 to 1."""
    sprites = context.sprites
    sprites.pill(PanelLook(), rect.size, filled=False).draw(surface, rect.topleft)
    if share > 0:
        filled = pygame.Rect(
            rect.topleft, (max(rect.height, round(rect.width * share)), rect.height)
        )
        sprites.pill(PanelLook(edge=colour), filled.size, filled=True).draw(surface, filled.topleft)


def draw_pip(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    colour: Colour,
    filled: bool,
) -> None:
    """Draw a copy of a card in the panel of unseen cards: filled if seen, an outline if not."""
    look = PanelLook(edge=colour, edge_width=1.5)
    context.sprites.pip(look, rect.size, filled).draw(surface, rect.topleft)


LARGEST, LEAST = 19.0, 13.0  # units: the name on a card
LINES = 2


def draw_code_card(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, look: CodeLook, name: str
) -> None:
    """Draw a code card; a small one has no name."""
    context.sprites.code_card(look, rect.size).draw(surface, rect.topleft)
    box = name_box(rect, context.scale)
    if box.width:
        draw_code_name(surface, context, box, name, faded=look.faded)


def draw_code_name(
    surface: pygame.Surface, context: Context, box: pygame.Rect, name: str, *, faded: bool = False
) -> None:
    """Draw a name in the middle of a box, as large as it fits on two lines."""
    style, lines = _fitting(context, box, name)
    colours = context.theme.colours
    step = min(context.fonts.line_height(style), round(style.size * context.scale * 1.16))
    first = box.centery - step * (len(lines) - 1) // 2
    for n, line in enumerate(lines):
        place = (box.centerx, first + n * step)
        ink = colours.muted if faded else colours.text
        context.fonts.draw_text(surface, line, place, style, ink, "center", box.width)


def _fitting(context: Context, box: pygame.Rect, name: str) -> tuple[TextStyle, list[str]]:
    """The largest style in which the name fits; the smallest one with the last word alone where
    none does."""
    size = LARGEST
    while size >= LEAST:
        style = TextStyle("heading", size)
        lines = context.fonts.wrap(name, style, box.width)
        widest = max(context.fonts.size(line, style)[0] for line in lines)
        tall = (len(lines) * size * 1.16 + 6) * context.scale
        if len(lines) <= LINES and widest <= box.width and tall <= box.height:
            return style, lines
        size -= 0.5
    return TextStyle("heading", LEAST + 1), [name.split(" ")[-1]]
