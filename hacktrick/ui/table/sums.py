"""The announced sums, read as sums, with cards as small cards: the one place where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from hacktrick.game.rules import Seat
from hacktrick.seat.told import Told
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.tools import mix
from hacktrick.ui.stage import draw
from hacktrick.ui.table.pen import Pen
from hacktrick.ui.table.traces import WIDE, small_card
from hacktrick.words.equation import BREVITIES, Token, tokens
from hacktrick.words.translator import _

NAME = TextStyle("strong", 14.5)
NUMBER = TextStyle("mono_strong", 16)
STEP, LEAST_STEP = 24.0, 18.0  # units from line to line
NARROW = 240.0  # units of a line that has no room for a name and a sum
SIGN = 13.0
GAP = 4.0

Line = tuple[Seat, pygame.Rect, pygame.Rect | None]


def announcements(pen: Pen) -> None:
    """The last sum of every hand, with what has changed since."""
    zone = pen.places.table.announcements
    room = draw.panel(pen.surface, pen.context, zone, _("Announced sums"))
    seats = list(dict.fromkeys(s for s in pen.frame.public.seating.order if s in pen.frame.told))
    if not pen.frame.helps or not seats:
        text = _("None yet.") if pen.frame.helps else _("To be remembered, not read here.")
        pen.fonts.paragraph(pen.surface, text, room, styles.SMALL, pen.colours.muted)
        return
    for seat, first, second in _lines(pen, room, seats):
        if second is None:
            _on_one(pen, first, seat)
        else:
            _on_two(pen, first, second, seat)


def _lines(pen: Pen, room: pygame.Rect, seats: list[Seat]) -> list[Line]:
    """One line each, or two where it is narrow and there is room; columns where all else fails."""
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


def _on_one(pen: Pen, line: pygame.Rect, seat: Seat) -> None:
    """The whole name comes before the turn, which is left out where both have no room."""
    told = pen.frame.told[seat]
    shortest = sum_width(pen, tokens(told, BREVITIES[-1]))
    room = max(round(line.width * 0.3), line.width - shortest - pen.px(9 + SIGN + 7))
    left = _who(pen, line, seat, room) + pen.px(9)
    end = _equation(pen, told, left, line)
    _when(pen, told, end + pen.px(10), line)


def _on_two(pen: Pen, line: pygame.Rect, below: pygame.Rect, seat: Seat) -> None:
    told = pen.frame.told[seat]
    end = _who(pen, line, seat, round(line.width * 0.6))
    _when(pen, told, end + pen.px(8), line)
    _equation(pen, told, below.x, below)


def _who(pen: Pen, line: pygame.Rect, seat: Seat, room: int) -> int:
    """Sign and name; returns where they end."""
    sign, middle = pen.px(SIGN), line.centery
    picture = pen.sprites.sign(pen.frame.look(pen.frame.side(seat)).piece(), sign)
    picture.draw_centred(pen.surface, (line.x + sign / 2, middle))
    name, ink = pen.frame.wording.name(seat), pen.colours.text
    place = (line.x + sign + pen.px(7), middle)
    return pen.fonts.text(pen.surface, name, place, NAME, ink, "midleft", room).right


def _when(pen: Pen, told: Told, left: int, line: pygame.Rect) -> None:
    """When it was said, where there is room for it."""
    when = _("start") if told.turn == 0 else _("turn {n}").format(n=told.turn)
    if pen.fonts.size(when, styles.SMALL)[0] <= line.right - left:
        place, muted = (line.right, line.centery), pen.colours.muted
        pen.fonts.text(pen.surface, when, place, styles.SMALL, muted, "midright")


def _equation(pen: Pen, told: Told, left: int, line: pygame.Rect) -> int:
    """The line itself, as long as fits; returns where it ends."""
    ways = [tokens(told, brevity) for brevity in BREVITIES]
    fitting = (way for way in ways if sum_width(pen, way) <= line.right - left)
    return draw_sum(pen, next(fitting, ways[-1]), (left, line.centery))


def sum_width(pen: Pen, line: Sequence[Token], zoom: float = 1.0) -> int:
    """How wide `draw_sum` draws a line."""
    widths = (_width(pen, token, zoom) for token in line)
    return sum(widths) + pen.px(GAP * zoom) * (len(line) - 1)


def _width(pen: Pen, token: Token, zoom: float) -> int:
    words = token.text or token.count
    wide = pen.fonts.size(words, _number(zoom))[0] if words else 0
    return wide + (0 if token.text else pen.px(WIDE * zoom))


def _number(zoom: float) -> TextStyle:
    return replace(NUMBER, size=NUMBER.size * zoom)


def draw_sum(pen: Pen, line: Sequence[Token], midleft: tuple[int, int], zoom: float = 1.0) -> int:
    """The pieces of a sum; returns where they end."""
    x, middle = midleft
    colours = pen.colours
    quiet = mix(colours.text, colours.muted, 0.5)
    for token in line:
        ink, words = colours.warning if token.is_sum else quiet, token.text or token.count
        if words:
            place = (x, middle)
            x = pen.fonts.text(pen.surface, words, place, _number(zoom), ink, "midleft").right
        if not token.text:
            x = small_card(pen.surface, pen.context, (x, middle), token.card, zoom=zoom).right
        x += pen.px(GAP * zoom)
    return x - pen.px(GAP * zoom)
