"""A small picture of a table: the keys with their markers, the row, the own cards.

It must not judge the position; it draws a glance.
"""

from __future__ import annotations

import pygame

from hacktrick.game.cards import cards_of
from hacktrick.game.keypad import Key
from hacktrick.seat.glance import Glance
from hacktrick.seat.looks import Piece
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import key_place
from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.paint.keys import KeyLook
from hacktrick.ui.paint.layout import row_places
from hacktrick.ui.paint.middle import KEY_ORDER
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.words.translator import _

GAP = 6.0  # units between keys
SHARE = 0.6  # of the width that the keys may take
BESIDE = 20.0


def draw_position(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, glance: Glance
) -> None:
    """Within a rectangle given in pixels."""
    gap = context.px(GAP)
    wide = min(round((rect.height - 2 * gap) / 3 * 1.08), round((rect.width * SHARE - 2 * gap) / 3))
    tall = min(round(wide / 1.08), (rect.height - 2 * gap) // 3)
    top = rect.y + (rect.height - 3 * tall - 2 * gap) // 2
    for n, key in enumerate(KEY_ORDER):
        corner = rect.x + n % 3 * (wide + gap), top + n // 3 * (tall + gap)
        place = key_place(pygame.Rect(corner, (wide, tall)), context.theme.board)
        pieces = _pieces(glance, key)
        owner = pieces[0].colour if pieces else None
        draw.key(surface, context, place, key, KeyLook(owner=owner), pieces)
    left = rect.x + 3 * wide + 2 * gap + context.px(BESIDE)
    beside = pygame.Rect(left, top, rect.right - left, 3 * tall + 2 * gap)
    _cards(surface, context, beside, glance)


def _pieces(glance: Glance, key: Key) -> list[Piece]:
    """The markers on a key, the double last."""
    public, found = glance.public, []
    for side in (0, 1):
        double = public.double[side] == key
        single = public.markers_on(key, side) - double
        found += [glance.look(side).piece()] * single + [glance.look(side).piece(True)] * double
    return found


def _cards(surface: pygame.Surface, context: Context, rect: pygame.Rect, glance: Glance) -> None:
    """The row above, the own hand below; each with its name."""
    half = rect.height // 2
    row, last = glance.public.row, len(glance.public.row) - 1
    looks = [CardLook(card, last=n == last) for n, card in enumerate(row)]
    upper = pygame.Rect(rect.x, rect.y, rect.width, half)
    _line(surface, context, upper, _("Row"), looks, 0.62)
    hand = cards_of(glance.seen.hand) if glance.seen is not None else ()
    lower = pygame.Rect(rect.x, rect.y + half, rect.width, half)
    _line(surface, context, lower, _("Your cards"), [CardLook(card) for card in hand], 0.78)


def _line(
    surface: pygame.Surface,
    context: Context,
    rect: pygame.Rect,
    label: str,
    looks: list[CardLook],
    share: float,
) -> None:
    """``share``: of the height below the label that the cards take."""
    colour, step = context.theme.colours.muted, context.fonts.line_height(styles.SMALL)
    context.fonts.text(surface, label, rect.topleft, styles.SMALL, colour, width=rect.width)
    tall = round((rect.height - step) * share)
    card = (round(tall * 0.75), tall)
    gap = context.px(5)
    lying = len(looks) * (card[0] + gap) - gap
    zone = pygame.Rect(rect.x, rect.y + step + context.px(3), min(rect.width, lying), tall)
    for look, place in zip(looks, row_places(zone, len(looks), card, gap), strict=True):
        context.sprites.card(look, place.size).draw(surface, place.topleft)
