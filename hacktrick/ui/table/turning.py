"""Cards that turn over: the codes of both players at once, the hands at the end of a round.

Values that the timeline changes and pictures made from them; nothing here keeps a clock.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from hacktrick.seat.looks import Look
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.paint.tools import Sprite, over
from hacktrick.ui.stage.animation import mix
from hacktrick.ui.stage.context import Context

Point = tuple[float, float]
Size = tuple[int, int]

CODE_NAME = TextStyle("heading", 19)
THINNEST = 0.03  # of its width, when a card is seen from its edge


def turned(back: Sprite, face: Sprite, t: float) -> Sprite:
    """A card on its way from its back (0) to its face (1), as wide as it is seen then."""
    side = back if t < 0.5 else face
    if t <= 0.0 or t >= 1.0:
        return side
    return side.scaled(max(THINNEST, abs(math.cos(math.pi * t))))


@dataclass(slots=True, eq=False)
class CodeCard:
    """The code of one player, large: it comes from its place, turns over in the middle of the
    board, and goes back. ``small``: its zoom at its place."""

    back: Sprite
    face: Sprite
    place: Point
    middle: Point
    small: float
    at: float = 0.0  # 0: at its place, 1: in the middle
    open: float = 0.0

    def draw(self, surface: pygame.Surface) -> None:
        x, y = (mix(a, b, self.at) for a, b in zip(self.place, self.middle, strict=True))
        zoom = mix(self.small, 1.0, self.at)
        sprite = turned(self.back, self.face, self.open)
        if zoom < 0.98:
            sprite = sprite.scaled(zoom, zoom)
        sprite.draw_centred(surface, (x, y))


def code_back(context: Context, player: Look, size: Size) -> Sprite:
    """A sealed code: a card's back with a lock in the player's colour."""
    back = context.sprites.card(CardLook(None), size)
    whole, centre = _copy(back)
    edge = context.px(44)
    colours = context.theme.colours
    plate = pygame.Rect(0, 0, edge, edge)
    plate.center = centre
    look = PanelLook(edge=colours.players[player.colour], edge_width=1.6, raised=True)
    context.sprites.panel(look, plate.size).draw(whole, plate.topleft)
    icon = context.sprites.icon("lock", context.px(24), colours.players[player.colour])
    icon.draw_centred(whole, (centre[0], centre[1] - context.px(1)))
    return Sprite(whole, back.pad)


def code_face(
    context: Context, player: Look, size: Size, owner: str, code: str, *, dead: bool = False
) -> Sprite:
    """A code turned up: whose it is and its name.

    Args:
        dead: no code at all, or one that another code cancels.
    """
    colours, px = context.theme.colours, context.px
    colour = colours.players[player.colour]
    look = PanelLook(
        edge=colour, edge_width=2.4, raised=True, dim=dead, glow=None if dead else colour
    )
    stock = over(context.sprites.card(CardLook(None), size), context.sprites.panel(look, size))
    whole, centre = _copy(stock)
    top = centre[1] - size[1] // 2
    sign = context.sprites.sign(player.piece(), px(18))
    sign.draw_centred(whole, (centre[0], top + px(24)))
    room = size[0] - px(16)
    place = (centre[0], top + px(48))
    context.fonts.text(whole, owner, place, styles.SMALL, colours.muted, "center", room)
    ink = colours.muted if dead else colours.text
    lines = context.fonts.wrap(code, CODE_NAME, room)
    step = context.fonts.line_height(CODE_NAME)
    first = centre[1] + px(4) - step * (len(lines) - 1) // 2
    for n, line in enumerate(lines):
        place = (centre[0], first + n * step)
        context.fonts.text(whole, line, place, CODE_NAME, ink, "center", room)
    icon = context.sprites.icon("cross" if dead else "command", px(28), ink if dead else colour)
    icon.draw_centred(whole, (centre[0], centre[1] + size[1] // 2 - px(32)))
    return Sprite(whole, stock.pad)


def _copy(sprite: Sprite) -> tuple[pygame.Surface, tuple[int, int]]:
    """A picture to draw on, and the middle of the thing in it."""
    whole = sprite.surface.copy()
    return whole, (whole.get_width() // 2, whole.get_height() // 2)
