"""Panels about hidden cards: what the announced sums reveal, and which cards nobody has
shown yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from hacktrick.app.round_history import AnnouncedSum
from hacktrick.game.rules import Seat
from hacktrick.i18n.match_text import BREVITIES, SumToken, sum_tokens
from hacktrick.i18n.translator import _
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import mix
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.table.draw_context import DrawContext
from hacktrick.ui.table.panels.move_traces import SMALL_CARD_WIDTH, draw_small_card
from hacktrick.ui.widgets import game_drawing

_FULL_DECK = 12  # the number of cards in the longest row
DIGIT = TextStyle("mono_strong", 16)


def draw_unseen_panel(pen: DrawContext) -> None:
    """Draw the panel of unseen cards with deck and set-aside cards; with the aids standard and
    learning, pips help to count."""
    title = _("Unseen cards") if pen.frame.has_memory_aids else _("Cards")
    room = game_drawing.draw_panel(pen.surface, pen.context, pen.places.table.unseen, title)
    deck, aside = pen.places.deck(), pen.places.aside(len(pen.frame.public.aside))
    if pen.frame.has_memory_aids:
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


def draw_pile(pen: DrawContext) -> None:
    """Draw the deck and the cards set aside beside the row, while the panel is folded."""
    deck, aside = pen.places.deck(), pen.places.aside(len(pen.frame.public.aside))
    _deck(pen, deck)
    for value, rect in zip(pen.frame.public.aside, aside, strict=True):
        sprite = pen.sprites.card(CardLook(value, dim=True), rect.size)
        sprite.draw(pen.surface, rect.topleft)
    number, place = str(pen.frame.public.deck_size), (deck.right + pen.px(5), deck.centery)
    pen.fonts.draw_text(pen.surface, number, place, styles.STRONG, pen.colours.text, "midleft")


def _pips(pen: DrawContext, area: pygame.Rect) -> None:
    colours, fonts = pen.colours, pen.fonts
    counts = pen.frame.unseen()
    step = area.height / len(counts)
    height = min(pen.px(17), round(step * 0.72))
    size = (round(height * 1.3), height)
    own_colour = colours.players[pen.frame.marker_style(pen.frame.side(pen.frame.bottom)).colour]
    for value, (lying, own, left) in enumerate(counts):
        middle = area.y + step * (value + 0.5)
        tint = colours.cards[value]
        fonts.draw_text(pen.surface, str(value), (area.x, middle), DIGIT, tint, "midleft")
        kinds = ["lying"] * lying + ["own"] * own + ["unseen"] * left
        for n, kind in enumerate(kinds):
            rect = pygame.Rect((0, 0), size)
            rect.midleft = area.x + pen.px(26) + n * (size[0] + pen.px(7)), round(middle)
            colour = {
                "lying": mix(colours.outline, colours.panel, 0.15),
                "own": own_colour,
                "unseen": colours.text,
            }[kind]
            game_drawing.draw_pip(pen.surface, pen.context, rect, colour, kind != "unseen")
        text = _("{n} left").format(n=left) if left else _("none")
        ink = colours.text if left else colours.muted
        fonts.draw_text(pen.surface, text, (area.right, middle), styles.MONO, ink, "midright")


def _deck(pen: DrawContext, rect: pygame.Rect) -> None:
    sprite = pen.sprites.deck(pen.frame.public.deck_size, rect.size)
    sprite.draw(pen.surface, (rect.x, rect.bottom - sprite.size[1]))


def _labels(pen: DrawContext, zone: pygame.Rect) -> None:
    colours, fonts = pen.colours, pen.fonts
    gap = pen.px(8)
    n = pen.frame.public.deck_size
    upper, lower = zone.y + zone.height * 0.27, zone.y + zone.height * 0.75
    fonts.draw_text(
        pen.surface,
        _("deck {n}").format(n=n),
        (zone.x + gap, upper),
        styles.SMALL,
        colours.text,
        "midleft",
        zone.width - gap,
    )
    if pen.frame.public.aside:
        fonts.draw_text(
            pen.surface,
            _("aside"),
            (zone.right - gap, lower),
            styles.SMALL,
            colours.muted,
            "midright",
            zone.width - gap,
        )


NAME = TextStyle("strong", 14.5)
NUMBER = TextStyle("mono_strong", 16)
STEP, LEAST_STEP = 24.0, 18.0  # units from line to line
NARROW = 240.0  # units of a line that has no room for a name and a sum
SIGN = 13.0
GAP = 4.0

Line = tuple[Seat, pygame.Rect, pygame.Rect | None]


def draw_sums_panel(pen: DrawContext) -> None:
    """Draw the last announced sum of every hand, with what has changed since."""
    zone = pen.places.table.announcements
    room = game_drawing.draw_panel(pen.surface, pen.context, zone, _("Announced sums"))
    seats = list(
        dict.fromkeys(s for s in pen.frame.public.seating.order if s in pen.frame.announced_sums)
    )
    if not pen.frame.has_memory_aids or not seats:
        text = (
            _("None yet.") if pen.frame.has_memory_aids else _("To be remembered, not read here.")
        )
        pen.fonts.draw_paragraph(pen.surface, text, room, styles.SMALL, pen.colours.muted)
        return
    for seat, first, second in _lines(pen, room, seats):
        if second is None:
            _on_one(pen, first, seat)
        else:
            _on_two(pen, first, second, seat)


def _lines(pen: DrawContext, room: pygame.Rect, seats: list[Seat]) -> list[Line]:
    """The lines for the sums: one each, two in a narrow panel with room, or columns as a last
    resort."""
    least, n = pen.px(LEAST_STEP), len(seats)
    each = 2 if room.width < pen.px(NARROW) and 2 * n * least <= room.height else 1
    step = max(least, min(pen.px(STEP), room.height // (each * n)))
    rows = max(1, room.height // step // each)
    columns, gap = -(-n // rows), pen.px(10)
    width = (room.width - gap * (columns - 1)) // columns
    found: list[Line] = []
    for k, seat in enumerate(seats):
        left, top = room.x + (k // rows) * (width + gap), room.y + (k % rows) * each * step
        first = pygame.Rect(left, top, width, step)
        found.append((seat, first, first.move(0, step) if each == 2 else None))
    return found


def _on_one(pen: DrawContext, line: pygame.Rect, seat: Seat) -> None:
    """Draw a sum on one line; where there is no room for both, the name is kept and the turn left
    out."""
    told = pen.frame.announced_sums[seat]
    shortest = sum_width(pen, sum_tokens(told, BREVITIES[-1]))
    room = max(round(line.width * 0.3), line.width - shortest - pen.px(9 + SIGN + 7))
    left = _who(pen, line, seat, room) + pen.px(9)
    end = _equation(pen, told, left, line)
    _when(pen, told, end + pen.px(10), line)


def _on_two(pen: DrawContext, line: pygame.Rect, below: pygame.Rect, seat: Seat) -> None:
    told = pen.frame.announced_sums[seat]
    end = _who(pen, line, seat, round(line.width * 0.6))
    _when(pen, told, end + pen.px(8), line)
    _equation(pen, told, below.x, below)


def _who(pen: DrawContext, line: pygame.Rect, seat: Seat, room: int) -> int:
    """Draw sign and name; returns where they end."""
    sign, middle = pen.px(SIGN), line.centery
    picture = pen.sprites.sign(pen.frame.marker_style(pen.frame.side(seat)).piece(), sign)
    picture.draw_centred(pen.surface, (line.x + sign / 2, middle))
    name, ink = pen.frame.wording.name(seat), pen.colours.text
    place = (line.x + sign + pen.px(7), middle)
    return pen.fonts.draw_text(pen.surface, name, place, NAME, ink, "midleft", room).right


def _when(pen: DrawContext, told: AnnouncedSum, left: int, line: pygame.Rect) -> None:
    """Draw when the sum was announced, where there is room."""
    when = _("start") if told.turn == 0 else _("turn {n}").format(n=told.turn)
    if pen.fonts.size(when, styles.SMALL)[0] <= line.right - left:
        place, muted = (line.right, line.centery), pen.colours.muted
        pen.fonts.draw_text(pen.surface, when, place, styles.SMALL, muted, "midright")


def _equation(pen: DrawContext, told: AnnouncedSum, left: int, line: pygame.Rect) -> int:
    """Draw as much of the sum as fits; returns where it ends."""
    ways = [sum_tokens(told, brevity) for brevity in BREVITIES]
    fitting = (way for way in ways if sum_width(pen, way) <= line.right - left)
    return draw_sum(pen, next(fitting, ways[-1]), (left, line.centery))


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
