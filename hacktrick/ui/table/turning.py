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
from hacktrick.ui.paint.code_cards import CodeLook, name_box
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.paint.tools import Sprite, over
from hacktrick.ui.stage.animation import mix
from hacktrick.ui.stage.code_cards import write_name
from hacktrick.ui.stage.context import Context

Point = tuple[float, float]
Size = tuple[int, int]

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
    context: Context,
    player: Look,
    size: Size,
    owner: str,
    name: str,
    code: str | None,
    *,
    dead: bool = False,
) -> Sprite:
    """A code turned up: who it is, and whose.

    Args:
        name: of the code.
        code: None: no code at all.
        dead: another code cancels it.
    """
    colour = context.theme.colours.players[player.colour]
    if code is None:
        return _nobody(context, player, size, owner, name)
    look = CodeLook(code, colour, dead=dead, glow=True)
    whole, place = _whole(context.sprites.code_card(look, size))
    box = name_box(place, context.scale)
    box.height -= context.px(14)  # the lower edge is the owner's
    write_name(whole, context, box, name, faded=dead)
    _tag(whole, context, place, player, owner)
    return Sprite(whole, (whole.get_width() - size[0]) // 2)


def _nobody(context: Context, player: Look, size: Size, owner: str, name: str) -> Sprite:
    """Instead of a card: that there is none."""
    colours, px = context.theme.colours, context.px
    look = PanelLook(edge=colours.players[player.colour], edge_width=2.4, raised=True, dim=True)
    stock = over(context.sprites.card(CardLook(None), size), context.sprites.panel(look, size))
    whole, place = _whole(stock)
    icon = context.sprites.icon("cross", px(40), colours.muted)
    icon.draw_centred(whole, (place.centerx, place.y + place.width // 2))
    box = pygame.Rect(place.x + px(8), place.bottom - px(62), place.width - px(16), px(44))
    write_name(whole, context, box, name, faded=True)
    _tag(whole, context, place, player, owner)
    return Sprite(whole, stock.pad)


def _tag(
    whole: pygame.Surface, context: Context, card: pygame.Rect, player: Look, owner: str
) -> None:
    """Whose card it is, on a plate over its lower edge."""
    px, fonts, colours = context.px, context.fonts, context.theme.colours
    most = card.width - px(12)
    wide = min(most, fonts.size(owner, styles.SMALL)[0] + px(40))
    plate = pygame.Rect(0, 0, wide, px(26))
    plate.center = card.centerx, card.bottom - px(2)
    look = PanelLook(edge=colours.players[player.colour], edge_width=1.4)
    pygame.draw.rect(whole, colours.panel, plate, border_radius=px(8))
    context.sprites.panel(look, plate.size).draw(whole, plate.topleft)
    sign = context.sprites.sign(player.piece(), px(15))
    sign.draw_centred(whole, (plate.x + px(17), plate.centery))
    place = (plate.x + px(30), plate.centery)
    fonts.text(whole, owner, place, styles.SMALL, colours.text, "midleft", wide - px(36))


def _whole(sprite: Sprite) -> tuple[pygame.Surface, pygame.Rect]:
    """A picture to draw on, and the place of the thing in it."""
    whole = sprite.surface.copy()
    return whole, pygame.Rect((sprite.pad, sprite.pad), sprite.size)


def _copy(sprite: Sprite) -> tuple[pygame.Surface, tuple[int, int]]:
    """A picture to draw on, and the middle of the thing in it."""
    whole = sprite.surface.copy()
    return whole, (whole.get_width() // 2, whole.get_height() // 2)
