"""The seats of a table, one row each: the picture of the key, name, acquaintance, readiness."""

from __future__ import annotations

import pygame

from hacktrick.play.told import Sitter
from hacktrick.themes import Colour
from hacktrick.ui.online.identicon import draw_identicon
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage.context import Context
from hacktrick.words.online import friend_line, presence_line, sitter_in_short, sitter_line
from hacktrick.words.translator import _

PICTURE = 46.0


def draw_seat(
    surface: pygame.Surface, context: Context, one: Sitter | None, row: pygame.Rect, playing: bool
) -> None:
    """One row.

    Args:
        playing: a match is on: who is here counts, and not who is ready.
    """
    colours, fonts, px = context.theme.colours, context.fonts, context.px
    size = px(PICTURE)
    picture = pygame.Rect(row.left, row.centery - size // 2, size, size)
    left = picture.right + px(14)
    room = row.right - left
    if one is None:
        pygame.draw.rect(surface, colours.outline, picture, max(1, px(1)), px(6))
        ink, place = colours.muted, (left, row.centery)
        fonts.text(surface, _("A free seat"), place, styles.BODY, ink, "midleft", room)
        return
    draw_identicon(surface, context, one.key, picture)
    if one.met:
        tick = context.sprites.icon("check", px(16), colours.accent)
        tick.draw_centred(surface, (picture.right - px(2), picture.bottom - px(4)))
    told, ink = _state(one, playing, context)
    lines = min(2, len(fonts.wrap(told, styles.SMALL, room)))
    top = row.centery - px(22 if lines == 1 else 30)
    ways = (sitter_line(one), sitter_in_short(one))
    name = fonts.first_fitting(ways, styles.STRONG, room)
    fonts.text(surface, name, (left, top), styles.STRONG, colours.text, "topleft", room)
    below = pygame.Rect(left, top + px(23), room, lines * fonts.line_height(styles.SMALL))
    fonts.paragraph(surface, told, below, styles.SMALL, ink)


def _state(one: Sitter, playing: bool, context: Context) -> tuple[str, Colour]:
    colours = context.theme.colours
    if one.presence != "here":
        return presence_line(one.name, one.presence), colours.warning
    if one.ready and not playing:
        return _("Ready. {sentence}").format(sentence=friend_line(one)), colours.good
    return friend_line(one), colours.muted
