"""The panel of unseen cards: pips by value, the deck, the cards set aside."""

from __future__ import annotations

import pygame

from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.tools import mix
from hacktrick.ui.stage import draw
from hacktrick.ui.table.pen import Pen
from hacktrick.words.translator import _

_FULL_DECK = 12  # cards; the most there ever are is the row after a long round
DIGIT = TextStyle("mono_strong", 16)


def unseen_panel(pen: Pen) -> None:
    """Pips help to count (aids standard and learning); deck and set-aside cards are always
    there."""
    title = _("Unseen cards") if pen.frame.helps else _("Cards")
    room = draw.panel(pen.surface, pen.context, pen.places.table.unseen, title)
    deck, aside = pen.places.deck(), pen.places.aside(len(pen.frame.public.aside))
    if pen.frame.helps:
        # A full deck stands higher than its place, and the rows must not move as it shrinks.
        fullest = pen.sprites.deck(_FULL_DECK, deck.size)
        bottom = deck.bottom - fullest.size[1] - pen.px(2)
        area = pygame.Rect(room.x, room.y + pen.px(2), room.width, bottom - room.y)
        _pips(pen, area)
    _deck(pen, deck)
    for value, rect in zip(pen.frame.public.aside, aside, strict=True):
        sprite = pen.sprites.card(CardLook(value, dim=True), rect.size)
        sprite.draw(pen.surface, rect.topleft)
    label = pygame.Rect(
        deck.right, deck.y, (aside[0].x if aside else room.right) - deck.right, deck.height
    )
    _labels(pen, label)


def pile(pen: Pen) -> None:
    """The deck and the cards set aside, beside the row: while the panel is folded away."""
    deck, aside = pen.places.deck(), pen.places.aside(len(pen.frame.public.aside))
    _deck(pen, deck)
    for value, rect in zip(pen.frame.public.aside, aside, strict=True):
        sprite = pen.sprites.card(CardLook(value, dim=True), rect.size)
        sprite.draw(pen.surface, rect.topleft)
    number, place = str(pen.frame.public.deck_size), (deck.right + pen.px(5), deck.centery)
    pen.fonts.text(pen.surface, number, place, styles.STRONG, pen.colours.text, "midleft")


def _pips(pen: Pen, area: pygame.Rect) -> None:
    colours, fonts = pen.colours, pen.fonts
    counts = pen.frame.unseen()
    step = area.height / len(counts)
    height = min(pen.px(17), round(step * 0.72))
    size = (round(height * 1.3), height)
    own_colour = colours.players[pen.frame.look(pen.frame.side(pen.frame.bottom)).colour]
    for value, (lying, own, left) in enumerate(counts):
        middle = area.y + step * (value + 0.5)
        tint = colours.cards[value]
        fonts.text(pen.surface, str(value), (area.x, middle), DIGIT, tint, "midleft")
        kinds = ["lying"] * lying + ["own"] * own + ["unseen"] * left
        for n, kind in enumerate(kinds):
            rect = pygame.Rect((0, 0), size)
            rect.midleft = area.x + pen.px(26) + n * (size[0] + pen.px(7)), round(middle)
            colour = {
                "lying": mix(colours.outline, colours.panel, 0.15),
                "own": own_colour,
                "unseen": colours.text,
            }[kind]
            draw.pip(pen.surface, pen.context, rect, colour, kind != "unseen")
        text = _("{n} left").format(n=left) if left else _("none")
        ink = colours.text if left else colours.muted
        fonts.text(pen.surface, text, (area.right, middle), styles.MONO, ink, "midright")


def _deck(pen: Pen, rect: pygame.Rect) -> None:
    sprite = pen.sprites.deck(pen.frame.public.deck_size, rect.size)
    sprite.draw(pen.surface, (rect.x, rect.bottom - sprite.size[1]))


def _labels(pen: Pen, zone: pygame.Rect) -> None:
    colours, fonts = pen.colours, pen.fonts
    gap = pen.px(8)
    n = pen.frame.public.deck_size
    upper, lower = zone.y + zone.height * 0.27, zone.y + zone.height * 0.75
    fonts.text(
        pen.surface,
        _("deck {n}").format(n=n),
        (zone.x + gap, upper),
        styles.SMALL,
        colours.text,
        "midleft",
        zone.width - gap,
    )
    if pen.frame.public.aside:
        fonts.text(
            pen.surface,
            _("aside"),
            (zone.right - gap, lower),
            styles.SMALL,
            colours.muted,
            "midright",
            zone.width - gap,
        )
