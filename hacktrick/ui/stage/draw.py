"""Compositions that several scenes need: a numbered key, a titled panel, rows of marker signs.

They must not know an observation: everything to show comes in as plain values.
"""

from collections.abc import Sequence

import pygame

from hacktrick.seat.looks import Piece
from hacktrick.themes import Colour
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import key_unit, sign_places
from hacktrick.ui.paint.keys import KeyLook, PanelLook
from hacktrick.ui.paint.markers import spots
from hacktrick.ui.paint.tools import mix
from hacktrick.ui.stage.context import Context

LEAST_NUMBER = 14.5  # units; even on the keys of a small sample


def key(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    number: int,
    look: KeyLook,
    pieces: Sequence[Piece] = (),
    ghost: Piece | None = None,
    struck: bool = False,
) -> list[pygame.Rect]:
    """A key with its number and the markers standing on it, the ghost of one more behind them.

    struck: these markers would be captured. Returns the places of the markers, ghost last."""
    context.sprites.key(look, rect.size).draw(surface, rect.topleft)
    return on_key(surface, context, rect, number, look, pieces, ghost, struck)


def on_key(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    number: int,
    look: KeyLook,
    pieces: Sequence[Piece] = (),
    ghost: Piece | None = None,
    struck: bool = False,
    is_lit: bool = False,
) -> list[pygame.Rect]:
    """What stands on a key: as `key`, without the key itself. is_lit: light runs across it, from
    which the number needs a rim to stand out."""
    unit = key_unit(rect.size, context.scale)
    down = round(unit * 4 * context.theme.surface.relief) if look.pressed else 0
    rim = context.theme.colours.key if is_lit else None
    _number(surface, context, rect.move(0, down), number, key_number_colour(context, look), rim)
    return _standing(surface, context, rect.move(0, down), pieces, ghost, struck)


def making_room(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    pieces: Sequence[Piece],
    free: int,
    share: float,
) -> None:
    """Markers on a key on their way to where they stand when there is one more: place number
    `free` of those becomes empty. share: how far they have gone, 0 to 1."""
    is_round = context.theme.board == "servers"
    then = spots(rect, len(pieces) + 1, is_round)
    then = then[:free] + then[free + 1 :]
    for piece, now, goal in zip(pieces, spots(rect, len(pieces), is_round), then, strict=True):
        (x, y), wide = now
        (goal_x, goal_y), narrow = goal
        zoom = 1 + (narrow / wide - 1) * share
        sprite = context.sprites.marker(piece, wide)
        foot = x + (goal_x - x) * share, y + (goal_y - y) * share
        middle = foot[0], foot[1] - sprite.size[1] * zoom / 2
        sprite.scaled(zoom, zoom).draw_centred(surface, middle)


def middle_of(rect: pygame.Rect, n: int) -> tuple[float, float]:
    """The middle of the bodies of `n` markers that stand on a key of the keypad."""
    standing = spots(rect, min(3, max(1, n)))
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
    """In the upper left corner of a key, at the top of a server."""
    units, unit = rect.height / context.scale, key_unit(rect.size, context.scale)
    if context.theme.board == "servers":
        style = styles.TextStyle("numeral", max(LEAST_NUMBER, min(30.0, units * 0.28)))
        place, anchor = (rect.centerx, rect.y + round(rect.height * 0.24)), "center"
    else:
        style = styles.TextStyle("numeral", min(styles.KEY_NUMERAL.size, units * 0.4))
        place, anchor = (rect.x + round(13 * unit), rect.y + round(25 * unit)), "midleft"
    if rim is not None:
        context.fonts.rim(surface, str(number), place, style, rim, anchor, context.px(2))
    context.fonts.text(surface, str(number), place, style, colour, anchor)


def key_number_colour(context: Context, look: KeyLook) -> Colour:
    """Bright where something can be done or has been done, quieter on an empty key."""
    colours = context.theme.colours
    busy = look.reach or look.chosen or look.owner is not None
    return colours.text if busy else mix(colours.text, colours.muted, 0.45)


def _standing(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    pieces: Sequence[Piece],
    ghost: Piece | None,
    struck: bool,
) -> list[pygame.Rect]:
    """All in a line, the ghost last; two struck markers and a ghost are the most there can be."""
    n = min(3, len(pieces) + (ghost is not None))
    places = spots(rect, n, context.theme.board == "servers") if n else []
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


def panel(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    title: str = "",
    aside: str = "",
    edge: Colour | None = None,
    edge_width: float = 1.0,
) -> pygame.Rect:
    """A flat panel with a title and something muted at the right of it; returns the room below."""
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
        taken = fonts.text(surface, aside, place, styles.KEY_HINT, colours.muted, "midright").width
    width = inner.width - taken - context.px(8)
    fonts.text(surface, title, (inner.left, middle), styles.LABEL, colours.text, "midleft", width)
    return pygame.Rect(inner.x, inner.y + line, inner.width, inner.height - line)


def signs(
    surface: pygame.Surface,
    context: Context,
    midleft: tuple[int, int],
    pieces: Sequence[tuple[Piece, bool]],
    size: float = 17,
    width: int | None = None,
) -> pygame.Rect:
    """Marker signs in a line: (piece, there) each, outlines for those that are gone. size in units;
    with a `width` in pixels they move together until they fit."""
    places = sign_places(context.px, midleft, len(pieces), size, width)
    for (piece, there), place in zip(pieces, places, strict=True):
        context.sprites.sign(piece, place.width, there).draw(surface, place.topleft)
    return pygame.Rect(places[0]).unionall(places) if places else pygame.Rect(midleft, (0, 0))


def gauge(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, share: float, colour: Colour
) -> None:
    """A bar filled by a share of 0 to 1."""
    sprites = context.sprites
    sprites.pill(PanelLook(), rect.size, filled=False).draw(surface, rect.topleft)
    if share > 0:
        filled = pygame.Rect(
            rect.topleft, (max(rect.height, round(rect.width * share)), rect.height)
        )
        sprites.pill(PanelLook(edge=colour), filled.size, filled=True).draw(surface, filled.topleft)


def pip(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    colour: Colour,
    filled: bool,
) -> None:
    """One copy of a card in the panel of unseen cards: filled is seen, an outline is unseen."""
    look = PanelLook(edge=colour, edge_width=1.5)
    context.sprites.pip(look, rect.size, filled).draw(surface, rect.topleft)
