"""The panel of unseen cards: pips by value, the deck, the cards set aside."""

from __future__ import annotations

import pygame

from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.cards import CardLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.tools import mix
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.places import Places
from hacktrick.words.frame import Frame
from hacktrick.words.translator import _

_FULL_DECK = 12  # cards; the most there ever are is the row after a long round
DIGIT = TextStyle("mono_strong", 16)


def unseen_panel(surface: pygame.Surface, context: Context, frame: Frame, places: Places) -> None:
    """Pips help to count (aids standard and learning); deck and set-aside cards are always
    there."""
    title = _("Unseen cards") if frame.helps else _("Cards")
    room = draw.panel(surface, context, places.table.unseen, title)
    deck, aside = places.deck(), places.aside(len(frame.public.aside))
    if frame.helps:
        # A full deck stands higher than its place, and the rows must not move as it shrinks.
        fullest = context.sprites.deck(_FULL_DECK, deck.size)
        bottom = deck.bottom - fullest.size[1] - context.px(2)
        area = pygame.Rect(room.x, room.y + context.px(2), room.width, bottom - room.y)
        _pips(surface, context, frame, area)
    _deck(surface, context, frame, deck)
    for value, rect in zip(frame.public.aside, aside, strict=True):
        sprite = context.sprites.card(CardLook(value, dim=True), rect.size)
        sprite.draw(surface, rect.topleft)
    label = pygame.Rect(
        deck.right, deck.y, (aside[0].x if aside else room.right) - deck.right, deck.height
    )
    _labels(surface, context, frame, label)


def _pips(surface: pygame.Surface, context: Context, frame: Frame, area: pygame.Rect) -> None:
    colours, fonts = context.theme.colours, context.fonts
    counts = frame.unseen()
    step = area.height / len(counts)
    height = min(context.px(17), round(step * 0.72))
    size = (round(height * 1.3), height)
    own_colour = colours.players[frame.look(frame.side(frame.bottom)).colour]
    for value, (lying, own, left) in enumerate(counts):
        middle = area.y + step * (value + 0.5)
        tint = colours.cards[value]
        fonts.text(surface, str(value), (area.x, middle), DIGIT, tint, "midleft")
        kinds = ["lying"] * lying + ["own"] * own + ["unseen"] * left
        for n, kind in enumerate(kinds):
            rect = pygame.Rect((0, 0), size)
            rect.midleft = area.x + context.px(26) + n * (size[0] + context.px(7)), round(middle)
            colour = {
                "lying": mix(colours.outline, colours.panel, 0.15),
                "own": own_colour,
                "unseen": colours.text,
            }[kind]
            draw.pip(surface, context, rect, colour, kind != "unseen")
        text = _("{n} left").format(n=left) if left else _("none")
        ink = colours.text if left else colours.muted
        fonts.text(surface, text, (area.right, middle), styles.MONO, ink, "midright")


def _deck(surface: pygame.Surface, context: Context, frame: Frame, rect: pygame.Rect) -> None:
    sprite = context.sprites.deck(frame.public.deck_size, rect.size)
    sprite.draw(surface, (rect.x, rect.bottom - sprite.size[1]))


def _labels(surface: pygame.Surface, context: Context, frame: Frame, zone: pygame.Rect) -> None:
    colours, fonts = context.theme.colours, context.fonts
    gap = context.px(8)
    n = frame.public.deck_size
    upper, lower = zone.y + zone.height * 0.27, zone.y + zone.height * 0.75
    fonts.text(
        surface,
        _("deck {n}").format(n=n),
        (zone.x + gap, upper),
        styles.SMALL,
        colours.text,
        "midleft",
        zone.width - gap,
    )
    if frame.public.aside:
        fonts.text(
            surface,
            _("aside"),
            (zone.right - gap, lower),
            styles.SMALL,
            colours.muted,
            "midright",
            zone.width - gap,
        )
