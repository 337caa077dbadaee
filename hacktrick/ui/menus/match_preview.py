"""A kept match beside the list: its board at the end, who won it, when it was.

Values and pictures only; what may be pressed is the business of the screen.
"""

from __future__ import annotations

import pygame

from hacktrick.game.keypad import Key
from hacktrick.game.state import PublicState
from hacktrick.library.entries import Entry
from hacktrick.seat.glance import Glance
from hacktrick.seat.looks import Piece
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.boxes import key_place
from hacktrick.ui.paint.keys import KeyLook
from hacktrick.ui.paint.middle import KEY_ORDER
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.words.library import (
    about,
    level_of_player,
    rounds_told,
    score_of,
    winners_told,
)

GAP = 5.0  # units between keys
TITLE = styles.TextStyle("heading", 22)
SCORE = styles.TextStyle("numeral", 26)
LEAST_KEY = 26.0  # units


def paint_preview(
    surface: pygame.Surface,
    context: Context,
    area: pygame.Rect,
    entry: Entry,
    glance: Glance | None,
) -> None:
    """Everything about a match in ``area``.

    Args:
        glance: of its end; None while it is looked up.
    """
    bottom = _paint_words(surface, context, area, entry)
    room = pygame.Rect(area.x, bottom, area.width, area.bottom - bottom)
    if glance is not None and room.height >= 3 * context.px(LEAST_KEY):
        _paint_board(surface, context, room, glance)


def _paint_words(surface: pygame.Surface, context: Context, area: pygame.Rect, entry: Entry) -> int:
    """Returns where they end."""
    px, fonts, colours = context.px, context.fonts, context.theme.colours
    score = fonts.text(
        surface, score_of(entry), (area.right, area.y + px(14)), SCORE, colours.text, "midright"
    )
    room = score.left - px(12) - area.x
    place = (area.x, area.y + px(14))
    fonts.text(surface, winners_told(entry), place, TITLE, colours.accent, "midleft", room)
    y = area.y + px(42)
    lines = [f"{about(entry)} · {rounds_told(entry)}"]
    lines += [f"{one.name} ({level_of_player(one)})" for one in entry.players]
    for n, line in enumerate(lines):
        ink = colours.muted if n == 0 else colours.text
        fonts.text(surface, line, (area.x, y), styles.SMALL, ink, "midleft", area.width)
        y += px(20)
    return y


def _paint_board(
    surface: pygame.Surface, context: Context, room: pygame.Rect, glance: Glance
) -> None:
    px, gap = context.px, context.px(GAP)
    tall = min(px(84), (room.height - 2 * gap) // 3, round((room.width - 2 * gap) / 3 / 1.08))
    wide = round(tall * 1.08)
    left = room.centerx - (3 * wide + 2 * gap) // 2
    for n, key in enumerate(KEY_ORDER):
        spot = (left + n % 3 * (wide + gap), room.y + n // 3 * (tall + gap))
        place = key_place(pygame.Rect(*spot, wide, tall), context.theme.board)
        pieces, owner = _pieces(glance, key)
        look = KeyLook(owner=owner)
        draw.key(surface, context, place, key, look, pieces if tall >= px(44) else [])


def _pieces(glance: Glance, key: Key) -> tuple[list[Piece], int | None]:
    """The markers on a key, and the colour of whose they are."""
    public: PublicState = glance.public
    for side in (0, 1):
        n = public.markers_on(key, side)
        if n:
            look, doubled = glance.look(side), public.double[side] == key
            pieces = [look.piece(doubled and k == n - 1) for k in range(n)]
            return pieces, look.colour
    return [], None
