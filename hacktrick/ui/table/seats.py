"""The panels of the players: name, markers, captured markers, last move, cards, orders."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from hacktrick.game.rules import NOBODY, Seat, Side
from hacktrick.game.state import IN_SUPPLY
from hacktrick.themes import Colour, Theme
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys import PanelLook
from hacktrick.ui.paint.tools import mix
from hacktrick.ui.stage import draw
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.pen import Pen
from hacktrick.ui.table.places import SIGN, SMALL_SIGN, Places
from hacktrick.ui.table.traces import move_lines
from hacktrick.words.frame import Frame
from hacktrick.words.prompts import order_tag
from hacktrick.words.translator import _, ngettext

NAME = TextStyle("heading", 19)
KIND = 0.62  # of the line that a name stands in: what may be said beside it
LEAST_NAME = 15.0  # units, where something stands beside it


def seat_panel(pen: Pen, seat: Seat) -> None:
    """One player. The panel of whose turn it is stands out by its lit frame and a mark."""
    slot = pen.frame.slot(seat)
    side = pen.frame.side(seat)
    colour = pen.colours.players[pen.frame.look(side).colour]
    _plate(pen, pen.places.panel(slot), colour, pen.frame.public.seat == seat)
    if side == NOBODY:
        _title(pen, pen.places.lines(slot)[0], seat, colour)
        return
    if pen.places.is_line(slot):
        _one_line(pen, seat)
    elif pen.places.is_half(slot):
        _half(pen, seat)
    elif pen.places.is_narrow(slot):
        _narrow(pen, seat)
    else:
        _whole(pen, seat)


def waiting_edge(theme: Theme, colour: Colour) -> Colour:
    """The frame of a player who waits: quiet, but no quieter than the theme's other frames, which
    are strong where they are all there is of a panel."""
    return mix(colour, theme.colours.panel, 0.55 if theme.surface.shadow else 0.15)


def _plate(pen: Pen, rect: pygame.Rect, colour: Colour, active: bool) -> None:
    dull = waiting_edge(pen.theme, colour)
    look = PanelLook(
        edge=colour if active else dull,
        edge_width=2.4 if active else 1.2,
        glow=colour if active else None,
    )
    pen.sprites.panel(look, rect.size).draw(pen.surface, rect.topleft)


def _whole(pen: Pen, seat: Seat) -> None:
    slot, side = pen.frame.slot(seat), pen.frame.side(seat)
    lines = pen.places.lines(slot)
    colours, fonts = pen.colours, pen.fonts
    _title(pen, lines[0], seat, colours.players[pen.frame.look(side).colour])
    supply_signs(pen, slot, side)
    n = pen.frame.public.supply[side]
    text = ngettext("{n} marker", "{n} markers", n).format(n=n)
    room = _beside(pen.context, pen.frame, pen.places, seat) - lines[2].x - pen.px(8)
    if not fonts.fits(text, styles.BODY, room):
        text = str(n)
    fonts.text(pen.surface, text, lines[2].midleft, styles.BODY, colours.muted, "midleft", room)
    _captured(pen, lines[3], side, SIGN)
    move_lines(pen, lines[4], lines[5], seat)
    _foot(pen, lines[6], seat)


def _beside(context: Context, frame: Frame, places: Places, seat: Seat) -> int:
    """Where the line of the markers ends: at the button of the double, or at a code."""
    slot = frame.slot(seat)
    if slot == 0:
        return places.double().x
    right = places.lines(slot)[2].right
    return places.code(slot).x if frame.public.rules.codes else right + context.px(8)


def _half(pen: Pen, seat: Seat) -> None:
    slot, side = pen.frame.slot(seat), pen.frame.side(seat)
    lines = pen.places.lines(slot)
    colours = pen.colours
    right = lines[0].right
    narrow = pen.places.is_narrow(slot)
    tag = None if narrow else _tag_of(pen.frame, seat)
    if tag is not None:
        room = lines[0].width - _least_name(pen, seat) - pen.px(6)
        right = _tag(pen, tag, lines[0].midright, room).left - pen.px(6)
    line = pygame.Rect(lines[0].x, lines[0].y, right - lines[0].x, lines[0].height)
    _name(pen, line, seat, colours.players[pen.frame.look(side).colour])
    if slot == 0:
        _own_half(pen, lines, seat)
        return
    if narrow:
        _half_narrow(pen, lines, seat)
        return
    room = _end_of_the_cards(pen, seat, lines[1]) - lines[1].x - pen.px(8)
    move_lines(pen, pygame.Rect(lines[1].topleft, (room, lines[1].height)), None, seat)
    supply_signs(pen, slot, side)
    _captured_number(pen, lines[2], side)


def _end_of_the_cards(pen: Pen, seat: Seat, line: pygame.Rect) -> int:
    """At the right of a line the cards of the hand, or the code in force; returns where it
    begins."""
    if pen.frame.public.rules.codes:
        return pen.places.code(pen.frame.slot(seat)).x
    cards, ink = _n_cards(pen.frame, seat), pen.colours.muted
    return pen.fonts.text(pen.surface, cards, line.midright, styles.SMALL, ink, "midright").x


def _own_half(pen: Pen, lines: list[pygame.Rect], seat: Seat) -> None:
    """Supply and captured markers; the button of the double stands below."""
    supply_signs(pen, 0, pen.frame.side(seat))
    _captured_number(pen, lines[1], pen.frame.side(seat))


def _one_line(pen: Pen, seat: Seat) -> None:
    """Only the name, the cards or the order, and what was captured."""
    slot, side = pen.frame.slot(seat), pen.frame.side(seat)
    (line,) = pen.places.lines(slot)
    tag = _tag_of(pen.frame, seat)
    right = _captured_number(pen, line, side).x - pen.px(8)
    if tag is not None:
        right = _tag(pen, tag, (right, line.centery), line.width // 3).x - pen.px(6)
    elif pen.frame.n_seats == 2 and pen.frame.public.rules.codes:
        right = pen.places.code(slot).x - pen.px(6)
    room = pygame.Rect(line.x, line.y, right - line.x, line.height)
    _name(pen, room, seat, pen.colours.players[pen.frame.look(side).colour])


def _half_narrow(pen: Pen, lines: list[pygame.Rect], seat: Seat) -> None:
    """Two lines with little room: numbers beside signs."""
    colours, fonts = pen.colours, pen.fonts
    side = pen.frame.side(seat)
    cards, middle = _n_cards(pen.frame, seat), lines[1].midleft
    captured = _captured_number(pen, lines[1], side)
    room = captured.x - lines[1].x - pen.px(6)
    fonts.text(pen.surface, cards, middle, styles.SMALL, colours.text, "midleft", room)
    sign = pen.px(SMALL_SIGN)
    own = pen.sprites.sign(pen.frame.look(side).piece(), sign)
    own.draw_centred(pen.surface, (lines[2].x + sign / 2, lines[2].centery))
    place = (lines[2].x + sign + pen.px(5), lines[2].centery)
    n = pen.frame.public.supply[side]
    box = fonts.text(pen.surface, str(n), place, styles.SMALL, colours.muted, "midleft")
    room = lines[2].right - box.right - pen.px(8)
    line = pygame.Rect(0, lines[2].y, room, lines[2].height)
    line.right = lines[2].right
    move_lines(pen, line, None, seat)


def _captured_number(pen: Pen, line: pygame.Rect, side: Side) -> pygame.Rect:
    """How many markers a side has captured, at the right end of a line; nothing for none."""
    n = pen.frame.public.captured[side]
    if not n:
        return pygame.Rect(line.midright, (0, 0))
    sign, ink = pen.px(SMALL_SIGN), pen.colours.text
    number = pen.fonts.text(pen.surface, str(n), line.midright, styles.SMALL, ink, "midright")
    enemy = pen.sprites.sign(pen.frame.look(1 - side).piece(), sign)
    centre = (number.left - sign * 0.8, line.centery)
    enemy.draw_centred(pen.surface, centre)
    return number.union(pygame.Rect(number.left - round(sign * 1.3), number.y, sign, sign))


def _narrow(pen: Pen, seat: Seat) -> None:
    """A narrow panel beside the board: no room for signs, so numbers."""
    slot, side = pen.frame.slot(seat), pen.frame.side(seat)
    lines = pen.places.lines(slot)
    colours, fonts = pen.colours, pen.fonts
    _name(pen, lines[0], seat, colours.players[pen.frame.look(side).colour])
    kind = _kind(pen, seat, lines[1].width)
    n = pen.frame.public.supply[side]
    markers = ngettext("{n} marker", "{n} markers", n).format(n=n)
    told = (
        (kind, styles.KEY_HINT, colours.muted),
        (_n_cards(pen.frame, seat), styles.SMALL, colours.text),
        (markers, styles.SMALL, colours.muted),
    )
    for line, (text, style, ink) in zip(lines[1:4], told, strict=True):
        fonts.text(pen.surface, text, line.midleft, style, ink, "midleft", line.width)
    tag = _tag_of(pen.frame, seat)
    move_lines(pen, lines[4], lines[5], seat)
    if tag is not None:
        _tag(pen, tag, lines[6].midright, lines[6].width)


def _kind(pen: Pen, seat: Seat, room: int) -> str:
    """What kind of player sits there, and what it is like where there is room for that."""
    wording, info = pen.frame.wording, pen.frame.glance.seats[seat]
    told = wording.player(info)
    fits = pen.fonts.size(told, styles.KEY_HINT)[0] <= room
    return told if fits else wording.player_in_short(info)


def _title(pen: Pen, line: pygame.Rect, seat: Seat, colour: Colour) -> None:
    kind = _kind(pen, seat, round(line.width * KIND))
    if pen.frame.side(seat) == NOBODY:
        kind = _("sits out")
    elif pen.frame.n_seats > 2 and pen.frame.public.seating.partner_of(pen.frame.bottom) == seat:
        kind = _("partner")
    muted = pen.colours.muted
    box = pen.fonts.text(pen.surface, kind, line.midright, styles.KEY_HINT, muted, "midright")
    room = pygame.Rect(line.x, line.y, box.x - line.x - pen.px(6), line.height)
    _name(pen, room, seat, colour)


def _name(pen: Pen, line: pygame.Rect, seat: Seat, colour: Colour) -> None:
    side = pen.frame.side(seat)
    sign = pen.px(20)
    if side != NOBODY:
        pen.sprites.sign(pen.frame.look(side).piece(), sign).draw_centred(
            pen.surface, (line.x + sign / 2, line.centery)
        )
    left = line.x + sign + pen.px(8)
    pen.fonts.text(
        pen.surface,
        pen.frame.wording.name(seat),
        (left, line.centery),
        NAME,
        pen.colours.text,
        "midleft",
        line.right - left,
    )


def _least_name(pen: Pen, seat: Seat) -> int:
    """The width that sign and name of a player need at least."""
    style = TextStyle(NAME.face, LEAST_NAME)
    return pen.fonts.size(pen.frame.wording.name(seat), style)[0] + pen.px(20 + 8)


def supply_signs(pen: Pen, slot: int, side: Side) -> pygame.Rect:
    """The supply: filled signs for what is there, outlines for what is gone, the double last."""
    public, look = pen.frame.public, pen.frame.look(side)
    total = max(public.rules.markers, public.supply[side])
    singles = public.singles(side)
    pieces = [(look.piece(), n < singles) for n in range(total - 1)]
    pieces.append((look.piece(True), public.double[side] == IN_SUPPLY))
    line, size = pen.places.supply(slot), pen.places.sign(slot)
    return draw.signs(pen.surface, pen.context, line.midleft, pieces, size, line.width)


def _captured(pen: Pen, line: pygame.Rect, side: Side, size: float) -> None:
    n = pen.frame.public.captured[side]
    colours = pen.colours
    text = _("Captured {n}").format(n=n) if n else _("None captured")
    box = pen.fonts.text(pen.surface, text, line.midleft, styles.BODY, colours.muted, "midleft")
    left = box.right + pen.px(8)
    pieces = [(pen.frame.look(1 - side).piece(), True)] * n
    draw.signs(pen.surface, pen.context, (left, line.centery), pieces, size, line.right - left)


def _foot(pen: Pen, line: pygame.Rect, seat: Seat) -> None:
    colours, fonts = pen.colours, pen.fonts
    cards = _n_cards(pen.frame, seat)
    tag = _tag_of(pen.frame, seat)
    room = line.width // 2 if tag else line.width
    box = fonts.text(pen.surface, cards, line.midleft, styles.BODY, colours.text, "midleft", room)
    if tag is not None:
        room = line.right - box.right - pen.px(8)
        _tag(pen, tag, line.midright, room)


@dataclass(frozen=True, slots=True)
class Tag:
    """A few framed words about a player. ``warns``: it is an order; ``brief``: what stands there
    where all of it has no room, "" for nothing."""

    text: str
    warns: bool = False
    brief: str = ""


def _tag_of(frame: Frame, seat: Seat) -> Tag | None:
    """The order that binds this player now; with more than two players also who comes next."""
    public = frame.public
    if public.seat == seat:
        order = order_tag(frame.wording, public)
        if not order:
            return None
        word = frame.wording.command(public.standing or "play").upper()
        return Tag(order, warns=True, brief=word)
    follows = frame.n_seats > 2 and public.phase in ("turn", "command")
    return Tag(_("next")) if follows and public.next_seat == seat else None


def _n_cards(frame: Frame, seat: Seat) -> str:
    n = frame.public.hand_sizes[seat]
    cards = ngettext("{n} card", "{n} cards", n).format(n=n)
    held = frame.public.held_counts[seat]
    if not held:
        return cards
    codes = ngettext("{n} code", "{n} codes", held).format(n=held)
    return _("{cards}, {codes}").format(cards=cards, codes=codes)


def _tag(pen: Pen, tag: Tag, midright: tuple[int, int], room: int | None = None) -> pygame.Rect:
    """A framed tag, such as an order that stands over this turn."""
    colours = pen.colours
    colour = colours.warning if tag.warns else colours.muted
    pad = pen.px(7)
    style = TextStyle("strong", 14)
    shown = tag.text
    if room:
        fits = pen.fonts.fits(tag.text, style, room - 2 * pad)
        shown, style = pen.fonts.fitted(tag.text if fits else tag.brief, style, room - 2 * pad)
    if not shown:
        return pygame.Rect(midright, (0, 0))
    width, _height = pen.fonts.size(shown, style)
    rect = pygame.Rect(0, 0, width + 2 * pad, pen.px(22))
    rect.midright = midright
    look = PanelLook(edge=colour, edge_width=1.4)
    pen.sprites.pip(look, rect.size, False).draw(pen.surface, rect.topleft)
    pen.fonts.text(pen.surface, shown, rect.center, style, colour, "center")
    return rect
