"""Panels about hidden cards: what the announced sums reveal, and which cards nobody has
shown yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from hacktrick.i18n.match_text import SumToken
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import mix
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.panels.move_traces import SMALL_CARD_WIDTH, draw_small_card

DIGIT = TextStyle("numeral", 22)


def draw_deck_and_stacks(pen: DrawContext) -> None:
    """Draw the deck with its number, the set-aside cards, and a stack for each value with the
    copies that the player at the screen has not seen."""
    deck, fonts = pen.places.deck(), pen.fonts
    _deck(pen, deck)
    number = str(pen.frame.public.deck_size)
    fonts.draw_text(pen.surface, number, deck.center, DIGIT, pen.colours.text, "center")
    for value, rect in zip(
        pen.frame.public.aside, pen.places.aside(len(pen.frame.public.aside)), strict=True
    ):
        sprite = pen.sprites.card(CardLook(value, dim=True), rect.size)
        sprite.draw(pen.surface, rect.topleft)
    if not pen.frame.has_memory_aids:
        return
    for value, rect in enumerate(pen.places.stacks()):
        _stack(pen, rect, value, pen.frame.unseen()[value][2])


def _stack(pen: DrawContext, rect: pygame.Rect, value: int, left: int) -> None:
    """Draw the unseen copies of a card, with their number."""
    if left:
        pen.sprites.card(CardLook(value), rect.size).draw(pen.surface, rect.topleft)
    else:
        pen.sprites.deck(0, rect.size).draw(pen.surface, rect.topleft)
        ink = pen.colours.muted
        pen.fonts.draw_text(pen.surface, str(value), rect.center, DIGIT, ink, "center")
    text, ink = (f"×{left}", pen.colours.text) if left else ("–", pen.colours.muted)
    if pen.places.table.is_tall:
        place, anchor = (rect.right + pen.px(6), rect.centery), "midleft"
    else:
        place, anchor = (rect.centerx, rect.bottom + pen.px(3)), "midtop"
    pen.fonts.draw_text(pen.surface, text, place, styles.SMALL, ink, anchor)


def _deck(pen: DrawContext, rect: pygame.Rect) -> None:
    sprite = pen.sprites.deck(pen.frame.public.deck_size, rect.size)
    sprite.draw(pen.surface, (rect.x, rect.bottom - sprite.size[1]))


NUMBER = TextStyle("mono_strong", 16)
GAP = 4.0


def sum_width(pen: DrawContext, line: Sequence[SumToken], zoom: float = 1.0) -> int:
    """The width in pixels of a sum as ``draw_sum`` draws it."""
    widths = (_width(pen, token, zoom) for token in line)
    return sum(widths) + pen.px(GAP * zoom) * (len(line) - 1)


def _width(pen: DrawContext, token: SumToken, zoom: float) -> int:
    words = token.text or token.factor
    wide = pen.fonts.size(words, _number(zoom))[0] if words else 0
    return wide + (0 if token.text else pen.px(SMALL_CARD_WIDTH * zoom))


def _number(zoom: float) -> TextStyle:
    return replace(NUMBER, size=NUMBER.size * zoom)


def draw_sum(
    pen: DrawContext, line: Sequence[SumToken], midleft: tuple[int, int], zoom: float = 1.0
) -> int:
    """Draw the pieces of a sum; returns where they end."""
    x, middle = midleft
    colours = pen.colours
    quiet = mix(colours.text, colours.muted, 0.5)
    for token in line:
        ink, words = colours.warning if token.is_sum else quiet, token.text or token.factor
        if words:
            place = (x, middle)
            x = pen.fonts.draw_text(pen.surface, words, place, _number(zoom), ink, "midleft").right
        if not token.text:
            x = draw_small_card(pen.surface, pen.context, (x, middle), token.card, zoom=zoom).right
        x += pen.px(GAP * zoom)
    return x - pen.px(GAP * zoom)
