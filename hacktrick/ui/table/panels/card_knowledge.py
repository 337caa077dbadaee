"""Panels about hidden cards: what the announced sums reveal, and which cards nobody has
shown yet."""

from __future__ import annotations

import pygame

from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.widgets import game_drawing


def draw_deck_and_stacks(pen: DrawContext) -> None:
    """Draw the deck with its number, the set-aside cards, and a stack for each value with the
    copies that the player at the screen has not seen."""
    table, public = pen.places.table, pen.frame.public
    surface, context = pen.surface, pen.context
    with_labels = table.fold == 0
    label = _("deck") if with_labels and (table.is_tall or not table.is_narrow) else ""
    game_drawing.draw_deck(surface, context, pen.places.deck(), public.deck_size, label)
    _set_aside(pen)
    if not pen.frame.has_memory_aids:
        return
    spots = pen.places.stacks()
    for value, rect in enumerate(spots):
        left = pen.frame.unseen()[value][2]
        game_drawing.draw_stack(surface, context, rect, value, left, count_beside=table.is_tall)
    if spots and with_labels:
        words = _("Unseen by you") if not pen.frame.is_onlooker else _("Unseen cards")
        room = table.stacks.width if not table.is_tall else table.keypad.x - spots[0].x
        place = (spots[0].x, spots[0].y - pen.px(12))
        ink = pen.colours.muted
        if pen.fonts.fits(words, styles.SMALL, room):
            pen.fonts.draw_text(surface, words, place, styles.SMALL, ink, "bottomleft", room)


def _set_aside(pen: DrawContext) -> None:
    """Draw the cards that are out this round, at odd angles, with their label."""
    table, cards = pen.places.table, pen.frame.public.aside
    if not cards:
        return
    spots = pen.places.aside(len(cards))
    for n, (value, rect) in enumerate(zip(cards, spots, strict=True)):
        look = CardLook(value, tilt=(4.0, -5.0, 3.0)[n % 3])
        pen.sprites.card(look, rect.size).draw(pen.surface, rect.topleft)
    if table.fold:
        return
    words, zone = _("out this round"), spots[0].unionall(spots)
    muted, left = pen.colours.muted, zone.right + pen.px(12)
    if pen.fonts.size(words, styles.SMALL)[0] <= table.aside.right - left:
        place = (left, zone.centery)
        pen.fonts.draw_text(pen.surface, words, place, styles.SMALL, muted, "midleft")
    elif table.is_tall:
        below = pygame.Rect(table.aside.x, zone.bottom + pen.px(8), table.aside.width, pen.px(40))
        pen.fonts.draw_paragraph(pen.surface, words, below, styles.SMALL, muted)
