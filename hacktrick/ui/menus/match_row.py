"""A kept match as a row of their list: who won, the score, the day, the star and the note."""

from __future__ import annotations

import pygame

from hacktrick.library.entries import Entry
from hacktrick.themes import Colour
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage.context import Context
from hacktrick.words.library import about, score_of

ROW = 44.0  # units: its height


def paint_row(
    surface: pygame.Surface, context: Context, rect: pygame.Rect, entry: Entry, chosen: bool
) -> None:
    """Everything in ``rect`` that tells the match from others."""
    px, colours, fonts = context.px, context.theme.colours, context.fonts
    upper, lower = rect.y + px(14), rect.y + px(32)
    left, right = rect.left + px(34), rect.right - px(10)
    if entry.starred:
        star = context.sprites.icon("star", px(16), colours.warning)
        star.draw_centred(surface, (rect.left + px(18), rect.centery))
    ink = colours.text if chosen else colours.muted
    place, style = (right, upper), styles.MONO_STRONG
    score = fonts.text(surface, score_of(entry), place, style, colours.text, "midright")
    _paint_players(surface, context, entry, (left, upper), score.left - px(12), ink)
    line = about(entry) if not entry.note else f"{about(entry)} · {entry.note}"
    place, room = (left, lower), right - left
    fonts.text(surface, line, place, styles.SMALL, colours.muted, "midleft", room)


def _paint_players(
    surface: pygame.Surface,
    context: Context,
    entry: Entry,
    place: tuple[int, int],
    right: int,
    ink: Colour,
) -> None:
    """Their names from ``place`` on, as far as ``right``; the winners stand out."""
    px, fonts, (x, y) = context.px, context.fonts, place
    for n, player in enumerate(entry.players):
        style = styles.STRONG if player.won else styles.BODY
        shade = context.theme.colours.text if player.won else ink
        if n and x < right:
            box = fonts.text(surface, "–", (x, y), styles.BODY, ink, "midleft")
            x = box.right + px(6)
        if x < right:
            box = fonts.text(surface, player.name, (x, y), style, shade, "midleft", right - x)
            x = box.right + px(6)
